"""A piece as it was seen, laid flat, and the look it was taken for: side by side they say why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.evaluation.annotate import to_jpeg
from vision.evaluation.evaluation import Mishap
from vision.frame import Rgb
from vision.image.decode import load_frame
from vision.looks.catalogue import EDGE_STEPS, Catalogue, Look
from vision.observation import Quad

HEIGHT_PX = 180
"""Of each picture."""
MOST_SEEN = 4
"""Pieces shown of those that were taken for one and the same look."""


@dataclass(frozen=True, slots=True)
class Mistaken:
    """Pieces of one label that were taken for one look."""

    truth: str | None
    """None: a stranger, or no piece at all."""
    look: str
    """Named, or only thought likeliest."""
    named: int
    """How often the name stood."""
    doubted: int
    """How often it was asked about."""
    seen: tuple[Mishap, ...]


def mistaken(mishaps: Sequence[Mishap]) -> tuple[Mistaken, ...]:
    """Every pair of a label and a look that is not its own; named ones first, then the most frequent."""
    pairs: dict[tuple[str | None, str], list[Mishap]] = {}
    for one in mishaps:
        look = one.said or one.guessed
        if look is not None and look != one.truth and one.said_quad_px is not None:
            pairs.setdefault((one.truth, look), []).append(one)
    rows = [
        Mistaken(truth, look, sum(m.said is not None for m in those), sum(m.said is None for m in those), tuple(those))
        for (truth, look), those in pairs.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.named, -row.doubted, row.truth or "", row.look)))


def write_portraits(folder: Path, rows: Sequence[Mistaken], catalogue: Catalogue | None, out: Path) -> list[list[tuple[str, str]]]:
    """For each row its pictures, (what, path below `out`): the pieces as seen, the look taken for, the label's look. Writes `out/pairs`."""
    (out / "pairs").mkdir(parents=True, exist_ok=True)
    looks = {look.id: look for look in reversed(catalogue.looks)} if catalogue is not None else {}
    return [_row(folder, row, looks, out, f"pairs/{number:03}") for number, row in enumerate(rows)]


def _row(folder: Path, row: Mistaken, looks: Mapping[str, Look], out: Path, name: str) -> list[tuple[str, str]]:
    shape = _shape(looks.get(row.look))
    pictures = [
        (f"seen in {m.file}", _flat(load_frame(folder / m.file).rgb, m.said_quad_px, shape)) for m in row.seen[:MOST_SEEN] if m.said_quad_px
    ]
    for what, id in (("taken for", row.look), ("is", row.truth)):
        if id is not None and id in looks:
            pictures.append((f"{what} {id}", portrait(looks[id])))
    written = []
    for number, (what, rgb) in enumerate(pictures):
        (out / f"{name}-{number}.jpg").write_bytes(to_jpeg(rgb))
        written.append((what, f"{name}-{number}.jpg"))
    return written


def portrait(look: Look) -> Rgb:
    """What is kept of a look, as a picture (HEIGHT_PX, W, 3): its mosaic of colours, darker along its edges."""
    height, width = look.edges.shape[:2]
    colours = cv2.resize(look.colours, (width, height), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    ink = np.clip(np.linalg.norm(look.edges.astype(np.float32), axis=2) / EDGE_STEPS - 0.3, 0, 1)[..., None]
    drawn = np.asarray(np.clip(colours * (1 - 0.6 * ink), 0, 255), np.uint8)
    if look.turned:
        drawn = np.asarray(cv2.rotate(drawn, cv2.ROTATE_90_COUNTERCLOCKWISE), np.uint8)
    size = max(1, round(HEIGHT_PX * _shape(look))), HEIGHT_PX
    return np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def _shape(look: Look | None) -> float:
    """Width of a piece in parts of its height."""
    return 0.7 if look is None else look.size_mm[0] / look.size_mm[1]


def _flat(rgb: Rgb, quad: Quad, shape: float) -> Rgb:
    """What lies under a quad, (HEIGHT_PX, W, 3), the piece's own top up."""
    width = max(1, round(HEIGHT_PX * shape))
    flat = np.array([[0, 0], [width, 0], [width, HEIGHT_PX], [0, HEIGHT_PX]], np.float32) - np.float32(0.5)
    move = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), flat)
    return np.asarray(cv2.warpPerspective(rgb, move, (width, HEIGHT_PX), flags=cv2.INTER_AREA), np.uint8)
