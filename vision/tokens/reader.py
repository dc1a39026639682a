"""Tokens on the table's plane: which kind, which side up, in which turn, judged against white; what cannot be told has no name.

Round outlines come from `discs.py`. Each is explained by every token of the catalogue and, where a named card lies below, by what is
printed on that card: an appetite printed as a circle is no token. Only what is explained well, and by no other kind nearly as well,
gets a name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.looks.catalogue import Catalogue, Look
from vision.looks.colours import Lamp, lamp, of_papers
from vision.observation import Detection, Quad, Round
from vision.table.plane import TablePlane
from vision.table.white import White, whites
from vision.tokens.above import Above
from vision.tokens.arms import reaches_in
from vision.tokens.bands import Band
from vision.tokens.bare import on_bare_table, on_flat, papers_of
from vision.tokens.belied import as_either, belied
from vision.tokens.bodies import lit_as_bodies
from vision.tokens.discs import Flat, Floats
from vision.tokens.explainer import Explainer
from vision.tokens.glaring import in_glare
from vision.tokens.ground import without_ground
from vision.tokens.heaps import gap_or_below, lies_between, own_prints, with_lines_beside, with_print_beside
from vision.tokens.hidden import with_hidden
from vision.tokens.looks import RoundLooks
from vision.tokens.oneplace import heaps_said, one_per_place
from vision.tokens.overlaid import told
from vision.tokens.params import TokenParams
from vision.tokens.relight import relit
from vision.tokens.repeats import Ground
from vision.tokens.rounds import on_table
from vision.tokens.scattered import nameless
from vision.tokens.setting import Around
from vision.tokens.sight import Sight
from vision.tokens.spots import OnPiece, Spots, burnt_around, glared
from vision.tokens.unnamed import beside_print
from vision.tokens.verdict import TokenVerdict

KINDS = frozenset({"token"})
IsFree = Callable[[NDArray[np.float64]], NDArray[np.bool_]]
"""Of (n, 2) places in the picture: where a token may lie."""


class TokenReader:
    """Reads the round tokens of one catalogue."""

    def __init__(self, catalogue: Catalogue, params: TokenParams | None = None) -> None:
        self.params = params or TokenParams()
        self._cards = {look.id: look for look in catalogue.looks if look.kind not in KINDS}
        self._half_mm = max((min(card.size_mm) / 2 for card in self._cards.values()), default=0.0)
        sizes: dict[float, list[Look]] = {}
        for look in catalogue.of_kinds(KINDS).looks:
            sizes.setdefault(max(look.size_mm), []).append(look)
        self._looks = {size: RoundLooks(looks, self.params.fit) for size, looks in sorted(sizes.items())}
        self._papers = papers_of(self._cards.values() if sizes else ())
        plain = [size for size, looks in self._looks.items() if looks.is_plain.any()]
        self._by_print = {size for size in self._looks if any(1 / _ALIKE < size / other < _ALIKE for other in plain if other != size)}
        """Sizes nearly that of a plain token."""

    @property
    def has_tokens(self) -> bool:
        """Whether there is anything to look for."""
        return bool(self._looks)

    def read(self, frame: Frame, table: TablePlane | None, pieces: Sequence[Detection]) -> tuple[Detection, ...]:
        """Tokens in the picture, given its plane and what was named in it; none without a plane."""
        above = self.above(frame, table) if table is not None and self.has_tokens else None
        return self.on_table(frame, table, self.look(frame, table, pieces, above=above)[0], pieces, above=above)

    def on_table(
        self,
        frame: Frame,
        table: TablePlane | None,
        tokens: tuple[Detection, ...],
        pieces: Sequence[Detection],
        papers: Sequence[White] | None = None,
        above: Above | None = None,
    ) -> tuple[Detection, ...]:
        """The tokens, each with whether the table itself shows all around it; see `look`."""
        if table is None or above is None or (flat := above.flat) is None:
            return tokens
        light = self._light(frame, whites(frame, table) if papers is None else papers, self._on(above, pieces))[0]
        beside = [*table.quads_px, *(piece.quad_px for piece in pieces)]
        return on_bare_table(tokens, flat, light, self._papers, self._half_mm, beside, above.plates)

    def beside_print(self, tokens: tuple[Detection, ...], pieces: Sequence[Detection], above: Above) -> tuple[Detection, ...]:
        """See `beside_print`."""
        return beside_print(tokens, [one for one in pieces if not one.is_sure], self._cards, above, self.params)

    def _on(self, above: Above, pieces: Sequence[Detection]) -> list[OnPiece]:
        """The known pieces on which tokens may lie."""
        return [above.on(piece, self._cards[piece.id]) for piece in pieces if piece.id in self._cards]

    def _light(self, frame: Frame, papers: Sequence[White], on: Sequence[OnPiece]) -> tuple[Lamp, bool]:
        """The light over the table, and whether all that tells it is burnt out."""
        lit = [*of_papers(papers), *(one.lit for one in on if one.lit is not None)]
        known, burnt = lamp(lit), lamp(of_papers(papers, burnt=256))
        return known or burnt or _NO_LIGHT, known is None and burnt is not None

    def above(self, frame: Frame, table: TablePlane) -> Above:
        """The table of a picture from above; nothing is found out before it is asked for."""
        return Above(frame, table, min(self._looks), self.params.discs)

    def overlaid(self, frame: Frame, pieces: Sequence[Detection], tokens: Sequence[Detection]) -> tuple[tuple[Detection, ...], bool]:
        """The pieces, with each named card what shows of it where more lies on it than tokens; whether an arm lies on any."""
        return told(frame, pieces, tokens, self._cards)

    def look(
        self,
        frame: Frame,
        table: TablePlane | None,
        pieces: Sequence[Detection],
        is_free: IsFree | None = None,
        papers: Sequence[White] | None = None,
        above: Above | None = None,
        board: Quad | None = None,
    ) -> tuple[tuple[Detection, ...], tuple[Round, ...], bool]:
        """The same, round things on which tokens may lie, and whether an arm lies over the table, which may hide some.

        `is_free` tells where tokens may lie at all; markers apart, everywhere when not given. `papers` is what white paper looks like,
        where more of it is known than this part of a table shows. `above`: see `above`, for whoever looks more than once. `board`:
        corners of a letter board in the picture.
        """
        if table is None or not self._looks:
            return (), (), False
        above = self.above(frame, table) if above is None else above
        if (flat := above.flat) is None:
            return (), (), False
        papers = whites(frame, table) if papers is None else papers
        on = self._on(above, pieces)
        light, is_dazzled = self._light(frame, papers, on)
        free = partial(_is_off, table.quads_px if table.found_by == "markers" else (), is_free)
        lacks_paper, lacks_light = not of_papers(papers), light is _NO_LIGHT
        lies = None if board is None else on_flat(board, flat)
        around = Around(above.plates, lies, is_dazzled, lacks_paper=lacks_paper, lacks_light=lacks_light, finer=_finer(frame, table, flat))
        found = [one for size, looks in self._looks.items() for one in self._of_size(above, light, size, looks, on, around, free)]
        is_hidden = reaches_in(frame, table, light, [piece.quad_px for piece in pieces])
        found = one_per_place(found, self.params)
        return heaps_said(found), tuple(on_table(flat, plate) for plate in above.plates), is_hidden

    def _of_size(
        self,
        above: Above,
        light: Lamp,
        size: float,
        looks: RoundLooks,
        on: Sequence[OnPiece],
        around: Around,
        is_free: IsFree,
    ) -> list[tuple[Sight, Detection]]:
        spots, part = self._spots(above, light, size, looks.band, is_free, on, around.is_dazzled)
        if spots is None:
            return []
        around, flat = replace(around, part=part, by_print=size in self._by_print), spots.flat
        explainer = Explainer(looks, self.params, above.told(size))
        sights = explainer.explain(spots, self.params.discs.reach_px)
        verdict, told, first = TokenVerdict(looks, self.params, sights.values(), around), set[int](), spots
        for _ in range(self.params.relights):
            sure = {n: sight for n, sight in sights.items() if verdict.is_sure(sight)}
            if sure.keys() <= told:
                break
            anew, told = relit(spots, sights, sure, told, looks, self.params), set(sure)
            after = explainer.explain(anew, _SETTLED_PX)
            sights = _better(sights, after, verdict)
            spots = spots.with_those(anew, (n for n in after if sights[n] is after[n]))
            verdict = verdict.again(sights.values())
        spots, sights = _reviewed(spots, sights, verdict, explainer, self.params)
        spots, sights = _as_bodies(spots, sights, verdict, explainer, self.params)
        verdict = verdict.again(sights.values())
        sure = {n: one for n, one in sights.items() if verdict.is_sure(one)}
        by_colour = {n: one for n, one in sure.items() if not verdict.is_told_by_print(one)}
        sights = sights | in_glare(first, spots, by_colour, explainer, self.params)
        sights = own_prints(sights, sure, spots, looks, self.params.fair_cost)
        verdict = verdict.again(sights.values())
        named = np.array([(sight.x, sight.y) for sight in sights.values() if verdict.is_sure(sight)], np.float32).reshape(-1, 2)
        doubted = belied(sights, spots, verdict)
        judged = [(sight, *self._judged(n, sight, named, spots, verdict, doubted)) for n, sight in sights.items()]
        return without_ground(
            [(sight, detection, is_below) for sight, detection, is_below in judged if detection is not None],
            verdict,
            Ground(flat, spots.radius, sights.values(), explainer.bare.values()),
        )

    def _judged(
        self, n: int, sight: Sight, named: Floats, spots: Spots, verdict: TokenVerdict, doubted: Mapping[int, str]
    ) -> tuple[Detection | None, bool]:
        """What a disc is, None for what is no token, and whether it lies below others.

        `named` (n, 2) are all tokens that have a name, `doubted` those that may as well be of another kind, by number.
        """
        if verdict.is_sure(sight):
            found = verdict.detection(_beside(n, sight, named, spots, verdict), spots.flat)
            if found is not None and n in doubted:
                return as_either(found, doubted[n]), False
            is_gap = found is not None and not verdict.is_told_by_print(sight) and lies_between(sight, named, spots.radius)
            return nameless(found, "too little of it shows") if found is not None and is_gap else found, False
        is_gap, is_below = gap_or_below(n, sight, named, spots, verdict.looks)
        if is_gap or is_below:
            return None if is_gap else verdict.detection(sight, spots.flat, is_below), is_below
        shown = _beside(n, sight, named, spots, verdict)
        found = verdict.detection(shown, spots.flat)
        if found is not None and sight.own < self.params.own_shows:
            found = verdict.detection(with_lines_beside(n, shown, named, spots), spots.flat)
        return found, is_below

    def _spots(
        self, above: Above, light: Lamp, size: float, band: Band, is_free: IsFree, on: Sequence[OnPiece], is_dazzled: bool
    ) -> tuple[Spots | None, float]:
        """Where discs of that diameter may lie, None for nowhere; and the part of the faint ones that these are."""
        if (flat := above.flat) is None:
            return None, 1.0
        middles, part = above.discs(size, band.sign_within(size * flat.px_per_mm / 2))
        middles, is_hidden = with_hidden(middles, flat, light, size * flat.px_per_mm / 2, on, self.params.fit)
        places = flat.at_px(middles)
        free = is_free(places)
        middles, places, is_hidden = middles[free], places[free], is_hidden[free]
        if not len(middles):
            return None, part
        below, white = np.full(len(places), None, object), light.white(places)
        for one in reversed(on):
            mine = _within(places, one.piece.quad_px)
            below[mine] = one
            white[mine] = light.white(places[mine]) if one.lit is None else one.lit.light
        veil = np.zeros(white.shape, np.float32)
        firm = np.tile(np.array([self.params.dazzled if is_dazzled else 1.0, 1.0], np.float32), (len(white), 1))
        burnt = burnt_around(flat, middles, size * flat.px_per_mm / 2)
        firm = np.maximum(firm, glared(burnt, self.params)[:, None])
        hides = frozenset(map(int, np.flatnonzero(is_hidden)))
        return Spots(flat, middles, size * flat.px_per_mm / 2, white, veil, firm, below, hides), part


def _beside(n: int, sight: Sight, named: Floats, spots: Spots, verdict: TokenVerdict) -> Sight:
    """A disc that no print of its own names, as the card's print shows beside its neighbours."""
    return sight if verdict.is_told_by_print(sight) else with_print_beside(n, sight, named, spots, verdict.looks)


