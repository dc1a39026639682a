"""Places that changed as if a small piece had come there, where none was found: nothing changes by itself, least of all what is printed.

Only what is about as large as the small pieces of this table: cups, hands and telephones come and go, and are no part of the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.changes.news import Change
from vision.changes.places import is_named, is_same, is_seen_again, overlaps
from vision.changes.unmoved import COMPACT_PX
from vision.image.overlap import area, iou
from vision.observation import PRINTED, Candidate, Detection, Quad
from vision.table.plane import TablePlane, is_on_marker


@dataclass(frozen=True, slots=True)
class UnexplainedParams:
    """When a change is one that a small piece would make. Lengths in pixels of the fine picture."""

    sizes: tuple[float, float] = (0.25, 1.8)
    """Its area, in parts of a small piece's: some of it may look as what was there before, and its shadow comes with it."""
    longest: float = 1.8
    """Its longer side by its shorter one, at the most."""
    least_filled: float = 0.5
    """Part of the box around it that it fills."""
    most_slid_px: float = 1.5
    """A printed piece of which no corner has moved farther lies as it lay."""
    most: float = 4.0
    """Changes that fill more than so many small pieces are of a bump, a shadow or a sleeve, and say nothing of small pieces."""
    strokes_px: int = 3
    """Gaps in it are filled that are narrower, and narrower lines are edges that moved a little."""
    covers: float = 0.08
    """What lies over a piece and reaches beyond it by this part of its area is no trace of its going."""
    least_px: int = 40
    """Area of what is compared with anything."""
    stays: float = 0.25
    """Part of its place that may have changed when it has not gone: a shadow beside it has."""
    gone: float = 0.4
    """Part of its place that has changed when it went, or something else came."""


PARAMS = UnexplainedParams()
WHY = "something has changed here, and no piece is found"


@dataclass(frozen=True, slots=True)
class Overlooked:
    """Small pieces that came to one table and that no look has named."""

    names: tuple[str, ...] = ()
    """That small pieces of this table have borne: each may be one of them."""
    doubts: tuple[Detection, ...] = ()
    """Told along until they change again, or are named."""

    def after(self, told: Sequence[Detection], now: Sequence[Detection], missed: Sequence[Detection], since: Change | None) -> "Overlooked":
        """What is overlooked once `told` has become `now`; `missed` tokens lie there for certain, though no look shows them."""
        if since is None:
            return self
        names = tuple(dict.fromkeys((*self.names, *(one.id for one in now if one.id and one.kind not in PRINTED))))
        new = (*unexplained(told, (*now, *missed), since, names), *brought_doubts(told, now, since))
        return Overlooked(names, (*still_unexplained(self.doubts, now, since), *new))

    def beside(self, now: Sequence[Detection], plane: TablePlane | None) -> tuple[Detection, ...]:
        """Those that lie on no marker and where none of the others does, with their places on the table."""
        met = without_met(self.doubts, now)
        if plane is None:
            return met
        return tuple(replace(one, quad_mm=plane.quad_mm(one.quad_px)) for one in met if not is_on_marker(one.quad_px, plane))


def unexplained(
    told: Sequence[Detection], now: Sequence[Detection], since: Change, names: Sequence[str], params: UnexplainedParams = PARAMS
) -> tuple[Detection, ...]:
    """Small pieces that were overlooked, without a name: `told` lay there before, `now` is found, `since` is what changed in between.

    `names` are those that small pieces of this table have borne: each may be one of them.
    """
    small = [one for one in (*told, *now) if one.kind not in PRINTED and one.count == 1]
    if not small:
        return ()
    side = float(np.sqrt(np.median([area(one.quad_px) for one in small])))
    typical = (side * since.scale) ** 2 * np.pi / 4
    left = since.beside([one for one in (*told, *now) if not _lies_as_it_lay(one, told, now, since.scale, params)])
    square = np.ones((params.strokes_px, params.strokes_px), np.uint8)
    solid = cv2.morphologyEx(cv2.morphologyEx(left, cv2.MORPH_CLOSE, square), cv2.MORPH_OPEN, square)
    if np.count_nonzero(solid) > params.most * typical:
        return ()
    _, _, stats, middles = cv2.connectedComponentsWithStats(solid)
    kinds = [one.kind for one in small]
    some = Detection(
        max(set(kinds), key=kinds.count), small[0].quad_px, alternatives=tuple(Candidate(id, 1 / len(names)) for id in names), why=WHY
    )
    return tuple(
        replace(some, quad_px=_square(middle, side, since.scale))
        for (_, _, width, height, size), middle in zip(stats[1:].tolist(), middles[1:], strict=True)
        if size >= params.least_px and _is_of_a_piece(width, height, size, typical, params)
    )


