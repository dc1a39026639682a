"""Between the table and the rules: what ought to lie there, what does, and which actions could explain the difference.

Zones: `letters` and `board` (tokens), slot a space as in `f14`; `foods`, slot as in `f14+`; `nests`, slot as in `N2`; `chart`, slot
the row (who stands left of whom follows from the calls, so it is not compared). Letters, foods and nests may hide: they are read
once, from the bare board, and kept. Glasses, sand and reserves are not read. Where things lie in millimetres stands in the pack
under [tables.table_mm].
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import floor

from companion.game import Layout, Pack, PackError, Spot
from companion.games.word_buffet.actions import Action, Call, Cover, Fail, Late, LayBoard, NameLetters, PlaceMarker, SandOut, Single, TimeUp
from companion.games.word_buffet.marking import current, free_cells
from companion.games.word_buffet.onboard import board_spots, is_laid, nest_at
from companion.games.word_buffet.pieces import UNKNOWN, Cell, Food, Nest, Phase, Sand, Side, State
from companion.games.word_buffet.rules import covers
from companion.games.word_buffet.searching import has_called, is_strict
from vision.observation import Board, Detection, Observation, Point

MOST_COVERS = 50
"""Ways to cover a word that are tried beyond the one that is seen; more exist only where a player may choose."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where things lie on the mat, in millimetres; x to the right, y away from the viewer."""

    board_x: float
    """Left edge of the letters."""
    board_y: float
    """Far edge of the letters: the side of row 0."""
    cell: float
    """One space."""
    size: int
    """Spaces along an edge."""
    tile: int
    """Spaces along a tile's edge."""
    chart_x: float
    chart_y: float
    """The chart's near left corner: row 1 is the one nearest to the viewer, higher numbers lie above it."""
    chart_width: float
    chart_row: float

    def space(self, at: Point) -> Cell | None:
        """The space at a point; None beside the board."""
        cell = Cell(floor((self.board_y - at[1]) / self.cell), floor((at[0] - self.board_x) / self.cell))
        return cell if 0 <= cell.row < self.size and 0 <= cell.col < self.size else None

    def food(self, at: Point) -> Food | None:
        """The food at a point: on the nearest of all corner points and spaces; None beside the board."""
        if self.space(at) is None:
            return None
        down, right = (self.board_y - at[1]) / self.cell, (at[0] - self.board_x) / self.cell
        cell = Cell(floor(down), floor(right))
        corner = Cell(round(down) - 1, round(right) - 1)
        from_cell = abs(down - cell.row - 0.5) + abs(right - cell.col - 0.5)
        from_corner = abs(down - corner.row - 1) + abs(right - corner.col - 1)
        return Food(corner, True) if from_corner < from_cell and min(corner) >= 0 else Food(cell, False)

    def nest(self, at: Point) -> Nest | None:
        """The edge that a nest beside the board lies at; None on the board and off its corners."""
        down, right = (self.board_y - at[1]) / self.cell, (at[0] - self.board_x) / self.cell
        is_beside_row, is_beside_col = 0 <= down < self.size, 0 <= right < self.size
        if is_beside_row == is_beside_col:
            return None
        if is_beside_col:
            return Nest(Side.N if down < 0 else Side.S, floor(right) // self.tile)
        return Nest(Side.W if right < 0 else Side.E, floor(down) // self.tile)

    def chart_row_at(self, at: Point) -> int | None:
        """The chart's row at a point, from 1; None beside the chart."""
        row = floor((at[1] - self.chart_y) / self.chart_row) + 1
        return row if row >= 1 and 0 <= at[0] - self.chart_x <= self.chart_width else None


def places(pack: Pack) -> Places:
    """Where things lie, from the pack. Raises PackError for a number that is missing or none."""
    table = pack.tables.get("table_mm")
    numbers: dict[str, float] = {}
    for name in ("board_x", "board_y", "cell", "chart_x", "chart_y", "chart_width", "chart_row"):
        value = table.get(name) if isinstance(table, dict) else None
        if not isinstance(value, int | float) or isinstance(value, bool) or (name in ("cell", "chart_row") and value <= 0):
            raise PackError(f"pack {pack.name}: [tables.table_mm] {name} has to be millimetres, not {value!r}")
        numbers[name] = float(value)
    tile, tiles = pack.tables.get("tile_cells"), pack.tables.get("board_tiles")
    if not isinstance(tile, int) or not isinstance(tiles, int):
        raise PackError(f"pack {pack.name}: [tables] tile_cells and board_tiles have to be whole numbers")
    return Places(size=tile * tiles, tile=tile, **numbers)


def see(pack: Pack, observation: Observation) -> Layout:
    """What lies on the table.

    Letters are read while the board is bare, before the first marker and the first token: one misread of 225 in a later look would
    else be a question every time. A letter that could not be named says nothing and is left out. Where the camera read the board as a
    whole, and its cells fit the print, what lies on it comes from there and needs no millimetre; where it looked for the board and found
    none, or one laid badly, nothing has a place on it: the millimetres of a mat are no board.
    """
    where = places(pack)
    if observation.board is not None and is_laid(observation.board):
        return Layout((*board_spots(pack, observation.board, where.tile), *_beside(where, observation, observation.board)))
    found = [_spot(where, number, detection) for number, detection in enumerate(observation.detections)]
    spots = [spot for spot in found if spot is not None]
    if observation.board is not None or observation.lacks_board:
        return Layout(tuple(spot for spot in spots if spot.zone == "chart"))
    is_bare = not any(spot.zone in ("board", "chart") for spot in spots)
    return Layout(tuple(spot for spot in spots if is_bare or spot.zone != "letters"))


def _beside(where: Places, observation: Observation, board: Board) -> Iterator[Spot]:
    """Nests and chart, where the board itself was read."""
    for number, seen in enumerate(observation.detections):
        if (seen.id or "").startswith("nest-"):
            nest = nest_at(board, seen.quad_px, where.tile)
            if nest is not None:
                yield Spot("nests", seen.id, slot=str(nest), ref=number)
        elif seen.kind == "token" and (spot := _spot(where, number, seen)) is not None and spot.zone == "chart":
            yield spot


def _spot(where: Places, number: int, seen: Detection) -> Spot | None:
    at = seen.centre_mm
    if at is None:
        return None
    zone, slot = _zone(where, seen, at)
    if not zone:
        return None
    return Spot(zone, seen.id, tuple(c.id for c in seen.alternatives if seen.id is None), slot, ref=number)


def _zone(where: Places, seen: Detection, at: Point) -> tuple[str, str]:
    """Zone and slot; two empty strings for what is no piece of this table's layout."""
    name = seen.id or next((candidate.id for candidate in seen.alternatives), "")
    cell = where.space(at)
    if seen.kind == "food":
        food = where.food(at)
        return ("foods", str(food)) if food is not None and seen.is_sure else ("", "")
    if name.startswith("nest-"):
        nest = where.nest(at)
        return ("nests", str(nest)) if nest is not None and seen.is_sure else ("", "")
    if seen.kind == "tile":
        return ("letters", str(cell)) if cell is not None and len(name) == 1 and seen.is_sure else ("", "")
    if seen.kind != "token":
        return "", ""
    if cell is not None:
        return "board", str(cell)
    row, may_be = where.chart_row_at(at), {seen.id, *(candidate.id for candidate in seen.alternatives)} - {None}
    is_marker = not may_be or any(str(name).startswith("marker-") for name in may_be)
    return ("chart", str(row)) if row is not None and is_marker else ("", "")


def token(state: State, seat: int, *, is_special: bool) -> str:
    """The id of a player's token."""
    return f"{'special' if is_special else 'ant'}-{state.house.colours[seat]}"


def visible(state: State) -> Layout:
    """What ought to lie on the table."""
    return Layout(tuple(_expected(state)))


@lru_cache(maxsize=16)
def _letters(rows: tuple[str, ...]) -> tuple[Spot, ...]:
    """The letters as they ought to show; made once for a board, since every look asks for them."""
    return tuple(
        Spot("letters", letter, slot=str(Cell(row, col)), may_hide=True)
        for row, line in enumerate(rows)
        for col, letter in enumerate(line)
        if letter not in UNKNOWN
    )


def _expected(state: State) -> Iterator[Spot]:
    colours, marker = state.house.colours, current(state)
    yield from _letters(state.letters)
    yield from (Spot("foods", "food", slot=str(food), may_hide=True) for food in state.foods)
    yield from (Spot("nests", f"nest-{colours[seat]}", slot=str(nest), may_hide=True) for seat, nest in enumerate(state.nests))
    for ant in state.ants:
        yield Spot("board", token(state, ant.seat, is_special=ant.is_special), slot=str(ant.cell))
    for on_chart in state.chart:
        is_taken = on_chart.is_back or on_chart == marker
        yield Spot("chart", f"marker-{colours[on_chart.seat]}", slot=str(on_chart.row), may_hide=is_taken)


def candidates(state: State, seen: Layout) -> Iterator[Action]:
    """Actions worth trying, given what is seen. Words are never among them: which word it is, people say."""
    yield from _of_the_board(state, seen)
    match state.phase:
        case Phase.SEARCH:
            yield from _calls(state, seen)
        case Phase.MARK | Phase.VOTE:
            seat = state.queue[0].seat
            if any(spot.slot == "1" and spot.piece == f"marker-{state.house.colours[seat]}" for spot in _in(seen, "chart")):
                yield Fail(seat)
        case Phase.COVER:
            yield from _covers(state, seen)
        case Phase.SINGLE:
            yield from _singles(state, seen)


def _in(seen: Layout, zone: str) -> Iterator[Spot]:
    return (spot for spot in seen.spots if spot.zone == zone)


def _of_the_board(state: State, seen: Layout) -> Iterator[Action]:
    """The board being laid; later, letters that could not be read before. A letter once known is changed by people only."""
    read = {spot.slot: spot.piece for spot in _in(seen, "letters") if spot.piece is not None}
    if state.phase is Phase.SETUP:
        known = state.letters or ("?" * state.house.size,) * state.house.size
        rows = tuple(
            "".join(read.get(str(Cell(row, col)), old) if old in UNKNOWN else old for col, old in enumerate(line))
            for row, line in enumerate(known)
        )
        foods, nests = _foods(state, seen), _nests(state, seen)
        laid = LayBoard(rows if rows != known else (), foods if foods != state.foods else (), nests if nests != state.nests else ())
        if laid != LayBoard():
            yield laid
    elif new := tuple((cell, read[str(cell)]) for cell in state.cells if str(cell) in read and state.letter(cell) in UNKNOWN):
        yield NameLetters(new)


def _foods(state: State, seen: Layout) -> tuple[Food, ...]:
    """The foods seen when there is one for every tile, else those known."""
    found = tuple(
        sorted(Food(cell, spot.slot.endswith("+")) for spot in _in(seen, "foods") if (cell := _cell(state, spot.slot.rstrip("+"))))
    )
    return found if len(found) == state.house.tiles**2 and found != tuple(sorted(state.foods)) else state.foods


def _nests(state: State, seen: Layout) -> tuple[Nest, ...]:
    """The nests seen when every player's is among them, else those known."""
    at = {spot.piece: spot.slot for spot in _in(seen, "nests")}
    slots = [at.get(f"nest-{colour}") for colour in state.house.colours]
    found = tuple(Nest(Side(slot[0]), int(slot[1:]) - 1) for slot in slots if slot is not None)
    return found if len(found) == state.house.players else state.nests


def _cell(state: State, name: str) -> Cell | None:
    """The space of a slot; None when this board has no such space."""
    cell = Cell(int(name[1:]) - 1, ord(name[0]) - 97)
    return cell if state.is_on_board(cell) else None


def _calls(state: State, seen: Layout) -> Iterator[Action]:
    """Markers new on the chart; those in row 1 may stand there since the time is over."""
    if any(spot.slot == "1" for spot in _in(seen, "chart")) and state.sand is not Sand.OUT:
        yield SandOut()
        if state.house.open_search_limit_s is not None:
            yield TimeUp(state.house.open_search_limit_s)
    for spot in _in(seen, "chart"):
        for seat, colour in enumerate(state.house.colours):
            names = (spot.piece,) if spot.piece is not None else spot.alternatives
            if f"marker-{colour}" not in names:
                continue
            row = int(spot.slot)
            if is_strict(state) and any(said.seat == seat and not said.has_marker for said in state.said):
                yield PlaceMarker(seat, row)
            elif not has_called(state, seat):
                yield Call(seat, row)
                if row == 1:
                    yield Late(seat)


def _covers(state: State, seen: Layout) -> Iterator[Action]:
    """The word's letters that are covered now; and the ways to cover it without looking, for tokens that could not be named."""
    marker, path = state.queue[0], state.shown.path if state.shown is not None else ()
    here = {spot.slot: spot.piece for spot in _in(seen, "board")}
    own, special = (token(state, marker.seat, is_special=is_special) for is_special in (False, True))
    cells = tuple(cell for cell in free_cells(state, path) if here.get(str(cell)) in (own, special))
    looked = Cover(marker.seat, cells, frozenset(cell for cell in cells if here[str(cell)] == special))
    yield looked
    for number, other in enumerate(covers(state)):
        if number >= MOST_COVERS:
            return
        if other != looked:
            yield other


def _singles(state: State, seen: Layout) -> Iterator[Action]:
    """Tokens on spaces that were free."""
    seat, covered = state.queue[0].seat, state.covered
    for spot in _in(seen, "board"):
        cell = _cell(state, spot.slot)
        for is_special in (False, True):
            name = token(state, seat, is_special=is_special)
            may_be = spot.piece == name or (spot.piece is None and (not spot.alternatives or name in spot.alternatives))
            if cell is not None and cell not in covered and may_be:
                yield Single(seat, cell, is_special)
