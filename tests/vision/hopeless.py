"""Pictures on which no card of any pack lies: whatever is named there is wrong. Every kind is drawn by code, from a seed."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from fixtures.dishes import DISHES, draw_dish
from fixtures.drawing import finished, sheet
from fixtures.grounds import KINDS, ground
from fixtures.render import render
from fixtures.scene import Place, Scene
from tests.vision.lookalike_things import THINGS
from tests.vision.patterned_things import PATTERNS
from vision.table.markers import find_markers

Pixels = NDArray[np.uint8]
SIZE_PX = (960, 720)
"""Width and height."""


def noise(rng: np.random.Generator) -> Pixels:
    """Random pixels, fine or in lumps."""
    cell = int(rng.integers(1, 40))
    small = rng.integers(0, 256, (SIZE_PX[1] // cell + 1, SIZE_PX[0] // cell + 1, 3)).astype(np.uint8)
    return np.asarray(cv2.resize(small, SIZE_PX, interpolation=int(rng.choice([cv2.INTER_NEAREST, cv2.INTER_CUBIC]))), np.uint8)


def noisy_mat(rng: np.random.Generator) -> Pixels:
    """Random pixels between a table's markers, by which the size of everything is known."""
    scene = Scene(seed=int(rng.integers(1000)), ground=str(rng.choice(KINDS)), place=())
    mat = render(replace(scene, view=replace(scene.view, size_px=(1920, 1080))), {})[0]
    seen = np.asarray(cv2.resize(noise(rng), (1920, 1080), interpolation=cv2.INTER_NEAREST), np.uint8)
    for marker in find_markers(mat):
        quad = np.asarray(marker.quad_px, np.float32)
        cv2.fillPoly(seen, [np.rint(quad.mean(0) + 1.5 * (quad - quad.mean(0))).astype(np.int32)], (0, 0, 0))
    is_free = (seen > 0).any(axis=2, keepdims=True)
    return np.asarray(np.where(is_free, seen, mat), np.uint8)


def gradient(rng: np.random.Generator) -> Pixels:
    """One colour that runs into another, some with bands."""
    y, x = np.mgrid[0 : SIZE_PX[1], 0 : SIZE_PX[0]].astype(np.float32)
    angle, bands = rng.uniform(0, 2 * np.pi), int(rng.choice([0, 4, 12]))
    way = (x * np.cos(angle) + y * np.sin(angle)) / max(SIZE_PX)
    part = (way - way.min()) / np.ptp(way)
    part = np.floor(part * bands) / bands if bands else part
    one, other = rng.uniform(0, 255, (2, 3))
    return np.asarray(one + part[..., None] * (other - one), np.uint8)


def empty_table(rng: np.random.Generator) -> Pixels:
    """A bare table top under an even light."""
    kind = str(rng.choice(KINDS))
    whole = ground(kind, int(rng.integers(3))).rgb
    y, x = int(rng.integers(0, whole.shape[0] // 3)), int(rng.integers(0, whole.shape[1] // 3))
    part = whole[y : y + whole.shape[0] // 2, x : x + whole.shape[1] // 2]
    lit = cv2.resize(part, SIZE_PX, interpolation=cv2.INTER_AREA).astype(np.float32) * rng.uniform(0.4, 1.0)
    return np.asarray(np.clip(lit + rng.normal(0, 3, lit.shape), 0, 255), np.uint8)


def page_of_text(rng: np.random.Generator) -> Pixels:
    """A printed page, a little turned, with a heading and numbers in its margin."""
    page = np.full((SIZE_PX[1], SIZE_PX[0], 3), int(rng.integers(60, 140)), np.uint8)
    paper = np.full((900, 640, 3), 244, np.uint8)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz     "))
    font, size = (
        int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX])),
        float(rng.uniform(0.4, 1.1)),
    )
    for n, y in enumerate(np.arange(60, 880, 34 * size + 8)):
        cv2.putText(
            paper, f"{n + 1} " + "".join(rng.choice(letters, 60)), (30, int(y)), font, size, (25, 25, 30), 1 + int(size), cv2.LINE_AA
        )
    turn = cv2.getRotationMatrix2D((320, 450), float(rng.uniform(-20, 20)), float(rng.uniform(0.7, 0.95)))
    turn[:, 2] += np.array([SIZE_PX[0] / 2 - 320, SIZE_PX[1] / 2 - 450])
    return np.asarray(cv2.warpAffine(paper, turn, SIZE_PX, page, borderMode=cv2.BORDER_TRANSPARENT, flags=cv2.INTER_AREA), np.uint8)


def food(rng: np.random.Generator) -> Pixels:
    """A dish on its cloth, seen from above, none of it on a card."""
    name = str(rng.choice(list(DISHES)))
    pen = sheet(320, 240, (200, 190, 170), 3)
    draw_dish(
        pen.at(float(rng.uniform(5, 40)), float(rng.uniform(5, 30))), name, float(rng.uniform(190, 260)), float(rng.uniform(150, 200))
    )
    lit = cv2.resize(finished(pen), SIZE_PX, interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(np.clip(lit * rng.uniform(0.6, 1.0) + rng.normal(0, 4, lit.shape), 0, 255), np.uint8)


def other_things(rng: np.random.Generator) -> Pixels:
    """A table with cards of no pack, a phone, a beer mat and a die, as the camera sees it."""
    turns = [float(t) for t in rng.uniform(0, 360, 5)]
    places = [
        Place(f"foreign:{int(rng.integers(10_000))}", -110, 20, turns[0]),
        Place(f"foreign:{int(rng.integers(10_000))}", 10, 60, turns[1]),
        Place("phone", 120, 10, turns[2] % 30),
        Place("coaster", -20, -60, turns[3]),
        Place(f"die:{int(rng.integers(1, 7))}", 60, -40, turns[4]),
    ]
    scene = Scene(seed=int(rng.integers(1000)), ground=str(rng.choice(KINDS)), place=tuple(places))
    smaller = replace(scene, view=replace(scene.view, size_px=SIZE_PX))
    return render(smaller, {})[0]


KINDS_OF_PICTURES: dict[str, Callable[[np.random.Generator], Pixels]] = {
    "noise": noise,
    "gradient": gradient,
    "empty table": empty_table,
    "page of text": page_of_text,
    "food": food,
    "other things": other_things,
    "noise between markers": noisy_mat,
    **THINGS,
    **PATTERNS,
}


def pictures(kind: str, count: int, first_seed: int = 0) -> list[Pixels]:
    """So many pictures of a kind."""
    make = KINDS_OF_PICTURES[kind]
    return [make(np.random.default_rng([seed, list(KINDS_OF_PICTURES).index(kind)])) for seed in range(first_seed, first_seed + count)]
