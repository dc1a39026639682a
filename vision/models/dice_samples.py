"""Pictures of dice on tables as a camera gives them, drawn from a seed: rounded cubes of any colour with pips or an emblem.

World: x right, y away from the viewer, z up, lengths in sides of a die. What is drawn is RGB, 0 to 1, in float32.
"""

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.models.dice_faces import FACE_PX, Style, face, style_of
from vision.models.dice_grounds import direction, ground, shade

Floats = NDArray[Any]

OTHER = 7
"""The value of a face that shows no pips that count: an emblem, a numeral, nothing."""
CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64) / 2
WARP = cv2.INTER_LINEAR


@dataclass(frozen=True, slots=True)
class Drawn:
    """A die in a picture: its value and the box of its upper face, x0, y0, x1, y1 in pixels."""

    value: int
    box: tuple[float, float, float, float]
    centre: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Eye:
    """A camera over the table: where a point of the world is in the picture."""

    axes: Floats
    """(3, 3): the camera's right, down and forward."""
    distance: float
    px: float
    """Pixels for one side of a die at that distance."""
    middle: Floats

    def pixels(self, points: Floats) -> Floats:
        """(n, 3) -> (n, 2)."""
        seen = points @ self.axes.T
        depth = (self.distance + seen[:, 2:]) / self.distance
        return np.asarray(self.middle + self.px * seen[:, :2] / depth)

    @property
    def towards(self) -> Floats:
        """The direction from the table to the camera."""
        return np.asarray(-self.axes[2])


def sample(rng: Generator, side: int) -> tuple[NDArray[np.uint8], list[Drawn]]:
    """A (side, side, 3) picture of none to several dice, and what they show."""
    eye = _eye(rng, side)
    scene = ground(rng, side)
    light = _light(rng)
    styles = [style_of(rng) for _ in range(1 if rng.random() < 0.8 else 2)]
    drawn = []
    places = _places(rng, eye, side)
    for place in sorted(places, key=lambda p: float(p @ eye.axes[2]), reverse=True):
        scene, die = _with_die(scene, styles[rng.integers(len(styles))], place, eye, light, rng)
        drawn.append(die)
    if rng.random() < 0.3:
        scene = shade(scene, rng)
    return _camera(scene, rng), drawn


def _eye(rng: Generator, side: int) -> Eye:
    tilt, pan, roll = np.radians([min(abs(rng.normal(0, 22)), 52), rng.uniform(0, 360), rng.uniform(0, 360)])
    straight = np.array([[1, 0, 0], [0, -np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), -np.cos(tilt)]])
    turned = _about_z(roll)
    px = float(np.exp(rng.uniform(np.log(15), np.log(side / 2.9))))
    return Eye(turned.T @ straight @ _about_z(pan), rng.uniform(8, 60), px, np.full(2, side / 2) + rng.uniform(-8, 8, 2))


def _about_z(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])


def _places(rng: Generator, eye: Eye, side: int) -> list[Floats]:
    """Middles of dice on the table that do not stand in each other."""
    if rng.random() < 0.18:
        return []
    reach, found = 0.62 * side / eye.px, [np.append(rng.uniform(-0.3, 0.3, 2) * side / eye.px, 0.5)]
    for _ in range(rng.integers(0, 7)):
        near = found[rng.integers(len(found))][:2] + direction(rng) * rng.uniform(1.0, 1.5)
        place = np.append(near if rng.random() < 0.5 else rng.uniform(-reach, reach, 2), 0.5)
        if min(np.linalg.norm(place - other) for other in found) > 1.02 + 0.35 * rng.random():
            found.append(place)
    return found


def _light(rng: Generator) -> Floats:
    """Towards the lamp, longer for a harder light."""
    flat = direction(rng) * rng.uniform(0.1, 1.4)
    up = np.array([*flat, 1.0])
    return np.asarray(up / np.linalg.norm(up) * rng.uniform(0.15, 0.8))


