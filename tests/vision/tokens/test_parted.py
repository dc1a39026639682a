"""Tokens whose plain sides bear halves of two colours: told by both, part by part, for the colour in their middle is none of them."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.token_tables import COLOURS, FINE, PAPER, PRINTS, SIZE_MM, Laid, table, token_catalogue
from tests.vision.tokens.sights import sighted
from tests.vision.tokens.test_bare_prints import bare_table
from vision.frame import Rgb
from vision.looks.catalogue import Catalogue, Look, look_of
from vision.observation import Detection, Side
from vision.tokens.looks import FitParams, RoundLooks
from vision.tokens.params import TokenParams
from vision.tokens.parted import Parts, is_parted
from vision.tokens.reader import TokenReader
from vision.tokens.sight import Sight, Tints
from vision.tokens.verdict import TokenVerdict

WOOD = (200, 162, 108)
SECOND = {"herb": (241, 227, 176), "beet": (233, 160, 168), "rose": (106, 61, 42), "corn": (45, 95, 138), "ink": (238, 122, 58)}
"""The other half of each."""
STICKER, FACE = 0.8, 0.5
"""Radii of the sticker, and of the pale face on which a design is drawn."""
SCALE = 2.4 * FINE
"""Pixels to a millimetre of the table as it is drawn, see `table`."""


Halves = dict[str, tuple[tuple[int, int, int], tuple[int, int, int]]]
BRIGHT: Halves = {id: (colour, SECOND[id]) for id, colour in COLOURS.items()}
ALIKE: Halves = {
    "herb": ((55, 98, 13), (110, 234, 199)),
    "beet": ((102, 106, 58), (152, 186, 124)),
    "rose": ((165, 164, 228), (225, 34, 95)),
    "corn": ((163, 130, 158), (182, 86, 26)),
    "ink": ((140, 121, 86), (104, 53, 92)),
}
"""Some of which are two colours that are about as bright."""


def draw_token(picture: Rgb, token: Laid, x: float, y: float, radius: float, off: float = 0.0, halves: Halves = BRIGHT) -> None:
    """A wooden disc with a sticker in two colours, which lies `off` radii aside; its design has a pale face."""
    at, shift = (round(x * 16), round(y * 16)), 4
    cv2.circle(picture, at, round(radius * 16), WOOD, -1, cv2.LINE_AA, shift)
    on = round((x + off * radius) * 16), at[1]
    size = (round(STICKER * radius * 16),) * 2
    for colour, start in zip(halves[token.id], (0, 180), strict=True):
        cv2.ellipse(picture, on, size, token.turn_deg, start, start + 180, colour, -1, cv2.LINE_AA, shift)
    if not token.is_plain:
        cv2.circle(picture, on, round(FACE * radius * 16), PAPER, -1, cv2.LINE_AA, shift)
        turn = np.radians(token.turn_deg)
        turned = np.asarray(PRINTS[token.id]) @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        cv2.fillPoly(picture, [np.rint(turned * radius * 10 + on).astype(np.int32)], (34, 28, 24), cv2.LINE_AA, shift)


def look(id: str, is_plain: bool, halves: Halves) -> Look:
    picture = np.full((192, 192, 3), 255, np.uint8)
    draw_token(picture, Laid(id, 0, 0, 0, is_plain), 96, 96, 96, halves=halves)
    return look_of(picture, id, "token", (SIZE_MM, SIZE_MM))


def box(halves: Halves) -> Catalogue:
    return Catalogue(tuple(look(id, plain, halves) for id in COLOURS for plain in (False, True)))


BOX = box(BRIGHT)


def test_halves_have_no_colour_of_which_they_are_most() -> None:
    looks = RoundLooks(BOX.looks, FitParams())
    assert looks.sides == (Side.DESIGN, Side.PLAIN) * len(COLOURS)
    assert is_parted(looks.discs[:, looks.in_band(1)])[looks.is_plain].all()
    plain = RoundLooks(token_catalogue().looks, FitParams())
    assert not is_parted(plain.discs[:, plain.in_band(1)])[plain.is_plain].any()


def test_the_colours_of_halves_are_told_however_far_off_their_middle_is() -> None:
    looks = RoundLooks(BOX.looks, FitParams())
    one, none = np.ones((1, 2), np.float32), np.zeros((1, 3), np.float32)
    seen = np.full((192, 192, 3), 255, np.uint8)
    draw_token(seen, Laid("beet", 0, 0, 140, True), 96, 96, 96, off=0.05)
    disc = RoundLooks([look_of(seen, "beet", "token", (SIZE_MM, SIZE_MM))], FitParams()).discs
    band = disc[:, 1::2, ::2][:, looks.in_band(2)]
    costs, hues = looks.tints(band, none + 1, none, one)[0], looks.hues(band)[0]
    assert min(costs, key=costs.__getitem__) == "beet" and costs["beet"] < 2.0
    assert min(cost for id, cost in costs.items() if id != "beet") > costs["beet"] + 4.0
    assert min(hues, key=hues.__getitem__) == "beet" and hues["beet"] < 0.05


def test_each_colour_of_a_look_is_seen_for_itself() -> None:
    """Halves that are both a little off say twice as much as one colour that is."""
    discs = np.empty((3, 8, 32, 3), np.float32)
    discs[0], discs[1], discs[2] = (0.5, 0.1, 0.1), (0.5, 0.12, 0.14), (0.1, 0.3, 0.5)
    halves = discs.copy()
    halves[:2, :, 16:] = [[[(0.1, 0.1, 0.5)]], [[(0.14, 0.12, 0.5)]]]
    one, two = (by_parts(each) for each in (discs, halves))
    assert one[0] < 0.5 and two[0] < 0.5
    assert two[1] - two[0] == pytest.approx(2 * (one[1] - one[0]), rel=0.2)


def by_parts(discs: NDArray[np.float32]) -> list[float]:
    """What the colours of the first disc cost each look."""
    none, spreads = np.zeros((1, 3), np.float32), (np.full(1, 0.35, np.float32), np.full(1, 0.25, np.float32))
    return [float(cost) for cost in Parts(discs, np.ones(8, np.bool_)).tints(discs[:1, 1::2, ::2], none + 1, none, spreads)[0]]


def laid(halves: Halves, ground: tuple[int, int, int], tokens: list[Laid]) -> Rgb:
    """A table, finely drawn, with tokens whose stickers lie a little aside."""
    picture = np.full((720 * FINE, 1280 * FINE, 3), ground, np.uint8)
    for n, token in enumerate(tokens):
        x, y = 640 * FINE + token.x * SCALE, 360 * FINE - token.y * SCALE
        draw_token(picture, token, x, y, SIZE_MM / 2 * SCALE, 0.05 * (n % 3 - 1), halves)
    return picture


def read(halves: Halves, ground: Rgb, tokens: list[Laid], lamp: tuple[float, float, float]) -> list[Detection]:
    """What each token was read as, of which every one was seen."""
    found = TokenReader(box(halves)).read(*table([], ground, lamp=lamp), ())
    near = [[one for one in found if one.centre_mm and np.hypot(one.centre_mm[0] - t.x, one.centre_mm[1] - t.y) < 2] for t in tokens]
    assert all(len(each) == 1 for each in near)
    return [each[0] for each in near]


IDS = list(COLOURS)
TOKENS = [Laid(IDS[n % 5], -150 + 34 * (n % 10), 40 - 40 * (n // 10), 53.0 * n, n % 3 > 0) for n in range(20)]


def is_right(token: Laid, found: Detection) -> bool:
    return found.id == token.id and found.side == (Side.PLAIN if token.is_plain else Side.DESIGN)


@pytest.mark.parametrize("lamp", [(0.8, 0.8, 0.8), (0.85, 0.7, 0.5)], ids=["day", "lamp"])
def test_halves_get_their_own_kinds(lamp: tuple[float, float, float]) -> None:
    """Most of them were asked about: the colour in the middle of both halves and the rim was rather another kind's."""
    found = read(BRIGHT, laid(BRIGHT, (60, 70, 84), TOKENS), TOKENS, lamp)
    assert all(one.id in (token.id, None) for token, one in zip(TOKENS, found, strict=True))
    assert sum(map(is_right, TOKENS, found)) >= 18


