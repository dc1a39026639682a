"""What a region says when it is compared with a catalogue."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.cards.explained import Explained
from vision.cards.picture import Picture
from vision.looks.matching import Seen, see

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A region compared with the catalogue."""

    look: int
    """Index of the look it resembles most."""
    quad: Floats
    """(4, 2) working pixels: where the look's canonical corners lie."""
    agreement: float
    """Correlation of its edges with the look's, -1 to 1, in the part that shows."""
    share: float
    """Part of the look's structure that lies in that part."""
    whole: float
    """The same correlation over all of the look."""
    margin: float
    """By how much it resembles the look more than any look of another id, where the two differ: -1 to 1."""
    rival: int | None
    """That other look."""
    turned: float = field(default=1.0, kw_only=True)
    """The same against looks that it resembles when they lie upside down; 1 where none comes near."""
    shown: Floats
    """(blocks,): 1 for the blocks that were compared, 0 for those taken for covered."""
    agreeing: Floats | None = None
    """(blocks,): those of them that `agreement` is of, where the others hold no print of the look, and whatever is seen there is noise."""
    contenders: tuple[int, ...] = ()
    """The look and those that it does not beat clearly."""
    rim: float = 1.0
    """Part of its rim, where it shows, at which the picture has an edge; 1 for a whole piece of which enough of it is."""
    explained: Explained = field(default_factory=Explained)
    """How well the look explains what is seen, with no rival in mind."""
    seen: Seen | None = None
    """What is seen at the quad."""
    beneath: bool = False
    """It was looked for under a piece that was read: it may overlap that one however much."""
    by_print: float = 1.0
    """What print alone says between the look and its rival, -1 to 1; 1 where they hardly differ by print that shows.

    For a piece under others the least that it says between the look and any that comes near."""
    askew: bool = False
    """It is longer for its width than the look, or less long, on the table's plane: only ever worth a question."""
    lies_open: bool = False
    """The pieces beside it are seen right up to it, though a part of it was taken for covered: nothing lies there."""
    told_apart: bool = False
    """What shows of it is enough to tell the look from all others that come near, as a corner in a fanned hand."""
    contested: bool = False
    """Another look, less of whose print would be hidden, agrees as well: a question, whatever a part of it says."""


def seen_of(picture: Picture, reading: Reading) -> Seen:
    """What is seen at the quad of a reading."""
    return see(picture.patch(reading.quad)) if reading.seen is None else reading.seen


def with_grain(picture: Picture, reading: Reading) -> Seen:
    """The same with its fine print."""
    seen = seen_of(picture, reading)
    return seen if seen.grain is not None else seen.with_grain(picture.grain(reading.quad))
