"""Tokens with a pale face in a dark ring: the ring's inner edge shows more clearly than the rim, and is no rim."""

import cv2
import numpy as np
import pytest

from tests.vision.token_tables import FINE, PAPER, PRINTS, SIZE_MM, Laid, checked, table, token_catalogue
from vision.frame import Rgb
from vision.looks.catalogue import Catalogue, Look, look_of
from vision.observation import Side
from vision.tokens.bands import Band, band_of, outermost
from vision.tokens.reader import TokenReader

FACE = 0.71
"""Radius of the pale face, in radii of the token."""
DARK = {"herb": (42, 120, 110), "beet": (123, 45, 67), "ink": (70, 74, 130)}
SCALE = 2.4 * FINE
"""Pixels to a millimetre of the table as it is drawn, see `table`."""


def draw_ringed(picture: Rgb, token: Laid, x: float, y: float, radius: float) -> None:
    """A token with a pale face that bears its print in its own colour, in pixels."""
    cv2.circle(picture, (round(x * 16), round(y * 16)), round(radius * 16), DARK[token.id], -1, cv2.LINE_AA, 4)
    cv2.circle(picture, (round(x * 16), round(y * 16)), round(radius * FACE * 16), PAPER, -1, cv2.LINE_AA, 4)
    turn = np.radians(token.turn_deg)
    turned = np.asarray(PRINTS[token.id]) @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    cv2.fillPoly(picture, [np.rint((turned * radius * FACE * 0.8 + (x, y)) * 16).astype(np.int32)], DARK[token.id], cv2.LINE_AA, 4)


def ringed_look(id: str) -> Look:
    picture = np.full((192, 192, 3), 255, np.uint8)
    draw_ringed(picture, Laid(id, 0, 0), 96, 96, 96)
    return look_of(picture, id, "token", (SIZE_MM, SIZE_MM))


def plain_look(id: str) -> Look:
    return look_of(np.full((192, 192, 3), DARK[id], np.uint8), id, "token", (SIZE_MM, SIZE_MM))


def brown_table(tokens: list[Laid], blur: float) -> Rgb:
    """Where the camera sees dark wood and tokens on it, softly."""
    wood = np.full((720 * FINE, 1280 * FINE, 3), (112, 84, 58), np.uint8)
    for token in tokens:
        draw_ringed(wood, token, 640 * FINE + token.x * SCALE, 360 * FINE - token.y * SCALE, SIZE_MM / 2 * SCALE)
    return np.asarray(cv2.GaussianBlur(wood, (0, 0), blur * FINE), np.uint8)


def test_a_ring_lies_as_far_from_the_rim_as_it_is_wide() -> None:
    found = [band_of(ringed_look(id)) for id in DARK]
    assert [band.wide for band in found] == pytest.approx([1 - FACE] * len(DARK), abs=0.025)
    assert {band.sign for band in found} == {-1}, "darker outwards"


def test_a_figure_is_no_ring() -> None:
    assert {band_of(look) for look in token_catalogue().looks} == {Band()}


def test_edges_that_run_into_each_other_are_seen_as_one() -> None:
    assert [Band(wide, -1).sign_within(12.0) for wide in (0.1, 0.2, 0.3, 0.4, 0.5)] == [0, 0, -1, -1, 0]


def test_of_several_tokens_the_outermost_ring_counts() -> None:
    assert outermost([Band(), Band(0.4, 1), Band(0.2, -1)]) == Band(0.2, -1)
    assert outermost([Band(0.25, 1), Band(0.2, -1)]) == Band(0.2), "nobody knows which way light changes there"
    assert outermost([]) == Band()


@pytest.mark.parametrize("blur", [0.6, 1.0])
def test_dark_rings_on_dark_wood_are_tokens(blur: float) -> None:
    """None of twelve had so much as a question, though each print showed: of the rim a third was seen."""
    ids = list(DARK)
    tokens = [Laid(ids[n % 3], -150 + 52 * (n % 6), 40 - 70 * (n // 6), 37.0 * n) for n in range(12)]
    reader = TokenReader(Catalogue(tuple(look(id) for id in ids for look in (ringed_look, plain_look))))
    found = reader.read(*table([], brown_table(tokens, blur)), ())
    assert len(found) == len(tokens)
    for token in tokens:
        near = [one for one in found if one.centre_mm and np.hypot(one.centre_mm[0] - token.x, one.centre_mm[1] - token.y) < 2]
        assert [(one.id, one.side) for one in near] == [(token.id, Side.DESIGN)]


@pytest.mark.parametrize("square_px", [26, 30, 34, 38])
def test_squares_of_cloth_within_the_rim_are_no_tokens(square_px: int) -> None:
    """Their sides get lighter outwards; the ring's inner edge gets darker."""
    reader = TokenReader(Catalogue(tuple(look(id) for id in DARK for look in (ringed_look, plain_look))))
    found = reader.read(*table([], checked(square_px, DARK["beet"], (200, 196, 190))), ())
    assert [one.id for one in found if one.is_sure] == []
