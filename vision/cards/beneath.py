"""The hand below a card: under a piece that was read its neighbour is looked for, under that the next, until none is found."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.covering import Quads, free_blocks, near_to
from vision.cards.fanned import FanParams, beneath
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.plausible import moved_by
from vision.cards.reading import Reading
from vision.cards.regions import Guess, Regions
from vision.cards.rim import faint_rim, faint_sides, rim_blocks
from vision.cards.verdict import VerdictParams, asked, asked_of, least_rim
from vision.image.quads import overlap, wider
from vision.looks import canon
from vision.looks.blocks import responses
from vision.looks.canon import BLOCK
from vision.looks.differences import HARD, HOPELESS

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class BeneathParams:
    """How far a hand is followed."""

    most: int = 24
    """Pieces under others in one picture."""
    most_blank: int = 6
    """Blank pieces one under the other: after so many, and none that is known by its print, they are the pattern of a cloth,
    and so is whatever else looks blank in that picture."""
    least_share: float = 0.1
    """Share of a look's structure that must show: what hides the rest is known, so nothing is chosen."""
    least_told_share: float = 0.2
    """The same for what shows to tell a look from all others as enrolling asks; where less of it does, ..."""
    scant_told: float = 2.0
    """... so many times as much must tell it."""
    same_iou: float = 0.8
    """Places that overlap so much are one."""
    least_print: float = 0.06
    """Mean squared edge strength of a block that holds print ..."""
    least_apart: float = 4.0
    """... and weight of edges by which one block tells two looks apart."""
    reach_px: int = 2
    """A block of print may lie so far from its place."""
    scant_cost: float = 1.25
    """What is lacking there counts so often: of a piece of which little shows there is nothing else to go by."""
    least_afar: float = 0.33
    """Likeness at a glance to any look for a place to be looked at: of 73 places where a piece was read each had .38 and more, of 1,400
    others two in three less."""
    least_in_all: float = 0.75
    """The same and the likeness of what shows, where that fits best, together: of 82 looks that were read each had .80 and more, of 640
    others two in five had less."""
    least_found: float = 0.54
    """See `AlignParams`: nothing hides any of what is compared. Of 43 places where a look came to rest well each had .63 and more, of 290
    others nearly half less."""
    least_rim: float = 0.55
    """Part of the rim that shows that must be an edge, however faint, for a place to be looked at: of 300 places where a piece lay nearly
    all had more, of 2,000 others a quarter."""
    least_blank_rim: float = 0.85
    """Part of the rim that shows that must be an edge where nothing else is known of a piece, ..."""
    least_blank_blocks: int = 8
    """... over the length of so many blocks, ..."""
    least_blank_side: float = 0.5
    """... and so much on each of its sides; so for a strip that less tells than `least_told_share`."""
    most_moved: float = 12.0
    """How far a corner may lie from where a strip was found, in canonical pixels: so little print is soon aligned to other print."""
    most_rivals: int = 12
    """Looks that resemble what shows that are weighed by print alone, whatever their colours."""
    fans: FanParams = field(default_factory=FanParams)


@dataclass(frozen=True, slots=True, eq=False)
class _Top:
    """A piece under which others are looked for."""

    quad: Floats
    look: int
    """Of the piece or of one above it: pieces of one hand are of one size."""
    above: Floats | None
    """The quad of the piece on it, under which it was found."""
    blank: tuple[Floats, ...] = ()
    """Quads of the blank pieces one under the other of which it is the last; none where it was read."""


@dataclass(slots=True, eq=False)
class _Hand:
    """What is known so far of the pieces that lie over and under each other in a picture."""

    picture: Picture
    covers: Quads
    """Quads (4, 2) of what hides others."""
    taken: Quads
    """The same of what is not looked for again."""
    asks: Callable[[Floats], bool]
    is_patterned: bool = False
    """The ground has lines like rims of blank pieces."""

    def free(self, quad: Floats) -> Floats:
        """The blocks (blocks,) of a place that nothing hides."""
        return free_blocks(quad, self.covers, self.picture.view_px)


