"""One look at the table, on one page: picture -> plane -> regions -> names -> observation."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import light, plane
from vision.again import AgainParams, laid_again
from vision.answers import Answers
from vision.cards import NameParams, Namer, Reading
from vision.catalogue import BACK, Catalogue
from vision.covering import Quads, near_to
from vision.doubts import Doubts, Found
from vision.frame import Frame
from vision.matching import Library
from vision.observation import ARM_OVER, Board, Detection, Face, Observation, PlaneFix, Quad, Quality, Round
from vision.onboard import board_pieces, worth_a_look
from vision.outlines import Contour, inside, overlap
from vision.patches import PRINTED, Known
from vision.picture import Picture
from vision.plane import TablePlane
from vision.regions import Guess, RegionParams, Regions
from vision.sizes import Sizes
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


@dataclass(frozen=True, slots=True)
class ReaderParams:
    """One set of values for every deck, table and light."""

    work_px: int = 1280
    """Longer side of the picture that is worked on; larger pictures are reduced."""
    most_outlines: int = 40
    """Outlines that are compared in full."""
    likely_back: float = 0.5
    """How sure it must be that a piece lies face down rather than anything else, for no question about its name."""
    most_doubted: float = 0.7
    """Share of a look's structure that shows, from which a piece is not held to be ground that repeats itself."""
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
    again: AgainParams = field(default_factory=AgainParams)
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
class Search:
    """One picture while it is read."""

    picture: Picture
    contours: list[Contour]
    table: TablePlane | None
    known: list[Floats]
    """Quads (4, 2) of pieces that need not be read, in working pixels."""
    clock: Stopwatch
    is_part: bool = False
    """Of a larger picture, in which the table's plane was of use before."""
    tried: set[tuple[object, ...]] = field(default_factory=set)
    """Guesses that were read, with what was known beside each: read again they would say the same."""

    @property
    def to_mm(self) -> NDArray[np.float64] | None:
        """Working pixels -> millimetres on the table, when its plane is known."""
        if self.table is None:
            return None
        return np.asarray(np.linalg.inv(self.table.mm_to_px) @ np.diag([1 / self.picture.scale, 1 / self.picture.scale, 1]), np.float64)

    def asks_about(self, quad: Floats) -> bool:
        """Whether a piece at a quad (4, 2) of working pixels is asked about: in its part of a larger picture, and no marker."""
        return self.picture.asks_about(quad) and not _is_on_marker(_stored(quad, self.picture), self.table)


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
        follow_board: Callable[[], ReadBoard] | None = None,
    ) -> None:
        """`follow_board` makes what reads boards in one picture after another, where there is such a thing."""
        self.catalogue, self.params = catalogue, params or ReaderParams()
        self._locate, self._measure, self._read_board, self._also = locate, measure, read_board, also
        self._follow_board = follow_board
        self._tokens = TokenReader(catalogue, self.params.tokens)
        if self._tokens.has_tokens:  # which bring print of their own
            regions = replace(self.params.regions, most_keypoints=2 * self.params.regions.most_keypoints)
            self.params = replace(self.params, regions=regions)
        verdict = self.params.verdict
        open_ = replace(verdict, least_printed=-1.0, least_laid_open=-1.0, least_told=-2.0, most_foreign=np.inf)
        self._open = open_ if self._tokens.has_tokens else verdict
        """The verdict as long as it is not known which tokens lie on the print."""
        printed = catalogue.of_kinds(PRINTED)
        self._turned = {look.id: look.turned for look in printed.looks}
        self._library = Library(printed) if printed.looks else None
        if self._library is not None:
            self._regions = Regions(self._library, self.params.regions)
            self._sizes = Sizes(look.size_mm for look in printed.looks)
            self._namer = Namer(self._library, self.params.naming, lambda share: asked(share, verdict))
            self._namer.lookalikes.prepare()
            self._doubts = Doubts(self._namer, self._sizes, self.params.most_doubted)

    def following(self) -> "TableReader":
        """The same reader for one table's pictures, one after another: of a board only what changed is read again."""
        follower = copy(self)
        if self._follow_board is not None:
            follower._read_board = self._follow_board()
        return follower

    def read(
        self, frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None
    ) -> Observation:
        """What lies in the picture. Always answers; what it cannot tell has no name.

        Whoever knows the table's plane or the picture's quality already gives them along; else they are found. What is `known` to lie
        there is not told again. A board of letters is looked for in whole pictures only; of a part `lacks_board` says that it has none.
        """
        clock, board, rounds = Stopwatch(), None, tuple[Round, ...]()
        is_part = known is not None and known.within is not None
        with clock("total"):
            if self._read_board is not None and not is_part:
                with clock("board"):
                    board = self._read_board(frame)
            with clock("plane"):
                table = self._locate(frame) if table is None else table
            with clock("light"):
                quality = self._measure(frame, table) if quality is None else quality
            found = None if self._library is None else self._printed(frame, table, clock, known or Known())
            with clock("name"):
                detections = () if found is None else self._answered(found, table)
            if table is None:
                table, detections = self._by_pieces(detections)
            if self._tokens.has_tokens:
                with clock("tokens"):
                    beside = [] if known is None else [one for one in known.pieces if one.kind in PRINTED and _is_whole(one.quad_px, frame)]
                    is_free = None if board is None else partial(worth_a_look, board)
                    sure = [one for one in (*detections, *beside) if one.is_sure]
                    papers = None if known is None else known.papers
                    tokens, rounds, is_hidden = self._tokens.look(frame, table, sure, is_free, papers)
                with clock("name"):
                    cards, is_arm = (
                        ((), False) if found is None else self._tokens.overlaid(frame, self._answered(found, table, tokens), tokens)
                    )
                    detections = cards + tokens
                if (is_hidden or is_arm) and known is None:
                    quality = replace(quality, advice=(*quality.advice, ARM_OVER))
            if self._also is not None:
                with clock("dice"):
                    detections += _placed(self._also(frame), table, detections + (() if known is None else known.pieces))
            if board is not None:
                detections = board_pieces(board, detections)
            elif self._read_board is not None and not is_part:
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

    def _printed(self, frame: Frame, table: TablePlane | None, clock: Stopwatch, known: Known) -> Found:
        with clock("picture"):
            picture = Picture(frame.rgb, self.params.work_px, known.within, known.whole_px)
        with clock("regions"):
            outlines, contours = self._regions.by_outline(picture)
        lying = [self._quad_of(one, picture) for one in known.pieces if one.kind in PRINTED]
        search = Search(picture, contours, table, lying, clock, known.within is not None)
        readings = self._around(search, self._name(search, self._of_size(search, outlines)[: self.params.most_outlines], []))
        with clock("prints"):
            settled = self._settled(search, readings)
            prints = self._regions.by_print(picture, settled, self._width_px(picture, self._to_mm(search, readings)))
        readings = self._name(search, prints, readings)
        if len(self._settled(search, readings)) > len(settled):
            readings = self._around(search, readings)
        readings = self._cut(search, readings)
        with clock("name"):
            return Found(picture, search.known, self._again(search, settle(readings, self._open)), search.to_mm)

    def _again(self, search: Search, kept: list[Reading]) -> list[Reading]:
        """The readings that are asked about; those that nearly stand tried again, now that it is known what lies beside them."""
        kept = [one for one in kept if search.asks_about(one.quad)]
        open_ = [one for one in kept if not stands(one, self._open) and self._namer.is_worth_a_name(one)]
        if not open_:
            return kept
        better = {id(one): one for one in kept}
        for one in open_:
            beside = [*search.known, *(other.quad for other in kept if other is not one and self._is_settled(other))]
            better[id(one)] = laid_again(self._namer, search.picture, one, beside, lambda r: stands(r, self._open), self.params.again)
        return settle(better.values(), self._open)

    def _quad_of(self, piece: Detection, picture: Picture) -> Floats:
        """Where a known piece lies, in working pixels, as a look lies on the canonical raster."""
        turned = self._turned.get(BACK if piece.face is Face.DOWN else piece.id or "", False)
        quad = (np.roll(np.asarray(piece.quad_px), 1, 0) if turned else np.asarray(piece.quad_px)) + 0.5
        return np.asarray(quad * picture.scale - 0.5, np.float32)

    def _answered(self, found: Found, table: TablePlane | None, tokens: tuple[Detection, ...] | None = None) -> tuple[Detection, ...]:
        """What is told of the readings that are kept, less the markers and patterned ground."""
        judged = [(one, r) for one, r in self._judged(found, table, tokens) if not _is_on_marker(one.quad_px, table)]
        named = [r for one, r in judged if one.id is not None or one.face is Face.DOWN]
        return tuple(one for one, r in judged if not self._doubts.is_none(r, found, named))

    def _judged(self, found: Found, table: TablePlane | None, tokens: tuple[Detection, ...] | None) -> list[tuple[Detection, Reading]]:
        """The readings that are kept, and what is told of each, now that all are known that may lie on each other.

        As long as tokens that may lie on them were not looked for (None, in a pack that has some), print is not held against any.
        """
        verdict, picture, kept = self.params.verdict if tokens is not None else self._open, found.picture, found.kept
        answers = Answers(self._namer, verdict, self.params.likely_back)
        things = [((np.array(one.quad_px) + 0.5) * picture.scale - 0.5).astype(np.float32) for one in tokens or ()]
        known = {id(reading): reading.quad for reading in kept if self._is_settled(reading)}
        judged = [answers.beside(r, picture, [*found.known, *(quad for of, quad in known.items() if of != id(r))], things) for r in kept]
        return [(answers.detection(reading, picture, table, judged), reading) for reading in judged]

    def _around(self, search: Search, readings: list[Reading]) -> list[Reading]:
        """The readings so far and those found by what is settled: pieces beside it, and corners on its plane."""
        with search.clock("corners"):
            beside = self._regions.by_neighbour(search.picture, self._settled(search, readings))
        readings = self._name(search, beside, readings)
        with search.clock("corners"):
            to_mm, known = self._to_mm(search, readings), self._settled(search, readings)
            corners = [] if to_mm is None else self._regions.by_corner(search.picture, search.contours, to_mm, known)
        return self._name(search, corners, readings)

    def _cut(self, search: Search, readings: list[Reading]) -> list[Reading]:
        """The readings so far and those of pieces that the picture's edge cuts."""
        with search.clock("corners"):
            to_mm = self._to_mm(search, readings)
            known = Quads([*search.known, *(r.quad for r in readings if self._is_settled(r) or stands(r, self._open))])
            cut = [] if to_mm is None else self._regions.by_cut(search.picture, search.contours, to_mm, known)
        return self._name(search, cut, readings)

    def _settled(self, search: Search, readings: list[Reading]) -> Quads:
        return Quads([*search.known, *(r.quad for r in readings if self._is_settled(r))])

    def _name(self, search: Search, guesses: list[Guess], readings: list[Reading]) -> list[Reading]:
        """The readings so far and those of the guesses that do not lie within a settled one or a known piece."""
        with search.clock("name"):
            readings, known = list(readings), self._settled(search, readings)
            places = Quads([*search.known, *(r.quad for r in readings)])
            to_mm = self._scale(search, readings)
            for guess in guesses:
                if to_mm is not None and not self._sizes.fits(guess.look, guess.quad, to_mm):
                    continue
                if not search.asks_about(guess.quad) or self._is_taken(guess.quad, places, search, readings):
                    continue
                attempt = guess.look, guess.quad.tobytes(), *(known[i].tobytes() for i in near_to(_wider(guess.quad), known))
                if attempt in search.tried:
                    continue
                search.tried.add(attempt)
                if (reading := self._namer.read(search.picture, guess.quad, guess.look, known)) is not None:
                    readings.append(reading)
                    places = Quads([*places, reading.quad])
                    known = Quads([*known, reading.quad]) if self._is_settled(reading) else known
                    to_mm = self._scale(search, [reading]) if to_mm is None else to_mm
            return readings

    def _of_size(self, search: Search, guesses: list[Guess]) -> list[Guess]:
        """The guesses, first those that are as large as what they resemble: of patterned cloth there are more than anybody looks at."""
        to_mm = search.to_mm
        return guesses if to_mm is None else sorted(guesses, key=lambda one: not self._sizes.fits(one.look, one.quad, to_mm))

    def _scale(self, search: Search, readings: Sequence[Reading]) -> NDArray[np.float64] | None:
        """Working pixels -> millimetres, where the plane can be trusted to say how large a piece is: in a part, or since one fits."""
        to_mm = search.to_mm
        if to_mm is None or search.is_part:
            return to_mm
        return to_mm if any(self._is_settled(r) and self._sizes.fits(r.look, r.quad, to_mm) for r in readings) else None

    def _is_taken(self, quad: Floats, places: Quads, search: Search, readings: list[Reading]) -> bool:
        """Whether a known piece lies at a quad, or a reading that needs no second look; `places` are all of them, known ones first."""
        first = len(search.known)
        near = near_to(quad, places)
        return any(inside(quad, places[i]) > _WITHIN if i < first else self._is_read(quad, readings[i - first]) for i in near)

    def _is_read(self, quad: Floats, reading: Reading) -> bool:
        """Whether a place is that of a reading which needs no second look."""
        if self._is_settled(reading):
            return inside(quad, reading.quad) > _WITHIN
        return confidence(reading, self._open) >= self.params.beyond_doubt and overlap(quad, reading.quad) > self.params.same_iou

    def _to_mm(self, search: Search, readings: list[Reading]) -> NDArray[np.float64] | None:
        """Working pixels -> millimetres on the table, by its plane or by the best piece that was read; None without either."""
        if search.table is not None:
            return search.to_mm
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


_WITHIN = 0.75
"""Part of a place that lies on a piece from which the place is that piece's."""


def _wider(quad: Floats) -> Floats:
    """The quad, half as large again: aligned to a look it lies within."""
    middle = quad.mean(0)
    return np.asarray(middle + 1.5 * (quad - middle), np.float32)


def _stored(quad: Floats, picture: Picture) -> Quad:
    """Working pixels -> pixels of the picture as stored."""
    a, b, c, d = ((quad + 0.5) / picture.scale - 0.5).tolist()
    return tuple(a), tuple(b), tuple(c), tuple(d)


def _is_whole(quad: Quad, frame: Frame) -> bool:
    """Whether all corners lie in the picture."""
    width, height = frame.size_px
    return all(0 <= x < width and 0 <= y < height for x, y in quad)


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
