"""What the cards of an ordinary deck stand for in a game, as its pack says under [tables.ordinary_deck] and the owner may say otherwise."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.game import Pack, PackError


@dataclass(frozen=True, slots=True)
class OrdinaryDeck:
    """Suits and ranks of an ordinary deck, and what each is in a game; ranks that are not named stay in the box."""

    suits: Mapping[str, str]
    """E.g. hearts -> breakfasts."""
    values: Mapping[str, str]
    """Rank as printed, in capitals, e.g. A -> 1."""

    def said(self, text: str) -> "OrdinaryDeck":
        """The same deck with its suits as the owner says, e.g. `hearts=breakfasts,clubs=lunches,...`; each meaning once.

        Raises PackError naming the first fault.
        """
        suits: dict[str, str] = {}
        for part in text.split(","):
            suit, equals, meaning = (word.strip().lower() for word in part.partition("="))
            if not equals or suit not in self.suits or meaning not in self.suits.values() or meaning in suits.values():
                raise PackError(f"suits: {part.strip()!r} is not understood; say {self._example()}, each once")
            suits[suit] = meaning
        if missing := [suit for suit in self.suits if suit not in suits]:
            raise PackError(f"suits: nothing is said about {', '.join(missing)}; say {self._example()}")
        return replace(self, suits=suits)

    def has(self, attributes: Mapping[str, str]) -> bool:
        """Whether a line of pieces.csv is a card of an ordinary deck: it has a `rank`, and a suit of it as `pips` or `suit`."""
        return "rank" in attributes and _suit(attributes) in self.suits

    def meaning(self, attributes: Mapping[str, str]) -> dict[str, str]:
        """`suit` and `value` in the game of an ordinary card; empty for one that takes no part."""
        value = self.values.get(attributes["rank"].strip().upper())
        return {} if value is None else {"suit": self.suits[_suit(attributes)], "value": value}

    def _example(self) -> str:
        return ",".join(f"{suit}={meaning}" for suit, meaning in self.suits.items())


def ordinary_deck(pack: Pack) -> OrdinaryDeck | None:
    """How a game is played with an ordinary deck; None where its pack does not say. Raises PackError for a table that is none."""
    table = pack.tables.get("ordinary_deck")
    if table is None:
        return None
    suits, values = (table.get("suits"), table.get("values")) if isinstance(table, dict) else (None, None)
    if not (isinstance(suits, dict) and isinstance(values, dict) and suits and values):
        raise PackError(f'pack {pack.name}: [tables.ordinary_deck] needs suits and values, e.g. suits = {{ hearts = "breakfasts" }}')
    return OrdinaryDeck({k: str(v) for k, v in suits.items()}, {k: str(v) for k, v in values.items()})


def _suit(attributes: Mapping[str, str]) -> str:
    return (attributes.get("pips") or attributes.get("suit", "")).strip().lower()
