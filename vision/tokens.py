"""Tokens on the table's plane: which kind, which side up, in which turn, judged against white; what cannot be told has no name.

Round outlines come from `discs.py`. Each is explained by every token of the catalogue and, where a named card lies below, by what is
printed on that card: an appetite printed as a circle is no token. Only what is explained well, and by no other kind nearly as well,
gets a name.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arms import reaches_in
from vision.catalogue import Catalogue, Look
from vision.colours import Lamp, lamp, of_papers
from vision.discs import Flat, find_discs, flatten
from vision.frame import Frame
from vision.heaps import gap_or_below
from vision.observation import Detection, Quad, Round
from vision.plane import TablePlane
from vision.relight import relit
from vision.repeats import Ground
from vision.round_looks import RoundLooks
from vision.rounds import find_rounds, on_table
from vision.sight import Sight
from vision.sights import Explainer
from vision.spots import OnPiece, Spots
from vision.token_ground import without_ground
from vision.token_params import TokenParams
from vision.token_verdict import Around, TokenVerdict
from vision.white import whites

KINDS = frozenset({"token"})
IsFree = Callable[[NDArray[np.float64]], NDArray[np.bool_]]
"""Of (n, 2) places in the picture: where a token may lie."""


class TokenReader:
    """Reads the round tokens of one catalogue."""

    def __init__(self, catalogue: Catalogue, params: TokenParams | None = None) -> None:
        self.params = params or TokenParams()
        self._cards = {look.id: look for look in catalogue.looks if look.kind not in KINDS}
        sizes: dict[float, list[Look]] = {}
        for look in catalogue.of_kinds(KINDS).looks:
            sizes.setdefault(max(look.size_mm), []).append(look)
        self._looks = {size: RoundLooks(looks, self.params.fit) for size, looks in sorted(sizes.items())}

    @property
    def has_tokens(self) -> bool:
        """Whether there is anything to look for."""
        return bool(self._looks)

    def read(self, frame: Frame, table: TablePlane | None, pieces: Sequence[Detection]) -> tuple[Detection, ...]:
        """Tokens in the picture, given its plane and what was named in it; none without a plane."""
        return self.look(frame, table, pieces)[0]

    def look(
        self, frame: Frame, table: TablePlane | None, pieces: Sequence[Detection], is_free: IsFree | None = None
    ) -> tuple[tuple[Detection, ...], tuple[Round, ...], bool]:
        """The same, round things on which tokens may lie, and whether an arm lies over the table, which may hide some.

        `is_free` tells where tokens may lie at all; markers apart, everywhere when not given.
        """
        if table is None or not self._looks:
            return (), (), False
        flat = flatten(frame.rgb, table, min(self._looks), self.params.discs)
        if flat is None:
            return (), (), False
        papers = whites(frame, table)
        on = [OnPiece(frame, piece, self._cards[piece.id]) for piece in pieces if piece.id in self._cards]
        lit = [*of_papers(papers), *(one.lit for one in on if one.lit is not None)]
        known, burnt = lamp(lit), lamp(of_papers(papers, burnt=256))
        light = known or burnt or Lamp(np.zeros((3, 3)))
        markers = table.quads_px if table.found_by == "markers" else ()
        plates = find_rounds(flat, min(self._looks), self.params.discs)
        around = Around(tuple(plates), is_dazzled=known is None and burnt is not None)
        found = [
            one for size, looks in self._looks.items() for one in self._of_size(flat, light, size, looks, markers, on, around, is_free)
        ]
        is_hidden = reaches_in(frame, table, light, [piece.quad_px for piece in pieces])
        return _heaps_said(_one_per_place(found, self.params.apart)), tuple(on_table(flat, plate) for plate in plates), is_hidden

    def _of_size(
        self,
        flat: Flat,
        light: Lamp,
        size: float,
        looks: RoundLooks,
        markers: Sequence[Quad],
        on: Sequence[OnPiece],
        around: Around,
        is_free: IsFree | None,
    ) -> list[tuple[Sight, Detection]]:
        middles = find_discs(flat, size, self.params.discs)
        places = flat.at_px(middles)
        free = np.array([not any(_is_in(place, quad) for quad in markers) for place in places], bool)
        if is_free is not None:
            free &= is_free(places)
        middles, places = middles[free], places[free]
        if not len(middles):
            return []
        below = [next((one for one in on if _is_in(place, one.piece.quad_px)), None) for place in places]
        white = light.white(places)
        for n, one in enumerate(below):
            if one is not None and one.lit is not None:
                white[n] = one.lit.light
        spots = Spots(
            flat,
            middles,
            size * flat.px_per_mm / 2,
            white,
            np.zeros(white.shape, np.float32),
            np.tile(np.array([self.params.dazzled if around.is_dazzled else 1.0, 1.0], np.float32), (len(white), 1)),
            tuple(below),
        )
        explainer = Explainer(looks, self.params)
        sights = explainer.explain(spots, self.params.discs.reach_px)
        verdict, told = TokenVerdict(looks, self.params, sights.values(), around), set[int]()
        for _ in range(self.params.relights):
            sure = {n: sight for n, sight in sights.items() if verdict.is_sure(sight)}
            if sure.keys() <= told:
                break
            spots, told = relit(spots, sights, sure, told, looks, self.params), set(sure)
            sights = _better(sights, explainer.explain(spots, _SETTLED_PX), verdict)
            verdict = TokenVerdict(looks, self.params, sights.values(), around)
        named = [sight for sight in sights.values() if verdict.is_sure(sight)]
        judged = []
        for n, sight in sights.items():
            is_gap, is_below = (False, False) if verdict.is_sure(sight) else gap_or_below(n, sight, named, spots, looks)
            judged.append((sight, None if is_gap else verdict.detection(sight, flat, is_below), is_below))
        return without_ground(
            [(sight, detection, is_below) for sight, detection, is_below in judged if detection is not None],
            verdict,
            Ground(flat, spots.radius, sights.values()),
        )


_SETTLED_PX = 3.0
"""The middle of a disc that was explained once is off by no more."""


def _better(before: dict[int, Sight], after: dict[int, Sight], verdict: TokenVerdict) -> dict[int, Sight]:
    """Of every disc the sight that has a name, or else explains it better."""
    return before | {
        n: one
        for n, one in after.items()
        if n not in before or verdict.is_sure(one) or one.costs[one.best] < before[n].costs[before[n].best]
    }


def _is_in(place: NDArray[np.float64], quad: Quad) -> bool:
    return cv2.pointPolygonTest(np.asarray(quad, np.float32), (float(place[0]), float(place[1])), False) >= 0


def _one_per_place(found: list[tuple[Sight, Detection]], apart: float) -> list[tuple[Sight, Detection]]:
    """The best explained of those whose middles lie in one place; sure ones before questions."""
    kept: list[tuple[Sight, Detection]] = []
    for one, detection in sorted(found, key=lambda pair: (not pair[1].is_sure, pair[0].costs[pair[0].best])):
        if all(np.hypot(one.x - other.x, one.y - other.y) >= 2 * apart * min(one.radius, other.radius) for other, _ in kept):
            kept.append((one, detection))
    return kept


def _heaps_said(found: list[tuple[Sight, Detection]]) -> tuple[Detection, ...]:
    """The detections; of an unnamed one that lies partly under another it is said that they have to be spread."""
    told = []
    for one, detection in found:
        gaps = [np.hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius for other, _ in found if other is not one]
        is_under = not detection.is_sure and min(gaps, default=0.0) < -_OVERLAP * one.radius
        told.append(replace(detection, why="tokens lie on each other: spread these") if is_under else detection)
    return tuple(told)


_OVERLAP = 0.25
"""Of a radius: two discs whose outlines overlap by more lie on each other."""
