"""Two looks against each other, only where they differ: a digit, a suit, a colour."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks import canon
from vision.looks.canon import BLOCK, COLUMNS, ROWS
from vision.looks.catalogue import BACK
from vision.looks.differences import HARD, HOPELESS, Difference, DifferParams, colour_weight, difference
from vision.looks.gains import balanced, middle, smooth
from vision.looks.grain import Grain, GrainDifference, nearer as nearer_by_grain, unseen
from vision.looks.halftone import are_enough, nearer as nearer_by_tint
from vision.looks.inks import Inks
from vision.looks.matching import SAME_DESIGN, Library, Seen, inner, opponents, spread

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]
Pair: TypeAlias = tuple[int, int]
"""Two looks."""
Told: TypeAlias = tuple[float, float, float, float]
"""What edges say between two looks, how much it counts, and the same of colours."""
Toned: TypeAlias = Callable[[Seen, int, Cells], float]
"""How much alike the colours of a look's print are, against its ground, in cells (32, 24) of what is seen: their cosine."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a region says between two looks: -1 the second, 1 the first, and how much there was to go by."""

    edges: float
    edge_weight: float
    colours: float
    colour_weight: float
    grain: float = 0.0
    grain_weight: float = 0.0

    @property
    def margin(self) -> float:
        """-1 (it is the second) to 1 (it is the first)."""
        weight = self.edge_weight + self.colour_weight + self.grain_weight
        told = self.edges * self.edge_weight + self.colours * self.colour_weight + self.grain * self.grain_weight
        return told / (weight + 1.0)


