"""Print too fine to be seen tints its place: lines that blur has taken away are told from none by their ink, or asked about."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.looks.test_grain import IDS, card, deck, fine, names, photo, reader
from vision.looks import canon
from vision.looks.differences import DifferParams
from vision.looks.grain import grain_of
from vision.looks.halftone import HalftoneParams, nearer
from vision.looks.lookalikes import Lookalikes
from vision.looks.matching import WINDOWS, Library, see

Floats = NDArray[np.float32]
PAPER, TINT = np.array([0.02, -0.08, 0.45], np.float32), np.array([-0.04, 0.01, -0.05], np.float32)
FINE = np.zeros((32, 24), np.bool_)
FINE[8:24, 8:16] = True
REST = ~FINE


def tinted(part: float, noise: float = 0.0) -> Floats:
    """Paper with so much of the lines' ink in its middle: opponent colours (3, 32, 24)."""
    cells = np.repeat(PAPER, 32 * 24).reshape(3, 32, 24) + np.random.default_rng(3).normal(0, noise, (3, 32, 24))
    cells[:, FINE] += part * TINT[:, None]
    return cells.astype(np.float32)


PAIR = np.stack([tinted(1), tinted(0)])


def told(seen: Floats, pair: Floats = PAIR, rest: NDArray[np.bool_] = REST) -> float:
    return nearer(seen, pair, FINE, rest, HalftoneParams())


@pytest.mark.parametrize(("blur_px", "width"), [(1.4, 2400), (3.0, 2400), (1.4, 1600), (4.0, 1600), (0.7, 900), (2.0, 640)])
def test_lines_that_cannot_be_seen_any_more_are_told_by_their_ink(blur_px: float, width: int) -> None:
    assert names(reader().read(photo(*IDS, blur_px=blur_px, width=width)).detections) == IDS


def test_lines_whose_ink_is_there_are_not_missing_however_sharp_outlines_are() -> None:
    """A camera's program that enlarges and sharpens loses lines, not their ink."""
    library, (lines, empty) = Library(deck()), (IDS.index("green-lines"), IDS.index("green-empty"))
    for id, least, most in (("green-lines", -0.1, 1.0), ("green-empty", -1.0, -0.9)):
        blurred = np.asarray(cv2.GaussianBlur(card(id), (0, 0), 6.0), np.uint8)
        seen = see(canon.shrink(blurred)).with_grain(grain_of(fine("green-empty")))
        said = Lookalikes(library, DifferParams()).weigh(seen, [(lines, empty)], WINDOWS[0])[0]
        assert least <= said.grain <= most and said.grain_weight > 100


class TestNearer:
    """Two looks by the tint of one's lines."""

    def test_each_is_nearer_to_itself(self) -> None:
        assert told(tinted(1, 0.002)) > 0.9 and told(tinted(0, 0.002)) < -0.9

    def test_half_of_the_ink_says_nothing(self) -> None:
        assert abs(told(tinted(0.5))) < 0.05

    def test_a_light_that_is_another_all_over_does_not_count(self) -> None:
        assert told(tinted(1) + np.float32(0.1)) > 0.9 and told(tinted(0) + np.float32(0.1)) < -0.9

    def test_where_the_rest_is_not_as_enrolled_either_it_says_nothing(self) -> None:
        assert told(tinted(1, 0.05)) == 0 == told(tinted(0, 0.05))

    def test_ink_that_hardly_tints_says_nothing(self) -> None:
        assert told(tinted(0), np.stack([tinted(0.3), tinted(0)])) == 0

    def test_too_little_of_the_rest_says_nothing(self) -> None:
        assert told(tinted(1), rest=REST & (np.arange(32) < 0)[:, None]) == 0
