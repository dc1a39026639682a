"""What the games say in English, said in another language: a catalogue of whole sentences, with their values found and filled in.

The games know no language but English, and neither do the log and the interface for programs. A page in another language looks each
sentence up in `languages/sentences/<language>.toml`, as gettext does, with the English sentence for its key:

    "{a} + {b} is {sum}; the appetite is {n}" = "{a} + {b} ist {sum}; der Appetit ist {n}"

A value in braces is found in the sentence and has to be one that needs no words of its own (a number, a player, a clause, a piece), or a
sentence or word of the catalogue itself. A sentence of which any part is unknown stays in English whole: never half a translation.
`{n:any}` is a value that stays as it is, whatever it is; `{n|Karte|Karten}` is the first word for 1, the second otherwise.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from typing import Any

REMEMBERED = 20_000
"""Sentences and parts of sentences kept in memory; then it begins anew."""
LEAST = 3
"""Characters and values of a sentence, so that every value is shorter than what it stands in."""
HOLE = re.compile(r"\{(\w+)(:any)?\}")
ENDS = re.compile(r"[.?!] ")
FILL = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}")
PLAIN = re.compile(
    r"[+\-−]?\d+(?:[.,:]\d+)?|P\d|[A-Z]{2,4}-[A-Z]?\d+(?:\.\d+)?[a-z]?|[A-Z]\d{1,2}|[^\w\s]+|[A-Z][A-Z?·]*|[a-z]\d{1,2}\+?|\d+[x×]\d+"
)
"""Values that every language writes alike: numbers, seats, clauses, cards such as B12, signs, letters and words of a board, its places."""
NUMBERED = re.compile(r"\.[1-9]\d?$")
"""The second of two pieces of one name: egg.2."""


@dataclass(frozen=True)
class Template:
    """One sentence of the catalogue: its English words around its values, and its words in the other language."""

    literals: tuple[str, ...]
    holes: tuple[tuple[str, bool], ...]
    """Name, and whether it stays as it is."""
    said: str

    @cached_property
    def weight(self) -> int:
        """How many characters of a sentence it explains."""
        return sum(map(len, self.literals))

    def values(self, text: str, say: Callable[[str], str | None]) -> dict[str, str] | None:
        """The values of `text`, each said in the other language; None when it is not this sentence."""
        first, last = self.literals[0], self.literals[-1]
        if not (text.startswith(first) and text.endswith(last) and len(text) >= self.weight + len(self.holes)):
            return None
        if not all(literal in text for literal in self.literals[1:-1]):
            return None
        return next(self._found(text[len(first) : len(text) - len(last)], 0, {}, say), None)

    def _found(self, rest: str, hole: int, found: dict[str, str], say: Callable[[str], str | None]) -> Iterator[dict[str, str]]:
        """Every way to share `rest` out among the holes from `hole` on."""
        name, is_kept = self.holes[hole]
        for value, after in self._shares(rest, hole):
            said = value if is_kept else say(value)
            if said is None or found.get(name, said) != said:
                continue
            if hole + 1 == len(self.holes):
                yield found | {name: said}
            else:
                yield from self._found(after, hole + 1, found | {name: said}, say)

    def _shares(self, rest: str, hole: int) -> Iterator[tuple[str, str]]:
        if hole + 1 == len(self.holes):
            yield rest, ""
            return
        literal = self.literals[hole + 1]
        at = rest.find(literal, 1)
        while at > 0:
            yield rest[:at], rest[at + len(literal) :]
            at = rest.find(literal, at + 1)


class Sentences:
    """The sentences of a game in one language. Values and functions: the same sentence is always said the same."""

    def __init__(self, catalogue: Mapping[str, str], names: Iterable[str] = ()) -> None:
        self._words = {key: said for key, said in catalogue.items() if not HOLE.search(key)}
        self._names = frozenset(name.casefold() for name in names)
        templates = [template(key, said) for key, said in catalogue.items() if HOLE.search(key)]
        # Of two that explain as much the one comes first whose values are said in this language, too.
        self._templates = tuple(sorted(templates, key=lambda each: (-each.weight, sum(is_kept for _, is_kept in each.holes))))
        self._known: dict[str, str | None] = {}

    def __call__(self, text: str) -> str:
        """The sentence in this language; as it is where the catalogue does not know it."""
        said = self.find(text)
        return text if said is None else said

    def find(self, text: str) -> str | None:
        """The sentence in this language; None where the catalogue does not know it. A capital letter or full stop may differ."""
        if (said := self._say(text)) is not None:
            return said
        if text[:1].isupper() and (said := self._say(text[:1].lower() + text[1:])) is not None:
            return said[:1].upper() + said[1:]
        if text.endswith(".") and (said := self.find(text[:-1])) is not None:
            return f"{said}."
        return None

    def _say(self, text: str) -> str | None:
        if text in (known := self._known):
            return known[text]
        if len(known) > REMEMBERED:
            self._known = known = {}
        known[text] = said = self._made(text)
        return said

    def _made(self, text: str) -> str | None:
        if text in self._words:
            return self._words[text]
        if PLAIN.fullmatch(text) or NUMBERED.sub("", text).casefold() in self._names:
            return text
        for each in self._templates:
            if (values := each.values(text, self._say)) is not None:
                return filled(each.said, values)
        return self._one_by_one(text) or self._without_its_stop(text)

    def _without_its_stop(self, text: str) -> str | None:
        """A sentence of the catalogue of which the full stop was left out, since it goes on."""
        said = self._say(f"{text}.") if text[-1:].isalnum() or text.endswith(")") else None
        return None if said is None else said.removesuffix(".")

    def _with_its_stop(self, text: str) -> str | None:
        """A sentence, also where the catalogue has it without its full stop."""
        said = self._say(text)
        if said is None and text.endswith(".") and (bare := self._say(text[:-1])) is not None:
            return f"{bare}."
        return said

    def _one_by_one(self, text: str) -> str | None:
        """Several sentences in a row, each said for itself."""
        for end in ENDS.finditer(text):
            first, rest = self._with_its_stop(text[: end.start() + 1]), self._with_its_stop(text[end.end() :])
            if first is not None and rest is not None:
                return f"{first} {rest}"
        return None


def template(key: str, said: str) -> Template:
    """A line of the catalogue. Raises ValueError for one with no words around its value, or with two values side by side."""
    parts = HOLE.split(key)
    literals, holes = tuple(parts[0::3]), tuple(zip(parts[1::3], map(bool, parts[2::3]), strict=True))
    if sum(map(len, literals)) + len(holes) < LEAST or not all(literals[1:-1]):
        raise ValueError(f"sentence {key!r} has values with nothing between them")
    return Template(literals, holes, said)


def filled(said: str, values: Mapping[str, str]) -> str:
    """A sentence with its values; `{n|one|many}` takes the word that fits the number."""

    def value(found: re.Match[str]) -> str:
        name, one, many = found.groups()
        return values[name] if one is None else (one if values[name] == "1" else many)

    return FILL.sub(value, said)


@lru_cache(maxsize=32)
def load_sentences(language: str, game: str, names: frozenset[str] = frozenset()) -> Sentences:
    """What a game says, in a language; English sentences stay as they are. `names` are those of the pack's pieces."""
    tables = catalogue(language)
    return Sentences({**tables.get("shared", {}), **tables.get(game, {})}, names)


def catalogue(language: str) -> Mapping[str, Mapping[str, str]]:
    """Every sentence of a language, by game; none for a language that has no such file."""
    file = resources.files("companion.web") / "languages" / "sentences" / f"{language}.toml"
    tables: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return tables
