"""Changes of a position that nobody decides: what follows from an action until somebody has to choose again."""

from dataclasses import replace

from companion.games.surrealist_dinner_party.abilities import FIXED
from companion.games.surrealist_dinner_party.actions import Action, Bonus, Give, Home, Place, Return, Stash, Swap
from companion.games.surrealist_dinner_party.choices import choices, has_ability, is_usable, token_on
from companion.games.surrealist_dinner_party.pieces import HAND, PLATTER, TOKENS, FauxPas, Icon, Token, changed
from companion.games.surrealist_dinner_party.position import OPTIONAL, Player, Seated, Stage, State, Task, What


def with_player(state: State, seat: int, player: Player) -> State:
    """The same table with this player as told."""
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def with_guest(state: State, guest: Seated) -> State:
    """The same table with this seated guest as told."""
    seat = state.owners[guest.name]
    player = state.players[seat]
    return with_player(state, seat, replace(player, row=tuple(guest if g.name == guest.name else g for g in player.row)))


def stashed(state: State, seat: int, kind: Token, by: int = 1) -> State:
    """So many more tokens of a kind in a Stash."""
    player = state.players[seat]
    return with_player(state, seat, replace(player, stash=changed(player.stash, kind, by)))


def without(state: State, task: Task) -> State:
    """The same table with a task done."""
    at = state.tasks.index(task)
    return replace(state, tasks=(*state.tasks[:at], *state.tasks[at + 1 :]))


def first(state: State, *tasks: Task) -> State:
    """The same table with these decisions to be made before all others."""
    return replace(state, tasks=(*tasks, *state.tasks))


def receives(state: State, guest: str, kind: Token, chooser: int | None = None) -> Task:
    """A token on its way to a guest; its owner places it (SD-7.1)."""
    return Task(What.PLACE, state.owners[guest] if chooser is None else chooser, guest, (kind,))


def taken(state: State, seat: int, kind: Token, source: str) -> State:
    """A token leaves the kitchen or the platter. Who takes the last one from the platter ends the course (SD-10.2)."""
    if source != PLATTER:
        return state
    after = replace(state, platter=changed(state.platter, kind, -1))
    if any(after.platter):
        return after
    after = replace(after, ender=seat)
    if state.house.answers["course_end"] == "immediate":
        after = replace(after, tasks=tuple(t for t in after.tasks if t.what in (What.PLACE, What.BONUS, What.DOORS)))
    return after


def sent_home(state: State, name: str) -> State:
    """Matching tokens to the Stash, the others to the kitchen; then the bonus and the door (SD-5.1 to 5.3)."""
    seat, guest = state.owners[name], state.seated(name)
    player = state.players[seat]
    stash = player.stash
    for slot in guest.slots:
        if slot.holds is not None and slot.is_matched:
            stash = changed(stash, slot.holds, 1)
    row = tuple(g for g in player.row if g.name != name)
    player = replace(player, row=row, stash=stash, content=player.content + guest.is_content)
    after = with_player(replace(state, gone=tuple(sorted((*state.gone, name)))), seat, player)
    after = replace(after, tasks=tuple(task for task in after.tasks if not (task.what is What.PLACE and task.guest == name)))
    tasks = [Task(What.BONUS, seat, name)] if guest.is_content else []
    if has_ability(state, name, Icon.DOOR):
        tasks.append(Task(What.DOORS, seat, left=(name,)))
    return first(after, *tasks)


def placed(state: State, task: Task, at: int) -> State:
    """A token is laid on an appetite."""
    return with_guest(without(state, task), state.seated(task.guest).with_slot(at, task.kinds[0]))


def picked_up(state: State, name: str, at: int) -> State:
    """An appetite is empty again."""
    return with_guest(state, state.seated(name).with_slot(at, None))


def decided(state: State, task: Task, action: Action) -> State:
    """A task done by one of its choices."""
    after = without(state, task)
    match action:
        case Place(_, _, _, at):
            return placed(state, task, at)
        case Bonus(seat, kinds):
            for kind in kinds:
                after = stashed(after, seat, kind)
        case Give(seat, kind, guest):
            after = first(taken(after, seat, kind, task.source), receives(state, guest, kind))
        case Return(seat, guest, at):
            after = picked_up(after, guest, at)
            if task.what is What.EXCHANGE:
                after = _owed(after, Task(What.GIVE, seat, task.guest, TOKENS, "kitchen", FIXED + guest))
        case Swap():
            after = _swapped(after, action)
        case Stash(seat, kind):
            after = stashed(taken(after, seat, kind, task.source), seat, kind)
        case _:
            assert isinstance(action, Home), action
            after = sent_home(after, action.guest)
    return after


def _owed(state: State, give: Task) -> State:
    """After the last token of this exchange has been returned."""
    run = 0
    while run < len(state.tasks) and _is_of_exchange(state.tasks[run], give):
        run += 1
    return replace(state, tasks=(*state.tasks[:run], give, *state.tasks[run:]))


