"""Which colours of a picture may be those of wooden cubes: each pixel against white, as some cube's paint in more or less light."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.catalogue import Look
from vision.looks.colours import GAMMA, Lamp, linear

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

_STEP = 8
"""Grey levels of one cell of the table in which colours are looked up."""
_CELLS = 256 // _STEP
_LIT = (0.65, 0.8, 1.0)
"""Shades of a cube's top under ordinary light."""
_CLIPPED = 0.96
"""Of the most that a picture can show: as bright, and it is burnt out."""
_BURNT, _DOUBTFUL = 12.0, 2.0
"""The brightest shade where the picture is burnt out; how much more a kind has to be ahead there."""
_BLOCKS = 6
"""Parts of the picture each way in which the table's colours are looked for."""
_LAMPS = 24
"""Places each way at which the lamp's light is asked for."""
NOTHING, STRANGE, SHADE = 255, 254, 253
"""Of the kinds: the table's own colour; neither that nor any cube's; what the table's is in a shadow, or the shaded side of a cube."""
_SHADOWS = np.array([0.2, 0.3, 0.4, 0.5, 0.62, 0.75, 0.88], np.float32)
"""Parts of the table's light that may be left in a shadow."""


@dataclass(frozen=True, slots=True)
class PaintParams:
    """How a painted cube may look. Light is linear, white is 1."""

    shades: tuple[float, float] = (0.16, 1.7)
    """From its darkest side to its brightest top, as parts of its own colour under the lamp of the papers."""
    usual: tuple[float, float] = (0.95, 0.45)
    """The shade of most, and the spread of its logarithm."""
    noise: float = 0.018
    """Of light, from the camera ..."""
    off: float = 0.13
    """... and a part of the light itself, from paint, lamp and gloss ..."""
    settled: float = 0.07
    """... which is less for a whole face, and when gloss may lie on it as a veil ..."""
    veils: tuple[float, ...] = (0.0, 0.02, 0.05)
    """... of so much light ..."""
    veil: float = 0.04
    """... spread so."""
    clear: float = 1.0
    """Cost up to which it is that kind's even where it may be the table's in a shadow."""
    most: float = 7.0
    """Cost up to which a pixel may be a kind's."""
    ground: float = 0.02
    """Part of the table that has one colour from which this is the table's own ..."""
    ground_here: tuple[float, int] = (0.06, 3)
    """... when it is so large a part of so many of the `_BLOCKS` x `_BLOCKS` parts of the picture, too: cubes do not lie so close."""
    ahead: float = 3.0
    """So much less a face costs as one kind than as any other, to bear its name ..."""
    fits: tuple[float, float] = (10.0, 4.0)
    """... and no more than this; the less of the two where the table has a pattern of such colours."""


PARAMS = PaintParams()


