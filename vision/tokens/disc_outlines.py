"""The outline of a disc: where its colour goes on across it, how much it resembles that of a square patch, and how gradual it is."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.sampling import sampled
from vision.tokens.discs import ANGLES, TURN, UNIT, Flat, Floats


def openness(flat: Flat, middles: Floats, radius: float) -> NDArray[np.bool_]:
    """(n, 2) middles -> (n, ANGLES): where on the rim the colour goes on across it; where the picture is burnt out nothing tells."""
    steps = np.array([0.72, 0.82, 1.15, 1.28], np.float32) * np.float32(radius)
    places = middles[:, None, None, :] + steps[:, None, None] * UNIT[None]
    x, y = (np.ascontiguousarray(places[..., i].reshape(len(middles), -1), np.float32) for i in (0, 1))
    seen = sampled(flat.rgb, x, y).reshape(-1, len(steps), ANGLES, 3).astype(np.float32)
    inside = seen[:, :2].mean(axis=1)
    step = np.minimum(*(np.abs(seen[:, i] - inside).max(axis=-1) for i in (2, 3)))
    return np.asarray((step < _SAME) & (inside.min(axis=-1) < _BURNT), np.bool_)


_SAME, _BURNT = 8.0, 245.0
"""Grey levels."""


def where_it_shows(rims: Floats, gaps: NDArray[np.bool_]) -> Floats:
    """Rims (n,) as parts of the outline across which the colour does not go on, given where it does (n, ANGLES).

    A dark token on a dark card has no outline there. Where it goes on across most, nothing is said of the rest.
    """
    shows = 1 - gaps.mean(axis=1)
    return np.asarray(np.where(shows >= _MOSTLY, np.minimum(1, rims / np.maximum(shows, _MOSTLY)), rims), np.float32)


_MOSTLY = 0.5


def squareness(flat: Flat, middles: Floats, radius: float) -> Floats:
    """(n, 2) middles -> (n,): how far the outline goes in and out four times a turn, in radii: 0 for a disc, a tenth for a square patch."""
    steps = np.arange(-0.25, 0.42, 0.04, dtype=np.float32) * np.float32(radius)
    places = middles[:, None, None, :] + (radius + steps)[:, None, None] * UNIT[None]
    x, y = (np.ascontiguousarray(places[..., i].reshape(len(middles), -1), np.float32) for i in (0, 1))
    way = sampled(flat.slope, x, y, cv2.BORDER_CONSTANT).reshape(-1, len(steps), ANGLES, 2)
    off = steps[np.abs(way[..., 0] * UNIT[:, 0] + way[..., 1] * UNIT[:, 1]).argmax(axis=1)]
    return np.asarray(2 * np.abs((off * np.exp(4j * TURN)).mean(axis=1)) / radius, np.float32)


def softness(flat: Flat, middles: Floats, radius: float) -> Floats:
    """(n, 2) middles -> (n,): over which part of its radius a disc's outline goes from what lies within to what lies around, as a rule.

    A piece has an edge. The middle of all places where the two differ; 0 where they do so in hardly any.
    """
    steps = np.arange(0.6, 1.41, _STEP, dtype=np.float32)[:, None] * np.float32(radius)
    x, y = (np.ascontiguousarray((middles[:, i, None, None] + steps * UNIT[:, i]).reshape(-1, ANGLES), np.float32) for i in (0, 1))
    seen = sampled(flat.rgb, x, y).reshape(len(middles), len(steps), ANGLES, 3).astype(np.int16)
    across = np.abs(seen[:, -1] - seen[:, 0])
    channel, whole = across.argmax(axis=-1), across.max(axis=-1)
    line = np.take_along_axis(seen, channel[:, None, :, None], axis=3)[..., 0]
    steepest, differs = np.abs(np.diff(line, axis=1)).max(axis=1), whole > _DIFFERS
    parts = np.sort(np.where(differs, _STEP * whole / np.maximum(steepest, 1), np.inf), axis=1)
    many, rows = differs.sum(axis=1), np.arange(len(middles))
    soft = (parts[rows, np.maximum(many - 1, 0) // 2] + parts[rows, np.minimum(many // 2, ANGLES - 1)]) / 2
    return np.where(many >= _FEWEST, soft, 0).astype(np.float32)


_STEP = 0.05
"""Radii from one place along a line across the outline to the next."""
_DIFFERS, _FEWEST = 20.0, ANGLES // 4
"""Grey levels between within and around from which it can be said, and at how many places."""
