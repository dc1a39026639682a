"""Lines of text become positions and actions again."""

from collections.abc import Callable
from typing import TypeVar

from companion import notation
from companion.game import TextError
from companion.games.buffet_boss.actions import (
    Action,
    Adjust,
    Box,
    Fall,
    First,
    Height,
    Leave,
    Read,
    Reveal,
    Save,
    Show,
    Stack,
    Take,
    Throw,
    Touch,
)
from companion.games.buffet_boss.characters import CHARACTERS
from companion.games.buffet_boss.faults import faults
from companion.games.buffet_boss.house import WORD
from companion.games.buffet_boss.pieces import Character, Contact, House, Plate, Print, Remark, State, seat_name
from companion.notation import refuse_impossible, refuse_otherwise

T = TypeVar("T")


class Cursor(notation.Cursor):
    """Reads the game's own words."""

    most_players = 5

    def word(self) -> str:
        """A food, a group or a colour."""
        return self.take(WORD, "a food, a group or a colour")

    def piece(self) -> str:
        """A piece of a plate: a food, or `food.2` for its second copy."""
        return self.take(rf"{WORD}(\.[1-9][0-9]?)?", "a piece, or plate")

    def printed(self) -> Print:
        """E.g. `2/veggie/green`."""
        stars = self.number()
        self.take("/", "/ and a group")
        group = self.word()
        self.take("/", "/ and a colour")
        return Print(stars, group, self.word())

    def contact(self) -> Contact:
        """E.g. `egg+plate`."""
        one = self.piece()
        self.take(r"\+", "+ and what it touches")
        return one, self.piece()

    def remarks(self) -> tuple[Remark, ...]:
        """Any number, each after a blank."""
        found = []
        while self.has(" "):
            found.append(Remark(self.take("|".join(Remark), f"a remark: {', '.join(Remark)}")))
        return tuple(found)


def parse_action(text: str) -> Action:
    """An action from its line. Raises TextError with the column of the first character not understood."""
    cursor = Cursor(text)
    action = _table_action(cursor) if cursor.has("table ") else _player_action(cursor, cursor.seat())
    cursor.end()
    return action


def _table_action(cursor: Cursor) -> Action:
    match cursor.take("(first|box|reveal|read|bin) ", "first, box, reveal, read or bin, and what").strip():
        case "first":
            return First(cursor.seat())
        case "read":
            food = cursor.word()
            cursor.take(":", ": and what is printed, e.g. 2/veggie/green")
            return Read(food, cursor.printed())
        case verb:
            food = cursor.word()
            return Box(food) if verb == "box" else Reveal(food) if verb == "reveal" else Leave(food)


VERBS = "take|stack|bin|adjust|fall|save|height|touch|show"


def _player_action(cursor: Cursor, seat: int) -> Action:
    cursor.take(" ", "a blank and what was done")
    verb = cursor.take(VERBS, VERBS.replace("|", ", "))
    if verb == "adjust":
        return Adjust(seat, cursor.remarks())
    cursor.take(" ", "a blank and what")
    match verb:
        case "take":
            return Take(seat, cursor.word())
        case "bin":
            return Throw(seat, cursor.word())
        case "stack":
            return Stack(seat, cursor.word(), cursor.remarks())
        case "fall":
            return _fall(cursor, seat)
        case "save":
            return Save(seat, cursor.several(cursor.word), cursor.remarks())
        case "height":
            return Height(seat, cursor.number(), _mm(cursor))
        case "touch":
            return Touch(seat, cursor.several(cursor.contact))
    character = _character_id(cursor)
    return Show(seat, character, cursor.several(cursor.word, "+") if cursor.has(" ") else ())


def _fall(cursor: Cursor, seat: int) -> Fall:
    foods = cursor.several(cursor.word)
    by = cursor.seat() if cursor.has(" by ") else None
    onto = cursor.seat() if cursor.has(" onto ") else None
    return Fall(seat, foods, by, onto, cursor.has(" caught"))


def _mm(cursor: Cursor) -> int | None:
    if not cursor.has(" "):
        return None
    mm = cursor.number()
    cursor.take("mm", "mm")
    return mm


def _character_id(cursor: Cursor) -> str:
    return cursor.take("|".join(sorted(CHARACTERS, key=len, reverse=True)), "a character, B1 to B15 or A1 to A3")


def parse(rules: House, text: str) -> State:
    """A position from its line, as `str(state)` writes it.

    Raises TextError with the column of the first character not understood or written otherwise, or ImpossibleError with every
    reason why the position cannot be.
    """
    cursor = Cursor(text)
    state = _state(cursor, rules)
    cursor.end()
    refuse_impossible(text, cursor.columns, faults(state))
    refuse_otherwise(text, str(state))
    return state


def _state(cursor: Cursor, rules: House) -> State:
    cursor.key("round")
    number = cursor.number()
    cursor.key("first")
    first = cursor.maybe(cursor.seat)
    cursor.key("line")
    line = cursor.several(cursor.word)
    cursor.key("taken")
    taken = cursor.several(cursor.seat)
    cursor.key("bin")
    bin = cursor.several(cursor.word)
    boxed = cursor.several(cursor.word) if cursor.has_key("boxed") else ()
    read = cursor.several(lambda: _read(cursor)) if cursor.has_key("read") else ()
    bin, boxed, read = tuple(sorted(bin)), tuple(sorted(boxed)), tuple(sorted(read, key=lambda told: told[0]))
    plates = tuple(_plate(cursor, seat) for seat in range(rules.players))
    dropped = cursor.seat() if cursor.has_key("dropped") else None
    return State(rules, plates, number, first, line, taken, bin, boxed, read, dropped)


def _read(cursor: Cursor) -> tuple[str, Print]:
    food = cursor.word()
    cursor.take(":", ": and what is printed")
    return food, cursor.printed()


def _plate(cursor: Cursor, seat: int) -> Plate:
    cursor.key(seat_name(seat))
    if cursor.has("-"):
        return Plate()
    parts = _Parts(cursor)
    foods = [parts.maybe(f"{name}:", lambda: cursor.several(cursor.word)) or () for name in ("cards", "on", "hand", "fallen")]
    is_free = parts.maybe("free", lambda: True) or False
    height, mm, adjusted, penalty = (parts.maybe(f"{name}:", cursor.number) for name in ("height", "mm", "adjusted", "penalty"))
    contacts = parts.maybe("touch:", lambda: cursor.several(cursor.contact))
    character = parts.maybe("character:", lambda: _character(cursor))
    if not parts.separator:
        raise TextError(cursor.text, cursor.at, "expected - or what lies in front of a player, e.g. cards:egg;on:egg")
    cards, pieces, hand, fallen = foods
    return Plate(cards, pieces, hand, fallen, is_free, height, mm, contacts, adjusted or 0, penalty or 0, character)


class _Parts:
    """The parts of a plate, separated by semicolons, each of which may be missing."""

    def __init__(self, cursor: Cursor) -> None:
        self.cursor, self.separator = cursor, ""

    def maybe(self, name: str, item: Callable[[], T]) -> T | None:
        """A part, when it comes next."""
        if not self.cursor.has(self.separator + name):
            return None
        self.separator = ";"
        return item()


def _character(cursor: Cursor) -> Character:
    id = _character_id(cursor)
    if not cursor.has(r"\("):
        return Character(id)
    likes = cursor.several(cursor.word, "+")
    cursor.take(r"\)", ")")
    return Character(id, likes)
