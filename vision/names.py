"""What pieces, and the columns that describe them, may be called, wherever they come from. Standard library only."""

LONGEST = 80
COLUMN = "[a-z0-9_-]{0,80}"
"""A column of pieces.csv, which packs keep as an attribute; whatever else a pack names."""


def is_id(text: str) -> bool:
    """Whether a text may name a piece: in one word, since positions are written down with names, and without what parts a path."""
    return 1 <= len(text) <= LONGEST and text.isprintable() and not any(c.isspace() or c in "/\\" for c in text)
