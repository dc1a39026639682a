"""Flat pieces that stand in one upright plane before a camera: where the plane is, and where in it each piece stands.

Nothing has to be known of the camera: the pieces' own outlines, of known size, give the plane. Millimetres in the plane: x right, y down.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Camera:
    """How the upright plane is seen."""

    centre_px: tuple[float, float]
    """The picture's middle: there the lens looks straight ahead."""
    origin_px: tuple[float, float]
    """Where the plane's origin is seen."""
    px_per_mm: float
    """At the origin."""
    focal_px: float
    tilt: float = 0.0
    """Radians: how far the plane's top leans towards it; above 0 it looks down."""
    pan: float = 0.0
    """Radians: how far its right side turns away."""

    @property
    def mm_to_px(self) -> Floats:
        """(3, 3) homography from the plane to the picture."""
        f, distance = self.focal_px, self.focal_px / self.px_per_mm
        ct, st, cp, sp = np.cos(self.tilt), np.sin(self.tilt), np.cos(self.pan), np.sin(self.pan)
        (cx, cy), (ox, oy) = self.centre_px, self.origin_px
        across, down = np.array([cp, -st * sp, ct * sp]), np.array([0, ct, st])
        at = np.array([(ox - cx) / f, (oy - cy) / f, 1.0]) * distance
        return np.asarray(self._lens @ np.stack([across, down, at], 1), np.float64)

    @property
    def eye_mm(self) -> Floats:
        """(3,) where the camera is: x and y in the plane, and how far before it."""
        across, down, at = (np.linalg.inv(self._lens) @ self.mm_to_px).T
        return np.asarray((*(np.stack([across, down]) @ -at), at @ np.cross(across, down)), np.float64)

    @property
    def _lens(self) -> Floats:
        (cx, cy), f = self.centre_px, self.focal_px
        return np.array([[f, 0, cx], [0, f, cy], [0, 0, 1.0]])

    def moved(self, step: Floats) -> "Camera":
        """Tilt, pan, logarithm of focal length and of scale changed a little."""
        tilt, pan, focal, scale = (float(v) for v in step)
        return replace(
            self,
            tilt=self.tilt + tilt,
            pan=self.pan + pan,
            focal_px=self.focal_px * float(np.exp(focal)),
            px_per_mm=self.px_per_mm * float(np.exp(scale)),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where a piece stands in the plane."""

    outline: Floats
    """(n, 2) the piece's own outline in millimetres, mirrored where its back shows."""
    x: float
    y: float
    turn: float
    """Radians, clockwise in the picture."""

    @property
    def line_mm(self) -> Floats:
        """(n, 2) the outline in the plane."""
        return placed(self.outline, self)

    def moved(self, step: Floats) -> "Pose":
        """x, y and turn changed a little."""
        return replace(self, x=self.x + float(step[0]), y=self.y + float(step[1]), turn=self.turn + float(step[2]))


def placed(points: Floats, pose: Pose) -> Floats:
    """(n, 2) points of the piece, in the plane."""
    c, s = np.cos(pose.turn), np.sin(pose.turn)
    return np.asarray(points @ np.array([[c, s], [-s, c]]) + (pose.x, pose.y), np.float64)


def project(homography: Floats, points: Floats) -> Floats:
    """(n, 2) points through a homography."""
    seen = points @ homography[:, :2].T + homography[:, 2]
    return np.asarray(seen[:, :2] / seen[:, 2:], np.float64)


@dataclass(frozen=True, slots=True)
class Priors:
    """What is known before looking, each with the spread of a hand-held or clamped camera."""

    lean: float = 0.16
    """Of tilt and pan."""
    focal: float = 0.25
    """Of the focal length's logarithm."""
    scale: float = 0.5
    measured_px: float = 0.7
    """Of one place of an outline ..."""
    alike: float = 15.0
    """... of which so many err alike, by one shade, one edge: together they say no more than one."""
    brow_px: float = 4.0
    """What looks up may be found above a piece's face, all by about so much: its thickness shows there, and ends at a clearer edge."""
    inset_mm: float = 1e-3
    """How far inside the outlines, or outside, rims are seen, all around and on all pieces alike: not at all ..."""
    rounded_mm: float = 0.2
    """... or so far, where edges are rounder than they were enrolled."""


PRIORS = Priors()
USUAL_FOCAL = 1.05
"""Focal length in widths of the picture: between a webcam's and a phone's."""


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Where a piece's outline was found in the picture."""

    index: NDArray[np.intp]
    """(m,) points of the piece's outline."""
    normal: Floats
    """(m, 2) in the picture, outward."""
    offset: Floats
    """(m,) pixels outward from where the pose has it."""
    weight: Floats
    """(m,) 0 to 1."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A camera and the pieces before it."""

    camera: Camera
    poses: tuple[Pose, ...] = ()
    usual: Camera | None = field(default=None)
    """The camera as first assumed, whose lens and lean count as usual."""


def adjust(scene: Scene, found: Sequence[Places], priors: Priors = PRIORS, fixed: bool = False) -> Scene:
    """The scene that fits all places best, one step of least squares; with a fixed camera only the pieces move.

    With the camera it is solved by how much what looks up was found above each piece's face, and by how far inside their outlines all
    rims are seen: what is narrow then seems smaller by a larger part than what is long, as it would not on another scale.
    """
    many = len(scene.poses)
    columns = 3 * many + (0 if fixed else many + 5)
    normal_matrix, right = np.zeros((columns, columns)), np.zeros(columns)
    for k, (pose, places) in enumerate(zip(scene.poses, found, strict=True)):
        rows = _slopes(scene.camera, pose, places, fixed)
        where = [3 * k, 3 * k + 1, 3 * k + 2]
        if not fixed:
            up = np.maximum(0.0, -places.normal[:, 1])
            rows = np.concatenate([rows, np.stack([up, np.full(len(up), -scene.camera.px_per_mm)], 1)], 1)
            where += [*range(columns - 4, columns), 3 * many + k, 4 * many]
        weight = places.weight / (1 + (places.offset / (4 * priors.measured_px)) ** 2) / priors.measured_px**2
        normal_matrix[np.ix_(where, where)] += rows.T @ (rows * weight[:, None])
        right[where] += rows.T @ (weight * places.offset)
    normal_matrix[np.diag_indices(columns)] += 1e-9
    if not fixed:
        normal_matrix[range(3 * many, 4 * many), range(3 * many, 4 * many)] += priors.alike / priors.brow_px**2
        normal_matrix[4 * many, 4 * many] += priors.alike / priors.inset_mm**2
        usual = scene.usual or scene.camera
        now = scene.camera
        off = np.array([now.tilt, now.pan, np.log(now.focal_px / usual.focal_px), 0.0])
        trust = priors.alike / np.array([priors.lean, priors.lean, priors.focal, priors.scale]) ** 2
        normal_matrix[range(columns - 4, columns), range(columns - 4, columns)] += trust
        right[-4:] -= trust * off
    step = np.asarray(np.linalg.solve(normal_matrix, right), np.float64)
    camera = scene.camera if fixed else scene.camera.moved(step[-4:])
    poses = tuple(pose.moved(step[3 * k : 3 * k + 3]) for k, pose in enumerate(scene.poses))
    return Scene(camera, poses, scene.usual or scene.camera)


def rounded(scene: Scene, found: Sequence[Places], priors: Priors = PRIORS) -> float:
    """How many times larger the scale is than with rims just where the outlines have them, if edges may be rounder than enrolled."""
    plain, other = adjust(scene, found, priors), adjust(scene, found, replace(priors, inset_mm=priors.rounded_mm))
    return other.camera.px_per_mm / plain.camera.px_per_mm


def _slopes(camera: Camera, pose: Pose, places: Places, fixed: bool) -> Floats:
    """(m, 3 or 7): how far each place moves along its normal for a small step of x, y, turn and of the camera."""
    here, small = camera.mm_to_px, 1e-4
    points = pose.outline[places.index]
    base = project(here, placed(points, pose))
    moved = [project(here, placed(points, pose.moved(np.eye(3)[k] * small))) for k in range(3)]
    if not fixed:
        moved += [project(camera.moved(np.eye(4)[k] * small).mm_to_px, placed(points, pose)) for k in range(4)]
    return np.stack([((one - base) * places.normal).sum(1) / small for one in moved], 1)
