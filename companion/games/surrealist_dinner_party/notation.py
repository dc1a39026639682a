"""Lines of text become actions and positions again; a position is told everything that is impossible about it."""

from companion.game import Pack, Setup, TextError
from companion.games.surrealist_dinner_party.actions import (
    Action,
    AllHome,
    Bonus,
    Choose,
    Claim,
    Done,
    Drafted,
    First,
    Give,
    Home,
    Keep,
    Mingle,
    Place,
    Plates,
    Put,
    Refill,
    Remove,
    Return,
    Seat,
    Serve,
    Stash,
    Swap,
    Trash,
    Use,
)
from companion.games.surrealist_dinner_party.cursor import Cursor
from companion.games.surrealist_dinner_party.faults import faults_of
from companion.games.surrealist_dinner_party.house import house, printed_of
from companion.games.surrealist_dinner_party.pieces import TOKENS, FauxPas, House, Token, seat_name
from companion.games.surrealist_dinner_party.position import FIELDS, Player, Seated, Stage, State, Task, What
from companion.notation import NAME, refuse_impossible, refuse_otherwise

WORDS = "faux-pas|seat|home|compliment|drama|serve|trash|plates|use|done|place|bonus|give|return|swap|stash|claim|keep"


def parse_action(text: str) -> Action:
    """An action from its line. Raises TextError with the column of the first character not understood."""
    cursor = Cursor(text)
    action = _player_action(cursor, cursor.seat()) if text.startswith("P") else _table_action(cursor)
    cursor.end()
    return action


def _table_action(cursor: Cursor) -> Action:
    match cursor.take("first|drafted|refill|all-home|put|remove", "a player, or first, drafted, refill, all-home, put, remove"):
        case "first":
            cursor.take(" ", "a blank and a player")
            return First(cursor.seat())
        case "drafted":
            return Drafted()
        case "refill":
            return Refill()
        case "all-home":
            return AllHome()
        case word:
            kind = _kind(cursor)
            place = cursor.take(f" (platter|P[1-4](?![^ ])|{NAME}:[1-9])", "platter, a player, or a guest and an appetite, e.g. klee:2")
            return (Put if word == "put" else Remove)(kind, place[1:])


def _player_action(cursor: Cursor, seat: int) -> Action:
    word = cursor.take(f" ({WORDS})(?![^ ])", f"one of {WORDS.replace('|', ', ')}")[1:]
    match word:
        case "keep":
            return Keep(seat)
        case "plates":
            return Plates(seat)
        case "done":
            return Done(seat)
        case "faux-pas":
            return _choose(cursor, seat)
        case "bonus":
            return _bonus(cursor, seat)
        case "seat":
            return Seat(seat, _name(cursor), _number(cursor), cursor.appetites() if cursor.has(" ") else "")
        case "home" | "use":
            return (Home if word == "home" else Use)(seat, _name(cursor))
        case "claim":
            return Claim(seat, _name(cursor))
        case "compliment" | "drama":
            return Mingle(seat, Token(word), _name(cursor), _name(cursor))
        case "serve" | "give":
            return (Serve if word == "serve" else Give)(seat, _kind(cursor), _name(cursor))
        case "trash" | "stash":
            return (Trash if word == "trash" else Stash)(seat, _kind(cursor))
        case "place":
            return Place(seat, _kind(cursor), _name(cursor), _slot(cursor))
        case "return":
            return Return(seat, _name(cursor), _slot(cursor))
    return Swap(seat, _name(cursor), _slot(cursor), _name(cursor), _slot(cursor))


def _name(cursor: Cursor) -> str:
    cursor.take(" ", "a blank and a name")
    return cursor.name()


def _kind(cursor: Cursor) -> Token:
    cursor.take(" ", "a blank and a token")
    return cursor.kind()


def _number(cursor: Cursor) -> int:
    cursor.take(" ", "a blank and a place in the row")
    return cursor.number()


def _slot(cursor: Cursor) -> int:
    return int(cursor.take(" [1-9]", "an appetite, counted from 1")) - 1


def _choose(cursor: Cursor, seat: int) -> Choose:
    cards: list[str] = []
    while not cards or cursor.has("(?= )"):
        name = _name(cursor)
        cards.append(f"{name}={cursor.printed()}" if cursor.has("=") else name)
    return Choose(seat, tuple(cards))


