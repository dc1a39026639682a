"""A piece that was never enrolled is put together of parts of others: the three of one card, the suit of another.

The look that wins against every other over all of the piece must therefore win in each part of it as well: where it differs from another
look of its design in a few blocks beside each other, no other may be what is clearly seen there. Nor may one be in any single block, taken
for covered or not, of its print or of its blank paper: what covers a card does not print another card's figure in its place.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.blocks import responses
from vision.looks.canon import COLUMNS, ROWS
from vision.looks.lookalikes import Lookalikes
from vision.looks.matching import Library, Seen

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class MosaicParams:
    """How parts of a piece are held against those of other looks."""

    kin: int = 12
    """Other looks of its design that are asked, the likest ones."""
    side: int = 2
    """Blocks of a part, each way."""
    least: float = 120.0
    """Weight of edges by which two looks must differ in a part for it to be asked."""
    least_gain: float = 0.4
    """Print that is seen more weakly than this says no more than at this."""
    all_kin: int = 40
    """Other looks of its design that are asked about single blocks, the likest ones."""
    print_: float = 15.0
    """Squared strength of edges, summed over a block, from which it holds print."""
    blank: float = 8.0
    """The same, up to which it is blank; it bears print as another look does there ..."""
    as_strong: float = 0.25
    """... from this part of that on ..."""
    as_typical: float = 0.3
    """... and of the typical block of the look's own print: less is the end of a line that reaches in."""
    unlike: float = 0.5
    """Correlation of a block below which its print is not the look's; it may lie ..."""
    reach_px: int = 2
    """... so far from its place."""
    open_unlike: float = 0.55
    """The same below which a block that lies open for certain is held against looks of other designs, too: the figure of a ten's corner in
    place of a nine's .51; ..."""
    open_likest: int = 6
    """... so many looks, since at a glance none is laid where it fits best."""


