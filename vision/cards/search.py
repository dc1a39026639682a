"""Where printed pieces lie in one picture: what is found tells where to look for more, until nothing new comes."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from vision.cards.again import face_down, laid_again, other_way_up
from vision.cards.beneath import Beneath
from vision.cards.covering import Quads, near_to
from vision.cards.doubts import Found
from vision.cards.namer import Namer
from vision.cards.neighbours import edge_to_edge, lying_open
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.regions import Guess, Regions
from vision.cards.search_params import SearchParams
from vision.cards.shapes import Shapes
from vision.cards.sizes import Sizes
from vision.cards.sought import Search, mm_per_px, plane_of, to_mm_of
from vision.cards.squared import SquareParams, all_square, laid_square
from vision.cards.verdict import VerdictParams, confidence, contested, least_rim, settle, stands, sure_of_print
from vision.cards.washed import WashedParams, has_reflection
from vision.changes.patches import PRINTED, Known
from vision.frame import Frame
from vision.image.outlines import Contour, inside, overlap, wider
from vision.looks.catalogue import BACK, Catalogue
from vision.observation import Detection, Face
from vision.stopwatch import Stopwatch
from vision.table.plane import TablePlane

Floats = NDArray[np.float32]


class PrintSearch:
    """Looks for the printed pieces of one catalogue: guesses of where they may lie, each read, each reading telling of more."""

    def __init__(self, catalogue: Catalogue, namer: Namer, sizes: Sizes, params: SearchParams, verdict: VerdictParams) -> None:
        """`catalogue` holds printed pieces only; `verdict` says which readings stand as long as tokens were not looked for."""
        self.params, self._verdict, self._namer, self._sizes = params, verdict, namer, sizes
        self._regions = Regions(namer.library, params.regions)
        self._beneath = Beneath(namer, self._regions, params.beneath, verdict)
        self._shapes = Shapes(look.size_mm for look in catalogue.looks)
        self._looks = {look.id: at for at, look in enumerate(catalogue.looks)}
        """Of each piece one of its looks."""

    def read(self, frame: Frame, table: TablePlane | None, clock: Stopwatch, known: Known, usual: float | None = None) -> Found:
        """The readings of a picture that are kept, and what they rest on. What is `known` to lie there is not read again.

        `usual`: see `Search`.
        """
        with clock("picture"):
            picture = Picture(frame.rgb, self.params.work_px, known.within, known.whole_px)
        with clock("regions"):
            to_mm = to_mm_of(table, picture)
            outlines, contours = self._regions.by_outline(picture, lambda quad: to_mm is None or self._sizes.fits_any(quad, to_mm))
        lying = [self._quad_of(one, picture) for one in known.pieces if one.kind in PRINTED]
        search = Search(picture, contours, table, lying, clock, known.within is not None, to_mm, usual)
        readings = self._around(search, self._name(search, self._of_size(search, outlines)[: self.params.most_outlines], []))
        settled = self._settled(search, readings)
        readings = self._by_print(search, readings)
        readings = self._in_the_open(search, readings)
        if len(self._settled(search, readings)) > len(settled):
            readings = self._around(search, readings)
        readings = self._cut(search, self._left(search, readings))
        with clock("fans"):
            readings = self._fans(search, readings)
        with clock("name"):
            readings = self._by_shape(search, readings)
            kept = [contested(one, readings, self._verdict) for one in self._again(search, settle(readings, self._verdict))]
            kept = edge_to_edge(kept, search.known, self._verdict, partial(self._namer.amid, picture))
            kept = lying_open(kept, self._verdict, partial(self._namer.explainer.amid, picture, known=search.known))
            named, lit = self._named(known, picture), self._outlines(picture, contours, known)
            return Found(picture, search.known, self._squared(search, kept), search.to_mm, named, lit)

    def _by_print(self, search: Search, readings: list[Reading]) -> list[Reading]:
        """The readings so far and those of places that print votes for.

        Where nothing tells how large pieces are before these were read, or they are small, it is looked more closely after that.
        """
        wide_px = self._width_px(search, readings)
        first = self._regions.print_px(search.picture, wide_px)
        readings = self._voted(search, readings, first)
        if search.is_part:
            return readings
        wide_px = self._width_px(search, readings) if wide_px is None else wide_px
        for closer in self._regions.closer_px(search.picture, wide_px, first):
            readings = self._voted(search, readings, closer)
        return readings

    def _voted(self, search: Search, readings: list[Reading], longest_px: int) -> list[Reading]:
        """One look for print, in a picture whose longer side is so long."""
        with search.clock("prints"):
            guesses = self._regions.by_print(search.picture, self._settled(search, readings), longest_px)
        return self._name(search, guesses, readings)

    def _in_the_open(self, search: Search, readings: list[Reading]) -> list[Reading]:
        """The readings so far and, where nothing told of a plane yet, those of rows' ends, or by print as closely as can be."""
        is_bare = all(len(one) <= _BARE for one in search.contours)
        if is_bare or search.is_part or self._to_mm(search, readings) is not None:
            return readings
        with search.clock("corners"):
            ends = self._regions.by_row_end(search.picture, search.contours)
        if len(ends) > self.params.most_row_ends:
            return readings
        readings = self._name(search, ends, readings)
        if self._to_mm(search, readings) is not None:
            return readings
        with search.clock("prints"):
            votes = self._regions.by_closest_print(search.picture)
        return self._name(search, votes, readings)

    def again(self, frame: Frame, table: TablePlane | None, clock: Stopwatch, known: Known, before: Sequence[Reading]) -> Found | None:
        """Readings of a part that was read `before` and has lain still since, made anew; None where that does not suffice."""
        if any(one.beneath for one in before):
            return None
        with clock("picture"):
            picture = Picture(frame.rgb, self.params.work_px, known.within, known.whole_px)
        lying = [self._quad_of(one, picture) for one in known.pieces if one.kind in PRINTED]
        with clock("name"):
            readings = []
            for one in before:
                beside = [*lying, *(other.quad for other in before if other is not one and self._is_settled(other))]
                if (found := self._namer.read(picture, one.quad, one.look, beside)) is not None:
                    readings.append(replace(found, askew=one.askew))
            kept = edge_to_edge(settle(readings, self._verdict), lying, self._verdict, partial(self._namer.amid, picture))
            kept = lying_open(kept, self._verdict, partial(self._namer.explainer.amid, picture, known=lying))
            return Found(picture, lying, kept, to_mm_of(table, picture), self._named(known, picture), self._outlines(picture, None, known))

    def _outlines(self, picture: Picture, contours: list[Contour] | None, known: Known) -> list[Floats]:
        """What has four corners and is asked about, where a lamp's reflection may hide what it is: of a part that may be most of it."""
        params = WashedParams() if known.within is None else WashedParams(most_of_all=1.0)
        if not has_reflection(picture, params):
            return []
        return [quad for quad in self._regions.outlines(picture, contours) if picture.asks_about(quad)]

    def _fans(self, search: Search, readings: list[Reading]) -> list[Reading]:
        """The readings so far and those of pieces under the ones that are settled."""
        settled = [one for one in settle(readings, self._verdict) if self._is_settled(one)]
        tops = [one for one in settled if one.rim >= least_rim(one, self._verdict)]
        known = [*search.known, *(one.quad for one in tops)]
        return [*readings, *self._beneath.read(search.picture, tops, known, search.asks_about)]

    def _again(self, search: Search, kept: list[Reading]) -> list[Reading]:
        """The readings that are asked about; doubtful ones tried again, now that it is known what lies beside them.

        Those that agree best first, until so many in a row stay doubtful: of noise or a carpet all would.
        """
        kept = [one for one in kept if search.asks_about(one.quad)]
        open_ = [one for one in kept if not (one.beneath or stands(one, self._verdict))]
        if not open_:
            return kept
        better, in_vain = {id(one): one for one in kept}, 0
        for one in sorted(open_, key=lambda one: -one.agreement):
            beside = [*search.known, *(other.quad for other in kept if other is not one and self._is_settled(other))]
            better[id(one)] = self._once_more(search, one, beside)
            in_vain = 0 if stands(better[id(one)], self._verdict) else in_vain + 1
            if in_vain >= self.params.most_in_vain:
                break
        return settle(better.values(), self._verdict)

    def _by_shape(self, search: Search, readings: Sequence[Reading]) -> list[Reading]:
        """The readings, those marked that have not the shape of their looks, now that it is known how long the others are for their width.

        Pieces under others are laid along the edge that shows of them.
        """
        named = [one for one in settle(readings, self._verdict) if stands(one, self._verdict) and not one.beneath]
        search.shape.update(self._shapes.usual([(one.look, one.quad) for one in named], search.to_mm))
        return [one if one.beneath else replace(one, askew=self._is_askew(search, one)) for one in readings]

    def _is_askew(self, search: Search, one: Reading) -> bool:
        return self._shapes.is_askew(one.look, one.quad, search.to_mm, search.shape)

    def _squared(self, search: Search, kept: list[Reading]) -> list[Reading]:
        """The readings, those that have a name and are no rectangles on the table laid anew."""
        if self.params.square is None:
            return kept
        named = [one for one in kept if not one.beneath and stands(one, self._verdict)]
        anew = all_square(self._namer, search.picture, named, search.to_mm, self.params.square)
        return [anew.get(id(one), one) for one in kept]

    def _once_more(self, search: Search, one: Reading, beside: Sequence[Floats]) -> Reading:
        """A doubtful reading, or the back of a card in its place, or what several tries agree on where it nearly stands."""

        def is_sure(reading: Reading) -> bool:
            return stands(reading, self._verdict) and not self._is_askew(search, reading)

        picture, one = search.picture, self._as_rectangle(search, one, beside)
        if is_sure(one):
            return one
        if (back := face_down(self._namer, picture, one, beside, is_sure, self.params.again)) is not None:
            return back
        if not self._namer.is_worth_a_name(one):
            return one
        again = laid_again(self._namer, picture, one, beside, is_sure, self.params.again)
        if is_sure(again) or search.is_part:  # a part is looked at again with the whole picture
            return again
        return other_way_up(self._namer, picture, one, beside, is_sure, self.params.again) or again

    def _as_rectangle(self, search: Search, one: Reading, beside: Sequence[Floats]) -> Reading:
        """The reading, or that of the rectangle on the table where it has no piece's shape and agrees no less there.

        Print in one corner of a piece that agrees lets the other corners stray.
        """
        if not one.askew or search.to_mm is None:
            return one
        laid = laid_square(self._namer, search.picture, one, search.to_mm, self.params.square or SquareParams())
        there = self._namer.read_there(search.picture, laid.quad, laid.look, beside)
        return one if self._is_askew(search, there) or there.agreement < one.agreement else there

    def usual(self, found: Found) -> float | None:
        """How many times as large as enrolled the pieces of a picture are; None where none has a name, or no plane is known."""
        if found.to_mm is None:
            return None
        named = (*found.named, *((r.look, r.quad) for r in found.kept if stands(r, self._verdict)))
        times = [self._sizes.times(look, quad, found.to_mm) for look, quad in named]
        told = [one for one in times if one is not None]
        return float(np.median(told)) if told else None

    def _quad_of(self, piece: Detection, picture: Picture) -> Floats:
        """Where a known piece lies, in working pixels, as a look lies on the canonical raster."""
        look = self._looks.get(_id_of(piece))
        turned = look is not None and self._namer.library.catalogue.looks[look].turned
        quad = (np.roll(np.asarray(piece.quad_px), 1, 0) if turned else np.asarray(piece.quad_px)) + 0.5
        return np.asarray(quad * picture.scale - 0.5, np.float32)

    def _named(self, known: Known, picture: Picture) -> list[tuple[int, Floats]]:
        """Of the known pieces those that have a name or lie face down, each with its look."""
        return [(self._looks[_id_of(one)], self._quad_of(one, picture)) for one in known.pieces if _id_of(one) in self._looks]

    def _around(self, search: Search, readings: list[Reading]) -> list[Reading]:
        """The readings so far and those found by what is settled: pieces beside it, those of its design, and corners on its plane."""
        readings = self._beside(search, readings)
        with search.clock("corners"):
            alike = self._regions.by_design(search.picture, self._settled(search, readings))
        readings = self._name(search, alike, readings)
        with search.clock("corners"):
            to_mm, known = self._to_mm(search, readings), self._settled(search, readings)
            corners = [] if to_mm is None else self._regions.by_corner(search.picture, search.contours, to_mm, known)
        more = self._name(search, corners, readings)
        return self._beside(search, more) if len(self._settled(search, more)) > len(known) else more

    def _left(self, search: Search, readings: list[Reading]) -> list[Reading]:
        """The readings so far and those at corners, and around print, that are left: a pattern's outlines and those of pieces are one."""
        to_mm = self._to_mm(search, readings)
        if to_mm is None or search.is_part:
            return readings
        with search.clock("corners"):
            found = Quads([*search.known, *(one.quad for one in settle(readings, self._verdict))])
            within = self._regions.by_print_within(search.picture, search.contours, to_mm, found)
            left = self._regions.by_corner(search.picture, search.contours, to_mm, found, True)
        around = self._name(search, within, readings)[len(readings) :]  # no edge tells of these: a name, or nothing
        more = self._name(search, left, [*readings, *(one for one in around if stands(one, self._verdict))])
        return self._beside(search, more) if len(self._settled(search, more)) > len(self._settled(search, readings)) else more

    def _beside(self, search: Search, readings: list[Reading]) -> list[Reading]:
        """The readings so far and those of places edge to edge with what is settled, and with these in turn."""
        while True:
            with search.clock("corners"):
                known = self._told(search, readings)
                guesses = self._regions.by_neighbour(search.picture, known)
            readings = self._name(search, guesses, readings)
            if len(self._told(search, readings)) == len(known):
                return readings

    def _cut(self, search: Search, readings: list[Reading]) -> list[Reading]:
        """The readings so far and those of pieces that the picture's edge cuts."""
        with search.clock("corners"):
            to_mm = self._to_mm(search, readings)
            known = self._told(search, readings)
            cut = [] if to_mm is None else self._regions.by_cut(search.picture, search.contours, to_mm, known)
        return self._name(search, cut, readings)

    def _settled(self, search: Search, readings: list[Reading]) -> Quads:
        return Quads([*search.known, *(r.quad for r in readings if self._is_settled(r))])

    def _told(self, search: Search, readings: list[Reading]) -> Quads:
        """Quads of what is settled, and of what bears a name: glare may lie on much of that."""
        return Quads([*search.known, *(r.quad for r in readings if self._is_settled(r) or stands(r, self._verdict))])

    def _name(self, search: Search, guesses: list[Guess], readings: list[Reading]) -> list[Reading]:
        """The readings so far and those of the guesses that do not lie within a settled one or a known piece."""
        with search.clock("name"):
            readings, known = list(readings), self._settled(search, readings)
            places = Quads([*search.known, *(r.quad for r in readings)])
            to_mm, largest = self._scale(search, readings), self._largest(search, readings)

            def is_open(guess: Guess) -> bool:
                if to_mm is not None and not self._sizes.fits(guess.look, guess.quad, to_mm, search.usual):
                    return False
                if to_mm is not None and self._sizes.is_smaller(guess.look, guess.quad, to_mm, largest):
                    return False
                return search.asks_about(guess.quad) and not self._is_taken(guess.quad, places, search, readings)

            open_, before = [guess for guess in guesses if is_open(guess)], len(readings)
            for guess, around in zip(open_, self._regions.around(search.picture, open_), strict=True):
                if len(readings) > before and not is_open(guess):  # any more, by what was read since
                    continue
                attempt = guess.look, guess.quad.tobytes(), *(known[i].tobytes() for i in near_to(wider(guess.quad, _AROUND), known))
                if attempt in search.tried:
                    continue
                search.tried.add(attempt)
                if not self._regions.is_there(search.picture, guess, around, known):
                    continue
                if (reading := self._namer.read(search.picture, guess.quad, guess.look, known)) is not None:
                    reading = replace(reading, askew=self._is_askew(search, reading))
                    readings.append(reading)
                    places = Quads([*places, reading.quad])
                    known = Quads([*known, reading.quad]) if self._is_settled(reading) else known
                    to_mm = self._scale(search, [reading]) if to_mm is None else to_mm
                    largest = max(largest, self._largest(search, [reading]))
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

    def _largest(self, search: Search, readings: Sequence[Reading]) -> float:
        """How many times as large as enrolled the largest sure piece of a part is; 0 where none is, or no plane tells.

        Print below a food is no card of half its size. What is larger is looked at all the same: the sure one may be the print.
        """
        if search.to_mm is None or not search.is_part:
            return 0.0
        sure = [r for r in readings if confidence(r, self._verdict) >= self.params.beyond_doubt]
        return max((self._sizes.times(r.look, r.quad, search.to_mm) or 0.0 for r in sure), default=0.0)

    def _is_taken(self, quad: Floats, places: Quads, search: Search, readings: list[Reading]) -> bool:
        """Whether a known piece lies at a quad, or a reading that needs no second look; `places` are all of them, known ones first."""
        first = len(search.known)
        near = near_to(quad, places)
        if any(inside(quad, places[i]) > _WITHIN if i < first else self._is_read(quad, readings[i - first]) for i in near):
            return True
        return self._is_read_alike(quad, [readings[i - first] for i in near if i >= first], search.is_part)

    def _is_read_alike(self, quad: Floats, readings: Sequence[Reading], is_part: bool) -> bool:
        """Whether two guesses came to rest at a place as one and the same look, of which enough shows: a third would do so, too.

        A food or a token lies on it then; what nothing explains stays a doubt, however often it is read. In a part, which is looked at
        more than once, so does what three came to.
        """
        here = [r for r in readings if overlap(quad, r.quad) > self.params.same_iou]
        sure = [r for r in here if sure_of_print(r, self._verdict) >= self.params.beyond_doubt]
        if any(a.look == b.look and overlap(a.quad, b.quad) > _AT_REST for a, b in itertools.combinations(sure, 2)):
            return True
        last = here[-1] if is_part and len(here) >= _ALIKE else None
        return last is not None and sum(r.look == last.look and overlap(r.quad, last.quad) > _AT_REST for r in here) >= _ALIKE

    def _is_read(self, quad: Floats, reading: Reading) -> bool:
        """Whether a place is that of a reading which needs no second look."""
        if self._is_settled(reading):
            return inside(quad, reading.quad) > _WITHIN
        return confidence(reading, self._verdict) >= self.params.beyond_doubt and overlap(quad, reading.quad) > self.params.same_iou

    def _to_mm(self, search: Search, readings: list[Reading]) -> NDArray[np.float64] | None:
        """Working pixels -> millimetres on the table, by its plane or by the best piece that was read; None without either."""
        return plane_of(search, [r for r in readings if self._is_settled(r)], self._namer.library.catalogue.looks)

    def _width_px(self, search: Search, readings: list[Reading]) -> float | None:
        """How wide the narrowest known piece looks in the middle of the picture, in working pixels; None when the scale is not known."""
        to_mm, narrowest_mm = self._to_mm(search, readings), min(short for short, _ in self._regions.sizes_mm)
        return None if to_mm is None else narrowest_mm / mm_per_px(to_mm, search.picture.view_px)

    def _is_settled(self, reading: Reading) -> bool:
        return is_settled(reading, self.params)


def is_settled(reading: Reading, params: SearchParams) -> bool:
    """Whether a reading is good enough for its place to need no second look, and to tell where others lie."""
    is_clear = reading.agreement >= params.settled_agreement and reading.share >= params.settled_share
    return is_clear and reading.rim >= params.settled_rim and not reading.askew


_AROUND = 1.5
"""Aligned to a look, a place lies within its quad made so many times as large."""
_BARE = 4
"""Contours of so few points are the picture's own, or whole outlines, which were looked at."""
_ALIKE = 3
"""So many guesses that came to the same doubt are enough."""
_AT_REST = 0.95
"""Two readings of one look that overlap so much came to rest in one place."""
_WITHIN = 0.75
"""Part of a place that lies on a piece from which the place is that piece's."""


def _id_of(piece: Detection) -> str:
    """Of a piece's look; empty for one without a name."""
    return BACK if piece.face is Face.DOWN else piece.id or ""
