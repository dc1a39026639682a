"""Whatever may be a letter in a picture: connected ink of a letter's proportions, and the tile that its ground is.

Grain, colour and size of the tiles are not assumed: a tile is where the ground around a letter is of one colour and ends.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Pixels
from vision.letters.net import Floats
from vision.letters.shape import Matrix


@dataclass(frozen=True, slots=True)
class GlyphParams:
    """How glyphs are found. Sizes are parts of the picture's shorter side."""

    sizes: tuple[float, float] = (0.012, 0.4)
    """Of a glyph's larger side."""
    blocks: tuple[float, ...] = (0.06, 0.2)
    """Widths of the neighbourhoods that ink is told from."""
    least_contrast: float = 18.0
    """Grey levels between ink and ground."""
    inmost: float = 10.0
    """Per cent of the ink that show its colour: fine strokes are paler at their rims."""
    most_elongated: float = 9.0
    """An I without serifs is a bar."""
    fill: tuple[float, float] = (0.15, 0.98)
    """Part of its smallest rectangle that a glyph fills."""
    accent: float = 0.35
    """Ink that small, beside a glyph, belongs to it: the dots of an umlaut."""
    most_accented: float = 1.5
    """With its dots a glyph is at most so much larger; more, and they lie in the gaps between tiles."""
    ground: float = 9.0
    """Levels of Lab within which the ground around a glyph is of one colour."""
    tile: tuple[float, float] = (1.15, 3.6)
    """Side of a tile, in larger sides of its glyph."""
    most: int = 400
    """Glyphs that are looked at, largest first."""
    filled: float = 0.6
    """Part of its box that a tile fills, at least, that stands out from the table as its letter does from it."""
    inked: tuple[float, float] = (0.03, 0.5)
    """Part of such a tile that is its letter."""


PARAMS = GlyphParams()


@dataclass(frozen=True, slots=True, eq=False)
class Glyph:
    """A connected print, and the tile around it. Lengths are pixels where tiles are square, `middle` is a place in the picture."""

    middle: Floats
    """(2,) x, y in pixels."""
    size: float
    """Its larger side."""
    ink: Floats
    """(n, 2) corners of its hull in the picture, with its dots."""
    ground: Floats | None
    """(3,) Lab around it."""
    outline: Floats | None
    """(n, 2) hull of its ground in the picture; None where that does not end."""
    angle: float
    """Degrees clockwise by which the tile's upper edge is turned, -45 to 45; 0 without a tile."""
    tile: Floats | None
    """(4, 2) the tile's corners in the picture, clockwise."""
    is_dark: bool
    has_dots: bool = False
    """Whether small ink beside it belongs to it."""
    contrast: float = 0.0
    """Part by which the darker one of its ink and what is around that is darker, the same in light and in shade; below 0 for bright ink."""


def find_glyphs(rgb: Pixels, params: GlyphParams = PARAMS) -> list[Glyph]:
    """Whatever may be a letter, largest first."""
    grey, lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB), np.uint8)
    grounds = cv2.GaussianBlur(lab, (3, 3), 0)
    short = min(rgb.shape[:2])
    found: list[Glyph] = []
    for part in params.blocks:
        block = max(3, round(part * short)) | 1
        for is_dark in (True, False):
            how = cv2.THRESH_BINARY_INV if is_dark else cv2.THRESH_BINARY
            offset = params.least_contrast / 2 if is_dark else -params.least_contrast / 2
            mask = cv2.adaptiveThreshold(grey, 1, cv2.ADAPTIVE_THRESH_MEAN_C, how, block, offset)
            for part_of in (
                np.asarray(mask, np.uint8),
                _within(np.asarray(mask, np.uint8), np.asarray(grey, np.uint8), is_dark, short, params),
            ):
                found += _glyphs(part_of, np.asarray(grey, np.uint8), np.asarray(grounds, np.uint8), is_dark, short, params)
    found.sort(key=lambda g: (g.outline is None, -g.size))
    kept: list[Glyph] = []
    for glyph in found:
        if not any(_is_same(glyph, other) for other in kept):
            kept.append(glyph)
    return _with_usual_tiles(kept[: params.most])


def _is_same(a: Glyph, b: Glyph) -> bool:
    is_near = float(np.abs(a.middle - b.middle).max()) < 0.25 * min(a.size, b.size)
    return a.is_dark == b.is_dark and is_near and max(a.size, b.size) < 1.3 * min(a.size, b.size)


def _with_usual_tiles(glyphs: list[Glyph]) -> list[Glyph]:
    """Tiles of one game are of one size: a ground that is much larger or smaller than most is none."""
    sides = {i: float(np.sqrt(cv2.contourArea(g.outline))) for i, g in enumerate(glyphs) if g.outline is not None}
    usual = float(np.median([side for i, side in sides.items() if glyphs[i].is_dark] or [0]))
    if len(sides) < 3 or not usual:
        return glyphs
    is_odd = {i for i, side in sides.items() if not 0.7 * usual < side < 1.35 * usual}
    return [replace(g, outline=None) if i in is_odd else g for i, g in enumerate(glyphs)]


