"""A position and an action in words and plain values, for people, pages and programs. Nothing hidden is in them."""

from collections.abc import Iterator

from companion.game import Json
from companion.games.appetite.pieces import (
    COLUMNS_TO_END,
    ICONS_FOR_POINTS,
    ROUNDS,
    VALUES,
    WRITTEN,
    Claim,
    Clause,
    Laid,
    Sheet,
    State,
    Suit,
    seat_name,
)
from companion.games.appetite.rules import Action, CantPlay, Deal, Mulligan, Pass, Play, Reveal, apply, owing, turn_reason, violations
from companion.games.appetite.scoring import is_hand_over, is_over, leaders, points, written

Shown = dict[str, Json]
Hint = tuple[str, tuple[Clause, ...]]


def show(state: State) -> Shown:
    """Everything that everybody at the table may know.

    Seats count from 0; `turn` is null while the table acts. `hints` says in words what may be done now, `alarms` whose next score
    would end the game, each with its clauses.
    """
    is_played = not is_hand_over(state)
    return {
        **_ring(state, is_played),
        "pile": [_card(state, laid) for laid in state.pile],
        "last": _card(state, state.pile[-1]) if state.pile else None,
        "hands": list(state.hands),
        "passes": state.declined if is_played and not state.is_round_start else 0,
        "passes_to_score": state.house.players,
        "passes_clause": Clause.PASS_COUNTER,
        "passed": [is_played and seat in _declined(state) for seat in range(state.house.players)],
        "mulligans": list(state.mulligans),
        "sheets": [_sheet(state, seat, sheet) for seat, sheet in enumerate(state.sheets)],
        "claims": [_claim(state, claim) for claim in state.claims],
        "revealed": [_card(state, laid) for laid in state.revealed],
        "hints": [{"text": text, "clauses": list(clauses)} for text, clauses in _hints(state)],
        "alarms": [_alarm(seat, suit) for seat, suit in _one_short(state)],
        "over": is_over(state),
        "winners": list(leaders(state)) if is_over(state) else [],
    }


def _ring(state: State, is_played: bool) -> Shown:
    return {
        "hand": state.hand,
        "round": state.round,
        "rounds": ROUNDS,
        "dealer": state.dealer,
        "leader": state.leader,
        "turn": state.turn if is_played else None,
        "turn_reason": turn_reason(state)[0] if is_played else "",
        "must_play": is_played and state.is_round_start,
        "total": state.total,
        "appetite": state.appetite,
        "distance": state.appetite - state.total,
        "is_exact": state.total == state.appetite or (state.is_swept and not state.moved),
        "locked": state.locked if is_played else None,
        "to_clear": is_played and state.is_swept and not state.moved,
        "hand_over": not is_played,
        "overtime": state.overtime,
    }


def _declined(state: State) -> set[int]:
    first = state.leader if state.is_round_start else state.left_of(state.laid[-1].seat)
    return {(first + step) % state.house.players for step in range(state.declined)}


def _card(state: State, laid: Laid) -> Shown:
    card = laid.card
    return {"piece": state.house.piece(card), "suit": card.suit, "value": card.value, "text": card.called, "seat": laid.seat}


def _sheet(state: State, seat: int, sheet: Sheet) -> Shown:
    house = state.house
    columns: list[Json] = [
        {
            "suit": suit,
            "title": suit.called,
            "entries": [] if suit is Suit.DESSERTS else [entry.total for entry in sheet.columns[WRITTEN.index(suit)]],
            "boxes": house.boxes[suit],
            "left": max(0, house.boxes[suit] - sheet.filled(suit)),
            "full": suit in state.full[seat],
        }
        for suit in Suit
    ]
    return {
        "seat": seat,
        "columns": columns,
        "icons": sheet.icons,
        "icons_for_points": ICONS_FOR_POINTS,
        "full_columns": len(state.full[seat]),
        "sum": points(house, sheet),
        "sum_clause": Clause.SUM,
    }


def _claim(state: State, claim: Claim) -> Shown:
    """Whether "I can't play" was true, as far as the cards shown since tell; null while they do not."""
    later = [laid.card.suit for laid in (*state.laid[claim.after :], *state.revealed) if laid.seat == claim.seat]
    held = state.house.dealt - sum(laid.seat == claim.seat for laid in state.laid[: claim.after])
    honest = False if any(suit is not claim.suit for suit in later) else (True if len(later) == held else None)
    return {"seat": claim.seat, "suit": claim.suit, "cards": held, "honest": honest, "clause": Clause.LEADER_MUST_PLAY}


def _one_short(state: State) -> Iterator[tuple[int, Suit]]:
    """Who needs which one column more to end the game, and could fill it with one score."""
    for seat, sheet in enumerate(state.sheets):
        if len(state.full[seat]) != COLUMNS_TO_END - 1 or is_over(state):
            continue
        for suit in Suit:
            left = state.house.boxes[suit] - sheet.filled(suit)
            if 0 < left <= (2 if suit is Suit.DESSERTS else 1):
                yield seat, suit


