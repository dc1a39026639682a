"""A table that lives: every frame of a camera comes here, and only what is new, still, well lit and agreed upon leaves.

A frame costs a glance at a small picture. As soon as nothing moves the table is read where it changed (the whole picture when nearly
all of it did; of a board of letters what changed, and the places beside it); what was read is told once the table has been still for
long enough. One look is enough where nothing in it is in doubt, else several vote: what they agree on is told once; a name that flickers
is told without a name. Behind the news the whole picture is read, and votes with what was told.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision import light
from vision.boards import agree, together
from vision.damage import damage
from vision.frame import Frame
from vision.live_params import LiveParams
from vision.news import Change, change, marked_alone, passing, places_of, still_alone, taken_away, without_ghosts
from vision.observation import Detection, Face, NotReady, Observation, Quality
from vision.onboard import as_piece, beside_board, board_pieces, not_of_board
from vision.origin import Origin
from vision.parts import Read, read_part
from vision.patches import (
    PRINTED,
    Box,
    Known,
    Mask,
    area_of,
    box_around,
    boxes_of,
    part_of,
    without,
    without_specks,
)
from vision.period import Period
from vision.places import is_firm, is_named, is_of_fan, is_same, is_seen_again, names_agree, overlaps
from vision.plane import TablePlane
from vision.pushed import Lay, lay_of, pushed
from vision.settle import Settle, Small, changed
from vision.tracking import Tracks, one_answer_a_place
from vision.unexplained import Overlooked, is_covered, not_gone
from vision.unmoved import Fine, Looked, changed_places, fine_of, is_unmoved, looked_at, slid, unmoved

_SIEVE = (192, 108)
"""Places in which two pictures of middling size are held against each other."""


class LiveReader:
    """Asked with every frame, in order, by one thread. `look` answers an Observation to be judged, why not, or None for nothing new."""

    def __init__(self, read: Read, *, origin: Callable[[Frame], TablePlane | None] | None = None, params: LiveParams | None = None) -> None:
        """`origin` finds the plane of a frame; by default one that keeps its millimetres all evening."""
        self.params = params or LiveParams()
        self._read, self._origin = read, origin or Origin()
        self._settle = Settle(self.params.settle)
        self._period: Period | None = None
        self._told: Observation | None = None
        self._told_small: Small | None = None
        self._told_fine: Fine | None = None
        self._firm_fine: Fine | None = None
        """The table when two looks at the whole of it last agreed."""
        self._plane: TablePlane | None = None
        self._quality: Quality | None = None
        self._poor: tuple[NotReady, float] | None = None
        """Why the last picture was too poor, and until when none is tried."""
        self._whole_at = 0.0
        """From when on the whole picture is read again; after every movement at once, behind the patch that tells the news."""
        self._firm: tuple[Looked, ...] = ()
        """Pieces of what was told that two looks agreed on, as they looked then."""
        self._as_told: tuple[Looked, ...] = ()
        """Pieces that were told by name, as they looked then."""
        self._lays: tuple[Lay, ...] = ()
        """All pieces that were told, as they lay then; none on a board of letters."""
        self._unnamed = Overlooked()
        self._newest: tuple[Frame, Fine] | None = None
        self._changes: dict[tuple[Fine, Fine], Change | None] = {}
        self._is_asked = False
        """Whether somebody has changed the score since the last look: what was overlooked before may be known now."""
        self._missed: tuple[Detection, ...] = ()
        """Tokens that came alone and that the last looks did not show, though nothing has changed there."""
        self._anew_at = 0.0
        """From when on all of them are read again with the whole picture."""

    def again(self) -> None:
        """Somebody changed the score: the table is looked at once more, wholly."""
        self._period, self._whole_at, self._firm, self._as_told, self._is_asked = None, 0.0, (), (), True

    def look(self, frame: Frame) -> Observation | NotReady | None:
        """What this frame adds. None: the table is as it was told, or the looks do not agree yet."""
        if (broken := damage(frame)) is not None:
            return broken
        self._settle = self._settle.seen(frame)
        why = self._settle.why
        if why is not None and not (self._settle.is_free and self.params.is_early):
            self._period, self._whole_at = None, 0.0
            return why
        if self._poor is not None and frame.taken_at < self._poor[1]:
            return self._poor[0]
        if self._period is None or self._is_past(self._period):
            self._period = self._begun(frame, is_early=why is not None)
        if self._period is None:
            return why
        size = frame.size_px
        if self._needs_a_look(self._period, size, is_early=why is not None) and (poor := self._looked(frame, self._period)) is not None:
            return poor
        if why is not None or not self._is_quiet(self._period, frame) or (pieces := self._agreed(self._period, size)) is None:
            return why
        is_new = frame.taken_at - self._period.begun_at < self.params.settle.believe_s
        return NotReady.HAND if is_new and self._is_covered(self._period, pieces) else self._tell(self._period, pieces)

    def _needs_a_look(self, period: Period, size_px: tuple[int, int], is_early: bool) -> bool:
        """Whether what was seen so far does not suffice; before the table is still not more looks are tried than most often do."""
        voting = self.params.tracking
        is_enough = period.looks >= voting.least_votes if is_early else period.tracks.frames >= voting.looks
        return period.latest is None or (not is_enough and self._agreed(period, size_px) is None)

    def _is_quiet(self, period: Period, frame: Frame) -> bool:
        """Whether the news has lain there for long enough: what an arm's first centimetre hides is none."""
        return period.mask is None or frame.taken_at - period.begun_at >= self.params.settle.quiet_s

    def _is_past(self, period: Period) -> bool:
        """Whether the table has changed since the first look at it, too slowly to be called movement."""
        now = self._settle.last
        return now is None or self._is_changed(changed(now, period.small, self.params.settle))

    def _is_changed(self, mask: Mask) -> bool:
        return bool(mask.mean() >= self.params.changed_share)

    def _begun(self, frame: Frame, is_early: bool) -> Period | None:
        """A new period, when there is something to read; None when the table lies as it was told."""
        told, before, now, at = self._told, self._told_small, self._settle.last, frame.taken_at
        assert now is not None
        if told is None or before is None or before.shape != now.shape:
            return Period(now, at)
        mask, is_after_all = changed(now, before, self.params.settle), self._whole_at == 0.0
        is_changed = self._is_changed(mask)
        lying = not_of_board(told) if is_changed or is_after_all else []
        if self._told_fine is not None and (is_changed or is_after_all):
            mask = mask | changed_places(self._fine(frame), self._told_fine, (mask.shape[1], mask.shape[0]), lying=lying)
        if not is_changed and not (is_after_all and mask.any()):
            if is_early or frame.taken_at < self._whole_at:
                return None
            return Period(now, at) if told.stacks else self._unchanged(frame, told, now)
        mask, board = without_specks(mask), told.board
        if told.stacks or (board is not None and (board.confidence == 0 or self._plane is None)):
            return Period(now, at, mask)
        width, height = frame.size_px
        news = mask if board is None else without(mask, [as_piece(board)], frame.size_px)
        same = tuple(piece for piece in lying if part_of(mask, piece, frame.size_px) == 0)
        others = [piece for piece in lying if piece not in same]
        aside = {} if board is not None else self._pushed(frame, others, same)
        news = without(news, tuple(aside.values()), frame.size_px) if aside else news
        left = tuple(aside)
        boxes = boxes_of(news, [one for one in lying if one not in left], frame.size_px, self.params.margin, self.params.least_patch_px)
        same = (*same, *aside.values())
        if area_of(boxes) > self.params.most_patch * width * height or self._plane is None:
            return Period(now, at, mask) if board is not None else Period(now, at, mask, left=left, tracks=self._known(same))
        return Period(now, at, mask, boxes, same, left, has_board=board is not None)

    def _pushed(self, frame: Frame, pieces: Sequence[Detection], beside: Sequence[Detection]) -> dict[Detection, Detection]:
        """Of pieces whose place has changed, those that lie elsewhere now, `beside` others that lie where they lay."""
        if self._plane is None:
            return {}
        return pushed([lay for lay in self._lays if lay.looked.piece in pieces], frame, self._fine(frame), self._plane, beside)

    def _unchanged(self, frame: Frame, told: Observation, now: Small) -> Period:
        """The whole picture of a table that lies as it was told, less pieces that need not be read again."""
        kept: tuple[Detection, ...] = ()
        is_behind = self._whole_at == 0.0 and frame.taken_at < self._anew_at and told.board is None
        if is_behind and self._firm and not self._has_moved(frame):
            fine = self._fine(frame)
            kept = tuple(one.piece for one in self._firm if is_unmoved(one, fine))
        others = [piece for piece in told.detections if piece not in kept]
        return Period(now, frame.taken_at, kept=kept, tracks=self._known(others), board=told.board)

    def _has_moved(self, frame: Frame) -> bool:
        """Whether the camera or the table was moved since the last look, or nobody can tell."""
        before, self._plane = self._plane, self._origin(frame)
        return before is None or self._plane is None or not np.array_equal(before.mm_to_px, self._plane.mm_to_px)

    def _known(self, pieces: Sequence[Detection]) -> Tracks:
        """Votes that begin with what was told of places that have not changed: no noise of a frame or two makes a piece vanish there."""
        return Tracks(replace(self.params.tracking, least_there=self.params.still_there)).seen(pieces)

    def _looked(self, frame: Frame, period: Period) -> NotReady | None:
        """One reading, of the whole frame or of the patches, counted; why not when the picture is too poor."""
        observation, self._poor = self._seen(frame, period), None
        had_board = self._told is not None and self._told.board is not None
        poor = light.not_ready(observation.quality) or (NotReady.NO_BOARD if had_board and observation.board is None else None)
        if poor is not None:
            self._period, self._poor = None, (poor, frame.taken_at + self.params.poor_s)
            return poor
        last, board, fine = period.board, observation.board, self._fine(frame)
        is_agreed = board is None or (last is not None and agree(last, board))
        observation = replace(observation, detections=self._news(observation.detections, fine, self._is_asked and period.mask is None))
        tracks = period.tracks.seen(observation.detections)
        both = together(last, board) if last is not None and board is not None else board
        self._period = replace(
            period,
            tracks=tracks,
            looks=period.looks + 1,
            board=board,
            latest=replace(observation, board=both),
            frame=frame,
            fine=fine,
            is_agreed=is_agreed,
        )
        return None

    def _news(self, seen: tuple[Detection, ...], fine: Fine, is_asked: bool) -> tuple[Detection, ...]:
        """What is seen, less doubts where nothing can have come."""
        told = self._told
        if told is None or told.board is not None or all(is_named(one) and one.kind in PRINTED for one in seen):
            return seen
        return without_ghosts(seen, told.detections, (self._since(fine, self._told_fine), self._since(fine, self._firm_fine)), is_asked)

    def _fine(self, frame: Frame) -> Fine:
        """The frame in middling size, made once."""
        if self._newest is None or self._newest[0] is not frame:
            self._newest = frame, fine_of(frame)
        return self._newest[1]

    def _since(self, now: Fine | None, before: Fine | None) -> Change | None:
        """What has changed between two pictures, found out once for the newest of them."""
        if now is None or before is None:
            return None
        if (now, before) not in self._changes:
            self._changes = {pair: known for pair, known in self._changes.items() if pair[0] is now} | {(now, before): change(now, before)}
        return self._changes[now, before]

    def _with_board(self, frame: Frame, period: Period) -> Observation:
        """The board of letters, and what lies in the patches beside it."""
        seen = self._read(frame, self._plane, self._quality, Known(only_board=True))
        if seen.board is None:
            return seen
        kept, is_still = (*period.kept, as_piece(seen.board)), self._lies_still(frame, period)
        found = [piece for patch in period.patches for piece in self._part(frame, patch, kept, again=is_still).detections]
        return replace(seen, detections=self._stayed(frame, period, board_pieces(seen.board, found)))

    def _seen(self, frame: Frame, period: Period) -> Observation:
        if period.has_board:
            return self._with_board(frame, period)
        if not period.patches:
            if not period.kept or period.looks:
                self._plane = self._origin(frame)
            known = Known(period.kept, again=self._lies_still(frame, period))
            observation = self._read(frame, self._plane, None, known) if period.kept or known.again else self._read(frame, self._plane)
            self._quality = observation.quality
            found = tuple(one for one in observation.detections if not is_seen_again(one, period.kept))
            return replace(observation, detections=self._nearer(frame, period, (*found, *self._overlooked(frame, period, found))))
        is_still = self._lies_still(frame, period)
        seen = [self._part(frame, patch, period.kept, period.kept, again=is_still) for patch in period.patches]
        stages = dict.fromkeys(stage for one in seen for stage in one.timings_ms)
        timings = {stage: sum(one.timings_ms.get(stage, 0.0) for one in seen) for stage in stages}
        found = self._nearer(frame, period, tuple(piece for one in seen for piece in one.detections))
        return replace(seen[0], size_px=frame.size_px, detections=found, timings_ms=timings)

    def _lies_still(self, frame: Frame, period: Period) -> bool:
        """Whether the table looks just as it did at the last look; at the first table of an evening it is looked at wholly each time."""
        return self._told is not None and period.fine is not None and not changed_places(self._fine(frame), period.fine, _SIEVE).any()

    def _overlooked(self, frame: Frame, period: Period, seen: Sequence[Detection]) -> list[Detection]:
        """What a nearer look finds where much has changed, nothing lay, and the whole picture shows nothing."""
        told, mask, size = self._told, period.mask, frame.size_px
        if told is None or mask is None or self._plane is None or told.board is not None:
            return []
        left = without(mask, (*seen, *told.detections), size)
        found: list[Detection] = []
        if left.mean() >= self.params.overlooked_share:
            for box in boxes_of(left, (), size, self.params.margin, self.params.least_patch_px):
                found += self._part(frame, box, (*period.kept, *seen, *found)).detections
        return found

    def _nearer(self, frame: Frame, period: Period, seen: tuple[Detection, ...]) -> tuple[Detection, ...]:
        """What is seen, and pieces told by name that do not show, or without one, but look as they did, or do in a nearer look.

        That is taken only where not much has changed. How many backs of a fan show is told by no name: one of them is not looked for.
        """
        told, mask, size = self._told, period.mask, frame.size_px
        if told is None or self._plane is None:
            return seen
        if told.board is not None:
            return self._stayed(frame, period, seen)
        there = (*period.kept, *(one for one in seen if is_named(one)))
        lying = period.not_left(told.detections)
        lacking = [one for one in lying if is_named(one) and not overlaps(one, there) and not is_of_fan(one, told.detections)]
        if not lacking:
            return seen
        fine = self._fine(frame)
        found = unmoved(self._as_told, lacking, fine, places_of(passing(seen, told.detections), fine.rgb.shape, fine.scale))
        for looked in (one for one in self._as_told if one.piece in lacking and one.piece not in found):
            if (aside := slid(looked, fine)) is not None:
                found += (aside,)
        for old in (one for one in lacking if not overlaps(one, found)):
            if mask is None or part_of(mask, old, size) < self.params.gone:
                box = box_around(old, size, self.params.margin, self.params.least_patch_px)
                news = self._part(frame, box, (*there, *found)).detections
                found += tuple(new for new in news if any(is_same(one, new) for one in lacking))
        return (*(one for one in seen if is_named(one) or not overlaps(one, found)), *found)

    def _stayed(self, frame: Frame, period: Period, seen: tuple[Detection, ...]) -> tuple[Detection, ...]:
        """What is seen, and what was told beside a board and looks just as it did, but does not show: dark on dark cloth, in dim light."""
        there = (*period.kept, *(one for one in seen if is_named(one)))
        found = unmoved(self._as_told, [one.piece for one in self._as_told if not overlaps(one.piece, there)], self._fine(frame))
        return (*(one for one in seen if is_named(one) or not overlaps(one, found)), *found)

    def _part(
        self, frame: Frame, patch: Box, kept: Sequence[Detection], same: Sequence[Detection] = (), again: bool = False
    ) -> Observation:
        """What lies in a patch, in the whole picture's pixels, and was not there before."""
        assert self._plane is not None
        return read_part(self._read, frame, patch, self._plane, self._quality, kept, same, again)

    def _agreed(self, period: Period, size_px: tuple[int, int]) -> Sequence[Detection] | None:
        """What all looks say once they agree, or have had their say; what the first says when nothing in it is in doubt."""
        newest, tracks, voting = period.latest, period.tracks, self.params.tracking
        if newest is None:
            return None
        if period.looks == 1 and self._is_beyond_doubt(newest, period, size_px):
            return one_answer_a_place(newest.detections, voting)
        is_agreed = period.is_agreed and names_agree(tracks.stable, newest.detections)
        return tracks.stable if tracks.frames >= (voting.least_votes if is_agreed else voting.looks) else None

    def _is_covered(self, period: Period, pieces: Sequence[Detection]) -> bool:
        """Whether something lies over pieces that were told: an arm whose sleeve looks like the table ends in no sleeve."""
        since = None if period.mask is None else self._since(period.fine, self._told_fine)
        if self._told is None or self._told.board is not None or since is None:
            return False
        before = [one for one in period.not_left(self._told.detections) if one not in period.kept]
        return is_covered(before, (*period.kept, *pieces), since)

    def _tell(self, period: Period, pieces: Sequence[Detection]) -> Observation:
        """Believed from now on. A whole picture of what was known is enough for a while; else the next is one, behind this news."""
        assert period.latest is not None
        is_part = bool(period.patches) or period.has_board
        whole = self._told if is_part and self._told is not None else period.latest
        told = replace(period.latest, detections=(*period.kept, *pieces), rounds=whole.rounds)
        if self._told is not None and period.fine is not None and told.board is None:
            since = self._since(period.fine, self._told_fine)
            before = self._told
            is_asked = self._is_asked and period.mask is None
            stayed = () if since is None or is_asked else not_gone(period.not_left(before.detections), told.detections, since)
            marked = marked_alone((*told.detections, *stayed), (*before.detections, *self._missed), since)
            pieces = marked[len(period.kept) :]
            self._missed = still_alone(self._missed, before.detections, marked, since)
            self._unnamed = self._unnamed.after(before.detections, marked, self._missed, since)
            told = replace(
                told,
                detections=(*marked, *self._unnamed.beside(marked, self._plane)),
                taken_away=taken_away(before.taken_away, before.detections, marked),
            )
        self._firm = self._looked_at(period, pieces)
        if period.fine is not None and period.frame is not None:
            known = {lay.looked.piece: lay for lay in self._lays} if self._as_told else {}
            lying = told.detections if told.board is None else ()
            self._lays = tuple(known.get(one) or lay_of(one, period.frame, period.fine) for one in lying)
            self._as_told = self._beside(told, period.fine)
        self._told, self._told_small, self._told_fine, self._period = told, period.small, period.fine, None
        self._is_asked = self._is_asked and period.mask is not None
        if not period.patches and period.mask is None and period.tracks.frames >= self.params.tracking.least_votes:
            self._whole_at = told.taken_at + self.params.again_s
            self._anew_at = self._anew_at if period.kept else told.taken_at + self.params.anew_s
            self._firm_fine = period.fine
        return told

    def _beside(self, told: Observation, fine: Fine) -> tuple[Looked, ...]:
        """The pieces that are told by name, those on a board of letters apart, as they looked when they were read."""
        if told.board is None:
            return tuple(lay.looked for lay in self._lays if is_named(lay.looked.piece))
        before = {one.piece: one for one in self._as_told}
        return tuple(before.get(one) or looked_at(one, fine) for one in beside_board(told) if is_named(one))

    def _looked_at(self, period: Period, pieces: Sequence[Detection]) -> tuple[Looked, ...]:
        """The pieces that two looks agree on, as they look; those that were not read again, as they looked when they were."""
        before = tuple(one for one in self._firm if one.piece in period.kept)
        is_voted = period.looks >= self.params.tracking.least_votes or (period.mask is None and self._told is not None)
        if not is_voted or period.fine is None:
            return before
        return before + tuple(looked_at(piece, period.fine) for piece in pieces if is_firm(piece))

    def _is_beyond_doubt(self, newest: Observation, period: Period, size_px: tuple[int, int]) -> bool:
        """Whether every piece is sure or was known before, and what was known and is gone lies where much has changed."""
        told, mask = self._told, period.mask
        if told is None or mask is None or newest.board is not None or newest.stacks:
            return False
        pieces = one_answer_a_place(newest.detections, self.params.tracking)
        before = [piece for piece in period.not_left(told.detections) if piece not in period.kept]
        gone = [old for old in before if old.is_sure and not any(is_same(old, piece) for piece in pieces)]
        since = self._since(period.fine, self._told_fine)
        if since is not None and since.is_overlooked((*pieces, *told.detections)):
            return False
        return all(self._is_sure(piece) or any(is_same(old, piece) for old in before) for piece in pieces) and all(
            part_of(mask, old, size_px) >= self.params.gone for old in gone
        )

    def _is_sure(self, piece: Detection) -> bool:
        return piece.face is Face.DOWN or (piece.id is not None and piece.confidence >= self.params.sure)
