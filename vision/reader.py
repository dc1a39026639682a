"""One look at the table, on one page: picture -> plane -> regions -> names -> observation."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import light, plane
from vision.answers import Answers
from vision.cards import NameParams, Namer, Reading
from vision.catalogue import Catalogue
from vision.covering import near_to
from vision.frame import Frame
from vision.matching import Library
from vision.observation import Board, Detection, Observation, PlaneFix, Quad, Quality, Round
from vision.onboard import board_pieces
from vision.outlines import Contour, inside, overlap
from vision.picture import Picture
from vision.plane import TablePlane
from vision.regions import Guess, RegionParams, Regions
from vision.token_params import TokenParams
from vision.tokens import TokenReader
from vision.verdict import VerdictParams, asked, confidence, settle, stands

Floats = NDArray[np.float32]
Locate = Callable[[Frame], TablePlane | None]
Measure = Callable[[Frame, TablePlane | None], Quality]
Also = Callable[[Frame], tuple[Detection, ...]]
"""Finds what is no look of the catalogue, e.g. dice."""
ReadBoard = Callable[[Frame], Board | None]
"""Reads a board of letters, where a game has one."""
NO_BOARD = "no square of letter tiles is to be seen: lay them edge to edge in a square, and show all of it"

PRINTED = frozenset({"card", "tile"})
"""Kinds of pieces that are flat, four-cornered and told by their print."""


@dataclass(frozen=True, slots=True)
class ReaderParams:
    """One set of values for every deck, table and light."""

    work_px: int = 1280
    """Longer side of the picture that is worked on; larger pictures are reduced."""
    most_outlines: int = 40
    """Outlines that are compared in full."""
    likely_back: float = 0.5
    """How sure it must be that a piece lies face down rather than anything else, for no question about its name."""
    settled_agreement: float = 0.7
    """A reading this good needs no second look at its place."""
    settled_share: float = 0.6
    """Part of the look that must show for that."""
    beyond_doubt: float = 0.98
    """A reading this sure, of a piece of which less shows, needs no second look either ..."""
    same_iou: float = 0.7
    """... at a place that overlaps it by so much."""
    regions: RegionParams = field(default_factory=RegionParams)
    naming: NameParams = field(default_factory=NameParams)
    verdict: VerdictParams = field(default_factory=VerdictParams)
    tokens: TokenParams = field(default_factory=TokenParams)


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


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The readings that are kept of a picture."""

    picture: Picture
    kept: list[Reading]


