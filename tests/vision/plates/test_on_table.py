"""What lies on the table beside the plate: a camera that is rolled sees it the higher or the lower the farther it lies aside."""

import numpy as np
import pytest

from vision.observation import TABLE
from vision.plates.contacts import contacts

PLATE = np.array([(-70.0, 0.0), (70.0, 0.0), (20.0, 30.0), (-20.0, 30.0)])
"""In millimetres, y down; its foot is 30 below its rim, and stands on the table."""


def block(x: float, low: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """A piece 20 mm wide and high whose lowest points are at `low`."""
    return np.array([(x - 10, low - 20), (x + 10, low - 20), (x + 10, low), (x - 10, low)])


def lies(x: float, low: float) -> bool:
    return (TABLE, 0) in contacts([block(x, low)], PLATE, [30.0], 2.0).touching


@pytest.mark.parametrize("roll", [-0.025, 0.025])
@pytest.mark.parametrize("x", [-150.0, 105.0, 150.0])
def test_a_piece_lies_on_the_table_before_a_camera_that_is_rolled(x: float, roll: float) -> None:
    assert lies(x, 30.0 + roll * x + 1.0)


def test_one_that_hangs_over_the_table_does_not() -> None:
    assert not lies(105.0, 20.0) and not lies(40.0, 25.0)
