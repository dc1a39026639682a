"""The nearest of many directions: all pairs when they are few; with cells nearly all of them, and none that is not one."""

import numpy as np
from hypothesis import given, settings, strategies as st
from numpy.typing import NDArray

from vision.cards.nearest import Nearest, NearestParams

Floats = NDArray[np.float32]


def directions(seed: int, count: int, size: int = 12) -> Floats:
    rows = np.random.default_rng(seed).normal(0, 1, (count, size)).astype(np.float32)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def by_hand(known: Floats, asked: Floats, least: float, most: int) -> set[tuple[int, int]]:
    alike = asked @ known.T
    return {(i, int(j)) for i, row in enumerate(alike) for j in np.argsort(-row)[:most] if row[j] >= least}


def pairs(known: Nearest, asked: Floats, least: float, most: int) -> set[tuple[int, int]]:
    rows, found, _ = known.search(asked, least, most)
    return set(zip(rows.tolist(), found.tolist(), strict=True))


@given(st.integers(0, 99), st.integers(1, 200), st.integers(1, 20), st.floats(-0.5, 0.9), st.integers(1, 6))
@settings(max_examples=40, deadline=None)
def test_few_are_all_compared(seed: int, count: int, questions: int, least: float, most: int) -> None:
    known, asked = directions(seed, count), directions(seed + 100, questions)
    assert pairs(Nearest(known), asked, least, most) == by_hand(known, asked, least, most)


@given(st.integers(0, 20), st.integers(50, 400))
@settings(max_examples=20, deadline=None)
def test_cells_that_are_all_searched_change_nothing(seed: int, count: int) -> None:
    known, asked = directions(seed, count), directions(seed + 100, 15)
    celled = Nearest(known, NearestParams(least=1, per_cell=10, probed=1000))
    assert pairs(celled, asked, 0.3, 4) == by_hand(known, asked, 0.3, 4)


def test_with_cells_a_near_twin_is_found_again() -> None:
    known = directions(1, 5000)
    noise = np.random.default_rng(2).normal(0, 0.05, (400, known.shape[1])).astype(np.float32)
    asked = known[::13][:400] + noise[: len(known[::13][:400])]
    asked /= np.linalg.norm(asked, axis=1, keepdims=True)
    rows, found, alike = Nearest(known, NearestParams(least=1)).search(asked, 0.7, 1)
    again = float((found[np.searchsorted(rows, np.arange(len(asked)))] == np.arange(len(asked)) * 13).mean())
    assert again > 0.97
    assert np.allclose(alike, (asked[rows] * known[found]).sum(1), atol=1e-5)


def test_the_best_come_first_in_each_row() -> None:
    rows, _, alike = Nearest(directions(3, 300)).search(directions(4, 10), -1.0, 5)
    assert np.bincount(rows).tolist() == [5] * 10
    assert all((np.diff(alike[rows == row]) <= 0).all() for row in range(10))


def test_nothing_known_nothing_near() -> None:
    rows, found, alike = Nearest(np.zeros((0, 12), np.float32)).search(directions(5, 4), 0.5, 3)
    assert len(rows) == len(found) == len(alike) == 0
