"""The square of letter tiles that may lie on a table: how many tiles and letters, and what is printed on those that were enrolled."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from vision.letters.net import PLAIN
from vision.observation import Point
from vision.tiles.ant_colours import COLOURS, Rgb
from vision.tiles.ant_looks import AntLooks


@dataclass(frozen=True, slots=True)
class TilePrint:
    """What is printed on a tile, as it stands upright."""

    letters: tuple[str, ...]
    """A string a row."""
    food: Point | None = None
    """Row and column as in `Board.foods`, on this tile."""

    def turned(self, turns: int) -> "TilePrint":
        """The same tile turned clockwise by quarters."""
        rows, food, size = self.letters, self.food, len(self.letters)
        for _ in range(turns % 4):
            rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
            food = None if food is None else (food[1], size - 1 - food[0])
        return TilePrint(rows, food)


@dataclass(frozen=True, slots=True)
class Tiling:
    """The board that may lie on the table."""

    tiles: int = 3
    """Along each side."""
    cells: int = 5
    """Letters along a tile's side."""
    alphabet: str = PLAIN
    known: Mapping[str, TilePrint] = field(default_factory=dict, hash=False)
    """The tiles that were enrolled, by id."""
    colours: Mapping[str, Rgb] = field(default_factory=lambda: dict(COLOURS), hash=False)
    """The tokens' colours by name."""
    tokens: Mapping[tuple[str, bool], str] = field(default_factory=dict, hash=False)
    """What the tokens are called, by colour and by whether they are special."""
    looks: AntLooks | None = field(default=None, hash=False)
    """How the tokens look, where special ones were enrolled."""

    @property
    def count(self) -> int:
        """Letters along the board's side."""
        return self.tiles * self.cells
