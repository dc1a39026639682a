"""Does a look explain all that is seen of a piece? That every rival fits worse is no proof: the piece itself may never have been enrolled.

Measured without any rival: print block by block, most of all where look-alikes differ, hues, print that is taken for covered where the
piece lies open, and print where the look has none.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.burnt import burnt_blocks
from vision.cards.explain_params import ExplainParams
from vision.cards.foreign import darker, foreign, on_raster
from vision.cards.hues import hues
from vision.cards.telling import Telling, seen_in_blocks
from vision.cards.texture import aliased_texture, faded_texture
from vision.looks.blocks import energies, responses, responses_within
from vision.looks.canon import BLOCK, COLUMNS, ROWS
from vision.looks.inks import Inked
from vision.looks.matching import WINDOWS, Library, Seen, spread

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


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
    figure: float = 0.0
    """The same of the part of that in which it is least: half of a figure may be another's."""
    expected: float = 0.0
    """What the rest of its print lets expect there."""
    lagging: float = 0.0
    """How many times as much as the others lack a block lacks that holds much of the print that shows; 0 where there are hardly any."""
    open_lagging: float = 0.0
    """The same of print that was taken for covered but lies open, against what shows: what spoils print spoils all of it about alike."""
    parts: float = 1.0
    """How clearly each part of it is the look's rather than any other's of its design: 1 as enrolled, 0 midway, -1 the other's."""
    foreign: float = 0.0
    """Most print, over the area of a block, that is seen where the look has none, in parts of a typical block of its own print."""
    foreign_figure: float = 0.0
    """The same of what has no one direction, as a figure has not, and every edge has; 0 where there is hardly any such print."""
    absent: float = 0.0
    """Most print of which nothing is seen on paper that lies open, though it was taken for covered, in parts of a typical block of it."""
    peculiar: float = inf
    """How much print shows that most looks of its design have not, of a piece that does not show whole; no limit for any other."""
    peculiar_open: float = inf
    """How much of such print no known piece hides, whether it shows, lies beyond the picture's edge or was taken for covered."""
    peculiar_seen: float = 1.0
    """How well it agrees where it shows, -1 to 1; 1 where there is none, and of a piece that shows whole."""
    figured: float = 1.0
    """How much shows of that figure of which most does, of those that tell it from its look-alikes: 0 to 1; 1 where it has none, and of a
    piece that shows whole."""
    blocks: int = 2
    """How many blocks with print, not beside any taken for covered, a piece rests on that does not show whole; more of any other."""
    hatched: float = 0.0
    """Most hatching that is seen where the look has none, of a deck that has some: 0 to about 1."""
    unhatched: float = 0.0
    """How much of its own hatching is not there, or filled with ink, where it would be seen: 0 to about 1."""
    tinted: float = 0.0
    """The colour in which its black print is seen: 0 black, about 1 and more red."""
    colour_left: float = 1.0
    """Which part of its colour its coloured print is seen in: 0 black."""
    ink_left: float = 1.0
    """How much of the ink can be left that fills areas of it: 0 none."""
    hue_off: float = 0.0
    """Degrees by which the hue of an area of colour is off, under the light that its ground has."""
    deepened: int = 0
    """Colour cells of the largest place where far more ink is seen than the look has, which no shine and no shadow makes."""
    uneven: float = 0.0
    """By how much the block of such print that agrees least does so less than most of them; 0 where there are hardly any."""
    laden: bool = False
    """Whether something small lies on it: in its shade a part of the print is soon nearer to another look's."""
    paired: float = 0.0
    """How much alike two looks of its deck are in what shows, of a piece that may lie open where it is taken for covered."""
    amiss: float = 0.0
    """Most ink that a stroke of its print lacks or has too much, in parts of the contrast of that; asked where a part is hardly its own."""
    lump: float = 0.0
    """How many times as much ink as usual on the card is amiss in one place; asked where others of the box differ from it in little."""
    toned: float = 1.0
    """Cosine between the colours that its print has against its ground, as enrolled and as seen: light changes these alike."""
    alone: bool = False
    """Whether no other look shares its design."""
    dark: bool = False
    """Whether its ground is dark: there a lamp's shine is stronger than its colour."""
    other: float = 0.0
    """How well a block with print that no known piece hides agrees with another look of its design, and not with the look; 0: none does."""

    def or_by(self, other: "Explained") -> "Explained":
        """What either of two comparisons of the print finds, in otherwise the same look at the same place.

        Where the rest of the print agrees less in the other, as a soft photograph does without its soft edges, no less is expected of what
        tells the look than in this.
        """
        less = max(0.0, self.expected - other.expected)
        return replace(
            self,
            printed=max(self.printed, other.printed),
            laid_open=max(self.laid_open, other.laid_open),
            told=max(self.told, other.told - less),
            figure=max(self.figure, other.figure - less),
            lagging=min(self.lagging, other.lagging) if other.printed >= self.printed else self.lagging,
            open_lagging=min(self.open_lagging, other.open_lagging),
            parts=max(self.parts, other.parts),
            foreign=min(self.foreign, other.foreign),
            foreign_figure=min(self.foreign_figure, other.foreign_figure),
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
    on_paper: Cells | None = None,
) -> Explained:
    """How well a look explains a region; `shown` (blocks,) is compared, less what lies beside covered blocks.

    `open_` (blocks,): all blocks that nothing can cover, when the piece's rim shows that nothing does; else None. `bare` (blocks,): 0 where
    something small is known to lie on the print, which says nothing there. `telling`: where it differs from its look-alikes. `hidden`
    (blocks,): 1 where other pieces are known to lie on it, and end: what shows right beside them is compared, too. `aside`
    (HEIGHT, WIDTH): 0 where something small lies, or right beside it, where its rim and its shadow are print of no look: there nothing is
    held against the look, neither more print nor other print nor that there is none. `parts` says how clearly each part of what is seen in
    some blocks (blocks,) is the look's. `beside` (HEIGHT, WIDTH): what lies open beside `shown`, though it does not agree.
    `on_paper` (blocks,): those that lie on its own open paper beside `shown`.
    """
    edges, lost = library.edges(look), burnt_blocks(seen, library.planes[look], params)
    clean = None if aside is None else np.asarray(aside > 0)
    shows = (beside_nothing(shown) if hidden is None else beside_nothing(np.maximum(shown, hidden)) & (shown > 0)) & (bare > 0)
    compared = shows & ~lost
    lies_open = compared if open_ is None else (open_ > 0) & (bare > 0) & ~lost
    whole = library.energies(look)
    energy = whole if clean is None else energies(edges * clean[..., None])
    prints = _prints(edges, energy, seen, compared, params, clean)
    lowest_of = partial(_lowest_seen, edges, energy, seen, params=params)
    laid_open = 1.0 if open_ is None else lowest_of(_prints(edges, energy, seen, lies_open, params, clean))
    apart, figure, expected = _NOT_TOLD if telling is None else _told(edges, energy, seen, telling, prints, compared, params)
    clear = spread((compared | lies_open).astype(np.int8), BLOCK) > 0
    there = spread((shows if open_ is None else shows | ((open_ > 0) & (bare > 0))).astype(np.int8), BLOCK) > 0
    blank = clear | (there & darker(seen, library.planes[look], params))
    blank = blank if beside is None else blank | beside
    is_dark = on_raster(library.planes[look].max(0) < params.dark)
    more, drawn = foreign(edges, whole, seen, blank if clean is None else blank & clean, is_dark, params)
    own = 1.0 if parts is None else parts(seen, (compared | lies_open).astype(np.float32))
    colours = hues(library.planes[look], seen, shows, shown * bare, params)
    there_too = prints if on_paper is None else _prints(edges, energy, seen, compared | (on_paper & (bare > 0) & ~lost), params, clean)
    lowest, lags = lowest_of(there_too), _lag_seen(edges, energy, seen, prints, params)
    found = Explained(lowest, laid_open=laid_open, told=apart, figure=figure, expected=expected, parts=own, foreign=more, uneven=lags)
    behind = _lacks_more(laid_open, lowest, params)
    found = replace(found, foreign_figure=drawn, lagging=_lagging(energy, prints, params), open_lagging=behind)
    return replace(found, opposed=colours.opposed, hue_off=colours.hue_off, deepened=colours.deepened, colour_left=colours.colour_left)


