"""One look at the table, on one page: picture -> plane -> regions -> names -> observation."""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from vision.cards.answers import Answers
from vision.cards.attempts import is_settled
from vision.cards.continued import BENEATH, continued
from vision.cards.doubts import Doubts, Found
from vision.cards.heaps import IN_HEAP, Lying, Reduced, heaped
from vision.cards.laden_verdict import whatever_lies_there
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.rowed import BENEATH_IN_ROW, rowed
from vision.cards.search import PrintSearch
from vision.cards.sizes import Sizes
from vision.cards.sought import stored, to_mm_of
from vision.cards.squared import SquareParams
from vision.cards.strangers import strangers
from vision.cards.tables_light import other_coloured
from vision.cards.verdict import asked
from vision.cards.washed import BURNT, WASHED, may_be_any, washed_pieces, washed_places
from vision.changes.patches import Known
from vision.changes.recent import Recent, part_of
from vision.cubes.reader import CubeReader
from vision.foods.reader import FoodReader
from vision.frame import Frame
from vision.image.quads import is_over
from vision.laden import is_within, tile_papers, with_tokens
from vision.looks.catalogue import Catalogue, Look
from vision.looks.matching import Library
from vision.observation import PRINTED, Board, Detection, Face, Observation, PlaneFix, Quad, Quality, Round, quad_of
from vision.overlooked import overlooked
from vision.reader_params import ReaderParams
from vision.stopwatch import Stopwatch
from vision.table import light, plane
from vision.table.pieces import of_all, of_named
from vision.table.plane import TablePlane, is_on_marker
from vision.table.white import White, whites
from vision.tiles.onboard import board_pieces, tiles_of
from vision.tokens.reader import TokenReader

Floats = NDArray[np.float32]
Locate = Callable[[Frame], TablePlane | None]
Measure = Callable[[Frame, TablePlane | None], Quality]
Also = Callable[[Frame], tuple[Detection, ...]]
"""Finds what is no look of the catalogue, e.g. dice."""
ReadBoard = Callable[[Frame], Board | None]
"""Reads a board of letters, where a game has one."""
NO_BOARD = "no square of letter tiles is to be seen: lay them edge to edge in a square, and show all of it"
OTHER_SIZE = "much smaller or larger than the pieces beside it"
"""Why a piece that looks like one of the pack, but cannot be it, is asked about."""


