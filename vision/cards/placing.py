"""A look laid where it is guessed to lie: aligned in rounds, and what shows of it there."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cache, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.align import align, has_little
from vision.cards.bands import across_bands, is_bands, is_one_way
from vision.cards.covering import clear_of, free_blocks, free_blocks_beside
from vision.cards.name_params import NameParams
from vision.cards.picture import Picture
from vision.cards.plausible import is_cut, is_plausible, moved_by
from vision.cards.rim import rim_blocks, rim_share
from vision.looks import canon
from vision.looks.matching import CROWD, WINDOWS, Library, Seen, see

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A look at a place."""

    quad: Floats
    seen: Seen
    shown: Floats
    """(blocks,): 1 for those that agree best; also for those that lie open and hold no print of the look."""
    worth: float
    """Their agreement, less what a covered part costs."""
    agreeing: Floats | None = None
    """(blocks,): 1 for those that agree best."""


class Placer:
    """Lays looks of a library where they are guessed to lie."""

    def __init__(self, library: Library, params: NameParams) -> None:
        self.library, self.params = library, params
        self.is_one_way = cache(lambda look: is_one_way(library.edges(look)))
        """Whether all print of a look, by its index, is lines of one direction: bands, a bar."""
        self.is_bands = cache(partial(is_bands, library))
        """Whether a look, by its index, bears nothing but bands of several colours."""

    def prepare(self) -> None:
        """Finds out about all looks of a catalogue that is not too large for that: no picture has to wait."""
        if len(self.library.ids) <= CROWD:
            for look in range(len(self.library.ids)):
                self.is_one_way(look)
                self.is_bands(look)

    def with_params(self, params: NameParams) -> "Placer":
        """The same looks laid by other values."""
        other = copy(self)
        other.params = params
        return other

    def align(self, picture: Picture, quad: Floats, look: int, known: Sequence[Floats], reaches: Sequence[int]) -> Placed | None:
        """Where the look lies near a quad, and what shows of it there; None when it is not there.

        Of a piece that the picture's edge cuts little shows, often mostly a frame, in which one line looks like the next: it is looked for
        close by first.
        """
        p, close = self.params, None
        if is_cut(quad, picture):
            close = self.approach(picture, quad, look, known, p.close_px, p.close_rest)
        far = None if close is not None and close.worth >= p.well_placed else self.approach(picture, quad, look, known, reaches, p.at_rest)
        best = max((way for way in (close, far) if way is not None), key=lambda way: way.worth, default=None)
        return None if best is None else self._lying_open(picture, best, look, known)

    def there(self, picture: Picture, quad: Floats, look: int, known: Sequence[Floats]) -> Placed:
        """What shows of a look that lies right at a quad."""
        free = free_blocks_beside(quad, known, picture.view_px, () if self.params.is_cover_known else self.params.framed)
        return self._lying_open(picture, self._placed(picture, quad, look, known, free), look, known)

    def _lying_open(self, picture: Picture, placed: Placed, look: int, known: Sequence[Floats]) -> Placed:
        """The same, where blocks without print of the look were left out although the piece's rim says that nothing covers them.

        The look loses nothing without them, but all that tells it from one that has print there.
        """
        hidden = free_blocks(placed.quad, known, picture.view_px) * (1 - placed.shown)
        if not hidden.any() or self.library.share(look, placed.shown) < self.params.whole_share:
            return placed
        p = self.params.explaining
        is_open = rim_blocks(hidden) >= p.open_blocks and rim_share(picture, placed.quad, hidden) >= p.open_rim
        return replace(placed, shown=np.maximum(placed.shown, hidden), agreeing=placed.shown) if is_open else placed

    def approach(
        self, picture: Picture, quad: Floats, look: int, known: Sequence[Floats], reaches: Sequence[int], rest: float
    ) -> Placed | None:
        """A quad aligned to a look: in rounds, no block farther than its reach, until no corner moves by `rest` (canonical pixels)."""
        edges, own, best = self.library.edges(look), self.library.energies(look), None
        if self.is_one_way(look):
            return self._unmoved(picture, quad, look, known)
        aligning = self.params.aligning_cut if is_cut(quad, picture) else self.params.aligning
        free = free_blocks(quad, known, picture.view_px)
        for turn, reach in enumerate(reaches):
            moved = align(picture, quad, edges, aligning, free, reach, own)
            if moved is None and self.params.is_cover_known and best is None and has_little(own, free, aligning):
                moved = quad  # what shows of it has hardly any print: it lies where its edge was seen
            if moved is None or not is_plausible(moved, picture):
                break
            there = free_blocks_beside(moved, known, picture.view_px, () if self.params.is_cover_known else self.params.framed)
            placed = self._placed(picture, moved, look, known, there)
            is_at_rest = moved_by(quad, moved) < rest
            if best is None or placed.worth > best.worth:
                quad, best, free = moved, placed, there[0]
            if best.worth < (self.params.least_worth if turn else self.params.first_worth):
                return None
            if is_at_rest:
                break
        return None if best is None or best.worth < self.params.least_worth else best

    def _unmoved(self, picture: Picture, quad: Floats, look: int, known: Sequence[Floats]) -> Placed | None:
        """A look whose lines do not say where along them it lies.

        Of bands it is moved across them, and all of it compared that known pieces leave: a band left out would be missed by nothing.
        """
        free = free_blocks(quad, known, picture.view_px)[None]
        if not self.is_bands(look):
            return self._worth_it(self._placed(picture, quad, look, known, free))
        forth = cv2.getPerspectiveTransform(canon.CORNERS, quad.astype(np.float32))
        lies = across_bands(self.library.edges(look), picture.edges_around(quad))
        quad = np.asarray(cv2.perspectiveTransform(lies[None].astype(np.float64), forth)[0], np.float32)
        return self._worth_it(self._placed(picture, quad, look, known, free, WINDOWS[:1]))

    def _worth_it(self, placed: Placed) -> Placed | None:
        return placed if placed.worth >= self.params.least_worth else None

    def _placed(self, picture: Picture, quad: Floats, look: int, known: Sequence[Floats], free: Floats, among: Floats = WINDOWS) -> Placed:
        """What shows of a look that lies at a quad, `among` some windows.

        `free` (1 or more, blocks): what known pieces leave, see `_windows`.
        """
        seen = see(picture.patch(quad))
        if self.params.is_cover_known:
            seen = replace(seen, edges=seen.edges * clear_of(quad, known, self.params.edge_px)[..., None])
        windows = self._windows(free, among)
        agreement, share = self.library.windows(seen, look, windows)
        worth = agreement - self.params.covered_cost * (1 - share) - 9.0 * (share < self._least_shares(quad, picture)[: len(windows)])
        pick = int(np.argmax(worth))
        return Placed(quad, seen, windows[pick], float(worth[pick]))

    def _windows(self, free: Floats, among: Floats) -> Floats:
        """(windows, blocks): `among` some, which blocks may show, of those that known pieces leave; also all that with frames around them.

        A sleeve, a frame, a shadow: what covers a piece often reaches beyond its print. `free` (1 or more, blocks): what they leave, and
        what they leave when they are larger.
        """
        return WINDOWS[:1] * free[0] if self.params.is_cover_known else np.concatenate([among * free[0], free[1:]])

    def _least_shares(self, quad: Floats, picture: Picture) -> Floats:
        """Share of a look's structure that each window must hold: (windows,)."""
        least = np.full(len(WINDOWS) + len(self.params.framed), self.params.least_share, np.float32)
        if is_cut(quad, picture):
            least[0] = self.params.least_cut_share
        return least