def _within(mask: Pixels, grey: Pixels, is_dark: bool, short: int, params: GlyphParams) -> Pixels:
    """(H, W) what is darker, or lighter, still within each of the mask's parts that may be a tile: ink on a dark one on a bright table."""
    inner = np.zeros_like(mask)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    for i, (x, y, width, height, area) in enumerate(stats.tolist()):
        is_tile = params.sizes[0] * short * params.tile[0] <= min(width, height) and max(width, height) <= params.sizes[1] * short
        if i == 0 or not is_tile or area < params.filled * width * height:
            continue
        mine = labels[y : y + height, x : x + width] == i
        part = grey[y : y + height, x : x + width]
        values = part[mine]
        cut, _ = cv2.threshold(values, 0, 255, cv2.THRESH_OTSU)
        ink = mine & ((part <= cut) if is_dark else (part > cut))
        rest = mine & ~ink
        share = float(ink.sum()) / area
        if params.inked[0] <= share <= params.inked[1] and abs(float(part[ink].mean()) - float(part[rest].mean())) >= params.least_contrast:
            inner[y : y + height, x : x + width] |= ink.astype(np.uint8)
    return inner


def _glyphs(mask: Pixels, grey: Pixels, lab: Pixels, is_dark: bool, short: int, params: GlyphParams) -> list[Glyph]:
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes = np.asarray(stats, np.int32)
    low, high = params.sizes[0] * short, params.sizes[1] * short
    height, width = mask.shape
    x, y, wide, tall = boxes[:, :4].T
    sides = np.maximum(wide, tall)
    is_whole = (x > 0) & (y > 0) & (x + wide < width) & (y + tall < height)
    large = np.flatnonzero((low <= sides) & (sides <= high) & is_whole)
    found = (_glyph(int(i), boxes, np.asarray(labels, np.int32), grey, lab, is_dark, params) for i in large if i)
    return [glyph for glyph in found if glyph is not None]


def _glyph(
    i: int, boxes: NDArray[np.int32], labels: NDArray[np.int32], grey: Pixels, lab: Pixels, is_dark: bool, params: GlyphParams
) -> Glyph | None:
    x, y, width, height, area = (int(v) for v in boxes[i])
    ink = labels[y : y + height, x : x + width] == i
    hull = cv2.convexHull(np.argwhere(ink)[:, ::-1].astype(np.float32)).reshape(-1, 2) + np.array([x, y], np.float32)
    (_, _), (a, b), _ = cv2.minAreaRect(hull)
    if max(a, b) > params.most_elongated * max(2.0, min(a, b)) or not params.fill[0] <= area / max(1.0, a * b) <= params.fill[1] + 0.2:
        return None
    ring = cv2.dilate(np.pad(ink.astype(np.uint8), 3), np.ones((5, 5), np.uint8))[3:-3, 3:-3].astype(bool) & ~ink
    inside = grey[y : y + height, x : x + width]
    if ring.sum() < 4:
        return None
    around = float(np.median(inside[ring]))
    if abs(float(np.median(inside[ink])) - around) < params.least_contrast:
        return None
    inmost = float(np.percentile(inside[ink], params.inmost if is_dark else 100 - params.inmost))
    contrast = (around - inmost) / max(inmost, around, 1.0)
    size, middle = float(max(a, b)), np.asarray((hull.min(axis=0) + hull.max(axis=0)) / 2, np.float32)
    ground, outline = _ground(lab, ink, (x, y), middle, size, params)
    dots = _dots(i, boxes, size, params)
    if outline is not None:
        dots = [dot for dot in dots if all(cv2.pointPolygonTest(outline, (float(u), float(v)), False) > 0 for u, v in dot)]
    has_dots = False
    if dots:
        whole = cv2.convexHull(np.concatenate([hull, *dots])).reshape(-1, 2)
        if has_dots := (larger := float(max(cv2.minAreaRect(whole)[1]))) <= params.most_accented * size:
            hull, size, middle = whole, larger, np.asarray((whole.min(axis=0) + whole.max(axis=0)) / 2, np.float32)
    return Glyph(middle, size, np.asarray(hull, np.float32), ground, outline, 0.0, None, is_dark, has_dots, contrast)


