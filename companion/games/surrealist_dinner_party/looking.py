"""What a camera sees becomes zones: the platter, guests in a circle, tokens on their appetites. Knows no rule.

A token belongs to the nearest appetite: where enrolling found them on the card, or else in a column at its left edge. One that lies
too far from all of them lies on the guest, and people say where.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, hypot

from companion.game import Json, Layout, Pack, Spot
from companion.games.surrealist_dinner_party.box import FAUX_PAS_CARD, GUEST, TOKEN, meaning
from companion.games.surrealist_dinner_party.seating import Around, around, inside, middle_of, thickest, upright
from vision.observation import Detection, Face, Observation, Point, Quad, Side

PLATTER_ZONE, SEATED, FAUX_PAS = "platter", "seated", "faux-pas"
COLUMN = 0.12
"""Middle of the appetites, in widths of the card from its left edge, where the pack does not say."""
NEAR = 0.62
"""How far a token may lie from its appetite, in distances between appetites; at half it is as near to the next one."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A piece of the pack in the picture."""

    ref: int
    id: str | None
    maybe: tuple[str, ...]
    quad: Quad
    role: str
    """Of an unnamed piece that of its best guess."""
    side: Side | None

    @property
    def centre(self) -> Point:
        """Its middle."""
        return middle_of(self.quad)


@dataclass(frozen=True, slots=True)
class Served:
    """A token on a named guest."""

    token: Sight
    guest: Sight
    slot: int | None
    """Its appetite, from 0; None when it lies near none of them."""


@dataclass(frozen=True, slots=True)
class Table:
    """Everything of the pack that lies there, each in its zone."""

    circle: tuple[Sight, ...]
    """Guests clockwise as seen from above."""
    served: tuple[Served, ...]
    platter: tuple[Sight, ...]
    beside: tuple[Sight, ...]
    """Tokens elsewhere: Stashes and the kitchen."""
    faux_pas: tuple[Sight, ...]


def see(pack: Pack, observation: Observation) -> Layout:
    """Everything that lies in a zone; pieces elsewhere (Stashes, the kitchen, cards laid aside) are left out."""
    table = look(pack, observation)
    spots = [_spot(s, SEATED, table.circle[at - 1].id or "") for at, s in enumerate(table.circle)]
    spots += [_spot(s.token, s.guest.id or "", "" if s.slot is None else str(s.slot + 1)) for s in table.served]
    spots += [_spot(s, PLATTER_ZONE, "") for s in table.platter] + [_spot(s, FAUX_PAS, "") for s in table.faux_pas]
    return Layout(tuple(spots))


def look(pack: Pack, observation: Observation) -> Table:
    """The table as far as it is seen."""
    is_plane = all(d.quad_mm is not None for d in observation.detections)
    sights = [*_sights(pack, observation, is_plane)]
    guests = [s for s in sights if s.role == GUEST]
    served, loose = [], []
    for token in (s for s in sights if s.role == TOKEN):
        guest = next((g for g in guests if inside(g.quad, token.centre)), None)
        if guest is None:
            loose.append(token)
        elif guest.id is not None:
            served.append(Served(token, guest, _slot(pack, guest.id, guest.quad, token.centre)))
    place = _platter(pack, observation, is_plane, [upright(g.quad) for g in guests], [s.centre for s in loose])
    circle = sorted(guests, key=lambda s: _clockwise(s.centre, place.middle, is_plane))
    on = [hypot(s.centre[0] - place.middle[0], s.centre[1] - place.middle[1]) <= place.reach for s in loose]
    platter = tuple(s for s, is_on in zip(loose, on, strict=True) if is_on)
    beside = tuple(s for s, is_on in zip(loose, on, strict=True) if not is_on)
    return Table(tuple(circle), tuple(served), platter, beside, tuple(s for s in sights if s.role == FAUX_PAS_CARD))


def _sights(pack: Pack, observation: Observation, is_plane: bool) -> Iterator[Sight]:
    roles = {piece.id: meaning(piece).get("role", "") for piece in pack.pieces}
    for ref, seen in enumerate(observation.detections):
        maybe = tuple(option.id for option in seen.alternatives if roles.get(option.id))
        role = roles.get(seen.id or "", "") if seen.id else next((roles[id] for id in maybe), "")
        if role and not (seen.face is Face.DOWN and role != TOKEN):
            yield Sight(ref, seen.id, () if seen.id else maybe, _quad(seen, is_plane), role, seen.side)