def _finer(frame: Frame, table: TablePlane, flat: Flat) -> float:
    """Pixels of the picture, at its middle, to one of the flat picture."""
    width, height = frame.size_px
    return table.px_per_mm((width / 2, height / 2)) / flat.px_per_mm


def _is_off(markers: Sequence[Quad], is_free: IsFree | None, places: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(n,) whether a token may lie at (n, 2) places in the picture: on no marker, and where tokens may lie at all."""
    off = ~np.any([np.zeros(len(places), np.bool_), *(_within(places, quad) for quad in markers)], axis=0)
    return off if is_free is None else np.asarray(off & is_free(places), np.bool_)


_NO_LIGHT = Lamp(np.zeros((3, 3)))
"""White is taken to be the brightest that the camera shows where nothing tells what it is."""
_ALIKE = 1.5
"""Sizes that differ by less than so many times are nearly the same."""
_SETTLED_PX = 3.0
"""The middle of a disc that was explained once is off by no more."""


def _reviewed(
    spots: Spots, sights: dict[int, Sight], verdict: TokenVerdict, explainer: Explainer, params: TokenParams
) -> tuple[Spots, dict[int, Sight]]:
    """Those that only their colour names, once more under the light that prints show, then those that a little names.

    These under the light of all others, and, as a blurred print has less of a contrast, which seems to be gloss, under that of plain ones.
    Gloss may make one kind another: what is another kind there and explained better is taken for that, and what is explained worse is a
    rival.
    """
    for is_judge, is_judged in (
        (verdict.is_told_by_print, lambda sight: True),
        (lambda sight: not verdict.is_narrow(sight), verdict.is_narrow),
        (verdict.is_plainly_told, verdict.is_narrow),
    ):
        sure = {n: sight for n, sight in sights.items() if verdict.is_sure(sight)}
        judges = {n: sight for n, sight in sure.items() if is_judge(sight)}
        judged = {n: sight for n, sight in sure.items() if n not in judges and is_judged(sight)}
        if judges and judged:
            anew = _glossier(relit(spots, judged, judges, set(), explainer.looks, params), spots, judged, params)
            other = {
                n: _in_both(judged[n], one, verdict)
                for n, one in explainer.explain(anew, _SETTLED_PX).items()
                if explainer.looks.ids[one.best] != explainer.looks.ids[judged[n].best]
            }
            spots = spots.with_those(anew, (n for n, one in other.items() if one.best != judged[n].best))
            sights = sights | other
    return spots, sights


def _as_bodies(
    spots: Spots, sights: dict[int, Sight], verdict: TokenVerdict, explainer: Explainer, params: TokenParams
) -> tuple[Spots, dict[int, Sight]]:
    """Plain sides that their colour names once more in the light of the bodies of prints beside them, see `lit_as_bodies`.

    What is another kind there is asked about, or taken for that where nothing else comes near it in that light, or as above.
    """
    sure = {n: sight for n, sight in sights.items() if verdict.is_sure(sight)}
    judges = {n: sight for n, sight in sure.items() if verdict.is_told_by_print(sight)}
    looks = explainer.looks
    judged = {n: sight for n, sight in sure.items() if n not in judges and looks.is_plain[sight.best]}
    if not judges or not judged:
        return spots, sights
    anew = lit_as_bodies(spots, judged, judges, looks, params)
    told = {n: one for n, one in explainer.explain(anew, _SETTLED_PX).items() if looks.ids[one.best] != looks.ids[judged[n].best]}
    after = {n: one if verdict.is_by_far(one) else _in_both(judged[n], one, verdict) for n, one in told.items()}
    return spots.with_those(anew, (n for n, one in after.items() if one.best != judged[n].best)), sights | after


def _in_both(before: Sight, one: Sight, verdict: TokenVerdict) -> Sight:
    """A disc with a name that is another kind, `one`, in its neighbours' light.

    It is rather that where it costs less there, or was named by a little before. One that is mostly burnt out is as likely either: of its
    own colour too little is left to say in which light it lies.
    """
    cost, other = before.costs[before.best], one.costs[one.best]
    if before.burnt > verdict.params.agreed_burnt and not verdict.is_told_by_print(before):
        return before.beside(replace(one, costs=one.costs | {one.best: min(cost, other)}))
    return one if other < cost or verdict.is_narrow(before) else before.beside(one)


def _glossier(anew: Spots, spots: Spots, judged: Mapping[int, Sight], params: TokenParams) -> Spots:
    """Of those discs the ones on which their neighbours show another gloss than was seen on them."""

    def is_other(n: int) -> bool:
        return abs(float(anew.veil[n].mean() - spots.veil[n].mean()) - judged[n].veil) >= params.other_veil

    return replace(anew, among=tuple(n for n in anew.numbers if is_other(n)))


def _better(before: dict[int, Sight], after: dict[int, Sight], verdict: TokenVerdict) -> dict[int, Sight]:
    """Of every disc the sight that has a name, or else explains it better."""
    return before | {
        n: one
        for n, one in after.items()
        if n not in before or verdict.is_sure(one) or one.costs[one.best] < before[n].costs[before[n].best]
    }


def _within(places: NDArray[np.float64], quad: Quad) -> NDArray[np.bool_]:
    """(n, 2) places -> (n,): which lie in a quad, its outline included."""
    corners = np.asarray(quad, np.float64)
    along = np.roll(corners, -1, axis=0) - corners
    away = places[:, None] - corners
    turned = along[:, 0] * away[..., 1] - along[:, 1] * away[..., 0]
    return np.asarray((turned >= 0).all(axis=1) | (turned <= 0).all(axis=1), np.bool_)
