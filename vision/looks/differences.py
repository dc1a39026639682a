"""Where two looks differ: a digit, a suit, a colour; small shifts between their pictures taken out."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks import canon
from vision.looks.blocks import CORNERS, energies, responses
from vision.looks.canon import BLOCK, COLUMNS, ROWS
from vision.looks.gains import balanced, lit, log, middle, smooth
from vision.looks.grain import GrainDifference, GrainParams, grain_difference
from vision.looks.halftone import HalftoneParams
from vision.looks.matching import SAME_DESIGN, Library, opponents, spread

Floats = NDArray[np.float32]
Steps = NDArray[np.int64]

HOPELESS = 25.0
"""Difference under which two pieces cannot be told apart."""
HARD = 120.0
"""Difference under which two pieces can be told apart only in a good picture."""


@dataclass(frozen=True, slots=True)
class DifferParams:
    """How two looks are told apart."""

    colour_weight: float = 300.0
    """What a colour cell counts against an edge pixel."""
    colour_limit: float = 6.0
    """Much colour says no more than this many cells: its error is one error, that of the light."""
    least_edge: float = 0.3
    """Difference of edge strength that counts."""
    least_colour: float = 0.03
    """Difference of colour (0 to 1) that counts."""
    strength: tuple[float, float] = (0.4, 1.8)
    """A picture's colours may be so much weaker or stronger than those of a look."""
    pale: float = 0.7
    """Darkest channel of a look's cell (0 to 1) that is paper: burnt out to white it still says what white is."""
    most_of_it: float = 0.8
    """Part of a piece that must show for its middle colour to be that of the look."""
    noise: float = 0.03
    """Part of a difference of colours that may be noise."""
    reach_px: int = 3
    """Two pictures of looks may be shifted against each other by so much."""
    light_sigma_cells: float = 5.0
    """How fast light may change over a piece, in colour cells."""
    enough_print: float = 300.0
    """Weight of edges from which it is print that tells two looks apart, such as another digit."""
    ample: float = 900.0
    """Weight of edges from which it does not matter to which of two looks the region was aligned."""
    clear: float = 0.75
    """Margin from which the same holds."""
    looks_sigma_cells: float = 12.0
    """The same for two pictures of looks, which lie flat and alone: light that changes faster is print."""
    same_light: float = 0.22
    """Gain (natural logarithm) up to which two pictures of looks may differ by their light alone."""
    plain: float = 0.4
    """Margin from which edges alone are enough, even if colour should speak against them."""
    much_colour: float = 900.0
    """Weight of colours from which a piece can lie between two looks: three cells and more that differ as black and white do ..."""
    between: float = 0.3
    """... and does where colours say no more than this for either (four tenths of the way), ..."""
    between_slope: float = 3.5
    """... so that a margin can be at most so many times what they say above it ..."""
    print_part: float = 0.5
    """... unless there is print to tell them by as well, this part of the weight of colours at least, ..."""
    clear_print: float = 0.6
    """... which says this clearly (midway is 0) which of the two it is, or `enough_print` that says so and whose colours against its
    ground are off those of the look ..."""
    off_tone: float = 0.0075
    """... by no more than this (1 less their cosine) ..."""
    toned_times: float = 3.0
    """... and off those of the other by so many times as much: that of 20 dark cards of four tints was .0002 to .006, and 3.5 times and
    more off any other tint's."""
    some_print: float = 0.35
    """Print need not say more than this for it where ..."""
    far_tone: float = 10.0
    """... the colours are off those of the other by so many times as much: a word of other letters is print too fine to say more."""
    remembered: int = 2000
    """Pairs whose differences are kept."""
    prepared: int = 900
    """Pairs, those that resemble each other most, whose differences are found when the catalogue is loaded."""
    grain: GrainParams = field(default_factory=GrainParams)
    """What is too fine for the raster, ..."""
    halftone: HalftoneParams = field(default_factory=HalftoneParams)
    """... and what blur leaves of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """Where two looks differ, and in what."""

    at: NDArray[np.int32]
    """(n,): the pixels of the raster where the edges differ."""
    block: NDArray[np.int32]
    """(n,): the block of each."""
    edges: NDArray[np.complex64]
    """(n,): difference of edges there, the two numbers of each as a complex one, conjugated."""
    middle: Floats
    """(blocks,): scalar product of the difference and the mean of the two."""
    weight: Floats
    """(blocks,): squared length of the difference."""
    own: float
    """Squared length of all edges of the first."""
    differs: NDArray[np.bool_]
    """(32, 24)."""
    amount: Floats
    """(32, 24): squared difference of colours."""
    pair: Floats
    """(2, 3, 32, 24): colours of the two, averaged with their neighbours, less their middle."""
    squares: Floats
    """(2, 32, 24): squared lengths of these."""
    grain: GrainDifference | None
    """None where the grain of one of them is not known."""
    unlike: NDArray[np.bool_]
    """(32, 24): where colours or grain differ."""

    def total(self, params: DifferParams) -> float:
        """How much there is to tell the two apart by; 1000 and more for different artwork."""
        return float(self.weight.sum()) + colour_weight(float(self.amount.sum()), params)

    def share(self, params: DifferParams) -> Floats:
        """(blocks,): how much of it lies in each block."""
        return np.asarray(self.weight + params.colour_weight * self._colour(), np.float32)

    def within(self, window: Floats, params: DifferParams) -> float:
        """How much there is to tell the two apart by where only the blocks of a window (blocks,) show."""
        return float(self.weight @ window) + colour_weight(float(self._colour() @ window), params)

    def _colour(self) -> Floats:
        """(blocks,): squared difference of colours in each block."""
        cells = self.amount.reshape(ROWS, canon.CELLS[0] // ROWS, COLUMNS, canon.CELLS[1] // COLUMNS).sum((1, 3))
        return np.asarray(cells.ravel(), np.float32)


def colour_weight(amount: float, params: DifferParams) -> float:
    """What a squared difference of colours, summed over the cells, counts against edges."""
    return params.colour_weight * amount / (1 + amount / params.colour_limit)


def difference(library: Library, first: int, second: int, params: DifferParams) -> Difference:
    """Where two looks differ when small shifts between their pictures are taken out."""
    a, b = library.edges(first), library.edges(second)
    b = _shifted(b, _shifts(a, b, params.reach_px), params.reach_px)
    d = _pairs(a - b)
    differ = np.flatnonzero(_squared(d) >= params.least_edge**2)
    at = differ[_apart(a, b, differ) >= params.least_edge**2].astype(np.int32)
    d, mean, block = d.take(at), _pairs(a + b).take(at) / 2, _BLOCK_OF.take(at)
    halfway = np.bincount(block, mean.real * d.real + mean.imag * d.imag, ROWS * COLUMNS)
    weight = np.bincount(block, _squared(d), ROWS * COLUMNS)
    one = library.planes[first]
    pair = smooth(opponents(np.stack([one, _under_one_light(library.planes[second], one, params)])))
    colours = pair[0] - pair[1]
    differs = np.abs(colours).max(0) > params.least_colour
    colours *= differs
    pair -= middle(pair.reshape(2, 3, -1))[..., None, None]
    grain = _grain_difference(library, first, second, params.grain)
    return Difference(
        at,
        block,
        np.conj(d),
        halfway.astype(np.float32),
        weight.astype(np.float32),
        float(np.vdot(a, a)),
        differs,
        (colours**2).sum(0),
        pair,
        (pair**2).sum(1),
        grain,
        differs if grain is None else differs | (grain.amount > 0),
    )


def _grain_difference(library: Library, first: int, second: int, params: GrainParams) -> GrainDifference | None:
    one, other = library.grain(first), library.grain(second)
    return None if one is None or other is None else grain_difference(one, other, params)


_BLOCK_OF = spread(np.arange(ROWS * COLUMNS, dtype=np.int32), BLOCK).ravel()


def _apart(a: Floats, b: Floats, at: Steps) -> Floats:
    """Squared difference of the edges of two looks at some pixels (n,), each against the likest edge beside it in the other: (n,).

    Pictures of one outline never lie on each other to the pixel; what only that makes different tells nothing.
    """
    width, far = a.shape[1] + 2, np.zeros(len(at), np.float32)
    corner = at + 2 * (at // a.shape[1])
    for one, other in ((a, b), (b, a)):
        here, wide = _pairs(one).take(at), _pairs(_widened(other, 1))
        steps = (here - wide.take(corner + y * width + x) for y in range(3) for x in range(3))
        far = np.maximum(far, np.minimum.reduce([_squared(d) for d in steps]))
    return far


def _pairs(edges: Floats) -> NDArray[np.complex64]:
    """The two numbers of each pixel (H, W, 2) as a complex one, (H * W,): NumPy is slow over a last axis of two."""
    return np.asarray(np.ascontiguousarray(edges).view(np.complex64).ravel(), np.complex64)


def _squared(pairs: NDArray[np.complex64]) -> Floats:
    """Squared lengths of pairs (n,): (n,)."""
    return np.asarray(pairs.real * pairs.real + pairs.imag * pairs.imag, np.float32)


def _under_one_light(colours: Floats, model: Floats, params: DifferParams) -> Floats:
    """Colours of a look as if its picture had been taken under the light of the other, when only the light can be what differs."""
    seen = lit(colours)
    moved = balanced(seen, model[None], None, params.looks_sigma_cells)[0]
    return moved if np.abs(log(moved) - seen.log).max() < params.same_light else colours


def _shifts(model: Floats, other: Floats, reach: int) -> Steps:
    """How far right and down, up to `reach` px, each block of `model` lies in `other`: (blocks, 2), 0 for none."""
    steps = np.zeros((ROWS * COLUMNS, 2), np.int64)
    if float(np.vdot(model, other)) <= SAME_DESIGN * float(np.linalg.norm(model)) * float(np.linalg.norm(other)):
        return steps
    told = np.flatnonzero((energies(model) >= _BLANK) & (energies(model - other) >= _BLANK))
    if len(told) == 0:
        return steps
    found = responses(_widened(other, reach), model, told, reach).reshape(len(told), -1)
    down, right = np.divmod(found.argmax(1), 2 * reach + 1)
    steps[told] = np.where(found.max(1)[:, None] >= _RESEMBLES, np.stack([right, down], 1) - reach, 0)
    return steps


def _shifted(edges: Floats, shifts: Steps, reach: int) -> Floats:
    """Edges, each block replaced by what lies a shift away."""
    wide, moved = _widened(edges, reach), edges.copy()
    for block in np.flatnonzero(shifts.any(1)).tolist():
        (x, y), (right, down) = CORNERS[block].tolist(), (shifts[block] + reach).tolist()
        moved[y : y + BLOCK, x : x + BLOCK] = wide[y + down : y + down + BLOCK, x + right : x + right + BLOCK]
    return moved


def _widened(edges: Floats, reach: int) -> Floats:
    return np.asarray(cv2.copyMakeBorder(edges, reach, reach, reach, reach, cv2.BORDER_REPLICATE), np.float32)


_RESEMBLES = 0.6
"""Correlation from which a shifted block is taken for the same print."""
_BLANK = 8.0
"""Sum of squared edge strengths of a block, or of their differences, under which there is nothing."""
