"""A dark square's corners to a few hundredths of a pixel: where its four edges cross, each measured along most of its length."""

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Rgb

Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class EdgeParams:
    """How an edge is measured."""

    from_corner: float = 0.16
    """Part of the side left out at either end, where the blurred corner bends the edge."""
    reach: float = 0.11
    """Part of the side looked at across the edge, either way: stays within the black frame, which is a sixth."""
    least_reach_px: float = 2.5
    step_px: float = 0.5
    across: int = 32
    """Places along a side."""
    least_contrast: float = 0.35
    """(light - dark) / light across the edge."""
    least_found: float = 0.5
    """Part of the places at which an edge has to be found."""
    most_shift: float = 0.12
    """Part of the side that a corner may move; more, and it was another edge."""


PARAMS = EdgeParams()
LIGHT = ((np.arange(256) / 255) ** 1.5).astype(np.float32)
"""Brightness in which half way up an edge is where the edge is. The lens blurs light itself (power 2.2); noise reduction, scaling and
JPEG blur the numbers that stand for it (power 1); a picture has been through both, so: between."""


def sharpened(rgb: Rgb, quad: Floats, params: EdgeParams = PARAMS) -> Floats:
    """(4, 2) corners nearer the truth than those given; the given ones where an edge is not clear."""
    sides = np.roll(quad, -1, axis=0) - quad
    side = float(np.hypot(sides[:, 0], sides[:, 1]).mean())
    reach = max(params.least_reach_px, params.reach * side)
    offsets = np.arange(-reach, reach + params.step_px / 2, params.step_px)
    light, origin = _light_around(rgb, quad, reach)
    lines = _edges(light, quad - origin, offsets, params)
    found = np.array(quad)
    for i in range(4):
        before, after = lines[i - 1], lines[i]
        if before is not None and after is not None:
            corner = np.linalg.solve(np.stack([before[:2], after[:2]]), np.array([before[2], after[2]])) + origin
            if np.linalg.norm(corner - quad[i]) <= max(2.0, params.most_shift * side):
                found[i] = corner
    return found


def _light_around(rgb: Rgb, quad: Floats, reach: float) -> tuple[NDArray[np.float32], Floats]:
    """The light around a quad, (h, w) from 0 to 1, and the pixel at which it begins."""
    margin = int(np.ceil(reach)) + 2
    height, width = rgb.shape[:2]
    x0, y0 = (max(0, int(v) - margin) for v in quad.min(axis=0))
    x1, y1 = (int(v) + margin + 1 for v in quad.max(axis=0))
    part = np.asarray(cv2.cvtColor(np.ascontiguousarray(rgb[y0 : min(height, y1), x0 : min(width, x1)]), cv2.COLOR_RGB2GRAY), np.uint8)
    return LIGHT[part], np.array([x0, y0], np.float64)


def _edges(light: NDArray[np.float32], quad: Floats, offsets: Floats, params: EdgeParams) -> list[Floats | None]:
    """Of each side of a quad (4, 2) the line (a, b, c) with a x + b y = c along the border between dark inside and light outside.

    None for a side along which it is not clear. All four sides are looked at at once: there is little to see on each.
    """
    along = np.roll(quad, -1, axis=0) - quad
    outward = np.stack([along[:, 1], -along[:, 0]], -1) / np.hypot(along[:, 0], along[:, 1])[:, None]
    # corners run clockwise, y down: left of the way is outside
    places = np.linspace(params.from_corner, 1 - params.from_corner, params.across)
    starts = quad[:, None] + places[:, None] * along[:, None]
    grid = (starts[:, :, None] + offsets[:, None] * outward[:, None, None]).reshape(-1, len(offsets), 2).astype(np.float32)
    seen = cv2.remap(light, grid[..., 0], grid[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    profiles = np.asarray(seen, np.float64)
    dark, bright = profiles[:, :3].mean(axis=1), profiles[:, -3:].mean(axis=1)
    at = _crossings(profiles, (dark + bright) / 2)
    good = ((bright - dark >= params.least_contrast * bright) & np.isfinite(at)).reshape(4, -1)
    away = (at * (offsets[1] - offsets[0]) + offsets[0]).reshape(4, -1, 1)
    return [_line_of((starts[i] + away[i] * outward[i])[good[i]]) if good[i].mean() >= params.least_found else None for i in range(4)]


def _line_of(points: Floats) -> Floats:
    """The line (a, b, c) through most of the points (n, 2)."""
    line = _line(points)
    off = np.abs(points @ line[:2] - line[2])
    return _line(points[off <= max(0.15, 3 * float(np.median(off)))])


def _crossings(profiles: Floats, levels: Floats) -> Floats:
    """Index, with its fraction, at which each profile (n, m) first rises through its level going out; nan where it does not: (n,)."""
    before, after = profiles[:, :-1], profiles[:, 1:]
    is_up = (before < levels[:, None]) & (after >= levels[:, None])
    off = np.abs(np.arange(before.shape[1]) - (profiles.shape[1] - 1) / 2)
    n, i = np.arange(len(profiles)), np.where(is_up, off, np.inf).argmin(1)
    with np.errstate(invalid="ignore", divide="ignore"):
        at = i + (levels - before[n, i]) / (after[n, i] - before[n, i])
    return np.asarray(np.where(is_up.any(1), at, np.nan), np.float64)


def _line(points: Floats) -> Floats:
    """(a, b, c) of the line nearest to the points, a and b of length 1."""
    middle = points.mean(axis=0)
    x, y = (points - middle).T
    turn = np.arctan2(2 * float(x @ y), float(x @ x - y @ y)) / 2  # along the points; NumPy's own decomposition takes ten times as long
    normal = -np.sin(turn), np.cos(turn)
    return np.array([*normal, normal[0] * middle[0] + normal[1] * middle[1]])
