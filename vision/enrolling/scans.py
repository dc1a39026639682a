"""Pictures that show nothing but their piece: a square figure on a square card looks like a small card on a plain table."""

from collections import Counter, defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Scans:
    """Which of some pictures are scans, each with the shape of its piece: those that are alike mostly are all scans, or all photographs.

    Alike are those of one size, in pixels, of pieces of one size.
    """

    whole: Counter[Hashable] = field(default_factory=Counter)
    """How many of those that are alike were left whole, ..."""
    cut: defaultdict[Hashable, list[int]] = field(default_factory=lambda: defaultdict(list))
    """... and the numbers of those in which a piece was found."""

    def saw(self, number: int, alike: Hashable, is_whole: bool) -> None:
        """A picture, and whether no piece was found in it."""
        if is_whole:
            self.whole[alike] += 1
        else:
            self.cut[alike].append(number)

    def cut_within(self) -> list[int]:
        """The numbers of pictures that are scans as most of their like: what was found in them is printed on the piece."""
        return [number for alike, numbers in self.cut.items() if self.whole[alike] > len(numbers) for number in numbers]
