"""Phones' pictures of the table, read beside whatever camera there is; in the reader's process."""

import math
from collections.abc import Callable
from pathlib import Path
from threading import Lock

import numpy as np

from companion.cli.eyes import evidence, open_reader, open_table
from companion.zones import Box, within
from vision.frame import Frame
from vision.image.decode import decode
from vision.observation import Observation
from vision.table.markers import find_markers
from vision.table.plane import MarkerMap, locate

Read = Callable[[Frame], Observation]
Markers = Callable[[], MarkerMap]
"""Where the table's markers lie, as far as they are known by now."""
NEAR_MM = 10.0
"""A marker that lies this near to where it is said to lie has not been moved."""
OFF = " None of the table's markers shows in this picture, so its mat was left out."


class Photographs:
    """Reads pictures with readers of its own, one at a time.

    A picture from above in which one of the table's `markers` shows has the table's own millimetres, so that its zones and its `mat`
    hold for it; else the mat does not, and the answer says so. Where no piece can be seen from the side such a picture is refused.
    """

    def __init__(self, pack: Path, markers: Markers = MarkerMap, mat: Box | None = None) -> None:
        """Nothing is opened before the first picture."""
        self._pack, self._markers, self._mat = pack, markers, mat
        self._readers: dict[str, Read] = {}
        self._busy = Lock()

    def read(self, picture: bytes, view: str) -> tuple[Observation, bytes, str]:
        """What it shows, the picture as the log keeps it, and what there is to say besides. Raises CompanionError or ValueError."""
        frame = decode(picture, "the picture")
        with self._busy:
            observation = self._reader(view)(frame)
        if view == "side":
            return observation, evidence(frame), ""
        is_placed = is_in_place(frame, observation, self._markers())
        observation = within(observation, self._mat) if is_placed else observation
        return observation, evidence(frame), OFF if self._mat is not None and not is_placed else ""

    def _reader(self, view: str) -> Read:
        if view not in self._readers:
            self._readers[view] = (
                open_reader(self._pack, view)[1].read
                if view == "side"
                else open_table(self._pack, lambda seen: locate(seen, self._markers())).read
            )
        return self._readers[view]


def is_in_place(frame: Frame, seen: Observation, markers: MarkerMap) -> bool:
    """Whether what was seen has the millimetres of the table whose markers these are: one of them shows where it is said to lie."""
    if seen.plane.found_by != "markers":
        return False
    table, known = locate(frame, markers), [each for each in find_markers(frame.rgb) if each.id in markers.centres_mm]
    if table is None:
        return False
    middles = ((table.to_mm(np.asarray(each.quad_px, np.float64)).mean(0), markers.centres_mm[each.id]) for each in known)
    return any(math.dist(middle, said) < NEAR_MM for middle, said in middles)
