"""Tokens whose backs bear one print for all kinds: it tells the side, and their colours tell the kind."""

import cv2
import numpy as np
import pytest

from tests.vision.token_tables import COLOURS, FINE, PAPER, SIZE_MM, Laid, draw, table, token_catalogue
from vision.frame import Rgb
from vision.looks.catalogue import Catalogue, Look, look_of
from vision.observation import Side
from vision.tokens.backs import backs
from vision.tokens.looks import FitParams, RoundLooks
from vision.tokens.reader import TokenReader

STAR = [(np.cos(a) * r, np.sin(a) * r) for a, r in zip(np.arange(10) * np.pi / 5, (0.62, 0.26) * 5, strict=True)]
SCALE = 2.4 * FINE
"""Pixels to a millimetre of the table as it is drawn, see `table`."""


def ink_of(id: str, is_pale: bool) -> tuple[int, ...]:
    """What the star is drawn in: paper, or a darker shade of the token."""
    return PAPER if is_pale else tuple(round(0.62 * level) for level in COLOURS[id])


def draw_token(picture: Rgb, token: Laid, x: float, y: float, radius: float, is_pale: bool) -> None:
    draw(picture, token, x, y, radius)
    if token.is_plain:
        turn = np.radians(token.turn_deg)
        star = np.asarray(STAR) @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        outline = np.rint((star * radius + (x, y)) * 16).astype(np.int32)
        cv2.fillPoly(picture, [outline], ink_of(token.id, is_pale), cv2.LINE_AA, 4)


def look(id: str, is_plain: bool, is_pale: bool) -> Look:
    picture = np.full((192, 192, 3), 255, np.uint8)
    draw_token(picture, Laid(id, 0, 0, 0, is_plain), 96, 96, 96, is_pale)
    return look_of(picture, id, "token", (SIZE_MM, SIZE_MM))


def box(is_pale: bool) -> Catalogue:
    return Catalogue(tuple(look(id, plain, is_pale) for id in COLOURS for plain in (False, True)))


@pytest.mark.parametrize("is_pale", [True, False], ids=["paper", "shade"])
def test_backs_of_one_print_are_plain_sides(is_pale: bool) -> None:
    looks = RoundLooks(box(is_pale).looks, FitParams())
    assert looks.sides == (Side.DESIGN, Side.PLAIN) * len(COLOURS)


def test_designs_that_resemble_each_other_are_no_backs() -> None:
    """A ring around each design is most of its print; what tells them apart is within. Their other sides are plain."""
    looks = [look_of(ringed(id, plain), id, "token", (SIZE_MM, SIZE_MM)) for id in COLOURS for plain in (False, True)]
    assert RoundLooks(looks, FitParams()).sides == (Side.DESIGN, Side.PLAIN) * len(COLOURS)


@pytest.mark.parametrize(
    ("rest", "back", "is_back"), [(0.8, 0.96, True), (0.93, 0.99, True), (0.985, 0.99, False), (0.9, 0.94, False), (0.93, 0.96, False)]
)
def test_where_all_designs_have_a_face_and_a_rim_little_room_is_left_for_backs(
    rest: float, back: float, is_back: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such designs are alike already: a common back can be only a little more so, but leaves half of what is unlike, or less."""
    monkeypatch.setattr("vision.tokens.backs._shared", lambda ids, discs: np.array([rest, back] * 2, np.float32))
    told = backs(["red", "red", "blue", "blue"], np.zeros((4, 2, 4, 3), np.float32), np.zeros(4, np.bool_))
    assert told.tolist() == [False, is_back] * 2


def test_two_printed_sides_of_each_kind_are_both_its_own() -> None:
    looks = token_catalogue().looks[::2]
    others = [look_of(np.rot90(swapped(n)).copy(), one.id, "token", (SIZE_MM, SIZE_MM)) for n, one in enumerate(looks)]
    both = RoundLooks([each for pair in zip(looks, others, strict=True) for each in pair], FitParams())
    assert not both.is_plain.any() and set(both.sides) == {None}


def ringed(id: str, is_plain: bool) -> Rgb:
    picture = np.full((192, 192, 3), 255, np.uint8)
    draw(picture, Laid(id, 0, 0, 0, True), 96, 96, 96)
    if not is_plain:
        cv2.circle(picture, (96, 96), 70, PAPER, 16, cv2.LINE_AA)
        draw(picture, Laid(id, 0, 0), 96, 96, 50)
    return picture


def swapped(number: int) -> Rgb:
    """The print of the next kind but one in the colour of this one."""
    ids = list(COLOURS)
    picture = np.full((192, 192, 3), 255, np.uint8)
    draw(picture, Laid(ids[(number + 2) % len(ids)], 0, 0), 96, 96, 96)
    own = np.abs(picture.astype(int) - COLOURS[ids[(number + 2) % len(ids)]]).sum(axis=2) < 60
    picture[own] = COLOURS[ids[number]]
    return picture


@pytest.mark.parametrize("is_pale", [True, False], ids=["paper", "shade"])
@pytest.mark.parametrize("lamp", [(0.8, 0.8, 0.8), (0.85, 0.7, 0.5)], ids=["day", "lamp"])
def test_backs_get_their_own_kinds(is_pale: bool, lamp: tuple[float, float, float]) -> None:
    """One kind's star showed more than the others' and was the only print: every back of the table was named by it."""
    ids = list(COLOURS)
    tokens = [Laid(ids[n % 5], -150 + 34 * (n % 10), 40 - 40 * (n // 10), 53.0 * n, n % 3 > 0) for n in range(20)]
    ground = np.full((720 * FINE, 1280 * FINE, 3), (150, 140, 128), np.uint8)
    for token in tokens:
        draw_token(ground, token, 640 * FINE + token.x * SCALE, 360 * FINE - token.y * SCALE, SIZE_MM / 2 * SCALE, is_pale)
    found = TokenReader(box(is_pale)).read(*table([], ground, lamp=lamp), ())
    for token in tokens:
        near = [one for one in found if one.centre_mm and np.hypot(one.centre_mm[0] - token.x, one.centre_mm[1] - token.y) < 2]
        assert [(one.id, one.side) for one in near] == [(token.id, Side.PLAIN if token.is_plain else Side.DESIGN)]
