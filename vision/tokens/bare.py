"""Does the table itself show all around a token? Then no card lies below it, though nobody has found one there.

The table's hue is that of most of it, beside all that was found; no shade and no lamp changes that. Where a card has that hue, too, or
gloss leaves none, a ground without any edge tells: a card's own edge is never far, and on its paper something is printed. So does a
pattern that goes on all around (`woven.py`).
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.catalogue import Look
from vision.looks.colours import Lamp, linear
from vision.observation import Detection, Quad
from vision.tokens.discs import STEPS, UNIT, Flat, Floats, Pixels
from vision.tokens.rounds import Circle
from vision.tokens.woven import Woven


@dataclass(frozen=True, slots=True)
class BareParams:
    """One set of values for every table, pack and light; hues as logarithms of red to green and of green to blue."""

    lift: float = 0.02
    """Light added before logarithms are taken: what is nearly black has no hue."""
    same: float = 0.2
    """Hues that differ by less are one ..."""
    other: float = 0.3
    """... and those that differ by more are two, whatever the light."""
    most_of_it: float = 0.25
    """Part of the table, or of a card, that has a hue for it to be that of its ground."""
    shade: float = 1.2
    """By how much darker than most of the ground of its hue a place may be, as a logarithm."""
    places: int = 800
    """The table is looked at in about so many places."""
    rings: tuple[float, ...] = (1.3, 1.5, 1.7)
    """Around a token, in its radii: beyond its side, and no farther than a card's paper goes around a circle printed on it."""
    covered: float = 1.3
    """Radii within which another token hides the ground."""
    least_seen: float = 0.4
    """Part of the rings that has to show beside other tokens ..."""
    least: float = 0.75
    """... and of that the part that has to be the table: of a card with a token on it at least half would be card, and of no card all is
    table but where the token's own side shows."""
    reach: float = 1.1
    """So many times as far as a card's nearest edge may be from a token on it: its print, or its edge, shows within ..."""
    shaded: float = 1.8
    """... but where another token, its side and its shadow lie, in its radii."""
    least_free: float = 0.25
    """Part of that which has to lie beside all tokens: on a card about half does ..."""
    blank: float = 0.05
    """... and of that the part that may be steep: of 857 tokens on cards .17 was and more, of most on a white cloth .03 and less."""
    steep: float = 3.0
    """Slope in grey levels per pixel ..."""
    burnt: int = 250
    """... and grey level from which print would not show."""


PARAMS = BareParams()


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """A table from above, without its noise, and its lamp."""

    soft: Pixels
    flat: Flat
    light: Lamp
    params: BareParams

    def shows(self, places: Floats) -> NDArray[np.bool_]:
        """(..., 2) places -> (...): which lie in the picture."""
        height, width = self.soft.shape[:2]
        return np.asarray(((places >= 0) & (places <= (width - 1, height - 1))).all(axis=-1), np.bool_)

    def lights(self, places: Floats) -> Floats:
        """(n, 2) places in the picture -> (n, 3): logarithms of the light there, in parts of white."""
        x, y = np.rint(places).astype(np.intp).T
        lit = linear(self.soft[y, x]) / self.light.white(self.flat.at_px(places))
        return np.asarray(np.log(lit + np.float32(self.params.lift)), np.float32)


