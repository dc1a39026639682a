"""Wooden cubes on the table's plane, seen from above with a side or two: which colour, where, in which turn; singly when they touch.

Where the camera stands follows from the table's plane, so it is known how a cube of the pack's size shows at every place: its top, and
as much of its sides as leans out from under it. Patches of a kind's colour are covered with such shapes, the one that fits best first.
What is left over, or fits no whole number of cubes, is a question: these lie on each other, or are something else.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.changes.patches import Known
from vision.cubes.ground import free, inside_picture, rim
from vision.cubes.paints import NOTHING, Paints, against_white
from vision.cubes.params import KINDS, CubeParams
from vision.cubes.search import CubeSearch
from vision.frame import Frame
from vision.image.quads import wider
from vision.looks.catalogue import Catalogue, Look
from vision.looks.colours import Lamp, lamp, of_papers, of_piece
from vision.observation import Detection
from vision.stopwatch import Stopwatch
from vision.table.plane import TablePlane
from vision.table.pose import Pose, pose_of
from vision.table.white import whites
from vision.tokens.discs import flatten


class CubeReader:
    """Reads the cubes of one catalogue."""

    def __init__(self, catalogue: Catalogue, params: CubeParams | None = None) -> None:
        self.params = params or CubeParams()
        self._cards = {look.id: look for look in catalogue.looks if look.kind not in KINDS}
        sizes: dict[float, list[Look]] = {}
        for look in catalogue.of_kinds(KINDS).looks:
            sizes.setdefault(max(look.size_mm), []).append(look)
        self._paints = {size: Paints(looks, self.params.paint) for size, looks in sorted(sizes.items())}

    @property
    def has_cubes(self) -> bool:
        """Whether there is anything to look for."""
        return bool(self._paints)

    def look(
        self,
        frame: Frame,
        table: TablePlane | None,
        pieces: Sequence[Detection],
        known: Known | None = None,
        clock: Stopwatch | None = None,
    ) -> tuple[tuple[Detection, ...], tuple[str, ...]]:
        """Cubes in the picture, given its plane and what was found in it, and advice; none without a plane, none on a named piece.

        `known`: of the picture that this one is a part of.
        """
        if table is None or not self._paints:
            return (), ()
        with (clock or Stopwatch())("cubes"):
            return self._looked(frame, table, [one for one in pieces if one.is_sure], known or Known())

    def _looked(
        self, frame: Frame, table: TablePlane, pieces: Sequence[Detection], known: Known
    ) -> tuple[tuple[Detection, ...], tuple[str, ...]]:
        width, height = frame.size_px
        middle = known.middle or ((width - 1) / 2, (height - 1) / 2)
        pose = pose_of(table.mm_to_px, middle, known.whole_px or max(frame.size_px))
        if pose is None:
            return (), ()
        papers = whites(frame, table) if known.papers is None else known.papers
        on = [of_piece(frame.rgb, one.quad_px, self._cards[one.id]) for one in pieces if one.id in self._cards]
        lit = [*of_papers(papers), *(one for one in on if one is not None)]
        light = lamp(lit) or lamp(of_papers(papers, burnt=256)) or Lamp(np.zeros((3, 3)))
        found: list[Detection] = []
        advice: list[str] = []
        for size, paints in self._paints.items():
            seen, said = self._of_size(frame, table, pose, light, size, paints, pieces, known.within is not None)
            found += [one for one in seen if not _is_on(one, found)]
            advice += said if known.within is None else []
        return tuple(found), tuple(advice)

    def _of_size(
        self,
        frame: Frame,
        table: TablePlane,
        pose: Pose,
        light: Lamp,
        size: float,
        paints: Paints,
        pieces: Sequence[Detection],
        is_part: bool,
    ) -> tuple[list[Detection], list[str]]:
        """Cubes of one size, and advice. Of a part of a picture, which is cut around what is new, only its rim is taken for the table."""
        tops = replace(table, mm_to_px=pose.at_height(size))
        flat = flatten(frame.rgb, tops, size, replace(self.params.discs, across_px=self.params.side_px))
        if flat is None:
            return [], []
        plain, white = against_white(flat.rgb, flat.to_px, light)
        papers = [wider(quad, _PAPER) for quad in table.quads_px] if table.found_by == "markers" else []
        is_free = free(flat, [*papers, *(wider(one.quad_px, _AROUND) for one in pieces)]) & inside_picture(flat, frame)
        kinds, hidden = paints.kinds(plain, is_free & rim(flat, size) if is_part else is_free)
        kinds[~is_free] = NOTHING
        search = CubeSearch(flat, pose, size, kinds, paints, plain, white, self.params)
        found, advice = search.all(), [_HIDDEN.format(paints.ids[k]) for k in hidden]
        return found, [*advice, _PATTERN] if search.is_patterned else advice


_PAPER, _AROUND = 1.5, 1.1
"""A marker's paper, and a named piece with its rim, against its own size."""
_HIDDEN = "the table has the colour of {}: such cubes may not be seen on it, lay them on another ground"
_PATTERN = "the table's pattern has colours of cubes: lay them on a plain ground"


def _is_on(one: Detection, found: Sequence[Detection]) -> bool:
    """Whether a cube of another size was found there already."""
    at, side = np.mean(one.quad_px, axis=0), np.ptp(np.asarray(one.quad_px), axis=0).max()
    return any(np.hypot(*(np.mean(other.quad_px, axis=0) - at)) < 0.5 * side for other in found)
