"""What is cut out of a picture that is enrolled: a piece on plain ground, and nothing of a scan."""

import cv2
import numpy as np
import pytest

from vision.enrolling.crop import cut_out, find_piece
from vision.frame import Rgb

CARD = (63.0, 88.0)


def two_toned(high: int = 880, split: float = 0.5) -> Rgb:
    """A card of two colours, cut at its edges, a panel in its middle and a title below."""
    card = np.full((high, 630, 3), (226, 160, 150), np.uint8)
    card[round(split * high) :] = (132, 45, 33)
    cv2.rectangle(card, (60, 200), (570, 640), (255, 253, 246), -1)
    cv2.putText(card, "Sausage", (170, high - 60), cv2.FONT_HERSHEY_SIMPLEX, 2, (255, 255, 255), 4, cv2.LINE_AA)
    return card


def on_ground(card: Rgb, left: int, top: int, size: tuple[int, int] = (1200, 1600)) -> Rgb:
    ground = np.full((*size, 3), (70, 110, 80), np.uint8)
    ground[top : top + card.shape[0], left : left + card.shape[1]] = card
    return ground


@pytest.mark.parametrize("high", [880, 950])
def test_the_lower_half_of_a_card_of_two_colours_is_no_card_lying_on_its_side(high: int) -> None:
    """Its other half is no table: along three sides there is nothing of one. Nor is it where the size was written down in a hurry."""
    card = two_toned(high)
    assert find_piece(card, CARD) is None
    assert cut_out(card, CARD) is card


@pytest.mark.parametrize("turns", range(4))
def test_no_half_is_whichever_way_the_scan_was_turned(turns: int) -> None:
    card = np.ascontiguousarray(np.rot90(two_toned(), turns))
    assert find_piece(card, CARD if turns % 2 == 0 else CARD[::-1]) is None


def test_a_card_on_plain_ground_is_cut_at_its_edges() -> None:
    found = find_piece(on_ground(two_toned(), 400, 150), CARD)
    assert found is not None
    assert found.shape[0] / found.shape[1] == pytest.approx(88 / 63, rel=0.02)
    assert np.abs(found.astype(int).mean((0, 1)) - two_toned().astype(int).mean((0, 1))).max() < 6


def test_a_card_in_the_corner_of_a_flat_bed_is_cut_out_as_well() -> None:
    found = find_piece(on_ground(two_toned(), 0, 0), CARD)
    assert found is not None
    assert found.shape[0] / found.shape[1] == pytest.approx(88 / 63, rel=0.02)
