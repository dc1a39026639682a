"""Odd words to the commands around a table: told for what they are, and at once."""

import shutil
from pathlib import Path

import pytest

from companion.cli.table import _evening
from companion.devices import Devices
from companion.games import available
from companion.pack import built_in
from tests.cli.in_process import CommandLine

PLAY = ("play", "--game", "appetite", "--players", "Ines,Bruno", "--option", "boxes=5", "--host", "127.0.0.1", "--port", 8973)


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """An evening of which nothing but its beginning was played."""
    session = _evening(tmp_path / "evenings", available()["appetite"], built_in("appetite"), ["Ines", "Bruno"], {"boxes": "5"}, True)
    session.close()
    return next((tmp_path / "evenings").iterdir())


@pytest.mark.parametrize("words", [PLAY, ("play", "--port", 8973), ("demo", "appetite", "--port", 8973)])
def test_a_folder_of_data_that_cannot_be_one_is_told(run: CommandLine, tmp_path: Path, words: tuple[object, ...]) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ines")
    for place in (tmp_path / "letter.txt", tmp_path / "letter.txt" / "below", "/proc/nowhere", "/dev/null"):
        run.refused(*words, "--data", place, says=("--data", place))


@pytest.mark.parametrize(
    ("line", "key"),
    [("port = 'x'", "port"), ("viewers = nan", "viewers"), ("names = [1]", "names"), ("data = 5", "data"), ("data = ''", "data")],
)
def test_a_setting_of_another_kind_is_told_with_its_key(run: CommandLine, tmp_path: Path, line: str, key: str) -> None:
    (tmp_path / "companion.toml").write_text(line)
    run.refused(*PLAY, "--settings", tmp_path / "companion.toml", says=(f"{tmp_path / 'companion.toml'}: {key}: ",))


@pytest.mark.parametrize("speed", ["nan", "-nan", "0", "inf"])
def test_a_demo_has_a_speed(run: CommandLine, tmp_path: Path, speed: str) -> None:
    run.refused("demo", "appetite", "--speed", speed, "--port", 8973, "--data", tmp_path, says=("--speed",))


@pytest.mark.parametrize("game", ["..", ".", "../recordings/appetite", "appetite/"])
def test_a_demo_is_of_a_game(run: CommandLine, tmp_path: Path, game: str) -> None:
    run.refused("demo", game, "--port", 8973, "--data", tmp_path, says=("no recorded table of",))


@pytest.mark.parametrize("players", ["Ines,B\nruno", "Ines," + "B" * 81, "Ines,\x1b[31mBruno"])
def test_a_name_that_is_none_is_told(run: CommandLine, tmp_path: Path, players: str) -> None:
    run.refused(*PLAY, "--players", players, "--data", tmp_path, says=("--players", "is no player's name"))
    assert list(tmp_path.iterdir()) == []


def test_lists_that_are_no_folder_are_told(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "board").write_text("AB\nCD")
    for place in (tmp_path / "board", tmp_path / "nowhere"):
        run.refused("words", "--board", tmp_path / "board", "--lists", place, says=("--lists", place, "no such folder"))


def test_a_log_without_its_pack_asks_for_it(run: CommandLine, evening: Path) -> None:
    shutil.rmtree(evening / "pack")
    run.refused("replay", evening, says=(evening / "pack", "--pack"))


def test_an_evening_that_cannot_go_on_says_how_to_begin_another(run: CommandLine, evening: Path, appetite_pack: Path) -> None:
    run.refused(*PLAY, "--pack", appetite_pack, "--data", evening.parents[1], says=("has changed since the evening began", "--new"))


def test_what_was_set_aside_earlier_stays(tmp_path: Path) -> None:
    for content in ("one", "two", "three"):
        (tmp_path / "devices.json").write_text(content)
        Devices(tmp_path / "devices.json")
    assert sorted(each.read_text() for each in tmp_path.iterdir()) == ["one", "three", "two"]


def test_a_replay_begins_with_the_evening(run: CommandLine, evening: Path) -> None:
    first = run("replay", evening).stdout.splitlines()[0]
    assert first.endswith("  the evening begins (entry 1)")
