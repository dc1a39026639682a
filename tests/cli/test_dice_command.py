"""`companion read --dice`, and a pack with a die: on the same picture."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import cli
from vision.frame import Frame
from vision.looks.catalogue import Catalogue
from vision.models.dice_samples import sample
from vision.observation import Detection
from vision.reader import TableReader, _placed as placed


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """A drawn table, four times as large as it was drawn."""
    rgb, _ = sample(np.random.default_rng([7_000_000, 3]), 96)
    large = cv2.resize(rgb, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    cv2.imwrite(str(tmp_path / "table.png"), large[..., ::-1])
    return tmp_path / "table.png"


def test_dice_are_told_as_pieces_of_their_own_kind(picture: Path) -> None:
    told = CliRunner().invoke(cli, ["read", str(picture), "--dice", "--json"])
    assert told.exit_code == 0, told.output
    found = json.loads(told.stdout)
    assert all(piece["kind"] == "die" and piece["id"].startswith("die-") for piece in found["pieces"])
    assert "dice" in found["timings_ms"]


def test_dice_and_letters_exclude_each_other(picture: Path) -> None:
    told = CliRunner().invoke(cli, ["read", str(picture), "--dice", "--letters"])
    assert told.exit_code != 0 and "one at a time" in str(told.exception or told.output)


def test_what_lies_on_a_piece_is_its_print_and_no_die() -> None:
    quad = ((10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0))
    far = ((80.0, 80.0), (90.0, 80.0), (90.0, 90.0), (80.0, 90.0))
    dice = (Detection("die", quad, "die-1", 0.9), Detection("die", far, "die-2", 0.9))
    reader = TableReader(Catalogue.empty(), locate=lambda frame: None, also=lambda frame: dice)
    assert reader.read(Frame(np.zeros((100, 100, 3), np.uint8), 0.0)).detections == dice
    assert placed(dice, None, (Detection("card", quad, "ace", 0.9),)) == dice[1:]
