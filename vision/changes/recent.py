"""What was found out about the last few pictures and parts of pictures, for whoever looks at one of them again."""

from dataclasses import dataclass
from typing import Generic, Self, TypeVar

from vision.changes.patches import Known
from vision.observation import Point

T = TypeVar("T")
Part = tuple[Point | None, tuple[int, int]]
"""Which part of a larger picture: where its middle lies, in the part's own pixels, and the part's size; None: the whole picture."""
_MOST = 4


@dataclass(frozen=True, slots=True)
class Recent(Generic[T]):
    """Newest first."""

    found: tuple[tuple[Part, T], ...] = ()

    def of(self, part: Part) -> T | None:
        """What was found out about a part; None when nothing is known any more."""
        return next((what for one, what in self.found if one == part), None)

    def after(self, part: Part, what: T) -> Self:
        """With what was found out about one more, or about one anew."""
        return type(self)(((part, what), *(pair for pair in self.found if pair[0] != part))[:_MOST])


def part_of(known: Known, size_px: tuple[int, int]) -> Part:
    """The part that a picture of this size is, as whoever has it read knows it."""
    return known.middle, size_px
