"""What the tiles of a board have in common, their ground and their letters' size, and which cells show something else.

Squares are printed with words, numbers and stars, and a tile beside a cell reaches into it: such print may look like a letter. The
letters that are clear say what a tile looks like here, in this light; nothing is known of it before.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points
from vision.letters.inkbox import has_ink
from vision.letters.net import Floats
from vision.letters.shape import Kind, ShapeParams, kind_of

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class KindParams:
    """How cells are compared with the tiles that show a letter."""

    part: float = 0.75
    """Of a cell's side: less than a tile."""
    samples: int = 12
    """Pixels of that."""
    blank_grey: tuple[float, float] = (-25.0, 30.0)
    """Levels of L by which a blank tile is darker or lighter than the ground of letters."""
    blank_tint: float = 6.0
    """Levels of a and b by which it may differ."""
    blank_share: float = 0.9
    """Of its pixels that are so."""
    few: int = 2
    """Cells without a letter that may look like a tile, whatever else lies there."""
    most_alike: float = 0.15
    """More of them, as part of the tiles with letters, and the board itself looks like a tile."""
    inked: float = 0.6
    """Spread of greys within a cell, of that of most with letters, from which on something is printed on it."""


PARAMS = KindParams()
SHAPE = ShapeParams(least_kind=4)


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """How n cells fit the tiles of their board; all (n,)."""

    is_none: Flags
    """Neither a tile's ground nor ink of a letter's size."""
    is_odd: Flags
    """One of the two only."""
    is_tinted: Flags
    """Another colour than a tile's, whatever the light."""
    is_bare: Flags
    """A tile's ground all over."""
    is_inked: Flags
    """A tile's ground, and as much print as tiles with letters have."""


def few(cells: Flags, letters: int, params: KindParams = PARAMS) -> Flags:
    """(n,) the cells that look like a tile; none where they are many beside the tiles with `letters`: then the board itself looks so."""
    return cells if cells.sum() <= max(params.few, params.most_alike * letters) else np.zeros_like(cells)


def fits(flat: Flat, middles: Points, boxes: Floats, clear: Flags, params: KindParams = PARAMS) -> Fit:
    """Each cell against those with a `clear` letter (n,); all fit where these are too few. `boxes` as of `inkbox`, in RGB `flat`."""
    is_found = has_ink(boxes) & np.isfinite(boxes[:, 2])
    at = middles + np.where(is_found[:, None], boxes[:, :2], 0)
    cut = flat.cut(at, params.part, params.samples)
    lab = cv2.cvtColor(cut.reshape(-1, params.samples, 3), cv2.COLOR_RGB2LAB).reshape(len(middles), -1, 3).astype(np.float32)
    grounds, told = np.median(lab, axis=1), clear & is_found
    kind = kind_of(grounds[told], boxes[told, 2].tolist(), params=SHAPE)
    if kind is None:
        nowhere = np.zeros(len(middles), np.bool_)
        return Fit(nowhere, nowhere, nowhere, nowhere, nowhere)
    is_like = np.abs(grounds - kind.ground) <= kind.spread
    is_ground, is_tinted = is_like.all(axis=1), ~is_like[:, 1:].all(axis=1)
    sizes = np.where(is_found, boxes[:, 2], 0) / kind.size
    is_size = (sizes >= SHAPE.sizes[0]) & (sizes <= SHAPE.sizes[1])
    spread = lab[..., 0].std(axis=1)
    is_inked = is_ground & (spread >= params.inked * float(np.median(spread[told])))
    return Fit(~is_ground & ~is_size, is_ground ^ is_size, is_tinted, _bare(lab, kind, params), is_inked)


def _bare(lab: Floats, kind: Kind, params: KindParams) -> Flags:
    """(n,) cells whose pixels (n, p, 3) nearly all look like a tile's ground."""
    off = lab - kind.ground
    low, high = params.blank_grey
    alike = (off[..., 0] >= low) & (off[..., 0] <= high) & (np.abs(off[..., 1:]) <= params.blank_tint).all(axis=2)
    return np.asarray(alike.mean(axis=1) >= params.blank_share, np.bool_)
