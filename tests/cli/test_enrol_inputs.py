"""What `companion enrol` is asked for: told at its place, before the box is shown."""

import json
import os
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.cli.in_process import CommandLine

SIX = Path(__file__).parents[2] / "fixtures" / "packs" / "appetite" / "lunches-6.png"


def pictures(folder: Path, csv: str) -> Path:
    folder.mkdir()
    shutil.copy(SIX, folder / "a.png")
    (folder / "pieces.csv").write_text(csv)
    return folder


@pytest.mark.parametrize("size", ["0xnan", "63xinf", "-63x88", "63", "63x88x9", "1x1", "", "nanxnan"])
def test_a_size_that_is_none_is_refused_even_where_nobody_needs_it(run: CommandLine, tmp_path: Path, size: str) -> None:
    folder = pictures(tmp_path / "pictures", "file,id,kind,width_mm,height_mm\na.png,six,card,63,88\n")
    run.refused("enrol", "--pictures", folder, "--size", size, "--out", tmp_path / "pack", says=("--size", size, "63x88"))
    assert not (tmp_path / "pack").exists()


@pytest.mark.parametrize("count", ["0", "-1", "201", "nan", "1.5", "many", "٣"])
def test_a_count_that_is_none_is_told_with_its_line(run: CommandLine, tmp_path: Path, count: str) -> None:
    csv = f"file,id,kind,width_mm,height_mm,count,color\na.png,six,card,63,88,2,\n,red,token,16,16,{count},#ff0000\n"
    folder = pictures(tmp_path / "pictures", csv)
    run.refused("enrol", "--pictures", folder, "--out", tmp_path / "pack", says=(f"{folder / 'pieces.csv'}:3: piece red: count", count))


@pytest.mark.parametrize("kind", ["pipe", "loop", "folder", "gone", "outside"])
def test_what_is_no_pictures_file_is_told_with_its_line(run: CommandLine, tmp_path: Path, kind: str) -> None:
    folder = pictures(tmp_path / "pictures", "file,id,kind,width_mm,height_mm\nb.png,six,card,63,88\n")
    place = folder / "b.png"
    match kind:
        case "pipe":
            os.mkfifo(place)
        case "folder":
            place.mkdir()
        case _:
            place.symlink_to({"loop": place, "gone": folder / "c.png", "outside": SIX}[kind])
    says = (f"{folder / 'pieces.csv'}:2: ", "b.png", "column 'file'" if kind != "outside" else "lies outside")
    run.refused("enrol", "--pictures", folder, "--out", tmp_path / "pack", says=says)


def test_pictures_that_had_better_be_taken_again_are_told(run: CommandLine, tmp_path: Path) -> None:
    folder = pictures(tmp_path / "pictures", "file,id,kind,width_mm,height_mm\na.png,six,card,63,88\nb.png,seven,card,63,88\n")
    soft = cv2.GaussianBlur(np.asarray(cv2.imread(str(SIX.with_name("lunches-7.png")))), (0, 0), 12)
    cv2.imwrite(str(folder / "b.png"), soft)
    made = run("enrol", "--pictures", folder, "--out", tmp_path / "pack")
    assert made.code == 0
    assert "b.png: seven is blurred; hold the camera still" in made.stdout
    assert "a.png" not in made.stdout
    told = json.loads(run("enrol", "--pictures", folder, "--out", tmp_path / "pack2", "--json").stdout)
    assert [(each["file"], each["id"], each["flaw"]) for each in told["flawed"]] == [("b.png", "seven", "blur")]
