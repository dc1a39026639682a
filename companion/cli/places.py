"""Where on a card tokens are to lie: printed circles, found on the enrolled looks."""

from collections.abc import Mapping
from dataclasses import replace

from companion.game import Pack, Piece
from vision.enrolling.slots import find_slots
from vision.looks.catalogue import Catalogue

PLACES = "places"
"""Attribute of a card: `x,y x,y ...`, parts of its width and height."""


def with_places(pieces: tuple[Piece, ...], box: Pack, looks: Catalogue) -> tuple[Piece, ...]:
    """The pieces, those whose game lists places on them with where these are; what the owner wrote down stays."""
    table = box.tables.get("places")
    listed = str(table.get("listed", "")) if isinstance(table, dict) else ""
    across = max((max(piece.size_mm) for piece in pieces if piece.kind == "token" and piece.size_mm), default=0.0)
    if not listed or not across:
        return pieces
    return tuple(_with(piece, listed, across, looks) for piece in pieces)


def without_places(pieces: tuple[Piece, ...], box: Pack) -> tuple[str, ...]:
    """Ids of the cards that list places, none of which were found."""
    table = box.tables.get("places")
    listed = str(table.get("listed", "")) if isinstance(table, dict) else ""
    return tuple(piece.id for piece in pieces if listed and piece.attributes.get(listed) and not piece.attributes.get(PLACES))


def _with(piece: Piece, listed: str, across: float, looks: Catalogue) -> Piece:
    text = piece.attributes.get(listed, "")
    look = next((look for look in looks.looks if look.id == piece.id), None)
    if not text or piece.attributes.get(PLACES) or look is None:
        return piece
    found = find_slots(look, across, len(text.replace("|", ",").split(",")))
    if not found:
        return piece
    attributes: Mapping[str, str] = {**piece.attributes, PLACES: " ".join(f"{x:.3f},{y:.3f}" for x, y in found)}
    return replace(piece, attributes=attributes)
