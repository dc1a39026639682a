"""Everything about a position that no game can reach, each with its clause."""

from collections import Counter
from collections.abc import Iterator

from companion.games.buffet_boss.actions import in_order
from companion.games.buffet_boss.limits import copies_faults, graph_faults, likes_fault
from companion.games.buffet_boss.pieces import GROUPS, STARS, Clause, Mode, Plate, State, listed, seat_name
from companion.games.buffet_boss.scoring import plural
from companion.notation import Fault


def faults(state: State) -> Iterator[Fault]:
    """Every reason why a position cannot be."""
    yield from (("line", f"{why} ({clause})") for clause, why in copies_faults(state))
    yield from _of_round(state)
    yield from _of_taking(state)
    yield from _of_reading(state)
    for seat, plate in enumerate(state.plates):
        yield from _of_pieces(state, seat, plate)
        yield from _of_measures(state, seat, plate)
        yield from _of_character(state, seat, plate)
    shown = Counter(plate.character.id for plate in state.plates if plate.character)
    yield from (("round", f"{id} is revealed {n} times; there is one of each ({Clause.COMPONENTS})") for id, n in shown.items() if n > 1)


def _of_round(state: State) -> Iterator[Fault]:
    house = state.house
    if not 1 <= state.round <= house.rounds + 1:
        yield "round", f"round {state.round} of {house.rounds} ({Clause.ROUNDS})"
    named = {"first": state.first, "dropped": state.dropped}
    for name, seat in [*(("taken", seat) for seat in sorted(set(state.taken))), *named.items()]:
        if seat is not None and seat not in state.seats:
            yield name, f"{seat_name(seat)} at a table of {house.players} ({Clause.MODES})"
    if state.is_counting and (state.line or state.taken):
        yield "line", f"all {house.rounds} rounds are done, and cards lie in the line or were taken from it ({Clause.ROUNDS})"
    elif not state.line and state.taken and not state.busy:
        yield "line", f"the line is empty and nothing is left to stack, so round {state.round} is over ({Clause.ROTATE})"
    if len(state.line) > house.line:
        yield "line", f"{len(state.line)} cards in a line of {house.line} ({Clause.LINE})"
    out = min(state.round - 1, house.rounds) * house.line + len(state.line) + len(state.taken)
    if state.out.total() != out:
        yield "line", f"{plural(state.out.total(), 'card')} out of the deck; after this many rounds it is {out} ({Clause.ROUNDS})"
    if len(state.boxed) > house.boxed or (state.out and len(state.boxed) < house.boxed):
        yield "boxed", f"{len(state.boxed)} cards back in the box, not {house.boxed} ({Clause.LUNCH_DECK})"
    if house.is_together and state.bin:
        yield "bin", f"{listed(state.bin)} in the Waste Bin of All-You-Can-Eat ({Clause.TOGETHER_ALL})"
    if state.dropped is not None and not house.is_together:
        yield "dropped", f"a dropped piece ends All-You-Can-Eat only ({Clause.TOGETHER_END})"
    if (state.dropped is not None) != (house.is_together and any(plate.fallen for plate in state.plates)):
        yield "dropped", f"food that fell off the plate of one player ends All-You-Can-Eat ({Clause.TOGETHER_END})"


def _of_taking(state: State) -> Iterator[Fault]:
    house, taken = state.house, state.taken
    if taken and len(state.line) + len(taken) != house.line:
        yield "taken", f"{len(taken)} taken and {len(state.line)} left of a line of {house.line} ({Clause.LINE})"
    if state.first is None and (taken or not house.is_together or house.players == 1):
        yield "first", f"somebody goes first ({Clause.FIRST_PLAYER})"
    if house.is_together and state.first is not None and house.players > 1 and (state.is_revealing or state.is_counting):
        yield "first", f"who goes first is chosen when the line lies there ({Clause.TOGETHER_FIRST})"
    first = state.first or 0
    wanted = [min(first + n, first + house.players - 1) % house.players for n in range(len(taken))]
    if house.is_together:
        had = list(dict.fromkeys(taken))
        is_clockwise = had == [(first + n) % house.players for n in range(len(had))]
        if taken and (not is_clockwise or len(taken) > len(had) + 1):
            yield "taken", f"{listed(map(seat_name, taken))} took, not clockwise or more than one twice ({Clause.TOGETHER_ALL})"
    elif list(taken) != wanted:
        yield "taken", f"{listed(map(seat_name, taken))} took; the order is {listed(map(seat_name, wanted))} ({Clause.CHOOSE})"
    if not house.is_together and house.answers["lands_on_other_plate"] != "stays":
        yield from _of_many(state, first)


