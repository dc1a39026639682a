"""How this table plays: the numbers of the box and the answers to the rulebook's open questions, checked once."""

import re
from dataclasses import dataclass

from companion.game import Json, Pack, PackError, Setup, SetupError
from companion.games.word_buffet.clauses import Clause

SIDES, LARGEST_BOARD = "NESW", 26
"""A board's columns are named by one letter."""


@dataclass(frozen=True, slots=True)
class House:
    """Numbers of the box for this many players (WB-2.2), then the options by their names in pack.toml."""

    players: int
    ants: int
    """Normal ants of each player."""
    specials: int
    tile: int
    """Spaces along one edge of a tile; also how many lie in front of a nest."""
    tiles: int
    """Tiles along one edge of the board (WB-2.1)."""
    food_points: tuple[int, ...]
    """By number of foods, from 0 (WB-8.2)."""
    nest_points: int
    special_points: int
    ants_per_minus: int
    sand_s: int
    food_model: str
    nests: tuple[str, ...]
    """By seat, as in `N2`; empty: somebody says so before the first round (nest_layout calibrated)."""
    covered_letters: str
    reuse_cell: bool
    min_word: int
    order_of_gestures: str
    early_search: str
    grace_ms: int
    row1_order: str
    open_search_limit_s: int | None
    length_mismatch: str
    adjacent_to: str
    zero_token_word: str
    short_reserve: str
    word_judge: str
    row1_special_triggers: bool
    colours: tuple[str, ...]
    """By seat: the colour in the ids of that player's pieces."""
    example: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    """The pack's board for trying out: rows of letters, foods, nests, as text; empty tuples where it has none."""

    @property
    def size(self) -> int:
        """Spaces along one edge of the board."""
        return self.tile * self.tiles


def open_house(pack: Pack, setup: Setup) -> House:
    """The house as these answers make it. Raises SetupError naming every fault, PackError for a table that is no table."""
    answers = setup.answers(pack)
    faults: list[str] = []
    ants = pack.tables.get("ants")
    if not isinstance(ants, dict):
        raise PackError(f"pack {pack.name}: [tables.ants] gives the ants by number of players")
    tile, tiles = _number(pack.tables, "tile_cells", pack.name), _number(pack.tables, "board_tiles", pack.name)
    if tile < 3 or tiles < 1 or tile * tiles > LARGEST_BOARD:
        raise PackError(f"pack {pack.name}: a board of {tiles} x {tiles} tiles of {tile} x {tile} letters; 3 to {LARGEST_BOARD} a side")
    house = House(
        players=setup.players,
        ants=_number(ants, str(setup.players), pack.name),
        specials=_number(pack.tables, "specials", pack.name),
        tile=tile,
        tiles=tiles,
        food_points=_numbers(pack.tables, "food_points", pack.name, tiles * tiles + 1),
        nest_points=_number(pack.tables, "nest_points", pack.name),
        special_points=_number(pack.tables, "special_points", pack.name),
        ants_per_minus=_number(pack.tables, "ants_left_per_minus1", pack.name),
        sand_s=_number(pack.tables, "timer_s", pack.name),
        food_model=answers["food_model"],
        nests=_nests(answers["nest_layout"], setup.players, tiles, faults),
        covered_letters=answers["covered_letters"],
        reuse_cell=answers["reuse_cell"] == "true",
        min_word=int(answers["min_word"]),
        order_of_gestures=answers["order_of_gestures"],
        early_search=answers["early_search"],
        grace_ms=_whole("grace_ms", answers["grace_ms"], faults),
        row1_order=answers["row1_order"],
        open_search_limit_s=_limit(answers["open_search_limit_s"], faults),
        length_mismatch=answers["length_mismatch"],
        adjacent_to=answers["adjacent_to"],
        zero_token_word=answers["zero_token_word"],
        short_reserve=answers["short_reserve"],
        word_judge=answers["word_judge"],
        row1_special_triggers=answers["row1_special_triggers"] == "true",
        colours=_colours(answers["colours"], setup.players, pack, faults),
        example=_example(pack, answers["food_model"]),
    )
    if faults:
        raise SetupError(*faults)
    return house


