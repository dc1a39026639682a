"""Letter boards and tiles of no real game, drawn in fonts of this machine: what `other_boards` lays on drawn tables."""

import subprocess
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw, ImageFont

from vision.frame import Rgb

Ink = tuple[int, int, int]
FAMILIES = (
    *("Bebas Neue", "Comfortaa", "Comic Neue", "DejaVu Serif", "Fanwood", "Liberation Serif", "Noto Sans", "Quicksand Medium"),
    *("Roboto Slab", "Sora", "URW Bookman", "Averia Serif GWF", "P052"),
)
"""Never shown to the net (`vision.models.glyphs.is_held_out`), where they are installed."""
PAPERS: tuple[Ink, ...] = ((252, 250, 246), (246, 234, 208), (222, 238, 240), (236, 226, 244), (250, 226, 214), (228, 240, 214))
COOL: tuple[Ink, ...] = ((20, 24, 30), (30, 60, 140), (20, 110, 120), (24, 100, 60), (60, 160, 175), (50, 50, 120))
"""Inks that a red glass shows dark."""
WARM: tuple[Ink, ...] = ((238, 62, 74), (250, 140, 60), (240, 92, 132), (252, 190, 60), (220, 60, 50))
"""Inks that it hides."""
FREQUENT = "EEEEEENNNNNRRRRIIIISSSSTTTTAAAAAOOOUULLLHHDDDGGCCMMBBFFPPWKVZJYXQ"
PX_PER_MM = 5


@dataclass(frozen=True, slots=True)
class Kit:
    """How the letters and tiles of one game look."""

    font: str
    """File; "" is Pillow's own."""
    paper: Ink
    inks: tuple[Ink, ...]
    part: float
    """Height of the capitals as part of a cell."""
    mark: str = "none"
    """The warm print over the letters: curls, dots, hatching, letters or none."""


@lru_cache(maxsize=4)
def fonts(families: tuple[str, ...] = FAMILIES) -> tuple[str, ...]:
    """Files of the families that are installed, one each; Pillow's own where none is."""
    listed = subprocess.run(["fc-list", "-f", "%{family[0]}\t%{style[0]}\t%{file}\n"], capture_output=True, text=True, check=False).stdout
    lines = sorted(parts for line in listed.splitlines() if len(parts := line.split("\t")) == 3)  # a name may hold a line break
    found = [
        [file for family, style, file in lines if family == one and style in ("Regular", "Medium", "Bold", "Book")] for one in families
    ]
    return tuple(files[0] for files in found if files) or ("",)


def write(pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, kit: Kit, cap: float, ink: Ink) -> None:
    """A text in capitals so many pixels high, the middle of the capitals at a place."""
    font = _font(kit.font, max(4, round(cap)))
    top, bottom = (font.getbbox("H", anchor="ls")[i] for i in (1, 3))
    pen.text((at[0], at[1] + (bottom - top) / 2), text, ink, font, anchor="ms")


