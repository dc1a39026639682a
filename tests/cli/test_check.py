"""`companion check`: what is measured, what is said about it, and how it ends."""

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.health import State, of_machine, of_markers, of_picture, worst
from tests.cli.in_process import CommandLine
from tests.vision.tables import scene
from vision.observation import PlaneFix, Quality
from vision.table.light import PARAMS

ROOT = Path(__file__).parents[2]
GOOD = Quality(0.9, 0.5, 0.0, 2.4)


def companion(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "companion", *map(str, words)], cwd=ROOT, capture_output=True, text=True, timeout=120)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.jpg"
    cv2.imwrite(str(path), np.ascontiguousarray(scene().frame.rgb[..., ::-1]))
    return path


def test_a_picture_of_a_table_with_markers_is_ready(table: Path, tmp_path: Path) -> None:
    answer = companion("check", "--camera", table, "--data", tmp_path / "none" / "yet", "--json")
    found = json.loads(answer.stdout)
    names = {each["name"]: each for each in found["readings"]}
    assert answer.returncode == 0 and found["state"] != "bad"
    assert names["camera"]["value"] == "1280 x 960" and names["plane"]["value"].startswith("by markers, 0.")
    assert {"sharpness", "light", "glare", "scale", "disk", "clock"} <= names.keys()


def test_it_is_read_by_people_too(table: Path) -> None:
    answer = companion("check", "--camera", table)
    assert answer.returncode == 0 and any(line.startswith("ok    plane") for line in answer.stdout.splitlines())


def test_what_an_evening_without_a_game_would_not_heed_is_refused(tmp_path: Path) -> None:
    answer = companion("play", "--camera", tmp_path, "--players", "Ines,Bruno", "--data", tmp_path)
    assert answer.returncode == 2 and answer.stdout == ""
    assert answer.stderr == "companion: --camera, --players: say --game, too; without it the page asks for everything\n"


def test_a_camera_that_is_not_there_is_a_value_with_its_remedy() -> None:
    answer = companion("check", "--camera", "usb:57")
    assert answer.returncode == 1
    assert "no picture" in answer.stdout and "/dev/video57" in answer.stdout and answer.stderr == ""


def test_a_folder_without_a_picture_is_told_at_once(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ines")
    ended = run("check", "--camera", tmp_path, "--data", tmp_path)
    assert ended.code == 1 and f"{tmp_path}: holds no picture" in ended.stdout and ended.stderr == ""


def test_a_folder_with_a_broken_picture_names_it(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_text("Dear Ines")
    run.refused("check", "--camera", tmp_path, "--data", tmp_path, says=("a.jpg", "a text file"))


def test_what_is_neither_a_picture_nor_a_folder_is_told(run: CommandLine, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / "pipe", "/dev/null"):
        ended = run("check", "--camera", place, "--data", tmp_path)
        assert ended.code == 1 and f"{place}: neither a picture nor a folder" in ended.stdout and ended.stderr == ""


def test_a_stream_that_never_says_anything_is_given_up(run: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.cli.checking.PATIENCE_S", 2.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        name = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        started = time.monotonic()
        ended = run("check", "--camera", name, "--data", tmp_path)
    assert ended.code == 1 and f"{name}: no picture in 2 s" in ended.stdout and time.monotonic() - started < 20


def test_a_name_that_means_nothing_is_wrong_usage() -> None:
    answer = companion("check", "--camera", "the-old-one")
    assert answer.returncode == 2 and answer.stderr.startswith("companion: the-old-one: no such file") and answer.stdout == ""


@pytest.mark.parametrize(
    ("quality", "plane", "name", "state"),
    [
        (Quality(0.25, 0.5, 0.0), PlaneFix("none"), "sharpness", State.WATCH),
        (Quality(0.1, 0.5, 0.0), PlaneFix("none"), "sharpness", State.BAD),
        (Quality(0.9, 0.5, 0.2), PlaneFix("none"), "glare", State.WATCH),
        (Quality(0.9, 0.5, 0.0, 1.0), PlaneFix("markers", 0.2), "scale", State.WATCH),
        (Quality(0.9, 0.5, 0.0, 0.5), PlaneFix("markers", 0.2), "scale", State.BAD),
        (GOOD, PlaneFix("none"), "plane", State.WATCH),
        (GOOD, PlaneFix("markers"), "plane", State.WATCH),
        (GOOD, PlaneFix("markers", 1.6), "plane", State.WATCH),
    ],
)
def test_what_is_wrong_with_a_picture_has_its_state_and_a_remedy(quality: Quality, plane: PlaneFix, name: str, state: State) -> None:
    found = {reading.name: reading for reading in of_picture(quality, plane, PARAMS)}
    assert found[name].state is state and found[name].do


def test_too_little_light_is_told_beside_the_light_and_nothing_is_said_twice(table: Path) -> None:
    dark = Quality(0.9, 0.07, 0, 3.0, advice=("more light: white paper looks dark grey",))
    found = {each.name: each for each in of_picture(dark, PlaneFix("markers", 0.1), PARAMS)}
    assert (found["light"].state, found["light"].do) == (State.WATCH, "more light: white paper looks dark grey")
    rgb = cv2.imread(str(table))
    assert rgb is not None
    dim = table.with_name("dim.png")
    cv2.imwrite(str(dim), (rgb * 0.1).astype("uint8"))
    told = companion("check", "--camera", dim).stdout
    assert "-> more light" in told and told.count("more light") == 2, told


def test_a_good_picture_asks_for_nothing() -> None:
    found = of_picture(GOOD, PlaneFix("markers", 0.3), PARAMS)
    assert worst(found) is State.GOOD and not any(reading.do for reading in found)


def test_what_places_are_measured_from_is_told_where_it_is_not_the_first_marker() -> None:
    assert of_markers(()) == of_markers({0: (0.0, 0.0), 3: (0.0, 330.0)}) == ()
    (told,) = of_markers({2: (450.0, 330.0), 3: (0.0, 330.0)})
    assert told.state is State.WATCH and "from marker 2" in told.value and told.do


def test_a_clock_that_was_never_set_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("companion.health.time.localtime", lambda: time.gmtime(0))
    (clock,) = [reading for reading in of_machine(tmp_path) if reading.name == "clock"]
    assert clock.state is State.WATCH and clock.value.startswith("1970-01-01")


def test_pieces_of_a_pack_that_nobody_can_tell_apart(table: Path, tmp_path: Path) -> None:
    named = {"ruby": "8a1f3d", "beet": "90223f", "corn": "f2b632"}
    kinds = [(f"{id}{end}", kind, mm, named[id]) for kind, mm, end in (("token", 16, ""), ("cube", 10, "-cube")) for id in named]
    lines = ["file,id,kind,width_mm,height_mm,color", *(f",{id},{kind},{mm},{mm},#{colour}" for id, kind, mm, colour in kinds)]
    (tmp_path / "box").mkdir()
    (tmp_path / "box" / "pieces.csv").write_text("\n".join(lines))
    assert companion("enrol", "--pictures", tmp_path / "box", "--out", tmp_path / "pack").returncode == 0
    answer = companion("check", "--camera", table, "--pack", tmp_path / "pack")
    assert answer.returncode == 1
    for pair in ("beet and ruby:", "beet-cube and ruby-cube:"):
        assert any(line.startswith("bad   colours") and pair in line and "->" in line for line in answer.stdout.splitlines())