class TableReader:
    """Reads pictures of a table on which pieces of one catalogue may lie."""

    _parts: Recent[tuple[Sequence[Reading], Reduced | None]] | None = None
    """Where one table is followed: what was read in its last pictures and parts of them, ..."""
    _usual: float | None = None
    """... and how large its pieces were in the last whole one, times as enrolled."""

    def __init__(
        self,
        catalogue: Catalogue,
        params: ReaderParams | None = None,
        locate: Locate = plane.locate,
        measure: Measure = light.measure,
        read_board: ReadBoard | None = None,
        also: Also | None = None,
        follow_board: Callable[[], ReadBoard] | None = None,
        tiles: Sequence[Look] = (),
    ) -> None:
        """`follow_board` makes what reads boards in one picture after another, where there is such a thing.

        `tiles`: a board's enrolled tiles: where there are no markers they tell the table's plane and its light.
        """
        self.catalogue, self.params = catalogue, params or ReaderParams()
        self._locate, self._measure, self._read_board, self._also = locate, measure, read_board, also
        self._follow_board = follow_board
        self._sizes_mm = {look.id: look.size_mm for look in catalogue.looks} | {look.id: look.size_mm for look in tiles}
        self._tiles = {look.id: look for look in tiles}
        self._tokens, self._foods = TokenReader(catalogue, self.params.tokens), FoodReader(catalogue)
        self._cubes = CubeReader(catalogue, self.params.cubes)
        if self._tokens.has_tokens:
            self.params = replace(self.params, regions=self.params.regions.with_tokens(), square=SquareParams())
        verdict = self.params.verdict
        may_hide = self._tokens.has_tokens or self._foods.has_foods
        open_ = whatever_lies_there(verdict)
        self._open = open_ if self._tokens.has_tokens else verdict
        """The verdict as long as it is not known which tokens lie on the print."""
        printed = catalogue.of_kinds(PRINTED)
        self._search: PrintSearch | None = None
        self._printed = printed.looks
        if printed.looks:
            self._namer = Namer(Library(printed), self.params.naming, lambda share: asked(share, verdict))
            self._namer.prepare()
            sizes = Sizes(look.size_mm for look in printed.looks)
            self._doubts = Doubts(self._namer, sizes, self.params.most_doubted)
            # what lies on a piece is found by its own name only, and a card of another colour still tells where others lie
            yet = replace(open_ if may_hide else verdict, most_open_lagging=np.inf, least_toned=-1.0)
            self._search = PrintSearch(printed, self._namer, sizes, self.params, yet)

    def following(self) -> "TableReader":
        """The same reader for one table's pictures, one after another: of a board only what changed is read again."""
        follower = copy(self)
        follower._foods, follower._parts = self._foods.following(), Recent()
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
        if known is not None and known.only_board:
            return self._board_alone(frame, table, quality)
        clock, board, rounds = Stopwatch(), None, tuple[Round, ...]()
        is_part = known is not None and known.within is not None
        with clock("total"):
            if not is_part:
                board = self._board(frame, clock)
            with clock("plane"):
                table = self._locate(frame) if table is None else table
            with clock("light"):
                quality = self._measure(frame, table) if quality is None else quality
            beside = known or Known()
            if board is not None:  # its print is no other piece's
                beside = replace(beside, pieces=(*beside.pieces, *tiles_of(board)))
            found = None if self._search is None else self._found(self._search, frame, table, clock, beside)
            detections, strips = ((), ()) if found is None else self._named(found, frame, table, clock, known or Known())
            if table is None:
                view_px = None if is_part else frame.size_px
                table, detections = self._by_pieces(detections, () if board is None else tiles_of(board), view_px)
            if self._tokens.has_tokens and not _needs_no_tokens(found, known):
                read_below = partial(self._on_tokens, found, frame, table, strips)
                closer = partial(self._overlooked, frame, table, quality)
                papers = self._papers(frame, table, board, known)
                detections, rounds, advice = with_tokens(
                    self._tokens, frame, table, detections, read_below, closer, papers, known, board, clock
                )
                if known is None:
                    quality = replace(quality, advice=(*quality.advice, *advice))
            cubes, advice = self._cubes.look(frame, table, (*detections, *(() if known is None else known.pieces)), known, clock)
            detections, quality = detections + cubes, replace(quality, advice=(*quality.advice, *advice))
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

    def _papers(self, frame: Frame, table: TablePlane | None, board: Board | None, known: Known | None) -> tuple[White, ...]:
        """What white paper looks like here: that of the markers, or else of a board's enrolled tiles, seen or known to lie there."""
        told = None if known is None else known.papers
        papers = (() if table is None else whites(frame, table)) if told is None else told
        tiles = (*(() if board is None else tiles_of(board)), *(() if known is None else known.pieces))
        return papers or tile_papers(frame, tiles, self._tiles)

    def _found(self, search: PrintSearch, frame: Frame, table: TablePlane | None, clock: Stopwatch, known: Known) -> Found:
        """The readings of a picture, or those of a part that was read before, made anew."""
        recent, part, is_part = self._parts, part_of(known, frame.size_px), known.within is not None
        before = recent.of(part) if recent is not None and known.again and (self._foods.has_foods or self._read_board is not None) else None
        found = None if before is None else search.again(frame, table, clock, known, *before)
        if found is None:
            found = search.read(frame, table, clock, known, self._usual if is_part else None)
        if recent is not None:
            self._parts = recent.after(part, (found.kept, found.reduced))
            self._usual = self._usual if is_part else search.usual(found) or self._usual
        return found

    def _board(self, frame: Frame, clock: Stopwatch) -> Board | None:
        """The board of letters, where the game has one and it is to be seen."""
        if self._read_board is None:
            return None
        with clock("board"):
            return self._read_board(frame)

    def _board_alone(self, frame: Frame, table: TablePlane | None, quality: Quality | None) -> Observation:
        """The board of letters and its tiles, and nothing else of the picture."""
        clock = Stopwatch()
        with clock("total"):
            board = self._board(frame, clock)
        with clock("light"):
            quality = self._measure(frame, table) if quality is None else quality
        fix, pieces = PlaneFix("none") if table is None else table.fix, () if board is None else board_pieces(board, ())
        return Observation(frame.taken_at, frame.size_px, quality, fix, pieces, clock.timings_ms, board, lacks_board=board is None)

    def _named(
        self, found: Found, frame: Frame, table: TablePlane | None, clock: Stopwatch, known: Known
    ) -> tuple[tuple[Detection, ...], tuple[Quad, ...]]:
        """The printed pieces, as long as tokens were not looked for, and foods that lie on them; and the strips that those cover."""
        with clock("name"):
            detections = self._answered(found, table)
        if not self._foods.has_foods:
            return detections, ()
        with clock("foods"):
            lying = self._foods.on(frame, table, self._answered(found, table, ()) if self._tokens.has_tokens else detections, known)
        if not lying:
            return detections, ()
        strips = tuple(quad for one in lying for quad in one.hides_px)
        foods = tuple(one.piece for one in lying)
        with clock("name"):
            shades = [one.quad_px for one in foods if one.is_sure]
            told, taken = [], list[Reading]()
            for one, reading in self._answers(found, table, strips, shades):
                if one.is_sure or not is_within(one, shades):
                    told.append(one)
                else:
                    taken.append(reading)
            if self._parts is not None:  # what was taken for a card in a food's outline is not looked at again
                kept = [one for one in found.kept if not any(one.quad is other.quad for other in taken)]
                self._parts = self._parts.after(part_of(known, frame.size_px), (kept, found.reduced))
        return (*told, *foods), strips

    def _on_tokens(
        self, found: Found | None, frame: Frame, table: TablePlane | None, strips: tuple[Quad, ...], tokens: tuple[Detection, ...]
    ) -> tuple[tuple[Detection, ...], bool]:
        """The printed pieces, now that the tokens on them are known; whether an arm lies on any."""
        if found is None:
            return (), False
        lying = [*(token.quad_px for token in tokens), *strips]
        return self._tokens.overlaid(frame, self._answered(found, table, lying), tokens)

    def _overlooked(
        self, frame: Frame, table: TablePlane | None, quality: Quality, lying: tuple[Detection, ...], rounds: Sequence[Round]
    ) -> tuple[Detection, ...]:
        """Named cards below tokens that are found when parts of the picture are read alone."""
        long_mm = max((max(look.size_mm) for look in self.catalogue.of_kinds(PRINTED).looks), default=0.0)
        return overlooked(self.read, frame, table, quality, lying, rounds, long_mm) if long_mm and table is not None else ()

    def _by_pieces(
        self, detections: tuple[Detection, ...], tiles: tuple[Detection, ...], view_px: tuple[int, int] | None
    ) -> tuple[TablePlane | None, tuple[Detection, ...]]:
        """The table's plane by pieces of known size, a board's `tiles` among them, and all pieces laid on it; `view_px` as in `of_all`."""
        table = of_all((*detections, *tiles), self._sizes_mm, view_px)
        if table is None:
            return None, detections
        return table, tuple(replace(one, quad_mm=table.quad_mm(one.quad_px)) for one in detections)

    def _answered(self, found: Found, table: TablePlane | None, things: Sequence[Quad] | None = None) -> tuple[Detection, ...]:
        """What is told of the readings that are kept, less the markers and patterned ground; and places that are asked about."""
        told = self._answers(found, table, things)
        return (*(one for one, _ in told), *self._places_asked(found, told, table))

    def _places_asked(self, found: Found, told: Sequence[tuple[Detection, Reading]], table: TablePlane | None) -> Iterator[Detection]:
        """A question for each place amid named cards of which glare leaves nothing, and for each where paper goes on beside one."""
        known = [(reading.look, reading.quad) for one, reading in told if one.id is not None]
        named = [quad for _, quad in known]
        rest = [*found.known, *(reading.quad for one, reading in told if one.id is None)]
        pieces = list(self._washed_pieces(found, told, table, [*named, *rest]))
        places = list(washed_places(found.picture, named, [*rest, *pieces]))
        below = list(continued(found.picture, named, [*rest, *pieces, *places]))
        in_row = list(rowed(found.picture, known, [*rest, *pieces, *places, *below], self._printed))
        in_heap = self._in_heaps(self._on_plane(found, told, 1), known, [*rest, *pieces, *places, *below, *in_row])
        asked = ((pieces, BURNT), (places, WASHED), (below, BENEATH), (in_row, BENEATH_IN_ROW), (in_heap, IN_HEAP))
        for place, why in ((place, why) for some, why in asked for place in some):
            quad = quad_of((place + 0.5) / found.picture.scale - 0.5)
            place_mm = None if table is None else table.quad_mm(quad)
            options = may_be_any(found.picture, place, self._namer.library)
            yield Detection(self._printed[0].kind, quad, alternatives=options, why=why, quad_mm=place_mm)

    def _in_heaps(self, found: Found, known: Sequence[tuple[int, Floats]], taken: Sequence[Floats]) -> Sequence[Floats]:
        """Where cards look out below those `known` by name, here or from before, of which nothing was read."""
        if found.to_mm is None or found.reduced is None:
            return ()
        lying = Lying([*known, *found.named], taken, found.to_mm, self._sizes_here(found))
        return list(heaped(found.picture, found.reduced, lying, self._printed))

    def _washed_pieces(
        self, found: Found, told: Sequence[tuple[Detection, Reading]], table: TablePlane | None, taken: Sequence[Floats]
    ) -> Iterator[Floats]:
        """Outlines as large as a piece that are burnt out, and none of which was read."""
        found = self._on_plane(found, told)
        if found.to_mm is None:
            return
        outlines = [quad for quad in found.outlines if not is_on_marker(stored(quad, found.picture), table)]
        yield from washed_pieces(found.picture, outlines, self._sizes_here(found), found.to_mm, taken)

    def _sizes_here(self, found: Found) -> list[tuple[float, float]]:
        """Shorter and longer sides of the printed pieces as they are measured on this table."""
        usual = (None if self._search is None else self._search.usual(found)) or self._usual or 1.0
        return list(dict.fromkeys((usual * min(look.size_mm), usual * max(look.size_mm)) for look in self._printed))

    def _on_plane(self, found: Found, told: Sequence[tuple[Detection, Reading]], fewest: int = 2) -> Found:
        """What was found, with the table's plane: as many as fit together tell how large things are where nothing else does."""
        if found.to_mm is not None:
            return found
        return replace(found, to_mm=to_mm_of(of_named((one for one, _ in told), self._sizes_mm, fewest), found.picture))

    def _answers(
        self, found: Found, table: TablePlane | None, things: Sequence[Quad] | None, shades: Sequence[Quad] = ()
    ) -> list[tuple[Detection, Reading]]:
        """The same, each with its reading."""
        judged = [(one, r) for one, r in self._judged(found, table, things, shades) if not is_on_marker(one.quad_px, table)]
        found = self._on_plane(found, judged)
        judged = self._doubts.of_their_size(judged, found)
        named = [r for one, r in judged if one.id is not None or one.face is Face.DOWN]
        odd = {id(r) for r in self._doubts.of_other_size(named, found)}
        judged = [(one.asked_about(OTHER_SIZE) if id(r) in odd else one, r) for one, r in judged]
        if found.named or len(odd) < len(named):
            named = [r for r in named if id(r) not in odd]
        lying = [_working(quad, found.picture) for quad in things or ()]
        told = [r for one, r in judged if one.id is not None]
        others = other_coloured(told, self._namer.library, found.picture.view_px, lying)
        strange = {id(r) for r in (*self._strangers(told, found, lying), *others)}
        judged = [
            (one.asked_about(f"less like {one.id} than the others are like theirs; was it enrolled?") if id(r) in strange else one, r)
            for one, r in judged
        ]
        return [(one, r) for one, r in judged if not self._doubts.is_none(r, found, named, lying)]

    def _strangers(self, named: Sequence[Reading], found: Found, things: Sequence[Floats]) -> list[Reading]:
        """Those of the named readings that are strangers still once the print below `things` (4, 2) counts for none."""
        strange = strangers(named)
        if not strange or not things:
            return strange
        others = {id(r): [other.quad for other in named if other is not r] for r in strange}
        anew = {id(r): self._namer.explainer.explain(found.picture, r, others[id(r)], things) for r in strange}
        anew = {of: self._namer.explainer.by_what_shows(found.picture, r, things) for of, r in anew.items()}
        still = {id(r) for r in strangers([anew.get(id(r), r) for r in named])}
        return [r for r in strange if id(anew[id(r)]) in still]

    def _judged(
        self, found: Found, table: TablePlane | None, things_px: Sequence[Quad] | None, shades_px: Sequence[Quad] = ()
    ) -> list[tuple[Detection, Reading]]:
        """The readings that are kept, and what is told of each, now that all are known that may lie on each other.

        `things_px` are around tokens and parts of foods, `shades_px` around what casts its shade beside itself. As long as tokens that may
        lie on them were not looked for (None, in a pack that has some), print is not held against any.
        """
        verdict, picture, kept = self.params.verdict if things_px is not None else self._open, found.picture, found.kept
        answers = Answers(self._namer, verdict, self.params.likely_back)
        things, shades = ([_working(quad, picture) for quad in quads or ()] for quads in (things_px, shades_px))
        known = {id(reading): reading.quad for reading in kept if is_settled(reading, self.params)}
        judged = [
            answers.beside(r, picture, [*found.known, *(quad for of, quad in known.items() if of != id(r))], things, shades) for r in kept
        ]
        return [(answers.detection(reading, picture, table, judged), reading) for reading in judged]


def _needs_no_tokens(found: Found | None, known: Known | None) -> bool:
    """Whether only printed pieces are asked for, and none was read that tokens might tell more of."""
    return known is not None and known.only_printed and (found is None or not found.kept)


def _working(quad: Quad, picture: Picture) -> Floats:
    """(4, 2) in working pixels."""
    return np.asarray((np.array(quad) + 0.5) * picture.scale - 0.5, np.float32)


def _placed(found: tuple[Detection, ...], table: TablePlane | None, pieces: tuple[Detection, ...]) -> tuple[Detection, ...]:
    """What lies on no marker and on no other piece, whose print it would be; with its place on the table."""
    on = [np.asarray(piece.quad_px, np.float32) for piece in pieces]
    kept = (one for one in found if not is_on_marker(one.quad_px, table) and not any(is_over(one.quad_px, quad) for quad in on))
    return tuple(one if table is None else replace(one, quad_mm=table.quad_mm(one.quad_px)) for one in kept)
