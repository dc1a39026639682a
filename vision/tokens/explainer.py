"""Each disc explained: at which place nearby, by which looks, in which turn, under which light."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import nan
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.tokens.colouring import Colouring
from vision.tokens.disc_outlines import openness, softness, squareness, where_it_shows
from vision.tokens.discs import Floats, rim, shifts_within
from vision.tokens.hidden import WITHIN
from vision.tokens.looks import Explained, RoundLooks, explained
from vision.tokens.params import TokenParams
from vision.tokens.sight import Bare, Sight, clear_print
from vision.tokens.spots import OnPiece, Spots

Integers = NDArray[np.int64]
Number = TypeVar("Number", np.float32, np.int64)
Told = dict[tuple[object, ...], Sight | Bare | None]
"""What is told of discs, by all that it hangs on: where and in which light each lies, on what, and how far off its middle may be."""


@dataclass(frozen=True, slots=True, eq=False)
class _Glance:
    """Discs compared with every look, each look at its own best place."""

    place: Floats
    """(n, k, 2) pixels of the flat picture."""
    rim: Floats
    """(n, k)."""
    turn: Integers
    cost: Floats
    """(n, k), that of the rim included; so are the following."""
    bright: Floats
    veil: Floats
    likeness: Floats

    def with_rows(self, rows: Integers, other: "_Glance") -> "_Glance":
        """The same, but the discs of these rows as the other shows them."""
        return _Glance(
            _put(self.place, rows, other.place),
            _put(self.rim, rows, other.rim),
            _put(self.turn, rows, other.turn),
            _put(self.cost, rows, other.cost),
            _put(self.bright, rows, other.bright),
            _put(self.veil, rows, other.veil),
            _put(self.likeness, rows, other.likeness),
        )

    def rows(self, rows: Integers) -> "_Glance":
        """The discs of these rows."""
        place, rim_, turn, cost = self.place[rows], self.rim[rows], self.turn[rows], self.cost[rows]
        return _Glance(place, rim_, turn, cost, self.bright[rows], self.veil[rows], self.likeness[rows])

    def worth(self, params: TokenParams) -> Floats:
        """(n, k): what is compared with care first; a print that shows speaks for its look whatever the light."""
        return np.asarray(self.cost - params.print_worth * np.maximum(0, self.likeness), np.float32)


_VOTED = 5
"""Places: a middle, and those beside it."""
_FINE_PX = 1.5
"""Between places at which a print may begin to show: it is seen within a pixel of its own."""
_BURNT = 0.97
"""Light of the picture from which on a colour is burnt out, whatever light and gloss are taken to lie there."""
_ROUGH = 0.06
"""How far the rim at half of its angles may be off."""


class Explainer:
    """Explains the discs of one diameter."""

    def __init__(self, looks: RoundLooks, params: TokenParams, told: Told | None = None) -> None:
        """`told`: what was told of discs of this picture before, to which all is added that is told from now on."""
        self.looks, self.params, self._told = looks, params, {} if told is None else told
        self.bare = dict[int, Bare]()
        """Of all discs that were explained those that are print, by number."""

    def explain(self, spots: Spots, reach_px: float) -> dict[int, Sight]:
        """Every disc in question, by its number; those that are no token are left out. Its middle may be off by `reach_px`."""
        keys = {n: (*spots.key(n), reach_px) for n in spots.numbers}
        new = tuple(n for n, key in keys.items() if key not in self._told)
        found = self._explained(replace(spots, among=new), reach_px)
        self._told.update((keys[n], found.get(n)) for n in new)
        told = {n: self._told[key] for n, key in keys.items()}
        self.bare.update((n, one) for n, one in told.items() if isinstance(one, Bare))
        return {n: one for n, one in told.items() if isinstance(one, Sight)}

    def _explained(self, spots: Spots, reach_px: float) -> dict[int, Sight | Bare]:
        """The same of discs of which nothing was told before."""
        numbers = np.asarray(spots.numbers, np.int64)
        if not len(numbers):
            return {}
        places, rims = self._places(spots, numbers, reach_px)
        is_hiding = np.array([n in spots.hides for n in numbers])
        round_ = rims.max(axis=1) >= np.where(is_hiding, self.params.clear_rim, self.params.faint_rim) - _ROUGH
        if not round_.any():
            return {}
        numbers = numbers[round_]
        glance = self._glance(spots, numbers, places[round_], rims[round_], every=2)
        on_card, edge = np.array([spots.below[n] is not None for n in numbers]), rims[round_].max(axis=1)
        is_odd = (edge >= self.params.whole_rim) | (on_card & (edge >= self.params.odd_rim))  # neither token nor print, but something
        is_printed = glance.likeness.max(axis=1) >= self.params.some_likeness  # a print that lies a little off costs more than none
        is_hopeful = self._may_be_any(glance) | is_odd | is_printed
        hopeful = np.flatnonzero(is_hopeful | (edge >= self.params.round_rim))  # what is round may be a token's side and shadow
        if not len(hopeful):
            return {}
        numbers, champion = numbers[hopeful], glance.worth(self.params)[hopeful].argmin(axis=1)
        around = glance.place[hopeful, champion][:, None] + shifts_within(1.5, 1.0)
        at, rims_there, _ = self._best_of(spots, numbers, around, every=2)
        seen, edge = self._glance(spots, numbers, at[:, None], rims_there[:, None]), edge[hopeful]
        seen = self._led(spots, numbers, self._led(spots, numbers, seen, edge), edge, is_far=True)
        is_bare, is_kept = self._are_bare(spots, numbers, seen), is_hopeful[hopeful] | self._may_be_any(seen)
        found: dict[int, Sight | Bare] = {int(numbers[n]): _bare(seen, int(n)) for n in np.flatnonzero(is_bare & is_kept)}
        kept = np.flatnonzero(is_kept & ~is_bare)
        found.update(self._sights(spots, numbers[kept], seen.rows(kept)) if len(kept) else {})
        return found

    def _are_bare(self, spots: Spots, numbers: Integers, seen: _Glance) -> NDArray[np.bool_]:
        """(n,): which discs, each seen at one place, show a named card's own lines and no token's print: none of these is a token."""
        is_told = np.array([n in spots.hides for n in numbers]) | (seen.likeness.max(axis=1) >= self.params.some_likeness)
        return np.asarray(~is_told & (_own(spots, numbers, seen.place[:, 0]) >= self.params.own_shows), np.bool_)

    def _may_be_any(self, glance: _Glance) -> NDArray[np.bool_]:
        """(n,): whether any look may explain each disc."""
        return np.asarray(glance.worth(self.params).min(axis=1) < self.params.hopeless_cost, np.bool_)

    def _led(self, spots: Spots, numbers: Integers, seen: _Glance, edge: Floats | None = None, is_far: bool = False) -> _Glance:
        """The discs, each seen at one place, at those places to which prints lead that begin to show there.

        A shadow's rim may hold a disc some pixels aside, and half of the circles and angles do not show where a fine print lies. So may a
        circle that is printed on a card, from which a thick token's upper side lies farther off the more from the side it is seen: `is_far`
        looks beyond where was looked before. `edge` (n,): the most of a rim that was seen nearby.
        """
        p = self.params
        rows, champion, worth = np.arange(len(numbers)), seen.worth(p).argmin(axis=1), seen.worth(p).min(axis=1)
        likeness, is_dear = seen.likeness[rows, champion], seen.cost[rows, champion] > p.most_cost
        begins = np.where(is_dear, seen.likeness.max(axis=1), likeness)  # beside its place a print is as much like that of other kinds
        is_led = (begins >= p.some_likeness) & (is_dear | (likeness < p.sharp_likeness)) & (is_dear | (not is_far))
        on_print = np.array([not is_far or spots.below[n] is not None for n in numbers])
        least = np.array([p.odd_rim if spots.below[n] is None else p.clear_rim for n in numbers], np.float32)
        rims = seen.rim[rows, champion] if edge is None else np.maximum(edge, seen.rim[rows, champion])
        is_side = is_dear & ~is_led & (rims >= least) & on_print  # round but like nothing, as a thick token's own side is
        is_side[is_side] = ~(_own(spots, numbers[is_side], seen.place[is_side, 0]) >= p.own_shows)  # nor all of it the card's own print
        led = np.flatnonzero((is_led | is_side) & on_print)
        if not len(led):
            return seen
        start, far = seen.place[led, 0], np.flatnonzero(is_dear[led])
        if len(far):
            inner, outer = (p.astray, p.far_astray) if is_far else (0.0, p.astray)
            around = shifts_within(outer * spots.radius, _FINE_PX)
            wide = start[far][:, None] + around[np.hypot(*around.T) >= inner * spots.radius]
            start[far], _, there = self._best_of(spots, numbers[led[far]], wide, every=2)
            is_near = np.ones(len(led), np.bool_)
            is_near[far] = ~is_side[led[far]] | (there < p.hopeless_cost)
            led, start = led[is_near], start[is_near]
        if not len(led):
            return seen
        places, rims, worths = self._climbed(spots, numbers[led], start)
        better = np.flatnonzero(worths < np.where(is_side[led], np.minimum(worth[led], p.most_cost), worth[led]))
        found = self._glance(spots, numbers[led[better]], places[better][:, None], rims[better][:, None]) if len(better) else None
        return seen if found is None else seen.with_rows(led[better], found)

    def _climbed(self, spots: Spots, numbers: Integers, places: Floats) -> tuple[Floats, Floats, Floats]:
        """From places (n, 2) on, a pixel at each step, to where the discs are explained best: places, rims (n,), worth (n,)."""
        edges, worth, moving = np.empty(len(places), np.float32), np.empty(len(places), np.float32), np.arange(len(places))
        for _ in range(self.params.climbs):
            around = places[moving][:, None] + shifts_within(1.5, 1.0)
            best, edges[moving], worth[moving] = self._best_of(spots, numbers[moving], around)
            is_on = (best != places[moving]).any(axis=1)
            places[moving] = best
            moving = moving[is_on]
            if not len(moving):
                break
        return places, edges, worth

    def _best_of(self, spots: Spots, numbers: Integers, around: Floats, every: int = 1) -> tuple[Floats, Floats, Floats]:
        """Of places (n, some, 2) those at which some look explains each disc best (n, 2), with rim (n,) and worth (n,)."""
        near = self._glance(spots, numbers, around, self._rim(spots, around), every)
        rows, worth = np.arange(len(numbers)), near.worth(self.params)
        champion = worth.argmin(axis=1)
        return near.place[rows, champion], near.rim[rows, champion], worth[rows, champion]

    def _places(self, spots: Spots, numbers: Integers, reach_px: float) -> tuple[Floats, Floats]:
        """For every disc its middle and the places nearby with most of a rim (n, some, 2), and their rims (n, some)."""
        around = spots.middles[numbers][:, None] + shifts_within(reach_px, 2.0)
        rims = self._rim(spots, around, every=2)
        order = rims.copy()
        order[:, :_VOTED] += 1.0  # the middle that was voted for: a ring printed within a disc may have more of a rim, a little aside
        best = np.argsort(-order, axis=1)[:, : self.params.places]
        return np.take_along_axis(around, best[..., None], 1), np.take_along_axis(rims, best, 1)

    def _rim(self, spots: Spots, places: Floats, every: int = 1) -> Floats:
        """See `rim`."""
        return rim(spots.flat, places, spots.radius, self.params.discs, every, self.looks.band.sign_within(spots.radius))

    def _glance(self, spots: Spots, numbers: Integers, places: Floats, rims: Floats, every: int = 1) -> _Glance:
        """Of some places of every disc (n, some, 2), with their rims (n, some), the best for each look."""
        n, some = rims.shape
        those = spots.take(numbers)
        firm, off = np.repeat(those.firm, some, axis=0), np.repeat(those.off, some)
        fit = self.looks.fit(those.seen(places.reshape(-1, 2), every), firm, self._even(rims.ravel()), off)
        cost = fit.cost.reshape(n, some, -1) + self.params.rim_worth * (1 - rims)[..., None]
        best = (cost - self.params.print_worth * np.maximum(0, fit.likeness.reshape(cost.shape))).argmin(axis=1)
        at = best + some * np.arange(n)[:, None]
        entry = at * cost.shape[2] + np.arange(cost.shape[2])
        turn, cost, bright, veil, likeness = (one.take(entry) for one in (fit.turn, cost, fit.bright, fit.veil, fit.likeness))
        return _Glance(places.reshape(-1, 2)[at], rims.take(at), turn, cost, bright, veil, likeness)

    def _sights(self, spots: Spots, numbers: Integers, glance: _Glance) -> dict[int, Sight]:
        cost, bright, veil, prints, burnt = self._with_care(spots, numbers, glance)
        few = np.argsort(glance.worth(self.params), axis=1).tolist()
        most = np.where(burnt > self.params.most_burnt, cost.shape[1], self.params.shortlist)
        tables = [{look: float(cost[row, look]) for look in mine[: most[row]]} for row, mine in enumerate(few)]
        alike = [dict(enumerate(row)) for row in self.looks.telling(prints).tolist()]
        clear = [self._clear(*each) for each in zip(prints.tolist(), alike, burnt.tolist(), strict=True)]
        best = [
            one if one is not None and one in costs else min(costs, key=costs.__getitem__) for one, costs in zip(clear, tables, strict=True)
        ]
        rows = np.arange(len(numbers))
        at, edge = glance.place[rows, best], glance.rim[rows, best]
        square, soft = (find(spots.flat, at, spots.radius) for find in (squareness, softness))
        gaps = openness(spots.flat, at, spots.radius)
        printed, on_print = self._printed(spots, numbers, at, self._even(edge))
        own = _own(spots, numbers, at)
        shown, least = np.array([mine[one] for one, mine in zip(best, alike, strict=True)]), self.params.sharp_likeness
        is_on, is_hiding = _lying_on(spots, numbers, at, np.isfinite(printed), (np.array(best) == clear) & (shown >= least))
        due = np.where(is_on, where_it_shows(edge, gaps), edge)
        less = (self.params.rim_worth * (due - edge)).tolist()
        edge, tables = due, [{look: cost - off for look, cost in table.items()} for table, off in zip(tables, less, strict=True)]
        colours = Colouring(self.looks, spots.take(numbers), at, np.array(best), glance.turn[rows, best])
        found = {}
        for row, number in enumerate(map(int, numbers)):
            found[number] = Sight(
                x=float(at[row, 0]),
                y=float(at[row, 1]),
                radius=spots.radius,
                rim=float(edge[row]),
                square=float(square[row]),
                open=gaps[row],
                costs=tables[row],
                turns={i: int(glance.turn[row, i]) for i in tables[row]},
                bright=float(bright[row, best[row]]),
                veil=float(veil[row, best[row]]),
                printed=float(printed[row]),
                on_print=float(on_print[row]),
                own=float(own[row]),
                likeness=alike[row],
                tints=colours.of(row),
                burnt=float(burnt[row]),
                firm=float(spots.firm[number, 0]),
                best=best[row],
                is_clear=best[row] == clear[row],
                hides=bool(is_hiding[row]),
                off=float(spots.veil[number].mean()),
                soft=float(soft[row]),
                back=float(prints[row, best[row]]) if self.looks.tells_back[best[row]] else nan,
            )
        return found

    def _clear(self, prints: list[float], telling: Mapping[int, float], burnt: float) -> int | None:
        """The look whose print shows, see `clear_print`; none where that tells no kind."""
        one = clear_print(dict(enumerate(prints)), burnt, self.looks.ids, self.params)
        return one if one is not None and telling[one] > 0 else None

    def _with_care(self, spots: Spots, numbers: Integers, glance: _Glance) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        """Cost, brightness, veil and likeness (n, k) of every look, the part (n,) that is burnt out.

        Where light is clipped in the picture it is clipped in the look, too: of the likeliest looks, and of all where much of it is, for
        without that some cost far too much.
        """
        cost, bright, veil, likeness = (one.copy() for one in (glance.cost, glance.bright, glance.veil, glance.likeness))
        few, near = np.argsort(glance.worth(self.params), axis=1)[:, : self.params.shortlist], spots.take(numbers)
        first = near.seen(np.take_along_axis(glance.place, few[:, :1, None], 1)[:, 0])
        part = ((first + near.veil[:, None, None]) * near.white[:, None, None] >= _BURNT).any(axis=3).mean(axis=(1, 2))
        some, dim = part > self.params.some_burnt, part > self.params.most_burnt
        every, printed = np.arange(cost.shape[1])[None], np.flatnonzero(~self.looks.is_flat)
        for rows, which in ((np.flatnonzero(some & ~dim), few), (np.flatnonzero(dim), np.repeat(every, len(numbers), 0))):
            if not len(rows):
                continue
            mine = rows[:, None], which[rows]
            told = self._clipped(near.take(rows), glance, rows, which[rows])
            cost[mine] = told.cost.reshape(mine[1].shape) + self.params.rim_worth * (1 - glance.rim[mine])
            bright[mine], veil[mine] = told.bright.reshape(mine[1].shape), told.veil.reshape(mine[1].shape)
            if dim[rows[0]]:
                likeness[rows] = 0
                likeness[rows[:, None], printed] = told.likeness.reshape(mine[1].shape)[:, printed]
        return cost, bright, veil, likeness, np.asarray(part, np.float32)

    def _clipped(self, spots: Spots, glance: _Glance, rows: Integers, which: Integers) -> Explained:
        """The spots, those of `rows` of the glance, by the looks `which` (rows, some), each at its place and in its turn."""
        owner = np.repeat(np.arange(len(rows)), which.shape[1])
        those, index = spots.take(owner), which.ravel()
        seen, even = those.seen(glance.place[rows[owner], index], 2), self._even(glance.rim[rows[owner], index])
        return self.looks.exact(seen, those.ceiling, index, glance.turn[rows[owner], index], those.firm, even, those.off)

    def _even(self, rims: Floats) -> Floats:
        """(n,) rims -> (n,): part of a white slope that gloss makes good, for so it lies on a round thing; elsewhere a slope says more."""
        low, high = self.params.glossy_rim
        return np.asarray(self.params.fit.gloss_slope * np.clip((rims - low) / (high - low), 0, 1), np.float32)

    def _printed(self, spots: Spots, numbers: Integers, at: Floats, even: Floats) -> tuple[Floats, Floats]:
        """(n,) each: cost of what is printed on the card below, infinite where no named card lies, and its likeness."""
        cost, alike = np.full(len(numbers), np.inf, np.float32), np.zeros(len(numbers), np.float32)
        on = _by_piece(spots, numbers)
        if not on:
            return cost, alike
        shown = [piece.shown(spots.flat, at[mine], spots.radius, spots.white[numbers[mine]]) for piece, mine in on]
        seen, known, white = (np.concatenate(parts) for parts in zip(*shown, strict=True))
        rows = np.concatenate([mine for _, mine in on])
        told = explained(seen, np.asarray(1 / white, np.float32), known, np.ones((len(rows), 2), np.float32), self.params.fit, even[rows])
        cost[rows], alike[rows] = told.cost, told.likeness
        return cost, alike


def _bare(seen: _Glance, row: int) -> Bare:
    """A disc that is print."""
    return Bare(float(seen.place[row, 0, 0]), float(seen.place[row, 0, 1]), float(seen.rim[row, 0]))


def _own(spots: Spots, numbers: Integers, at: Floats) -> Floats:
    """(n,): how well the lines of the card below show around places (n, 2), NaN where no named card lies or none are printed."""
    own = np.full(len(numbers), np.nan, np.float32)
    for piece, mine in _by_piece(spots, numbers):
        own[mine] = piece.own(spots.flat, at[mine], spots.radius)
    return own


def _lying_on(
    spots: Spots, numbers: Integers, at: Floats, on_card: NDArray[np.bool_], is_sharp: NDArray[np.bool_]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Of discs at (n, 2) which lie wholly on a named card, with a sharp print or hiding that of the card; and which of them hide it."""
    is_hiding = np.array([n in spots.hides for n in numbers])
    is_on = on_card & (is_sharp | is_hiding)
    is_on[is_on] = _lie_within(spots, numbers[is_on], at[is_on])
    return is_on, is_hiding & is_on


def _by_piece(spots: Spots, numbers: Integers) -> list[tuple[OnPiece, list[int]]]:
    """Each named piece below some of these discs, and which of them, counted from 0, lie on it."""
    below = [spots.below[n] for n in numbers]
    pieces = {id(one): one for one in below if one is not None}.values()
    return [(one, [row for row, other in enumerate(below) if other is one]) for one in pieces]


def _put(values: NDArray[Number], rows: Integers, others: NDArray[Number]) -> NDArray[Number]:
    """The values (n, ...) with those of some rows instead."""
    changed = values.copy()
    changed[rows] = others
    return changed


def _lie_within(spots: Spots, numbers: Integers, at: Floats) -> NDArray[np.bool_]:
    """(n,) whether discs at places (n, 2) lie on a named piece, with all but their edge."""
    below = [spots.below[n] for n in numbers]
    deep = [-np.inf if one is None else float(one.depth(spots.flat, at[i : i + 1])[0]) for i, one in enumerate(below)]
    return np.asarray(np.array(deep) >= WITHIN * spots.radius, np.bool_)
