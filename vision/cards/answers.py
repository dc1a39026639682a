"""What is told of a reading: a name, or a question with what it may be and why."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.covering import free_blocks, outline_of_shown
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.verdict import VerdictParams, asked_of, confidence, is_explained, least_margin, least_rim, shows_its_own, stands
from vision.looks.catalogue import BACK
from vision.observation import Candidate, Detection, Face, Point, Quad, points_of, quad_of
from vision.table.plane import TablePlane

Floats = NDArray[np.float32]

ODDS_UNDER_BACKS = 19.0
"""How much likelier a piece that lies face down is than one that lies face up, below others that lie face down."""
_MOSTLY = 0.5
"""Part of a piece that those hide."""
_LIKELIER = 0.1
"""Margin from which what shows of it is a back rather than a front at all."""


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """Turns readings into detections, by one verdict."""

    namer: Namer
    verdict: VerdictParams
    likely_back: float
    """A piece that is a back rather than anything else lies face down, though too little shows to be sure: no question about its name."""

    def detection(self, reading: Reading, picture: Picture, table: TablePlane | None, kept: Sequence[Reading]) -> Detection:
        """The reading in pixels of the picture as stored, and in millimetres where there is a plane; `kept` are all of the picture."""
        look = self.namer.library.catalogue.looks[reading.look]
        quad = _as_printed((reading.quad + 0.5) / picture.scale - 0.5, look.turned)
        sure = confidence(reading, self.verdict)
        found = Detection(
            look.kind, quad, quad_mm=None if table is None else table.quad_mm(quad), shown_px=self._shown(reading, picture, kept)
        )
        if look.id == BACK and stands(reading, self.verdict):
            return replace(found, confidence=sure, face=Face.DOWN)
        if stands(reading, self.verdict):
            return replace(found, id=look.id, confidence=sure)
        if look.id == BACK and (sure >= self.likely_back or self._is_under_backs(reading, sure, picture, kept)):
            return replace(found, face=Face.DOWN, why=self._why(reading))
        face = Face.UNKNOWN if look.id == BACK else Face.UP
        return replace(found, face=face, alternatives=self._candidates(reading, sure), why=self._why(reading))

    def beside(
        self, reading: Reading, picture: Picture, known: Sequence[Floats], things: Sequence[Floats], shades: Sequence[Floats] = ()
    ) -> Reading:
        """The reading, judged anew where its look does not explain all that is seen or too little shows: it is known now what lies on it.

        One that was looked for under others knows that.

        `known` are quads (4, 2) of pieces in working pixels, `things` those of tokens, which lie on print and hide some of it; `shades`
        those of foods, beside which their shade lies. Where these lie no ink is asked: their shade is as dark.
        """
        found = self._beside(reading, picture, known, things, shades)
        if len(things) or len(shades):
            return found
        bare = found
        found = self._less_blemish(bare, picture, known)
        if not stands(found, self.verdict):
            return found
        is_weak = found.agreement < self.verdict.edges_tell and found.explained.parts < self.verdict.own_part
        found = self.namer.explainer.by_ink(picture, found, known) if is_weak else found
        is_asked = found is bare and self._may_lack_a_little(found)  # a blemish is ink too much
        return self.namer.explainer.by_lump(picture, found, known) if is_asked else found

    def _may_lack_a_little(self, reading: Reading) -> bool:
        """Whether a piece shows whole, and clearly but for a part of its print, or for one that is hardly its own."""
        is_clear = reading.agreement >= self.verdict.clearly_seen or reading.explained.parts < self.verdict.own_part
        is_whole = reading.share >= self.verdict.all_of_it and not reading.beneath
        return is_clear and is_whole and reading.explained.printed < self.verdict.whole_print

    def _less_blemish(self, reading: Reading, picture: Picture, known: Sequence[Floats]) -> Reading:
        """The reading, or that by what a blemish leaves of the piece, if the name stands by that."""
        is_there = reading.agreement >= asked_of(reading, self.verdict) and reading.rim >= least_rim(reading, self.verdict)
        if reading.beneath or reading.askew or reading.contested or not is_there or stands(reading, self.verdict):
            return reading
        found = self.namer.explainer.less_blemish(picture, reading, known)
        return found if found is not None and stands(found, self.verdict) else reading

    def _beside(
        self, reading: Reading, picture: Picture, known: Sequence[Floats], things: Sequence[Floats], shades: Sequence[Floats]
    ) -> Reading:
        if reading.beneath or stands(reading, self.verdict):
            return reading
        if not (is_explained(reading, self.verdict) and shows_its_own(reading, self.verdict)):
            reading = self.namer.explainer.explain(picture, reading, known, things, shades)
        is_told = not things or stands(reading, self.verdict)
        return reading if is_told else self.namer.explainer.by_what_shows(picture, reading, things)

    def _is_under_backs(self, reading: Reading, sure: float, picture: Picture, kept: Sequence[Reading]) -> bool:
        """Whether a back is likely enough where what hides most of the piece lies face down itself: hands and piles lie one way."""
        backs = [one.quad for one in kept if one is not reading and self._is_back(one)]
        if reading.margin < _LIKELIER or not backs or free_blocks(reading.quad, backs, picture.view_px).mean() > 1 - _MOSTLY:
            return False
        return sure * ODDS_UNDER_BACKS * (1 - self.likely_back) >= (1 - sure) * self.likely_back

    def _is_back(self, reading: Reading) -> bool:
        return self.namer.library.ids[reading.look] == BACK and stands(reading, self.verdict)

    def _shown(self, reading: Reading, picture: Picture, kept: Sequence[Reading]) -> tuple[Point, ...]:
        """Around what shows of a piece, in pixels of the picture as stored; empty when all of it does."""
        if reading.shown.all() and (reading.quad >= 0).all() and (reading.quad < picture.view_px).all():
            return ()
        free = free_blocks(reading.quad, [other.quad for other in kept if other is not reading], picture.view_px)
        blocks = self.namer.part_that_shows(picture, reading, free)
        outline = (outline_of_shown(reading.quad, blocks, picture.view_px) + 0.5) / picture.scale - 0.5
        return points_of(outline)

    def _candidates(self, reading: Reading, sure: float) -> tuple[Candidate, ...]:
        ids = self.namer.library.ids
        found = [Candidate(ids[reading.look], sure)]
        if reading.rival is not None and reading.margin < least_margin(reading, self.verdict):
            found.append(Candidate(ids[reading.rival], min(sure, 1 - sure) * (1 - max(0.0, reading.margin))))
        return tuple(one for one in found if one.id != BACK)

    def _why(self, reading: Reading) -> str:
        ids = self.namer.library.ids
        if reading.rival is not None and reading.margin < least_margin(reading, self.verdict):
            return f"cannot be told from {ids[reading.rival] if ids[reading.rival] != BACK else 'a card that lies face down'}"
        if not is_explained(reading, self.verdict):
            return f"not all of its print is that of {ids[reading.look] if ids[reading.look] != BACK else 'a back'}; was it enrolled?"
        return "too little of it shows" if reading.share < 0.75 else "does not quite look like any piece"


def _as_printed(corners: Floats, turned: bool) -> Quad:
    """The piece's own printed corners; a look that was turned to stand upright is turned back."""
    return quad_of(np.roll(corners, -1, 0) if turned else corners)
