"""Tokens on the table's plane: which kind, which side up, in which turn, judged against white; what cannot be told has no name.

Round outlines come from `discs.py`. Each is explained by every token of the catalogue and, where a named card lies below, by what is
printed on that card: an appetite printed as a circle is no token. Only what is explained well, and by no other kind nearly as well,
gets a name.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.catalogue import Catalogue, Look
from vision.colours import Lamp, lamp, of_papers
from vision.discs import Flat, Floats, find_discs, flatten, rim, shifts_within, squareness
from vision.frame import Frame
from vision.observation import Detection, Quad
from vision.plane import TablePlane
from vision.round_looks import RoundLooks
from vision.spots import OnPiece, Spots
from vision.token_verdict import Sight, TokenParams, TokenVerdict
from vision.white import whites

KINDS = frozenset({"token"})


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
        if table is None or not self._looks:
            return ()
        flat = flatten(frame.rgb, table, min(self._looks), self.params.discs)
        if flat is None:
            return ()
        papers = whites(frame, table)
        on = [OnPiece(frame, piece, self._cards[piece.id]) for piece in pieces if piece.id in self._cards]
        lit = [*of_papers(papers), *(one.lit for one in on if one.lit is not None)]
        light = lamp(lit) or lamp(of_papers(papers, burnt=256)) or Lamp(np.zeros((3, 3)))
        markers = table.quads_px if table.found_by == "markers" else ()
        found = [one for size, looks in self._looks.items() for one in self._of_size(flat, light, size, looks, markers, on)]
        return _heaps_said(_one_per_place(found, self.params.apart))

    def _of_size(
        self, flat: Flat, light: Lamp, size: float, looks: RoundLooks, markers: Sequence[Quad], on: Sequence[OnPiece]
    ) -> list[tuple[Sight, Detection]]:
        middles = find_discs(flat, size, self.params.discs)
        places = flat.at_px(middles)
        free = np.array([not any(_is_in(place, quad) for quad in markers) for place in places], bool)
        middles, places = middles[free], places[free]
        if not len(middles):
            return []
        below = [next((one for one in on if _is_in(place, one.piece.quad_px)), None) for place in places]
        white = light.white(places)
        for n, one in enumerate(below):
            if one is not None and one.lit is not None:
                white[n] = one.lit.light
        verdict = TokenVerdict(looks, self.params)
        spots = Spots(flat, middles, size * flat.px_per_mm / 2, white, np.zeros(len(white), np.float32), tuple(below))
        sights = self._explained(spots, looks)
        sights |= self._explained(self._relit(spots, sights, verdict), looks)
        judged = ((sight, verdict.detection(sight, flat)) for sight in sights.values())
        return verdict.without_cloth([(sight, detection) for sight, detection in judged if detection is not None])

    def _relit(self, spots: Spots, sights: dict[int, Sight], verdict: TokenVerdict) -> Spots:
        """The discs without a name, under the light that their named neighbours show: gloss and glare are local."""
        sure = {n: sight for n, sight in sights.items() if verdict.is_sure(sight)}
        rest: list[int] = []
        white, veil = spots.white.copy(), spots.veil.copy()
        for n in (n for n in sights if n not in sure):
            far = {m: float(np.hypot(*(spots.middles[m] - spots.middles[n]))) for m in sure}
            near = sorted((m for m in far if far[m] < self.params.neighbours * 2 * spots.radius), key=far.__getitem__)[:3]
            if near:
                rest.append(n)
                level = {m: float(spots.white[m].mean()) for m in near}
                gloss = float(np.median([(sure[m].veil + spots.veil[m]) * level[m] for m in near]))
                shown = max(1e-3, float(np.median([sure[m].bright * level[m] for m in near])))
                white[n], veil[n] = white[n] * shown / max(1e-3, float(white[n].mean())), gloss / shown
        return replace(spots, white=white, veil=veil, among=tuple(rest))

    def _explained(self, spots: Spots, looks: RoundLooks) -> dict[int, Sight]:
        """Every disc at its best place for each of the likeliest looks, by its number; those that are no token left out."""
        shift, turn, cost = self._coarse(spots, looks)
        few = min(self.params.shortlist, cost.shape[1])
        hopeful = np.flatnonzero(cost.min(axis=1) < self.params.hopeless_cost)
        if not len(hopeful):
            return {}
        owner, index = np.repeat(hopeful, few), np.argsort(cost[hopeful], axis=1)[:, :few].ravel()
        turns = turn[owner, index]
        at, rims, exact, bright, veil = self._fine(spots.take(owner), spots.middles[owner] + shift[owner, index], looks, index, turns)
        sights = {}
        for mine in (slice(start, start + few) for start in range(0, len(owner), few)):
            best = mine.start + int(exact[mine].argmin())
            n, place = int(owner[best]), at[best]
            costs = dict(zip(map(int, index[mine]), map(float, exact[mine]), strict=True))
            ways = dict(zip(map(int, index[mine]), map(int, turns[mine]), strict=True))
            piece = spots.below[n]
            printed = (
                np.inf
                if piece is None
                else piece.cost(spots.flat, place, spots.radius, (spots.white[n], float(spots.veil[n])), self.params.fit)
            )
            x, y, edge, shade, gloss = (float(v) for v in (*place, rims[best], bright[best], veil[best]))
            square = squareness(spots.flat, place, spots.radius)
            sights[n] = Sight(x, y, spots.radius, edge, square, costs, ways, shade, gloss, float(printed))
        return sights

    def _coarse(self, spots: Spots, looks: RoundLooks) -> tuple[Floats, NDArray[np.int64], Floats]:
        """For every disc and look the best shift of the middle (n, k, 2), the turn and the cost there (n, k)."""
        cost = np.full((len(spots.middles), len(looks.ids)), np.inf, np.float32)
        turn, shift = np.zeros(cost.shape, np.int64), np.zeros((*cost.shape, 2), np.float32)
        mine, steps = np.asarray(spots.numbers, int), shifts_within(self.params.discs.reach_px, 2.0)
        rims = rim(spots.flat, spots.middles[mine, None] + steps, spots.radius, self.params.discs)
        for number, step in enumerate(steps):
            likely = rims[:, number] >= rims.max(axis=1) - self.params.rim_slack
            some = mine[likely]
            if not len(some):
                continue
            fit = looks.fit(spots.take(some).seen(spots.middles[some] + step))
            here = fit.cost + self.params.rim_worth * (1 - rims[likely, number])[:, None]
            better = here < cost[some]
            cost[some], turn[some] = np.where(better, here, cost[some]), np.where(better, fit.turn, turn[some])
            shift[some] = np.where(better[..., None], step, shift[some])
        return shift, turn, cost

    def _fine(
        self, spots: Spots, middles: Floats, looks: RoundLooks, index: NDArray[np.int64], turn: NDArray[np.int64]
    ) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        """For m pairs of a disc and a look: the best place within a pixel, its rim, the cost with clipped light, brightness, veil."""
        best = np.full(len(middles), np.inf, np.float32)
        place, told = middles.copy(), np.zeros((3, len(middles)), np.float32)
        for step in shifts_within(1.0, 1.0)[:5]:
            at = middles + step
            edge = rim(spots.flat, at, spots.radius, self.params.discs)
            cost, bright, veil = looks.exact(spots.seen(at), spots.ceiling, index, turn)
            cost = cost + self.params.rim_worth * (1 - edge)
            better = cost < best
            best, told = np.where(better, cost, best), np.where(better, np.stack([edge, bright, veil]), told)
            place[better] = at[better]
        return place, told[0], best, told[1], told[2]


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
