"""An action as a sentence without its subject."""

from collections import Counter
from collections.abc import Iterator, Mapping

from companion.games.surrealist_dinner_party.actions import (
    Action,
    AllHome,
    Bonus,
    Choose,
    Claim,
    Done,
    Drafted,
    First,
    Give,
    Home,
    Keep,
    Mingle,
    Place,
    Plates,
    Put,
    Refill,
    Remove,
    Return,
    Seat,
    Serve,
    Stash,
    Swap,
    Trash,
    Use,
)
from companion.games.surrealist_dinner_party.house import COURSES
from companion.games.surrealist_dinner_party.moves import task_for
from companion.games.surrealist_dinner_party.pieces import Clause, counted, seat_name
from companion.games.surrealist_dinner_party.position import State, What
from companion.games.surrealist_dinner_party.refusals import violations
from companion.games.surrealist_dinner_party.rules import apply


def tell(state: State, action: Action) -> str:
    """What was done, and what followed by itself; `state` is the one before. Of a refused action only what it is."""
    if violations(state, action):
        return _said(state, action)
    return " ".join([_said(state, action), *_trashed(state, action), *_followed(state, apply(state, action))])


def _said(state: State, action: Action) -> str:
    match action:
        case First(seat):
            return f"ate most recently and starts: {seat_name(seat)}."
        case Keep():
            return "kept a guest and passed the others to the left."
        case Drafted():
            return "drafted: everybody has six guests."
        case Choose(_, cards):
            return f"put {' and '.join(card.split('=')[0] for card in cards)} beside the platter."
        case Claim(_, card):
            return f"claimed {card} ({Clause.CLAIMS})."
        case Refill():
            course = min(state.course + 1, len(COURSES) - 1)
            tokens = counted(state.house.menu[course]).replace(":", " ").replace(",", ", ")
            return f"refilled the platter for {COURSES[course]}: {tokens}."
        case AllHome():
            return f"sent all guests home: the dinner is over ({Clause.END})."
        case Put(kind, place):
            return f"put a {kind} on {place}, as a card says."
        case Remove(kind, place):
            return f"removed a {kind} from {place}, as a card says."
        case Done():
            task = task_for(state, action)
            return f"is done ({_DONE_WITH.get(task.what, str(task.what))})." if task else "is done."
    return _of_player(state, action)


def _of_player(state: State, action: Action) -> str:
    match action:
        case Seat(_, guest, _):
            return f"seated {state.called(guest)}."
        case Home(_, guest):
            return f"sent {state.called(guest)} home."
        case Mingle(_, kind, guest, other):
            verb = "gave compliments" if kind == "compliment" else "started drama"
            return f"{verb}: {state.called(guest)} and {state.called(other)}."
        case Serve(_, kind, guest):
            return f"served {kind} to {state.called(guest)}."
        case Trash(_, kind):
            return f"trashed {kind} from the platter."
        case Plates():
            return "began to use plate abilities."
        case Use(_, guest):
            return f"used the ability of {state.called(guest)}."
        case Place():
            return _placed(state, action)
        case Bonus(_, kinds):
            tokens = " and ".join(f"{n} {kind}" for kind, n in Counter(kinds).items())
            return f"took {tokens} for a Perfectly Content guest ({Clause.CONTENT})."
        case Give(_, kind, guest):
            return f"gave {kind} to {state.called(guest)}."
        case Return(_, guest, slot):
            return f"returned the token on appetite {slot + 1} of {state.called(guest)} to the kitchen."
        case Stash(_, kind):
            return f"added {kind} to the Stash."
    assert isinstance(action, Swap), action
    return f"swapped tokens between {state.called(action.guest)} and {state.called(action.other)}."


def _placed(state: State, action: Place) -> str:
    told = f"placed {action.kind} on appetite {action.slot + 1} of {state.called(action.guest)}"
    if violations(state, action):
        return f"{told}."
    is_match = state.seated(action.guest).with_slot(action.slot, action.kind).slots[action.slot].is_matched
    return f"{told}: {'a match, design up' if is_match else 'no match, design down'} ({Clause.SIDES})."


def _trashed(state: State, action: Action) -> Iterator[str]:
    """A token for a guest without an empty appetite."""
    if isinstance(action, Serve | Give) and not state.seated(action.guest).empty:
        yield f"{state.called(action.guest)} is full: the token goes to the kitchen ({Clause.TRASHED})."
    if isinstance(action, Mingle) and not state.seated(action.other).empty:
        yield f"{state.called(action.other)} is full: the token goes to the kitchen ({Clause.FULL_NEIGHBOUR})."


def _followed(before: State, after: State) -> Iterator[str]:
    """What an action brought about beside itself."""
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if (n := sum(new.stash) - sum(old.stash)) and len(new.row) < len(old.row):
            yield f"{seat_name(seat)} stashes {n} ({Clause.STASH})."
        if new.content > old.content:
            yield f"Perfectly Content: two more tokens for {seat_name(seat)} ({Clause.CONTENT})."
    if after.is_course_over and not before.is_course_over:
        yield f"{COURSES[after.course]} is over ({Clause.LAST_TOKEN})."


def in_general(state: State, action: Action) -> str | None:
    """Cards in secret hands are not offered by name; everything else in full."""
    match action:
        case Seat():
            return "seated a guest of the hand."
        case Choose():
            return "put one or both faux pas cards beside the platter."
    return None


_DONE_WITH: Mapping[What, str] = {
    What.DOORS: "door abilities",
    What.PLATES: "plate abilities",
    What.ALSO_SEAT: "no guest seated",
    What.ALSO_HOME: "no guest sent home",
}
"""What somebody may be done with, in words."""
