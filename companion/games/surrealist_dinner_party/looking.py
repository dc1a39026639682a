"""What a camera sees becomes zones: the platter, guests in a circle, tokens on their appetites. Knows no rule.

A token belongs to the nearest appetite: where enrolling found them on the card, or else in a column at its left edge. One that lies
too far from all of them lies on the guest, and people say where.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import atan2, hypot

from companion.game import Json, Layout, Pack, Spot
from companion.games.surrealist_dinner_party.box import FAUX_PAS_CARD, GUEST, TOKEN, meaning
from companion.games.surrealist_dinner_party.platter import Lies, Place, lying, seen_there
from companion.games.surrealist_dinner_party.seating import Around, around, inside, is_one_sided, middle_of, thickest, upright
from companion.games.surrealist_dinner_party.slots import hidden_slots, slot_at
from companion.games.surrealist_dinner_party.unseen import rows
from vision.observation import ARM_OVER, Detection, Face, Observation, Point, Quad, Side

PLATTER_ZONE, SEATED, FAUX_PAS = "platter", "seated", "faux-pas"
_MIDDLE = 0.35
"""Part of the picture's shorter side that the middle of a platter lies from the picture's, at most."""


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
    near: tuple[Sight, ...]
    """Tokens that may lie on the platter, or beside it."""
    beside: tuple[Sight, ...]
    """Tokens elsewhere: Stashes and the kitchen."""
    faux_pas: tuple[Sight, ...]
    covered: tuple[tuple[Sight, int], ...] = ()
    """Named guests, and which of their appetites, from 0, something lies over: nobody sees whether a token is below."""
    is_platter_covered: bool = False
    """Whether something lies over the platter's rim."""
    unseen: tuple[tuple[Sight, ...], ...] = ()
    """Tokens beside platter and guests that lie as on the appetites of one guest each, whose card was not seen."""
    is_arm_over: bool = False
    """Whether an arm lies over the table: nobody knows what is below it."""


def see(pack: Pack, observation: Observation) -> Layout:
    """Everything that lies in a zone; pieces elsewhere (Stashes, the kitchen, cards laid aside) are left out."""
    table = look(pack, observation)
    spots = [_spot(s, SEATED, table.circle[at - 1].id or "") for at, s in enumerate(table.circle)]
    spots += [_spot(s.token, s.guest.id or "", "" if s.slot is None else str(s.slot + 1)) for s in table.served]
    spots += [_spot(s, PLATTER_ZONE, "") for s in table.platter] + [_spot(s, FAUX_PAS, "") for s in table.faux_pas]
    spots += [_spot(replace(s, id=None, maybe=s.maybe if s.id is None else (s.id,)), PLATTER_ZONE, "") for s in table.near]
    spots += [Spot(guest.id or "", None, slot=str(slot + 1)) for guest, slot in table.covered]
    spots += [Spot(PLATTER_ZONE, None)] * table.is_platter_covered
    spots += [Spot(SEATED, None, ref=row[0].ref) for row in table.unseen]
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
            served.append(Served(token, guest, slot_at(pack, guest.id, guest.quad, token.centre)))
    named = [upright(g.quad) for g in guests if g.id is not None]
    telling = named if named and not is_one_sided(named) else [upright(g.quad) for g in guests]
    place = _platter(pack, observation, is_plane, telling, loose)
    circle = sorted(guests, key=lambda s: _clockwise(s.centre, place.centre, is_plane))
    lies = lying([s.centre for s in loose], place, max((_radius(s.quad) for s in loose), default=0.0))
    platter, near, beside = (tuple(s for s, at in zip(loose, lies, strict=True) if at is where) for where in Lies)
    faux_pas, covered = tuple(s for s in sights if s.role == FAUX_PAS_CARD), tuple(_covered(pack, observation, served, guests))
    is_platter_covered = place.rim is not None and place.rim.is_covered
    tokens = [s for s in sights if s.role == TOKEN and s.id is not None]  # a card that was not found brings doubts of its own
    unseen = _unseen(pack, [s for s in tokens if s in beside], [s for s in tokens if s not in beside], guests, place) if is_plane else ()
    unseen = tuple(row for row in unseen if not _is_off_cards([observation.detections[s.ref] for s in row]))
    is_arm_over = ARM_OVER in observation.quality.advice
    return Table(tuple(circle), tuple(served), platter, near, beside, faux_pas, covered, is_platter_covered, unseen, is_arm_over)


