"""The plate below a stack in a side view, and the table that it stands on. Nothing is known of a plate but that the pieces stand on it."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.channels import greatest
from vision.looks.insides import outward
from vision.plates.flats import Patch
from vision.plates.rims import sample
from vision.plates.standing import Camera, project

Floats = NDArray[np.float64]
Picture = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PlateParams:
    """What counts as a plate."""

    below_mm: tuple[float, float] = (1.2, 4.0)
    """How far below a piece's underside the plate has to begin."""
    least_solid: float = 0.75
    """Part of its hull that a plate fills, or what lies above its underside, as of one that sags."""
    least_bowl: float = 0.5
    """Part of its hull that one fills that sags,"""
    most_above: float = 0.05
    """and how far it rises above its two ends, in parts of its width: pieces that ran together with it do."""
    least_part: float = 0.7
    """Of the largest patch that fits, a better shaped one may be so small."""
    narrowest_mm: float = 40.0
    under_mm: float = 4.0
    """No piece reaches further below the plate's foot than this, not even one that lies on the table ..."""
    most_roll: float = 0.045
    """... but for a camera that is rolled by so many radians at most: then the table's level falls to one side."""
    sure_roll_mm: float = 2.5
    """What is seen so much below the plate's foot tells that the camera is rolled."""
    broad: float = 2.0
    """A plate on which nothing stands is so many times as wide as high; all pieces lie as low as it."""
    like_part: float = 0.5
    """Of the plate's area, from which on a patch may be the same plate, seen better or worse."""
    most_hidden: float = 0.3
    """Part of a plate that pieces may stand before."""
    foot_mm: float = 12.0
    """Half the width of what is looked at to find where the plate touches the table."""
    lift: float = 12.0
    """Levels added before hues are compared: what is nearly black has none."""
    hue: float = 0.07
    """Difference of the parts that red, green and blue have of the light, up to which it is the plate's own."""
    around_px: float = 12.0
    """So far outside of a patch shows what may have run into it."""
    least_own: float = 0.6
    """Part of its patch that has to have one hue for it to be its hue."""
    like_food: float = 32.0
    """Colour difference, in levels, up to which a plate may be food that ran together ..."""
    broader: float = 1.15
    """... where it stands on something so many times as wide ..."""
    below_own_mm: tuple[float, float] = (6.0, 4.0)
    """... that begins so far above its lowest point, or below it."""
    reach_mm: float = 2.2
    """How far the lower edge may lie from the patch's own."""


PARAMS = PlateParams()


@dataclass(frozen=True, slots=True, eq=False)
class Plate:
    """The plate's front."""

    line_mm: Floats
    """(n, 2) its outline in the upright plane, x right, y down."""
    line_px: Floats
    foot_mm: tuple[float, float]
    """Where it touches the table, and how far down that is."""
    foot_error_mm: float
    """Spread of the lower edge's places."""
    roll: float = 0.0
    """Radians: how far the camera is rolled at least, since nothing lies lower than the table; above 0 the right side is seen lower."""

    def level_mm(self, x: float) -> float:
        """How far down the table's level is at x."""
        return self.foot_mm[1] + self.roll * (x - self.foot_mm[0])


