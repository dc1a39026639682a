"""Random legal games of every game and number of players, filmed and followed live: nothing is told that was not played.

A hundred games of each, shared among the numbers of players, take about thirty hours of a core (2 to 2.5 s a picture, without Word
Buffet), so every game that is finished is kept in pytest's cache and not played again until the code, the packs or the tables change;
a run that is stopped goes on where it stood.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any

import pytest

from companion.pack import built_in
from fixtures.filming import Filming
from fixtures.stages import STAGES
from tests.closed_loop.boxes import open_eyes
from tests.closed_loop.live_game import play_live

ROOT = Path(__file__).parents[2]
GAMES = 100
TABLES = [(game, players) for game in sorted(STAGES) for players in range(built_in(game).players[0], built_in(game).players[1] + 1)]


@cache
def _version() -> str:
    """Of everything that a filmed game depends on."""
    content = hashlib.sha256()
    for top in ("vision", "companion", "fixtures", "tests/closed_loop"):
        for path in sorted((ROOT / top).rglob("*")):
            if path.suffix in (".py", ".toml", ".csv", ".png", ".onnx") and "web" not in path.parts:
                content.update(path.name.encode() + path.read_bytes())
    return content.hexdigest()[:12]


def finished(file: Path) -> Iterator[dict[str, Any]]:
    """The games that were played before, one a line; a line cut short by a power cut is left out."""
    for line in file.read_text().splitlines() if file.exists() else ():
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            continue


def keep(file: Path, one: dict[str, Any]) -> None:
    """Writes a finished game behind the others, on a line of its own also behind one that was cut short."""
    torn = file.exists() and not file.read_text().endswith("\n")
    with file.open("a") as log:
        log.write("\n" * torn + json.dumps(one) + "\n")


def test_a_run_that_was_stopped_goes_on_behind_the_last_whole_line(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert list(finished(file)) == []
    file.write_text('{"seed": 1}\n{"seed": 2}\n{"se')
    assert [one["seed"] for one in finished(file)] == [1, 2]
    keep(file, {"seed": 3})
    keep(file, {"seed": 4})
    assert [one["seed"] for one in finished(file)] == [1, 2, 3, 4]


def test_the_first_card_of_a_filmed_game_is_told(tmp_path: Path) -> None:
    filming = Filming(frames_per_s=8.0, still_s=1.0)
    one = play_live(*open_eyes("appetite"), 5, tmp_path, most=1, filming=filming, players=2, size_px=(1280, 720))
    assert one.wrong == [] and one.unseen == [] and one.questions == 0
    assert one.seen == 1


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_hundred_filmed_games_without_a_wrong_event(game: str, players: int, pytestconfig: pytest.Config, tmp_path: Path) -> None:
    assert pytestconfig.cache is not None
    file = pytestconfig.cache.mkdir("filmed-games") / f"{game}-{players}p-{_version()}.jsonl"
    before = {one["seed"] for one in finished(file)}
    pack, eyes = open_eyes(game)
    part = ceil(GAMES / sum(name == game for name, _ in TABLES))
    for seed in sorted(set(range(1, part + 1)) - before):
        (folder := tmp_path / str(seed)).mkdir()
        one = play_live(pack, eyes, seed, folder, filming=Filming(bump=0.1), players=players)
        keep(file, {"seed": seed, **asdict(one)})
        assert one.wrong == [], f"seed {seed}"
    played = list(finished(file))
    pictured = sum(one["actions"] - one["tapped"] for one in played)
    asked, unseen = (sum(numbers) for numbers in zip(*((one["questions"], len(one["unseen"])) for one in played), strict=True))
    print(f"{game}, {players} players: {len(played)} games, {pictured} actions that show, {asked} asked about, {unseen} not noticed")
    assert [one["seed"] for one in played if one["wrong"]] == []
