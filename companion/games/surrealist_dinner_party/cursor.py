"""Reads a line of text from left to right; whatever it does not understand is a TextError with its column."""

from collections.abc import Callable

from companion import notation
from companion.game import TextError
from companion.games.surrealist_dinner_party.house import appetites_of, printed_of
from companion.games.surrealist_dinner_party.pieces import NOTHING, WILD, Counts, Printed, Token, changed
from companion.games.surrealist_dinner_party.position import Slot


class Cursor(notation.Cursor):
    """Reads the game's own words."""

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