def _with_die(scene: Floats, style: Style, place: Floats, eye: Eye, light: Floats, rng: Generator) -> tuple[Floats, Drawn]:
    """One more die, and its shadow."""
    turn = _about_z(rng.uniform(0, np.pi / 2)) @ _tipped(rng)
    scene = _with_shadow(scene, place, turn, eye, light, rng)
    value, beside = int(rng.integers(1, 7)), rng.permutation(6) + 1
    sides = [int(v) for v in beside if v not in (value, 7 - value)]
    faces = {(0, 1): sides[0], (0, -1): 7 - sides[0], (1, 1): sides[1], (1, -1): 7 - sides[1], (2, 1): value}
    box = _box(eye.pixels(_cube(place, turn, 1.1)), scene.shape[0])
    if box is not None:
        x0, y0, x1, y1 = box
        scene[y0:y1, x0:x1] = _solid(scene[y0:y1, x0:x1], style, faces, place, turn, replace(eye, middle=eye.middle - (x0, y0)), light, rng)
    flat = (place + np.column_stack([CORNERS * (1 - 0.5 * style.rounding), np.full(4, 0.5)]) @ turn)[:, :3]
    corners = eye.pixels(flat)
    told = OTHER if style.is_blank or value == style.emblem else value
    low, high = corners.min(0), corners.max(0)
    centre = corners.mean(0)
    return scene, Drawn(told, (float(low[0]), float(low[1]), float(high[0]), float(high[1])), (float(centre[0]), float(centre[1])))


def _solid(
    part: Floats, style: Style, faces: dict[tuple[int, int], int], place: Floats, turn: Floats, eye: Eye, light: Floats, rng: Generator
) -> Floats:
    """The die itself, without its shadow."""
    part = _with_body(part, style, place, turn, eye, light, rng)
    for (axis, sign), shown in faces.items():
        normal = turn[axis] * sign
        middle = place + normal / 2
        if float(normal @ (eye.towards * eye.distance - middle)) > 0.02 * eye.distance:
            part = _with_face(part, style, shown, place, middle, turn, axis, eye, light, rng)
    return part


def _box(corners: Floats, side: int) -> tuple[int, int, int, int] | None:
    """Whole pixels around points, within the picture; None when they lie beyond it."""
    x0, y0 = np.maximum(np.floor(corners.min(0)).astype(int) - 3, 0)
    x1, y1 = np.minimum(np.ceil(corners.max(0)).astype(int) + 4, side)
    return (int(x0), int(y0), int(x1), int(y1)) if x1 > x0 and y1 > y0 else None


def _tipped(rng: Generator) -> Floats:
    """On uneven ground or against something, now and then, a die does not lie quite flat."""
    tip = np.radians(rng.normal(0, 7)) if rng.random() < 0.3 else 0.0
    c, s = np.cos(tip), np.sin(tip)
    return np.array([[1, 0, 0], [0, c, s], [0, -s, c]])


def _cube(place: Floats, turn: Floats, side: float) -> Floats:
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * side / 2
    return np.asarray(place + signs @ turn)


def _hull(scene: Floats, corners: Floats, grow_px: float) -> Floats:
    """Soft mask of the convex hull of points, grown by so much with round corners."""
    mask = np.zeros(scene.shape[:2], np.uint8)
    outline = cv2.convexHull(np.round(corners * 16).astype(np.int32))
    cv2.fillConvexPoly(mask, outline, 255, cv2.LINE_AA, 4)
    if grow_px > 0.3:
        cv2.polylines(mask, [outline], True, 255, max(1, round(2 * grow_px)), cv2.LINE_AA, 4)
    return mask.astype(np.float32)[..., None] / 255