def on_bare_table(
    tokens: Sequence[Detection],
    flat: Flat,
    light: Lamp,
    papers: Floats,
    half_mm: float,
    pieces: Sequence[Quad],
    plates: Sequence[Circle] = (),
    params: BareParams = PARAMS,
) -> tuple[Detection, ...]:
    """The tokens, each with whether the table shows all around it.

    `papers` (n, 2) are the cards' hues, see `papers_of`, `half_mm` is half the width of the widest, `pieces` are around all else that lies
    there, in pixels of the picture, but for `plates`, on which no table's pattern goes on.
    """
    discs = _discs(tokens, flat)
    table = _Table(np.asarray(cv2.blur(flat.rgb, (_SOFT_PX, _SOFT_PX)), np.uint8), flat, light, params)
    ground = table.lights(_beside(discs, flat, pieces, params))
    if not len(discs) or len(ground) < _FEWEST:
        return tuple(tokens)
    usual, reach = _usual(ground, papers, params), params.reach * half_mm * flat.px_per_mm
    woven, corners = Woven(flat, discs, pieces, reach), [on_flat(quad, flat) for quad in pieces]
    bare = cache(lambda: _are_bare(discs, table, usual))

    def shows(n: int) -> bool:
        if any(cv2.pointPolygonTest(quad, discs[n, :2].tolist(), False) >= 0 for quad in corners):
            return False
        if bare()[n] or _is_blank(discs[n], discs, flat, reach, params):
            return True
        x, y, radius = discs[n].tolist()
        return all(math.hypot(x - a, y - b) > within - radius for a, b, within in plates) and woven.goes_on(discs[n])

    return tuple(replace(one, on_table=one.is_sure and shows(n)) for n, one in enumerate(tokens))


def _discs(tokens: Sequence[Detection], flat: Flat) -> Floats:
    """(n, 3): middles and radii of tokens in pixels of the flat picture."""
    corners = np.array([on_flat(token.quad_px, flat) for token in tokens], np.float32).reshape(-1, 4, 2)
    radii = np.hypot(*(corners[:, 1] - corners[:, 0]).T) / 2
    return np.concatenate([corners.mean(axis=1), radii[:, None]], axis=1)


def _is_blank(disc: Floats, discs: Floats, flat: Flat, reach: float, params: BareParams) -> bool:
    """Whether nothing is printed, and nothing ends, within a reach of a disc (3,), one of the discs (n, 3), beside all of these."""
    (x, y), side = np.rint(disc[:2]).astype(np.intp), round(reach)
    top, left = max(0, y - side), max(0, x - side)
    near = discs[np.abs(discs[:, :2] - disc[:2]).max(axis=1) <= side + 2 + params.shaded * discs[:, 2]]  # of which any may reach so far
    is_print, is_hidden = _marked(near, flat, (slice(top, y + side + 1), slice(left, x + side + 1)), params)
    down, across = top - (y - side), left - (x - side)
    seen = _within(reach)[down : down + is_print.shape[0], across : across + is_print.shape[1]] & ~is_hidden
    many = np.count_nonzero(seen)
    return bool(many > params.least_free * np.pi * reach**2 and np.count_nonzero(is_print & seen) <= params.blank * many)


