"""Pieces of two looks at one table, held against each other by where they lie and what they are."""

import math
from collections.abc import Sequence

import numpy as np

from vision.image.overlap import area, iou
from vision.observation import PRINTED, Detection, Face

_IN_EACH_OTHER = 0.5
"""Of a token's size: nearer to each other no two middles lie."""
SAME = 0.5
"""Shared part of two outlines from which on they are one place."""


def is_same(old: Detection, new: Detection) -> bool:
    """Whether a piece lies where it lay, read as it was."""
    return (old.kind, old.id, old.face) == (new.kind, new.id, new.face) and iou(old.quad_px, new.quad_px) >= SAME


def is_named(piece: Detection) -> bool:
    """Whether it has a name, or lies face down."""
    return piece.is_sure or piece.face is Face.DOWN


def is_firm(piece: Detection) -> bool:
    """Whether it is a printed piece for which the reader stands: a name, or a back."""
    return piece.kind in PRINTED and (piece.is_sure or (piece.face is Face.DOWN and piece.confidence > 0))


def overlaps(piece: Detection, others: Sequence[Detection]) -> bool:
    """Whether it is one of the others, seen again."""
    return any(iou(piece.quad_px, other.quad_px) >= SAME for other in others)


def is_seen_again(piece: Detection, others: Sequence[Detection]) -> bool:
    """Whether it is one of the others, or lies where only one of its kind can: two tokens do not lie in each other."""
    small = (one for one in others if one.kind == piece.kind and one.id == piece.id and piece.kind not in PRINTED)
    return overlaps(piece, others) or any(_apart(piece, one) < _IN_EACH_OTHER * area(one.quad_px) ** 0.5 for one in small)


def _apart(a: Detection, b: Detection) -> float:
    """Pixels from middle to middle."""
    (ax, ay), (bx, by) = (np.mean(one.quad_px, axis=0).tolist() for one in (a, b))
    return math.hypot(ax - bx, ay - by)


def is_of_fan(piece: Detection, pieces: Sequence[Detection]) -> bool:
    """Whether a piece lies face down with others of its kind, partly on each other."""
    others = (one for one in pieces if one is not piece and one.face is Face.DOWN)
    return piece.face is Face.DOWN and any(iou(piece.quad_px, one.quad_px) > 0 for one in others)


def names_agree(stable: Sequence[Detection], newest: Sequence[Detection]) -> bool:
    """Whether a look shows just what the vote says, piece by piece; how many backs of a fan show is told by no name."""
    voted, seen = (sorted(str(piece.id) for piece in pieces if piece.face is not Face.DOWN) for pieces in (stable, newest))
    return voted == seen
