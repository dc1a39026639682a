"""Ten thousand random legal games of every game and number of players, in blocks; a few of each in the quick suite."""

import pytest

from companion.games import available
from tests.games.random_games import BLOCK, PLAYED, TABLES, play

QUICK = 4
GAMES = 10_000
FIRST = 1_000_000
"""Seeds of the quick games, apart from those of the slow ones."""


def test_every_game_is_played() -> None:
    assert set(PLAYED) == set(available())


@pytest.mark.parametrize(("name", "players"), TABLES, ids=str)
def test_some_random_games(name: str, players: int) -> None:
    assert sum(play(name, players, FIRST + seed) for seed in range(QUICK)), "no game came to its end"


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("block", range(GAMES // BLOCK))
@pytest.mark.parametrize(("name", "players"), TABLES, ids=str)
def test_ten_thousand_random_games(name: str, players: int, block: int) -> None:
    ended = sum(play(name, players, seed) for seed in range(block * BLOCK, (block + 1) * BLOCK))
    assert ended > BLOCK * 0.8, "hardly a game is left without its end"
