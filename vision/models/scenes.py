"""What lies round and over the letters that are drawn for training: grounds, tiles, shapes, hands, light and glare, from a seed."""

from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Floats = NDArray[Any]

CANVAS = 64
"""Pixels of the drawing's side, before the camera."""


def ground(rng: Generator) -> Floats:
    """A plain, shaded, grained or blotched ground."""
    level = rng.uniform(15, 245)
    scene = np.full((CANVAS, CANVAS), level, np.float32)
    if rng.random() < 0.4:
        coarse = rng.normal(0, rng.uniform(1, 14), (rng.integers(2, 9), rng.integers(2, 9))).astype(np.float32)
        scene += cv2.resize(coarse, (CANVAS, CANVAS), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.15:
        ramp = np.arange(CANVAS, dtype=np.float32) / CANVAS
        wave = np.sin(2 * np.pi * (rng.uniform(1, 9) * ramp[:, None] + rng.uniform(-3, 3) * ramp + rng.random()))
        scene += (rng.uniform(2, 18) * wave).astype(np.float32)
    return scene


def with_tile(scene: Floats, rng: Generator) -> Floats:
    """A tile on the ground: another level, with its edges, perhaps a shadow."""
    half, turn = rng.uniform(0.36, 0.58), rng.normal(0, 5)
    box = cv2.boxPoints(
        ((CANVAS * (0.5 + rng.uniform(-0.08, 0.08)), CANVAS * (0.5 + rng.uniform(-0.08, 0.08))), (2 * half * CANVAS,) * 2, turn)
    )
    if rng.random() < 0.5:
        shadow = np.zeros((CANVAS, CANVAS), np.uint8)
        cv2.fillConvexPoly(shadow, np.rint(box + rng.uniform(-4, 4, 2)).astype(np.int32), 255, cv2.LINE_AA)
        blurred = cv2.GaussianBlur(shadow, (0, 0), 1.5).astype(np.float32) / 255
        scene = scene * (1 - rng.uniform(0.1, 0.6) * blurred)
    mask = np.zeros((CANVAS, CANVAS), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(box).astype(np.int32), 255, cv2.LINE_AA)
    part = mask.astype(np.float32) / 255
    level = np.float32(np.clip(float(scene.mean()) + rng.uniform(-150, 150), 10, 250))
    return np.asarray(scene * (1 - part) + level * part, np.float32)


def partly_covered(scene: Floats, rng: Generator) -> Floats:
    """Something reaches a little into the cell: less than hides the letter."""
    covered = scene.copy()
    np.rot90(covered, int(rng.integers(4)))[:, : int(CANVAS * rng.uniform(0.05, 0.25))] = rng.uniform(0, 255)
    return covered


def mostly_hidden(scene: Floats, rng: Generator) -> Floats:
    """Something lies over most of the cell."""
    covered = scene.copy()
    view = np.rot90(covered, int(rng.integers(4)))
    edge = int(CANVAS * rng.uniform(0.62, 0.95))
    view[:, :edge] = ground(rng)[:, :edge]
    return covered


def shape(scene: Floats, rng: Generator) -> Floats:
    """A disc, ring, star or block in the cell, as a token or an emblem."""
    level, middle = rng.uniform(0, 255), tuple(int(v) for v in CANVAS * (0.5 + rng.uniform(-0.12, 0.12, 2)))
    radius = int(CANVAS * rng.uniform(0.3, 0.55))
    drawn = scene.copy()
    cv2.circle(drawn, middle, radius, float(level), -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        points, inner = int(rng.integers(4, 8)), rng.uniform(0.3, 0.55)
        angles = np.arange(2 * points) * np.pi / points + rng.uniform(0, np.pi)
        lengths = np.where(np.arange(2 * points) % 2, inner, 1.0) * radius * rng.uniform(0.4, 0.95)
        star = np.stack([middle[0] + lengths * np.cos(angles), middle[1] + lengths * np.sin(angles)], -1)
        cv2.fillPoly(drawn, [np.rint(star).astype(np.int32)], float(rng.uniform(0, 255)), cv2.LINE_AA)
    return drawn


def bars(scene: Floats, rng: Generator) -> Floats:
    """Edges across the cell: of tiles, of the board, of fingers. A single bar would be an I."""
    drawn = scene.copy()
    for _ in range(rng.integers(1, 3)):
        view = np.rot90(drawn, int(rng.integers(4)))
        view[:, : int(CANVAS * rng.uniform(0.05, 0.9))] = rng.uniform(0, 255)
    turn = cv2.getRotationMatrix2D((CANVAS / 2, CANVAS / 2), rng.normal(0, 12), 1.1)
    return np.asarray(cv2.warpAffine(drawn, turn, (CANVAS, CANVAS), borderMode=cv2.BORDER_REFLECT), np.float32)


def square_print(scene: Floats, rng: Generator) -> Floats:
    """A board's printed square: a frame of lines, perhaps triangles at its sides."""
    drawn, level = scene.copy(), float(rng.uniform(0, 255))
    low, high = int(CANVAS * rng.uniform(0.0, 0.14)), int(CANVAS * rng.uniform(0.86, 1.0))
    cv2.rectangle(drawn, (low, low), (high, high), level, -1 if rng.random() < 0.6 else int(rng.integers(1, 4)))
    if rng.random() < 0.5:
        for at in np.linspace(low + 6, high - 6, int(rng.integers(2, 5))):
            tip = np.array([[at - 5, low], [at + 5, low], [at, low - 7]], np.int32)
            for _ in range(4):
                cv2.fillPoly(drawn, [tip], level)
                tip = np.stack([CANVAS - 1 - tip[:, 1], tip[:, 0]], -1).astype(np.int32)
    return drawn


def patterned(scene: Floats, rng: Generator) -> Floats:
    """Chequers, stripes, gingham or dots, over all of the cell or what one edge leaves of it: cloth, a sleeve, a printed ground."""
    angle, period = rng.uniform(0, np.pi), rng.uniform(0.1, 0.7)
    rows, cols = np.mgrid[:CANVAS, :CANVAS] / CANVAS
    along = (cols * np.cos(angle) + rows * np.sin(angle)) / period + rng.random()
    across = (rows * np.cos(angle) - cols * np.sin(angle)) / (period * rng.choice([1.0, rng.uniform(0.5, 2)])) + rng.random()
    share = rng.uniform(0.3, 0.7)
    is_along, is_across = along % 1 < share, across % 1 < share
    kinds = (is_along ^ is_across, is_along, (is_along * 1.0 + is_across) / 2, np.hypot(along % 1 - 0.5, across % 1 - 0.5) < share * 0.6)
    print_ = np.asarray(kinds[rng.integers(len(kinds))], np.float32)
    if rng.random() < 0.3:
        print_ *= cols * rng.choice([-1, 1]) + rows * rng.uniform(-1, 1) > rng.uniform(-0.4, 0.4)
    return np.asarray(scene + print_ * np.float32(rng.choice([-1, 1]) * rng.uniform(25, 200)), np.float32)


def lit(scene: Floats, rng: Generator, is_gloss: bool = True) -> Floats:
    """Uneven light, glare, exposure."""
    ramp = np.linspace(-1, 1, CANVAS, dtype=np.float32)
    if rng.random() < 0.5:
        scene = scene * (1 + np.float32(rng.uniform(-0.25, 0.25)) * ramp[:, None] + np.float32(rng.uniform(-0.25, 0.25)) * ramp)
    if rng.random() < 0.15:
        x, y = rng.uniform(-1.2, 1.2, 2)
        width = rng.uniform(0.3, 1.2)
        spot = np.exp(-((ramp[:, None] - y) ** 2 + (ramp - x) ** 2) / (2 * width**2))
        scene = scene + np.float32(rng.uniform(40, 190)) * spot.astype(np.float32)
    if is_gloss and rng.random() < 0.1:
        scene = _burnt(scene, ramp, rng)
    if rng.random() < 0.25:
        scene = scene * np.float32(rng.uniform(0.2, 0.8))
    return np.asarray(np.clip(scene, 0, 255), np.float32)


def _burnt(scene: Floats, ramp: Floats, rng: Generator) -> Floats:
    """A lamp's image on gloss: a veil that leaves little contrast, burnt white on one side."""
    veil = rng.uniform(0.3, 0.85)
    angle = rng.uniform(0, 2 * np.pi)
    across = np.float32(np.cos(angle)) * ramp + np.float32(np.sin(angle)) * ramp[:, None]
    spot = rng.uniform(0, 160) * np.exp((across - 1) * rng.uniform(0.5, 3))
    return np.asarray(np.clip(scene * np.float32(1 - veil) + np.float32(255 * veil) + spot.astype(np.float32), 0, 255), np.float32)


def moved(scene: Floats, rng: Generator, px: float) -> Floats:
    """Blur of a moving camera or hand."""
    length = max(2, round(px * rng.uniform(1, 3)))
    kernel = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1 / length
    turn = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), rng.uniform(0, 180), 1)
    line = np.asarray(cv2.warpAffine(kernel, turn, (length, length)), np.float32)
    return np.asarray(cv2.filter2D(scene, -1, line / max(float(line.sum()), 1e-6), borderType=cv2.BORDER_REFLECT), np.float32)
