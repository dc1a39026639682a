"""A game that the page knows nothing of: a heap of sticks, each player takes one to three, who takes the last one wins."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.game import Clause, Game, IllegalAction, Json, Layout, Pack, Piece, ScoreLine, Setup, Status, TextError, Violation
from vision.observation import Observation

MOST = 3


@dataclass(frozen=True)
class Heap:
    left: int
    turn: int
    players: int
    taken: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.left} {self.turn} {self.players} {','.join(map(str, self.taken))}"


@dataclass(frozen=True)
class Take:
    sticks: int

    def __str__(self) -> str:
        return f"take {self.sticks}"


def initial(pack: Pack, setup: Setup) -> Heap:
    setup.answers(pack)
    return Heap(10, 0, setup.players, (0,) * setup.players)


def status(heap: Heap) -> Status:
    last = (heap.turn - 1) % heap.players
    return Status((), True, (last,), "over") if heap.left == 0 else Status((heap.turn,), phase=f"{heap.left} sticks left")


def violations(heap: Heap, take: Take) -> tuple[Violation, ...]:
    return () if 1 <= take.sticks <= min(MOST, heap.left) else (Violation("NI-1.1", f"{take.sticks} of {heap.left} sticks"),)


def apply(heap: Heap, take: Take) -> Heap:
    if found := violations(heap, take):
        raise IllegalAction(take, found)
    taken = tuple(n + take.sticks * (seat == heap.turn) for seat, n in enumerate(heap.taken))
    return Heap(heap.left - take.sticks, (heap.turn + 1) % heap.players, heap.players, taken)


def legal_actions(heap: Heap) -> Iterator[Take]:
    return (Take(n) for n in range(1, MOST + 1) if not violations(heap, Take(n)))


def scores(heap: Heap) -> tuple[ScoreLine, ...]:
    return tuple(ScoreLine(seat, "sticks", -n, "NI-1.1") for seat, n in enumerate(heap.taken) if n)


def show(heap: Heap) -> dict[str, Json]:
    nested: Json = {"heap": [{"sticks": heap.left}], "nobody": None, "is_over": heap.left == 0}
    return {"sticks_left": heap.left, "taken": list(heap.taken), "<b>markup</b>": nested}


def parse_action(text: str) -> Take:
    word, _, number = text.partition(" ")
    if word != "take" or not number.isdecimal():
        raise TextError(text, 0, "take and a number")
    return Take(int(number))


def parse_state(pack: Pack, setup: Setup, text: str) -> Heap:
    left, turn, players, taken = text.split(" ")
    return Heap(int(left), int(turn), int(players), tuple(map(int, taken.split(","))))


def see(pack: Pack, observation: Observation) -> Layout:
    return Layout()


NIM: Game[Heap, Take] = Game(
    name="nim",
    initial=initial,
    status=status,
    legal_actions=legal_actions,
    violations=violations,
    apply=apply,
    scores=scores,
    visible=lambda heap: Layout(),
    see=see,
    candidates=lambda heap, seen: iter(()),
    show=show,
    parse_state=parse_state,
    parse_action=parse_action,
    tell=lambda heap, take: f"took {take.sticks}, says NI-1.1 and not NI-9.9.",
)
PACK = Pack(
    "nim", "nim", "Nim <i>", (2, 6), (Piece("stick", "stick", 10),), clauses={"NI-1.1": Clause("NI-1.1", "One to <b>three</b>.", "own")}
)
