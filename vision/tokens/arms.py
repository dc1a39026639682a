"""Does an arm reach in over the table? What lies below it is not seen, and nobody would know that something is missing.

An arm comes in from the picture's edge, has a skin's hue under the light there, is about as wide as an arm, and differs from the
table to either side; in a sleeve it is a hand, and what is as wide, of any one colour, from there to the edge. Where it lies on a
named card the card itself tells what it hides. Skin on wood of its colour is not told, nor a sleeve of which no hand is seen.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.image.levels import shrunk
from vision.looks.colours import Lamp, linear
from vision.observation import Quad
from vision.table.plane import TablePlane

Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class ArmParams:
    """One set of values for every table and light; light and colours as logarithms, relative to white."""

    width_px: int = 320
    """Of the picture that is looked at."""
    red_green: tuple[float, float] = (0.18, 1.0)
    """How much more red than green skin gives back, of every tone ..."""
    green_blue: tuple[float, float] = (0.02, 0.85)
    """... and how much more green than blue."""
    red: tuple[float, float] = (-3.0, 0.1)
    lift: float = 0.01
    """Light added before logarithms are taken: what is nearly black has no hue."""
    slope: float = 7.0
    """Grey levels per pixel of that picture, across and down together: steeper is an edge or print."""
    area_mm2: tuple[float, float] = (2500.0, 26000.0)
    thick_mm: tuple[float, float] = (25.0, 85.0)
    """Diameter of the largest circle within."""
    sleeve_mm2: tuple[float, float] = (1000.0, 45000.0)
    sleeve_mm: tuple[float, float] = (25.0, 120.0)
    """The same of a sleeve ..."""
    wrist_mm: float = 15.0
    """... which meets the hand along so much."""
    reach: float = 0.4
    """How far it comes in from the edge at least, in parts of its breadth there: a plank between a gap and the edge did by .1."""
    differs: float = 0.25
    """Light or hue of the table beside it, from its own ..."""
    around: float = 0.85
    """... along such a part of its outline ..."""
    apart: float = 0.4
    """... and in the middle by so much ..."""
    sharp: float = 0.7
    """... and along such a part of it from what lies right within: an arm ends at an edge, and the glow of a lamp fades. Of arms on
    rendered tables it was .88 and more, of glows .49 and less."""
    flat: float = 0.03
    """Spread of its own light beside an even slope: an arm is round. Of arms on rendered tables it was .045 and more, of patches that are
    printed on a mat .017 and less."""
    even: float = 0.33
    """Spread of its own light ..."""
    clear: tuple[float, float] = (0.97, 0.8)
    """... and where so much of the outline differs, in the middle by so much, ..."""
    lit: float = 0.75
    """... that of an arm under a low lamp; in between, in between."""


PARAMS = ArmParams()
_EDGE_PX = 2
_FEW = 8
"""Of so many pixels one tells what the table is like."""
_SOBEL = 8
"""Of a slope of one grey level per pixel."""
_NEXT, _NEAR, _FAR = np.ones((3, 3), np.uint8), np.ones((5, 5), np.uint8), np.ones((9, 9), np.uint8)
_ACROSS, _LEAST = (11, 11), 0.025
"""From beside an outline so much is looked at, which reaches within it; it tells from such a part of it on."""


@dataclass(frozen=True, slots=True, eq=False)
class _Scene:
    """A picture made small, in which an arm is looked for."""

    small: NDArray[np.uint8]
    light: Floats
    """(H, W, 3): logarithms, relative to white."""
    known: Mask
    px_per_mm: float
    params: ArmParams


def reaches_in(frame: Frame, table: TablePlane, lamp: Lamp, pieces: Sequence[Quad], params: ArmParams = PARAMS) -> bool:
    """Whether an arm lies over the table, beside the `pieces` that were named there."""
    width, height = frame.size_px
    part = params.width_px / width
    small = shrunk(frame.rgb, (params.width_px, round(height * part)))
    white = lamp.whites(*(np.arange(side) / part for side in small.shape[1::-1]))
    light = np.asarray(np.log(linear(small) / white + np.float32(params.lift)), np.float32)
    known = np.zeros(small.shape[:2], np.uint8)
    for quad in pieces:
        cv2.fillConvexPoly(known, np.round(np.asarray(quad) * part).astype(np.int32), 1)
    scene = _Scene(small, light, known, table.px_per_mm((width / 2, height / 2)) * part, params)
    found = _limbs(_skin(light, params), scene, lambda one: True)
    return any(_comes_in(one, params) or _has_sleeve(one, scene) for one in found)


def _limbs(hue: Mask, scene: _Scene, fits: Callable[[Mask], bool]) -> Iterator[Mask]:
    """What `fits` and may be an arm, a hand or a sleeve of that hue: as it is, where no edge runs, and where it is not the table's own."""
    bare, told = hue & (1 - scene.known), list[Mask]()
    ways: tuple[Callable[[], Mask], ...] = (
        lambda: bare,
        lambda: bare & _smooth(scene.small, scene.params),
        lambda: bare & _unlike(scene),
    )
    if cv2.countNonZero(_opened(bare)) < scene.params.area_mm2[0] * scene.px_per_mm**2:
        return  # of so little no part is as large as an arm
    for way in ways:
        for one in _parts(way(), scene):
            if not any(np.array_equal(one, other) for other in told):  # mostly a hand is the same each way
                told.append(one)
                if fits(one) and _is_limb(one, scene):
                    yield one


