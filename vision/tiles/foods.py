"""Where the food of each tile of a board is: by the enrolled tile, or by a ring that is printed between four letters of one."""

from collections.abc import Mapping, Sequence

from vision.observation import Point
from vision.tiles.closedrings import Board, Corner, closed_ones
from vision.tiles.laid import Flags
from vision.tiles.look import TileLook
from vision.tiles.rings import over_chance, rings_of
from vision.tiles.tiling import Tiling
from vision.tiles.view import View

LEAST_SHOWN = 3
"""Of the four cells around a ring have to show something: where a hand lies nothing is printed."""


def foods_of(
    looks: Sequence[TileLook], view: View, shown: Flags, tiling: Tiling, told: Mapping[tuple[int, int], tuple[Point, ...]]
) -> tuple[Point, ...]:
    """The foods of tiles whose turn is told, in rows and columns of the board.

    `shown` (rows, cols) are cells with a letter, a question or a token; of the tiles in `told`, by their places, the foods are known.
    """
    ringed = _ringed([tile for tile in looks if tile.id is None], view, (shown & ~view.under_tokens).ravel(), tiling, told)
    found: list[Point] = []
    for tile in looks:
        if (tile.row, tile.col) in told:
            found += told[tile.row, tile.col]
            continue
        corner = _corner(tile, tiling)
        at = ringed[corner] if tile.id is None else tiling.known[tile.id].turned(tile.turn or 0).food
        if at is None:
            continue
        food = corner[0] + at[0], corner[1] + at[1]
        if tile.id is not None or _around(shown, food) >= LEAST_SHOWN:
            found.append(food)
    return tuple(found)


def _ringed(
    tiles: Sequence[TileLook], view: View, lettered: Flags, tiling: Tiling, told: Mapping[tuple[int, int], tuple[Point, ...]]
) -> dict[Corner, Point | None]:
    """Where the ring of each of some tiles is, by their corners, but for those of which it is `told`; `lettered` as of `Board`."""
    corners = {_corner(tile, tiling): told.get((tile.row, tile.col)) for tile in tiles}
    known = {corner: _on_tile(foods, corner) for corner, foods in corners.items() if foods is not None}
    unknown = [corner for corner, foods in corners.items() if foods is None]
    rings = over_chance(rings_of(view.grey, view.middles, tiling.count, unknown, tiling.cells))
    board = Board(view.grey, view.middles, tiling.count, tiling.cells, lettered)
    return closed_ones(board, dict(zip(unknown, rings, strict=True)), known)


def _on_tile(foods: tuple[Point, ...], corner: Corner) -> Point | None:
    """The first of some foods of the board in rows and columns of a tile."""
    return (foods[0][0] - corner[0], foods[0][1] - corner[1]) if foods else None


def _corner(tile: TileLook, tiling: Tiling) -> Corner:
    """A tile's first row and column."""
    return tile.row * tiling.cells, tile.col * tiling.cells


def _around(shown: Flags, food: Point) -> int:
    """How many of the four cells around a corner point show something."""
    row, col = (int(at - 0.5) for at in food)
    return int(shown[row : row + 2, col : col + 2].sum())
