"""How fast the rules are, for every game: violations and apply per second on one core. Printed, never judged."""

from time import perf_counter
from typing import Any

import pytest

from companion.games import available
from companion.pack import built_in
from fixtures.play import Step, random_play, setup_of


@pytest.mark.parametrize("name", available())
def test_actions_per_second(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    game, pack = available()[name], built_in(name)
    setup = setup_of(pack, pack.players[1])
    games = [(game.initial(pack, setup), list(random_play(game, game.initial(pack, setup), seed))) for seed in range(3)]
    actions = sum(len(steps) for _, steps in games)
    start = perf_counter()
    ends = [_replay(game, state, steps) for state, steps in games]
    seconds = perf_counter() - start
    assert ends == [steps[-1].after for _, steps in games]
    with capsys.disabled():
        print(f"\n{name}: {actions / seconds:,.0f} actions/s, violations and apply ({actions} actions of 3 random games)")


def _replay(game: Any, state: Any, steps: list[Step]) -> Any:
    for step in steps:
        game.violations(state, step.action)
        state = game.apply(state, step.action)
    return state
