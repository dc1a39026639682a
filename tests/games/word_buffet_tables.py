"""Tables of Word Buffet for its tests: a board with a few words on it, set up in one line, played in one line per action."""

from companion.game import Setup
from companion.games.word_buffet import GAME
from companion.games.word_buffet.actions import Action
from companion.games.word_buffet.notation import Cursor
from companion.games.word_buffet.pieces import Cell, State
from companion.pack import built_in

PACK = built_in("word_buffet")
NESTS = ("N2", "S2", "W2", "E2")
"""P1 looks at f1-j1, P2 at f15-j15, P3 at a6-a10, P4 at o6-o10."""
FOODS = ("b2", "g2", "l2", "b7", "g7", "l7", "b12", "g12", "l12")
WORDS = {
    "CUBIC": "h1-h2-i2-i3-h3",
    "ANTLERS": "f1-f2-f3-e4-e5-f6-g6",
    "AT": "f1-g1",
    "GOLDEN": "f15-f14-g13-h13-i12-i11",
    "HINT": "o8-n9-m10-l10",
    "VED": "a6-b6-c7",
    "SUSHI": "j15-k14-l14-m14-n14",
    "UFO": "a8-b8-c8",
    "FIANCEE": "o6-o5-o4-n4-m4-l4-k4",
}
"""Where they lie; every other letter is an X."""


def letters(words: dict[str, str] | None = None) -> tuple[str, ...]:
    """A board of X with words on it."""
    rows = [["X"] * 15 for _ in range(15)]
    for word, path in (WORDS if words is None else words).items():
        for letter, cell in zip(word, cells(path), strict=True):
            assert rows[cell.row][cell.col] in ("X", letter), f"{word}: {cell} is taken"
            rows[cell.row][cell.col] = letter
    return tuple(map("".join, rows))


def cells(path: str) -> tuple[Cell, ...]:
    """`a1-b2` as spaces."""
    return Cursor(path).path()


def setup(players: int = 4, **options: str) -> Setup:
    return Setup(players, options)


def opening(players: int = 4, **options: str) -> State:
    """Nothing is laid yet."""
    return GAME.initial(PACK, setup(players, **options))


def laid(players: int = 4, words: dict[str, str] | None = None, **options: str) -> State:
    """The board lies; the first countdown may begin."""
    return play(opening(players, **options), board(players, words, model=options.get("food_model", "vertex")))


def board(players: int = 4, words: dict[str, str] | None = None, model: str = "vertex") -> str:
    """The action that lays the board."""
    foods = ",".join(f"{food}{'+' if model == 'vertex' else ''}" for food in FOODS)
    return f"table board letters={'/'.join(letters(words))} foods={foods} nests={','.join(NESTS[:players])}"


def position(text: str, players: int = 4, board_of: dict[str, str] | None = None, **options: str) -> State:
    """A position from the parts of its line that matter; the others are as in a first round."""
    start = laid(players, board_of, **options)
    given = dict(word.split("=", 1) for word in text.split())
    words = dict(word.split("=", 1) for word in str(start).split())
    assert given.keys() <= words.keys(), given
    return GAME.parse_state(PACK, setup(players, **options), " ".join(f"{name}={given.get(name, words[name])}" for name in words))


def act(line: str) -> Action:
    return GAME.parse_action(line)


def play(state: State, *lines: str) -> State:
    for line in lines:
        state = GAME.apply(state, act(line))
    return state


def refusals(state: State, line: str) -> dict[str, str]:
    """Clause and reason of everything against an action; several reasons of one clause are joined."""
    found: dict[str, str] = {}
    for violation in GAME.violations(state, act(line)):
        found[violation.clause] = "; ".join(filter(None, [found.get(violation.clause, ""), violation.why]))
    return found


def is_legal(state: State, line: str) -> bool:
    return not GAME.violations(state, act(line))


def is_offered(state: State, line: str) -> bool:
    """Whether the list of legal actions has it."""
    return act(line) in list(GAME.legal_actions(state))


def calls(state: State, *numbers: int) -> State:
    """After the countdown P1, P2, ... call these numbers in this order; 0 is late. The sand runs out where somebody is late."""
    state = play(state, "table go", *(f"P{seat} call {n}" for seat, n in enumerate(numbers, start=1) if n))
    return play(state, "table sand-out") if 0 in numbers else state


def tokens(seat: int, count: int, *, specials: int = 0) -> str:
    """Up to 52 tokens of P1 (columns b to e) or P2 (k to n), placed in round 1, the last ones special."""
    spaces = [f"{column}{row}" for column in ("cdbe" if seat == 1 else "lmkn") for row in range(2, 15)]
    return ",".join(f"P{seat}.{space}.1{'*' if number >= count - specials else ''}" for number, space in enumerate(spaces[:count]))
