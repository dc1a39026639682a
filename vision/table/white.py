"""The paper around the markers is white wherever the lamp stands: so it tells the light's colour and how even it falls."""

from dataclasses import dataclass

import numpy as np

from vision.frame import Frame
from vision.observation import Point
from vision.table.plane import TablePlane


@dataclass(frozen=True, slots=True)
class White:
    """How white paper looks at one place of the picture."""

    at_px: Point
    rgb: tuple[float, float, float]
    """Median red, green, blue, 0 to 255."""

    @property
    def burnt(self) -> bool:
        """Too bright to tell anything."""
        return max(self.rgb) >= 250


@dataclass(frozen=True, slots=True)
class WhiteParams:
    """Where the paper is looked at: a line around the black square, in its white margin."""

    grown: float = 1.18
    """Size of that line, as a multiple of the black square; a mat leaves at least a quarter of a marker white around it."""
    least: float = 40.0
    """Grey level; darker is no paper but something on it."""


PARAMS = WhiteParams()
ALONG = np.linspace(0.2, 0.8, 7)
"""Places along each side."""


def whites(frame: Frame, plane: TablePlane, params: WhiteParams = PARAMS) -> tuple[White, ...]:
    """White at each marker by which the plane was found; empty for a plane found by cards, whose margins may have any colour."""
    if plane.found_by != "markers":
        return ()
    found = []
    width, height = frame.size_px
    for quad_px in plane.quads_px:
        quad = np.asarray(quad_px, np.float64)
        middle = quad.mean(axis=0)
        sides = quad[:, None] + ALONG[None, :, None] * (np.roll(quad, -1, axis=0) - quad)[:, None]
        ring = np.rint(middle + params.grown * (sides.reshape(-1, 2) - middle)).astype(int)
        x, y = ring[((ring >= 0) & (ring < (width, height))).all(axis=1)].T
        if len(x) < len(ring) // 2:
            continue
        red, green, blue = (float(v) for v in np.median(frame.rgb[y, x], axis=0))
        if max(red, green, blue) >= params.least:
            found.append(White((float(middle[0]), float(middle[1])), (red, green, blue)))
    return tuple(found)


def cast(found: tuple[White, ...]) -> tuple[float, float, float] | None:
    """Light's colour: red, green, blue against their mean, 1 each for neutral light; None when no paper tells.

    Dividing a picture by it makes paper grey again.
    """
    told = np.asarray([white.rgb for white in found if not white.burnt], np.float64)
    if len(told) == 0:
        return None
    red, green, blue = (float(v) for v in np.median(told / told.mean(axis=1, keepdims=True), axis=0))
    return red, green, blue


def evenness(found: tuple[White, ...]) -> float | None:
    """Light at the darkest paper as a part of that at the brightest, 0 to 1; None with fewer than two."""
    if len(found) < 2:
        return None
    light = [(sum(white.rgb) / 3 / 255) ** 2.2 for white in found]
    return float(min(light) / max(light))
