"""A piece laid anew where it is no rectangle on the table: print that agrees on one side lets the other side stray.

On guests half hidden by tokens a corner lay off by up to an eighth of the card, under a name that was right. Every corner by which print
errs errs alone: of rectangles through the others the one that agrees best leads to where the piece lies.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading, seen_of
from vision.cards.shapes import flat_quad
from vision.cards.sought import stored, to_mm_of
from vision.table.plane import from_cards

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]
Places = NDArray[np.complex128]
"""Places on a plane, x + iy: a similarity is a product and a sum."""


@dataclass(frozen=True, slots=True)
class SquareParams:
    """When a piece is laid anew, and how."""

    most_off: float = 0.015
    """How far a corner may lie from a rectangle of the piece's shape, in its short sides: of 200 guests two thirds lay within .005."""
    fewest: int = 3
    """Pieces that tell a plane, where nothing else does, on which one of them does not lie as it should."""
    step: float = 0.016
    """By how much the rectangle is moved, turned and scaled at first to see whether it agrees better, in short sides ..."""
    finest: float = 0.002
    """... and at last."""
    worse: float = 0.02
    """By how much less it may agree than the stray quad, which has twice as many ways to fit what it is compared with."""


def all_square(namer: Namer, picture: Picture, named: Sequence[Reading], to_mm: Matrix | None, params: SquareParams) -> dict[int, Reading]:
    """The readings of named pieces by `id`, each laid as a rectangle if it strays from one; none where no plane is known.

    `to_mm` (3, 3) takes working pixels to the table; where it is None the pieces tell it, if they are enough.
    """
    plane = _plane_of(namer, picture, named, params) if to_mm is None else to_mm
    return {} if plane is None else {id(one): laid_square(namer, picture, one, plane, params) for one in named}


def _plane_of(namer: Namer, picture: Picture, named: Sequence[Reading], params: SquareParams) -> Matrix | None:
    """Working pixels -> millimetres by the pieces that have a name; None where they are few, or do not fit together."""
    if len(named) < params.fewest:
        return None
    looks = [namer.library.catalogue.looks[one.look] for one in named]
    quads = [stored(np.roll(one.quad, -1 if look.turned else 0, 0), picture) for one, look in zip(named, looks, strict=True)]
    return to_mm_of(from_cards(quads, [look.size_mm for look in looks]), picture)


def laid_square(namer: Namer, picture: Picture, reading: Reading, to_mm: Matrix, params: SquareParams) -> Reading:
    """The reading, or the same as a rectangle on the table, if it strays from one; `to_mm` (3, 3) takes working pixels to the table."""
    flat = flat_quad(reading.quad, to_mm)
    if flat is None:
        return reading
    stray = flat[:, 0].astype(np.float64) + 1j * flat[:, 1]
    shape = _facing(_shape(namer, reading.look), stray)
    if _off(stray, shape) < params.most_off:
        return reading
    back = np.linalg.inv(to_mm)

    def laid(corners: Places) -> tuple[float, Reading]:
        flat = np.stack([corners.real, corners.imag], -1)[None]
        there = replace(reading, quad=np.asarray(cv2.perspectiveTransform(flat, back)[0], np.float32), seen=None)
        there = replace(there, seen=seen_of(picture, there))
        return namer.agreement_in(picture, there, reading.shown)[0], there

    agreement, found = _climbed(laid, list(_rectangles(stray, shape)), params)
    return replace(found, agreement=max(agreement, reading.agreement)) if agreement >= reading.agreement - params.worse else reading


def _climbed(laid: Callable[[Places], tuple[float, Reading]], starts: Sequence[Places], params: SquareParams) -> tuple[float, Reading]:
    """From the rectangle (4,) that agrees best on to others nearby that agree better, in smaller and smaller steps."""
    tried = [laid(corners) for corners in starts]
    at = max(range(len(tried)), key=lambda n: tried[n][0])
    corners, best, step = starts[at], tried[at], params.step
    while step >= params.finest:
        moved = [(laid(other), other) for other in _beside(corners, step)]
        top, other = max(moved, key=lambda way: way[0][0])
        if top[0] > best[0]:
            corners, best = other, top
        else:
            step /= 2
    return best


def _beside(corners: Places, step: float) -> Iterator[Places]:
    """Rectangles (4,) moved along either side, turned or scaled by a step, in short sides, both ways."""
    middle, across = corners.mean(), corners[1] - corners[0]
    for way in (step, -step):
        yield corners + way * across
        yield corners + way * 1j * across
        yield middle + (corners - middle) * np.exp(1j * way)
        yield middle + (corners - middle) * (1 + way)


def _shape(namer: Namer, look: int) -> Places:
    """(4,): corners of a look as it lies on the canonical raster, about their middle."""
    short, long = sorted(namer.library.catalogue.looks[look].size_mm)
    return np.asarray([-short - 1j * long, short - 1j * long, short + 1j * long, -short + 1j * long], np.complex128) / 2


def _off(corners: Places, shape: Places) -> float:
    """How far the farthest corner lies from the rectangle of that shape which fits best, in its short sides."""
    fit = _fitted(corners, shape, np.ones(4, np.bool_))
    return float(np.abs(corners - fit).max() / np.abs(fit[1] - fit[0]))


def _rectangles(corners: Places, shape: Places) -> Iterator[Places]:
    """The rectangle (4,) on the table that fits all corners best, and those that fit all but one."""
    for left_out in (-1, 0, 1, 2, 3):
        yield _fitted(corners, shape, np.arange(4) != left_out)


def _facing(shape: Places, corners: Places) -> Places:
    """The shape as seen from the side from which the corners (4,) are: on the table y points away, in a picture down."""
    across, along = corners[1] - corners[0], corners[3] - corners[0]
    return shape if (across.conjugate() * along).imag > 0 else np.conj(shape)


def _fitted(corners: Places, shape: Places, on: NDArray[np.bool_]) -> Places:
    """The shape (4,), moved, turned and scaled so that those of its corners lie on the given as well as they can."""
    middle, own = corners[on].mean(), shape[on].mean()
    turn = np.vdot(shape[on] - own, corners[on] - middle) / np.vdot(shape[on] - own, shape[on] - own)
    return np.asarray((shape - own) * turn + middle, np.complex128)
