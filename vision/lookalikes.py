"""Two looks against each other, only where they differ: a digit, a suit, a colour."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import canon
from vision.canon import BLOCK, COLUMNS, ROWS
from vision.matching import Library, Seen, opponents, spread

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class DifferParams:
    """How two looks are told apart."""

    colour_weight: float = 150.0
    """What a colour cell counts against an edge pixel."""
    colour_limit: float = 2.0
    """Much colour says no more than this many cells: its error is one error, that of the light."""
    least_edge: float = 0.3
    """Difference of edge strength that counts."""
    least_colour: float = 0.05
    """Difference of colour (0 to 1) that counts."""
    reach_px: int = 3
    """Two pictures of looks may be shifted against each other by so much."""
    light_sigma_cells: float = 5.0
    """How fast light may change over a piece, in colour cells."""
    ample: float = 900.0
    """Weight of edges from which it does not matter to which of two looks the region was aligned."""
    clear: float = 0.75
    """Margin from which the same holds."""
    same_light: float = 0.22
    """Gain (natural logarithm) up to which two pictures of looks may differ by their light alone."""
    plain: float = 0.4
    """Margin from which edges alone are enough, even if colour should speak against them."""
    remembered: int = 2000
    """Pairs whose differences are kept."""


@dataclass(frozen=True, slots=True, eq=False)
class _Difference:
    at: NDArray[np.int32]
    """(n,): the pixels of the raster where the edges differ."""
    block: NDArray[np.int32]
    """(n,): the block of each."""
    edges: Floats
    """(n, 2): difference of edges there."""
    middle: Floats
    """(blocks,): scalar product of the difference and the mean of the two."""
    weight: Floats
    """(blocks,): squared length of the difference."""
    colours: Floats
    """(32, 24, 3), 0 where the looks are alike."""
    differs: NDArray[np.bool_]
    """(32, 24)."""
    amount: Floats
    """(32, 24): squared difference of colours."""
    mean: Floats
    """(32, 24, 3): mean of the colours of the two."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a region says between two looks: -1 the second, 1 the first, and how much there was to go by."""

    edges: float
    edge_weight: float
    colours: float
    colour_weight: float

    @property
    def margin(self) -> float:
        """-1 (it is the second) to 1 (it is the first)."""
        weight = self.edge_weight + self.colour_weight
        return (self.edges * self.edge_weight + self.colours * self.colour_weight) / (weight + 1.0)


