"""Lines of text become positions again, and a position is told everything that is impossible about it."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from companion import notation
from companion.game import TextError
from companion.games.appetite.pieces import (
    ROUNDS,
    STEP,
    WRITTEN,
    Card,
    Claim,
    Clause,
    Entry,
    House,
    Laid,
    Sheet,
    State,
    Suit,
    seat_name,
)
from companion.games.appetite.scoring import has_ended
from companion.notation import Fault, refuse_impossible

T = TypeVar("T")


class Cursor(notation.Cursor):
    """Reads the game's own words."""

    def suit(self) -> Suit:
        """One of the four."""
        return Suit(self.take("|".join(Suit), "a suit: " + ", ".join(Suit)))

    def card(self) -> Card:
        """E.g. `lunches-6`."""
        suit = self.suit()
        self.take("-", "- and a value")
        return Card(suit, int(self.take("[1-9]", "a value, 1 to 9")))

    def laid(self) -> Laid:
        """E.g. `P2:lunches-6`."""
        seat = self.seat()
        self.take(":", ": and a card")
        return Laid(seat, self.card())


def parse(rules: House, text: str) -> State:
    """A position from its line, e.g. `hand=1 dealer=P4 P1=- P2=- total=6 rounds=P1:lunches-6 declined=0`.

    Raises TextError with the column of the first character not understood, or ImpossibleError with every reason why the position
    cannot be.
    """
    cursor = Cursor(text)
    cursor.key("hand")
    hand = cursor.number()
    cursor.key("dealer")
    dealer = cursor.seat()
    sheets = tuple(_sheet(cursor, seat) for seat in range(rules.players))
    cursor.key("total")
    total = cursor.number()
    state = _hand(cursor, State(rules, dealer, sheets, hand))
    cursor.end()
    sum_ = "total", f"the cards add up to {state.total}, not {total} ({Clause.TOTAL_WITHIN_APPETITE})"
    refuse_impossible(text, cursor.columns, [*([sum_] if total != state.total else []), *faults_of(state)])
    return state


def _hand(cursor: Cursor, opening: State) -> State:
    cursor.key("rounds")
    rounds = cursor.several(lambda: cursor.several(cursor.laid), "/") or ((),)
    cursor.key("declined")
    return State(
        opening.house,
        opening.dealer,
        opening.sheets,
        opening.hand,
        rounds=rounds,
        declined=cursor.number(),
        moved=_has_flag(cursor, "moved"),
        mulligans=_maybe(cursor, "mulligans", cursor.seat),
        under=_maybe(cursor, "under", cursor.card),
        claims=_maybe(cursor, "claims", lambda: _claim(cursor)),
        revealed=_maybe(cursor, "revealed", cursor.laid),
        overtime=_has_flag(cursor, "overtime"),
    )


def _maybe(cursor: Cursor, name: str, item: Callable[[], T]) -> tuple[T, ...]:
    return cursor.some(item) if cursor.has_key(name) else ()


def _has_flag(cursor: Cursor, name: str) -> bool:
    cursor.columns[name] = cursor.at + 1
    return cursor.has(f" {name}")


def _claim(cursor: Cursor) -> Claim:
    seat = cursor.seat()
    cursor.take(":", ": and a suit")
    suit = cursor.suit()
    cursor.take("@", "@ and a number of cards")
    return Claim(seat, suit, cursor.number())


def _sheet(cursor: Cursor, seat: int) -> Sheet:
    cursor.key(seat_name(seat))
    if cursor.has("-"):
        return Sheet()
    columns = {}
    comma = ""
    for suit in WRITTEN:
        if cursor.has(f"{comma}{suit}:"):
            columns[suit] = cursor.several(lambda: _entry(cursor), "+")
            comma = ","
    icons = cursor.number() if cursor.has(f"{comma}icons:") else 0
    if not columns and not icons:
        raise TextError(cursor.text, cursor.at, "expected - or columns of a score sheet")
    return Sheet(tuple(columns.get(suit, ()) for suit in WRITTEN), icons)


def _entry(cursor: Cursor) -> Entry:
    total = cursor.number()
    cursor.take("@", "@ and the value of the card that scored")
    return Entry(total, int(cursor.take("[1-9]", "a value, 1 to 9")))


