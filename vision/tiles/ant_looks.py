"""Which token a disc on a board is, by how the box's own look: where plain ones bear a print, too, that does not tell special ones.

And where the print of a special one might be a lamp's image.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points
from vision.looks.colours import linear

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]
Kind = tuple[str, bool]
"""A token's colour and whether it is special."""


@dataclass(frozen=True, slots=True)
class AntLooksParams:
    """When a look tells. Colours are roots of linear light, of which paper's is 1."""

    printed: float = 0.12
    """By which a colour differs from that of a token's rim for another one ..."""
    most_plain: float = 0.03
    """... and part of a token that has another, from which on something is printed on it."""
    sizes: tuple[float, ...] = (0.9, 1.0, 1.12, 1.25, 1.4)
    """Times as large as the disc that was seen that the token may be: a ring around it may have been left out, or taken for more."""
    shades: tuple[float, float] = (0.55, 1.5)
    """Times as bright as enrolled that a token may be, and no less or more."""
    most_off: float = 0.25
    """How much a disc differs from a look at most, as the root of the mean square, to be that token ..."""
    unseen: float = 0.18
    """... where no disc is seen, but only what looks like one: three differed by .14 at most, an outlined H by .22 ..."""
    lettered: float = 0.14
    """... and where, besides, a letter is likelier than nothing: an O was a token with a dark rim by .174 ..."""
    clearly: float = 1.35
    """... and so many times as much from every other."""
    side: int = 24
    """Pixels across a token."""
    angles: int = 24
    rings: int = 6


class AntLooks:
    """How the tokens of a box look."""

    def __init__(self, pictures: Mapping[Kind, Pixels], params: AntLooksParams | None = None) -> None:
        """`pictures` (H, W, 3) RGB of the tokens, cut at their edges."""
        self.params = params or AntLooksParams()
        self.kinds = list(pictures)
        size = self.params.side, self.params.side
        seen = [np.asarray(cv2.resize(one, size, interpolation=cv2.INTER_AREA), np.uint8) for one in pictures.values()]
        self._looks = np.array([self._around(np.asarray(linear(one), np.float32)) for one in seen], np.float32)
        self._turned = np.stack([np.roll(self._looks, turn, 1) for turn in range(self.params.angles)], 1)
        """(looks, turns, angles, rings, 3)."""

    @cached_property
    def are_needed(self) -> bool:
        """Whether a print does not tell special tokens: a plain one bears one, or a special one none."""
        return any(is_special != self._is_printed(look) for (_, is_special), look in zip(self.kinds, self._looks, strict=True))

    def kinds_of(
        self, flat: Flat, middles: Points, radii: Floats, paper: Floats, unseen_on: NDArray[np.bool_] | None = None
    ) -> list[Kind | None]:
        """What discs with these middles (n, 2) and radii (n,), in cells, are; None where that is not clear. `paper` (3,): its light.

        `unseen_on`: (n,) where no disc is seen there at all, whether a letter is likelier than nothing on each of their cells.
        """
        p = self.params
        most_off = np.full(len(middles), p.most_off) if unseen_on is None else np.where(unseen_on, p.lettered, p.unseen)
        each = zip(middles, radii.tolist(), most_off.tolist(), strict=True)
        return [self._kind(flat, middle, radius, paper, most) for middle, radius, most in each]

    def _kind(self, flat: Flat, middle: Points, radius: float, paper: Floats, most_off: float) -> Kind | None:
        off = np.min([self._off(one) for one in self._cut(flat, middle, radius, paper)], axis=0)
        first, second = np.argsort(off)[:2]
        is_clear = off[first] <= most_off and off[second] >= self.params.clearly * off[first]
        return self.kinds[int(first)] if is_clear else None

    def _cut(self, flat: Flat, middle: Points, radius: float, paper: Floats) -> Iterator[Floats]:
        for size in self.params.sizes:
            yield self._around(np.asarray(linear(flat.cut(middle[None], 2 * size * radius, self.params.side)[0]) / paper, np.float32))

    def _off(self, seen: Floats) -> Floats:
        """How much a disc (angles, rings, 3) differs from each look, in whichever turn and shade it differs least: (looks,)."""
        own = np.maximum((self._looks * self._looks).sum((1, 2, 3)), 1e-6)[:, None]  # the same in every turn
        shade = (self._turned * seen).sum((2, 3, 4)) / own
        shade = np.clip(shade, *np.sqrt(self.params.shades))[..., None, None, None]
        weight = (np.arange(self.params.rings) + 0.5).astype(np.float32)[:, None]
        off = ((shade * self._turned - seen) ** 2 * weight).sum((2, 3, 4)) / (weight.sum() * 3 * self.params.angles)
        return np.asarray(np.sqrt(off).min(1), np.float32)

    def _around(self, light: Floats) -> Floats:
        """What lies around the middle of a token (side, side, 3), ring by ring, as roots of its light: (angles, rings, 3)."""
        p = self.params
        root = np.sqrt(np.clip(light, 0, 2)).astype(np.float32)
        fine = cv2.warpPolar(root, (4 * p.rings, 4 * p.angles), ((p.side - 1) / 2,) * 2, 0.95 * p.side / 2, cv2.INTER_LINEAR)
        return np.asarray(cv2.resize(fine, (p.rings, p.angles), interpolation=cv2.INTER_AREA), np.float32)

    def _is_printed(self, look: Floats) -> bool:
        rim = np.median(look[:, -2], axis=0)
        weight = np.broadcast_to((np.arange(self.params.rings) + 0.5)[None], look.shape[:2])
        differs = np.abs(look - rim).max(2) > self.params.printed
        return bool((differs * weight).sum() > self.params.most_plain * weight.sum())
