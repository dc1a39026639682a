"""A labelled set after years of game nights: its cards and tiles creased, scuffed, faded, stained, written on, in sleeves, curled, ...

    python -m tests.benchmarks.worn_pieces DATASET OUT [--kinds creased,faded] [--pieces card,tile,token] [--seed 0] [--only 0,2]

OUT/KIND is the set again with every open card and tile worn so; whatever reads DATASET reads that. Enrolment stays as it was: the box was
shown when it was new. What lies on a card is left as it is, and so are cards that lie under another.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.rewritten import rewritten

Pixels = NDArray[np.uint8]
Field = NDArray[np.float32]
Points = NDArray[np.float64]
OPEN = 0.95
"""Pieces of which less shows, known pieces on them apart, are left as they are: what covers them may not be worn with them."""


@dataclass(frozen=True)
class Print:
    """A card's part of the picture: linear light (h, w, 3), and per pixel where it lies on the card, its long side being 1."""

    light: Field
    x: Field
    y: Field
    wide: float
    high: float
    pixel: float
    """One pixel's side on the card."""
    is_round: bool = False
    """A disc that touches all four sides."""

    @property
    def from_edge(self) -> Field:
        """How far within the card's edge each pixel lies; below nought outside."""
        if self.is_round:
            right, down = self.x - self.wide / 2, (self.y - self.high / 2) * self.wide / self.high
            return np.asarray(self.wide / 2 - np.hypot(right, down), np.float32)
        sides = (self.x, self.wide - self.x, self.y, self.high - self.y)
        return np.asarray(np.minimum.reduce(sides), np.float32)

    @property
    def paper(self) -> NDArray[np.float32]:
        """The light of the card's palest parts (3), which stands for its paper."""
        return np.asarray(np.percentile(self.light[self.from_edge > 0], 95, axis=0), np.float32)

    def noise(self, rng: np.random.Generator, size: float) -> Field:
        """A smooth field (h, w) of mean 0 and deviation 1 whose patches are of that size."""
        cells = int(2 / size) + 3
        grid = cv2.GaussianBlur(rng.normal(0, 1, (cells, cells)).astype(np.float32), (0, 0), 0.7)
        at = [np.asarray(np.clip((side + 0.2) / size, 0, cells - 1), np.float32) for side in (self.x, self.y)]
        return np.asarray(cv2.remap(grid / grid.std(), at[0], at[1], cv2.INTER_CUBIC), np.float32)

    def line(self, a: Points, b: Points, width: float) -> Field:
        """How much of each pixel (h, w) a line from a to b on the card covers, 0 to 1."""
        along = b - a
        length = float(np.hypot(*along)) or 1e-6
        at = np.clip(((self.x - a[0]) * along[0] + (self.y - a[1]) * along[1]) / length**2, 0, 1)
        far = np.hypot(self.x - a[0] - at * along[0], self.y - a[1] - at * along[1])
        half = max(width / 2, self.pixel / 2)
        return np.asarray(min(1.0, width / self.pixel) * np.clip((half - far) / self.pixel + 0.5, 0, 1), np.float32)

    def anywhere(self, rng: np.random.Generator) -> Points:
        """A point on the card."""
        return np.array([rng.uniform(0, self.wide), rng.uniform(0, self.high)])


def _mixed(light: Field, other: NDArray[Any] | float, share: Field) -> Field:
    return np.asarray(light + (other - light) * share[..., None], np.float32)


def scuffed(card: Print, rng: np.random.Generator) -> Field:
    """Edges and corners rubbed to the white core of the paper."""
    reach = 0.012 + 0.010 * card.noise(rng, 0.05) + 0.006 * card.noise(rng, 0.02)
    corner = np.maximum(np.abs(card.x - card.wide / 2) / card.wide, 0) * np.maximum(np.abs(card.y - card.high / 2) / card.high, 0) * 4
    reach += 0.02 * np.asarray(corner, np.float32) ** 8
    return _mixed(card.light, 0.75 * card.paper + 0.1, np.clip((reach - card.from_edge) / max(0.004, card.pixel) + 0.5, 0, 1))


