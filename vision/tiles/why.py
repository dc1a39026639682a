"""What is said of a board of tiles that does not show whole: which tiles are missing or unclear, in words."""

from vision.tiles.look import TileLook


def why_of(looks: list[TileLook], there: list[TileLook], hidden: str) -> str:
    """Which tiles show no letters, or in which turn cannot be told, and what is hidden of the others."""
    absent = [place_of(look.row, look.col) for look in looks if look not in there]
    unclear = [place_of(look.row, look.col) for look in there if look.turn is None]
    parts = [f"no letters show at the {', '.join(absent)}: a tile is missing or covered"] if absent else []
    parts += [f"which way up the tile at the {', '.join(unclear)} lies cannot be told"] if unclear else []
    return "; ".join([*parts, hidden] if hidden else parts)


def place_of(row: int, col: int) -> str:
    """A tile's place in words, for boards of three by three; numbers for others."""
    rows, cols = ("upper", "middle", "lower"), ("left", "middle", "right")
    if not (0 <= row < 3 and 0 <= col < 3):
        return f"row {row + 1}, column {col + 1}"
    return "middle" if (row, col) == (1, 1) else f"{rows[row]} {cols[col]}"
