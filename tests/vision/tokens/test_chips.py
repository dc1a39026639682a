"""Poker chips: spots along the edge on both sides, the same on every kind, beside the dots of a cloth in their colours, which bear none."""

from dataclasses import replace
from math import nan

import cv2
import numpy as np
import pytest

from tests.vision.token_tables import COLOURS, FINE, PAPER, PRINTS, SIZE_MM, Laid, draw, table
from tests.vision.tokens.sights import sighted
from vision.frame import Rgb
from vision.looks.catalogue import Catalogue, Look, look_of
from vision.observation import Detection, Side
from vision.tokens.discs import ANGLES, Flat
from vision.tokens.ground import without_ground
from vision.tokens.looks import FitParams, RoundLooks
from vision.tokens.params import TokenParams
from vision.tokens.reader import TokenReader
from vision.tokens.repeats import Ground
from vision.tokens.setting import Around
from vision.tokens.sight import Sight, Tints
from vision.tokens.unprinted import without_unprinted
from vision.tokens.verdict import TokenVerdict

SCALE = 2.4 * FINE
"""Pixels to a millimetre of the table as it is drawn, see `table`."""
KINDS = ("herb", "beet", "ink")


def draw_chip(picture: Rgb, token: Laid, x: float, y: float, radius: float) -> None:
    """A token with six small spots along its edge, and on its face a print on paper."""
    draw(picture, replace(token, is_plain=True), x, y, radius)
    at = round(x * 16), round(y * 16)
    for turn in range(6):
        start = 60 * turn + token.turn_deg
        cv2.ellipse(picture, at, (round(radius * 16),) * 2, 0, start - 10, start + 10, PAPER, -1, cv2.LINE_AA, 4)
    cv2.circle(picture, at, round(0.8 * radius * 16), COLOURS[token.id], -1, cv2.LINE_AA, 4)
    if not token.is_plain:
        cv2.circle(picture, at, round(0.66 * radius * 16), PAPER, -1, cv2.LINE_AA, 4)
        turned = np.radians(token.turn_deg)
        print = np.asarray(PRINTS[token.id]) @ np.array([[np.cos(turned), np.sin(turned)], [-np.sin(turned), np.cos(turned)]])
        cv2.fillPoly(picture, [np.rint((print * radius * 0.8 + (x, y)) * 16).astype(np.int32)], COLOURS[token.id], cv2.LINE_AA, 4)


def chip_picture(id: str, is_plain: bool) -> Rgb:
    picture = np.full((192, 192, 3), 255, np.uint8)
    draw_chip(picture, Laid(id, 0, 0, 0, is_plain), 96, 96, 96)
    return picture


BOX = Catalogue(tuple(look_of(chip_picture(id, plain), id, "token", (SIZE_MM, SIZE_MM)) for id in KINDS for plain in (False, True)))
LOOKS = RoundLooks(BOX.looks, FitParams())


def spotted(chips: list[Laid], dots: list[Laid]) -> Rgb:
    """A cloth with round dots, and chips on it."""
    cloth = np.full((720 * FINE, 1280 * FINE, 3), (203, 214, 222), np.uint8)
    for one, paint in (*((dot, draw) for dot in dots), *((chip, draw_chip) for chip in chips)):
        paint(cloth, one, 640 * FINE + one.x * SCALE, 360 * FINE - one.y * SCALE, SIZE_MM / 2 * SCALE)
    return cloth


def test_a_little_print_that_all_plain_sides_bear_tells_the_side() -> None:
    assert LOOKS.sides == (Side.DESIGN, Side.PLAIN) * len(KINDS)
    assert LOOKS.tells_back.tolist() == [False, True] * len(KINDS)


def test_rings_and_grain_are_no_such_print() -> None:
    """A ring looks the same in every turn, and grain is another one on each."""
    ringed, grained = list[Look](), list[Look]()
    for n, id in enumerate(KINDS):
        ring, grain = chip_picture(id, False), chip_picture(id, False)
        draw(ring, Laid(id, 0, 0, 0, True), 96, 96, 96)
        cv2.circle(ring, (96, 96), 74, PAPER, 6, cv2.LINE_AA)
        draw(grain, Laid(id, 0, 0, 0, True), 96, 96, 96)
        strips = np.random.default_rng(n).uniform(0.7, 1.25, 24).repeat(8)
        grain = np.clip(grain * strips[None, :, None], 0, 255).astype(np.uint8)
        for kept, plain in ((ringed, ring), (grained, grain)):
            kept += [look_of(picture, id, "token", (SIZE_MM, SIZE_MM)) for picture in (chip_picture(id, False), plain)]
    assert not RoundLooks(ringed, FitParams()).tells_back.any()
    assert not RoundLooks(grained, FitParams()).tells_back.any()


