"""Cells over a part of which something lies: a hand as pale as paper through a red glass, a token's edge; and cells that are whole."""

import cv2
import numpy as np
import pytest

from tests.vision.letterart import Style
from tests.vision.lettering import write
from vision.letters.cells import MARGIN, PX_PER_CELL, Flat, Grid
from vision.tiles.halves import cut_short, half_covered
from vision.tiles.redfilter import red_glass

COUNT = 6
ALL = np.arange(COUNT * COUNT)
STYLE = Style(tile=(250, 242, 230), ink=(52, 60, 72))
SKIN, DARK_SKIN, TOKEN, PALE = (205, 150, 122), (120, 80, 60), (36, 86, 168), (220, 205, 220)


def board() -> Flat:
    """Six rows of six letters below curls of red."""
    rng, side = np.random.default_rng(5), PX_PER_CELL
    wide = round((COUNT + 2 * MARGIN) * side)
    picture = np.full((wide, wide, 3), STYLE.tile, np.uint8)
    for i in range(COUNT * COUNT):
        y, x = (round((v + MARGIN) * side) for v in divmod(i, COUNT))
        write(picture, "ESACORTUD"[i % 9], (x + side / 2 - 0.5, y + side / 2 - 0.5), side / 3, STYLE.ink, side / 40)
    for _ in range(100):
        way = rng.uniform(0, 6.3) + np.cumsum(rng.normal(0, 0.35, 40))
        path = rng.uniform(0, wide, 2) + np.cumsum(np.stack([np.cos(way), np.sin(way)], -1) * 4, axis=0)
        cv2.polylines(picture, [np.rint(path).astype(np.int32)], False, (238, 90, 74), 2, cv2.LINE_AA)
    return Flat(Grid(COUNT, COUNT, np.eye(3)), picture)


def seen(flat: Flat, light: float = 1.0) -> Flat:
    """As a camera sees it: a little blurred and noisy, with a shadow over a part."""
    rng = np.random.default_rng(2)
    shade = np.linspace(1.0, 0.75, flat.pixels.shape[1])[None, :, None]
    blurred = cv2.GaussianBlur(flat.pixels, (0, 0), 1.0).astype(np.float32) * shade * light
    return flat.with_pixels(np.asarray(np.clip(blurred + rng.normal(0, 2.0, blurred.shape), 0, 255), np.uint8))


@pytest.mark.parametrize("light", [1.0, 0.5])
def test_no_cell_is_taken_for_covered_that_is_whole(light: float) -> None:
    assert not half_covered(seen(board(), light), board().grid.middles, ALL).any()


@pytest.mark.parametrize("colour", [SKIN, DARK_SKIN, TOKEN, PALE])
@pytest.mark.parametrize("way", ["left", "below", "corner"])
def test_a_cell_is_told_over_a_part_of_which_something_lies(way: str, colour: tuple[int, int, int]) -> None:
    flat, cell = board(), round((2 + MARGIN) * PX_PER_CELL)
    part = {"left": (0, -12, 40, 17), "below": (24, 0, 52, 40), "corner": (22, 22, 52, 52)}[way]
    flat.pixels[cell + part[0] : cell + part[2], cell + part[1] : cell + part[3]] = colour
    told = half_covered(seen(flat), flat.grid.middles, ALL)
    assert told[2 * COUNT + 2]
    assert told.sum() <= 4, "and at most those beside it on which it lies as well"
    some = np.array([2 * COUNT + 2, 0])
    assert half_covered(seen(flat), flat.grid.middles, some).tolist() == [True, False], "of some cells the same"
    assert not len(half_covered(seen(flat), flat.grid.middles, some[:0]))


def test_print_that_is_dense_in_one_corner_is_not_taken_for_something_that_lies_there() -> None:
    flat, cell = board(), round((2 + MARGIN) * PX_PER_CELL)
    flat.pixels[cell + 22 : cell + 40, cell + 22 : cell + 40] = (238, 62, 74)
    assert not half_covered(seen(flat), flat.grid.middles, ALL).any()


def under_a_finger(reach_px: int) -> Flat:
    """The board with a pale finger from within a cell on, so far each way; its light falls off by a fifth with each cell."""
    flat, first = board(), round((2 + MARGIN) * PX_PER_CELL) + 20
    light = np.broadcast_to(1 - 0.2 * np.arange(reach_px)[:, None] / PX_PER_CELL, (reach_px, reach_px))
    flat.pixels[first : first + reach_px, first : first + reach_px] = np.array((240, 195, 180)) * light[..., None]
    return seen(flat)


@pytest.mark.parametrize(("reach_px", "is_told"), [(46, True), (30, False)])
def test_a_finger_whose_light_falls_off_is_told_by_how_far_it_goes(reach_px: int, is_told: bool) -> None:
    """What is no more even than that and ends beside the cell is dense print."""
    assert half_covered(under_a_finger(reach_px), board().grid.middles, ALL)[2 * COUNT + 2] == is_told


def test_beside_a_cell_that_shows_nothing_less_even_light_is_a_finger_s() -> None:
    flat, first = board(), round((2 + MARGIN) * PX_PER_CELL) + 20
    light = np.broadcast_to(1 - 0.3 * np.arange(46)[:, None] / PX_PER_CELL, (46, 46))
    flat.pixels[first : first + 46, first : first + 46] = np.array((240, 195, 180)) * light[..., None]
    cell, beside = 2 * COUNT + 2, np.zeros(COUNT * COUNT, np.bool_)
    assert not half_covered(seen(flat), flat.grid.middles, ALL, beside)[cell]
    beside[cell] = True
    assert half_covered(seen(flat), flat.grid.middles, ALL, beside)[cell]
    assert not half_covered(seen(board()), board().grid.middles, ALL, np.ones_like(beside)).any()


@pytest.mark.parametrize("turn", [0, 1])
def test_beside_a_cell_that_shows_nothing_a_letter_lower_than_the_others_is_cut(turn: int) -> None:
    """A finger over the upper part of an E leaves a low L, and so little of the cell that no half of it is even."""
    flat, cell, first = board(), 2 * COUNT + 2, round((2 + MARGIN) * PX_PER_CELL)
    flat.pixels[first - 4 : first + PX_PER_CELL // 2, first - 4 : first + PX_PER_CELL + 4] = SKIN
    whole, cut = (seen(one).with_pixels(red_glass(np.rot90(seen(one).pixels, turn).copy())) for one in (board(), flat))
    numbers = np.rot90(ALL.reshape(COUNT, COUNT), turn).ravel()
    turns, beside, middles = np.full(COUNT * COUNT, turn), np.isin(numbers, [cell, cell + 1]), flat.grid.middles
    assert numbers[cut_short(cut, middles, turns, ALL, beside)].tolist() == [cell]
    assert not cut_short(whole, middles, turns, ALL, beside).any()
    assert not cut_short(cut, middles, turns, ALL, np.zeros_like(beside)).any(), "in the open nothing cuts it"
    few = np.flatnonzero(beside)
    assert not cut_short(cut, middles, turns, few, beside).any(), "few letters do not tell how high they are"
