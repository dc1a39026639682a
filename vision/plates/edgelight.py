"""The light on the pale borders of pieces, as foods punched from printed board have: white tells what no dark colour does."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.looks.insides import outward
from vision.looks.shapes import Shapes, middle_of
from vision.plates.guesses import Agreement, Guess, heaviest, mirrored
from vision.plates.rims import Picture, sample
from vision.plates.standing import Pose, placed

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class EdgeLightParams:
    """Where borders are looked at."""

    step_mm: float = 0.2
    """So far from each other are the rings around what lies inside a border ..."""
    room_mm: float = 0.4
    """... which end so far from the piece's edge."""
    apart_mm: float = 6.0
    """Patches nearer to each other are one place."""
    lift: float = 12.0
    """Levels added before colours are divided."""


PARAMS = EdgeLightParams()


def with_borders(
    agreed: Agreement, likely: Sequence[Guess], picture: Picture, shapes: Shapes, params: EdgeLightParams = PARAMS
) -> Agreement:
    """What guesses agree on, and with it the light on the borders of those that have one, in a float picture (H, W, 3) RGB.

    Of every place the likeliest guess tells: another food's border may have another colour.
    """
    overlap, middles = np.array([one.likeness.overlap for one in likely]), np.array([one.middle for one in likely]).reshape(-1, 2)
    best = [likely[k] for k in heaviest(np.arange(len(likely)), overlap, middles, params.apart_mm * agreed.px_per_mm)]
    found = [_light(guess, picture, shapes, params) for guess in best if _has_border(guess, shapes)]
    return replace(agreed, edge=np.median(found, axis=0)) if found else agreed


def _has_border(guess: Guess, shapes: Shapes) -> bool:
    return guess.likeness.is_inner and shapes.silhouettes[guess.likeness.index].has_pale_edge


def _light(guess: Guess, picture: Picture, shapes: Shapes, params: EdgeLightParams) -> Floats:
    """(3,) seen colour by enrolled colour of what is palest around a patch that is what lies inside a border."""
    one, line = shapes.silhouettes[guess.likeness.index], shapes.line_of(guess.likeness)
    line = mirrored(line) if guess.likeness.mirrored else line
    turned = placed(line - middle_of(line), Pose(line, 0.0, 0.0, guess.likeness.turn))
    away = np.arange(0.0, max(one.line_mm - params.room_mm, params.step_mm), params.step_mm)
    rings = turned[None] + outward(turned)[None] * away[:, None, None]
    seen = sample(picture, (guess.middle + rings * guess.px_per_mm).reshape(-1, 2)).reshape(len(away), -1, 3)
    palest = np.take_along_axis(seen, seen.mean(2).argmax(0)[None, :, None], 0)[0]
    return np.asarray((np.median(palest, axis=0) + params.lift) / (_palest(one.rim) + params.lift), np.float64)


def _palest(rim: NDArray[np.uint8]) -> Floats:
    """(3,) the palest of some colours (6, 3)."""
    return np.asarray(rim[rim.mean(1).argmax()], np.float64)