@pytest.mark.parametrize("lamp", [(0.8, 0.8, 0.8), (0.85, 0.72, 0.55)], ids=["day", "lamp"])
def test_chips_have_names_and_dots_of_the_cloth_have_none(lamp: tuple[float, float, float]) -> None:
    chips = [Laid(KINDS[n % 3], -120 + 60 * (n % 5), 30 - 60 * (n // 5), 47.0 * n, n % 2 > 0) for n in range(10)]
    places = [(x, y) for x in range(-240, 241, 40) for y in (-130, -90, 70, 110)]
    dots = [Laid(KINDS[n % 3], x, y, is_plain=True) for n, (x, y) in enumerate(places) if abs(x) < 200 or abs(y) < 80]
    found = TokenReader(BOX).read(*table([], spotted(chips, dots), lamp=lamp), ())
    for chip in chips:
        near = [one for one in found if one.centre_mm and np.hypot(one.centre_mm[0] - chip.x, one.centre_mm[1] - chip.y) < 2]
        if chip.is_plain:
            assert [(one.id, one.side) for one in near] == [(chip.id, Side.PLAIN)]
        assert len(near) == 1 and near[0].id in (chip.id, None)
    assert len(found) == len(chips), "dots are no questions, either"


def disc(n: int, back: float, rim: float = 0.9) -> Sight:
    """A disc in beet's colour with so much of the chips' spots, at the n-th place of a row."""
    tints = Tints(lambda: {"herb": 30.0, "beet": 0.3, "ink": 30.0})
    one = sighted(rim=rim, costs={3: 1.0, 1: 20.0}, likeness=dict.fromkeys(range(6), 0.0), tints=tints, is_clear=False)
    return replace(one, x=60.0 * n, best=3, turns={3: 0, 1: 0}, back=back)


def told(sights: list[Sight], named: int, around: Around | None = None) -> list[str]:
    """What becomes of them, the first of which had a name."""
    verdict, quad = TokenVerdict(LOOKS, TokenParams(), sights, around), ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    before = [Detection("token", quad, "beet", 0.9) if n < named else Detection("token", quad, why="?") for n in range(len(sights))]
    after = {id(one): found for one, found in without_unprinted(list(zip(sights, before, strict=True)), sights, verdict)}
    return ["gone" if id(one) not in after else "named" if after[id(one)].is_sure else "asked" for one in sights]


def test_what_shows_no_spots_where_a_chip_does_is_asked_about() -> None:
    assert told([disc(0, 0.9), disc(1, 0.3)], named=2) == ["named", "asked"]
    assert told([disc(0, 0.9), disc(1, 0.6)], named=2) == ["named", "named"]


def test_doubtful_ones_without_spots_are_the_cloths_where_they_are_many() -> None:
    few, many = [disc(n, 0.2) for n in range(1, 5)], [disc(n, 0.2) for n in range(1, 6)]
    assert told([disc(0, 0.9), *few], named=1) == ["named"] + 4 * ["asked"]
    assert told([disc(0, 0.9), *many], named=1) == ["named"] + 5 * ["gone"]
    assert told([disc(0, 0.1), *many], named=1) == 6 * ["asked"], "where no chip shows its spots nobody knows that they would show"


def test_a_dot_alone_is_asked_about_where_prints_show() -> None:
    print = replace(disc(0, 0.9), best=2, costs={2: 1.0, 4: 30.0}, turns={2: 0, 4: 0}, likeness={2: 0.95, 4: 0.1}, is_clear=True, back=nan)
    assert told([print, disc(1, 0.3)], named=2) == ["named", "asked"]
    assert told([print, disc(1, 0.4)], named=2) == ["named", "named"]
    assert told([disc(1, 0.3)], named=1) == ["named"]


def test_a_chip_needs_no_more_of_a_rim_among_round_things_that_are_none() -> None:
    strangers = [replace(disc(n, 0.1), costs={3: 50.0, 1: 60.0}) for n in range(1, 12)]
    sights = [disc(0, 0.9, rim=0.8), disc(12, 0.2, rim=0.8), *strangers]
    verdict = TokenVerdict(LOOKS, TokenParams(), sights)
    assert verdict.setting.strangers == len(strangers)
    assert [verdict.is_sure(one) for one in sights[:2]] == [True, False]


@pytest.mark.parametrize(("back", "own", "is_named"), [(0.9, 0.5, True), (0.4, 0.5, False), (0.9, 0.95, False)])
def test_a_chip_that_hides_a_print_like_its_face_is_none(back: float, own: float, is_named: bool) -> None:
    """On an appetite in its own colour a plain side is like what is printed there, but its spots are not; where that shows nothing lies."""
    one = replace(disc(0, back), printed=1.6, on_print=0.55, own=own)
    assert TokenVerdict(LOOKS, TokenParams(), [one]).is_sure(one) is is_named


def test_a_chip_is_no_ground_however_little_of_its_rim_shows() -> None:
    """On lace every place has as much of a rim as a token; no ground has its spots."""
    verdict, flat = TokenVerdict(LOOKS, TokenParams(), []), flatten_of(spotted([], []))
    for back, stays in ((0.9, True), (0.1, False)):
        one = replace(disc(1, back, rim=0.6), x=300.0, y=300.0, open=np.ones(ANGLES, np.bool_))
        asked = Detection("token", ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)), why="?")
        assert bool(without_ground([(one, asked, False)], verdict, Ground(flat, 12.0, [one], []))) is stays


def flatten_of(cloth: Rgb) -> Flat:
    flat = TokenReader(BOX).above(*table([], cloth)).flat
    assert flat is not None
    return flat
