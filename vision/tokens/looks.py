"""Round looks in polar form, and how well each explains what is seen in a disc: in any turn, under any brightness, with gloss on it.

What is seen of a surface is its colour times the lamp, and a white veil where it shines: seen = bright * look + veil. Both are found by
least squares, with the ordinary (bright 1, no veil) preferred. The turn comes from a correlation with the look in every turn.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.quantiles import median_of
from vision.looks.catalogue import Look
from vision.observation import Side
from vision.tokens.backs import backs, bear_one_print, tell_their_turn
from vision.tokens.bands import band_of, light_on, outermost
from vision.tokens.discs import ANGLES
from vision.tokens.parted import Parts, is_parted
from vision.tokens.tints import hues, tints
from vision.tokens.turning import RINGS, Turning, correlation, places, white_slope

Floats = NDArray[np.float32]

_WEIGHTS = {every: (places(every)[0] / places(every)[0].sum() / len(places(every)[1])).astype(np.float32) for every in (1, 2)}
"""By area, all samples together 1; of all circles and angles, or every second of each."""


@dataclass(frozen=True, slots=True)
class FitParams:
    """How much may differ."""

    noise: float = 0.05
    """Light, 0 to 1: what print, noise and blur leave."""
    bright_spread: float = 0.35
    """How much a disc's brightness differs from that of white paper nearby."""
    veil_spread: float = 0.25
    """Light that gloss adds."""
    slope_spread: float = 0.1
    """By how much that differs from one side of a disc to the other."""
    plain_spread: float = 0.03
    """A look whose light varies less is plain ..."""
    plain_part: float = 0.35
    """or by less than so much of that of its kind's other side."""
    steps: int = 3
    """Of the fit with clipped light."""

    @property
    def gloss_slope(self) -> float:
        """Part of a white slope across a disc that gloss makes good."""
        return 1 - 1 / (1 + (self.slope_spread / self.noise) ** 2)


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """How n discs are explained by k looks."""

    cost: Floats
    """(n, k): mean squared misfit in units of the noise, and how unusual brightness and veil are."""
    turn: NDArray[np.int64]
    """(n, k): steps of a full turn / ANGLES by which the look is turned clockwise."""
    bright: Floats
    veil: Floats
    likeness: Floats
    """(n, k): correlation of what is seen with the look's print, -1 to 1, whatever brightness, gloss and slow shade; 0 for a flat look."""


