"""Pictures of mishaps: a piece of the photograph, with the label's outline and the reader's."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.evaluation.annotate import INK, Mark, draw, to_jpeg
from vision.evaluation.evaluation import Mishap
from vision.frame import Rgb
from vision.image.decode import load_frame
from vision.image.levels import scaled_size

CROP_PX = 360
"""Longer side of such a picture."""


def write_crops(folder: Path, mishaps: Sequence[Mishap], out: Path) -> list[str]:
    """One JPEG for each mishap into `out/crops`, which is there; every photograph is opened once. Answers paths relative to `out`."""
    names = {id(m): f"crops/{n:03}-{m.what}.jpg" for n, m in enumerate(mishaps)}
    for file in dict.fromkeys(m.file for m in mishaps):
        rgb = load_frame(folder / file).rgb
        for mishap in (m for m in mishaps if m.file == file):
            (out / names[id(mishap)]).write_bytes(to_jpeg(_crop(rgb, mishap)))
    return [names[id(m)] for m in mishaps]


def _crop(rgb: Rgb, mishap: Mishap) -> Rgb:
    """The place of the mishap with half its size around it: the label's outline solid, the reader's dashed."""
    points = np.asarray([*mishap.quad_px, *(mishap.said_quad_px or ())], np.float64)
    low, high = points.min(axis=0), points.max(axis=0)
    margin = 0.5 * float((high - low).max()) + 8
    height, width = rgb.shape[:2]
    x0, y0 = (int(max(0, v)) for v in np.minimum(low - margin, (width - 9, height - 9)))
    x1, y1 = int(min(width, max(high[0] + margin, x0 + 9))), int(min(height, max(high[1] + margin, y0 + 9)))
    part = rgb[y0:y1, x0:x1]
    scale = CROP_PX / max(part.shape[:2])
    size = scaled_size(part, scale)
    sized = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC), np.uint8)
    return draw(sized, _marks(mishap, (x0, y0), scale))


def _marks(mishap: Mishap, origin: tuple[int, int], scale: float) -> Iterable[Mark]:
    def moved(x: float, y: float) -> tuple[float, float]:
        return (x - origin[0] + 0.5) * scale - 0.5, (y - origin[1] + 0.5) * scale - 0.5

    if mishap.what != "ghost":
        a, b, c, d = (moved(x, y) for x, y in mishap.quad_px)
        yield Mark((a, b, c, d), "", INK.truth)
    if mishap.said_quad_px is not None:
        a, b, c, d = (moved(x, y) for x, y in mishap.said_quad_px)
        yield Mark((a, b, c, d), "", INK.wrong if mishap.said else INK.unsure, dashed=True)