def seen_blocks(library: Library, seen: Seen, look: int, shown: Floats, params: ExplainParams) -> Floats:
    """For each block (blocks,) of those `shown`: 1 where print of the look is seen, so that nothing lies on it there, else 0."""
    may = (shown > 0) & ~burnt_blocks(seen, library.planes[look], params)
    told, found = _prints(library.edges(look), library.energies(look), seen, may, replace(params, much_print=0.0))
    blocks = np.zeros(len(shown), np.float32)
    blocks[told[found >= params.doubtful]] = 1
    return blocks


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


def _lowest_seen(edges: Floats, energy: Floats, seen: Seen, prints: tuple[NDArray[np.int64], Floats], params: ExplainParams) -> float:
    """The same of what the picture shows, where enough of it does: texture may have faded, or be too fine for the raster."""
    told, found = prints
    lowest = _lowest(energy, prints, params)
    if lowest >= params.doubtful:
        return lowest
    keep = ~(faded_texture(edges, energy, seen, params) | aliased_texture(edges, energy, seen, params))[told]
    is_enough = energy[told[keep]].sum() >= (1 - params.most_faded) * energy[told].sum()
    return max(lowest, _lowest(energy, (told[keep], found[keep]), params)) if is_enough else lowest


def _lag_seen(edges: Floats, energy: Floats, seen: Seen, prints: tuple[NDArray[np.int64], Floats], params: ExplainParams) -> float:
    """The lag of what is compared, but for texture too fine for the raster where that is what lags."""
    told, found = prints
    if len(found) == 0 or found.min() >= params.doubtful:
        return _lag(found, params)
    return _lag(found[~aliased_texture(edges, energy, seen, params)[told]], params)