def _is_off_cards(row: Sequence[Detection]) -> bool:
    """Whether no card lies below some tokens: none came with any of them, or the table shows around most."""
    return all(one.came_alone for one in row) or 2 * sum(one.on_table for one in row) > len(row)


def _unseen(
    pack: Pack, beside: Sequence[Sight], others: Sequence[Sight], guests: Sequence[Sight], place: Place
) -> tuple[tuple[Sight, ...], ...]:
    """Tokens under which there may be a guest."""
    radius = max((_radius(s.quad) for s in beside), default=0.0)
    found = rows(pack, [s.centre for s in beside], [s.centre for s in others], [g.quad for g in guests], place.centre, radius)
    return tuple(tuple(beside[n] for n in row) for row in found)


def _covered(pack: Pack, observation: Observation, served: Sequence[Served], guests: Sequence[Sight]) -> Iterator[tuple[Sight, int]]:
    """Appetites over which something lies that is no token, each with its guest."""
    for guest in (guest for guest in guests if guest.id is not None):
        taken = {one.slot for one in served if one.guest is guest}
        yield from ((guest, slot) for slot in hidden_slots(pack, observation.detections[guest.ref]) if slot not in taken)


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


def _platter(pack: Pack, observation: Observation, is_plane: bool, guests: Sequence[Around], loose: Sequence[Sight]) -> Place:
    """Middle of the platter and how far it reaches: millimetres with a plane, else pixels."""
    zones = _zones(pack)
    reach, at = _float(zones.get("platter_reach_mm")), zones.get("platter_mm")
    tokens = [s.centre for s in loose]
    if not is_plane:
        width, height = observation.size_px
        return Place((width / 2, height / 2), _float(zones.get("platter_share")) * min(width, height))
    if isinstance(at, list) and len(at) == 2:
        place = Place((_float(at[0]), _float(at[1])), reach)
    elif seated := _seated(pack, observation, guests):
        place = Place(around(seated, tokens, reach), reach)
    elif tokens and reach:
        place = _alone(observation, loose, reach)
    else:
        return Place((0.0, 0.0), reach)
    return seen_there(place, observation.rounds, tokens)


def _seated(pack: Pack, observation: Observation, guests: Sequence[Around]) -> Sequence[Around]:
    """The guests; where none sits opposite, those too that sat there lately and went home: what they looked at lies there still."""
    if guests and not is_one_sided(guests):
        return guests
    names = {piece.id for piece in pack.pieces if meaning(piece).get("role") == GUEST}
    return [*guests, *(upright(one.quad_mm) for one in observation.taken_away if one.id in names and one.quad_mm is not None)]


def _alone(observation: Observation, loose: Sequence[Sight], reach: float) -> Place:
    """The platter while nobody is seated: the camera looks at it, since guests have to be seen all round.

    So of several heaps it is the one near the middle of the picture; where none of them lies there, or two do, the place is a guess.
    """
    (width, height), tokens = observation.size_px, [s.centre for s in loose]
    inner = [
        s.centre for s in loose if _is_near(observation.detections[s.ref].quad_px, (width / 2, height / 2), _MIDDLE * min(width, height))
    ]
    middle = thickest(inner or tokens, reach)
    beyond = [at for at in (inner or tokens) if hypot(at[0] - middle[0], at[1] - middle[1]) > reach]
    return Place(middle, reach, is_guess=bool(beyond))


def _is_near(quad_px: Quad, at: Point, reach: float) -> bool:
    x, y = middle_of(quad_px)
    return hypot(x - at[0], y - at[1]) <= reach


def _radius(quad: Quad) -> float:
    """Of the token that a square surrounds."""
    return hypot(quad[2][0] - quad[0][0], quad[2][1] - quad[0][1]) / hypot(2, 2)


def _float(value: Json) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _clockwise(at: Point, middle: Point, is_plane: bool) -> float:
    """Angle round the platter as seen from above; in millimetres y grows away from the viewer, in pixels towards."""
    angle = atan2(at[1] - middle[1], at[0] - middle[0])
    return -angle if is_plane else angle