def brought_doubts(
    told: Sequence[Detection], now: Sequence[Detection], since: Change, params: UnexplainedParams = PARAMS
) -> tuple[Detection, ...]:
    """Small pieces without a name that came: later looks that do not show them say nothing, as long as nothing changes there."""
    new = (one for one in now if one.kind not in PRINTED and not is_named(one) and not overlaps(one, told))
    return tuple(one for one in new if (since.part(one) or 0.0) >= params.gone)


def still_unexplained(
    doubts: Sequence[Detection], now: Sequence[Detection], since: Change, params: UnexplainedParams = PARAMS
) -> tuple[Detection, ...]:
    """Of places that were doubted those that have not changed since, and where nothing is found now either."""
    small = [one for one in now if one.kind not in PRINTED and is_named(one)]
    return tuple(one for one in doubts if (since.part(one) or 0.0) < params.gone and not any(_is_over(other, one) for other in small))


def not_gone(
    told: Sequence[Detection], now: Sequence[Detection], since: Change, params: UnexplainedParams = PARAMS
) -> tuple[Detection, ...]:
    """Small pieces that were `told` by name and are not found `now`, though what shows at their places is what it was."""
    lacking = (one for one in told if one.kind not in PRINTED and is_named(one) and not is_seen_again(one, now))
    return tuple(one for one in lacking if (part := since.part(one)) is not None and part < params.stays)


def is_covered(told: Sequence[Detection], now: Sequence[Detection], since: Change, params: UnexplainedParams = PARAMS) -> bool:
    """Whether something that is none of the pieces found `now` lies over one that was `told`, and reaches far beyond it.

    A piece that was taken away leaves a change where it lay, and no farther than its shadow.
    """
    gone = [one for one in told if one.kind in PRINTED and is_named(one) and not any(iou(one.quad_px, other.quad_px) > 0 for other in now)]
    if not gone:
        return False
    changed, beyond = since.beside(now), since.beside([*now, *told])
    _, parts = cv2.connectedComponents(cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((COMPACT_PX, COMPACT_PX), np.uint8)))
    sizes = np.bincount(parts[beyond > 0], minlength=1)
    for piece in gone:
        over = np.unique(parts[since.place(piece) > 0])
        if sum(int(sizes[part]) for part in over if 0 < part < len(sizes)) >= params.covers * area(piece.quad_px) * since.scale**2:
            return True
    return False


def without_met(doubts: Sequence[Detection], others: Sequence[Detection]) -> tuple[Detection, ...]:
    """The doubts where none of these others lies."""
    return tuple(one for one in doubts if not any(_is_over(other, one) for other in others if other.kind not in PRINTED))


def _lies_as_it_lay(piece: Detection, told: Sequence[Detection], now: Sequence[Detection], scale: float, params: UnexplainedParams) -> bool:
    """Whether a printed piece was told and is found in one and the same place: what lies on it is what has changed."""
    if piece.kind not in PRINTED or not piece.is_sure:
        return False
    others = now if piece in told else told
    return any(is_same(piece, other) and _off(piece, other) * scale <= params.most_slid_px for other in others)


def _off(a: Detection, b: Detection) -> float:
    """By how many pixels of the frame two places are off, at the corner where it is most."""
    return float(np.hypot(*(np.asarray(a.quad_px) - np.asarray(b.quad_px)).T).max())


def _is_of_a_piece(width: int, height: int, size: int, typical: float, params: UnexplainedParams) -> bool:
    is_compact = max(width, height) <= params.longest * min(width, height) and size >= params.least_filled * width * height
    return is_compact and params.sizes[0] * typical <= size <= params.sizes[1] * typical


def _square(middle: NDArray[np.float64], side: float, scale: float) -> Quad:
    """Of so many pixels of the frame, around a place of the fine picture."""
    x, y = ((middle + 0.5) / scale - 0.5).tolist()
    half = side / 2
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


def _is_over(piece: Detection, doubt: Detection) -> bool:
    """Whether a piece's middle lies in a doubtful place, or the other way round."""
    pairs = ((piece, doubt), (doubt, piece))
    return any(cv2.pointPolygonTest(np.asarray(a.quad_px, np.float32), np.mean(b.quad_px, axis=0).tolist(), False) >= 0 for a, b in pairs)
