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
    no_light: float = 41.0
    """Levels below 0 of L from which on it and the tint grow alike with the light: the cube root's own line for 16 of 100."""


PARAMS = ShapeParams()


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
        return self._has_ground(ground) or (is_as_strong and self._has_ground(self._in_usual_light(ground, params)))

    def _has_ground(self, ground: Floats) -> bool:
        return bool((np.abs(ground - self.ground) <= self.spread).all())

    def _in_usual_light(self, ground: Floats, params: ShapeParams) -> Floats:
        """What a ground (3,) in Lab would be under the light of most tiles, told by how bright it is."""
        times = (self.ground[0] + params.no_light) / (ground[0] + params.no_light)
        return np.asarray([self.ground[0], *(128 + times * (ground[1:] - 128))], np.float32)


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
