"""What every plate is worth, what the table still has to look at before it is final, and who is Buffet Boss."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.game import ScoreLine
from companion.games.buffet_boss.characters import TOUCHING, bonus, needs_print
from companion.games.buffet_boss.pieces import TALLEST_BONUS, Character, Clause, Mode, Plate, State, seat_name

EMPTY, NOT_IN_MM = (-1, 0), 0
"""An empty plate is less tall than any other; plates that were not measured in millimetres are compared by the ruler alone."""


@dataclass(frozen=True, slots=True)
class Open:
    """Something that has to be done or looked at before the score is final."""

    seat: int | None
    """Whose it is; None for something that anybody can look up."""
    what: str
    """A sentence without a subject."""
    clause: Clause


def plural(count: int, word: str) -> str:
    """E.g. "3 stars"."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def stars(state: State, plate: Plate) -> int:
    """Sum of the food on a plate, as far as its stars are known (BB-7.1)."""
    return sum(state.prints[food].stars or 0 for food in plate.pieces)


def scores(state: State) -> tuple[ScoreLine, ...]:
    """Food, character, tallest, in this order, for every seat; nothing where all play together (BB-9.5)."""
    if state.house.is_together:
        return ()
    tallest = tallest_seats(state)
    return tuple(line for seat in state.seats for line in _lines(state, seat, tallest))


def _lines(state: State, seat: int, tallest: tuple[int, ...]) -> Iterator[ScoreLine]:
    plate, ids = state.plates[seat], state.house.ids
    for food in plate.pieces:
        worth = state.prints[food].stars
        if worth is None:
            yield ScoreLine(seat, f"{food}: its stars are not known yet", 0, Clause.MENU, (ids[food],))
        else:
            yield ScoreLine(seat, f"{food}: {plural(worth, 'star')}", worth, Clause.STARS, (ids[food],))
    for food in plate.surplus:
        yield ScoreLine(seat, f"{food} is not on the plate", 0, Clause.CARDS_ARE_PIECES, (ids[food],))
    if plate.character and not any(_unknown(state, plate, plate.character)):
        found = bonus(plate, plate.character, state.prints, state.house.answers)
        counted = tuple(ids[plate.pieces[n]] for n in found.pieces)
        clause = Clause.OPEN_COUNTS if plate.character.id in ("A1", "A2", "B15") else Clause.BONUS
        yield ScoreLine(seat, f"{plate.character.id}: {found.what}", found.points, clause, counted)
    if seat in tallest:
        yield ScoreLine(seat, "tallest plate", TALLEST_BONUS, Clause.TALLEST, tuple(ids[food] for food in plate.pieces))
    if plate.penalty:
        yield ScoreLine(seat, "knocked down other people's food", -plate.penalty, Clause.OTHER_CAUSED)


def sums(state: State) -> list[int]:
    """Points of every seat."""
    lines = scores(state)
    return [sum(line.points for line in lines if line.seat == seat) for seat in state.seats]


def heights(state: State) -> list[tuple[int, int]] | None:
    """Height and millimetres of each plate, to be compared; `EMPTY` is not tall. None until every one has been measured (BB-7.3)."""
    found = []
    for plate in state.plates:
        if not plate.pieces:
            found.append(EMPTY)
        elif plate.height is None:
            return None
        else:
            found.append((plate.height, plate.mm or NOT_IN_MM))
    return found


def tallest_seats(state: State) -> tuple[int, ...]:
    """Who gets the five stars for the tallest plate; nobody before all are measured after the last round (BB-7.2)."""
    found = heights(state)
    if not state.is_counting or state.busy or found is None or max(found) == EMPTY or _mm_open(state):
        return ()
    first = tuple(seat for seat in state.seats if found[seat] == max(found))
    return () if len(first) > 1 and state.house.answers["tallest_tie"] == "nobody" else first


