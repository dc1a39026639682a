"""A labelled set as another camera would have taken it: a wide lens, fringes, smeared noise, a shaken hand, a lamp that flickers, ...

    python -m tests.benchmarks.other_cameras DATASET OUT [--kinds wide,smeared] [--seed 0] [--only 0,2]

OUT/KIND is the set again, with its labels moved where a lens moves them; whatever reads DATASET reads that. Enrolment stays as it was: the
box was shown to a good camera, or this one stood still.

Lenses are drawn here apart from `vision.image.lens`, which undoes them: what checks it may not share its faults.
"""

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.rewritten import Label, rewritten

Pixels = NDArray[np.uint8]
Points = NDArray[np.float64]
LENSES = {"bent": -0.03, "wide": -0.08, "very_wide": -0.15}
"""By name, what the division model's term is at half the picture's diagonal: a webcam's, a wide lens's, a very wide one's (all barrel)."""
BROWN = {"moustache": (-0.16, 0.09, 0.0, 0.0), "off_centre": (-0.07, 0.0, 0.004, -0.003)}
"""By name, the terms k1, k2, p1 and p2 of Brown's model, at half the picture's diagonal: lenses that no one term describes."""
QUALITY = {"squeezed": 35}


def _centre(size: tuple[int, int]) -> tuple[Points, float]:
    middle = (np.array(size, np.float64) - 1) / 2
    return middle, float(np.hypot(*middle))


def through_lens(rgb: Pixels, rng: np.random.Generator, term: float) -> Pixels:
    """The picture (H, W, 3) through a lens that bends straight lines; its corners stay where they are, so nothing is made up."""
    height, width = rgb.shape[:2]
    middle, half = _centre((width, height))
    at = (np.stack(np.meshgrid(np.arange(width), np.arange(height)), -1) - middle) / half
    source = np.asarray(at / (1 + term * np.sum(at**2, -1, keepdims=True)) * (1 + term) * half + middle, np.float32)
    return np.asarray(cv2.remap(rgb, source[..., 0], source[..., 1], cv2.INTER_LINEAR), np.uint8)


def moved(points: Points, term: float, size: tuple[int, int]) -> Points:
    """Where the lens shows points (..., 2) of the picture of this width and height, px."""
    middle, half = _centre(size)
    at = (points - middle) / half / (1 + term)
    far2 = np.sum(at**2, -1, keepdims=True)
    return np.asarray(at * 2 / (1 + np.sqrt(1 - 4 * term * far2)) * half + middle, np.float64)


def _brown(at: Points, terms: tuple[float, ...]) -> Points:
    """Where Brown's model shows places (..., 2) about the middle, in half diagonals (as OpenCV's camera models do, its radius apart)."""
    k1, k2, p1, p2 = terms
    x, y = at[..., 0], at[..., 1]
    far2 = x**2 + y**2
    radial = 1 + k1 * far2 + k2 * far2**2
    right = x * radial + 2 * p1 * x * y + p2 * (far2 + 2 * x**2)
    return np.stack([right, y * radial + p1 * (far2 + 2 * y**2) + 2 * p2 * x * y], -1)


def _filling(terms: tuple[float, ...], size: tuple[int, int]) -> float:
    """How many times as large the lens's picture is made so that its rim is nowhere empty."""
    middle, half = _centre(size)
    rim = np.stack(np.meshgrid(np.linspace(-1, 1, 41), np.linspace(-1, 1, 41)), -1) * middle / half
    rim = rim[(np.abs(rim) >= np.abs(rim).max((0, 1)) - 1e-9).any(-1)]
    return float(np.max(np.abs(rim) / np.maximum(np.abs(_brown(rim, terms)), 1e-9) * (np.abs(rim) >= np.abs(rim).max(0) - 1e-9)))


