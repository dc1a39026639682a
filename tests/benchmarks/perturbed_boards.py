"""Photographs of letter boards made worse in the ways that break others, and what is read of each.

python -m tests.benchmarks.perturbed_boards SET [STEP]      SET: scrabscrap's dev folder; every STEPth photograph
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.accuracy.test_boards import cells
from vision.image.decode import load_frame
from vision.letters.board import read_board
from vision.letters.cells import Grid, Pixels
from vision.letters.net import PLAIN, letter_net

Corners = NDArray[np.float64]
CELL = 64


def lit(rgb: Pixels, gains: tuple[float, float, float]) -> Pixels:
    """Each channel of the light multiplied."""
    return np.asarray(np.clip(((rgb / 255) ** 2.2 * np.array(gains)) ** (1 / 2.2) * 255, 0, 255), np.uint8)


def with_tiles_turned(rgb: Pixels, corners: Corners, turns: int) -> Pixels:
    """Each cell turned clockwise by quarters, in its place."""
    to_px = Grid.of_corners(15, 15, corners.tolist()).to_px @ np.diag([1 / CELL, 1 / CELL, 1])
    flat = cv2.warpPerspective(rgb, to_px, (15 * CELL, 15 * CELL), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    parts = flat.reshape(15, CELL, 15, CELL, 3).transpose(0, 2, 1, 3, 4)
    turned = np.rot90(parts, -turns, axes=(2, 3)).transpose(0, 2, 1, 3, 4).reshape(flat.shape)
    size = rgb.shape[1], rgb.shape[0]
    back = cv2.warpPerspective(np.ascontiguousarray(turned), to_px, size)
    inside = cv2.warpPerspective(np.full(flat.shape[:2], 255, np.uint8), to_px, size) > 250
    return np.asarray(np.where(inside[..., None], back, rgb), np.uint8)


def leaning(rgb: Pixels, corners: Corners, degrees: float) -> tuple[Pixels, Corners]:
    """The whole picture turned, none of it cut off."""
    height, width = rgb.shape[:2]
    c, s = np.cos(np.deg2rad(degrees)), abs(np.sin(np.deg2rad(degrees)))
    size = int(width * c + height * s), int(width * s + height * c)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1)
    turn[:, 2] += (size[0] - width) / 2, (size[1] - height) / 2
    turned = cv2.warpAffine(rgb, turn, size, flags=cv2.INTER_AREA)
    return np.asarray(turned, np.uint8), corners @ turn[:, :2].T + turn[:, 2]


def glared(rgb: Pixels, corners: Corners, rng: np.random.Generator) -> Pixels:
    """A burnt spot, a fifth of the board wide, somewhere on it."""
    across, down = rng.uniform(0.2, 0.8, 2)
    x0, y0 = corners[0] + (corners[1] - corners[0]) * across + (corners[3] - corners[0]) * down
    y, x = np.mgrid[: rgb.shape[0], : rgb.shape[1]]
    wide = 0.07 * np.linalg.norm(corners[1] - corners[0])
    spot = 1.3 * np.exp(-((x - x0) ** 2 + (y - y0) ** 2) / (2 * wide**2))
    return np.asarray(np.clip(rgb + 255 * spot[..., None], 0, 255), np.uint8)


def variants(rgb: Pixels, corners: Corners, rng: np.random.Generator) -> Iterator[tuple[str, Pixels, Corners]]:
    """What is done to the picture, the picture, and the board's corners on it."""
    yield "as it is", rgb, corners
    yield "warm", lit(rgb, (1.25, 0.95, 0.45)), corners
    yield "cold", lit(rgb, (0.6, 0.9, 1.35)), corners
    yield "a fifth of the brightness", np.asarray(rgb * 0.2, np.uint8), corners
    third = np.asarray(cv2.resize(rgb, None, fx=1 / 3, fy=1 / 3, interpolation=cv2.INTER_AREA), np.uint8)
    yield "a third of the resolution", third, (corners + 0.5) * (third.shape[1] / rgb.shape[1]) - 0.5
    for turns in (1, 2, 3):
        yield f"tiles turned by {90 * turns}", with_tiles_turned(rgb, corners, turns), corners
    for degrees in (15, -15):
        yield "turned by 15 degrees", *leaning(rgb, corners, degrees)
    yield "glare", glared(rgb, corners, rng), corners
    yield "corners off by 8 px", rgb, corners + rng.choice([-8, 8], (4, 2))
    pitch = Grid.of_corners(15, 15, corners.tolist()).px_per_cell
    yield "blurred by a twentieth of a cell", np.asarray(cv2.GaussianBlur(rgb, (0, 0), 0.05 * pitch), np.uint8), corners


def main() -> None:
    """Prints the cells right, asked about, missed and wrong for each way."""
    folder, step = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 5
    cv2.setNumThreads(1)
    net, counts = letter_net(PLAIN + "ÄÖÜ"), dict[str, Counter[str]]()
    for number, image in list(enumerate(json.loads((folder / "labels.json").read_text())["images"]))[1::step]:
        rgb, corners = load_frame(folder / image["file"]).rgb, np.asarray(image["board"]["corners_px"], np.float64)
        for name, picture, there in variants(rgb, corners, np.random.default_rng(number)):
            board = read_board(np.ascontiguousarray(picture), Grid.of_corners(15, 15, there.tolist()), net)
            counts.setdefault(name, Counter()).update(cells(board.letters, image["board"]["letters"]))
    for name, found in {**counts, "all": sum(counts.values(), Counter[str]())}.items():
        print(f"{name}: {100 * found['right'] / found.total():.2f} % right, {dict(found)}")


if __name__ == "__main__":
    main()
