"""Tables of the Appetite for its tests: set up in one line, played in one line per action."""

from companion.game import Setup
from companion.games.appetite import GAME
from companion.games.appetite.pieces import State
from companion.games.appetite.rules import Action
from companion.pack import built_in

PACK = built_in("appetite")


def setup(players: int = 4, boxes: str = "3", **options: str) -> Setup:
    return Setup(players, {"boxes": boxes, **options})


def opening(players: int = 4, **options: str) -> State:
    """P1 leads, since the last player deals first."""
    return GAME.initial(PACK, setup(players, **options))


def position(text: str, players: int = 4, **options: str) -> State:
    """A position from the parts of its line that matter; sheets that are not named are empty, the total is added up."""
    given = dict(word.split("=") for word in text.split() if "=" in word)
    sheets = " ".join(f"P{n}={given.get(f'P{n}', '-')}" for n in range(1, players + 1))
    rounds = given.get("rounds", "-")
    total = sum(int(laid[-1]) for cards in rounds.split("/") for laid in cards.split(",") if laid != "-")
    words = [f"hand={given.get('hand', '1')} dealer={given.get('dealer', f'P{players}')} {sheets} total={total}"]
    words += [f"rounds={rounds} declined={given.get('declined', '0')}"] + ["moved"] * ("moved" in text.split())
    words += [f"{key}={given[key]}" for key in ("mulligans", "under", "claims", "revealed") if key in given]
    words += ["overtime"] * ("overtime" in text.split())
    return GAME.parse_state(PACK, setup(players, **options), " ".join(words))


def act(line: str) -> Action:
    return GAME.parse_action(line)


def play(state: State, *lines: str) -> State:
    for line in lines:
        state = GAME.apply(state, act(line))
    return state


def refusals(state: State, line: str) -> dict[str, str]:
    """Clause and reason of everything against an action."""
    return {violation.clause: violation.why for violation in GAME.violations(state, act(line))}


def is_legal(state: State, line: str) -> bool:
    """Whether the action has no violation; the list of legal actions has to say the same."""
    legal = not refusals(state, line)
    assert legal == (act(line) in list(GAME.legal_actions(state)))
    return legal


def sheet(state: State, seat: int) -> str:
    """A score sheet as its text, P1 being seat 1."""
    return str(state.sheets[seat - 1])


def points(state: State) -> list[int]:
    """Sum of every sheet, from the score lines."""
    return [sum(line.points for line in GAME.scores(state) if line.seat == seat) for seat in range(state.house.players)]
