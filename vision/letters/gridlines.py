"""Where a board of rows x columns lies in a picture, by its lines: a comb of equal steps, laid over each four-cornered outline and refined.

No colour is assumed: a line is where brightness or colour changes along a whole row or column, and a board has one more of them than cells.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.channels import greatest
from vision.image.levels import scaled_size
from vision.image.outlines import OutlineParams, find_outlines
from vision.image.sampling import along, sampled
from vision.letters.cells import Grid, Pixels, Points

Floats = NDArray[np.float32]


OUTLINES = OutlineParams(smallest_share=0.08, largest_share=0.99, most_elongated=2.2, least_fill=0.8, most=12)


@dataclass(frozen=True, slots=True)
class LineParams:
    """How a grid is searched for."""

    work_px: int = 900
    """Longer side of the picture that is searched."""
    flat_px: int = 20
    """Pixels of a cell, as seen from above, while the comb is laid."""
    smallest_part: float = 0.6
    """Of the outline's side that the cells fill at least; the rest is frame."""
    beyond: float = 0.06
    """Part of its side by which an outline is widened: the frame may be found a little inside."""
    most_outlines: int = 8
    outlines: OutlineParams = OUTLINES
    least_score: float = 2.6
    """Change along the lines over change between them; less, and there is no grid."""
    outer_line: float = 0.7
    """Change along the next line beyond a side, in that of the board's lines, from which on it may be one of them."""
    outer_cells: float = 1.8
    """Change between the two, in that between the board's lines; more, and a frame or a table lies there."""

    uncrossed: float = 0.3
    """The board's other lines in its last row of cells, in those in the others, at most: less, and the row is its frame."""
    most_steps: int = 3
    """Cells by which a grid is tried further on, where its lines go on rather than at its other end."""


PARAMS = LineParams()


@dataclass(frozen=True, slots=True)
class Found:
    """A grid and how far its lines stand out."""

    grid: Grid
    score: float
    """Change along the lines over change between them, 1 for none."""
    goes_on: tuple[str, ...] = ()
    """`top`, `right`, `bottom`, `left`: sides beyond which the same cells go on."""


def find_grid(rgb: Pixels, rows: int, cols: int, params: LineParams = PARAMS) -> Found | None:
    """The board's cells by their lines; None where no grid of that many cells stands out.

    Nor does a single row or column, which has no line between cells one way: its frame alone may be anything.
    """
    if min(rows, cols) < 2:
        return None
    small, scale = _reduced(rgb, params)
    across, down = change_maps(small)
    laid = [found for quad in _outlines(small, params) for found in _combs(across, down, quad, rows, cols, params)]
    best = sorted(laid, key=lambda f: -f.score)[:3]
    refined = max((refine(across, down, found.grid) for found in best), key=lambda f: f.score, default=None)
    if refined is None or min(refined.score, _scored(across, down, refined.grid, False).score) < params.least_score:
        return None
    if (step := off_frame(across, down, refined.grid, params)) != (0, 0):
        refined = refine(across, down, _stepped(refined.grid, step))
    refined = leant(across, down, refined, params)
    settled, goes_on = settle(across, down, refined.grid, params)
    return Found(settled.moved(_enlarging(scale) @ settled.to_px), refined.score, goes_on)


def snapped(rgb: Pixels, grid: Grid, params: LineParams = PARAMS) -> Grid:
    """The grid moved to the lines beside it; as it was where it has none that stand out."""
    small, scale = _reduced(rgb, params)
    across, down = change_maps(small)
    back = _enlarging(scale)
    refined = refine(across, down, grid.moved(np.linalg.inv(back) @ grid.to_px))
    return grid if refined.score < params.least_score else grid.moved(back @ refined.grid.to_px)


def _reduced(rgb: Pixels, params: LineParams) -> tuple[Pixels, float]:
    """The picture at the size that is searched, and by how much it is smaller."""
    scale = min(1.0, params.work_px / max(rgb.shape[:2]))
    size = scaled_size(rgb, scale)
    return (np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), np.uint8) if scale < 1 else rgb), scale


def _enlarging(scale: float) -> NDArray[np.float64]:
    """(3, 3) pixels of the reduced picture -> pixels of the picture."""
    return np.array([[1 / scale, 0, 0.5 / scale - 0.5], [0, 1 / scale, 0.5 / scale - 0.5], [0, 0, 1]])


