"""Lines of text become positions again, and a position is told everything that is impossible about it."""

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

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

T = TypeVar("T")


class Cursor:
    """Reads a line of text from left to right; whatever it does not understand is a TextError with its column."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def has(self, pattern: str) -> bool:
        """Whether the pattern comes next; if so it is read."""
        found = re.compile(pattern).match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found is not None

    def take(self, pattern: str, wanted: str) -> str:
        """What comes next. Raises TextError when it is not what is wanted."""
        start = self.at
        if not self.has(pattern):
            raise TextError(self.text, start, f"expected {wanted}")
        return self.text[start : self.at]

    def key(self, name: str) -> None:
        """` name=`, after a blank unless it begins the line."""
        self.take(f"{' ' if self.at else ''}{name}=", f"{name}=")

    def number(self) -> int:
        """A whole number without leading zeros."""
        return int(self.take("0|[1-9][0-9]{0,3}", "a number"))

    def seat(self) -> int:
        """P1 to P4."""
        return int(self.take("P[1-4]", "a player, P1 to P4")[1:]) - 1

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

    def several(self, item: Callable[[], T], separator: str = ",") -> tuple[T, ...]:
        """One or more of a kind, or `-` for none."""
        if self.has("-"):
            return ()
        found = [item()]
        while self.has(re.escape(separator)):
            found.append(item())
        return tuple(found)

    def end(self) -> None:
        """Raises TextError when something is left."""
        self.take(r"\Z", "the end")


def parse(rules: House, text: str) -> State:
    """A position from its line, e.g. `hand=1 dealer=P4 P1=- P2=- total=6 rounds=P1:lunches-6 declined=0`.

    Raises TextError with the column of the first character not understood, or of the total with every reason why the position
    cannot be.
    """
    cursor = Cursor(text)
    cursor.key("hand")
    hand = cursor.number()
    cursor.key("dealer")
    dealer = cursor.seat()
    sheets = tuple(_sheet(cursor, seat) for seat in range(rules.players))
    cursor.key("total")
    column, total = cursor.at, cursor.number()
    state = _hand(cursor, State(rules, dealer, sheets, hand))
    cursor.end()
    faults = [*faults_of(state)]
    if total != state.total:
        faults.insert(0, f"the cards add up to {state.total}, not {total} ({Clause.TOTAL_WITHIN_APPETITE})")
    if faults:
        raise TextError(text, column, "; ".join(faults))
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
        moved=cursor.has(" moved"),
        mulligans=_maybe(cursor, "mulligans", cursor.seat),
        under=_maybe(cursor, "under", cursor.card),
        claims=_maybe(cursor, "claims", lambda: _claim(cursor)),
        revealed=_maybe(cursor, "revealed", cursor.laid),
        overtime=cursor.has(" overtime"),
    )


def _maybe(cursor: Cursor, name: str, item: Callable[[], T]) -> tuple[T, ...]:
    return cursor.several(item) if cursor.has(f" {name}=(?!-)") else ()


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


def faults_of(state: State) -> Iterator[str]:
    """Everything about a position that no game can reach, each with its clause."""
    yield from _faults_of_table(state)
    yield from _faults_of_rounds(state)
    yield from _faults_of_sheets(state)


def _faults_of_sheets(state: State) -> Iterator[str]:
    icons = state.house.boxes[Suit.DESSERTS] if state.house.dessert_sets == "per_sheet" else None
    for seat, sheet in enumerate(state.sheets):
        if icons is not None and sheet.icons > icons:
            yield f"{seat_name(seat)} has {sheet.icons} Dessert icons on a sheet with {icons} ({Clause.BOXES})"
    for seat, sheet in enumerate(state.sheets):
        for suit, column in zip(WRITTEN, sheet.columns, strict=True):
            if len(column) > state.house.boxes[suit]:
                places = state.house.boxes[suit]
                yield f"{seat_name(seat)} has {len(column)} totals in {places} boxes of {suit.called} ({Clause.BOXES})"
            for entry in column:
                if not entry.value <= entry.total <= STEP * ROUNDS:
                    yield f"{entry.total} cannot be a Total that a {entry.value} scored ({Clause.TOTAL_WITHIN_APPETITE})"


def _faults_of_table(state: State) -> Iterator[str]:
    players, dealt = state.house.players, state.house.dealt
    seats = {state.dealer, *state.mulligans, *(x.seat for x in state.laid + state.revealed), *(c.seat for c in state.claims)}
    for seat in sorted(seats):
        if seat >= players:
            yield f"{seat_name(seat)} at a table of {players} ({Clause.DEAL})"
        shown = sum(laid.seat == seat for laid in state.laid + state.revealed)
        if shown > dealt:
            yield f"{seat_name(seat)} has shown {shown} cards of {dealt} ({Clause.SECRET_HANDS})"
    for why in state.house.deck.faults(state.gone):
        yield f"{why} ({Clause.COMPONENTS})"
    if state.hand < 1:
        yield f"hands count from 1 ({Clause.DEAL})"
    if state.declined > players:
        yield f"{state.declined} in a row at a table of {players} ({Clause.PASS_COUNTER})"
    if state.moved and not state.is_swept:
        yield f"moved is for the moment after a round that satisfied the Appetite ({Clause.CLEARING})"


def _faults_of_rounds(state: State) -> Iterator[str]:
    if state.round > ROUNDS:
        yield f"{state.round} rounds in a hand of {ROUNDS} ({Clause.CLOCKWISE})"
    total, last = 0, None
    for number, cards in enumerate(state.rounds, start=1):
        if not cards and number < state.round:
            yield f"no card in round {number} ({Clause.LEADER_MUST_PLAY})"
        for laid in cards:
            if total == STEP * number:
                yield f"round {number} went on after the Total was {total} ({Clause.TWO_WAYS})"
            if laid.card.suit is last:
                yield f"{laid.card.called} in round {number} repeats the suit ({Clause.NO_SUIT_TWICE})"
            total, last = total + laid.card.value, laid.card.suit
        if total > STEP * number:
            yield f"{total} in round {number}, and the Appetite is {STEP * number} ({Clause.TOTAL_WITHIN_APPETITE})"
        last = None if total == STEP * number else last
    if state.rounds[-1] and state.round < ROUNDS and not (has_ended(state) and not state.overtime):
        if total == state.appetite:
            yield f"the Total is {total}, so round {state.round + 1} has begun ({Clause.TWO_WAYS})"
        elif state.declined == state.house.players:
            yield f"everybody has passed, so round {state.round + 1} has begun ({Clause.TWO_WAYS})"
