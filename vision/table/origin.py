"""Keeps the table's millimetres in place all evening: markers may be covered, moved or bumped, the origin stays where it first was.

Which markers lie where is learned when they are first seen; millimetres are measured from the one with the lowest id, also when that
shows later than the others; where those in sight lie as on the printed mat, from the mat's first, whether it ever shows or not.
Afterwards any of them is enough: while they stand where the last plane has them, nothing has moved and that plane goes on; else the
plane is found anew in the same millimetres. Without any marker in sight the last plane holds as long as the picture around has not
shifted.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame, Rgb
from vision.observation import Point
from vision.table.markers import Marker, find_markers
from vision.table.mat import centres_mm
from vision.table.plane import MarkerMap, TablePlane, from_markers, without_print

Small = NDArray[np.float32]
"""(h, w) grey, edges only."""


@dataclass(frozen=True, slots=True)
class OriginParams:
    """When something has moved."""

    same_px: float = 1.5
    """A marker's corners this near to where the last plane has them: nothing moved. Of a picture 1280 px long."""
    slipped_mm: float = 8.0
    """A single marker that lies this far off, while others stand, was moved itself."""
    enough: int = 3
    """So many markers outvote a picture that looks unmoved; fewer may have been pushed by a sleeve."""
    small_px: int = 320
    """Longer side of the picture in which a shift is looked for when no marker shows."""
    least_response: float = 0.15
    """Peak of the phase correlation, 0 to 1; below, nobody can tell whether the picture has shifted."""
    most_shift_px: float = 0.6
    """Of the small picture."""
    as_printed_mm: float = 4.0
    """Markers that lie this near to where the printed mat has them lie on it; its sheets are taped together by hand."""
    as_printed_deg: float = 3.0
    """Likewise their turns."""


class Origin:
    """Finds the plane of one picture after another, always in the millimetres of the first. Not for several threads."""

    def __init__(
        self,
        layout: MarkerMap | None = None,
        params: OriginParams | None = None,
        *,
        is_final: bool = True,
        printed: Mapping[int, Point] | None = None,
    ) -> None:
        """`layout` is the table's, when it is known; else it is learned from the first picture with markers.

        Markers that lie there like `printed` ones (as on the program's own mat, unless said otherwise) lie on such a mat. A layout
        that is not final was learned earlier this evening: its millimetres go on, as long as no marker of a lower id shows.
        """
        self._layout, self._params = layout or MarkerMap(), params or OriginParams()
        self._is_given = is_final and bool(self._layout.centres_mm)
        self._printed = _from_first(centres_mm() if printed is None else printed)
        self._plane: TablePlane | None = None
        self._reference: Small | None = None
        self._size_px: tuple[int, int] | None = None
        self._has_begun = False
        """Whether anything is measured in these millimetres already: a marker that they do not know must not begin others."""
        self.moved_mm = 0.0
        """How far the table's middle lay off in the newest picture against the one before; infinite when the plane was lost."""

    @property
    def layout(self) -> MarkerMap:
        """Where the markers lie, as far as they were seen: for another evening at the same table."""
        return self._layout

    def __call__(self, frame: Frame) -> TablePlane | None:
        """The table's plane in this picture; None when nothing tells where it is now."""
        found = without_print(find_markers(frame.rgb), self._layout.size_mm)
        if frame.size_px != self._size_px:
            self._size_px, self._plane, self._reference = frame.size_px, None, None  # in pixels of other pictures
        if self._is_elsewhere(found):
            self._layout, self._plane, self._has_begun = MarkerMap(), None, False
        before, plane = self._plane, self._found(frame, found)
        self.moved_mm = _moved_mm(before, plane, frame.size_px)
        if plane is not None:
            self._plane, self._has_begun = plane, True
            self._layout = _learned(self._layout, plane, found, self._params)
            self._reference = _edges(frame.rgb, self._params.small_px)
        return plane

    def _found(self, frame: Frame, found: tuple[Marker, ...]) -> TablePlane | None:
        last, known = self._plane, [marker for marker in found if marker.id in self._layout.centres_mm]
        if last is None:
            return self._first(found) if known or not self._has_begun else None
        if known:
            still = self._params.same_px * max(frame.size_px) / 1280
            standing = [marker for marker in known if _off_px(last, marker, self._layout) <= still]
            if len(standing) >= max(1, len(known) / 2):
                return replace(last, quads_px=tuple(marker.quad_px for marker in standing))
            if len(known) < self._params.enough or not (plane := from_markers(known, self._layout)):
                plane = last if self._is_unmoved(frame) else from_markers(known, self._layout)
            return plane
        return last if self._is_unmoved(frame) else None

    def _first(self, found: tuple[Marker, ...]) -> TablePlane | None:
        """The plane of the first picture with markers: if these lie as on the printed mat, in the millimetres of its first one."""
        plane, mat = from_markers(found, self._layout), self._printed
        if plane is None or self._layout.centres_mm or not mat or found[0].id <= min(mat):
            return plane
        seen = _learned(self._layout, plane, found, self._params)
        if not _is_printed(seen, mat, self._params):
            return plane
        self._layout = MarkerMap(centres_mm={id: at for id, at in mat.items() if id not in seen.centres_mm})
        x, y = mat[min(seen.centres_mm)]
        return replace(plane, mm_to_px=plane.mm_to_px @ np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1]], np.float64))

    def _is_elsewhere(self, found: tuple[Marker, ...]) -> bool:
        """Whether the marker that millimetres are measured from, the one with the lowest id, shows for the first time only now."""
        known = self._layout.centres_mm
        return not self._is_given and bool(found) and bool(known) and found[0].id < min(known)

    def _is_unmoved(self, frame: Frame) -> bool:
        now = _edges(frame.rgb, self._params.small_px)
        if self._reference is None or self._reference.shape != now.shape:
            return False
        (dx, dy), response = cv2.phaseCorrelate(self._reference.astype(np.float64), now.astype(np.float64))
        return response >= self._params.least_response and math.hypot(dx, dy) <= self._params.most_shift_px