@pytest.mark.parametrize("lamp", [(0.47, 0.47, 0.47), (0.88, 0.88, 0.88)], ids=["dim", "bright"])
def test_halves_that_are_about_as_bright_are_no_flat_side(lamp: tuple[float, float, float]) -> None:
    """Compared in no turn of its own such a side was, of all looks, most like the only halves that counted as a print: another kind's."""
    assert RoundLooks(box(ALIKE).looks, FitParams()).sides[:8] == (Side.DESIGN, Side.PLAIN) * 4
    found = read(ALIKE, laid(ALIKE, (190, 200, 214), TOKENS), TOKENS, lamp)
    assert all(one.id in (token.id, None) for token, one in zip(TOKENS, found, strict=True))
    assert sum(one.id == token.id for token, one in zip(TOKENS, found, strict=True)) >= 12


def hardly_rimmed(own: float, other: float) -> Sight:
    """The plain side of the first kind on a ground like its rim, and what its colours cost it and the next kind."""
    none = dict.fromkeys(range(2 * len(IDS)), 0.0)
    tints = Tints(lambda: dict.fromkeys(IDS, other) | {IDS[0]: own})
    sight = sighted(rim=0.5, costs={1: 5.0, 3: 17.0}, likeness=none, tints=tints, is_clear=False)
    return replace(sight, best=1, turns={1: 0, 3: 0})


def test_both_colours_of_a_kind_are_a_question_however_little_of_a_rim_shows() -> None:
    """No patch of ground has them: on wood like that of their rims such tokens were left out without a word."""
    verdict, plain = (TokenVerdict(RoundLooks(each.looks, FitParams()), TokenParams()) for each in (BOX, token_catalogue()))
    asked = verdict.detection(hardly_rimmed(0.5, 9.0), bare_table())
    assert asked is not None and asked.id is None and asked.alternatives[0].id == IDS[0]
    assert verdict.detection(hardly_rimmed(2.0, 2.1), bare_table()) is not None, "whichever of two kinds it may be"
    assert verdict.detection(hardly_rimmed(6.0, 9.0), bare_table()) is None, "as a patch may look"
    assert verdict.detection(replace(hardly_rimmed(2.0, 9.0), costs={1: 9.0, 3: 17.0}), bare_table()) is None
    assert verdict.detection(replace(hardly_rimmed(0.5, 9.0), printed=9.0), bare_table()) is None, "or an appetite on a card"
    assert plain.detection(hardly_rimmed(0.5, 9.0), bare_table()) is None, "of one colour there are patches"
