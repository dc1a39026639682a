"""Blemishes: what lies on a piece and was never printed there, as a stain, a shop's label, ink of a pen, dirt.

What is seen where a look has no print may be print of a piece that was never enrolled: a pip more, another figure. That resembles what
others of its box have there, or what is printed elsewhere on it, or it is there twice, as in both corners: nobody spills the same twice.
What resembles none of these lies on the piece, and tells of it nothing but what it hides. If more than a little of what tells the look from
those like it is hidden, it remains a question which piece that is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.explain_params import ExplainParams
from vision.looks.blocks import energies, responses_within, squares
from vision.looks.canon import BLOCK, COLUMNS, ROWS
from vision.looks.lookalikes import Lookalikes
from vision.looks.matching import Seen, spread

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class BlemishParams:
    """What a blemish is, on the canonical raster."""

    others: int = 40
    """Other looks that are asked, the likest ones; ..."""
    fewest: int = 6
    """... from so few it is not known what the box may bear."""
    least_line: float = 0.08
    """Squared strength of an edge from which there is print, ..."""
    alike: float = 0.4
    """... that the look does not explain where, over `around_px` pixels each way, the two correlate less."""
    around_px: int = 13
    beside_px: int = 2
    """Print may lie so far from its place."""
    gap_px: int = 2
    """Edges so near to each other are of one thing."""
    least: float = 20.0
    """Squared strength of a thing's edges in all from which it is one."""
    there: float = 0.45
    """How well a thing may agree with what another look has there, either way up, and this one has not, or with itself upside down, ..."""
    anywhere: float = 0.6
    """... and how well with print of the look itself, wherever on it."""
    as_strong: float = 0.8
    """How much there must be of what may be print for it to be a figure more, in parts of a typical block of the look's."""
    reach_px: int = 2
    """A blemish hides what lies so near to its edges, ..."""
    inside_px: int = 4
    """... and what lies between two of them that are nearer to each other than twice this."""
    frame_px: int = 4
    """What is seen so near to the rim may be the ground."""
    touched: float = 0.1
    """Part of a block from which a blemish may be why its print is not seen."""
    most_of_block: float = 0.3
    """Part of the print of a block that may be hidden for what is seen of it to tell anything of the piece."""
    most_area: float = 0.35
    """Part of a piece that blemishes may hide, ..."""
    most_place: float = 0.1
    """... part of it that one may hide in one place `wide_px` wide and more: what is larger lies on it as another piece does, ..."""
    wide_px: int = 13
    most_print: float = 0.06
    """... and of its print, less what is on it twice, upside down, and hidden once: of 140 right ones .06 in the middle and less, of dishes
    read as another on the same plate .09 and more, ..."""
    twice: float = 0.6
    """... from this correlation with it turned by half, ..."""
    most_telling: float = 0.6
    """... and of what tells it from any other."""


@dataclass(frozen=True, slots=True, eq=False)
class Blemish:
    """What lies on one piece."""

    clear: Cells
    """(HEIGHT, WIDTH): where nothing of it is."""
    seen: Floats
    """(blocks,): 0 where what it leaves of the print is not seen either, else 1."""
    free: Floats
    """(blocks,): 0 there, and where it hides much of the print, which tells nothing as a whole, else 1."""


