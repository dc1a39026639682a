"""A square of letter tiles on a table -> letters, the tiles' turns, tokens and foods on them.

Each tile lies in one of four turns, decided by all its letters together; a tile whose letters are known is recognised as a whole.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.letters.board import NOTHING, UNREADABLE
from vision.letters.cells import Grid, Pixels
from vision.letters.hidden import cells_in, patches, told, unseen_around
from vision.letters.net import Floats, LetterNet, letter_net
from vision.observation import Ant, Board, CellDoubt, Point, TileTurn
from vision.tiles.betweenhands import HIDDEN, settled_between
from vision.tiles.foods import foods_of
from vision.tiles.laid import Flags, corners_of, letter_shows, moved_by, steps_off
from vision.tiles.lattice import relaid
from vision.tiles.look import TileLook, each_once, look_at, with_last
from vision.tiles.onprint import off_print
from vision.tiles.redfilter import BY_STROKE, TOO_BRIGHT, GlassParams
from vision.tiles.seams import PARAMS as SEAMS, SeamParams, are_single
from vision.tiles.sides import OPEN_SIDED, is_open_sided
from vision.tiles.signs import HALF, NEITHER, PARAMS as SIGNS, SignParams, Told, places_of, signs_of
from vision.tiles.square import clearest_first, coloured, lay, sheets, squares
from vision.tiles.tiling import Tiling
from vision.tiles.view import PARAMS as VIEW, View, ViewParams, fault_of, view_of
from vision.tiles.why import why_of


@dataclass(frozen=True, slots=True)
class TiledParams:
    """When a board, a turn and a tile stand."""

    least_gaps: float = 1.01
    """How far the gaps between letters stand out in a square that is looked at."""
    clear_gaps: float = 1.1
    """The same from which on they stand out so that no other square is laid before it is read: in one that takes in a nest beside the board
    they do by 1.07 and less, in those of 15 of 17 rendered boards by 1.1 and more. Of softer pictures a second one is laid, too."""
    faint_gaps: float = 0.95
    """The same where none stand out so, or where those that do are no board: of thin letters below strong print the gaps hardly do."""
    most_faint: int = 2
    most_lattices: int = 3
    """Lattices of letters that are tried,"""
    least_in_lattice: float = 0.4
    """and part of the cells with a letter or a token from which on one is a board's: one laid badly fits its print nowhere."""
    most_outlines: int = 2
    """Outlines of print, and squares of paper, that are tried where the gaps between letters tell no board,"""
    least_told: float = 0.6
    """and part of the cells with a letter or a token from which on one is a board: more than chance reads on one laid badly."""
    most_tried: int = 4
    most_told: float = 0.9
    """Part of the cells with a letter or a token from which on no other place is tried."""
    least_letters: float = 0.13
    """Part of a tile's open cells that show a letter; less, and no tile is there."""
    bare: float = 0.6
    """Part of its cells that show nothing at all, of a tile without any letter that stands, from which on none is there either."""
    least_shown: float = 0.5
    """Part of its cells that half of the tiles have to show a letter, a question or a token in; less, and it is another game's board."""
    least_tiles: int = 4
    """Fewer, and there is no board."""
    most_alike: float = 0.4
    """Part of the board's cells under tokens of one colour, or of none that can be told; more, and it is another game's board: a box has
    tokens of each for a fifth of it."""
    most_unread: float = 0.6
    """Part of the cells around a token that show neither letter nor token, from which on it may be print of what lies there: a question."""
    view: ViewParams = VIEW
    signs: SignParams = SIGNS
    seams: SeamParams = SEAMS


PARAMS = TiledParams()