def creased(card: Print, rng: np.random.Generator) -> Field:
    """Two folds right across: the ink broken along them, and light falling otherwise on what lies beyond."""
    light = card.light
    for _ in range(2):
        at, turn = card.anywhere(rng), rng.uniform(0, np.pi)
        way = np.array([np.cos(turn), np.sin(turn)])
        beyond = np.asarray((card.x - at[0]) * -way[1] + (card.y - at[1]) * way[0] > 0, np.float32)
        light = light * (1 + rng.uniform(-0.1, 0.1) * beyond)[..., None]
        broken = card.line(at - 2 * way, at + 2 * way, 0.008) * np.clip(0.6 + 0.5 * card.noise(rng, 0.03), 0, 1)
        light = _mixed(light, card.paper, broken)
    return light


def faded(card: Print, rng: np.random.Generator) -> Field:
    """Years in the sun: magenta and yellow ink have gone more than cyan."""
    through = np.clip(card.light / card.paper, 1e-3, 1)
    return np.asarray(through ** np.array([0.8, 0.6, 0.5], np.float32) * card.paper, np.float32)


def yellowed(card: Print, rng: np.random.Generator) -> Field:
    """Paper and varnish gone yellow."""
    return np.asarray(card.light * np.array([0.97, 0.87, 0.62], np.float32), np.float32)


def stained(card: Print, rng: np.random.Generator) -> Field:
    """The ring of a cup of coffee, and a drop."""
    light = card.light
    for radius, rim in ((rng.uniform(0.2, 0.35), 0.012), (rng.uniform(0.03, 0.07), 0.2)):
        at = card.anywhere(rng)
        far = np.hypot(card.x - at[0], card.y - at[1]) - radius
        deep = np.exp(-((far / rim) ** 2)) if rim < 0.1 else np.clip(-far / 0.01, 0, 1)
        deep = np.asarray(deep * np.clip(0.7 + 0.3 * card.noise(rng, 0.1), 0, 1), np.float32)
        light = light * np.array([0.72, 0.5, 0.28], np.float32) ** deep[..., None]
    return light


def scratched(card: Print, rng: np.random.Generator) -> Field:
    """Thirty thin scratches down to the paper."""
    light = card.light
    for _ in range(30):
        at, turn = card.anywhere(rng), rng.uniform(0, np.pi)
        long = rng.uniform(0.05, 0.4) * np.array([np.cos(turn), np.sin(turn)])
        light = _mixed(light, card.paper, rng.uniform(0.3, 0.9) * card.line(at, at + long, 0.003))
    return light


def written_on(card: Print, rng: np.random.Generator) -> Field:
    """A word and a tick by a blue or black ball-pen."""
    light = card.light
    ink = np.array([0.02, 0.03, 0.25], np.float32) if rng.random() < 0.5 else np.array([0.02, 0.02, 0.02], np.float32)
    at = card.anywhere(rng)
    for _ in range(14):
        to = at + np.array([rng.uniform(-0.01, 0.04), rng.uniform(-0.05, 0.05)])
        light = _mixed(light, ink, 0.9 * card.line(at, to, 0.006))
        at = to
    return light


def sheened(card: Print, rng: np.random.Generator) -> Field:
    """In a sleeve: a lamp's broad sheen lies slantwise across it, and a thin one beside that."""
    turn = rng.uniform(0, np.pi)
    across = (card.x - card.wide / 2) * np.cos(turn) + (card.y - card.high / 2) * np.sin(turn) + 0.01 * card.noise(rng, 0.15)
    at = rng.uniform(-0.25, 0.25)
    sheen = 0.3 * np.exp(-(((across - at) / 0.08) ** 2)) + 0.45 * np.exp(-(((across - at - 0.16) / 0.012) ** 2))
    return np.asarray(card.light * 0.95 + np.asarray(sheen, np.float32)[..., None], np.float32)


def foiled(card: Print, rng: np.random.Generator) -> Field:
    """A foil card: rainbow bands over the print that turn with the light."""
    turn = rng.uniform(0, np.pi)
    across = (card.x * np.cos(turn) + card.y * np.sin(turn)) * rng.uniform(6, 12) + 0.3 * card.noise(rng, 0.2)
    bands = np.stack([np.cos(across + shift) for shift in (0, 2.1, 4.2)], -1)
    return np.asarray(card.light * (1 + 0.3 * bands) + 0.04 * (1 + bands), np.float32)