def _has_sleeve(hand: Mask, scene: _Scene) -> bool:
    """Whether a band of one colour goes from a hand to the picture's edge, maybe over a named card that the hand touches."""
    p = scene.params
    near = np.asarray(cv2.dilate(hand, _FAR), np.uint8)
    _, label = cv2.connectedComponents(near | scene.known, connectivity=4)
    reached = np.asarray(cv2.dilate(np.asarray(label == label[near > 0].max(), np.uint8), _NEAR), np.uint8)
    wrist = p.wrist_mm * scene.px_per_mm * (len(_NEAR) // 2)
    beside = replace(scene, known=scene.known | near, params=replace(p, area_mm2=p.sleeve_mm2, thick_mm=p.sleeve_mm))
    of_any_colour = np.asarray(1 - _skin(scene.light, p), np.uint8)
    return any(True for _ in _limbs(of_any_colour, beside, lambda one: _comes_in(one, p) and int((reached & one).sum()) >= wrist))


def is_skin(light: Floats, params: ArmParams = PARAMS) -> bool:
    """Whether most of the lights (n, 3), relative to white, have a skin's hue."""
    return bool(_skin(np.log(light + np.float32(params.lift))[None], params).mean() > 0.5)


def _skin(light: Floats, params: ArmParams) -> Mask:
    """(H, W): where the hue is a skin's."""
    found = np.ones(light.shape[:2], np.bool_)
    red, green, blue = (light[..., c] for c in range(3))
    for value, (low, high) in ((red - green, params.red_green), (green - blue, params.green_blue), (red, params.red)):
        found &= (value > low) & (value < high)
    return found.astype(np.uint8)


def _unlike(scene: _Scene) -> Mask:
    """(H, W): where light or hue is not that of most of the table."""
    few, bare_few = scene.light.reshape(-1, 3)[::_FEW], scene.known.ravel()[::_FEW] == 0
    bare = few[bare_few]
    table = np.median(bare, axis=0) if len(bare) else np.zeros(3, np.float32)
    found = np.zeros(scene.known.shape, np.bool_)
    for c in range(3):
        found |= np.abs(scene.light[..., c] - table[c]) > scene.params.apart
    return found.astype(np.uint8)


def _smooth(small: NDArray[np.uint8], params: ArmParams) -> Mask:
    """(H, W): where no edge runs."""
    soft = cv2.GaussianBlur(small, (0, 0), 1.0)
    across, down = (np.abs(cv2.Sobel(soft, cv2.CV_16S, *way)) for way in ((1, 0), (0, 1)))
    steep = sum(np.maximum(np.maximum(one[..., 0], one[..., 1]), one[..., 2]) for one in (across, down))
    return np.asarray(steep < _SOBEL * params.slope, np.uint8)


def _parts(mask: Mask, scene: _Scene) -> Iterator[Mask]:
    """What hangs together in a mask and is as large as an arm."""
    many, label, stats, _ = cv2.connectedComponentsWithStats(_opened(mask), connectivity=4)
    least, most = (mm2 * scene.px_per_mm**2 for mm2 in scene.params.area_mm2)
    yield from (np.asarray(label == n, np.uint8) for n in range(1, many) if least <= stats[n, cv2.CC_STAT_AREA] <= most)


def _opened(mask: Mask) -> Mask:
    """A mask without what is thin."""
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _NEAR), np.uint8)


