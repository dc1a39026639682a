"""Lines of text become actions and positions again. What is not understood is a TextError with its column."""

import re
import unicodedata
from collections.abc import Callable
from typing import TypeVar

from companion import notation
from companion.game import TextError
from companion.games.word_buffet.actions import (
    Action,
    Agree,
    Call,
    Cover,
    Dictionary,
    Early,
    Fail,
    GlassDown,
    Go,
    Late,
    LayBoard,
    NameLetters,
    NoSpace,
    PlaceMarker,
    SandOut,
    SayWord,
    Single,
    TimeUp,
    TurnSand,
    Vote,
)
from companion.games.word_buffet.clauses import Clause
from companion.games.word_buffet.pieces import Cell, Food, Nest, Path, Side

T = TypeVar("T")


class Cursor(notation.Cursor):
    """Reads the game's own words."""

    def cell(self) -> Cell:
        """E.g. `f14`."""
        name = self.take("[a-z][1-9][0-9]?", "a space, as in f14")
        return Cell(int(name[1:]) - 1, ord(name[0]) - 97)

    def food(self) -> Food:
        """`f14+` on the corner point below and right of f14, or `f14`."""
        cell = self.cell()
        return Food(cell, self.has(r"\+"))

    def nest(self) -> Nest:
        """E.g. `N2`."""
        name = self.take("[NESW][1-9]", "an edge, as in N2")
        return Nest(Side(name[0]), int(name[1:]) - 1)

    def path(self) -> Path:
        """E.g. `a1-b2-c3`."""
        return self.some(self.cell, "-")

    def row_of_letters(self) -> str:
        """Letters, `.` and `?`."""
        return self.take("[A-Z.?]+", "letters A-Z, . or ?")

    def yes(self) -> bool:
        """`yes` or `no`."""
        return self.take("yes|no", "yes or no") == "yes"


def plain_word(text: str) -> str:
    """A word in capitals without accents or marks (WB-7.3), e.g. FIANCEE."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).upper()


def parse_action(text: str) -> Action:
    """Inverse of str(action). Raises TextError."""
    cursor = Cursor(text)
    if cursor.has("table "):
        action = _verb(cursor, _TABLE)(cursor)
    else:
        seat = cursor.seat()
        cursor.take(" ", "a space")
        action = _verb(cursor, _SEAT)(cursor, seat)
    cursor.end()
    return action


def _verb(cursor: Cursor, known: dict[str, T]) -> T:
    start = cursor.at
    verb = cursor.take("[a-z-]*", "a verb")
    if verb not in known:
        raise TextError(cursor.text, start, f"expected one of {', '.join(known)}")
    return known[verb]


def _number(cursor: Cursor) -> int:
    cursor.take(" ", "a space")
    return cursor.number()


def _yes(cursor: Cursor) -> bool:
    cursor.take(" ", "a space")
    return cursor.yes()


def _board(cursor: Cursor) -> LayBoard:
    letters = cursor.some(cursor.row_of_letters, "/") if cursor.has(" letters=") else ()
    foods = cursor.some(cursor.food) if cursor.has(" foods=") else ()
    return LayBoard(letters, foods, cursor.some(cursor.nest) if cursor.has(" nests=") else ())


def _letters(cursor: Cursor) -> NameLetters:
    cursor.take(" ", "a space")
    return NameLetters(cursor.some(lambda: (cursor.cell(), cursor.take("=[A-Z]", "= and a letter, A-Z")[1:]), " "))


def _call(cursor: Cursor, seat: int) -> Call:
    letters = _number(cursor)
    if not cursor.has(" @"):
        return Call(seat, letters)
    after = cursor.number()
    cursor.take("ms", "ms")
    return Call(seat, letters, after)


def _word(cursor: Cursor, seat: int) -> SayWord:
    cursor.take(" ", "a space")
    start = cursor.at
    word = plain_word(cursor.take("[^ ]+", "a word"))
    if not re.fullmatch("[A-Z]+", word):
        raise TextError(cursor.text, start, f"expected a word of letters A-Z; accents may be left out ({Clause.LOAN_WORD})")
    cursor.take(" ", "a space and where the word lies, as in a1-b2-c3")
    return SayWord(seat, word, cursor.path(), cursor.has(" acronym"))


def _cover(cursor: Cursor, seat: int) -> Cover:
    cells, specials = [], set()
    while cursor.has(" "):
        cells.append(cursor.cell())
        if cursor.has(r"\*"):
            specials.add(cells[-1])
    return Cover(seat, tuple(cells), frozenset(specials))


def _single(cursor: Cursor, seat: int) -> Single:
    cursor.take(" ", "a space")
    cell = cursor.cell()
    return Single(seat, cell, cursor.has(r"\*"))


_TABLE: dict[str, Callable[[Cursor], Action]] = {
    "board": _board,
    "letters": _letters,
    "go": lambda cursor: Go(),
    "sand-out": lambda cursor: SandOut(),
    "time-up": lambda cursor: TimeUp(_number(cursor)),
    "agree": lambda cursor: Agree(_yes(cursor)),
    "dictionary": lambda cursor: Dictionary(_yes(cursor)),
}
_SEAT: dict[str, Callable[[Cursor, int], Action]] = {
    "early": lambda cursor, seat: Early(seat),
    "call": _call,
    "marker": lambda cursor, seat: PlaceMarker(seat, _number(cursor)),
    "glass": lambda cursor, seat: GlassDown(seat),
    "sand": lambda cursor, seat: TurnSand(seat),
    "late": lambda cursor, seat: Late(seat),
    "word": _word,
    "fail": lambda cursor, seat: Fail(seat),
    "vote": lambda cursor, seat: Vote(seat, _yes(cursor)),
    "cover": _cover,
    "single": _single,
    "none": lambda cursor, seat: NoSpace(seat),
}
