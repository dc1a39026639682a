"""The rulebook: where a game stands, what may be done, what an action changes."""

from collections.abc import Iterator
from itertools import combinations, product

from companion.game import IllegalAction, Status
from companion.games.surrealist_dinner_party.actions import (
    Action,
    AllHome,
    Choose,
    Claim,
    Done,
    Drafted,
    First,
    Home,
    Keep,
    Mingle,
    Plates,
    Put,
    Refill,
    Remove,
    Seat,
    Serve,
    Trash,
    Use,
)
from companion.games.surrealist_dinner_party.choices import choices, has_ability
from companion.games.surrealist_dinner_party.house import COURSES
from companion.games.surrealist_dinner_party.moves import moved
from companion.games.surrealist_dinner_party.pieces import MINGLED, PLATTER, TOKENS, Icon, seat_name
from companion.games.surrealist_dinner_party.position import Stage, State, Task, What
from companion.games.surrealist_dinner_party.refusals import violations
from companion.games.surrealist_dinner_party.scoring import leaders
from companion.games.surrealist_dinner_party.table import moved_on, open_tasks
from companion.games.surrealist_dinner_party.waiting import waiting


def status(state: State) -> Status:
    """Where the game stands; between courses the table acts."""
    if state.is_over:
        return Status((), over=True, winners=leaders(state), phase="over")
    course = COURSES[state.course]
    if state.stage is Stage.SETUP:
        waits = [seat for seat, p in enumerate(state.players) if _is_awaited(state, p.kept, p.has_chosen)]
        return Status(tuple(waits), phase="setup")
    if state.is_course_over:
        return Status((), phase=f"{course} is over")
    tasks = open_tasks(state)
    if not tasks:
        return Status((state.turn,), phase=course)
    return Status(tuple(sorted({task.seat for task in tasks})), phase=f"{course}: {waiting(state, tasks[0])[0]}")


def _is_awaited(state: State, kept: int, has_chosen: bool) -> bool:
    fewest = min(player.kept for player in state.players)
    is_drafting = state.house.is_drafted and fewest < 6 and kept == fewest
    return is_drafting or (state.house.has_faux_pas and not has_chosen)


def legal_actions(state: State) -> Iterator[Action]:
    """Every action that the rulebook allows, hands being unknown. What is printed on an unknown card cannot be listed."""
    for action in dict.fromkeys(_thinkable(state)) if not state.is_over else ():
        if not violations(state, action):
            yield action


def _thinkable(state: State) -> Iterator[Action]:
    seats = range(state.house.players)
    if not any(player.has_started for player in state.players):
        yield from map(First, seats)
    if state.stage is Stage.SETUP:
        yield from _of_setup(state)
        return
    yield from (Claim(seat, card.name) for card in state.faux_pas for seat in card.ready)
    yield from (Use(seat, name) for name, seat in state.owners.items() if has_ability(state, name, Icon.SPECIAL))
    if state.is_course_over:
        yield AllHome() if state.is_last_course else Refill()
    elif state.tasks:
        for task in open_tasks(state):
            yield from _of_task(state, task)
        after = moved_on(state, state.left_of(state.turn))
        if after is not state and not after.is_course_over:
            yield from _of_turn(after, after.turn)
    else:
        yield from _of_turn(state, state.turn)


def _of_setup(state: State) -> Iterator[Action]:
    left = [name for name in state.house.faux_pas if all(name != card.name for card in state.faux_pas)]
    yield Drafted()
    for seat in range(state.house.players):
        yield Keep(seat)
        yield from (Choose(seat, names) for n in (1, 2) for names in combinations(left, n) if not state.players[seat].has_chosen)


def _of_task(state: State, task: Task) -> Iterator[Action]:
    yield from choices(state, task)
    match task.what:
        case What.PLATES | What.DOORS:
            yield from (Use(task.seat, name) for name in task.left)
        case What.ALSO_SEAT:
            yield from _seatings(state, task.seat)
        case What.ALSO_HOME:
            yield from (Home(task.seat, guest.name) for guest in state.players[task.seat].row)
        case What.HAND:
            yield from _by_hand(state, task)
    yield Done(task.seat)


def _seatings(state: State, seat: int) -> Iterator[Action]:
    strangers = [name for name in state.house.guests if name not in state.owners and name not in state.gone]
    yield from (Seat(seat, name, at) for name in strangers for at in range(len(state.players[seat].row) + 1))


def _of_turn(state: State, seat: int) -> Iterator[Action]:
    row = [guest.name for guest in state.players[seat].row]
    yield from _seatings(state, seat)
    yield from (Home(seat, name) for name in row)
    yield from (Mingle(seat, kind, name, other) for name in row for kind in MINGLED for other in state.neighbours(name))
    for kind in TOKENS:
        yield from (Serve(seat, kind, name) for name in row)
        yield Trash(seat, kind)
    yield Plates(seat)


def _by_hand(state: State, task: Task) -> Iterator[Action]:
    """Every token to and from every place, and any guest sent home."""
    places = [PLATTER, *map(seat_name, range(state.house.players))]
    places += [f"{name}:{at + 1}" for name in state.circle for at in range(len(state.seated(name).slots))]
    for kind, place in product(TOKENS, places):
        yield Put(kind, place)
        yield Remove(kind, place)
    yield from (Home(task.seat, name) for name in state.circle)


def apply(state: State, action: Action) -> State:
    """The state after an action. Raises IllegalAction carrying every violation."""
    if found := violations(state, action):
        raise IllegalAction(action, found)
    return moved(state, action)
