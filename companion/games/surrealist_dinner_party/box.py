"""What the pieces of a pack are in this game, however their owner wrote it down."""

from collections.abc import Mapping

from companion.game import Pack, Piece
from companion.games.surrealist_dinner_party.pieces import Icon, Token

GUEST, TOKEN, FAUX_PAS_CARD = "guest", "token", "faux-pas"


def meaning(piece: Piece) -> Mapping[str, str]:
    """A piece's attributes with its role; empty for a piece of no role.

    A role that nobody wrote follows from the rest: a token named like one of the kinds, a card with appetites, a card with `printed`.
    Appetites may stand with `|` between them, and an icon alone may stand as `ability`.
    """
    said = dict(piece.attributes)
    if "role" not in said:
        if piece.kind == "token" and said.get("token", piece.id) in list(Token):
            said |= {"role": TOKEN, "token": said.get("token", piece.id)}
        elif "appetites" in said or "printed" in said:
            said["role"] = GUEST if "appetites" in said else FAUX_PAS_CARD
        else:
            return {}
    if "appetites" in said:
        said["appetites"] = said["appetites"].replace("|", ",")
    if said.get("ability") in list(Icon) and "icon" not in said:
        said["icon"] = said.pop("ability")
    return said


def in_role(pack: Pack, role: str) -> list[tuple[Piece, Mapping[str, str]]]:
    """The pieces of a role, each with what it means."""
    return [(piece, said) for piece in pack.pieces if (said := meaning(piece)).get("role") == role]
