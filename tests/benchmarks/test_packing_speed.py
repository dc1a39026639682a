"""How long the best arrangement of a stomach takes to prove. Printed, never judged."""

from random import Random
from statistics import median
from time import perf_counter

import pytest

from companion.games.buffet_master.opening import box_of
from companion.games.buffet_master.packing import Goal, Item, best
from companion.games.buffet_master.pieces import BONUS, CELLS, UPRIGHT
from companion.pack import built_in


def real_dishes(rng: Random, most: int) -> tuple[Item, ...]:
    """Dishes out of the stand-in deck, as often as they can be finished, one card in ten a Free Refill."""
    found = []
    for cards in box_of(built_in("buffet_master")).dishes.values():
        for _ in range(min(card.copies for card in cards)):
            points = cards[0].points + sum(card.points for card in cards[1:] if rng.random() > 0.1)
            found.append(Item(cards[0].rows, cards[0].cols, points))
    return tuple(rng.sample(found, min(most, len(found))))


@pytest.mark.parametrize("players", [2, 4, 6])
def test_milliseconds_to_prove_a_stomach(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    rng, (rows, cols) = Random(players), UPRIGHT[CELLS[players]]
    times, nodes = [], []
    for number in range(200):
        dishes = real_dishes(rng, 1 + number % 20)
        start = perf_counter()
        found = best(dishes, ((rows, cols), (cols, rows)), Goal(BONUS[players], halves=number % 3 > 0))
        times.append(1000 * (perf_counter() - start))
        nodes.append(found.nodes)
    assert max(nodes) > 1
    with capsys.disabled():
        print(f"\nstomach of {rows * cols}: median {median(times):.2f} ms, worst {max(times):.1f} ms, {max(nodes)} positions (200 sets)")
