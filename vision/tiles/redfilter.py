"""What a red glass shows: red print vanishes, cyan, blue and black print stand out, whatever the white balance and the light.

A gain of the camera's red channel moves the logarithm of all its values alike, so the light is taken out by comparing each place with
its neighbourhood. Real inks and sensors mix the channels: how much of green and blue leaks into red is measured on the picture itself,
and taken out as well.

A camera's colours are coarser than its light: of a thin black stroke on warm print the light is sharp, its colour is that of the print
around it. What leaks is therefore told by how much warmer than grey a place is, and evenly: taken out stroke by stroke, of green and
blue, it takes thin black ones with it, such as the foot of an L.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Grey = NDArray[np.uint8]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class GlassParams:
    """Sizes are parts of the picture's shorter side."""

    around: float = 0.045
    """Width of the neighbourhood that tells the light: wider than a letter."""
    brightest: float = 0.1
    """By which a place is brighter than that light at most, in nats: what is brighter still would be white, with the thin strokes on it."""
    floor: float = 6.0
    """Added to each value: below, a channel holds noise only."""
    most_leak: float = 0.5
    """Part of the change in green and blue that is taken out of red at most."""
    printed: float = -0.25
    """Change in green and blue, in nats, from which on something is printed there."""
    warm: float = 0.55
    """Of that change shows in red at most, where the print is warm."""
    rim: float = 0.125
    """Of the picture on each side that does not tell what leaks: the table beside a board may be as warm as print."""
    least_warm: int = 100
    """Places of warm print that tell it."""
    coarse: float = 0.0047
    """Width within which colours are one: somewhat more than two pixels of a camera that shows the whole board. 0: all that leaks of green
    and blue is taken out stroke by stroke, of thin ones more than there is, which leaves the gaps between letters bare."""
    range_nats: float = 1.1
    """Darkness that is shown as black."""
    paper: float = 225.0
    """Grey of what the glass shows as ground."""


PARAMS = GlassParams()
BY_STROKE = GlassParams(coarse=0)
"""For laying cells by the gaps between letters."""
TOO_BRIGHT = GlassParams(coarse=0, brightest=float("inf"))
"""The same where paper beside a hand or a dark table is white: another try where a hand hides where a board lies."""


def red_glass(rgb: Pixels, params: GlassParams = PARAMS) -> Grey:
    """(H, W, 3) RGB -> (H, W) grey: what a red glass shows of a print, evenly lit. Meant for a picture of the print alone."""
    change = _change(rgb, params)
    return _as_grey(change[..., 0] - _leaked(change, params, _others(change), leak(change, params)), params)


def red_glasses(rgb: Pixels) -> tuple[Grey, Grey]:
    """The same evenly and by stroke, of which the greater part is one work."""
    change = _change(rgb, PARAMS)
    others, part = _others(change), leak(change, PARAMS)
    evenly, by_stroke = (_as_grey(change[..., 0] - _leaked(change, params, others, part), params) for params in (PARAMS, BY_STROKE))
    return evenly, by_stroke


def warm_print(rgb: Pixels, params: GlassParams = PARAMS) -> NDArray[np.bool_]:
    """(H, W, 3) RGB -> (H, W) where there is a print that a red glass takes out: much darker in green and blue than in red."""
    small = cv2.resize(rgb, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    change = _change(np.asarray(small, np.uint8), params)
    others = _others(change)
    is_warm = (others < params.printed) & (change[..., 0] > params.warm * others)
    whole = cv2.resize(is_warm.astype(np.uint8), rgb.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    return np.asarray(whole > 0, np.bool_)


def _change(rgb: Pixels, params: GlassParams) -> Floats:
    """(H, W, 3) how much darker each place is than the paper around it, in nats."""
    logs = np.asarray(cv2.LUT(rgb, np.log(np.arange(256, dtype=np.float32) + params.floor)), np.float32)
    width = max(1.0, params.around * min(rgb.shape[:2]))
    return np.asarray(logs - _ground(logs, width, params.brightest), np.float32)


def _others(change: Floats) -> Floats:
    """(...) the mean of green and blue of changes (..., 3); over so short an axis `mean` takes several times as long."""
    return np.asarray((change[..., 1] + change[..., 2]) / 2, np.float32)


def _leaked(change: Floats, params: GlassParams, others: Floats, part: float) -> Floats:
    """(H, W) by how much warm print darkens red, in nats below 0, for (H, W, 3) changes; black and cool print is not warmer than grey.

    `others` (H, W) are the changes of green and blue, of which so much leaks, as of `leak`.
    """
    width = params.coarse * min(change.shape[:2])
    if not width:
        return np.asarray(np.float32(part) * others, np.float32)
    warmer = cv2.GaussianBlur(np.minimum(others - change[..., 0], 0), (0, 0), width)
    return np.asarray(np.float32(part / (1 - part)) * warmer, np.float32)


def leak(change: Floats, params: GlassParams = PARAMS) -> float:
    """How much of the change of green and blue shows in red, over (H, W, 3) changes in nats; 0 where no red print tells it.

    The median over what is printed in a warm ink: letters, which are as dark in red, may be more of the print than that is.
    """
    down, right = (round(params.rim * side) for side in change.shape[:2])
    sample = change[down : change.shape[0] - down : 2, right : change.shape[1] - right : 2].reshape(-1, 3)
    others = _others(sample)
    is_printed = others < params.printed
    parts = sample[is_printed, 0] / others[is_printed]
    parts = parts[parts < params.warm]
    return float(np.clip(np.median(parts), 0, params.most_leak)) if len(parts) >= params.least_warm else 0.0


def _ground(values: Floats, width: float, brightest: float) -> Floats:
    """(H, W, 3) the light of the paper at each place: the bright end of its neighbourhood, smoothed.

    Beside a dark table or a hand that is too dark for paper: there it is the light of the nearest paper, less what may be `brightest`.
    """
    small = cv2.resize(values, None, fx=4 / width, fy=4 / width, interpolation=cv2.INTER_AREA) if width > 4 else values
    bright = cv2.dilate(small, np.ones((5, 5), np.uint8))
    smooth = np.maximum(cv2.GaussianBlur(bright, (0, 0), 3), cv2.erode(bright, np.ones((3, 3), np.uint8)) - brightest)
    return np.asarray(cv2.resize(smooth, (values.shape[1], values.shape[0]), interpolation=cv2.INTER_LINEAR), np.float32)


def _as_grey(change: Floats, params: GlassParams) -> Grey:
    level = float(np.percentile(change[::3, ::3], 60))
    shown = params.paper + (change - level) * (params.paper / params.range_nats)
    return np.asarray(np.clip(shown, 0, 255), np.uint8)
