"""What each action does to a position; the rulebook has been asked before."""

from collections.abc import Mapping
from dataclasses import replace

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
from companion.games.surrealist_dinner_party.choices import ability_tasks, has_ability
from companion.games.surrealist_dinner_party.house import appetites_of, printed_of
from companion.games.surrealist_dinner_party.pieces import HAND, PLATTER, FauxPas, Icon, Printed, Token, changed
from companion.games.surrealist_dinner_party.position import ABILITY, OPTIONAL, Seated, Slot, Stage, State, Task, What
from companion.games.surrealist_dinner_party.table import (
    all_home,
    decided,
    first,
    moved_on,
    open_tasks,
    picked_up,
    receives,
    sent_home,
    settled,
    stashed,
    taken,
    with_guest,
    with_player,
    without,
)

TURN = (Seat, Home, Mingle, Serve, Trash, Plates)
"""The four actions of a turn."""


def moved(state: State, action: Action) -> State:
    """The position after a legal action and all that follows by itself."""
    return settled(_done(state, action))


def task_for(state: State, action: Action) -> Task | None:
    """The task that an action decides, of those open now."""
    for task in open_tasks(state):
        if _fits(task, action):
            return task
    return None


DECIDES: Mapping[type[object], tuple[What, ...]] = {
    Place: (What.PLACE,),
    Bonus: (What.BONUS,),
    Give: (What.GIVE,),
    Return: (What.RETURN, What.EXCHANGE),
    Swap: (What.SWAP,),
    Stash: (What.STASH,),
    Home: (What.HOME, What.HAND, What.ALSO_HOME),
    Seat: (What.ALSO_SEAT,),
    Use: (What.PLATES, What.DOORS),
    Claim: (What.CLAIM,),
    Put: (What.HAND,),
    Remove: (What.HAND,),
    Done: (*OPTIONAL, What.CLAIM, *ABILITY),
}
"""Which tasks an action may decide; the rulebook asks whether it does so rightly."""


def _fits(task: Task, action: Action) -> bool:
    """Whether this task is what the action answers."""
    if task.what not in DECIDES.get(type(action), ()):
        return False
    match action:
        case Put() | Remove():
            return True
        case Place(seat, kind, guest):
            return (seat, kind, guest) == (task.seat, task.kinds[0], task.guest)
        case Use(seat, guest):
            return seat == task.seat and guest in task.left
        case Claim(seat, card):
            return (seat, card) == (task.seat, task.guest)
    return getattr(action, "seat", None) == task.seat


def _done(state: State, action: Action) -> State:
    match action:
        case First(seat):
            return replace(state, turn=seat)
        case Keep(seat):
            player = state.players[seat]
            return with_player(state, seat, replace(player, kept=player.kept + 1))
        case Drafted():
            return replace(state, players=tuple(replace(player, kept=HAND) for player in state.players))
        case Choose(seat, cards):
            chosen = tuple(sorted((*state.faux_pas, *(FauxPas(c.split("=")[0], said(state, c)) for c in cards)), key=lambda c: c.name))
            return with_player(replace(state, faux_pas=chosen), seat, replace(state.players[seat], has_chosen=True))
        case Claim():
            return _claimed(state, action)
        case Refill():
            return _refilled(state)
        case AllHome():
            return all_home(state)
        case Put(kind, place):
            return by_hand(state, kind, place, 1)
        case Remove(kind, place):
            return by_hand(state, kind, place, -1)
    return _played(state, action)


def said(state: State, card: str) -> Printed:
    """What a faux pas card says, as the table tells it or else as the pack knows. Raises ValueError when nobody does."""
    name, _, text = card.partition("=")
    printed = state.house.faux_pas[name][1]
    if printed is None or text:
        return printed_of(text)
    return printed