def faults_of(state: State) -> Iterator[Fault]:
    """Everything about a position that no game can reach, each with its clause."""
    yield from _faults_of_table(state)
    yield from _faults_of_rounds(state)
    yield from _faults_of_sheets(state)


def _faults_of_sheets(state: State) -> Iterator[Fault]:
    icons = state.house.boxes[Suit.DESSERTS] if state.house.dessert_sets == "per_sheet" else None
    for seat, sheet in enumerate(state.sheets):
        if icons is not None and sheet.icons > icons:
            yield seat_name(seat), f"{seat_name(seat)} has {sheet.icons} Dessert icons on a sheet with {icons} ({Clause.BOXES})"
    for seat, sheet in enumerate(state.sheets):
        for suit, column in zip(WRITTEN, sheet.columns, strict=True):
            if len(column) > state.house.boxes[suit]:
                places = state.house.boxes[suit]
                yield seat_name(seat), f"{seat_name(seat)} has {len(column)} totals in {places} boxes of {suit.called} ({Clause.BOXES})"
            for entry in column:
                if not entry.value <= entry.total <= STEP * ROUNDS:
                    yield seat_name(seat), f"{entry.total} cannot be a Total that a {entry.value} scored ({Clause.TOTAL_WITHIN_APPETITE})"


def _faults_of_table(state: State) -> Iterator[Fault]:
    players, dealt = state.house.players, state.house.dealt
    named = {
        "dealer": [state.dealer],
        "rounds": [laid.seat for laid in state.laid],
        "mulligans": list(state.mulligans),
        "claims": [claim.seat for claim in state.claims],
        "revealed": [laid.seat for laid in state.revealed],
    }
    for name, seats in named.items():
        for seat in sorted({seat for seat in seats if seat >= players}):
            yield name, f"{seat_name(seat)} at a table of {players} ({Clause.DEAL})"
    for seat in sorted({laid.seat for laid in state.laid + state.revealed}):
        shown = sum(laid.seat == seat for laid in state.laid + state.revealed)
        if shown > dealt:
            yield "rounds", f"{seat_name(seat)} has shown {shown} cards of {dealt} ({Clause.SECRET_HANDS})"
    for why in state.house.deck.faults(state.gone):
        yield "rounds", f"{why} ({Clause.COMPONENTS})"
    if state.hand < 1:
        yield "hand", f"hands count from 1 ({Clause.DEAL})"
    if state.declined > players:
        yield "declined", f"{state.declined} in a row at a table of {players} ({Clause.PASS_COUNTER})"
    if state.moved and not state.is_swept:
        yield "moved", f"moved is for the moment after a round that satisfied the Appetite ({Clause.CLEARING})"


def _faults_of_rounds(state: State) -> Iterator[Fault]:
    if state.round > ROUNDS:
        yield "rounds", f"{state.round} rounds in a hand of {ROUNDS} ({Clause.CLOCKWISE})"
    total, last = 0, None
    for number, cards in enumerate(state.rounds, start=1):
        if not cards and number < state.round:
            yield "rounds", f"no card in round {number} ({Clause.LEADER_MUST_PLAY})"
        for laid in cards:
            if total == STEP * number:
                yield "rounds", f"round {number} went on after the Total was {total} ({Clause.TWO_WAYS})"
            if laid.card.suit is last:
                yield "rounds", f"{laid.card.called} in round {number} repeats the suit ({Clause.NO_SUIT_TWICE})"
            total, last = total + laid.card.value, laid.card.suit
        if total > STEP * number:
            yield "rounds", f"{total} in round {number}, and the Appetite is {STEP * number} ({Clause.TOTAL_WITHIN_APPETITE})"
        last = None if total == STEP * number else last
    if state.rounds[-1] and state.round < ROUNDS and not (has_ended(state) and not state.overtime):
        if total == state.appetite:
            yield "rounds", f"the Total is {total}, so round {state.round + 1} has begun ({Clause.TWO_WAYS})"
        elif state.declined == state.house.players:
            yield "declined", f"everybody has passed, so round {state.round + 1} has begun ({Clause.TWO_WAYS})"
