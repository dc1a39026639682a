"""What a flat piece looks like from its side of the table: its outline in millimetres and its colours."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.channels import greatest
from vision.looks.coats import ALIKE, coats_of
from vision.looks.insides import bearing, outward, places_inside

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]

POINTS = 160
"""Points of a silhouette's outline, evenly spaced."""
RIM_MM = (0.2, 0.5, 0.9, 1.4, 2.0, 2.8)
"""Depths inside the outline at which a silhouette knows its colour."""
_SEAM = len(RIM_MM) - 2
"""The last of these that lies before a seam."""
_WORK_PX = 900
_PLAIN = 14.0
"""Grey levels that always belong to the ground."""
_LINE = 40.0
"""Grey levels between a piece's edge and its inside from which a line is drawn along its edge."""
_HALF = 0.35
"""How far such a line may be from twice as broad as where it was cut."""
_CUT, _SHADED = 0.75, 2
"""Where it is cut it is narrower than such a part of its breadth elsewhere, but on one side of its scan, where a stripe may meet it: a
piece painted as if light fell on it across a corner has a broader line on two sides, and is cut on none."""
_CUT_MM = 0.06
"""So near the scan's edge the outline is cut there."""
_INNER = 24.0
"""Grey levels, so, from which on a patch of its inside's colour ends at such a line, not at the piece's edge."""
_PRINT_MM = 1.4
"""So far inside the edge its print begins, at least ..."""
_LINES = 2.0
"""... and so many times the depth of such a line, which is broader in corners ..."""
_MORE_MM = 1.2
"""... but no more than so much deeper: a border is as broad everywhere."""
OWN_PART = 0.8
"""A place inside is so many times as far from any edge as from its own, at least, to tell the colour at its depth."""
_SHADE = 64.0
"""Grey levels, in the channel where they differ most, within which a coat is a shade of the body: it may not show in poor light."""
_LEAST_BORNE, _BORNE_BY = 0.25, 0.5
"""Part of what lies deeper that bears the colour at the last depth, at least, for it to be the body's; of less it is a gloss or a shade
painted along one side, if so much of it bears another ..."""
_ALL_AROUND = 0.9
"""... and no more than such a part of what lies as deep bears it: a border goes all around."""
_GRID_MM = 0.125
"""Width of a cell on which the inner edge of such a line is drawn."""
_LEAST_INNER = 0.25
"""Part of a piece that lies inside such a line, at least, to have an outline of its own."""
_PALE = 24.0
"""Levels from which on a piece is paler along its edge than somewhere inside: of cut board, or with a pale border."""
_LEAST_HOLE = 12.0
"""Square millimetres, from which on what is enclosed by a piece and has the ground's colour is a hole."""
_LEAST_FILL = 0.2
"""Part of its box that a piece covers at least."""
_MOST_PARTS = 1.2
"""Times its largest part that all is which stands out from the ground: else that is only a part of its print."""


@dataclass(frozen=True, slots=True, eq=False)
class Silhouette:
    """A flat piece as it stands upright."""

    id: str
    outline_mm: Floats
    """(160, 2) x right, y down, origin at the middle of the piece's box."""
    rim: Pixels
    """(6, 3) RGB: the usual colour at each depth of RIM_MM."""
    coats: Pixels = field(default_factory=lambda: np.zeros((0, 3), np.uint8))
    """(k, 3) RGB: what is printed on a good part of it in other colours, as stripes."""
    bears: float = 1.0
    """Part of the places inside it, along its edge, that bear its body's colour or a coat's: less where it has stitches, eyes, dots."""

    @property
    def body(self) -> NDArray[np.float64]:
        """(3,) RGB of its inside."""
        return np.asarray(self.rim[-1], np.float64)

    @property
    def is_plain(self) -> bool:
        """Whether nothing is printed on it but, at most, shades of its body's colour."""
        return bool((np.abs(self.coats.astype(np.float64) - self.body).max(1, initial=0.0) < _SHADE).all())

    @property
    def has_pale_edge(self) -> bool:
        """Whether it is paler along its edge than somewhere inside; a dark line drawn on its edge is no such border."""
        level = self.rim.mean(1)
        return bool(level[0] - level.min() >= _PALE)

    @property
    def line_mm(self) -> float:
        """How deep a line or border along its edge reaches; 0 without one."""
        return _line_mm(self.rim) or 0.0

    @property
    def area_mm2(self) -> float:
        """Of the outline."""
        return float(cv2.contourArea(self.outline_mm.astype(np.float32)))


