"""Positions and actions as lines of text: a line read from left to right, and what is said of one that cannot be.

The notation of a game is its own; how a line is read, and that a refusal names the column, is the same for all.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, TypeVar

from companion.game import TextError

T = TypeVar("T")
Fault = tuple[str, str]
"""A part of a line by its name, e.g. `rounds`, and what is impossible about it."""
NAME = r"[A-Za-z0-9_.~%-]+"
"""What a pack calls a piece, a dish or a guest."""


class ImpossibleError(TextError):
    """A line that reads well and says a position that no game leads to. Carries every fault, each with its column."""

    def __init__(self, text: str, faults: Iterable[tuple[int, str]]) -> None:
        self.faults = tuple(sorted(faults))
        """0-based column and fault, in the order of the line."""
        super().__init__(text, self.faults[0][0], "; ".join(f"{fault} (column {column + 1})" for column, fault in self.faults))


class Cursor:
    """Reads a line of text from left to right; whatever it does not understand is a TextError with its column."""

    most_players: ClassVar[int] = 4

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.columns: dict[str, int] = {}
        """Where each part that was named begins, 0-based."""

    def has(self, pattern: str) -> bool:
        """Whether the pattern comes next; if so it is read."""
        found = re.compile(pattern).match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found is not None

    def take(self, pattern: str, wanted: str) -> str:
        """What comes next. Raises TextError when it is not what is wanted."""
        start = self.at
        if not self.has(pattern):
            raise TextError(self.text, start, f"expected {wanted}")
        return self.text[start : self.at]

    def has_key(self, name: str) -> bool:
        """Whether ` name=` comes next, after a blank unless it begins the line; if so it is read."""
        start, blank = self.at, " " if self.at else ""
        is_there = self.has(f"{blank}{name}=")
        if is_there:
            self.columns[name] = start + len(blank)
        return is_there

    def key(self, name: str) -> None:
        """` name=`. Raises TextError when it does not come next."""
        if not self.has_key(name):
            raise TextError(self.text, self.at, f"expected {name}=")

    def number(self) -> int:
        """A whole number without leading zeros."""
        return int(self.take("0|[1-9][0-9]{0,6}", "a number"))

    def seat(self) -> int:
        """P1 to P4, or as many as there may be: 0 for P1."""
        return int(self.take(f"P[1-{self.most_players}]", f"a player, P1 to P{self.most_players}")[1:]) - 1

    def name(self) -> str:
        """What a pack calls something."""
        return self.take(NAME, "a name")

    def some(self, item: Callable[[], T], separator: str = ",") -> tuple[T, ...]:
        """One or more of a kind."""
        found = [item()]
        while self.has(re.escape(separator)):
            found.append(item())
        return tuple(found)

    def several(self, item: Callable[[], T], separator: str = ",") -> tuple[T, ...]:
        """One or more of a kind, or `-` for none."""
        return () if self.has("-") else self.some(item, separator)

    def maybe(self, item: Callable[[], T]) -> T | None:
        """One, or `-` for none."""
        return None if self.has("-") else item()

    def end(self) -> None:
        """Raises TextError when something is left."""
        self.take(r"\Z", "the end")


def refuse_impossible(text: str, columns: Mapping[str, int], faults: Iterable[Fault]) -> None:
    """Nothing when there is no fault. Raises ImpossibleError naming all of them, each at the column of its part (0 where it has none)."""
    if found := [(columns.get(name, 0), why) for name, why in faults]:
        raise ImpossibleError(text, found)


def refuse_otherwise(text: str, written: str) -> None:
    """Nothing when a position is written as it ought to be. Raises TextError with the first column where it is not."""
    if written != text:
        column = next((at for at, (a, b) in enumerate(zip(text, written, strict=False)) if a != b), min(len(text), len(written)))
        raise TextError(text, column, f"this position is written {written[column:] or 'without this'!r} from here")
