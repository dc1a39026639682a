"""Drawn tables with round tokens, seen straight from above or from the side: exact truth for the tests of tokens."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from fixtures.drawing import flood
from vision.frame import Frame, Rgb
from vision.looks.catalogue import Catalogue, Look, look_of
from vision.table.plane import TablePlane

COLOURS = {"herb": (63, 143, 79), "beet": (138, 31, 61), "rose": (229, 143, 176), "corn": (242, 182, 50), "ink": (58, 110, 165)}
PRINTS: dict[str, list[tuple[float, float]]] = {
    "herb": [(-0.5, 0.3), (0.5, 0.3), (0.3, -0.3), (-0.3, -0.3)],
    "beet": [(-0.35, -0.5), (0.35, -0.5), (0.1, 0.0), (0.1, 0.5), (-0.1, 0.5), (-0.1, 0.0)],
    "rose": [(0.0, -0.5), (0.5, 0.1), (0.2, 0.5), (-0.4, 0.3)],
    "corn": [(-0.5, -0.4), (0.5, -0.4), (0.0, 0.55)],
    "ink": [(-0.1, -0.6), (0.35, -0.6), (0.1, -0.1), (0.3, -0.1), (-0.2, 0.6), (0.0, 0.1), (-0.3, 0.1)],
}
PAPER = (252, 246, 236)
SIZE_MM = 16.0
FINE = 4
"""Drawn so many times finer than a pixel."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A token on the drawn table."""

    id: str
    x: float
    """Millimetres from the middle, to the right."""
    y: float
    """Millimetres from the middle, away from the viewer."""
    turn_deg: float = 0.0
    """Clockwise as seen from above."""
    is_plain: bool = False


def token_picture(id: str, is_plain: bool = False, side_px: int = 192) -> Rgb:
    """The token as it is enrolled: its disc touches the picture's edges."""
    picture = np.full((side_px, side_px, 3), 255, np.uint8)
    draw(picture, Laid(id, 0.0, 0.0, 0.0, is_plain), side_px / 2, side_px / 2, side_px / 2)
    return picture


def draw(picture: Rgb, token: Laid, x: float, y: float, radius: float) -> None:
    """A token into a picture, in pixels."""
    place, shift = (round(x * 16), round(y * 16)), 4
    cv2.circle(picture, place, round(radius * 16), COLOURS[token.id], -1, cv2.LINE_AA, shift)
    if token.is_plain:
        return
    turn = np.radians(token.turn_deg)
    turned = np.asarray(PRINTS[token.id]) @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    cv2.fillPoly(picture, [np.rint((turned * radius * 0.85 + (x, y)) * 16).astype(np.int32)], PAPER, cv2.LINE_AA, shift)


def token_catalogue(ids: Iterable[str] = COLOURS, extra: Iterable[Look] = ()) -> Catalogue:
    """Both sides of each kind."""
    looks = [look_of(token_picture(id, plain), id, "token", (SIZE_MM, SIZE_MM)) for id in ids for plain in (False, True)]
    return Catalogue((*looks, *extra))


def table(
    tokens: Sequence[Laid],
    ground: Rgb | tuple[int, int, int] = (150, 140, 128),
    *,
    lamp: tuple[float, float, float] = (0.8, 0.8, 0.8),
    lean: float = 0.0,
    size_px: tuple[int, int] = (1280, 720),
    px_per_mm: float = 2.4,
    noise: float = 2.0,
    seed: int = 1,
) -> tuple[Frame, TablePlane]:
    """The picture and its plane; `lamp` scales the linear light of red, green and blue, `lean` tilts the camera a little."""
    width, height = size_px
    big = np.empty((height * FINE, width * FINE, 3), np.uint8)
    if isinstance(ground, np.ndarray):
        cv2.resize(ground, (width * FINE, height * FINE), dst=big)
    else:
        flood(big, ground)
    scale = px_per_mm * FINE
    for paper in ((-230, 120), (230, 120), (230, -120), (-230, -120)):
        at = [round(v) for v in (width * FINE / 2 + paper[0] * scale, height * FINE / 2 - paper[1] * scale)]
        cv2.rectangle(
            big,
            (at[0] - round(16 * scale), at[1] - round(16 * scale)),
            (at[0] + round(16 * scale), at[1] + round(16 * scale)),
            (255, 255, 255),
            -1,
        )
        cv2.rectangle(
            big,
            (at[0] - round(10 * scale), at[1] - round(10 * scale)),
            (at[0] + round(10 * scale), at[1] + round(10 * scale)),
            (20, 20, 20),
            -1,
        )
    for token in tokens:
        draw(big, token, width * FINE / 2 + token.x * scale, height * FINE / 2 - token.y * scale, SIZE_MM / 2 * scale)
    flat = np.asarray(cv2.resize(big, size_px, interpolation=cv2.INTER_AREA), np.uint8)
    mm_to_px = np.array([[px_per_mm, 0, width / 2 - 0.5], [0, -px_per_mm, height / 2 - 0.5], [0, 0, 1]], np.float64)
    tilt = np.array([[1, 0, 0], [0, 1, 0], [0, -lean / height, 1 + lean / 2]], np.float64)
    seen = cv2.warpPerspective(flat, tilt, size_px, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    light = (seen.astype(np.float32) / 255) ** 2.2 * np.asarray(lamp, np.float32)
    grey = 255 * np.clip(light, 0, 1) ** (1 / 2.2) + noise * normal(seed, *size_px)
    matrix = np.asarray(tilt @ mm_to_px, np.float64)
    quads = tuple(_quad(matrix, *paper) for paper in ((-230, 120), (230, 120), (230, -120), (-230, -120)))
    return Frame(np.clip(grey, 0, 255).astype(np.uint8), 0.0), TablePlane(matrix, "markers", 0.1, quads)  # type: ignore[arg-type]  # four corners


@lru_cache(maxsize=4)
def normal(seed: int, width: int, height: int) -> NDArray[np.float64]:
    """(height, width, 3) of a normal spread of 1, the same for every table with that seed."""
    return np.random.default_rng(seed).normal(size=(height, width, 3))


def _quad(matrix: NDArray[np.float64], x: float, y: float) -> tuple[tuple[float, float], ...]:
    corners = np.array([(x - 10, y + 10), (x + 10, y + 10), (x + 10, y - 10), (x - 10, y - 10)])
    seen = np.c_[corners, np.ones(4)] @ matrix.T
    return tuple((float(a / c), float(b / c)) for a, b, c in seen)


def checked(square_px: int, a: tuple[int, int, int], b: tuple[int, int, int], size_px: tuple[int, int] = (1280, 720)) -> Rgb:
    """A checked cloth."""
    y, x = np.mgrid[0 : size_px[1], 0 : size_px[0]]
    odd = ((x // square_px + y // square_px) % 2).astype(bool)
    cloth = np.empty((size_px[1], size_px[0], 3), np.uint8)
    cloth[odd], cloth[~odd] = a, b
    return cloth
