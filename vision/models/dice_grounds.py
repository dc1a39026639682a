"""Tables on which dice may lie, drawn from a seed: wood, cloth, paper, print with dots. RGB, 0 to 1, in float32."""

from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.models.dice_faces import colour, noise

Floats = NDArray[Any]


def direction(rng: Generator) -> Floats:
    """(2,) of length 1."""
    angle = rng.uniform(0, 2 * np.pi)
    return np.array([np.cos(angle), np.sin(angle)])


def ground(rng: Generator, side: int) -> Floats:
    """Wood, cloth, paper, print: what dice may lie on, and what is no die."""
    base = colour(rng)
    scene = np.empty((side, side, 3), np.float32)
    scene[:] = base
    for _ in range(rng.integers(0, 4)):
        cells, wide = int(2 ** rng.uniform(1, 6)), int(rng.choice([1, 1, 8]))
        tone = noise(rng, side, cells, wide) * rng.uniform(0.01, 0.12)
        scene += (np.rot90(tone) if rng.random() < 0.5 else tone)[..., None] * rng.uniform(0.5, 1, 3)
    if rng.random() < 0.5:
        scene = _printed(scene, rng)
    return scene


def _printed(scene: Floats, rng: Generator) -> Floats:
    """Lines, areas, text and dots, as on cards and boards."""
    side = scene.shape[0]
    canvas = np.ascontiguousarray(np.clip(255 * scene, 0, 255).astype(np.uint8))
    for _ in range(rng.integers(1, 9)):
        ink = tuple(float(255 * v) for v in colour(rng))
        a, b = (tuple(int(v) for v in rng.integers(-10, side + 10, 2)) for _ in range(2))
        match rng.integers(6):
            case 0:
                cv2.line(canvas, a, b, ink, int(rng.integers(1, 6)), cv2.LINE_AA)
            case 1:
                box = cv2.boxPoints((a, tuple(rng.uniform(10, 90, 2)), rng.uniform(0, 90)))
                cv2.fillConvexPoly(canvas, np.round(box).astype(np.int32), ink, cv2.LINE_AA)
            case 2:
                text = "".join(rng.choice(list("ABCDEGHKMRSTWX0123456789"), rng.integers(1, 6)))
                cv2.putText(canvas, text, a, int(rng.integers(0, 8)), rng.uniform(0.3, 2.0), ink, int(rng.integers(1, 4)), cv2.LINE_AA)
            case 3:
                cv2.circle(canvas, a, int(rng.integers(2, 30)), ink, int(rng.choice([-1, 1, 2])), cv2.LINE_AA)
            case 4:
                _dots(canvas, ink, rng)
            case _:
                pts = rng.integers(0, side, (int(rng.integers(3, 7)), 2)).astype(np.int32)
                cv2.fillPoly(canvas, [pts], ink, cv2.LINE_AA)
    return canvas.astype(np.float32) / 255


def _dots(canvas: NDArray[np.uint8], colour: tuple[float, ...], rng: Generator) -> None:
    """Dots without a die: scattered, or in endless rows."""
    side, radius = canvas.shape[0], rng.uniform(1, 5)
    if rng.random() < 0.5:
        points = rng.uniform(0, side, (int(rng.integers(2, 30)), 2))
    else:
        step = rng.uniform(3.0, 8.0) * radius
        grid = np.stack(np.meshgrid(np.arange(-side, side, step), np.arange(-side, side, step)), -1).reshape(-1, 2)
        c, s = np.cos(angle := rng.uniform(0, 2)), np.sin(angle)
        points = grid @ np.array([[c, s], [-s, c]]) + side / 2
    for at in points:
        cv2.circle(canvas, (int(at[0] * 16), int(at[1] * 16)), int(radius * 16), colour, -1, cv2.LINE_AA, 4)


def shade(scene: Floats, rng: Generator) -> Floats:
    """The edge of somebody's shadow."""
    side = scene.shape[0]
    normal, rows = direction(rng), np.arange(side) - side / 2
    far = (rows[:, None] * normal[1] + rows[None, :] * normal[0] + rng.uniform(-side / 2, side / 2)) / rng.uniform(1, 12)
    return np.asarray(scene * (1 - rng.uniform(0.2, 0.6) / (1 + np.exp(np.clip(far, -30, 30))))[..., None], np.float32)
