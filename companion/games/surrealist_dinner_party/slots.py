"""A guest's appetites: where they are on the card, on which of them a token lies, which cannot be seen. Knows no rule.

They lie where enrolling found them, or where whoever enrolled the box wrote down; nothing is guessed.
"""

import itertools
from collections.abc import Sequence
from math import hypot, inf

from companion.game import Pack
from companion.games.surrealist_dinner_party.box import meaning
from vision.observation import Detection, Point, Quad

LONE = 0.24
"""How far from each other the appetites of a guest who has a single one are taken to lie, in widths of the card."""
NEAR = 0.62
"""How far a token may lie from its appetite, in distances between appetites, ..."""
APART = 0.16
"""... and by how much nearer than to any other: amid two of them nobody knows on which it lies."""
ROOM = 0.45
"""Distances between appetites, around the middle of one, that have to show for it to be seen ..."""
EDGE = 0.7
"""... or so much of the way from there to the edge of the card."""


def appetites(pack: Pack, guest: str) -> tuple[str, ...]:
    """What a guest craves, from top to bottom of the card; empty when nobody knows."""
    stand_ins = pack.tables.get("stand_in_guests")
    stand_in = stand_ins.get(guest) if isinstance(stand_ins, dict) else None
    text = meaning(pack.piece(guest)).get("appetites") or (str(stand_in.get("appetites", "")) if isinstance(stand_in, dict) else "")
    return tuple(text.split(",")) if text else ()


def within(quad: Quad, at: Point) -> Point:
    """Where a point lies on a card, in widths from its left edge and heights from its upper one."""
    (ox, oy), (rx, ry), _, (dx, dy) = quad
    right, down, away = (rx - ox, ry - oy), (dx - ox, dy - oy), (at[0] - ox, at[1] - oy)
    area = right[0] * down[1] - right[1] * down[0]
    if not area:
        return -1.0, -1.0
    return (away[0] * down[1] - away[1] * down[0]) / area, (right[0] * away[1] - right[1] * away[0]) / area


def slot_at(pack: Pack, guest: str, quad: Quad, at: Point) -> int | None:
    """The appetite under a token, from 0; None when it lies near none or amid two of them, or nobody knows where they are."""
    places, right_down = printed_places(pack, guest), within(quad, at)
    shape = _shape(quad)
    if not places:
        return None
    away = [_apart(right_down, place, shape) for place in places]
    best, spacing = min(range(len(places)), key=away.__getitem__), _spacing(places, shape)
    next_ = min((far for k, far in enumerate(away) if k != best), default=inf)
    return best if away[best] <= NEAR * spacing and next_ - away[best] >= APART * spacing else None


def hidden_slots(pack: Pack, guest: Detection) -> list[int]:
    """Of a named guest the appetites, from 0, that do not show: something lies over them, a hand, a sleeve, a cup.

    All of them where something does and nobody knows where they are printed.
    """
    name, quad, shown = guest.id or "", guest.quad_px, guest.shown_px
    if not shown:
        return []
    places = printed_places(pack, name)
    if not places:
        return [*range(len(appetites(pack, name)))]
    most = ROOM * _spacing(places, _shape(quad)) * hypot(quad[1][0] - quad[0][0], quad[1][1] - quad[0][1])
    spots = [upon(quad, place) for place in places]
    return [k for k, spot in enumerate(spots) if _depth(spot, shown) < min(most, EDGE * _depth(spot, quad))]


def _shape(quad: Quad) -> float:
    """Height of a card in its widths."""
    (ax, ay), (bx, by), _, (dx, dy) = quad
    return hypot(dx - ax, dy - ay) / max(1e-9, hypot(bx - ax, by - ay))


def _spacing(places: Sequence[Point], shape: float) -> float:
    """How far the nearest two appetites lie from each other, in widths of the card."""
    return min((_apart(a, b, shape) for a, b in itertools.pairwise(places)), default=LONE)


def _apart(a: Point, b: Point, shape: float) -> float:
    return hypot(a[0] - b[0], (a[1] - b[1]) * shape)


def printed_places(pack: Pack, guest: str) -> list[Point]:
    """Where the appetites are printed on the card; empty where the pack does not say."""
    places = _places(meaning(pack.piece(guest)).get("places", ""))
    return places if len(places) == len(appetites(pack, guest)) else []


def _places(text: str) -> list[Point]:
    """`0.156,0.104 0.156,0.258`: parts of the card's width and height; nothing for what is no such list."""
    try:
        return [(float(x), float(y)) for x, y in (pair.split(",") for pair in text.split())]
    except ValueError:
        return []


def upon(quad: Quad, place: Point) -> Point:
    """Where a place on a card is."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    u, v = place
    return (
        (1 - v) * ((1 - u) * ax + u * bx) + v * ((1 - u) * dx + u * cx),
        (1 - v) * ((1 - u) * ay + u * by) + v * ((1 - u) * dy + u * cy),
    )


def _depth(at: Point, outline: Sequence[Point]) -> float:
    """How far within an outline, convex or not, a point lies; less than 0 outside."""
    x, y = at
    away, is_within = inf, False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        dx, dy = bx - ax, by - ay
        part = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy) if dx or dy else 0.0
        along = min(1.0, max(0.0, part))
        away = min(away, hypot(ax + along * dx - x, ay + along * dy - y))
        if (ay > y) != (by > y) and x < ax + (y - ay) * dx / dy:
            is_within = not is_within
    return away if is_within else -away