class Lookalikes:
    """Tells looks apart; remembers where pairs of them differ."""

    def __init__(self, library: Library, params: DifferParams) -> None:
        self.library, self.params = library, params
        self._known: dict[tuple[int, int], _Difference] = {}

    def margin(self, seen: Seen, first: int, second: int, window: Floats) -> float:
        """-1 (it is the second look) to 1 (it is the first), whichever of the two the region was aligned to."""
        forth = self.weigh(seen, first, second, window)
        if forth.edge_weight > self.params.ample or forth.margin > self.params.clear:
            return forth.margin
        return (forth.margin - self.weigh(seen, second, first, window).margin) / 2

    def edges_between(self, first: int, second: int) -> float:
        """How much edges differ between two looks."""
        return float(self._difference(first, second).weight.sum())

    def weigh(self, seen: Seen, first: int, second: int, window: Floats) -> Evidence:
        """What `seen` says between two looks, in the blocks of `window` (blocks,)."""
        differ = self._difference(first, second)
        weight = float(differ.weight @ window)
        product = np.einsum("ij,ij->i", seen.edges.reshape(-1, 2)[differ.at], differ.edges)
        along = np.bincount(differ.block, product, ROWS * COLUMNS) - differ.middle
        edges = 2 * float(along @ window) / (weight + 1e-6)
        p = self.params
        shown = spread(window, BLOCK // canon.CELL)
        amount = float(differ.amount.ravel() @ shown.ravel())
        most = p.colour_weight * amount / (1 + amount / p.colour_limit)
        if amount == 0.0 or edges * weight - 1.5 * most > p.plain * (weight + most):
            return Evidence(edges, weight, 0.0, 0.0)
        lit = (~seen.burnt * shown)[..., None].astype(np.float32)
        dc = differ.colours * lit
        amount = float(np.vdot(dc, dc))
        lib = self.library
        balanced = opponents(balance(seen, lib.colours[first], differ.differs, p.light_sigma_cells))
        off = _smooth((balanced - differ.mean) * lit)
        colours = 2 * float(np.vdot(off, dc)) / (amount + 1e-6)
        return Evidence(edges, weight, colours, p.colour_weight * amount / (1 + amount / p.colour_limit))

    def _difference(self, first: int, second: int) -> _Difference:
        key = (first, second)
        if key not in self._known:
            if len(self._known) >= self.params.remembered:
                self._known.pop(next(iter(self._known)))
            self._known[key] = difference(self.library, first, second, self.params)
        return self._known[key]


def difference(library: Library, first: int, second: int, params: DifferParams) -> _Difference:
    """Where two looks differ when small shifts between their pictures are taken out."""
    a, b = library.edges(first), library.edges(second)
    if float(np.vdot(a, b)) > _SAME_DESIGN * float(np.linalg.norm(a)) * float(np.linalg.norm(b)):
        b = _shifted_onto(a, b, params.reach_px)
    d = (a - b).reshape(-1, 2)
    at = np.flatnonzero(np.hypot(d[:, 0], d[:, 1]) >= params.least_edge).astype(np.int32)
    d, block = d[at], _BLOCK_OF[at]
    middle = np.bincount(block, np.einsum("ij,ij->i", (a + b).reshape(-1, 2)[at] / 2, d), ROWS * COLUMNS)
    weight = np.bincount(block, np.einsum("ij,ij->i", d, d), ROWS * COLUMNS)
    one = library.colours[first]
    other = _under_one_light(library.colours[second], one, params)
    colours = _smooth(opponents(one) - opponents(other))
    differs = np.abs(colours).max(-1) > params.least_colour
    colours *= differs[..., None]
    return _Difference(
        at,
        block,
        d,
        middle.astype(np.float32),
        weight.astype(np.float32),
        colours,
        differs,
        (colours**2).sum(-1),
        opponents((one + other) / 2),
    )


_BLOCK_OF = spread(np.arange(ROWS * COLUMNS, dtype=np.int32), BLOCK).ravel()


def _under_one_light(colours: Floats, model: Floats, params: DifferParams) -> Floats:
    """Colours of a look as if its picture had been taken under the light of the other, when only the light can be what differs."""
    seen = Seen(np.zeros((0, 0, 2), np.float32), colours, np.zeros(colours.shape[:2], bool))
    moved = balance(seen, model, None, params.light_sigma_cells)
    gain = np.abs(np.log(np.maximum(moved, 0.02) / np.maximum(colours, 0.02))).max()
    return moved if gain < params.same_light else colours


def _shifted_onto(model: Floats, other: Floats, reach: int) -> Floats:
    """`other` with each of its blocks moved by up to `reach` px to where it resembles `model` best."""
    apart = (model - other) ** 2
    wide = cv2.copyMakeBorder(other, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    moved = other.copy()
    for y in range(0, canon.HEIGHT, BLOCK):
        for x in range(0, canon.WIDTH, BLOCK):
            template = model[y : y + BLOCK, x : x + BLOCK]
            if float(np.vdot(template, template)) < _BLANK or float(apart[y : y + BLOCK, x : x + BLOCK].sum()) < _BLANK:
                continue
            window = wide[y : y + BLOCK + 2 * reach, x : x + BLOCK + 2 * reach]
            _, best, _, (dx, dy) = cv2.minMaxLoc(cv2.matchTemplate(window, template, cv2.TM_CCORR_NORMED))
            if best >= _RESEMBLES:
                moved[y : y + BLOCK, x : x + BLOCK] = window[dy : dy + BLOCK, dx : dx + BLOCK]
    return moved


_SAME_DESIGN = 0.5
"""Correlation from which two looks share so much print that a shift between their pictures matters."""
_RESEMBLES = 0.6
"""Correlation from which a shifted block is taken for the same print."""
_BLANK = 8.0
"""Sum of squared edge strengths of a block, or of their differences, under which there is nothing."""


def balance(seen: Seen, look: Floats, away: NDArray[np.bool_] | None, sigma_cells: float) -> Floats:
    """Colours as seen, under the light of the look (32, 24, 3): a gain a channel that changes slowly over the piece, from its bright cells.

    `away` (32, 24): cells that must not decide about the light, since they are what is asked about.
    """
    bright = look.min(-1)
    usable = ~seen.burnt & (seen.colours.max(-1) > 0.08) & (bright > 0.12)
    if away is not None:
        usable &= ~away
    if usable.sum() < 12:
        return seen.colours
    cells = usable & (bright >= _middle(bright[usable]))
    ratio = np.log(np.maximum(look, 0.02) / np.maximum(seen.colours, 0.02))
    middle = _middle(ratio[cells])
    near = (cells & (np.abs(ratio - middle).max(-1) < 0.5)).astype(np.float32)
    weight = cv2.GaussianBlur(near, (0, 0), sigma_cells)[..., None]
    summed = cv2.GaussianBlur((near[..., None] * (ratio - middle)).astype(np.float32), (0, 0), sigma_cells)
    return np.asarray(seen.colours * np.exp(middle + summed / (weight + 0.05)), np.float32)


def _middle(values: Floats) -> Floats:
    """The median along the first axis; of an even number, the upper one of the two in the middle."""
    half = len(values) // 2
    return np.asarray(np.partition(values, half, axis=0)[half], np.float32)


def _smooth(cells: Floats) -> Floats:
    """Cells averaged with their neighbours, so that a shift of part of a cell does not count."""
    return np.asarray(cv2.blur(cells.astype(np.float32), (3, 3)), np.float32)