class Lookalikes:
    """Tells looks apart; remembers where pairs of them differ."""

    def __init__(self, library: Library, params: DifferParams, toned: Toned | None = None) -> None:
        """`toned`: asked where colours taken against a piece's own middle say too little; no one asks without."""
        self.library, self.params, self._toned = library, params, toned
        self.inks = Inks(library)
        self._known: dict[Pair, Difference] = {}
        self._families: dict[int, tuple[int, ...]] = {}
        self._likest: dict[tuple[int, int, float], tuple[int, ...]] = {}
        self._last: _Said | None = None

    def margins(self, seen: Seen, first: int, others: Sequence[int], window: Floats) -> dict[int, float]:
        """For each other look: -1 (it is that one) to 1 (it is the first), whichever of the two the region was aligned to."""
        p = self.params
        forth = self.weigh(seen, [(first, j) for j in others], window)
        open_ = [j for j, one in zip(others, forth, strict=True) if one.edge_weight <= p.ample and one.margin <= p.clear]
        back = dict(zip(open_, self.weigh(seen, [(j, first) for j in open_], window), strict=True))
        return {j: self._margin(seen, (first, j), window, one, back.get(j)) for j, one in zip(others, forth, strict=True)}

    def _margin(self, seen: Seen, pair: Pair, window: Floats, forth: Evidence, back: Evidence | None) -> float:
        """What one region says between two looks, each laid under its own light; hardly anything where its colours lie between theirs.

        Nothing where the two are as good as one, or what shows of them is.

        Two looks that differ most by colour, and by much of it, leave room for a third, which was never enrolled; where the print that they
        do not share is clearly that of one of them there is none.
        """
        p, margin, edges, colours = self.params, forth.margin, forth.edges, forth.colours
        if back is not None:
            margin, edges = (margin - back.margin) / 2, (edges - back.edges) / 2
            colours = (colours - back.colours) / 2 if back.colour_weight > 0 else colours
        if margin > 0 and forth.edge_weight + forth.colour_weight < HARD and (self._is_one(*pair) or self._is_one_in(window, *pair)):
            return 0.0
        if margin <= 0 or forth.colour_weight < max(p.much_colour, forth.edge_weight):
            return margin
        if forth.edge_weight >= p.print_part * forth.colour_weight and edges >= p.clear_print:
            return margin
        between = min(margin, max(0.0, p.between_slope * (colours - p.between)))
        if between == margin or edges < p.some_print or forth.edge_weight < p.enough_print:
            return between
        by_tone = self._by_tone(seen, pair, window, p.toned_times if edges >= p.clear_print else p.far_tone)
        return between if by_tone is None else max(between, replace(forth, edges=edges, colours=by_tone).margin)

    def _is_one(self, first: int, second: int) -> bool:
        """Whether enrolling says that two looks cannot be told apart, and no grain tells them either."""
        both = (self._difference(first, second), self._difference(second, first))
        return min(differ.total(self.params) for differ in both) < HOPELESS and not self.is_finer(first, second)

    def _is_one_in(self, window: Floats, first: int, second: int) -> bool:
        """The same of what the blocks of a window (blocks,) show of both: in a fan another piece's edge lies along the last print of it."""
        most = max(self.between(first, second, window), self.between(second, first, window))
        return most < HOPELESS and not self.is_finer(first, second)

    def _by_tone(self, seen: Seen, pair: Pair, window: Floats, times: float) -> float | None:
        """How clearly the colours of print against its ground are those of the first of two looks, 0 to 1; None where they hardly are.

        They have to be so many `times` as far off those of the other.
        On a ground that is coloured all over, dark or under a shine, colours against their own middle say nothing.
        """
        if self._toned is None:
            return None
        clear = self._said_of(seen, window).clear
        own, other = (1 - self._toned(seen, look, clear) for look in pair)
        p = self.params
        is_its_own = 0 < own <= p.off_tone and own * times <= other  # of nothing, where too little print shows
        return 1 - own / other if is_its_own else None

    def prepare(self) -> None:
        """Finds where the looks differ that resemble each other most, so that the first pictures are read as quickly as all others."""
        ids, tiny = np.array(self.library.ids), self.library.tiny
        likest: list[tuple[float, int, int]] = []
        for i in range(len(ids)):
            alike = np.where(ids == ids[i], -1.0, tiny @ tiny[i])
            near = np.argsort(-alike)[: max(1, 2 * self.params.prepared // len(ids))]
            likest += [(-float(alike[j]), i, int(j)) for j in near if alike[j] > SAME_DESIGN]
        for _, i, j in sorted(likest)[: self.params.prepared]:
            self._difference(i, j)

    def edges_between(self, first: int, second: int) -> float:
        """How much edges differ between two looks."""
        return float(self._difference(first, second).weight.sum())

    def part_between(self, first: int, second: int) -> float:
        """The same in parts of all edges of the first."""
        differ = self._difference(first, second)
        return float(differ.weight.sum()) / max(differ.own, 1e-6)

    def between(self, first: int, second: int, window: Floats) -> float:
        """How much there is to tell two looks apart by where only the blocks of a window (blocks,) show, as in `Separability`."""
        return self._difference(first, second).within(window, self.params)

    def edges_apart(self, first: int, second: int) -> Floats:
        """(blocks,): how much edges differ between two looks in each block."""
        return self._difference(first, second).weight

    def family(self, look: int) -> tuple[int, ...]:
        """The looks of other pieces that are most like a look and differ from it in little, but a back."""
        if look not in self._families:
            near = self.kin(look, _NEAREST)
            self._families[look] = tuple(j for j in near if self.edges_between(look, j) <= self.params.ample)
        return self._families[look]

    def kin(self, look: int, most: int) -> tuple[int, ...]:
        """The looks of other pieces, but a back, that share a look's design: at most so many, the likest first."""
        return () if self.library.ids[look] == BACK else self.likest(look, most, SAME_DESIGN)

    def likest(self, look: int, most: int, least: float = -np.inf) -> tuple[int, ...]:
        """The looks of other pieces, but a back, that are `least` like a look: at most so many, the likest first."""
        if (look, most, least) not in self._likest:
            ids, alike = self.library.ids, self.library.tiny @ self.library.tiny[look]
            others = (int(j) for j in np.argsort(-alike) if alike[j] >= least and ids[j] not in (ids[look], BACK))
            self._likest[look, most, least] = tuple(itertools.islice(others, most))
        return self._likest[look, most, least]

    def by_blocks(self, seen: Seen, first: int, others: Sequence[int]) -> Floats:
        """What edges say in each block between a look and others: (others, blocks).

        In each what they differ by there (`edges_apart`) and more for the first as it was enrolled, 0 midway, as much and less than
        nothing for the other.
        """
        return 2 * np.array([_along(seen, self._difference(first, other)) for other in others])

    def by_grain(self, seen: Seen, first: int, second: int, window: Floats) -> float:
        """Which of two looks the grain of `seen` comes nearer to in the blocks of `window` (blocks,): -1 the second, 1 the first."""
        return self._grain(seen, (first, second), self._said_of(seen, window))[0]

    def places(self, first: int, second: int) -> NDArray[np.int32]:
        """(n,): the pixels of the raster, row by row, where the edges of two looks differ."""
        return self._difference(first, second).at

    def is_finer(self, first: int, second: int) -> bool:
        """Whether two looks differ in their grain more than in their edges on the raster."""
        differ, grain = self._difference(first, second), self.params.grain
        if differ.grain is None:
            return False
        return grain.weight * float(differ.grain.amount.sum()) >= max(grain.least_weight, float(differ.weight.sum()))

    def weigh(self, seen: Seen, pairs: Sequence[Pair], window: Floats) -> list[Evidence]:
        """What `seen` says between the two looks of each pair, in the blocks of `window` (blocks,)."""
        said = self._said_of(seen, window)
        missing = [pair for pair in dict.fromkeys(pairs) if pair not in said.told]
        said.told.update(zip(missing, self._told(seen, missing, said), strict=True))
        return [Evidence(*said.told[pair], *self._grain(seen, pair, said)) for pair in pairs]

    def _said_of(self, seen: Seen, window: Floats) -> "_Said":
        """What the region that was looked at last says between pairs of looks: it is often asked once more, also with its grain."""
        last = self._last  # another thread may ask about its own region meanwhile
        if last is None or last.edges is not seen.edges or not np.array_equal(last.window, window):
            self._last = last = _Said(seen, window)
        if seen.grain is not None and last.grain is not seen.grain:
            last.grain, last.grains = seen.grain, {}
        return last

    def _told(self, seen: Seen, pairs: Sequence[Pair], said: "_Said") -> list[Told]:
        """What edges and colours say between the looks of each pair, and how much each counts."""
        differs = [self._difference(first, second) for first, second in pairs]
        found = [_edges(seen, differ, said.window) for differ in differs]
        open_ = [i for i, differ in enumerate(differs) if self._colours_count(*found[i], float(np.vdot(differ.amount, said.shown)))]
        colours = self._colours(seen, [pairs[i] for i in open_], [differs[i] for i in open_], said) if open_ else []
        more = dict(zip(open_, colours, strict=True))
        return [(*found[i], *more.get(i, (0.0, 0.0))) for i in range(len(pairs))]

    def _grain(self, seen: Seen, pair: Pair, said: "_Said") -> tuple[float, float]:
        """What the grain says between two looks, where it was looked at, or its tint where it would not be seen; how much it counts."""
        if seen.grain is None or (differ := self._difference(*pair)).grain is None:
            return 0.0, 0.0
        grains = said.grains
        if pair not in grains:
            side, weight = nearer_by_grain(seen.grain, differ.grain, said.clear, self.params.grain)
            lost = unseen(seen.grain, differ.grain, self.params.grain) if weight > 0 else 0.0
            is_missing = weight > 0 and side * differ.grain.gains < 0
            if lost > 0 or is_missing:
                tint = self._tint(seen, pair[0], differ, differ.grain, said.clear)
                side = self._with_tint(side, lost, is_missing and _is_inkier(differ, differ.grain), tint, differ.grain)
            grains[pair] = max(-1.0, min(1.0, side)), weight
        return grains[pair]

    def _with_tint(self, side: float, lost: float, is_missing: bool, tint: float, differ: GrainDifference) -> float:
        """What the grain says and, as far as that is `lost`, the tint of its place; where its ink may be, no grain `is_missing`."""
        inked = float(np.sign(differ.gains)) * tint / self.params.halftone.inked if is_missing else 0.0
        unsaid = max(0.0, min(1.0, inked))
        return side * (1 - unsaid) + max(lost, unsaid) * tint

    def _tint(self, seen: Seen, model: int, differ: Difference, grain: GrainDifference, told: Cells) -> float:
        """What is left of the grain in blur, under the light of the first of the two looks."""
        fine, rest = grain.plain & told, inner(told & ~differ.unlike)
        if not are_enough(fine, rest, self.params.halftone):
            return 0.0
        under = _under(seen, self.library.planes[model][None], differ.unlike[None], self.params)[0]
        return nearer_by_tint(under, differ.pair, fine, rest, self.params.halftone)

    def _colours_count(self, edges: float, weight: float, amount: float) -> bool:
        """Whether colours, which differ by `amount`, could change what the edges say."""
        most = colour_weight(amount, self.params)
        return amount > 0.0 and edges * weight - 1.5 * most <= self.params.plain * (weight + most)

    def _colours(self, seen: Seen, pairs: Sequence[Pair], differs: Sequence[Difference], said: "_Said") -> list[tuple[float, float]]:
        """What the colours say between the looks of several pairs, and how much it counts; each under the light of its first look."""
        models = [first for first, _ in pairs]
        away = np.array([differ.differs for differ in differs])
        looks = self.library.planes[models[:1] if len(set(models)) == 1 else models]
        under = _under(seen, looks, away, self.params)
        amounts = np.array([np.vdot(differ.amount, said.light) for differ in differs], np.float64)
        nearer, told = np.zeros(len(differs)), said.inside
        if np.count_nonzero(told) >= _FEWEST_CELLS:
            paper = told | (seen.burnt & (said.shown > 0) & (looks.min((0, 1)) > self.params.pale))
            nearer = _nearer(under, told, paper, differs, amounts, self.params)
            by_hue = np.array([self.inks.nearer(one, *pair, told) for one, pair in zip(under, pairs, strict=True)], np.float64)
            nearer = np.where((nearer * by_hue > 0) & (np.abs(by_hue) > np.abs(nearer)), by_hue, nearer)
        return [(float(side), colour_weight(float(amount), self.params)) for side, amount in zip(nearer, amounts, strict=True)]

    def _difference(self, first: int, second: int) -> Difference:
        key = (first, second)
        if key not in self._known:
            if len(self._known) >= self.params.remembered:
                self._known.pop(next(iter(self._known)))
            self._known[key] = difference(self.library, first, second, self.params)
        return self._known[key]


class _Said:
    """What one region says between pairs of looks in some of its blocks, as far as that was asked."""

    def __init__(self, seen: Seen, window: Floats) -> None:
        self.edges, self.window = seen.edges, window
        self.told: dict[Pair, Told] = {}
        self.grain: Grain | None = None
        """The grain by which it was looked at last, ..."""
        self.grains: dict[Pair, tuple[float, float]] = {}
        """... and what that says, and how much it counts."""
        self.shown = spread(window, BLOCK // canon.CELL)
        """(32, 24): 1 for the cells that show, ..."""
        self.clear = ~seen.burnt & (self.shown > 0)
        """... those of them that are not burnt out, ..."""
        self.light = self.clear.astype(np.float32)

    @cached_property
    def inside(self) -> Cells:
        """(32, 24): ... and those beside no other cell, nor at the rim."""
        return inner(cv2.erode(self.light, np.ones((3, 3), np.uint8)) > 0)


def _is_inkier(differ: Difference, grain: GrainDifference) -> bool:
    """Whether that of two looks which has grain is the darker one there: beside a full figure's, a pale tint is no ink of a hatched one."""
    brighter = (differ.pair[0, 2] - differ.pair[1, 2])[grain.plain]
    return brighter.size > 0 and float(np.sign(grain.gains) * brighter.mean()) < 0


def _under(seen: Seen, looks: Floats, away: Cells, params: DifferParams) -> Floats:
    """Opponent colours (n, 3, 32, 24) of what is seen, under the light of looks, averaged with their neighbours; see `balanced`."""
    return smooth(opponents(balanced(seen.lit, looks, away, params.light_sigma_cells)))


def _edges(seen: Seen, differ: Difference, window: Floats) -> tuple[float, float]:
    """What the edges say between two looks, and how much it counts."""
    weight = float(differ.weight @ window)
    return 2 * float(_along(seen, differ) @ window) / (weight + 1e-6), weight


def _along(seen: Seen, differ: Difference) -> Floats:
    """How far the edges of each block lie from midway between two looks to the first, times half of its weight: (blocks,)."""
    # pairs of numbers as one complex number each, whose product with a conjugate has their scalar product as its real part
    along = seen.edges.view(np.complex64).ravel().take(differ.at) * differ.edges
    return np.asarray(np.bincount(differ.block, along.real, ROWS * COLUMNS) - differ.middle)


def _nearer(
    colours: Floats,
    told: NDArray[np.bool_],
    paper: NDArray[np.bool_],
    differs: Sequence[Difference],
    amounts: NDArray[np.float64],
    params: DifferParams,
) -> NDArray[np.float64]:
    """Which of two looks the colours (n, 3, 32, 24) of the told cells come nearer to, each in the strength that fits best: (n,).

    -1 the second, 1 the first, for each of n pairs. All are taken against their own middle, mostly paper: that of the cells of `paper`.
    """
    n, cells = len(differs), told.astype(np.float32)
    white = middle(colours.reshape(n, 3, -1).take(np.flatnonzero(paper), 2))
    seen = ((colours - white[..., None, None]) * cells).reshape(n, -1)
    much = np.matmul(seen[:, None], seen[..., None])[:, 0]
    pairs, squares = np.stack([differ.pair for differ in differs]), np.stack([differ.squares for differ in differs])
    if np.count_nonzero(paper) < params.most_of_it * paper.size:  # the middle of that part may be another
        pairs = pairs - middle(pairs.reshape(n, 2, 3, -1).take(np.flatnonzero(paper), 3))[..., None, None]
        squares = (pairs**2).sum(2)
    shared = np.matmul(pairs.reshape(n, 2, -1), seen[..., None])[..., 0]
    own = squares.reshape(n, 2, -1) @ cells.ravel()
    strength = np.clip(shared / (own + 1e-3), *params.strength)
    off = np.maximum(0.0, much - 2 * strength * shared + strength * strength * own).astype(np.float64)
    return np.asarray((off[:, 1] - off[:, 0]) / (off[:, 0] + off[:, 1] + params.noise * amounts + 1e-6), np.float64)


_FEWEST_CELLS = 20
"""Cells of colour that it takes to tell two looks apart by."""
_NEAREST = 12
"""Looks that are compared with each."""
