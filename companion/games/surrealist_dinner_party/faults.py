"""Everything about a position that no game can reach, each with its clause."""

from collections import Counter
from collections.abc import Iterator

from companion.games.surrealist_dinner_party.abilities import FIXED, WHOM
from companion.games.surrealist_dinner_party.pieces import HAND, MOST_SEATED, PLATTER, TOKENS, Clause, FauxPas, Icon, seat_name
from companion.games.surrealist_dinner_party.position import ABILITY, Player, Seated, Stage, State, Task, What
from companion.games.surrealist_dinner_party.table import is_set_up, settled
from companion.notation import Fault


def faults_of(state: State) -> Iterator[Fault]:
    """All of them at once."""
    faults = [*_seats(state), *_guests(state), *_course(state), *_cards(state)]
    yield from faults
    if not faults:
        faults = [fault for task in state.tasks for fault in _task(state, task)]
        yield from faults
    if not faults and settled(state) != state:
        yield "", f"it has gone on by itself: {settled(state)} ({Clause.ONE_ACTION})"


def _seats(state: State) -> Iterator[Fault]:
    named = {
        "turn": {state.turn},
        "tasks": {task.seat for task in state.tasks},
        "faux-pas": {seat for card in state.faux_pas for seat in (*card.ready, *card.claimed)},
        "ender": set() if state.ender is None else {state.ender},
    }
    for name, seat in ((name, seat) for name, seats in named.items() for seat in sorted(seats)):
        if seat >= state.house.players:
            yield name, f"{seat_name(seat)} at a table of {state.house.players} ({Clause.DEAL})"


def _guests(state: State) -> Iterator[Fault]:
    places = [(guest.name, seat_name(seat)) for seat, player in enumerate(state.players) for guest in player.row]
    places += [(name, "gone") for name in state.gone]
    names = Counter(name for name, _ in places)
    where = dict(places)
    for name, count in sorted(names.items()):
        if name not in state.house.guests:
            yield where[name], f"the box has no guest {name} ({Clause.BOX})"
        elif count > 1:
            yield where[name], f"{count} times {state.called(name)}, and the box has one ({Clause.BOX})"
    played = sum(HAND - player.hand for player in state.players)
    if played != sum(names.values()):
        yield "P1", f"{sum(names.values())} guests have been seated, and hands say {played} of {HAND} each ({Clause.DEAL})"
    if state.gone != tuple(sorted(state.gone)):
        yield "gone", f"guests sent home stand in the order of the alphabet ({Clause.WAYS_HOME})"
    for seat, player in enumerate(state.players):
        yield from ((seat_name(seat), f"{seat_name(seat)} {why}") for why in _counts(player))
        yield from (fault for guest in player.row for fault in _guest(state, seat_name(seat), guest))


def _counts(player: Player) -> Iterator[str]:
    """What is wrong with the number of a player's guests."""
    if player.hand + len(player.row) > HAND:
        yield f"has {player.hand} guests in hand and {len(player.row)} seated of {HAND} ({Clause.DEAL})"
    if len(player.row) > MOST_SEATED:
        yield f"has {len(player.row)} guests seated, {MOST_SEATED} at most ({Clause.THREE_SEATED})"
    if player.hand > HAND:
        yield f"has {player.hand} guests in hand, {HAND} are dealt ({Clause.DEAL})"
    if player.content > HAND - player.hand - len(player.row):
        yield f"has sent home fewer than {player.content} guests ({Clause.CONTENT})"


def _guest(state: State, who: str, guest: Seated) -> Iterator[Fault]:
    card = state.house.guests.get(guest.name)
    printed = tuple(slot.wants for slot in guest.slots)
    if card and card.wants and card.wants != printed:
        yield who, f"{card.called} has the appetites {', '.join(card.wants)}, not {', '.join(printed)} ({Clause.GUEST_CARD})"
    if not guest.slots:
        yield who, f"{guest.name} has no appetite ({Clause.GUEST_CARD})"


