"""Reads a line of text from left to right; whatever it does not understand is a TextError with its column."""

import re
from collections.abc import Callable
from typing import TypeVar

from companion.game import TextError
from companion.games.surrealist_dinner_party.house import appetites_of, printed_of
from companion.games.surrealist_dinner_party.pieces import NOTHING, WILD, Counts, Printed, Token, changed
from companion.games.surrealist_dinner_party.position import Slot

T = TypeVar("T")
NAME = r"[A-Za-z0-9_.~%-]+"


class Cursor:
    """A line of text and how far it is read."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

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

    def key(self, name: str) -> None:
        """` name=`."""
        self.take(f" {name}=", f"{name}=")

    def number(self) -> int:
        """A whole number without leading zeros."""
        return int(self.take("0|[1-9][0-9]{0,2}", "a number"))

    def seat(self) -> int:
        """P1 to P4."""
        return int(self.take("P[1-4]", "a player, P1 to P4")[1:]) - 1

    def name(self) -> str:
        """A guest or a card."""
        return self.take(NAME, "a name")

    def kind(self) -> Token:
        """One of the five."""
        return Token(self.take("|".join(Token), "a token: " + ", ".join(Token)))

    def counts(self) -> Counts:
        """E.g. `food:2,wine:1`, or `-`."""
        counts = NOTHING
        for kind, number in self.several(lambda: (self.kind(), self._colon_number())):
            counts = changed(counts, kind, number)
        return counts

    def _colon_number(self) -> int:
        self.take(":", ": and a number")
        return self.number()

    def slot(self) -> Slot:
        """E.g. `wine` or `wild=drama`."""
        wants = self.take("|".join((*Token, WILD)), f"an appetite: {', '.join(Token)} or {WILD}")
        return Slot(wants, self.kind() if self.has("=") else None)

    def appetites(self) -> str:
        """E.g. `wine,food,wild`."""
        return self._checked(r"[a-z]+(,[a-z]+)*", appetites_of, "appetites, e.g. wine,food,wild")

    def printed(self) -> str:
        """E.g. `race:wine:3:2`."""
        return self._checked(r"[a-z]+:[a-z]+:[0-9]+:[0-9]+", printed_of, "what is printed, e.g. race:wine:3:2")

    def _checked(self, pattern: str, read: Callable[[str], tuple[str, ...] | Printed], wanted: str) -> str:
        start = self.at
        text = self.take(pattern, wanted)
        try:
            read(text)
        except ValueError as error:
            raise TextError(self.text, start, str(error)) from error
        return text

    def several(self, item: Callable[[], T], separator: str = ",") -> tuple[T, ...]:
        """One or more of a kind, or `-` for none."""
        if self.has("-"):
            return ()
        found = [item()]
        while self.has(re.escape(separator)):
            found.append(item())
        return tuple(found)

    def end(self) -> None:
        """Raises TextError when something is left."""
        self.take(r"\Z", "the end")
