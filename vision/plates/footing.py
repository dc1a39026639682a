"""Whether a plate's foot shows where its lower edge is straight: what stands before it, or another colour of its own, may end it there.

A plate may have a flat foot; then the table, and nothing else, is seen below it. A tray's edge or a ruler before a round one cuts it off
along a line that goes on beside it; of a plate with a printed rim only that may be of one colour, and the rest of it is below.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plates.ends import edges
from vision.plates.plate import Plate
from vision.plates.rims import Picture, sample
from vision.plates.standing import Camera, project

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class FootingParams:
    """When a foot is doubtful; millimetres of the plate's plane."""

    step: float = 0.5
    """Between the columns that are looked at."""
    straight: tuple[float, float] = (0.35, 1.2)
    """So many millimetres, or pixels, the lower edge is off a line at most where it is straight ..."""
    least_straight: float = 0.25
    """... along so much of the plate's width: of a round one a sixth is so."""
    near_foot: float = 12.0
    """So near to where its foot was found: that is no better known along a straight edge."""
    most_lean: float = 0.08
    """Slope of a line on which it may stand, the camera rolled."""
    below: tuple[float, float] = (2.5, 6.0)
    """So far below the line it is looked at what is seen there ..."""
    across: float = 2.5
    """... and so far above and below it whether it goes on ..."""
    beyond: tuple[float, float] = (5.0, 25.0)
    """... so far to the left and to the right of where it is straight ..."""
    clear: float = 1.5
    """... and so far from the plate and all that stands there."""
    fewest: int = 12
    """Places on a side that tell something, at least."""
    other: float = 10.0
    """Levels, in the channel where they differ most, from which on two colours, each of many places, are not one."""


PARAMS = FootingParams()


def is_doubtful(picture: Picture, plate: Plate, lines_mm: Sequence[Floats], camera: Camera, params: FootingParams = PARAMS) -> bool:
    """Whether a plate with a straight lower edge may go on below it. `lines_mm`: all else that stands there, each (n, 2)."""
    found = _straight(plate, camera, params)
    if found is None:
        return False
    line, left, right = found
    stands = [plate.line_mm, *lines_mm]
    inside = np.arange(left + 2.0, right - 2.0, params.step)
    under = _colour(picture, camera, line, inside, params.below, stands, params)
    sides = [np.arange(right + params.beyond[0], right + params.beyond[1], params.step)]
    sides += [np.arange(left - params.beyond[1], left - params.beyond[0], params.step)]
    table = [_colour(picture, camera, line, side, params.below, stands, params) for side in sides]
    if under is None or all(_differ(under, one, params) for one in table):
        return True
    for side in sides:
        above, below = (
            _colour(picture, camera, line, side, (down, 1.6 * down), stands, params) for down in (-params.across, params.across)
        )
        if above is not None and _differ(above, below, params) and not _differ(under, below, params):
            return True
    return False


def _straight(plate: Plate, camera: Camera, params: FootingParams) -> tuple[Floats, float, float] | None:
    """The line, slope and level, along which a plate's lower edge is straight, and from where to where; None where it is not."""
    columns, _, low = edges(plate.line_mm, params.step)
    many = max(8, round(params.least_straight * len(columns)))
    most = max(params.straight[0], params.straight[1] / camera.px_per_mm)
    foot = int(np.abs(columns - plate.foot_mm[0]).argmin())
    near = round(params.near_foot / params.step)
    for start in range(max(0, foot - near - many), min(foot + near, len(columns) - many) + 1):
        part = slice(start, start + many)
        line = np.polyfit(columns[part], low[part], 1)
        off = np.abs(np.polyval(line, columns) - low)
        if abs(line[0]) <= params.most_lean and off[part].max() <= most:
            left, right = start, start + many - 1
            while left > 0 and off[left - 1] <= 2 * most:
                left -= 1
            while right + 1 < len(columns) and off[right + 1] <= 2 * most:
                right += 1
            return np.asarray(line, np.float64), float(columns[left]), float(columns[right])
    return None


def _colour(
    picture: Picture,
    camera: Camera,
    line: Floats,
    columns: Floats,
    down: tuple[float, float],
    stands: Sequence[Floats],
    params: FootingParams,
) -> Floats | None:
    """(3,) what is seen in columns so far below a line, where nothing stands; None where too little shows."""
    levels = np.linspace(*down, 5)
    points = np.stack([np.repeat(columns, len(levels)), (np.polyval(line, columns)[:, None] + levels).ravel()], 1)
    px = project(camera.mm_to_px, points)
    free = np.asarray((px >= 0).all(1) & (px < np.array(picture.shape[1::-1]) - 1).all(1), np.bool_)
    for one in stands:
        edge = one.astype(np.float32)[:, None]
        near = (points >= one.min(0) - params.clear).all(1) & (points <= one.max(0) + params.clear).all(1) & free
        for k in np.flatnonzero(near):
            x, y = points[k].tolist()
            free[k] = cv2.pointPolygonTest(edge, (x, y), True) < -params.clear
    return None if np.count_nonzero(free) < params.fewest else np.asarray(np.median(sample(picture, px[free]), axis=0), np.float64)


def _differ(a: Floats | None, b: Floats | None, params: FootingParams) -> bool:
    return a is None or b is None or float(np.abs(a - b).max()) >= params.other
