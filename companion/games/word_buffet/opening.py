"""The board before the first countdown: tiles, foods, nests; and letters that somebody names later (WB-1.2, WB-2)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from companion.game import Violation
from companion.games.word_buffet.actions import LayBoard, NameLetters
from companion.games.word_buffet.clauses import Clause
from companion.games.word_buffet.house import House
from companion.games.word_buffet.pieces import Cell, Food, Nest, Phase, State


def letter_faults(house: House, letters: tuple[str, ...]) -> Iterator[Violation]:
    """Why these rows are no board of nine tiles (WB-2.1)."""
    if len(letters) != house.size:
        yield Violation(Clause.NINE_TILES, f"{len(letters)} rows of letters; the board has {house.size}")
    for number, row in enumerate(letters, start=1):
        if len(row) != house.size:
            yield Violation(Clause.NINE_TILES, f"row {number} has {len(row)} letters; the board has {house.size}")


def food_faults(house: House, foods: tuple[Food, ...]) -> Iterator[Violation]:
    """Why these are not the foods of the board: one on every tile, touching four letters of it (WB-1.2)."""
    for food in foods:
        if food.on_corner != (house.food_model == "vertex"):
            lies = "on a corner point, as in f14+" if house.food_model == "vertex" else "on a space, as in f14"
            yield Violation(Clause.FOOD_ON_EVERY_TILE, f"food {food}: at this table a food lies {lies}")
        elif len({_tile(house, cell) for cell in food.contacts}) != 1 or not all(_is_on_board(house, cell) for cell in food.contacts):
            yield Violation(Clause.FOOD_ON_EVERY_TILE, f"food {food} does not touch four letters of one tile")
    tiles = Counter(_tile(house, food.cell) for food in foods)
    for row in range(house.tiles):
        for col in range(house.tiles):
            if tiles[row, col] != 1:
                name = f"the tile in row {row + 1}, column {col + 1}"
                yield Violation(Clause.FOOD_ON_EVERY_TILE, f"{name} has {tiles[row, col]} foods; every tile has 1")


def nest_faults(house: House, nests: tuple[Nest, ...]) -> Iterator[Violation]:
    """Why the nests cannot lie so (WB-2.4; the picture of the rulebook is lost, so any edges are taken)."""
    if len(nests) != house.players:
        yield Violation(Clause.NESTS, f"{len(nests)} of {house.players} nests; every player has one")
    if len(set(nests)) != len(nests):
        yield Violation(Clause.NESTS, "two nests at one edge")
    for nest in nests:
        if not 0 <= nest.tile < house.tiles:
            yield Violation(Clause.NESTS, f"nest {nest}: a side has {house.tiles} tiles")


def _tile(house: House, cell: Cell) -> tuple[int, int]:
    return cell.row // house.tile, cell.col // house.tile


def _is_on_board(house: House, cell: Cell) -> bool:
    return 0 <= cell.row < house.size and 0 <= cell.col < house.size


def lay_faults(state: State, action: LayBoard) -> Iterator[Violation]:
    """Why the board cannot be laid so, or not now."""
    if state.phase is not Phase.SETUP:
        yield Violation(Clause.NINE_TILES, "the board is laid already; a letter may still be named, the rest corrected in the log")
    if not (action.letters or action.foods or action.nests):
        yield Violation(Clause.NINE_TILES, "no letters, foods or nests are given")
    if action.letters:
        yield from letter_faults(state.house, action.letters)
    if action.foods:
        yield from food_faults(state.house, action.foods)
    if action.nests:
        yield from nest_faults(state.house, action.nests)


def lay(state: State, action: LayBoard) -> State:
    """The parts given take their place, foods row by row; with all three the first countdown may begin."""
    laid = replace(
        state,
        letters=action.letters or state.letters,
        foods=tuple(sorted(action.foods)) or state.foods,
        nests=action.nests or state.nests,
    )
    return replace(laid, phase=Phase.COUNTDOWN) if laid.letters and laid.foods and laid.nests else laid


def naming_faults(state: State, action: NameLetters) -> Iterator[Violation]:
    """Why these spaces cannot get these letters."""
    if state.phase is Phase.OVER:
        yield Violation(Clause.TRIGGER, "the game is over")
    if not state.letters:
        yield Violation(Clause.NINE_TILES, "the board has not been read yet; all its letters come first")
        return
    if len(dict(action.letters)) != len(action.letters):
        yield Violation(Clause.NINE_TILES, "one space is given two letters")
    for cell, letter in action.letters:
        if not state.is_on_board(cell):
            yield Violation(Clause.NINE_TILES, f"{cell} is not on the board")
        elif state.is_food(cell):
            yield Violation(Clause.FOOD_ON_EVERY_TILE, f"a food fills {cell}; no letter is printed there")
        elif state.letter(cell) == letter:
            yield Violation(Clause.NINE_TILES, f"{cell} is {letter} already")


def name_letters(state: State, action: NameLetters) -> State:
    """The board with some letters more, or other ones."""
    rows = [list(row) for row in state.letters]
    for cell, letter in action.letters:
        rows[cell.row][cell.col] = letter
    return replace(state, letters=tuple(map("".join, rows)))
