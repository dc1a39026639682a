"""Synthetic tables with a known camera, and where the labelled photographs lie."""

import os
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.frame import Frame

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("TC_DATA", ROOT.parent / "shared" / "data"))


def photographs(folder: str) -> Path:
    """A folder of the labelled pictures; skips the test, saying so, where they are not."""
    path = DATA / folder
    if not path.exists():
        pytest.skip(f"no labelled pictures at {path}; set TC_DATA to their folder")
    return path


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A picture of a table and the truth about it."""

    frame: Frame
    mm_to_px: NDArray[np.float64]
    """(3, 3)."""


MAT = {0: (-140.0, 90.0), 1: (140.0, 90.0), 2: (140.0, -90.0), 3: (-140.0, -90.0)}
"""Marker middles in millimetres."""
FINE = 4
"""Pixels per millimetre of the flat artwork."""
TABLE_MM = (400, 300)


def mat_artwork(markers: dict[int, tuple[float, float]], side_mm: float = 20.0) -> NDArray[np.uint8]:
    """The table from straight above: a grey cloth with white cards around black markers and a few dark bars."""
    width, height = TABLE_MM[0] * FINE, TABLE_MM[1] * FINE
    art = np.full((height, width, 3), 120, np.uint8)
    for x in range(5):
        cv2.rectangle(art, (500 + 100 * x, 450), (550 + 100 * x, 750), (30, 60 + 40 * x, 160), cv2.FILLED)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side, edge = round(side_mm * FINE), round(side_mm * FINE / 4)
    for id, (x_mm, y_mm) in markers.items():
        x, y = round((x_mm + TABLE_MM[0] / 2 - side_mm / 2) * FINE), round((TABLE_MM[1] / 2 - y_mm - side_mm / 2) * FINE)
        art[y - edge : y + side + edge, x - edge : x + side + edge] = 235
        code = np.asarray(cv2.aruco.generateImageMarker(dictionary, id, side))
        art[y : y + side, x : x + side] = np.clip(code, 20, 235)[..., None]
    return art


def camera(tilt: float = 0.25, turn_deg: float = 6.0, size_px: tuple[int, int] = (1280, 960)) -> NDArray[np.float64]:
    """A homography, millimetres to pixels: the far side of the table smaller by `tilt`, the whole turned a little."""
    w, h = TABLE_MM[0] / 2, TABLE_MM[1] / 2
    angle = np.radians(turn_deg)
    corners = np.array([(-w, h), (w, h), (w, -h), (-w, -h)])
    turned = corners @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    shrink = 1 - tilt * (turned[:, 1] + h) / (2 * h)
    scale = 0.82 * min(size_px[0] / TABLE_MM[0], size_px[1] / TABLE_MM[1])
    px = np.stack([size_px[0] / 2 + turned[:, 0] * shrink * scale, size_px[1] / 2 - turned[:, 1] * scale], axis=1)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), px.astype(np.float32))
    return np.asarray(matrix, np.float64)


def scene(
    markers: dict[int, tuple[float, float]] | None = None,
    mm_to_px: NDArray[np.float64] | None = None,
    size_px: tuple[int, int] = (1280, 960),
    side_mm: float = 20.0,
) -> Scene:
    """A photograph of the mat, anti-aliased: drawn twice as large and made smaller."""
    matrix = camera(size_px=size_px) if mm_to_px is None else mm_to_px
    art = mat_artwork(MAT if markers is None else markers, side_mm)
    # the middle of artwork pixel (i, j) lies at these millimetres
    art_to_mm = np.array([[1 / FINE, 0, 0.5 / FINE - TABLE_MM[0] / 2], [0, -1 / FINE, TABLE_MM[1] / 2 - 0.5 / FINE], [0, 0, 1]])
    double = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1.0]])
    big = cv2.warpPerspective(
        art, double @ matrix @ art_to_mm, (2 * size_px[0], 2 * size_px[1]), flags=cv2.INTER_AREA, borderValue=(90, 90, 90)
    )
    small = np.asarray(cv2.resize(big, size_px, interpolation=cv2.INTER_AREA), np.uint8)
    return Scene(Frame(np.ascontiguousarray(small), 0.0), matrix)
