"""A pack's board of letter tiles, as its pieces and tables tell it; None for a game without one."""

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from companion.game import Pack, PackError, Piece
from companion.pack import built_in
from vision.letters.net import LETTERS, PLAIN
from vision.looks.catalogue import Catalogue
from vision.tiles.ant_colours import COLOURS, Rgb
from vision.tiles.ant_looks import AntLooks, Kind
from vision.tiles.one_tile import Print, read_print, upright
from vision.tiles.tiling import TilePrint, Tiling


def tiling_of(box: Pack, catalogue: Catalogue) -> Tiling | None:
    """The board that may lie on the table: its size from the game's tables, its tiles and tokens from what was enrolled.

    Tiles bear the attributes `letters` (rows parted by `/`), `food_row`, `food_col`; tokens `color`. Raises PackError for a tile whose
    letters do not fill it.
    """
    tables = box.tables or (built_in(box.game).tables if box.game else {})
    tiles, cells = tables.get("board_tiles"), tables.get("tile_cells")
    if not isinstance(tiles, int) or not isinstance(cells, int):
        return None
    known = dict(_prints(box, cells))
    letters = "".join(sorted({letter for tile in known.values() for row in tile.letters for letter in row}))
    alphabet = PLAIN + "".join(letter for letter in letters if letter not in PLAIN)
    return Tiling(tiles, cells, alphabet, known, _colours(box, catalogue), dict(_tokens(box)), _looks(box, catalogue))


def print_of(rgb: NDArray[np.uint8], cells: int) -> dict[str, str]:
    """What a tile shows as it lies, by the attributes above, to be checked; nothing for a piece without letters (`cells` 0)."""
    return _attributes(read_print(rgb, cells)) if cells else {}


def uprighted(rgb: NDArray[np.uint8], cells: int) -> tuple[int, dict[str, str]]:
    """How many quarter turns counterclockwise set a tile's letters upright, and what it shows then, likewise."""
    turns, seen = upright(rgb, cells)
    return turns, _attributes(seen)


def _attributes(seen: Print) -> dict[str, str]:
    food = {} if seen.food is None else {"food_row": f"{seen.food[0]:g}", "food_col": f"{seen.food[1]:g}"}
    return {"letters": "/".join(seen.rows), **food}


def _prints(box: Pack, cells: int) -> Iterator[tuple[str, TilePrint]]:
    for piece in box.pieces:
        if piece.kind != "tile" or "letters" not in piece.attributes:
            continue
        rows = tuple(piece.attributes["letters"].upper().split("/"))
        if len(rows) != cells or any(len(row) != cells or set(row) - set(LETTERS) for row in rows):
            raise PackError(
                f"pack {box.name}: piece {piece.id}: letters have to be {cells} rows of {cells}, parted by /, not {'/'.join(rows)!r}"
            )
        yield piece.id, TilePrint(rows, _food(box, piece))


def _food(box: Pack, piece: Piece) -> tuple[float, float] | None:
    at = piece.attributes.get("food_row"), piece.attributes.get("food_col")
    if at[0] is None or at[1] is None:
        return None
    try:
        return float(at[0]), float(at[1])
    except ValueError as fault:
        raise PackError(f"pack {box.name}: piece {piece.id}: food_row and food_col have to be numbers, not {at[0]!r}, {at[1]!r}") from fault


def _colours(box: Pack, catalogue: Catalogue) -> Mapping[str, Rgb]:
    """The tokens' colours by name, as they were enrolled; the usual ones where none was."""
    found: dict[str, Rgb] = {}
    for (name, is_special), picture in _pictures(box, catalogue):
        if not is_special:
            high, wide = picture.shape[0] // 4, picture.shape[1] // 4
            red, green, blue = (int(v) for v in np.median(picture[high:-high, wide:-wide].reshape(-1, 3), axis=0))
            found.setdefault(name, (red, green, blue))
    return found or COLOURS


def _looks(box: Pack, catalogue: Catalogue) -> AntLooks | None:
    """How the tokens look; None where no special one was enrolled."""
    pictures = dict(_pictures(box, catalogue))
    return AntLooks(pictures) if any(is_special for _, is_special in pictures) else None


def _pictures(box: Pack, catalogue: Catalogue) -> Iterator[tuple[Kind, NDArray[np.uint8]]]:
    """The tokens that were enrolled, by colour and by whether they are special, each with its (H, W, 3) RGB mosaic."""
    seen = {look.id: look.colours for look in catalogue.looks if look.kind == "token"}
    return ((kind, seen[id]) for kind, id in _tokens(box) if id in seen)


def _tokens(box: Pack) -> Iterator[tuple[Kind, str]]:
    """The tokens that lie on boards, by colour and by whether they are special, and what they are called."""
    for piece in box.pieces:
        name, what = piece.attributes.get("color"), piece.attributes.get("what", "ant")
        if piece.kind == "token" and name and what in ("ant", "special"):
            yield (name, what == "special" or piece.attributes.get("special", "0") not in ("", "0")), piece.id