def find_plate(
    picture: Picture, patches: Sequence[Patch], lines_mm: Sequence[Floats], camera: Camera, params: PlateParams = PARAMS
) -> Plate | None:
    """The patch on which most of the pieces stand; None when there is none, or its edge is sought within less than a pixel.

    `lines_mm` are the pieces' outlines in the plane.
    """
    if params.reach_mm * camera.px_per_mm < 1:
        return None
    size = picture.shape[1], picture.shape[0]
    homography = camera.mm_to_px
    pieces = np.zeros((size[1] // 2 + 1, size[0] // 2 + 1), np.uint8)
    for line in lines_mm:
        cv2.fillPoly(pieces, [np.round(project(homography, line) / 2).astype(np.int32)], 1)
    undersides = [project(homography, _underside(line, params)) for line in lines_mm]
    wide = params.narrowest_mm * camera.px_per_mm
    lows = [_lowest(project(homography, line)) for line in lines_mm]
    under = params.under_mm * camera.px_per_mm
    large = [patch for patch in patches if np.ptp(patch.line[:, 0]) > wide and not _is_above(patch, lows, under, params)]
    fits = [(patch, n) for patch in large if (n := _stands_on(patch, undersides, pieces, size, params))]
    if not fits:
        fits = [(patch, 1) for patch in large if lines_mm and _stands_among(patch, lines_mm, pieces, homography, size, params)]
    if not fits:
        return None
    fits = [(patch, n) for patch, n in fits if not any(more > n and _is_beside(patch, other) for other, more in fits)]
    foot = max(patch.line[:, 1].max() for patch, _ in fits) - params.under_mm * camera.px_per_mm
    lower = [(patch, n) for patch, n in fits if patch.line[:, 1].max() >= foot]  # pieces of one colour that ran together carry others, too
    best = [patch for patch, n in lower if n == max(n for _, n in lower)]
    whole = [patch for patch in best if patch.area_px >= params.least_part * max(other.area_px for other in best)]
    line_px = _own(picture, max(whole, key=_solid), params)
    line_mm = project(np.asarray(np.linalg.inv(homography), np.float64), line_px)
    area = float(cv2.contourArea(line_px.astype(np.float32)))
    foot, error = _foot(picture, line_mm, homography, camera, params)
    error += _disagreement(line_px, [p for p, _ in fits if p.area_px >= params.like_part * area], camera)
    return Plate(line_mm, line_px, foot, error, _roll(foot, [_lowest(line) for line in lines_mm], params))


def is_food(
    picture: Picture, plate: Plate, patches: Sequence[Patch], bodies: Sequence[Floats], camera: Camera, params: PlateParams = PARAMS
) -> bool:
    """Whether what was taken for the plate may be food that ran together, which stand on the plate: in its colour, broader below.

    `bodies`: (3,) the foods' colours under this light.
    """
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(plate.line_px).astype(np.int32)], 1)
    colour = np.median(picture[mask > 0], axis=0)
    if not any(float(np.abs(colour - body).max()) < params.like_food for body in bodies):
        return False
    (left, _), (right, low) = plate.line_px.min(0), plate.line_px.max(0)
    above, below = (mm * camera.px_per_mm for mm in params.below_own_mm)
    for patch in patches:
        (x0, y0), (x1, y1) = patch.line.min(0), patch.line.max(0)
        is_inside = x0 >= 4 and x1 < picture.shape[1] - 4 and y1 < picture.shape[0] - 4
        is_below = low - above < y0 < low + below and x0 < (left + right) / 2 < x1
        if is_inside and is_below and x1 - x0 > params.broader * (right - left) and _solid(patch) >= params.least_solid:
            return True
    return False


def _is_beside(patch: Patch, other: Patch) -> bool:
    """Whether another patch cannot stand on this one, which lies beside its middle: a mirror image in the table lies low, too."""
    middle = float(other.line[:, 0].min() + other.line[:, 0].max()) / 2
    return not patch.line[:, 0].min() < middle < patch.line[:, 0].max()


def _lowest(line: Floats) -> Floats:
    """(2,) the point of a line that is furthest down."""
    return np.asarray(line[line[:, 1].argmax()], np.float64)


def _is_above(patch: Patch, lows_px: Sequence[Floats], under_px: float, params: PlateParams) -> bool:
    """Whether something lies further below a patch than it can below a plate's foot."""
    foot = _lowest(patch.line)
    return any(low[1] - foot[1] >= under_px + params.most_roll * abs(low[0] - foot[0]) for low in lows_px)


def _roll(foot: tuple[float, float], lows_mm: Sequence[Floats], params: PlateParams) -> float:
    """Radians by which the camera is rolled, told by the lowest of what is seen below the table's level on one side; 0 for both or none."""
    below = [(float(low[0]) - foot[0], float(low[1]) - foot[1]) for low in lows_mm if low[1] - foot[1] > params.sure_roll_mm]
    if not below or len({dx > 0 for dx, _ in below}) > 1:
        return 0.0
    dx, down = max(below, key=lambda one: one[1] / max(abs(one[0]), 1.0))
    return float(np.clip(down / dx if dx else 0.0, -params.most_roll, params.most_roll))


