"""Faces of dice that their owner has shown: told in every turn, never taken for pips or for each other."""

import csv
import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from companion.cli import cli
from vision.dice.faces import DieFaces, inked
from vision.dice.params import KIND
from vision.dice.reader import DiceReader
from vision.enrolling.enrol import enrol
from vision.enrolling.separability import separability
from vision.frame import Frame
from vision.looks.catalogue import Catalogue, Look, look_of
from vision.looks.differences import HOPELESS

Pixels = NDArray[np.uint8]
BODY, INK = (30, 90, 180), (240, 240, 235)
PIPS = {1: [(0, 0)], 5: [(0, 0), (-1, -1), (1, 1), (-1, 1), (1, -1)]}


def face(shows: str, side: int = 60) -> Pixels:
    """A flat face: a numeral, `pips:N`, or an anchor."""
    drawn = np.full((240, 240, 3), BODY, np.uint8)
    if shows.startswith("pips:"):
        for x, y in PIPS[int(shows[5:])]:
            cv2.circle(drawn, (120 + 60 * x, 120 + 60 * y), 22, INK, -1, cv2.LINE_AA)
    elif shows == "anchor":
        cv2.line(drawn, (120, 60), (120, 190), INK, 18, cv2.LINE_AA)
        cv2.line(drawn, (80, 90), (160, 90), INK, 16, cv2.LINE_AA)
        cv2.ellipse(drawn, (120, 130), (64, 60), 0, 15, 165, INK, 16, cv2.LINE_AA)
    else:
        (wide, high), _ = cv2.getTextSize(shows, cv2.FONT_HERSHEY_DUPLEX, 4.2, 14)
        cv2.putText(drawn, shows, (120 - wide // 2, 120 + high // 2), cv2.FONT_HERSHEY_DUPLEX, 4.2, INK, 14, cv2.LINE_AA)
    return np.asarray(cv2.resize(drawn, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def turned(flat: Pixels, degrees: float, squeeze: float = 1.0, seed: int = 0) -> Pixels:
    """A face on a table of wood colour, turned, narrower one way, a little noisy; its middle in the middle."""
    side = flat.shape[0]
    table = np.full((3 * side, 3 * side, 3), (150, 110, 70), np.uint8)
    matrix = cv2.getRotationMatrix2D(((side - 1) / 2, (side - 1) / 2), degrees, 1.0)
    matrix[0] *= squeeze
    matrix[:, 2] += (1.5 * side - (side / 2) * squeeze, side)
    seen = cv2.warpAffine(flat, matrix, (3 * side, 3 * side), dst=table.copy(), borderMode=cv2.BORDER_TRANSPARENT)
    noisy = cv2.GaussianBlur(seen, (0, 0), 0.8) + np.random.default_rng(seed).normal(0, 4, seen.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def look(shows: str, id: str) -> Look:
    return look_of(face(shows), id, KIND, (16.0, 16.0))


@pytest.fixture(scope="module")
def faces() -> DieFaces:
    return DieFaces([look("anchor", "die-6"), look("2", "die-2"), look("3", "die-3")])


@pytest.mark.parametrize(("shows", "id"), [("anchor", "die-6"), ("2", "die-2"), ("3", "die-3")])
@pytest.mark.parametrize(("degrees", "squeeze"), [(0, 1.0), (73, 1.0), (200, 0.85)])
def test_a_shown_face_is_told_in_any_turn(faces: DieFaces, shows: str, id: str, degrees: float, squeeze: float) -> None:
    told = faces.tell(turned(face(shows), degrees, squeeze), (89.5, 89.5), 60.0)
    assert told is not None
    assert told.id == id and told.is_sure(), told


@pytest.mark.parametrize("shows", ["pips:1", "pips:5", "7", "A"])
def test_pips_and_faces_that_were_not_shown_have_no_name(faces: DieFaces, shows: str) -> None:
    for degrees in (0, 40):
        told = faces.tell(turned(face(shows), degrees), (89.5, 89.5), 60.0)
        assert told is not None and not told.is_sure(), told


def test_two_faces_that_are_one_upside_down_are_not_told_apart() -> None:
    six = face("6")
    nine = look_of(np.ascontiguousarray(six[::-1, ::-1]), "die-9", KIND, (16.0, 16.0))
    told = DieFaces([look("6", "die-6"), nine]).tell(turned(six, 30), (89.5, 89.5), 60.0)
    assert told is not None and not told.is_sure()


def test_enrolling_says_which_faces_are_one_in_some_turn() -> None:
    nine = look_of(np.ascontiguousarray(face("6")[::-1, ::-1]), "die-9", KIND, (16.0, 16.0))
    report = separability(Catalogue((look("6", "die-6"), nine, look("anchor", "die-1"))))
    assert [(pair.first, pair.second) for pair in report.pairs if pair.difference < HOPELESS] == [("die-6", "die-9")]


def test_without_a_shown_face_nothing_is_told() -> None:
    assert DieFaces([]).tell(turned(face("anchor"), 0), (89.5, 89.5), 60.0) is None


def test_a_print_is_found_beside_where_it_was_thought() -> None:
    found = inked(turned(face("anchor"), 20), (95.0, 84.0), 66.0)
    assert found is not None
    (x, y), side = found
    assert abs(x - 89) < 4 and abs(y - 89) < 5 and 35 < side < 62


def test_an_owner_shows_a_face_once_and_the_command_names_it(tmp_path: Path) -> None:
    box, pack, picture = tmp_path / "box", tmp_path / "pack.zip", tmp_path / "table.png"
    box.mkdir()
    cv2.imwrite(str(box / "anchor.png"), turned(face("anchor"), 3)[15:160, :, ::-1])
    with (box / "pieces.csv").open("w", newline="", encoding="utf-8") as lines:
        csv.writer(lines).writerows([["file", "id", "kind", "width_mm", "height_mm"], ["anchor.png", "die-6", "die", 16, 16]])
    assert enrol(box).catalogue.looks[0].kind == KIND
    table = np.tile(turned(face("pips:5"), 10), (2, 2, 1))
    table[180:, 180:] = turned(face("anchor"), 140, seed=3)
    cv2.imwrite(str(picture), table[..., ::-1])
    assert CliRunner().invoke(cli, ["enrol", "--pictures", str(box), "--out", str(pack)]).exit_code == 0
    answer = CliRunner().invoke(cli, ["read", str(picture), "--dice", "--pack", str(pack), "--json"])
    assert answer.exit_code == 0, answer.output
    told = {piece["id"]: piece["quad_px"] for piece in json.loads(answer.stdout)["pieces"]}
    assert "die-6" in told
    assert np.abs(np.mean(told["die-6"], axis=0) - 269.5).max() < 14
    plain = DiceReader().detect(Frame(table, 0.0))
    assert "die-6" not in [one.id for one in plain]


def test_faces_are_kept_in_the_catalogue() -> None:
    catalogue = Catalogue((look("anchor", "die-6"),))
    (kept,) = Catalogue.from_bytes(catalogue.to_bytes()).looks
    assert (kept.id, kept.kind) == ("die-6", KIND)