class RoundLooks:
    """The round looks of one diameter."""

    def __init__(self, looks: Sequence[Look], params: FitParams) -> None:
        self.params = params
        self.ids = tuple(look.id for look in looks)
        self.kinds = tuple(look.kind for look in looks)
        self.discs = np.stack([_polar(look) for look in looks])
        """(k, rings, ANGLES, 3) linear light."""
        self.spread = self.discs.reshape(len(looks), -1, 3).std(axis=1)
        """(k, 3): how much each look's light varies."""
        plain, turned = self._are_flat(), tell_their_turn(self.discs, params.noise)
        self.is_flat = plain & ~(turned & bear_one_print(self.ids, self.discs))
        self.is_plain = plain | backs(self.ids, self.discs, self.is_flat)
        """(k,): which tell no kind by what is drawn on them."""
        self.is_back = self.is_plain & ~self.is_flat
        """(k,): which bear a print that others of the pack bear, too ..."""
        self.tells_back = self.is_back & turned
        """... and one that is more than rings."""
        self.band = outermost(band_of(look) for look in looks)
        """Between the rim and the outermost ring that any of them bears."""
        self.sides = tuple(self._side(i) for i in range(len(looks)))
        self._circles = self._in_band()
        coloured = [i for i, id in enumerate(self.ids) if self.is_plain[i] or id not in self._plain_kinds()]
        self._parts, self._tinted = self._by_parts(coloured)
        """The looks whose colours are compared, kind by kind: of every kind the plain ones where it has one."""
        self._tinted_ids = sorted(set(self.ids))
        self.colours = middle(self.discs[:, self._circles])
        """(k, 3): the colour that a look has most of, between its rim and a ring if it bears one: a pale face is that of all kinds."""
        self._first_tinted = [[self.ids[i] for i in self._tinted].index(id) for id in self._tinted_ids]
        """Where in these each kind begins."""
        self._turning = {every: Turning(self.discs, self.is_flat, every) for every in (1, 2)}

    def _are_flat(self) -> NDArray[np.bool_]:
        """(k,): whose light hardly varies, or far less than that of the other side: a ring or a grain is no print to go by.

        Halves of two colours that are about as bright are: only in its own turn such a look resembles itself.
        """
        spread = self.spread.max(axis=1)
        most = np.array([max(one for one, id in zip(spread, self.ids, strict=True) if id == mine) for mine in self.ids])
        return np.asarray((spread < np.maximum(self.params.plain_spread, self.params.plain_part * most)) & ~is_parted(self.discs), np.bool_)

    def _plain_kinds(self) -> set[str]:
        return {id for id, plain in zip(self.ids, self.is_plain, strict=True) if plain}

    def _side(self, index: int) -> Side | None:
        """None for a token that has one print only."""
        mine = {bool(plain) for plain, id in zip(self.is_plain, self.ids, strict=True) if id == self.ids[index]}
        if len(mine) == 1:
            return None
        return Side.PLAIN if self.is_plain[index] else Side.DESIGN

    @property
    def has_parts(self) -> bool:
        """Whether plain sides are in several colours, and all of these are compared."""
        return self._parts is not None

    def in_band(self, every: int) -> NDArray[np.bool_]:
        """Which of the circles tell the kinds by their colours: those between the rim and the outermost ring; all where none does."""
        return self._circles[every - 1 :: every]

    def _in_band(self) -> NDArray[np.bool_]:
        """(rings,): the same of all circles."""
        within = np.asarray(1 - self.band.wide < RINGS, np.bool_)
        return within if within[1::2].any() else np.ones(len(RINGS), np.bool_)

    def _by_parts(self, coloured: Sequence[int]) -> tuple[Parts | None, list[int]]:
        """The parts by which the colours of looks are compared, if those of a plain side are several, and which looks these are.

        Where such parts are not found within the rim, all of the disc, and then designs as well, whose faces may be pale.
        """
        ways = (self._circles, coloured), (np.ones(len(RINGS), np.bool_), range(len(self.ids)))
        some = [(circles, sorted(which, key=lambda i: self.ids[i])) for circles, which in ways]
        for circles, which in some:
            parts = Parts(self.discs[which], circles)
            if parts.tell(self.is_plain[which]):
                self._circles = circles
                return parts, which
        return None, some[0][1]

    def fit(self, seen: Floats, firm: Floats | None = None, even: Floats | None = None, off: Floats | None = None) -> Fit:
        """(n, rings, angles, 3) light against white -> every look's best turn and its misfit, clipped light taken as it is.

        All circles and angles, or every second of each for a first glance. `firm` (n, 2): by what part of the usual
        spreads brightness and gloss may be off; else 1. `even` (n,): part of a white slope that gloss may make good; else 0.
        `off` (n,): gloss that was taken off already, of which there may be less; else 0.
        """
        turning = self._turning[ANGLES // seen.shape[2]]
        told, even = turning.agreement(seen), np.zeros(len(seen), np.float32) if even is None else even
        cost, bright, veil = self._solve(
            told.cross - even[:, None] * told.slope_cross,
            (told.square - even * told.slope)[:, None],
            told.mean[:, None],
            turning.square[None] - even[:, None] * turning.slope,
            turning.mean[None],
            np.ones((1, 1, 2), np.float32) if firm is None else firm[:, None],
            np.zeros((1, 1), np.float32) if off is None else off[:, None],
        )
        return Fit(cost, told.turn, bright, veil, told.likeness)

    def telling(self, likeness: Floats) -> Floats:
        """Likeness (n, k) of what tells a kind: none of a printed back, nor of a design that shows less well than such a back does."""
        if not self.is_back.any():
            return likeness
        most = likeness[:, self.is_back].max(axis=1, keepdims=True)
        return np.where(self.is_plain | (likeness <= most), np.float32(0), likeness)

    def cost_of_colour(self, seen: Floats) -> Floats:
        """(n, 3) light of some part of a disc -> (k,): how badly it goes with the colour that each look has most of."""
        cross, look = (seen.mean(axis=0) * self.colours).mean(axis=1), self.colours
        return self._solve(
            cross, (seen**2).mean(), seen.mean(), (look**2).mean(axis=1), look.mean(axis=1), np.ones(2, np.float32), np.float32(0)
        )[0]

    def cost_of_part(self, seen: Floats, look: Floats, shown: NDArray[np.bool_]) -> float:
        """How badly the part `shown` (rings, angles) of a disc goes with a look or print, (rings, angles, 3) both."""
        weight = np.repeat(_WEIGHTS[ANGLES // seen.shape[1]][:, None], seen.shape[1], axis=1)[shown]
        weight = np.repeat((weight / weight.sum() / 3)[:, None], 3, axis=1)
        one, two, firm = seen[shown], look[shown], np.ones(2, np.float32)
        cross, square, level = ((weight * part).sum() for part in (one * two, one * one, one))
        return float(self._solve(cross, square, level, (weight * two * two).sum(), (weight * two).sum(), firm, np.float32(0))[0])

    def tints(self, seen: Floats, ceiling: Floats, veil: Floats, firm: Floats) -> list[dict[str, float]]:
        """(n, rings, angles, 3) light against white, every second of those `in_band` -> of every kind the cost of its colour."""
        if self._parts is None:
            return self.tints_of(middle(seen), ceiling, veil, firm)
        return self._by_kind(self._parts.tints(seen, ceiling, veil, self._spreads(firm)))

    def tints_of(self, colours: Floats, ceiling: Floats, veil: Floats, firm: Floats) -> list[dict[str, float]]:
        """(n, 3) light -> of every kind the cost of its colour."""
        return self._by_kind(tints(colours, ceiling, veil, self._spreads(firm), self.colours[self._tinted]))

    def hues(self, seen: Floats) -> list[dict[str, float]]:
        """(n, rings, angles, 3) light, as for `tints`, clipped -> how far each kind's hue is off, see `hues`."""
        told = hues(middle(seen), self.colours[self._tinted]) if self._parts is None else self._parts.hues(seen)
        return self._by_kind(told)

    def _spreads(self, firm: Floats) -> tuple[Floats, Floats]:
        """(n,) each, of brightness and gloss."""
        return firm[:, 0] * self.params.bright_spread, firm[:, 1] * self.params.veil_spread

    def _by_kind(self, told: Floats) -> list[dict[str, float]]:
        """(n, looks) of those that are compared by their colours -> the least of every kind."""
        return [dict(zip(self._tinted_ids, row, strict=True)) for row in np.minimum.reduceat(told, self._first_tinted, axis=1).tolist()]

    def _solve(
        self, cross: Floats, seen2: Floats, seen1: Floats, look2: Floats, look1: Floats, firm: Floats, off: Floats | np.float32
    ) -> tuple[Floats, Floats, Floats]:
        """Brightness and veil of least cost, in closed form; there is no less veil than none, `off` of which was taken off already."""
        p = self.params
        bright_spread, veil_spread = firm[..., 0] * p.bright_spread, firm[..., 1] * p.veil_spread
        k, m = (p.noise / bright_spread) ** 2, (p.noise / veil_spread) ** 2
        a, b, c, rhs, top = look2 + k, look1, 1 + m, cross + k, seen1
        det = a * c - b * b
        bright, veil = (rhs * c - top * b) / det, (a * top - b * rhs) / det
        bright, veil = np.where(veil < -off, (rhs + b * off) / a, bright), np.maximum(veil, -off)
        misfit = seen2 - 2 * bright * cross - 2 * veil * seen1 + bright**2 * look2 + 2 * bright * veil * look1 + veil**2
        cost = np.maximum(misfit, 0) / p.noise**2 + ((bright - 1) / bright_spread) ** 2 + (veil / veil_spread) ** 2
        return cost.astype(np.float32), bright.astype(np.float32), veil.astype(np.float32)

    def exact(
        self,
        seen: Floats,
        ceiling: Floats,
        index: NDArray[np.int64],
        turn: NDArray[np.int64],
        firm: Floats,
        even: Floats | None = None,
        off: Floats | None = None,
    ) -> "Explained":
        """M pairs of a disc and a look, light above the ceiling clipped in the look as it is in the picture.

        `seen` (m, rings, angles, 3), all of them or every second, `ceiling` (m, 3), `index` (m,) of the look, `turn` (m,), `firm` (m, 2),
        `even` and `off` (m,).
        """
        return explained(seen, ceiling, self.turned(index, turn, ANGLES // seen.shape[2]), firm, self.params, even, off)

    def turned(self, index: NDArray[np.int64], turn: NDArray[np.int64], every: int = 1) -> Floats:
        """(m, rings, angles, 3): looks `index` (m,), turned clockwise by `turn` (m,); all circles and angles, or every second of each."""
        at = (np.arange(0, ANGLES, every)[None] - turn[:, None]) % ANGLES
        rings = np.arange(every - 1, len(RINGS), every)[None, :, None]
        return np.asarray(self.discs[index[:, None, None], rings, at[:, None, :]], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Explained:
    """How m discs are explained, each by its own look, all of (m,)."""

    cost: Floats
    bright: Floats
    veil: Floats
    likeness: Floats
    """Correlation of what is seen with what the look would show, clipped as the picture is; -1 to 1, 0 where it would show nothing."""


def explained(
    seen: Floats, ceiling: Floats, look: Floats, firm: Floats, params: FitParams, even: Floats | None = None, off: Floats | None = None
) -> Explained:
    """M discs, each by its own look: (m, rings, angles, 3) both; `ceiling` (m, 3), the others as in `RoundLooks.fit`."""
    shape, weight = seen.shape, np.repeat(_WEIGHTS[ANGLES // seen.shape[2]] / 3, 3 * seen.shape[2])
    seen, look = (np.ascontiguousarray(one, np.float32).reshape(len(seen), -1) for one in (seen, look))
    top = np.tile(ceiling, (1, seen.shape[1] // 3))
    bright_spread, veil_spread = firm[:, 0] * params.bright_spread, firm[:, 1] * params.veil_spread
    odd = (params.noise / bright_spread) ** 2, (params.noise / veil_spread) ** 2
    off = np.zeros(len(seen), np.float32) if off is None else off
    bright, veil = _lit(seen, look, top, weight, odd, off, params.steps)
    told, shown = np.minimum(bright[:, None] * look + veil[:, None], top), np.minimum(seen, top)
    away = shown - told
    misfit = (away * away) @ weight - (0.0 if even is None else even * white_slope(away.reshape(shape)))
    cost = misfit / params.noise**2 + ((bright - 1) / bright_spread) ** 2 + (veil / veil_spread) ** 2
    alike = correlation(shown.reshape(shape), told.reshape(shape))
    return Explained(cost.astype(np.float32), bright.astype(np.float32), veil.astype(np.float32), alike)


def _lit(
    seen: Floats, look: Floats, top: Floats, weight: Floats, odd: tuple[Floats, Floats], off: Floats, steps: int
) -> tuple[Floats, Floats]:
    """Brightness and veil (m,) of m discs, all of (m, samples); `odd` is what it costs either (m,) to be unusual.

    What is clipped in the picture and would be in the look tells nothing: what that is, each step tells the next. `off` (m,): gloss that
    was taken off already.
    """
    bright, veil = np.ones(len(seen), np.float32), np.zeros(len(seen), np.float32)
    clipped, burnt = np.float32(0.97) * top, seen >= np.float32(0.97) * top
    look1, seen1 = look * weight, seen * weight
    parts, free = (look1 * look, look1, look1 * seen, seen1), np.zeros_like(burnt)
    for _ in range(steps):
        before, free = free, ~(burnt & (bright[:, None] * look + veil[:, None] >= clipped))
        if (free == before).all():
            break
        shown = free.astype(np.float32)
        a, b, rhs, lone = (np.einsum("ij,ij->i", shown, one) for one in parts)
        a, rhs, c = a + odd[0], rhs + odd[0], shown @ weight + odd[1]
        det = a * c - b * b
        bright, veil = (rhs * c - lone * b) / det, (a * lone - b * rhs) / det
        bright, veil = np.where(veil < -off, (rhs + b * off) / a, bright), np.maximum(veil, -off)
    return bright, veil


def middle(seen: Floats) -> Floats:
    """(n, rings, angles, 3) light -> (n, 3): the colour in the middle of all, for each of the three."""
    return median_of(seen.reshape(len(seen), -1, 3), 1)


def polar_places(middles: Floats, radius: float, every: int = 1) -> Floats:
    """(n, 2) middles -> (2, n, rings, angles): x and y of the places of a disc."""
    rings, unit = places(every)
    around = np.float32(radius) * rings[:, None] * unit.T[:, None]
    middle = np.ascontiguousarray(np.asarray(middles, np.float32).T)[:, :, None]
    return (middle + around.reshape(2, 1, -1)).reshape(2, -1, *around.shape[1:])


def _polar(look: Look) -> Floats:
    """(rings, ANGLES, 3) light of a look; a token's picture is square and its disc touches the edges."""
    return light_on(np.asarray(cv2.GaussianBlur(look.colours, (3, 3), 0.6), np.uint8), RINGS)