def _own(picture: Picture, patch: Patch, params: PlateParams) -> Floats:
    """(n, 2) outline of what has the plate's own hue; what lies behind it may have run into its patch, step by step.

    What is of another hue belongs to the plate all the same where what lies around the patch is still less like it: cameras that even out
    the light leave dark parts of one colour more colourful.
    """
    (left, top), (right, low) = np.floor(patch.line.min(0)).astype(int), np.ceil(patch.line.max(0)).astype(int) + 1
    own = np.zeros((low - top, right - left), np.uint8)
    cv2.fillPoly(own, [np.round(patch.line - (left, top)).astype(np.int32)], 1)
    seen = cv2.blur(picture[top:low, left:right], (3, 3)) + params.lift
    usual = np.median(seen[own > 0], axis=0)
    shares = seen / seen.sum(axis=2, keepdims=True)
    off = greatest(np.abs(shares - usual / usual.sum()))
    strange = np.asarray((own > 0) & (off >= params.hue), np.bool_)
    alike = np.asarray(own * ~strange, np.uint8)
    alike[strange] = ~_is_around(shares[strange], off[strange], _around(picture, patch, params))
    alike = np.asarray(cv2.morphologyEx(alike, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)
    lines, _ = cv2.findContours(alike, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not lines or cv2.contourArea(largest := max(lines, key=cv2.contourArea)) < params.least_own * patch.area_px:
        return patch.line
    return np.asarray(largest[:, 0] + np.array([left, top]), np.float64)


def _around(picture: Picture, patch: Patch, params: PlateParams) -> Floats:
    """(n, 3) the parts that red, green and blue have of the light just outside of a patch."""
    line = patch.line if cv2.contourArea(patch.line.astype(np.float32), oriented=True) > 0 else patch.line[::-1]
    seen = sample(picture, line + outward(line) * params.around_px) + params.lift
    return np.asarray(seen / seen.sum(axis=1, keepdims=True), np.float64)


def _is_around(shares: Floats, off: Floats, around: Floats) -> NDArray[np.bool_]:
    """(n,) whether hues (n, 3) that are so far `off` the plate's are no farther off some that lie around it."""
    cells = np.unique(np.round(around / 0.02), axis=0) * 0.02
    nearest = np.full(len(shares), np.inf)
    for hue in cells:
        np.minimum(nearest, np.abs(shares - hue).max(1), out=nearest)
    return np.asarray(nearest <= off, np.bool_)


def _disagreement(line_px: Floats, patches: Sequence[Patch], camera: Camera) -> float:
    """Millimetres by which the lower edges of patches that may all be this plate lie apart: shadow or cloth may have run into one."""
    low, high = line_px[:, 0].min(), line_px[:, 0].max()
    feet = []
    for line in (patch.line for patch in patches):
        shared = min(line[:, 0].max(), high) - max(line[:, 0].min(), low)
        if shared > 0.6 * max(high - low, float(np.ptp(line[:, 0]))):
            feet.append(float(line[:, 1].max()))
    apart = (max(feet) - min(feet)) / camera.px_per_mm if feet else 0.0
    return max(0.0, apart - 1.0)


def _underside(line: Floats, params: PlateParams) -> Floats:
    """(n, 2) places just below the parts of an outline that face down."""
    down = line[outward(line)[:, 1] > 0.5]
    return np.concatenate([down + np.array([0.0, gap]) for gap in np.linspace(*params.below_mm, 4)]) if len(down) else np.zeros((0, 2))


def _stands_on(patch: Patch, undersides: Sequence[Floats], pieces: NDArray[np.uint8], size: tuple[int, int], params: PlateParams) -> int:
    """How many pieces have this patch below them; none when it reaches the picture's rim, is ragged, or is a piece itself."""
    low, high = patch.line.min(0), patch.line.max(0)
    if low.min() < 4 or high[0] > size[0] - 5 or high[1] > size[1] - 5 or not _is_whole(patch, params):
        return 0
    mask = np.zeros(pieces.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(patch.line / 2).astype(np.int32)], 1)
    if float((mask & pieces).sum()) > params.most_hidden * float(mask.sum()):
        return 0
    free = mask & (1 - pieces)
    height, width = free.shape
    many = 0
    for places in undersides:
        xy = np.round(places / 2).astype(np.int64)
        xy = xy[(xy >= 0).all(1) & (xy[:, 0] < width) & (xy[:, 1] < height)]
        many += bool(len(xy)) and float(free[xy[:, 1], xy[:, 0]].sum()) >= 4
    return many


def _stands_among(
    patch: Patch, lines_mm: Sequence[Floats], pieces: NDArray[np.uint8], homography: Floats, size: tuple[int, int], params: PlateParams
) -> bool:
    """Whether a patch stands where the pieces lie, all beside it: a plate off which everything fell."""
    low, high = patch.line.min(0), patch.line.max(0)
    if low.min() < 4 or high[0] > size[0] - 5 or high[1] > size[1] - 5 or _solid(patch) < params.least_solid:
        return False
    line = project(np.asarray(np.linalg.inv(homography), np.float64), patch.line)
    if np.ptp(line[:, 0]) < params.broad * np.ptp(line[:, 1]):
        return False
    mask = np.zeros(pieces.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(patch.line / 2).astype(np.int32)], 1)
    off = np.array([_lowest(one) for one in lines_mm]) - _lowest(line)
    return not (mask & pieces).any() and bool((np.abs(off[:, 1]) < params.under_mm + params.most_roll * np.abs(off[:, 0])).all())


