"""A square of letter tiles on a table -> its cells: found by its fine print, laid by the gaps between its letters.

No marker, table or frame is needed: a tile is printed all over, finer than wood, cloth or a plate, and its letters stand in rows.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.channels import greatest
from vision.image.levels import scaled_size
from vision.image.outlines import OutlineParams, find_outlines
from vision.image.sampling import along
from vision.letters.cells import MARGIN, PX_PER_CELL, Flat, Grid, Pixels, flatten
from vision.letters.gridlines import Found, refine
from vision.tiles.hull import quad_around, whole_squares
from vision.tiles.papers import papers
from vision.tiles.redfilter import BY_STROKE, GlassParams, red_glass

Floats = NDArray[np.float32]


OUTLINES = OutlineParams(smallest_share=0.02, largest_share=0.95, most_elongated=2.0, least_fill=0.85, most=8)


@dataclass(frozen=True, slots=True)
class SquareParams:
    """How the square is searched for."""

    work_px: int = 1000
    """Longer side of the picture that is searched."""
    fine_px: float = 1.6
    """Width of what counts as fine, at that size."""
    region_px: int = 17
    """Width over which fineness is averaged: a few letters' strokes."""
    widths_px: tuple[int, ...] = (35, 17)
    """Of the narrowest part of a square: what a hand leaves of its corner is narrow, and so is what joins it to other print."""
    same: float = 0.02
    """Two quads whose corners differ by less, as part of the picture's longer side, are one."""
    least_share: float = 0.02
    """Of the picture's area."""
    most: int = 5
    """Regions that are tried, largest first."""
    steps: tuple[float, float] = (0.86, 1.1)
    """Cell sizes that are tried, of the one that the outline gives."""
    outlines: OutlineParams = OUTLINES


PARAMS = SquareParams()
LEAST_PAPER = 0.45
"""Part of a row of letters that is bare, at least; less, and it is a dark table."""

MIDDLE_GREY = 128
"""Level that stands for no colour."""

AWAY = 0.03
"""What a row loses for each cell that its middle is away from the outline's."""


def squares(rgb: Pixels, params: SquareParams = PARAMS) -> list[Floats]:
    """Quads (4, 2) in pixels of `rgb` that a square of tiles may fill, likeliest first; clockwise from the one nearest the top left."""
    small, scale = _reduced(rgb, params)
    found = _regions(small, params)
    regions = _largest([hull for hulls in found for hull in hulls], small, params)
    quads = [quad for region in regions if (quad := quad_around(region)) is not None]
    outlines = [q for q in find_outlines(small, params.outlines) if _is_squarish(q)]
    whole = [quad for region in regions for quad in whole_squares(region)]
    together = _largest([_hull(np.concatenate(hulls)) for hulls in found if len(hulls) > 1], small, params)
    parted = [quad for region in together for quad in (quad_around(region), *whole_squares(region)) if quad is not None]
    return _apart(quads + whole + outlines[:3] + parted, small, scale, params)


def coloured(rgb: Pixels, others: list[Floats], params: SquareParams = PARAMS) -> list[Floats]:
    """Quads as of `squares` of what is fine in its colours: a newspaper is printed as finely as a board of tiles, but in black.

    None that is nearly one of `others`.
    """
    small, scale = _reduced(rgb, params)
    grey = small.astype(np.float32).mean(axis=2, keepdims=True)
    hues = np.asarray(np.clip(small - grey + MIDDLE_GREY, 0, 255), np.uint8)
    regions = _largest([hull for hulls in _regions(hues, params) for hull in hulls], small, params)
    quads = [quad for region in regions for quad in (quad_around(region), *whole_squares(region)) if quad is not None]
    near = params.same * max(rgb.shape[:2])
    return [quad for quad in _apart(quads, small, scale, params) if all(np.abs(quad - other).max() > near for other in others)]


