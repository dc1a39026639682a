"""What is printed measures what it says: the PDFs are turned into pictures and measured."""

import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from companion.cli import cli
from companion.game import PackError
from companion.mat import MARKER_MM, RULER_MM, mat
from companion.pack import built_in
from fixtures.printing import PACKS, printable
from vision.table.mat import SHEET_MM, centres_mm

DPI = 200
PX_PER_MM = DPI / 25.4
RASTERISER = shutil.which("pdftoppm")
needs_pages = pytest.mark.skipif(RASTERISER is None, reason="pdftoppm is not installed (apt install poppler-utils)")
Grey = NDArray[np.uint8]


def pages(pdf: bytes, folder: Path) -> list[Grey]:
    (folder / "sheets.pdf").write_bytes(pdf)
    subprocess.run([str(RASTERISER), "-r", str(DPI), "-gray", "sheets.pdf", "page"], cwd=folder, check=True)
    pictures = [cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) for path in sorted(folder.glob("page*.pgm"))]
    return [np.asarray(picture, dtype=np.uint8) for picture in pictures]


def markers(page: Grey) -> dict[int, NDArray[np.float64]]:
    finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    found = finder.detectMarkers(page)
    ids = [] if found[1] is None else np.reshape(found[1], -1)
    return {int(id): np.asarray(corners, np.float64).reshape(4, 2) / PX_PER_MM for id, corners in zip(ids, found[0], strict=True)}


def is_square(corners: NDArray[np.float64]) -> bool:
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return bool(np.abs(sides - MARKER_MM).max() < 0.3)


@needs_pages
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_markers_are_twenty_millimetres_upright_and_in_their_place(paper: str, tmp_path: Path) -> None:
    first, *sheets = pages(mat(built_in("appetite"), paper), tmp_path)
    cut_out = markers(first)
    assert sorted(cut_out) == [0, 1, 2, 3] and all(map(is_square, cut_out.values()))
    assert len(sheets) == 4
    for number, sheet in enumerate(sheets):
        [(id, corners)] = markers(sheet).items()
        assert id == number and is_square(corners)
        assert corners[0][0] < corners[1][0] - 19 and corners[0][1] < corners[3][1] - 19, "its own top is up"
        height, width = (side / PX_PER_MM for side in sheet.shape)
        side, far = np.sign(centres_mm()[number])
        inner = np.array([width / 2 + side * -SHEET_MM[0] / 2, height / 2 + far * SHEET_MM[1] / 2])
        from_middle = (corners.mean(axis=0) - inner) * (1, -1)
        assert np.abs(from_middle - centres_mm()[number]).max() < 0.3, "measured from where the four sheets meet"


@needs_pages
def test_the_ruler_is_a_hundred_millimetres(tmp_path: Path) -> None:
    page = pages(mat(built_in("appetite")), tmp_path)[0]
    rows = [columns for columns in (np.flatnonzero(row < 128) for row in page) if len(columns)]
    longest = max(rows, key=lambda columns: _run(columns)[1] - _run(columns)[0])
    left, right = _run(longest)
    assert (right - left) / PX_PER_MM == pytest.approx(RULER_MM, abs=0.4)


def _run(columns: NDArray[np.intp]) -> tuple[int, int]:
    """First and last of the longest row of neighbours."""
    runs = np.split(columns, np.flatnonzero(np.diff(columns) > 1) + 1)
    best = max(runs, key=len)
    return int(best[0]), int(best[-1])


@needs_pages
def test_printed_cards_have_their_true_size(tmp_path: Path) -> None:
    sheets = pages(printable(PACKS / "appetite", "a4"), tmp_path)
    assert len(sheets) == 8, "four pages of cards and their backs"
    inked = np.argwhere(sheets[0] < 235)
    height, width = (inked.max(axis=0) - inked.min(axis=0)) / PX_PER_MM
    assert (width, height) == (pytest.approx(3 * 63 + 3, abs=0.6), pytest.approx(3 * 88 + 3, abs=0.6)), "and 1.5 mm of mark at each end"


def test_the_command_writes_a_pdf(tmp_path: Path) -> None:
    out = tmp_path / "mat.pdf"
    result = CliRunner().invoke(cli, ["mat", "--game", "appetite", "--out", str(out)])
    assert result.exit_code == 0 and "100 %" in result.output
    assert out.read_bytes().startswith(b"%PDF-")


def test_one_mat_is_one_file_byte_by_byte() -> None:
    assert mat(built_in("appetite")) == mat(built_in("appetite"))


def test_a_paper_that_there_is_not_is_named() -> None:
    with pytest.raises(PackError, match="there are a4, letter"):
        mat(built_in("appetite"), "napkin")
