"""What the nets for dice are shown and answer, and what is asked of a die."""

from dataclasses import dataclass, field
from pathlib import Path

from vision.dice.bodies import BodyParams
from vision.dice.lumps import LumpParams
from vision.dice.pips import PipParams
from vision.nets import MODELS


@dataclass(frozen=True, slots=True)
class Part:
    """What one net is shown, and where it is kept."""

    side: int
    """Pixels of a cut's side."""
    window: float
    """A cut's side in sides of the face's box."""
    model: Path


FINDER = Part(24, 1.5, MODELS / "dice.onnx")
"""Quick: says of a thousand places which may be dice and how to cut them better."""
JUDGE = Part(40, 1.7, MODELS / "dice_judge.onnx")
"""Looks closer, at those few only."""
VALUES = (1, 2, 3, 4, 5, 6)
OTHER = 7
"""A die whose upper face shows no pips: an emblem, a numeral, nothing."""
ANSWERS = 8
"""Nothing, the values, and OTHER."""
ROUNDED = 1.06
"""A face with its rounded edges against the flat part that the net was taught."""
KIND = "die"


@dataclass(frozen=True, slots=True)
class DiceParams:
    """One set of values for all dice, tables and lights."""

    work_px: int = 1600
    """Longer side of the picture that is worked on."""
    worth: float = 0.3
    """Share of the net's word for a die from which a place is looked at again."""
    same: float = 0.35
    """Overlap from which two boxes are one face."""
    sure: float = 0.85
    """Mean share for one value, over all looks, from which it stands when its pips are counted, too."""
    among: tuple[int, float] = (2, 0.9)
    """Beside so many dice with counted pips a value stands from this share without."""
    of_set: float = 0.6
    """Beside as many a value stands from this share when next to it the net thinks of an emblem, as clouds in a body make it, and of no
    other value, and its counted pips look like theirs."""
    asked: float = 0.9
    """Mean share for the values together, from which one that is none for sure is a question rather than nothing."""
    strange: float = 0.9
    """The same for a face without pips."""
    some_die: tuple[float, float] = (0.95, 1.4)
    """Beside as many dice with counted pips as `among` says: share of the net's word for any die, and by how much larger or smaller than
    those, from which a place is a die with some unknown face, such as an emblem."""
    shown: float = 0.5
    """Share of the net's word for any die from which a place is compared with faces that were shown."""
    size_apart: float = 1.6
    """Dice of one picture are at most so many times larger or smaller than their usual size."""
    larger: float = 1.35
    """One whose pips are not counted is larger than the usual one that has them by no more."""
    own_sides: float = 0.62
    """So near to a larger face, in its sides, lies another face of the same die."""
    aside: tuple[tuple[float, float, float], ...] = (
        (0, 0, 1),
        (0.08, 0, 1),
        (-0.08, 0, 1),
        (0, 0.08, 1),
        (0, -0.08, 1),
        (0, 0, 0.9),
        (0, 0, 1.12),
    )
    """Looks beside the best cut: sides of the face to the right and down, and its size."""
    batch: int = 128
    lumps: LumpParams = field(default_factory=LumpParams)
    pips: PipParams = field(default_factory=PipParams)
    body: BodyParams = field(default_factory=BodyParams)


PARAMS = DiceParams()
