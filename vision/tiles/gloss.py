"""A lamp's image on a glossy disc: a band of light right across it, where a print ends before the rim.

What is lighter on a disc in stripes that run from rim to rim, each alike along its length, is all told by how far across them a place
lies; of a star, a cross or a sign in its middle that tells little, whichever way the stripes are thought to run.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

WAYS, STRIPES, RIMS = 18, 10, 3
"""Ways in which stripes may run, over half a turn, and how many lie side by side on a disc, so many of them at each rim."""
OWN = 0.1
"""Tones by which a stripe there that has the disc's own colour differs from it."""


def banded(tone: Floats, own: Floats, right: NDArray[np.floating], down: NDArray[np.floating], within: float) -> float:
    """The part of what differs on a disc that stripes right across it tell; for (3, n) tones of places (n,) right and down of its middle.

    Those are parts of its radius, `within` so much of which all lie. 0 where its `own` tone (3,) is not at both rims: it has two halves.
    """
    turns = np.arange(WAYS) * (np.pi / WAYS)
    across = np.cos(turns)[:, None] * right + np.sin(turns)[:, None] * down
    stripe = np.clip((across + within) * (STRIPES / (2 * within)), 0, STRIPES - 1).astype(np.int64)
    place = (stripe + STRIPES * np.arange(WAYS)[:, None]).ravel()
    count = np.maximum(np.bincount(place, minlength=WAYS * STRIPES), 1)
    mean = tone.mean(axis=1)
    sums = np.array([np.bincount(place, np.tile(one, WAYS), WAYS * STRIPES) for one in tone - mean[:, None]])
    shown = (sums / count).reshape(3, WAYS, STRIPES)
    told = np.square(shown) * count.reshape(WAYS, STRIPES)
    way = int(told.sum(axis=(0, 2)).argmax())
    away = np.abs(shown[:, way] + (mean - own)[:, None]).max(axis=0)
    if max(away[:RIMS].min(), away[-RIMS:].min()) > OWN:
        return 0.0
    return float(told[:, way].sum() / max(float(np.square(tone - mean[:, None]).sum()), 1e-9))
