"""Why an action is refused: every reason at once, with its clause and the numbers of this position."""

from collections.abc import Iterator

from companion.game import Violation
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
from companion.games.surrealist_dinner_party.choices import choices, has_ability
from companion.games.surrealist_dinner_party.house import COURSES, appetites_of
from companion.games.surrealist_dinner_party.moves import TURN, task_for
from companion.games.surrealist_dinner_party.pieces import (
    MINGLED,
    MOST_SEATED,
    Clause,
    Icon,
    counted,
    seat_name,
)
from companion.games.surrealist_dinner_party.position import Stage, State, What
from companion.games.surrealist_dinner_party.refusing_choices import against_choice, against_claim, against_done, against_hand, against_use
from companion.games.surrealist_dinner_party.refusing_setup import against_first, against_setup
from companion.games.surrealist_dinner_party.table import moved_on
from companion.games.surrealist_dinner_party.waiting import all_kept, course_over, turn_reason, waiting

Found = Iterator[Violation]


def violations(state: State, action: Action) -> tuple[Violation, ...]:
    """Every reason why not, at once; empty for a legal action."""
    seat = action.first if isinstance(action, First) else getattr(action, "seat", None)
    if seat is not None and not 0 <= seat < state.house.players:
        return (Violation(Clause.DEAL, f"there is no {seat_name(seat)} at a table of {state.house.players}"),)
    if state.is_over:
        return (Violation(Clause.END, "the game is over: everything is counted"),)
    if strangers := [name for name in _named(action) if name not in state.house.guests]:
        return tuple(Violation(Clause.BOX, f"the box has no guest {name}") for name in strangers)
    if isinstance(action, TURN):
        state = moved_on(state, action.seat)
    match action:
        case First():
            return tuple(against_first(state, action))
        case Keep() | Drafted() | Choose():
            return tuple(against_setup(state, action))
        case Claim():
            return tuple(against_claim(state, action))
        case Refill() | AllHome():
            return tuple(_against_table(state, action))
        case Put() | Remove():
            return tuple(against_hand(state, action))
        case Use(seat, guest):
            return tuple(against_use(state, seat, guest))
        case Done(seat):
            return tuple(against_done(state, seat))
        case Place() | Bonus() | Give() | Return() | Swap() | Stash():
            return tuple(against_choice(state, action))
        case Seat():
            return (*_not_now(state, action), *_against_seat(state, action))
        case Home():
            return (*_not_now(state, action), *_against_home(state, action))
        case Plates():
            return (*_not_now(state, action), *_against_plates(state, action))
        case Mingle():
            return (*_not_now(state, action), *_against_mingle(state, action))
    return (*_not_now(state, action), *_against_serve(state, action))


def _named(action: Action) -> list[str]:
    return [name for name in (getattr(action, "guest", ""), getattr(action, "other", "")) if name]


def _not_now(state: State, action: Seat | Home | Plates | Mingle | Serve | Trash) -> Found:
    """One of the four actions of a turn, out of turn or while something else has to be decided."""
    if state.stage is Stage.SETUP:
        yield Violation(Clause.FAUX_PAS if all_kept(state) else Clause.DRAFT, "the setup is not done: draft, and faux pas cards")
    elif state.is_course_over:
        yield course_over(state)
    elif state.tasks:
        if task_for(state, action) is None:
            yield Violation(*reversed(waiting(state, state.tasks[0])))
    elif action.seat != state.turn:
        why, clause = turn_reason(state)
        yield Violation(clause, f"not {seat_name(action.seat)}: {why}")


def _first_turn(state: State, seat: int) -> Found:
    if not state.players[seat].has_started:
        yield Violation(Clause.FIRST_TURN, f"the first turn of {seat_name(seat)} seats a guest")


def _against_table(state: State, action: Refill | AllHome) -> Found:
    if not state.is_course_over:
        left = f"{counted(state.platter)} on the platter" if any(state.platter) else "something is still to be decided"
        yield Violation(Clause.LAST_TOKEN, f"the course is not over: {left}")
    elif state.is_last_course != isinstance(action, AllHome):
        yield course_over(state)


