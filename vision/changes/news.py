"""Is what a look shows news? What came to lie on a table has changed its picture there, and what has changed it must lie there.

A picture is held against the one of an earlier look, pixel by pixel as in `unmoved.py`. Where nothing has changed nothing came: a thing
without a name that shows there is a doubt of the reader's, none of the table. Where something has changed and no piece is seen, one
was overlooked. And what came alone, with nothing around it changed, has brought no larger piece below it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.changes.places import SAME, is_named, overlaps
from vision.changes.unmoved import COMPACT_PX, PARAMS as UNMOVED, Fine, differing
from vision.image.overlap import area, iou
from vision.observation import PRINTED, Candidate, Detection, Quad, quad_of

LATE = "seen in a later picture only, though nothing has changed there"
MOST_TAKEN = 12
"""Pieces remembered that were taken away."""
Marks = NDArray[np.uint8]
"""(h, w) of the fine picture: 1 where something is marked."""


@dataclass(frozen=True, slots=True)
class NewsParams:
    """When a change is one, and of what. Lengths in pixels of the fine picture."""

    bumped: float = 0.01
    """More of the picture has changed than this: the table may have been bumped, and all of it lies a little aside."""
    sure: float = 0.9
    """A token named less surely has to have been brought."""
    sure_asked: float = 0.5
    """The same where somebody has just put right what is told."""
    brought: float = 0.08
    """Part of a new piece's place that must have changed."""
    least_left: float = 0.2
    """Part of it beside the named pieces that lie on it, to tell."""
    shadow: float = 0.4
    """What lies next to a piece within this part of its shorter side ..."""
    most_shadow_px: float = 6.0
    """... but no farther is its own shadow ..."""
    rim_px: float = 2.0
    """... and this much its edge."""
    least_piece_px: int = 40
    """Area of a change in which a piece may have been overlooked."""
    around: float = 0.95
    """Of a token's shorter side: so far around it, behind its shadow, nothing may have changed if it came alone."""
    least_around_px: int = 60
    """So much of that must show."""
    unchanged: float = 0.06
    """Part of it that may have changed all the same."""
    came: float = 0.4
    """Part of a token's own place that has changed if it came."""


PARAMS = NewsParams()


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """What one picture of a table shows otherwise than an earlier one."""

    differs: Marks
    scale: float
    """Pixels of the fine picture per pixel of the frame."""

    def part(self, piece: Detection, less: Sequence[Detection] = (), params: NewsParams = PARAMS) -> float | None:
        """The part of a piece's place that has changed, less what these others and their shadows hide; None where they leave too little."""
        shown = replace(piece, quad_px=quad_of(piece.shown_px)) if len(piece.shown_px) == len(piece.quad_px) else piece
        place = self._of([shown])
        left = place & (1 - self._of(less, params))
        if not (whole := np.count_nonzero(place)) or np.count_nonzero(left) < params.least_left * whole:
            return None
        return float(np.count_nonzero(left & self.differs) / np.count_nonzero(left))

    def is_overlooked(self, pieces: Sequence[Detection], params: NewsParams = PARAMS) -> bool:
        """Whether something as large as a piece has changed that is neither one of these nor its shadow."""
        left = self.beside(pieces, params)
        solid = cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((COMPACT_PX, COMPACT_PX), np.uint8))
        return bool(cv2.connectedComponentsWithStats(solid)[2][1:, cv2.CC_STAT_AREA].max(initial=0) >= params.least_piece_px)

    def place(self, piece: Detection) -> Marks:
        """(h, w) where a piece lies."""
        return self._of([piece])

    def beside(self, pieces: Sequence[Detection], params: NewsParams = PARAMS) -> Marks:
        """(h, w) what has changed where none of these pieces nor its shadow lies."""
        return np.asarray(self.differs & (1 - self._of(pieces, params)), np.uint8)

    def alone(self, tokens: Sequence[Detection], others: Sequence[Detection], params: NewsParams = PARAMS) -> tuple[Detection, ...]:
        """Of tokens those that came, and around which and all that came next to them nothing has changed but where these `others` are."""
        came, tokens = self._of(tokens, params), [one for one in tokens if (self.part(one) or 0.0) >= params.came]
        if not tokens:
            return ()
        _, heaps = cv2.connectedComponents(_grown(tokens, self.differs.shape, self.scale, params.around, params.rim_px))
        hidden = came | self._of(others, params)
        found = list[Detection]()
        for token in tokens:
            (x, y), (height, width) = self._middle(token), heaps.shape
            if not (0 <= x < width and 0 <= y < height):
                continue
            around = (heaps == heaps[y, x]) & (hidden == 0)
            total = np.count_nonzero(around)
            if total >= params.least_around_px and np.count_nonzero(around & (self.differs > 0)) <= params.unchanged * total:
                found.append(token)
        return tuple(found)

    def _of(self, pieces: Iterable[Detection], params: NewsParams | None = None) -> Marks:
        """Where pieces lie, with `params` with their shadows."""
        return places_of(pieces, self.differs.shape, self.scale, params)

    def _middle(self, piece: Detection) -> tuple[int, int]:
        x, y = np.rint(np.asarray(piece.quad_px).mean(axis=0) * self.scale).astype(int).tolist()
        return x, y


