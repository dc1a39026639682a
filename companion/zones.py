"""Where things lie on a table: the zones that a pack proposes to drag into place, and the pack with its zones where people put them.

A pack names them under [[tables.zones_to_drag]]: `name`, `shape`, `in` (one of its tables) and `keys` there. Shapes and their keys:
`box` (one key: left, near, right, far), `points` (a list of x, y; perhaps a reach), `point` (x, y, which may be missing; reach),
`square` (left, far, one cell; `count_of` names the numbers whose product is the cells along an edge) and `rows` (left, near, width,
one row; `count` of them). `of = "player"` says that each of several belongs to a player. Everything is in millimetres on the table's
plane, x right, y away from the viewer.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite, prod

from companion.game import CompanionError, Json, Pack, PackError
from vision.observation import Observation

LIST = "zones_to_drag"
FARTHEST_MM = 3000.0
"""No table reaches farther from its origin."""
LEAST_MM = 10.0
"""A box has to be at least so wide and high."""
Box = tuple[float, float, float, float]
"""Left, near, right and far edge."""
Table = Mapping[str, Json]


class ZoneError(CompanionError):
    """A zone cannot lie so: which one, and what it needs."""


@dataclass(frozen=True, slots=True)
class Zone:
    """One zone on the table."""

    name: str
    numbers: tuple[float, ...]
    """Of a box: left, near, right, far. Of a ring: x and y of its middle, and how far it reaches, 0 where nearness decides."""
    number: int = 0
    """From 1 where there are several of a name."""
    is_square: bool = False
    """Its far edge stays and its height follows its width."""
    parts: int = 1
    """Rows or cells along an edge that it is divided into."""
    is_of_player: bool = False
    """Whether number n is that of the n-th player; players who are not there have none."""
    is_free: bool = False
    """Whether the pack leaves its place to the reading until somebody says it."""

    @property
    def key(self) -> str:
        """Its own name, e.g. `line` or `piles-2`."""
        return f"{self.name}-{self.number}" if self.number else self.name

    @property
    def is_box(self) -> bool:
        """Whether it is a rectangle; else a ring."""
        return len(self.numbers) == len(("left", "near", "right", "far"))

    @property
    def bounds(self) -> Box:
        """Left, near, right, far of all that it covers."""
        if self.is_box:
            left, near, right, far = self.numbers
            return left, near, right, far
        x, y, reach = self.numbers
        return x - reach, y - reach, x + reach, y + reach

    def at(self, numbers: Sequence[float]) -> "Zone":
        """The same zone elsewhere; a ring keeps its reach. Raises ZoneError for numbers that are no place on a table."""
        wanted = len(self.numbers) if self.is_box else 2
        if len(numbers) != wanted or not all(isfinite(n) and abs(n) <= FARTHEST_MM for n in numbers):
            raise ZoneError(f"{self.key} needs {wanted} numbers of millimetres, none beyond {FARTHEST_MM:g}")
        if not self.is_box:
            return replace(self, numbers=(numbers[0], numbers[1], self.numbers[2]), is_free=False)
        left, near, right, far = numbers
        near = far - (right - left) if self.is_square else near
        if right - left < LEAST_MM or far - near < LEAST_MM:
            raise ZoneError(f"{self.key} has to be at least {LEAST_MM:g} mm wide and high, right of its left and beyond its near edge")
        return replace(self, numbers=(left, near, right, far))


@dataclass(frozen=True, slots=True)
class Placing:
    """Where people put a game's zones on their table."""

    zones: tuple[Zone, ...] = ()
    """Empty: as the box proposes."""
    mat: Box | None = None
    """Only what lies in here is read; None: all that the camera sees."""


def checked_mat(numbers: Sequence[float]) -> Box:
    """Left, near, right and far edge of the mat. Raises ZoneError."""
    left, near, right, far = Zone("mat", (0.0, 0.0, 1.0, 1.0)).at(numbers).numbers
    return left, near, right, far


def proposed(pack: Pack) -> tuple[Zone, ...]:
    """The zones that people may drag, where the pack has them. Raises PackError for a list that cannot be understood."""
    return tuple(zone for spec in _specs(pack) for zone in _read(pack, spec))