class Beneath:
    """Reads what lies under pieces that were read, by what shows beside them."""

    def __init__(self, namer: Namer, regions: Regions, params: BeneathParams, verdict: VerdictParams) -> None:
        self._regions, self._params, self._verdict = regions, params, verdict
        aligning = replace(namer.params.aligning, least_found=params.least_found)
        naming = replace(namer.params, least_share=params.least_share, is_cover_known=True, aligning=aligning)
        self._namer = namer.with_params(naming, lambda share: asked(max(share, verdict.scant_share), verdict))  # it may be told apart

    def read(self, picture: Picture, tops: Sequence[Reading], known: Sequence[Floats], asks: Callable[[Floats], bool]) -> list[Reading]:
        """Readings of pieces under `tops`, of those under these, and so on.

        `known`: quads (4, 2) of pieces that lie there, those of `tops` among them; `asks`: whether a piece at a quad is asked about.
        """
        found: list[Reading] = []
        open_ = [_Top(top.quad, top.look, None) for top in tops]
        hand = _Hand(picture, Quads(known), Quads(reading.quad for reading in tops), asks)
        while open_ and len(found) < self._params.most and len(hand.taken) < len(tops) + 2 * self._params.most:
            top = open_.pop(0)
            places = [*self._places(picture, top, hand.covers)]
            here = self._under(hand, places)
            under = [_Top(one.quad, top.look, top.quad) for one in reversed(here) if self._hides(one)]
            found += here
            open_[:0] = under or self._blank_under(hand, top, [quad for quads in places for quad in quads])
        return found

    def _blank_under(self, hand: "_Hand", top: "_Top", places: Sequence[Floats]) -> list["_Top"]:
        """A blank piece under one, or none: then the blank ones above, under which nothing was found that is known, hide nothing either."""
        hand.is_patterned |= len(top.blank) >= self._params.most_blank
        blank = None if hand.is_patterned else self._blank(hand, places)
        if blank is not None:
            return [_Top(blank, top.look, top.quad, (*top.blank, blank))]
        if top.blank:
            hand.covers = Quads(quad for quad in hand.covers if not any(quad is one for one in top.blank))
        return []

    def _under(self, hand: "_Hand", places: Sequence[tuple[Floats, ...]]) -> list[Reading]:
        """Readings of pieces at some places, each known to the next to lie there and to hide what is under it."""
        found, afar = list[Reading](), self._afar(hand, places)
        for at, quads in enumerate(places):
            reading = self._at(hand.picture, self._likest(hand, quads, afar), hand.covers)
            if reading is None or self._is_one_of(reading.quad, hand.taken):
                continue
            found.append(reading)
            hand.taken = Quads([*hand.taken, reading.quad])
            if self._hides(reading):
                hand.covers = Quads([*hand.covers, reading.quad])
                afar = self._afar(hand, places[at + 1 :])
        return found

    def _open(self, hand: "_Hand", quads: Iterable[Floats]) -> list[Floats]:
        """Those of some places that are asked about, and not taken."""
        return [quad for quad in quads if hand.asks(quad) and not self._is_one_of(quad, hand.taken)]

    def _afar(self, hand: "_Hand", places: Iterable[Sequence[Floats]]) -> dict[int, float]:
        """How much each place resembles any look at a glance, by its quad's identity: all are looked at together, which is quicker."""
        open_ = self._open(hand, itertools.chain.from_iterable(places))
        return dict(zip(map(id, open_), self._regions.afar.alike(hand.picture, open_, hand.covers), strict=True))

    def _likest(self, hand: "_Hand", quads: Sequence[Floats], afar: dict[int, float]) -> list[list[Guess]]:
        """What each place resembles most in the part of it that shows, of those that are worth a look; `afar`: see `_afar`."""
        near = [quad for quad in quads if afar.get(id(quad), -1.0) >= self._params.least_afar]
        worth = [(quad, afar[id(quad)]) for quad in self._open(hand, near) if self._has_rim(hand, quad)]
        found = [(self._regions.by_fan(hand.picture, quad, hand.covers), alike) for quad, alike in worth]
        return [[one for one in guesses if one.strength + alike >= self._params.least_in_all] for guesses, alike in found]

    def _hides(self, reading: Reading) -> bool:
        """Whether a piece is known well enough to lie there for what it hides of others."""
        return reading.rim >= least_rim(reading, self._verdict)

    def _has_rim(self, hand: "_Hand", quad: Floats) -> bool:
        """Whether what others leave of a place has a rim."""
        return faint_rim(hand.picture, quad, hand.free(quad)) >= self._params.least_rim

    def _blank(self, hand: "_Hand", quads: Sequence[Floats]) -> Floats | None:
        """The place, of those where an edge shows, that has the clearest rim in the part that others leave; None where none has one.

        What shows of a piece there has no print to know it by, but more may lie under it.
        """
        free = self._open(hand, quads)
        rims = [self._blank_rim(hand, quad) for quad in free]
        if max(rims, default=0.0) < self._params.least_blank_rim:
            return None
        blank = free[int(np.argmax(rims))]
        hand.taken = Quads([*hand.taken, blank])
        hand.covers = Quads([*hand.covers, blank])
        return blank

    def _blank_rim(self, hand: "_Hand", quad: Floats) -> float:
        """Part of its rim that shows that is an edge; 0 where it may be one line of wood or of a shadow, on one side."""
        shown = hand.free(quad)
        if rim_blocks(shown) < self._params.least_blank_blocks:
            return 0.0
        return faint_rim(hand.picture, quad, shown) if self._has_sides(hand.picture, quad, shown) else 0.0

    def _has_sides(self, picture: Picture, quad: Floats, shown: Floats) -> bool:
        """Whether each side of a piece that shows is an edge: a line of wood is one."""
        return faint_sides(picture, quad, shown) >= self._params.least_blank_side

    def _at(self, picture: Picture, guesses: Sequence[list[Guess]], covers: Sequence[Floats]) -> Reading | None:
        """What lies under others at the likest of some places, where that agrees as well as a name asks; None where nothing does."""
        for guess in max(guesses, key=lambda some: some[0].strength if some else -1.0, default=[]):
            reading = self._namer.read(picture, guess.quad, guess.look, covers)
            if reading is None or moved_by(guess.quad, reading.quad) > self._params.most_moved:
                continue
            if reading.share < self._params.least_told_share and not self._has_sides(picture, reading.quad, reading.shown):
                continue
            held = replace(reading.explained, told=min(reading.explained.told, self._told(reading)))
            rim = max(reading.rim, faint_rim(picture, reading.quad, reading.shown))
            reading = replace(reading, rim=rim, beneath=True, told_apart=self._is_told_apart(reading), explained=held)
            if reading.agreement >= asked_of(reading, self._verdict):
                return replace(reading, by_print=min(reading.by_print, self._by_print(reading)))
        return None

    def _places(self, picture: Picture, top: "_Top", known: Sequence[Floats]) -> Iterator[tuple[Floats, ...]]:
        """Where pieces may lie under one, nearest first: as far on as that one lies from the one above it, and where an edge shows.

        An edge within a known piece, or all but, is its own or printed on it.
        """
        if top.above is not None:
            yield (_on(top.above, top.quad),)
        short, long = sorted(self._namer.library.catalogue.looks[top.look].size_mm)
        whole = [wider(quad, self._params.fans.own_edge) for quad in known]
        places = beneath(picture, top.quad, (short, long), known, self._params.fans, top.above is not None)
        shows = [place for place in places if not any(cv2.pointPolygonTest(quad, place.edge.tolist(), False) >= 0 for quad in whole)]
        yield from sorted((place.quads for place in shows), key=lambda quads: -overlap(quads[0], top.quad))

    def _is_one_of(self, quad: Floats, taken: Quads) -> bool:
        return any(overlap(quad, taken[i]) > self._params.same_iou for i in near_to(quad, taken))

    def _is_told_apart(self, reading: Reading) -> bool:
        """Whether what shows tells the look from all that come near it, as enrolling asks of a corner, or better where it is little."""
        p = self._params
        least = HARD if reading.share >= p.least_told_share else p.scant_told * HARD
        lookalikes = self._namer.lookalikes
        return all(lookalikes.between(reading.look, j, reading.shown) >= least for j in self._others(reading))

    def _by_print(self, reading: Reading) -> float:
        """What print alone says between the look and whichever of those that resemble what shows it says least of: -1 to 1.

        A piece that was never enrolled may have the colour of one that was and the figure of another.
        """
        assert reading.seen is not None
        library, look = self._namer.library, reading.look
        alike = library.alike(reading.seen, reading.shown)
        others = [j for j in map(int, np.argsort(-alike)) if library.ids[j] != library.ids[look]][: self._params.most_rivals]
        told = self._namer.lookalikes.weigh(reading.seen, [(look, j) for j in others], reading.shown)
        least = min((one.edges for one in told if one.edge_weight >= HOPELESS), default=1.0)
        return min(1.0, least / max(library.gain(reading.seen, look, reading.shown), self._namer.params.least_gain))

    def _others(self, reading: Reading) -> list[int]:
        """The looks that come near a reading's, its rival among them."""
        others = dict.fromkeys((*reading.contenders, *(() if reading.rival is None else (reading.rival,))))
        return [j for j in others if j != reading.look]

    def _told(self, reading: Reading) -> float:
        """What the blocks by which the look differs from those that come near lack to the agreement of its other print: 0 or less.

        A piece of the same design that was never enrolled differs there from all of them. 0 where they differ by colour alone, or in most
        blocks: then they are of no one design.
        """
        library, others, lookalikes = self._namer.library, self._others(reading), self._namer.lookalikes
        look, energy = library.edges(reading.look), library.energies(reading.look)
        told = np.flatnonzero((energy >= self._params.least_print * BLOCK * BLOCK) & (reading.shown > 0))
        if reading.seen is None or len(told) == 0 or not others:
            return 0.0
        reach = self._params.reach_px
        wide = np.asarray(cv2.copyMakeBorder(reading.seen.edges, reach, reach, reach, reach, cv2.BORDER_REPLICATE), np.float32)
        found = responses(wide, look, told, reach, energy).reshape(len(told), -1).max(1)
        apart = np.max([lookalikes.edges_apart(reading.look, j) for j in others], axis=0)[told]
        apart[apart < self._params.least_apart] = 0
        if not apart.any() or np.count_nonzero(apart) > len(apart) / 2:
            return 0.0
        return self._params.scant_cost * min(0.0, float(np.average(found, weights=apart) - np.median(found)))


def lies_below(one: Reading, tops: Sequence[Reading]) -> bool:
    """Whether a piece of which little shows is seen to lie below one of some others: it hides nothing of what lies between."""
    over = [other for other in tops if other.shown.mean() >= _SHOWS] if one.shown.mean() < _SHOWS else []
    return any(overlap(one.quad, other.quad) >= _SHARED for other in over)


def _on(above: Floats, top: Floats) -> Floats:
    """Where the next of a regular hand lies: moved against `top` (4, 2) as that is against the one on it."""
    on_top = cv2.getPerspectiveTransform(canon.CORNERS, top.astype(np.float32))
    back = cv2.getPerspectiveTransform(above.astype(np.float32), canon.CORNERS)
    lies = cv2.perspectiveTransform(top[None].astype(np.float64), back)
    return np.asarray(cv2.perspectiveTransform(lies, on_top)[0], np.float32)


_SHOWS = 0.6
"""Part of a piece that shows of one that lies on others; ..."""
_SHARED = 0.01
"""... and the least that it shares with one below it, in parts of both."""