def dirty(card: Print, rng: np.random.Generator) -> Field:
    """Crumbs, and the grey of many hands towards the edges."""
    light = card.light * (1 - 0.25 * np.exp(-np.clip(card.from_edge, 0, 1) / 0.05))[..., None]
    for _ in range(15):
        at, size = card.anywhere(rng), rng.uniform(0.005, 0.02)
        crumb = np.clip((size / 2 - np.hypot(card.x - at[0], card.y - at[1])) / card.pixel + 0.5, 0, 1)
        light = _mixed(light, np.array([0.35, 0.2, 0.08]) * rng.uniform(0.4, 1.4), np.asarray(crumb, np.float32))
    return np.asarray(light, np.float32)


def streaked(card: Print, rng: np.random.Generator) -> Field:
    """A copy by an ink printer whose jets are clogged: pale lines along it, and one ink weak."""
    weak = np.ones(3, np.float32)
    weak[rng.integers(3)] = 0.75
    light = np.clip(card.light / card.paper, 1e-3, 1) ** weak * card.paper
    for at in np.arange(rng.uniform(0, 0.05), card.high, 0.05):
        end = np.array([card.wide, at])
        light = _mixed(np.asarray(light, np.float32), card.paper, 0.6 * card.line(np.array([0.0, at]), end, 0.004))
    return np.asarray(light, np.float32)


def labelled(card: Print, rng: np.random.Generator) -> Field:
    """A shop's white label of a sixth of the card's side stuck on it, something written on it."""
    at, size = card.anywhere(rng), 0.16
    within = np.minimum(size / 2 - np.abs(card.x - at[0]), size / 3 - np.abs(card.y - at[1]))
    light = _mixed(card.light, np.maximum(card.paper, 0.6), np.asarray(np.clip(within / card.pixel + 0.5, 0, 1), np.float32))
    for row in (-0.02, 0.015):
        light = _mixed(light, 0.05, card.line(at + np.array([-0.06, row]), at + np.array([0.05, row]), 0.006))
    return light


def dog_eared(card: Print, rng: np.random.Generator) -> Field:
    """A corner folded over: its white back lies on the card, and the table shows where it was."""
    side = rng.uniform(0.1, 0.16)
    left, top = rng.random() < 0.5, rng.random() < 0.5
    x, y = (card.x if left else card.wide - card.x), (card.y if top else card.high - card.y)
    fold = np.asarray((x + y - side) / np.sqrt(2), np.float32)
    table = np.median(card.light[card.from_edge < -2 * card.pixel], axis=0)
    gone = np.clip(-fold / card.pixel + 0.5, 0, 1)
    flap = np.minimum(np.minimum(side - x, side - y), fold)
    light = _mixed(card.light, table, np.asarray(gone, np.float32))
    beside = np.maximum(x, y) - side
    light = light * (1 - 0.4 * np.exp(-np.clip(beside, 0, 1) / 0.01) * ((fold > 0) & (beside < side)))[..., None]
    return _mixed(np.asarray(light, np.float32), 0.7 * card.paper, np.asarray(np.clip(flap / card.pixel + 0.5, 0, 1), np.float32))


KINDS: dict[str, Callable[[Print, np.random.Generator], Field]] = {
    wear.__name__: wear
    for wear in (
        scuffed, creased, faded, yellowed, stained, scratched, written_on, sheened, foiled, dirty, streaked, labelled, dog_eared,
    )
}  # fmt: skip