def sheets(rgb: Pixels, params: SquareParams = PARAMS) -> list[Floats]:
    """Quads as of `squares` of paper on a patterned table, which tell a board where its print does not; none on most plain tables."""
    small, scale = _reduced(rgb, params)
    return _apart(papers(small), small, scale, params)


def _reduced(rgb: Pixels, params: SquareParams) -> tuple[Pixels, float]:
    """The picture at the size that is searched, and that size as part of its own."""
    scale = min(1.0, params.work_px / max(rgb.shape[:2]))
    size = scaled_size(rgb, scale)
    return np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), np.uint8) if scale < 1 else rgb, scale


def _apart(quads: list[Floats], small: Pixels, scale: float, params: SquareParams) -> list[Floats]:
    """Quads in the reduced picture as such of the picture, each but once."""
    found: list[Floats] = []
    for quad in map(from_top_left, quads):
        if all(np.abs(quad - other).max() > params.same * max(small.shape[:2]) for other in found):
            found.append(quad)
    return [np.asarray((quad + 0.5) / scale - 0.5, np.float32) for quad in found]


def _largest(hulls: list[Floats], rgb: Pixels, params: SquareParams) -> list[Floats]:
    """The largest hulls that may be a square's."""
    large = [hull for hull in hulls if cv2.contourArea(hull) >= params.least_share * rgb.shape[0] * rgb.shape[1]]
    return sorted(large, key=lambda hull: -cv2.contourArea(hull))[: params.most]


def _regions(rgb: Pixels, params: SquareParams) -> list[list[Floats]]:
    """Hulls of where the picture is fine all over, looked for in several ways: two arms leave a board in three parts."""
    fine = fineness(rgb, params)
    cut, _ = cv2.threshold(np.clip(fine * 8, 0, 255).astype(np.uint8), 0, 255, cv2.THRESH_OTSU)
    found = []
    for part, width in itertools.product((1.0, 0.6), params.widths_px):
        mask = (fine * 8 > cut * part).astype(np.uint8)
        opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((width, width), np.uint8))
        closed = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((params.region_px,) * 2, np.uint8))
        contours = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[-2]
        found.append([_hull(contour) for contour in contours])
    return found


def _hull(points: NDArray[Any]) -> Floats:
    return np.asarray(cv2.convexHull(points).reshape(-1, 2), np.float32)


