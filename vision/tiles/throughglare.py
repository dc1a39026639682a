"""Letters of enrolled tiles that show through glare, however faintly.

Which letter a recognised tile has there its print says; that nothing lies on it has to be seen. A token that glare burns to white is as
bright as paper, and round only where its rim shows. But glare adds light to print as to paper: what it leaves of a stroke is still of the
letter's shape, where a token leaves nothing. What is burnt so far that no letter is left of it tells neither.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points
from vision.letters.oneprint import PARAMS as PRINT, Print, PrintParams, likeness

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ThroughParams:
    """When a letter counts as one that shows through glare."""

    least: float = 0.5
    """Correlation with the board's clear letters of its kind, and more than with those of any other: of 610 tokens one had .63, all others
    less than that; of 121 cells burnt to white all over five had as much."""
    print: PrintParams = PRINT


PARAMS = ThroughParams()


def show_through(
    grey: Flat, middles: Points, turns: Ints, own: Ints, letters: int, known: Print, cells: Ints, params: ThroughParams = PARAMS
) -> Flags:
    """(m,) in which of some `cells` (m,), by their numbers, what is left of the print is of their own letter.

    For (n, 2) `middles` of all cells, their `turns` and `own` letters, by their numbers among so many `letters`; `grey` is the board
    through a red glass. A letter of which the board shows no clear one is not told.
    """
    alike = np.nan_to_num(likeness(known, grey, middles[cells], turns[cells], letters, params.print), nan=-1.0)
    mine = alike[np.arange(len(cells)), own[cells]]
    return np.asarray((mine >= params.least) & (mine >= alike.max(axis=1, initial=-1.0)), np.bool_)
