"""A board of cells in a picture: from straight above at a few pixels a cell, and any of its cells cut out.

Cell coordinates count cells from the board's top-left corner, x to the right and y down: row r, column c has its middle at
(c + 0.5, r + 0.5).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.levels import scaled_size
from vision.image.sampling import sampled
from vision.observation import Quad, quad_of

Pixels = NDArray[np.uint8]
Points = NDArray[np.float64]
"""(n, 2) x, y."""
Matrix = NDArray[np.float64]
"""(3, 3) homography."""

PX_PER_CELL = 40
NOTHING_ALIASED = 0.75
"""By which a picture may be reduced without being averaged first."""
MARGIN = 1.0
"""Cells around the board that are shown as well."""
SAMPLED = 5
"""Places of a cell each way that tell how much of it a picture shows."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows and columns of equal cells under a homography."""

    rows: int
    cols: int
    to_px: Matrix
    """Cell coordinates -> pixels of the picture."""

    @classmethod
    def of_corners(cls, rows: int, cols: int, corners_px: Sequence[Sequence[float]]) -> "Grid":
        """From the outer corners: top-left, top-right, bottom-right, bottom-left. Raises ValueError when they span no board."""
        quad = np.asarray(corners_px, np.float32).reshape(4, 2)
        if not np.isfinite(quad).all() or not cv2.isContourConvex(quad) or cv2.contourArea(quad) < 4 * rows * cols:
            raise ValueError(f"corners {quad.tolist()} span no board of {rows} x {cols} cells")
        flat = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float32)
        return cls(rows, cols, np.asarray(cv2.getPerspectiveTransform(flat, quad), np.float64))

    @property
    def corners_px(self) -> Quad:
        """Top-left, top-right, bottom-right, bottom-left in the picture."""
        return quad_of(self.px([(0, 0), (self.cols, 0), (self.cols, self.rows), (0, self.rows)]))

    def px(self, cells: Sequence[Sequence[float]] | Points) -> Points:
        """(n, 2) cell coordinates -> (n, 2) pixels."""
        return np.asarray(cv2.perspectiveTransform(np.asarray(cells, np.float64).reshape(-1, 1, 2), self.to_px).reshape(-1, 2), np.float64)

    @property
    def middles(self) -> Points:
        """(rows * cols, 2) cell coordinates of the cells' middles, row by row."""
        x, y = np.meshgrid(np.arange(self.cols) + 0.5, np.arange(self.rows) + 0.5)
        return np.stack([x.ravel(), y.ravel()], -1)

    def beyond(self, width: int, height: int) -> NDArray[np.float64]:
        """(rows * cols,) the part of each cell, 0 to 1, that lies beyond the edge of a picture of so many pixels."""
        steps = (np.arange(SAMPLED) + 0.5) / SAMPLED - 0.5
        spots = self.middles[:, None] + np.stack(np.meshgrid(steps, steps), -1).reshape(1, -1, 2)
        x, y = self.px(spots.reshape(-1, 2)).T.reshape(2, len(spots), -1)
        return np.asarray(1 - ((x >= 0) & (x < width) & (y >= 0) & (y < height)).mean(axis=1), np.float64)

    @property
    def px_per_cell(self) -> float:
        """Mean length of a cell's side in the picture."""
        quad = np.asarray(self.corners_px)
        sides = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
        return float((sides[0] + sides[2]) / (2 * self.cols) + (sides[1] + sides[3]) / (2 * self.rows)) / 2

    def moved(self, to_px: Matrix) -> "Grid":
        """The same cells under another homography."""
        return Grid(self.rows, self.cols, to_px)


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """A board from straight above."""

    grid: Grid
    pixels: Pixels
    """(H, W) or (H, W, channels), PX_PER_CELL to a cell, MARGIN cells around; the picture's edge goes on where it ends."""

    def cut(self, middles: Points, window: float | NDArray[Any], side: int) -> Pixels:
        """(n, side, side[, channels]) squares `window` cells wide, or (n,) widths, around (n, 2) cell coordinates."""
        if not len(middles):
            return np.zeros((0, side, side, *self.pixels.shape[2:]), np.uint8)
        steps = ((np.arange(side) + 0.5) / side - 0.5) * np.asarray(window, np.float64).reshape(-1, 1)
        x = (middles[:, 0, None] + steps + MARGIN)[:, None, :] * PX_PER_CELL - 0.5
        y = (middles[:, 1, None] + steps + MARGIN)[:, :, None] * PX_PER_CELL - 0.5
        shape = (len(middles), side, side)
        across, down = (np.ascontiguousarray(np.broadcast_to(v, shape).reshape(-1, side), np.float32) for v in (x, y))
        cut = sampled(self.pixels, across, down)
        return np.asarray(cut.reshape(*shape, *self.pixels.shape[2:]), np.uint8)

    def with_pixels(self, pixels: Pixels) -> "Flat":
        """Another reading of the same view, as a colour channel or the red-filtered picture."""
        return Flat(self.grid, pixels)


def flatten(rgb: Pixels, grid: Grid) -> Flat:
    """The board from straight above, made from a picture reduced to what is needed, so that nothing is aliased."""
    factor = min(1.0, 1.2 * PX_PER_CELL / grid.px_per_cell)
    part, shift = _around(rgb, grid)
    if factor < NOTHING_ALIASED:
        size = scaled_size(part, factor)
        scale = np.array([size[0] / part.shape[1], size[1] / part.shape[0]])
        part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
    else:
        scale = np.ones(2)
    to_part = np.array([[scale[0], 0, (0.5 - shift[0]) * scale[0] - 0.5], [0, scale[1], (0.5 - shift[1]) * scale[1] - 0.5], [0, 0, 1]])
    from_flat = np.array([[1 / PX_PER_CELL, 0, 0.5 / PX_PER_CELL - MARGIN], [0, 1 / PX_PER_CELL, 0.5 / PX_PER_CELL - MARGIN], [0, 0, 1]])
    size = round((grid.cols + 2 * MARGIN) * PX_PER_CELL), round((grid.rows + 2 * MARGIN) * PX_PER_CELL)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(part, to_part @ grid.to_px @ from_flat, size, flags=how, borderMode=cv2.BORDER_REPLICATE)
    return Flat(grid, np.asarray(flat, np.uint8))


def _around(rgb: Pixels, grid: Grid) -> tuple[Pixels, Points]:
    """The part of a picture that holds the board and its margin, and the part's first x, y."""
    m, right, low = MARGIN, grid.cols + MARGIN, grid.rows + MARGIN
    quad = grid.px([(-m, -m), (right, -m), (right, low), (-m, low)])
    height, width = rgb.shape[:2]
    x0, y0 = np.clip(np.floor(quad.min(0)), 0, [width - 2, height - 2]).astype(int)
    x1, y1 = np.clip(np.ceil(quad.max(0)) + 1, [x0 + 2, y0 + 2], [width, height]).astype(int)
    return rgb[y0:y1, x0:x1], np.array([x0, y0], np.float64)
