"""Which corner of a piece alone tells it from all others: what a fanned hand shows."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from vision.enrolling.clarity import FLAT
from vision.looks.canon import COLUMNS, ROWS
from vision.looks.differences import DifferParams, difference
from vision.looks.matching import Library

Floats = NDArray[np.float32]

CORNERS = ("top left", "top right", "bottom right", "bottom left")
"""Corners of a piece as printed, clockwise."""
_SHOWN = (3, 2)
"""Rows and columns of blocks that a fan shows of a corner: about a third of the piece each way."""
_RIVALS = 3
"""Looks that are compared in full with each corner."""


def telling_corners(library: Library, least: float, params: DifferParams) -> Mapping[str, tuple[str, ...]]:
    """For each flat piece the corners that differ from those of every other piece by at least `least` (see `separability`).

    A corner of a piece with several looks must do so in all of them.
    """
    told: dict[str, set[str]] = {}
    for index, look in enumerate(library.catalogue.looks):
        if look.kind in FLAT:
            mine = {_as_printed(corner, look.turned) for corner in range(4) if _tells(library, index, corner, least, params)}
            told[look.id] = told.get(look.id, mine) & mine
    return {id: tuple(name for name in CORNERS if name in corners) for id, corners in told.items()}


def _tells(library: Library, index: int, corner: int, least: float, params: DifferParams) -> bool:
    blocks = _windows()[corner]
    shown = blocks.astype(np.float32)
    rivals = _likest(library, index, np.flatnonzero(blocks))
    return all(difference(library, index, other, params).within(shown, params) >= least for other in rivals)


def _windows() -> NDArray[np.bool_]:
    """(4, ROWS, COLUMNS) flattened to (4, blocks): the blocks of each corner, clockwise from the top left."""
    shown = np.zeros((4, ROWS, COLUMNS), bool)
    down, across = _SHOWN
    shown[0, :down, :across] = shown[1, :down, -across:] = shown[2, -down:, -across:] = shown[3, -down:, :across] = True
    return shown.reshape(4, -1)


def _likest(library: Library, index: int, blocks: NDArray[np.int64]) -> list[int]:
    """The looks of other pieces whose print in some blocks is likest; a fan does not say which way up, but people hold cards upright."""
    one = library.blocks[index, blocks].ravel()
    far = library.energy[:, blocks].sum(1) - 2 * library.blocks[:, blocks].reshape(len(library.ids), -1) @ one
    order = (int(j) for j in np.argsort(far))
    others = (j for j in order if library.ids[j] != library.ids[index] and library.catalogue.looks[j].kind in FLAT)
    return [j for j, _ in zip(others, range(_RIVALS), strict=False)]


def _as_printed(corner: int, turned: bool) -> str:
    """The printed corner that a corner of the upright raster is; a look that was turned clockwise is turned back."""
    return CORNERS[(corner - 1) % 4 if turned else corner]
