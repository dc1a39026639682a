"""A board as the camera read it -> what lies where, in the game's words. No millimetre is needed: the board itself is the measure."""

from collections.abc import Iterator
from math import floor

from companion.game import Pack, Spot
from companion.games.word_buffet.pieces import UNKNOWN, Cell, Food, Nest, Side
from vision.observation import Ant, Board, Point, Quad

NEST_REACH = 4.0
"""Spaces between the board's edge and the middle of a nest at most."""


LAID = 0.5
"""Confidence from which on a board's cells are trusted."""


def is_laid(board: Board) -> bool:
    """Whether the cells are where the print is; else nothing on them has a place."""
    return board.confidence >= LAID


def letters(pack: Pack, board: Board) -> tuple[str, ...]:
    """A string a row, A-Z, `.` and `?`. What an ant or a hand covers on an enrolled tile is known all the same."""
    rows = [list(row) for row in board.letters]
    prints = {piece.id: piece.attributes["letters"].upper().split("/") for piece in pack.pieces if "letters" in piece.attributes}
    for tile in board.tiles:
        own = prints.get(tile.id or "")
        if own is None:
            continue
        size = len(own)
        for _ in range(tile.quarter_turns % 4):
            own = ["".join(column) for column in zip(*own[::-1], strict=True)]
        for at in range(size * size):
            row, col = tile.row * size + at // size, tile.col * size + at % size
            if row < len(rows) and col < len(rows[row]) and rows[row][col] in UNKNOWN:
                rows[row][col] = own[at // size][at % size]
    return tuple("".join(row) for row in rows)


def board_spots(pack: Pack, board: Board, tile: int) -> Iterator[Spot]:
    """Tokens and foods on the board, tiles of so many spaces; its letters while it is bare.

    Foods that glare leaves of them are no board's: they count when every tile shows its own, and hold up nothing else until then.
    """
    for ant in board.ants:
        cell = Cell(ant.row, ant.col)
        yield Spot("board", token_id(ant) if ant.color is not None else None, slot=str(cell))
    if is_one_a_tile(foods(board), board, tile):
        yield from (Spot("foods", "food", slot=str(food)) for food in foods(board))
    if not board.ants:
        for row, line in enumerate(letters(pack, board)):
            yield from (Spot("letters", sign, slot=str(Cell(row, col))) for col, sign in enumerate(line) if "A" <= sign <= "Z")


def token_id(ant: Ant) -> str:
    """The id of a token in this game."""
    return f"{'special' if ant.special else 'ant'}-{ant.color}"


def foods(board: Board) -> tuple[Food, ...]:
    """On corner points, where row and column lie between two spaces; else on spaces."""
    found = []
    for row, col in board.foods:
        on_corner = row != floor(row) or col != floor(col)
        found.append(Food(Cell(floor(row), floor(col)), on_corner))
    return tuple(sorted(found))


def is_one_a_tile(found: tuple[Food, ...], board: Board, tile: int) -> bool:
    """Whether every tile has one food, and none a second."""
    tiles = {(food.cell.row // tile, food.cell.col // tile) for food in found}
    return len(tiles) == len(found) == (board.rows // tile) * (board.cols // tile)


def nest_at(board: Board, quad_px: Quad, tile: int) -> Nest | None:
    """The edge that something beside the board lies at; None on the board, off its corners and far away."""
    middle = (sum(x for x, _ in quad_px) / 4, sum(y for _, y in quad_px) / 4)
    right, down = in_cells(board, middle)
    is_beside_row, is_beside_col = 0 <= down < board.rows, 0 <= right < board.cols
    beyond = max(-right, right - board.cols, -down, down - board.rows)
    if is_beside_row == is_beside_col or beyond > NEST_REACH:
        return None
    if is_beside_col:
        return Nest(Side.N if down < 0 else Side.S, floor(right) // tile)
    return Nest(Side.W if right < 0 else Side.E, floor(down) // tile)


def in_cells(board: Board, at: Point) -> Point:
    """A pixel in spaces from the board's top left corner, x to the right and y down, by the perspective that its corners show."""
    a, b, c, d, e, f, g, h = _perspective(board)
    x, y = at
    u, v = (e - f * h) * x + (c * h - b) * y + (b * f - c * e), (f * g - d) * x + (a - c * g) * y + (c * d - a * f)
    w = (d * h - e * g) * x + (b * g - a * h) * y + (a * e - b * d)
    return board.cols * u / w, board.rows * v / w


def in_picture(board: Board, at: Point) -> Point:
    """The pixel of a place in spaces from the board's top left corner."""
    a, b, c, d, e, f, g, h = _perspective(board)
    u, v = at[0] / board.cols, at[1] / board.rows
    w = g * u + h * v + 1
    return (a * u + b * v + c) / w, (d * u + e * v + f) / w


def _perspective(board: Board) -> tuple[float, float, float, float, float, float, float, float]:
    """The homography from the unit square to the board's corners, without its last entry, which is 1."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = board.corners_px
    dx1, dx2, dx3 = x1 - x2, x3 - x2, x0 - x1 + x2 - x3
    dy1, dy2, dy3 = y1 - y2, y3 - y2, y0 - y1 + y2 - y3
    across = dx1 * dy2 - dx2 * dy1
    g, h = (dx3 * dy2 - dx2 * dy3) / across, (dx1 * dy3 - dx3 * dy1) / across
    a, b, c = x1 - x0 + g * x1, x3 - x0 + h * x3, x0
    d, e, f = y1 - y0 + g * y1, y3 - y0 + h * y3, y0
    return a, b, c, d, e, f, g, h
