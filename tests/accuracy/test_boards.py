"""Letters on photographs and rendered boards: what must be read. `dev` and even pictures only; the rest is for reports."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli.enrolling import enrolled_once
from companion.cli.eyes import open_reader
from vision.image.decode import load_frame
from vision.letters.net import PLAIN
from vision.letters.reader import LetterReader
from vision.observation import Board
from vision.tiles.ant_colours import COLOURS
from vision.tiles.tiled import read_tiled
from vision.tiles.tiling import Tiling

pytestmark = [pytest.mark.photos]

ANTS = {name: COLOURS[name] for name in ("red", "blue", "yellow", "black")}
"""Of the rendered box."""
SHOWN = 0.7
"""Part of a token that has to show."""


def labels(folder: Path, step: int, start: int = 0) -> list[dict[str, Any]]:
    """Every `step`th labelled picture."""
    images: list[dict[str, Any]] = json.loads((folder / "labels.json").read_text())["images"]
    return images[start::step]


def cells(seen: tuple[str, ...] | None, there: list[str]) -> Counter[str]:
    """`right`, `asked`, `wrong` (another sign, or one where there is none) and `missed` cells; no board at all misses all of them.

    A blank tile, `_`, may be told as one, asked about, or be empty.
    """
    counts: Counter[str] = Counter()
    for r, row in enumerate(there):
        for c, sign in enumerate(row):
            read = seen[r][c] if seen is not None else "."
            is_right = read == sign or (sign == "_" and read in ".?")
            counts["right" if is_right else "asked" if read == "?" else "missed" if read == "." else "wrong"] += 1
    return counts


def scrabble(photos: Path, step: int, *, is_found: bool) -> tuple[Counter[str], int, int]:
    """Cells, boards without a fault, boards."""
    folder, total, perfect = photos / "real" / "scrabscrap" / "dev", Counter[str](), 0
    images = labels(folder, step)
    for image in images:
        reader = LetterReader(PLAIN + "ÄÖÜ", 15, 15, None if is_found else image["board"]["corners_px"])
        board = reader.read(load_frame(folder / image["file"])).board
        counts = cells(None if board is None else board.letters, image["board"]["letters"])
        total += counts
        perfect += counts["right"] == counts.total()
    print(f"{'found' if is_found else 'given'}: {dict(total)}, {perfect} of {len(images)} perfect")
    return total, perfect, len(images)


def loose(photos: Path, step: int) -> Counter[str]:
    """Tiles `right`, `asked`, `wrong`, `missed`, and `strangers`: names where no tile is labelled."""
    folder, counts = photos / "real" / "bananagrams" / "dev", Counter[str]()
    for image in labels(folder, step):
        found = list(LetterReader(PLAIN + "ÄÖ").read(load_frame(folder / image["file"])).detections)
        free = dict(enumerate(found))
        for piece in image["pieces"]:
            quad = np.asarray(piece["quad_px"], np.float32)
            near = 0.45 * np.sqrt(cv2.contourArea(quad))
            away = {i: float(np.linalg.norm(np.mean(one.quad_px, axis=0) - quad.mean(axis=0))) for i, one in enumerate(found)}
            best = min(away, key=lambda i: away[i], default=None)
            if best is None or away[best] > near:
                counts["missed"] += 1
                continue
            free.pop(best, None)
            counts["right" if found[best].id == piece["id"] else "asked" if found[best].id is None else "wrong"] += 1
        counts["strangers"] += sum(one.is_sure for one in free.values())
    print(dict(counts))
    return counts


def tiled(photos: Path, step: int, start: int = 0) -> tuple[Counter[str], Counter[str], int, int]:
    """Cells that show a letter, what lies on them and foods, boards whose letters are without a fault, boards; nothing is enrolled."""
    folder, total, lying, perfect = photos / "renders" / "word-buffet", Counter[str](), Counter[str](), 0
    images = labels(folder, step, start)
    for image in images:
        board, there = read_tiled(load_frame(folder / image["file"]).rgb, Tiling(colours=ANTS)), image["board"]
        counts: Counter[str] = Counter()
        for (r, c), sign in np.ndenumerate(np.array([list(row) for row in there["letters"]])):
            read = "." if board is None else board.letters[r][c]
            if sign == ".":
                counts["wrong"] += read not in (".", "?", there["letters_all"][r][c])
            elif [r, c] not in there["pale_cells"] or read == sign:
                counts["right" if read == sign else "asked" if read == "?" else "missed" if read == "." else "wrong"] += 1
        total += counts
        lying += ants(board, image) + foods(board, there["foods"])
        perfect += counts["right"] == counts.total()
    print(f"{dict(total)}, {perfect} of {len(images)} perfect; {dict(lying)}")
    return total, lying, perfect, len(images)


def ants(board: Board | None, image: dict[str, Any]) -> Counter[str]:
    """Tokens of which enough shows: `ants right`, `asked`, `missed`; of all `wrong` ones and, under a name, `invented` ones."""
    counts, shown = Counter[str](), {tuple(one["cell"]): one["visible"] for one in image["pieces"] if "cell" in one}
    seen = {} if board is None else {(ant.row, ant.col): ant for ant in board.ants}
    for one in image["board"]["ants"]:
        cell = one["row"], one["col"]
        ant = seen.pop(cell, None)
        is_right = ant is not None and (ant.color, ant.special) == (one["color"], one["special"])
        is_asked = (ant is not None and ant.color is None) or (board is not None and board.letters[cell[0]][cell[1]] == "?")
        kind = "right" if is_right else "asked" if is_asked else "missed" if ant is None else "wrong"
        if shown[cell] >= SHOWN or kind == "wrong":
            counts["ants " + kind] += 1
    counts["ants invented"] += sum(ant.color is not None for ant in seen.values())
    return counts


def foods(board: Board | None, there: list[dict[str, float]]) -> Counter[str]:
    """Foods `right`, `missed` and `wrong`."""
    seen, truth = set() if board is None else set(board.foods), {(one["row"], one["col"]) for one in there}
    return Counter({"foods right": len(seen & truth), "foods missed": len(truth - seen), "foods wrong": len(seen - truth)})


@pytest.mark.parametrize("is_found", [False, True], ids=["corners given", "found"])
def test_some_scrabble_boards(photos: Path, is_found: bool) -> None:
    total, perfect, count = scrabble(photos, 27, is_found=is_found)
    assert (total["wrong"], perfect) == (0, count)


def test_some_loose_tiles(photos: Path) -> None:
    counts = loose(photos, 24)
    assert counts["strangers"] == 0
    assert counts["wrong"] <= 1
    assert counts["right"] >= 0.85 * (counts.total() - counts["strangers"])


def test_a_rendered_board_of_tiles(photos: Path) -> None:
    total, lying, perfect, count = tiled(photos, 100, 4)
    assert (total["wrong"], perfect) == (0, count)
    assert (lying["ants right"], lying["foods right"]) == (6, 9)


def test_a_letter_of_a_known_tile_is_told_though_print_around_it_may_be_a_ring(photos: Path, tmp_path: Path) -> None:
    folder = photos / "renders" / "word-buffet"
    there = labels(folder, 1)[2]
    _, reader = open_reader(enrolled_once(folder / "enrol", "word_buffet", tmp_path))
    board = reader.read(load_frame(folder / there["file"])).board
    assert board is not None
    assert cells(board.letters, there["board"]["letters"]).keys() == {"right"}


@pytest.mark.slow
@pytest.mark.parametrize("is_found", [False, True], ids=["corners given", "found"])
def test_scrabble_boards(photos: Path, is_found: bool) -> None:
    total, perfect, count = scrabble(photos, 1, is_found=is_found)
    assert total["wrong"] == 0
    assert total["right"] >= 0.999 * total.total()
    assert perfect >= 0.96 * count


@pytest.mark.slow
def test_loose_tiles(photos: Path) -> None:
    counts = loose(photos, 2)
    assert counts["strangers"] == 0
    assert counts["wrong"] <= 8
    assert counts["right"] >= 0.94 * (counts.total() - counts["strangers"])


@pytest.mark.slow
def test_rendered_boards_of_tiles(photos: Path) -> None:
    total, lying, perfect, count = tiled(photos, 2)
    assert total["wrong"] == 0
    assert perfect >= 0.85 * count
    assert [lying[kind] for kind in ("ants wrong", "ants invented", "ants missed", "foods wrong")] == [0, 0, 0, 0]
    assert lying["ants right"] >= 0.99 * (lying["ants right"] + lying["ants asked"])
    assert lying["foods right"] >= 0.92 * (lying["foods right"] + lying["foods missed"])
