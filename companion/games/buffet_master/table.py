"""Millimetres become piles and cells. Knows no rule.

Six pile zones have their places in the pack (`tables.zones`, millimetres on the table's plane). Every other card that
lies face up is open: cards side by side, the same way up, form a block, and each gets its cell in it, counted from the
block's own top left as its cards stand, so a picture from any side gives the same cells, with or without a plane. Of
the open cards only the largest block is told (a dish, a stomach); what lies about alone is nobody's move.
"""

from collections.abc import Iterator, Mapping
from math import hypot

from companion.game import Json, Layout, Pack, Spot
from vision.observation import Detection, Face, Observation, Point, Quad

PILE = "pile-"
OPEN = "open"
"""Zone of the cards that lie open outside the piles."""
CELL_ERROR = 0.3
"""A neighbour's centre may be so far from its cell, in card widths and heights."""
TURN_ERROR = 0.3
"""And its upper edge may point so far away (sine of the angle, about 17 degrees)."""
Cell = tuple[int, int]
"""Row and column."""


def see(pack: Pack, observation: Observation) -> Layout:
    """What lies face up: the tops of the piles, and open cards by block and cell. Backs and strangers are left out."""
    known = {piece.id for piece in pack.pieces}
    up = [(ref, d) for ref, d in enumerate(observation.detections) if d.kind == "card" and d.face is not Face.DOWN]
    cards = [(ref, d) for ref, d in up if d.id in known or _alternatives(d, known)]
    spots, open_cards = [], []
    for ref, card in cards:
        number = _pile_at(pack, card.centre_mm)
        if number is None:
            open_cards.append((ref, card))
        else:
            spots.append(_spot(known, ref, card, f"{PILE}{number}", ""))
    largest = max(blocks([card for _, card in open_cards]), key=len, default={})
    for index, (row, col) in largest.items() if len(largest) > 1 else ():
        ref, card = open_cards[index]
        spots.append(_spot(known, ref, card, OPEN, slot(row, col)))
    return Layout(tuple(spots))


def slot(row: int, col: int) -> str:
    """A cell as a spot names it."""
    return f"r{row}c{col}"


def _spot(known: set[str], ref: int, card: Detection, zone: str, place: str) -> Spot:
    if card.id in known:
        return Spot(zone, card.id, slot=place, ref=ref)
    return Spot(zone, None, _alternatives(card, known), slot=place, ref=ref)


def _alternatives(card: Detection, known: set[str]) -> tuple[str, ...]:
    """What an unnamed card may be, best first; nothing for one that is no piece of the pack."""
    return () if card.id is not None else tuple(option.id for option in card.alternatives if option.id in known)


def _pile_at(pack: Pack, at: Point | None) -> int | None:
    """The pile zone that holds a point; None outside them all, or without a plane."""
    zones = pack.tables.get("zones")
    if at is None or not isinstance(zones, dict):
        return None
    for number, centre in enumerate(_points(zones.get("piles")), 1):
        if hypot(at[0] - centre[0], at[1] - centre[1]) <= _float(zones.get("pile_reach_mm")):
            return number
    return None


def _points(table: Json) -> Iterator[Point]:
    for pair in table if isinstance(table, list) else ():
        if isinstance(pair, list) and len(pair) == 2:
            yield _float(pair[0]), _float(pair[1])


def _float(value: Json) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def blocks(cards: list[Detection]) -> Iterator[Mapping[int, Cell]]:
    """Index of each card and its cell, block by block; the first row and column of a block are 0."""
    quads = [card.quad_mm or card.quad_px for card in cards]
    open_ = set(range(len(cards)))
    while open_:
        first = min(open_)
        cells: dict[int, Cell] = {first: (0, 0)}
        ahead = [first]
        while ahead:
            here = ahead.pop()
            for other in sorted(open_ - set(cells)):
                if step := _step(quads[here], quads[other]):
                    cells[other] = cells[here][0] + step[0], cells[here][1] + step[1]
                    ahead.append(other)
        open_ -= set(cells)
        top, left = min(row for row, _ in cells.values()), min(col for _, col in cells.values())
        yield {index: (row - top, col - left) for index, (row, col) in cells.items()}


def _step(here: Quad, other: Quad) -> Cell | None:
    """From one card to a neighbour, in cells, as the first card stands; None when they are no neighbours."""
    right = here[1][0] - here[0][0], here[1][1] - here[0][1]
    down = here[3][0] - here[0][0], here[3][1] - here[0][1]
    edge = other[1][0] - other[0][0], other[1][1] - other[0][1]
    area = right[0] * down[1] - right[1] * down[0]
    if not area or not hypot(*edge):
        return None
    away = tuple(sum(corner[axis] for corner in other) / 4 - sum(corner[axis] for corner in here) / 4 for axis in (0, 1))
    col = (away[0] * down[1] - away[1] * down[0]) / area
    row = (right[0] * away[1] - right[1] * away[0]) / area
    sine = (right[0] * edge[1] - right[1] * edge[0]) / (hypot(*right) * hypot(*edge))
    is_same_way = right[0] * edge[0] + right[1] * edge[1] > 0 and abs(sine) <= TURN_ERROR
    step = round(row), round(col)
    is_near = max(abs(row - step[0]), abs(col - step[1])) <= CELL_ERROR and max(map(abs, step)) == 1
    return step if is_near and is_same_way else None
