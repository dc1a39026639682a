"""Does an arm reach in over the table? What lies below it is not seen, and nobody would know that something is missing.

An arm comes in from the picture's edge, has a skin's hue under the light there, is smooth, about as wide as an arm, and differs
from the table to either side. Where it lies on a named card the card itself tells what it hides; a sleeve is not told, nor skin on
wood of its colour.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colours import Lamp, linear
from vision.frame import Frame
from vision.observation import Quad
from vision.plane import TablePlane

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
    differs: float = 0.25
    """Light or hue of the table beside it, from its own ..."""
    around: float = 0.85
    """... along such a part of its outline ..."""
    apart: float = 0.4
    """... and in the middle by so much."""
    even: float = 0.33
    """Spread of its own light."""


PARAMS = ArmParams()
_EDGE_PX = 2
_SOBEL = 8
"""Of a slope of one grey level per pixel."""
_NEAR, _FAR = np.ones((5, 5), np.uint8), np.ones((9, 9), np.uint8)


def reaches_in(frame: Frame, table: TablePlane, lamp: Lamp, pieces: Sequence[Quad], params: ArmParams = PARAMS) -> bool:
    """Whether an arm lies over the table, beside the `pieces` that were named there."""
    width, height = frame.size_px
    part = params.width_px / width
    small = np.asarray(cv2.resize(frame.rgb, (params.width_px, round(height * part)), interpolation=cv2.INTER_AREA), np.uint8)
    white = lamp.whites(*(np.arange(side) / part for side in small.shape[1::-1]))
    light = np.asarray(np.log(linear(small) / white + np.float32(params.lift)), np.float32)
    known = np.zeros(small.shape[:2], np.uint8)
    for quad in pieces:
        cv2.fillConvexPoly(known, np.round(np.asarray(quad) * part).astype(np.int32), 1)
    skin = np.asarray(_skin(light, params) & _smooth(small, params) & (1 - known), np.uint8)
    px_per_mm = table.px_per_mm((width / 2, height / 2)) * part
    return any(_is_arm(one, light, known, px_per_mm, params) for one in _pieces_of(skin))


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


def _smooth(small: NDArray[np.uint8], params: ArmParams) -> Mask:
    """(H, W): where no edge runs."""
    soft = cv2.GaussianBlur(small, (0, 0), 1.0)
    across, down = (np.abs(cv2.Sobel(soft, cv2.CV_16S, *way)) for way in ((1, 0), (0, 1)))
    steep = sum(np.maximum(np.maximum(one[..., 0], one[..., 1]), one[..., 2]) for one in (across, down))
    return np.asarray(steep < _SOBEL * params.slope, np.uint8)


def _pieces_of(mask: Mask) -> Iterator[Mask]:
    """What hangs together in a mask and reaches its edge."""
    many, label, boxes, _ = cv2.connectedComponentsWithStats(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _NEAR), connectivity=4)
    height, width = mask.shape
    for n in range(1, many):
        x, y, wide, high = boxes[n, :4]
        if min(x, y) <= _EDGE_PX or x + wide >= width - _EDGE_PX or y + high >= height - _EDGE_PX:
            yield np.asarray(label == n, np.uint8)


def _is_arm(mask: Mask, light: Floats, known: Mask, px_per_mm: float, params: ArmParams) -> bool:
    """Whether it has an arm's size and thickness, is of one colour, and the table beside it is of another."""
    if not params.area_mm2[0] <= float(mask.sum()) / px_per_mm**2 <= params.area_mm2[1]:
        return False
    thick = 2 * float(cv2.distanceTransform(np.pad(mask, 1), cv2.DIST_L2, 3).max()) / px_per_mm
    ring = (cv2.dilate(mask, _FAR) > cv2.dilate(mask, _NEAR)) & (known == 0)
    inside = light[mask > 0]
    if not params.thick_mm[0] <= thick <= params.thick_mm[1] or not ring.any() or inside.std(axis=0).mean() > params.even:
        return False
    own = np.median(inside, axis=0)
    beside = np.abs(light[ring] - own).max(axis=1)
    apart = float(np.abs(np.median(light[ring], axis=0) - own).max())
    return bool((beside > params.differs).mean() >= params.around and apart >= params.apart)
