"""Sets of dice and their faces, drawn flat from a seed: any colour, with pips or an emblem. RGB, 0 to 1, in float32."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Floats = NDArray[Any]

FACE_PX = 48
_DIAGONAL = ((-1, -1), (1, 1))
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: _DIAGONAL,
    3: (*_DIAGONAL, (0, 0)),
    4: (*_DIAGONAL, (-1, 1), (1, -1)),
    5: (*_DIAGONAL, (-1, 1), (1, -1), (0, 0)),
    6: (*_DIAGONAL, (-1, 1), (1, -1), (-1, 0), (1, 0)),
}


@dataclass(frozen=True, slots=True)
class Style:
    """How all dice of one set look."""

    body: Floats
    pip: Floats
    ace: Floats
    """Colour of the one's pip: red on some white dice."""
    pip_radius: float
    ace_radius: float
    spread: float
    """From the middle of a face to the pips at its corners, along an edge."""
    hollow: float
    """How dark pips are on the side from which light comes, -1 to 1."""
    rounding: float
    marble: float
    edge: float
    """How much lighter the rounded edges are."""
    emblem: int
    """The value that an emblem stands for, or 0."""
    is_blank: bool


def style_of(rng: Generator) -> Style:
    """A set of dice by chance."""
    body = colour(rng)
    pip = _contrasting(body, rng)
    ace = pip if rng.random() < 0.88 else _contrasting(body, rng)
    radius = rng.uniform(0.065, 0.125)
    big = rng.uniform(1.2, 1.9) if rng.random() < 0.1 else rng.uniform(0.95, 1.1)
    return Style(
        body=body,
        pip=pip,
        ace=ace,
        pip_radius=radius,
        ace_radius=radius * big,
        spread=rng.uniform(0.19, 0.29),
        hollow=rng.uniform(-0.5, 0.5) * (rng.random() < 0.6),
        rounding=rng.uniform(0.03, 0.25),
        marble=rng.uniform(0.05, 0.4) * (rng.random() < 0.5),
        edge=rng.uniform(-0.05, 0.3),
        emblem=int(rng.choice([0, 1, 2, 6, 6, 0])),
        is_blank=bool(rng.random() < 0.04),
    )


def colour(rng: Generator) -> Floats:
    """(3,) nearly white, nearly black, or anything."""
    kind = rng.random()
    if kind < 0.3:
        return np.asarray(np.full(3, rng.uniform(0.72, 1.0)) - rng.uniform(0, 0.15) * np.array([0, 0.3, 1]))
    if kind < 0.42:
        return np.full(3, rng.uniform(0.03, 0.16))
    hsv = np.array([[[rng.uniform(0, 360), rng.uniform(0.4, 1), rng.uniform(0.2, 1)]]], np.float32)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0], np.float64)


def _contrasting(body: Floats, rng: Generator) -> Floats:
    """White or black as a rule, else any colour that is told from the body."""
    grey = float(body @ (0.3, 0.59, 0.11))
    for _ in range(30):
        kind = rng.random()
        made = np.full(3, rng.uniform(0.8, 1)) if kind < 0.45 else np.full(3, rng.uniform(0, 0.15)) if kind < 0.85 else colour(rng)
        if abs(float(made @ (0.3, 0.59, 0.11)) - grey) > 0.3:
            return made
    return np.full(3, 0.0 if grey > 0.5 else 1.0)


def face(style: Style, value: int, rng: Generator) -> tuple[Floats, Floats]:
    """(FACE_PX, FACE_PX, 3) and its mask: one face, flat, with its print."""
    flat = np.empty((FACE_PX, FACE_PX, 3), np.float32)
    flat[:] = style.body
    if style.marble:
        flat += style.marble * _veins(rng)[..., None] * rng.uniform(0.3, 1, 3)
    mask = np.zeros((FACE_PX, FACE_PX), np.uint8)
    radius = max(1, round(style.rounding * FACE_PX))
    cv2.rectangle(mask, (radius, radius), (FACE_PX - 1 - radius, FACE_PX - 1 - radius), 255, -1)
    mask = np.asarray(cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius - 1, 2 * radius - 1))), np.uint8)
    soft = cv2.GaussianBlur(mask, (0, 0), 1 + radius / 4).astype(np.float32) / 255 * (mask > 0)
    if style.is_blank:
        return flat, soft
    if value == style.emblem:
        return _emblem(flat, style, rng), soft
    quarters = int(rng.random() < 0.5)
    ink, hollow = np.zeros((FACE_PX, FACE_PX), np.float32), np.zeros((FACE_PX, FACE_PX), np.float32)
    size, away = style.ace_radius if value == 1 else style.pip_radius, rng.normal(0, 0.6, 2)
    for x, y in PIPS[value]:
        at = FACE_PX * (0.5 + style.spread * np.array([x, y])) - 0.5 + rng.normal(0, 0.3, 2)
        _disc(ink, at, size * FACE_PX, 1.0)
        _disc(hollow, at + away, size * FACE_PX * 0.7, style.hollow)
    ink, hollow = (np.rot90(one, quarters)[..., None] for one in (ink, hollow))
    shade = (style.ace if value == 1 else style.pip) * (1 - np.abs(hollow)) + np.clip(hollow, 0, 1)
    return np.asarray(flat * (1 - ink) + ink * shade, np.float32), soft


