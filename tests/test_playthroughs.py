"""Recorded games guard what nobody thought of: playing them anew gives the same lines."""

import pytest

from companion.games import available
from fixtures.record import FOLDER, recordings

HOW = "the rules play differently now; run `make playthroughs` and read the diff"


@pytest.mark.parametrize("game", available())
def test_every_game_plays_as_it_was_recorded(game: str) -> None:
    made = recordings(game)
    kept = {path.name: path.read_text() for path in FOLDER.glob(f"{game}-*p-seed*.txt")}
    assert sorted(kept) == sorted(made), HOW
    for name, text in made.items():
        assert kept[name] == text, f"{name}: {HOW}"


def test_no_recording_is_of_a_game_that_there_is_not() -> None:
    assert {path.name.split("-")[0] for path in FOLDER.glob("*.txt")} <= set(available())