def silhouette_of(rgb: Pixels, id: str, size_mm: tuple[float, float]) -> Silhouette:
    """The silhouette of a piece from a scan or a photo of it on plain ground, (H, W, 3) RGB.

    Raises ValueError, in one line, when the piece does not stand out from its ground.
    """
    factor = min(1.0, _WORK_PX / max(rgb.shape[:2]))
    small = np.asarray(cv2.resize(rgb, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8) if factor < 1 else rgb
    mask = apart(small)
    contour = _whole(mask)
    if contour is None:  # its seams may be nearly of the ground's colour, which still is another
        mask = apart(small, _PLAIN)
        contour = _whole(mask)
    if contour is None:
        raise ValueError(f"{id} does not stand out from its ground; show it on a plain ground of another colour")
    low, high = contour.min(0) - 0.5, contour.max(0) + 0.5
    middle, scale = (low + high) / 2, np.array(size_mm) / (high - low)
    grown = middle + (contour - middle) * (high - low) / np.maximum(high - low - 1, 1)
    outline = even((grown - middle) * scale, 3 * POINTS)
    outline = even(outline - outward(outline) * _surplus(small, outline, middle, scale, size_mm)[:, None], POINTS)
    rim = _rim(small, outline, middle, scale)
    body = rim[-1].astype(np.float64)
    deep = _deep(small.shape[:2], outline / scale + middle - 1, _print_mm(rim) / scale.mean())
    coats = coats_of(small, deep & ~_holes(small, mask[1:-1, 1:-1], body, _LEAST_HOLE / float(scale.prod())), body)
    seen = _colours(small, places_inside(outline, _line_mm(rim) or 0.0), middle, scale)
    return Silhouette(id, outline, rim, coats, bearing(seen, np.vstack([body, coats])))


def _whole(mask: Pixels) -> Floats | None:
    """(n, 2) the line around what a mask shows; None where it lies in several parts, is nearly nothing, or no more than a line."""
    found, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    contour = max(found, key=cv2.contourArea)[:, 0].astype(np.float64) if found else np.zeros((1, 2))
    sides, area = np.ptp(contour, axis=0) + 1.0, cv2.contourArea(contour.astype(np.float32))
    is_whole = sum(cv2.contourArea(one) for one in found) <= _MOST_PARTS * area
    return contour if is_whole and area >= _LEAST_FILL * float(np.prod(sides)) and min(sides) >= 8 else None


def inner_edge(one: Silhouette, more_mm: float = 0.0) -> Floats | None:
    """(160, 2) where a line that is drawn along a piece's edge ends inside, or so much deeper.

    None where there is none, or hardly anything inside it.
    """
    depth = _line_mm(one.rim)
    if depth is None:
        return None
    depth += more_mm
    low = one.outline_mm.min(0) - 1.0
    cells = (np.ceil((np.ptp(one.outline_mm, axis=0) + 2.0) / _GRID_MM)).astype(int)
    inside = _deep((int(cells[1]), int(cells[0])), (one.outline_mm - low) / _GRID_MM, depth / _GRID_MM)
    found, _ = cv2.findContours(inside.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    line = max(found, key=cv2.contourArea)[:, 0].astype(np.float64) if found else np.zeros((1, 2))
    if cv2.contourArea(line.astype(np.float32)) * _GRID_MM**2 < _LEAST_INNER * one.area_mm2:
        return None
    return even(line * _GRID_MM + low, POINTS)


def _line_mm(rim: Pixels) -> float | None:
    """How deep a line along the edge reaches, in millimetres, by the colours (6, 3) at the depths of RIM_MM; None without one."""
    off = np.abs(rim.astype(np.float64) - rim[-1].astype(np.float64)).max(1)
    if off.max() < _INNER:
        return None
    last = int(np.flatnonzero(off >= min(off.max() / 2, _LINE))[-1])  # a second line may be fainter than the first
    return (RIM_MM[last] + RIM_MM[last + 1]) / 2


def _print_mm(rim: Pixels) -> float:
    """How deep inside a piece its print is looked for: a line along its edge is none."""
    line = _line_mm(rim)
    return _PRINT_MM if line is None else max(_PRINT_MM, min(_LINES * line, line + _MORE_MM))


def _deep(size: tuple[int, ...], line: Floats, least_px: float) -> NDArray[np.bool_]:
    """(H, W) what lies inside a closed line (n, 2) in pixels, at least so far from it."""
    mask = np.zeros((size[0] + 4, size[1] + 4), np.uint8)  # room around, for a piece that reaches its scan's edges
    cv2.fillPoly(mask, [np.round(line + 2).astype(np.int32)], 1)
    return np.asarray(cv2.distanceTransform(mask, cv2.DIST_L2, 5)[2:-2, 2:-2] > least_px, np.bool_)


def apart(rgb: Pixels, most: float | None = None) -> Pixels:
    """(H + 2, W + 2) 1 where the piece is, holes filled; one pixel of ground is added around, taken from the corners.

    `most`: grey levels that belong to the ground, where the picture's own do not tell.
    """
    corners = np.stack([rgb[y, x] for y in (0, -1) for x in (0, -1)]).astype(np.float64)
    ground = np.median(corners, axis=0)
    around = cv2.copyMakeBorder(rgb, 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=[float(v) for v in ground])
    off = greatest(np.abs(around.astype(np.float32) - ground.astype(np.float32)))
    if most is None:
        level, _ = cv2.threshold(np.clip(off, 0, 255).astype(np.uint8), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        most = max(_PLAIN, min(level, 60.0) * 0.7)
    outside = (off <= most).astype(np.uint8)
    _, labels = cv2.connectedComponents(outside, connectivity=4)
    mask = ((labels != labels[0, 0]) | (outside == 0)).astype(np.uint8)
    return np.asarray(mask[1:-1, 1:-1], np.uint8)


def _holes(rgb: Pixels, mask: Pixels, body: Floats, least_px: float) -> NDArray[np.bool_]:
    """(H, W) where the ground seems to show through a piece: no print has just its colour, unless its body (3,) has nearly that.

    `mask` (H, W): 1 on the piece and on its holes.
    """
    ground = np.median(np.stack([rgb[y, x] for y in (0, -1) for x in (0, -1)]), axis=0)
    same = np.asarray((greatest(np.abs(rgb.astype(np.float32) - ground.astype(np.float32))) <= _PLAIN) & (mask > 0), np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(same, connectivity=4)
    is_hole = (stats[:, 4] >= least_px) & (np.abs(ground - body).max() > ALIKE)
    is_hole[0] = False
    return np.asarray(cv2.dilate(is_hole[labels].astype(np.uint8), np.ones((5, 5), np.uint8)) > 0, np.bool_)


def _surplus(rgb: Pixels, outline: Floats, middle: Floats, scale: Floats, size_mm: tuple[float, float]) -> Floats:
    """(n,) millimetres that a line drawn along the edge reaches beyond the piece.

    Such a line is drawn on the edge, half of it outside; where a scan is cut at the piece's edges, only the inner half is left. Where
    the line is broader by that half, the outer half is no part of the piece.
    """
    depths = np.arange(0.1, 2.6, 0.1)
    inward = -outward(outline)
    seen = np.stack([_colours(rgb, outline + inward * depth, middle, scale) for depth in depths], 1)
    body, rim = np.median(seen[:, -4:], axis=(0, 1)), np.median(seen[:, 2], axis=0)
    contrast = float(np.abs(rim - body).max())
    if contrast < _LINE:
        return np.zeros(len(outline))
    still = contrast - np.abs(seen - rim).max(2)  # how much it is of the line's own colour: another line may follow
    still[:, :2] = contrast  # the edge itself is blurred
    width = _until(still, depths, contrast / 2)
    sides = np.concatenate([np.abs(way * outline - np.array(size_mm) / 2) < _CUT_MM for way in (-1, 1)], 1)
    cut = sides.any(1)
    if cut.sum() < 4 or (~cut).sum() < 4:
        return np.zeros(len(outline))
    whole, half = float(np.median(width[~cut])), float(np.percentile(width[cut], 15))
    is_lit = sum(float(np.percentile(width[side], 15)) > _CUT * whole for side in sides.T if side.any()) >= _SHADED
    if abs(whole / max(2 * half, 1e-9) - 1) > _HALF or is_lit:
        return np.zeros(len(outline))
    around = np.median(np.stack([np.roll(width, k) for k in range(-3, 4)]), axis=0)
    return np.asarray(np.clip(around - whole / 2, 0.0, whole / 2), np.float64)


def _until(off: Floats, depths: Floats, least: float) -> Floats:
    """(n,) the depth at which what is off by so much, (n, k) at each depth, is so no more, between two depths in proportion."""
    is_inside = off < least
    is_inside[:, -1] = True  # where a dark stripe meets the edge nothing tells where the line ends
    after = np.maximum(is_inside.argmax(1), 1)
    rows = np.arange(len(off))
    high, low = off[rows, after - 1], off[rows, after]
    part = np.clip((high - least) / np.maximum(high - low, 1e-9), 0.0, 1.0)
    return np.asarray(depths[after - 1] + part * (depths[after] - depths[after - 1]), np.float64)


def _colours(rgb: Pixels, points: Floats, middle: Floats, scale: Floats) -> Floats:
    """(n, 3) colours of a scan at places given in millimetres."""
    at = (points / scale + middle - 1).astype(np.float32)
    return np.asarray(cv2.remap(rgb, at[None, :, 0], at[None, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[0], np.float64)


def _rim(rgb: Pixels, outline: Floats, middle: Floats, scale: Floats) -> Pixels:
    """(6, 3) RGB at each depth of RIM_MM, but for thin parts, where what lies so deep is near the other edge."""
    inward, edge = -outward(outline), outline.astype(np.float32)
    rows = []
    for depth in RIM_MM:
        points = outline + inward * depth
        deep = np.array([cv2.pointPolygonTest(edge, (float(x), float(y)), True) for x, y in points]) >= OWN_PART * depth
        ring = _colours(rgb, points[deep] if deep.any() else points, middle, scale)
        rows.append(np.median(ring, axis=0))
    is_deeper = _deep(rgb.shape[:2], outline / scale + middle - 1, RIM_MM[-1] / float(scale.mean()))
    seen, deeper = np.stack(rows), np.asarray(rgb[is_deeper], np.float64)
    return np.asarray(np.round(_beside_gloss(_beside_seam(seen, deeper), ring, deeper) if len(deeper) else seen), np.uint8)


def _beside_seam(rows: Floats, deep: Floats) -> Floats:
    """(6, 3) colours at the depths of RIM_MM, but where the last are those of a seam, as stitches are: there that of most that lies deeper.

    What lies before a seam has the colour of what lies behind it. `rows` (6, 3): as seen; `deep` (n, 3): all that lies deeper.
    """
    most = np.median(deep, axis=0)
    off = np.abs(rows - most).max(1)
    before = [at for at in (_SEAM, _SEAM - 1) if off[at] < _INNER / 2]
    if off[-1] < _INNER or not before:
        return rows
    return np.asarray(np.vstack([rows[: before[0] + 1], np.tile(most, (len(rows) - before[0] - 1, 1))]), np.float64)


def _beside_gloss(rows: Floats, ring: Floats, deep: Floats) -> Floats:
    """(6, 3) the same, but where the last is that of a gloss painted along one side, or of the shade along the other: there the body's.

    `ring` (m, 3), `deep` (n, 3): what is seen at the last depth, and deeper.
    """
    most = np.median(deep, axis=0)
    around, of_last, of_most = (_bearing(seen, colour) for seen, colour in ((ring, rows[-1]), (deep, rows[-1]), (deep, most)))
    is_body = around > _ALL_AROUND or of_last >= _LEAST_BORNE or of_most < _BORNE_BY
    return rows if is_body else np.vstack([rows[:-1], most[None]])


def _bearing(seen: Floats, colour: Floats) -> float:
    """The part of colours (n, 3) that nearly are one (3,)."""
    return float((np.abs(seen - colour).max(1) <= ALIKE).mean())


def even(contour: Floats, many: int) -> Floats:
    """(many, 2): a closed line at even steps, the way round that gives a positive area with y down."""
    ring = np.vstack([contour, contour[:1]])
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(ring, axis=0).T))])
    steps = np.linspace(0, along[-1], many, endpoint=False)
    line = np.stack([np.interp(steps, along, ring[:, axis]) for axis in (0, 1)], 1)
    return np.asarray(line if cv2.contourArea(line.astype(np.float32), oriented=True) >= 0 else line[::-1], np.float64)