def _of_many(state: State, first: int) -> Iterator[Fault]:
    """One card a round, two when last (BB-4.6)."""
    rounds = min(state.round - 1, state.house.rounds)
    last = Counter((first - ago - 1) % state.house.players for ago in range(1, rounds + 1))
    for seat, plate in enumerate(state.plates):
        most = rounds + last[seat] + state.taken.count(seat)
        if len(plate.cards) > most:
            yield seat_name(seat), f"{seat_name(seat)} has {len(plate.cards)} cards; {most} at most by now ({Clause.MOST_CARDS})"


def _of_reading(state: State) -> Iterator[Fault]:
    for food, told in state.read:
        known = state.house.prints.get(food)
        if state.house.is_together or food not in state.out:
            yield "read", f"a card of {food} was read and none was revealed ({Clause.LINE})"
        elif known is None or known.is_complete or not known.agrees(told):
            yield "read", f"the box knows {food} as {known}, not {told} ({Clause.MENU})"
        if told.stars not in STARS or told.group not in GROUPS or told.colour not in state.house.colours:
            yield "read", f"{told} is not printed on any card ({Clause.FOOD_CARD})"
    if len({food for food, _ in state.read}) < len(state.read):
        yield "read", f"a food was read twice ({Clause.MENU})"


def _of_pieces(state: State, seat: int, plate: Plate) -> Iterator[Fault]:
    who = seat_name(seat)
    if too_many := Counter((*plate.pieces, *plate.hand, *plate.fallen)) - Counter(plate.cards):
        yield who, f"{who} has no card for {listed(sorted(too_many))} ({Clause.CARDS_ARE_PIECES})"
    if plate.is_free and (not plate.fallen or state.house.answers["other_caused"] == "normal_rule"):
        yield who, f"{who} may not pick up everything ({Clause.OTHER_CAUSED})"
    if plate.penalty and state.house.answers["other_caused"] != "culprit_penalty":
        yield who, f"{who} loses stars that this table does not take ({Clause.OTHER_CAUSED})"
    if state.house.is_together and plate.surplus:
        yield who, f"{who} has cards without pieces in All-You-Can-Eat ({Clause.TOGETHER_ALL})"
    if state.house.is_together and plate.fallen and state.dropped != seat:
        yield who, f"{who} dropped food, and that ends the game ({Clause.TOGETHER_END})"


def _of_measures(state: State, seat: int, plate: Plate) -> Iterator[Fault]:
    who = seat_name(seat)
    if plate.height is not None and (not plate.pieces or plate.fallen or not plate.height or state.house.is_together):
        yield who, f"{who} has a height without pieces that stand ({Clause.HEIGHT})"
    if plate.mm is not None and (plate.height is None or not plate.mm or not state.house.wants_mm()):
        yield who, f"{who} has a second height that nobody asks for ({Clause.TALLEST})"
    if plate.contacts is None:
        return
    if not plate.pieces or plate.hand or plate.fallen or state.house.mode is not Mode.DINNER or not state.is_counting:
        yield who, f"{who}: who touches whom is looked at when Dinner is over ({Clause.BONUS})"
    yield from ((who, f"{who}: {why} ({Clause.TOUCH_PLATE})") for why in graph_faults(plate.pieces, plate.contacts))
    if plate.contacts != in_order(plate.contacts):
        yield who, f"{who}: contacts are written in order ({Clause.BONUS})"


def _of_character(state: State, seat: int, plate: Plate) -> Iterator[Fault]:
    who, character, house = seat_name(seat), plate.character, state.house
    if character is None:
        return
    if house.mode is not Mode.DINNER:
        yield who, f"{who} has a character in {house.mode.called} ({Clause.NO_CHARACTERS})"
    elif character.id not in house.characters:
        yield who, f"{who} has {character.id}, which was not dealt ({Clause.FIRST_GAME})"
    if not state.is_counting:
        yield who, f"{who} shows a character before the last round is over ({Clause.SECRET_CHARACTERS})"
    known = house.likes.get(character.id)
    why = likes_fault(character.id, character.likes, house.colours)
    if known is not None and character.likes != known:
        yield who, f"{character.id} shows {'+'.join(known)} ({Clause.BONUS})"
    elif known is None and (why or character.likes != tuple(sorted(character.likes))):
        yield who, f"{who}: {why or 'groups and colours are written in order'} ({Clause.BONUS})"
