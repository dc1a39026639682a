"""Which questions are none: places that only look like a piece by what lies around them. Names are doubted only as bare ground."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.cloth import is_cloth
from vision.cards.covering import free_blocks, outline_of_shown
from vision.cards.heaps import Reduced
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading, seen_of
from vision.cards.rim import rim_blocks
from vision.cards.sizes import Sizes
from vision.observation import Detection, Face

Floats = NDArray[np.float32]

_BESIDE = 1.1
"""A named piece's own edge is no farther from it: so many times its size."""
_LEAST_OWN = 0.6
"""Agreement of what shows of a piece beside that edge, in parts of that of all that shows: of a piece as much, of ground little."""
_SOME = 2
"""So many sure pieces tell how large things are: one alone may be a mistake."""
_LEAST_SHARE = 0.05
"""Share of a look's structure that must lie there to say anything."""
_LEAST_RIM = 0.5
"""Part of the rim that has to show of a piece of which tokens leave less than that, or of which only what all of its design have is seen:
of cards burnt out in glare .94 and more does, of 290 others that are asked about .57 and more of all but four."""
_LEAST_PECULIAR = 0.5
"""How well what most of its design have not must agree, then: of those four it was .6 and more, of places that are none .35 and less."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The readings that are kept of a picture."""

    picture: Picture
    known: list[Floats]
    """Quads (4, 2) of pieces that were not read, in working pixels."""
    kept: list[Reading]
    to_mm: NDArray[np.float64] | None = None
    """Working pixels -> millimetres on the table, when its plane is known."""
    named: Sequence[tuple[int, Floats]] = ()
    """Of `known` those that have a name or lie face down, each with its look."""
    reduced: Reduced | None = None
    """The picture in which contours were looked for, where they were."""
    outlines: Sequence[Floats] = ()
    """Quads (4, 2) in working pixels of what has four corners, where a lamp's reflection may hide what it is."""


@dataclass(frozen=True, slots=True, eq=False)
class Doubts:
    """Judges readings of one catalogue."""

    namer: Namer
    sizes: Sizes
    most_doubted: float
    """Share of a look's structure that shows, from which a piece is doubted by its size only."""

    def is_none(self, reading: Reading, found: Found, named: Sequence[Reading], things: Sequence[Floats] = ()) -> bool:
        """Whether there is no piece where this was read; `named` are the readings of the picture that have a name or lie face down.

        `things` are quads (4, 2) of tokens and the like, in working pixels.
        """
        others = [other for other in named if other is not reading]
        beside = [*found.known, *(other.quad for other in others)]
        if len(others) == len(named) and (
            self._is_of_other_size(reading, found, others)
            or self._is_of_edges(reading, found, beside)
            or self._is_of_things(reading, found, things)
            or self._is_any_edge(reading, found)
        ):
            return True
        return reading.share < self.most_doubted and _is_ground(reading, found, beside)

    def of_their_size(self, judged: Sequence[tuple[Detection, Reading]], found: Found) -> list[tuple[Detection, Reading]]:
        """Readings with what is told of each, less the doubtful ones that are too small or too large beside two that are sure, or more.

        The squares of a cloth that look like a card's back outnumber the cards that lie on it.
        """
        sure = [r for one, r in judged if _is_sure(one)]
        if len(sure) < _SOME:
            return list(judged)
        return [(one, r) for one, r in judged if _is_sure(one) or not self._is_of_other_size(r, found, sure)]

    def of_other_size(self, named: Sequence[Reading], found: Found) -> list[Reading]:
        """Which of the readings that have a name or lie face down are too small or too large for it, against all that have one.

        Where two names speak against each other and nothing for either, both are. A lone piece of which little shows does not tell how
        large pieces are here: it has the size that it was enrolled with.
        """
        if len(named) == 1 and named[0].share < self.most_doubted and not found.named and found.to_mm is not None:
            (one,) = named
            return [] if self.sizes.fits(one.look, one.quad, found.to_mm, usual=1.0) else [one]
        return [one for one in named if self._is_of_other_size(one, found, [other for other in named if other is not one])]

    def _is_of_other_size(self, reading: Reading, found: Found, named: Sequence[Reading]) -> bool:
        """Whether it is too small or too large for what it resembles, against those that have a name."""
        if found.to_mm is None:
            return False
        beside = [*found.named, *((other.look, other.quad) for other in named)]
        return not self.sizes.fits_beside(reading.look, reading.quad, found.to_mm, beside)

    def _is_of_edges(self, reading: Reading, found: Found, beside: Sequence[Floats]) -> bool:
        """Whether nothing of it is seen but the edges of named pieces beside it, taken for its own, or nothing that lies open there."""
        if reading.share >= self.most_doubted:
            return False
        own = _shown_beside(reading, found, beside)
        if own.sum() == reading.shown.sum():
            return False
        part = own if own.any() else free_blocks(reading.quad, _with_edges(beside), found.picture.view_px)
        agreement, share = self.namer.agreement_in(found.picture, reading, part)
        return share >= _LEAST_SHARE and agreement < _LEAST_OWN * reading.agreement

    def _is_of_things(self, reading: Reading, found: Found, things: Sequence[Floats]) -> bool:
        """Whether what is seen of it is rather what lies there: two tokens beside each other are like a card's circles.

        Of a card's own print what lies on it shows less than the rest does; where next to nothing shows beside them, its rim does.
        """
        own = _shown_beside(reading, found, things)
        if reading.share >= self.most_doubted or own.sum() == reading.shown.sum():
            return False
        (beside, little), (below, much) = (self.namer.agreement_in(found.picture, reading, part) for part in (own, reading.shown - own))
        return (much > little and below > beside) or (little < _LEAST_SHARE and reading.rim < _LEAST_RIM)

    def _is_any_edge(self, reading: Reading, found: Found) -> bool:
        """Whether nothing is seen of it but what all of its design have, without a rim: a frame or a field is like any other card's side.

        Such is one that lies face down, and whose back was never enrolled. Of a place that has no piece's shape no rim is enough.
        """
        if reading.beneath or reading.rim >= _LEAST_RIM:
            return False
        explainer = self.namer.explainer
        if rim_blocks(reading.shown) < explainer.params.explaining.open_blocks:
            return False
        seen, reach = seen_of(found.picture, reading), explainer.params.explaining.reach_px
        return reading.askew or explainer.telling.peculiar_seen(seen.edges, reading.look, reading.shown, reach) < _LEAST_PECULIAR


def _shown_beside(reading: Reading, found: Found, others: Sequence[Floats]) -> Floats:
    """(blocks,): what shows of a piece beside the others and their edges."""
    return np.asarray(reading.shown * free_blocks(reading.quad, _with_edges(others), found.picture.view_px), np.float32)


def _with_edges(quads: Sequence[Floats]) -> list[Floats]:
    """Quads (4, 2) with the edges of what lies in them."""
    return [np.asarray(quad.mean(0) + _BESIDE * (quad - quad.mean(0)), np.float32) for quad in quads]


def _is_sure(piece: Detection) -> bool:
    """Whether it has a name, or lies face down for certain."""
    return piece.id is not None or (piece.face is Face.DOWN and not piece.why)


def _is_ground(reading: Reading, found: Found, beside: Sequence[Floats]) -> bool:
    """Whether what little shows of a piece is what repeats itself all over the table, where nothing else has a name."""
    outline = outline_of_shown(reading.quad, reading.shown, found.picture.view_px)
    return len(outline) > 0 and is_cloth(found.picture, outline, beside)
