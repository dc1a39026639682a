"""Sorts of pieces that a box is shown by, and what is asked of each beside its picture, as a game's pack says under [tables.shown].

sort, called, kind, size_mm      its name for programs, for people, and the pieces' kind and usual size
match                            attributes of the box's pieces of this sort: a value, "*" for any, "" for none; values go to new ones
named                            an id made of what is asked, e.g. "{dish}-{row}-{col}"; without it people are asked for a name
made                             attributes made of what is asked, e.g. printed = "{says}:{of}:{shown}:{points}"
each                             every copy is a piece of its own, such as twelve tiles that all differ
counted                          pairs (place, how many places): the next piece is proposed one place on
fields                           name, text, hint; values (and how many `most`, joined by `joint`), or low, high, step and `less`, or
                                 rows of letters, or any words (`suggests`); kept from piece to piece, `usual` at first, needed
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from companion.game import CompanionError, Pack, PackError, Piece
from companion.web.helper import Asked

LONGEST = 300
DIE = "die"
"""A kind of piece that no camera has to be shown, unless something is asked of each of its faces."""
COUNT = "count"
"""What is asked for as this is how many of the piece the box holds."""


class _Field(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A field as a pack writes it."""

    name: str
    text: str
    hint: str = ""
    values: tuple[str, ...] = ()
    most: int = 1
    joint: str = "|"
    low: float | None = None
    high: float = 0.0
    step: float = 1.0
    less: float = 0.0
    rows: int = 0
    suggests: tuple[str, ...] = ()
    usual: str = ""
    kept: bool = False
    needed: bool = False


