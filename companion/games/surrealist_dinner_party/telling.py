"""A position in plain values for pages, programs and the overlay. Nothing hidden is in it."""

from collections.abc import Iterator

from companion.game import Json
from companion.games.surrealist_dinner_party.choices import has_ability
from companion.games.surrealist_dinner_party.house import COURSES
from companion.games.surrealist_dinner_party.pieces import TOKENS, Clause, Counts, FauxPas, Icon, seat_name
from companion.games.surrealist_dinner_party.position import Player, Seated, Stage, State, Task
from companion.games.surrealist_dinner_party.scoring import holders, leaders, most, said, total
from companion.games.surrealist_dinner_party.table import open_tasks
from companion.games.surrealist_dinner_party.waiting import turn_reason, waiting

Shown = dict[str, Json]
Hint = tuple[str, tuple[Clause, ...]]


def show(state: State) -> Shown:
    """Everything that everybody at the table may know. Seats count from 0, appetites from 1; `turn` is null while the table acts."""
    is_played = state.stage in (Stage.TURN, Stage.ACTED) and not state.is_course_over
    return {
        "course": COURSES[state.course],
        "course_number": state.course + 1,
        "courses": len(COURSES),
        "platter": _counts(state.platter),
        "left": sum(state.platter),
        "next_course": _next_course(state),
        "turn": state.turn if is_played else None,
        "turn_reason": turn_reason(state)[0] if is_played else "",
        "order": [(state.turn + n) % state.house.players for n in range(state.house.players)],
        "players": [_player(state, seat, player) for seat, player in enumerate(state.players)],
        "circle": [state.house.guests[name].piece for name in state.circle],
        "kitchen": None if state.kitchen is None else _counts(state.kitchen),
        "faux_pas": [_faux_pas(state, card) for card in state.faux_pas],
        "waiting": [_task(state, task) for task in open_tasks(state)],
        "alerts": [{"text": text, "clauses": list(clauses)} for text, clauses in _alerts(state)],
        "hints": [{"text": text, "clauses": list(clauses)} for text, clauses in _hints(state)],
        "over": state.is_over,
        "winners": list(leaders(state)) if state.is_over else [],
    }


def _counts(counts: Counts) -> Shown:
    return {token.value: n for token, n in zip(TOKENS, counts, strict=True) if n}


def _next_course(state: State) -> Json:
    if state.is_last_course:
        return None
    return {"name": COURSES[state.course + 1], "platter": _counts(state.house.menu[state.course + 1])}


def _player(state: State, seat: int, player: Player) -> Shown:
    return {
        "seat": seat,
        "hand": player.hand,
        "guests": [_guest(state, guest) for guest in player.row],
        "stash": _counts(player.stash),
        "stash_total": sum(player.stash),
        "total": total(state, seat),
        "content": player.content,
        "plates_used": player.has_used_plates,
        "started": player.has_started,
        "kept": player.kept if state.stage is Stage.SETUP and state.house.is_drafted else None,
    }


def _guest(state: State, guest: Seated) -> Shown:
    """A seated guest; of its appetites whether they are empty, matched or wrong, and which side of the token has to be up (SD-7.4)."""
    card = state.house.guests[guest.name]
    slots: list[Json] = [
        {
            "wants": slot.wants,
            "holds": slot.holds,
            "state": "empty" if slot.holds is None else "match" if slot.is_matched else "wrong",
            "design_up": None if slot.holds is None else slot.is_matched,
        }
        for slot in guest.slots
    ]
    return {
        "piece": card.piece,
        "name": card.called,
        "slots": slots,
        "content": guest.is_content,
        "icon": card.icon,
        "ability": card.text,
        "neighbours": [state.house.guests[name].piece for name in state.neighbours(guest.name)],
    }


def _faux_pas(state: State, card: FauxPas) -> Shown:
    printed = card.printed
    return {
        "piece": state.house.faux_pas[card.name][0],
        "text": said(card),
        "kind": printed.kind,
        "token": printed.token,
        "number": printed.number,
        "points": printed.points,
        "progress": [player.stash[printed.token.at] for player in state.players],
        "ready": list(card.ready),
        "claimed": list(card.claimed),
        "leading": list(most(state, card)) if printed.kind != "race" else [],
        "holders": list(holders(state, card)),
        "clauses": [Clause.CLAIMS, Clause.CLAIM_IS_ASKED],
    }


def _task(state: State, task: Task) -> Shown:
    text, clause = waiting(state, task)
    return {"seat": task.seat, "what": task.what, "text": text, "clause": clause, "kinds": list(task.kinds)}


def _alerts(state: State) -> Iterator[Hint]:
    """What is easily forgotten: the bonus of a content guest, a claim that is open, the end of a course."""
    for player in state.players:
        for guest in player.row:
            if guest.is_content:
                yield (
                    f"{state.called(guest.name)} is Perfectly Content: two more tokens when sent home.",
                    (Clause.CONTENT, Clause.SIDES, Clause.FACE),
                )
    for card in state.faux_pas:
        for seat in (seat for seat in card.ready if seat not in card.claimed):
            yield f"{seat_name(seat)} may claim the faux pas card {said(card)}.", (Clause.CLAIM_IS_ASKED,)
    if sum(state.platter) == 1:
        yield "One token is left: who takes it ends the course.", (Clause.LAST_TOKEN,)


def _hints(state: State) -> Iterator[Hint]:
    """What may be done now, as sentences, each with its clauses."""
    if state.is_over:
        yield "The dinner is over.", (Clause.END, Clause.SCORE)
        if len(leaders(state)) > 1:
            yield "The win is shared.", (Clause.TIE,)
    elif state.stage is Stage.SETUP:
        yield "Six guests each; then draft and choose faux pas cards, as agreed.", (Clause.DEAL, Clause.DRAFT, Clause.FAUX_PAS)
    elif state.is_course_over and state.is_last_course:
        yield "Everybody sends all guests home and stashes their tokens.", (Clause.END, Clause.END_ORDER)
    elif state.is_course_over:
        tokens = ", ".join(f"{n} {kind}" for kind, n in _counts(state.house.menu[state.course + 1]).items())
        yield f"Refill the platter for {COURSES[state.course + 1]}: {tokens}.", (Clause.REFILL, Clause.MENU)
    elif state.tasks:
        yield from ((f"{waiting(state, task)[0]}.", (waiting(state, task)[1],)) for task in open_tasks(state))
    else:
        yield from _turn_hints(state)


def _turn_hints(state: State) -> Iterator[Hint]:
    player = state.players[state.turn]
    if not player.has_started:
        yield "First turn: seat a guest.", (Clause.FIRST_TURN, Clause.FIRST_PLATTER)
        return
    yield "Seat a guest, send one home, or both.", (Clause.PLAY_A_GUEST, Clause.THREE_SEATED, Clause.WHERE)
    if any(guest.empty and state.neighbours(guest.name) for guest in player.row):
        yield "Give compliments or start drama with a neighbour.", (Clause.MINGLE, Clause.NEIGHBOURS, Clause.CIRCLE)
    yield "Serve a token of the platter, or trash it.", (Clause.SERVE, Clause.NO_PASS)
    if not player.has_used_plates and any(has_ability(state, guest.name, Icon.PLATE) for guest in player.row):
        yield "Use plate abilities.", (Clause.ONCE_A_COURSE, Clause.NOT_AGAIN)
