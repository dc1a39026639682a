"""Guests lie round the platter, each looking at it: where is it? Plain geometry of points and quads."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from vision.observation import Point, Quad

ONE_WAY = 0.8
"""Guests whose directions add up to so much of their number all sit on one side: then nobody opposite tells how far the platter is."""
FIRM = 0.2
"""Weight of the distance against that of the directions."""
ROOM = 0.7
"""Usual distance from a card's upper edge to the platter's middle, in reaches of the platter."""


@dataclass(frozen=True, slots=True)
class Around:
    """A guest: where its card lies, and which way is up on it."""

    centre: Point
    up: Point
    """Of length 1."""
    half: float
    """Half the card's height."""


def middle_of(quad: Quad) -> Point:
    """The mean of the corners."""
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4


def upright(quad: Quad) -> Around:
    """Where a card lies and which way is up; a card without height looks nowhere."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    x, y = (ax + bx - cx - dx) / 2, (ay + by - cy - dy) / 2
    length = hypot(x, y)
    return Around(middle_of(quad), (x / length, y / length) if length else (0.0, 0.0), length / 2)


def inside(quad: Quad, at: Point) -> bool:
    """Whether a point lies in a convex quad, its rim included."""
    turns = []
    for (ax, ay), (bx, by) in zip(quad, (*quad[1:], quad[0]), strict=True):
        turns.append((bx - ax) * (at[1] - ay) - (by - ay) * (at[0] - ax))
    return (all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)) and any(turns)


def around(guests: Sequence[Around], loose: Sequence[Point], reach: float) -> Point:
    """The middle of what the guests look at; `loose` are tokens that may lie on it, `reach` is the platter's radius with some room.

    By least squares: how far it lies from the guests is for these to say, all alike, the usual distance counting as one of them.
    """
    if is_one_sided(guests):
        return _ahead(guests, _facing(guests), loose, reach)
    n, (ux, uy) = len(guests), _facing(guests)
    nearer = (ROOM * reach - sum(g.up[0] * g.centre[0] + g.up[1] * g.centre[1] + g.half for g in guests)) / (n + 1)
    alike = FIRM * n * n / (n + 1)
    xx, xy, yy = FIRM * n - alike * ux * ux, -alike * ux * uy, FIRM * n - alike * uy * uy
    x, y = FIRM * n * ux * nearer, FIRM * n * uy * nearer
    for (cx, cy), (gx, gy), half in ((guest.centre, guest.up, guest.half) for guest in guests):
        across = -gy * cx + gx * cy
        xx, xy, yy = xx + gy * gy, xy - gx * gy, yy + gx * gx
        x, y = x - gy * across + FIRM * (cx + gx * half), y + gx * across + FIRM * (cy + gy * half)
    area = xx * yy - xy * xy
    return (yy * x - xy * y) / area, (xx * y - xy * x) / area


def is_one_sided(guests: Sequence[Around]) -> bool:
    """Whether all guests look about the same way."""
    return hypot(*_facing(guests)) >= ONE_WAY


def _facing(guests: Sequence[Around]) -> Point:
    """The mean of their directions."""
    return sum(g.up[0] for g in guests) / len(guests), sum(g.up[1] for g in guests) / len(guests)


def thickest(loose: Sequence[Point], reach: float) -> Point:
    """The middle of the largest heap of points: while nobody is seated, the platter lies where most tokens do."""
    heaps = [[at for at in loose if hypot(at[0] - x, at[1] - y) <= reach] for x, y in loose]
    heap = max(heaps, key=len)
    return sum(x for x, _ in heap) / len(heap), sum(y for _, y in heap) / len(heap)


def _ahead(guests: Sequence[Around], up: Point, loose: Sequence[Point], reach: float) -> Point:
    """Of guests on one side: the nearest tokens straight ahead, or the usual distance when none lie there."""
    n, length = len(guests), hypot(*up)
    ux, uy = up[0] / length, up[1] / length
    x, y = sum(g.centre[0] for g in guests) / n, sum(g.centre[1] for g in guests) / n
    half = max(g.half for g in guests)
    wide = reach + max(abs(-uy * (g.centre[0] - x) + ux * (g.centre[1] - y)) for g in guests) / 2
    before = [(px - x, py - y) for px, py in loose]
    lying = [(ux * px + uy * py, -uy * px + ux * py) for px, py in before]
    straight = sorted((far, aside) for far, aside in lying if far > half and abs(aside) <= wide)
    near = [(far, aside) for far, aside in straight if far <= straight[0][0] + 1.2 * reach and far <= half + 3 * reach]
    far, aside = (sum(f for f, _ in near) / len(near), sum(a for _, a in near) / len(near)) if near else (half + ROOM * reach, 0.0)
    return x + ux * far - uy * aside, y + uy * far + ux * aside