def print_of(rgb: Pixels, quad: Points, is_round: bool = False) -> tuple[Print, tuple[slice, slice]]:
    """A piece by its corners (4, 2) px, with a rim of what is around it, and the part of the picture (rows, columns) it was taken from."""
    sides = np.hypot(*(np.roll(quad, -1, 0) - quad).T)
    across, down = sides[::2].mean(), sides[1::2].mean()
    unit = max(across, down)
    wide, high = float(across / unit), float(down / unit)
    flat = cv2.getPerspectiveTransform(quad.astype(np.float32), np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32))
    low, top = np.maximum(np.floor(quad.min(0)).astype(int) - 6, 0), np.minimum(np.ceil(quad.max(0)).astype(int) + 7, rgb.shape[1::-1])
    part = (slice(low[1], top[1]), slice(low[0], top[0]))
    at = np.stack(np.meshgrid(np.arange(low[0], top[0]), np.arange(low[1], top[1])), -1).astype(np.float64)
    on = np.asarray(cv2.perspectiveTransform(at.reshape(1, -1, 2), flat), np.float32).reshape(*at.shape)
    light = np.asarray((rgb[part] / np.float32(255)) ** np.float32(2.2), np.float32)
    return Print(light, on[..., 0], on[..., 1], wide, high, float(1 / unit), is_round), part


def _on_it(image: dict[str, Any], card: dict[str, Any]) -> list[Points]:
    """The outlines of what lies on a card: smaller pieces whose middle is within it."""
    quad = np.array(card["quad_px"], np.float32)
    others = [np.array(piece["quad_px"], np.float64) for piece in image["pieces"] if piece is not card and "quad_px" in piece]
    within = [other for other in others if cv2.pointPolygonTest(quad, other.mean(0).tolist(), False) > 0]
    return [other for other in within if cv2.contourArea(other.astype(np.float32)) < 0.5 * cv2.contourArea(quad)]


def _open(image: dict[str, Any], card: dict[str, Any]) -> float:
    covered = sum(cv2.contourArea(other.astype(np.float32)) for other in _on_it(image, card))
    return float(card.get("visible", 1)) + covered / cv2.contourArea(np.array(card["quad_px"], np.float32))


def _kept(image: dict[str, Any], card: dict[str, Any], shape: tuple[int, ...]) -> NDArray[np.uint8]:
    kept = np.zeros(shape[:2], np.uint8)
    for outline in _on_it(image, card):
        middle, half = outline.mean(0), float(np.hypot(*(outline - outline.mean(0)).T).max())
        cv2.circle(kept, (round(middle[0]), round(middle[1])), round(half) + 2, 255, cv2.FILLED)
    return kept


def worn(rgb: Pixels, image: dict[str, Any], kind: str, rng: np.random.Generator, pieces: tuple[str, ...]) -> Pixels:
    """The picture (H, W, 3) with every open piece of those kinds of its labels worn in that way; tokens are discs."""
    shown = rgb.copy()
    for piece in image["pieces"]:
        if piece["kind"] not in pieces or _open(image, piece) < OPEN:
            continue
        quad = np.array(piece["quad_px"], np.float64)
        card, part = print_of(shown, quad, piece["kind"] == "token")
        if min(card.light.shape[:2]) < 20 or not (card.from_edge > 0).any():
            continue
        light = np.clip(KINDS[kind](card, rng), 0, 1)
        mask = np.clip(card.from_edge / card.pixel + 0.5, 0, 1) * (_kept(image, piece, rgb.shape)[part] == 0)
        mixed = card.light + (light - card.light) * mask[..., None]
        shown[part] = np.clip(mixed ** (1 / 2.2) * 255 + 0.5, 0, 255).astype(np.uint8)
    return shown


def after_years(dataset: Path, out: Path, kind: str, seed: int, only: set[int] | None, pieces: tuple[str, ...] = ("card", "tile")) -> None:
    """Writes the set with those pieces of it worn."""
    rewritten(dataset, out, lambda rgb, label, rng: (worn(rgb, label, kind, rng, pieces), label), seed, only, 90)


def main() -> None:
    """The command of the docstring above."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.worn_pieces")
    parser.add_argument("dataset", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pieces", default="card,tile", help="kinds of pieces that are worn: card, tile, token")
    parser.add_argument("--only", help="numbers of pictures, all of them when left out")
    args = parser.parse_args()
    only = None if args.only is None else {int(number) for number in args.only.split(",")}
    for kind in args.kinds.split(","):
        after_years(args.dataset, args.out / kind, kind, args.seed, only, tuple(args.pieces.split(",")))


if __name__ == "__main__":
    main()
