"""Rings of foods that hardly stand out: closed all round as the board's clear ones are, unlike a curl that is open."""

from dataclasses import replace

import cv2
import numpy as np

from vision.letters.cells import MARGIN, PX_PER_CELL, Flat, Grid
from vision.observation import Point
from vision.tiles.closedrings import Board, Corner, closed_ones
from vision.tiles.rings import over_chance, ring_of

COUNT, CELLS = 15, 5
CORNERS = [(row, col) for row in (0, 5, 10) for col in (0, 5, 10)]
RING, CURL = (2.5, 1.5), (0.5, 2.5)
"""Places on a tile."""
INK_IN_GLARE, NOISY_INK, TOKEN_INK = 198, 170, 180
"""Of a ring; the others have 150, and the ground 225."""
NOISE, FADED, WASHED = 12.0, 0.4, 0.05
CLOSED_DEG = 250
"""Of a curl that is so far round that it is nearly closed."""


def board(faint: Corner, arc_deg: int, radius: float = 0.24, ink: int = 150, curl_deg: int = 215, noise: float = 2.0) -> Board:
    """Nine tiles through a red glass: a ring on each, that of one so wide, round and dark; there an open curl, and such noise."""
    side = round((COUNT + 2 * MARGIN) * PX_PER_CELL)
    grey = np.full((side, side), 225, np.uint8)
    for r, c in np.ndindex(COUNT, COUNT):
        x, y = _px(c), _px(r)
        cv2.putText(grey, "BERNHAST"[(r * COUNT + c) % 8], (x - 8, y + 9), cv2.FONT_HERSHEY_DUPLEX, 0.8, 60, 2, cv2.LINE_AA)
    for row, col in CORNERS:
        is_faint = (row, col) == faint
        size, round_deg, grey_level = (radius, arc_deg, ink) if is_faint else (0.24, 360, 150)
        _arc(grey, (row + RING[0], col + RING[1]), size, round_deg, grey_level)
        if is_faint:
            _arc(grey, (row + CURL[0], col + CURL[1]), 0.24, curl_deg, 120)
    rough = np.random.default_rng(1).normal(0, 1, grey.shape) * 2
    (top, left), (bottom, right) = ((_px(at - 0.5) for at in corner) for corner in (faint, (faint[0] + CELLS, faint[1] + CELLS)))
    rough[top:bottom, left:right] *= noise / 2
    seen = np.clip(cv2.GaussianBlur(grey, (0, 0), 0.8) + rough, 0, 255)
    grid = Grid(COUNT, COUNT, np.eye(3))
    return Board(Flat(grid, np.asarray(seen, np.uint8)), grid.middles, COUNT, CELLS, np.ones(COUNT * COUNT, np.bool_))


def _px(at: float) -> int:
    return round((at + 0.5 + MARGIN) * PX_PER_CELL)


def _arc(grey: np.ndarray, at: Point, radius: float, degrees: int, ink: int) -> None:
    axes = (round(radius * PX_PER_CELL),) * 2
    cv2.ellipse(grey, (_px(at[1]), _px(at[0])), axes, 20, 0, degrees, ink, 1, cv2.LINE_AA)


def found(there: Board) -> dict[Corner, Point | None]:
    """The rings that stand out."""
    return dict(zip(CORNERS, over_chance([ring_of(there.grey, there.middles, COUNT, at, CELLS) for at in CORNERS]), strict=True))


def test_a_ring_beside_a_curl_as_dark_is_told_by_being_closed_as_the_others_are() -> None:
    there = board((5, 5), 360)
    standing = found(there)
    assert standing[5, 5] is None, "it does not lead as far as rings have to"
    assert list(standing.values()).count(RING) == 8
    assert closed_ones(there, standing, {}) == dict.fromkeys(CORNERS, RING)


def test_a_curl_that_is_open_and_a_ring_of_another_size_are_none() -> None:
    for there in (board((5, 5), 200), board((5, 5), 360, radius=0.16)):
        assert closed_ones(there, found(there), {})[5, 5] is None


def test_too_few_rings_tell_nothing_but_those_known_from_before_count() -> None:
    there = board((5, 5), 360)
    few: dict[Corner, Point | None] = {(0, 0): RING, (5, 5): None, (10, 10): RING}
    assert closed_ones(there, few, {}) == few
    assert closed_ones(there, few, {(0, 5): RING})[5, 5] == RING


def test_what_looks_like_a_ring_on_one_tile_of_many_is_print() -> None:
    """All tiles of a box are printed alike; those of which it is known that they have none count, too."""
    there = board((5, 5), 360)
    one: dict[Corner, Point | None] = {(0, 0): RING}
    bare: dict[Corner, Point | None] = {(0, 5): None, (5, 0): None, (10, 0): None}
    assert closed_ones(there, one | {(5, 10): None}, {}) == one | {(5, 10): None}
    assert closed_ones(there, one | bare, {}) == dict.fromkeys(one | bare)
    assert closed_ones(there, one, bare) == dict.fromkeys(one)


