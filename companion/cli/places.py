"""Where on a card tokens are to lie: printed places, found on the enrolled looks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.game import Pack, Piece
from vision.enrolling.layout import Listing, find_layout
from vision.enrolling.mislisted import Slip, find_slips
from vision.enrolling.scattered import find_scattered
from vision.enrolling.slots import Place, find_slots
from vision.looks.catalogue import Catalogue

PLACES = "places"
"""Attribute of a card: `x,y x,y ...`, parts of its width and height."""


@dataclass(frozen=True, slots=True)
class _Group:
    """Cards of one size that list places."""

    cards: tuple[Listing, ...]
    across_mm: float
    """Diameter of what is laid on a place."""

    def has(self, id: str) -> bool:
        """Whether a piece is one of them."""
        return any(look.id == id for look, _ in self.cards)

    def in_common(self) -> Mapping[str, tuple[Place, ...]]:
        """The places, by id, that the lists of all cards together tell: in rows that lie alike, or else wherever circles are."""
        layout = find_layout(self.cards, self.across_mm)
        if layout is None:
            return find_scattered(self.cards, self.across_mm)
        return {look.id: layout.places(len(listed)) for look, listed in self.cards}

    def slips(self, places: Mapping[str, tuple[Place, ...]]) -> tuple[Slip, ...]:
        """Those of the cards whose places were found in common."""
        cards = [card for card in self.cards if card[0].id in places]
        return find_slips(cards, [places[look.id] for look, _ in cards], self.across_mm) if cards else ()

    def alone(self) -> Mapping[str, tuple[Place, ...]]:
        """What the circles of each card tell by themselves."""
        return {look.id: find_slots(look, self.across_mm, len(listed)) for look, listed in self.cards}


def placed(pieces: tuple[Piece, ...], box: Pack, looks: Catalogue) -> tuple[tuple[Piece, ...], tuple[Slip, ...]]:
    """The pieces, those whose game lists places on them with where these are, and the slips in what is listed.

    What the owner wrote down of places stays. A slip is a place that is printed like another kind than the one it is listed as.
    """
    found, slips = dict[str, tuple[Place, ...]](), list[Slip]()
    for group in _groups(pieces, box, looks):
        in_common = group.in_common()
        slips += group.slips(in_common)
        if without_places(tuple(piece for piece in pieces if group.has(piece.id)), box):
            found.update(in_common or group.alone())
    return tuple(_with(piece, found.get(piece.id, ())) for piece in pieces), tuple(slips)


def without_places(pieces: tuple[Piece, ...], box: Pack) -> tuple[str, ...]:
    """Ids of the cards that list places, none of which were found."""
    listed = _attribute(box)
    return tuple(piece.id for piece in pieces if listed and piece.attributes.get(listed) and not piece.attributes.get(PLACES))


def sentences(slips: Iterable[Slip]) -> tuple[str, ...]:
    """One for each slip, for its owner."""
    return tuple(
        f"{slip.id}: place {slip.place + 1} is listed as {slip.listed} and looks like {slip.looks_like}; check it in pieces.csv"
        for slip in slips
    )


def _attribute(box: Pack) -> str:
    """Under which name cards of this game list what their places are for; empty where they have none."""
    table = box.tables.get("places")
    return str(table.get("listed", "")) if isinstance(table, dict) else ""


def _groups(pieces: Sequence[Piece], box: Pack, looks: Catalogue) -> Iterator[_Group]:
    """The cards that list places, by size."""
    listed = _attribute(box)
    across = max((max(piece.size_mm) for piece in pieces if piece.kind == "token" and piece.size_mm), default=0.0)
    told = {piece.id: tuple(text.replace("|", ",").split(",")) for piece in pieces if (text := piece.attributes.get(listed, ""))}
    cards = [(look, told[look.id]) for look in {look.id: look for look in reversed(looks.looks)}.values() if look.id in told]
    for size in dict.fromkeys(look.size_mm for look, _ in cards) if listed and across else ():
        yield _Group(tuple(card for card in cards if card[0].size_mm == size), across)


def _with(piece: Piece, places: tuple[Place, ...]) -> Piece:
    if not places or piece.attributes.get(PLACES):
        return piece
    attributes: Mapping[str, str] = {**piece.attributes, PLACES: " ".join(f"{x:.3f},{y:.3f}" for x, y in places)}
    return replace(piece, attributes=attributes)
