"""One set of values for every deck, table and light: how printed pieces are looked for and named."""

from dataclasses import dataclass, field

from vision.cards.again import AgainParams
from vision.cards.beneath import BeneathParams
from vision.cards.name_params import NameParams
from vision.cards.region_params import RegionParams
from vision.cards.squared import SquareParams
from vision.cards.verdict import VerdictParams


@dataclass(frozen=True, slots=True)
class SearchParams:
    """One set of values for every deck, table and light."""

    work_px: int = 1280
    """Longer side of the picture that is worked on; larger pictures are reduced."""
    most_outlines: int = 40
    """Outlines that are compared in full."""
    most_row_ends: int = 100
    """Places that may be a row's end, while nothing tells of a plane: more are a ground's pattern, which takes seconds to look at, ..."""
    few_contours: int = 240
    """... unless the picture has no more contours than this: a row of eleven cards had 104 and 207 such places in 40, a cloth of squares
    and dots 299 and more in 1,270."""
    likely_back: float = 0.5
    """How sure it must be that a piece lies face down rather than anything else, for no question about its name."""
    most_doubted: float = 0.7
    """Share of a look's structure that shows, from which a piece is not held to be ground that repeats itself."""
    settled_agreement: float = 0.7
    """A reading this good needs no second look at its place."""
    settled_share: float = 0.6
    """Part of the look that must show for that, ..."""
    settled_rim: float = 0.3
    """... and of the rim that must be an edge."""
    beyond_doubt: float = 0.98
    """A reading this sure, of a piece of which less shows, needs no second look either ..."""
    same_iou: float = 0.7
    """... at a place that overlaps it by so much."""
    most_in_vain: int = 8
    """Doubtful readings in a row that are tried again and stay so."""
    regions: RegionParams = field(default_factory=RegionParams)
    naming: NameParams = field(default_factory=NameParams)
    verdict: VerdictParams = field(default_factory=VerdictParams)
    again: AgainParams = field(default_factory=AgainParams)
    beneath: BeneathParams = field(default_factory=BeneathParams)
    square: SquareParams | None = None
    """How what strays from a rectangle is laid as one; None where nothing is laid on pieces, and no place on them is asked for."""
