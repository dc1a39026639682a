"""Does a look explain all that is seen of a piece? That every rival fits worse is no proof: the piece itself may never have been enrolled.

Measured without any rival: print block by block, most of all where look-alikes differ, hues, print that is taken for covered where the
piece lies open, and print where the look has none.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.telling import Telling, seen_there
from vision.looks import canon
from vision.looks.areas import deepened, hue_off
from vision.looks.blocks import energies, responses, responses_within, squares
from vision.looks.canon import BLOCK, COLUMNS, ROWS
from vision.looks.gains import balanced, largest, middle, smallest, smooth
from vision.looks.inks import Inked
from vision.looks.matching import WINDOWS, Library, Seen, inner, opponents, spread

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ExplainParams:
    """How closely is looked."""

    reach_px: int = 2
    """A block of print may lie so far from its place."""
    doubtful: float = 0.6
    """Under this the print is compared once more, without the edges of shine and shadow."""
    doubtful_told: float = -0.08
    """The same for the places where it differs from its look-alikes, against the rest."""
    doubtful_parts: float = 0.0
    """The same for the part of it that is least its own."""
    least_print: float = 0.06
    """Mean squared edge strength of a block that holds print ..."""
    much_print: float = 0.4
    """... and no less than this part of the mean of those."""
    most_spoilt: float = 0.25
    """Part of the print of such blocks that a spoilt one may hold; one that holds more is what the piece is known by."""
    burnt: float = 0.95
    """A cell brighter than this in every channel may have lost its print to glare."""
    most_burnt: float = 0.5
    """Part of a block that may have."""
    all_burnt: float = 0.85
    """Part of a piece's paper from which it is the exposure that has burnt it, which hides no print, as glare does."""
    pale: float = 0.7
    """Darkest channel of a look's cell (0 to 1) that is paper."""
    one_tone: float = 0.05
    """By how much the darkest channel of cells of one ground differs."""
    light_sigma_cells: float = 5.0
    """How fast light may change over a piece, in colour cells."""
    least_hue: float = 0.03
    """How far a cell's colour must lie from that of the paper, as seen and as enrolled, to have a hue."""
    same_hue: float = 0.5
    """Cosine between two hues under which they are not one."""
    noise: float = 0.05
    """Squared colour, summed over the cells, that is noise."""
    most_telling: float = 0.3
    """Part of a block's print that may lie where look-alikes differ for it to count as print that they share."""
    fewest_others: int = 2
    """Blocks of such print that it takes to know what to expect."""
    clear: float = 0.95
    """Correlation of print that is seen clearly; what is lacking to it ..."""
    blur_cost: float = 1.2
    """... is lacking so often more to fine print such as digits."""
    least_line: float = 0.08
    """Squared edge strength of a look from which there is print; ..."""
    beside_px: int = 3
    """... what is seen so near to it may be the same print."""
    shadow: float = 1.8
    """Times the size of something small that lies on print, within which its rim and its shadow show."""
    shade: float = 1.4
    """The same of a food."""
    frame_px: int = 8
    """What is seen so near to the rim may be the ground."""
    dark: float = 0.35
    """Brightest channel of a look's cell (0 to 1) that is dark paper, on which a camera's noise is as strong as print is elsewhere."""
    wide_blank: float = 0.5
    """Part of a block's area from which it tells what noise alone makes of that: ..."""
    grain: float = 0.25
    """... what as large a part of all such places shows no more than is no print."""
    doubtful_foreign: float = 0.4
    """Over this the print that the look has not is measured once more, without the edges of shine and shadow."""
    open_rim: float = 0.74
    """Part of the rim, beside what is taken for covered, that must be an edge for the piece to lie open there ..."""
    open_blocks: int = 3
    """... over the length of so many blocks."""