def _lag(found: Floats, params: ExplainParams) -> float:
    """By how much the lowest of some correlations (n,) lies below the middle of the others; 0 where these are too few."""
    return float(np.median(np.sort(found)[1:]) - found.min()) if len(found) > params.fewest_others else 0.0


def _lagging(energy: Floats, prints: tuple[NDArray[np.int64], Floats], params: ExplainParams) -> float:
    """How many times as much as the others lack, in the middle, that of some blocks lacks which holds much print and lacks most.

    What spoils print, as blur and noise, spoils all of it about alike. `energy` (blocks,): how much print each block holds.
    """
    told, found = prints
    if len(found) <= params.fewest_others:
        return 0.0
    heavy = energy[told] >= params.heavy * energy[told].sum()
    usual = np.array([np.median(np.delete(found, i)) for i in np.flatnonzero(heavy)])
    return max((_lacks_more(float(one), float(others), params) for one, others in zip(found[heavy], usual, strict=True)), default=0.0)


def _lacks_more(found: float, usual: float, params: ExplainParams) -> float:
    """By how many times what print usually lacks of a correlation of 1 some of it lacks more, `found` being its own; 0: it does not."""
    return max(0.0, (usual - found) / (1 + params.spread - usual))


def _told(
    edges: Floats,
    energy: Floats,
    seen: Seen,
    telling: Telling,
    prints: tuple[NDArray[np.int64], Floats],
    blocks: Cells,
    params: ExplainParams,
) -> tuple[float, float, float]:
    """How well the telling places agree against what the other blocks of `prints`, of which the correlations are known, let expect.

    And the least part of them; and what is expected.
    """
    told, found = prints
    energy = energy[told]
    rest = telling.weight[told] < params.most_telling * energy
    if np.count_nonzero(rest) < params.fewest_others:
        return _NOT_TOLD
    at, there = seen_in_blocks(seen.edges, edges, telling, blocks, params.reach_px)
    if len(at) == 0:
        return _NOT_TOLD
    clear, weight = float(np.average(found[rest], weights=energy[rest])), telling.weight[at]
    expected = clear - params.blur_cost * max(0.0, params.clear - clear)
    clear_print = weight >= params.least_print * BLOCK * BLOCK  # of a faint line hardly anything is seen
    figure = _least_part(there[clear_print], weight[clear_print], params.told_part) - expected if clear_print.any() else 0.0
    return float(np.average(there, weights=weight)) - expected, figure, expected


def _least_part(found: Floats, weight: Floats, part: float) -> float:
    """The mean of the least of some values (n,), as many as hold so large a part of all their weight (n,)."""
    order = np.argsort(found)
    before = np.cumsum(weight[order]) - weight[order]
    taken = np.clip(part * weight.sum() - before, 0.0, weight[order])
    return float(np.average(found[order], weights=taken))


_NOT_TOLD = 0.0, 0.0, 0.0
"""Where nothing tells a look from others, or there is nothing to compare that with."""
