"""Where a lamp's reflection has burnt the picture out, so that a page can paint it."""

import cv2
import numpy as np

from vision.frame import Frame
from vision.image.channels import smallest
from vision.table.light import PARAMS, LightParams

LOOKED_PX = 320
"""Longer side in which patches are sought."""
LEAST_SHARE = 0.0005
"""Of the picture; smaller patches are highlights on edges."""
MOST_PATCHES = 8

Box = tuple[float, float, float, float]
"""Left, top, width, height in pixels of the picture."""


def patches(frame: Frame, params: LightParams = PARAMS) -> tuple[Box, ...]:
    """Boxes around the burnt patches, largest first; empty for a picture without glare."""
    scale = min(1.0, LOOKED_PX / max(frame.size_px))
    small = cv2.resize(frame.rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    burnt = np.asarray(smallest(np.asarray(small, np.uint8)) >= params.burnt, np.uint8)
    joined = cv2.morphologyEx(burnt, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, _, found, _ = cv2.connectedComponentsWithStats(joined)
    large = [row for row in found[1:] if row[cv2.CC_STAT_AREA] >= LEAST_SHARE * burnt.size]
    large.sort(key=lambda row: -int(row[cv2.CC_STAT_AREA]))
    return tuple((row[0] / scale, row[1] / scale, row[2] / scale, row[3] / scale) for row in np.asarray(large[:MOST_PATCHES], float))
