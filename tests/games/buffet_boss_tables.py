"""Tables of Buffet Boss for its tests: a box of our own invention, set up in one line, played in one line per action.

Seven colours with three foods each, `green-1` to `brown-3`, two of each. Going through them in this order, the groups are seafood,
meat, fruit, veggie, dessert over and over, and the stars 1, 2, 3, 4.
"""

from collections import Counter

from companion.game import Pack, Piece, Setup
from companion.games.buffet_boss import GAME
from companion.games.buffet_boss.actions import Action
from companion.games.buffet_boss.pieces import GROUPS, REMOVED, TOGETHER, State
from companion.pack import built_in

BOX = built_in("buffet_boss")
COLOURS = ("green", "red", "yellow", "white", "purple", "orange", "brown")
FOODS = tuple(f"{colour}-{n}" for colour in COLOURS for n in (1, 2, 3))
LIKES = {"B1": "meat+seafood", "B2": "fruit+veggie", "B3": "dessert", "B4": "meat", "B5": "fruit+dessert"}
LIKES |= {"B6": "green+purple", "B7": "white+yellow", "B8": "red+brown"}


def example_pack(**likes: str) -> Pack:
    """The box with everything printed on its cards known."""
    foods = [
        Piece(f"card-{food}", "card", 2, None, {"food": food, "group": GROUPS[n % 5], "color": COLOURS[n // 3], "stars": str(1 + n % 4)})
        for n, food in enumerate(FOODS)
    ]
    people = [Piece(f"character-{id}", "card", 1, None, {"character": id, "likes": liked}) for id, liked in (likes or LIKES).items()]
    return Pack(BOX.game, "example", "Buffet Boss", BOX.players, (*foods, *people), BOX.options, BOX.clauses, BOX.tables)


PACK = example_pack()


def setup(players: int = 3, mode: str = "lunch", **options: str) -> Setup:
    return Setup(players, {"mode": mode, **options})


def opening(players: int = 3, mode: str = "lunch", *, pack: Pack = PACK, **options: str) -> State:
    return GAME.initial(pack, setup(players, mode, **options))


def position(text: str, players: int = 3, mode: str = "lunch", **options: str) -> State:
    return GAME.parse_state(PACK, setup(players, mode, **options), text)


def counting(*plates: str, mode: str = "dinner", **options: str) -> State:
    """As `counting_with` our own box."""
    return counting_with(PACK, *plates, mode=mode, **options)


def counting_with(pack: Pack, *plates: str, mode: str = "dinner", **options: str) -> State:
    """The last round is done: plates as their text, where `on:` brings its cards with it; all other cards are in the bin."""
    players = len(plates)
    deck = TOGETHER["snack"][players - 1] if mode == "all_you_can_eat" else 42 - REMOVED[mode][players]
    full = [_with_cards(plate) for plate in plates]
    used = Counter(food for plate in full for food in _cards(plate))
    rest = sorted((Counter(FOODS) + Counter(FOODS) - used).elements())[: deck - used.total()]
    rounds = deck // (players + 1)
    seats = " ".join(f"P{n}={plate}" for n, plate in enumerate(full, 1))
    rows = f"round={rounds + 1} first=P{rounds % players + 1} line=- taken=- bin={','.join(rest) or '-'} {seats}"
    return GAME.parse_state(pack, setup(players, mode, **options), rows)


def _with_cards(plate: str) -> str:
    return f"cards:{plate.split(';')[0].removeprefix('on:')};{plate}" if plate.startswith("on:") else plate


def _cards(plate: str) -> list[str]:
    return plate.split(";")[0].removeprefix("cards:").split(",") if plate.startswith("cards:") else []


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
    """Whether the action has no violation."""
    return not GAME.violations(state, act(line))


def legal(state: State) -> set[str]:
    return {str(action) for action in GAME.legal_actions(state)}


def points(state: State) -> list[int]:
    """Sum of every plate, from the score lines."""
    return [sum(line.points for line in GAME.scores(state) if line.seat == seat) for seat in state.seats]


def served(players: int = 3, mode: str = "lunch", **options: str) -> State:
    """The first line lies there: green-1, green-2, green-3 and so on."""
    return play(GAME.initial(PACK, setup(players, mode, **options)), *(f"table reveal {food}" for food in FOODS[: players + 1]))


def bring(state: State, seat: int, food: str) -> State:
    """P1 is seat 1: takes a food and stacks it."""
    return play(state, f"P{seat} take {food}", f"P{seat} stack {food}")