def _course(state: State) -> Iterator[Fault]:
    is_closed = state.stage in (Stage.CLOSING, Stage.CLAIMS)
    if is_closed and (not state.is_last_course or any(state.platter) or any(player.row for player in state.players)):
        yield "platter", f"everybody goes home when the platter of the last course is empty ({Clause.END})"
    if not any(state.platter) and state.ender is None and state.house.supply is None:
        yield "platter", f"the platter is empty and nobody took the last token ({Clause.LAST_TOKEN})"
    if any(state.platter) and state.ender is not None:
        yield "ender", f"{seat_name(state.ender)} ended a course whose platter is not empty ({Clause.LAST_TOKEN})"
    if state.house.supply is not None:
        yield from (
            ("platter", f"more {kind} in play than in the box ({Clause.KITCHEN})") for kind in TOKENS if (state.kitchen or ())[kind.at] < 0
        )
    is_set = is_set_up(state)
    if (state.stage is Stage.SETUP) == is_set:
        yield "", f"the draft and the choice of faux pas cards are {'done' if is_set else 'not done'} ({Clause.DRAFT})"
    for seat, player in enumerate(state.players):
        if player.kept > HAND or (player.kept and not state.house.is_drafted):
            yield seat_name(seat), f"{seat_name(seat)} kept {player.kept} guests in the draft ({Clause.DRAFT})"
        if state.stage is Stage.SETUP and player.hand < HAND:
            yield seat_name(seat), f"{seat_name(seat)} has seated a guest before the setup was done ({Clause.DRAFT})"
        if player.has_chosen and not state.house.has_faux_pas:
            yield seat_name(seat), f"{seat_name(seat)} chose faux pas cards at a table without ({Clause.FAUX_PAS})"
        if player.has_used_plates and not state.house.has_abilities:
            yield seat_name(seat), f"{seat_name(seat)} used abilities at a casual dinner ({Clause.CASUAL})"


def _cards(state: State) -> Iterator[Fault]:
    chosen = sum(player.has_chosen for player in state.players)
    if not chosen <= len(state.faux_pas) <= 2 * chosen:
        yield "faux-pas", f"{len(state.faux_pas)} faux pas cards of {chosen} players, who choose one or two each ({Clause.FAUX_PAS})"
    names = [card.name for card in state.faux_pas]
    if names != sorted(set(names)):
        yield "faux-pas", f"faux pas cards stand once each, in the order of the alphabet ({Clause.FAUX_PAS})"
    yield from (fault for card in state.faux_pas for fault in _card(state, card))


def _card(state: State, card: FauxPas) -> Iterator[Fault]:
    if card.name not in state.house.faux_pas:
        yield "faux-pas", f"the box has no faux pas card {card.name} ({Clause.BOX})"
        return
    printed = state.house.faux_pas[card.name][1]
    if printed is not None and printed != card.printed:
        yield "faux-pas", f"{card.name} says {printed}, not {card.printed} ({Clause.FAUX_PAS})"
    if card.printed.kind != "race" and (card.ready or card.claimed):
        yield "faux-pas", f"{card.name} is counted at the end and never claimed ({Clause.CLAIMS})"
    if not set(card.claimed) <= set(card.ready) or any(list(s) != sorted(set(s)) for s in (card.ready, card.claimed)):
        yield "faux-pas", f"{card.name} is claimed only by who was first to have the tokens, in the order of the seats ({Clause.CLAIMS})"


def _task(state: State, task: Task) -> Iterator[Fault]:
    names = [task.guest] if task.what in (What.PLACE, What.BONUS, *ABILITY) else [*task.left]
    named = [word[1:] for word in (task.target, task.other) if word.startswith(FIXED)]
    strangers = [name for name in (*names, *named) if name not in state.house.guests]
    if strangers:
        yield "tasks", f"task {task}: the box has no guest {', '.join(strangers)} ({Clause.BOX})"
        return
    words = [word for word in (task.target, task.other) if word and not word.startswith(FIXED)]
    if any(word not in WHOM for word in words) or (task.source and task.source not in ("kitchen", PLATTER)):
        yield "tasks", f"task {task}: whom or where is not understood ({Clause.OPTIONAL})"
    elif not _is_sound(state, task):
        yield "tasks", f"task {task}: it cannot be waited for here ({Clause.ONE_ACTION})"


def _is_sound(state: State, task: Task) -> bool:
    is_closed = state.stage in (Stage.CLOSING, Stage.CLAIMS)
    match task.what:
        case What.PLACE:
            return task.guest in state.owners and len(task.kinds) == 1
        case What.BONUS:
            return task.guest in state.gone
        case What.DOORS:
            return set(task.left) <= set(state.gone) and _have(state, task, Icon.DOOR)
        case What.PLATES:
            return _have(state, task, Icon.PLATE) and not is_closed
        case What.ALSO_SEAT | What.ALSO_HOME:
            return task.seat == state.turn and state.stage is Stage.ACTED
        case What.CLAIM:
            return state.stage is Stage.CLAIMS and any(card.name == task.guest and task.seat in card.ready for card in state.faux_pas)
    return state.house.has_abilities and state.stage is not Stage.SETUP


def _have(state: State, task: Task, icon: Icon) -> bool:
    has = bool(task.left) and all(state.house.guests[name].icon in (icon, None) for name in task.left)
    return has and (state.stage is not Stage.SETUP) and state.house.has_abilities