def places_of(pieces: Iterable[Detection], shape: tuple[int, ...], scale: float, params: NewsParams | None = PARAMS) -> Marks:
    """Of a fine picture: 1 where pieces lie, and unless `params` is None where their shadows do."""
    if params is None:
        return _grown(pieces, shape, scale, 0.0, 0.0)
    return _grown(pieces, shape, scale, params.shadow, params.rim_px, params.most_shadow_px)


def _grown(
    pieces: Iterable[Detection], shape: tuple[int, ...], scale: float, share: float, rim_px: float, most_px: float = np.inf
) -> Marks:
    """Each piece grown on all sides by a part of its own shorter side, and a rim."""
    marks = np.zeros(shape[:2], np.uint8)
    for piece in pieces:
        corners = np.rint((np.asarray(piece.quad_px, np.float64) + 0.5) * scale - 0.5).astype(np.int32)
        cv2.fillPoly(marks, [corners], 1)
        if by := round(min(share * _shorter(piece.quad_px) * scale, most_px) + rim_px):
            cv2.polylines(marks, [corners], True, 1, 2 * by + 1)
    return marks


def _shorter(quad: Quad) -> float:
    """Of a quad's sides the shorter, in its own unit."""
    (ax, ay), (bx, by), (cx, cy), _ = quad
    return float(min(np.hypot(bx - ax, by - ay), np.hypot(cx - bx, cy - by)))


def change(now: Fine, before: Fine | None, params: NewsParams = PARAMS) -> Change | None:
    """What has changed since an earlier picture, once the light's change and a bump are taken out; None where there is none of its size."""
    if before is None or before.rgb.shape != now.rgb.shape:
        return None
    differs = differing(now, before)
    if differs.mean() > params.bumped and (bumped := _bumped_to(now, before)) is not None:
        differs = min(differs, differing(now, bumped), key=np.count_nonzero)
    return Change(differs, now.scale)