class Mosaic:
    """Holds each part of a piece against the same part of other looks of its design."""

    def __init__(self, lookalikes: Lookalikes, params: MosaicParams) -> None:
        self._lookalikes, self._params = lookalikes, params
        self._weights: dict[int, Floats] = {}
        """Of each look that was asked about, how much its edges differ from those of its kin in each block: (kin, blocks)."""

    def least(self, seen: Seen, blocks: Floats, look: int) -> float:
        """How clearly the part that speaks least for a look against any other is its own: 1 as enrolled, 0 midway, -1 the other's.

        Only parts are asked that lie in `blocks` (blocks,) and in which the two differ enough; 1 where there is none.
        """
        p, library = self._params, self._lookalikes.library
        others = self._lookalikes.kin(look, p.kin)
        if not others or not blocks.any():
            return 1.0
        if look not in self._weights:
            self._weights[look] = np.stack([self._lookalikes.edges_apart(look, other) for other in others])
        along, weight = self._lookalikes.by_blocks(seen, look, others), self._weights[look]
        said, much = _in_parts(along * blocks, p.side), _in_parts(weight * blocks, p.side)
        told = much >= p.least
        gain = max(p.least_gain, library.gain(seen, look, blocks))
        return float((said[told] / much[told]).min()) / gain if told.any() else 1.0

    def most_other(self, seen: Seen, blocks: Floats, look: int, open_: Floats | None = None) -> float:
        """Correlation of another look with a block of `blocks` (blocks,) that holds print, but not the look's; 0: none.

        Where the look has print, of one of its design; where it is blank, of any that is like it: dominoes and dice share hardly a pip. Of
        any, too, in those of them that lie open for certain, `open_` (blocks,): a nine and a ten share little of how they are laid out.
        """
        p, library = self._params, self._lookalikes.library
        own = library.energy[look]
        has_print, unlike = _holds_print(library, look, p), (blocks > 0) & (_alike(seen.blocks, library.blocks[look]) < p.unlike)
        strong = max(p.print_ / 4, p.as_typical * float(np.median(own[has_print])) if has_print.any() else 0.0)
        odd, added = (np.flatnonzero(unlike & where) for where in (has_print, (own * 4 < p.blank) & (seen.energy >= strong)))
        odd, added = (some[self._laid(seen, look, some) < p.unlike] if len(some) else some for some in (odd, added))
        instead = self._likest(seen, odd, self._lookalikes.kin(look, p.all_kin), 0.0)
        if open_ is not None:
            instead = max(instead, self._other_open(seen, np.flatnonzero((blocks > 0) & (open_ > 0) & has_print), look))
        return max(instead, self._likest(seen, added, self._lookalikes.likest(look, p.all_kin), p.as_strong))

    def _other_open(self, seen: Seen, blocks: NDArray[np.int64], look: int) -> float:
        """The same of blocks (n,) with print of the look that lie open, and of looks of any design, the few likest at a glance of each."""
        p, library, others = self._params, self._lookalikes.library, np.array(self._lookalikes.likest(look, self._params.all_kin), np.int64)
        most = 0.0
        for block in blocks[self._laid(seen, look, blocks) < p.open_unlike] if len(blocks) else blocks:
            holds = others[_holds_print(library, others, p)[:, block]]
            likest = holds[np.argsort(-_alike(seen.blocks[block], library.blocks[holds, block]))[: p.open_likest]]
            most = max((most, *(float(self._laid(seen, int(one), np.array([block]))[0]) for one in likest)))
        return most

    def _likest(self, seen: Seen, blocks: NDArray[np.int64], looks: Sequence[int], as_strong: float) -> float:
        """The highest correlation of some blocks (n,) with the look of some that each is likest, and at least so strong as; 0: none."""
        p, library, others = self._params, self._lookalikes.library, np.array(looks, np.int64)
        if len(blocks) == 0 or len(others) == 0:
            return 0.0
        own = library.energy[others][:, blocks]
        holds = _holds_print(library, others, p)[:, blocks] & (seen.energy[blocks] >= as_strong * own)
        likest = np.where(holds, _alike(seen.blocks[blocks], library.blocks[others][:, blocks]), -1.0)
        picked = ((int(others[at]), block) for at, block, alike in zip(likest.argmax(0), blocks, likest.max(0), strict=True) if alike > 0)
        return max((float(self._laid(seen, one, np.array([block]))[0]) for one, block in picked), default=0.0)

    def _laid(self, seen: Seen, look: int, blocks: NDArray[np.int64]) -> Floats:
        """Correlation of some blocks (n,) with a look's, each where it fits best: (n,)."""
        reach = self._params.reach_px
        wide = np.asarray(cv2.copyMakeBorder(seen.edges, reach, reach, reach, reach, cv2.BORDER_REPLICATE), np.float32)
        library = self._lookalikes.library
        found = responses(wide, library.edges(look), blocks, reach, library.energies(look))
        return np.asarray(found.reshape(len(blocks), -1).max(1, initial=-1), np.float32)

    def least_grain(self, look: int, blocks: Floats, with_grain: Callable[[], Seen]) -> float:
        """The same by the grain of `blocks` (blocks,), against those looks from which it is mostly that which tells it; else 1.

        `with_grain` makes what is seen with its grain, where that is needed.
        """
        others = [j for j in self._lookalikes.kin(look, self._params.kin) if self._lookalikes.is_finer(look, j)]
        if not others:
            return 1.0
        seen = with_grain()
        return min(self._lookalikes.by_grain(seen, look, j, blocks) for j in others)


def _alike(seen: Floats, looks: Floats) -> Floats:
    """Correlation of each block of edges at half the size (..., blocks, n) with that of looks: (..., blocks)."""
    dots, lengths = (seen * looks).sum(-1), (seen * seen).sum(-1) * (looks * looks).sum(-1)
    return np.asarray(dots / np.sqrt(lengths + 1e-3), np.float32)


def _holds_print(library: Library, looks: int | NDArray[np.int64], params: MosaicParams) -> NDArray[np.bool_]:
    """Which blocks of a look (blocks,), or of several (looks, blocks), hold print."""
    return np.asarray(library.energy[looks] * 4 >= params.print_)


def _in_parts(values: Floats, side: int) -> Floats:
    """Sums of values (n, blocks) over every square of so many blocks each way: (n, parts)."""
    grid = values.reshape(-1, ROWS, COLUMNS)
    down = np.array([grid[:, at : ROWS - side + 1 + at] for at in range(side)]).sum(0)
    across = np.array([down[:, :, at : COLUMNS - side + 1 + at] for at in range(side)]).sum(0)
    return np.asarray(across, np.float32).reshape(len(grid), -1)
