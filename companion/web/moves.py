"""What may be entered by hand: the legal actions in words and groups, and forms for what no list can hold.

A form's `pattern` is an action's line of text with fields in braces; `filled` puts the answers in. A comma, slash, plus or hyphen behind a
field's name joins its answers (`{cells,}`), a space does otherwise. Whatever comes out is read and judged like any typed action.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.game import Pack
from companion.web.texts import Texts

BUTTONS_MOST = 12
"""A group of more moves than this is a list to choose from."""
LONGEST_ANSWER = 600
FIELD = re.compile(r"\{(\w+)([,/+-]?)\}")
GAP = re.compile(r",+(?=,|\s|$)|(?<!\S)\w+=(?=\s|$)")
"""What an answer that was left out leaves of a list."""
SEAT = re.compile(r"P([1-9])")
NAME = re.compile(r"[\w.-]+")


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a field: as the action writes it, and as people call it."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Field:
    """One question of a form."""

    name: str
    label: str
    kind: str
    """`one` of the choices, `several` of them, a `number`, a `text`, or `lines` of text."""
    choices: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 999
    is_needed: bool = True
    values: tuple[str, ...] = ()
    """What is filled in or ticked already."""


@dataclass(frozen=True, slots=True)
class Form:
    """A move that is put together from answers."""

    title: str
    pattern: str
    fields: tuple[Field, ...]

    @property
    def key(self) -> str:
        """The same for the same form, whatever the table looks like."""
        return re.sub(r"\W+", "-", self.pattern).strip("-")


@dataclass(frozen=True, slots=True)
class Move:
    """One legal action."""

    action: str
    label: str


@dataclass(frozen=True, slots=True)
class Group:
    """Moves of one kind. A group of one move without particulars has no title."""

    title: str
    moves: tuple[Move, ...]

    @property
    def is_long(self) -> bool:
        """Whether it is chosen from a list."""
        return len(self.moves) > BUTTONS_MOST


@dataclass(frozen=True, slots=True)
class Moves:
    """Everything that may be entered now."""

    groups: tuple[Group, ...] = ()
    forms: tuple[Form, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.groups or self.forms)

    @property
    def plain(self) -> tuple[Move, ...]:
        """Moves that need no group."""
        return tuple(group.moves[0] for group in self.groups if not group.title)

    @property
    def titled(self) -> tuple[Group, ...]:
        """Groups with a heading."""
        return tuple(group for group in self.groups if group.title)


def _same(words: Sequence[str]) -> None:
    del words


@dataclass(frozen=True)
class Vocabulary:
    """How a game's lines of text are said: titles of verbs, names of pieces and people."""

    t: Texts
    game: str
    players: tuple[str, ...]
    pieces: Mapping[str, str] = field(default_factory=dict)
    """What people call a piece, by id."""
    say: Callable[[Sequence[str]], str | None] = _same
    """The particulars of an action, verb first, in a game's own way; None leaves it to `word`."""

    def title(self, verb: str) -> str:
        """What people call this kind of action."""
        key = f"game.{self.game}.do.{verb.replace('-', '_')}"
        return self.t(key) if self.t.has(key) else verb.replace("-", " ").capitalize()

    def word(self, word: str) -> str:
        """One word of an action: a player, a piece, a word of the game, or itself."""
        if seat := SEAT.fullmatch(word):
            return self.players[int(seat[1]) - 1] if int(seat[1]) <= len(self.players) else word
        return NAME.sub(lambda found: self._called(found[0]), word).replace(",", ", ").replace("+", " + ")

    def _called(self, word: str) -> str:
        key = f"game.{self.game}.word.{word.replace('-', '_')}"
        return self.pieces.get(word) or (self.t(key) if self.t.has(key) else word)

    def particulars(self, words: Sequence[str]) -> str:
        """Verb and what follows -> what follows, in words."""
        said = self.say(words)
        return " ".join(map(self.word, words[1:])) if said is None else said


def split(action: str) -> tuple[str, list[str]]:
    """Who acts (`P2`, or empty for the table), and the action's verb with what follows."""
    words = action.split()
    if SEAT.fullmatch(words[0]):
        return words[0], words[1:]
    return "", words[1:] if words[0] == "table" else words


def grouped(legal: Iterable[str], vocabulary: Vocabulary, without: frozenset[str] = frozenset()) -> tuple[Group, ...]:
    """Legal actions by verb and player, in the order of the game; verbs of `without` with particulars are left to forms."""
    found: dict[tuple[str, str], list[Move]] = {}
    for action in legal:
        seat, words = split(action)
        if words[0] in without and len(words) > 1:
            continue
        said = vocabulary.particulars(words)
        who = f"{vocabulary.word(seat)}: " if seat else ""
        label = said[:1].upper() + said[1:] if said else f"{who}{vocabulary.title(words[0])}"
        found.setdefault((words[0], seat) if said else (action, ""), []).append(Move(action, label))
    return tuple(_group(key, moves, vocabulary) for key, moves in found.items())


def _group(key: tuple[str, str], moves: list[Move], vocabulary: Vocabulary) -> Group:
    verb, seat = key
    if moves[0].action == verb:
        return Group("", tuple(moves))
    who = f"{vocabulary.word(seat)}: " if seat else ""
    return Group(f"{who}{vocabulary.title(verb)}", tuple(moves))


def filled(pattern: str, answers: Mapping[str, object]) -> str:
    """The action that a pattern and its answers make, or its several lines; an answer that is missing leaves nothing behind."""

    def answer(found: re.Match[str]) -> str:
        given = answers.get(found[1], "")
        words = " ".join(map(str, given)) if isinstance(given, list) else str(given)
        return (found[2] or " ").join(words[:LONGEST_ANSWER].split())

    return "\n".join(" ".join(GAP.sub("", FIELD.sub(answer, line)).split()) for line in pattern.splitlines())


def called(pack: Pack) -> dict[str, str]:
    """What people call the pieces of a pack: the name it gives them (`called`, or `name`), or their id as words."""
    return {piece.id: piece.attributes.get("called") or as_words(piece.attributes.get("name") or piece.id) for piece in pack.pieces}


def as_words(id: str) -> str:
    """An id as words.

    >>> as_words("cherry-tomato")
    'Cherry tomato'
    """
    words = id.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def choices(pairs: Iterable[tuple[str, str]]) -> tuple[Choice, ...]:
    """Choices from value and label."""
    return tuple(Choice(value, label) for value, label in pairs)
