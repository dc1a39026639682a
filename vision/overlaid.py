"""What lies on a named card and is neither its print nor a token: a hand, a sleeve, a cup, a token not found. What it hides is not seen.

The card's colours are known cell by cell. Under another light all three colours of a cell change alike, and by no more than shade and
shine do; where they do not, something else is seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import canon
from vision.catalogue import Look
from vision.colours import linear, of_piece
from vision.frame import Frame
from vision.observation import Detection, Point

Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class OverlaidParams:
    """One set of values for every card and light; light as logarithms, relative to what the print gives back."""

    hue: float = 0.55
    """By how much more one colour of a cell may have changed than another ..."""
    light: tuple[float, float] = (-1.2, 0.6)
    """... and all of them: shade and shine do no more."""
    lift: float = 0.02
    """Light added before logarithms are taken: what is nearly black has no hue."""
    burnt: int = 245
    """Grey level from which a cell tells nothing."""
    least_mm2: float = 70.0
    """What is smaller hides nothing that counts."""
    around: float = 1.2
    """So many radii of a token belong to it: its side and the edge of its shadow."""


PARAMS = OverlaidParams()
_OPEN = np.ones((3, 3), np.uint8)
_FINE = 4
"""The outline is drawn so many times finer than the cells."""


def laid_open(
    frame: Frame, card: Detection, look: Look, discs: Sequence[Detection], params: OverlaidParams = PARAMS
) -> tuple[Point, ...] | None:
    """Around what shows of a named card on which `discs` were found, in pixels of the picture; None when nothing else lies on it.

    The outline need not be convex.
    """
    rows, columns = canon.CELLS
    corners = np.roll(np.asarray(card.quad_px, np.float32), 1 if look.turned else 0, axis=0)
    cells = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - np.float32(0.5)
    to_px = np.asarray(cv2.getPerspectiveTransform(cells, corners), np.float64)
    other = _other(frame, card, look, corners, params)
    if other is None:
        return None
    for disc in discs:
        quad = np.asarray(disc.quad_px, np.float32)
        round_ = cv2.perspectiveTransform(_circle(quad, params.around)[None], np.linalg.inv(to_px))[0]
        cv2.fillConvexPoly(other, np.rint(round_).astype(np.int32), 0)
    least = params.least_mm2 / (look.size_mm[0] * look.size_mm[1] / (rows * columns))
    other = _large(np.asarray(cv2.morphologyEx(other, cv2.MORPH_OPEN, _OPEN), np.uint8), least)
    if not other.any():
        return None
    shown = np.ones((rows, columns), np.uint8)
    if card.shown_px:
        hull = cv2.perspectiveTransform(np.asarray(card.shown_px, np.float32)[None], np.linalg.inv(to_px))[0]
        shown = np.zeros_like(shown)
        cv2.fillConvexPoly(shown, np.rint(hull).astype(np.int32), 1)
    return _outline(np.asarray(shown & (1 - other), np.uint8), to_px) or None


def told(frame: Frame, found: Sequence[Detection], discs: Sequence[Detection], looks: dict[str, Look]) -> tuple[Detection, ...]:
    """The detections; with each named card what shows of it, where more lies on it than the `discs`."""
    kept = []
    for one in found:
        outline = laid_open(frame, one, looks[one.id], discs) if one.id in looks else None
        kept.append(one if outline is None else replace(one, shown_px=outline))
    return tuple(kept)


def _circle(quad: Floats, part: float) -> Floats:
    """(16, 2): the circle within a square (4, 2), so many times as large."""
    middle, right, down = quad.mean(axis=0), (quad[1] - quad[0]) / 2, (quad[3] - quad[0]) / 2
    angle = np.linspace(0, 2 * np.pi, 16, endpoint=False, dtype=np.float32)[:, None]
    return np.asarray(middle + part * (np.cos(angle) * right + np.sin(angle) * down), np.float32)


def _other(frame: Frame, card: Detection, look: Look, corners: Floats, params: OverlaidParams) -> Mask | None:
    """(rows, columns): where the print does not show, whatever the light; None when the card does not tell its light."""
    lit = of_piece(frame.rgb, card.quad_px, look)
    if lit is None:
        return None
    rows, columns = canon.CELLS
    flat = canon.CORNERS - np.float32(0.5)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = canon.WIDTH, canon.HEIGHT
    fine = cv2.warpPerspective(frame.rgb, cv2.getPerspectiveTransform(flat, corners), size, flags=how, borderMode=cv2.BORDER_REPLICATE)
    seen = np.asarray(cv2.resize(cv2.GaussianBlur(fine, (0, 0), 1.0), (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)
    here = np.log(linear(seen) / np.asarray(lit.light, np.float32) + np.float32(params.lift))
    print_ = np.pad(np.log(linear(look.colours) + np.float32(params.lift)), ((1, 1), (1, 1), (0, 0)), mode="edge")
    explained = seen.max(axis=-1) >= params.burnt
    for down in range(3):  # the print there, or that of a cell beside it
        for right in range(3):
            change = here - print_[down : down + rows, right : right + columns]
            level = change.mean(axis=-1)
            explained |= (np.ptp(change, axis=-1) < params.hue) & (level > params.light[0]) & (level < params.light[1])
    return np.asarray(~explained, np.uint8)


def _large(mask: Mask, least: float) -> Mask:
    """What hangs together in at least so many cells, each with a way to the edge of the card, so that it can be outlined."""
    many, label, stats, middles = cv2.connectedComponentsWithStats(mask, connectivity=8)
    kept = np.zeros_like(mask)
    rows, columns = mask.shape
    for n in range(1, many):
        x, y, wide, high, size = stats[n].tolist()
        if size < least:
            continue
        kept[label == n] = 1
        if min(x, y) > 0 and x + wide < columns and y + high < rows:
            column, row = (round(value) for value in middles[n].tolist())
            edge = min(
                (column, (0, row)), (row, (column, 0)), (columns - 1 - column, (columns - 1, row)), (rows - 1 - row, (column, rows - 1))
            )[1]
            cv2.line(kept, (column, row), edge, 1)
    return kept


def _outline(shown: Mask, to_px: NDArray[np.float64]) -> tuple[Point, ...]:
    """Around the largest part that shows, in pixels of the picture; empty when nothing does."""
    fine = np.kron(shown, np.ones((_FINE, _FINE), np.uint8))
    outlines = cv2.findContours(fine, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    if not outlines:
        return ()
    largest = max(outlines, key=cv2.contourArea).reshape(-1, 2).astype(np.float64)
    px = cv2.perspectiveTransform(((largest + 0.5) / _FINE - 0.5)[None], to_px)[0]
    return tuple((float(x), float(y)) for x, y in px)
