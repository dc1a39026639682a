"""What may be done, why not, and what comes of it. What the table does (clearing, dealing, showing a hand) is an action too."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.game import IllegalAction, Pack, Setup, Status, Violation
from companion.games.appetite.house import house
from companion.games.appetite.notation import Cursor, parse
from companion.games.appetite.pieces import CARDS, ROUNDS, Card, Claim, Clause, Laid, Sheet, State, seat_name
from companion.games.appetite.scoring import has_ended, is_hand_over, is_over, leaders, written

MULLIGAN = 4
"""Cards of one suit that allow a new hand."""


@dataclass(frozen=True, slots=True)
class Play:
    """A player lays a card on the table."""

    seat: int
    card: Card

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} play {self.card}"


@dataclass(frozen=True, slots=True)
class Pass:
    """A player says "pass"."""

    seat: int

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} pass"


@dataclass(frozen=True, slots=True)
class CantPlay:
    """The leader of a round says "I can't play"."""

    seat: int

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} cant-play"


@dataclass(frozen=True, slots=True)
class Mulligan:
    """A player shows the hand, puts it under the deck and gets a new one."""

    seat: int
    cards: tuple[Card, ...] = ()
    """The hand as shown; empty when the table has looked at it and nobody typed it in."""

    def __str__(self) -> str:
        return " ".join([seat_name(self.seat), "mulligan", *map(str, self.cards)])


@dataclass(frozen=True, slots=True)
class Reveal:
    """After the hand, a player who could not play shows one of the cards left."""

    seat: int
    card: Card

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} reveal {self.card}"


@dataclass(frozen=True, slots=True)
class Clear:
    """The table's own: the cards of a satisfied round are moved away. Leading the next round implies it."""

    seat: ClassVar[None] = None

    def __str__(self) -> str:
        return "table clear"


@dataclass(frozen=True, slots=True)
class Deal:
    """The table's own: the cards are collected and dealt anew. Before the first card of all it says who deals first."""

    seat: ClassVar[None] = None
    dealer: int

    def __str__(self) -> str:
        return f"table deal {seat_name(self.dealer)}"


Action = Play | Pass | CantPlay | Mulligan | Reveal | Clear | Deal


def parse_action(text: str) -> Action:
    """An action from its line. Raises TextError with the column of the first character not understood."""
    cursor = Cursor(text)
    action = _table_action(cursor) if cursor.has("table ") else _player_action(cursor)
    cursor.end()
    return action


def _table_action(cursor: Cursor) -> Action:
    if cursor.has("clear"):
        return Clear()
    cursor.take("deal ", "clear, or deal and a player")
    return Deal(cursor.seat())


def _player_action(cursor: Cursor) -> Action:
    seat = cursor.seat()
    match cursor.take(" (play |reveal |pass|cant-play|mulligan)", "play, pass, cant-play, mulligan or reveal").strip():
        case "play":
            return Play(seat, cursor.card())
        case "reveal":
            return Reveal(seat, cursor.card())
        case "pass":
            return Pass(seat)
        case "cant-play":
            return CantPlay(seat)
    cards = []
    while cursor.has(" "):
        cards.append(cursor.card())
    return Mulligan(seat, tuple(cards))


def initial(pack: Pack, setup: Setup) -> State:
    """The first hand is dealt by the last seat, so that seat 0 leads; Deal names another dealer. Raises SetupError."""
    rules = house(pack, setup)
    return State(rules, rules.players - 1, (Sheet(),) * rules.players)


def parse_state(pack: Pack, setup: Setup, text: str) -> State:
    """Inverse of str(state). Raises SetupError and TextError."""
    return parse(house(pack, setup), text)


def status(state: State) -> Status:
    """Where the game stands; when a hand is over the table acts."""
    if is_over(state):
        return Status((), over=True, winners=leaders(state), phase=f"over after hand {state.hand}")
    if is_hand_over(state):
        return Status((), phase=f"hand {state.hand} is over")
    return Status((state.turn,), phase=f"hand {state.hand}, round {state.round}")


def legal_actions(state: State) -> Iterator[Action]:
    """Every action that the rulebook allows, hands being unknown; a Mulligan without its cards."""
    seats = range(state.house.players)
    if not is_over(state):
        for action in _thinkable(state, seats):
            if not violations(state, action):
                yield action


def _thinkable(state: State, seats: range) -> Iterator[Action]:
    if is_hand_over(state):
        yield from (Reveal(seat, card) for seat in owing(state) for card in CARDS)
        yield Deal(state.left_of(state.dealer))
        return
    room = state.appetite - state.total
    yield from (Play(state.turn, card) for card in CARDS if card.value <= room and card.suit is not state.locked)
    yield CantPlay(state.turn) if state.is_round_start else Pass(state.turn)
    if not state.laid:
        yield from map(Mulligan, seats)
        yield from (Deal(seat) for seat in seats if state.hand == 1)
    if state.is_swept:
        yield Clear()