def _comes_in(mask: Mask, params: ArmParams) -> bool:
    """Whether it comes in from one of the picture's edges: it reaches in from there, and is no strip of the table along it."""
    for side in (mask, mask[::-1], mask.T, mask.T[::-1]):
        broad = np.count_nonzero(side[: _EDGE_PX + 1].any(axis=0))
        if broad and np.flatnonzero(side.any(axis=1))[-1] + 1 >= params.reach * broad:
            return True
    return False


def _around(mask: Mask) -> tuple[slice, slice]:
    """The part of a mask in which it lies, with as much beside it as is looked at."""
    left, top, width, height = cv2.boundingRect(mask)
    beside = len(_FAR)
    return slice(max(0, top - beside), top + height + beside), slice(max(0, left - beside), left + width + beside)


def _is_limb(mask: Mask, scene: _Scene) -> bool:
    """Whether it is as thick as an arm, of one colour, and the table beside it of another."""
    params, part = scene.params, _around(mask)
    mask, light, bare = mask[part], scene.light[part], scene.known[part] == 0
    thick = 2 * float(cv2.distanceTransform(np.pad(mask, 1), cv2.DIST_L2, 3).max()) / scene.px_per_mm
    if not params.thick_mm[0] <= thick <= params.thick_mm[1]:
        return False
    inside = light[mask > 0]
    spread = float(inside.std(axis=0).mean())
    ring = (cv2.dilate(mask, _FAR) > cv2.dilate(mask, _NEAR)) & bare
    if not ring.any() or spread > params.lit or _roundness(mask, light) < params.flat:
        return False
    if _sharp(mask, light, ring, params) < params.sharp:
        return False
    own = np.median(inside, axis=0)
    beside = float((np.abs(light[ring] - own).max(axis=1) > params.differs).mean())
    apart = float(np.abs(np.median(light[ring], axis=0) - own).max())
    clear = min(
        (beside - params.around) / (params.clear[0] - params.around), (apart - params.apart) / (params.clear[1] - params.apart), 1.0
    )
    return clear >= 0 and spread <= params.even + clear * (params.lit - params.even)


def _roundness(mask: Mask, light: Floats) -> float:
    """How far the light within a mask (H, W) is off an even slope, as a logarithm: a lamp's light falls off evenly on what is flat."""
    rows, columns = np.nonzero(cv2.erode(mask, _NEXT))
    if len(rows) < _FEW:
        return np.inf
    level = light[rows, columns].mean(axis=1)
    slope = np.stack([rows, columns, np.ones_like(rows)], -1).astype(np.float32)
    return float((level - slope @ np.linalg.lstsq(slope, level, rcond=None)[0]).std())


def _sharp(mask: Mask, light: Floats, ring: NDArray[np.bool_], params: ArmParams) -> float:
    """Along which part of the ring around a mask (H, W) light or hue differ from those that lie right within the mask."""
    within = (cv2.erode(mask, _NEXT) > 0).astype(np.float32)
    share = cv2.boxFilter(within, -1, _ACROSS)
    own = cv2.boxFilter(light * within[..., None], -1, _ACROSS) / np.maximum(share, _LEAST)[..., None]
    told = ring & (share > _LEAST)
    return float((np.abs(light - own)[told].max(axis=1) > params.differs).mean()) if told.any() else 1.0
