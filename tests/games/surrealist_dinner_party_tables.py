"""Tables of Surrealist Dinner Party for its tests: a cast of our own, positions in a line, actions in a line each."""

from dataclasses import replace

from companion.game import Pack, Piece, Setup
from companion.games.surrealist_dinner_party import GAME
from companion.games.surrealist_dinner_party.actions import Action
from companion.games.surrealist_dinner_party.pieces import HAND, TOKENS
from companion.games.surrealist_dinner_party.position import State
from companion.pack import built_in

BOX = built_in("surrealist_dinner_party")
CAST: dict[str, tuple[str, str, str]] = {
    # appetites, icon, ability
    "klee": ("dessert,wine,food,wild", "plate", "give 2 any from platter to self"),
    "maar": ("wine,wine", "plate", "give 1 dessert from kitchen to other"),
    "bravo": ("compliment,drama", "plate", "give 1 compliment/drama from kitchen to each-own"),
    "arp": ("wine,dessert", "door", "if more wine/dessert: exchange 3 any from own"),
    "swap": ("food,food", "plate", "swap self with neighbour"),
    "thief": ("food,food", "plate", "return 1 wine from opponent"),
    "host": ("food,wine", "plate", "send-home other-own"),
    "rich": ("food,wine", "door", "if more food: stash 2 food from kitchen"),
    "greedy": ("food,wine", "door", "stash 1 any from platter"),
    "gossip": ("food,wine", "plate", "give 1 drama from kitchen to neighbours; give 1 compliment from kitchen to left"),
    "right": ("food,wine", "plate", "give 1 food from kitchen to right"),
    "sly": ("food,wine", "special", "give 1 wine from kitchen to self"),
    "odd": ("food,wine", "plate", "by-hand"),
    "whim": ("food,wine", "special", "by-hand"),
    "exit": ("food,wine", "door", "by-hand"),
    "guide": ("food,wine", "plate", "give 1 wine from platter to guest"),
    "changer": ("food,wine", "plate", "swap guest with guest"),
}
PLAIN = [f"g{n}" for n in range(1, 14)]
"""Guests that want wine, food and a wild; a gift to themselves as they leave is never of any use."""


COLUMN = 0.12
"""Middle of the appetites, in widths of the card from its left edge."""


def column(appetites: str) -> str:
    """Places of the appetites, evenly down the left edge of the card, as enrolling would have found them."""
    count = appetites.count(",") + 1
    return " ".join(f"{COLUMN},{(k + 0.5) / count:.3f}" for k in range(count))


def guest_card(id: str, appetites: str, icon: str, ability: str) -> Piece:
    told = {"role": "guest", "appetites": appetites, "icon": icon, "ability": ability, "places": column(appetites)}
    return Piece(id, "card", attributes=told)


def cast(**attributes: str) -> Pack:
    """The box with our own cast; attributes are added to g13."""
    guests = [guest_card(name, *told) for name, told in CAST.items()]
    plain = [guest_card(name, "wine,food,wild", "door", "give 1 food from kitchen to self") for name in PLAIN]
    plain[-1] = replace(plain[-1], attributes={**plain[-1].attributes, **attributes})
    others = [piece for piece in BOX.pieces if piece.attributes["role"] != "guest"]
    return replace(BOX, pieces=(*others, *guests, *plain))


PACK = cast()


def setup(players: int = 3, **options: str) -> Setup:
    return Setup(players, {"cards": "stand_in", **options})


def opening(players: int = 3, **options: str) -> State:
    return GAME.initial(PACK, setup(players, **options))


def position(*rows: str, **given: str) -> State:
    """A position from rows of guests, `klee(wine=wine,food)+arp()`; of a guest without brackets every appetite is empty.

    Given: course, platter, turn, stage, ender, gone, tasks, faux, stash1.., flags1.., hand1..; everything else is an option.
    """
    players = max(2, len(rows))
    gone = given.pop("gone", "")
    away = len(gone.split(",")) if gone else 0
    words = [f"{given.pop('stage', 'turn')} course={given.pop('course', '1')} platter={given.pop('platter', 'wine:3')}"]
    words += [f"turn={given.pop('turn', 'P1')}"]
    for seat in range(players):
        row = rows[seat] if seat < len(rows) else "-"
        seated = 0 if row == "-" else row.count("+") + 1
        mine = min(away, HAND - seated)
        away -= mine
        hand = given.pop(f"hand{seat + 1}", str(HAND - seated - mine))
        flags = given.pop(f"flags{seat + 1}", "-")
        words.append(f"P{seat + 1}={hand}/{'+'.join(map(_guest, row.split('+')))}/{given.pop(f'stash{seat + 1}', '-')}/{flags}")
    for word, name in (("ender", "ender"), ("gone", ""), ("tasks", "tasks"), ("faux-pas", "faux")):
        value = ",".join(sorted(gone.split(","))) if word == "gone" else given.pop(name, "")
        words += [f"{word}={value}"] if value else []
    return GAME.parse_state(PACK, setup(players, **given), " ".join(words))


def _guest(text: str) -> str:
    if "(" in text or text == "-":
        return text
    return f"{text}({CAST[text][0] if text in CAST else 'wine,food,wild'})"


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


def guest(state: State, name: str) -> str:
    """A seated guest as its text."""
    return str(state.seated(name))


def stash(state: State, seat: int) -> dict[str, int]:
    """A Stash, P1 being seat 1."""
    return {token.value: n for token, n in zip(TOKENS, state.players[seat - 1].stash, strict=True) if n}


def platter(state: State) -> dict[str, int]:
    return {token.value: n for token, n in zip(TOKENS, state.platter, strict=True) if n}


def turn(state: State) -> tuple[int, ...]:
    """Players to act, P1 being 1."""
    return tuple(seat + 1 for seat in GAME.status(state).to_act)