def violations(state: State, action: Action) -> tuple[Violation, ...]:
    """Every reason why not, at once."""
    seat = action.dealer if isinstance(action, Deal) else action.seat
    if seat is not None and not 0 <= seat < state.house.players:
        return (Violation(Clause.DEAL, f"there is no {seat_name(seat)} at a table of {state.house.players}"),)
    if is_over(state):
        return (Violation(Clause.TWO_COLUMNS_END, "the game is over: two columns of a sheet are full"),)
    match action:
        case Reveal():
            return tuple(_against_reveal(state, action))
        case Deal():
            return tuple(_against_deal(state, action))
    if is_hand_over(state):
        return (Violation(Clause.CLOCKWISE, f"hand {state.hand} is over; {seat_name(state.left_of(state.dealer))} deals"),)
    match action:
        case Play(seat, card):
            return (*_out_of_turn(state, seat), *_against_play(state, seat, card))
        case Pass(seat):
            return (*_out_of_turn(state, seat), *_against_pass(state))
        case CantPlay(seat):
            return (*_out_of_turn(state, seat), *_against_cant_play(state, seat))
        case Mulligan():
            return tuple(_against_mulligan(state, action))
    return tuple(_against_clear(state))


def turn_reason(state: State) -> tuple[str, Clause]:
    """Why it is the turn of whose turn it is."""
    who = seat_name(state.turn)
    if state.is_round_start and state.declined:
        return f"{who} is next, since {seat_name((state.turn - 1) % state.house.players)} can't play", Clause.LEADER_MUST_PLAY
    if not state.laid:
        return f"{who} leads, left of the dealer", Clause.DEAL
    if state.is_round_start:
        return f"{who} leads, left of who scored", Clause.LEFT_OF_SCORER_LEADS
    if state.turn == state.laid[-1].seat:
        return f"{who} laid the last card and everybody else has passed", Clause.LAST_PLAYER_TOO
    return f"{who} is next, clockwise", Clause.CLOCKWISE


def _out_of_turn(state: State, seat: int) -> Iterator[Violation]:
    if seat != state.turn:
        why, clause = turn_reason(state)
        yield Violation(clause, f"not {seat_name(seat)}: {why}")


def _against_play(state: State, seat: int, card: Card) -> Iterator[Violation]:
    if not state.hands[seat]:
        yield Violation(Clause.SECRET_HANDS, f"{seat_name(seat)} has no cards left, and none are drawn during a hand")
    if card.suit is state.locked:
        yield Violation(Clause.NO_SUIT_TWICE, f"the last card is {state.laid[-1].card.called}; {card.called} has the same suit")
    if state.total + card.value > state.appetite:
        total = state.total + card.value
        yield Violation(Clause.TOTAL_WITHIN_APPETITE, f"{state.total} + {card.value} is {total}; the appetite is {state.appetite}")
    yield from _against_copies(state, card)


def _against_copies(state: State, *cards: Card) -> Iterator[Violation]:
    """Only a card that has been seen before in this hand can be one too many."""
    gone = state.gone
    if len(set(cards).difference(gone)) < len(cards):
        yield from (Violation(Clause.COMPONENTS, why) for why in state.house.deck.faults((*gone, *cards)))


def _against_pass(state: State) -> Iterator[Violation]:
    if state.is_round_start:
        why = f"round {state.round} starts: {seat_name(state.turn)} plays a card, or can't"
        yield Violation(Clause.LEADER_MUST_PLAY, why)


def _against_cant_play(state: State, seat: int) -> Iterator[Violation]:
    held, suit = state.hands[seat], state.locked
    if not state.is_round_start:
        yield Violation(Clause.LEADER_MUST_PLAY, f'only before the first card of a round; in round {state.round} say "pass"')
    elif held and suit is None:
        yield Violation(Clause.ONLY_SUIT_BLOCKS, f"no suit is locked and every card fits; {seat_name(seat)} holds {held}")
    elif held and suit:
        claimed = [claim.seat for claim in state.claims if claim.after == len(state.laid)]
        left = state.house.deck.holds(suit) - sum(card.suit is suit for card in state.gone)
        if (all_held := held + sum(state.hands[other] for other in claimed)) > left:
            who = " and ".join(map(seat_name, (*claimed, seat)))
            yield Violation(Clause.LEADER_MUST_PLAY, f"{who} would hold {all_held} {suit.called}; {left} are left")