def placed(pack: Pack, zones: Sequence[Zone]) -> Pack:
    """The pack with these zones where they lie now; zones that it does not know are left out."""
    said = [zone for zone in zones if not zone.is_free]
    by_name = {name: [zone for zone in said if zone.name == name] for name in dict.fromkeys(zone.name for zone in said)}
    tables = dict(pack.tables)
    for spec in _specs(pack):
        of_name = by_name.get(str(spec["name"]))
        if of_name:
            inside, there = _table(tables, spec, pack), _SHAPES[str(spec["shape"])].write(of_name, _keys(spec))
            if any(inside.get(key) != value for key, value in there.items()):
                tables[str(spec["in"])] = {**inside, **there}
    return replace(pack, tables=tables)


def as_in(pack: Pack, other: Pack) -> Pack:
    """The pack with its zones exactly as they lie in another one of the same game."""
    there = {str(spec["in"]) for spec in _specs(pack)} & set(other.tables)
    return replace(pack, tables={**pack.tables, **{name: other.tables[name] for name in there}})


def fitted(zones: Sequence[Zone], area: Box) -> tuple[Zone, ...]:
    """The zones as they are where all of them lie in the area that the camera sees; else moved together into its middle.

    What would still be out of sight then, because the area is too small, lies at its edge.
    """
    if not zones:
        return ()
    bounds = [zone.bounds for zone in zones]
    left, near = min(b[0] for b in bounds), min(b[1] for b in bounds)
    right, far = max(b[2] for b in bounds), max(b[3] for b in bounds)
    if left >= area[0] and near >= area[1] and right <= area[2] and far <= area[3]:
        return tuple(zones)
    dx, dy = (area[0] + area[2] - left - right) / 2, (area[1] + area[3] - near - far) / 2
    return tuple(_in_sight(_shifted(zone, round(dx), round(dy)), area) for zone in zones)


def within(observation: Observation, area: Box | None) -> Observation:
    """What was seen, without the pieces whose middle lies outside the area; what has no millimetres stays."""
    if area is None:
        return observation
    left, near, right, far = area
    places = [(piece, piece.centre_mm) for piece in observation.detections]
    kept = tuple(piece for piece, at in places if at is None or (left <= at[0] <= right and near <= at[1] <= far))
    return replace(observation, detections=kept)


def _in_sight(zone: Zone, area: Box) -> Zone:
    """The zone with its middle in the area, a little inside its edge."""
    left, near, right, far = zone.bounds
    x, y = (left + right) / 2, (near + far) / 2
    rim = (area[2] - area[0]) / 20, (area[3] - area[1]) / 20
    to = min(max(x, area[0] + rim[0]), area[2] - rim[0]), min(max(y, area[1] + rim[1]), area[3] - rim[1])
    return _shifted(zone, round(to[0] - x), round(to[1] - y))


def _shifted(zone: Zone, dx: float, dy: float) -> Zone:
    x, y, *more = zone.numbers
    rest = (more[0] + dx, more[1] + dy) if zone.is_box else tuple(more)
    return replace(zone, numbers=(x + dx, y + dy, *rest))


def _specs(pack: Pack) -> list[Table]:
    """The entries of the list, each with what its shape needs. Raises PackError."""
    listed = pack.tables.get(LIST, [])
    specs: list[Table] = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    for spec in specs:
        shape, keys = _SHAPES.get(str(spec.get("shape"))), spec.get("keys")
        if shape is None or not isinstance(keys, list) or len(keys) not in shape.keys or not spec.get("name") or not spec.get("in"):
            raise PackError(f"pack {pack.name}: [[tables.{LIST}]] needs name, in, keys, and a shape of {', '.join(_SHAPES)}; not {spec}")
    return specs


def _table(tables: Table, spec: Table, pack: Pack) -> Table:
    table = tables.get(str(spec["in"]))
    if not isinstance(table, dict):
        raise PackError(f"pack {pack.name}: [tables.{spec['in']}] is missing; zone {spec['name']} lies there")
    return table