def through_brown(rgb: Pixels, rng: np.random.Generator, terms: tuple[float, ...]) -> Pixels:
    """The picture (H, W, 3) through a lens of these terms, made as large as fills it."""
    height, width = rgb.shape[:2]
    middle, half = _centre((width, height))
    wanted = (np.stack(np.meshgrid(np.arange(width), np.arange(height)), -1) - middle) / half / _filling(terms, (width, height))
    source = wanted.copy()
    for _ in range(20):
        source += wanted - _brown(source, terms)
    at = np.asarray(source * half + middle, np.float32)
    return np.asarray(cv2.remap(rgb, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def moved_by_brown(points: Points, terms: tuple[float, ...], size: tuple[int, int]) -> Points:
    """Where that lens shows points (..., 2) of the picture of this width and height, px."""
    middle, half = _centre(size)
    return np.asarray(_brown((points - middle) / half, terms) * _filling(terms, size) * half + middle, np.float64)


def fringed(rgb: Pixels, rng: np.random.Generator) -> Pixels:
    """Red drawn a little larger than green, blue a little smaller: two pixels and more towards the corners of 1080 lines."""
    height, width = rgb.shape[:2]
    shown = rgb.copy()
    for channel, scale in ((0, 1.002), (2, 0.998)):
        turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), 0, scale)
        plane = np.ascontiguousarray(rgb[..., channel])
        shown[..., channel] = cv2.warpAffine(plane, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return shown


def smeared(rgb: Pixels, rng: np.random.Generator) -> Pixels:
    """Noise of a dim room, which the camera's program has painted over: edges stay, what is faint goes."""
    noisy = np.clip(rgb + rng.normal(0, 14, rgb.shape), 0, 255).astype(np.uint8)
    smooth = cv2.fastNlMeansDenoisingColored(noisy, None, 9, 12, 5, 15)
    return haloed(np.asarray(smooth, np.uint8), rng, 0.4)


def haloed(rgb: Pixels, rng: np.random.Generator, amount: float = 0.9) -> Pixels:
    """Sharpened far too much, with light and dark seams along every edge."""
    return np.asarray(np.clip(rgb + amount * (rgb.astype(np.float32) - cv2.GaussianBlur(rgb, (0, 0), 2.5)), 0, 255), np.uint8)


def levelled(rgb: Pixels, rng: np.random.Generator) -> Pixels:
    """High dynamic range as phones make it: light levelled out over parts of the picture."""
    lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB)
    lab[..., 0] = cv2.createCLAHE(2.5, (6, 4)).apply(np.ascontiguousarray(lab[..., 0]))
    return np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2RGB), np.uint8)


def half_soft(rgb: Pixels, rng: np.random.Generator) -> Pixels:
    """Focused on one side of the table: the other is blurred by up to three pixels of 1080 lines."""
    height, width = rgb.shape[:2]
    across = np.linspace(0, 1, width, dtype=np.float32) if rng.random() < 0.5 else np.linspace(1, 0, width, dtype=np.float32)
    levels = [rgb.astype(np.float32)] + [cv2.GaussianBlur(rgb, (0, 0), s * height / 1080).astype(np.float32) for s in (0.8, 1.6, 2.4, 3.2)]
    at = across * (len(levels) - 1)
    shown = sum(level * np.clip(1 - np.abs(at - n), 0, 1)[None, :, None] for n, level in enumerate(levels))
    return np.asarray(np.clip(shown, 0, 255), np.uint8)


def shaken(rgb: Pixels, rng: np.random.Generator) -> Pixels:
    """A hand that moved by five pixels of 1080 lines while the shutter was open."""
    long = 5 * rgb.shape[0] / 1080
    turn = rng.uniform(0, np.pi)
    middle = max(7, round(long / 2) + 2)
    kernel = np.zeros((2 * middle + 1, 2 * middle + 1))
    for step in np.linspace(-long / 2, long / 2, 41):
        kernel[round(middle + step * np.sin(turn)), round(middle + step * np.cos(turn))] += 1
    soft = np.asarray(cv2.GaussianBlur(kernel, (0, 0), 0.5), np.float64)
    return np.asarray(cv2.filter2D(rgb, -1, soft / soft.sum()), np.uint8)


