"""A lamp's image on a glossy disc: a band of light right across it, where a print ends before the rim.

What is lighter on a disc in stripes that run from rim to rim, each alike along its length, is all told by how far across them a place
lies; of a star, a cross or a sign in its middle that tells little, whichever way the stripes are thought to run.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

WAYS, STRIPES = 18, 10
"""Ways in which stripes may run, over half a turn, and how many lie side by side on a disc."""


def banded(tone: Floats, right: NDArray[np.floating], down: NDArray[np.floating], within: float) -> float:
    """The part of what differs on a disc that stripes right across it tell; for (3, n) tones of places (n,) right and down of its middle.

    Those are parts of its radius, `within` so much of which all lie.
    """
    turns = np.arange(WAYS) * (np.pi / WAYS)
    across = np.cos(turns)[:, None] * right + np.sin(turns)[:, None] * down
    stripe = np.clip((across + within) * (STRIPES / (2 * within)), 0, STRIPES - 1).astype(np.int64)
    place = (stripe + STRIPES * np.arange(WAYS)[:, None]).ravel()
    count = np.maximum(np.bincount(place, minlength=WAYS * STRIPES), 1)
    away = tone - tone.mean(axis=1, keepdims=True)
    sums = np.array([np.bincount(place, np.tile(one, WAYS), WAYS * STRIPES) for one in away])
    told = (sums**2 / count).reshape(3, WAYS, STRIPES).sum(axis=(0, 2)).max()
    return float(told / max(float(np.square(away).sum()), 1e-9))
