"""A look is only laid where enough of its print is found, wherever each block of it fits best."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.align import AlignParams, move_between
from vision.looks import canon

MARGIN = canon.MARGIN
EVERYWHERE = replace(AlignParams(), least_found=-1.0)


def edges_of(seed: int) -> NDArray[np.float32]:
    """Edges of smooth blotches all over the canonical raster and the margin around it."""
    noise = np.random.default_rng(seed).uniform(0, 255, (canon.HEIGHT + 2 * MARGIN, canon.WIDTH + 2 * MARGIN)).astype(np.float32)
    soft = np.asarray(cv2.GaussianBlur(noise, (0, 0), 3), np.float32)
    return canon.edges((255 * (soft - soft.min()) / (soft.max() - soft.min())).astype(np.uint8))


def within(around: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.ascontiguousarray(around[MARGIN:-MARGIN, MARGIN:-MARGIN])


def test_a_look_is_found_where_its_print_is() -> None:
    seen = edges_of(1)
    found = move_between(np.roll(seen, 2, 1), within(seen), AlignParams())
    assert found is not None
    assert np.abs(found - [[1, 0, 2], [0, 1, 0], [0, 0, 1]]).max() < 0.1


def test_a_few_blocks_that_agree_are_no_look() -> None:
    """Four blocks in a row say where it would lie; of all the other print there is none."""
    seen = edges_of(1)
    bare = np.zeros_like(seen)
    bare[: MARGIN + canon.BLOCK, : MARGIN + 4 * canon.BLOCK] = seen[: MARGIN + canon.BLOCK, : MARGIN + 4 * canon.BLOCK]
    assert move_between(bare, within(seen), EVERYWHERE) is not None
    assert move_between(bare, within(seen), AlignParams()) is None


def test_a_third_of_a_look_is_enough() -> None:
    """What covers the rest has print of its own, of which some resembles that of the look somewhere."""
    seen, other = edges_of(1), edges_of(2)
    part = MARGIN + canon.HEIGHT // 3
    assert move_between(np.concatenate([seen[:part], other[part:]]), within(seen), AlignParams()) is not None
