"""The best arrangement is the best: against brute force on small stomachs, against a solver of another kind on real ones."""

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from companion.games.buffet_master.packing import Goal, Grid, Item, Packing, best

GRIDS: dict[int, tuple[Grid, ...]] = {12: ((3, 4), (4, 3)), 20: ((4, 5), (5, 4)), 30: ((5, 6), (6, 5))}
BONUS = {12: 6, 20: 10, 30: 15}
SHAPES = [(1, 2), (2, 1), (2, 2), (1, 3), (2, 3), (3, 1), (3, 2), (1, 1), (1, 4), (4, 2), (3, 3)]


def random_items(rng: random.Random, most: int) -> tuple[Item, ...]:
    return tuple(Item(*rng.choice(SHAPES), rng.randint(0, 12)) for _ in range(rng.randint(0, most)))


def random_goal(rng: random.Random, bonus: int) -> Goal:
    return Goal(rng.choice([0, bonus]), rng.random() < 0.7)


def check(items: tuple[Item, ...], grids: tuple[Grid, ...], goal: Goal, found: Packing) -> None:
    """The arrangement is one, and is worth what it says."""
    assert found.grid in grids
    cells: set[tuple[int, int]] = set()
    numbers = [index for index, _, _ in found.placed]
    assert len(set(numbers)) == len(numbers)
    for index, row, col in found.placed:
        mine = {(row + down, col + right) for down, right in product(range(items[index].rows), range(items[index].cols))}
        assert not mine & cells
        cells |= mine
    assert all(0 <= row < found.grid[0] and 0 <= col < found.grid[1] for row, col in cells)
    inside = sum(items[index].points for index in numbers)
    assert found.full == (len(cells) == found.grid[0] * found.grid[1])
    assert found.value == goal.worth(inside, sum(item.points for item in items) - inside, found.full)


def by_force(items: tuple[Item, ...], grid: Grid, goal: Goal) -> int:
    """The best value, by trying every place for every dish."""
    total = sum(item.points for item in items)

    def deeper(index: int, covered: frozenset[tuple[int, int]], inside: int) -> int:
        if index == len(items):
            return goal.worth(inside, total - inside, len(covered) == grid[0] * grid[1])
        item = items[index]
        found = deeper(index + 1, covered, inside)
        for row in range(grid[0] - item.rows + 1):
            for col in range(grid[1] - item.cols + 1):
                mine = frozenset(product(range(row, row + item.rows), range(col, col + item.cols)))
                if not mine & covered:
                    found = max(found, deeper(index + 1, covered | mine, inside + item.points))
        return found

    return deeper(0, frozenset(), 0)


def solver_beats(items: tuple[Item, ...], grid: Grid, goal: Goal, value: int) -> bool:
    """Whether CP-SAT knows an arrangement worth more than `value`: a yes or no for every place of every dish."""
    cp_model = pytest.importorskip("ortools.sat.python.cp_model", reason="ortools is not installed (make test installs it)")
    model = cp_model.CpModel()
    covering: dict[tuple[int, int], list[Any]] = {cell: [] for cell in product(range(grid[0]), range(grid[1]))}
    inside: list[Any] = []
    for item in items:
        places = []
        for row in range(grid[0] - item.rows + 1):
            for col in range(grid[1] - item.cols + 1):
                here = model.new_bool_var("")
                places.append(here)
                inside.append(item.points * here)
                for cell in product(range(row, row + item.rows), range(col, col + item.cols)):
                    covering[cell].append(here)
        model.add_at_most_one(places)
    full = model.new_bool_var("full")
    for covers in covering.values():
        model.add_at_most_one(covers)
        model.add(sum(covers) >= full)
    total = sum(item.points for item in items)
    lost = model.new_int_var(0, total, "lost")
    if goal.halves:
        model.add(2 * lost >= total - sum(inside))
    model.add(sum(inside) + goal.bonus * full - lost > value)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    answer = solver.solve(model)
    assert answer in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE)
    return bool(answer != cp_model.INFEASIBLE)


