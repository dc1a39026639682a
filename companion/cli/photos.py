"""A phone's picture read for a session, beside whatever camera there is."""

import math
from collections.abc import Callable
from pathlib import Path
from threading import Lock

import numpy as np

from companion.cli.eyes import evidence, open_reader, open_table
from companion.session import Session
from companion.web.settings import Photo
from companion.zones import Box, within
from vision.decode import decode
from vision.frame import Frame
from vision.markers import find_markers
from vision.observation import Observation
from vision.plane import MarkerMap, locate
from vision.views import Views

Read = Callable[[Frame], Observation]
Markers = Callable[[], MarkerMap]
"""Where the table's markers lie, as far as they are known by now."""
NEAR_MM = 10.0
"""A marker that lies this near to where it is said to lie has not been moved."""
OFF = " None of the table's markers shows in this picture, so its mat was left out."


def photo_reader(session: Session, pack: Path | None, markers: Markers = MarkerMap, mat: Box | None = None) -> Photo | None:
    """Reads pictures into the session with readers of its own, one at a time; None without an enrolled pack.

    A picture from above in which one of the table's `markers` shows has the table's own millimetres, so that its zones and its `mat`
    hold for it; else the mat does not, and the answer says so. A picture from the side joins what was last seen from above; where no
    piece can be seen from the side it is refused.
    """
    if pack is None:
        return None
    box, busy = pack, Lock()
    readers: dict[str, Read] = {}

    def read(picture: bytes, view: str) -> str:
        frame = decode(picture, "the picture")
        with busy:
            if view not in readers:
                readers[view] = (
                    open_reader(box, view)[1].read if view == "side" else open_table(box, lambda seen: locate(seen, markers())).read
                )
            observation = readers[view](frame)
            if view == "side":
                session.look(_beside(session, observation), evidence(frame), confirm=1)
                return told(observation)
            is_placed = is_in_place(frame, observation, markers())
            observation = within(observation, mat) if is_placed else observation
            session.look(observation, evidence(frame), confirm=1)
        return told(observation) + (OFF if mat is not None and not is_placed else "")

    return read


def is_in_place(frame: Frame, seen: Observation, markers: MarkerMap) -> bool:
    """Whether what was seen has the millimetres of the table whose markers these are: one of them shows where it is said to lie."""
    if seen.plane.found_by != "markers":
        return False
    table, known = locate(frame, markers), [each for each in find_markers(frame.rgb) if each.id in markers.centres_mm]
    if table is None:
        return False
    middles = ((table.to_mm(np.asarray(each.quad_px, np.float64)).mean(0), markers.centres_mm[each.id]) for each in known)
    return any(math.dist(middle, said) < NEAR_MM for middle, said in middles)


def _beside(session: Session, seen: Observation) -> Observation:
    """What was seen from the side, with what was last seen from above."""
    look = session.snapshot().look
    merged = Views(None if look is None else look.observation, seen).merged()
    return seen if merged is None else merged


def told(observation: Observation) -> str:
    """How much was recognised, in a sentence."""
    sure = sum(each.id is not None for each in observation.detections)
    unsure = len(observation.detections) - sure
    stacked = sum(len(stack.pieces) for stack in observation.stacks)
    return f"{sure + stacked} pieces recognised" + (f", {unsure} not sure." if unsure else ".")
