"""Round looks in polar form, and how well each explains what is seen in a disc: in any turn, under any brightness, with gloss on it.

What is seen of a surface is its colour times the lamp, and a white veil where it shines: seen = bright * look + veil. Both are found by
least squares, with the ordinary (bright 1, no veil) preferred. The turn comes from a correlation along the circles.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import canon
from vision.catalogue import Look
from vision.colours import linear
from vision.discs import ANGLES, UNIT
from vision.observation import Side

Floats = NDArray[np.float32]
Complex = NDArray[np.complex64]

RINGS = np.array([0.12, 0.26, 0.38, 0.48, 0.58, 0.67, 0.75, 0.82], np.float32)
"""Circles on which a disc is compared, in radii."""
_WEIGHT = (RINGS / RINGS.sum() / ANGLES).astype(np.float32)
"""By area, all samples together 1."""


@dataclass(frozen=True, slots=True)
class FitParams:
    """How much may differ."""

    noise: float = 0.05
    """Light, 0 to 1: what print, noise and blur leave."""
    bright_spread: float = 0.35
    """How much a disc's brightness differs from that of white paper nearby."""
    veil_spread: float = 0.25
    """Light that gloss adds."""
    plain_spread: float = 0.03
    """A look whose light varies less is plain."""
    steps: int = 3
    """Of the fit with clipped light."""


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
    """(n, k): correlation of what is seen with the look's print, -1 to 1, whatever brightness, gloss and slow shade; 0 for a plain look."""


class RoundLooks:
    """The round looks of one diameter."""

    def __init__(self, looks: Sequence[Look], params: FitParams) -> None:
        self.params = params
        self.ids = tuple(look.id for look in looks)
        self.kinds = tuple(look.kind for look in looks)
        self.discs = np.stack([_polar(look) for look in looks])
        """(k, rings, ANGLES, 3) linear light."""
        spread = self.discs.reshape(len(looks), -1, 3).std(axis=1).max(axis=1)
        self.is_plain = spread < params.plain_spread
        self.sides = tuple(self._side(i) for i in range(len(looks)))
        self._spectrum = np.ascontiguousarray(_spectrum(self.discs).transpose(0, 2, 1))
        """(frequencies, rings * 3, k)."""
        self._square = np.einsum("krtc,r->k", self.discs**2, _WEIGHT) / 3
        self._mean = np.einsum("krtc,r->k", self.discs, _WEIGHT) / 3
        prints = self.discs - _shade(self.discs)
        self._prints = np.ascontiguousarray(_spectrum(prints).transpose(0, 2, 1))[:_SHADED]
        """The lowest frequencies of the looks without their shade; the others are as they were."""
        self._contrast = np.sqrt(np.einsum("krtc,r->k", prints**2, _WEIGHT) / 3)

    def _side(self, index: int) -> Side | None:
        """None for a token that has one print only."""
        mine = {bool(plain) for plain, id in zip(self.is_plain, self.ids, strict=True) if id == self.ids[index]}
        if len(mine) == 1:
            return None
        return Side.PLAIN if self.is_plain[index] else Side.DESIGN

    def fit(self, seen: Floats) -> Fit:
        """(n, rings, ANGLES, 3) light against white -> every look's best turn and its misfit, clipped light taken as it is."""
        weighed = seen * _WEIGHT[:, None, None]
        spectrum = np.conj(_spectrum(weighed))
        product = spectrum @ self._spectrum
        along = _along(product)
        product[:_SHADED] = spectrum[:_SHADED] @ self._prints
        printed = _along(product)
        turn = np.where(self.is_plain, along.argmax(axis=0), printed.argmax(axis=0))
        cross, alike = (np.take_along_axis(one, turn[None], 0)[0] for one in (along, printed))
        square = np.einsum("nrtc,nrtc->n", seen, weighed) / 3
        mean = weighed.sum(axis=(1, 2, 3)) / 3
        contrast = np.sqrt(np.maximum(square - (_shades(weighed) ** 2).sum(axis=(1, 2)) / 3, _FAINT**2))
        cost, bright, veil = self._solve(cross, square[:, None], mean[:, None], self._square[None], self._mean[None])
        likeness = np.where(self.is_plain, 0, alike / (contrast[:, None] * np.maximum(self._contrast, _FAINT)[None]))
        return Fit(cost, (-turn) % ANGLES, bright, veil, likeness.astype(np.float32))

    def _solve(self, cross: Floats, seen2: Floats, seen1: Floats, look2: Floats, look1: Floats) -> tuple[Floats, Floats, Floats]:
        """Brightness and veil of least cost, in closed form."""
        p = self.params
        k, m = (p.noise / p.bright_spread) ** 2, (p.noise / p.veil_spread) ** 2
        a, b, c, rhs, top = look2 + k, look1, 1 + m, cross + k, seen1
        det = a * c - b * b
        bright, veil = (rhs * c - top * b) / det, (a * top - b * rhs) / det
        bright, veil = np.where(veil < 0, rhs / a, bright), np.maximum(veil, 0)
        misfit = seen2 - 2 * bright * cross - 2 * veil * seen1 + bright**2 * look2 + 2 * bright * veil * look1 + veil**2
        cost = np.maximum(misfit, 0) / p.noise**2 + ((bright - 1) / p.bright_spread) ** 2 + (veil / p.veil_spread) ** 2
        return cost.astype(np.float32), bright.astype(np.float32), veil.astype(np.float32)

    def exact(self, seen: Floats, ceiling: Floats, index: NDArray[np.int64], turn: NDArray[np.int64]) -> tuple[Floats, Floats, Floats]:
        """Cost, brightness and veil of m pairs of a disc and a look, light above the ceiling clipped in the look as it is in the picture.

        `seen` (m, rings, ANGLES, 3), `ceiling` (m, 3), `index` (m,) of the look, `turn` (m,).
        """
        at = (np.arange(ANGLES)[None] - turn[:, None]) % ANGLES
        look = self.discs[index][np.arange(len(index))[:, None, None], np.arange(len(RINGS))[None, :, None], at[:, None, :]]
        return explained(seen, ceiling, look, self.params)


