"""Boards and tiles of letters for tests: drawn with OpenCV's own stroke letters, which the net was never shown."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

Rgb = tuple[int, int, int]
Pixels = NDArray[np.uint8]
CELL = 64
ROWS = [
    "..........",
    ".GARDEN.T.",
    "......E.A.",
    "..FLUTE.B.",
    "......D.L.",
    "...KITE.E.",
    "...I....S.",
    "...T......",
    "..........",
    "..........",
]
"""A small game as it lies: words across and down, empty rows around."""


@dataclass(frozen=True)
class Style:
    """What a board and its tiles look like."""

    board: Rgb = (40, 110, 80)
    line: Rgb = (20, 60, 45)
    tile: Rgb = (232, 222, 196)
    ink: Rgb = (30, 28, 26)
    face: int = cv2.FONT_HERSHEY_DUPLEX
    turns: dict[tuple[int, int], int] = field(default_factory=dict)
    turn: int = 0
    """Quarters clockwise of every tile that `turns` does not name."""


def glyph(letter: str, side: int, style: Style, turn: int = 0, part: float = 0.5) -> Pixels:
    """A tile's face (side, side, 3): the letter, capitals `part` of the side high, turned clockwise."""
    large = np.full((4 * side, 4 * side, 3), style.tile, np.uint8)
    scale = 4 * side * part / cv2.getTextSize("H", style.face, 1, 1)[0][1]
    weight = max(1, round(4 * side * 0.07))
    (width, height), _ = cv2.getTextSize(letter, style.face, scale, weight)
    cv2.putText(large, letter, (2 * side - width // 2, 2 * side + height // 2), style.face, scale, style.ink, weight, cv2.LINE_AA)
    small = cv2.resize(large, (side, side), interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(np.rot90(small, -turn))


def board(rows: list[str], style: Style | None = None, frame: int = 40) -> tuple[Pixels, NDArray[np.float64]]:
    """A board from above with tiles where `rows` has letters (`_` is a blank tile), and the corners of its cells."""
    style = style or Style()
    height, width = len(rows) * CELL, len(rows[0]) * CELL
    picture = np.full((height + 2 * frame, width + 2 * frame, 3), style.board, np.uint8)
    for i in range(len(rows) + 1):
        cv2.line(picture, (frame, frame + i * CELL), (frame + width, frame + i * CELL), style.line, 2)
    for i in range(len(rows[0]) + 1):
        cv2.line(picture, (frame + i * CELL, frame), (frame + i * CELL, frame + height), style.line, 2)
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            if letter != ".":
                face = glyph(letter if letter != "_" else " ", CELL - 8, style, style.turns.get((r, c), style.turn))
                y, x = frame + r * CELL + 4, frame + c * CELL + 4
                picture[y : y + CELL - 8, x : x + CELL - 8] = face
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64) + frame - 0.5
    return picture, corners


def on_table(
    picture: Pixels, corners: NDArray[np.float64], size: tuple[int, int] = (1000, 900), lean: float = 0.06
) -> tuple[Pixels, NDArray[np.float64]]:
    """The picture as a camera sees it that looks a little from the side, on a grey table."""
    width, height = size
    h, w = picture.shape[:2]
    quad = np.array([(lean, 0.08), (0.95 - lean, 0.05), (0.97, 0.93), (0.04, 0.95)], np.float32) * np.array([width, height], np.float32)
    to_photo = cv2.getPerspectiveTransform(np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32), quad)
    photo = np.full((height, width, 3), (150, 140, 128), np.uint8)
    cv2.warpPerspective(picture, to_photo, size, dst=photo, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT)
    noise = np.random.default_rng(1).normal(0, 3, photo.shape)
    seen = np.clip(cv2.GaussianBlur(photo, (0, 0), 0.7) + noise, 0, 255).astype(np.uint8)
    return seen, np.asarray(cv2.perspectiveTransform(corners.reshape(-1, 1, 2), to_photo.astype(np.float64)).reshape(-1, 2), np.float64)
