"""What a camera at the side measured of a plate that nobody has entered yet: pieces stacked, height, who touches whom.

Whose plate it is follows from its pieces. What the picture cannot decide is asked where stars hang on it, and nothing is offered of a
plate that may be two people's, of one off which a piece lies, or in marks of a ruler that nobody knows.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from companion.game import Measured, Pack
from companion.games.buffet_boss.actions import Action, Height, Stack as Stacked, Touch
from companion.games.buffet_boss.characters import TOUCHING, needs_print
from companion.games.buffet_boss.pieces import PLATE as PLATE_NAME, Contact, House, Mode, State, names, seat_name
from companion.games.buffet_boss.rules import apply, violations
from companion.games.buffet_boss.scoring import is_over, plural
from companion.games.buffet_boss.standing import foods_of, named_by, only, possible, that_count
from vision.observation import PLATE, TABLE, Observation, Quad, Stack

MOST_ASKED = 3
"""Contacts that are asked about at once, each of which there may be or not."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """The plate of a player as it was seen, every piece named."""

    seat: int
    stack: Stack
    foods: tuple[str, ...]
    """Of its pieces, from the lowest up."""


@dataclass(frozen=True, slots=True)
class _Touching:
    """Who touches whom: the contact graph for every answer to what cannot be seen."""

    asked: tuple[Contact, ...] = ()
    graphs: tuple[tuple[Contact, ...], ...] = ()
    quads: tuple[Quad, ...] = ()


def measured(pack: Pack, state: State, observation: Observation) -> tuple[Measured[Action], ...]:
    """The plates in a look from the side, as far as this state does not know them; after the game none."""
    if is_over(state):
        return ()
    seen = [plate for stack in observation.stacks if (plate := _owned(pack, state, stack)) is not None]
    return tuple(offer for plate in seen if (offer := _offer(state, plate)) is not None)


def _owned(pack: Pack, state: State, stack: Stack) -> _Seen | None:
    """The one player who has just these pieces, and the stack named by them; None for nobody, and for several."""
    lying = {k for a, k in stack.touching if a == TABLE}
    if lying & {k for pair in (*stack.touching, *stack.unsure) if TABLE not in pair for k in pair}:
        return None
    standing, found = only(stack, [k for k in range(len(stack.pieces)) if k not in lying]), list[_Seen]()
    known = foods_of(pack)
    for seat, plate in enumerate(state.plates):
        foods = Counter((*plate.pieces, *plate.hand))
        named = named_by(pack, standing, foods)
        told = tuple(known.get(piece.id or "", "") for piece in named.pieces)
        if foods and not plate.fallen and Counter(told) == foods:
            found.append(_Seen(seat, named, told))
    return found[0] if len(found) == 1 else None


def _offer(state: State, seen: _Seen) -> Measured[Action] | None:
    """What can be taken of one plate; None when there is nothing new."""
    hand = _to_stack(state, seen)
    stacked = tuple(Stacked(seen.seat, food) for food in hand)
    after = _played(state, stacked)
    if after is None or not (stacked or after.is_counting):
        return None
    height = _height(after, seen)
    touching = _touching(after, seen)
    if not (ways := tuple(_ways(state, seen.seat, (*stacked, *height), touching))):
        return None
    said = " ".join(_said(state, seen, hand, height, touching))
    return Measured(said, ways, "; ".join(_why(after, seen, touching, height)), touching.quads or (_around(seen.stack),))


def _ways(state: State, seat: int, first: tuple[Action, ...], touching: _Touching) -> Iterator[tuple[str, tuple[Action, ...]]]:
    """What to take, for every answer; nothing that the rulebook refuses."""
    for graph in touching.graphs or (None,):
        actions = first if graph is None else (*first, Touch(seat, graph))
        if actions and _played(state, actions) is not None:
            yield _way(state.house, touching.asked, graph), actions


def _to_stack(state: State, seen: _Seen) -> list[str]:
    """The pieces of the hand, from the lowest up; of two alike the upper one came last."""
    hand, found = Counter(state.plates[seen.seat].hand), list[str]()
    for food in reversed(seen.foods):
        if hand[food]:
            hand[food] -= 1
            found.append(food)
    return found[::-1]


def _played(state: State, actions: Sequence[Action]) -> State | None:
    """The state after these actions; None when the rulebook refuses one."""
    for action in actions:
        if violations(state, action):
            return None
        state = apply(state, action)
    return state


def _height(state: State, seen: _Seen) -> tuple[Height, ...]:
    """In millimetres, where the table measures so and has not measured this plate yet."""
    is_known = state.plates[seen.seat].height is not None or state.house.is_together
    if is_known or state.house.answers["height_unit"] != "mm" or seen.stack.height_mm is None:
        return ()
    return (Height(seen.seat, max(1, round(seen.stack.height_mm))),)


def _touching(state: State, seen: _Seen) -> _Touching:
    """Who touches whom, where a character may ask for it and too much of it is not in doubt."""
    plate, house = state.plates[seen.seat], state.house
    character = plate.character
    is_wanted = house.mode is Mode.DINNER and state.is_counting and plate.contacts is None
    if not is_wanted or (character is not None and (character.id not in TOUCHING or _is_unread(state, seen.seat))):
        return _Touching()
    called = _called(plate.pieces, seen.foods)
    sure = [(called[a], called[b]) for a, b in seen.stack.touching]
    unsure = {_in_order((called[a], called[b])): (a, b) for a, b in seen.stack.unsure}
    graphs = list(possible(plate.pieces, sure, list(unsure)))
    if character is None:
        return _Touching() if unsure else _Touching(graphs=tuple(graphs))
    asked = that_count(graphs, plate.pieces, character, state.prints, house.answers)
    if len(asked) > MOST_ASKED:
        return _Touching()
    quads = tuple(seen.stack.pieces[k].quad_px for pair in asked for k in unsure[pair] if k >= 0)
    return _Touching(asked, tuple(_of_each(graphs, asked)), quads)


def _of_each(graphs: Sequence[tuple[Contact, ...]], asked: Sequence[Contact]) -> Iterator[tuple[Contact, ...]]:
    """For every answer about the contacts that are asked the graph with the fewest others, where there can be one."""
    for answer in product((True, False), repeat=len(asked)):
        fits = (graph for graph in graphs if all((pair in graph) is said for pair, said in zip(asked, answer, strict=True)))
        if (graph := next(fits, None)) is not None:
            yield graph


def _is_unread(state: State, seat: int) -> bool:
    """Whether the character asks for what is printed on a card that nobody has read."""
    plate = state.plates[seat]
    word = needs_print(plate.character) if plate.character else ""
    return bool(word) and any(getattr(state.prints[food], word) is None for food in plate.pieces)


def _called(pieces: tuple[str, ...], foods: tuple[str, ...]) -> dict[int, str]:
    """The name of every piece of the stack, by index: of two alike the lower one is the first."""
    left: dict[str, list[str]] = {}
    for food, name in zip(pieces, names(pieces), strict=True):
        left.setdefault(food, []).append(name)
    order = range(len(foods) - 1, -1, -1)
    return {k: left[foods[k]].pop() for k in order} | {PLATE: PLATE_NAME}


def _in_order(pair: Contact) -> Contact:
    return min(pair), max(pair)


def _way(house: House, asked: Sequence[Contact], graph: tuple[Contact, ...] | None) -> str:
    """An answer in words: what is so of the contacts that are asked."""
    if not asked or graph is None:
        return "Take it"
    return "; ".join(f"{_both(house, pair)} {'touch' if pair in graph else 'do not touch'}" for pair in asked)


def _both(house: House, pair: Contact) -> str:
    return " and ".join(map(house.called, pair))


def _said(state: State, seen: _Seen, stacked: Sequence[str], height: Sequence[Height], touching: _Touching) -> Iterator[str]:
    """What was seen, in sentences."""
    who, house = seat_name(seen.seat), state.house
    if stacked:
        yield f"{who} stacked {' and '.join(map(house.called, stacked))}."
    for one in height:
        yield f"The plate of {who} is {one.height} mm high, give or take {max(1, round(seen.stack.height_error_mm or 0.0))}."
    if len(touching.graphs) == 1:
        yield f"The plate of {who} has {plural(len(touching.graphs[0]), 'contact')}."
    for pair in touching.asked:
        yield f"Do {_both(house, pair)} touch?"


def _why(state: State, seen: _Seen, touching: _Touching, height: Sequence[Height]) -> Iterator[str]:
    """What the picture cannot decide."""
    character = state.plates[seen.seat].character
    if touching.asked and character is not None:
        yield f"stars of {character.id} hang on what cannot be seen"
    error = seen.stack.height_error_mm or 0.0
    for one in height:
        for seat, plate in enumerate(state.plates):
            if seat != seen.seat and plate.height is not None and abs(plate.height - one.height) <= 2**0.5 * error:
                yield f"which is taller, this plate or that of {seat_name(seat)} with {plate.height} mm, cannot be seen: measure both"


def _around(stack: Stack) -> Quad:
    """The box of the plate and all its pieces."""
    left, top, right, low = stack.plate_px
    corners = [(left, top), (right, low), *(corner for piece in stack.pieces for corner in piece.quad_px)]
    x0, x1 = min(x for x, _ in corners), max(x for x, _ in corners)
    y0, y1 = min(y for _, y in corners), max(y for _, y in corners)
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)
