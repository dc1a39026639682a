"""What the reader of loose tiles takes for a glyph and is none, found by its own search in drawn tables: cloth, grain, dots, edges, shine.

A net that never saw them names some: the search brings hundreds of such places of a picture before it, each in the middle of its look.
"""

from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.letters.glyphs import find_glyphs, laid_flat
from vision.letters.loose import views
from vision.letters.net import SIDE
from vision.models.dice_faces import colour, noise
from vision.models.dice_grounds import shade
from vision.models.masks import CAP_PX, Face

Greys = NDArray[np.uint8]
Floats = NDArray[Any]
SIDE_PX = 320
"""Side of a drawn table."""
A_TABLE = 30
"""Places of one table that are taken at most."""
OWN = 0.6
"""Of a tile's side: what is nearer to a printed letter's middle may be that letter, or the inside of it."""


def strangers(fonts: list[Face], count: int, rng: Generator) -> Greys:
    """(count, SIDE, SIDE) looks of the letter reader at what is no letter."""
    looks: list[Greys] = []
    while sum(map(len, looks)) < count:
        scene, printed = _table(fonts, rng)
        looks.append(_looked_at(_seen(scene, rng), printed, rng))
    return np.concatenate(looks)[:count]


def _table(fonts: list[Face], rng: Generator) -> tuple[Floats, Floats]:
    """A (SIDE_PX, SIDE_PX, 3) table, 0 to 1, with none to a dozen tiles, and (n, 3): middle and side of those with a letter."""
    scene, paint, ink = _ground(rng), colour(rng), colour(rng)
    side, together, is_heap, printed = rng.uniform(34, 80), rng.random() < 0.4, rng.random() < 0.7, []
    angle, start = rng.uniform(0, 90), rng.uniform(side, SIDE_PX - side, 2)
    for number in range(int(rng.choice([0, int(rng.integers(1, 13)), int(rng.integers(6, 13))]))):
        along = np.deg2rad(angle)
        step = side * rng.uniform(1.0, 1.12) * np.array([number % 4, number // 4])
        at = start + np.array([[np.cos(along), -np.sin(along)], [np.sin(along), np.cos(along)]]) @ step
        if not together:
            near = start + rng.normal(0, 1.4 * side, 2)
            at, angle = near if is_heap else rng.uniform(0.6 * side, SIDE_PX - 0.6 * side, 2), rng.uniform(0, 360)
        face = fonts[rng.integers(len(fonts))]
        if _laid(scene, face, (float(at[0]), float(at[1])), float(side), angle + 90.0 * rng.integers(4), paint, ink, rng):
            printed.append((*at, side))
    return scene, np.array(printed, np.float64).reshape(-1, 3)


def _ground(rng: Generator) -> Floats:
    """Wood, cloth, suede, stone, perhaps with areas or dots of another colour: nothing that anybody could read."""
    scene = np.empty((SIDE_PX, SIDE_PX, 3), np.float32)
    scene[:] = colour(rng)
    for _ in range(rng.integers(0, 4)):
        tone = noise(rng, SIDE_PX, int(2 ** rng.uniform(1, 7)), int(rng.choice([1, 1, 8]))) * rng.uniform(0.01, 0.12)
        scene[:] = scene + (np.rot90(tone) if rng.random() < 0.5 else tone)[..., None] * rng.uniform(0.5, 1, 3)
    if rng.random() < 0.7:
        scene = _mottled(scene, rng)
    match rng.integers(10):
        case 0:
            for _ in range(rng.integers(1, 5)):
                _filled(scene, rng.uniform(0, SIDE_PX, (int(rng.integers(3, 7)), 2)), np.broadcast_to(colour(rng), scene.shape), 0.5)
        case 1:
            _dots(scene, rng)
        case 2 | 3:
            _planks(scene, rng)
        case _:
            pass
    return np.asarray(np.clip(scene, 0, 1), np.float32)


def _mottled(scene: Floats, rng: Generator) -> Floats:
    """With blotches of every size, the same in every colour."""
    blotches = np.zeros(scene.shape[:2], np.float32)
    for cells in 2 ** rng.uniform(2, 7.5, 3):
        spots = rng.normal(0, 1, (int(cells), int(cells))).astype(np.float32)
        blotches += cv2.resize(spots, scene.shape[1::-1], interpolation=cv2.INTER_CUBIC) * np.float32(rng.uniform(0.01, 0.06))
    return np.asarray(scene + blotches[..., None], np.float32)


def _planks(scene: Floats, rng: Generator) -> None:
    """Boards, parquet: seams in rows, and across some of them."""
    seams, wide = np.zeros(scene.shape[:2], np.uint8), rng.uniform(14, 90)
    for at in np.arange(0, 2 * SIDE_PX, wide):
        cv2.line(seams, (round(at), 0), (round(at), 2 * SIDE_PX), 255, int(rng.integers(1, 4)), cv2.LINE_AA)
        for down in rng.uniform(0, SIDE_PX, int(rng.integers(0, 5))):
            cv2.line(seams, (round(at), round(down)), (round(at + wide), round(down)), 255, int(rng.integers(1, 4)), cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((SIDE_PX / 2, SIDE_PX / 2), rng.uniform(0, 360), 1.5)
    part = cv2.warpAffine(seams, turn, (SIDE_PX, SIDE_PX)).astype(np.float32)[..., None] / 255
    scene[:] = scene * (1 - np.float32(rng.uniform(0.1, 0.7)) * part)


def _dots(scene: Floats, rng: Generator) -> None:
    """Dots, as on cloth and dice: in rows or scattered."""
    mask, radius = np.zeros(scene.shape[:2], np.uint8), rng.uniform(1.5, 8)
    step = rng.uniform(2.6, 6) * radius
    grid = np.stack(np.meshgrid(*[np.arange(0, SIDE_PX, step)] * 2), -1).reshape(-1, 2)
    for at in grid + rng.choice([0, 1]) * rng.uniform(0, step, 2):
        if rng.random() < 0.7:
            cv2.circle(mask, (int(at[0] * 16), int(at[1] * 16)), int(radius * 16), 255, -1, cv2.LINE_AA, 4)
    part = mask.astype(np.float32)[..., None] / 255
    scene[:] = scene * (1 - part) + colour(rng) * part


def _laid(
    scene: Floats, face: Face, at: tuple[float, float], side: float, angle: float, paint: Floats, ink: Floats, rng: Generator
) -> bool:
    """Lays a tile with its shadow and its lit edges; whether it bears a letter."""
    box = cv2.boxPoints((at, (side, side), angle))
    shift = rng.uniform(-0.09, 0.09, 2) * side
    _filled(scene, box + shift, scene * np.float32(rng.uniform(0.3, 0.9)), rng.uniform(0.5, 4))
    _filled(scene, box, np.full_like(scene, np.clip(paint * rng.uniform(0.75, 1.3), 0, 1)), 0.5)
    _filled(scene, np.array(at) + (box - at) * rng.uniform(0.86, 0.99), np.broadcast_to(paint, scene.shape), rng.uniform(0.4, 1.5))
    if rng.random() < 0.15:
        return False
    known = [letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter in face.masks]
    mask = face.masks[known[rng.integers(len(known))]]
    turn = cv2.getRotationMatrix2D((mask.shape[1] / 2, mask.shape[0] / 2), -angle, rng.uniform(0.4, 0.7) * side / CAP_PX)
    turn[:, 2] = turn[:, 2] + np.array(at) - np.array(mask.shape[::-1]) / 2
    part = cv2.warpAffine(mask, turn, scene.shape[1::-1]).astype(np.float32)[..., None] / 255
    scene[:] = scene * (1 - part) + ink * part
    return True


def _filled(scene: Floats, corners: Floats, paint: Floats, soft_px: float) -> None:
    mask = np.zeros(scene.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    part = cv2.GaussianBlur(mask, (0, 0), soft_px).astype(np.float32)[..., None] / 255
    scene[:] = scene * (1 - part) + paint * part


def _seen(scene: Floats, rng: Generator) -> Greys:
    """What a camera makes of it: lamp, shadow, blur, noise, JPEG."""
    rows = np.arange(SIDE_PX, dtype=np.float32)
    for _ in range(rng.integers(0, 4)):
        (x, y), wide = rng.uniform(0, SIDE_PX, 2), rng.uniform(4, 90)
        spot = np.exp(-((rows[:, None] - y) ** 2 + (rows - x) ** 2) / (2 * wide**2)) * np.float32(rng.uniform(0.05, 0.9))
        scene = scene + spot[..., None]
    if rng.random() < 0.3:
        scene = shade(scene, rng)
    scene = cv2.GaussianBlur(scene * np.float32(rng.uniform(0.3, 1.1)), (0, 0), rng.uniform(0.3, 1.6))
    picture = np.clip(255 * scene + rng.normal(0, rng.uniform(0, 9), scene.shape), 0, 255).astype(np.uint8)
    _, coded = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(30, 96))])
    return np.asarray(cv2.cvtColor(np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8), cv2.COLOR_BGR2RGB), np.uint8)


def _looked_at(rgb: Greys, printed: Floats, rng: Generator) -> Greys:
    """The reader's looks, each turned by chance, at glyphs that are none of the printed letters."""
    glyphs = [g for g in find_glyphs(rgb) if all(np.hypot(*(g.middle - at[:2])) > OWN * at[2] for at in printed)]
    chosen = [laid_flat(glyphs[i], np.eye(2)) for i in rng.permutation(len(glyphs))[:A_TABLE]]
    if not chosen:
        return np.zeros((0, SIDE, SIDE), np.uint8)
    grey = np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), np.uint8)
    along = np.array([glyph.angle for glyph in chosen]) + 90.0 * rng.integers(0, 4, len(chosen))
    return views(grey, chosen, np.where(rng.random(len(chosen)) < 0.5, along, rng.uniform(0, 360, len(chosen))), np.eye(2))
