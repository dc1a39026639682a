"""Tokens without an outline: as dark as the card on which they lie, told by the print that they hide."""

import cv2
import numpy as np
import pytest

from tests.vision.token_tables import COLOURS, Laid, table, token_catalogue
from vision.frame import Frame, Rgb
from vision.looks.catalogue import look_of
from vision.observation import Detection, quad_of
from vision.table.plane import TablePlane
from vision.tokens.disc_outlines import where_it_shows
from vision.tokens.discs import ANGLES
from vision.tokens.reader import TokenReader

PLACES = (-46.0, 0.0, 46.0)
"""Millimetres away from the viewer, of the middles of three white circles printed on the card; they lie `LEFT` of its middle."""
LEFT = 26.0


def card(darker: int) -> Rgb:
    """A white card with a column almost of one token's colour, three circles on it as large as a token, and a picture beside."""
    picture = np.full((720, 480, 3), 240, np.uint8)
    picture[:, :168] = np.array(COLOURS["ink"]) - darker
    for y in PLACES:
        middle = round(6 * (40 - LEFT)), round(6 * (60 - y))
        cv2.circle(picture, middle, 49, (250, 250, 250), -1, cv2.LINE_AA)
        cv2.circle(picture, middle, 40, COLOURS["beet"], 8, cv2.LINE_AA)
        cv2.circle(picture, middle, 14, COLOURS["beet"], -1, cv2.LINE_AA)
    cv2.rectangle(picture, (200, 80), (440, 460), (120, 140, 170), -1)
    return picture


def on_table(darker: int, *tokens: Laid) -> tuple[Frame, TablePlane, Detection]:
    """The card in the middle of the table, tokens on it."""
    ground = np.full((720, 1280, 3), (150, 140, 128), np.uint8)
    quad = table([])[1].to_px(np.array([(-40, 60), (40, 60), (40, -60), (-40, -60)], np.float64))
    (left, top), (right, low) = (np.rint(quad[i] + 0.5).astype(int) for i in (0, 2))
    ground[top:low, left:right] = cv2.resize(card(darker), (right - left, low - top), interpolation=cv2.INTER_AREA)
    return *table(tokens, ground), Detection("card", quad_of(quad), "guest", 0.99)


def reader(darker: int) -> TokenReader:
    return TokenReader(token_catalogue(extra=[look_of(card(darker), "guest", "card", (80.0, 120.0))]))


@pytest.mark.parametrize("darker", [-7, 7])
def test_a_token_without_an_outline_is_asked_about_where_it_hides_what_is_printed(darker: int) -> None:
    frame, plane, guest = on_table(darker, Laid("ink", -LEFT + 0.6, 1.0, is_plain=True))
    (found,) = reader(darker).read(frame, plane, (guest,))
    assert found.centre_mm is not None and np.hypot(found.centre_mm[0] + LEFT - 0.6, found.centre_mm[1] - 1.0) < 3.0
    assert (found.id, [one.id for one in found.alternatives]) == (None, ["ink"])


@pytest.mark.parametrize("darker", [-7, 7])
def test_a_card_whose_print_shows_has_no_token(darker: int) -> None:
    frame, plane, guest = on_table(darker)
    assert reader(darker).read(frame, plane, (guest,)) == ()


def test_a_rim_is_asked_for_only_where_the_colour_does_not_go_on() -> None:
    gaps = np.arange(ANGLES) < ANGLES * np.array([[0.0], [0.25], [0.75]])
    assert where_it_shows(np.full(3, 0.6, np.float32), gaps) == pytest.approx([0.6, 0.8, 0.6])