@dataclass(frozen=True, slots=True)
class Explained:
    """How well a look explains a region, with no rival in mind."""

    printed: float = 1.0
    """The second lowest correlation of a block that holds much print, shows and is not burnt out; 1 when there are none."""
    opposed: float = 0.0
    """Part of the coloured area whose hue is not the look's: 0 to 1."""
    inked: Inked = field(default_factory=Inked)
    """What is seen of its ink, where it is printed in one colour."""
    laid_open: float = 1.0
    """Like `printed`, over all blocks, for a piece that lies open where it is taken for covered; else 1."""
    told: float = 0.0
    """Correlation where the look differs from its look-alikes, less what the rest of its print lets expect; 0 where that cannot be said."""

    parts: float = 1.0
    """How clearly each part of it is the look's rather than any other's of its design: 1 as enrolled, 0 midway, -1 the other's."""
    foreign: float = 0.0
    """Most print, over the area of a block, that is seen where the look has none, in parts of a typical block of its own print."""
    absent: float = 0.0
    """Most print of which nothing is seen on paper that lies open, though it was taken for covered, in parts of a typical block of it."""
    peculiar: float = inf
    """How much print shows that most looks of its design have not, of a piece that does not show whole; no limit for any other."""
    peculiar_open: float = inf
    """How much of such print no known piece hides, whether it shows, lies beyond the picture's edge or was taken for covered."""
    peculiar_seen: float = 1.0
    """How well it agrees where it shows, -1 to 1; 1 where there is none, and of a piece that shows whole."""
    blocks: int = 2
    """How many blocks with print, not beside any taken for covered, a piece rests on that does not show whole; more of any other."""
    hatched: float = 0.0
    """Most hatching that is seen where the look has none, of a deck that has some: 0 to about 1."""
    unhatched: float = 0.0
    """How much of its own hatching is not there, or filled with ink, where it would be seen: 0 to about 1."""
    tinted: float = 0.0
    """The colour in which its black print is seen: 0 black, about 1 and more red."""
    hue_off: float = 0.0
    """Degrees by which the hue of an area of colour is off, under the light that its ground has."""
    deepened: int = 0
    """Colour cells of the largest place where far more ink is seen than the look has, which no shine and no shadow makes."""
    uneven: float = 0.0
    """By how much the block of such print that agrees least does so less than most of them; 0 where there are hardly any."""
    other: float = 0.0
    """How well a block with print that no known piece hides agrees with another look of its design, and not with the look; 0: none does."""

    def or_by(self, other: "Explained") -> "Explained":
        """What either of two comparisons of the print finds, in otherwise the same look at the same place."""
        return replace(
            self,
            printed=max(self.printed, other.printed),
            laid_open=max(self.laid_open, other.laid_open),
            told=max(self.told, other.told),
            parts=max(self.parts, other.parts),
            foreign=min(self.foreign, other.foreign),
            uneven=min(self.uneven, other.uneven),
        )

    def is_doubtful(self, params: ExplainParams) -> bool:
        """Whether the edges of shine and shadow may be what does not agree."""
        return (
            min(self.printed, self.laid_open) < params.doubtful
            or self.told < params.doubtful_told
            or self.parts < params.doubtful_parts
            or self.foreign > params.doubtful_foreign
        )