def _learned(layout: MarkerMap, plane: TablePlane, found: tuple[Marker, ...], params: OriginParams) -> MarkerMap:
    """The map with every marker that it did not hold, and those that were moved by hand while others stood, where they lie now."""
    centres, turns = dict(layout.centres_mm), dict(layout.turns_deg)
    for marker in found:
        corners = plane.to_mm(np.asarray(marker.quad_px, np.float64))
        middle = corners.mean(axis=0)
        if not np.isfinite(corners).all():
            continue
        known = centres.get(marker.id)
        if known is None or math.dist(known, middle) > params.slipped_mm:
            (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
            centres[marker.id] = (float(middle[0]), float(middle[1]))
            turns[marker.id] = math.degrees(math.atan2(by - ay + cy - dy, bx - ax + cx - dx))
    return replace(layout, centres_mm=centres, turns_deg=turns)


def _from_first(centres: Mapping[int, Point]) -> dict[int, Point]:
    """The same places, measured from the marker with the lowest id."""
    x, y = centres[min(centres)] if centres else (0.0, 0.0)
    return {id: (at[0] - x, at[1] - y) for id, at in centres.items()}


def _is_printed(seen: MarkerMap, mat: Mapping[int, Point], params: OriginParams) -> bool:
    """Whether two markers or more lie as on the mat, and none otherwise."""
    here = seen.centres_mm
    if len(here) < 2 or not set(here) <= set(mat) or any(abs(turn) > params.as_printed_deg for turn in seen.turns_deg.values()):
        return False
    there = _from_first({id: mat[id] for id in here})
    return all(math.dist(at, there[id]) <= params.as_printed_mm for id, at in _from_first(here).items())


def _off_px(plane: TablePlane, marker: Marker, layout: MarkerMap) -> float:
    """The largest distance of a marker's corners from where the plane has them."""
    expected = plane.to_px(layout.corners_mm(marker.id))
    off = np.linalg.norm(expected - np.asarray(marker.quad_px, np.float64), axis=1)
    return float(off.max()) if np.isfinite(off).all() else math.inf


def _moved_mm(before: TablePlane | None, after: TablePlane | None, size_px: tuple[int, int]) -> float:
    if before is None or after is before:
        return 0.0
    if after is None:
        return math.inf
    width, height = size_px
    middle = np.asarray([((width - 1) / 2, (height - 1) / 2)], np.float64)
    off = float(np.linalg.norm(before.to_mm(middle) - after.to_mm(middle)))
    return off if math.isfinite(off) else math.inf


def _edges(rgb: Rgb, longest: int) -> Small:
    """Edges of a small grey picture, so that a lamp switched on does not look like a shift."""
    grey = np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), np.uint8)
    scale = min(1.0, longest / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.magnitude(cv2.Sobel(small, cv2.CV_32F, 1, 0), cv2.Sobel(small, cv2.CV_32F, 0, 1)), np.float32)
