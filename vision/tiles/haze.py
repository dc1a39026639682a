"""Haze over a board, of a greasy lens or the air before a lamp: white light on black print, too, in which it has a hue beside warm paper.

All of a board that is printed in several colours has some dark place for each of them, so that the least light of all three that is seen
near a token is none of the print's. As much of it as is white lies on the token as well.

Gloss lies on a token alone, and nothing tells how much: as white as it is, beside yellowed paper or below a lamp of which the paper has
the colour, it has the hue that the paper lacks. What is as white has hardly any once all the white light that there may be is taken off.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points
from vision.looks.colours import linear
from vision.tiles.ant_colours import PARAMS as COLOUR, ColourParams, hue

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class HazeParams:
    """What counts as haze."""

    reach: float = 2.5
    """Cells around a token, to every side, that tell how much lies on it."""
    darkest: float = 0.05
    """Part of the pixels of each that are darker: noise, and the seam between two tiles."""
    least: float = 0.03
    """Of the light in the picture that is white; less changes no hue."""
    samples: int = 12
    """Pixels of a cell."""
    white: float = 0.42
    """Part of the difference between the strongest and the weakest light, as parts of the paper's, that is left without white light, below
    which the hue may be the paper's own lack: of 3,100 tokens of 150 boards, worn ones in every light, .5 and more, of gloss on black ones
    .37 and less; of ten blue ones behind a haze below a warm lamp .15 to .46."""
    colour: ColourParams = COLOUR


PARAMS = HazeParams()


def haze_on(flat: Flat, middles: Points, cells: Ints, params: HazeParams = PARAMS) -> Floats:
    """(m,) white linear light that lies on some `cells` (m,) of a board with these middles (n, 2)."""
    seen = flat.cut(middles, 1.0, params.samples).reshape(len(middles), -1, 3)
    place = int(params.darkest * seen.shape[1])
    dark = linear(np.partition(seen, place, axis=1)[:, place])
    is_near = np.abs(middles[cells][:, None] - middles[None]).max(axis=2) <= params.reach
    return np.asarray(np.where(is_near[..., None], dark[None], 1).min(axis=1).min(axis=1), np.float32)


def are_hazes(light: Floats, paper: Floats, haze: Floats, params: HazeParams = PARAMS) -> Flags:
    """(m,) colours (m, 3), as parts of the light of the paper (3,), whose hue is gone once so much `haze` (m,) is taken off."""
    over, grey = haze[:, None] / paper, params.colour.grey
    less = np.maximum(light - over, 0) / np.maximum(1 - over, params.least)
    told = zip(haze >= params.least, light, less, strict=True)
    return np.array([is_hazy and hue(one, grey) is not None and hue(left, grey) is None for is_hazy, one, left in told], np.bool_)


def are_white(light: Floats, paper: Floats, params: HazeParams = PARAMS) -> Flags:
    """(m,) colours (m, 3), as parts of the light of the paper (3,), that have a hue which is hardly any but beside that paper."""
    less = light - (light * paper).min(axis=1, keepdims=True) / paper
    has_hue = np.array([hue(one, params.colour.grey) is not None for one in light], np.bool_)
    return np.asarray(has_hue & (np.ptp(less, axis=1) < params.white * np.ptp(light, axis=1)), np.bool_)
