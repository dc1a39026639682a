"""Why an answer to what play waits for is refused: abilities, places, bonuses, claims, what the table does by hand."""

from collections.abc import Iterator

from companion.game import Violation
from companion.games.surrealist_dinner_party.actions import (
    Bonus,
    Claim,
    Done,
    Give,
    Place,
    Put,
    Remove,
    Return,
    Stash,
    Swap,
    Use,
)
from companion.games.surrealist_dinner_party.choices import bonus_size, choices, is_in_use, why_not
from companion.games.surrealist_dinner_party.moves import moved, task_for
from companion.games.surrealist_dinner_party.pieces import (
    PLATTER,
    Clause,
    Icon,
    Token,
    counted,
    seat_name,
)
from companion.games.surrealist_dinner_party.position import ABILITY, Stage, State, Task, What
from companion.games.surrealist_dinner_party.table import open_tasks
from companion.games.surrealist_dinner_party.waiting import ABILITY_CLAUSE, course_over, waiting

Found = Iterator[Violation]


def against_use(state: State, seat: int, name: str) -> Found:
    """An ability used at the wrong time, by somebody else, or without what it asks for."""
    guest, task = state.house.guests[name], task_for(state, Use(seat, name))
    if not state.house.has_abilities:
        yield Violation(Clause.CASUAL, "a casual dinner is played without abilities")
    elif task is None and guest.icon in (Icon.SPECIAL, None):
        yield from _against_special(state, seat, name)
    elif task is None:
        clause = Clause.DOOR if guest.icon is Icon.DOOR else Clause.ONCE_A_COURSE
        when = "when sent home, after stashing" if guest.icon is Icon.DOOR else "once, among the plate abilities of a course"
        yield Violation(clause, f"{guest.called}: {when}")
    elif task.what is What.PLATES and name not in state.owners:
        yield Violation(Clause.ONCE_A_COURSE, f"{guest.called} is not at the table any more")
        return
    if state.house.has_abilities:
        yield from (Violation(ABILITY_CLAUSE[kind], f"{guest.called}: {why}") for kind, why in why_not(state, seat, name))


def _against_special(state: State, seat: int, name: str) -> Found:
    if state.owners.get(name) != seat:
        yield Violation(Clause.OPTIONAL, f"{state.called(name)} is not a guest of {seat_name(seat)} at the table")
    if state.is_course_over:
        yield course_over(state)
    if is_in_use(state, name):
        yield Violation(Clause.OPTIONAL, f"the ability of {state.called(name)} is being carried out")
    elif state.owners.get(name) == seat and moved(state, Use(seat, name)) == state:
        yield Violation(Clause.OPTIONAL, f"the ability of {state.called(name)} would change nothing now")


def against_done(state: State, seat: int) -> Found:
    """Leaving what cannot be left, or nothing at all."""
    task = task_for(state, Done(seat))
    if task is None:
        if state.tasks:
            why, clause = waiting(state, state.tasks[0])
            yield Violation(clause, f"{seat_name(seat)} has nothing to leave: {why}")
        else:
            yield Violation(Clause.NO_PASS, "nobody passes: a token of the platter can always be served or trashed")
    elif task.what in ABILITY and task.what is not What.HAND and state.house.is_in_full:
        yield Violation(Clause.OPTIONAL, f"the ability of {state.called(task.guest)}, once used, is done in full")


def against_choice(state: State, action: Place | Bonus | Give | Return | Swap | Stash) -> Found:
    """An answer that nobody waits for, or that is none of the choices."""
    task = task_for(state, action)
    if task is None:
        yield _no_choice(state, action)
    elif isinstance(action, Place):
        yield from _against_place(state, action)
    elif action not in choices(state, task):
        yield _wrong_choice(state, task, action)


def _no_choice(state: State, action: Place | Bonus | Give | Return | Swap | Stash) -> Violation:
    """Nobody asked for this, or not this player."""
    if isinstance(action, Place):
        kind = [t for t in open_tasks(state) if t.what is What.PLACE and t.guest == action.guest and t.kinds[0] is action.kind]
        if kind:
            who, called = seat_name(kind[0].seat), state.called(action.guest)
            return Violation(Clause.OWNER_PLACES, f"{who} chooses the appetite of {called}, not {seat_name(action.seat)}")
        return Violation(
            Clause.MUST_PLACE, f"no {action.kind} is on its way to {state.called(action.guest)}; what lies there is never moved"
        )
    if isinstance(action, Bonus):
        return Violation(Clause.CONTENT, f"no guest of {seat_name(action.seat)} has just gone home Perfectly Content")
    return Violation(Clause.OPTIONAL, f"no ability of {seat_name(action.seat)} asks for this now")


