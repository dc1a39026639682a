"""A place much smaller or larger than what it resembles is none, where the table's plane is known."""

import cv2
import numpy as np
import pytest

from tests.vision.deck import Floats, Table, card, catalogue
from vision.cards.sizes import Sizes
from vision.changes.patches import Known
from vision.reader import TableReader
from vision.table.plane import TablePlane

TWICE = np.diag([0.5, 0.5, 1.0])
"""Two pixels to the millimetre."""


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader(catalogue(range(2, 4)))


def box(width: float, height: float) -> Floats:
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)


def plane_of(table: Table) -> TablePlane:
    return TablePlane(np.asarray(table.view @ np.diag([2.5, 2.5, 1.0]), np.float64), "markers", 0.1)


def test_a_place_is_measured_on_the_table() -> None:
    sizes = Sizes([(60.0, 90.0), (30.0, 30.0)])
    assert sizes.times(0, box(120, 180), TWICE) == pytest.approx(1.0)
    assert sizes.times(1, box(120, 120), TWICE) == pytest.approx(2.0)
    assert sizes.fits(0, box(90, 120), TWICE) and not sizes.fits(0, box(50, 80), TWICE) and not sizes.fits(0, box(260, 400), TWICE)


def test_behind_the_horizon_nothing_is_told() -> None:
    tilted = np.array([[1.0, 0, 0], [0, 1.0, 0], [0, -0.01, 1.0]])
    sizes = Sizes([(60.0, 90.0)])
    assert sizes.times(0, box(120, 180), tilted) is None and sizes.fits(0, box(120, 180), tilted)


def test_named_pieces_tell_how_far_the_plane_is_off() -> None:
    """A mat printed at three quarters, or cards whose size was guessed: all that lies there is off by as much."""
    sizes = Sizes([(60.0, 90.0)])
    small, tiny, large = box(80, 120), box(40, 60), box(120, 180)
    assert sizes.fits_beside(0, small, TWICE, [(0, small)]) and not sizes.fits_beside(0, tiny, TWICE, [(0, small)])
    assert sizes.fits_beside(0, tiny, TWICE, []) and not sizes.fits_beside(0, large, TWICE, [(0, box(60, 90))])


def test_the_pieces_that_lay_on_a_table_before_tell_it_as_well() -> None:
    sizes = Sizes([(60.0, 90.0)])
    food = box(66, 96)
    assert sizes.fits(0, food, TWICE) and not sizes.fits(0, food, TWICE, usual=1.0), (
        "a square of wood on a card is half as large as the card"
    )
    assert sizes.fits(0, food, TWICE, usual=0.6) and not sizes.fits(0, box(120, 180), TWICE, usual=0.6)


def test_a_small_print_of_a_card_is_not_read_in_a_part_of_the_table_and_the_card_beside_it_is(reader: TableReader) -> None:
    table = Table(1)
    shrunk = np.full((450, 300, 3), (70, 100, 80), np.uint8)
    shrunk[135:315, 90:210] = cv2.resize(card("blue", 3), (120, 180), interpolation=cv2.INTER_AREA)
    table.lay(card("red", 2), (120, 150))
    table.lay(shrunk, (200, 150))
    frame, within = table.picture(), Known(within=(-9999, -9999, 9999, 9999), whole_px=1200)
    here = plane_of(table)
    assert [one.id for one in reader.read(frame, here, None, within).detections] == ["red-2"]
    at = cv2.perspectiveTransform(np.array([[[200.0, 150.0]]]), here.mm_to_px)[0, 0]
    blind = reader.read(frame, None, None, within).detections
    assert any(np.abs(np.mean(one.quad_px, 0) - at).max() < 20 for one in blind)


def test_a_plane_that_is_wrong_by_far_hides_no_card_from_a_look_at_the_whole_table(reader: TableReader) -> None:
    table = Table(1)
    table.lay(card("red", 2), (120, 150))
    right = plane_of(table)
    wrong = TablePlane(np.asarray(right.mm_to_px @ np.diag([4.0, 4.0, 1.0]), np.float64), "markers", 0.1)
    assert [one.id for one in reader.read(table.picture(), wrong).detections] == ["red-2"]
