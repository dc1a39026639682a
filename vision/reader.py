"""One look at the table, on one page: picture -> plane -> regions -> names -> observation."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import light, plane
from vision.cards import NameParams, Namer, Reading
from vision.catalogue import BACK, Catalogue
from vision.frame import Frame
from vision.matching import Library
from vision.observation import Candidate, Detection, Face, Observation, PlaneFix, Quad, Quality
from vision.outlines import inside
from vision.picture import Picture
from vision.plane import TablePlane
from vision.regions import Guess, RegionParams, Regions
from vision.verdict import VerdictParams, asked, confidence, least_margin, settle, stands

Floats = NDArray[np.float32]
Locate = Callable[[Frame], TablePlane | None]
Measure = Callable[[Frame, TablePlane | None], Quality]

PRINTED = frozenset({"card", "tile"})
"""Kinds of pieces that are flat, four-cornered and told by their print."""


@dataclass(frozen=True, slots=True)
class ReaderParams:
    """One set of values for every deck, table and light."""

    work_px: int = 1280
    """Longer side of the picture that is worked on; larger pictures are reduced."""
    most_outlines: int = 40
    """Outlines that are compared in full."""
    settled_agreement: float = 0.7
    """A reading this good needs no second look at its place."""
    settled_share: float = 0.6
    """Part of the look that must show for that."""
    regions: RegionParams = field(default_factory=RegionParams)
    naming: NameParams = field(default_factory=NameParams)
    verdict: VerdictParams = field(default_factory=VerdictParams)


class Stopwatch:
    """Milliseconds per stage, taken from outside the stages."""

    def __init__(self) -> None:
        self.timings_ms: dict[str, float] = {}

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        """Adds the time of a `with` block to a stage."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.timings_ms[stage] = self.timings_ms.get(stage, 0.0) + 1000 * (time.perf_counter() - start)


