"""Which part of a piece shows, what is said around it, and places beside a piece."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from numpy.typing import NDArray

from vision.cards.align import AlignParams, align
from vision.cards.covering import free_blocks, free_blocks_beside, outline_of_shown
from vision.cards.neighbours import beside
from vision.cards.picture import Picture
from vision.image.quads import inside, overlap, wider
from vision.looks import canon
from vision.looks.canon import COLUMNS, CORNERS, ROWS

Floats = NDArray[np.float32]
VIEW = (1000, 800)


def rectangle(x: float, y: float, width: float = 120, height: float = 160) -> Floats:
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)


def test_a_block_is_free_only_when_all_of_it_is() -> None:
    card = rectangle(100, 100)
    assert free_blocks(card, [], VIEW).sum() == ROWS * COLUMNS
    left = free_blocks(card, [rectangle(90, 90, 70, 200)], VIEW).reshape(ROWS, COLUMNS)
    assert (left == left[0]).all()
    assert left[0].tolist() == [0, 0, 0, 1, 1, 1]
    assert free_blocks(card, [rectangle(100, 100, 50, 160)], VIEW).reshape(ROWS, COLUMNS)[0].tolist() == [0, 0, 0, 1, 1, 1]


def test_pieces_on_it_cover_a_place_together_whichever_way_around_their_corners_go() -> None:
    card = rectangle(100, 100)
    left, below, far = rectangle(90, 90, 30, 200), rectangle(90, 220, 200, 90), rectangle(700, 500)
    both = free_blocks(card, [left, far, below], VIEW)
    assert both.tolist() == np.minimum(free_blocks(card, [left], VIEW), free_blocks(card, [below], VIEW)).tolist()
    assert both.tolist() == free_blocks(card, [below[::-1].copy(), left[::-1].copy()], VIEW).tolist()
    assert 0 < both.sum() < min(free_blocks(card, [left], VIEW).sum(), free_blocks(card, [below], VIEW).sum())


def test_pieces_as_they_are_and_larger_leave_what_each_size_leaves_alone() -> None:
    card, times = rectangle(-20, 100), (1.1, 1.3)
    others = [rectangle(-30, 90, 70, 60), rectangle(60, 220), rectangle(700, 500), rectangle(101, 100)]
    found = free_blocks_beside(card, others, VIEW, times)
    assert found[0].tolist() == free_blocks(card, others, VIEW).tolist()
    for by, left in zip(times, found[1:], strict=True):
        assert left.tolist() == free_blocks(card, [wider(one, by) for one in others[:2]], VIEW).tolist()
    assert free_blocks_beside(card, others[2:], VIEW, times).shape == (1, ROWS * COLUMNS)


def test_the_outline_of_what_shows_is_clipped_to_the_picture() -> None:
    shown = np.ones(ROWS * COLUMNS, np.float32)
    around = outline_of_shown(rectangle(-60, 100), shown, VIEW)
    assert around[:, 0].min() == pytest.approx(-0.5)
    assert around[:, 0].max() == pytest.approx(60, abs=0.5)
    assert outline_of_shown(rectangle(-600, 100), shown, VIEW).shape == (0, 2)
    assert outline_of_shown(rectangle(100, 100), np.zeros_like(shown), VIEW).shape == (0, 2)


@settings(deadline=None)
@given(st.integers(1, COLUMNS), st.integers(1, ROWS))
def test_the_outline_holds_exactly_the_blocks_that_show(columns: int, rows: int) -> None:
    shown = np.zeros((ROWS, COLUMNS), np.float32)
    shown[:rows, :columns] = 1
    around = outline_of_shown(rectangle(100, 100), shown.ravel(), VIEW)
    assert around.min(0) == pytest.approx([100, 100], abs=0.1)
    assert around.max(0) == pytest.approx([100 + 120 * columns / COLUMNS, 100 + 160 * rows / ROWS], abs=0.1)


def test_four_places_beside_a_piece() -> None:
    places = list(beside([rectangle(400, 300)], VIEW))
    assert len(places) == 4
    for place, expected in zip(places, [(520, 300), (280, 300), (400, 460), (400, 140)], strict=True):
        assert overlap(place, rectangle(*expected)) > 0.99


def test_a_piece_that_lies_askew_takes_no_place_from_a_row() -> None:
    """The place on its near side reaches into the next one of the row, which is looked at all the same."""
    row = [rectangle(100, 300), rectangle(220, 300)]
    askew = np.array([[570, 400], [655, 485], [542, 598], [457, 513]], np.float32)
    for known in ([askew, *row], [*row, askew]):
        assert max(overlap(place, rectangle(340, 300)) for place in beside(known, VIEW)) > 0.99


def test_a_piece_laid_too_wide_takes_no_place_that_others_of_a_grid_tell() -> None:
    wide, below = rectangle(520, 300, 165), rectangle(400, 460)
    for known in ([wide, below], [below, wide]):
        places = list(beside(known, VIEW))
        assert max(overlap(place, rectangle(400, 300)) for place in places) > 0.99
        assert all(overlap(place, other) < 0.8 for n, place in enumerate(places) for other in places[:n])


@settings(deadline=None)
@given(st.integers(-3, 12), st.integers(-3, 6), st.booleans())
def test_places_are_in_view_free_and_none_twice(x: int, y: int, second: bool) -> None:
    known = [rectangle(80 * x, 110 * y), *([rectangle(80 * x + 120, 110 * y)] if second else [])]
    places = list(beside(known, VIEW))
    view = rectangle(0, 0, *VIEW)
    for n, place in enumerate(places):
        assert inside(place, view) > 0.45
        assert all(overlap(place, other) < 0.3 for other in [*known, *places[:n]])


def test_alignment_does_not_look_at_covered_blocks() -> None:
    """Print under a known card is that card's: it moves nothing."""
    rng = np.random.default_rng(3)
    flat = np.full((128, 96, 3), 240, np.uint8)
    for x, y in ((8, 8), (70, 10), (40, 40)):
        flat[y : y + 14, x : x + 14] = rng.integers(0, 255, (14, 14, 3))
    look = canon.edges(flat)
    table = np.full((400, 400, 3), 90, np.uint8)
    table[100:228, 100:196] = flat
    table[164:240, 90:210] = rng.integers(0, 255, (76, 120, 3))
    quad = CORNERS + np.float32(99.5) + np.array([2, -1], np.float32)
    free = free_blocks(quad, [rectangle(89.5, 163.5, 120, 76)], (400, 400))
    moved = align(Picture(table, 400), quad, look, AlignParams(), free)
    assert moved is not None
    off = np.abs(moved - (CORNERS + np.float32(99.5))).max(1)
    assert off[:2].max() < 1.0, "the side that shows"
    assert off[2:].max() < 5.0, "the side that is covered"
