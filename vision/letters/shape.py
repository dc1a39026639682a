"""How the tiles of one game lie before the camera: one stretch for all of them, and one ground, ink and size by which strangers are told.

A square tile seen aslant, in any turn, has the same second moments as any other of its kind: their median is the stretch of the whole
picture, whatever way each tile lies, and no corner has to be found for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]
"""(2, 2): a plane on which tiles are square -> the picture; its determinant is 1."""


@dataclass(frozen=True, slots=True)
class ShapeParams:
    """When tiles tell a stretch, and when something is no tile of theirs."""

    least: int = 5
    """Tiles that tell a stretch together."""
    least_kind: int = 3
    """Tiles that tell what they have in common."""
    most_stretch: float = 2.0
    """Longer axis of the stretch by the shorter."""
    grey: tuple[float, float] = (40.0, 4.0)
    """Levels of L that a tile's ground may differ from most, at least, and in their usual differences."""
    tint: tuple[float, float] = (10.0, 4.0)
    """The same of Lab's a and b."""
    sizes: tuple[float, float] = (0.6, 1.6)
    """Of a letter's larger side, in the usual one."""
    contrast: float = 0.6
    """Of a letter's contrast, in the usual one, at least."""
    same_contrast: float = 0.85
    """The same, and the usual one in it, from which on a ground may lie in other light: shade takes as much from ink as from paper."""
    most_light: float = 3.0
    """Times the light of a shade that lies beside it at most."""


PARAMS = ShapeParams()
LEVELS, SHIFT = np.array([100 / 255, 1, 1], np.float32), np.array([0, 128, 128], np.float32)
"""Lab in bytes, times the one, less the other, is Lab as it is defined."""


def stretch(outlines: Sequence[Floats], params: ShapeParams = PARAMS) -> Matrix:
    """The stretch of tiles with these outlines, (n, 2) each; none where they are too few."""
    moments = [_moments(outline) for outline in outlines]
    told = np.array([one for one in moments if one is not None])
    if len(told) < params.least:
        return np.eye(2)
    values, axes = np.linalg.eigh(np.median(told, axis=0))
    values = values / np.sqrt(values.prod())
    limit = params.most_stretch
    return np.asarray(axes @ np.diag(np.sqrt(np.clip(values, 1 / limit, limit))) @ axes.T, np.float64)


def _moments(outline: Floats) -> Matrix | None:
    """(2, 2) second central moments of the filled outline, of determinant 1."""
    found = cv2.moments(np.asarray(outline, np.float32))
    cov = np.array([[found["mu20"], found["mu11"]], [found["mu11"], found["mu02"]]])
    size = float(np.linalg.det(cov))
    return cov / np.sqrt(size) if size > 1e-6 else None


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """What the tiles of one game have in common."""

    ground: Floats
    """(3,) Lab, median."""
    spread: Floats
    """(3,) by which a ground may differ."""
    size: float
    """Of a letter, median."""
    contrast: float
    """Of a letter against its ground as of `Glyph`, median; 0 where it is not asked."""

    def has(self, ground: Floats | None, size: float, contrast: float, params: ShapeParams = PARAMS) -> bool:
        """Whether a letter of this size on this ground may be one of them: gaps, shadows and grain are paler than print."""
        if ground is None or not params.sizes[0] * self.size <= size <= params.sizes[1] * self.size:
            return False
        part = contrast / self.contrast if self.contrast else 1.0
        if part < params.contrast:
            return False
        is_as_strong = params.same_contrast <= part <= 1 / params.same_contrast
        return self._is_near(ground, self.ground) or (is_as_strong and self._is_near(*_in_one_light(ground, self.ground, params)))

    def _is_near(self, ground: Floats, usual: Floats) -> bool:
        return bool((np.abs(ground - usual) <= self.spread).all())


def _in_one_light(one: Floats, other: Floats, params: ShapeParams) -> tuple[Floats, Floats]:
    """Two grounds (3,) in Lab, the darker one as it would be in the light of the brighter one, told by how bright that is.

    What is brighter than a camera shows is shown at its brightest, colour by colour: an orange tile is yellow in the sun.
    """
    if one[0] > other[0]:
        return _in_one_light(other, one, params)[::-1]
    linear = np.maximum(_converted(one * LEVELS - SHIFT, cv2.COLOR_Lab2LRGB), 0)
    times = np.geomspace(1, params.most_light, 60, dtype=np.float32)[:, None]
    lit = (_converted(np.minimum(times * linear, 1), cv2.COLOR_LRGB2Lab) + SHIFT) / LEVELS
    return np.asarray(lit[np.abs(lit[:, 0] - other[0]).argmin()], np.float32), other


def _converted(colours: Floats, code: int) -> Floats:
    """(n, 3) or (3,) colours, converted by OpenCV."""
    return np.asarray(cv2.cvtColor(colours.reshape(1, -1, 3).astype(np.float32), code).reshape(colours.shape), np.float32)


def kind_of(
    grounds: NDArray[Any], sizes: Sequence[float], contrasts: Sequence[float] = (0.0,), params: ShapeParams = PARAMS
) -> Kind | None:
    """The kind of tiles with these grounds, (n, 3) in Lab, and these sizes and contrasts of their letters; None where they are too few."""
    if len(grounds) < params.least_kind:
        return None
    middle = np.median(grounds, axis=0)
    usual = np.median(np.abs(grounds - middle), axis=0)
    least, times = np.array([params.grey, params.tint, params.tint]).T
    return Kind(
        np.asarray(middle, np.float32),
        np.asarray(np.maximum(least, times * usual), np.float32),
        *(float(np.median(one)) for one in (sizes, contrasts)),
    )
