"""Votes over frames: what several looks agree on is stable; a reading that flickers becomes unsure, never two answers.

Standard library only: detections in, detections out.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from vision.image.overlap import iou
from vision.observation import Candidate, Detection


@dataclass(frozen=True, slots=True)
class TrackParams:
    """When looks agree."""

    looks: int = 5
    """So many last frames vote."""
    least_votes: int = 2
    """Frames that have to bear a name before anybody hears it."""
    least_share: float = 0.75
    """Of the frames that named the piece, the part that has to bear that name."""
    least_seen: float = 0.5
    """Part of the looks at a piece that have to name it."""
    least_there: float = 0.5
    """Part of the last frames in which a piece has to be seen, or it is not there."""
    least_iou: float = 0.4
    """Overlap with where it was, to be the same piece."""
    same_place_iou: float = 0.5
    """Overlap at which two pieces of one kind cannot both be there."""


PARAMS = TrackParams()


@dataclass(frozen=True, slots=True)
class Track:
    """One place on the table over the last frames; None where nothing was seen there."""

    looks: tuple[Detection | None, ...]
    """Oldest first."""

    @property
    def latest(self) -> Detection:
        """The last that was seen there."""
        return next(look for look in reversed(self.looks) if look is not None)

    @property
    def seen(self) -> tuple[Detection, ...]:
        """The looks that saw something."""
        return tuple(look for look in self.looks if look is not None)


@dataclass(frozen=True, slots=True)
class Tracks:
    """What is remembered between frames; `seen` gives the next. Start with `Tracks()`."""

    params: TrackParams = PARAMS
    tracks: tuple[Track, ...] = ()
    frames: int = 0

    def seen(self, detections: Sequence[Detection]) -> "Tracks":
        """The next state, after the detections of one more frame."""
        left = dict(enumerate(detections))
        tracks = []
        pairs = _pairs(self.tracks, detections, self.params)
        for i, track in enumerate(self.tracks):
            look = left.pop(pairs[i]) if i in pairs else None
            looks = (*track.looks, look)[-self.params.looks :]
            if any(looks):
                tracks.append(Track(looks))
        before = min(self.frames, self.params.looks - 1)
        tracks += [Track((*(None,) * before, new)) for new in left.values()]
        return Tracks(self.params, tuple(tracks), self.frames + 1)

    @property
    def stable(self) -> tuple[Detection, ...]:
        """What the last frames agree on, each piece where it was seen last."""
        there = [t for t in self.tracks if len(t.seen) >= self.params.least_there * min(self.frames, self.params.looks)]
        return one_answer_a_place([voted(track.seen, track.latest, self.params) for track in there], self.params)


def voted(looks: Sequence[Detection], latest: Detection, params: TrackParams = PARAMS) -> Detection:
    """One detection out of several looks at the same place: the name they agree on, or unsure with the names they gave."""
    named = [look for look in looks if look.id is not None]
    if not named:
        return latest
    votes = Counter(look.id for look in named if look.id is not None)
    (winner, count), *others = votes.most_common()
    if others and count < params.least_share * len(named):
        return _unsure(looks, latest, f"the readings change: {', '.join(sorted(votes))}")
    if count < params.least_votes or len(named) < params.least_seen * len(looks):
        return _unsure(looks, latest, f"read as {winner} in {count} of {len(looks)} pictures only")
    confidence = sum(look.confidence for look in named if look.id == winner) / count
    return replace(latest, id=winner, confidence=confidence * count / len(named), alternatives=(), why="")


def one_answer_a_place(detections: Sequence[Detection], params: TrackParams = PARAMS) -> tuple[Detection, ...]:
    """Of those that lie in one place: the most confident when they agree, one unsure with all their names when they do not."""
    kept: list[Detection] = []
    for detection in sorted(detections, key=lambda d: -d.confidence):
        rival = next((k for k in kept if k.kind == detection.kind and iou(k.quad_px, detection.quad_px) >= params.same_place_iou), None)
        if rival is None or (detection.id is None and not rival.is_sure):
            kept.append(detection)
        elif detection.id != rival.id and (detection.is_sure or not rival.is_sure):
            names = ", ".join(sorted({d.id for d in (rival, detection) if d.id is not None}))
            kept[kept.index(rival)] = _unsure([rival, detection], rival, f"several readings of one place: {names}")
    return tuple(kept)


def _unsure(looks: Iterable[Detection], latest: Detection, why: str) -> Detection:
    return replace(latest, id=None, confidence=0.0, alternatives=_offers(looks), why=why)


def _offers(looks: Iterable[Detection]) -> tuple[Candidate, ...]:
    """Every id that some look named or thought possible, with its mean confidence, best first."""
    looks = list(looks)
    sums: Counter[str] = Counter()
    for look in looks:
        offered = [Candidate(look.id, look.confidence)] if look.id is not None else look.alternatives
        for candidate in offered:
            sums[candidate.id] += candidate.confidence  # type: ignore[assignment]  # a Counter adds floats just as well
    return tuple(Candidate(id, total / len(looks)) for id, total in sums.most_common())


def _pairs(tracks: Sequence[Track], detections: Sequence[Detection], params: TrackParams) -> dict[int, int]:
    """Track to detection, each used once, the best overlap first."""
    overlaps = {}
    for i, track in enumerate(tracks):
        where = track.latest
        for j, detection in enumerate(detections):
            if detection.kind == where.kind and (overlap := iou(where.quad_px, detection.quad_px)) >= params.least_iou:
                overlaps[i, j] = overlap
    pairs: dict[int, int] = {}
    for i, j in sorted(overlaps, key=lambda pair: -overlaps[pair]):
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return pairs
