"""Which enrolled pieces look alike, by how much, and what to do about it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.dice.faces import PARAMS as FACES, apart
from vision.dice.params import KIND
from vision.enrolling.fans import CORNERS, telling_corners
from vision.looks.canon import COLUMNS, ROWS
from vision.looks.catalogue import Catalogue, Look
from vision.looks.differences import HARD, HOPELESS, DifferParams, difference
from vision.looks.matching import Library
from vision.looks.upended import Twins

Floats = NDArray[np.float32]

NOWHERE = "nowhere"
"""Where two looks differ that are the same."""
_NEIGHBOURS = 6
"""Looks of other ids that each look is compared with in full."""
_SHOWN = 12
"""Pairs named in the report for people."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two pieces that resemble each other."""

    first: str
    second: str
    difference: float
    """How much there is to tell them apart by; 1000 and more for different artwork."""
    where: str
    """In which part of the piece the difference lies."""
    is_one_side: bool = False
    """Whether each has another side on which they are told apart, as tokens have whose backs are one."""

    @property
    def likeness(self) -> str:
        """How alike they are, in words."""
        on = " on one side" if self.is_one_side else ""
        if self.where.startswith(NOWHERE):
            return f"look the same{on}{self.where.removeprefix(NOWHERE)}"
        return f"differ{on} only {self.where} ({self.difference:.0f})"

    @property
    def advice(self) -> str:
        """What to do about it."""
        if self.difference < HOPELESS and self.is_one_side:
            return "with that side up neither can be named; mark one of them there, or play with the other side up"
        if self.difference < HOPELESS:
            return "cannot be told apart; mark one of them, or give both one id when they count the same"
        if self.difference < HARD:
            return "told apart only in a sharp picture without glare there; bring the camera nearer"
        return "told apart well"


