"""The vocabulary of abilities, as a pack writes them, and which guests a word means.

    [if more KINDS: ] STEP [; STEP ...]

    give N KINDS from kitchen|platter to WHOM      each token: a kind, a guest out of WHOM, whose owner places it
    return N KINDS from WHOM                       tokens go from guests to the kitchen
    exchange N KINDS from WHOM                     the same, and those guests then get one of any kind for each
    swap WHOM with WHOM                            two guests change a token each
    stash N KINDS from kitchen|platter             straight into the own Stash
    send-home WHOM
    by-hand                                        the table carries out what the card says, and tells the companion

KINDS is `any`, or kinds with `/` between them. WHOM is one of the words of `WHOM`, or `each-own` or `neighbours`, which mean all
of them. `if more wine/dessert` wants more wine, or more dessert, in the own Stash than each other player has (SD-9.4).
"""

import re

from companion.games.surrealist_dinner_party.pieces import KITCHEN, PLATTER, TOKENS, Ability, Step, Token, Verb
from companion.games.surrealist_dinner_party.position import State

WHOM = ("self", "own", "other-own", "left", "right", "neighbour", "other", "guest", "opponent")
"""One guest is chosen of: itself, the user's, the user's others, beside it (owner's left or right), any other, any, other players'."""
EVERY = ("each-own", "neighbours")
FIXED = "@"
"""Before a name: this guest alone."""
_WHOM = f"({'|'.join(WHOM)})"
_KINDS = f"(any|(?:{'|'.join(Token)})(?:/(?:{'|'.join(Token)}))*)"
_FROM = f"({KITCHEN}|{PLATTER})"
_MORE = re.compile(f"if more {_KINDS}: ")
_STEPS = {
    Verb.GIVE: re.compile(f"give ([1-9]) {_KINDS} from {_FROM} to ({'|'.join((*WHOM, *EVERY))})"),
    Verb.RETURN: re.compile(f"return ([1-9]) {_KINDS} from {_WHOM}"),
    Verb.EXCHANGE: re.compile(f"exchange ([1-9]) {_KINDS} from {_WHOM}"),
    Verb.SWAP: re.compile(f"swap {_WHOM} with {_WHOM}"),
    Verb.STASH: re.compile(f"stash ([1-9]) {_KINDS} from {_FROM}"),
    Verb.HOME: re.compile(f"send-home {_WHOM}"),
    Verb.HAND: re.compile("by-hand"),
}


def parse_ability(text: str) -> Ability:
    """An ability from its text. Raises ValueError naming the part that is not understood."""
    more = _MORE.match(text)
    steps = [_step(part.strip()) for part in text[more.end() if more else 0 :].split(";")]
    return Ability(tuple(steps), _kinds(more[1]) if more else ())


def _step(part: str) -> Step:
    for verb, pattern in _STEPS.items():
        if found := pattern.fullmatch(part):
            return _made(verb, found.groups())
    raise ValueError(f"{part!r} is no step of an ability; they begin with {', '.join(_STEPS)}, e.g. 'give 1 wine from kitchen to own'")


def _made(verb: Verb, parts: tuple[str, ...]) -> Step:
    match verb:
        case Verb.GIVE:
            return Step(verb, int(parts[0]), _kinds(parts[1]), parts[2], parts[3])
        case Verb.RETURN | Verb.EXCHANGE:
            return Step(verb, int(parts[0]), _kinds(parts[1]), target=parts[2])
        case Verb.SWAP:
            return Step(verb, target=parts[0], other=parts[1])
        case Verb.STASH:
            return Step(verb, int(parts[0]), _kinds(parts[1]), parts[2])
        case Verb.HOME:
            return Step(verb, target=parts[0])
    return Step(verb)


def _kinds(text: str) -> tuple[Token, ...]:
    return TOKENS if text == "any" else tuple(kind for kind in TOKENS if kind in text.split("/"))


def meant(state: State, seat: int, guest: str, whom: str) -> tuple[str, ...]:
    """The seated guests that a word means for this guest's ability, used by this seat."""
    own = tuple(g.name for g in state.players[seat].row)
    beside = state.neighbours(guest) if guest in state.owners else ()
    match whom:
        case "self":
            return (guest,) if guest in state.owners else ()
        case "own" | "each-own":
            return own
        case "other-own":
            return tuple(name for name in own if name != guest)
        case "left":
            return beside[:1]
        case "right":
            return beside[-1:]
        case "neighbour" | "neighbours":
            return beside
        case "other":
            return tuple(name for name in state.circle if name != guest)
        case "guest":
            return state.circle
        case "opponent":
            return tuple(name for name in state.circle if state.owners[name] != seat)
    return tuple(name for name in state.circle if name == whom.removeprefix(FIXED))