def _against_mulligan(state: State, action: Mulligan) -> Iterator[Violation]:
    seat, cards = action.seat, action.cards
    if state.laid:
        yield Violation(Clause.MULLIGAN, f"a new hand only before the first card; {len(state.laid)} lie there")
    if seat in state.mulligans:
        yield Violation(Clause.MULLIGAN, f"once per hand, and {seat_name(seat)} has had a new one")
    if not cards:
        return
    if len(cards) != state.house.dealt:
        yield Violation(Clause.DEAL, f"a hand is {state.house.dealt} cards, not {len(cards)}")
    suit, most = Counter(card.suit for card in cards).most_common(1)[0]
    wanted = {"all_5": f"all {state.house.dealt}", "exactly_4": f"exactly {MULLIGAN}"}.get(state.house.mulligan, f"{MULLIGAN}")
    allowed = {"all_5": most == state.house.dealt, "exactly_4": most == MULLIGAN}.get(state.house.mulligan, most >= MULLIGAN)
    if not allowed:
        yield Violation(Clause.MULLIGAN, f"{most} {suit.called} at most; {wanted} of one suit needed")
    yield from _against_copies(state, *cards)


def _against_clear(state: State) -> Iterator[Violation]:
    if not state.is_swept:
        yield Violation(Clause.CLEARING, "the cards stay: the last round was not satisfied, or the next has begun")
    elif state.moved:
        yield Violation(Clause.CLEARING, "the cards have been moved away already")


def owing(state: State) -> tuple[int, ...]:
    """Seats that said "I can't play" and have cards yet to show after the hand, where the table asks for that."""
    shown = Counter(laid.seat for laid in state.revealed)
    seats = sorted({claim.seat for claim in state.claims}) if state.house.is_proof_asked else []
    return tuple(seat for seat in seats if shown[seat] < state.hands[seat])


def _against_reveal(state: State, action: Reveal) -> Iterator[Violation]:
    if not is_hand_over(state):
        yield Violation(Clause.SECRET_HANDS, f"hands are secret until hand {state.hand} is over")
    if action.seat not in owing(state):
        yield Violation(Clause.SECRET_HANDS, f"{seat_name(action.seat)} has nothing to prove, or has shown it")
    yield from _against_copies(state, action.card)


def _against_deal(state: State, action: Deal) -> Iterator[Violation]:
    following = state.left_of(state.dealer)
    if is_hand_over(state):
        if action.dealer != following:
            yield Violation(Clause.CLOCKWISE, f"the deal passes to the left: {seat_name(following)}, not {seat_name(action.dealer)}")
        for seat in owing(state):
            yield Violation(Clause.LEADER_MUST_PLAY, f'{seat_name(seat)} said "I can\'t play" and shows the hand first')
    elif state.laid or state.hand > 1:
        yield Violation(Clause.CLOCKWISE, f"hand {state.hand} is being played: round {state.round}, total {state.total}")
    elif action.dealer == state.dealer:
        yield Violation(Clause.DEAL, f"{seat_name(state.dealer)} is the dealer")


def apply(state: State, action: Action) -> State:
    """The state after an action. Raises IllegalAction carrying every violation."""
    if found := violations(state, action):
        raise IllegalAction(action, found)
    match action:
        case Play(seat, card):
            return _play(state, Laid(seat, card))
        case Pass():
            return _pass(state)
        case CantPlay(seat):
            return _cant_play(state, seat)
        case Mulligan(seat, cards):
            return replace(state, mulligans=tuple(sorted((*state.mulligans, seat))), under=(*state.under, *cards))
        case Reveal(seat, card):
            return replace(state, revealed=tuple(sorted((*state.revealed, Laid(seat, card)))))
        case Deal(dealer):
            hand = state.hand + is_hand_over(state)
            return State(state.house, dealer, state.sheets, hand, overtime=has_ended(state))
    return replace(state, moved=True)


def _play(state: State, laid: Laid) -> State:
    rounds = (*state.rounds[:-1], (*state.rounds[-1], laid))
    after = replace(state, rounds=rounds, declined=0, moved=False)
    return _score(after) if after.total == after.appetite else after


def _pass(state: State) -> State:
    after = replace(state, declined=state.declined + 1)
    return _score(after) if after.declined == state.house.players else after


def _cant_play(state: State, seat: int) -> State:
    """Somebody with cards left claims something that can be proved later; nobody doubts an empty hand."""
    claims = state.claims
    if state.locked is not None and state.hands[seat]:
        claims = (*claims, Claim(seat, state.locked, len(state.laid)))
    return replace(state, claims=claims, declined=state.declined + 1)


def _score(state: State) -> State:
    """The player of the last card scores and the round ends; only the present Appetite counts (AP-5.7)."""
    seat, card = state.laid[-1].seat, state.laid[-1].card
    sheet, _ = written(state.house, state.sheets[seat], card, state.total, state.total == state.appetite)
    after = replace(state, sheets=(*state.sheets[:seat], sheet, *state.sheets[seat + 1 :]))
    if after.round == ROUNDS or (has_ended(after) and not after.overtime):
        return after
    return replace(after, rounds=(*after.rounds, ()), declined=0)
