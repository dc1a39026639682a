"""What is drawn over a picture of the table: an outline around each piece, dashed where the reader is not sure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vision.observation import Detection, Face, Observation, Quad

MARGIN = 0.45
"""How much of a piece's size is shown around it in a close-up."""
MOST_SHOWN = 120
"""A page draws no more outlines than this."""


@dataclass(frozen=True, slots=True)
class Outline:
    """One polygon over a picture."""

    points: str
    """For SVG: `x,y x,y x,y x,y` in px of the picture."""
    name: str
    """What it is; empty for a piece without a name."""
    sure: bool
    centre_px: tuple[float, float]
    size_px: float
    """Length of the longer side, so that a mark can be drawn to scale."""


@dataclass(frozen=True, slots=True)
class CloseUp:
    """The part of a picture that a question is about."""

    view_box: str
    size_px: tuple[int, int]
    outlines: tuple[Outline, ...]
    stroke_px: float


def outline(quad: Quad, name: str, sure: bool) -> Outline:
    """The polygon of a quad in px of the picture."""
    xs, ys = [x for x, _ in quad], [y for _, y in quad]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in quad)
    return Outline(points, name, sure, (round(sum(xs) / 4, 1), round(sum(ys) / 4, 1)), round(max(max(xs) - min(xs), max(ys) - min(ys)), 1))


def outlines(observation: Observation, name: Callable[[str], str]) -> tuple[Outline, ...]:
    """An outline for everything that was seen, named by `name`. What lies face down is nobody's business, and no question."""
    shown = [detection for detection in observation.detections if detection.face is not Face.DOWN]
    return tuple(_of(detection, name) for detection in shown[:MOST_SHOWN])


def _of(detection: Detection, name: Callable[[str], str]) -> Outline:
    if detection.id is not None:
        return outline(detection.quad_px, name(detection.id), True)
    return outline(detection.quad_px, detection.why, False)


def close_up(quads: Sequence[Quad], size_px: tuple[int, int], aspect: float) -> CloseUp:
    """The window of that width : height ratio around the quads, inside the picture as far as it reaches; the whole picture for no quads."""
    width, height = size_px
    marked = tuple(outline(quad, "", False) for quad in quads)
    corners = [point for quad in quads for point in quad]
    if not corners:
        return CloseUp(f"0 0 {width} {height}", size_px, (), width / 200)
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    tall = max((bottom - top) * (1 + MARGIN), (right - left) * (1 + MARGIN) / aspect, 8.0)
    tall = min(tall, height)
    wide = min(tall * aspect, width)
    x = min(max((left + right - wide) / 2, 0), width - wide)
    y = min(max((top + bottom - tall) / 2, 0), height - tall)
    return CloseUp(f"{x:.1f} {y:.1f} {wide:.1f} {tall:.1f}", size_px, marked, round(wide / 110, 2))