def _alarm(seat: int, suit: Suit) -> Shown:
    clauses: list[Json] = [Clause.TWO_COLUMNS_END]
    if suit is Suit.DESSERTS:
        clauses.insert(0, Clause.FOUR_ICONS)
    return {"seat": seat, "suit": suit, "text": f"{suit.called} would be a second full column. That ends the game.", "clauses": clauses}


def _hints(state: State) -> Iterator[Hint]:
    """What may be done now, as sentences without a subject, each with its clauses."""
    if is_over(state):
        yield "The game is over.", (Clause.TWO_COLUMNS_END,)
        if len(leaders(state)) > 1:
            yield "The win is shared.", (Clause.TIE,)
    elif is_hand_over(state):
        if owed := owing(state):
            yield f"{' and '.join(map(seat_name, owed))} to show the cards left.", (Clause.LEADER_MUST_PLAY,)
        yield f"{seat_name(state.left_of(state.dealer))} collects the cards and deals.", (Clause.CLOCKWISE,)
    else:
        if state.is_swept and not state.moved:
            yield "The cards of the last round are moved away.", (Clause.CLEARING,)
        yield from _turn_hints(state)


def _turn_hints(state: State) -> Iterator[Hint]:
    if not state.hands[state.turn]:
        says, clause = ("I can't play", Clause.ONLY_SUIT_BLOCKS) if state.is_round_start else ("pass", Clause.PASSING)
        yield f'No cards left: say "{says}".', (clause,)
        return
    room = state.appetite - state.total
    suits = f", but not {state.locked.called}" if state.locked else ""
    lock = (Clause.NO_SUIT_TWICE,) if suits else ()
    if state.is_round_start:
        yield f"Lead any card{suits}.", (Clause.LEADER_MUST_PLAY, *lock)
    else:
        yield f"{f'Play up to {room}' if room < max(VALUES) else 'Play any card'}{suits}.", (Clause.TOTAL_WITHIN_APPETITE, *lock)
    if room in VALUES:
        yield f"A {room} makes {state.appetite} exactly.", (Clause.TWO_WAYS, Clause.CURRENT_APPETITE)


def tell(state: State, action: Action) -> str:
    """An action as a sentence without its subject; `state` is the one before. Of a refused action only what it is."""
    after = state if violations(state, action) else apply(state, action)
    is_allowed = after is not state
    match action:
        case Play(_, card):
            verb = "led" if state.is_round_start else "played"
            is_exact = is_allowed and after.total == state.appetite
            total = f" Total {after.total}." if is_allowed else ""
            return f"{verb} {card.called}.{total}{_scored(state, after, is_exact) if is_exact else ''}"
        case Pass():
            has_scored = is_allowed and state.declined == state.house.players - 1
            return f"passed.{_scored(state, after, False) if has_scored else ''}"
        case CantPlay():
            return f"""said "I can't play".{" Nobody can lead: the hand ends." if is_allowed and is_hand_over(after) else ""}"""
        case Mulligan(_, cards):
            return f"took a new hand for {', '.join(card.called for card in cards) or 'four of a suit'}."
        case Reveal(_, card):
            return f"showed {card.called}."
        case Deal(dealer):
            leads = f", {seat_name(after.leader)} leads" if is_allowed else ""
            return f"began hand {after.hand if is_allowed else state.hand + 1}: {seat_name(dealer)} deals{leads}."
    return "moved the cards away. Any suit may lead."


def _scored(before: State, after: State, is_exact: bool) -> str:
    """What the player of the last card writes on the sheet, with its clauses."""
    laid = after.laid[-1]
    _, told = written(before.house, before.sheets[laid.seat], laid.card, after.total, is_exact)
    why = f"The Appetite of {before.appetite} is satisfied" if is_exact else "Everybody has passed"
    what = " and ".join(f"{text} ({clause})" for text, clause in told)
    end = f" That ends the game ({Clause.TWO_COLUMNS_END})." if is_over(after) else ""
    return f" {why}: {seat_name(laid.seat)} writes {what}.{end}"


def in_general(state: State, action: Action) -> str | None:
    """Cards are offered by what the table allows, since nobody knows who holds which; everything else in full."""
    match action:
        case Play():
            room = min(state.appetite - state.total, max(VALUES))
            value = "any card" if room == max(VALUES) else f"a card of {room}" if room == min(VALUES) else f"a card of {room} or less"
            verb = "led" if state.is_round_start else "played"
            return f"{verb} {value}{f', of another suit than {state.locked.called}' if state.locked else ''}."
        case Reveal():
            return "showed a card that was left."
    return None
