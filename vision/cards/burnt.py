"""What glare has burnt out of a piece, where print may be lost; and what only the exposure has, which hides none that is dark."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.explain_params import ExplainParams
from vision.looks import canon
from vision.looks.canon import COLUMNS, ROWS
from vision.looks.gains import smallest
from vision.looks.matching import Seen

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


def burnt_blocks(seen: Seen, look: Floats, params: ExplainParams) -> Cells:
    """The blocks of which too much is so bright that print may be lost in it: (blocks,).

    Where all paper is, of which no glare burns so much, only those in which nothing but paper and pale print is to be seen: what is dark
    shows there still. But no exposure burns a part of a ground of one colour. `look`: (3, 32, 24) planes of its colours.
    """
    bright, darkest = smallest(seen.colours), look.min(0)
    burnt, nearly = bright > params.burnt, bright > params.nearly_burnt
    pale = np.asarray(darkest > params.pale, np.bool_)
    paper, ground = _off_print(pale), _off_print(_commonest(darkest, params))
    lost = _parts_of_blocks(burnt) >= params.most_burnt
    is_exposed = bool(paper.any()) and nearly[paper].mean() > params.all_burnt
    if is_exposed and not (ground.any() and 1 - params.all_burnt < nearly[ground].mean() < params.all_burnt):
        lost &= _parts_of_blocks(pale) == 1
    return np.asarray(lost, np.bool_)


def _commonest(darkest: Floats, params: ExplainParams) -> Cells:
    """The cells (32, 24) of a look that have its commonest tone, by the `darkest` channel of each."""
    steps = np.round(darkest / params.one_tone).astype(np.int64)
    return np.asarray(np.abs(darkest - params.one_tone * np.bincount(steps.ravel()).argmax()) < params.one_tone)


def _off_print(cells: Cells) -> Cells:
    """Those of some cells (32, 24) that have only such beside them: beside print, and at the rim, a cell is darker than its ground."""
    return np.asarray(cv2.erode(cells.astype(np.uint8), np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0) > 0)


def _parts_of_blocks(cells: NDArray[np.uint8] | Cells) -> Floats:
    """Cells (32, 24), 0 or 1 -> which part of each block is 1: (blocks,)."""
    down, across = canon.CELLS[0] // ROWS, canon.CELLS[1] // COLUMNS
    return np.asarray(cells.reshape(ROWS, down, COLUMNS, across).mean((1, 3)).ravel(), np.float32)