@lru_cache(maxsize=64)
def _font(file: str, cap: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    if not file:
        return ImageFont.load_default(round(1.4 * cap))
    _, top, _, bottom = ImageFont.truetype(file, 200).getbbox("H", anchor="ls")
    return ImageFont.truetype(file, max(6, round(200 * cap / max(1, bottom - top))))


def letters(rng: Generator, rows: int, cols: int) -> list[str]:
    """Rows of letters as often as a language has them."""
    return ["".join(rng.choice(list(FREQUENT), cols)) for _ in range(rows)]


def fine_tile(rows: list[str], side_mm: float, kit: Kit, rng: Generator) -> Rgb:
    """A tile of a board that is read through a red glass: cool letters below a warm print."""
    side = round(side_mm * PX_PER_MM)
    picture, pitch = Image.new("RGB", (side, side), kit.paper), side / len(rows)
    pen = ImageDraw.Draw(picture)
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            ink = kit.inks[int(rng.integers(len(kit.inks)))]
            write(pen, ((c + 0.5) * pitch, (r + 0.5) * pitch), letter, kit, kit.part * pitch, ink)
    printed = np.asarray(picture, np.float32)
    for ink, mask in _marks(side, pitch, kit, rng):
        part = mask[..., None].astype(np.float32) / 255
        printed = np.asarray(printed * (1 - part * (1 - np.array(ink, np.float32) / 255)), np.float32)
    return np.asarray(np.clip(printed, 0, 255), np.uint8)


def _marks(side: int, pitch: float, kit: Kit, rng: Generator) -> list[tuple[Ink, Rgb]]:
    """Inks and (side, side) masks of the warm print."""
    masks = {ink: np.zeros((side, side), np.uint8) for ink in WARM[: 2 + int(rng.integers(0, 4))]}
    inks = list(masks)
    for _ in range({"curls": 110, "dots": 260, "hatching": 60, "letters": 90, "none": 0}[kit.mark]):
        mask, (x, y) = masks[inks[int(rng.integers(len(inks)))]], rng.uniform(0, side, 2)
        if kit.mark == "curls":
            way = rng.uniform(0, 2 * np.pi) + np.cumsum(rng.normal(0, 0.4, 30))
            path = np.array([x, y]) + np.cumsum(np.stack([np.cos(way), np.sin(way)], -1) * side * 0.014, axis=0)
            cv2.polylines(mask, [np.rint(path).astype(np.int32)], False, 255, int(rng.integers(2, 5)), cv2.LINE_AA)
        elif kit.mark == "dots":
            cv2.circle(mask, (round(x), round(y)), int(rng.integers(2, round(0.16 * pitch))), 255, -1, cv2.LINE_AA)
        elif kit.mark == "hatching":
            way = rng.choice([0.6, 2.2]) + rng.normal(0, 0.05)
            end = round(x + 0.5 * side * np.cos(way)), round(y + 0.5 * side * np.sin(way))
            cv2.line(mask, (round(x), round(y)), end, 255, int(rng.integers(2, 5)), cv2.LINE_AA)
        else:
            canvas = Image.fromarray(mask)
            ink = (255, 255, 255)
            pen = ImageDraw.Draw(canvas)
            font = _font(kit.font, max(4, round(kit.part * pitch * rng.uniform(0.6, 1.1))))
            pen.text((x, y), FREQUENT[int(rng.integers(len(FREQUENT)))], ink[0], font, anchor="mm")
            mask[:] = np.asarray(canvas, np.uint8)
    return list(masks.items())


def plain_tile(letter: str, side_mm: float, kit: Kit, score: int) -> Rgb:
    """A tile with one letter, and its score where there is one."""
    side = round(side_mm * PX_PER_MM * 2)
    picture = Image.new("RGB", (side, side), kit.paper)
    pen = ImageDraw.Draw(picture)
    write(pen, (side / 2, side / 2), letter, kit, kit.part * side, kit.inks[0])
    if score:
        write(pen, (side * 0.84, side * 0.84), str(score), kit, 0.16 * side, kit.inks[0])
    return np.asarray(picture, np.uint8)


def grid_board(rows: list[str], cell_mm: float, kit: Kit, rng: Generator) -> tuple[Rgb, float]:
    """A board of cells with tiles where `rows` has letters, from straight above, and its frame's width in millimetres."""
    cell, frame_mm = round(cell_mm * PX_PER_MM), float(rng.uniform(3, 14))
    frame, count = round(frame_mm * PX_PER_MM), len(rows)
    ground, line, odd = (tuple(int(v) for v in rng.integers(30, 215, 3)) for _ in range(3))
    picture = Image.new("RGB", (count * cell + 2 * frame,) * 2, ground)
    pen = ImageDraw.Draw(picture)
    gap, special = int(rng.integers(1, 5)), rng.random((count, count)) < 0.15
    for (r, c), is_odd in np.ndenumerate(special):
        x, y = frame + c * cell, frame + r * cell
        pen.rectangle((x, y, x + cell, y + cell), odd if is_odd else ground, line, gap)
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            if letter != ".":
                tile = Image.fromarray(plain_tile(letter, cell_mm - 1.2, kit, int(rng.integers(1, 9))))
                tile = tile.resize((cell - 5, cell - 5), Image.Resampling.LANCZOS)
                off = rng.integers(0, 5, 2)
                picture.paste(tile, (frame + c * cell + int(off[0]), frame + r * cell + int(off[1])))
    return np.asarray(picture, np.uint8), frame_mm


def crossed(rng: Generator, count: int) -> list[str]:
    """Rows of a board on which words cross: a dozen runs of letters, each from one that lies there."""
    board = np.full((count, count), ".")
    at, is_across = (count // 2, count // 2 - 3), True
    for _ in range(12):
        length = int(rng.integers(3, 8))
        for step in range(length):
            r, c = (at[0], at[1] + step) if is_across else (at[0] + step, at[1])
            if r < count and c < count and board[r, c] == ".":
                board[r, c] = FREQUENT[int(rng.integers(len(FREQUENT)))]
        taken = np.argwhere(board != ".")
        r, c = taken[int(rng.integers(len(taken)))]
        is_across = not is_across
        back = int(rng.integers(0, 3))
        at = (int(r), max(0, int(c) - back)) if is_across else (max(0, int(r) - back), int(c))
    return ["".join(row) for row in board]
