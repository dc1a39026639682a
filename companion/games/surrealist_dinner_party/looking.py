"""What a camera sees becomes zones: the platter, guests in a circle, tokens on their appetites. Knows no rule.

Appetites stand in a column at the left edge of a card, from top to bottom; a token belongs to the nearest one, unless it lies too
far from all of them: then it lies on the guest, and people say where. Which side of a token is up is not compared.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import atan2, hypot

from companion.game import Json, Layout, Pack, Piece, Spot
from vision.observation import Detection, Face, Observation, Point, Quad

PLATTER_ZONE, SEATED, FAUX_PAS = "platter", "seated", "faux-pas"
COLUMN = 0.12
"""Middle of the appetites, in widths of the card from its left edge."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A piece of the pack in the picture."""

    ref: int
    id: str | None
    maybe: tuple[str, ...]
    quad: Quad

    @property
    def centre(self) -> Point:
        """Its middle."""
        return _middle(self.quad)


def see(pack: Pack, observation: Observation) -> Layout:
    """Everything that lies in a zone; pieces elsewhere (Stashes, the kitchen, cards laid aside) are left out."""
    roles = {piece.id: piece.attributes.get("role", "") for piece in pack.pieces}
    is_plane = all(d.quad_mm is not None for d in observation.detections)
    sights = [*_sights(observation, roles, is_plane)]
    guests = [s for s in sights if _role(s, roles) == "guest"]
    middle, reach = _platter(pack, observation, is_plane)
    circle = sorted(guests, key=lambda s: _clockwise(s.centre, middle, is_plane))
    spots = [_spot(s, SEATED, circle[at - 1].id or "") for at, s in enumerate(circle)]
    for sight in sights:
        role = _role(sight, roles)
        if role == "token":
            spots += _token(pack, sight, guests, middle, reach)
        elif role == "faux-pas":
            spots.append(_spot(sight, FAUX_PAS, ""))
    return Layout(tuple(spots))


def _sights(observation: Observation, roles: Mapping[str, str], is_plane: bool) -> Iterator[Sight]:
    for ref, detection in enumerate(observation.detections):
        maybe = tuple(option.id for option in detection.alternatives if roles.get(option.id))
        is_back = detection.face is Face.DOWN and roles.get(detection.id or "") != "token"
        if is_back or not (roles.get(detection.id or "") or (detection.id is None and maybe)):
            continue
        yield Sight(ref, detection.id, () if detection.id else maybe, _quad(detection, is_plane))


def _quad(detection: Detection, is_plane: bool) -> Quad:
    return detection.quad_mm if is_plane and detection.quad_mm else detection.quad_px


def _role(sight: Sight, roles: Mapping[str, str]) -> str:
    """Of an unnamed piece the role of its best guess."""
    return roles.get(sight.id or sight.maybe[0], "")


def _spot(sight: Sight, zone: str, slot: str) -> Spot:
    return Spot(zone, sight.id, sight.maybe, slot, ref=sight.ref)


def _middle(quad: Quad) -> Point:
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4


def _platter(pack: Pack, observation: Observation, is_plane: bool) -> tuple[Point, float]:
    """Middle of the platter and how far it reaches: millimetres with a plane, else pixels."""
    zones = pack.tables.get("zones")
    table: Mapping[str, Json] = zones if isinstance(zones, dict) else {}
    if is_plane:
        at = table.get("platter_mm")
        x, y = at if isinstance(at, list) and len(at) == 2 else (0.0, 0.0)
        return (_float(x), _float(y)), _float(table.get("platter_reach_mm"))
    width, height = observation.size_px
    return (width / 2, height / 2), _float(table.get("platter_share")) * min(width, height)


def _float(value: Json) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _clockwise(at: Point, middle: Point, is_plane: bool) -> float:
    """Angle round the platter as seen from above; in millimetres y grows away from the viewer, in pixels towards."""
    angle = atan2(at[1] - middle[1], at[0] - middle[0])
    return -angle if is_plane else angle


def _token(pack: Pack, sight: Sight, guests: list[Sight], middle: Point, reach: float) -> Iterator[Spot]:
    x, y = sight.centre
    for guest in guests:
        right, down = _within(guest.quad, (x, y))
        if 0 <= right <= 1 and 0 <= down <= 1:
            if guest.id is not None:
                yield _spot(sight, guest.id, _slot(pack, pack.piece(guest.id), right, down))
            return
    if hypot(x - middle[0], y - middle[1]) <= reach:
        yield _spot(sight, PLATTER_ZONE, "")


def _within(quad: Quad, at: Point) -> Point:
    """Where a point lies on a card, in widths from its left edge and heights from its upper one."""
    (ox, oy), (rx, ry), _, (dx, dy) = quad
    right, down, away = (rx - ox, ry - oy), (dx - ox, dy - oy), (at[0] - ox, at[1] - oy)
    area = right[0] * down[1] - right[1] * down[0]
    if not area:
        return -1.0, -1.0
    return (away[0] * down[1] - away[1] * down[0]) / area, (right[0] * away[1] - right[1] * away[0]) / area


def _slot(pack: Pack, piece: Piece, right: float, down: float) -> str:
    """The appetite under a token, from 1; empty when it lies near none of them, or nobody knows how many there are."""
    zones = pack.tables.get("zones")
    near = _float(zones.get("slot_reach")) if isinstance(zones, dict) else 0.0
    stand_ins = pack.tables.get("stand_in_guests")
    stand_in = stand_ins.get(piece.id) if isinstance(stand_ins, dict) else None
    text = piece.attributes.get("appetites") or (str(stand_in.get("appetites", "")) if isinstance(stand_in, dict) else "")
    n = len(text.split(",")) if text else 0
    at = min(range(n), key=lambda k: abs(down - (k + 0.5) / n), default=None)
    if at is None or abs(down - (at + 0.5) / n) > near or abs(right - COLUMN) > 2 * COLUMN:
        return ""
    return str(at + 1)