class TableReader:
    """Reads pictures of a table on which pieces of one catalogue may lie."""

    def __init__(
        self,
        catalogue: Catalogue,
        params: ReaderParams | None = None,
        locate: Locate = plane.locate,
        measure: Measure = light.measure,
        read_board: ReadBoard | None = None,
        also: Also | None = None,
    ) -> None:
        self.catalogue, self.params = catalogue, params or ReaderParams()
        self._locate, self._measure, self._read_board, self._also = locate, measure, read_board, also
        self._tokens = TokenReader(catalogue, self.params.tokens)
        if self._tokens.has_tokens:  # which bring print of their own
            regions = replace(self.params.regions, most_keypoints=2 * self.params.regions.most_keypoints)
            self.params = replace(self.params, regions=regions)
        verdict = self.params.verdict
        self._open = replace(verdict, least_printed=-1.0, least_laid_open=-1.0) if self._tokens.has_tokens else verdict
        """The verdict as long as it is not known which tokens lie on the print."""
        printed = catalogue.of_kinds(PRINTED)
        self._library = Library(printed) if printed.looks else None
        if self._library is not None:
            self._regions = Regions(self._library, self.params.regions)
            self._namer = Namer(self._library, self.params.naming, lambda share: asked(share, verdict))
            self._namer.lookalikes.prepare()

    def read(self, frame: Frame, table: TablePlane | None = None, quality: Quality | None = None) -> Observation:
        """What lies in the picture. Always answers; what it cannot tell has no name.

        Whoever knows the table's plane or the picture's quality already gives them along; else they are found.
        """
        clock, board, rounds = Stopwatch(), None, tuple[Round, ...]()
        with clock("total"):
            if self._read_board is not None:
                with clock("board"):
                    board = self._read_board(frame)
            with clock("plane"):
                table = self._locate(frame) if table is None else table
            with clock("light"):
                quality = self._measure(frame, table) if quality is None else quality
            found = None if self._library is None else self._printed(frame, table, clock)
            with clock("name"):
                detections = () if found is None else self._answered(found, table)
            if table is None:
                table, detections = self._by_pieces(detections)
            if self._tokens.has_tokens:
                with clock("tokens"):
                    tokens, rounds = self._tokens.look(frame, table, [one for one in detections if one.is_sure])
                with clock("name"):
                    detections = tokens if found is None else self._answered(found, table, tokens) + tokens
            if self._also is not None:
                with clock("dice"):
                    detections += _placed(self._also(frame), table, detections)
            if board is not None:
                detections = board_pieces(board, detections)
            elif self._read_board is not None:
                quality = replace(quality, advice=(*quality.advice, NO_BOARD))
        fix = PlaneFix("none") if table is None else table.fix
        lacks = board is None and self._read_board is not None
        return Observation(
            frame.taken_at, frame.size_px, quality, fix, detections, clock.timings_ms, board, lacks_board=lacks, rounds=rounds
        )

    def _by_pieces(self, detections: tuple[Detection, ...]) -> tuple[TablePlane | None, tuple[Detection, ...]]:
        """The table's plane by named pieces of known size, and all pieces laid on it."""
        sizes = {look.id: look.size_mm for look in self.catalogue.looks}
        known = [one for one in detections if one.id in sizes]
        table = plane.from_cards([one.quad_px for one in known], [sizes[one.id or ""] for one in known]) if known else None
        if table is None:
            return None, detections
        return table, tuple(replace(one, quad_mm=table.quad_mm(one.quad_px)) for one in detections)

    def _printed(self, frame: Frame, table: TablePlane | None, clock: Stopwatch) -> Found:
        with clock("picture"):
            picture = Picture(frame.rgb, self.params.work_px)
        with clock("regions"):
            outlines, contours = self._regions.by_outline(picture)
        with clock("name"):
            readings = self._name(picture, outlines[: self.params.most_outlines], [])
        readings = self._around(picture, contours, table, readings, clock)
        with clock("prints"):
            settled = self._settled(readings)
            prints = self._regions.by_print(picture, settled, self._width_px(picture, self._to_mm(picture, table, readings)))
        with clock("name"):
            readings = self._name(picture, prints, readings)
        if len(self._settled(readings)) > len(settled):
            readings = self._around(picture, contours, table, readings, clock)
        readings = self._cut(picture, contours, table, readings, clock)
        with clock("name"):
            return Found(picture, settle(readings, self._open))

    def _answered(self, found: Found, table: TablePlane | None, tokens: tuple[Detection, ...] | None = None) -> tuple[Detection, ...]:
        """What is told of the readings that are kept, less the markers."""
        return tuple(one for one, _ in self._judged(found, table, tokens) if not _is_on_marker(one.quad_px, table))

    def _judged(self, found: Found, table: TablePlane | None, tokens: tuple[Detection, ...] | None) -> list[tuple[Detection, Reading]]:
        """The readings that are kept, and what is told of each, now that all are known that may lie on each other.

        As long as tokens that may lie on them were not looked for (None, in a pack that has some), print is not held against any.
        """
        verdict, picture, kept = self.params.verdict if tokens is not None else self._open, found.picture, found.kept
        answers = Answers(self._namer, verdict, self.params.likely_back)
        things = [((np.array(one.quad_px) + 0.5) * picture.scale - 0.5).astype(np.float32) for one in tokens or ()]
        known = {id(reading): reading.quad for reading in kept if self._is_settled(reading)}
        judged = [answers.beside(r, picture, [quad for of, quad in known.items() if of != id(r)], things) for r in kept]
        return [(answers.detection(reading, picture, table, judged), reading) for reading in judged]

    def _around(
        self, picture: Picture, contours: list[Contour], table: TablePlane | None, readings: list[Reading], clock: Stopwatch
    ) -> list[Reading]:
        """The readings so far and those found by what is settled: pieces beside it, and corners on its plane."""
        with clock("corners"):
            beside = self._regions.by_neighbour(picture, self._settled(readings))
        with clock("name"):
            readings = self._name(picture, beside, readings)
        with clock("corners"):
            to_mm = self._to_mm(picture, table, readings)
            corners = [] if to_mm is None else self._regions.by_corner(picture, contours, to_mm, self._settled(readings))
        with clock("name"):
            return self._name(picture, corners, readings)

    def _cut(
        self, picture: Picture, contours: list[Contour], table: TablePlane | None, readings: list[Reading], clock: Stopwatch
    ) -> list[Reading]:
        """The readings so far and those of pieces that the picture's edge cuts."""
        with clock("corners"):
            to_mm = self._to_mm(picture, table, readings)
            known = [r.quad for r in readings if self._is_settled(r) or stands(r, self._open)]
            cut = [] if to_mm is None else self._regions.by_cut(picture, contours, to_mm, known)
        with clock("name"):
            return self._name(picture, cut, readings)

    def _settled(self, readings: list[Reading]) -> list[Floats]:
        return [r.quad for r in readings if self._is_settled(r)]

    def _name(self, picture: Picture, guesses: list[Guess], readings: list[Reading]) -> list[Reading]:
        """The readings so far and those of the guesses that do not lie within a settled one."""
        readings = list(readings)
        for guess in guesses:
            if any(self._is_read(guess.quad, readings[i]) for i in near_to(guess.quad, [r.quad for r in readings])):
                continue
            known = self._settled(readings)
            reading = self._namer.read(picture, guess.quad, guess.look, known)
            if reading is not None:
                readings.append(reading)
        return readings

    def _is_read(self, quad: Floats, reading: Reading) -> bool:
        """Whether a place is that of a reading which needs no second look."""
        if self._is_settled(reading):
            return inside(quad, reading.quad) > 0.75
        return confidence(reading, self._open) >= self.params.beyond_doubt and overlap(quad, reading.quad) > self.params.same_iou

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


def _placed(found: tuple[Detection, ...], table: TablePlane | None, pieces: tuple[Detection, ...]) -> tuple[Detection, ...]:
    """What lies on no marker and on no other piece, whose print it would be; with its place on the table."""
    on = [np.asarray(piece.quad_px, np.float32) for piece in pieces]
    kept = (one for one in found if not _is_on_marker(one.quad_px, table) and not any(_is_over(one.quad_px, quad) for quad in on))
    return tuple(one if table is None else replace(one, quad_mm=table.quad_mm(one.quad_px)) for one in kept)


def _is_on_marker(quad: Quad, table: TablePlane | None) -> bool:
    """Whether the middle of a quad lies on one of the markers that gave the plane: whatever was read there is the marker itself."""
    if table is None or table.found_by != "markers":
        return False
    return any(_is_over(quad, np.asarray(marker, np.float32)) for marker in table.quads_px)


def _is_over(quad: Quad, other: Floats) -> bool:
    """Whether the middle of a quad lies within another."""
    x, y = (sum(corner[axis] for corner in quad) / 4 for axis in (0, 1))
    return cv2.pointPolygonTest(other, (x, y), False) >= 0
