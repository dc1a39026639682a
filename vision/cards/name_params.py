"""When a region is worth a name: the values of naming in one place."""

from dataclasses import dataclass, field

from vision.cards.align import AlignParams
from vision.cards.bands import BandParams
from vision.cards.explain_params import ExplainParams
from vision.cards.mosaic import MosaicParams
from vision.looks import canon
from vision.looks.differences import DifferParams


@dataclass(frozen=True, slots=True)
class NameParams:
    """When a region is worth a name."""

    shortlist: int = 12
    """Looks that are weighed against each other."""
    rival_gap: float = 0.3
    """A look that agrees so much less than the best one is no rival."""
    least_worth: float = 0.42
    """Agreement with the guessed look under which a region is given up."""
    first_worth: float = 0.3
    """The same after one round of alignment: of 61 places between half of that and this none came to be a name."""
    covered_cost: float = 0.25
    """What a covered part costs, as agreement per share of the look's structure."""
    least_share: float = 0.2
    """Share of a look's structure that must show."""
    least_cut_share: float = 0.1
    """The same where the picture's edge cuts a piece, and all of it that lies in the picture is compared: nothing is chosen."""
    close_px: tuple[int, ...] = (4, 3, 2, 2)
    """How far a block of such a piece is looked for first, in each alignment, ..."""
    close_rest: float = 0.5
    """... as long as one moves a corner by more than this ..."""
    well_placed: float = 0.75
    """... and, where its worth is less than this, as far as of any piece."""
    is_cover_known: bool = False
    """Whether what hides a piece is known to the block: all of the rest is compared, and nothing chosen."""
    edge_px: int = 3
    """So near to such a cover, in canonical pixels, its own edge is seen."""
    framed: tuple[float, ...] = (1.1, 1.2, 1.3)
    """Times its size to which what covers a piece may reach with its frame, its sleeve and its shadow: each is tried."""
    whole_share: float = 0.97
    """Share of the look's structure from which it counts as whole."""
    least_whole_rim: float = 0.3
    """Part of its rim at which a whole piece must have an edge: its figure may resemble that within another, or the same one turned."""
    ample_whole_rim: float = 0.55
    """The same of one that neither agrees for certain nor beats all others by `contest`, where one of its sides is hardly an edge: it may
    be a figure of its shape on other paper."""
    faint_side: float = 0.3
    """Part of a side up to which it is hardly an edge."""
    certain: float = 0.95
    """Agreement that nothing but the piece itself comes to."""
    doubt: float = 0.03
    """A look that agrees better by so much, each aligned for itself, is the better one ..."""
    clear_margin: float = 0.3
    """... with this margin."""
    hopeless: float = 0.05
    """Agreement so far under what a name needs is only ever worth a question, and not a fine comparison."""
    undoubted: float = 0.5
    """Margin from which a rival's own alignment is not tried."""
    about_as_well: float = 0.85
    """Agreement, in parts of the reading's own, up to which a larger part of a piece is taken to show."""
    least_gain: float = 0.4
    """Print that is seen more weakly than this says no more than at this."""
    contest: float = 0.6
    """A look that the champion beats by less is weighed again when its rival's own alignment is tried."""
    lies_like: float = 0.07
    """A rival whose edges differ by less than this part would be laid as the reading is: that is not tried."""
    most_turns: int = 3
    """A region is aligned so often, each time to the look that it resembled most."""
    reach_px: tuple[int, ...] = (canon.MARGIN, canon.MARGIN)
    """How far a block of a piece is looked for, in canonical pixels, in each alignment of a guess; only the first for a rival ..."""
    at_rest: float = 3.0
    """... as long as one moves a corner by more than this, in canonical pixels."""
    aligning: AlignParams = field(default_factory=AlignParams)
    aligning_cut: AlignParams = field(default_factory=lambda: AlignParams(trusted_px=8.0))
    """What lies outside the picture is guessed less exactly."""
    differing: DifferParams = field(default_factory=DifferParams)
    explaining: ExplainParams = field(default_factory=ExplainParams)
    mosaic: MosaicParams = field(default_factory=MosaicParams)
    bands: BandParams = field(default_factory=BandParams)
    turned_over: float = 0.7
    """Print explained so badly may be that of a piece that looks almost the same the other way up: that is tried."""
    most_twins: int = 2
    """Other looks upside down that a look is weighed against."""