def explained(
    library: Library,
    seen: Seen,
    look: int,
    shown: Floats,
    open_: Floats | None,
    params: ExplainParams,
    bare: Floats = WINDOWS[0],
    telling: Telling | None = None,
    hidden: Floats | None = None,
    aside: Floats | None = None,
    parts: Callable[[Seen, Floats], float] | None = None,
    beside: Cells | None = None,
) -> Explained:
    """How well a look explains a region; `shown` (blocks,) is compared, less what lies beside covered blocks.

    `open_` (blocks,): all blocks that nothing can cover, when the piece's rim shows that nothing does; else None. `bare` (blocks,): 0 where
    something small is known to lie on the print, which says nothing there. `telling`: where it differs from its look-alikes. `hidden`
    (blocks,): 1 where other pieces are known to lie on it, and end: what shows right beside them is compared, too. `aside`
    (HEIGHT, WIDTH): 0 where something small lies, or right beside it, where its rim and its shadow are print of no look: there nothing is
    held against the look, neither more print nor other print nor that there is none. `parts` says how clearly each part of what is seen in
    some blocks (blocks,) is the look's. `beside` (HEIGHT, WIDTH): what lies open beside `shown`, though it does not agree.
    """
    edges, lost = library.edges(look), burnt_blocks(seen, library.planes[look], params)
    clean = None if aside is None else np.asarray(aside > 0)
    shows = (beside_nothing(shown) if hidden is None else beside_nothing(np.maximum(shown, hidden)) & (shown > 0)) & (bare > 0)
    inner = shows & ~lost
    lies_open = inner if open_ is None else (open_ > 0) & (bare > 0) & ~lost
    whole = library.energies(look)
    energy = whole if clean is None else energies(edges * clean[..., None])
    prints = _prints(edges, energy, seen, inner, params, clean)
    laid_open = 1.0 if open_ is None else _lowest(energy, _prints(edges, energy, seen, lies_open, params, clean), params)
    apart = 0.0 if telling is None else _told(edges, energy, seen, telling, prints, inner, params)
    clear = spread((inner | lies_open).astype(np.int8), BLOCK) > 0
    there = spread((shows if open_ is None else shows | ((open_ > 0) & (bare > 0))).astype(np.int8), BLOCK) > 0
    blank = clear | (there & _darker(seen, library.planes[look], params))
    blank = blank if beside is None else blank | beside
    is_dark = _on_raster(library.planes[look].max(0) < params.dark)
    foreign = _foreign(edges, whole, seen, blank if clean is None else blank & clean, is_dark, params)
    own = 1.0 if parts is None else parts(seen, (inner | lies_open).astype(np.float32))
    under = balanced(seen.lit, library.planes[look][None], None, params.light_sigma_cells)[0]
    there = spread(shows.astype(np.int8), BLOCK // canon.CELL) > 0
    clear = well_inside(there & (largest(seen.colours) < CLIPPED))
    opposed, off = _opposed(library.planes[look], under, clear, well_inside(there), params), hue_off(library.planes[look], under, clear)
    deep = deepened(library.planes[look], seen.lit.planes, clear)
    lowest, lags = _lowest(energy, prints, params), _lag(prints[1], params)
    return Explained(lowest, opposed, laid_open=laid_open, told=apart, parts=own, foreign=foreign, hue_off=off, deepened=deep, uneven=lags)


def beside_nothing(shown: Floats) -> Cells:
    """The blocks (blocks,) that show and have no covered one beside them: there the frame of what covers it is seen, and its shadow."""
    grid = cv2.copyMakeBorder((shown.reshape(ROWS, COLUMNS) > 0).astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.erode(grid, np.ones((3, 3), np.uint8))[1:-1, 1:-1].ravel() > 0)


def _prints(
    edges: Floats, energy: Floats, seen: Seen, blocks: Cells, params: ExplainParams, clean: Cells | None = None
) -> tuple[NDArray[np.int64], Floats]:
    """Those of some blocks that hold much print, (n,), and the correlation of each, (n,); `energy` (blocks,): that of a look's edges.

    Only what is `clean` (HEIGHT, WIDTH) of them, where that is given.
    """
    has_print = energy >= params.least_print * BLOCK * BLOCK
    if not has_print.any():
        return np.zeros(0, np.int64), np.zeros(0, np.float32)
    told = np.flatnonzero(has_print & (energy >= params.much_print * energy[has_print].mean()) & blocks)
    if len(told) == 0:
        return told, np.zeros(0, np.float32)
    reach = params.reach_px
    wide = np.asarray(cv2.copyMakeBorder(seen.edges, reach, reach, reach, reach, cv2.BORDER_REPLICATE), np.float32)
    found = responses(wide, edges, told, reach, energy) if clean is None else responses_within(wide, edges, clean, told, reach)
    return told, found.reshape(len(told), -1).max(1)


def _lowest(energy: Floats, prints: tuple[NDArray[np.int64], Floats], params: ExplainParams) -> float:
    """The second lowest correlation of some blocks, since one may be spoilt, or the lowest, if that holds much of their print; else 1.

    `energy` (blocks,) is how much print each block holds.
    """
    told, found = prints
    if len(found) < 2:
        return 1.0
    first, second = np.argpartition(found, 1)[:2]
    is_much = energy[told[first]] > params.most_spoilt * energy[told].sum()
    return float(found[first if is_much else second])


def _lag(found: Floats, params: ExplainParams) -> float:
    """By how much the lowest of some correlations (n,) lies below the middle of the others; 0 where these are too few."""
    return float(np.median(np.sort(found)[1:]) - found.min()) if len(found) > params.fewest_others else 0.0


def _told(
    edges: Floats,
    energy: Floats,
    seen: Seen,
    telling: Telling,
    prints: tuple[NDArray[np.int64], Floats],
    blocks: Cells,
    params: ExplainParams,
) -> float:
    """How well the telling places agree against the other blocks of `prints`, of which the correlations are known."""
    told, found = prints
    energy = energy[told]
    rest = telling.weight[told] < params.most_telling * energy
    if np.count_nonzero(rest) < params.fewest_others:
        return 0.0
    there = seen_there(seen.edges, edges, telling, blocks, params.reach_px)
    if there is None:
        return 0.0
    clear = float(np.average(found[rest], weights=energy[rest]))
    return there - clear + params.blur_cost * max(0.0, params.clear - clear)


def _darker(seen: Seen, look: Floats, params: ExplainParams) -> Cells:
    """Where the look has paper and something dark is seen, or right beside: no glare makes that, (HEIGHT, WIDTH).

    `look`: (3, 32, 24) planes of its colours.
    """
    dark = (smallest(seen.colours) < params.pale) & (look.min(0) > params.pale)
    beside = cv2.dilate(dark.astype(np.uint8), np.ones((3, 3), np.uint8))
    return _on_raster(beside > 0)


def _on_raster(cells: Cells) -> Cells:
    """(32, 24) cells -> (HEIGHT, WIDTH)."""
    return np.asarray(np.repeat(np.repeat(cells, canon.CELL, 0), canon.CELL, 1), np.bool_)


def _foreign(edges: Floats, energy: Floats, seen: Seen, shows: Cells, is_dark: Cells, params: ExplainParams) -> float:
    """Most print within the area of a block that lies where the look has none, in parts of the median of its own blocks.

    Less the noise on dark paper, where hardly any contrast is near: strength is relative to that, so in dim light noise is as strong. What
    lies in `shows` (HEIGHT, WIDTH) is looked at, of which `is_dark` is dark paper.
    """
    own = energy[energy >= params.least_print * BLOCK * BLOCK]
    if len(own) == 0:
        return 0.0
    print_ = (squares(edges) > params.least_line).astype(np.uint8)
    side = 2 * params.beside_px + 1
    blank = shows & (cv2.dilate(print_, np.ones((side, side), np.uint8)) == 0)
    inside, frame = np.zeros_like(blank), params.frame_px
    inside[frame:-frame, frame:-frame] = blank[frame:-frame, frame:-frame]
    found = _over_blocks(squares(seen.edges) * inside)
    return float((found - _grain(found, _over_blocks(inside & is_dark), params)).max() / np.median(own))


def _grain(found: Floats, places: Floats, params: ExplainParams) -> Floats:
    """How much of what is `found` over the area of each block is a camera's noise; `places` of it are dark paper: (HEIGHT, WIDTH) all."""
    wide = places >= params.wide_blank * BLOCK * BLOCK
    return np.asarray(places * (np.quantile(found[wide] / places[wide], params.grain) if wide.any() else 0.0), np.float32)


def _over_blocks(field: Floats | Cells) -> Floats:
    """The sum of a field over the area of a block around each pixel, (HEIGHT, WIDTH) both."""
    return np.asarray(cv2.boxFilter(field.astype(np.float32), -1, (BLOCK, BLOCK), normalize=False), np.float32)


def burnt_blocks(seen: Seen, look: Floats, params: ExplainParams) -> Cells:
    """The blocks of which too much is so bright that print may be lost in it: (blocks,).

    Where all paper is, of which no glare burns so much, only those in which nothing but paper and pale print is to be seen: what is dark
    shows there still. But no exposure burns a part of a ground of one colour. `look`: (3, 32, 24) planes of its colours.
    """
    burnt, darkest = smallest(seen.colours) > params.burnt, look.min(0)
    pale = np.asarray(darkest > params.pale, np.bool_)
    paper, ground = _off_print(pale), _off_print(_commonest(darkest, params))
    lost = _parts_of_blocks(burnt) >= params.most_burnt
    is_exposed = bool(paper.any()) and burnt[paper].mean() > params.all_burnt
    if is_exposed and not (ground.any() and 1 - params.all_burnt < burnt[ground].mean() < params.all_burnt):
        lost &= _parts_of_blocks(pale) == 1
    return np.asarray(lost, np.bool_)


def _commonest(darkest: Floats, params: ExplainParams) -> Cells:
    """The cells (32, 24) of a look that have its commonest tone, by the `darkest` channel of each."""
    steps = np.round(darkest / params.one_tone).astype(np.int64)
    return np.asarray(np.abs(darkest - params.one_tone * np.bincount(steps.ravel()).argmax()) < params.one_tone)


def _off_print(cells: Cells) -> Cells:
    """Those of some cells (32, 24) that have only such beside them: beside print, and at the rim, a cell is darker than its ground."""
    return np.asarray(cv2.erode(cells.astype(np.uint8), np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0) > 0)


def _parts_of_blocks(cells: NDArray[np.uint8] | Cells) -> Floats:
    """Cells (32, 24), 0 or 1 -> which part of each block is 1: (blocks,)."""
    down, across = canon.CELLS[0] // ROWS, canon.CELLS[1] // COLUMNS
    return np.asarray(cells.reshape(ROWS, down, COLUMNS, across).mean((1, 3)).ravel(), np.float32)


def _opposed(own: Floats, under: Floats, cells: Cells, shows: Cells, params: ExplainParams) -> float:
    """Part of the coloured area of some cells (32, 24) whose hue is not the look's, 0 to 1; `shows`: these and those that are burnt.

    A hue is by how much a cell, averaged with its neighbours, is redder and bluer than the middle of all that is not burnt. Where glare
    burns the paper, that is no paper, and a colour that the glare makes paler lies beyond it: its hue must be another one seen from the
    paper, too, which lies as far off as the look's own middle moves when the burnt cells are left out.
    """
    if not cells.any():
        return 0.0
    hues, lying = (smooth(opponents(planes)[:2]) for planes in (own, under))
    clear = middle(hues[:, cells])[:, None]
    expected, found = hues[:, cells] - clear, lying[:, cells] - middle(lying[:, cells])[:, None]
    lengths = np.hypot(*expected), np.hypot(*found)
    weight = lengths[0] * lengths[1] * (np.minimum(*lengths) > params.least_hue)
    differs = _are_apart(expected, found, params)
    if differs.any():
        burnt = middle(hues[:, shows])[:, None] - clear
        differs &= _are_apart(expected - burnt, found - burnt, params)
    return float(weight[differs].sum() / (weight.sum() + params.noise))


def _are_apart(expected: Floats, found: Floats, params: ExplainParams) -> Cells:
    """Which hues (2, n) are not one."""
    return np.asarray(np.einsum("ij,ij->j", expected, found) < params.same_hue * np.hypot(*expected) * np.hypot(*found))


def well_inside(cells: Cells) -> Cells:
    """Those of some cells (32, 24) that have nothing else beside them, without the piece's rim."""
    return inner(cv2.erode(cells.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)


CLIPPED = 0.985
"""A cell of which one channel is as bright as this has lost its hue, though it is not white yet."""
