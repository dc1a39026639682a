"""Where the cards of one box bear their places: the rows along which what the box lists is printed alike on all of them.

No shape is looked for. Where one card lists wine, food, wine and another food, wine, the right row is the one along which the same
word goes with the same print. That takes several cards; `slots.py` looks at one. A row may go on in another, as words do in lines.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.enrolling.outlined import astray
from vision.enrolling.slots import Place
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
    plain: float = 0.9
    """Where they explain as much along one row, nobody asks whether it goes on in another."""
    least_spare: int = 8
    """Places more than kinds, so that chance explains little."""


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
    wrap: int = 0
    """After how many places the row goes on in the next; 0 where one row bears all."""
    between_mm: tuple[float, float] = (0.0, 0.0)
    """From one row to the next."""

    def places(self, count: int) -> tuple[Place, ...]:
        """Those of a card that has `count`, in order."""
        along, rows = _moves(np.arange(count, dtype=np.float32), np.full(count, count, np.float32), self.anchor, self.wrap)
        millimetres = np.array(self.at_mm) + along[:, None] * np.array(self.step_mm) + rows[:, None] * np.array(self.between_mm)
        return tuple((float(x), float(y)) for x, y in millimetres / np.array(self.size_mm))


@dataclass(frozen=True, slots=True)
class _Row:
    """A row that was tried; pixels of the print."""

    anchor: float
    is_down: bool
    at: tuple[int, int]
    """Column and row of its anchor."""
    step: float
    wrap: int = 0
    between: float = 0.0
    told: float = 0.0
    """Variance that the kinds explain beyond chance ..."""
    explained: float = 0.0
    """... and its part of all variance."""


def find_layout(cards: Sequence[Listing], token_mm: float, params: LayoutParams = PARAMS) -> Layout | None:
    """The row in which cards of one size bear what they list, or None where none is clear. `token_mm`: diameter of what lies on a place."""
    if not is_enough(cards, params):
        return None
    best = _best_row(cards, token_mm, params)
    if best is None:
        return None
    return _centred(_measured(best, cards[0][0].size_mm, params.px_per_mm), cards, token_mm)


def is_enough(cards: Sequence[Listing], params: LayoutParams = PARAMS) -> bool:
    """Whether these cards are of one size, and list so much that print which goes with it does not do so by chance."""
    kinds = [kind for _, listed in cards for kind in listed]
    return len({look.size_mm for look, _ in cards}) == 1 and len(set(kinds)) > 1 and len(kinds) - len(set(kinds)) >= params.least_spare


def _best_row(cards: Sequence[Listing], token_mm: float, params: LayoutParams) -> _Row | None:
    """The row that bears all places; where none clearly does, the one that tells most together with those in which it goes on."""
    print_ = _Print(cards, token_mm, params)
    best = print_.fine(print_.coarse())
    if best is not None and best.explained >= params.plain:
        return best
    rows = [best]
    for wrap in range(2, max(len(listed) for _, listed in cards)):
        first = _Print([(look, listed[:wrap]) for look, listed in cards], token_mm, params)
        for anchor, is_down in product((START, MIDDLE), (False, True)):
            start = first.best(first.first(anchor, is_down))
            rows.append(start and print_.fine(print_.going_on(replace(start, wrap=wrap))))
    return max((row for row in rows if row is not None), key=lambda row: row.explained, default=None)


def _moves(order: Floats, count: Floats, anchor: float, wrap: int) -> tuple[Floats, Floats]:
    """Of places by their order on a card that has so many: steps along the row from its anchor, and how many rows further they lie."""
    rows = order // wrap if wrap else np.zeros_like(order)
    on_it = np.minimum(wrap or np.inf, count - rows * wrap)
    return order - rows * wrap - anchor * (on_it - 1), rows


def print_at(cards: Sequence[Listing], places: Sequence[Sequence[Place]], token_mm: float, params: LayoutParams = PARAMS) -> Floats:
    """What is printed at the places of each card in turn, seen through a soft window: (places, 4), see `_field`."""
    found = []
    for (look, _), its in zip(cards, places, strict=True):
        field = _field(look, params.soft * token_mm * params.px_per_mm, params.px_per_mm)
        high, wide = field.shape[:2]
        found += [field[min(high - 1, int(y * high)), min(wide - 1, int(x * wide))] for x, y in its]
    return np.stack(found)


def told_by_kinds(seen: Floats, kinds: Sequence[str]) -> tuple[Floats, Floats]:
    """Of print (places, ..., 4) the variance that their kinds explain beyond chance, and all of it: two of (...)."""
    names = sorted(set(kinds))
    is_of = np.array([[kind == name for kind in kinds] for name in names], np.float32)
    values, sizes = seen.reshape(len(seen), -1), is_of.sum(1)
    n, k, mean = len(seen), len(sizes), values.mean(0)
    all_ = ((values - mean) ** 2).sum(0)
    between = ((((is_of @ values) / sizes[:, None] - mean) ** 2) * sizes[:, None]).sum(0)
    by_chance = (k - 1) / (n - k) * (all_ - between)
    told, whole = (each.reshape(seen.shape[1:]).sum(-1) / n for each in (between - by_chance, all_))
    return told, np.maximum(whole, _QUIET)


def _measured(row: _Row, size_mm: tuple[float, float], scale: float) -> Layout:
    across, down = (row.step / scale, 0.0), (0.0, row.between / scale)
    step, between = (across[::-1], down[::-1]) if row.is_down else (across, down)
    at = ((row.at[0] + 0.5) / scale, (row.at[1] + 0.5) / scale)
    return Layout(row.anchor, at, step, size_mm, row.explained, row.wrap, between)


def _centred(layout: Layout, cards: Sequence[Listing], token_mm: float) -> Layout:
    """The rows moved into the middle of what is printed around their places; as they are where that has none."""
    first = _astray(layout, cards, token_mm, 0)
    centred = replace(layout, at_mm=_plus(layout.at_mm, first or (0.0, 0.0)))
    further = _astray(centred, cards, token_mm, 1) if layout.wrap and first else None
    return replace(centred, between_mm=_plus(centred.between_mm, further)) if further else centred


def _astray(layout: Layout, cards: Sequence[Listing], token_mm: float, row: int) -> Place | None:
    """How far, in mm, outlines of the places of a row lie from these; None without any."""
    of_row = slice(row * layout.wrap, (row + 1) * layout.wrap or None)
    looks, places = [look for look, _ in cards], [layout.places(len(listed))[of_row] for _, listed in cards]
    return astray(looks, places, float(np.hypot(*layout.step_mm)), token_mm)


def _plus(one: Place, other: Place) -> Place:
    return one[0] + other[0], one[1] + other[1]


class _Print:
    """What is printed on all cards, seen through a soft window, and what is listed on them."""

    def __init__(self, cards: Sequence[Listing], token_mm: float, params: LayoutParams) -> None:
        self._params, self._token = params, token_mm * params.px_per_mm
        self._fields = np.stack([_field(look, params.soft * self._token, params.px_per_mm) for look, _ in cards])
        places = [(card, k, len(listed), kind) for card, (_, listed) in enumerate(cards) for k, kind in enumerate(listed)]
        self._card = np.array([place[0] for place in places])
        self._order, self._count = (np.array([place[n] for place in places], np.float32) for n in (1, 2))
        self._kinds = [place[3] for place in places]

    def coarse(self) -> Iterator[_Row]:
        """The best place of every kind of row, in large steps."""
        for anchor, is_down, step in product((START, MIDDLE, END), (False, True), self._distances()):
            yield from self._along(_Row(anchor, is_down, (0, 0), step), self._params.coarse_px)

    def first(self, anchor: float, is_down: bool) -> Iterator[_Row]:
        """Rows that may go on in others; of few places, with a picture between them."""
        for step in self._distances(is_wide=True):
            yield from self._along(_Row(anchor, is_down, (0, 0), step), self._params.coarse_px)

    def going_on(self, row: _Row) -> Iterator[_Row]:
        """That row and those in which it goes on, at every distance from each other."""
        for between in self._distances(is_wide=True):
            yield from self._along(replace(row, between=between), self._params.coarse_px)

    def fine(self, rows: Iterator[_Row]) -> _Row | None:
        """The best of these, moved and stretched by a little."""
        rough = self.best(rows)
        along = rough and self.best(self._around(rough, False))
        return self.best(self._around(along, True)) if along and along.wrap else along

    def _distances(self, *, is_wide: bool = False) -> list[float]:
        """Those at which places may lie; up to a card's whole length where others than their neighbours may lie between them."""
        low, high = (round(part * self._token) for part in self._params.apart)
        high = max(high, *self._fields.shape[1:3]) if is_wide else high
        return [float(step) for step in range(low, high, self._params.coarse_px // 2)]

    def _around(self, row: _Row, is_between: bool) -> Iterator[_Row]:
        """Rows that are a little wider or narrower, or lie a little further apart."""
        for more in np.arange(-2, 2.1, 0.5).tolist():
            stretched = replace(row, between=row.between + more) if is_between else replace(row, step=row.step + more)
            yield from self._along(stretched, 1)

    def best(self, rows: Iterator[_Row]) -> _Row | None:
        """Of those that are believed the one along which the kinds tell most."""
        believed = [row for row in rows if row.explained >= self._params.least_explained]
        return max(believed, key=lambda row: row.told, default=None)

    def _along(self, row: _Row, stride: int) -> Iterator[_Row]:
        """The place where such a row is best, if it has room on the cards."""
        steps, rows = _moves(self._order, self._count, row.anchor, row.wrap)
        moves = np.rint(np.stack([steps * row.step, rows * row.between])).astype(int)
        fields = self._fields if row.is_down else self._fields.transpose(0, 2, 1, 3)
        edge = round(self._token / 3)
        (top, left), (bottom, right) = edge - moves.min(1), np.array(fields.shape[1:3]) - edge - moves.max(1)
        if top >= bottom or left >= right:
            return
        places = zip(self._card, *moves, strict=True)
        seen = [fields[card, top + down : bottom + down : stride, left + over : right + over : stride] for card, down, over in places]
        told, all_ = told_by_kinds(np.stack(seen), self._kinds)
        share = told / all_
        told[share < self._params.least_explained] = 0
        along, beside = (int(n) for n in np.unravel_index(told.argmax(), told.shape))
        at = int(top + along * stride), int(left + beside * stride)
        where = (at[1], at[0]) if row.is_down else at
        yield replace(row, at=where, told=float(told[along, beside]), explained=float(share[along, beside]))


_QUIET = 1e-4


def _field(look: Look, sigma: float, scale: float) -> Floats:
    """What a card bears, as it is printed: (H, W, 4) at so many pixels to the millimetre, RGB of 0 to 1 and the strength of edges."""
    turns = 1 if look.turned else 0
    size = (round(look.size_mm[0] * scale), round(look.size_mm[1] * scale))
    strength = np.hypot(look.edges[..., 0], look.edges[..., 1]).astype(np.float32) / np.float32(EDGE_STEPS)
    parts = [np.rot90(part, turns) for part in (look.colours.astype(np.float32) / np.float32(255), strength)]
    wide = [cv2.resize(np.ascontiguousarray(part), size, interpolation=cv2.INTER_LINEAR) for part in parts]
    return np.asarray(cv2.GaussianBlur(np.dstack(wide), (0, 0), sigma), np.float32)
