"""What a piece shows along its edge: its body's colour and its print's, a line drawn there, a pale border as of punched board."""

import numpy as np
from numpy.typing import NDArray

from vision.looks.silhouettes import Silhouette

Floats = NDArray[np.float64]

_OTHER = 30.0
"""Levels by which a colour is off all that lies between an edge's and a body's from which on it is that of a second line."""


def border_share(silhouette: Silhouette) -> Floats:
    """(6,) how much the colour at each depth of RIM_MM is that of the edge, 0 to 1, rather than that of the body."""
    rim = silhouette.rim.astype(np.float64)
    way = rim[0] - rim[-1]
    return np.asarray(np.clip((rim - rim[-1]) @ way / max(float(way @ way), 1e-9), 0.0, 1.0), np.float64)


def painted(silhouette: Silhouette) -> Floats:
    """(1 + k, 6, 3) RGB: the colours at each depth of RIM_MM where a piece bears its body's colour, and each of its coats.

    A line that is drawn along the edge lies on all of them, and a second one within it.
    """
    rim, body = silhouette.rim.astype(np.float64), silhouette.body
    if not len(silhouette.coats):
        return rim[None]
    contrast = float(np.abs(rim[0] - body).max())
    line = np.clip(np.abs(rim - body).max(1) / max(contrast, 40.0), 0.0, 1.0)[:, None]
    off = np.abs(rim - body - border_share(silhouette)[:, None] * (rim[0] - body)).max(1)
    coats = [coat * (1 - line) + rim[0] * line for coat in silhouette.coats.astype(np.float64)]
    return np.stack([rim, *(np.where((off >= _OTHER)[:, None], rim, coat) for coat in coats)])


def shown(silhouette: Silhouette, own: Floats, pale: Floats, lift: float) -> Floats:
    """(1 + k, 6, 3) RGB: those colours as they show where the body is in the light `own` and its paler border in `pale`, (3,) each.

    What a piece reflects adds to every colour, so a body that is dark in a channel seems to be in more light there than white is: what is
    between the two shows as what lies between them. `lift`: levels added before colours are divided.
    """
    colours, body, border = painted(silhouette), silhouette.body, silhouette.rim[0].astype(np.float64)
    plain, low, high = ((one + lift) * light - lift for one, light in ((colours, own), (body, own), (border, pale)))
    share = np.clip((colours - body) / np.maximum(border - body, 1.0), 0.0, 1.0)
    between = low + share * (high - low) + np.minimum(colours - body, 0.0) * own
    return np.asarray(np.where(border > body, between, plain), np.float64)
