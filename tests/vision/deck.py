"""A small deck of our own drawing, and a table to lay it on; all from a seed."""

import csv
from copy import deepcopy
from functools import cache, lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.looks.catalogue import Catalogue, Look, look_of

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]

SIZE_MM = (60.0, 90.0)
SIZE_PX = (300, 450)
INKS = {"red": (200, 40, 40), "blue": (40, 60, 190), "green": (30, 130, 60), "black": (30, 30, 30)}


def card(ink: str, number: int) -> Pixels:
    """A cream card with a number in two corners, a ring and as many spots: (450, 300, 3) RGB."""
    width, height = SIZE_PX
    flat = np.full((height, width, 3), (246, 241, 228), np.uint8)
    cv2.rectangle(flat, (14, 14), (width - 15, height - 15), INKS[ink], 3)
    corner = flat[20:90, 22:92]
    cv2.putText(corner, str(number), (8, 58), cv2.FONT_HERSHEY_SIMPLEX, 2.0, INKS[ink], 7, cv2.LINE_AA)
    flat[height - 90 : height - 20, width - 92 : width - 22] = corner[::-1, ::-1]
    rng = np.random.default_rng(list(INKS).index(ink))
    shape = rng.uniform(-1, 1, (9, 2)) * (90, 110) + (150, 225)
    cv2.fillPoly(flat, [shape.astype(np.int32)], INKS[ink])
    cv2.ellipse(flat, (150, 225), (110, 130), 0, 0, 360, INKS[ink], 4)
    return flat


def figure(sides: int, paper: tuple[int, int, int], across: int = 150) -> Pixels:
    """A flat figure of so many sides on plain paper, its middle so far `across`: (450, 300, 3) RGB."""
    flat = np.full((SIZE_PX[1], SIZE_PX[0], 3), paper, np.uint8)
    around = np.arange(sides) * 2 * np.pi / sides
    corners = np.stack([across + 70 * np.sin(around), 225 - 70 * np.cos(around)], -1)
    cv2.fillConvexPoly(flat, np.round(corners).astype(np.int32), (90, 30, 110), cv2.LINE_AA)
    return flat


def back() -> Pixels:
    """The other side of every card."""
    flat = np.full((SIZE_PX[1], SIZE_PX[0], 3), (60, 70, 110), np.uint8)
    for x in range(-450, 300, 18):
        cv2.line(flat, (x, 0), (x + 450, 450), (200, 205, 225), 3)
    return flat


@cache
def look(ink: str, number: int) -> Look:
    """One look of the deck."""
    return look_of(card(ink, number), f"{ink}-{number}", "card", SIZE_MM)


def catalogue(numbers: range = range(1, 10)) -> Catalogue:
    """Looks of the deck."""
    return Catalogue(tuple(look(ink, n) for ink in INKS for n in numbers))


def write_pictures(folder: Path, cards: dict[str, Pixels]) -> None:
    """A folder to enrol: PNG files and pieces.csv with the ink and the number as attributes."""
    folder.mkdir(exist_ok=True)
    with (folder / "pieces.csv").open("w", newline="", encoding="utf-8") as out:
        table = csv.writer(out)
        table.writerow(["file", "id", "kind", "width_mm", "height_mm", "ink", "number"])
        for name, flat in cards.items():
            cv2.imwrite(str(folder / f"{name}.png"), flat[..., ::-1])
            table.writerow([f"{name}.png", name, "card", *SIZE_MM, *name.split("-")])


@lru_cache(maxsize=4)
def _cloth(seed: int) -> tuple[NDArray[np.float32], np.random.Generator]:
    """The unevenness of a table's cloth, (750, 1200, 3), and what goes on at random from there."""
    rng = np.random.default_rng(seed)
    return np.asarray(cv2.GaussianBlur(rng.normal(0, 40, (750, 1200, 3)).astype(np.float32), (0, 0), 3), np.float32), rng


class Table:
    """A table 480 x 300 mm, 2.5 px to the millimetre, seen a little askew."""

    def __init__(self, seed: int = 0, ground: tuple[int, int, int] = (70, 100, 80)) -> None:
        cloth, rng = _cloth(seed)
        self.flat = np.clip(cloth + np.array(ground, np.float32), 0, 255).astype(np.uint8)
        self.rng = deepcopy(rng)
        corners = np.array([[0, 0], [1200, 0], [1200, 750], [0, 750]], np.float32)
        seen = np.array([[60, 30], [1120, 10], [1190, 740], [10, 720]], np.float32)
        self.view = cv2.getPerspectiveTransform(corners, seen)

    def lay(self, flat: Pixels, at_mm: tuple[float, float], turn_deg: float = 0.0) -> Floats:
        """Put a card down by its middle; its printed corners in the picture to be taken, (4, 2)."""
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * np.array(SIZE_MM, np.float32) / 2
        angle = np.deg2rad(turn_deg)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]], np.float32)
        place = ((half @ turn + np.array(at_mm, np.float32)) * 2.5).astype(np.float32)
        source = np.array([[0, 0], [SIZE_PX[0], 0], [SIZE_PX[0], SIZE_PX[1]], [0, SIZE_PX[1]]], np.float32)
        move = cv2.getPerspectiveTransform(source, place)
        small = cv2.GaussianBlur(flat, (0, 0), 0.9)
        cv2.warpPerspective(small, move, (1200, 750), dst=self.flat, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
        return np.asarray(cv2.perspectiveTransform(place[None], self.view)[0], np.float32)

    def picture(self, light: tuple[float, float, float] = (1, 1, 1), noise: float = 3.0) -> Frame:
        """What a camera sees of it, under a coloured light."""
        seen = cv2.warpPerspective(self.flat, self.view, (1200, 750), borderValue=(40, 40, 40)).astype(np.float32)
        seen = cv2.GaussianBlur(seen * np.array(light, np.float32), (0, 0), 0.7) + self.rng.normal(0, noise, seen.shape)
        return Frame(np.clip(seen, 0, 255).astype(np.uint8), 0.0)