def test_what_stands_out_without_being_a_ring_is_none() -> None:
    """A hand's edge, for one."""
    there = board((5, 5), 360)
    assert closed_ones(there, {(0, 0): (1.5, 1.5), (5, 0): RING}, {}) == {(0, 0): None, (5, 0): RING}


def test_a_ring_that_glare_has_taken_more_off_than_off_the_letters_is_told_where_nothing_else_on_its_tile_is_closed() -> None:
    there = board((5, 5), 360, ink=INK_IN_GLARE, curl_deg=160)
    assert closed_ones(there, found(there) | {(5, 5): None}, {})[5, 5] == RING
    there = board((5, 5), 360, ink=INK_IN_GLARE)
    assert closed_ones(there, found(there), {})[5, 5] == RING
    there = board((5, 5), 360, ink=INK_IN_GLARE, curl_deg=CLOSED_DEG)
    assert closed_ones(there, found(there), {})[5, 5] is None, "a curl is closed a little as well"


def test_a_curl_is_no_ring_because_it_stands_alone() -> None:
    """Where hardly any tile has a food, a curl stands out on one of the others now and then."""
    alone: dict[Corner, Point | None] = {(5, 5): CURL, (0, 0): None}
    assert closed_ones(board((5, 5), 360), alone, {}) == dict.fromkeys(alone)


def test_a_ring_of_which_noise_hides_a_part_is_told_by_its_sectors() -> None:
    """A fine star within it, a warm dot's edge and what the picture's blocks leave: nowhere else is there as much of a ring."""
    there = board((5, 5), 360, ink=NOISY_INK, curl_deg=150, noise=NOISE)
    assert closed_ones(there, found(there) | {(5, 5): None}, {})[5, 5] == RING
    bare = board((5, 5), 1, curl_deg=150, noise=NOISE)
    assert closed_ones(bare, found(bare) | {(5, 5): None}, {})[5, 5] is None
    curl = board((5, 5), 1, curl_deg=215, noise=0.75 * NOISE)
    assert closed_ones(curl, found(curl) | {(5, 5): None}, {})[5, 5] is None, "it is open, dark as most of its round is"


def test_what_is_as_faint_as_the_noise_that_glare_leaves_of_print_is_no_ring() -> None:
    """Of letters that are burnt to a few grey levels a curl was as dark as a ring is of theirs, and a food stood in the wrong place."""
    there = board((5, 5), 1, curl_deg=1)
    for darker, told in ((5, None), (12, CURL)):
        pixels = there.grey.pixels.copy()
        tile = (slice(_px(4.5), _px(9.5)),) * 2
        pixels[tile] = 225 - (225 - pixels[tile].astype(np.float32)) * WASHED
        for row, col in CORNERS:
            if (row, col) != (5, 5):
                _arc(pixels, (row + RING[0], col + RING[1]), 0.24, 360, 90)
        _arc(pixels, (5 + CURL[0], 5 + CURL[1]), 0.24, 360, 225 - darker)
        washed = replace(there, grey=there.grey.with_pixels(pixels))
        assert closed_ones(washed, {**found(there), (5, 5): None}, {})[5, 5] == told


def test_a_ring_beside_dark_tokens_is_held_against_the_letters_beside_them() -> None:
    there = board((5, 5), 360, ink=TOKEN_INK, curl_deg=150)
    row, col = int(5 + RING[0] - 0.5), int(5 + RING[1] - 0.5)
    grey, lettered = there.grey.pixels.copy(), there.lettered.copy()
    grey[:] = 225 - (225 - grey.astype(np.float32)) * FADED
    for r, c in ((row, col), (row + 1, col + 1)):
        cv2.circle(grey, (_px(c), _px(r)), round(0.38 * PX_PER_CELL), 5, -1, cv2.LINE_AA)
        lettered[r * COUNT + c] = False
    there = replace(there, grey=replace(there.grey, pixels=grey), lettered=lettered)
    assert closed_ones(there, {**found(there), (5, 5): None}, {})[5, 5] == RING


def test_the_size_of_rings_is_that_at_which_all_are_closed_not_that_of_what_is_printed_within_most() -> None:
    """Of five rings in full view three had a disc within that was as dark: the others of the board were looked for in its size."""
    there = board((5, 5), 360, curl_deg=20)
    pixels = there.grey.pixels.copy()
    clear = [(0, 0), (0, 5), (0, 10), (10, 0), (10, 10)]
    for row, col in clear[:3]:
        _arc(pixels, (row + RING[0], col + RING[1]), 0.17, 360, 150)
    disced = replace(there, grey=there.grey.with_pixels(pixels))
    standing: dict[Corner, Point | None] = {corner: RING if corner in clear else None for corner in CORNERS}
    assert closed_ones(disced, standing, {}) == dict.fromkeys(CORNERS, RING)
