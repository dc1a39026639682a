"""A place that has not the shape of what it resembles is none, where the table's plane is known."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.cards.test_sizes import TWICE, box, plane_of
from tests.vision.cards.test_verdict import PARAMS, SURE
from tests.vision.deck import Table, card, catalogue
from vision.cards.settling import settle
from vision.cards.shapes import Shapes
from vision.cards.verdict import stands
from vision.reader import TableReader


def test_alone_a_piece_may_have_the_shape_of_a_size_that_nobody_measured() -> None:
    shapes = Shapes([(63.0, 88.0)])
    assert not shapes.is_askew(0, box(100, 100), TWICE, {}), "a square tile, enrolled as a card"
    assert shapes.is_askew(0, box(100, 90), TWICE, {}) and shapes.is_askew(0, box(50, 110), TWICE, {})
    assert not shapes.is_askew(0, box(100, 90), None, {}), "without a plane nothing is told"


def test_others_of_its_shape_tell_what_is_usual_here() -> None:
    shapes = Shapes([(60.0, 90.0), (90.0, 60.0), (40.0, 40.0)])
    lying = [(0, box(60, 99)), (1, box(60, 100)), (0, box(60, 101))]
    usual = shapes.usual(lying, TWICE)
    assert not shapes.usual(lying[:2], TWICE), "of two nobody knows which one is right"
    assert not shapes.is_askew(0, box(120, 200), TWICE, usual), "one that lies higher is larger, and no longer"
    assert shapes.is_askew(0, box(60, 80), TWICE, usual) and shapes.is_askew(1, box(50, 100), TWICE, usual)
    assert not shapes.is_askew(2, box(50, 42), TWICE, usual), "of another shape"


def test_its_corners_are_square_and_its_sides_as_long_as_those_across_from_them() -> None:
    shapes = Shapes([(60.0, 90.0)])
    lean = np.array([[0, 0], [60, 0], [85, 90], [25, 90]], np.float32)
    keystone = np.array([[0, 0], [60, 0], [50, 90], [10, 90]], np.float32)
    assert shapes.is_askew(0, lean, TWICE, {}) and shapes.is_askew(0, keystone, TWICE, {})
    assert not shapes.is_askew(0, np.asarray((lean + 3 * box(60, 90)) / 4, np.float32), TWICE, {}), (
        "where a look comes to rest is a few pixels off"
    )


def test_behind_the_horizon_nothing_is_told() -> None:
    tilted = np.array([[1.0, 0, 0], [0, 1.0, 0], [0, -0.01, 1.0]])
    shapes = Shapes([(60.0, 90.0)])
    assert not shapes.is_askew(0, box(120, 180), tilted, {}) and not shapes.usual([(0, box(120, 180))] * 3, tilted)


def test_a_reading_of_another_shape_is_a_question_where_there_is_no_other() -> None:
    askew, less = replace(SURE, look=1, agreement=0.99, askew=True), replace(SURE, agreement=0.8, margin=0.1)
    assert not stands(askew, PARAMS)
    assert settle([askew, less], PARAMS) == [less] and settle([askew], PARAMS) == [askew]


@pytest.mark.parametrize(("narrower", "named"), [(1.0, True), (0.8, False)])
def test_a_piece_that_is_narrower_than_the_others_of_its_shape_has_no_name(narrower: float, named: bool) -> None:
    """As two of three columns of staves, read as a stone with two."""
    table, ids = Table(2), ["red-2", "blue-2", "green-3"]
    for n, id in enumerate(ids):
        ink, number = id.split("-")
        table.lay(card(ink, int(number)), (70 + 110 * n, 80))
    wide = round(300 * narrower)
    squeezed = np.full((450, 300, 3), (70, 100, 80), np.uint8)
    squeezed[:, :wide] = cv2.resize(card("red", 3), (wide, 450), interpolation=cv2.INTER_AREA)
    table.lay(squeezed, (120, 210))
    found = TableReader(catalogue(range(2, 4))).read(table.picture(), plane_of(table)).detections
    assert sorted(one.id for one in found if one.id is not None) == sorted([*ids, "red-3"] if named else ids)
    assert named or [maybe.id for one in found for maybe in one.alternatives] == ["red-3"]