def _mm_open(state: State) -> tuple[int, ...]:
    """Seats whose plates are the tallest together on the ruler and have to be measured in millimetres."""
    found = heights(state)
    if found is None or not state.house.wants_mm() or max(found) == EMPTY:
        return ()
    tallest, _ = max(found)
    tied = tuple(seat for seat in state.seats if found[seat][0] == tallest)
    return tuple(seat for seat in tied if len(tied) > 1 and state.plates[seat].mm is None)


def open_points(state: State) -> Iterator[Open]:
    """Everything to be done before the score is final, in the order of the rulebook: food, character, tallest."""
    for seat, plate in enumerate(state.plates):
        if plate.fallen:
            yield Open(seat, f"pick up {plate.most_saved} of {plural(len(plate.fallen), 'fallen piece')}", Clause.THREE_SECONDS)
        if plate.hand:
            yield Open(seat, f"stack {' and '.join(plate.hand)}", Clause.CHOOSE)
    if state.house.is_together or not state.is_counting:
        return
    for seat, plate in enumerate(state.plates):
        if plate.surplus:
            yield Open(seat, f"throw away the card of {' and '.join(plate.surplus)}, which is not on the plate", Clause.STARS)
    unread = sorted({food for plate in state.plates for food in plate.pieces if state.prints[food].stars is None})
    for food in unread:
        yield Open(None, f"read the card of {food}: how many stars?", Clause.MENU)
    if state.house.mode is Mode.DINNER:
        yield from (point for seat in state.seats for point in _character(state, seat))
    yield from _heights(state)


def _character(state: State, seat: int) -> Iterator[Open]:
    plate = state.plates[seat]
    if plate.character is None:
        yield Open(seat, "reveal one character", Clause.ONE_CHARACTER)
        return
    for why in _unknown(state, plate, plate.character):
        yield Open(None if why.startswith("read") else seat, why, Clause.BONUS)


def _unknown(state: State, plate: Plate, character: Character) -> Iterator[str]:
    """What the revealed character of a plate asks for and nobody knows yet."""
    if word := needs_print(character):
        for food in sorted(set(plate.pieces)):
            if getattr(state.prints[food], word) is None:
                yield f"read the card of {food}: which {word}?"
    if character.id in TOUCHING and plate.pieces and plate.contacts is None:
        yield f"show who touches whom for {character.id}"


def _heights(state: State) -> Iterator[Open]:
    unit = "in millimetres" if state.house.answers["height_unit"] == "mm" else "with the ruler"
    for seat, plate in enumerate(state.plates):
        if plate.pieces and plate.height is None:
            yield Open(seat, f"measure the plate {unit}", Clause.HEIGHT)
    for seat in _mm_open(state):
        yield Open(seat, "measure the plate in millimetres too: the ruler reads the same", Clause.TALLEST)


def is_over(state: State) -> bool:
    """The score is final; together, everything is stacked or one piece fell."""
    if state.dropped is not None:
        return True
    return state.is_counting and next(open_points(state), None) is None


def winners(state: State) -> tuple[int, ...]:
    """Most stars, then the tallest plate among those, then shared (BB-7.4); together everybody or nobody (BB-9.5)."""
    if state.house.is_together:
        return () if state.dropped is not None else tuple(state.seats)
    points, tall = sums(state), heights(state) or []
    ranks = [(points[seat], tall[seat]) for seat in state.seats]
    return tuple(seat for seat in state.seats if ranks[seat] == max(ranks))


def winning_clause(state: State) -> Clause:
    """The clause that says who wins."""
    if state.house.is_together:
        return Clause.TOGETHER_END
    return Clause.DINNER_WINNER if state.house.mode is Mode.DINNER else Clause.WINNER


def why_won(state: State) -> str:
    """How the game ended, in a sentence; the game is over."""
    if state.dropped is not None:
        return f"Food fell off the plate of {seat_name(state.dropped)}: the game is lost."
    who = winners(state)
    if state.house.is_together:
        return "All the food is on the plates: the game is won."
    best = max(sums(state))
    names = " and ".join(map(seat_name, who))
    how = " and the taller plate" if len(who) < sums(state).count(best) else ""
    return f"{names} {'wins' if len(who) == 1 else 'share the victory'} with {plural(best, 'star')}{how}."