def _keys(spec: Table) -> list[str]:
    keys = spec["keys"]
    return [str(key) for key in keys] if isinstance(keys, list) else []


def _read(pack: Pack, spec: Table) -> list[Zone]:
    table, name = _table(pack.tables, spec, pack), str(spec["name"])
    of = spec.get("count_of")
    count = prod(_number(pack.tables.get(str(key))) for key in of) if isinstance(of, list) else _number(spec.get("count"), 1)
    try:
        zones = _SHAPES[str(spec["shape"])].read(name, table, _keys(spec), max(1, int(count)))
    except (TypeError, ValueError, IndexError) as fault:
        raise PackError(f"pack {pack.name}: zone {name} in [tables.{spec['in']}] is no {spec['shape']} of millimetres: {fault}") from fault
    return [replace(zone, is_of_player=spec.get("of") == "player") for zone in zones]


def _number(value: Json, without: float | None = None) -> float:
    """A number of a table. Raises TypeError."""
    if value is None and without is not None:
        return without
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r} is no number")
    return float(value)


def _numbers(value: Json, wanted: int) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) != wanted:
        raise TypeError(f"{value!r} is no list of {wanted} numbers")
    return tuple(_number(each) for each in value)


def _read_box(name: str, table: Table, keys: list[str], count: int) -> list[Zone]:
    return [Zone(name, _numbers(table.get(keys[0]), 4), parts=count)]


def _read_points(name: str, table: Table, keys: list[str], count: int) -> list[Zone]:
    points = table.get(keys[0])
    reach = _number(table.get(keys[1]), 0.0) if len(keys) > 1 else 0.0
    if not isinstance(points, list):
        raise TypeError(f"{points!r} is no list of points")
    return [Zone(name, (*_numbers(point, 2), reach), number) for number, point in enumerate(points, 1)]


def _read_point(name: str, table: Table, keys: list[str], count: int) -> list[Zone]:
    point = table.get(keys[0])
    x, y = (0.0, 0.0) if point is None else _numbers(point, 2)
    return [Zone(name, (x, y, _number(table.get(keys[1]), 0.0)), is_free=point is None)]


def _read_square(name: str, table: Table, keys: list[str], count: int) -> list[Zone]:
    left, far, cell = (_number(table.get(key)) for key in keys)
    return [Zone(name, (left, far - count * cell, left + count * cell, far), is_square=True, parts=count)]


def _read_rows(name: str, table: Table, keys: list[str], count: int) -> list[Zone]:
    left, near, width, row = (_number(table.get(key)) for key in keys)
    return [Zone(name, (left, near, left + width, near + count * row), parts=count)]


def _write_points(zones: Sequence[Zone], keys: list[str]) -> dict[str, Json]:
    ordered = sorted(zones, key=lambda zone: zone.number)
    return {keys[0]: [list[Json](zone.numbers[:2]) for zone in ordered]}


def _write_square(zones: Sequence[Zone], keys: list[str]) -> dict[str, Json]:
    left, _, right, far = zones[0].numbers
    return dict(zip(keys, (left, far, (right - left) / zones[0].parts), strict=True))


def _write_rows(zones: Sequence[Zone], keys: list[str]) -> dict[str, Json]:
    left, near, right, far = zones[0].numbers
    return dict(zip(keys, (left, near, right - left, (far - near) / zones[0].parts), strict=True))


@dataclass(frozen=True, slots=True)
class _Shape:
    """How a shape stands in a table."""

    keys: tuple[int, ...]
    """How many keys it may have."""
    read: Callable[[str, Table, list[str], int], list[Zone]]
    write: Callable[[Sequence[Zone], list[str]], dict[str, Json]]


_SHAPES: Mapping[str, _Shape] = {
    "box": _Shape((1,), _read_box, lambda zones, keys: {keys[0]: list[Json](zones[0].numbers)}),
    "points": _Shape((1, 2), _read_points, _write_points),
    "point": _Shape((2,), _read_point, lambda zones, keys: {keys[0]: list[Json](zones[0].numbers[:2])}),
    "square": _Shape((3,), _read_square, _write_square),
    "rows": _Shape((4,), _read_rows, _write_rows),
}
