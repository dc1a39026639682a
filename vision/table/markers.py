"""ArUco markers (DICT_4X4_50) in a picture, with corners to a fraction of a pixel. Works with OpenCV 4 and 5."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Rgb
from vision.image.levels import scaled_size, shrunk
from vision.image.overlap import area
from vision.image.sampling import sampled
from vision.observation import Quad, quad_of
from vision.table.edges import sharpened

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]
_Found = tuple[int, Floats]
"""An id, and the corners (4, 2) in pixels of the picture."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker in a picture."""

    id: int
    quad_px: Quad
    """Its own printed top-left, top-right, bottom-right, bottom-left corner of the black square."""
    misprint: float = 0.0
    """By how much the cell that is farthest from what the id says is off that, 0 to 1 of the contrast: of 300 markers .35 and less."""


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
    rim_off: float = 0.08
    """Part of the way from a marker's middle to its edge by which it is looked at within and beyond that: less than half a cell ..."""
    rim_places: int = 12
    """... at so many places of every side, ..."""
    least_rim: float = 0.15
    """... of which a quarter is darker within, by this part of the marker's own contrast at least."""


PARAMS = MarkerParams()


def find_markers(rgb: Rgb, params: MarkerParams = PARAMS) -> tuple[Marker, ...]:
    """Every marker by its id, ascending. An id seen twice is left out: nobody could say which is the mat's."""
    grey = np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), np.uint8)
    glance = cv2.aruco.DetectorParameters()
    glance.adaptiveThreshWinSizeMin = glance.adaptiveThreshWinSizeMax = params.glance_window_px
    found = _search(grey, params.glance_px, glance, params)
    squares = _squares(grey, found, params)
    if found and len(squares) < params.enough:
        squares = _closer(grey, params)
    counts = Counter(id for id, _ in squares)
    once = [(id, sharpened(rgb, quad)) for id, quad in sorted(squares, key=lambda one: one[0]) if counts[id] == 1]
    return tuple(Marker(id, quad_of(quad), _misprint(grey, id, quad)) for id, quad in once)


def _closer(grey: Pixels, params: MarkerParams) -> list[_Found]:
    """What a closer search finds; where it took what is around a marker for one, also what that of a smaller picture finds."""
    closer = cv2.aruco.DetectorParameters()
    closer.perspectiveRemovePixelPerCell, closer.perspectiveRemoveIgnoredMarginPerCell = params.cell_px, params.cell_margin
    found = _search(grey, params.search_px, closer, params)
    squares = _squares(grey, found, params)
    if len(squares) < len(found):
        there = {id for id, _ in squares}
        more = _squares(grey, _search(grey, params.glance_px, closer, params), params)
        squares += [one for one in more if one[0] not in there]
    return squares


def _search(grey: Pixels, longest_px: int, how: Any, params: MarkerParams) -> list[_Found]:
    """What OpenCV's detector finds in a grey picture made `longest_px` long, in pixels of the picture as it is."""
    scale = min(params.most_enlarged, longest_px / max(grey.shape))
    if scale < 1:
        grey = shrunk(grey, scaled_size(grey, scale))
    elif scale > 1:
        grey = np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), how)
    corners, ids, _ = detector.detectMarkers(grey)
    numbers = [] if ids is None else np.asarray(ids).reshape(-1).tolist()
    quads = [(np.asarray(corner, np.float64).reshape(4, 2) + 0.5) / scale - 0.5 for corner in corners[: len(numbers)]]
    found = [(int(id), quad) for id, quad in zip(numbers, quads, strict=True)]
    return [one for one in found if np.sqrt(area(quad_of(one[1]))) >= params.least_side_px]


def _misprint(grey: Pixels, id: int, quad: Floats) -> float:
    """See `Marker.misprint`: what is drawn like a marker is no marker, though the detector mends a cell. `quad` (4, 2)."""
    along = np.arange(_CELLS)[:, None] + _WITHIN_CELL
    x, y = (one.reshape(-1) for one in np.meshgrid(along, along))
    unit = np.array([[0, 0], [_CELLS, 0], [_CELLS, _CELLS], [0, _CELLS]], np.float32)
    to_px = cv2.getPerspectiveTransform(unit, quad.astype(np.float32))
    places = np.asarray(cv2.perspectiveTransform(np.stack([x, y], -1)[None].astype(np.float32), to_px), np.float32)
    seen = sampled(grey, places[..., 0], places[..., 1]).reshape(_CELLS, len(_WITHIN_CELL), _CELLS, len(_WITHIN_CELL)).mean(axis=(1, 3))
    is_white = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), id, _CELLS) > 0
    black, white = float(np.median(seen[~is_white])), float(np.median(seen[is_white]))
    off = np.abs(seen - np.where(is_white, white, black)).max()
    return float(min(1.0, off / max(1.0, white - black)))


_CELLS = 6
"""Of a marker, its black border included, each way."""
_WITHIN_CELL = np.linspace(0.2, 0.8, 5)
"""Places each way at which a cell is looked at, away from its neighbours."""


def _squares(grey: Pixels, found: list[_Found], params: MarkerParams) -> list[_Found]:
    """Those that end where they should."""
    return [one for one in found if _has_rim(grey, one[1], params)]


def _has_rim(grey: Pixels, quad: Floats, params: MarkerParams) -> bool:
    """Whether at least a part of a quad's (4, 2) rim is the edge of a dark square.

    On dark cloth a detector may see a frame around a marker's white paper, where the cloth just goes on: read with the paper for its print
    it has another id, and hides the one on the paper.
    """
    along = np.linspace(0.1, 0.9, params.rim_places)[:, None]
    sides = np.concatenate([a + (b - a) * along for a, b in zip(quad, np.roll(quad, -1, axis=0), strict=True)])
    ways = np.concatenate([[1 - params.rim_off, 1 + params.rim_off], np.linspace(0, 0.9, 10)])
    places = (quad.mean(axis=0) + (sides - quad.mean(axis=0)) * ways[:, None, None]).astype(np.float32)
    seen = sampled(grey, places[..., 0], places[..., 1]).astype(np.float64)
    contrast = np.ptp(np.percentile(seen[2:], [5, 95]))
    return bool(np.percentile(seen[1] - seen[0], 75) >= params.least_rim * contrast)
