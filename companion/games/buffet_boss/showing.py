"""A position in plain values, for pages and programs. Nothing hidden is in it: no character before its owner reveals it."""

from collections.abc import Iterator

from companion.game import Json
from companion.games.buffet_boss.pieces import SECONDS, TALLEST_BONUS, Clause, State, listed, names, seat_name
from companion.games.buffet_boss.scoring import (
    Open,
    heights,
    is_over,
    open_points,
    plural,
    stars,
    sums,
    tallest_seats,
    why_won,
    winners,
    winning_clause,
)
from companion.games.buffet_boss.turns import takers, to_act

Shown = dict[str, Json]
Hint = tuple[str, tuple[Clause, ...]]


def show(state: State) -> Shown:
    """Everything that everybody at the table may know.

    Seats count from 0. `hints` says in words what is to be done now, `open` what the score still waits for, each with its clauses.
    `together` is null unless all play with each other; `countdown` is null unless food has fallen.
    """
    house, is_done = state.house, is_over(state)
    seats = range(house.players)
    return {
        "mode": house.mode,
        "title": house.mode.called,
        "round": min(state.round, house.rounds),
        "rounds": house.rounds,
        "deck": state.left,
        "first": state.first,
        "order": [(state.first + n) % house.players for n in seats] if state.first is not None else None,
        "turn": list(to_act(state)) if not is_done else [],
        "line": [_food(state, food) for food in state.line],
        "line_size": house.line,
        "line_clause": Clause.LINE,
        "last_chooses": _last_chooses(state),
        "players": [_player(state, seat) for seat in seats],
        "leader": _leader(state),
        "tallest_bonus": TALLEST_BONUS,
        "height_unit": house.answers["height_unit"],
        "settle_seconds": int(house.answers["settle_seconds"]),
        "countdown": _countdown(state),
        "clocks": _clocks(state),
        "bin": list(state.bin),
        "together": _together(state),
        "open": [_open(point) for point in open_points(state)],
        "hints": [{"text": text, "clauses": list(clauses)} for text, clauses in _hints(state)],
        "counting": state.is_counting,
        "over": is_done,
        "winners": list(winners(state)) if is_done else [],
    }


def _food(state: State, food: str) -> Shown:
    printed = state.prints[food]
    return {"food": food, "piece": state.house.ids[food], "stars": printed.stars, "group": printed.group, "colour": printed.colour}


def _player(state: State, seat: int) -> Shown:
    plate = state.plates[seat]
    return {
        "seat": seat,
        "cards": [_food(state, food) for food in plate.cards],
        "on_plate": [{**_food(state, food), "name": name} for food, name in zip(plate.pieces, names(plate.pieces), strict=True)],
        "hand": list(plate.hand),
        "fallen": list(plate.fallen),
        "surplus": list(plate.surplus),
        "stars": stars(state, plate),
        "stars_unknown": sum(state.prints[food].stars is None for food in plate.pieces),
        "height": plate.height,
        "mm": plate.mm,
        "contacts": None if plate.contacts is None else [list(pair) for pair in plate.contacts],
        "adjusted": plate.adjusted,
        "penalty": plate.penalty,
        "two_hands": seat in state.house.two_hands,
        "characters_face_down": 0 if plate.character else state.house.face_down,
        "character": {"id": plate.character.id, "likes": list(plate.character.likes)} if plate.character else None,
        "points": None if state.house.is_together else sums(state)[seat],
    }


def _last_chooses(state: State) -> bool:
    """It is the last player's turn, with two cards or the last one left to take."""
    if state.house.is_together or state.is_revealing or not state.line:
        return False
    return len(state.taken) >= state.house.players - 1


def _leader(state: State) -> Shown:
    """Whose plate is tallest now, as far as measured; final when it gets the bonus."""
    measured = [(plate.height, seat) for seat, plate in enumerate(state.plates) if plate.height is not None]
    most = max(measured, default=(None, 0))[0]
    return {
        "height": most,
        "seats": [seat for height, seat in measured if height == most],
        "all_measured": heights(state) is not None and bool(measured),
        "bonus": list(tallest_seats(state)),
        "clause": Clause.TALLEST,
    }


def _clocks(state: State) -> list[Json]:
    """The three seconds of every plate that food fell from."""
    fallen = [seat for seat, plate in enumerate(state.plates) if plate.fallen and state.dropped is None]
    return [{"name": f"save P{seat + 1}", "seconds": SECONDS} for seat in fallen]


def _countdown(state: State) -> Json:
    """The three seconds: whose pieces lie there, how many of them may be saved."""
    found: list[Json] = [
        {
            "seat": seat,
            "seconds": SECONDS,
            "fallen": list(plate.fallen),
            "may_save": plate.most_saved,
            "free": plate.is_free,
            "must_place": state.house.answers["three_second"] == "pickup_and_place",
            "clause": Clause.OTHER_CAUSED if plate.is_free else Clause.THREE_SECONDS,
        }
        for seat, plate in enumerate(state.plates)
        if plate.fallen and state.dropped is None
    ]
    return found or None


def _together(state: State) -> Json:
    if not state.house.is_together:
        return None
    stacked = sum(len(plate.pieces) for plate in state.plates)
    return {
        "level": state.house.answers["level"],
        "stacked": stacked,
        "left": state.house.deck - stacked,
        "dropped": state.dropped,
        "extra_taken": len(state.taken) > len(set(state.taken)),
        "clause": Clause.TOGETHER_END,
    }


def _open(point: Open) -> Shown:
    return {"seat": point.seat, "text": point.what, "clause": point.clause}


def _hints(state: State) -> Iterator[Hint]:
    """What is to be done now, as sentences, each with its clauses."""
    if is_over(state):
        yield why_won(state), (winning_clause(state),)
        return
    for point in open_points(state):
        who = f"{seat_name(point.seat)}: " if point.seat is not None else ""
        yield f"{who}{point.what}{'' if point.what.endswith('?') else '.'}", (point.clause,)
    if not state.is_counting and not state.busy:
        yield from _round_hints(state)


def _round_hints(state: State) -> Iterator[Hint]:
    house, players = state.house, state.house.players
    if len(state.boxed) < house.boxed:
        yield f"Put {plural(house.boxed - len(state.boxed), 'card')} of your choice back in the box.", (Clause.LUNCH_DECK,)
    elif state.is_revealing:
        yield f"Reveal {plural(house.line - len(state.line), 'card')} and put its piece on each.", (Clause.LINE,)
    elif house.is_together and state.first is None:
        yield "Agree on who goes first.", (Clause.TOGETHER_FIRST,)
    elif house.is_together:
        extra = " One player takes two." if len(state.taken) == len(set(state.taken)) else ""
        yield f"{' or '.join(map(seat_name, takers(state)))} takes a food; none may be left.{extra}", (Clause.TOGETHER_ALL,)
    elif len(state.taken) < players:
        also = " The last player may take both." if len(state.taken) == players - 1 else ""
        clauses = (Clause.CHOOSE, Clause.LAST_CHOOSES) if also else (Clause.CHOOSE,)
        yield f"{seat_name(takers(state)[0])} takes a food from the line.{also}", clauses
    else:
        text = f"{seat_name(takers(state)[0])} may take {listed(state.line)} too; else it goes to the Waste Bin."
        yield text, (Clause.LAST_CHOOSES, Clause.ROTATE)