def _marked(discs: Floats, flat: Flat, part: tuple[slice, slice], params: BareParams) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(h, w) each, of a part of a table: where an edge or print is or may be, and what discs (n, 3) hide."""
    red, green, blue = cv2.split(flat.rgb[part])
    across, down = (cv2.convertScaleAbs(slope) for slope in cv2.split(flat.slope[part]))  # as bytes, the steepest cut, which is quicker
    is_print = (cv2.min(cv2.min(red, green), blue) >= params.burnt) | (cv2.add(across, down) >= math.ceil(STEPS * params.steep))
    hidden, (rows, columns) = np.zeros(red.shape, np.uint8), part
    for x, y, radius in discs.tolist():
        cv2.circle(hidden, (round(x) - columns.start, round(y) - rows.start), round(params.shaded * radius), 1, -1)
    return np.asarray(is_print, np.bool_), hidden.astype(np.bool_)


@lru_cache(maxsize=8)
def _within(reach: float) -> NDArray[np.bool_]:
    """(2 * reach + 1, the same): which pixels around the middle one lie within a reach of it. Not to be changed."""
    away = np.arange(-round(reach), round(reach) + 1)
    return np.asarray(np.hypot(away[:, None], away) <= reach, np.bool_)


def _are_bare(discs: Floats, table: _Table, usual: Floats) -> NDArray[np.bool_]:
    """(n,): whether the table shows all around each of the discs (n, 3); `usual` is how light it is by hue."""
    p, radii = table.params, discs[:, 2]
    around = (np.asarray(p.rings, np.float32)[:, None, None] * UNIT[::2]).reshape(-1, 2)
    places = discs[:, None, :2] + radii[:, None, None] * around
    x, y = (places[:, :, None, i] - discs[:, i] for i in (0, 1))
    covered = (x * x + y * y < np.square(p.covered * radii)) & ~np.eye(len(discs), dtype=np.bool_)[:, None]
    seen = ~covered.any(axis=2) & table.shows(places)
    lights = table.lights(places[seen])
    alike = np.zeros(seen.shape, np.bool_)
    alike[seen] = np.abs(lights.mean(axis=1) - usual[tuple(_bins(_hues(lights)).T)]) < p.shade
    many = seen.sum(axis=1)
    return np.asarray((many >= p.least_seen * len(around)) & (alike.sum(axis=1) >= p.least * many), np.bool_)


def _usual(ground: Floats, papers: Floats, params: BareParams) -> Floats:
    """(bins, bins): how light the table is where it has a hue; not a number where too little of it has, or a card does."""
    at, side = _bins(_hues(ground)), 2 * round(params.same / _BIN) + 1
    many, level = np.zeros((2, _BINS, _BINS), np.float32)
    np.add.at(many, tuple(at.T), 1.0)
    np.add.at(level, tuple(at.T), ground.mean(axis=1))
    near, sum_ = (cv2.boxFilter(one, -1, (side, side), normalize=False, borderType=cv2.BORDER_CONSTANT) for one in (many, level))
    is_paper = np.zeros((_BINS, _BINS), np.uint8)
    is_paper[tuple(_bins(papers).T)] = 1
    far = 2 * round(params.other / _BIN) + 1
    is_none = (near < params.most_of_it * len(ground)) | (cv2.dilate(is_paper, np.ones((far, far), np.uint8)) > 0)
    return np.where(is_none, np.nan, sum_ / np.maximum(near, 1)).astype(np.float32)


def _bins(hues: Floats) -> NDArray[np.int64]:
    """Hues (n, 2) -> (n, 2): where they lie on a grid of them."""
    return np.asarray(np.clip(np.rint(hues / _BIN) + _BINS // 2, 0, _BINS - 1), np.int64)


def _beside(discs: Floats, flat: Flat, pieces: Sequence[Quad], params: BareParams) -> Floats:
    """Places (n, 2) of the table beside discs (n, 3) and pieces."""
    height, width = flat.rgb.shape[:2]
    taken = np.zeros((height, width), np.uint8)
    for quad in pieces:
        cv2.fillConvexPoly(taken, np.rint(on_flat(quad, flat)).astype(np.int32), 1)
    for x, y, radius in discs.tolist():
        cv2.circle(taken, (round(x), round(y)), round(2 * radius), 1, -1)
    apart = max(1, round((height * width / params.places) ** 0.5))
    y, x = np.nonzero(taken[::apart, ::apart] == 0)
    return np.asarray(np.stack([x, y], -1) * apart, np.float32)


def on_flat(quad: Quad, flat: Flat) -> Floats:
    """(4, 2): a quad of the picture as stored, in pixels of the flat one."""
    return np.asarray(cv2.perspectiveTransform(np.asarray(quad, np.float64)[None], np.linalg.inv(flat.to_px))[0], np.float32)


def papers_of(looks: Iterable[Look], params: BareParams = PARAMS) -> Floats:
    """Hues (n, 2) that are those of most of some card, or what gloss makes of it."""
    return np.concatenate([_NEUTRAL, *(_papers(look, params) for look in looks)])


def _papers(look: Look, params: BareParams) -> Floats:
    hues = _hues(np.log(linear(look.colours).reshape(-1, 3) + np.float32(params.lift)))
    redder, bluer = (np.abs(hue[:, None] - hue) < params.same for hue in hues.T)
    return np.unique(np.round(hues[(redder & bluer).mean(axis=1) >= params.most_of_it], 1), axis=0)


def _hues(light: Floats) -> Floats:
    """(n, 3) logarithms of light -> (n, 2)."""
    return np.asarray(light[:, :2] - light[:, 1:], np.float32)


_SOFT_PX = 3
_BIN, _BINS = 0.05, 161
_FEWEST = 100
"""Places by which the table's hue is told."""
_NEUTRAL = np.zeros((1, 2), np.float32)
"""Hue of what gloss makes white."""