class Blemishes:
    """Finds what lies on pieces of a catalogue and is printed on none of them."""

    def __init__(self, lookalikes: Lookalikes, params: BlemishParams | None = None) -> None:
        self._lookalikes, self.params = lookalikes, params or BlemishParams()
        self._twice = lru_cache(_KEPT)(self._is_twice)

    def on(self, seen: Seen, look: int, free: Floats, told: ExplainParams) -> Blemish | None:
        """What lies on a look, where known pieces leave it `free` (blocks,); None: nothing or too much, or there may be more print."""
        others = self._lookalikes.likest(look, self.params.others)
        if len(others) < self.params.fewest:
            return None
        blemishes, much = [], self.params.as_strong * self._typical(look, told)
        for thing in self._things(seen.edges, look, spread((free > 0).astype(np.int8), BLOCK) > 0):
            if not self._is_print(seen.edges, thing, look, others):
                blemishes.append(thing)
            elif squares(seen.edges)[thing].sum() >= much:
                return None
        if not blemishes:
            return None
        found = self._hiding(seen.edges, look, blemishes, told)
        return None if self._hides_much(look, found, free, others) else found

    def _typical(self, look: int, told: ExplainParams) -> float:
        """How much print a block of a look holds that holds any."""
        own = self._lookalikes.library.energies(look)
        own = own[own >= told.least_print * BLOCK * BLOCK]
        return float(np.median(own)) if len(own) else 0.0

    def _things(self, seen: Floats, look: int, shows: Cells) -> Iterator[Cells]:
        """What is seen in one piece and is not the look's print: (HEIGHT, WIDTH) each."""
        p, strong = self.params, squares(seen)
        odd = (strong > p.least_line) & ~self._explains(seen, look) & shows
        odd[: p.frame_px] = odd[-p.frame_px :] = odd[:, : p.frame_px] = odd[:, -p.frame_px :] = False
        things = cv2.connectedComponents(_grown(odd, p.gap_px).astype(np.uint8), connectivity=8)[1] * odd
        much = np.bincount(things.ravel(), strong.ravel())
        much[0] = 0
        for one in np.flatnonzero(much >= p.least):
            yield np.asarray(things == one)

    def _explains(self, seen: Floats, look: int) -> Cells:
        """Where a look's print has edges as seen, of whatever strength: (HEIGHT, WIDTH)."""
        p, own = self.params, self._lookalikes.library.edges(look)
        return np.asarray(_grown(squares(own) > p.least_line, p.beside_px) & (self._alike(seen, own) >= p.alike))

    def _hiding(self, seen: Floats, look: int, things: Sequence[Cells], told: ExplainParams) -> Blemish:
        """What things hide of a look's print."""
        p, library, edges = self.params, self._lookalikes.library, self._lookalikes.library.edges(look)
        clear = ~np.logical_or.reduce([_closed(thing, p) for thing in things])
        whole, left = library.energies(look), energies(edges * clear[..., None])
        there, reach = np.ones(ROWS * COLUMNS, np.float32), told.reach_px
        touched = np.flatnonzero((_parts_of_blocks(~clear) >= p.touched) & library.has_print[look])
        if len(touched) > 0:
            wide = np.asarray(cv2.copyMakeBorder(seen, reach, reach, reach, reach, cv2.BORDER_REPLICATE), np.float32)
            found = responses_within(wide, edges, clear, touched, reach).reshape(len(touched), -1).max(1)
            there[touched[found < told.doubtful]] = 0
        return Blemish(clear, there, np.asarray(there * (left >= (1 - p.most_of_block) * whole), np.float32))

    def _hides_much(self, look: int, found: Blemish, free: Floats, others: Sequence[int]) -> bool:
        """Whether it hides much of a look's print, of which known pieces leave `free` (blocks,), or of what tells it from any other."""
        p, lookalikes, print_ = self.params, self._lookalikes, squares(self._lookalikes.library.edges(look))
        lies_free = spread((free > 0).astype(np.int8), BLOCK) > 0
        hidden = ~found.clear | (spread(found.seen, BLOCK) == 0)
        lost = hidden & ~(self._twice(look) & lies_free & ~hidden[::-1, ::-1])
        if (hidden & lies_free).mean() > p.most_area or _largest(~found.clear & lies_free, p.wide_px) > p.most_place:
            return True
        if print_[lost & lies_free].sum() > p.most_print * print_.sum():
            return True
        apart = np.stack([lookalikes.edges_apart(look, other) for other in others])
        return bool((apart @ (free * (1 - found.free)) > p.most_telling * apart.sum(1)).any())

    def _is_twice(self, look: int) -> Cells:
        """Where a look's print is the same upside down: (HEIGHT, WIDTH)."""
        own = self._lookalikes.library.edges(look)
        return self._alike(own, np.ascontiguousarray(own[::-1, ::-1])) >= self.params.twice

    def _alike(self, one: Floats, other: Floats) -> Floats:
        """Correlation of edges (HEIGHT, WIDTH, 2) around each pixel: (HEIGHT, WIDTH)."""
        side = (self.params.around_px,) * 2
        along, much, most = (cv2.boxFilter(of, -1, side) for of in ((one * other).sum(2), squares(one), squares(other)))
        return np.asarray(along / np.sqrt(much * most + 1e-6), np.float32)

    def _is_print(self, seen: Floats, thing: Cells, look: int, others: Sequence[int]) -> bool:
        """Whether a thing may be print: it is on this look elsewhere, on another there, or seen a second time, turned by half."""
        library, p = self._lookalikes.library, self.params
        (top, left, bottom, right), edges, own = _box(thing), seen * thing[..., None], library.edges(look)
        part = np.ascontiguousarray(edges[top:bottom, left:right])
        at = slice(max(0, top - p.beside_px), bottom + p.beside_px), slice(max(0, left - p.beside_px), right + p.beside_px)
        again = seen[::-1, ::-1][at] * _grown(thing, p.beside_px)[at][..., None]
        if _likest(part, own) >= p.anywhere or _likest(part, np.ascontiguousarray(again)) >= p.there:
            return True
        rest = ~_grown(squares(own) > p.least_line, p.beside_px)[at][..., None]
        ways = (way[at] * rest for one in others for way in (library.edges(one), library.edges(one)[::-1, ::-1]))
        return any(_likest(part, np.ascontiguousarray(way)) >= p.there for way in ways)


