"""Where the camera stands over the table, as far as the table's plane tells, so that what has a height can be expected where it shows."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
Floats = NDArray[np.float64]

USUAL_FOCAL = 1.05
"""Focal length in longer sides of the picture: between a webcam's and a phone's."""
_FOCAL_SPREAD = 0.3
"""Of its logarithm, before looking."""
_MEASURED = 0.01
"""By what part of itself a plane that was found is off."""


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """A camera over a table; a picture's middle is where its lens looks."""

    space_to_px: Matrix
    """(3, 4): table millimetres with z upwards -> homogeneous pixels."""
    lens_mm: Floats
    """(3,): x, y and height of the lens."""

    def to_px(self, points_mm: Floats) -> Floats:
        """(..., 3) millimetres -> (..., 2) pixels."""
        seen = points_mm @ self.space_to_px[:, :3].T + self.space_to_px[:, 3]
        return np.asarray(seen[..., :2] / seen[..., 2:], np.float64)

    def at_height(self, z_mm: float) -> Matrix:
        """(3, 3) homography of the plane so high above the table: millimetres -> pixels."""
        return np.column_stack([self.space_to_px[:, :2], self.space_to_px[:, 3] + z_mm * self.space_to_px[:, 2]])

    def leaning(self, x_mm: float, y_mm: float, z_mm: float) -> Floats:
        """(2,): by how many millimetres the foot of what is `z_mm` high there is seen beside its top, in the plane of its top."""
        share = z_mm / self.lens_mm[2]
        return np.asarray((self.lens_mm[:2] - (x_mm, y_mm)) * share, np.float64)


def pose_of(mm_to_px: Matrix, middle_px: tuple[float, float], longer_px: int) -> Pose | None:
    """The camera that sees a table's plane so; None for a plane that no camera above it sees.

    The middle and the longer side are those of the whole picture, whatever part of it is looked at.
    The focal length follows from how the plane is foreshortened; where it hardly is, the usual one is taken, which then matters little.
    """
    x, y = middle_px
    centred = np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1.0]]) @ mm_to_px
    focal = _focal(centred, longer_px)
    lens = np.array([[focal, 0, x], [0, focal, y], [0, 0, 1.0]])
    across, along, at = (np.diag([1 / focal, 1 / focal, 1.0]) @ centred).T
    scale = float(np.sqrt(np.linalg.norm(across) * np.linalg.norm(along)))
    if not np.isfinite(scale) or scale <= 0:
        return None
    across, along, at = across / scale, along / scale, at / scale
    up = np.cross(across, along)
    lens_mm = -np.linalg.lstsq(np.column_stack([across, along, up]), at, rcond=None)[0]
    if not np.isfinite(lens_mm).all() or lens_mm[2] <= 0:
        return None
    return Pose(np.asarray(scale * (lens @ np.column_stack([across, along, up, at])), np.float64), np.asarray(lens_mm, np.float64))


def _focal(centred: Matrix, longer_px: int) -> float:
    """Focal length in pixels with which the plane's two axes are seen most nearly square and of one length."""
    tried, off = _off(centred, longer_px)
    cost = off / _MEASURED**2 + np.square(np.log(tried / (USUAL_FOCAL * longer_px)) / _FOCAL_SPREAD)
    return float(tried[int(cost.argmin())])


def askew_by(mm_to_px: Matrix, view_px: tuple[int, int]) -> float:
    """How far a plane in a whole picture, `view_px` wide and high, is from any that a camera sees; 0 is not at all.

    By how much its axes are no right angle, as the cosine, and not of one length, as the logarithm, seen by the lens that fits best.
    """
    width, height = view_px
    centred = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]]) @ mm_to_px
    return float(np.sqrt(_off(centred, max(view_px))[1].min()))


def is_seen_so(mm_to_px: Matrix, view_px: tuple[int, int]) -> bool:
    """Whether a camera may see a plane so in a whole picture, `view_px` wide and high; the corners of what gave it are a little off."""
    return askew_by(mm_to_px, view_px) <= _MOST_ASKEW


_MOST_ASKEW = 0.3
"""As of `askew_by`: of 38 planes by one right card of photographs two are off by .22 and .25, the others by .17 at most."""


def _off(centred: Matrix, longer_px: int) -> tuple[Floats, Floats]:
    """Focal lengths in pixels (n,), and how far the plane's two axes are, seen by each, from square and of one length: squared (n,)."""
    tried = USUAL_FOCAL * longer_px * np.exp(np.linspace(-1, 1, 81))
    w = 1 / tried**2
    (ax, ay, az), (bx, by, bz) = centred[:, 0], centred[:, 1]
    first, second = (ax**2 + ay**2) * w + az**2, (bx**2 + by**2) * w + bz**2
    size = np.sqrt(first * second)
    return tried, np.square(((ax * bx + ay * by) * w + az * bz) / size) + np.square((first - second) / (2 * size))
