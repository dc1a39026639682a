"""What the pieces of a box are called: the names that a rulebook expects, and the one that a label read off a card means."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

import msgspec

from companion.cli.sorts import DIE, Sort, sorts_of_pieces
from companion.deck import ordinary_deck
from companion.game import Pack, PackError, Piece

FLAT, TOKEN, FOOD = ("card", "tile"), "token", "food"
"""Kinds of pieces that are shown to the camera: rectangles, discs, and flat ones of any outline."""
LIKE = 0.75
"""How much a label has to resemble a name, 0 to 1, to be taken for it."""
OWN, ORDINARY = "own", "ordinary"


@dataclass(frozen=True, slots=True)
class Guess:
    """The name proposed for a card."""

    id: str
    is_read: bool
    """Whether it was read off the card; else it is only the next of the list."""


def sorts_of(box: Pack) -> tuple[str, ...]:
    """Which sorts of boxes the game may be played with: its own, and perhaps an ordinary deck."""
    return (OWN, ORDINARY) if ordinary_deck(box) is not None else (OWN,)


def shown_of(box: Pack, sort: str) -> tuple[Sort, ...]:
    """The sorts of pieces that may be shown, the usual one first. Raises PackError for no such sort of box."""
    deck, own = ordinary_deck(box), sorts_of_pieces(box)
    if sort == ORDINARY and deck is not None:
        ranks = {meaning: rank for rank, meaning in reversed([*deck.values.items()])}
        cards = [
            Piece(f"{suit}-{rank}", "card", attributes={"rank": rank, "pips": suit})
            for suit in deck.suits for rank in reversed(ranks.values())
        ]  # fmt: skip
        first = replace(own[0], spec=msgspec.structs.replace(own[0].spec, fields=(), match={}), pieces={card.id: card for card in cards})
        return (first, *(each for each in own if each.spec.kind == DIE))
    if sort != OWN:
        raise PackError(f"{box.title} is not played with {sort!r} cards; choose {' or '.join(sorts_of(box))}")
    return own


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
