"""One look at a table: the whole of it or only where it changed, and nearer where what was told or what has changed does not show."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision.changes.compared import Compared
from vision.changes.news import passing, places_of
from vision.changes.parts import Read, read_part
from vision.changes.patches import Box, Known, box_around, boxes_of, part_of, without
from vision.changes.places import is_named, is_of_fan, is_same, is_seen_again, overlaps
from vision.changes.unmoved import changed_places, slid, unmoved
from vision.frame import Frame
from vision.live.params import LiveParams
from vision.live.period import Period
from vision.live.told import Told
from vision.observation import Detection, Observation, Quality
from vision.table.plane import TablePlane
from vision.tiles.onboard import as_piece, board_pieces

_SIEVE = (192, 108)
"""Places in which two pictures of middling size are held against each other."""


class OneLook:
    """Reads a frame as far as a period asks for it. Keeps the table's plane from look to look; for one thread."""

    def __init__(self, read: Read, origin: Callable[[Frame], TablePlane | None], compared: Compared, params: LiveParams) -> None:
        """`origin` finds the plane of a frame."""
        self._read, self._origin, self._compared, self.params = read, origin, compared, params
        self.plane: TablePlane | None = None
        self._quality: Quality | None = None

    def has_moved(self, frame: Frame) -> bool:
        """Whether the camera or the table was moved since the last look, or nobody can tell."""
        before, self.plane = self.plane, self._origin(frame)
        return before is None or self.plane is None or not np.array_equal(before.mm_to_px, self.plane.mm_to_px)

    def seen(self, frame: Frame, period: Period, told: Told | None) -> Observation:
        """What this frame shows of the places that the period asks for, in the frame's own pixels."""
        if period.has_board:
            return self._with_board(frame, period, told)
        if not period.patches:
            return self._whole(frame, period, told)
        again = self._lies_still(frame, period, told)
        seen = [self._part(frame, patch, period.kept, period.kept, again=again) for patch in period.patches]
        stages = dict.fromkeys(stage for one in seen for stage in one.timings_ms)
        timings = {stage: sum(one.timings_ms.get(stage, 0.0) for one in seen) for stage in stages}
        found = self._nearer(frame, period, told, tuple(piece for one in seen for piece in one.detections))
        return replace(seen[0], size_px=frame.size_px, detections=found, timings_ms=timings)

    def _whole(self, frame: Frame, period: Period, told: Told | None) -> Observation:
        """The whole picture, less the pieces that are kept."""
        if not period.kept or period.looks:
            self.plane = self._origin(frame)
        known = Known(period.kept, again=self._lies_still(frame, period, told))
        observation = self._read(frame, self.plane, None, known) if period.kept or known.again else self._read(frame, self.plane)
        self._quality = observation.quality
        found = tuple(one for one in observation.detections if not is_seen_again(one, period.kept))
        return replace(observation, detections=self._nearer(frame, period, told, (*found, *self._overlooked(frame, period, told, found))))

    def _with_board(self, frame: Frame, period: Period, told: Told | None) -> Observation:
        """The board of letters, and what lies in the patches beside it."""
        seen = self._read(frame, self.plane, self._quality, Known(only_board=True))
        if seen.board is None:
            return seen
        kept, again = (*period.kept, as_piece(seen.board)), self._lies_still(frame, period, told)
        found = [piece for patch in period.patches for piece in self._part(frame, patch, kept, again=again).detections]
        pieces = board_pieces(seen.board, found)
        return replace(seen, detections=pieces if told is None else self._stayed(frame, period, told, pieces))

    def _lies_still(self, frame: Frame, period: Period, told: Told | None) -> bool:
        """Whether the table looks just as it did at the last look; at the first table of an evening it is looked at wholly each time."""
        if told is None or period.fine is None:
            return False
        return not changed_places(self._compared.fine(frame), period.fine, _SIEVE).any()

    def _overlooked(self, frame: Frame, period: Period, told: Told | None, seen: Sequence[Detection]) -> list[Detection]:
        """What a nearer look finds where much has changed, nothing lay, and the whole picture shows nothing."""
        mask, size = period.mask, frame.size_px
        if told is None or mask is None or self.plane is None or told.observation.board is not None:
            return []
        left = without(mask, (*seen, *told.observation.detections), size)
        found: list[Detection] = []
        if left.mean() >= self.params.overlooked_share:
            for box in boxes_of(left, (), size, self.params.margin, self.params.least_patch_px):
                found += self._part(frame, box, (*period.kept, *seen, *found)).detections
        return found

    def _nearer(self, frame: Frame, period: Period, told: Told | None, seen: tuple[Detection, ...]) -> tuple[Detection, ...]:
        """What is seen, and pieces told by name that do not show, or without one, but look as they did, or do in a nearer look.

        How many backs of a fan show is told by no name: one of them is not looked for.
        """
        if told is None or self.plane is None:
            return seen
        if told.observation.board is not None:
            return self._stayed(frame, period, told, seen)
        there, before = (*period.kept, *(one for one in seen if is_named(one))), told.observation.detections
        lying = period.not_left(before)
        lacking = [one for one in lying if is_named(one) and not overlaps(one, there) and not is_of_fan(one, before)]
        if not lacking:
            return seen
        found = self._as_they_looked(frame, told, seen, lacking)
        found = self._found_nearer(frame, period, lacking, there, found)
        return (*(one for one in seen if is_named(one) or not overlaps(one, found)), *found)

    def _as_they_looked(self, frame: Frame, told: Told, seen: Sequence[Detection], lacking: Sequence[Detection]) -> tuple[Detection, ...]:
        """Of pieces that do not show those whose places look as they did, there or pushed a little aside."""
        fine = self._compared.fine(frame)
        passed = places_of(passing(seen, told.observation.detections), fine.rgb.shape, fine.scale)
        found = unmoved(told.named, lacking, fine, passed)
        for looked in (one for one in told.named if one.piece in lacking and one.piece not in found):
            if (aside := slid(looked, fine)) is not None:
                found += (aside,)
        return found

    def _found_nearer(
        self,
        frame: Frame,
        period: Period,
        lacking: Sequence[Detection],
        there: tuple[Detection, ...],
        found: tuple[Detection, ...],
    ) -> tuple[Detection, ...]:
        """The pieces `found`, and those that a nearer look finds; only where not much has changed."""
        for old in (one for one in lacking if not overlaps(one, found)):
            if period.mask is None or part_of(period.mask, old, frame.size_px) < self.params.gone:
                box = box_around(old, frame.size_px, self.params.margin, self.params.least_patch_px)
                news = self._part(frame, box, (*there, *found)).detections
                found += tuple(new for new in news if any(is_same(one, new) for one in lacking))
        return found

    def _stayed(self, frame: Frame, period: Period, told: Told, seen: tuple[Detection, ...]) -> tuple[Detection, ...]:
        """What is seen, and what was told beside a board and looks just as it did, but does not show: dark on dark cloth, in dim light."""
        there = (*period.kept, *(one for one in seen if is_named(one)))
        lacking = [one.piece for one in told.named if not overlaps(one.piece, there)]
        found = unmoved(told.named, lacking, self._compared.fine(frame))
        return (*(one for one in seen if is_named(one) or not overlaps(one, found)), *found)

    def _part(
        self, frame: Frame, patch: Box, kept: Sequence[Detection], same: Sequence[Detection] = (), again: bool = False
    ) -> Observation:
        """What lies in a patch, in the whole picture's pixels, and was not there before."""
        assert self.plane is not None
        return read_part(self._read, frame, patch, self.plane, self._quality, kept, same, again)
