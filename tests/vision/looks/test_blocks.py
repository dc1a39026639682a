"""Blocks of a look's edges in other edges, against a loop over every step."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.looks import canon
from vision.looks.blocks import CORNERS, energies, peaks, responses

Floats = NDArray[np.float32]
TOLD = np.array([0, 7, 22, 47])
"""Blocks, two of them in corners of the raster."""


def edges(reach: int) -> tuple[Floats, Floats]:
    rng = np.random.default_rng(5)
    look = rng.normal(size=(canon.HEIGHT, canon.WIDTH, 2)).astype(np.float32)
    seen = rng.normal(size=(canon.HEIGHT + 2 * reach, canon.WIDTH + 2 * reach, 2)).astype(np.float32)
    seen[reach + 1 : reach + 1 + canon.HEIGHT, reach - 2 : reach - 2 + canon.WIDTH] += look
    return seen, look


@pytest.mark.parametrize("reach", [2, 4, 8])
@pytest.mark.parametrize("is_known", [True, False])
def test_a_block_is_held_against_what_is_seen_at_each_step(reach: int, is_known: bool) -> None:
    seen, look = edges(reach)
    found = responses(seen, look, TOLD, reach, energies(look) if is_known else None)
    assert found.shape == (len(TOLD), 2 * reach + 1, 2 * reach + 1)
    for i, block in enumerate(TOLD.tolist()):
        x, y = CORNERS[block].tolist()
        own = look[y : y + canon.BLOCK, x : x + canon.BLOCK]
        for right, down in ((0, 0), (1, 2), (2 * reach, 0), (0, 2 * reach), (reach - 2, reach + 1)):
            there = seen[y + down : y + down + canon.BLOCK, x + right : x + right + canon.BLOCK]
            expected = np.vdot(own, there) / np.linalg.norm(own) / np.linalg.norm(there)
            assert found[i, down, right] == pytest.approx(expected, abs=1e-4)


def test_where_a_block_lies_is_told_right_and_down() -> None:
    at, match = peaks(responses(*edges(4), TOLD, 4))
    np.testing.assert_allclose(at, np.tile([2, 5], (len(TOLD), 1)), atol=0.5)
    assert (match > 0.5).all()


def test_a_peak_lies_between_steps_and_never_beyond_the_last_one() -> None:
    found = np.zeros((3, 5, 5), np.float32)
    found[0, 2, 1:4] = 0.6, 1.0, 0.9
    found[1, 0, 4] = 1.0
    found[2, 4, 0:2] = 1.0, 0.9
    at, match = peaks(found)
    np.testing.assert_allclose(at[0], [2 + 0.3 / (2 * (2 - 0.6 - 0.9)), 2], atol=1e-6)
    assert match.tolist() == [1, 1, 1]
    assert (np.abs(at[1:] - np.array([[4, 0], [0, 4]])) <= 0.5).all()
