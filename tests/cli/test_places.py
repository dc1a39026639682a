"""Where a box's guests bear their appetites, found while it is enrolled; a slip in the list of them is told."""

import csv
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cli import places
from companion.pack import load
from tests.cli.in_process import CommandLine
from vision.enrolling.layout import Layout, Listing, find_layout

BOX = Path(__file__).parents[2] / "fixtures" / "packs" / "surrealist_dinner_party"


@pytest.fixture(scope="module")
def unsaid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our own box as an owner writes it down: nothing of places, and two appetites of Dagny the wrong way round."""
    folder = Path(shutil.copytree(BOX, tmp_path_factory.mktemp("box") / "pictures"))
    with (folder / "pieces.csv").open() as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["places"] = ""
        row["appetites"] = row["appetites"].replace("dessert|compliment|wild|wine", "compliment|dessert|wild|wine")
    with (folder / "pieces.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return folder


def test_places_are_found_and_slips_are_told(run: CommandLine, unsaid: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_for = list[float]()

    def counted(cards: Sequence[Listing], across_mm: float) -> Layout | None:
        looked_for.append(across_mm)
        return find_layout(cards, across_mm)

    monkeypatch.setattr(places, "find_layout", counted)
    ended = run("enrol", "--pictures", unsaid, "--game", "surrealist_dinner_party", "--out", tmp_path / "pack")
    assert [line for line in ended.stdout.splitlines() if "listed" in line] == [
        "dagny: place 1 is listed as compliment and looks like dessert; check it in pieces.csv",
        "dagny: place 2 is listed as dessert and looks like compliment; check it in pieces.csv",
    ]
    assert len(looked_for) == 1, "once for both"
    with (BOX / "pieces.csv").open() as file:
        printed = {row["id"]: row["places"] for row in csv.DictReader(file) if row["places"]}
    found = {piece.id: piece.attributes["places"] for piece in load(tmp_path / "pack")[0].pieces if piece.id in printed}
    assert found.keys() == printed.keys()
    for id, text in found.items():
        assert np.abs(_places(text) - _places(printed[id])).max() < 0.02, id


def _places(text: str) -> NDArray[np.float64]:
    return np.array([pair.split(",") for pair in text.split()], np.float64)
