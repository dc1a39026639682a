"""Whose decision play waits for, and why, in words."""

from companion.game import Violation
from companion.games.surrealist_dinner_party.house import COURSES
from companion.games.surrealist_dinner_party.pieces import (
    HAND,
    Clause,
    seat_name,
)
from companion.games.surrealist_dinner_party.position import ABILITY, State, Task, What

ABILITY_CLAUSE = {"more": Clause.MORE, "platter": Clause.ABILITY_ENDS_COURSE, "full": Clause.OPTIONAL}
WAITS: dict[What, tuple[str, Clause]] = {
    What.PLACE: ("places a token first", Clause.MUST_PLACE),
    What.BONUS: ("chooses tokens for a Perfectly Content guest first", Clause.CONTENT),
    What.DOORS: ("may use a door ability first, or is done", Clause.DOOR),
    What.PLATES: ("uses plate abilities, or is done", Clause.ONCE_A_COURSE),
    What.ALSO_SEAT: ("may seat a guest too, or is done", Clause.PLAY_A_GUEST),
    What.ALSO_HOME: ("may send a guest home too, or is done", Clause.PLAY_A_GUEST),
    What.CLAIM: ("claims a faux pas card, or is done", Clause.CLAIM_IS_ASKED),
}


def turn_reason(state: State) -> tuple[str, Clause]:
    """Why it is the turn of whose turn it is."""
    if state.course and state.platter == state.house.menu[state.course]:
        return f"{seat_name(state.turn)} begins the course, left of who ended the last one", Clause.REFILL
    return f"{seat_name(state.turn)} is next, clockwise", Clause.DEAL


def waiting(state: State, task: Task) -> tuple[str, Clause]:
    """What a task waits for, in words."""
    if task.what in ABILITY:
        return f"{seat_name(task.seat)} carries out the ability of {state.called(task.guest)} first", Clause.OPTIONAL
    says, clause = WAITS[task.what]
    return f"{seat_name(task.seat)} {says}", clause


def course_over(state: State) -> Violation:
    """The platter is empty: the table acts first."""
    if state.is_last_course:
        return Violation(Clause.END, "the last course is over: everybody sends all guests home")
    return Violation(Clause.REFILL, f"{COURSES[state.course]} is over: the platter is refilled for {COURSES[state.course + 1]}")


def all_kept(state: State) -> bool:
    """The draft is done, or there is none."""
    return not state.house.is_drafted or all(player.kept == HAND for player in state.players)
