"""Which readings of one place are kept, best first, and which of them another look contests."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from vision.cards.covering import blocks_under
from vision.cards.reading import Reading
from vision.cards.verdict import VerdictParams, asked_of, stands
from vision.image.quads import overlap
from vision.looks.canon import COLUMNS, ROWS


def settle(readings: Iterable[Reading], params: VerdictParams) -> list[Reading]:
    """One reading per place, best first: those worth a name or a question.

    Of two readings of one look at one place the one that stands is kept, even if it agrees a little less: it may
    have been made when more was known of what lies there. One of another shape than its look is kept where there is no other.
    """
    kept: list[Reading] = []
    worth = sorted(readings, key=lambda r: (r.askew, asked_of(r, params) - r.agreement))
    for reading in worth:
        least = max(params.least_question, asked_of(reading, params) - params.question_gap)
        if reading.agreement < least or any(overlap(reading.quad, k.quad) > _most_iou(reading, k, params) for k in kept):
            continue
        if _shared(reading, kept) <= params.most_shared:
            kept.append(_standing(reading, worth, params))
    return kept


def _most_iou(one: Reading, other: Reading, params: VerdictParams) -> float:
    return params.beneath_iou if one.beneath or other.beneath else params.same_iou


def _standing(reading: Reading, others: Sequence[Reading], params: VerdictParams) -> Reading:
    """The reading, or the best one of the same look at the same place that stands where this one does not."""
    if stands(reading, params):
        return reading
    near = (r for r in others if r.look == reading.look and overlap(r.quad, reading.quad) > params.one_place_iou)
    same = (r for r in near if (r.beneath or not reading.beneath) and stands(r, params))  # what is known to lie on it is known no less
    return next(same, reading)


def contested(reading: Reading, others: Iterable[Reading], params: VerdictParams) -> Reading:
    """The reading, or a doubtful one where a look that loses less of its print to a cover agrees as well with what lies there.

    What a cover is said to hide may be just what the piece has not.
    """
    for other in others:
        is_whole = not other.askew and other.share > reading.share + params.fuller and other.look != reading.look
        if is_whole and other.agreement >= reading.agreement - params.as_well and overlap(other.quad, reading.quad) > params.one_place_iou:
            return replace(reading, margin=min(reading.margin, 0.0), rival=other.look, contested=True)
    return reading


def _shared(reading: Reading, better: Sequence[Reading]) -> float:
    """Part of the blocks which a reading rests on that better readings rest on, too."""
    claimed = np.zeros(ROWS * COLUMNS, bool)
    for other in better:
        claimed |= blocks_under(reading.quad, other.quad, other.shown)
    return float(claimed @ reading.shown) / max(1.0, float(reading.shown.sum()))