@dataclass(frozen=True, slots=True)
class Separability:
    """The pairs of pieces that resemble each other most, the hardest first."""

    looks: int
    pieces: int
    pairs: tuple[Pair, ...]
    corners: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For each flat piece the corners by which alone it is told from all others, as in a fanned hand."""

    def lines(self) -> list[str]:
        """The report for people."""
        told = [f"{self.pieces} pieces with {self.looks} looks."]
        hard = [pair for pair in self.pairs if pair.difference < HARD]
        if not hard:
            return [*told, "All of them look different enough to be told apart.", *self._fan()]
        told += [f"{p.first} and {p.second} {p.likeness}: {p.advice}." for p in hard[:_SHOWN]]
        return [*told, *([f"And {len(hard) - _SHOWN} more pairs."] if len(hard) > _SHOWN else []), *self._fan()]

    def _fan(self) -> list[str]:
        """What a fanned hand shows: how many pieces one corner names, and which it does not."""
        best = max(CORNERS, key=lambda name: sum(name in corners for corners in self.corners.values()))
        rest = [id for id, corners in self.corners.items() if best not in corners]
        if not self.corners or len(rest) == len(self.corners):
            return []
        told = f"Named by its {best} corner alone, as in a fanned hand: {len(self.corners) - len(rest)} of {len(self.corners)}"
        more = f" and {len(rest) - _SHOWN} more" if len(rest) > _SHOWN else ""
        return [f"{told}; not {', '.join(rest[:_SHOWN])}{more}." if rest else f"{told}."]

    def as_json(self) -> dict[str, object]:
        """The report for programs."""
        pairs = [
            {
                "first": p.first,
                "second": p.second,
                "difference": round(p.difference, 1),
                "where": p.where,
                "one_side": p.is_one_side,
                "advice": p.advice,
            }
            for p in self.pairs
        ]
        return {
            "looks": self.looks,
            "pieces": self.pieces,
            "hopeless_below": HOPELESS,
            "hard_below": HARD,
            "pairs": pairs,
            "corners": self.corners,
        }


def separability(catalogue: Catalogue, params: DifferParams | None = None) -> Separability:
    """The report for a catalogue: every piece with the one it resembles most."""
    if not catalogue.looks:
        return Separability(0, 0, ())
    params, library = params or DifferParams(), Library(catalogue)
    pairs, twins, alike = dict[tuple[str, str], Pair](), Twins(library, params), defaultdict[tuple[str, str], set[int]](set)
    for index, look in enumerate(catalogue.looks):
        for other in _likest(library, index):
            names = _names(look.id, library.ids[other])
            found = difference(library, index, other, params)
            amount = found.total(params)
            alike[names] |= {index, other} if amount < HARD else set()
            if names not in pairs or amount < pairs[names].difference:
                pairs[names] = Pair(*names, amount, _place(found.share(params)))
        for twin in twins.of(index):
            names = _names(look.id, library.ids[twin.look])
            if twin.difference < HARD and (names not in pairs or twin.difference < pairs[names].difference):
                pairs[names] = Pair(*names, twin.difference, f"{_place(twin.where)} when one of them lies upside down")
    pairs = {names: replace(pair, is_one_side=_is_one_side(catalogue, alike[names])) for names, pair in pairs.items()}
    pairs |= _dice(catalogue.looks)
    hardest = tuple(sorted(pairs.values(), key=lambda p: p.difference))
    return Separability(len(catalogue.looks), len(catalogue.ids), hardest, telling_corners(library, HARD, params))


def _is_one_side(catalogue: Catalogue, alike: set[int]) -> bool:
    """Whether each of the pieces whose looks `alike` resemble each other has another look, which does not."""
    ids, rest = (catalogue.looks[i].id for i in alike), {look.id for i, look in enumerate(catalogue.looks) if i not in alike}
    return bool(alike) and rest.issuperset(ids)


def _dice(looks: Sequence[Look]) -> dict[tuple[str, str], Pair]:
    """The faces of dice that are one in some turn, such as a six and a nine without a line below it."""
    faces = [look for look in looks if look.kind == KIND]
    names = [_names(faces[i].id, faces[j].id) for (i, j), off in apart(faces).items() if off < FACES.nearly[0]]
    return {pair: Pair(*pair, 0.0, NOWHERE) for pair in names}


def _names(one: str, other: str) -> tuple[str, str]:
    return min(one, other), max(one, other)


def _likest(library: Library, index: int) -> list[int]:
    """The looks of other ids, of the same kind, that resemble a look most."""
    looks = library.catalogue.looks
    alike = library.tiny @ library.tiny[index] - np.abs(library.chroma - library.chroma[index]).mean((1, 2, 3))
    order = (int(j) for j in np.argsort(-alike))
    return [j for j in order if library.ids[j] != library.ids[index] and looks[j].kind == looks[index].kind][:_NEIGHBOURS]


def _place(share: Floats) -> str:
    """The part of the piece that holds most of the difference, in words."""
    total, share = float(share.sum()), share.reshape(ROWS, COLUMNS)
    if total <= 0:
        return NOWHERE
    tall, wide = _along(share.sum(1) / total, ("at the top", "at the bottom")), _along(share.sum(0) / total, ("left", "right"))
    if tall == _ENDS:
        return "in the corners" if wide == _ENDS else "at the top and at the bottom"
    if float(np.sort(share.ravel())[::-1][:12].sum()) < 0.6 * total:
        return "all over"
    tall = tall or "in the middle"
    return f"{tall} {wide}" if wide and wide != _ENDS else tall


def _along(share: Floats, names: tuple[str, str]) -> str:
    """At which end a difference lies that is spread so (n,) from one to the other; `_ENDS`: at both; empty: between."""
    steps = (np.arange(len(share)) + 0.5) / len(share)
    middle = float(share @ steps)
    if middle < _MIDDLE[0]:
        return names[0]
    if middle > _MIDDLE[1]:
        return names[1]
    between = float(share[(steps > _MIDDLE[0]) & (steps < _MIDDLE[1])].sum())
    return _ENDS if between < _BETWEEN else ""


_ENDS = "both ends"
_MIDDLE = (0.36, 0.64)
"""How far along a piece its middle begins and ends."""
_BETWEEN = 0.15
"""Part of a difference below which nearly nothing of it lies in the middle."""