@dataclass(frozen=True, slots=True, eq=False)
class Before:
    """A board that was read, and the cells of it that look as they did."""

    board: Board
    still: Flags
    """(rows, cols)."""

    def foods(self, row: int, col: int, size: int) -> tuple[Point, ...] | None:
        """The foods of a tile of `size` cells, by its place in the square; None where one of its cells looks otherwise."""
        if not self.still[row * size : (row + 1) * size, col * size : (col + 1) * size].all():
            return None
        return tuple(food for food in self.board.foods if (food[0] // size, food[1] // size) == (row, col))

    def all_foods(self, looks: list[TileLook], size: int) -> dict[tuple[int, int], tuple[Point, ...]]:
        """The same by the places of those tiles of which it is known."""
        told = {(look.row, look.col): self.foods(look.row, look.col, size) for look in looks}
        return {place: foods for place, foods in told.items() if foods is not None}

    @property
    def told(self) -> Told:
        """What stands in those cells."""
        return Told(self.still.ravel(), np.array(list("".join(self.board.letters))), self.board.unsure)


def read_tiled(rgb: Pixels, tiling: Tiling, net: LetterNet | None = None, params: TiledParams = PARAMS) -> Board | None:
    """The board of tiles in a picture; None where there is none."""
    found = find_tiled(rgb, tiling, net or letter_net(tiling.alphabet), params)
    return None if found is None else found[0]


def find_tiled(rgb: Pixels, tiling: Tiling, net: LetterNet, params: TiledParams = PARAMS) -> tuple[Board, View] | None:
    """The board of tiles in a picture and how it showed; None where there is none."""
    quads = squares(rgb)
    best, faint, outlines = _by_gaps(rgb, quads, tiling, net, params)
    if best is not None and best[1].fault == HIDDEN:
        other = _by_gaps(rgb, quads, tiling, net, params, glass=TOO_BRIGHT)[0]
        best = other if other is not None and other[0].confidence else best
    for grid in faint[: params.most_faint] if best is None or not best[0].confidence else ():
        seen = board_at(rgb, grid, tiling, net, params)
        is_read = seen is not None and seen[0].confidence > 0 and (best is None or _is_enough(seen[0], tiling, params))
        best = _better(best, seen if is_read else None)
    if best is None or not best[0].confidence:
        best = _by_colours(rgb, quads, tiling, net, params) or best
    return best if best is not None and best[0].confidence else _filling(rgb, outlines, tiling, net, params) or best


def _by_gaps(
    rgb: Pixels, quads: list[Floats], tiling: Tiling, net: LetterNet, params: TiledParams, glass: GlassParams = BY_STROKE
) -> tuple[tuple[Board, View] | None, list[Grid], list[Floats]]:
    """The board in one of some outlines by the gaps between its letters, or their lattice; grids of fainter gaps, and outlines of any."""
    best: tuple[Board, View] | None = None
    tried, faint, outlines = list[Grid](), list[Grid](), list[Floats]()
    for quad, found in clearest_first(quads, lambda one: lay(rgb, one, tiling.tiles, tiling.cells, glass), params.clear_gaps):
        outlines += [] if found is None or found.score < params.faint_gaps else [quad]
        if found is None or found.score < params.least_gaps:
            faint += [] if found is None or found.score < params.faint_gaps else [found.grid]
            continue
        best = _better(best, board_at(rgb, found.grid, tiling, net, params))
        tried.append(found.grid)
        if len(tried) == params.most_tried or (best is not None and _is_enough(best[0], tiling, params)):
            break
    if best is None or not best[0].confidence:
        seen = _relaid(rgb, [*tried, *faint], tiling, net, params)
        best = seen if seen is not None and (seen[0].confidence or best is not None) else best
    return best, faint, outlines


def _by_colours(rgb: Pixels, others: list[Floats], tiling: Tiling, net: LetterNet, params: TiledParams) -> tuple[Board, View] | None:
    """The board that stands where print is fine in its colours, none of `others`: a newspaper's is not."""
    quads = coloured(rgb, others)
    seen = _by_gaps(rgb, quads, tiling, net, params)[0] if quads else None
    return seen if seen is not None and seen[0].confidence else None


def _relaid(rgb: Pixels, grids: list[Grid], tiling: Tiling, net: LetterNet, params: TiledParams) -> tuple[Board, View] | None:
    """The board where the letters and tokens of a grid that did not fit stand in a lattice; None where little of it is told.

    The words on another game's board stand in one, too. Where it is laid badly there as well, it says better why. An outline that takes in
    a card or a hand leads to no lattice, or to one of too few letters; the next one may do better.
    """
    best: tuple[Board, View] | None = None
    for grid in _lattices(rgb, grids, params):
        seen = board_at(rgb, grid, tiling, net, params)
        if seen is None or (seen[0].confidence and _told(seen[0]) < params.least_in_lattice * tiling.count**2):
            continue
        best = _better(best, seen)
        if best is not None and best[0].confidence:
            break
    return best


def _lattices(rgb: Pixels, grids: list[Grid], params: TiledParams) -> Iterator[Grid]:
    """The lattices of the letters in some grids, none that is where another one was."""
    found = list[Floats]()
    for grid in grids:
        there = relaid(rgb, grid) if len(found) < params.most_lattices else None
        if there is None:
            continue
        corners = np.asarray(there.corners_px, np.float32)
        if all(np.abs(corners - other).max() > there.px_per_cell / 2 for other in found):
            found.append(corners)
            yield there


def _filling(rgb: Pixels, outlines: list[Floats], tiling: Tiling, net: LetterNet, params: TiledParams) -> tuple[Board, View] | None:
    """The board whose tiles fill one of the outlines, or a square of paper on a patterned table; None where little of it is told.

    Narrow letters with wide gaps show some in another pitch, too, as clearly as in their own. Print that tells no board is hard to read,
    too: a letter stands where it is sure only.
    """
    careful = replace(params, signs=replace(params.signs, stands=params.signs.sure))
    for quad in _outlines(rgb, outlines, params.most_outlines):
        try:
            grid = Grid.of_corners(tiling.count, tiling.count, quad.tolist())
        except ValueError:
            continue
        seen = board_at(rgb, grid, tiling, net, careful)
        if seen is not None and seen[0].confidence and _told(seen[0]) >= params.least_told * tiling.count**2:
            return seen
    return None


def _outlines(rgb: Pixels, outlines: list[Floats], most: int) -> Iterator[Floats]:
    """Those of print, and only where none of them is taken those of paper."""
    yield from outlines[:most]
    yield from sheets(rgb)[:most]


def board_at(rgb: Pixels, grid: Grid, tiling: Tiling, net: LetterNet, params: TiledParams = PARAMS) -> tuple[Board, View] | None:
    """The board of tiles on a grid, or beside it by whole cells, and how it showed; None when too few tiles are there."""
    view = _seen_at(rgb, grid, tiling, net, params)
    board = board_of(view, tiling, net, params)
    return None if board is None else (board, view)


def _better(one: tuple[Board, View] | None, other: tuple[Board, View] | None) -> tuple[Board, View] | None:
    """That of which more is told."""
    if one is None or other is None:
        return one or other
    return other if _told(other[0]) > _told(one[0]) else one


def _is_enough(board: Board, tiling: Tiling, params: TiledParams) -> bool:
    """Whether so much is told of a board that it is looked for nowhere else."""
    return board.confidence > 0 and _told(board) >= params.most_told * tiling.count**2


def _told(board: Board) -> int:
    """Cells of which something is known: a letter, in part covered or not, or a token; of a board laid badly none."""
    halves = sum(doubt.why == HALF for doubt in board.unsure)
    return sum(sign.isalpha() for row in board.letters for sign in row) + len(board.ants) + halves


def read_at(rgb: Pixels, grid: Grid, tiling: Tiling, net: LetterNet, params: TiledParams = PARAMS) -> Board | None:
    """The board of tiles on a grid, or beside it by whole cells; None when too few tiles are there. One laid badly has `confidence` 0."""
    return board_of(_seen_at(rgb, grid, tiling, net, params), tiling, net, params)


def _seen_at(rgb: Pixels, grid: Grid, tiling: Tiling, net: LetterNet, params: TiledParams) -> View:
    """How the board shows on a grid, or on one beside it by whole cells where its letters go on there."""
    view = view_of(rgb, grid, tiling, net, params.view)
    step = steps_off(view.beside, view.shows, params.view.laid)
    view = view if step == (0, 0) else view_of(rgb, moved_by(grid, *step), tiling, net, params.view)
    return settled_between(rgb, view, tiling, net, params.view)


def board_of(view: View, tiling: Tiling, net: LetterNet, params: TiledParams = PARAMS, before: Before | None = None) -> Board | None:
    """The board that shows so; None when too few tiles are there. Of what looks as it did `before` the same is told."""
    looks = [look_at(view, row, col, tiling, net, params.signs.tile) for row in range(tiling.tiles) for col in range(tiling.tiles)]
    looks = with_last(each_once(looks), view, tiling, net, params.signs.tile)
    there = [look for look in looks if look.id is not None or look.share >= params.least_letters]
    if len(there) < params.least_tiles:
        return None
    if fault := fault_of(view, params.view):
        return _doubted(view, fault)
    signs, doubts = signs_of(view, looks, there, tiling, net, params.signs, None if before is None else before.told)
    there = [look for look in there if not _is_bare(look, signs, view, tiling, params)]
    is_bare = not there or np.median([_shown(look, signs, view, tiling) for look in there]) < params.least_shown
    if is_bare or _is_another_games(signs, view, there, tiling, params, is_known=before is not None):
        return _doubted(view, "most cells show no letter: show the whole board from above, in even light, and none of another game")
    if before is None and is_open_sided(view.flat, there, tiling.tiles):
        return _doubted(view, OPEN_SIDED)
    strange = (
        _strange(signs, view, looks, tiling, params)
        | _on_blank_tiles(signs, view, looks, tiling, params)
        | _alone(signs, view, looks, tiling)
    )
    shown = letter_shows(view.evidence)
    lettered = np.char.isalpha(np.array(signs)) & shown.reshape(strange.shape)
    strange |= off_print(view.flat, view.middles, view.under_tokens, lettered, view.tokens.sure)
    doubts += _asked(signs, strange)
    blind = _blind(signs, there, view, tiling)
    hidden = patches(blind)
    doubts += _asked(signs, blind & ~np.logical_or.reduce([np.zeros_like(blind), *hidden]))
    turned = [look for look in there if look.turn is not None]
    known = {} if before is None else before.all_foods(turned, tiling.cells)
    foods = foods_of(turned, view, (np.array(signs) != NOTHING) | view.under_tokens, tiling, known)
    turns = tuple(TileTurn(look.row, look.col, look.turn, look.id) for look in turned if look.turn is not None)
    corners = corners_of(view.flat.grid, view.middles, shown) if before is None else before.board.corners_px
    return Board(
        corners,
        tuple("".join(row) for row in signs),
        doubts,
        turns,
        foods,
        tuple(_called(ant, tiling) for ant in view.ants if not strange[ant.row, ant.col]),
        why=why_of(looks, there, "; ".join(told(cells_in(patch)) for patch in hidden)),
    )


def _called(ant: Ant, tiling: Tiling) -> Ant:
    return ant if ant.color is None else replace(ant, id=tiling.tokens.get((ant.color, ant.special)))


def _doubted(view: View, why: str) -> Board:
    """A board of which nothing stands: where print is, a question."""
    shows = letter_shows(view.evidence)
    rows, cols = view.shows.shape
    letters = tuple("".join(UNREADABLE if shows[r * cols + c] else NOTHING for c in range(cols)) for r in range(rows))
    doubts = tuple(CellDoubt(int(i) // cols, int(i) % cols, why="the board is not laid clearly") for i in np.flatnonzero(shows))
    return Board(view.flat.grid.corners_px, letters, doubts, confidence=0.0, why=why)


def _blind(signs: list[list[str]], there: list[TileLook], view: View, tiling: Tiling) -> Flags:
    """(rows, cols) cells of tiles that show neither letter nor token."""
    blind = (np.array(signs) == NOTHING) & ~view.under_tokens
    on_tile = np.zeros(blind.size, np.bool_)
    for tile in there:
        on_tile[places_of(tile, tiling)] = True
    return np.asarray(blind & on_tile.reshape(blind.shape), np.bool_)


def _strange(signs: list[list[str]], view: View, looks: list[TileLook], tiling: Tiling, params: TiledParams) -> Flags:
    """(rows, cols) tokens among cells that show neither letter nor token; what is asked about on a known tile lies open, in glare."""
    is_shown = np.char.isalpha(np.array(signs)) | view.under_tokens | ((np.array(signs) == UNREADABLE) & ~_free(looks, tiling))
    return np.asarray(view.under_tokens & (unseen_around(~is_shown) >= params.most_unread), np.bool_)


def _free(looks: list[TileLook], tiling: Tiling) -> Flags:
    """(rows, cols) cells of tiles that are not known."""
    free = np.ones(tiling.count**2, np.bool_)
    for tile in looks:
        free[places_of(tile, tiling)] = tile.id is None
    return free.reshape(tiling.count, tiling.count)


def _alone(signs: list[list[str]], view: View, looks: list[TileLook], tiling: Tiling) -> Flags:
    """(rows, cols) letters of tiles that are not known, around which all is hidden: print of what lies there looks like some."""
    is_letter = np.char.isalpha(np.array(signs))
    return np.asarray(is_letter & _free(looks, tiling) & (unseen_around(~(is_letter | view.under_tokens)) == 1), np.bool_)


def _on_blank_tiles(signs: list[list[str]], view: View, looks: list[TileLook], tiling: Tiling, params: TiledParams) -> Flags:
    """(rows, cols) tokens on tiles that they do not fill, of which no letter stands: their cells are laid by other tiles, from afar."""
    under, is_letter, blank = view.under_tokens.ravel(), np.char.isalpha(np.array(signs)).ravel(), np.zeros(tiling.count**2, np.bool_)
    for mine in (places_of(tile, tiling) for tile in looks):
        blank[mine] = not is_letter[mine].any() and under[mine].mean() < params.least_shown
    return np.asarray((under & blank).reshape(view.under_tokens.shape), np.bool_)


def _asked(signs: list[list[str]], alone: Flags) -> tuple[CellDoubt, ...]:
    """Questions about such cells: each has a letter, or something lies on it. Marks them in `signs`."""
    cells = cells_in(alone)
    for row, col in cells:
        signs[row][col] = UNREADABLE
    return tuple(CellDoubt(row, col, why=NEITHER) for row, col in cells)


def _is_bare(tile: TileLook, signs: list[list[str]], view: View, tiling: Tiling, params: TiledParams) -> bool:
    """Whether no letter stands where a tile may lie, and most of it shows neither letter nor token: grain and cloth look like some."""
    cells = [divmod(int(place), tiling.count) for place in places_of(tile, tiling)]
    stands = any(signs[row][col].isalpha() for row, col in cells)
    return not stands and _shown(tile, signs, view, tiling) <= 1 - params.bare


def _shown(tile: TileLook, signs: list[list[str]], view: View, tiling: Tiling) -> float:
    """Part of a tile's cells that show a letter, a question or a token."""
    cells = [divmod(int(place), tiling.count) for place in places_of(tile, tiling)]
    return sum((row, col) in view.covered or signs[row][col] != NOTHING for row, col in cells) / len(cells)


def _is_another_games(
    signs: list[list[str]], view: View, there: list[TileLook], tiling: Tiling, params: TiledParams, *, is_known: bool
) -> bool:
    """Whether the board is another game's: its letters on tiles of their own, none of them known, or its cells look like tokens.

    Such tokens are too many alike, or more of them, and of cells with nothing, than letters. `is_known`: it was told as ours before.
    """
    tokens = Counter(ant.color for ant in view.ants)
    is_letter = np.char.isalpha(np.array(signs))
    empty = sum(row.count(NOTHING) for row in signs) - len(view.covered)
    if max(tokens.values(), default=0) > params.most_alike * tiling.count**2 or is_letter.sum() < min(len(view.covered), empty):
        return True
    is_known = is_known or any(tile.id is not None for tile in there)
    return not is_known and are_single(view.flat, view.middles, is_letter, tiling.cells, params.seams)
