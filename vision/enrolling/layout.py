"""Where the cards of one box bear their places: the row along which what the box lists is printed alike on all of them.

No shape is looked for. Where one card lists wine, food, wine and another food, wine, the right row is the one along which the same
word goes with the same print. That takes several cards; `slots.py` looks at one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.enrolling.slots import PARAMS as SLOTS, Place, rim_votes
from vision.looks.catalogue import EDGE_STEPS, Look

Floats = NDArray[np.float32]
Listing = tuple[Look, tuple[str, ...]]
"""A card's look, and the kinds of its places in order."""


@dataclass(frozen=True, slots=True)
class LayoutParams:
    """How a row is looked for, and when it is believed."""

    px_per_mm: float = 2.0
    """Scale of the print that is looked at."""
    coarse_px: int = 4
    """Pixels between the rows that are tried first; all around the best of them then are."""
    apart: tuple[float, float] = (0.9, 2.4)
    """Distances between places, in diameters of a token."""
    soft: float = 0.2
    """What is printed is seen through a soft window: its sigma, in diameters of a token."""
    least_explained: float = 0.6
    """Of the variance of what is printed along a row, what the kinds explain."""
    least_spare: int = 8
    """Places more than kinds, so that chance explains little."""
    astray: float = 0.25
    """How far from there rims around the places are looked for, in diameters of a token."""
    least_rim: float = 0.25
    """Of a rim that is believed, over all places, as a part of a whole one."""


PARAMS = LayoutParams()
START, MIDDLE, END = 0.0, 0.5, 1.0
"""Which part of a row lies at the same place of every card, however many places it has."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A row of places, the same on all cards of one size; millimetres from the card's upper left corner as printed."""

    anchor: float
    at_mm: tuple[float, float]
    """Where the row's start, middle or end lies."""
    step_mm: tuple[float, float]
    size_mm: tuple[float, float]
    explained: float
    """Of the variance of what is printed along the row, 0 to 1."""

    def places(self, count: int) -> tuple[Place, ...]:
        """Those of a card that has `count`, in order."""
        (x, y), (across, down), (wide, high) = self.at_mm, self.step_mm, self.size_mm
        steps = [k - self.anchor * (count - 1) for k in range(count)]
        return tuple(((x + step * across) / wide, (y + step * down) / high) for step in steps)


@dataclass(frozen=True, slots=True)
class _Row:
    """A row that was tried; pixels of the print."""

    anchor: float
    is_down: bool
    at: tuple[int, int]
    """Column and row of its anchor."""
    step: float
    told: float = 0.0
    """Variance that the kinds explain beyond chance ..."""
    explained: float = 0.0
    """... and its part of all variance."""


def find_layout(cards: Sequence[Listing], token_mm: float, params: LayoutParams = PARAMS) -> Layout | None:
    """The row in which cards of one size bear what they list, or None where none is clear. `token_mm`: diameter of what lies on a place."""
    kinds = [kind for _, listed in cards for kind in listed]
    if len({look.size_mm for look, _ in cards}) != 1 or len(set(kinds)) < 2 or len(kinds) - len(set(kinds)) < params.least_spare:
        return None
    print_ = _Print(cards, token_mm, params)
    rough = print_.best(print_.coarse())
    best = None if rough is None else print_.best(print_.around(rough))
    if best is None:
        return None
    return _centred(_measured(best, cards[0][0].size_mm, params.px_per_mm), cards, token_mm, params)


def print_at(cards: Sequence[Listing], layout: Layout, token_mm: float, params: LayoutParams = PARAMS) -> Floats:
    """What is printed at each place of each card in turn, seen through a soft window: (places, 4), see `_field`."""
    found = []
    for look, listed in cards:
        field = _field(look, params.soft * token_mm * params.px_per_mm, params.px_per_mm)
        high, wide = field.shape[:2]
        found += [field[min(high - 1, int(y * high)), min(wide - 1, int(x * wide))] for x, y in layout.places(len(listed))]
    return np.stack(found)


def _measured(row: _Row, size_mm: tuple[float, float], scale: float) -> Layout:
    step = (0.0, row.step / scale) if row.is_down else (row.step / scale, 0.0)
    return Layout(row.anchor, ((row.at[0] + 0.5) / scale, (row.at[1] + 0.5) / scale), step, size_mm, row.explained)


def _centred(layout: Layout, cards: Sequence[Listing], token_mm: float, params: LayoutParams) -> Layout:
    """The row moved into the middle of the rims, round or square, that are printed around its places; as it is without any."""
    reach = round(params.astray * token_mm * SLOTS.px_per_mm)
    rims = [_rims(layout, cards, size * token_mm / 2, reach) for size in SLOTS.sizes]
    clearest = max(rims, key=lambda rim: float(rim.max()))
    if clearest.max() < params.least_rim:
        return layout
    down, across = (int(n) - reach for n in np.unravel_index(clearest.argmax(), clearest.shape))
    (x, y), scale = layout.at_mm, SLOTS.px_per_mm
    return replace(layout, at_mm=(x + across / scale, y + down / scale))


