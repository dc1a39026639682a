"""Random legal games of Appetite at rendered tables: what is read is what was played."""

import pytest

from companion.game import Pack
from companion.pack import built_in
from fixtures.closed_loop import CameraEyes, PerfectEyes, games, play

QUESTIONS, MISSED = 0.10, 0.02
"""Of all pictures, at most. They come from wood in a hard shadow and patterned cloth in too little light; the slow test prints them."""


@pytest.mark.parametrize("seed", range(1, 7))
def test_with_perfect_eyes_every_move_is_understood(seed: int) -> None:
    tally = play(built_in("appetite"), PerfectEyes(), seed)
    assert tally.events == tally.pictures > 5
    assert not tally.wrong and not tally.missed and not tally.questions


@pytest.mark.parametrize(("seed", "most"), [pytest.param(2, 14, marks=pytest.mark.slow), (3, 9)])
def test_the_first_moves_of_a_game_are_read_from_pictures(seed: int, most: int, box: tuple[Pack, CameraEyes]) -> None:
    tally = play(*box, seed, most=most)
    assert tally.wrong == [] and tally.missed == []
    assert tally.events >= tally.pictures - 1 > 1, tally.why


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_thirty_games_without_a_wrong_event(box: tuple[Pack, CameraEyes]) -> None:
    tally = games(*box, range(1, 31))
    print(tally)
    assert tally.wrong == []
    assert len(tally.missed) <= MISSED * tally.pictures, tally.missed
    assert tally.questions <= QUESTIONS * tally.pictures, tally.why