def _bumped_to(now: Fine, before: Fine) -> Fine | None:
    """The earlier picture, shifted as a whole to where the later one shows the same; None where that is farther than a bump moves it.

    On a plain table most of what can be held against each other is the pieces: a line that was pushed as a whole is no bump.
    """
    grey = [cv2.cvtColor(one.rgb, cv2.COLOR_RGB2GRAY).astype(np.float32) for one in (before, now)]
    (dx, dy), _ = cv2.phaseCorrelate(grey[0], grey[1], cv2.createHanningWindow(grey[0].shape[::-1], cv2.CV_32F))
    if max(abs(dx), abs(dy)) > UNMOVED.most_slid_px:
        return None
    move = np.array([[1, 0, dx], [0, 1, dy]], np.float64)
    moved = cv2.warpAffine(before.rgb, move, before.rgb.shape[1::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return replace(before, rgb=np.asarray(moved, np.uint8))


def _may_be_ghost(piece: Detection, is_asked: bool = False, params: NewsParams = PARAMS) -> bool:
    """Whether a piece has to have been brought to be taken for more than a misreading: one without a name, and a token named by little.

    `is_asked`: somebody has just put right what is told; a name that agrees by then is believed.
    """
    return not is_named(piece) or (piece.kind == "token" and piece.confidence < (params.sure_asked if is_asked else params.sure))


def without_ghosts(
    seen: Sequence[Detection],
    told: Sequence[Detection],
    changes: Sequence[Change | None],
    is_asked: bool = False,
    params: NewsParams = PARAMS,
) -> tuple[Detection, ...]:
    """What is seen, less what may be a ghost, was not told, and lies where nothing has changed since any of some earlier pictures.

    The first of the changes is that since what was told. None among them: one of those pictures does not exist, and everything stays.
    """
    known = [one for one in changes if one is not None]
    if len(known) < len(changes) or not known:
        return tuple(seen)
    firm = [one for one in seen if not _may_be_ghost(one, is_asked, params)]
    named = [*firm, *(one for one in told if not _may_be_ghost(one, is_asked, params))]
    kept = (one for one in seen if one in firm or overlaps(one, told) or _is_brought(one, named, known, params))
    return tuple(kept) if is_asked else tuple(_if_late(one, told, named, known[0], params) for one in kept)


def _if_late(piece: Detection, told: Sequence[Detection], named: Sequence[Detection], since: Change, params: NewsParams) -> Detection:
    """A piece; a named token without its name where the look that was told saw none, and nothing has changed since that look."""
    others = [one for one in named if one.kind not in PRINTED and not overlaps(one, [piece])]
    if piece.kind != "token" or not is_named(piece) or overlaps(piece, told) or _is_brought(piece, others, [since], params):
        return piece
    return replace(piece, id=None, confidence=0.0, side=None, alternatives=(Candidate(piece.id or "", piece.confidence),), why=LATE)


def _is_brought(piece: Detection, named: Sequence[Detection], changes: Sequence[Change], params: NewsParams) -> bool:
    size = area(piece.quad_px)
    smaller = [one for one in named if one is not piece and area(one.quad_px) <= size / SAME]
    parts = [one.part(piece, smaller, params) for one in changes]
    return any(part is None or part >= params.brought for part in parts)


def passing(seen: Sequence[Detection], told: Sequence[Detection]) -> tuple[Detection, ...]:
    """Named tokens and the like that came, or went: what they or their gaps hide of a card says nothing of it."""
    small = [[one for one in pieces if one.is_sure and one.kind not in PRINTED] for pieces in (seen, told)]
    return (*(one for one in small[0] if not overlaps(one, told)), *(one for one in small[1] if not overlaps(one, seen)))


def taken_away(earlier: Sequence[Detection], told: Sequence[Detection], now: Sequence[Detection]) -> tuple[Detection, ...]:
    """Named printed pieces that were told and are not there now, behind those taken away `earlier`; the newest few."""
    there = {one.id for one in now}
    left = (*earlier, *(one for one in told if one.is_sure and one.kind in PRINTED and one.quad_mm is not None))
    lately = {one.id: one for one in left if one.id not in there}
    return tuple(lately.values())[-MOST_TAKEN:]


def still_alone(
    missed: Sequence[Detection],
    told: Sequence[Detection],
    now: Sequence[Detection],
    since: Change | None,
    params: NewsParams = PARAMS,
) -> tuple[Detection, ...]:
    """Tokens that came alone and that no look shows, of those told and those `missed` before, where nothing has changed `since`."""
    lacking = [one for one in (*missed, *told) if one.came_alone and not overlaps(one, now)]
    return tuple(one for one in lacking if since is not None and (since.part(one) or 0.0) < params.came)


def marked_alone(
    pieces: Sequence[Detection], told: Sequence[Detection], since: Change | None, params: NewsParams = PARAMS
) -> tuple[Detection, ...]:
    """The pieces; tokens that came alone since what was told are marked as such, and so are those that were before."""
    before = [one for one in told if one.came_alone]
    tokens = [one for one in pieces if one.kind == "token"]
    found = [one for one in tokens if any(one.id == old.id and iou(one.quad_px, old.quad_px) >= SAME for old in before)]
    fresh = [one for one in tokens if one not in found]
    if since is not None and fresh:
        others = [one for one in (*pieces, *told) if one.kind == "token" or not (overlaps(one, told) and overlaps(one, pieces))]
        found += since.alone(fresh, others, params)
    marked = {id(one) for one in found}
    return tuple(replace(one, came_alone=id(one) in marked) if one.came_alone != (id(one) in marked) else one for one in pieces)
