"""Places printed on a card where tokens are to lie: circles of one size in a row, found on the look of this card alone."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks import canon
from vision.looks.catalogue import EDGE_STEPS, Look

Floats = NDArray[np.float32]
Place = tuple[float, float]
"""Part of the card's width from its left edge, part of its height from its upper edge, as printed."""


@dataclass(frozen=True, slots=True)
class SlotParams:
    """What a row of places looks like."""

    px_per_mm: float = 2.0
    """Scale at which circles are looked for."""
    sizes: tuple[float, ...] = (0.7, 0.78, 0.86, 0.94, 1.02, 1.1, 1.2)
    """Diameter of a printed place, in diameters of the token."""
    least_votes: float = 0.6
    """Of the weakest circle of the row, as a part of a whole rim: squares and portraits have a third of it, printed circles nine tenths."""
    off_line: float = 0.12
    """How far a place may lie from the row's line, in diameters of the token."""
    uneven: float = 0.15
    """How much the distances along the row may differ, as a part of their mean."""
    candidates: int = 24


PARAMS = SlotParams()


def find_slots(look: Look, token_mm: float, count: int, params: SlotParams = PARAMS) -> tuple[Place, ...]:
    """The places of a row of `count` circles about as large as a token, from its upper (or left) end; empty when none is found.

    With a single place the clearest circle is taken.
    """
    best: tuple[float, Floats] | None = None
    for size in params.sizes:
        votes = rim_votes(look, size * token_mm / 2, params)
        found = _row(votes, token_mm * params.px_per_mm, count, params)
        if found is not None and (best is None or found[0] > best[0]):
            best = found
    if best is None:
        return ()
    wide, high = _millimetres(look)
    return _in_order([as_printed(x / params.px_per_mm / wide, y / params.px_per_mm / high, look) for x, y in best[1]])


def _in_order(row: Sequence[Place]) -> tuple[Place, ...]:
    """From the upper end of a row that goes down, else from its left one; the row is in order one way or the other."""
    across, down = row[-1][0] - row[0][0], row[-1][1] - row[0][1]
    return tuple(row if (down if abs(down) > abs(across) else across) >= 0 else row[::-1])


def _millimetres(look: Look) -> tuple[float, float]:
    """Width and height of the look's raster, which stands upright."""
    short, long = sorted(look.size_mm)
    return short, long


def as_printed(x: float, y: float, look: Look) -> Place:
    """A place of the upright raster on the card as it is printed; a look that was turned clockwise is turned back."""
    return (float(y), float(1 - x)) if look.turned else (float(x), float(y))


def rim_votes(look: Look, radius_mm: float, params: SlotParams = PARAMS) -> Floats:
    """How many edges agree on a circle's middle, (H, W) of the upright card at `px_per_mm`, as a part of a whole rim."""
    wide, high = _millimetres(look)
    size = (round(wide * params.px_per_mm), round(high * params.px_per_mm))
    field = cv2.resize(look.edges.astype(np.float32) / EDGE_STEPS, size, interpolation=cv2.INTER_LINEAR)
    strength = np.hypot(field[..., 0], field[..., 1])
    y, x = np.nonzero(strength > 0.3)
    angle = np.arctan2(field[y, x, 1], field[y, x, 0]) / 2
    squash = np.array([canon.WIDTH / size[0], canon.HEIGHT / size[1]])
    across, down = np.cos(angle) * squash[0], np.sin(angle) * squash[1]
    length = np.hypot(across, down)
    radius, total = radius_mm * params.px_per_mm, np.zeros(size[0] * size[1], np.float64)
    for side in (-radius, radius):
        cx, cy = np.rint(x + side * across / length).astype(int), np.rint(y + side * down / length).astype(int)
        inside = (cx >= 0) & (cx < size[0]) & (cy >= 0) & (cy < size[1])
        total += np.bincount(cy[inside] * size[0] + cx[inside], np.minimum(1.0, strength[y, x])[inside], len(total))
    soft = cv2.GaussianBlur(total.reshape(size[1], size[0]).astype(np.float32), (0, 0), _BLUR_PX)
    return np.asarray(soft * np.float32(_BLUR_PX**2 / (radius * _EDGE_PX)), np.float32)


_BLUR_PX, _EDGE_PX = 1.5, 2.0


def _row(votes: Floats, token_px: float, count: int, params: SlotParams) -> tuple[float, Floats] | None:
    """The best evenly spaced row of peaks: its weakest circle, and its places (count, 2)."""
    reach = 2 * max(1, round(token_px / 3)) + 1
    y, x = np.nonzero((votes >= cv2.dilate(votes, np.ones((reach, reach), np.uint8))) & (votes >= params.least_votes))
    order = np.argsort(-votes[y, x])[: params.candidates]
    peaks, worth = np.stack([x, y], -1).astype(np.float32)[order], votes[y, x][order]
    if len(peaks) < count or count < 1:
        return None
    if count == 1:
        return float(worth[0]), peaks[:1]
    best: tuple[float, Floats] | None = None
    for a in range(len(peaks)):
        for b in range(len(peaks)):
            step = (peaks[b] - peaks[a]) / (count - 1)
            length = float(np.hypot(*step))
            if a == b or length < 0.8 * token_px or (peaks[b] - peaks[a]).sum() < 0:
                continue
            wanted = peaks[a] + np.arange(count)[:, None] * step
            away = np.hypot(*(wanted[:, None] - peaks[None]).transpose(2, 0, 1))
            near = away.argmin(axis=1)
            if (away.min(axis=1) > params.off_line * token_px + params.uneven * length / 2).any():
                continue
            weakest = float(worth[near].min())
            if best is None or weakest > best[0]:
                best = weakest, peaks[near]
    return best
