"""Tables of Buffet Master for its tests: set up in one line, played in one line per action."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.game import Piece, Setup
from companion.games.buffet_master import GAME
from companion.games.buffet_master.actions import Action
from companion.games.buffet_master.hidden import Pool, pool, settled
from companion.games.buffet_master.pieces import Laid, Phase, State, hand, pile
from companion.pack import built_in

PACK = built_in("buffet_master")
TOPS = "tacos-0-0,sushi-0-0,curry-0-0,salad-0-0,kebab-0-0,paella-0-0"
"""One top on each pile, unless a test says otherwise."""


FIRST_TOPS = "flip 1:tacos-0-0 2:sushi-0-0 3:curry-0-0 4:salad-0-0 5:kebab-0-0 6:paella-0-0"
TAIL = ",sushi-0-0,curry-0-0,salad-0-0,kebab-0-0,paella-0-0"
"""Tops of piles 2 to 6."""
SOUP, TACOS, TRIFLE, SUSHI = "soup-0-0+soup-1-0", "tacos-0-0+tacos-0-1", "trifle-0-0+trifle-1-0", "sushi-0-0+sushi-0-1+sushi-0-2"
PIZZA = "pizza-0-0+pizza-0-1+pizza-1-0+pizza-1-1"
ROAST = "+".join(f"roast-{r}-{c}" for r in range(2) for c in range(3))
ENDED = (0, 3, 3, 3, 3)
FULL_20 = f"{ROAST} {ROAST} {PIZZA} {PIZZA.replace('pizza', 'pasta')}"
FULL_30 = f"{ROAST} {ROAST} {ROAST.replace('roast', 'paella')} {ROAST.replace('roast', 'paella')} {SUSHI.replace('sushi', 'kebab')} {SUSHI}"
"""Cards under piles 1 to 5 when pile 1 is empty: ENDED."""


def setup(players: int = 4, **options: str) -> Setup:
    return Setup(players, options)


def opening(players: int = 4, **options: str) -> State:
    return GAME.initial(PACK, setup(players, **options))


def cards(text: str) -> list[str]:
    """E.g. `swoop+dump*2`."""
    pairs = [part.partition("*") for part in text.split("+") if part]
    return [card for card, _, copies in pairs for _ in range(int(copies or 1))]


def table(
    phase: str = "start",
    hands: Mapping[int, str] | None = None,
    tops: str = TOPS,
    laid: Mapping[int, str] | None = None,
    under: tuple[int, ...] = (3, 3, 3, 3, 3),
    players: int = 4,
    state: Mapping[str, object] | None = None,
    **options: str,
) -> State:
    """A position: hands and laid dishes by player (1 to 6), tops with `?` for a back, cards under piles 1 to 5.

    All other cards lie under pile 6, unless `under` has a sixth number; then they are out of the game. That the position
    is a possible one is checked by writing and reading it.
    """
    start = opening(players, **options)
    shown = tuple(None if top == "?" else top for top in tops.split(","))
    dishes = [
        [Laid(tuple(sorted(cards(dish))), len(cards(dish))) for dish in (laid or {}).get(n, "").split()] for n in range(1, players + 1)
    ]
    held = {hand(n - 1): cards(text) for n, text in (hands or {}).items()}
    named = Counter([top for top in shown if top] + [card for stack in dishes for dish in stack for card in dish.cards])
    named.update(card for one in held.values() for card in one)
    rest = list((Counter(start.box.deck) - named).elements())
    places = {pile(n): count for n, count in enumerate(under, 1)}
    places["x" if len(under) == 6 else pile(6)] = len(rest) - sum(under)
    pools: list[Pool] = [pool(held[place], {place: len(held[place])}) for place in held] + [pool(rest, places)]
    taken = 0 if phase in ("opening", "start", "shuffle", "take") else 1
    made = replace(start, phase=Phase(phase), tops=shown, hidden=settled(pools), laid=tuple(map(tuple, dishes)), taken=taken)
    made = replace(made, **(state or {}))  # type: ignore[arg-type]  # fields by name, as the tests say them
    assert GAME.parse_state(PACK, setup(players, **options), str(made)) == made
    return made


def act(line: str) -> Action:
    action = GAME.parse_action(line)
    assert str(action) == line
    return action


def play(state: State, *lines: str) -> State:
    for line in lines:
        state = GAME.apply(state, act(line))
    return state


def refusals(state: State, line: str) -> dict[str, str]:
    """Clause and reason of everything against an action."""
    return {violation.clause: violation.why for violation in GAME.violations(state, act(line))}


def is_legal(state: State, line: str) -> bool:
    """Whether the action has no violation; the list of legal actions says the same."""
    legal = not refusals(state, line)
    assert legal == (act(line) in set(GAME.legal_actions(state)))
    return legal


def points(state: State) -> list[int]:
    """Sum of every player's score lines."""
    return [sum(line.points for line in GAME.scores(state) if line.seat == seat) for seat in range(state.house.players)]


def lines(state: State, player: int) -> dict[str, int]:
    """A player's score lines: clause and points."""
    return {line.clause: line.points for line in GAME.scores(state) if line.seat == player - 1}


def shown(state: State, seat: int) -> dict[str, Any]:
    stomachs = GAME.show(state)["stomachs"]
    assert isinstance(stomachs, list)
    return stomachs[seat]  # type: ignore[return-value]  # plain JSON


def dish(name: str, rows: int, cols: int, total: int) -> list[Piece]:
    """The cards of a dish whose first card has all its points."""
    places = [(row, col) for row in range(rows) for col in range(cols)]
    size = {"rows": str(rows), "cols": str(cols)}
    return [
        Piece(
            f"{name}-{r}-{c}",
            "card",
            attributes={"dish": name, "row": str(r), "col": str(c), **size, "points": str(total if (r, c) == (0, 0) else 0)},
        )
        for r, c in places
    ]


def laid_out(state: State, dishes: list[list[str]], held: list[str], rest: set[str]) -> State:
    """The end of a game in which P1 has laid these dishes and holds these cards."""
    laid = tuple(Laid(tuple(sorted(cards)), len(cards)) for cards in dishes)
    named = Counter([*held, *(card for one in dishes for card in one)])
    left = list((Counter(state.box.deck) - named).elements())
    places = {pile(n): 2 for n in range(2, 7)}
    hidden_ = settled([pool(held, {hand(0): len(held)}), pool(left, {**places, "x": len(left) - 10})])
    others = ((),) * (state.house.players - 1)
    assert rest <= set(left)
    return replace(state, phase=Phase.SCORING, hidden=hidden_, laid=(laid, *others), taken=1)
