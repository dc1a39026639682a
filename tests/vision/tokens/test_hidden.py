"""Tokens without an outline: as dark as the card on which they lie, told by the print that they hide."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.dinners import dinner
from tests.vision.token_tables import COLOURS, Laid, table, token_catalogue
from vision.frame import Frame, Rgb
from vision.looks.catalogue import look_of
from vision.observation import Detection, quad_of
from vision.table.plane import TablePlane
from vision.tokens.disc_outlines import where_it_shows
from vision.tokens.discs import ANGLES, Flat
from vision.tokens.reader import TokenReader
from vision.tokens.spots import OnPiece

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


def test_how_far_a_place_lies_within_a_card_whichever_way_it_lies() -> None:
    frame, _, guest = on_table(0)
    flat = Flat(frame.rgb, np.zeros((*frame.rgb.shape[:2], 2), np.int16), np.eye(3), np.eye(3), 1.0)
    look = look_of(card(0), "guest", "card", (80.0, 120.0))
    corners = np.asarray(guest.quad_px, np.float32)
    at = np.stack([corners.mean(axis=0), corners[0], (corners[0] + corners[1]) / 2 + (0, 5), corners[0] - (7, 0)]).astype(np.float32)
    for turn in range(4):
        there = OnPiece(frame, replace(guest, quad_px=quad_of(np.roll(corners, turn, 0))), look)
        assert there.depth(flat, at) == pytest.approx([np.ptp(corners[:, 0]) / 2, 0, 5, -7], abs=0.1)


@pytest.mark.parametrize("darker", [-7, 7])
def test_a_card_whose_print_shows_has_no_token(darker: int) -> None:
    frame, plane, guest = on_table(darker)
    assert reader(darker).read(frame, plane, (guest,)) == ()


@pytest.mark.parametrize("seed", [8618, 8807])
def test_print_that_only_tokens_beside_it_hide_with_their_sides_and_shadows_hides_no_token(seed: int) -> None:
    seen, drawn = dinner(seed)
    tokens = [one for one in seen.detections if one.kind == "token"]
    assert all(one.is_sure for one in tokens) and len(tokens) == sum("." in one.place.id for one in drawn)


def test_a_rim_is_asked_for_only_where_the_colour_does_not_go_on() -> None:
    gaps = np.arange(ANGLES) < ANGLES * np.array([[0.0], [0.25], [0.75]])
    assert where_it_shows(np.full(3, 0.6, np.float32), gaps) == pytest.approx([0.6, 0.8, 0.6])
