"""What a player may choose from while play waits, and which abilities can be used now."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from companion.games.surrealist_dinner_party.abilities import EVERY, FIXED, meant
from companion.games.surrealist_dinner_party.actions import Action, Bonus, Give, Home, Place, Return, Stash, Swap
from companion.games.surrealist_dinner_party.pieces import CONTENT_BONUS, PLATTER, TOKENS, Icon, Step, Token, Verb
from companion.games.surrealist_dinner_party.position import ABILITY, State, Task, What


def has_ability(state: State, name: str, icon: Icon) -> bool:
    """Whether this guest has an ability of this kind, or may have: where nobody knows its icon the table does."""
    guest = state.house.guests.get(name)
    return state.house.has_abilities and guest is not None and guest.icon in (icon, None)


def ability_tasks(state: State, seat: int, name: str) -> tuple[Task, ...]:
    """What is to be decided when this ability is used, in order."""
    ability = state.house.guests[name].ability
    return tuple(task for step in ability.steps for task in _step_tasks(state, seat, name, step))


def _step_tasks(state: State, seat: int, name: str, step: Step) -> Iterator[Task]:
    what = What(step.verb.value)
    targets = [step.target]
    if step.target in EVERY:
        targets = [FIXED + guest for guest in meant(state, seat, name, step.target)]
    kinds = () if step.verb in (Verb.SWAP, Verb.HOME, Verb.HAND) else step.kinds
    source = step.source if step.verb in (Verb.GIVE, Verb.STASH) else ""
    for target in targets:
        for _ in range(step.count):
            yield Task(what, seat, name, kinds, source, target, step.other)


def choices(state: State, task: Task) -> Iterator[Action]:
    """The actions that decide a task."""
    match task.what:
        case What.PLACE:
            yield from (Place(task.seat, task.kinds[0], task.guest, at) for at in state.seated(task.guest).empty)
        case What.BONUS:
            for kinds in combinations_with_replacement(TOKENS, bonus_size(state)):
                if all(state.has_in_kitchen(kind, kinds.count(kind)) for kind in kinds):
                    yield Bonus(task.seat, kinds)
        case What.GIVE:
            there = [kind for kind in task.kinds if is_there(state, kind, task.source)]
            yield from (Give(task.seat, kind, guest) for kind, guest in product(there, meant(state, task.seat, task.guest, task.target)))
        case What.RETURN | What.EXCHANGE:
            yield from (
                Return(task.seat, guest, at) for guest, at in lying(state, task, task.target) if token_on(state, guest, at) in task.kinds
            )
        case What.SWAP:
            yield from _swaps(state, task)
        case What.STASH:
            yield from (Stash(task.seat, kind) for kind in task.kinds if is_there(state, kind, task.source))
        case What.HOME:
            yield from (Home(task.seat, guest) for guest in meant(state, task.seat, task.guest, task.target))


def bonus_size(state: State) -> int:
    """Tokens that a Perfectly Content guest brings: two, unless the kitchen has fewer."""
    return CONTENT_BONUS if state.kitchen is None else min(CONTENT_BONUS, sum(state.kitchen))


def is_there(state: State, kind: Token, source: str) -> bool:
    """Whether the kitchen or the platter has a token of this kind."""
    return state.platter[kind.at] > 0 if source == PLATTER else state.has_in_kitchen(kind)


def lying(state: State, task: Task, whom: str) -> tuple[tuple[str, int], ...]:
    """Guest and appetite of every token that lies on the guests that a word means."""
    guests = meant(state, task.seat, task.guest, whom)
    return tuple((name, at) for name in guests for at, slot in enumerate(state.seated(name).slots) if slot.holds)


def token_on(state: State, name: str, at: int) -> Token | None:
    """What lies on an appetite."""
    return state.seated(name).slots[at].holds


def _swaps(state: State, task: Task) -> Iterator[Action]:
    for (guest, slot), (other, other_slot) in product(lying(state, task, task.target), lying(state, task, task.other)):
        if guest != other:
            yield Swap(task.seat, guest, slot, other, other_slot)


def is_usable(state: State, task: Task, name: str) -> bool:
    """Whether an ability may be used now, of those that a task offers."""
    is_away = task.what is What.PLATES and name not in state.owners
    return not is_away and next(why_not(state, task.seat, name), None) is None


def why_not(state: State, seat: int, name: str) -> Iterator[tuple[str, str]]:
    """Why an ability cannot be used now: `more`, `platter` or `full`, and the reason."""
    ability = state.house.guests[name].ability
    if ability.more and not any(has_more(state, seat, kind) for kind in ability.more):
        yield "more", " and ".join(compared(state, seat, kind) for kind in ability.more)
    wanted = sum(step.count for step in ability.steps if step.source == PLATTER)
    if wanted > sum(state.platter) and state.house.answers["short_platter"] == "ability_void":
        yield "platter", f"it takes {wanted} from the platter, where {sum(state.platter)} are"
    if all(step.source == PLATTER for step in ability.steps) and not any(state.platter):
        yield "platter", "the platter is empty"
    if state.house.is_in_full:
        yield from (("full", why) for why in _not_in_full(state, seat, name))


def _not_in_full(state: State, seat: int, name: str) -> Iterator[str]:
    """What of an ability cannot be done. Tokens are counted for its first step alone: later ones may find what that one brought."""
    ability = state.house.guests[name].ability
    for at, step in enumerate(ability.steps):
        task = Task(What(step.verb.value), seat, name, step.kinds, step.source, step.target, step.other)
        found = sum(1 for _ in choices(state, task))
        if step.verb in (Verb.RETURN, Verb.EXCHANGE) and at == 0 and found < step.count:
            yield f"{step.count} tokens go back to the kitchen and {found} could"
        if step.verb is Verb.SWAP and at == 0 and not found:
            yield "there are no two tokens to swap"
        if step.verb in (Verb.GIVE, Verb.HOME) and not meant(state, seat, name, step.target):
            yield "no guest is there for it"


def has_more(state: State, seat: int, kind: Token) -> bool:
    """Strictly more in the Stash than each other player (SD-9.4)."""
    return all(state.players[seat].stash[kind.at] > p.stash[kind.at] for other, p in enumerate(state.players) if other != seat)


def compared(state: State, seat: int, kind: Token) -> str:
    """Both numbers, in words."""
    best = max(p.stash[kind.at] for other, p in enumerate(state.players) if other != seat)
    return f"{state.players[seat].stash[kind.at]} {kind} in the Stash are not more than {best}"


def is_in_use(state: State, name: str) -> bool:
    """Whether this guest's ability is being carried out."""
    return any(task.what in ABILITY and task.guest == name for task in state.tasks)
