"""ArUco markers (DICT_4X4_50) in a picture, with corners to a fraction of a pixel. Works with OpenCV 4 and 5."""

from collections import Counter
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.edges import sharpened
from vision.frame import Rgb
from vision.observation import Quad
from vision.overlap import area


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker in a picture."""

    id: int
    quad_px: Quad
    """Its own printed top-left, top-right, bottom-right, bottom-left corner of the black square."""


@dataclass(frozen=True, slots=True)
class MarkerParams:
    """How markers are looked for."""

    search_px: int = 1920
    """Longer side of the picture searched; corners are then refined in the whole one."""
    most_enlarged: float = 2.0
    """Small pictures are searched enlarged: the detector wants several pixels for each of a marker's six cells."""
    least_side_px: float = 10.0
    """In the picture itself; smaller ones are noise."""


PARAMS = MarkerParams()


def find_markers(rgb: Rgb, params: MarkerParams = PARAMS) -> tuple[Marker, ...]:
    """Every marker by its id, ascending. An id seen twice is left out: nobody could say which is the mat's."""
    grey = np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), np.uint8)
    scale = min(params.most_enlarged, params.search_px / max(grey.shape))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    small = np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=how), np.uint8)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), cv2.aruco.DetectorParameters())
    corners, ids, _ = detector.detectMarkers(small)
    if ids is None or len(ids) == 0:
        return ()
    numbers = [int(id) for id in np.asarray(ids).reshape(-1)]
    counts = Counter(numbers)
    found = []
    for id, corner in zip(numbers, corners, strict=True):
        quad = np.asarray(corner, np.float64).reshape(4, 2)
        if counts[id] == 1 and np.sqrt(area(_quad(quad))) >= params.least_side_px * scale:
            whole = (quad + 0.5) / scale - 0.5
            found.append(Marker(id, _quad(sharpened(rgb, whole))))
    return tuple(sorted(found, key=lambda marker: marker.id))


def _quad(corners: NDArray[np.float64]) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d
