"""How hard is looked for places of pieces: one set of values for every box, table and light."""

from dataclasses import dataclass, field, replace

from vision.cards.corners import CornerParams
from vision.cards.cut import CutParams
from vision.cards.designs import DesignParams
from vision.cards.prints import PrintParams
from vision.cards.row_ends import RowEndParams
from vision.cards.strips import StripParams
from vision.cards.within import WithinParams
from vision.image.outlines import OutlineParams


@dataclass(frozen=True, slots=True)
class RegionParams:
    """How hard is looked."""

    outline_px: int = 960
    """Longer side of the picture in which outlines are looked for."""
    print_px: int = 420
    """Longer side of the picture in which points of print are looked for, when nobody knows how large the pieces are ..."""
    piece_px: float = 95.0
    """... and otherwise so that pieces are about so wide in it ..."""
    print_range_px: tuple[int, int] = (360, 640)
    """... within these bounds."""
    narrow_px: float = 30.0
    """Pieces that are narrower in it, as stones and dominoes, are looked for once more, at the working size, ..."""
    closest_keypoints: int = 4000
    """... where there may be so many points of print."""
    closer: float = 1.25
    """Times that side from which it is worth another look when the first has told how large pieces are."""
    keypoints: tuple[int, int] = (600, 1400)
    """Points of print in a picture of `print_px`; in a larger one more by its area, since smaller pieces are more; and at most."""
    among_tokens: tuple[float, tuple[int, int], tuple[int, int]] = (110.0, (420, 640), (2000, 2000))
    """The last three in a game with tokens."""
    least_likeness: float = 0.25
    """Correlation with the likest look, at a quarter of the raster, under which an outline is no piece."""
    least_beside: float = 0.12
    """The same of a place edge to edge with two pieces: where there is a gap it lies a little aside, and small print resembles little."""
    clear_likeness: float = 0.7
    """The same from which no other way to see it is tried."""
    clearly_upright: float = 1.25
    """A quad longer than wide by so much, as seen, stands upright; otherwise both ways are tried."""
    outlines: OutlineParams = field(default_factory=OutlineParams)
    corners: CornerParams = field(default_factory=CornerParams)
    left_corners: CornerParams = field(default_factory=lambda: CornerParams(most=60, most_edges=400))
    """The same where all else has been looked for: on printed cloth several pieces and the print that touches them are one contour."""
    least_corner_likeness: float = 0.3
    """The same for a piece of which only a corner is known."""
    least_strip_likeness: float = 0.3
    """The same for what others leave of a piece, at half the raster, where it fits best."""
    clearly_liker: float = 0.05
    """A look that is liker by less is looked at closely beside the next."""
    least_corner_rim: float = 0.8
    """A corner of a piece with little print, which resembles nothing until it is aligned, needs so much of its rim as edges instead."""
    least_corner_glance: float = 0.6
    """The same at half the size, which is seen sooner: of 113 rims that suffice each shows .68 and more so, of the others 7 in 10 less."""
    least_corner_afar: float = 0.6
    """The same at a quarter of the size, from edges at hand: of 123 rims that suffice each shows .67 and more so, of the others 3 in 10."""
    most_printed: int = 36
    """Blocks with print of a look that may be half bare: no other resembles nothing where it lies, and a deck without any needs no rims."""
    most_from_corners: int = 16
    """Guesses from corners that are handed on."""
    least_there: tuple[float, float] = (0.36, 0.25)
    """The same for any guess, up to two cells aside, before the look is laid there; and for one that points of print voted for."""
    covered_cost: float = 0.2
    """What a covered part costs, as correlation per share of the piece."""
    prints: PrintParams = field(default_factory=PrintParams)
    cut: CutParams = field(default_factory=CutParams)
    designs: DesignParams = field(default_factory=DesignParams)
    within: WithinParams = field(default_factory=WithinParams)
    row_ends: RowEndParams = field(default_factory=RowEndParams)
    strips: StripParams = field(default_factory=StripParams)

    def with_tokens(self) -> "RegionParams":
        """The same for a game with tokens: they bring print of their own, and hide much of that by which cards are found."""
        piece_px, range_px, keypoints = self.among_tokens
        designs = replace(self.designs, is_used=True)
        return replace(self, piece_px=piece_px, print_range_px=range_px, keypoints=keypoints, designs=designs)
