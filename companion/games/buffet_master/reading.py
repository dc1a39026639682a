"""Between the table and a position: what ought to lie there, and which actions would explain what does.

Played Swoops, Dumps and Fresh Trays lie on the piles; hands and face-down stacks are nobody's business. An open dish
or a filled stomach is recognised by its cards, wherever it lies, and may be gathered up again at any time.
"""

from collections.abc import Iterator, Mapping
from itertools import islice, product

from companion.game import Layout, Spot
from companion.games.buffet_master.actions import Action, Bathroom, Eat, Flip, Lay, Swoop, Take, Tray, Turn
from companion.games.buffet_master.choices import PILE_NUMBERS, dumps
from companion.games.buffet_master.pieces import Box, Phase, Placed, Special, State
from companion.games.buffet_master.scoring import dish_of
from companion.games.buffet_master.table import OPEN, PILE, Cell, see, slot

__all__ = ["candidates", "see", "visible"]

MOST_READINGS = 64
"""Of several unnamed cards: so many ways to name them are tried."""
AFTER_THE_END = (Phase.SCORING, Phase.PLAY_OFF, Phase.OVER)


def visible(state: State) -> Layout:
    """The tops of the piles, and what may lie open: the dish just laid, the stomach filled last."""
    gone = state.phase in AFTER_THE_END
    box = state.box
    spots = [Spot(f"{PILE}{n}", box.by_id[top].piece, may_hide=gone) for n, top in enumerate(state.tops, 1) if top]
    cells = dish_cells(state.box, state.shown) if state.shown else {}
    if state.eating is not None and (served := state.served[state.eating]):
        cells = stomach_cells(state, state.eating, served.placed)
    return Layout((*spots, *(Spot(OPEN, box.by_id[card].piece, slot=slot(*cell), may_hide=True) for cell, card in cells.items())))


def stomach_cells(state: State, seat: int, placed: tuple[Placed, ...]) -> dict[Cell, str]:
    """Every covered cell of a stomach with its card."""
    return {
        (row + down, col + right): card
        for number, row, col in placed
        for (down, right), card in dish_cells(state.box, state.laid[seat][number - 1].cards).items()
    }


def dish_cells(box: Box, cards: tuple[str, ...]) -> dict[Cell, str]:
    """A laid dish as it is put together: every place with its card, or with the Free Refill that stands in."""
    places = box.dishes[dish_of(box, cards)]
    refill = box.specials.get(Special.FREE_REFILL, "")
    return {(place.row, place.col): place.id if place.id in cards else refill for place in places}


def candidates(state: State, seen: Layout) -> Iterator[Action]:
    """Actions worth trying, likeliest first."""
    tops = {n: [spot for spot in seen.spots if spot.zone == f"{PILE}{n}"] for n in PILE_NUMBERS}
    names = {n: _names(state, spots[0]) for n, spots in tops.items() if len(spots) == 1}
    was = dict(enumerate(state.tops, 1))
    gone = tuple(n for n in PILE_NUMBERS if was[n] and not tops[n])
    changed = {n: options for n, options in names.items() if was[n] and was[n] not in options}
    fresh = {n: options for n, options in names.items() if not was[n]}
    if state.phase not in AFTER_THE_END:
        yield from _in_turn(state, gone, changed, fresh)
        yield from _specials(state, changed, fresh)
    yield from _open(state, seen)


def _names(state: State, spot: Spot) -> tuple[str, ...]:
    names = spot.alternatives if spot.piece is None else (spot.piece,)
    return tuple(state.box.ids[name] for name in names if name in state.box.ids)


Options = Mapping[int, tuple[str, ...]]
"""For each pile the cards that its new top may be."""


def _in_turn(state: State, gone: tuple[int, ...], changed: Options, fresh: Options) -> Iterator[Action]:
    seat, bathroom = state.active, [*gone, *changed]
    if gone and not changed and not fresh:
        yield Take(seat, _empties_last(state, gone))
    if fresh and not gone and not changed:
        yield from (Flip(tops) for tops in _readings(fresh))
    if changed:
        piles = _empties_last(state, (*gone, *changed))
        yield from (Turn(seat, piles, tops) for tops in _readings({**changed, **fresh}))
    if state.phase is Phase.START and len(bathroom) == 1 and not fresh:
        yield from (Bathroom(seat, bathroom[0], top) for top in changed.get(bathroom[0], ("",)))


def _empties_last(state: State, piles: tuple[int, ...]) -> tuple[int, ...]:
    """The order of several picks shows only when one of them ends the game: that one was the last."""
    return tuple(sorted(piles, key=lambda n: (state.left(n) == 1, n)))


