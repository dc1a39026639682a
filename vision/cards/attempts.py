"""Which guesses of where a printed piece lies are read, one after another: none that is taken, tried already or of another size."""

import itertools
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.covering import Quads, near_to
from vision.cards.namer import Namer
from vision.cards.reading import Reading
from vision.cards.regions import Guess, Regions
from vision.cards.search_params import SearchParams
from vision.cards.shapes import Shapes
from vision.cards.sizes import Sizes
from vision.cards.sought import Search, mm_per_px, plane_of
from vision.cards.verdict import VerdictParams, confidence, stands, sure_of_print
from vision.image.quads import inside, overlap, wider

Floats = NDArray[np.float32]


class Attempts:
    """Reads guesses of the printed pieces of one catalogue."""

    def __init__(self, namer: Namer, regions: Regions, sizes: Sizes, shapes: Shapes, params: SearchParams, verdict: VerdictParams) -> None:
        """`verdict` says which readings stand as long as tokens were not looked for."""
        self.params, self._verdict, self._namer, self._regions = params, verdict, namer, regions
        self._sizes, self._shapes = sizes, shapes

    def name(self, search: Search, guesses: list[Guess], readings: list[Reading]) -> list[Reading]:
        """The readings so far and those of the guesses that do not lie within a settled one or a known piece."""
        with search.clock("name"):
            readings, known = list(readings), self.settled(search, readings)
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
                    reading = replace(reading, askew=self.is_askew(search, reading))
                    readings.append(reading)
                    places = Quads([*places, reading.quad])
                    known = Quads([*known, reading.quad]) if self.is_settled(reading) else known
                    to_mm = self._scale(search, [reading]) if to_mm is None else to_mm
                    largest = max(largest, self._largest(search, [reading]))
            return readings

    def of_size(self, search: Search, guesses: list[Guess]) -> list[Guess]:
        """The guesses, first those that are as large as what they resemble: of patterned cloth there are more than anybody looks at."""
        to_mm = search.to_mm
        return guesses if to_mm is None else sorted(guesses, key=lambda one: not self._sizes.fits(one.look, one.quad, to_mm))

    def settled(self, search: Search, readings: list[Reading]) -> Quads:
        """Quads of what is known or settled."""
        return Quads([*search.known, *(r.quad for r in readings if self.is_settled(r))])

    def told(self, search: Search, readings: list[Reading]) -> Quads:
        """Quads of what is settled, and of what bears a name: glare may lie on much of that."""
        return Quads([*search.known, *(r.quad for r in readings if self.is_settled(r) or stands(r, self._verdict))])

    def is_settled(self, reading: Reading) -> bool:
        """Whether a reading's place needs no second look."""
        return is_settled(reading, self.params)

    def is_askew(self, search: Search, one: Reading) -> bool:
        """Whether a reading has not the shape of its look."""
        return self._shapes.is_askew(one.look, one.quad, search.to_mm, search.shape)

    def to_mm(self, search: Search, readings: list[Reading]) -> NDArray[np.float64] | None:
        """Working pixels -> millimetres on the table, by its plane or by the best piece that was read; None without either."""
        return plane_of(search, [r for r in readings if self.is_settled(r)], self._namer.library.catalogue.looks)

    def width_px(self, search: Search, readings: list[Reading]) -> float | None:
        """How wide the narrowest known piece looks in the middle of the picture, in working pixels; None when the scale is not known."""
        to_mm, narrowest_mm = self.to_mm(search, readings), min(short for short, _ in self._regions.sizes_mm)
        return None if to_mm is None else narrowest_mm / mm_per_px(to_mm, search.picture.view_px)

    def _scale(self, search: Search, readings: Sequence[Reading]) -> NDArray[np.float64] | None:
        """Working pixels -> millimetres, where the plane can be trusted to say how large a piece is: in a part, or since one fits."""
        to_mm = search.to_mm
        if to_mm is None or search.is_part:
            return to_mm
        return to_mm if any(self.is_settled(r) and self._sizes.fits(r.look, r.quad, to_mm) for r in readings) else None

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
        if self.is_settled(reading):
            return inside(quad, reading.quad) > _WITHIN
        return confidence(reading, self._verdict) >= self.params.beyond_doubt and overlap(quad, reading.quad) > self.params.same_iou


def is_settled(reading: Reading, params: SearchParams) -> bool:
    """Whether a reading is good enough for its place to need no second look, and to tell where others lie."""
    is_clear = reading.agreement >= params.settled_agreement and reading.share >= params.settled_share
    return is_clear and reading.rim >= params.settled_rim and not reading.askew


_AROUND = 1.5
"""Aligned to a look, a place lies within its quad made so many times as large."""
_ALIKE = 3
"""So many guesses that came to the same doubt are enough."""
_AT_REST = 0.95
"""Two readings of one look that overlap so much came to rest in one place."""
_WITHIN = 0.75
"""Part of a place that lies on a piece from which the place is that piece's."""