class _Sort(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A sort as a pack writes it."""

    sort: str
    called: str
    kind: str
    hint: str = ""
    size_mm: tuple[float, float] | None = None
    match: dict[str, str] = {}
    named: str = ""
    made: dict[str, str] = {}
    each: bool = False
    counted: tuple[tuple[str, str], ...] = ()
    fields: tuple[_Field, ...] = ()


@dataclass(frozen=True, slots=True)
class Sort:
    """One sort of pieces."""

    spec: _Sort
    pieces: Mapping[str, Piece] = field(default_factory=dict)
    """Those of the rulebook's box, by the name that each is asked for."""

    @property
    def name(self) -> str:
        """For programs."""
        return self.spec.sort

    @property
    def is_named(self) -> bool:
        """Whether the name follows from what is asked, so that nobody has to give one."""
        return bool(self.spec.named)

    @property
    def is_added(self) -> bool:
        """Whether no camera has to be shown a piece of this sort: a die that is read by its pips."""
        return self.spec.kind == DIE and not self.spec.fields

    @property
    def rows(self) -> int:
        """Rows of letters that pieces of this sort bear; 0: none."""
        return max((each.rows for each in self.spec.fields), default=0)

    def is_of(self, piece: Piece) -> bool:
        """Whether a piece of the box is of this sort."""
        told = piece.attributes
        return piece.kind == self.spec.kind and all(
            (name in told) if value == "*" else told.get(name, "") == value for name, value in self.spec.match.items()
        )

    def written(self, name: str, said: Mapping[str, Sequence[str]]) -> dict[str, str]:
        """What is written of the piece called `name` after what people said of it: theirs, else as the box says. Raises CompanionError."""
        known = self.pieces[name].attributes if name in self.pieces else {}
        told = {each.name: _written(each, said.get(each.name, ())) for each in self.spec.fields}
        for each in self.spec.fields:
            if each.needed and not told[each.name] and not known.get(each.name):
                raise CompanionError(f"{each.text}: this has to be filled in")
        parts = {each.name: told[each.name] or each.usual for each in self.spec.fields}
        made = {attribute: _filled(template, parts) for attribute, template in self.spec.made.items()}
        used = {part for template in self.spec.made.values() for part in re.findall(r"\{(\w+)\}", template)}
        constant = {attribute: value for attribute, value in self.spec.match.items() if value not in ("", "*")}
        own = {attribute: value for attribute, value in {**told, **made}.items() if value and attribute not in used}
        return {**constant, **known, **own}

    def id_of(self, label: str, written: Mapping[str, str]) -> str:
        """The piece's name, in one word: the one that was given, or the one made of what is written."""
        return "-".join((_filled(self.spec.named, written) if self.is_named else label).split())

    def asked(self, read: str | None, last: Mapping[str, str], letters: Mapping[str, str]) -> tuple[Asked, ...]:
        """The form for the next piece: `read` is the box's piece that its label names, `last` what was written of the one before.

        `letters`: what was read off a letter tile, by attribute.
        """
        known = self.pieces[read].attributes if read is not None and read in self.pieces and self.is_named else {}
        proposed = {**letters, **(known or self._next(last))}
        return tuple(_asked(each, proposed.get(each.name, "")) for each in self.spec.fields)

    def _next(self, last: Mapping[str, str]) -> dict[str, str]:
        """What stays from piece to piece, one place on; nothing after the last place."""
        kept = {each.name: last[each.name] for each in self.spec.fields if each.kept and last.get(each.name)}
        if not self.spec.counted or not all(last.get(name, "").isdecimal() for pair in self.spec.counted for name in pair):
            return kept
        at = {place: int(last[place]) for place, _ in self.spec.counted}
        for place, places in reversed(self.spec.counted):
            if at[place] + 1 < int(last[places]):
                at[place] += 1
                return kept | {name: str(number) for name, number in at.items()}
            at[place] = 0
        return {}


def sorts_of_pieces(box: Pack) -> tuple[Sort, ...]:
    """What may be shown of a box, the usual sort first; a sort for each kind of its pieces where the pack says nothing.

    Raises PackError for a table that is none.
    """
    table: Any = box.tables.get("shown")
    if table is None:
        kinds = dict.fromkeys(piece.kind for piece in box.pieces if piece.kind in ("card", "tile", "token"))
        table = [{"sort": kind, "called": f"{kind}s", "kind": kind} for kind in kinds or ("card",)]
    try:
        specs = msgspec.convert(table, tuple[_Sort, ...])
    except msgspec.ValidationError as fault:
        raise PackError(f"pack {box.name}: [tables.shown]: {fault}") from fault
    return tuple(_with_pieces(Sort(spec), box) for spec in specs)


def _with_pieces(sort: Sort, box: Pack) -> Sort:
    """The sort with the pieces of the box that are of it; foods bear the name of the card that each belongs to."""
    spec = sort.spec
    stacked = box.tables.get("stacked")
    if isinstance(stacked, list) and spec.kind in stacked:
        cards = [piece for piece in box.pieces if sort.is_of(replace(piece, kind=spec.kind)) and piece.kind == "card"]
        named = {f"{spec.kind}-{one.id}": replace(one, kind=spec.kind, attributes={spec.kind: one.id, **one.attributes}) for one in cards}
        return replace(sort, pieces=named)
    mine = [piece for piece in box.pieces if sort.is_of(piece)]
    if not spec.each:
        return replace(sort, pieces={piece.id: piece for piece in mine})
    return replace(sort, pieces={f"{piece.id}-{n}": piece for piece in mine for n in range(1, piece.count + 1)})


def _written(spec: _Field, said: Sequence[str]) -> str:
    """What people said in a field, as pieces.csv says it; empty for nothing. Raises CompanionError in one line."""
    words = [" ".join(each.split()) for each in said if each.strip()]
    if not words:
        return ""
    if spec.values:
        if wrong := [each for each in words if each not in spec.values]:
            raise CompanionError(f"{spec.text}: {wrong[0][:40]} is none of {', '.join(spec.values)}")
        return spec.joint.join(words[: spec.most])
    if spec.rows:
        return _grid(spec, " ".join(words))
    return words[0][:LONGEST] if spec.low is None else _number(spec, spec.low, words[0])


def _number(spec: _Field, low: float, word: str) -> str:
    try:
        number = float(word.replace(",", "."))
    except ValueError:
        number = low - 1
    if not low <= number <= spec.high or (number - low) % spec.step:
        raise CompanionError(f"{spec.text}: {word[:20]} is no number from {low:g} to {spec.high:g}")
    return f"{number - spec.less:g}"


def _grid(spec: _Field, text: str) -> str:
    rows = [row for row in re.split(r"[\s/|,;]+", text.upper()) if row]
    if len(rows) != spec.rows or any(len(row) != spec.rows or not row.isalpha() for row in rows):
        raise CompanionError(f"{spec.text}: write {spec.rows} rows of {spec.rows} letters each")
    return "/".join(rows)


def _asked(spec: _Field, value: str) -> Asked:
    """A field with what is proposed for it, as people write it."""
    if value and spec.low is not None:
        value = f"{float(value) + spec.less:g}"
    parts = value.split(spec.joint) if spec.values and value else value.split("/") if spec.rows and value else [value or spec.usual]
    return Asked(
        spec.name, spec.text, spec.hint, spec.values, spec.most, spec.low, spec.high, spec.step, spec.rows, spec.suggests,
        spec.needed, tuple(parts),
    )  # fmt: skip


def _filled(template: str, parts: Mapping[str, str]) -> str:
    """A template with its parts; empty when one of them is."""
    names = re.findall(r"\{(\w+)\}", template)
    return "" if any(not parts.get(name) for name in names) else template.format_map(parts)
