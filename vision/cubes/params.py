"""What is asked of a cube."""

from dataclasses import dataclass, field

from vision.cubes.paints import PaintParams
from vision.tokens.discs import DiscParams

KIND = "cube"
KINDS = frozenset({KIND})


@dataclass(frozen=True, slots=True)
class CubeParams:
    """One set of values for all cubes, tables and lights."""

    side_px: float = 18.0
    """A cube's side in the flat picture that is searched."""
    turn_deg: float = 7.5
    """Step of the turns in which one is tried."""
    least: float = 0.3
    """Part of a cube's shape that a patch must have to be looked at."""
    filled: float = 0.84
    """Part of a cube's shape that has its colour, where no other cube covers it."""
    own: float = 0.72
    """The same of its top, and only where no cube of its colour has it for its own: edges are rounded, and seams dark."""
    beside: float = 0.62
    """Part of what lies around it that may have that colour, too: other cubes that touch it."""
    through: float = 0.12
    """Of a top, by which two may be laid through each other; more, and they lie on each other."""
    left: float = 0.3
    """Of a cube's shape, what its patch may have left over; more is a question."""
    seam: float = 0.4
    """What edges all around a cube's top are worth, against its shape being filled: seams tell cubes of one colour apart."""
    faint: float = 10.0
    """Grey levels per pixel from which an edge is one in full."""
    edge: float = 14.0
    """Grey levels by which a cube differs from what lies beside it; less, and it is a cloud on the table."""
    shade: float = 0.16
    """Part of its light by which a shadow's colour may differ from that of what it lies on."""
    small: float = 0.12
    """Of a cube's shape: smaller crumbs of a patch are nothing."""
    most: int = 60
    """Cubes of one patch."""
    lone: int = 4
    """So many patches on which no cube fits may be asked about; more, and they are the table's pattern."""
    round: float = 0.93
    """Of its smallest circle, what a patch fills that is a disc, and no cube."""
    discs: DiscParams = field(default_factory=DiscParams)
    paint: PaintParams = field(default_factory=PaintParams)
