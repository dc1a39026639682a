"""Pictures of letters below a warm print, as a red glass shows them in a camera's picture: drawn from masks and a seed, in colour.

A cell with its eight neighbours: cool letters, warm print over them, light, lens, sensor and a file whose colours are coarser than its
light; then the red glass of the reader itself. What that leaves of a fine stroke is what the net has to know a letter by.
"""

from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.letters.cells import MARGIN, PX_PER_CELL
from vision.models.masks import BOX_PX, CAP_PX, Face
from vision.tiles.redfilter import PARAMS as GLASS, GlassParams, red_glass
from vision.tiles.view import PARAMS as TILES, inked

Grey = NDArray[np.uint8]
Floats = NDArray[Any]

CELL = 48
"""Pixels of a cell's side, before the camera."""
SIDE = 3 * CELL
AROUND = (15 + 2 * MARGIN) / 3 * GLASS.around
"""The red glass's neighbourhood: as wide as on a board of 15 cells with one more around it."""
WINDOW = 0.9
"""Cells that a look is wide, about."""
SECOND = 0.3
"""Part of the looks with faint strokes as dark as the others."""


def below_warm_print(face: Face, letter: str | None, side: int, rng: Generator) -> Grey:
    """(side, side) look at a cell with a letter, or None: at one without, among letters of the same face."""
    scene = np.full((SIDE, SIDE, 3), rng.uniform(195, 255) - rng.uniform(0, 40, 3), np.float32)
    masks = np.zeros((int(rng.integers(1, 4)), SIDE, SIDE), np.float32)
    cap, known = rng.uniform(0.4, 0.68), [one for one in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if one in face.masks]
    for row, col in np.ndindex(3, 3):
        sign = letter if row == col == 1 else known[rng.integers(len(known))]
        if sign is not None:
            mask = masks[rng.integers(len(masks))]
            np.maximum(mask, _placed(face.masks[sign], cap, (col, row), rng), out=mask)
    for mask in masks:
        scene += mask[..., None] * (_cool(rng) - scene)
    look = _look(_seen(_with_warm_print(scene, face, rng), rng), side, rng)
    return inked(look[None], TILES.least_ink)[0] if rng.random() < SECOND else look


def _cool(rng: Generator) -> Floats:
    """(3,) an ink that a red glass shows dark: black, blue, green, cyan."""
    return np.array([rng.uniform(10, 65), rng.uniform(20, 165), rng.uniform(20, 180)], np.float32)


def _placed(mask: Grey, cap: float, cell: tuple[int, int], rng: Generator) -> Floats:
    """(SIDE, SIDE) of 0 to 1: a mask in a cell, its capitals `cap` of it high."""
    scale, angle = cap * CELL / CAP_PX, np.deg2rad(rng.normal(0, 1.5))
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = CELL * (np.array(cell) + 0.5 + rng.normal(0, 0.02, 2)) - turn @ [BOX_PX / 2, BOX_PX / 2]
    matrix = np.column_stack([turn, middle])
    return np.asarray(cv2.warpAffine(mask, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR), np.float32) / 255


def _with_warm_print(scene: Floats, face: Face, rng: Generator) -> Floats:
    """Curls, dots, hatching or letters in a few warm inks, that darken what is below; on every fifth tile none."""
    kind = rng.integers(5)
    for _ in range(int(rng.integers(1, 4)) if kind else 0):
        ink = np.array([rng.uniform(215, 255), rng.uniform(50, 195), rng.uniform(40, 140)], np.float32) / 255
        mask = np.zeros((SIDE, SIDE), np.uint8)
        for _ in range(int(rng.integers(2, 12))):
            _mark(mask, int(kind), face, rng)
        scene = scene * (1 - mask[..., None].astype(np.float32) / 255 * (1 - ink))
    return scene


def _mark(mask: Grey, kind: int, face: Face, rng: Generator) -> None:
    """Draws one curl (1), dot (2), line of a hatching (3) or letter (4) into a mask."""
    at, width = rng.uniform(0, SIDE, 2), int(rng.integers(1, 5))
    if kind == 1:
        way = rng.uniform(0, 2 * np.pi) + np.cumsum(rng.normal(0, 0.4, 25))
        path = at + np.cumsum(np.stack([np.cos(way), np.sin(way)], -1) * 0.08 * CELL, axis=0)
        cv2.polylines(mask, [np.rint(path).astype(np.int32)], False, 255, width, cv2.LINE_AA)
    elif kind == 2:
        cv2.circle(mask, (round(at[0]), round(at[1])), int(rng.integers(2, round(0.2 * CELL))), 255, -1, cv2.LINE_AA)
    elif kind == 3:
        way = rng.choice([0.6, 2.2]) + rng.normal(0, 0.1)
        end = at + SIDE * np.array([np.cos(way), np.sin(way)])
        cv2.line(mask, (round(at[0]), round(at[1])), (round(end[0]), round(end[1])), 255, width, cv2.LINE_AA)
    else:
        letters = list(face.masks.values())
        size = rng.uniform(0.3, 0.75) * CELL / CAP_PX
        angle = rng.uniform(0, 2 * np.pi)
        turn = size * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        matrix = np.column_stack([turn, at - turn @ [BOX_PX / 2, BOX_PX / 2]])
        np.maximum(mask, cv2.warpAffine(letters[rng.integers(len(letters))], matrix, (SIDE, SIDE)), out=mask)


def _seen(scene: Floats, rng: Generator) -> Grey:
    """(h, w, 3) the scene in some light, as a camera stores it: 17 to 45 pixels to a cell."""
    ramp = np.linspace(-1, 1, SIDE, dtype=np.float32)[:, None]
    light = rng.uniform(0.25, 1.05) * (1 + rng.uniform(-0.15, 0.15) * ramp + rng.uniform(-0.15, 0.15) * ramp.T)
    warmth = rng.normal(0, 0.12)
    cast = np.exp(np.array([warmth, 0, -warmth]) + rng.normal(0, 0.03, 3))
    lit = np.asarray(scene * light[..., None] * cast, np.float32)
    px = rng.uniform(17, 45)
    soft = cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.35, 1.2) * CELL / px)
    small = cv2.resize(soft, (round(3 * px),) * 2, interpolation=cv2.INTER_AREA)
    bits = np.clip(small + rng.normal(0, rng.uniform(0, 3.5), small.shape), 0, 255).astype(np.uint8)
    if rng.random() < 0.85:
        _, coded = cv2.imencode(".jpg", bits[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(60, 97))])
        bits = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)[..., ::-1]
    return np.ascontiguousarray(bits, np.uint8)


def _look(picture: Grey, side: int, rng: Generator) -> Grey:
    """(side, side) what the red glass shows of the middle cell, cut out as the reader does it."""
    flat = cv2.resize(picture, (3 * PX_PER_CELL,) * 2, interpolation=cv2.INTER_LINEAR)
    grey = red_glass(np.asarray(flat, np.uint8), GlassParams(around=AROUND))
    pitch = WINDOW * rng.uniform(0.92, 1.08) * PX_PER_CELL
    x, y = 1.5 * PX_PER_CELL + rng.normal(0, 0.03 * PX_PER_CELL, 2) - pitch / 2
    matrix = np.array([[pitch / side, 0, x], [0, pitch / side, y]])
    return np.asarray(
        cv2.warpAffine(grey, matrix, (side, side), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