class Paints:
    """The colours of the cubes of one catalogue."""

    def __init__(self, looks: Sequence[Look], params: PaintParams = PARAMS) -> None:
        self.params = params
        self.ids = tuple(dict.fromkeys(look.id for look in looks))
        middles = {id: [_middle(look) for look in looks if look.id == id] for id in self.ids}
        self.colours = np.array([np.median(middles[id], axis=0) for id in self.ids], np.float32).reshape(-1, 3)
        """(k, 3) linear light of each kind."""
        cells = (np.stack(np.meshgrid(*[np.arange(_CELLS)] * 3, indexing="ij"), -1).reshape(-1, 3) + 0.5) * _STEP / 256
        costs = self.costs(np.asarray(cells**GAMMA, np.float32))
        best = costs.argmin(1) if len(self.ids) else np.zeros(len(costs), np.int64)
        least = costs.min(1, initial=np.inf)
        self._lights = np.asarray(cells**GAMMA, np.float32)
        self._is_clear = least <= params.clear
        self._kind = np.where(least <= params.most, best, STRANGE).astype(np.uint8)

    def of_face(self, light: Floats, ceiling: Floats) -> tuple[Floats, float]:
        """(3,) light against white of a whole face -> (k,): how badly each kind explains it; and by how much the best has to be ahead.

        `ceiling`: the most that the picture can show. Where it is burnt out much more light may have been there, so colours are doubtful.
        """
        is_burnt = bool((light >= _CLIPPED * ceiling).any())
        shades = self._shades(_BURNT if is_burnt else self.params.shades[1])
        return self._veiled(light[None], shades, self.params.settled, ceiling)[0], self.params.ahead * (_DOUBTFUL if is_burnt else 1)

    def costs(self, light: Floats) -> Floats:
        """(n, 3) light against white -> (n, k): how badly each kind explains it, in the shade and gloss that suit it best."""
        return self._veiled(light, self._shades(self.params.shades[1]), self.params.off, np.full(3, np.inf, np.float32))

    def _veiled(self, light: Floats, shades: Floats, off: float, ceiling: Floats) -> Floats:
        params = self.params
        each = [self._least(light, shades, off, veil, ceiling) + (veil / params.veil) ** 2 for veil in params.veils]
        return np.asarray(np.min(each, axis=0), np.float32)

    def _shades(self, most: float) -> Floats:
        return np.exp(np.linspace(np.log(self.params.shades[0]), np.log(most), 24)).astype(np.float32)

    def _least(self, light: Floats, shades: Floats, off: float, veil: float, ceiling: Floats) -> Floats:
        usual, spread = self.params.usual
        tells = (light < _CLIPPED * ceiling).astype(np.float32)  # what is burnt out is off by nothing, and makes nothing else good
        least = np.full((len(light), len(self.colours)), np.inf, np.float32)
        for shade in shades:
            seen = np.minimum(shade * self.colours + veil, ceiling)
            allowed = self.params.noise + off * np.sqrt(tells @ np.square(seen).T)
            apart = np.square(light).sum(1)[:, None] - 2 * light @ seen.T + np.square(seen).sum(1)
            bright = shade > usual and shades[-1] > self.params.shades[1]  # burnt out, it may be as bright as it likes
            cost = np.maximum(apart, 0) / allowed**2 + (0 if bright else (np.log(shade / usual) / spread) ** 2)
            np.minimum(least, cost, out=least)
        return least

    def kinds(self, against_white: Pixels, is_table: NDArray[np.bool_]) -> tuple[Pixels, NDArray[np.int64]]:
        """(H, W, 3) picture against white -> (H, W): the kind whose colour a pixel has, or a word for it; and kinds that the table hides.

        What the table itself is made of, as far as `is_table` says where it shows, is no cube's.
        """
        cells = (against_white // _STEP).astype(np.int32)
        at = (cells[..., 0] * _CELLS + cells[..., 1]) * _CELLS + cells[..., 2]
        is_ground = self._ground(at, is_table)
        hidden = [k for k in range(len(self.ids)) if any(is_ground[self._cell(k, shade)] for shade in _LIT)]
        kind = np.where(self._in_shadow(is_ground) & ~self._is_clear, SHADE, self._kind)
        kind = np.where(is_ground | np.isin(self._kind, hidden), NOTHING, kind)
        return kind.astype(np.uint8)[at], np.array(hidden, np.int64)

    def _ground(self, at: NDArray[np.int32], is_table: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """(cells,) whether a colour is the table's: told by how much of it there is, and in how many places."""
        least, (here, places) = self.params.ground, self.params.ground_here
        total, blocks = np.zeros(_CELLS**3, np.float32), np.zeros(_CELLS**3, np.int64)
        for rows in np.array_split(np.arange(at.shape[0]), _BLOCKS):
            for columns in np.array_split(np.arange(at.shape[1]), _BLOCKS):
                part = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
                shown = at[part][is_table[part]]
                if len(shown):
                    around = _spread(np.bincount(shown, minlength=_CELLS**3).reshape(_CELLS, _CELLS, _CELLS).astype(np.float32)).reshape(-1)
                    total += around
                    blocks += around > here * len(shown)
        return np.asarray((total > least * max(1, int(is_table.sum()))) & (blocks >= places), np.bool_)

    def _in_shadow(self, is_ground: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """(cells,) whether a colour may be the table's, darker."""
        darker = self._lights[is_ground][:, None] * _SHADOWS[None, :, None]
        red, green, blue = np.clip(256 * darker.reshape(-1, 3) ** (1 / GAMMA), 0, 255).astype(np.int64).T // _STEP
        shown = np.zeros((_CELLS, _CELLS, _CELLS), np.float32)
        shown[red, green, blue] = 1
        return np.asarray(_spread(shown).reshape(-1) > 0, np.bool_)

    def _cell(self, kind: int, shade: float) -> int:
        """Where a kind in some light is looked up."""
        red, green, blue = np.clip(256 * (shade * self.colours[kind]) ** (1 / GAMMA), 0, 255).astype(int) // _STEP
        return int((red * _CELLS + green) * _CELLS + blue)


def against_white(rgb: Pixels, to_px: NDArray[np.float64], lamp: Lamp) -> tuple[Pixels, Floats]:
    """A flat picture as it would look under a white lamp that shines evenly, and (H, W, 3) what white is there.

    `to_px` leads from it to the picture as stored.
    """
    high, wide = rgb.shape[:2]
    grid = np.stack(np.meshgrid((np.arange(_LAMPS) + 0.5) / _LAMPS * wide, (np.arange(_LAMPS) + 0.5) / _LAMPS * high), -1) - 0.5
    places = cv2.perspectiveTransform(grid.reshape(1, -1, 2), to_px)[0]
    light = np.log(lamp.white(np.asarray(places, np.float64))).reshape(_LAMPS, _LAMPS, 3).astype(np.float32)
    white = np.exp(cv2.resize(light, (wide, high), interpolation=cv2.INTER_LINEAR))
    return np.asarray(np.clip(255 * (linear(rgb) / white) ** np.float32(1 / GAMMA), 0, 255), np.uint8), np.asarray(white, np.float32)


def _middle(look: Look) -> Floats:
    """(3,) linear light of the middle of a look."""
    rows, columns = look.colours.shape[:2]
    part = look.colours[rows // 4 : -(rows // 4), columns // 4 : -(columns // 4)]
    return np.asarray(np.median(linear(np.ascontiguousarray(part)).reshape(-1, 3), axis=0), np.float32)


def _spread(counts: Floats) -> Floats:
    """Each cell of the table of colours with its neighbours."""
    for axis in range(3):
        padded = np.pad(counts, [(1, 1) if a == axis else (0, 0) for a in range(3)])
        below, above = (np.take(padded, np.arange(n, n + _CELLS), axis) for n in (0, 2))
        counts = np.asarray(counts + 0.7 * (below + above), np.float32)
    return counts
