"""Letters for tests that are the same whatever OpenCV is there: its own changed with version 5."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Pixels = NDArray[np.uint8]

_FINE = 4
"""Drawn so many times as large, for soft edges."""
_CAPITAL = 0.69
"""Height of a capital of Pillow's own font, in parts of its size."""


def write(on: Pixels, text: str, middle: tuple[float, float], cap_px: float, ink: int | tuple[int, int, int], bold_px: float = 0) -> None:
    """Some text on a picture (H, W) or (H, W, 3) about its middle, capitals `cap_px` high, each stroke's edges moved out by `bold_px`."""
    font, stroke = ImageFont.load_default(_FINE * cap_px / _CAPITAL), round(_FINE * bold_px)
    extent = font.getbbox(text, anchor="mm", stroke_width=stroke)
    reach = 2 + int(max(map(abs, extent))) // _FINE
    left, top = (max(0, round(at) - reach) for at in middle)
    part = on[top : round(middle[1]) + reach + 1, left : round(middle[0]) + reach + 1]
    mask = Image.new("L", (_FINE * part.shape[1], _FINE * part.shape[0]), 0)
    at = _FINE * (middle[0] - left + 0.5), _FINE * (middle[1] - top + 0.5)
    ImageDraw.Draw(mask).text(at, text, 255, font, anchor="mm", stroke_width=stroke)
    cover = np.asarray(mask.resize(part.shape[1::-1], Image.Resampling.BOX), np.float32) / 255
    cover = cover.reshape(*cover.shape, *[1] * (on.ndim - 2))
    part[...] = np.rint(part + (np.asarray(ink, np.float32) - part) * cover).astype(np.uint8)
