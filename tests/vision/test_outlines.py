"""Outlines of pieces, however little light there is."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.outlines import Floats, OutlineParams, Pixels, find_outlines, overlap

PIECE = np.array([[300, 150], [520, 170], [500, 470], [280, 450]], np.float32)


def picture(light: float) -> Pixels:
    """A pale card on a ground as pale, told by the thin shadow around it; light falls off to one side: (600, 800, 3) RGB."""
    fall = np.linspace(1.0, 0.75, 800)[None, :, None]
    seen = np.full((600, 800, 3), (233, 231, 228), np.float64)
    cv2.polylines(seen, [PIECE.astype(np.int32)], True, (162, 162, 162), 2)
    cv2.fillConvexPoly(seen, PIECE.astype(np.int32), (235, 233, 230))
    rng = np.random.default_rng(3)
    return np.asarray(np.clip(cv2.GaussianBlur(seen * fall * light, (0, 0), 0.9) + rng.normal(0, 0.8, seen.shape), 0, 255), np.uint8)


def is_found(seen: Pixels, params: OutlineParams) -> bool:
    """Whether the card's outline is among those found."""
    found: list[Floats] = find_outlines(seen, params)
    return any(overlap(PIECE, quad) > 0.9 for quad in found)


@pytest.mark.parametrize("light", [1.0, 0.6, 0.45])
def test_a_pale_card_on_pale_ground_is_found_in_dim_light_as_well(light: float) -> None:
    assert is_found(picture(light), OutlineParams())


def test_without_weaker_edges_it_is_not() -> None:
    assert not is_found(picture(0.45), replace(OutlineParams(), dim=0.0))