def _closed(thing: Cells, params: BlemishParams) -> Cells:
    """A thing with what lies between its edges, and right beside."""
    side = 2 * params.inside_px + 1
    wide = np.pad(thing, side).astype(np.uint8)
    closed = cv2.morphologyEx(wide, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))[side:-side, side:-side]
    return _grown(np.asarray(closed > 0), params.reach_px)


def _likest(part: Floats, look: Floats) -> float:
    """The highest correlation of a part of edges (h, w, 2) with larger ones (H, W, 2), wherever on them: -1 to 1."""
    height, width = part.shape[:2]
    found = cv2.matchTemplate(look.reshape(len(look), -1), part.reshape(height, -1), cv2.TM_CCORR)[:, ::2]
    sums = cv2.boxFilter(squares(look), -1, (width, height), anchor=(0, 0), normalize=False, borderType=cv2.BORDER_CONSTANT)
    own = sums[: found.shape[0], : found.shape[1]]
    return float((found / np.sqrt(np.maximum(own * float(np.vdot(part, part)), 1e-3))).max())


def _largest(hidden: Cells, wide_px: int) -> float:
    """Part of all (HEIGHT, WIDTH) that the largest place takes which is so wide."""
    wide = cv2.morphologyEx(hidden.astype(np.uint8), cv2.MORPH_OPEN, np.ones((wide_px, wide_px), np.uint8))
    count, _, places, _ = cv2.connectedComponentsWithStats(wide, connectivity=8)
    return float(places[1:, cv2.CC_STAT_AREA].max()) / hidden.size if count > 1 else 0.0


def _parts_of_blocks(cells: Cells) -> Floats:
    """(HEIGHT, WIDTH) -> which part of each block is set: (blocks,)."""
    return np.asarray(cells.reshape(ROWS, BLOCK, COLUMNS, BLOCK).mean((1, 3)).ravel(), np.float32)


def _box(thing: Cells) -> tuple[int, int, int, int]:
    rows, columns = np.flatnonzero(thing.any(1)), np.flatnonzero(thing.any(0))
    return int(rows[0]), int(columns[0]), int(rows[-1]) + 1, int(columns[-1]) + 1


def _grown(cells: Cells, px: int) -> Cells:
    return np.asarray(cv2.dilate(cells.astype(np.uint8), np.ones((2 * px + 1, 2 * px + 1), np.uint8)) > 0)


_KEPT = 80
"""Looks of which is kept what is on them twice."""
