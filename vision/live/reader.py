"""A table that lives: every frame of a camera comes here, and only what is new, still, well lit and agreed upon leaves.

A frame costs a glance at a small picture. As soon as nothing moves the table is read where it changed (the whole picture when nearly
all of it did; of a board of letters what changed, and the places beside it); what was read is told once the table has been still for
long enough. One look is enough where nothing in it is in doubt, else several vote: what they agree on is told once; a name that flickers
is told without a name. Behind the news the whole picture is read, and votes with what was told.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from vision.changes.compared import Compared
from vision.changes.news import Change, without_ghosts
from vision.changes.parts import Read
from vision.changes.patches import Mask, area_of, boxes_of, part_of, without, without_specks
from vision.changes.places import is_named
from vision.changes.pushed import pushed
from vision.changes.unmoved import Fine, changed_places, is_unmoved
from vision.frame import Frame
from vision.image.damage import damage
from vision.live.agreed import agreed, is_under_something
from vision.live.bands import Bands
from vision.live.onelook import OneLook
from vision.live.params import LiveParams
from vision.live.period import Period
from vision.live.steady import Steady
from vision.live.told import Told, told_after
from vision.live.tracking import Tracks
from vision.observation import FLICKERS, PRINTED, Detection, NotReady, Observation
from vision.table import light
from vision.table.origin import Origin
from vision.table.plane import TablePlane
from vision.table.settle import Settle, Small, changed
from vision.tiles.onboard import as_piece, not_of_board


class LiveReader:
    """Asked with every frame, in order, by one thread. `look` answers an Observation to be judged, why not, or None for nothing new."""

    def __init__(self, read: Read, *, origin: Callable[[Frame], TablePlane | None] | None = None, params: LiveParams | None = None) -> None:
        """`origin` finds the plane of a frame; by default one that keeps its millimetres all evening."""
        self.params = params or LiveParams()
        self._compared = Compared()
        self._one_look = OneLook(read, origin or Origin(), self._compared, self.params)
        self._settle = Settle(self.params.settle)
        self._period: Period | None = None
        self._steady = Steady(self.params.steady)
        self._bands = Bands(self.params.bands)
        self._moves_since: float | None = None
        """Since when the table moves, on the frames' clock."""
        self._told: Told | None = None
        self._poor: tuple[NotReady, float] | None = None
        """Why the last picture was too poor, and until when none is tried."""
        self._whole_at = 0.0
        """From when on the whole picture is read again; after every movement at once, behind the patch that tells the news."""
        self._anew_at = 0.0
        """From when on pieces that two looks agreed on are read again with it."""
        self._is_asked = False
        """Whether somebody has changed the score since the last look: what was overlooked before may be known now."""
        self._size_px: tuple[int, int] | None = None
        """Width and height of the last frame."""

    def again(self) -> None:
        """Somebody changed the score: the table is looked at once more, wholly."""
        self._period, self._whole_at, self._is_asked = None, 0.0, True
        self._told = None if self._told is None else self._told.doubted()

    def look(self, frame: Frame) -> Observation | NotReady | None:
        """What this frame adds. None: the table is as it was told, or the looks do not agree yet."""
        if (broken := damage(frame)) is not None:
            return broken
        if frame.size_px != self._size_px:
            self._begin_anew(frame.size_px)
        frame = self._bands.taken_out(frame)
        self._settle = self._settle.seen(frame)
        why = self._restless(self._settle.why, frame.taken_at)
        if why is not None and not (self._settle.is_free and self.params.is_early):
            self._period, self._whole_at = None, 0.0
            self._steady.clear()
            return why
        if self._poor is not None and frame.taken_at < self._poor[1]:
            return self._poor[0]
        if self._period is None or self._is_past(self._period):
            self._period = self._begun(frame, is_early=why is not None)
        if self._period is None:
            self._steady.clear()
            return why
        self._steady.seen(frame, self._period.begun_at)
        size = frame.size_px
        if self._needs_a_look(self._period, size, is_early=why is not None) and (poor := self._looked(frame, self._period)) is not None:
            return poor
        if why is not None or not self._is_quiet(self._period, frame) or (pieces := self._agreed(self._period, size)) is None:
            return why
        is_new = frame.taken_at - self._period.begun_at < self.params.settle.believe_s
        return NotReady.HAND if is_new and self._is_covered(self._period, pieces) else self._tell(self._period, pieces)

    def _begin_anew(self, size_px: tuple[int, int]) -> None:
        """A camera that was turned or replaced, or shows another size: nothing lies in its pictures where it lay in those before."""
        self._size_px, self._settle, self._bands = size_px, Settle(self.params.settle), Bands(self.params.bands)
        self._period = self._told = self._poor = self._moves_since = None
        self._whole_at = self._anew_at = 0.0
        self._steady.clear()

    def _restless(self, why: NotReady | None, at: float) -> NotReady | None:
        """Why nothing is read: of a table that never comes to rest, since its lamp flickers by more than can be taken out, that."""
        if why is not NotReady.MOVING:
            self._moves_since = None
            return why
        self._moves_since = at if self._moves_since is None else self._moves_since
        is_restless = at - self._moves_since >= self.params.flicker_s
        return NotReady.FLICKER if is_restless and self._bands.is_flickering else why

    def _needs_a_look(self, period: Period, size_px: tuple[int, int], is_early: bool) -> bool:
        """Whether what was seen so far does not suffice; before the table is still not more looks are tried than most often do."""
        voting = self.params.tracking
        is_enough = period.looks >= voting.least_votes if is_early else period.tracks.frames >= voting.looks
        return period.latest is None or (not is_enough and self._steady.is_enough and self._agreed(period, size_px) is None)

    def _agreed(self, period: Period, size_px: tuple[int, int]) -> Sequence[Detection] | None:
        is_first_news = period.looks == 1 and period.mask is not None and period.board is None
        return agreed(period, self._told, self._since(period) if is_first_news else None, size_px, self.params)

    def _is_covered(self, period: Period, pieces: Sequence[Detection]) -> bool:
        return period.mask is not None and is_under_something(period, self._told, self._since(period), pieces)

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
        told, now, at = self._told, self._settle.last, frame.taken_at
        assert now is not None
        if told is None or told.small.shape != now.shape:
            return Period(now, at)
        mask, is_after_all = changed(now, told.small, self.params.settle), self._whole_at == 0.0
        is_changed = self._is_changed(mask)
        lying = not_of_board(told.observation) if is_changed or is_after_all else []
        if is_changed or is_after_all:
            mask = mask | changed_places(self._compared.fine(frame), told.fine, (mask.shape[1], mask.shape[0]), lying=lying)
        if is_changed or (is_after_all and mask.any()):
            return self._changed(frame, told, now, without_specks(mask), lying)
        if is_early or frame.taken_at < self._whole_at:
            return None
        return Period(now, at) if told.observation.stacks else self._unchanged(frame, told, now)

    def _changed(self, frame: Frame, told: Told, now: Small, mask: Mask, lying: Sequence[Detection]) -> Period:
        """A table that has changed where `mask` says: of what lay on it, pieces that are not read again, and patches that are."""
        at, board, size, plane = frame.taken_at, told.observation.board, frame.size_px, self._one_look.plane
        if told.observation.stacks or (board is not None and (board.confidence == 0 or plane is None)):
            return Period(now, at, mask)
        news = mask if board is None else without(mask, [as_piece(board)], size)
        same = tuple(piece for piece in lying if part_of(mask, piece, size) == 0)
        aside = {} if board is not None else self._pushed(frame, told, [piece for piece in lying if piece not in same], same)
        news = without(news, tuple(aside.values()), size) if aside else news
        left, same = tuple(aside), (*same, *aside.values())
        boxes = boxes_of(news, [one for one in lying if one not in left], size, self.params.margin, self.params.least_patch_px)
        if area_of(boxes) > self.params.most_patch * size[0] * size[1] or plane is None:
            return Period(now, at, mask) if board is not None else Period(now, at, mask, left=left, tracks=self._known(same))
        return Period(now, at, mask, boxes, same, left, has_board=board is not None)

    def _pushed(self, frame: Frame, told: Told, pieces: Sequence[Detection], beside: Sequence[Detection]) -> dict[Detection, Detection]:
        """Of pieces whose place has changed, those that lie elsewhere now, `beside` others that lie where they lay."""
        if self._one_look.plane is None:
            return {}
        lays = [lay for lay in told.lays if lay.looked.piece in pieces]
        return pushed(lays, frame, self._compared.fine(frame), self._one_look.plane, beside)

    def _unchanged(self, frame: Frame, told: Told, now: Small) -> Period:
        """The whole picture of a table that lies as it was told, less pieces that need not be read again."""
        kept: tuple[Detection, ...] = ()
        is_behind = self._whole_at == 0.0 and frame.taken_at < self._anew_at and told.observation.board is None
        if is_behind and told.firm and not self._one_look.has_moved(frame):
            fine = self._compared.fine(frame)
            kept = tuple(one.piece for one in told.firm if is_unmoved(one, fine))
        others = [piece for piece in told.observation.detections if piece not in kept]
        return Period(now, frame.taken_at, kept=kept, tracks=self._known(others), board=told.observation.board)

    def _known(self, pieces: Sequence[Detection]) -> Tracks:
        """Votes that begin with what was told of places that have not changed: no noise of a frame or two makes a piece vanish there."""
        return Tracks(replace(self.params.tracking, least_there=self.params.still_there)).seen(pieces)

    def _looked(self, frame: Frame, period: Period) -> NotReady | None:
        """One reading, of the whole frame or of the patches, counted; why not when the picture is too poor."""
        frame = self._steady.clearest(frame)
        observation, self._poor = self._one_look.seen(frame, period, self._told), None
        if self._bands.is_flickering:
            quality = observation.quality
            observation = replace(observation, quality=replace(quality, advice=(*quality.advice, FLICKERS)))
        had_board = self._told is not None and self._told.observation.board is not None
        poor = light.not_ready(observation.quality) or (NotReady.NO_BOARD if had_board and observation.board is None else None)
        if poor is not None:
            self._period, self._poor = None, (poor, frame.taken_at + self.params.poor_s)
            return poor
        fine = self._compared.fine(frame)
        observation = replace(observation, detections=self._news(observation.detections, fine, self._is_asked and period.mask is None))
        self._period = period.seen(observation, frame, fine)
        return None

    def _news(self, seen: tuple[Detection, ...], fine: Fine, is_asked: bool) -> tuple[Detection, ...]:
        """What is seen, less doubts where nothing can have come."""
        told = self._told
        if told is None or told.observation.board is not None or all(is_named(one) and one.kind in PRINTED for one in seen):
            return seen
        changes = (self._compared.since(fine, told.fine), self._compared.since(fine, told.firm_fine))
        return without_ghosts(seen, told.observation.detections, changes, is_asked)

    def _since(self, period: Period) -> Change | None:
        """What has changed between what was told and the last look."""
        return None if self._told is None else self._compared.since(period.fine, self._told.fine)

    def _tell(self, period: Period, pieces: Sequence[Detection]) -> Observation:
        """Believed from now on. A whole picture of what was known is enough for a while; else the next is one, behind this news."""
        is_asked, has_board = self._is_asked and period.mask is None, period.board is not None
        told = told_after(self._told, period, pieces, None if has_board else self._since(period), self._one_look.plane, is_asked)
        self._is_asked = self._is_asked and period.mask is not None
        if period.is_whole:
            self._whole_at = told.observation.taken_at + self.params.again_s
            self._anew_at = self._anew_at if period.kept else told.observation.taken_at + self.params.anew_s
            told = replace(told, firm_fine=period.fine)
        self._told, self._period = told, None
        return told.observation
