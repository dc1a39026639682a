"""Between the table and a position: what ought to lie there, what does, and which actions would explain it.

The camera above sees the cards: those of the Buffet Line, with or without their piece on them, and those in front of each player.
Where that is in millimetres stands in the pack under [tables.table_mm]: the line is a rectangle, a card outside it and outside the
Waste Bin lies in front of the player whose place is nearest. Plates are not seen from above. A camera at the side tells what has fallen
off a plate; whose it was follows from what each has stacked. Stacking, heights and contacts come by tap, and so do characters, since
they are secret.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import dist

from companion.game import Layout, Pack, PackError, Spot
from companion.games.buffet_boss.actions import Action, Fall, Leave, Reveal, Take, Throw
from companion.games.buffet_boss.house import food_of
from companion.games.buffet_boss.pieces import State
from companion.games.buffet_boss.scoring import is_over
from companion.games.buffet_boss.turns import takers
from vision.observation import Detection, Face, Observation, Point

LINE = "line"
CARDS = "cards-"
"""Zone of the cards in front of a player, with the number of the seat: `cards-1` for P1."""
FALLEN = "fallen"
"""Zone of the pieces that fell off a plate; what cannot be seen any more has no sure name there."""

Box = tuple[float, float, float, float]
"""Left, near, right and far edge in millimetres."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where things lie on the mat, in millimetres; x to the right, y away from the viewer."""

    line: Box
    bin: Box
    seats: tuple[Point, ...]
    """The middle of the cards in front of each player."""

    def zone(self, at: Point) -> str | None:
        """The zone of a card; None in the Waste Bin."""
        if _is_within(self.line, at):
            return LINE
        if _is_within(self.bin, at):
            return None
        nearest = min(range(len(self.seats)), key=lambda seat: dist(self.seats[seat], at))
        return f"{CARDS}{nearest + 1}"


def _is_within(box: Box, at: Point) -> bool:
    left, near, right, far = box
    return left <= at[0] <= right and near <= at[1] <= far


def places(pack: Pack) -> Places:
    """Where things lie. Raises PackError when the pack does not say it in numbers."""
    table = pack.tables.get("table_mm")
    told = table if isinstance(table, dict) else {}
    line, bin = (_numbers(told.get(name), 4) for name in ("line", "bin"))
    several = told.get("seats")
    seats = [_numbers(seat, 2) for seat in several] if isinstance(several, list) else []
    if not (line and bin and seats and all(seats)):
        raise PackError(f"pack {pack.name}: [tables.table_mm] needs line and bin (four numbers each) and seats (pairs of numbers)")
    return Places((line[0], line[1], line[2], line[3]), (bin[0], bin[1], bin[2], bin[3]), tuple((x, y) for x, y in seats))


def _numbers(value: object, wanted: int) -> list[float]:
    found = [float(n) for n in value if isinstance(n, int | float)] if isinstance(value, list) else []
    return found if len(found) == wanted else []


def visible(state: State) -> Layout:
    """The line, and the cards in front of everybody. After the game the table may be cleared."""
    over, ids = is_over(state), state.house.ids
    spots = [Spot(LINE, ids[food], may_hide=over) for food in state.line]
    spots += [Spot(f"{CARDS}{n}", ids[food], may_hide=over) for n, plate in enumerate(state.plates, 1) for food in plate.cards]
    spots += [Spot(FALLEN, ids[food], may_hide=True) for plate in state.plates for food in plate.fallen]
    return Layout(tuple(spots))


def see(pack: Pack, observation: Observation) -> Layout:
    """The food that lies face up, a piece on its card counted once. What is no food of this pack and what has no place is left out.

    A card that has no sure name is the one of the piece on it. On a card that can be none of its own a piece makes that card a doubt:
    one of the two is misread, and somebody is asked.
    """
    where, foods = places(pack), _foods(pack)
    cards: list[tuple[Spot, Detection]] = []
    pieces: list[tuple[Spot, Detection]] = []
    for ref, detection in enumerate(observation.detections):
        zone = where.zone(detection.centre_mm) if detection.centre_mm is not None else None
        spot = _spot(foods, detection, zone, ref) if zone else None
        if spot is not None:
            (cards if detection.kind == "card" else pieces).append((spot, detection))
    spots, bare, alone = _under_pieces(cards, [one for one in pieces if one[0].piece is not None])
    for spot in alone:
        if bare[spot.key]:
            bare[spot.key] -= 1
        else:
            spots.append(spot)
    return Layout((*spots, *_fallen(foods, observation)))


