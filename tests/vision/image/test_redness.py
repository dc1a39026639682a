"""Outlines of what is as bright as its ground, and of another colour."""

import cv2
import numpy as np
import pytest

from vision.image.outlines import OutlineParams, find_outlines
from vision.image.quads import overlap
from vision.image.redness import Floats, Pixels, outlines_by_redness

PIECE = np.array([[300, 150], [520, 170], [500, 470], [280, 450]], np.float32)
AS_BRIGHT = [((120, 150, 120), (179, 120, 120)), ((195, 154, 102), (102, 201, 102)), ((228, 225, 217), (244, 217, 217))]
"""Felt, wood and cloth, each with a colour of the same grey and the same least channel, RGB."""


def table(ground: tuple[int, int, int], ink: tuple[int, int, int]) -> Pixels:
    """A card of one colour on a ground of another, through a lens and a noisy sensor: (600, 800, 3) RGB."""
    seen = np.full((600, 800, 3), ground, np.float64)
    cv2.fillConvexPoly(seen, PIECE.astype(np.int32), ink, cv2.LINE_AA)
    noise = np.random.default_rng(3).normal(0, 2.0, seen.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(seen, (0, 0), 0.9) + noise, 0, 255), np.uint8)


def has_piece(quads: list[Floats]) -> bool:
    return any(overlap(PIECE, quad) > 0.9 for quad in quads)


@pytest.mark.parametrize(("ground", "ink"), AS_BRIGHT)
def test_a_card_as_bright_as_its_ground_is_found_by_redness(ground: tuple[int, int, int], ink: tuple[int, int, int]) -> None:
    seen = table(ground, ink)
    assert has_piece(outlines_by_redness(seen, OutlineParams()))
    assert not has_piece(find_outlines(seen, OutlineParams()))


@pytest.mark.parametrize(("ground", "ink"), AS_BRIGHT)
def test_the_other_way_round_as_well(ground: tuple[int, int, int], ink: tuple[int, int, int]) -> None:
    assert has_piece(outlines_by_redness(table(ink, ground), OutlineParams()))


def test_of_grey_noise_nothing_is_found() -> None:
    assert outlines_by_redness(table((128, 128, 128), (128, 128, 128)), OutlineParams()) == []