def fineness(rgb: Pixels, params: SquareParams = PARAMS) -> Floats:
    """(H, W) grey levels of change within a stroke's width in any colour, the median of a neighbourhood: edges of large things vanish."""
    channels = rgb.astype(np.float32)
    change = greatest(np.abs(channels - cv2.GaussianBlur(channels, (0, 0), params.fine_px)))
    if min(rgb.shape[:2]) < 2:
        return np.zeros(rgb.shape[:2], np.float32)
    half = cv2.resize(np.clip(change * 4, 0, 255).astype(np.uint8), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    usual = cv2.medianBlur(half, params.region_px // 2 | 1)
    return np.asarray(cv2.resize(usual, (rgb.shape[1], rgb.shape[0]), interpolation=cv2.INTER_LINEAR).astype(np.float32) / 4, np.float32)


def from_top_left(quad: Floats) -> Floats:
    """The corners clockwise from the one nearest to the picture's top left."""
    middle = quad.mean(0)
    ring = quad[np.argsort(np.arctan2(*(quad - middle).T[::-1]))]
    return np.asarray(np.roll(ring, -int(np.argmin((ring - middle) @ np.array([1.0, 1.0]))), 0), np.float32)


def _is_squarish(quad: Floats) -> bool:
    sides = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
    return bool(sides.max() < 2.0 * sides.min())


def clearest_first(quads: Iterable[Floats], laid: Callable[[Floats], Found | None], clear: float) -> Iterator[tuple[Floats, Found | None]]:
    """Quads and how they are `laid`, in their order; but of one in which the gaps are not `clear` and the next the better one first.

    The first may take in what lies beside the board, and to read it there takes far longer than to lay another.
    """
    waiting: tuple[Floats, Found | None] | None = None
    for quad in quads:
        now = quad, laid(quad)
        if waiting is None and (now[1] is None or now[1].score < clear):
            waiting = now
            continue
        pair = [now] if waiting is None else sorted((waiting, now), key=lambda one: np.inf if one[1] is None else -one[1].score)
        waiting = None
        yield from pair
    if waiting is not None:
        yield waiting


def lay(rgb: Pixels, quad: Floats, tiles: int, cells: int, glass: GlassParams = BY_STROKE, params: SquareParams = PARAMS) -> Found | None:
    """The grid of tiles x tiles tiles of cells x cells letters within a quad, by the gaps between the letters; None without any."""
    count = tiles * cells
    wide = quad.mean(0) + (quad - quad.mean(0)) * ((count + 2) / count)
    try:
        rough = Grid.of_corners(count + 2, count + 2, wide.tolist())
    except ValueError:
        return None
    flat = flatten(rgb, rough)
    gaps = gap_map(flat, glass)
    x, y = (best_row(_gap_profile(gaps, axis), count, _steps(gaps, count, params)) for axis in (0, 1))
    if x is None or y is None:
        return None
    to_flat = np.array([[x[1], 0, x[0]], [0, y[1], y[0]], [0, 0, 1]])
    best = refine(gaps, gaps, Grid(count, count, to_flat), is_framed=False)
    return Found(best.grid.moved(_flat_to_px(flat) @ best.grid.to_px), best.score)


def best_row(profile: Floats, count: int, steps: Iterable[float]) -> tuple[float, float] | None:
    """First edge and step of `count` cells in a row that have most ink in their middle and least between them; None for a short profile.

    The outer edges say nothing: there may be table, a shadow or the end of a tile.
    """
    values, best, found = profile.astype(np.float64), 0.0, None
    for step in steps:
        starts = np.arange(0, len(profile) - 1 - step * count, 0.5)
        if not len(starts):
            continue
        gaps = along(values, starts[:, None] + step * np.arange(1, count))
        inked = along(values, starts[:, None] + step * (np.arange(count) + 0.5))
        beside = (np.concatenate([gaps[:, :1], gaps], 1) + np.concatenate([gaps, gaps[:, -1:]], 1)) / 2
        contrast = np.where(inked > LEAST_PAPER, np.clip(beside - inked, -0.05, 0.25), -0.05)
        middle = starts + step * count / 2
        scores = contrast.mean(1) - AWAY * np.abs(middle - len(profile) / 2) / step
        at = int(np.argmax(scores))
        if scores[at] > best:
            best, found = float(scores[at]), (float(starts[at]), float(step))
    return found


def gap_map(flat: Flat, glass: GlassParams = BY_STROKE) -> Floats:
    """(H, W), 1 where the red-filtered print is bare, 0 where there is ink."""
    grey = red_glass(flat.pixels, glass).astype(np.float32)
    bright = float(np.percentile(grey, 75))
    return np.asarray(np.clip((grey - 0.35 * bright) / (0.6 * bright), 0, 1), np.float32)


def _gap_profile(gaps: Floats, axis: int) -> Floats:
    return np.asarray(cv2.GaussianBlur(gaps.mean(axis=axis).astype(np.float32).reshape(1, -1), (0, 0), 2.0).ravel(), np.float32)


def _steps(gaps: Floats, count: int, params: SquareParams) -> Iterator[float]:
    usual = gaps.shape[0] / (count + 4)
    return iter(np.arange(params.steps[0] * usual, params.steps[1] * usual, 0.1))


def _flat_to_px(flat: Flat) -> NDArray[np.float64]:
    to_cells = np.array([[1 / PX_PER_CELL, 0, 0.5 / PX_PER_CELL - MARGIN], [0, 1 / PX_PER_CELL, 0.5 / PX_PER_CELL - MARGIN], [0, 0, 1]])
    return np.asarray(flat.grid.to_px @ to_cells, np.float64)