def _is_of_exchange(task: Task, give: Task) -> bool:
    is_give = task.what is What.GIVE and task.target.startswith(FIXED) and task.kinds == TOKENS
    return task.guest == give.guest and (task.what is What.EXCHANGE or is_give)


def _swapped(state: State, swap: Swap) -> State:
    mine, theirs = token_on(state, swap.guest, swap.slot), token_on(state, swap.other, swap.other_slot)
    after = picked_up(picked_up(state, swap.guest, swap.slot), swap.other, swap.other_slot)
    chooser = swap.seat if state.house.answers["swap_chooser"] == "active" else None
    pairs = ((swap.guest, theirs), (swap.other, mine))
    return first(after, *(receives(after, guest, kind, chooser) for guest, kind in pairs if kind is not None))


def settled(state: State) -> State:
    """What follows by itself: tasks without a choice, the next turn, the claims at the end."""
    while (after := _step(state)) is not state:
        state = after
    return _races(state)


def _step(state: State) -> State:
    """One thing that follows by itself; the same object when nothing does."""
    if state.tasks:
        return _without_choice(state, state.tasks[0])
    if state.stage is Stage.SETUP:
        return replace(state, stage=Stage.TURN) if is_set_up(state) else state
    if state.stage is Stage.CLOSING:
        return _claims(state)
    if state.stage is Stage.ACTED and any(state.platter):
        return replace(state, stage=Stage.TURN, turn=state.left_of(state.turn))
    return state


def moved_on(state: State, seat: int) -> State:
    """The same table for whose turn is next: acting tells that whose turn it was leaves all that may be left (SD-4.1, 9.3)."""
    may_be_left = all(task.what in OPTIONAL and task.seat == state.turn for task in state.tasks)
    if not state.tasks or not may_be_left or state.stage is not Stage.ACTED or seat != state.left_of(state.turn):
        return state
    return settled(replace(state, tasks=()))


def is_set_up(state: State) -> bool:
    """The draft is done, and everybody has chosen faux pas cards."""
    house = state.house
    return all((p.kept == HAND or not house.is_drafted) and (p.has_chosen or not house.has_faux_pas) for p in state.players)


def _without_choice(state: State, task: Task) -> State:
    match task.what:
        case What.ALSO_SEAT:
            return state if state.players[task.seat].hand else without(state, task)
        case What.ALSO_HOME:
            return state if state.players[task.seat].row else without(state, task)
        case What.PLATES | What.DOORS:
            return state if any(is_usable(state, task, name) for name in task.left) else without(state, task)
        case What.HAND | What.CLAIM:
            return state
    options = [*choices(state, task)]
    if not options:
        return without(state, task)
    return decided(state, task, options[0]) if len(options) == 1 and task.what is not What.BONUS else state


def all_home(state: State) -> State:
    """Everybody sends every guest home; bonuses first, then the doors clockwise from left of the ender (SD-11.2)."""
    after = replace(state, stage=Stage.CLOSING)
    bonuses, doors = [], []
    start = state.left_of(state.ender or 0)
    for seat in ((start + n) % state.house.players for n in range(state.house.players)):
        names = tuple(guest.name for guest in state.players[seat].row)
        for name in names:
            after = sent_home(after, name)
        bonuses += [task for task in after.tasks if task.what is What.BONUS and task.seat == seat]
        left = tuple(name for name in names if has_ability(state, name, Icon.DOOR))
        doors += [Task(What.DOORS, seat, left=left)] if left else []
    return replace(after, tasks=(*bonuses, *doors))


def _races(state: State) -> State:
    """Who is first to have what a race asks for may claim it; several at once are tied (SD-11.3, 11.4)."""
    is_automatic = state.house.answers["race_claim"] == "automatic"
    cards = []
    for card in state.faux_pas:
        if card.printed.kind == "race" and not card.ready:
            at, number = card.printed.token.at, card.printed.number
            ready = tuple(seat for seat, player in enumerate(state.players) if player.stash[at] >= number)
            card = FauxPas(card.name, card.printed, ready, ready if is_automatic else ())
        cards.append(card)
    return replace(state, faux_pas=tuple(cards)) if tuple(cards) != state.faux_pas else state


def _claims(state: State) -> State:
    """At the end whoever may still claim a race is asked."""
    tasks = [Task(What.CLAIM, seat, card.name) for card in _races(state).faux_pas for seat in card.ready if seat not in card.claimed]
    return replace(_races(state), stage=Stage.CLAIMS, tasks=tuple(tasks))


def open_tasks(state: State) -> tuple[Task, ...]:
    """What may be decided now: the next task, and those beside it whose order does not matter."""
    if not state.tasks:
        return ()
    what = state.tasks[0].what
    is_any_order = what in (What.PLACE, What.BONUS, What.CLAIM)
    if what is What.DOORS and state.stage is Stage.CLOSING:
        is_any_order = state.house.answers["door_order"] == "simultaneous_choice"
    if not is_any_order:
        return state.tasks[:1]
    run = next((at for at, task in enumerate(state.tasks) if task.what is not what), len(state.tasks))
    return state.tasks[:run]
