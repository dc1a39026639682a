"""Whatever people enrol, however poor its pictures are, and whatever lies there: a look at the table ends in an observation."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.frame import Frame, Rgb
from vision.looks.catalogue import BACK, Catalogue, Look, look_of
from vision.observation import Observation
from vision.reader import TableReader

HIGH, WIDE = 352, 252
Rng = np.random.Generator
Print = Callable[[Rng], Rgb]


def ink(rng: Rng) -> tuple[int, int, int]:
    red, green, blue = rng.integers(0, 256, 3).tolist()
    return red, green, blue


def plain(rng: Rng) -> Rgb:
    return np.full((HIGH, WIDE, 3), ink(rng), np.uint8)


def figures(rng: Rng) -> Rgb:
    """A few areas, rings and numbers, pale paper below."""
    card = np.full((HIGH, WIDE, 3), rng.integers(150, 256, 3), np.uint8)
    for _ in range(rng.integers(2, 9)):
        points = rng.integers(0, [WIDE, HIGH], (4, 2)).astype(np.int32)
        x, y = points[0].tolist()
        match rng.integers(3):
            case 0:
                cv2.fillPoly(card, [points], ink(rng))
            case 1:
                cv2.circle(card, (x, y), int(rng.integers(5, 60)), ink(rng), int(rng.choice([-1, 3, 9])))
            case _:
                cv2.putText(card, str(rng.integers(1, 40)), (x, y), cv2.FONT_HERSHEY_DUPLEX, 2, ink(rng), 5)
    return card


def in_the_dark(rng: Rng) -> Rgb:
    return np.clip(figures(rng) * 0.12 + rng.normal(0, 2, (HIGH, WIDE, 3)), 0, 255).astype(np.uint8)


def washed_out(rng: Rng) -> Rgb:
    return np.asarray(255 - (255 - figures(rng)) * 0.06, np.uint8)


def noise(rng: Rng) -> Rgb:
    return rng.integers(0, 256, (HIGH, WIDE, 3), np.uint8)


def shaded(rng: Rng) -> Rgb:
    return np.asarray(np.linspace(0, 255, HIGH)[:, None, None] * np.ones((1, WIDE, 3)), np.uint8)


def one_line(rng: Rng) -> Rgb:
    return np.asarray(cv2.line(plain(rng), (10, 10), (200, 300), ink(rng), 2), np.uint8)


def one_spot(rng: Rng) -> Rgb:
    return np.asarray(cv2.circle(plain(rng), (WIDE // 2, HIGH // 2), int(rng.integers(3, 60)), ink(rng), -1), np.uint8)


def framed(rng: Rng) -> Rgb:
    return np.asarray(cv2.rectangle(plain(rng), (0, 0), (WIDE - 1, HIGH - 1), ink(rng), int(rng.integers(4, 40))), np.uint8)


def lined(rng: Rng) -> Rgb:
    card = plain(rng)
    card[:: int(rng.integers(2, 9))] = ink(rng)
    return card


def checked(rng: Rng) -> Rgb:
    squares = np.indices((HIGH, WIDE)).sum(0) // int(rng.integers(1, 30)) % 2
    return np.asarray(255 * squares[..., None] * np.ones(3), np.uint8)


def tiny(rng: Rng) -> Rgb:
    return np.asarray(cv2.resize(figures(rng), (12, 17)), np.uint8)


PRINTS: tuple[Print, ...] = (
    plain, figures, in_the_dark, washed_out, noise, shaded, one_line, one_spot, framed, lined, checked, tiny,
)  # fmt: skip


def enrolled(rng: Rng, prints: list[Rgb]) -> tuple[Look, ...]:
    """One look of each, now and then the first as a back, some as tiles."""
    ids = [BACK if n == 0 and rng.random() < 0.2 else f"piece-{n}" for n in range(len(prints))]
    return tuple(look_of(rgb, id, "card" if rng.random() < 0.8 else "tile", (63, 88)) for id, rgb in zip(ids, prints, strict=True))


def laid(rng: Rng, prints: list[Rgb]) -> Frame:
    """Up to eight of them on a table of any colour in any light, over each other, in any turn and at any size."""
    table = np.full((720, 1280, 3), ink(rng), np.uint8)
    for _ in range(rng.integers(0, 9)):
        small = cv2.resize(prints[rng.integers(len(prints))], (126, 176))
        turn, scale = float(rng.uniform(0, 360)) * int(rng.random() < 0.6), float(rng.uniform(0.5, 1.6))
        move = np.asarray(cv2.getRotationMatrix2D((63, 88), turn, scale), np.float64)
        move[:, 2] += np.array([rng.uniform(0, 1150), rng.uniform(0, 560)])
        there = cv2.warpAffine(np.full((176, 126), 255, np.uint8), move, (1280, 720)) > 127
        table[there] = cv2.warpAffine(small, move, (1280, 720))[there]
    light, grain = rng.uniform(0.2, 1.3), rng.normal(0, rng.uniform(0, 8), table.shape)
    return Frame(np.clip(table * light + grain, 0, 255).astype(np.uint8), 0.0)


def read(seed: int, print_of: Print | None) -> Observation:
    """What is read of a table with a box of one kind of print, or of several."""
    rng = np.random.default_rng([seed, 5])
    kinds = [print_of or PRINTS[rng.integers(len(PRINTS))] for _ in range(rng.integers(1, 12))]
    prints = [each(rng) for each in kinds]
    return TableReader(Catalogue(enrolled(rng, prints))).read(laid(rng, prints))


@pytest.mark.parametrize("print_of", PRINTS, ids=lambda one: one.__name__)
def test_a_box_of_one_kind_of_print_is_read(print_of: Print) -> None:
    for seed in (1, 2):
        seen = read(seed, print_of)
        assert seen.size_px == (1280, 720)
        assert all(piece.id is None or 0 < piece.confidence <= 1 for piece in seen.detections)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 70))
def test_a_box_of_any_prints_is_read(seed: int) -> None:
    assert read(seed, None).size_px == (1280, 720)
