"""A table that lives: every frame of a camera comes here, and only what is new, still, well lit and agreed upon leaves.

A frame costs a glance at a small picture. Once the table lies still again it is read where it changed (the whole picture when nearly
all of it did), several times, and the looks vote: what they agree on is told once; a name that flickers is told without a name.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import light
from vision.boards import agree, together
from vision.damage import damage
from vision.frame import Frame
from vision.observation import Board, Detection, NotReady, Observation, Quad, Quality
from vision.origin import Origin
from vision.overlap import iou
from vision.plane import TablePlane
from vision.settle import PARAMS as SETTLE, Settle, SettleParams, changed
from vision.tracking import PARAMS as TRACKING, TrackParams, Tracks

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom not included."""


class Read(Protocol):
    """Reads one picture: `TableReader.read`."""

    def __call__(self, frame: Frame, table: TablePlane | None = None, quality: Quality | None = None) -> Observation:
        """What lies there; finds plane and quality itself when they are not given."""


@dataclass(frozen=True, slots=True)
class LiveParams:
    """When a table is read, and when its readings are believed."""

    settle: SettleParams = SETTLE
    tracking: TrackParams = TRACKING
    again_s: float = 8.0
    """A table that has not changed is read again after this long: what no single frame showed may have crept in."""
    poor_s: float = 1.0
    """After a picture too poor to be read, so long until the next try."""
    changed_share: float = 0.0006
    """Part of the small picture that differs from the one that was read: something new lies there."""
    most_patch: float = 0.5
    """A change that fills more of the picture has the whole of it read."""
    least_patch_px: int = 320
    """Of the picture, each way: a card hardly ever needs less."""
    margin: float = 0.35
    """Of a patch's own size, added on each side."""


@dataclass(frozen=True, slots=True)
class _Period:
    """While the table lies still: what was kept from before, and what the looks at the change have seen so far."""

    patch: Box | None
    """None: the whole picture."""
    kept: tuple[Detection, ...] = ()
    tracks: Tracks = field(default_factory=Tracks)
    board: Board | None = None
    """Of the last look."""


class LiveReader:
    """Asked with every frame, in order, by one thread. `look` answers an Observation to be judged, why not, or None for nothing new."""

    def __init__(self, read: Read, *, origin: Callable[[Frame], TablePlane | None] | None = None, params: LiveParams | None = None) -> None:
        """`origin` finds the plane of a frame; by default one that keeps its millimetres all evening."""
        self.params = params or LiveParams()
        self._read, self._origin = read, origin or Origin()
        self._settle = Settle(self.params.settle)
        self._period: _Period | None = None
        self._told: Observation | None = None
        self._told_small: NDArray[np.float32] | None = None
        self._plane: TablePlane | None = None
        self._quality: Quality | None = None
        self._poor: tuple[NotReady, float] | None = None
        """Why the last picture was too poor, and until when none is tried."""
        self._whole_at = 0.0
        """From when on the whole picture is read again; after every movement at once, behind the patch that tells the news."""

    def again(self) -> None:
        """Somebody changed the score: the table is looked at once more, wholly."""
        self._period, self._whole_at = None, 0.0

    def look(self, frame: Frame) -> Observation | NotReady | None:
        """What this frame adds. None: the table is as it was told, or the looks do not agree yet."""
        if (broken := damage(frame)) is not None:
            return broken
        self._settle = self._settle.seen(frame)
        if self._settle.why is not None:
            self._period, self._whole_at = None, 0.0
            return self._settle.why
        if self._poor is not None and frame.taken_at < self._poor[1]:
            return self._poor[0]
        if self._period is None:
            self._period = self._begun(frame)
            if self._period is None:
                return None
        observation, self._poor = self._looked(frame, self._period), None
        if self._told is not None and self._told.board is not None and isinstance(observation, Observation) and observation.board is None:
            observation = NotReady.NO_BOARD
        if isinstance(observation, NotReady):
            self._period, self._poor = None, (observation, frame.taken_at + self.params.poor_s)
            return observation
        return self._voted(frame, observation)

    def _begun(self, frame: Frame) -> _Period | None:
        """A new period, when there is something to read; None when the table lies as it was told."""
        told, before = self._told, self._told_small
        now = self._settle.last
        if told is None or before is None or now is None or before.shape != now.shape:
            return _Period(None)
        mask = changed(now, before, self.params.settle)
        if mask.mean() < self.params.changed_share:
            return _Period(None) if frame.taken_at >= self._whole_at else None
        change = _box_of(mask, frame.size_px)
        box = _grown(change, told.detections, frame.size_px, self.params)
        width, height = frame.size_px
        large = (box[2] - box[0]) * (box[3] - box[1]) > self.params.most_patch * width * height
        if large or self._plane is None or told.board is not None or told.stacks:
            return _Period(None)
        return _Period(box, tuple(piece for piece in told.detections if not _touches(piece.quad_px, change)))

    def _looked(self, frame: Frame, period: _Period) -> Observation | NotReady:
        """One reading, of the whole frame or of the patch; why not when the picture is too poor."""
        if period.patch is None:
            self._plane = self._origin(frame)
            observation = self._read(frame, self._plane)
            self._quality = observation.quality
            return light.not_ready(observation.quality) or observation
        x0, y0, x1, y1 = period.patch
        part = Frame(np.ascontiguousarray(frame.rgb[y0:y1, x0:x1]), frame.taken_at)
        assert self._plane is not None
        observation = self._read(part, _shifted(self._plane, -x0, -y0), self._quality)
        fresh = [replace(piece, quad_px=_moved(piece.quad_px, x0, y0)) for piece in observation.detections]
        inner = _inner(period.patch, frame.size_px)
        found = tuple(piece for piece in fresh if _lies_in(piece.quad_px, inner) and not _overlaps(piece, period.kept))
        return replace(observation, size_px=frame.size_px, detections=found)

    def _voted(self, frame: Frame, observation: Observation) -> Observation | None:
        """Counts a look; what all say once they agree, or have had their say."""
        assert self._period is not None
        last = self._period.board
        period = replace(self._period, tracks=self._period.tracks.seen(observation.detections), board=observation.board)
        self._period, tracks, voting = period, period.tracks, self.params.tracking
        stable, board = tracks.stable, observation.board
        is_agreed = _agree(stable, observation.detections) and (board is None or (last is not None and agree(last, board)))
        if tracks.frames < voting.least_votes or (tracks.frames < voting.looks and not is_agreed):
            return None
        board = together(last, board) if last is not None and board is not None else board
        told = replace(observation, detections=(*period.kept, *stable), board=board)
        self._told, self._told_small, self._period = told, self._settle.last, None
        if period.patch is None:
            self._whole_at = frame.taken_at + self.params.again_s
        return told


