"""`companion score IMAGE...`: the final score from one picture a player, rendered from our own deck and read by the reader."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.cli.enrolling import as_pack
from companion.pack import built_in, save
from fixtures.appetite_table import VIEW
from fixtures.art import load_art
from fixtures.film import jpeg
from fixtures.render import render
from fixtures.scene import Place, Scene
from tests.enrolled import enrolled

ROOT = Path(__file__).parents[2]
ART = ROOT / "fixtures" / "packs" / "buffet_master"
WIDE, HIGH = 64.0, 89.0
"""Millimetres from card to card of a block."""
STOMACH = [("soup-0-0", 0, 0), ("soup-1-0", 0, 1), ("tacos-0-0", 1, 1), ("free-refill", 2, 1)]
"""Id, column from the left and row from the top: soup in a column, tacos beside its lower card, finished with a Free Refill."""


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("packs") / "buffet_master"
    found = enrolled(ART)
    save(out, as_pack(found, built_in("buffet_master"), out), found.catalogue)
    return out


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """P1's stomach with a card left in hand, P2's with one dish."""
    art, folder = load_art(ART), tmp_path_factory.mktemp("pictures")
    stomach = [Place(id, -120 + WIDE * col, 60 - HIGH * row) for id, col, row in STOMACH]
    tables = [[*stomach, Place("pizza-0-0", 150, 0)], stomach[:2]]
    files = []
    for seat, places in enumerate(tables):
        file = folder / f"P{seat + 1}.jpg"
        file.write_bytes(jpeg(render(Scene(f"P{seat + 1}", 3 + seat, view=VIEW, place=tuple(places)), art)[0], 90))
        files.append(file)
    return files


def score(*words: object) -> Any:
    return CliRunner().invoke(cli, ["score", "--game", "buffet_master", *map(str, words)])


def test_the_pictures_are_scored_line_by_line(pack: Path, pictures: list[Path]) -> None:
    told = json.loads(score(*pictures, "--pack", pack, "--players", "Ines,Bruno", "--json").output)
    assert [(one["player"], one["points"]) for one in told["scores"]] == [("Ines", 8 + 3 - 5), ("Bruno", 8)]
    assert told["over"] and told["winners"] == [1]
    assert {line["clause"] for line in told["lines"]} >= {"BM-7.3", "BM-7.6"}
    words = score(*pictures, "--pack", pack).output
    assert "Player 2" in words and "wins" in words


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "name pictures or a recorded table"),
        (("P1.jpg", "--state", "x"), "name pictures or a recorded table"),
        (("P1.jpg",), "with --pack"),
        (("P1.jpg", "P2.jpg", "--pack", "PACK", "--players", "9"), "2 to 6 players"),
        (("P1.jpg", "--pack", "PACK", "--players", "2"), "2 players need 2 pictures"),
        (("P1.jpg", "nowhere.jpg", "--pack", "PACK"), "nowhere.jpg"),
        ((".", "P1.jpg"), "one recorded table"),
        (("P1.jpg", "P2.jpg", "--pack", "PACK", "--option", "no=1"), "no option 'no'"),
    ],
)
def test_what_cannot_be_scored_is_said_in_one_line(pack: Path, pictures: list[Path], words: tuple[str, ...], says: str) -> None:
    places = {"PACK": pack, "P1.jpg": pictures[0], "P2.jpg": pictures[1], ".": pictures[0].parent}
    refused = score(*(places.get(word, word) for word in words))
    assert refused.exit_code and says in str(refused.exception)
    assert "\n" not in str(refused.exception)


def test_a_game_without_pictures_says_what_to_do(pictures: list[Path]) -> None:
    refused = CliRunner().invoke(cli, ["score", "--game", "appetite", str(pictures[0])])
    assert "appetite is not scored from pictures" in str(refused.exception)
