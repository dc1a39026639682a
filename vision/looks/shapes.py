"""Which silhouettes a shape of any size and turn resembles."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.silhouettes import POINTS, Silhouette, even, inner_edge

Floats = NDArray[np.float64]

_EARLIER_MM = 0.3
"""A patch within a pale border ends so much before the border does: a dark line between the two is a part of neither."""
_RADII = np.linspace(0.1, 2.7, 16)
"""Where shapes are compared: distances from the middle, in radii of the disc of equal area."""
_ANGLES = 72
_ZOOM = 24.0
"""Pixels to such a radius in which an inside is drawn,"""
_MIDDLE = 72
"""and half of the picture's side."""
_TURNS = np.arange(_ANGLES) * 2 * np.pi / _ANGLES
_RIGHT, _DOWN = (np.asarray(_MIDDLE + _ZOOM * _RADII[:, None] * way, np.float32) for way in (np.cos(_TURNS), np.sin(_TURNS)))
"""Where on it each distance and direction is."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """A shape that resembles a silhouette."""

    index: int
    """Of the silhouette."""
    mirrored: bool
    turn: float
    """Radians, clockwise in the picture, from the silhouette to the shape."""
    overlap: float
    """Shared part of both, 0 to 1, when laid upon each other at equal area."""
    is_inner: bool = False
    """Whether it is what lies inside the line that is drawn along the silhouette's edge."""


class Shapes:
    """All silhouettes, ready to be compared with shapes of any size and turn.

    `with_inner`: and what lies inside the lines that are drawn along their edges, where patches end.
    """

    def __init__(self, silhouettes: Sequence[Silhouette], with_inner: bool = False) -> None:
        self.silhouettes = tuple(silhouettes)
        flipped = np.array([-1.0, 1.0])
        found = [inner_edge(one, _EARLIER_MM if one.has_pale_edge else 0.0) for one in self.silhouettes] if with_inner else []
        self.inner = {k: line for k, line in enumerate(found) if line is not None}
        """(160, 2) millimetres, by index."""
        lines = [s.outline_mm for s in self.silhouettes]
        self._rows = [(k, False) for k in range(len(lines))] + [(k, True) for k in self.inner]
        lines += self.inner.values()
        both = lines + [even(line * flipped, POINTS) for line in lines]
        self._polar = np.stack([_polar(line) for line in both])
        self._waves = np.fft.rfft(self._polar, axis=2)
        self._weight = _RADII[:, None] * np.ones((1, _ANGLES))
        self._areas = (self._polar * self._weight).sum((1, 2))[:, None]

    def liken(self, contour: Floats, most: int) -> list[Likeness]:
        """The silhouettes that a closed line (n, 2) resembles, best first."""
        seen = _polar(contour)
        waves = np.fft.rfft(seen * self._weight, axis=1)
        shared = np.fft.irfft((np.conj(self._waves) * waves).sum(1), n=_ANGLES, axis=1)
        whole = self._areas + float((seen * self._weight).sum())
        overlap = shared / np.maximum(whole - shared, 1e-9)
        best = overlap.argmax(1)
        found, turns = [], best * 2 * np.pi / _ANGLES
        for k in np.argsort(-overlap.max(1))[:most].tolist():
            index, is_inner = self._rows[k % len(self._rows)]
            found.append(Likeness(index, k >= len(self._rows), float(turns[k]), float(overlap[k, best[k]]), is_inner))
        return found

    def line_of(self, one: Likeness) -> Floats:
        """(160, 2) millimetres: the silhouette's outline, or what lies inside the line along it, not mirrored."""
        return self.inner[one.index] if one.is_inner else self.silhouettes[one.index].outline_mm


def middle_of(line: Floats) -> Floats:
    """(2,) centroid of the area inside a closed line."""
    m = cv2.moments(line.astype(np.float32).reshape(-1, 1, 2))
    return np.array([m["m10"], m["m01"]]) / m["m00"] if abs(m["m00"]) > 1e-9 else np.asarray(line.mean(0), np.float64)


def _polar(line: Floats) -> Floats:
    """(16, 72): the inside of a closed line by distance and direction from its centroid, its area made pi."""
    area = max(abs(float(cv2.contourArea(line.astype(np.float32)))), 1e-9)
    shape = (line - middle_of(line)) / np.sqrt(area / np.pi)
    mask = np.zeros((2 * _MIDDLE, 2 * _MIDDLE), np.uint8)
    cv2.fillPoly(mask, [np.round((shape * _ZOOM + _MIDDLE) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return np.asarray(cv2.remap(mask, _RIGHT, _DOWN, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT), np.float64) / 255
