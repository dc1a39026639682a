"""Where printed pieces lie in one picture: what is found tells where to look for more, until nothing new comes."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from vision.cards.again import by_its_edges, face_down, laid_again, other_way_up
from vision.cards.attempts import Attempts
from vision.cards.beneath import Beneath, lies_below
from vision.cards.covering import Quads
from vision.cards.doubts import Found
from vision.cards.heaps import Reduced
from vision.cards.namer import Namer
from vision.cards.neighbours import edge_to_edge, lying_open
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.regions import Regions
from vision.cards.search_params import SearchParams
from vision.cards.settling import contested, settle
from vision.cards.shapes import Shapes
from vision.cards.sizes import Sizes
from vision.cards.sought import Search, to_mm_of
from vision.cards.squared import SquareParams, all_square, laid_square
from vision.cards.verdict import VerdictParams, least_rim, stands
from vision.cards.washed import WashedParams, has_reflection
from vision.changes.patches import Known
from vision.frame import Frame
from vision.image.outlines import Contour
from vision.looks.catalogue import BACK, Catalogue
from vision.observation import PRINTED, Detection, Face
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
        self._tries = Attempts(namer, self._regions, sizes, self._shapes, params, verdict)
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
        outlines = self._tries.of_size(search, outlines)[: self.params.most_outlines]
        readings = self._around(search, self._tries.name(search, outlines, []))
        settled = self._tries.settled(search, readings)
        readings = self._by_print(search, readings)
        readings = self._in_the_open(search, readings)
        if len(self._tries.settled(search, readings)) > len(settled):
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
            reduced = Reduced(contours, picture.reduced_px(self.params.regions.outline_px)[1])
            return Found(picture, search.known, self._squared(search, kept), search.to_mm, named, reduced, lit)

    def _by_print(self, search: Search, readings: list[Reading]) -> list[Reading]:
        """The readings so far and those of places that print votes for.

        Where nothing tells how large pieces are before these were read, or they are small, it is looked more closely after that.
        """
        wide_px = self._tries.width_px(search, readings)
        first = self._regions.print_px(search.picture, wide_px)
        readings = self._voted(search, readings, first, wide_px)
        if search.is_part:
            return readings
        wide_px = self._tries.width_px(search, readings) if wide_px is None else wide_px
        for closer in self._regions.closer_px(search.picture, wide_px, first):
            readings = self._voted(search, readings, closer, wide_px)
        return readings

    def _voted(self, search: Search, readings: list[Reading], longest_px: int, wide_px: float | None) -> list[Reading]:
        """One look for print, in a picture whose longer side is so long; `wide_px`: see `Regions.print_px`."""
        with search.clock("prints"):
            guesses = self._regions.by_print(search.picture, self._tries.settled(search, readings), longest_px, wide_px or 0.0)
        return self._tries.name(search, guesses, readings)

    def _in_the_open(self, search: Search, readings: list[Reading]) -> list[Reading]:
        """The readings so far and, where nothing told of a plane yet, those of rows' ends, or by print as closely as can be."""
        is_bare = all(len(one) <= _BARE for one in search.contours)
        if is_bare or search.is_part or self._tries.to_mm(search, readings) is not None:
            return readings
        with search.clock("corners"):
            ends = self._regions.by_row_end(search.picture, search.contours)
        if len(ends) > self.params.most_row_ends and len(search.contours) > self.params.few_contours:
            return readings
        readings = self._tries.name(search, ends, readings)
        if self._tries.to_mm(search, readings) is not None:
            return readings
        with search.clock("prints"):
            votes = self._regions.by_closest_print(search.picture)
        return self._tries.name(search, votes, readings)

    def again(
        self, frame: Frame, table: TablePlane | None, clock: Stopwatch, known: Known, before: Sequence[Reading], reduced: Reduced | None
    ) -> Found | None:
        """Readings of a part that was read `before` and has lain still since, made anew; None where that does not suffice.

        `reduced`: of that part, as it was then.
        """
        if any(one.beneath for one in before):
            return None
        with clock("picture"):
            picture = Picture(frame.rgb, self.params.work_px, known.within, known.whole_px)
        lying = [self._quad_of(one, picture) for one in known.pieces if one.kind in PRINTED]
        with clock("name"):
            readings = []
            for one in before:
                beside = [*lying, *(other.quad for other in before if other is not one and self._tries.is_settled(other))]
                if (found := self._namer.read(picture, one.quad, one.look, beside)) is not None:
                    readings.append(replace(found, askew=one.askew))
            kept = edge_to_edge(settle(readings, self._verdict), lying, self._verdict, partial(self._namer.amid, picture))
            kept = lying_open(kept, self._verdict, partial(self._namer.explainer.amid, picture, known=lying))
            named, lit = self._named(known, picture), self._outlines(picture, None, known)
            return Found(picture, lying, kept, to_mm_of(table, picture), named, reduced, lit)

    def _outlines(self, picture: Picture, contours: list[Contour] | None, known: Known) -> list[Floats]:
        """What has four corners and is asked about, where a lamp's reflection may hide what it is: of a part that may be most of it."""
        params = WashedParams() if known.within is None else WashedParams(most_of_all=1.0)
        if not has_reflection(picture, params):
            return []
        return [quad for quad in self._regions.outlines(picture, contours) if picture.asks_about(quad)]

    def _fans(self, search: Search, readings: list[Reading]) -> list[Reading]:
        """The readings so far and those of pieces under the ones that are settled."""
        settled = [one for one in settle(readings, self._verdict) if self._tries.is_settled(one)]
        tops = [one for one in settled if one.rim >= least_rim(one, self._verdict)]
        known = [*search.known, *(one.quad for one in tops if not lies_below(one, tops))]
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
            beside = [*search.known, *(other.quad for other in kept if other is not one and self._tries.is_settled(other))]
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
        return [one if one.beneath else replace(one, askew=self._tries.is_askew(search, one)) for one in readings]

    def _squared(self, search: Search, kept: list[Reading]) -> list[Reading]:
        """The readings, those that have a name and are no rectangles on the table laid anew."""
        if self.params.square is None:
            return kept
        named = [one for one in kept if not one.beneath and stands(one, self._verdict)]
        anew = all_square(self._namer, search.picture, named, search.to_mm, self.params.square)
        return [anew.get(id(one), one) for one in kept]

    def _once_more(self, search: Search, one: Reading, beside: Sequence[Floats]) -> Reading:
        """A doubtful reading, or the back of a card in its place, or what tries agree on where it nearly stands, or its edges show."""

        def is_sure(reading: Reading) -> bool:
            return stands(reading, self._verdict) and not self._tries.is_askew(search, reading)

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
        tries = (way(self._namer, picture, one, beside, is_sure, self.params.again) for way in (other_way_up, by_its_edges))
        return next((found for found in tries if found is not None), again)

    def _as_rectangle(self, search: Search, one: Reading, beside: Sequence[Floats]) -> Reading:
        """The reading, or that of the rectangle on the table where it has no piece's shape and agrees no less there.

        Print in one corner of a piece that agrees lets the other corners stray.
        """
        if not one.askew or search.to_mm is None:
            return one
        laid = laid_square(self._namer, search.picture, one, search.to_mm, self.params.square or SquareParams())
        there = self._namer.read_there(search.picture, laid.quad, laid.look, beside)
        return one if self._tries.is_askew(search, there) or there.agreement < one.agreement else there

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
            alike = self._regions.by_design(search.picture, self._tries.settled(search, readings))
        readings = self._tries.name(search, alike, readings)
        with search.clock("corners"):
            to_mm, known = self._tries.to_mm(search, readings), self._tries.settled(search, readings)
            corners = [] if to_mm is None else self._regions.by_corner(search.picture, search.contours, to_mm, known)
        more = self._tries.name(search, corners, readings)
        return self._beside(search, more) if len(self._tries.settled(search, more)) > len(known) else more

    def _left(self, search: Search, readings: list[Reading]) -> list[Reading]:
        """The readings so far and those at corners, and around print, that are left: a pattern's outlines and those of pieces are one."""
        to_mm = self._tries.to_mm(search, readings)
        if to_mm is None or search.is_part:
            return readings
        with search.clock("corners"):
            found = Quads([*search.known, *(one.quad for one in settle(readings, self._verdict))])
            within = self._regions.by_print_within(search.picture, search.contours, to_mm, found)
            left = self._regions.by_corner(search.picture, search.contours, to_mm, found, True)
        around = self._tries.name(search, within, readings)[len(readings) :]  # no edge tells of these: a name, or nothing
        more = self._tries.name(search, left, [*readings, *(one for one in around if stands(one, self._verdict))])
        return self._beside(search, more) if len(self._tries.settled(search, more)) > len(self._tries.settled(search, readings)) else more

    def _beside(self, search: Search, readings: list[Reading]) -> list[Reading]:
        """The readings so far and those of places edge to edge with what is settled, and with these in turn."""
        while True:
            with search.clock("corners"):
                known = self._tries.told(search, readings)
                guesses = self._regions.by_neighbour(search.picture, known)
            readings = self._tries.name(search, guesses, readings)
            if len(self._tries.told(search, readings)) == len(known):
                return readings

    def _cut(self, search: Search, readings: list[Reading]) -> list[Reading]:
        """The readings so far and those of pieces that the picture's edge cuts."""
        with search.clock("corners"):
            to_mm = self._tries.to_mm(search, readings)
            known = self._tries.told(search, readings)
            cut = [] if to_mm is None else self._regions.by_cut(search.picture, search.contours, to_mm, known)
        return self._tries.name(search, cut, readings)


_BARE = 4
"""Contours of so few points are the picture's own, or whole outlines, which were looked at."""


def _id_of(piece: Detection) -> str:
    """Of a piece's look; empty for one without a name."""
    return BACK if piece.face is Face.DOWN else piece.id or ""
