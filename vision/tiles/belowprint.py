"""Letters below warm print told from those that they may be there, by what the board's letters of both kinds have in common.

What the red glass takes out may hide a stroke that only another letter has: the left corners of a D, without which it is an O. But a place
where the other one has no ink tells as much, and often nothing hides that: whatever hides strokes, it draws none.
"""

import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points
from vision.letters.net import Floats
from vision.tiles.finekinds import FineKinds
from vision.tiles.sameprint import PARAMS, SameParams, is_told_apart, laid, looks_of

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


def told_apart(
    grey: Flat, middles: Points, turns: Ints, letters: Ints, nats: Floats, stands: Flags, asked: Flags, params: SameParams = PARAMS
) -> Flags:
    """(n, letters) kinds that each letter in an `asked` cell (n,) is none of, as a closer look tells; no cell of which none is asked.

    For (n, 2) `middles` of all cells, their `turns` and `letters`, (n, letters) `nats` in that turn and the cells (n,) in which a letter
    `stands`, with the asked ones: they show what each kind looks like.
    """
    none = np.zeros(nats.shape, np.bool_)
    cells = np.flatnonzero(stands)
    tried = np.flatnonzero((stands & asked)[cells])
    if not len(tried):
        return none
    looks, mine = looks_of(grey, middles[cells], turns[cells], params), letters[cells]
    board = FineKinds(looks, mine, laid(looks, mine, params)[1])
    for i in tried.tolist():
        own, cell = int(mine[i]), cells[i]
        lead = nats[cell, own] - nats[cell]
        for other in (int(one) for one in np.flatnonzero(lead < params.most_lead) if one != own and int(one) in board.kinds):
            none[cell, other] = is_told_apart(board.closer(i, own, other), float(lead[other]), params=params)
    return none