def agree_with_solver(seed: int) -> None:
    """The arrangement is worth what it says, and the solver proves that none is worth more, and knows one worth as much."""
    rng = random.Random(seed)
    cells = rng.choice([12, 20, 30])
    items, goal = random_items(rng, {12: 8, 20: 11, 30: 14}[cells]), random_goal(rng, BONUS[cells])
    found = best(items, GRIDS[cells], goal)
    check(items, GRIDS[cells], goal, found)
    assert not any(solver_beats(items, grid, goal, found.value) for grid in GRIDS[cells]), (seed, items, goal)
    assert solver_beats(items, found.grid, goal, found.value - 1)


@pytest.mark.parametrize("seed", range(150))
def test_brute_force_finds_nothing_better(seed: int) -> None:
    rng = random.Random(seed)
    grid = rng.choice([(2, 2), (2, 3), (3, 3), (3, 4)])
    items, goal = random_items(rng, 5), random_goal(rng, rng.choice([3, 6]))
    found = best(items, (grid, grid[::-1]), goal)
    check(items, (grid, grid[::-1]), goal, found)
    assert found.value == max(by_force(items, grid, goal), by_force(items, grid[::-1], goal))


LONG_BLOCKS = (1, 2, 5, 9)
"""The other solver takes longer for these than for all others together."""


@pytest.mark.parametrize("block", [pytest.param(n, marks=pytest.mark.slow) if n in LONG_BLOCKS else n for n in range(10)])
def test_a_solver_of_another_kind_finds_nothing_better(block: int) -> None:
    for seed in range(20 * block, 20 * block + 20):
        agree_with_solver(seed)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(50))
def test_a_solver_of_another_kind_finds_nothing_better_in_10000_stomachs(block: int) -> None:
    for seed in range(1_000 + 200 * block, 1_200 + 200 * block):
        agree_with_solver(seed)


items_strategy = st.lists(st.builds(Item, st.integers(1, 6), st.integers(1, 6), st.integers(0, 30)), max_size=14).map(tuple)


@settings(deadline=None)
@given(items_strategy, st.sampled_from([12, 20, 30]), st.booleans())
def test_what_is_found_is_an_arrangement(items: tuple[Item, ...], cells: int, halves: bool) -> None:
    goal = Goal(BONUS[cells], halves)
    check(items, GRIDS[cells], goal, best(items, GRIDS[cells], goal))


@settings(deadline=None)
@given(items_strategy, st.sampled_from([12, 20, 30]), st.randoms(use_true_random=False))
def test_the_order_of_the_dishes_does_not_matter(items: tuple[Item, ...], cells: int, rng: random.Random) -> None:
    goal, other = Goal(BONUS[cells], True), list(items)
    rng.shuffle(other)
    assert best(tuple(other), GRIDS[cells], goal).value == best(items, GRIDS[cells], goal).value


@settings(deadline=None)
@given(items_strategy, st.sampled_from([12, 20, 30]), st.booleans())
def test_either_way_up_is_the_better_of_the_two(items: tuple[Item, ...], cells: int, halves: bool) -> None:
    goal = Goal(BONUS[cells], halves)
    assert best(items, GRIDS[cells], goal).value == max(best(items, (grid,), goal).value for grid in GRIDS[cells])


def test_the_bonus_may_be_worth_more_than_a_better_dish() -> None:
    # In 3 x 4 spaces either a dish of 9 points, or one of 4 points that fills everything.
    rows = (Item(3, 3, 9), Item(3, 4, 4))
    assert best(rows, ((3, 4),), Goal(6)).value == 10
    assert best(rows, ((3, 4),), Goal(4)).value == 9


def test_half_of_what_is_left_is_rounded_up_once() -> None:
    goal = Goal(halves=True)
    assert [goal.worth(0, outside, False) for outside in (0, 1, 2, 3, 6, 7)] == [0, -1, -1, -2, -3, -4]


def test_what_fits_nowhere_is_left_over() -> None:
    found = best((Item(7, 1, 9), Item(1, 1, 2)), ((5, 6),), Goal(halves=True))
    assert (found.value, found.placed) == (2 - 5, ((1, 0, 0),))


def test_there_has_to_be_a_grid() -> None:
    with pytest.raises(ValueError, match="no grid"):
        best((), (), Goal())
