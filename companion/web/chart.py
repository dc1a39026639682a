"""The score of an evening as a step chart: points to SVG geometry. Plain values; a template draws them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from companion.history import Point

WIDTH, HEIGHT = 760, 440
LEFT, RIGHT, TOP, BOTTOM = 44, 636, 16, 404
LABEL_GAP = 22.0
"""Least distance of two labels, in px."""
TICKS = 5
SHORTEST = timedelta(minutes=2)
"""An evening shorter than this is drawn by its entries, not by the clock."""
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000)


@dataclass(frozen=True, slots=True)
class Line:
    """One player's steps."""

    seat: int
    path: str
    total: int
    end_y: float
    label_y: float
    """Moved where labels would touch."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Where everything stands, in px of a box of WIDTH x HEIGHT."""

    lines: tuple[Line, ...]
    across: tuple[tuple[float, str], ...]
    """Height of each horizontal line and its points."""
    down: tuple[tuple[float, str], ...]
    """Place of each vertical line and its time or entry."""
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    """The same as a table: time, totals by seat."""


def chart_of(course: Sequence[Point], players: int) -> Chart | None:
    """The chart; None before anything was scored."""
    if not course:
        return None
    by_clock = course[-1].at - course[0].at >= SHORTEST
    places = _places(course, by_clock)
    low = min(0, *(min(point.totals) for point in course))
    high = max(1, *(max(point.totals) for point in course))
    step = next((each for each in STEPS if (high - low) / each <= TICKS), STEPS[-1])
    low, high = low // step * step, -(-high // step) * step
    scale = (BOTTOM - TOP) / (high - low)
    across = tuple((round(BOTTOM - (value - low) * scale, 1), str(value).replace("-", "−")) for value in range(low, high + 1, step))
    heights = [[round(BOTTOM - (point.totals[seat] - low) * scale, 1) for point in course] for seat in range(players)]
    labels = _apart([row[-1] for row in heights])
    lines = tuple(
        Line(seat, _steps(places, heights[seat], BOTTOM + low * scale), course[-1].totals[seat], heights[seat][-1], labels[seat])
        for seat in range(players)
    )
    return Chart(lines, across, _marks(course, places, by_clock), tuple((_clock(point.at), point.totals) for point in course))


def _places(course: Sequence[Point], by_clock: bool) -> list[float]:
    """How far to the right each point stands."""
    if by_clock:
        span = (course[-1].at - course[0].at).total_seconds()
        shares = [(point.at - course[0].at).total_seconds() / span for point in course]
    else:
        shares = [(number + 1) / len(course) for number in range(len(course))]
    return [round(LEFT + share * (RIGHT - LEFT), 1) for share in shares]


def _steps(places: list[float], heights: list[float], nought: float) -> str:
    path = f"M{LEFT} {round(nought, 1)}"
    for x, y in zip(places, heights, strict=True):
        path += f"H{x}V{y}"
    return path


def _apart(heights: list[float]) -> list[float]:
    """The heights, moved so that no two labels touch: down as far as needed, and all up again where they would leave the box."""
    placed = list(heights)
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + LABEL_GAP)
    low = float(BOTTOM)
    for seat in reversed(order):
        placed[seat] = min(placed[seat], low)
        low = placed[seat] - LABEL_GAP
    return [round(each, 1) for each in placed]


def _marks(course: Sequence[Point], places: list[float], by_clock: bool) -> tuple[tuple[float, str], ...]:
    every = max(1, len(course) // TICKS)
    marks: list[tuple[float, str]] = []
    for x, point in list(zip(places, course, strict=True))[::every]:
        if not marks or x - marks[-1][0] > 60:
            marks.append((x, _clock(point.at) if by_clock else str(point.seq)))
    return tuple(marks)


def _clock(at: datetime) -> str:
    return at.astimezone().strftime("%H:%M")
