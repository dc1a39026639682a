"""What the pieces of a box are called: the names that a rulebook expects, and the one that a label read off a card means."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from companion.deck import ordinary_deck
from companion.game import Pack, PackError
from vision.catalogue import BACK

FLAT, TOKEN, FOOD = ("card", "tile"), "token", "food"
"""Kinds of pieces that are shown to the camera: rectangles, discs, and flat ones of any outline."""
LIKE = 0.75
"""How much a label has to resemble a name, 0 to 1, to be taken for it."""
OWN, ORDINARY = "own", "ordinary"


@dataclass(frozen=True, slots=True)
class Named:
    """A piece that the rulebook expects."""

    kind: str
    attributes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Guess:
    """The name proposed for a card."""

    id: str
    is_read: bool
    """Whether it was read off the card; else it is only the next of the list."""


def sorts_of(box: Pack) -> tuple[str, ...]:
    """Which sorts of boxes the game may be played with: its own, and perhaps an ordinary deck."""
    return (OWN, ORDINARY) if ordinary_deck(box) is not None else (OWN,)


def names_of(box: Pack, sort: str) -> dict[str, Named]:
    """The pieces that may be shown, by id, in the order of the box; the cards' back is the last. Raises PackError for no such sort."""
    deck = ordinary_deck(box)
    if sort == ORDINARY and deck is not None:
        ranks = {meaning: rank for rank, meaning in reversed([*deck.values.items()])}
        cards = {f"{suit}-{rank}": Named("card", {"rank": rank, "pips": suit}) for suit in deck.suits for rank in reversed(ranks.values())}
        return {**cards, BACK: Named("card", {})}
    if sort != OWN:
        raise PackError(f"{box.title} is not played with {sort!r} cards; choose {' or '.join(sorts_of(box))}")
    flat = {piece.id: Named(piece.kind, piece.attributes) for piece in box.pieces if piece.kind in (*FLAT, TOKEN)}
    return {**flat, **_foods(box), BACK: Named("card", {})}


def kinds_of(box: Pack) -> tuple[str, ...]:
    """Which kinds of its pieces may be shown, the usual one first."""
    named = {each.kind for each in names_of(box, OWN).values()}
    return tuple(kind for kind in (*FLAT, TOKEN, FOOD) if kind in named)


def listed_of(box: Pack) -> tuple[str, tuple[str, ...]]:
    """What a card of this game lists place by place, which only the card tells: attribute, what may stand there; empty: none does."""
    table = box.tables.get("places")
    values = table.get("values") if isinstance(table, dict) else None
    return (str(table.get("listed", "")), tuple(map(str, values))) if isinstance(table, dict) and isinstance(values, list) else ("", ())


def _foods(box: Pack) -> dict[str, Named]:
    """The pieces that are stacked, each named after the card that it belongs to."""
    stacked = box.tables.get("stacked")
    cards = [piece for piece in box.pieces if piece.kind == "card"] if isinstance(stacked, list) and FOOD in stacked else []
    return {
        f"{FOOD}-{piece.id}": Named(FOOD, {FOOD: piece.id, **piece.attributes}) for piece in cards if "character" not in piece.attributes
    }


def meant(label: str, missing: Sequence[str]) -> Guess:
    """What a label read off a card stands for among the names that are missing yet, those first that are likely next.

    Where several names share what was read, or nothing was, the first of them is only a guess.

    >>> meant("lunches-6-six", ["lunches-6", "lunches-7"])
    Guess(id='lunches-6', is_read=True)
    >>> meant("7", ["lunches-6", "dinners-7", "lunches-7"])
    Guess(id='dinners-7', is_read=False)
    >>> meant("card-1", ["lunches-6", "lunches-7"])
    Guess(id='lunches-6', is_read=False)
    """
    read = set(label.lower().split("-"))
    near = [label] if label in missing else get_close_matches(label, missing, 1, LIKE)
    sharing = near or [name for name in missing if read <= set(name.lower().split("-"))]
    if sharing:
        return Guess(sharing[0], len(sharing) == 1)
    return Guess(missing[0] if missing else label, False)


def from_here_on(names: Sequence[str], last: str) -> tuple[str, ...]:
    """The names in the order in which they are likely shown: those behind the last one first.

    >>> from_here_on(["a", "b", "c"], "b")
    ('c', 'a', 'b')
    """
    at = names.index(last) + 1 if last in names else 0
    return (*names[at:], *names[:at])


def describe(folder: Path, names: Mapping[str, Named]) -> None:
    """Adds what the rulebook says of each piece to a folder's pieces.csv."""
    table = folder / "pieces.csv"
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    extra = list(dict.fromkeys(key for row in rows for key in _said(row["id"], names)))
    with table.open("w", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, [*rows[0], *extra], restval="", lineterminator="\n")
        out.writeheader()
        out.writerows({**row, **_said(row["id"], names), "kind": _kind(row, names)} for row in rows)


def _said(id: str, names: Mapping[str, Named]) -> Mapping[str, str]:
    return names[id].attributes if id in names else {}


def _kind(row: Mapping[str, str], names: Mapping[str, Named]) -> str:
    return names[row["id"]].kind if row["id"] in names else row["kind"]
