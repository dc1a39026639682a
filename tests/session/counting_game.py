"""A game small enough to be seen through: seats in turn lay cards of 1 to 9 on one pile; the total may not pass 100.

`play 3 P1` lays a three; `pass P1` does nothing but end the turn; nobody lays the same number as the card before.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.game import Game, IllegalAction, Json, Layout, Pack, Piece, ScoreLine, Setup, Spot, Status, TextError, Violation
from vision.observation import Observation

LIMIT = 100


@dataclass(frozen=True, slots=True)
class State:
    players: int
    laid: tuple[tuple[int, int], ...] = ()
    """Seat and number."""
    turn: int = 0

    @property
    def total(self) -> int:
        return sum(number for _, number in self.laid)

    def __str__(self) -> str:
        return f"{self.players}:{','.join(f'{seat}.{number}' for seat, number in self.laid)}:{self.turn}"


@dataclass(frozen=True, slots=True)
class Play:
    seat: int
    number: int
    """0: pass."""

    def __str__(self) -> str:
        return f"play {self.number} P{self.seat + 1}" if self.number else f"pass P{self.seat + 1}"


def initial(pack: Pack, setup: Setup) -> State:
    setup.answers(pack)
    return State(setup.players)


def status(state: State) -> Status:
    return Status((state.turn,), over=state.total == LIMIT)


def legal_actions(state: State) -> Iterator[Play]:
    return (action for number in range(10) if not violations(state, action := Play(state.turn, number)))


def violations(state: State, action: Play) -> tuple[Violation, ...]:
    found = []
    if action.seat != state.turn:
        found.append(Violation("C-1", f"it is the turn of P{state.turn + 1}"))
    if not 0 <= action.number <= 9:
        found.append(Violation("C-2", f"there is no card {action.number}"))
    if action.number and state.laid and state.laid[-1][1] == action.number:
        found.append(Violation("C-3", f"the last card is a {action.number} too"))
    if state.total + action.number > LIMIT:
        found.append(Violation("C-4", f"{state.total} + {action.number} is more than {LIMIT}"))
    return tuple(found)


def apply(state: State, action: Play) -> State:
    if found := violations(state, action):
        raise IllegalAction(action, found)
    laid = (*state.laid, (action.seat, action.number)) if action.number else state.laid
    return replace(state, laid=laid, turn=(state.turn + 1) % state.players)


def scores(state: State) -> tuple[ScoreLine, ...]:
    return tuple(ScoreLine(seat, "cards", sum(n for s, n in state.laid if s == seat), "C-9") for seat in range(state.players))


def visible(state: State) -> Layout:
    return Layout(tuple(Spot("pile", f"card-{number}") for _, number in state.laid))


def see(pack: Pack, observation: Observation) -> Layout:
    return Layout(
        tuple(
            Spot("pile", found.id, tuple(candidate.id for candidate in found.alternatives), ref=index)
            for index, found in enumerate(observation.detections)
        )
    )


def candidates(state: State, seen: Layout) -> Iterator[Play]:
    names = {name for spot in seen.spots for name in ([spot.piece] if spot.piece else spot.alternatives)}
    return (Play(state.turn, number) for number in range(1, 10) if f"card-{number}" in names)


def show(state: State) -> dict[str, Json]:
    return {"total": state.total, "turn": state.turn}


def parse_action(text: str) -> Play:
    match text.split():
        case ["play", number, seat] if number.isdecimal() and seat[0] == "P" and seat[1:].isdecimal():
            return Play(int(seat[1:]) - 1, int(number))
        case ["pass", seat] if seat[0] == "P" and seat[1:].isdecimal():
            return Play(int(seat[1:]) - 1, 0)
    raise TextError(text, 0, "'play N Ps' or 'pass Ps'")


def parse_state(pack: Pack, setup: Setup, text: str) -> State:
    try:
        players, laid, turn = text.split(":")
        cards = tuple((int(seat), int(number)) for seat, number in (one.split(".") for one in laid.split(",") if one))
        return State(int(players), cards, int(turn))
    except ValueError as error:
        raise TextError(text, 0, "'players:seat.number,...:turn'") from error


def tell(state: State, action: Play) -> str:
    return f"played a {action.number}. Total {state.total + action.number}." if action.number else "passed."


PACK = Pack("counting", "counting", "Counting", (2, 4), tuple(Piece(f"card-{n}", "card", 12) for n in range(1, 10)))
GAME: Game[State, Play] = Game(
    name="counting",
    initial=initial,
    status=status,
    legal_actions=legal_actions,
    violations=violations,
    apply=apply,
    scores=scores,
    visible=visible,
    see=see,
    candidates=candidates,
    show=show,
    parse_state=parse_state,
    parse_action=parse_action,
    tell=tell,
)
