"""Who touches whom, all told: by the gaps of outlines, by what carries a piece at rest, by balance, and by ground between two pieces."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.observation import PLATE, TABLE
from vision.plates.balance import balanced
from vision.plates.contacts import ContactParams, Contacts, Pair, contacts
from vision.plates.ends import EndParams, at_the_cut
from vision.plates.plate import Plate
from vision.plates.resting import carried, hanging, surely_seen
from vision.plates.walls import at_the_wall, unseen

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Side:
    """What carries the pieces, and how it is seen."""

    plate: Plate
    px_per_mm: float
    is_cut: bool
    """An end of the plate is hidden, and who touches that is not sure."""
    contact: ContactParams
    end: EndParams
    is_deep: bool = False
    """Its wall stands before the feet of pieces, and who touches what behind it is not sure."""


def touching(side: Side, lines: Sequence[Floats], sure: Sequence[bool], fitted: int, apart: Set[Pair] = frozenset()) -> Contacts:
    """The contacts of all that stands there, of which the first so many outlines are `fitted`; `apart`: those seen not to touch.

    `lines` are closed outlines (n, 2) in the plane, y down; `sure`: whose of them have a name.
    """
    plate, line = side.plate, side.plate.line_mm
    found = contacts(lines, line, tables(plate, lines), side.px_per_mm, side.contact, fitted)
    apart = apart - {*found.touching}
    found = found.without(apart)
    at_wall = frozenset(at_the_wall(lines, plate)) if side.is_deep else frozenset[int]()
    found = unseen(found, sorted(at_wall), lines, sure) if at_wall else found
    at_end = at_the_cut(line, plate.foot_mm, lines, side.end) if side.is_cut else []
    hidden = frozenset((PLATE, k) for k in at_end).difference(found.touching, found.unsure)
    found = replace(found, unsure=(*found.unsure, *sorted(hidden)))
    hidden |= {pair for pair in found.unsure if at_wall.issuperset(k for k in pair if k != PLATE)}
    found = carried(found, [k for k in surely_seen(sure, lines) if k not in at_wall], lines, line, hidden)
    if all(sure) and not at_end and not side.is_deep:  # something that was not told could carry, too
        found = balanced(found, lines, line)
    found = hanging(found, [k for k in range(fitted) if sure[k]], lines, line).without(apart)
    return _doubted(found, sure)


def alone(side: Side, lines: Sequence[Floats], sure: Sequence[bool], apart: Set[Pair]) -> tuple[tuple[Pair, ...], tuple[Pair, ...]] | None:
    """Which of the named pieces touch, and which may, if nothing else stands there."""
    named = [k for k, one in enumerate(sure) if one]
    if not named:
        return None
    still = {(named.index(a), named.index(b)) for a, b in apart if a in named and b in named}
    found = touching(side, [lines[k] for k in named], [True] * len(named), len(named), still)
    index = dict(enumerate(named)) | {PLATE: PLATE, TABLE: TABLE}
    sure_pairs, unsure = (tuple((index[a], index[b]) for a, b in pairs) for pairs in (found.touching, found.unsure))
    return sure_pairs, unsure


def tables(plate: Plate, lines: Sequence[Floats]) -> list[float]:
    """The table's level where each line is lowest."""
    return [plate.level_mm(float(line[line[:, 1].argmax(), 0])) for line in lines]


def _doubted(found: Contacts, sure: Sequence[bool]) -> Contacts:
    """Contacts of what has no name are not sure either."""
    doubtful = tuple(pair for pair in found.touching if pair[0] != TABLE and not all(sure[k] for k in pair if k >= 0))
    return Contacts(tuple(pair for pair in found.touching if pair not in doubtful), (*found.unsure, *doubtful))
