"""How closely a piece is held against its look: the values of explaining in one place."""

from dataclasses import dataclass


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
    texture_px: float = 1.5
    """Pixels within which the directions of edges cancel where print is texture ..."""
    texture: float = 0.2
    """... that leaves less than this part of their squared strength; of pips, letters and pictures more is left ..."""
    faded: float = 0.5
    """... and of which so much is seen at most where the picture does not show it."""
    aliased: float = 0.05
    """The same of dots as fine as the raster: of halftone of a dot in every other pixel .01 is left."""
    most_faded: float = 0.5
    """Part of the print of such blocks that may be: the rest says whose it is."""
    burnt: float = 0.95
    """A cell brighter than this in every channel may have lost its print to glare."""
    most_burnt: float = 0.5
    """Part of a block that may have."""
    all_burnt: float = 0.85
    """Part of a piece's paper from which it is the exposure that has burnt it, which hides no print, as glare does ..."""
    nearly_burnt: float = 0.9
    """... where it is as bright as this: glare is far brighter than what it ends beside."""
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
    told_part: float = 0.3
    """Part of the telling print that is asked alone, where it agrees least."""
    heavy: float = 0.15
    """Part of the print that shows that a block must hold to be asked why it agrees less than the others."""
    spread: float = 0.05
    """By how much blocks may differ of which nothing is spoilt."""
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
    least_figure: float = 0.3
    """Print that the look has not, in parts of a typical block of its own, from which it is asked whether it is a figure."""
    doubtful_foreign: float = 0.4
    """Over this the print that the look has not is measured once more, without the edges of shine and shadow."""
    open_rim: float = 0.74
    """Part of the rim, beside what is taken for covered, that must be an edge for the piece to lie open there ..."""
    open_blocks: int = 3
    """... over the length of so many blocks."""
    maybe_open: float = 0.5
    """The same from which it may lie open there: something small lies on it, or it is laid a little off its place."""
