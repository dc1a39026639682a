"""Bands that a flickering lamp draws across the pictures of a rolling shutter, taken out: they wander, and would pass for movement.

Every row of a picture is exposed a little later than the one above it. A lamp that flickers with the mains lights the rows by a wave down
the picture, always of the same length, that begins elsewhere in every frame. Against an earlier picture of the same table the light has
then changed by such a wave in most places of each row, whatever was laid or taken away; it is measured there, and divided out.
"""

from collections import deque
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame, Rgb

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class BandParams:
    """Light in nats, frequencies in waves down the picture."""

    side: int = 64
    """Rows, and places of each, that are looked at."""
    lift: float = 2.0
    """Levels added before logarithms are taken: what is nearly black tells noise only."""
    least: float = 0.012
    """A wave of this amplitude is one; noise makes a quarter of it."""
    frequencies: tuple[float, float, float] = (1.0, 9.0, 0.05)
    """From, to, step: 100 or 120 flickers a second, in the 10 to 70 ms that it takes to read a picture out."""
    explained: float = 0.6
    """Part of the rows' changes that a wave must make up, in each of some frames, ..."""
    agreeing: tuple[int, int] = (5, 12)
    """... so many of the last so many, ..."""
    same: float = 0.25
    """... and all of about one frequency."""
    lost_s: float = 3.0
    """After so long in which hardly anything is a wave the picture that all are held against is another: the camera was moved."""
    still_explained: float = 0.3
    gone_s: float = 20.0
    """After so long in which the wave has not wandered the lamp flickers no more."""
    burnt: int = 240
    """From here on, less and less is changed: what is burnt is so in all light."""
    rough: float = 0.01
    """What is off by more counts less: a hand, or a card across most of some rows."""


PARAMS = BandParams()


@dataclass(frozen=True, slots=True)
class _Wave:
    frequency: float
    light: Floats
    """(rows, 3) by how many nats it lights each row more than before."""
    explained: float
    """Part of the rows' changes that it makes up."""

    @property
    def amplitude(self) -> float:
        return float(np.abs(self.light).max())


class Bands:
    """Asked with every frame of one camera, in order; for one thread."""

    def __init__(self, params: BandParams = PARAMS) -> None:
        self.params = params
        self._before: Floats | None = None
        """(rows, places, 3) the light that all frames are held against."""
        self._lately: deque[float] = deque(maxlen=params.agreeing[1])
        """Frequencies of the waves in the last frames; 0 where there was none."""
        self._frequency: float | None = None
        self._wandered = np.zeros((0, 3))
        """The wave when it last began elsewhere than before."""
        self._wandered_at = self._fits_at = 0.0

    @property
    def is_flickering(self) -> bool:
        """Whether the lamp flickers so that bands show."""
        return self._frequency is not None

    def taken_out(self, frame: Frame) -> Frame:
        """The frame in the light of the first one; itself, unchanged, where no lamp flickers."""
        light = _light(frame.rgb, self.params)
        if self._before is None or self._before.shape != light.shape:
            self._anew(light, frame.taken_at)
            return frame
        rows = np.median(light - self._before, axis=1)
        wave = _wave(rows, self._frequency, self.params)
        self._learn(wave, light, frame.taken_at)
        if self._frequency is None:
            return frame
        is_light_as_before = wave.amplitude < self.params.least / 2
        if is_light_as_before or wave.explained >= self.params.still_explained:
            self._fits_at = frame.taken_at
        elif frame.taken_at - self._fits_at > self.params.lost_s:
            self._anew(light, frame.taken_at)
            return frame
        return frame if is_light_as_before else replace(frame, rgb=_lit(frame.rgb, -wave.light, self.params.burnt))

    def _anew(self, light: Floats, at: float) -> None:
        self._before, self._fits_at, self._wandered_at = light, at, at
        self._wandered = np.zeros((len(light), 3))

    def _learn(self, wave: _Wave, light: Floats, at: float) -> None:
        """Whether waves of one length keep coming, or stand still: then they are those of the picture that all are held against."""
        p = self.params
        if np.abs(wave.light - self._wandered).max() >= p.least:
            self._wandered, self._wandered_at = wave.light, at
        if self._frequency is not None:
            if at - self._wandered_at > p.gone_s:
                self._frequency = None
                self._lately.clear()
                self._anew(light, at)
            return
        is_one = wave.amplitude >= p.least and wave.explained >= p.explained
        self._lately.append(wave.frequency if is_one else 0.0)
        waves = [one for one in self._lately if one]
        usual = float(np.median(waves)) if waves else 0.0
        if sum(abs(one - usual) <= p.same for one in waves) >= p.agreeing[0]:
            self._frequency, self._fits_at = usual, at