def off_frame(across: Floats, down: Floats, grid: Grid, params: LineParams = PARAMS) -> tuple[int, int]:
    """Cells right and down by which a grid has to move that took the frame beside the cells for a row of them."""
    steps = []
    for other, count, is_upright in ((down, grid.cols, True), (across, grid.rows, False)):
        soft = np.asarray(cv2.GaussianBlur(other, (0, 0), 1.0), np.float32)
        before, first, last, after = _crossed_ends(soft, grid, count, is_upright)
        is_after = after >= params.outer_line and first <= params.uncrossed
        steps.append(1 if is_after else -int(before >= params.outer_line and last <= params.uncrossed))
    return steps[0], steps[1]


def leant(across: Floats, down: Floats, found: Found, params: LineParams = PARAMS) -> Found:
    """The grid, or one some cells further on whose lines stand out more: it may take in frame and table, of which little is crossed.

    Laid so its lines fit badly, too, so that those that go on beyond it hardly look like its own.
    """
    for _ in range(params.most_steps):
        tried = [refine(across, down, _stepped(found.grid, step)) for step in _towards(across, down, found.grid)]
        best = max(tried, key=lambda one: one.score, default=found)
        if best.score <= found.score:
            return found
        found = best
    return found


def _towards(across: Floats, down: Floats, grid: Grid) -> list[tuple[int, int]]:
    """Steps right and down towards where the board's lines cross more beyond its cells than in the row at the other end."""
    steps = list[tuple[int, int]]()
    for other, count, is_upright in ((down, grid.cols, True), (across, grid.rows, False)):
        soft = np.asarray(cv2.GaussianBlur(other, (0, 0), 1.0), np.float32)
        before, first, last, after = _crossed_ends(soft, grid, count, is_upright)
        for step in [1] * (after > first) + [-1] * (before > last):
            steps.append((step, 0) if is_upright else (0, step))
    return steps


def _crossed_ends(soft: Floats, grid: Grid, count: int, is_upright: bool) -> tuple[float, float, float, float]:
    """How much the grid's other lines cross the row before its first, that, its last and the one after it, in what is usual between."""
    crossed = [_crossing(soft, grid, k + 0.5, is_upright) for k in range(-1, count + 1)]
    usual = max(float(np.median(crossed[1:-1])), 1e-6)
    return crossed[0] / usual, crossed[1] / usual, crossed[-2] / usual, crossed[-1] / usual


def _stepped(grid: Grid, step: tuple[int, int]) -> Grid:
    """The grid moved right and down by whole cells."""
    return grid.moved(grid.to_px @ np.array([[1, 0, step[0]], [0, 1, step[1]], [0, 0, 1]], np.float64))


