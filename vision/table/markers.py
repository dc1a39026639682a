"""ArUco markers (DICT_4X4_50) in a picture, with corners to a fraction of a pixel. Works with OpenCV 4 and 5."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Rgb
from vision.image.levels import shrunk
from vision.image.overlap import area
from vision.observation import Quad, quad_of
from vision.table.edges import sharpened

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker in a picture."""

    id: int
    quad_px: Quad
    """Its own printed top-left, top-right, bottom-right, bottom-left corner of the black square."""


@dataclass(frozen=True, slots=True)
class MarkerParams:
    """How markers are looked for."""

    glance_px: int = 1280
    """Longer side of the picture that is searched first, with one threshold; nothing there, and there is no marker."""
    enough: int = 4
    """Markers at the first glance after which no closer search is needed: a mat has one at each corner."""
    glance_window_px: int = 15
    """Neighbourhood against which that one threshold tells dark from light."""
    search_px: int = 1920
    """Longer side of the picture of the closer search; corners are then refined in the whole one."""
    cell_px: int = 8
    """There each cell of a marker is looked at in so many pixels each way, whatever its size ..."""
    cell_margin: float = 0.25
    """... less this part of it on every side: with four pixels and less of a margin a noisy marker is no marker."""
    most_enlarged: float = 2.0
    """Small pictures are searched enlarged: the detector wants several pixels for each of a marker's six cells."""
    least_side_px: float = 10.0
    """In the picture itself; smaller ones are noise."""


PARAMS = MarkerParams()


def find_markers(rgb: Rgb, params: MarkerParams = PARAMS) -> tuple[Marker, ...]:
    """Every marker by its id, ascending. An id seen twice is left out: nobody could say which is the mat's."""
    grey = np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), np.uint8)
    glance = cv2.aruco.DetectorParameters()
    glance.adaptiveThreshWinSizeMin = glance.adaptiveThreshWinSizeMax = params.glance_window_px
    corners, ids, scale = _search(grey, params.glance_px, glance, params)
    if ids is not None and 0 < len(ids) < params.enough:
        closer = cv2.aruco.DetectorParameters()
        closer.perspectiveRemovePixelPerCell, closer.perspectiveRemoveIgnoredMarginPerCell = params.cell_px, params.cell_margin
        corners, ids, scale = _search(grey, params.search_px, closer, params)
    if ids is None or len(ids) == 0:
        return ()
    numbers = [int(id) for id in np.asarray(ids).reshape(-1)]
    counts = Counter(numbers)
    found = []
    for id, corner in zip(numbers, corners, strict=True):
        quad = np.asarray(corner, np.float64).reshape(4, 2)
        if counts[id] == 1 and np.sqrt(area(quad_of(quad))) >= params.least_side_px * scale:
            whole = (quad + 0.5) / scale - 0.5
            found.append(Marker(id, quad_of(sharpened(rgb, whole))))
    return tuple(sorted(found, key=lambda marker: marker.id))


def _search(grey: Pixels, longest_px: int, how: Any, params: MarkerParams) -> tuple[Any, Any, float]:
    """What OpenCV's detector finds in a grey picture made `longest_px` long, and the scale of that."""
    scale = min(params.most_enlarged, longest_px / max(grey.shape))
    if scale < 1:
        grey = shrunk(grey, (round(grey.shape[1] * scale), round(grey.shape[0] * scale)))
    elif scale > 1:
        grey = np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8)
    corners, ids, _ = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), how).detectMarkers(grey)
    return corners, ids, scale
