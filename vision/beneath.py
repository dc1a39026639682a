"""The hand below a card: under a piece that was read its neighbour is looked for, under that the next, until none is found."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import canon
from vision.blocks import energies, responses
from vision.canon import BLOCK
from vision.cards import Namer, Reading
from vision.covering import Quads
from vision.fanned import FanParams, beneath
from vision.outlines import overlap, wider
from vision.picture import Picture
from vision.regions import Guess, Regions
from vision.separability import HARD
from vision.verdict import VerdictParams, asked, asked_of, least_rim

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class BeneathParams:
    """How far a hand is followed."""

    most: int = 24
    """Pieces under others in one picture."""
    least_share: float = 0.1
    """Share of a look's structure that must show: what hides the rest is known, so nothing is chosen."""
    least_told_share: float = 0.2
    """The same for what shows to tell a look from all others."""
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
    fans: FanParams = field(default_factory=FanParams)


class Beneath:
    """Reads what lies under pieces that were read, by what shows beside them."""

    def __init__(self, namer: Namer, regions: Regions, params: BeneathParams, verdict: VerdictParams) -> None:
        self._regions, self._params, self._verdict = regions, params, verdict
        naming = replace(namer.params, least_share=params.least_share, is_cover_known=True)
        self._namer = namer.with_params(naming, lambda share: asked(max(share, verdict.scant_share), verdict))  # it may be told apart

    def read(self, picture: Picture, tops: Sequence[Reading], known: Sequence[Floats], asks: Callable[[Floats], bool]) -> list[Reading]:
        """Readings of pieces under `tops`, of those under these, and so on.

        `known`: quads (4, 2) of pieces that lie there, those of `tops` among them; `asks`: whether a piece at a quad is asked about.
        """
        found: list[Reading] = []
        open_: list[tuple[Reading, Reading | None]] = [(top, None) for top in tops]
        covers, taken = Quads(known), [reading.quad for reading in tops]
        while open_ and len(found) < self._params.most:
            top, above = open_.pop(0)
            places, likest = [*self._places(picture, top, above, covers)], dict[int, list[Guess]]()
            for n, quads in enumerate(places):
                if id(quads[0]) not in likest:  # all places at once, as long as nothing new is known to cover them
                    several = [quad for some in places[n:] for quad in some if asks(quad) and not self._is_one_of(quad, taken)]
                    likest = {id(quad): [] for some in places[n:] for quad in some}
                    likest |= zip(map(id, several), self._regions.by_fan(picture, several, covers), strict=True)
                if (reading := self._at(picture, [likest[id(quad)] for quad in quads], covers)) is None:
                    continue
                if self._is_one_of(reading.quad, taken):
                    continue
                found.append(reading)
                taken.append(reading.quad)
                likest = {}
                if reading.rim >= least_rim(reading, self._verdict):
                    covers = Quads([*covers, reading.quad])
                    open_.insert(0, (reading, top))
        return found

    def _at(self, picture: Picture, guesses: Sequence[list[Guess]], covers: Sequence[Floats]) -> Reading | None:
        """What lies under others at the likest of some places, where that agrees as well as a name asks; None where nothing does."""
        for guess in max(guesses, key=lambda some: some[0].strength if some else -1.0, default=[]):
            reading = self._namer.read(picture, guess.quad, guess.look, covers)
            if reading is None:
                continue
            held = replace(reading.explained, told=min(reading.explained.told, self._told(reading)))
            reading = replace(reading, beneath=True, told_apart=self._is_told_apart(reading), explained=held)
            if reading.agreement >= asked_of(reading, self._verdict):
                return reading
        return None

    def _places(self, picture: Picture, top: Reading, above: Reading | None, known: Sequence[Floats]) -> Iterator[tuple[Floats, ...]]:
        """Where pieces may lie under one, nearest first: as far on as that one lies from the one above it, and where an edge shows.

        An edge within a known piece, or all but, is its own or printed on it.
        """
        if above is not None:
            yield (_on(above.quad, top.quad),)
        short, long = sorted(self._namer.library.catalogue.looks[top.look].size_mm)
        whole = [wider(quad, self._params.fans.own_edge) for quad in known]
        places = beneath(picture, top.quad, (short, long), known, self._params.fans)
        shows = [place for place in places if not any(cv2.pointPolygonTest(quad, place.edge.tolist(), False) >= 0 for quad in whole)]
        yield from sorted((place.quads for place in shows), key=lambda quads: -overlap(quads[0], top.quad))

    def _is_one_of(self, quad: Floats, taken: Sequence[Floats]) -> bool:
        return any(overlap(quad, other) > self._params.same_iou for other in taken)

    def _is_told_apart(self, reading: Reading) -> bool:
        """Whether what shows tells the look from all that come near it, as well as enrolling asks of a corner."""
        if reading.share < self._params.least_told_share:
            return False
        lookalikes = self._namer.lookalikes
        return all(lookalikes.between(reading.look, j, reading.shown) >= HARD for j in self._others(reading))

    def _others(self, reading: Reading) -> list[int]:
        """The looks that come near a reading's, its rival among them."""
        others = dict.fromkeys((*reading.contenders, *(() if reading.rival is None else (reading.rival,))))
        return [j for j in others if j != reading.look]

    def _told(self, reading: Reading) -> float:
        """What the blocks by which the look differs from those that come near lack to the agreement of its other print: 0 or less.

        A piece of the same design that was never enrolled differs there from all of them. 0 where they differ by colour alone, or in most
        blocks: then they are of no one design.
        """
        look, others, lookalikes = self._namer.library.edges(reading.look), self._others(reading), self._namer.lookalikes
        energy = energies(look)
        told = np.flatnonzero((energy >= self._params.least_print * BLOCK * BLOCK) & (reading.shown > 0))
        if reading.seen is None or len(told) == 0 or not others:
            return 0.0
        reach = self._params.reach_px
        wide = np.asarray(cv2.copyMakeBorder(reading.seen.edges, reach, reach, reach, reach, cv2.BORDER_REPLICATE), np.float32)
        found = responses(wide, look, told, reach).reshape(len(told), -1).max(1)
        apart = np.max([lookalikes.edges_apart(reading.look, j) for j in others], axis=0)[told]
        apart[apart < self._params.least_apart] = 0
        if not apart.any() or np.count_nonzero(apart) > len(apart) / 2:
            return 0.0
        return self._params.scant_cost * min(0.0, float(np.average(found, weights=apart) - np.median(found)))


def _on(above: Floats, top: Floats) -> Floats:
    """Where the next of a regular hand lies: moved against `top` (4, 2) as that is against the one on it."""
    on_top = cv2.getPerspectiveTransform(canon.CORNERS, top.astype(np.float32))
    back = cv2.getPerspectiveTransform(above.astype(np.float32), canon.CORNERS)
    lies = cv2.perspectiveTransform(top[None].astype(np.float64), back)
    return np.asarray(cv2.perspectiveTransform(lies, on_top)[0], np.float32)