def _played(state: State, action: Action) -> State:
    if isinstance(action, TURN):
        state = moved_on(state, action.seat)
    task = task_for(state, action)
    match action:
        case Seat():
            return _seated(state, action, task)
        case Home(seat, guest):
            if task is None:
                return sent_home(first(replace(state, stage=Stage.ACTED), Task(What.ALSO_SEAT, seat)), guest)
            return sent_home(state if task.what is What.HAND else without(state, task), guest)
        case Mingle(_, kind, guest, other):
            return first(replace(state, stage=Stage.ACTED), receives(state, guest, kind), receives(state, other, kind))
        case Serve(seat, kind, guest):
            return first(taken(replace(state, stage=Stage.ACTED), seat, kind, PLATTER), receives(state, guest, kind))
        case Trash(seat, kind):
            return taken(replace(state, stage=Stage.ACTED), seat, kind, PLATTER)
        case Plates(seat):
            player = replace(state.players[seat], has_used_plates=True)
            left = tuple(guest.name for guest in player.row if has_ability(state, guest.name, Icon.PLATE))
            return first(with_player(replace(state, stage=Stage.ACTED), seat, player), Task(What.PLATES, seat, left=left))
        case Use(seat, guest):
            return _used(state, seat, guest, task)
        case Done() if task is not None:
            return _left(state, task)
    assert task is not None, action
    return decided(state, task, action)


def _seated(state: State, action: Seat, task: Task | None) -> State:
    card = state.house.guests[action.guest]
    guest = Seated(action.guest, tuple(map(Slot, card.wants or appetites_of(action.printed))))
    player = state.players[action.seat]
    row = (*player.row[: action.at], guest, *player.row[action.at :])
    after = with_player(state, action.seat, replace(player, row=row, hand=player.hand - 1))
    if task is not None:
        return without(after, task)
    return first(replace(after, stage=Stage.ACTED), Task(What.ALSO_HOME, action.seat))


def _used(state: State, seat: int, guest: str, task: Task | None) -> State:
    after = state
    if task is not None:
        rest = replace(task, left=tuple(name for name in task.left if name != guest))
        after = first(without(state, task), rest) if rest.left else without(state, task)
    return first(after, *ability_tasks(state, seat, guest))


def _left(state: State, task: Task) -> State:
    """Leaves the task; of an ability everything that is left of it."""
    if task.what not in ABILITY:
        return without(state, task)
    return replace(state, tasks=tuple(t for t in state.tasks if not (t.what in ABILITY and t.guest == task.guest)))


def _claimed(state: State, action: Claim) -> State:
    task = task_for(state, action)
    after = without(state, task) if task else state
    cards = (replace(c, claimed=tuple(sorted((*c.claimed, action.seat)))) if c.name == action.card else c for c in after.faux_pas)
    return replace(after, faux_pas=tuple(cards))


def _refilled(state: State) -> State:
    """The next course, as far as the kitchen reaches; the player to the left of who ended the last one starts (SD-10.2)."""
    course = state.course + 1
    wanted = state.house.menu[course]
    platter = wanted if state.kitchen is None else tuple(map(min, wanted, state.kitchen))
    players = tuple(replace(player, has_used_plates=False) for player in state.players)
    turn = state.left_of(state.turn if state.ender is None else state.ender)
    ender = None if any(platter) else state.ender
    return replace(state, course=course, platter=platter, players=players, turn=turn, stage=Stage.TURN, ender=ender)


def by_hand(state: State, kind: Token, place: str, by: int) -> State:
    """A token more, or one fewer, where the table says."""
    if place == PLATTER:
        task = state.tasks[0]
        return replace(state, platter=changed(state.platter, kind, 1), ender=None) if by > 0 else taken(state, task.seat, kind, PLATTER)
    name, _, slot = place.partition(":")
    if slot:
        at = int(slot) - 1
        return with_guest(state, state.seated(name).with_slot(at, kind)) if by > 0 else picked_up(state, name, at)
    return stashed(state, int(place[1:]) - 1, kind, by)