def _number(tables: object, key: str, name: str) -> int:
    value = tables.get(key) if isinstance(tables, dict) else None
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise PackError(f"pack {name}: [tables] {key} has to be a whole number of at least 1, not {value!r}")
    return value


def _numbers(tables: object, key: str, name: str, count: int) -> tuple[int, ...]:
    value: Json = tables.get(key) if isinstance(tables, dict) else None
    if not isinstance(value, list) or len(value) != count or not all(isinstance(v, int) for v in value):
        raise PackError(f"pack {name}: [tables] {key} has to be {count} whole numbers, not {value!r}")
    return tuple(v for v in value if isinstance(v, int))


def _whole(name: str, answer: str, faults: list[str]) -> int:
    if not answer.isascii() or not answer.isdigit() or len(answer) > 6:
        faults.append(f"option {name} is a whole number from 0 to 999999, not {answer!r}")
        return 0
    return int(answer)


def _limit(answer: str, faults: list[str]) -> int | None:
    return None if answer == "none" else _whole("open_search_limit_s", answer, faults)


def _nests(answer: str, players: int, tiles: int, faults: list[str]) -> tuple[str, ...]:
    """`calibrated`, or one edge per seat as in `N2,S2`."""
    if answer == "calibrated":
        return ()
    names = tuple(part.strip().upper() for part in answer.split(","))
    known = {f"{side}{tile + 1}" for side in SIDES for tile in range(tiles)}
    faults += [f"option nest_layout: {name!r} is no edge of the board; N1 to W{tiles}" for name in names if name not in known]
    if len(names) != players:
        faults.append(f"option nest_layout: {len(names)} nests for {players} players; `calibrated` or one edge each, as in N2,S2")
    if len(set(names)) != len(names):
        faults.append(f"option nest_layout: two nests at one edge in {answer!r}")
    return names


def _colours(answer: str, players: int, pack: Pack, faults: list[str]) -> tuple[str, ...]:
    """At least one colour per seat, in seat order; spare ones are left over. `box`: as the ants stand in the pack."""
    box = [piece.id.removeprefix("ant-") for piece in pack.pieces if piece.id.startswith("ant-") and piece.attributes.get("special") != "1"]
    names = tuple(box) if answer == "box" else tuple(part.strip() for part in answer.split(","))
    if unknown := [name for name in names if name not in box]:
        faults.append(f"option colours: no ants of {', '.join(unknown)} in the box, only {', '.join(box)} ({Clause.COMPONENTS})")
    if answer == "box" and len(box) < players:
        there = f"only ants of {', '.join(box)}" if box else "no ants"
        faults.append(f"option colours: {players} seats, but {there} in the box ({Clause.COMPONENTS})")
    elif len(names) < players or not all(names) or len(set(names)) != len(names):
        faults.append(f"option colours: `box`, or one colour of its own per seat, {players} at least, as in red,green,blue; not {answer!r}")
    return names[:players]


def _example(pack: Pack, food_model: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The board for trying out, from the pack's table example_board; its foods lie as this table reads them."""
    table = pack.tables.get("example_board")
    patterns = {"letters": "[A-Z.?]+", "foods": "[a-z][1-9][0-9]?", "nests": "[NESW][1-9]"}
    letters, foods, nests = (_texts(table, name, pattern, pack.name) for name, pattern in patterns.items())
    return letters, tuple(f"{food}+" if food_model == "vertex" else food for food in foods), nests


def _texts(table: Json, name: str, pattern: str, pack: str) -> tuple[str, ...]:
    value = table.get(name) if isinstance(table, dict) else None
    texts = value if isinstance(value, list) else []
    if wrong := [text for text in texts if not isinstance(text, str) or not re.fullmatch(pattern, text)]:
        raise PackError(f"pack {pack}: [tables.example_board] {name} cannot hold {wrong[0]!r}; it is {pattern}")
    return tuple(map(str, texts))