def _agree(stable: Sequence[Detection], newest: Sequence[Detection]) -> bool:
    """Whether the newest look shows just what the vote says, piece by piece."""
    return sorted(str(piece.id) for piece in stable) == sorted(str(piece.id) for piece in newest)


def _box_of(mask: NDArray[np.bool_], size_px: tuple[int, int]) -> Box:
    """The change's bounding box in the picture's own pixels."""
    x, y, w, h = cv2.boundingRect(mask.astype(np.uint8))
    across, down = size_px[0] / mask.shape[1], size_px[1] / mask.shape[0]
    return int(x * across), int(y * down), int((x + w + 1) * across), int((y + h + 1) * down)


def _grown(box: Box, pieces: Sequence[Detection], size_px: tuple[int, int], params: LiveParams) -> Box:
    """Large enough for the pieces that it touches, and for a new one that lies half under them."""
    x0, y0, x1, y1 = box
    for piece in pieces:
        if _touches(piece.quad_px, box):
            xs, ys = [x for x, _ in piece.quad_px], [y for _, y in piece.quad_px]
            x0, y0, x1, y1 = min(x0, int(min(xs))), min(y0, int(min(ys))), max(x1, int(max(xs)) + 1), max(y1, int(max(ys)) + 1)
    wide = max((x1 - x0) * (1 + 2 * params.margin), params.least_patch_px)
    high = max((y1 - y0) * (1 + 2 * params.margin), params.least_patch_px)
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    return max(0, int(cx - wide / 2)), max(0, int(cy - high / 2)), min(size_px[0], int(cx + wide / 2)), min(size_px[1], int(cy + high / 2))


def _touches(quad: Quad, box: Box) -> bool:
    """Whether a quad's own box and the box meet."""
    xs, ys = [x for x, _ in quad], [y for _, y in quad]
    return min(xs) < box[2] and max(xs) >= box[0] and min(ys) < box[3] and max(ys) >= box[1]


def _inner(patch: Box, size_px: tuple[int, int], rim_px: int = 2) -> Box:
    """The patch without its rim, except where that is the picture's own: what it cuts is no whole piece."""
    x0, y0, x1, y1 = patch
    far = 10 * max(size_px)
    return (
        x0 + rim_px if x0 > 0 else -far,
        y0 + rim_px if y0 > 0 else -far,
        x1 - rim_px if x1 < size_px[0] else far,
        y1 - rim_px if y1 < size_px[1] else far,
    )


def _lies_in(quad: Quad, box: Box) -> bool:
    return all(box[0] <= x < box[2] and box[1] <= y < box[3] for x, y in quad)


def _overlaps(piece: Detection, kept: Sequence[Detection], same: float = 0.5) -> bool:
    """Whether it is one of those that were kept, seen again."""
    return any(iou(piece.quad_px, other.quad_px) >= same for other in kept)


def _moved(quad: Quad, dx: float, dy: float) -> Quad:
    a, b, c, d = ((x + dx, y + dy) for x, y in quad)
    return a, b, c, d


def _shifted(plane: TablePlane, dx: float, dy: float) -> TablePlane:
    """The same plane in a picture whose origin lies elsewhere."""
    shift = np.array([[1, 0, dx], [0, 1, dy], [0, 0, 1]], np.float64)
    return replace(plane, mm_to_px=shift @ plane.mm_to_px, quads_px=tuple(_moved(quad, dx, dy) for quad in plane.quads_px))