def settle(across: Floats, down: Floats, grid: Grid, params: LineParams = PARAMS) -> tuple[Grid, tuple[str, ...]]:
    """The grid moved by whole cells to where nothing goes on beyond it, and the sides beyond which cells go on even then."""
    sides = beyond(across, down, grid, params)
    for side in sides:
        step = STEPS[side]
        moved = grid
        for _ in range(max(grid.rows, grid.cols) // 2):
            moved = _stepped(moved, step)
            if side not in beyond(across, down, moved, params):
                break
        if OPPOSITE[side] not in beyond(across, down, moved, params):
            grid = moved
    return grid, beyond(across, down, grid, params)


STEPS = {"top": (0, -1), "right": (1, 0), "bottom": (0, 1), "left": (-1, 0)}
OPPOSITE = {"top": "bottom", "right": "left", "bottom": "top", "left": "right"}


def beyond(across: Floats, down: Floats, grid: Grid, params: LineParams = PARAMS) -> tuple[str, ...]:
    """The sides beyond which cells go on: one more line like the board's, as little before it as in cells, and lines that cross it."""
    found: list[str] = []
    soft = [np.asarray(cv2.GaussianBlur(image, (0, 0), 1.0), np.float32) for image in (across, down)]
    for image, other, count, sides in ((soft[0], soft[1], grid.cols, ("left", "right")), (soft[1], soft[0], grid.rows, ("top", "bottom"))):
        is_upright = sides[0] == "left"
        lines = [_along(image, grid, float(k), is_upright) for k in range(-1, count + 2)]
        cells = [_along(image, grid, k + 0.5, is_upright) for k in range(-1, count + 1)]
        crossed = [_crossing(other, grid, k + 0.5, is_upright) for k in range(-1, count + 1)]
        usual_line, usual_cell, usual_crossed = (float(np.median(values[1:-1])) for values in (lines, cells, crossed))
        for side, at in zip(sides, (0, -1), strict=True):
            is_line = lines[at] >= params.outer_line * usual_line and crossed[at] >= params.outer_line * usual_crossed
            if is_line and cells[at] <= params.outer_cells * usual_cell:
                found.append(side)
    return tuple(found)


def _crossing(image: Floats, grid: Grid, at: float, is_upright: bool) -> float:
    """Mean change where the grid's other lines cross a row of cells."""
    run = np.arange(1.0, grid.rows if is_upright else grid.cols)
    if not len(run):
        return 0.0
    line = np.full_like(run, at)
    return max(_at(image, grid.px(np.stack([line, run + off] if is_upright else [run + off, line], -1))) for off in (-0.06, 0.0, 0.06))


def _along(image: Floats, grid: Grid, at: float, is_upright: bool) -> float:
    """Mean change along a line of the grid, or where it is a little off."""
    run = np.arange(0.25, grid.rows if is_upright else grid.cols, 0.5)
    lines = [np.full_like(run, at + off) for off in (-0.06, 0.0, 0.06)]
    return max(_at(image, grid.px(np.stack([line, run] if is_upright else [run, line], -1))) for line in lines)


def change_maps(rgb: Pixels) -> tuple[Floats, Floats]:
    """(H, W) each: how much any colour changes to the right, and downwards; strong edges count no more than clear ones."""
    blurred = cv2.GaussianBlur(rgb, (0, 0), 0.8)
    maps = []
    for dx, dy in ((1, 0), (0, 1)):
        change = greatest(np.abs(cv2.Sobel(blurred, cv2.CV_16S, dx, dy, ksize=3))).astype(np.float32)
        usual = float(np.median(change)) + 8
        maps.append(np.asarray(np.minimum(change, 6 * usual) / usual, np.float32))
    return maps[0], maps[1]


def _outlines(rgb: Pixels, params: LineParams) -> list[Floats]:
    """Four-cornered outlines, largest first, and the picture itself; first corner the nearest to the picture's top left."""
    height, width = rgb.shape[:2]
    quads = sorted(find_outlines(rgb, params.outlines), key=lambda q: -cv2.contourArea(q))[: params.most_outlines]
    whole = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float32)
    return [_upright(quad) for quad in quads] + [whole]


def _upright(quad: Floats) -> Floats:
    """Corners from the top left on, clockwise in the picture."""
    middle = quad.mean(0)
    order = np.argsort(np.arctan2(*(quad - middle).T[::-1]))
    ring = quad[order]
    first = int(np.argmin((ring - middle) @ np.array([1.0, 1.0])))
    return np.asarray(np.roll(ring, -first, 0), np.float32)


def _combs(across: Floats, down: Floats, quad: Floats, rows: int, cols: int, params: LineParams) -> Iterator[Found]:
    """The best comb within an outline."""
    wide = quad.mean(0) + (quad - quad.mean(0)) * (1 + 2 * params.beyond)
    size = round(cols * params.flat_px * 1.35), round(rows * params.flat_px * 1.35)
    flat = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32)
    to_flat = cv2.getPerspectiveTransform(wide.astype(np.float32), flat)
    x_profile = _profile(cv2.warpPerspective(across, to_flat, size), 0)
    y_profile = _profile(cv2.warpPerspective(down, to_flat, size), 1)
    x, y = comb(x_profile, cols, _steps(size[0], cols, params)), comb(y_profile, rows, _steps(size[1], rows, params))
    if x is None or y is None:
        return
    (x0, step_x), (y0, step_y) = x, y
    cells = np.array([[step_x, 0, x0], [0, step_y, y0], [0, 0, 1]])
    yield _scored(across, down, Grid(rows, cols, np.asarray(np.linalg.inv(to_flat) @ cells, np.float64)))


def _profile(changes: NDArray[Any], axis: int) -> Floats:
    """Change along each column or row: the mean, smoothed a little so that a line may be a pixel off."""
    mean = changes.mean(axis=axis).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(mean.reshape(1, -1), (0, 0), 1.0).ravel(), np.float32)