def _rims(layout: Layout, cards: Sequence[Listing], radius_mm: float, reach: int) -> Floats:
    """How much of a rim lies around the places of all cards, were they moved by up to `reach` pixels each way: (2 reach + 1, ...)."""
    found = []
    for look, listed in cards:
        votes = np.pad(np.rot90(rim_votes(look, radius_mm), 1 if look.turned else 0), reach)
        for x, y in layout.places(len(listed)):
            column, row = int(x * (votes.shape[1] - 2 * reach)), int(y * (votes.shape[0] - 2 * reach))
            found.append(votes[row : row + 2 * reach + 1, column : column + 2 * reach + 1])
    return np.asarray(np.mean(found, 0), np.float32)


class _Print:
    """What is printed on all cards, seen through a soft window, and what is listed on them."""

    def __init__(self, cards: Sequence[Listing], token_mm: float, params: LayoutParams) -> None:
        self._params, self._token = params, token_mm * params.px_per_mm
        self._fields = np.stack([_field(look, params.soft * self._token, params.px_per_mm) for look, _ in cards])
        places = [(card, k, len(listed), kind) for card, (_, listed) in enumerate(cards) for k, kind in enumerate(listed)]
        self._card = np.array([place[0] for place in places])
        self._order, self._count = (np.array([place[n] for place in places], np.float32) for n in (1, 2))
        names = sorted({place[3] for place in places})
        self._kinds = np.array([[place[3] == name for place in places] for name in names], np.float32)

    def coarse(self) -> Iterator[_Row]:
        """The best place of every kind of row, in large steps."""
        low, high = (round(part * self._token) for part in self._params.apart)
        for anchor, is_down, step in product((START, MIDDLE, END), (False, True), range(low, high, self._params.coarse_px // 2)):
            yield from self._along(_Row(anchor, is_down, (0, 0), float(step)), self._params.coarse_px)

    def around(self, row: _Row) -> Iterator[_Row]:
        """Rows that are a little wider or narrower."""
        for step in np.arange(-2, 2.1, 0.5):
            yield from self._along(_Row(row.anchor, row.is_down, (0, 0), row.step + float(step)), 1)

    def best(self, rows: Iterator[_Row]) -> _Row | None:
        """Of those that are believed the one along which the kinds tell most."""
        believed = [row for row in rows if row.explained >= self._params.least_explained]
        return max(believed, key=lambda row: row.told, default=None)

    def _along(self, row: _Row, stride: int) -> Iterator[_Row]:
        """The place where such a row is best, if it has room on the cards."""
        moves = np.rint((self._order - row.anchor * (self._count - 1)) * row.step).astype(int)
        fields = self._fields if row.is_down else self._fields.transpose(0, 2, 1, 3)
        edge = round(self._token / 3)
        first, last = edge - moves.min(), fields.shape[1] - edge - moves.max()
        if first >= last:
            return
        places = zip(self._card, moves, strict=True)
        told, all_ = self._told(np.stack([fields[card, first + move : last + move : stride, edge:-edge:stride] for card, move in places]))
        share = told / np.maximum(all_, _QUIET)
        told[share < self._params.least_explained] = 0
        along, beside = (int(n) for n in np.unravel_index(told.argmax(), told.shape))
        at = int(first + along * stride), int(edge + beside * stride)
        where = (at[1], at[0]) if row.is_down else at
        yield replace(row, at=where, told=float(told[along, beside]), explained=float(share[along, beside]))

    def _told(self, seen: Floats) -> tuple[Floats, Floats]:
        """Of print (places, H, W, 4) the variance that the kinds explain beyond chance, and all of it: two of (H, W)."""
        values, sizes = seen.reshape(len(seen), -1), self._kinds.sum(1)
        n, k, mean = len(seen), len(sizes), values.mean(0)
        all_ = ((values - mean) ** 2).sum(0)
        between = ((((self._kinds @ values) / sizes[:, None] - mean) ** 2) * sizes[:, None]).sum(0)
        by_chance = (k - 1) / (n - k) * (all_ - between)
        told, whole = (each.reshape(seen.shape[1:]).sum(-1) / n for each in (between - by_chance, all_))
        return told, whole


_QUIET = 1e-4


def _field(look: Look, sigma: float, scale: float) -> Floats:
    """What a card bears, as it is printed: (H, W, 4) at so many pixels to the millimetre, RGB of 0 to 1 and the strength of edges."""
    turns = 1 if look.turned else 0
    size = (round(look.size_mm[0] * scale), round(look.size_mm[1] * scale))
    strength = np.hypot(look.edges[..., 0], look.edges[..., 1]).astype(np.float32) / np.float32(EDGE_STEPS)
    parts = [np.rot90(part, turns) for part in (look.colours.astype(np.float32) / np.float32(255), strength)]
    wide = [cv2.resize(np.ascontiguousarray(part), size, interpolation=cv2.INTER_LINEAR) for part in parts]
    return np.asarray(cv2.GaussianBlur(np.dstack(wide), (0, 0), sigma), np.float32)