def _quad(detection: Detection, is_plane: bool) -> Quad:
    return detection.quad_mm if is_plane and detection.quad_mm else detection.quad_px


def _spot(sight: Sight, zone: str, slot: str) -> Spot:
    return Spot(zone, sight.id, sight.maybe, slot, ref=sight.ref)


def _zones(pack: Pack) -> Mapping[str, Json]:
    zones = pack.tables.get("zones")
    return zones if isinstance(zones, dict) else {}


def _platter(pack: Pack, observation: Observation, is_plane: bool, guests: Sequence[Around], loose: Sequence[Point]) -> "Place":
    """Middle of the platter and how far it reaches: millimetres with a plane, else pixels."""
    zones = _zones(pack)
    reach, at = _float(zones.get("platter_reach_mm")), zones.get("platter_mm")
    if is_plane and isinstance(at, list) and len(at) == 2:
        return Place((_float(at[0]), _float(at[1])), reach)
    if is_plane and (guests or (loose and reach)):
        return Place(around(guests, loose, reach) if guests else thickest(loose, reach), reach)
    width, height = observation.size_px
    middle = (width / 2, height / 2)
    return Place(middle if not is_plane else (0.0, 0.0), reach if is_plane else _float(zones.get("platter_share")) * min(width, height))


@dataclass(frozen=True, slots=True)
class Place:
    """The round platter."""

    middle: Point
    reach: float


def _float(value: Json) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _clockwise(at: Point, middle: Point, is_plane: bool) -> float:
    """Angle round the platter as seen from above; in millimetres y grows away from the viewer, in pixels towards."""
    angle = atan2(at[1] - middle[1], at[0] - middle[0])
    return -angle if is_plane else angle


def _within(quad: Quad, at: Point) -> Point:
    """Where a point lies on a card, in widths from its left edge and heights from its upper one."""
    (ox, oy), (rx, ry), _, (dx, dy) = quad
    right, down, away = (rx - ox, ry - oy), (dx - ox, dy - oy), (at[0] - ox, at[1] - oy)
    area = right[0] * down[1] - right[1] * down[0]
    if not area:
        return -1.0, -1.0
    return (away[0] * down[1] - away[1] * down[0]) / area, (right[0] * away[1] - right[1] * away[0]) / area


def _slot(pack: Pack, guest: str, quad: Quad, at: Point) -> int | None:
    """The appetite under a token, from 0; None when it lies near none of them, or nobody knows how many there are."""
    said = meaning(pack.piece(guest))
    places = _places(said.get("places", ""))
    wants = appetites(pack, guest)
    right, down = _within(quad, at)
    if len(places) != len(wants) or not places:
        n, near = len(wants), _float(_zones(pack).get("slot_reach"))
        best = min(range(n), key=lambda k: abs(down - (k + 0.5) / n), default=None)
        is_near = best is not None and abs(down - (best + 0.5) / n) <= near and abs(right - COLUMN) <= 2 * COLUMN
        return best if is_near else None
    shape = hypot(quad[3][0] - quad[0][0], quad[3][1] - quad[0][1]) / max(1e-9, hypot(quad[1][0] - quad[0][0], quad[1][1] - quad[0][1]))
    away = [hypot(right - x, (down - y) * shape) for x, y in places]
    apart = min((hypot(x - u, (y - v) * shape) for (x, y), (u, v) in itertools.pairwise(places)), default=2 * COLUMN)
    best = min(range(len(places)), key=away.__getitem__)
    return best if away[best] <= NEAR * apart else None


def _places(text: str) -> list[Point]:
    """`0.156,0.104 0.156,0.258`: parts of the card's width and height; nothing for what is no such list."""
    try:
        return [(float(x), float(y)) for x, y in (pair.split(",") for pair in text.split())]
    except ValueError:
        return []


def appetites(pack: Pack, guest: str) -> tuple[str, ...]:
    """What a guest craves, from top to bottom of the card; empty when nobody knows."""
    stand_ins = pack.tables.get("stand_in_guests")
    stand_in = stand_ins.get(guest) if isinstance(stand_ins, dict) else None
    text = meaning(pack.piece(guest)).get("appetites") or (str(stand_in.get("appetites", "")) if isinstance(stand_in, dict) else "")
    return tuple(text.split(",")) if text else ()
