"""How fast the rules are, for every game and number of players: violations and apply per second on one core. Printed, never judged."""

from time import process_time
from typing import Any

import pytest

from companion.game import Game
from companion.games import available
from companion.pack import built_in
from fixtures.play import Step, quick_play, setup_of

GAMES = 2
"""Random games of each table."""
MOST_ACTIONS = 150
"""Of each of them."""


@pytest.mark.parametrize("name", available())
def test_actions_per_second(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One row a game: its least and its most players, and every number between."""
    cells = [(players, *_measured(name, players)) for players in range(built_in(name).players[0], built_in(name).players[1] + 1)]
    row = " | ".join(f"{players}: {per_second:,.0f}" for players, per_second, _ in cells)
    with capsys.disabled():
        print(f"\n| {name} | {row} | {sum(actions for _, _, actions in cells)} actions")


def _measured(name: str, players: int) -> tuple[float, int]:
    """Actions a second, each judged and then applied, and how many were measured."""
    game, pack = available()[name], built_in(name)
    opening = game.initial(pack, setup_of(pack, players))
    games = [list(quick_play(game, opening, seed, MOST_ACTIONS)) for seed in range(GAMES)]
    start = process_time()
    ends = [_replay(game, opening, steps) for steps in games]
    seconds = process_time() - start
    assert ends == [steps[-1].after for steps in games]
    return sum(map(len, games)) / seconds, sum(map(len, games))


def _replay(game: Game[Any, Any], state: Any, steps: list[Step]) -> Any:
    for step in steps:
        game.violations(state, step.action)
        state = game.apply(state, step.action)
    return state