def _light(rgb: Rgb, params: BandParams) -> Floats:
    """(rows, places, 3) of the picture, in nats: nothing but some of its pixels, since averaging millions is the cost."""
    down, right = (np.linspace(0, size - 1, min(size, params.side)).astype(np.intp) for size in rgb.shape[:2])
    return np.asarray(np.log(rgb[np.ix_(down, right)] + params.lift), np.float64)


def _wave(rows: Floats, frequency: float | None, params: BandParams) -> _Wave:
    """The wave that makes up most of the changes of light (rows, 3), of one `frequency` where that is known."""
    down = np.linspace(0, 1, len(rows))
    slow = _slow(len(rows))
    flat = rows - slow @ (slow.T @ rows)
    best = _likeliest(flat, params) if frequency is None else frequency
    turn = 2 * np.pi * best * down
    turns = [turn] if frequency is None else [turn, 2 * turn]  # a strong flicker has an overtone
    waves = np.stack([wave(one) for one in turns for wave in (np.cos, np.sin)], 1)
    terms, weight = np.concatenate([waves, slow], 1), np.ones(len(rows))
    for _ in range(4):  # towards the least sum of what is off: a hand across some rows is no wave
        root = np.sqrt(weight)[:, None]
        fit = waves @ np.linalg.lstsq(terms * root, flat * root, rcond=None)[0][: waves.shape[1]]
        weight = 1 / np.maximum(np.abs(flat - fit).max(axis=1), params.rough)
    whole = float(np.abs(flat).sum())
    return _Wave(best, np.asarray(fit, np.float64), 1 - float(np.abs(flat - fit).sum()) / whole if whole > 0 else 0.0)


def _likeliest(flat: Floats, params: BandParams) -> float:
    """The frequency of the wave that leaves least of the changes (rows, 3)."""
    frequencies, waves = _waves(len(flat), params.frequencies)
    return float(frequencies[int(np.square(np.einsum("frw,rc->fwc", waves, flat)).sum(axis=(1, 2)).argmax())])


@lru_cache(maxsize=2)
def _slow(many: int) -> Floats:
    """(rows, 3) at right angles: what the light of a room does down a picture; it falls off from one side to the other."""
    down = np.linspace(0, 1, many)
    return np.asarray(np.linalg.qr(np.stack([np.ones(many), down, down**2], 1))[0], np.float64)


@lru_cache(maxsize=2)
def _waves(many: int, between: tuple[float, float, float]) -> tuple[Floats, Floats]:
    """(n,) frequencies, and (n, rows, 2) waves of each, at right angles to each other and to what the light of a room does."""
    down, slow, frequencies = np.linspace(0, 1, many), _slow(many), np.arange(*between)
    turn = 2 * np.pi * frequencies[:, None] * down
    waves = np.stack([np.cos(turn), np.sin(turn)], 2)
    waves -= slow @ (slow.T @ waves)
    return frequencies, np.asarray(np.linalg.qr(waves)[0], np.float64)


def _lit(rgb: Rgb, light: Floats, burnt: int) -> Rgb:
    """The picture with each row in another light, given for some rows (n, 3) in nats; what is burnt stays so."""
    height = len(rgb)
    at = np.linspace(0, len(light) - 1, height)
    gains = np.exp(np.stack([np.interp(at, np.arange(len(light)), one) for one in light.T], 1))
    lit, levels = np.empty_like(rgb), np.arange(256, dtype=np.float64)[:, None]
    kept = np.clip((levels - burnt) / (255 - burnt), 0, 1)
    step = max(1, height // 270)
    gain = np.stack([gains[top : top + step].mean(axis=0) for top in range(0, height, step)])[:, None]
    tables = np.minimum(np.rint(levels * (gain * (1 - kept) + kept)), 255).astype(np.uint8)
    for top, table in zip(range(0, height, step), tables, strict=True):
        cv2.LUT(rgb[top : top + step], table[None], lit[top : top + step])
    return lit