def _bonus(cursor: Cursor, seat: int) -> Bonus:
    kinds = [_kind(cursor)]
    while cursor.has("(?= )"):
        start = cursor.at
        kinds.append(_kind(cursor))
        if kinds[-1].at < kinds[-2].at:
            raise TextError(cursor.text, start, f"tokens stand in the order {', '.join(TOKENS)}")
    return Bonus(seat, tuple(kinds))


def parse_state(pack: Pack, setup: Setup, text: str) -> State:
    """Inverse of str(state). Raises SetupError, and TextError with the column, or with every reason why the position cannot be."""
    rules = house(pack, setup)
    cursor = Cursor(text)
    state = _state(cursor, rules)
    cursor.end()
    refuse_impossible(text, cursor.columns, faults_of(state))
    refuse_otherwise(text, str(state))
    return state


def _state(cursor: Cursor, rules: House) -> State:
    stage = Stage(cursor.take("|".join(Stage), f"how far the game is: {', '.join(Stage)}"))
    cursor.key("course")
    course = int(cursor.take("[1-6]", "a course, 1 to 6")) - 1
    cursor.key("platter")
    platter = cursor.counts()
    cursor.key("turn")
    turn = cursor.seat()
    players = tuple(_player(cursor, seat) for seat in range(rules.players))
    return State(
        rules,
        players,
        platter,
        turn,
        course,
        stage,
        ender=cursor.seat() if cursor.has_key("ender") else None,
        gone=cursor.several(cursor.name) if cursor.has_key("gone") else (),
        tasks=cursor.several(lambda: _task(cursor)) if cursor.has_key("tasks") else (),
        faux_pas=cursor.several(lambda: _faux_pas(cursor)) if cursor.has_key("faux-pas") else (),
    )


def _player(cursor: Cursor, seat: int) -> Player:
    cursor.key(seat_name(seat))
    hand = cursor.number()
    cursor.take("/", "/ and guests")
    row = cursor.several(lambda: _guest(cursor), "+")
    cursor.take("/", "/ and a Stash")
    stash = cursor.counts()
    cursor.take("/", "/ and flags or -")
    flags = dict(cursor.several(lambda: _flag(cursor)))
    has = {name: name in flags for name in ("plates", "chosen")}
    return Player(hand, row, stash, has["plates"], flags.get("content", 0), flags.get("kept", 0), has["chosen"])


def _flag(cursor: Cursor) -> tuple[str, int]:
    word = cursor.take("plates|chosen|content:|kept:", "plates, chosen, content:N or kept:N")
    return (word[:-1], cursor.number()) if word.endswith(":") else (word, 1)


def _guest(cursor: Cursor) -> Seated:
    name = cursor.name()
    cursor.take(r"\(", "( and appetites")
    slots = cursor.several(cursor.slot)
    cursor.take(r"\)", ")")
    return Seated(name, slots)


def _task(cursor: Cursor) -> Task:
    what = What(cursor.take("|".join(sorted(What, key=len, reverse=True)), f"a task: {', '.join(What)}"))
    cursor.take(":", ": and a player")
    values: dict[str, str | tuple[str, ...]] = {}
    seat = cursor.seat()
    for field in FIELDS[what]:
        cursor.take(":", f": and {field}")
        if field == "kinds":
            values[field] = cursor.several(cursor.kind, "+")
        elif field == "left":
            values[field] = cursor.several(cursor.name, "+")
        else:
            values[field] = cursor.take(f"@?{NAME}", field)
    return Task(what, seat, **values)  # type: ignore[arg-type]  # every field by its name, as FIELDS says


def _faux_pas(cursor: Cursor) -> FauxPas:
    name = cursor.name()
    cursor.take(r"\(", "( and what is printed")
    printed = printed_of(cursor.printed())
    cursor.take(":", ": and players")
    ready = cursor.several(cursor.seat, ".")
    cursor.take(":", ": and players")
    claimed = cursor.several(cursor.seat, ".")
    cursor.take(r"\)", ")")
    return FauxPas(name, printed, ready, claimed)