def _readings(options: Options) -> Iterator[tuple[tuple[int, str], ...]]:
    numbers = sorted(options)
    for cards in islice(product(*(options[n] for n in numbers)), MOST_READINGS):
        yield tuple(zip(numbers, cards, strict=True))


def _specials(state: State, changed: Options, fresh: Options) -> Iterator[Action]:
    """A special that lies on a pile now and did not before: who played it is for the table to say when several may have."""
    specials = state.box.specials
    seats = range(state.house.players)
    for number, cards in changed.items():
        if specials.get(Special.SWOOP) in cards:
            yield from (Swoop(seat, number) for seat in seats)
        if specials.get(Special.FRESH_TRAY) in cards:
            yield from (Tray(state.active, number, seat) for seat in seats)
    if any(specials.get(Special.DUMP) in cards for cards in fresh.values()):
        yield from (dump for dump in dumps(state) if specials[Special.DUMP] in fresh.get(dump.pile, ()))


def _open(state: State, seen: Layout) -> Iterator[Action]:
    """Open cards, in every way to name them: one dish that was laid just now, or a filled stomach."""
    named = {_cell(spot.slot): names for spot in seen.spots if spot.zone == OPEN and (names := _names(state, spot))}
    for cards in islice(product(*named.values()), MOST_READINGS if named else 0):
        dishes = dishes_in(state.box, dict(zip(named, cards, strict=True)))
        if state.phase in AFTER_THE_END:
            yield from _eaten(state, dishes)
        elif len(dishes) == 1:
            (dish,) = dishes.values()
            yield from (Lay(seat, dish) for seat in range(state.house.players))


def _cell(text: str) -> Cell:
    row, _, col = text.removeprefix("r").partition("c")
    return int(row), int(col)


def dishes_in(box: Box, cells: Mapping[Cell, str]) -> dict[Cell, tuple[str, ...]]:
    """Whole dishes among cells, by their top left cell; a Free Refill belongs to the dish around it."""
    refill = box.specials.get(Special.FREE_REFILL)
    found: dict[Cell, tuple[str, ...]] = {}
    for (row, col), card_id in sorted(cells.items()):
        card = box.by_id[card_id]
        top, left = row - card.row, col - card.col
        if card.dish and (top, left) not in found:
            places = {(top + place.row, left + place.col): place.id for place in box.dishes[card.dish]}
            if all(cells.get(cell) in (place, refill) for cell, place in places.items()):
                found[top, left] = tuple(sorted(cells[cell] for cell in places))
    return found


def _eaten(state: State, dishes: Mapping[Cell, tuple[str, ...]]) -> Iterator[Action]:
    """Whose dishes these are: what lies there beyond what is known to."""
    for seat, served in enumerate(state.served):
        known = served.placed if served else ()
        alike = [dish.cards for dish in state.laid[seat]]
        for seen in _numbered(alike, dishes, known) if not (served and served.done) else ():
            fresh = [one for one in seen if one[0] not in {number for number, _, _ in known}]
            if len(fresh) == 1:
                # Of dishes alike any may be meant; it comes to the same.
                (number, row, col), same = fresh[0], alike[fresh[0][0] - 1]
                yield from (Eat(seat, ((n, row, col),)) for n, cards in enumerate(alike, 1) if n >= number and cards == same)
            elif fresh:
                yield Eat(seat, tuple(fresh))


def _numbered(
    stack: list[tuple[str, ...]], dishes: Mapping[Cell, tuple[str, ...]], known: tuple[Placed, ...]
) -> Iterator[tuple[Placed, ...]]:
    """The open dishes by their numbers in a stack, counted as the known ones are; nothing when one of them is not there."""
    corners = [cell for cell, cards in dishes.items() if known and cards == stack[known[0][0] - 1]]
    for up, back in [(row - known[0][1], col - known[0][2]) for row, col in corners] if known else [(0, 0)]:
        left = {(row - up, col - back): cards for (row, col), cards in dishes.items()}
        placed = [(number, row, col) for number, row, col in known if left.pop((row, col), None) == stack[number - 1]]
        free = [number for number in range(1, len(stack) + 1) if number not in {n for n, _, _ in known}]
        for (row, col), cards in left.items():
            number = next((n for n in free if stack[n - 1] == cards), 0)
            placed += [(number, row, col)] if number else []
            free = [n for n in free if n != number]
        if len(placed) == len(dishes) and set(known) <= set(placed):
            yield tuple(sorted(placed))