def _dots(i: int, boxes: NDArray[np.int32], size: float, params: GlyphParams) -> list[Floats]:
    """(4, 2) each: the middles of the sides of small ink beside a glyph, which belongs to it."""
    x, y, width, height, area = (float(v) for v in boxes[i])
    left, top, wide, tall, spot = boxes.T.astype(np.float32)
    is_near = (abs(left + wide / 2 - x - width / 2) < 0.75 * size) & (abs(top + tall / 2 - y - height / 2) < 0.75 * size)
    is_dot = (0.004 * size * size < spot) & (spot < params.accent * area) & (np.maximum(wide, tall) < params.accent * size) & is_near
    is_dot[[0, i]] = False
    u, v, w, h = (side[is_dot] for side in (left, top, wide, tall))
    ends = [np.stack(end, -1) for end in ((u, v + h / 2), (u + w, v + h / 2), (u + w / 2, v), (u + w / 2, v + h))]
    return list(np.stack(ends, axis=1))


def _ground(
    lab: Pixels, ink: NDArray[np.bool_], at: tuple[int, int], middle: Floats, size: float, params: GlyphParams
) -> tuple[Floats | None, Floats | None]:
    """Colour (3,) of the ground around a glyph, and the hull of the part of that one colour; None where it goes on and on."""
    reach = int(size * params.tile[1] * 0.75) + 2
    x0, y0 = max(0, int(middle[0]) - reach), max(0, int(middle[1]) - reach)
    part = np.ascontiguousarray(lab[y0 : int(middle[1]) + reach, x0 : int(middle[0]) + reach])
    printed = np.zeros(part.shape[:2], np.uint8)
    oy, ox = at[1] - y0, at[0] - x0
    printed[oy : oy + ink.shape[0], ox : ox + ink.shape[1]] = ink[: part.shape[0] - oy, : part.shape[1] - ox]
    wide = max(1, round(size * 0.06))
    outer, inner = (cv2.dilate(printed, np.ones((width,) * 2, np.uint8)) for width in (4 * wide + 3, 2 * wide + 1))
    near = (outer > 0) & (inner == 0)
    if near.sum() < 8:
        return None, None
    ground = np.median(part[near], axis=0)
    alike = (cv2.inRange(part, ground - params.ground, ground + params.ground) > 0).astype(np.uint8) | printed
    opened = cv2.morphologyEx(alike, cv2.MORPH_OPEN, np.ones((2 * wide + 1,) * 2, np.uint8))
    count, labels = cv2.connectedComponents(np.maximum(opened, printed))
    mine = (labels == labels[tuple(np.argwhere(printed)[0])]).astype(np.uint8)
    outline = max(cv2.findContours(mine, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[-2], key=cv2.contourArea)
    hull = cv2.convexHull(outline).reshape(-1, 2).astype(np.float32)
    is_tile = count >= 2 and _is_tile(hull, middle - np.array([x0, y0]), size, params)
    return np.asarray(ground, np.float32), np.asarray(hull + np.array([x0, y0]), np.float32) if is_tile else None


def _is_tile(hull: Floats, middle: Floats, size: float, params: GlyphParams) -> bool:
    """Whether a ground may be a tile around a glyph: its size, its fill, its middle."""
    (x, y), sides, _ = cv2.minAreaRect(hull)
    is_large = min(sides) >= 0.6 * params.tile[0] * size and max(sides) >= params.tile[0] * size
    if not is_large or max(sides) > params.tile[1] * size or max(sides) > 1.9 * min(sides):
        return False
    is_full = cv2.contourArea(hull) >= 0.7 * sides[0] * sides[1]
    return bool(is_full and max(abs(x - middle[0]), abs(y - middle[1])) <= 0.6 * size)


def laid_flat(glyph: Glyph, shape: Matrix) -> Glyph:
    """The glyph measured where tiles are square: its size, and its middle along its tile's edges."""
    back = np.linalg.inv(shape).T
    ink, angle, tile = glyph.ink @ back, 0.0, None
    if glyph.outline is not None:
        ring = np.asarray(cv2.boxPoints(cv2.minAreaRect((glyph.outline @ back).astype(np.float32))), np.float64)
        edge = ring[1] - ring[0]
        angle = float((np.degrees(np.arctan2(edge[1], edge[0])) + 45) % 90 - 45)
        tile = np.asarray(ring @ shape.T, np.float32)
        turn = turn_by(angle)
        low, high = (ink @ turn).min(axis=0), (ink @ turn).max(axis=0)
        middle, size = (low + high) / 2 @ turn.T, float((high - low).max())
    else:
        (x, y), sides, _ = cv2.minAreaRect(ink.astype(np.float32))
        middle, size = np.array([x, y]), float(max(sides))
    return replace(glyph, middle=np.asarray(middle @ shape.T, np.float32), size=max(size, 1.0), angle=angle, tile=tile)


def turn_by(degrees: float) -> Matrix:
    """Clockwise in the picture: the columns are where right and down go."""
    cos, sin = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    return np.array([[cos, -sin], [sin, cos]])