def _against_place(state: State, action: Place) -> Found:
    guest = state.seated(action.guest)
    if action.slot not in guest.empty:
        empty = ", ".join(str(at + 1) for at in guest.empty) or "none"
        yield Violation(Clause.OWNER_PLACES, f"appetite {action.slot + 1} of {state.called(action.guest)} is not empty; {empty} are")


def _wrong_choice(state: State, task: Task, action: Bonus | Give | Return | Swap | Stash) -> Violation:
    called = state.called(task.guest)
    if isinstance(action, Bonus):
        return Violation(Clause.CONTENT, f"{bonus_size(state)} tokens that the kitchen has, not {len(action.kinds)}")
    if isinstance(action, Swap):
        return Violation(Clause.SWAP, f"{called} swaps tokens that lie on two guests whom the card means")
    if isinstance(action, Give | Stash) and action.kind in task.kinds and (task.source != PLATTER or not state.platter[action.kind.at]):
        where = state.house.supply is not None and not state.has_in_kitchen(action.kind)
        if where or task.source == PLATTER:
            return Violation(Clause.KITCHEN, f"no {action.kind} is left there")
    return Violation(Clause.OPTIONAL, f"the ability of {called} does not allow this choice")


def against_claim(state: State, action: Claim) -> Found:
    """A faux pas card that this player cannot claim now."""
    card = next((card for card in state.faux_pas if card.name == action.card), None)
    if card is None:
        yield Violation(Clause.CLAIMS, f"no faux pas card {action.card} lies beside the platter")
    elif card.printed.kind != "race":
        yield Violation(Clause.CLAIMS, "who has most is counted at the end")
    elif action.seat in card.claimed:
        yield Violation(Clause.CLAIMS, f"{seat_name(action.seat)} has claimed it")
    elif action.seat not in card.ready:
        has, wanted = state.players[action.seat].stash[card.printed.token.at], card.printed.number
        first = f"; {' and '.join(map(seat_name, card.ready))} had them first" if card.ready else ""
        yield Violation(Clause.CLAIMS, f"{has} {card.printed.token} in the Stash, {wanted} wanted{first}")


def against_hand(state: State, action: Put | Remove) -> Found:
    """A token that cannot be moved so, or not by hand."""
    task = task_for(state, action)
    if task is None:
        yield Violation(Clause.OPTIONAL, "tokens are moved by hand only while the table carries out what a card says")
    name, _, slot = action.place.partition(":")
    is_put = isinstance(action, Put)
    if is_put and not state.has_in_kitchen(action.kind):
        yield Violation(Clause.KITCHEN, f"no {action.kind} is left in the kitchen")
    if slot:
        yield from _against_slot(state, name, int(slot) - 1, action.kind, is_put)
    elif name == PLATTER:
        if is_put and state.stage is Stage.CLOSING:
            yield Violation(Clause.END, "the last course is over: nothing is laid on the platter any more")
        if not is_put and not state.platter[action.kind.at]:
            yield Violation(Clause.SERVE, f"no {action.kind} on the platter: {counted(state.platter)}")
    elif int(name[1:]) > state.house.players:
        yield Violation(Clause.DEAL, f"there is no {name} at a table of {state.house.players}")
    elif not is_put and not state.players[int(name[1:]) - 1].stash[action.kind.at]:
        yield Violation(Clause.STASH, f"{name} has no {action.kind} in the Stash")


def _against_slot(state: State, name: str, at: int, kind: Token, is_put: bool) -> Found:
    if name not in state.owners:
        yield Violation(Clause.MUST_PLACE, f"{state.called(name)} is not at the table")
        return
    slots = state.seated(name).slots
    if not 0 <= at < len(slots):
        yield Violation(Clause.GUEST_CARD, f"{state.called(name)} has {len(slots)} appetites")
    elif is_put and slots[at].holds is not None:
        yield Violation(Clause.OWNER_PLACES, f"appetite {at + 1} of {state.called(name)} holds a token")
    elif not is_put and slots[at].holds is not kind:
        yield Violation(Clause.MUST_PLACE, f"appetite {at + 1} of {state.called(name)} holds no {kind}")
