"""Tokens on printed cells: bleached by glare, on print of their own colour, and what is none."""

import cv2
import numpy as np
import pytest

from vision.ant_colours import COLOURS, colour_name
from vision.ants import find_ants
from vision.cells import MARGIN, PX_PER_CELL, Flat, Grid
from vision.observation import Ant

Rgb = tuple[int, int, int]
OWN = {name: COLOURS[name] for name in ("black", "red", "yellow", "blue")}


def paper(token: Rgb | None, scribble: Rgb, ground: Rgb = (250, 248, 242)) -> Flat:
    """Three by three cells of scribble and letters; on the one in the middle, where there is one, a token instead of a letter."""
    rng, side = np.random.default_rng(3), PX_PER_CELL
    picture = np.full((5 * side, 5 * side, 3), ground, np.uint8)
    for _ in range(110):
        x, y, dx, dy = (int(v) for v in rng.integers(-20, 5 * side + 20, 4))
        cv2.line(picture, (x, y), (x + (dx - x) // 4, y + (dy - y) // 4), scribble, 2, cv2.LINE_AA)
    for i in range(9):
        x, y = round((i % 3 + 0.5 + MARGIN) * side), round((i // 3 + 0.5 + MARGIN) * side)
        if i != 4 or token is None:
            cv2.putText(picture, "ESACORTUD"[i], (x - 9, y + 10), cv2.FONT_HERSHEY_DUPLEX, 0.9, (40, 95, 100), 2, cv2.LINE_AA)
        else:
            cv2.circle(picture, (x - 3, y - 4), round(0.34 * side), token, -1, cv2.LINE_AA)
    return Flat(Grid(3, 3, np.eye(3)), np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.7), np.uint8))


def found(flat: Flat) -> tuple[tuple[int, int, str | None, bool], ...]:
    return tuple((ant.row, ant.col, ant.color, ant.special) for ant in find_ants(flat, flat.grid.middles, 3, OWN) if isinstance(ant, Ant))


def test_a_token_is_found_and_named() -> None:
    assert found(paper((35, 85, 165), (215, 90, 80))) == ((1, 1, "blue", False),)


def test_letters_on_scribble_are_no_tokens() -> None:
    assert found(paper(None, (215, 90, 80))) == ()
    assert found(paper(None, (250, 200, 195))) == ()


def test_a_token_that_glare_has_bleached_is_there_without_a_name() -> None:
    assert found(paper((240, 205, 208), (250, 200, 190))) == ((1, 1, None, False),)


def test_a_token_on_print_of_its_own_colour_is_found() -> None:
    assert found(paper((205, 55, 50), (205, 60, 55))) == ((1, 1, "red", False),)


def test_a_yellow_token_in_glare_is_not_called_white() -> None:
    assert colour_name(np.array((0.97, 1.06, 0.78), np.float32)) is None
    assert colour_name(np.array((0.97, 1.06, 0.78), np.float32), OWN) == "yellow", "where none is white"
    assert colour_name(np.array((0.97, 1.0, 0.95), np.float32)) == "white"


@pytest.mark.parametrize(
    ("colour", "name"),
    [
        ((0.68, 0.45, 0.45), "red"),
        ((0.5, 0.65, 0.69), "black"),
        ((0.05, 0.05, 0.06), "black"),
        ((0.5, 0.2, 0.2), "red"),
        ((0.6, 0.55, 0.42), None),
    ],
    ids=["red in glare", "black under a blue sky", "black", "red", "yellow in glare"],
)
def test_a_washed_out_colour_is_not_called_black(colour: tuple[float, float, float], name: str | None) -> None:
    assert colour_name(np.array(colour, np.float32), OWN) == name