def comb(profile: Floats, count: int, steps: Iterable[float]) -> tuple[float, float] | None:
    """First line and step of the count + 1 lines that stand out most from what lies between them; None for too short a profile."""
    length, values = len(profile), profile.astype(np.float64)
    best, found = -np.inf, None
    for step in steps:
        starts = np.arange(0, length - 1 - step * count, 0.5)
        if not len(starts):
            continue
        lines = along(values, starts[:, None] + step * np.arange(count + 1))
        between = along(values, starts[:, None] + step * (np.arange(count) + 0.5))
        scores = np.log(lines + 0.05).mean(1) - np.log(between + 0.05).mean(1)
        at = int(np.argmax(scores))
        if scores[at] > best:
            best, found = float(scores[at]), (float(starts[at]), float(step))
    return found


def _steps(length: int, count: int, params: LineParams) -> Iterator[float]:
    """Steps of a comb that fills enough of an outline's widened side and not more."""
    inner = length / (1 + 2 * params.beyond)
    yield from np.arange(params.smallest_part * inner / count, (length - 1) / count, 0.1)


@lru_cache(maxsize=8)
def _samples(rows: int, cols: int, is_framed: bool) -> tuple[Points, list[int]]:
    """Points on the upright lines and between them, on the level ones and between; cell coordinates. And where the latter three begin.

    The outer lines only when there is a frame.
    """
    first, last = (0.0, 1.0) if is_framed else (1.0, 0.0)
    fine_y, fine_x = np.arange(0.25, rows, 0.5), np.arange(0.25, cols, 0.5)

    def spread(xs: NDArray[Any], ys: NDArray[Any]) -> Points:
        x, y = np.meshgrid(xs, ys)
        return np.stack([x.ravel(), y.ravel()], -1)

    parts = [
        spread(np.arange(first, cols + last), fine_y),
        spread(np.arange(cols) + 0.5, fine_y),
        spread(fine_x, np.arange(first, rows + last)),
        spread(fine_x, np.arange(rows) + 0.5),
    ]
    return np.concatenate(parts), np.cumsum([len(part) for part in parts])[:-1].tolist()


def _scored(across: Floats, down: Floats, grid: Grid, is_framed: bool = True) -> Found:
    points, ends = _samples(grid.rows, grid.cols, is_framed)
    at = grid.px(points)
    seen = np.concatenate([_seen(across, at[: ends[1]]), _seen(down, at[ends[1] :])])
    on_across, between_across, on_down, between_down = (float(part.mean()) for part in np.split(seen, ends))
    return Found(grid, (on_across + on_down) / (between_across + between_down + 0.2))


def _at(image: Floats, points: Points) -> float:
    return float(_seen(image, points).mean())


def _seen(image: Floats, points: Points) -> Floats:
    """(n,) an image at (n, 2) pixels, 0 beyond it."""
    x, y = (np.ascontiguousarray(points[:, i].reshape(1, -1), np.float32) for i in (0, 1))
    return np.asarray(sampled(image, x, y, cv2.BORDER_CONSTANT)[0], np.float32)


def refine(across: Floats, down: Floats, grid: Grid, *, is_framed: bool = True) -> Found:
    """The grid with its corners moved, a little and less each time, to where its lines stand out most."""
    soft = [np.asarray(cv2.GaussianBlur(image, (0, 0), 1.0), np.float32) for image in (across, down)]
    best = _scored(soft[0], soft[1], grid, is_framed)
    for step in (0.16, 0.08, 0.04, 0.02):
        reach = step * grid.px_per_cell
        for _ in range(2):
            for move in _moves(reach):
                moved = _with_corners(grid, np.asarray(best.grid.corners_px) + move)
                tried = _scored(soft[0], soft[1], moved, is_framed) if moved is not None else best
                best = max(best, tried, key=lambda f: f.score)
    return best


def _moves(reach: float) -> Iterator[Points]:
    """All corners together, a side, or one corner, each to four directions."""
    for corners in ((0, 1, 2, 3), (0, 1), (1, 2), (2, 3), (3, 0), (0,), (1,), (2,), (3,)):
        for x, y in ((reach, 0), (-reach, 0), (0, reach), (0, -reach)):
            move = np.zeros((4, 2))
            move[list(corners)] = x, y
            yield move


def _with_corners(grid: Grid, corners: Points) -> Grid | None:
    try:
        return Grid.of_corners(grid.rows, grid.cols, corners.tolist())
    except ValueError:
        return None
