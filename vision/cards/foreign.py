"""Print where a look has none: a pip more, another picture."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.explain_params import ExplainParams
from vision.looks import canon
from vision.looks.blocks import squares
from vision.looks.canon import BLOCK
from vision.looks.gains import smallest
from vision.looks.matching import Seen

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


def foreign(edges: Floats, energy: Floats, seen: Seen, shows: Cells, is_dark: Cells, params: ExplainParams) -> tuple[float, float]:
    """Most print over the area of a block where the look has none, in parts of the median of its own blocks; and most of a figure there.

    The edges of a figure have many directions. What lies on a piece, the rim of a shadow and of glare, are one edge that goes on.
    Less the noise on dark paper, where hardly any contrast is near: strength is relative to that, so in dim light noise is as strong. What
    lies in `shows` (HEIGHT, WIDTH) is looked at, of which `is_dark` is dark paper.
    """
    own = energy[energy >= params.least_print * BLOCK * BLOCK]
    if len(own) == 0:
        return 0.0, 0.0
    print_ = (squares(edges) > params.least_line).astype(np.uint8)
    side = 2 * params.beside_px + 1
    blank = shows & (cv2.dilate(print_, np.ones((side, side), np.uint8)) == 0)
    inside, frame = np.zeros_like(blank), params.frame_px
    inside[frame:-frame, frame:-frame] = blank[frame:-frame, frame:-frame]
    there = squares(seen.edges) * inside
    found = _over_blocks(there)
    found -= _grain(found, _over_blocks(inside & is_dark), params)
    most, typical = float(found.max()), float(np.median(own))
    if most < params.least_figure * typical:
        return most / typical, 0.0
    ways = seen.edges * np.sqrt(there)[..., None]
    one_way = np.hypot(*(_over_blocks(np.ascontiguousarray(ways[..., i])) for i in (0, 1)))
    return most / typical, float((found - one_way).max()) / typical


def _grain(found: Floats, places: Floats, params: ExplainParams) -> Floats:
    """How much of what is `found` over the area of each block is a camera's noise; `places` of it are dark paper: (HEIGHT, WIDTH) all."""
    wide = places >= params.wide_blank * BLOCK * BLOCK
    return np.asarray(places * (np.quantile(found[wide] / places[wide], params.grain) if wide.any() else 0.0), np.float32)


def _over_blocks(field: Floats | Cells) -> Floats:
    """The sum of a field over the area of a block around each pixel, (HEIGHT, WIDTH) both."""
    return np.asarray(cv2.boxFilter(field.astype(np.float32), -1, (BLOCK, BLOCK), normalize=False), np.float32)


def darker(seen: Seen, look: Floats, params: ExplainParams) -> Cells:
    """Where the look has paper and something dark is seen, or right beside: no glare makes that, (HEIGHT, WIDTH).

    `look`: (3, 32, 24) planes of its colours.
    """
    dark = (smallest(seen.colours) < params.pale) & (look.min(0) > params.pale)
    beside = cv2.dilate(dark.astype(np.uint8), np.ones((3, 3), np.uint8))
    return on_raster(beside > 0)


def on_raster(cells: Cells) -> Cells:
    """(32, 24) cells -> (HEIGHT, WIDTH)."""
    return np.asarray(np.repeat(np.repeat(cells, canon.CELL, 0), canon.CELL, 1), np.bool_)
