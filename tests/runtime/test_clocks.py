"""A clock of the game starts when it is named, rings once, and is stopped by the game."""

import pytest

from companion.clocks import Clocks
from companion.game import Json
from companion.games import available
from companion.pack import built_in
from fixtures.play import random_play, setup_of

SAND: dict[str, Json] = {"clocks": [{"name": "sand", "seconds": 30}]}


def test_it_rings_once_when_its_seconds_are_over() -> None:
    clocks, over = Clocks().seen(SAND, 100.0)
    assert over == ()
    clocks, over = clocks.seen(SAND, 129.9)
    assert over == ()
    clocks, over = clocks.seen(SAND, 130.0)
    assert over == ("sand",)
    assert clocks.seen(SAND, 140.0)[1] == ()


def test_one_that_the_game_stops_does_not_ring_and_starts_anew() -> None:
    clocks, _ = Clocks().seen(SAND, 0.0)
    clocks, _ = clocks.seen({"clocks": []}, 10.0)
    clocks, over = clocks.seen(SAND, 31.0)
    assert over == () and clocks.running[0].ends_at == 61.0


@pytest.mark.parametrize("show", [{}, {"clocks": None}, {"clocks": ["sand"]}, {"clocks": [{"name": "sand", "seconds": None}]}])
def test_a_game_without_clocks(show: dict[str, Json]) -> None:
    assert Clocks().seen(show, 0.0) == (Clocks(), ())


@pytest.mark.parametrize(("game", "seconds"), [("word_buffet", 30), ("buffet_boss", 3), ("buffet_master", 5)])
def test_the_games_that_have_a_clock_name_it(game: str, seconds: int) -> None:
    rules, pack = available()[game], built_in(game)
    named = set()
    for seed in range(20):
        for step in random_play(rules, rules.initial(pack, setup_of(pack, 2)), seed):
            clocks = rules.show(step.after).get("clocks")
            assert isinstance(clocks, list)
            named |= {clock["seconds"] for clock in clocks if isinstance(clock, dict)}
        if named:
            break
    assert named == {seconds}
