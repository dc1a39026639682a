"""A patch with a food's outline, at the size that the other pieces tell, is no chance where its colour is that food's in haze.

A lamp that shines into the lens leaves the colours of some pieces paler than those of the others: such a patch is a question, and so is
a piece that has its name by colour while the patch in its place has another food's outline.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.shapes import Likeness, Shapes, middle_of
from vision.looks.silhouettes import Silhouette
from vision.plates.flats import Patch

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ShapedParams:
    """When a patch has a food's outline."""

    least_overlap: float = 0.87
    """Shared part of both, laid on each other at equal area."""
    same_scale: float = 0.12
    """Difference of the logarithm of pixels a millimetre."""
    most: int = 4
    """Foods that it is compared with, the likest first."""
    hazy: float = 25.0
    """Colour difference, in levels, up to which it has that food's colour under the light on all pieces and some haze before it: ..."""
    clearest: float = 0.3
    """... so much of its own colour shows through that, at least."""
    same_area: float = 1.3
    """A patch that is no more than so many times larger or smaller than a piece is in its place ..."""
    same_place: float = 0.2
    """... if their middles are no farther apart than this, in parts of the root of its area ..."""
    likelier: float = 0.1
    """... and has another outline if that shares so much more with it."""


PARAMS = ShapedParams()


class Shaped:
    """Asks of patches which foods they may be by their outline alone; made ready when the first is asked about."""

    def __init__(self, silhouettes: Sequence[Silhouette], gain: Floats, px_per_mm: float, params: ShapedParams = PARAMS) -> None:
        """`gain`: (3,) the light on all pieces, seen colour by enrolled colour."""
        self._silhouettes, self._gain, self._px_per_mm, self._params = silhouettes, gain, px_per_mm, params
        self._shapes: Shapes | None = None

    def may_be(self, patch: Patch) -> tuple[str, ...]:
        """Ids of the foods, the likest first."""
        return tuple(dict.fromkeys(self._silhouettes[one.index].id for one in self._liken(patch) if self._has_outline(patch, one)))

    def instead(self, id: str, line_px: Floats, patches: Sequence[Patch]) -> str | None:
        """The food whose outline the patches in the place of a piece have far rather than its own; `line_px` (n, 2): where the piece is."""
        own, others = 0.0, dict[str, float]()
        for patch in _in_place(line_px, patches, self._params):
            for one in self._liken(patch, 2 * len(self._silhouettes)):
                food = self._silhouettes[one.index].id
                if food == id:
                    own = max(own, one.overlap)
                elif self._has_outline(patch, one):
                    others[food] = max(others.get(food, 0.0), one.overlap)
        best = max(others, key=lambda food: others[food], default=None)
        return best if best is not None and others[best] >= own + self._params.likelier else None

    def _liken(self, patch: Patch, most: int | None = None) -> list[Likeness]:
        self._shapes = self._shapes or Shapes(self._silhouettes)
        return self._shapes.liken(patch.line, most or self._params.most)

    def _has_outline(self, patch: Patch, one: Likeness) -> bool:
        scale = np.sqrt(patch.area_px / self._silhouettes[one.index].area_mm2)
        is_sized = abs(float(np.log(scale / self._px_per_mm))) <= self._params.same_scale
        return is_sized and one.overlap >= self._params.least_overlap and self._is_hazy(patch.colour, self._silhouettes[one.index].body)

    def _is_hazy(self, colour: Floats, body: Floats) -> bool:
        """Whether a colour (3,) is that of a body, dimmed as well, with white before it."""
        own = np.clip(body * self._gain, 0, 255)
        around, own_around = colour - colour.mean(), own - own.mean()
        part = float(np.clip(around @ own_around / max(float(own_around @ own_around), 1.0), self._params.clearest, 1.5))
        return float(np.abs(around - part * own_around).max()) <= self._params.hazy


def _in_place(line_px: Floats, patches: Sequence[Patch], params: ShapedParams) -> Iterator[Patch]:
    """The patches that are about as large as what has this outline, and in its place."""
    area, middle = abs(float(cv2.contourArea(line_px.astype(np.float32)))), middle_of(line_px)
    for patch in patches:
        is_large = area / params.same_area <= patch.area_px <= area * params.same_area
        if is_large and np.hypot(*(middle_of(patch.line) - middle)) <= params.same_place * np.sqrt(area):
            yield patch
