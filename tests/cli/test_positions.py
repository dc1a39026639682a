"""Positions written down: what is wrong with one is told for what it is, whoever wrote it and with what."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.in_process import CommandLine

LINE = "players 2\noption boxes=5\n"


def score(run: CommandLine, file: Path, text: str | bytes, *says: object, words: tuple[object, ...] = ()) -> None:
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    run.refused("score", "--game", "appetite", "--state", file, *words, says=says)


@pytest.mark.parametrize("count", [99_999_999, -3, 5, 1, 0])
@pytest.mark.parametrize("form", ["json", "text", "option"])
def test_how_many_play_is_refused_before_they_are_named(run: CommandLine, tmp_path: Path, count: int, form: str) -> None:
    state = {"state": "hand=1", "options": {"boxes": "5"}} | ({"players": count} if form == "json" else {})
    text = f"players {count}\noption boxes=5\nhand=1" if form == "text" else json.dumps(state)
    score(run, tmp_path / "position", text, "2 to 4 players", f"not {count}", words=("--players", count) if form == "option" else ())


def test_as_many_players_are_not_named_for_an_evening_either(run: CommandLine, tmp_path: Path) -> None:
    words = ("play", "--game", "appetite", "--option", "boxes=5", "--port", 8972, "--data", tmp_path)
    run.refused(*words, "--players", 999_999_999, says=("2 to 4 players, not 999999999",))


@pytest.mark.parametrize(("players", "says"), [(["Ines", "ines"], "two players are called Ines"), (["Ines", " "], "without a name")])
def test_players_are_told_apart(run: CommandLine, tmp_path: Path, players: list[str], says: str) -> None:
    state = {"state": "hand=1", "players": players, "options": {"boxes": "5"}}
    score(run, tmp_path / "position", json.dumps(state), tmp_path / "position", says)


@pytest.mark.parametrize("words", [("a.jpg",), ("a.jpg", "--pack", "none"), ("--state", "none"), (), ("fixtures/recordings/appetite",)])
def test_a_game_that_there_is_not_is_the_cause(run: CommandLine, words: tuple[str, ...]) -> None:
    run.refused("score", *words, "--game", "poker", says=("no game 'poker'",))


def test_a_pack_of_another_game_is_not_enrolled_for_one_that_there_is_not(run: CommandLine, appetite_pack: Path) -> None:
    run.refused("play", "--game", "poker", "--pack", appetite_pack, says=("no game 'poker'",))


@pytest.mark.parametrize("game", ["appetite", "buffet_boss"])
def test_a_picture_that_is_not_there_is_the_cause(run: CommandLine, game: str, tmp_path: Path) -> None:
    run.refused("score", tmp_path / "a.jpg", "--game", game, says=(tmp_path / "a.jpg", "no such picture"))


@pytest.mark.parametrize("room", ["rulebook", "scores", "wording", "verifying"])
def test_what_asks_about_rules_and_words_loads_nothing_that_sees_or_serves(room: str) -> None:
    """On a Pi that would be seconds before every answer."""
    program = f"import sys, companion.cli.{room}; print(sorted({{'cv2', 'numpy', 'flask', 'companion.session'}} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "[]\n"