def _is_whole(patch: Patch, params: PlateParams) -> bool:
    """Whether a patch is not ragged; of one that is far wider than high and hollow above only its underside is asked."""
    solid = _solid(patch)
    if solid >= params.least_solid:
        return True
    wide, high = np.ptp(patch.line, axis=0)
    is_low = _above_ends(patch) <= params.most_above * wide
    return bool(solid >= params.least_bowl and wide >= params.broad * high and is_low and _solid_below(patch) >= params.least_solid)


def _above_ends(patch: Patch) -> float:
    """Pixels by which a patch rises above the line from its left to its right end."""
    (x0, y0), (x1, y1) = patch.line[[patch.line[:, 0].argmin(), patch.line[:, 0].argmax()]]
    return float((np.interp(patch.line[:, 0], (x0, x1), (y0, y1)) - patch.line[:, 1]).max())


def _solid_below(patch: Patch) -> float:
    """Part of its hull that is filled by what lies between a patch's underside and the line from its left to its right end."""
    columns, at = np.unique(np.round(patch.line[:, 0]).astype(int), return_inverse=True)
    lowest = np.full(len(columns), -np.inf)
    np.maximum.at(lowest, at, patch.line[:, 1])
    ends = patch.line[[patch.line[:, 0].argmin(), patch.line[:, 0].argmax()]]
    line = np.concatenate([ends[:1], np.stack([columns, lowest], 1), ends[1:]]).astype(np.float32)
    return float(cv2.contourArea(line)) / max(float(cv2.contourArea(cv2.convexHull(line))), 1e-9)


def _solid(patch: Patch) -> float:
    hull = cv2.convexHull(patch.line.astype(np.float32))
    return patch.area_px / max(float(cv2.contourArea(hull)), 1e-9)


def _foot(picture: Picture, line_mm: Floats, homography: Floats, camera: Camera, params: PlateParams) -> tuple[tuple[float, float], float]:
    """Where the plate is lowest: the steepest change of colour near its patch's lower edge, smoothed by a parabola."""
    lowest = line_mm[line_mm[:, 1].argmax()]
    near = line_mm[(np.abs(line_mm[:, 0] - lowest[0]) < params.foot_mm) & (line_mm[:, 1] > lowest[1] - 4.0)]
    columns = np.linspace(near[:, 0].min(), near[:, 0].max(), 41)
    edge = np.array([near[np.abs(near[:, 0] - x) < 1.0, 1].max(initial=lowest[1] - 4.0) for x in columns])
    step = 0.5 / camera.px_per_mm
    down = np.arange(-params.reach_mm, params.reach_mm, step)
    grid = np.stack([np.repeat(columns, len(down)), (edge[:, None] + down).ravel()], 1)
    seen = sample(picture, project(homography, grid)).reshape(len(columns), len(down), 3)
    change = np.sqrt(((seen[:, 3:] - seen[:, :-3]) ** 2).sum(-1))
    found = edge + down[change.argmax(1)] + 1.5 * step
    keep = np.ones(len(columns), np.bool_)
    for _ in range(4):
        curve = np.polyfit(columns[keep] - lowest[0], found[keep], 2)
        off = np.abs(np.polyval(curve, columns - lowest[0]) - found)
        keep = off <= max(0.3, 2.0 * float(np.median(off)))
    heights = np.polyval(curve, columns - lowest[0])
    at = int(heights.argmax())
    return (float(columns[at]), float(heights[at])), float(np.median(off) * 1.5 + 0.1)
