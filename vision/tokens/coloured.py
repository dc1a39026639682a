"""Where tokens may lie on a ground full of outlines, as on lace: what is coloured unlike it, as a disc, and the ground around that not."""

import cv2
import numpy as np

from vision.image.unlike import unlike_ground
from vision.tokens.discs import Flat, Floats

_LEAST, _LEAST_BEYOND = 0.35, 0.25
"""Part of a disc that has colours which come back nowhere, and by how much it exceeds that of a ring around it, where others may lie."""
_RING = 1.6
"""Radii to which that ring reaches."""
_APART = 0.6
"""Of those so near, in radii, the clearest is told."""


def coloured_discs(flat: Flat, radius: float, most: int) -> Floats:
    """(n, 2): whole pixels of the flat picture in which the middle of a disc may lie by its colour, the clearest `most`."""
    unlike = (unlike_ground(flat.rgb) > 0).astype(np.float32)
    within = cv2.filter2D(unlike, -1, _disc(radius), borderType=cv2.BORDER_REPLICATE)
    wide = cv2.filter2D(unlike, -1, _disc(_RING * radius), borderType=cv2.BORDER_REPLICATE)
    around = (wide * _RING**2 - within) / (_RING**2 - 1)
    beyond = np.where(within >= _LEAST, within - around, 0)
    reach = 2 * round(_APART * radius) + 1
    peaks = (beyond >= _LEAST_BEYOND) & (beyond >= cv2.dilate(beyond, np.ones((reach, reach), np.uint8)))
    places = cv2.connectedComponentsWithStats(peaks.astype(np.uint8))[3]
    middles = np.rint(places[1:]).astype(np.intp)
    order = np.argsort(-beyond[middles[:, 1], middles[:, 0]], kind="stable")[:most]
    return np.asarray(middles[order], np.float32)


def _disc(radius: float) -> Floats:
    """A disc of ones that add up to 1."""
    reach = int(np.ceil(radius))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disc = np.hypot(x, y) <= radius
    return np.asarray(disc / disc.sum(), np.float32)