def _under_pieces(
    cards: Sequence[tuple[Spot, Detection]], pieces: Sequence[tuple[Spot, Detection]]
) -> tuple[list[Spot], Counter[tuple[str, str, str | None]], list[Spot]]:
    """The cards, those without a name called as the piece on them; which of them bear none; and pieces that lie on no card of theirs."""
    spots, alone, bare = [spot for spot, _ in cards], list[Spot](), set(range(len(cards)))
    clashes: list[tuple[int, Spot]] = []
    for spot, piece in pieces:
        below = [n for n, (_, card) in enumerate(cards) if piece.centre_mm is not None and _lies_on(piece.centre_mm, card)]
        own = [n for n in below if spot.piece in _names(cards[n][0])]
        if free := [n for n in own if n in bare]:
            spots[free[0]] = replace(spots[free[0]], piece=spot.piece, alternatives=())
            bare.remove(free[0])
        elif below and not own:
            clashes.append((below[0], spot))
        else:
            alone.append(spot)
    for n, spot in clashes:
        spots[n] = replace(spots[n], piece=None, alternatives=tuple(name for name in (*_names(spots[n]), spot.piece) if name))
    return spots, Counter(spots[n].key for n in bare), alone


def _names(card: Spot) -> tuple[str | None, ...]:
    """What a card may be."""
    return card.alternatives if card.piece is None else (card.piece,)


def _lies_on(at: Point, card: Detection) -> bool:
    """Whether a point lies within a card, of which only the size counts and how far its middle is."""
    quad, middle = card.quad_mm, card.centre_mm
    return quad is not None and middle is not None and dist(at, middle) <= min(dist(quad[0], quad[1]), dist(quad[1], quad[2])) / 2


def _fallen(foods: dict[str, str], observation: Observation) -> Iterator[Spot]:
    """What a camera at the side saw fall."""
    for stack in observation.stacks:
        yield from (Spot(FALLEN, foods[id]) for id in stack.fallen if id in foods)
        yield from (Spot(FALLEN, None, (foods[id],)) for id in stack.vanished if id in foods)


def _foods(pack: Pack) -> dict[str, str]:
    """For every card and piece of a food the id that stands for it: its card's, where the pack has one."""
    first: dict[str, str] = {}
    found = {}
    for piece in sorted(pack.pieces, key=lambda piece: piece.kind != "card"):
        if food := food_of(piece):
            found[piece.id] = first.setdefault(food, piece.id)
    return found


def _spot(foods: dict[str, str], detection: Detection, zone: str, ref: int) -> Spot | None:
    if detection.kind not in ("card", "food") or detection.face is Face.DOWN:
        return None
    if detection.id is not None:
        return Spot(zone, foods[detection.id], ref=ref) if detection.id in foods else None
    maybe = tuple(dict.fromkeys(foods[option.id] for option in detection.alternatives if option.id in foods))
    return Spot(zone, None, maybe, ref=ref) if maybe else None


def candidates(state: State, seen: Layout) -> Iterator[Action]:
    """Actions worth trying: pieces fell; a card went from the line to a player or away, a new one came, a player's card went."""
    if is_over(state):
        return
    food_by_id = {id: food for food, id in state.house.ids.items()}
    difference = visible(state).difference(seen)
    gone = [(spot.zone, food_by_id[spot.piece]) for spot in difference.missing if spot.piece is not None]
    come = [
        (spot.zone, food_by_id[id])
        for spot in (*difference.extra, *difference.unsure)
        for id in ([spot.piece] if spot.piece is not None else spot.alternatives)
        if id in food_by_id
    ]
    yield from _falls(state, [food for zone, food in come if zone == FALLEN])
    yield from dict.fromkeys(_thinkable(state, gone, [(zone, food) for zone, food in come if zone != FALLEN]))


def _falls(state: State, foods: list[str]) -> Iterator[Fall]:
    """Off every plate on which all of them stand, or were about to."""
    for seat, plate in enumerate(state.plates):
        if foods and not Counter(foods) - Counter((*plate.pieces, *plate.hand)):
            yield Fall(seat, tuple(foods))


def _thinkable(state: State, gone: list[tuple[str, str]], come: list[tuple[str, str]]) -> Iterator[Action]:
    yield from (Reveal(food) for zone, food in come if zone == LINE)
    for zone, food in gone:
        if zone == LINE:
            yield from (Take(seat, food) for seat in _first(state, food, come))
            yield Leave(food)
            continue
        seat = int(zone.removeprefix(CARDS)) - 1
        yield Throw(seat, food)
        others = [other for other, same in come if same == food and other.startswith(CARDS)]
        yield from (Fall(seat, (food,), onto=int(other.removeprefix(CARDS)) - 1) for other in others)


def _first(state: State, food: str, come: list[tuple[str, str]]) -> list[int]:
    """Who may have taken a card: in front of whom it lies now, then whose turn it is."""
    there = [int(zone.removeprefix(CARDS)) - 1 for zone, same in come if same == food and zone.startswith(CARDS)]
    return list(dict.fromkeys([*there, *takers(state)]))
