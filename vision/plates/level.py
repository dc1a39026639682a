"""How high a stack is where its plate stands level: then the plate's lean in the picture is the camera's roll.

Of a rolled camera one side is seen lower, and what is high far aside seems higher or less high than it is. A plate that rocks leans by
itself, and tells nothing of the camera. Nobody knows which plates do; so what hangs on it has to hold either way.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.plates.ends import is_whole
from vision.plates.plate import Floats, Plate


@dataclass(frozen=True, slots=True)
class LevelParams:
    """What a plate's lean tells."""

    most: float = 0.045
    """Radians; a camera is rolled by no more, and a plate that leans more rocks."""
    error: float = 0.003
    """Spread of the lean, radians."""


PARAMS = LevelParams()


def height_if_level(
    plate: Plate, top_mm: Floats, foot_mm: float, rest_mm: float, params: LevelParams = PARAMS
) -> tuple[float, float] | None:
    """Millimetres from the table to a stack's top (2,), and their spread; None where the plate rocks, or does not show from end to end.

    `foot_mm`: how far down its foot stands; `rest_mm`: the spread by all but the camera's roll.
    """
    lean = _lean(plate.line_mm)
    if abs(lean) > params.most or not is_whole(plate.line_mm):
        return None
    aside = float(top_mm[0]) - plate.foot_mm[0]
    return foot_mm + lean * aside - float(top_mm[1]), float(np.hypot(rest_mm, params.error * aside))


def _lean(line_mm: Floats) -> float:
    """Radians by which the longer axis of an outline (n, 2) falls to the right."""
    found = cv2.moments(line_mm.astype(np.float32))
    return 0.5 * float(np.arctan2(2 * found["mu11"], found["mu20"] - found["mu02"]))
