"""The Word Buffet page: the board as the glass sees it, ants and the shown word's path, the chart, votes. It never searches for words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from companion.game import Pack
from companion.snapshot import Look, Question, Snapshot, Standing
from companion.web.moves import Choice, Field, Form, Move, Moves, Vocabulary, choices, grouped
from companion.web.outlines import CloseUp, close_up
from companion.web.texts import Texts
from companion.web.timing import Countdown

CELL = 24
"""Side of a space, in units of the drawing."""
MARGIN = 14
TURNS_SAND = re.compile(r"P\d (call|sand)\b")
CELL_NAME = re.compile(r"\b[a-z]\d{1,2}\b")
MAY_CHECK = frozenset({"mark", "vote", "cover"})
"""Phases in which somebody has shown a word; never while people search."""
SEARCHING = frozenset({"countdown", "search"})


@dataclass(frozen=True, slots=True)
class Space:
    """One letter of the board, by the middle of its space."""

    name: str
    letter: str
    x: int
    y: int
    is_unknown: bool


@dataclass(frozen=True, slots=True)
class Ant:
    """One token on the board."""

    seat: int
    x: int
    y: int
    is_special: bool
    is_new: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """A nest at the edge, in front of its spaces."""

    seat: int
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class WordPath:
    """The shown word on the board."""

    seat: int
    points: str
    steps: tuple[tuple[int, int, str], ...]


@dataclass(frozen=True)
class WordBuffetView:
    """What the template draws."""

    show: dict[str, Any]
    size: int
    """Side of the board, in units of the drawing."""
    seams: tuple[int, ...]
    spaces: tuple[Space, ...]
    headings: tuple[tuple[str, int, int], ...]
    """What columns and rows are called, and where that stands."""
    foods: tuple[tuple[int, int, bool], ...]
    ants: tuple[Ant, ...]
    nests: tuple[Bar, ...]
    path: WordPath | None
    sand: Countdown | None
    moves: Moves
    quick: tuple[Move, ...]
    may_check: bool
    glass: CloseUp | None
    """Where the board lies in the newest picture."""
    change: Form | None
    """A letter that could not be read, to be named otherwise than it is offered."""
    said: str

    @property
    def may_look_up(self) -> bool:
        """Whether a word shown earlier may be checked again: not while people search."""
        return self.show["phase"] not in SEARCHING

    @property
    def seen_as(self) -> str:
        """How the letters are looked at in a picture: through the red glass."""
        return "?size=glass"

    @property
    def to_do(self) -> str:
        """What the table does now: the phase, and what of the board is missing yet where its letters are known."""
        board = self.show["board"]
        lacking = [part for part in ("foods", "nests") if self.show["phase"] == "setup" and board["letters"] and not board[part]]
        return "_".join([self.show["phase"], *lacking])

    @property
    def in_question(self) -> dict[str, str]:
        """The shown word as the check is asked about it; empty without one."""
        word = self.show["word"]
        if word is None:
            return {}
        return {"word": word["word"], "seat": str(word["seat"]), "path": ",".join(step["name"] for step in word["path"])}

    def piece_name(self, piece: str) -> str:
        """A space, a token or a nest: as the game calls it."""
        return piece


def view(snapshot: Snapshot, pack: Pack, t: Texts) -> WordBuffetView:
    """The page of one snapshot."""
    del pack
    show: dict[str, Any] = dict(snapshot.show)
    board = show["board"]
    foods = tuple((_at(food["col"]), _at(food["row"]), bool(food["touched_by"])) for food in board["foods"])
    newest = max((ant["round"] for ant in board["ants"]), default=0)
    ants = tuple(Ant(a["seat"], _at(a["col"]), _at(a["row"]), a["special"], a["round"] == newest) for a in board["ants"])
    size = board["cols"] * CELL
    moves = _moves(snapshot, show, t)
    return WordBuffetView(
        show=show,
        size=size,
        seams=tuple(range(board["tile"] * CELL, size, board["tile"] * CELL)),
        spaces=tuple(_spaces(board)),
        headings=tuple(_headings(board)),
        foods=foods,
        ants=ants,
        nests=tuple(_bar(nest, board["tile"] * CELL, size) for nest in board["nests"]),
        path=_path(show["word"]),
        sand=_sand(snapshot, show),
        moves=moves,
        quick=_quick(snapshot, moves),
        may_check=show["phase"] in MAY_CHECK,
        glass=_board_in(snapshot.look),
        change=_other_letter(snapshot.question, t),
        said=_said(show, snapshot.players, t),
    )


def _board_in(look: Look | None) -> CloseUp | None:
    """The part of a picture that shows the board; None for a picture without one."""
    board = look.observation.board if look is not None else None
    return None if look is None or board is None else close_up((board.corners_px,), look.observation.size_px, 1.0)


def _other_letter(question: Question | None, t: Texts) -> Form | None:
    """Any letter for the space that a question is about; None without such a question."""
    cell = CELL_NAME.search(question.text) if question is not None and question.is_measured else None
    if cell is None:
        return None
    letter = Field("letter", t("game.word_buffet.letter"), "one", choices((each, each) for each in ascii_uppercase))
    return Form(t("game.word_buffet.other_letter"), f"table letters {cell[0]}={{letter}}", (letter,))


def _at(place: float) -> int:
    return round((place + 0.5) * CELL)


def _spaces(board: dict[str, Any]) -> Iterator[Space]:
    for row, letters in enumerate(board["letters"]):
        for col, letter in enumerate(letters):
            name = f"{chr(ord('a') + col)}{row + 1}"
            yield Space(name, letter if letter.isalpha() else "·", _at(col), _at(row), not letter.isalpha())


def _headings(board: dict[str, Any]) -> Iterator[tuple[str, int, int]]:
    """Letters above the columns and numbers beside the rows, beyond the nests."""
    yield from ((ascii_lowercase[col], _at(col), -14) for col in range(board["cols"]))
    yield from ((str(row + 1), -18, _at(row) + 3) for row in range(board["rows"]))


def _bar(nest: dict[str, Any], long: int, size: int) -> Bar:
    start = nest["tile"] * long
    sides = {
        "N": (start, -11, long, 9),
        "S": (start, size + 2, long, 9),
        "W": (-11, start, 9, long),
        "E": (size + 2, start, 9, long),
    }
    return Bar(nest["seat"], *sides[nest["side"]])


def _path(word: dict[str, Any] | None) -> WordPath | None:
    if word is None:
        return None
    steps = tuple((_at(step["col"]), _at(step["row"]), step["letter"]) for step in word["path"])
    return WordPath(word["seat"], " ".join(f"{x},{y}" for x, y, _ in steps), steps)


def _sand(snapshot: Snapshot, show: dict[str, Any]) -> Countdown | None:
    """The hourglass, from the moment that somebody turned it."""
    search = show["search"]
    if search["sand"] != "runs" or show["phase"] != "search":
        return None
    first = f"P{(search['first'] or 0) + 1} "
    turns = (each for each in reversed(snapshot.told) if TURNS_SAND.match(each.action) and first in each.action)
    turned = next((each.at for each in turns if each.standing is not Standing.UNDONE), None)
    return Countdown(turned.timestamp() if turned else None, search["seconds"])


def _said(show: dict[str, Any], players: tuple[str, ...], t: Texts) -> str:
    """The board in a sentence, for those who cannot see it."""
    word = show["word"]
    if word is None:
        return t("game.word_buffet.board", tokens=len(show["board"]["ants"]), foods=len(show["board"]["foods"]))
    path = word["path"]
    return t("game.word_buffet.board_word", word=word["word"], name=players[word["seat"]], first=path[0]["name"], last=path[-1]["name"])


def _quick(snapshot: Snapshot, moves: Moves) -> tuple[Move, ...]:
    """What the main button does: the one move that all are waiting for."""
    wanted = ("table go", "table agree yes", "table agree no", "table sand-out", "table time-up")
    plain = {move.action: move for group in moves.groups for move in group.moves}
    found = [Move(action, plain[action].label) for action in snapshot.legal if action in plain and action.startswith(wanted)]
    return tuple(found[:2])


def _moves(snapshot: Snapshot, show: dict[str, Any], t: Texts) -> Moves:
    if snapshot.status.over:
        return Moves()
    words = Vocabulary(t, "word_buffet", snapshot.players, {}, lambda said: _particulars(said, t))
    formed = frozenset({"board"})
    return Moves(grouped(snapshot.legal, words, without=formed), tuple(_forms(snapshot, show, words)))


def _particulars(said: Sequence[str], t: Texts) -> str | None:
    """Yes and no belong to the title; a star is a special ant."""
    verb, *rest = said
    if verb in ("agree", "dictionary", "vote") and rest:
        return t(f"game.word_buffet.says.{verb}_{rest[0]}")
    if verb == "single" and rest:
        return t("game.word_buffet.special_on", cell=rest[0][:-1]) if rest[0].endswith("*") else rest[0]
    return None


def _forms(snapshot: Snapshot, show: dict[str, Any], words: Vocabulary) -> Iterator[Form]:
    t, phase, seat = words.t, show["phase"], show["current"]
    if phase == "setup":
        yield from _laying(show, t)
    unknown = any(not letter.isalpha() for row in show["board"]["letters"] for letter in row)
    if unknown and phase != "setup":
        yield Form(t("game.word_buffet.do.letters"), "table letters {cells}", (Field("cells", t("game.word_buffet.cells_are"), "text"),))
    if phase == "search":
        yield from _called(snapshot, show, words)
    if seat is None:
        return
    who, name = f"P{seat + 1}", snapshot.players[seat]
    if phase in MAY_CHECK - {"cover"}:
        fields = (Field("word", t("game.word_buffet.word"), "text"), Field("path", t("game.word_buffet.path"), "text"))
        acronym = Field("acronym", t("game.word_buffet.acronym"), "one", (Choice("acronym", t("page.yes")),), is_needed=False)
        yield Form(f"{name}: {words.title('word')}", f"{who} word {{word}} {{path-}} {{acronym}}", (*fields, acronym))
    if phase == "cover":
        yield Form(f"{name}: {words.title('cover')}", f"{who} cover {{cells}}", (Field("cells", t("game.word_buffet.cells"), "text"),))


def _called(snapshot: Snapshot, show: dict[str, Any], words: Vocabulary) -> Iterator[Form]:
    for seat in show["search"]["waiting"]:
        number = Field("letters", words.t("game.word_buffet.letters_called"), "number", low=1, high=show["board"]["rows"] * 3)
        yield Form(f"{snapshot.players[seat]}: {words.t('game.word_buffet.call_other')}", f"P{seat + 1} call {{letters}}", (number,))


def _laying(show: dict[str, Any], t: Texts) -> Iterator[Form]:
    """The board typed in, or what of it is missing yet: letters row by row, food on corners, nests at tiles."""
    yield Form(
        t("game.word_buffet.do.board"),
        "table board letters={letters/} foods={foods,} nests={nests,}",
        (
            Field("letters", t("game.word_buffet.rows", n=show["board"]["rows"]), "lines", is_needed=not show["board"]["letters"]),
            Field("foods", t("game.word_buffet.foods_on"), "text", is_needed=False),
            Field("nests", t("game.word_buffet.nests_at"), "text", is_needed=False),
        ),
    )
