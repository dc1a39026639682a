"""A tile whose letters show off their cells' middles is laid where they are clear: under a hand too few of them tell where they lie.

What lies over a tile has edges in most of its cells, and the letters between them are taken for beside their cells. Seen where they lie,
all together, they are clear at once; letters that lie in their cells are nowhere else clearer.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points
from vision.letters.net import SIDE, Floats, LetterNet, log_sum

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ByLettersParams:
    """When a tile is laid anew. Lengths in cells."""

    clear_nats: float = 12.0
    """By which letters together are likelier than nothing where one shows clearly."""
    least_shown: int = 4
    """Letters that seem to show on a tile,"""
    unclear: float = 0.5
    """of which a smaller part is clear: it is looked at beside its place."""
    steps: tuple[float, ...] = (-0.24, -0.12, 0.0, 0.12, 0.24)
    """How far beside, right and down;"""
    most: float = 25.0
    """nats that one letter counts there at most."""
    times: float = 2.0
    """So many times as much as at its place have all letters to be there,"""
    more: int = 3
    """and so many more of them clear."""


PARAMS = ByLettersParams()


def laid_by_letters(
    grey: Flat, middles: Points, evidence: Floats, tiles: Ints, window: float, net: LetterNet, params: ByLettersParams = PARAMS
) -> Points:
    """The middles (n, 2) of the cells of some `tiles` (n,), those of tiles moved that are clear beside their place.

    `evidence` (n, turns, letters + 1) is what shows at these middles, through `window` cells of what a red glass shows of the board.
    """
    nats, moved = _any_letter(evidence), middles.copy()
    for tile in np.unique(tiles):
        mine = np.flatnonzero(tiles == tile)
        shown, clear = (nats[mine] > 0).sum(), (nats[mine] > params.clear_nats).sum()
        if params.least_shown <= shown and clear < params.unclear * shown:
            moved[mine] += _clearer(grey, middles[mine], window, net, params)
    return moved


def _clearer(grey: Flat, middles: Points, window: float, net: LetterNet, params: ByLettersParams) -> Points:
    """(2,) how far right and down of their (m, 2) middles a tile's letters are much clearer; zeros where they are so nowhere."""
    steps = np.array([(right, down) for right in params.steps for down in params.steps])
    looks = grey.cut((middles[None] + steps[:, None]).reshape(-1, 2), window, SIDE)
    nats = _any_letter(net.glance(looks)).reshape(len(steps), -1)
    scores, clear = np.clip(nats, 0, params.most).sum(axis=1), (nats > params.clear_nats).sum(axis=1)
    here, best = int(np.flatnonzero((steps == 0).all(axis=1))[0]), int(scores.argmax())
    is_there = scores[best] >= params.times * scores[here] and clear[best] >= clear[here] + params.more
    return steps[best] if is_there else np.zeros(2)


def _any_letter(evidence: Floats) -> Floats:
    """(n,) nats by which any letter, in any turn, is likelier than nothing."""
    return log_sum(evidence[..., :-1].reshape(len(evidence), -1), 1)