def _veins(rng: Generator) -> Floats:
    """(FACE_PX, FACE_PX) of about unit spread: soft clouds, or clouds with an edge, as where two colours of plastic were stirred."""
    clouds = noise(rng, FACE_PX, int(rng.integers(2, 6)))
    return np.asarray(np.tanh(clouds * rng.uniform(1, 12)) if rng.random() < 0.5 else clouds, np.float32)


def _disc(picture: Floats, at: Floats, radius: float, level: float) -> None:
    centre = round(float(at[0]) * 16), round(float(at[1]) * 16)
    cv2.circle(picture, centre, round(float(radius) * 16), level, -1, cv2.LINE_AA, 4)


def _emblem(face: Floats, style: Style, rng: Generator) -> Floats:
    """Lines, rings, polygons, letters: anything but pips in their places."""
    ink = np.zeros((FACE_PX, FACE_PX), np.uint8)
    kind = rng.integers(5)
    half = FACE_PX // 2
    if kind == 0:
        text = str(rng.choice(list("123456789AKQJXZSMWR&%?")))
        cv2.putText(
            ink, text, (half - 11, half + 11), int(rng.integers(0, 8)), rng.uniform(0.8, 1.3), 255, int(rng.integers(1, 5)), cv2.LINE_AA
        )
    elif kind == 1:
        _star(ink, rng)
    else:
        for _ in range(rng.integers(2, 8)):
            _stroke(ink, rng)
        if rng.random() < 0.6:
            ink = np.maximum(ink, ink[:, ::-1])
    if kind == 4:
        _disc(
            solid := np.zeros((FACE_PX, FACE_PX), np.float32),
            np.full(2, half) + rng.normal(0, 1, 2),
            rng.uniform(0.24, 0.36) * FACE_PX,
            255,
        )
        ink = np.where(ink > 0, 255 - ink, solid).astype(np.uint8)
    soft = ink.astype(np.float32)[..., None] / 255
    return np.asarray(face * (1 - soft) + soft * style.pip, np.float32)


def _star(ink: NDArray[np.uint8], rng: Generator) -> None:
    points, half = int(rng.integers(3, 9)), FACE_PX / 2
    angles = np.arange(2 * points) * np.pi / points + rng.uniform(0, 7)
    radii = np.where(np.arange(2 * points) % 2, rng.uniform(0.06, 0.2), rng.uniform(0.22, 0.42)) * FACE_PX
    outline = half + radii[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
    cv2.fillPoly(ink, [np.round(outline).astype(np.int32)], 255, cv2.LINE_AA)
    if rng.random() < 0.4:
        cv2.circle(ink, (int(half), int(half)), int(rng.integers(2, 6)), 0, -1, cv2.LINE_AA)


def _stroke(ink: NDArray[np.uint8], rng: Generator) -> None:
    low, high = int(0.12 * FACE_PX), int(0.88 * FACE_PX)
    a, b = (tuple(int(v) for v in rng.integers(low, high, 2)) for _ in range(2))
    match rng.integers(4):
        case 0:
            cv2.line(ink, a, b, 255, int(rng.integers(1, 6)), cv2.LINE_AA)
        case 1:
            cv2.circle(ink, a, int(rng.integers(4, 12)), 255, int(rng.integers(1, 4)), cv2.LINE_AA)
        case 2:
            cv2.fillPoly(ink, [rng.integers(low, high, (3, 2)).astype(np.int32)], 255, cv2.LINE_AA)
        case _:
            cv2.ellipse(ink, a, (int(rng.integers(4, 16)), int(rng.integers(2, 8))), rng.uniform(0, 180), 0, 360, 255, -1, cv2.LINE_AA)


def noise(rng: Generator, side: int, cells: int, wide: int = 1) -> Floats:
    """(side, side) smooth noise of unit spread with so many lumps across; `wide` times longer than high."""
    raw = rng.standard_normal((cells + 2, max(2, cells // wide) + 2), dtype=np.float32)
    return np.asarray(cv2.resize(raw, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)
