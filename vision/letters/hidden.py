"""What lies over a board of cells, a hand or a sleeve: where all lines around many cells are gone, from the board's edge on."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import MARGIN, PX_PER_CELL, Flat

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class HiddenParams:
    """When something counts as lying over a board."""

    within: float = 0.08
    """Cells within which a line may be off its place."""
    inner: float = 0.6
    """Part of a cell's side along which its line is looked at, in the middle."""
    gone: float = 0.4
    """Change along a line, as part of that along most, below which it is not seen."""
    least_lines: float = 10.0
    """Grey levels of change along most lines; less, and the board has none to miss."""
    least: int = 6
    """Cells without any line, side by side."""


PARAMS = HiddenParams()
CELL_PX = 20
"""Pixels of a cell while its lines are looked at."""


def covered_cells(grey: Flat, params: HiddenParams = PARAMS) -> list[tuple[int, int]]:
    """Row and column of the cells over which something lies, reaching in from the board's edge; none where the board has no lines."""
    small = cv2.resize(grey.pixels, None, fx=CELL_PX / PX_PER_CELL, fy=CELL_PX / PX_PER_CELL, interpolation=cv2.INTER_AREA)
    upright, level = _lines(np.asarray(small, np.uint8), params), _lines(np.ascontiguousarray(small.T, np.uint8), params).T
    rows, cols = grey.grid.rows, grey.grid.cols
    around = np.stack([upright[:rows, :cols], upright[:rows, 1:], level[:rows, :cols], level[1:, :cols]])
    usual = float(np.median(around))
    if usual < params.least_lines:
        return []
    blind = np.asarray(around.max(axis=0) < params.gone * usual, np.bool_)
    return [cell for patch in patches(blind, params) if any(edges_of(patch)) for cell in cells_in(patch)]


def patches(blind: Flags, params: HiddenParams = PARAMS) -> list[Flags]:
    """Where many cells (rows, cols) side by side are blind: a mask for each such place."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(blind.astype(np.uint8), connectivity=4)
    return [np.asarray(labels == k, np.bool_) for k in range(1, count) if stats[k, cv2.CC_STAT_AREA] >= params.least]


def edges_of(patch: Flags) -> tuple[bool, bool, bool, bool]:
    """Whether a patch reaches the board's upper, right, lower and left edge."""
    return bool(patch[0].any()), bool(patch[:, -1].any()), bool(patch[-1].any()), bool(patch[:, 0].any())


def reaching_in(blind: Flags, params: HiddenParams = PARAMS) -> Flags:
    """The blind cells over which an arm may lie: it reaches in from an edge, and not from one side to the other.

    Cells of a wrong pitch or turn are off their letters in bands, from side to side.
    """
    found = np.zeros_like(blind)
    for patch in patches(blind, params):
        upper, right, lower, left = edges_of(patch)
        if (upper or right or lower or left) and not (upper and lower) and not (left and right):
            found |= patch
    return found


def cells_in(patch: Flags) -> list[tuple[int, int]]:
    """Row and column of a mask's cells."""
    return [(int(row), int(col)) for row, col in np.argwhere(patch)]


def _lines(pixels: NDArray[np.uint8], params: HiddenParams) -> Floats:
    """(rows, cols + 1) how much the grey changes across the left side of each cell, and the right one of the last."""
    change = np.abs(cv2.Sobel(cv2.GaussianBlur(pixels, (3, 3), 0), cv2.CV_16S, 1, 0, ksize=3)).astype(np.float32) / 4
    reach = max(1, round(params.within * CELL_PX))
    best = cv2.dilate(change, np.ones((1, 2 * reach + 1), np.uint8))
    first, skip = round(MARGIN * CELL_PX), round((1 - params.inner) / 2 * CELL_PX)
    columns = best[first:-first, first : best.shape[1] - first + 1 : CELL_PX]
    cells = columns.reshape(-1, CELL_PX, columns.shape[1])[:, skip : CELL_PX - skip]
    return np.asarray(cells.mean(axis=1), np.float32)


def told(cells: list[tuple[int, int]]) -> str:
    """What to say of covered cells; empty for none."""
    if not cells:
        return ""
    rows, cols = [r for r, _ in cells], [c for _, c in cells]
    where = f"rows {min(rows) + 1} to {max(rows) + 1}, columns {min(cols) + 1} to {max(cols) + 1}"
    return f"something lies over the board at {where}, a hand perhaps: what is there cannot be seen"


def unseen_around(blind: Flags) -> Floats:
    """(rows, cols) part of the up to eight cells around each that are blind (rows, cols)."""
    around = np.ones((3, 3), np.float32)
    around[1, 1] = 0
    counts, cells = (
        cv2.filter2D(part.astype(np.float32), -1, around, borderType=cv2.BORDER_CONSTANT) for part in (blind, np.ones_like(blind))
    )
    return np.asarray(np.rint(counts) / np.maximum(np.rint(cells), 1), np.float32)