class TableReader:
    """Reads pictures of a table on which pieces of one catalogue may lie."""

    def __init__(
        self, catalogue: Catalogue, params: ReaderParams | None = None, locate: Locate = plane.locate, measure: Measure = light.measure
    ) -> None:
        self.catalogue, self.params = catalogue, params or ReaderParams()
        self._locate, self._measure = locate, measure
        printed = catalogue.of_kinds(PRINTED)
        self._library = Library(printed) if printed.looks else None
        if self._library is not None:
            self._regions = Regions(self._library, self.params.regions)
            self._namer = Namer(self._library, self.params.naming, lambda share: asked(share, self.params.verdict))
            self._namer.lookalikes.prepare()

    def read(self, frame: Frame) -> Observation:
        """What lies in the picture. Always answers; what it cannot tell has no name."""
        clock = Stopwatch()
        with clock("total"):
            with clock("plane"):
                table = self._locate(frame)
            with clock("light"):
                quality = self._measure(frame, table)
            detections = self._printed(frame, table, clock) if self._library is not None else ()
        fix = PlaneFix("none") if table is None else table.fix
        return Observation(frame.taken_at, frame.size_px, quality, fix, detections, clock.timings_ms)

    def _printed(self, frame: Frame, table: TablePlane | None, clock: Stopwatch) -> tuple[Detection, ...]:
        with clock("picture"):
            picture = Picture(frame.rgb, self.params.work_px)
        with clock("regions"):
            outlines, contours = self._regions.by_outline(picture)
        with clock("name"):
            readings = self._name(picture, outlines[: self.params.most_outlines], [])
        with clock("corners"):
            known = [r.quad for r in readings if self._is_settled(r)]
            to_mm = self._to_mm(picture, table, readings)
            corners = [] if to_mm is None else self._regions.by_corner(picture, contours, to_mm, known)
        with clock("name"):
            readings = self._name(picture, corners, readings)
        with clock("prints"):
            prints = self._regions.by_print(picture, [r.quad for r in readings if self._is_settled(r)], self._width_px(picture, to_mm))
        with clock("name"):
            readings = self._name(picture, prints, readings)
            kept = settle(readings, self.params.verdict)
        found = (self._detection(reading, picture, table) for reading in kept)
        return tuple(one for one in found if not _is_on_marker(one.quad_px, table))

    def _name(self, picture: Picture, guesses: list[Guess], readings: list[Reading]) -> list[Reading]:
        """The readings so far and those of the guesses that do not lie within a settled one."""
        readings = list(readings)
        for guess in guesses:
            if any(self._is_settled(r) and inside(guess.quad, r.quad) > 0.75 for r in readings):
                continue
            known = [r.quad for r in readings if self._is_settled(r)]
            reading = self._namer.read(picture, guess.quad, guess.look, known)
            if reading is not None:
                readings.append(reading)
        return readings

    def _to_mm(self, picture: Picture, table: TablePlane | None, readings: list[Reading]) -> NDArray[np.float64] | None:
        """Working pixels -> millimetres on the table, by its plane or by the best piece that was read; None without either."""
        if table is not None:
            return np.asarray(np.linalg.inv(table.mm_to_px) @ np.diag([1 / picture.scale, 1 / picture.scale, 1]), np.float64)
        best = max((r for r in readings if self._is_settled(r)), key=lambda r: r.agreement * r.share, default=None)
        if best is None or self._library is None:
            return None
        short, long = sorted(self._library.catalogue.looks[best.look].size_mm)
        flat = np.array([[0, 0], [short, 0], [short, long], [0, long]], np.float32)
        return np.asarray(cv2.getPerspectiveTransform(best.quad, flat), np.float64)

    def _width_px(self, picture: Picture, to_mm: NDArray[np.float64] | None) -> float | None:
        """How wide the narrowest known piece looks in the middle of the picture, in working pixels; None when the scale is not known."""
        if to_mm is None:
            return None
        x, y = picture.view_px[0] / 2, picture.view_px[1] / 2
        (ax, ay), (bx, by), (cx, cy) = cv2.perspectiveTransform(np.array([[[x, y], [x + 1, y], [x, y + 1]]], np.float64), to_mm)[0]
        mm2 = abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
        return min(short for short, _ in self._regions.sizes_mm) / float(np.sqrt(max(mm2, 1e-9)))

    def _is_settled(self, reading: Reading) -> bool:
        return reading.agreement >= self.params.settled_agreement and reading.share >= self.params.settled_share

    def _detection(self, reading: Reading, picture: Picture, table: TablePlane | None) -> Detection:
        look = self._regions.library.catalogue.looks[reading.look]
        quad = _as_printed((reading.quad + 0.5) / picture.scale - 0.5, look.turned)
        quad_mm = None if table is None else table.quad_mm(quad)
        sure = confidence(reading, self.params.verdict)
        if look.id == BACK and stands(reading, self.params.verdict):
            return Detection(look.kind, quad, confidence=sure, face=Face.DOWN, quad_mm=quad_mm)
        if stands(reading, self.params.verdict):
            return Detection(look.kind, quad, look.id, sure, quad_mm=quad_mm)
        face = Face.UNKNOWN if look.id == BACK else Face.UP
        return Detection(look.kind, quad, face=face, alternatives=self._candidates(reading, sure), why=self._why(reading), quad_mm=quad_mm)

    def _candidates(self, reading: Reading, sure: float) -> tuple[Candidate, ...]:
        ids = self._regions.library.ids
        found = [Candidate(ids[reading.look], sure)]
        if reading.rival is not None and reading.margin < least_margin(reading, self.params.verdict):
            found.append(Candidate(ids[reading.rival], min(sure, 1 - sure) * (1 - max(0.0, reading.margin))))
        return tuple(one for one in found if one.id != BACK)

    def _why(self, reading: Reading) -> str:
        ids = self._regions.library.ids
        if reading.rival is not None and reading.margin < least_margin(reading, self.params.verdict):
            return f"cannot be told from {ids[reading.rival] if ids[reading.rival] != BACK else 'a card that lies face down'}"
        return "too little of it shows" if reading.share < 0.75 else "does not quite look like any piece"


def _is_on_marker(quad: Quad, table: TablePlane | None) -> bool:
    """Whether the middle of a quad lies on one of the markers that gave the plane: whatever was read there is the marker itself."""
    if table is None or table.found_by != "markers":
        return False
    x, y = (sum(corner[axis] for corner in quad) / 4 for axis in (0, 1))
    return any(cv2.pointPolygonTest(np.asarray(marker, np.float32), (x, y), False) >= 0 for marker in table.quads_px)


def _as_printed(corners: Floats, turned: bool) -> Quad:
    """The piece's own printed corners; a look that was turned to stand upright is turned back."""
    quad = np.roll(corners, -1, 0) if turned else corners
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d
