"""Plates on the table: found in any size, told apart from all that is not round, and whether a hand lies over their rim."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.token_tables import SIZE_MM, Laid, checked, table
from vision.frame import Frame
from vision.observation import Round
from vision.table.plane import TablePlane
from vision.tokens.discs import DiscParams, flatten, rim
from vision.tokens.rounds import find_rounds, on_table

PX_PER_MM = 2.4
WOOD = (120, 92, 64)


def found(frame: Frame, plane: TablePlane) -> tuple[Round, ...]:
    flat = flatten(frame.rgb, plane, SIZE_MM, DiscParams())
    assert flat is not None
    return tuple(on_table(flat, circle) for circle in find_rounds(flat, SIZE_MM, DiscParams()))


def plate(radius_mm: float, colour: tuple[int, int, int], ground: NDArray[np.uint8] | None = None, hand: bool = False) -> NDArray[np.uint8]:
    """A plate in the middle of the table; a hand reaches over its near rim."""
    seen = np.full((720, 1280, 3), WOOD, np.uint8) if ground is None else ground.copy()
    cv2.circle(seen, (640, 360), round(radius_mm * PX_PER_MM), colour, -1, cv2.LINE_AA)
    if hand:
        cv2.line(seen, (640, 720), (640, 400), (201, 143, 114), round(55 * PX_PER_MM))
    return seen


TOKENS = [Laid("beet", 10, 0, 0, True), Laid("corn", -25, 12), Laid("herb", 0, -35)]


def test_rims_of_many_radii_at_once_are_those_of_each() -> None:
    frame, plane = table(TOKENS, plate(52, (188, 190, 196)), lean=0.1)
    flat = flatten(frame.rgb, plane, SIZE_MM, DiscParams())
    assert flat is not None
    height, width = flat.slope.shape[:2]
    middles = np.random.default_rng(3).uniform((0, 0), (width, height), (3, 4, 2)).astype(np.float32)
    radii = np.random.default_rng(4).uniform(9, 90, (3, 4)).astype(np.float32)
    each = [[rim(flat, middles[i, j], float(radii[i, j]), DiscParams()) for j in range(4)] for i in range(3)]
    assert np.array_equal(rim(flat, middles, radii, DiscParams()), np.array(each))
    assert len(np.unique(each)) > 1


class TestPlates:
    @pytest.mark.parametrize("radius_mm", [52.0, 70.0, 105.0])
    @pytest.mark.parametrize("colour", [(188, 190, 196), (70, 60, 90)])
    def test_found_where_it_lies_in_any_size(self, radius_mm: float, colour: tuple[int, int, int]) -> None:
        rounds = found(*table(TOKENS, plate(radius_mm, colour), lean=0.1))
        assert len([one for one in rounds if np.hypot(*one.centre_mm) < 4 and abs(one.radius_mm - radius_mm) < 3]) == 1
        assert not any(one.is_covered for one in rounds if np.hypot(*one.centre_mm) < 4)

    def test_found_on_checked_cloth(self) -> None:
        cloth = checked(40, (170, 60, 60), (215, 205, 190))
        assert any(
            np.hypot(*one.centre_mm) < 4 and abs(one.radius_mm - 66) < 3 for one in found(*table(TOKENS, plate(66, (188, 190, 196), cloth)))
        )

    def test_a_hand_over_its_rim_is_told(self) -> None:
        rounds = [one for one in found(*table(TOKENS, plate(70, (188, 190, 196), hand=True))) if np.hypot(*one.centre_mm) < 5]
        assert [one.is_covered for one in rounds] == [True]

    @pytest.mark.parametrize("off", [(9, 8, 7), (-10, -9, -8), (11, 6, 2)])
    def test_one_of_nearly_the_tables_colour_has_a_faint_rim_and_is_not_covered(self, off: tuple[int, int, int]) -> None:
        """Its shade shows along most of it."""
        red, green, blue = (a + b for a, b in zip(WOOD, off, strict=True))
        for hand in (False, True):
            seen = plate(70, (red, green, blue), hand=hand)
            cv2.ellipse(seen, (640, 360), (168, 168), 0, 130, 400, (70, 54, 40), 2, cv2.LINE_AA)
            rounds = [one for one in found(*table(TOKENS, seen)) if np.hypot(*one.centre_mm) < 5]
            assert [one.is_covered for one in rounds] == [hand]

    def test_no_plate_on_a_bare_table(self) -> None:
        assert found(*table(TOKENS, WOOD)) == ()