_FAINT = 0.003
"""Light; what varies less is flat."""
_SHADED = 2
"""Frequencies along a circle that a slow shade has: none and once a turn."""
_SLOW = np.stack([np.ones((len(RINGS), ANGLES)), *(RINGS[:, None] * UNIT[None, :, i] for i in (0, 1))]).reshape(3, -1)
_SLOW = (_SLOW / np.sqrt((_SLOW**2 * np.repeat(_WEIGHT, ANGLES)).sum(axis=1, keepdims=True))).astype(np.float32)
"""(3, rings * ANGLES): level, and slopes to the right and down, orthonormal by area."""


def _shades(weighed: Floats) -> Floats:
    """(n, rings, ANGLES, 3), weighed by area -> (n, 3, 3): how much of level and slopes there is, in each colour."""
    return np.asarray(_SLOW @ weighed.reshape(len(weighed), -1, 3), np.float32)


def _shade(discs: Floats) -> Floats:
    """The level and slopes of discs (n, rings, ANGLES, 3): what a lamp does, not a print."""
    return np.asarray((_SLOW.T @ _shades(discs * _WEIGHT[:, None, None])).reshape(discs.shape), np.float32)


def _along(product: Complex) -> Floats:
    """(frequencies, n, k) -> (ANGLES, n, k): correlation for each turn."""
    return np.asarray(np.fft.irfft(product, ANGLES, axis=0) / 3, np.float32)


def explained(seen: Floats, ceiling: Floats, look: Floats, params: FitParams) -> tuple[Floats, Floats, Floats]:
    """Cost, brightness and veil of m discs, each by its own look: (m, rings, ANGLES, 3) both; `ceiling` (m, 3)."""
    top = ceiling[:, None, None, :]
    k, j = (params.noise / params.bright_spread) ** 2, (params.noise / params.veil_spread) ** 2
    bright, veil = np.ones(len(seen), np.float32), np.zeros(len(seen), np.float32)
    weight = _WEIGHT[None, :, None, None] / 3
    for _ in range(params.steps):
        free = weight * ~((seen >= 0.97 * top) & (bright[:, None, None, None] * look + veil[:, None, None, None] >= 0.97 * top))
        a, b, c = (free * look * look).sum((1, 2, 3)) + k, (free * look).sum((1, 2, 3)), free.sum((1, 2, 3)) + j
        rhs, lone = (free * look * seen).sum((1, 2, 3)) + k, (free * seen).sum((1, 2, 3))
        det = a * c - b * b
        bright, veil = (rhs * c - lone * b) / det, (a * lone - b * rhs) / det
        bright, veil = np.where(veil < 0, rhs / a, bright), np.maximum(veil, 0)
    told = np.minimum(bright[:, None, None, None] * look + veil[:, None, None, None], top)
    misfit = (weight * (np.minimum(seen, top) - told) ** 2).sum((1, 2, 3))
    cost = misfit / params.noise**2 + ((bright - 1) / params.bright_spread) ** 2 + (veil / params.veil_spread) ** 2
    return cost.astype(np.float32), bright.astype(np.float32), veil.astype(np.float32)


def _spectrum(discs: Floats) -> Complex:
    """(n, rings, ANGLES, 3) -> (frequencies, n, rings * 3): along each circle and colour."""
    found = np.fft.rfft(discs, axis=2).astype(np.complex64)
    return np.ascontiguousarray(found.transpose(2, 0, 1, 3)).reshape(found.shape[2], len(discs), -1)


def polar_places(middles: Floats, radius: float) -> Floats:
    """(n, 2) middles -> (n, rings, ANGLES, 2) places of a disc."""
    return np.asarray(middles[:, None, None, :] + radius * RINGS[None, :, None, None] * UNIT[None, None], np.float32)


def _polar(look: Look) -> Floats:
    """(rings, ANGLES, 3) light of a look; a token's picture is square and its disc touches the edges."""
    rows, columns = canon.CELLS
    mosaic = cv2.GaussianBlur(look.colours, (3, 3), 0.6)
    places = 0.5 + 0.5 * RINGS[:, None, None] * UNIT[None]
    x, y = (np.ascontiguousarray(places[..., i] * n - 0.5, np.float32) for i, n in ((0, columns), (1, rows)))
    return linear(np.asarray(cv2.remap(mosaic, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8))