def _with_body(scene: Floats, style: Style, place: Floats, turn: Floats, eye: Eye, light: Floats, rng: Generator) -> Floats:
    corners = eye.pixels(_cube(place, turn, 1 - 2 * style.rounding))
    mask = _hull(scene, corners, style.rounding * eye.px)
    tone = style.body * (0.75 + 0.5 * float(np.linalg.norm(light)) * rng.uniform(0.3, 1)) + style.edge * rng.uniform(0.2, 1)
    return np.asarray(scene * (1 - mask) + mask * tone, np.float32)


def _with_face(
    scene: Floats, style: Style, value: int, place: Floats, middle: Floats, turn: Floats, axis: int, eye: Eye, light: Floats, rng: Generator
) -> Floats:
    """One face with its print, lit."""
    texture, mask = face(style, value, rng)
    u, v = turn[(axis + 1) % 3], turn[(axis + 2) % 3]
    corners = eye.pixels(middle + CORNERS[:, :1] * u + CORNERS[:, 1:] * v)
    flat = np.array([[0, 0], [FACE_PX, 0], [FACE_PX, FACE_PX], [0, FACE_PX]], np.float32) - 0.5
    to_picture = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    size = scene.shape[1], scene.shape[0]
    warped = cv2.warpPerspective(texture, to_picture, size, flags=WARP, borderMode=cv2.BORDER_REPLICATE)
    where = cv2.warpPerspective(mask, to_picture, size, flags=WARP)[..., None]
    tone = 0.6 + 0.9 * max(0.0, float((middle - place) @ light) * 2)
    lit = warped * tone
    if rng.random() < 0.25:
        lit = lit + _gloss(scene.shape[:2], corners, rng)
    return np.asarray(scene * (1 - where) + where * lit, np.float32)


def _gloss(shape: tuple[int, int], corners: Floats, rng: Generator) -> Floats:
    """A lamp that is mirrored in a face."""
    weights = rng.dirichlet(np.ones(4))
    x, y = weights @ corners
    spread = rng.uniform(0.1, 0.6) * float(np.linalg.norm(corners[0] - corners[2]))
    rows, cols = np.ogrid[: shape[0], : shape[1]]
    blob = np.exp(-((cols - x) ** 2 + (rows - y) ** 2) / (2 * spread**2))
    return np.asarray(rng.uniform(0.1, 0.7) * blob[..., None], np.float32)


def _with_shadow(scene: Floats, place: Floats, turn: Floats, eye: Eye, light: Floats, rng: Generator) -> Floats:
    """What the die takes from the light on the table, soft."""
    away = -light[:2] / max(light[2], 0.1)
    cube = _cube(place, turn, 0.95)
    cube[:, :2] += away * cube[:, 2:]
    cube[:, 2] = 0
    mask = cv2.GaussianBlur(_hull(scene, eye.pixels(cube), 0), (0, 0), eye.px * rng.uniform(0.03, 0.25))[..., None]
    return np.asarray(scene * (1 - rng.uniform(0, 0.75) * mask), np.float32)


def _camera(scene: Floats, rng: Generator) -> NDArray[np.uint8]:
    """Light's colour and strength, lens, noise, eight bits, JPEG."""
    lit: Floats = np.clip(scene, 0, 1.3) * rng.uniform(0.55, 1.3) * rng.uniform(0.8, 1.12, 3)
    lit = cv2.GaussianBlur(lit.astype(np.float32), (0, 0), float(rng.uniform(0.35, 1.4)))
    if rng.random() < 0.1:
        length = int(rng.integers(2, 6))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(rng.integers(length))), (length - 1, int(rng.integers(length))), 1.0)
        lit = cv2.filter2D(lit, -1, kernel / kernel.sum())
    lit = lit + rng.normal(0, rng.uniform(0, 0.035), lit.shape)
    eight = np.asarray(np.clip(255 * np.clip(lit, 0, 1) ** rng.uniform(0.7, 1.3), 0, 255), np.uint8)
    if rng.random() < 0.3:
        packed = cv2.imencode(".jpg", eight, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 95))])[1]
        eight = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return eight