def veiled(rgb: Pixels, rng: np.random.Generator) -> Pixels:
    """A greasy lens against a lamp: a bright haze that grows towards one corner."""
    height, width = rgb.shape[:2]
    lamp = np.array([rng.choice([0, width]), rng.choice([0, height])])
    far = np.hypot(*(np.stack(np.meshgrid(np.arange(width), np.arange(height)), 0) - lamp[:, None, None])) / np.hypot(width, height)
    haze = (0.45 * np.exp(-2.2 * far))[..., None]
    glow = cv2.GaussianBlur(rgb, (0, 0), height / 40)
    linear = (1 - haze) * (rgb / 255.0) ** 2.2 + 0.1 * (glow / 255.0) ** 2.2 + haze * 0.6
    return np.asarray(np.clip(linear, 0, 1) ** (1 / 2.2) * 255, np.uint8)


def banded(rgb: Pixels, rng: np.random.Generator) -> Pixels:
    """A rolling shutter under a lamp that flickers: dark bands across, the lamp's colour with them."""
    height = rgb.shape[0]
    wave = np.sin(np.arange(height) / height * 2 * np.pi * rng.uniform(3, 7) + rng.uniform(0, 6))[:, None, None]
    linear = (rgb / 255.0) ** 2.2 * (1 + wave * np.array([0.15, 0.18, 0.25]))
    return np.asarray(np.clip(linear, 0, 1) ** (1 / 2.2) * 255, np.uint8)


def zoomed(rgb: Pixels, rng: np.random.Generator) -> Pixels:
    """Made larger by the camera's own program out of just over half the lines."""
    height, width = rgb.shape[:2]
    small = cv2.resize(rgb, None, fx=0.55, fy=0.55, interpolation=cv2.INTER_AREA)
    return haloed(np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8), rng, 0.5)


KINDS: dict[str, Callable[[Pixels, np.random.Generator], Pixels]] = {
    **{name: partial(through_lens, term=term) for name, term in LENSES.items()},
    **{name: partial(through_brown, terms=terms) for name, terms in BROWN.items()},
    "fringed": fringed,
    "smeared": smeared,
    "haloed": haloed,
    "levelled": levelled,
    "half_soft": half_soft,
    "shaken": shaken,
    "veiled": veiled,
    "banded": banded,
    "zoomed": zoomed,
    "squeezed": lambda rgb, _: rgb,
}


def lens_of(kind: str, size: tuple[int, int]) -> Callable[[Points], Points] | None:
    """Where a camera of that kind shows points (..., 2) of pictures of this width and height, px; None for one that moves none."""
    if kind in LENSES:
        return partial(moved, term=LENSES[kind], size=size)
    return partial(moved_by_brown, terms=BROWN[kind], size=size) if kind in BROWN else None


def relabelled(label: Any, lens: Callable[[Points], Points], key: str = "") -> Any:
    """Labels as they were, but every list of points, box and corner in pixels where the lens shows it."""
    if isinstance(label, dict):
        return {name: relabelled(value, lens, name) for name, value in label.items()}
    if not isinstance(label, list) or not label:
        return label
    if key.endswith("_px") and key != "size_px":
        values = np.asarray(label, np.float64) if not isinstance(label[0], dict) else None
        if values is not None and values.ndim == 2 and values.shape[1] == 2:
            return lens(values).round(2).tolist()
        if values is not None and values.shape == (4,):
            return lens(values.reshape(2, 2)).round(2).ravel().tolist()
    return [relabelled(value, lens, key if isinstance(value, list) else "") for value in label]


def retaken(dataset: Path, out: Path, kind: str, seed: int, only: set[int] | None) -> None:
    """Writes the set as the camera of that kind would have taken it."""

    def shown(rgb: Pixels, label: Label, rng: np.random.Generator) -> tuple[Pixels, Label]:
        lens = lens_of(kind, (rgb.shape[1], rgb.shape[0]))
        return KINDS[kind](rgb, rng), label if lens is None else relabelled(label, lens)

    rewritten(dataset, out, shown, seed, only, QUALITY.get(kind, 88))


def main() -> None:
    """The command of the docstring above."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.other_cameras")
    parser.add_argument("dataset", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", help="numbers of pictures, all of them when left out")
    args = parser.parse_args()
    only = None if args.only is None else {int(number) for number in args.only.split(",")}
    for kind in args.kinds.split(","):
        retaken(args.dataset, args.out / kind, kind, args.seed, only)


if __name__ == "__main__":
    main()