def _against_seat(state: State, action: Seat) -> Found:
    player, guest = state.players[action.seat], state.house.guests[action.guest]
    if len(player.row) >= MOST_SEATED:
        yield Violation(Clause.THREE_SEATED, f"{len(player.row)} guests are seated; send one home first")
    if not player.hand:
        yield Violation(Clause.PLAY_A_GUEST, f"{seat_name(action.seat)} has no guest in hand")
    if action.guest in state.owners or action.guest in state.gone:
        where = "sits at the table" if action.guest in state.owners else "has been sent home"
        yield Violation(Clause.BOX, f"{guest.called} {where} already; the box has one")
    if not 0 <= action.at <= len(player.row):
        yield Violation(Clause.WHERE, f"place {action.at} in a row of {len(player.row)}: they count from 0 at the left end")
    if guest.wants and action.printed:
        yield Violation(Clause.GUEST_CARD, f"the pack knows the appetites of {guest.called}: {', '.join(guest.wants)}")
    elif not guest.wants and not _is_readable(action.printed):
        yield Violation(Clause.GUEST_CARD, f"nobody has said which appetites {guest.called} has; add them, e.g. wine,food,wild")


def _is_readable(printed: str) -> bool:
    try:
        return bool(appetites_of(printed))
    except ValueError:
        return False


def _is_own(state: State, seat: int, name: str) -> Found:
    if state.owners.get(name) != seat:
        where = f"is a guest of {seat_name(state.owners[name])}" if name in state.owners else "is not at the table"
        yield Violation(Clause.WAYS_HOME, f"{state.called(name)} {where}")


def _against_home(state: State, action: Home) -> Found:
    task = task_for(state, action)
    if task is not None and task.what is What.HOME:
        if action not in choices(state, task):
            yield Violation(Clause.WAYS_HOME, f"the ability of {state.called(task.guest)} does not send {state.called(action.guest)} home")
    elif task is not None and task.what is What.HAND:
        if action.guest not in state.owners:
            yield Violation(Clause.WAYS_HOME, f"{state.called(action.guest)} is not at the table")
    else:
        yield from _is_own(state, action.seat, action.guest)
        if task is None:
            yield from _first_turn(state, action.seat)


def _against_plates(state: State, action: Plates) -> Found:
    player = state.players[action.seat]
    if not state.house.has_abilities:
        yield Violation(Clause.CASUAL, "a casual dinner is played without abilities")
    if player.has_used_plates:
        yield Violation(Clause.NOT_AGAIN, f"{seat_name(action.seat)} has used plate abilities in {COURSES[state.course]}")
    yield from _first_turn(state, action.seat)
    if not any(has_ability(state, guest.name, Icon.PLATE) for guest in player.row):
        yield Violation(Clause.ONCE_A_COURSE, f"{seat_name(action.seat)} has no guest with a plate ability at the table")


def _against_mingle(state: State, action: Mingle) -> Found:
    name, other = state.called(action.guest), state.called(action.other)
    yield from _first_turn(state, action.seat)
    if action.kind not in MINGLED:
        yield Violation(Clause.MINGLE, f"a compliment or a drama, not {action.kind}")
    if state.owners.get(action.guest) != action.seat:
        yield Violation(Clause.MINGLE, f"{name} is not a guest of {seat_name(action.seat)} at the table")
        return
    if not state.seated(action.guest).empty:
        yield Violation(Clause.MINGLE, f"{name} has no empty appetite")
    beside = state.neighbours(action.guest)
    if action.other not in beside:
        who = " and ".join(map(state.called, beside)) or "nobody"
        yield Violation(Clause.NEIGHBOURS, f"{name} sits beside {who}, not {other}")
    if not state.has_in_kitchen(action.kind, 2):
        yield Violation(Clause.KITCHEN, f"the kitchen has no two tokens of {action.kind}")


def _against_serve(state: State, action: Serve | Trash) -> Found:
    yield from _first_turn(state, action.seat)
    if not state.platter[action.kind.at]:
        yield Violation(Clause.SERVE, f"no {action.kind} on the platter: {counted(state.platter)}")
    if isinstance(action, Serve) and state.owners.get(action.guest) != action.seat:
        yield Violation(Clause.SERVE, f"{state.called(action.guest)} is not a guest of {seat_name(action.seat)} at the table")
