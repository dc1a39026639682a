"""A glyph -> the letter that it is, in any of four turns, and how sure: by a small net that has seen many fonts and no board.

The net answers with one number a letter: how much more likely this letter, upright, is than nothing at all (in nats). The four turns of a
cell are four looks through the same net, so that N on its side and Z are weighed by one scale. A second net, of half the size, tells at a
glance where a letter may be and how it lies. Both are trained by `vision/models/train_letters.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets import MODELS, load_net

Greys = NDArray[np.uint8]
"""(n, SIDE, SIDE) glyphs in grey, each in the middle of its picture, capitals 0.3 to 0.8 of the side high."""
Floats = NDArray[np.float32]

SIDE = 32
"""Pixels of a glyph picture's side."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÑÅÆØŒÇÉÈÊËÁÀÂÃÍÎÏÓÔÕÚÛŁĄĘĆŃŚŹŻČŠŽĚŘŮŐŰĞŞİÐÞ"
"""What the net was taught, in the order of its answers."""
PLAIN = LETTERS[:26]
MODEL, GLANCE = MODELS / "letters.onnx", MODELS / "letters_glance.onnx"
TURNS = (0, 1, 2, 3)
"""Quarter turns clockwise from upright."""


class UnknownLetterError(ValueError):
    """An alphabet names what the net was not taught."""


@dataclass(frozen=True, slots=True)
class LetterParams:
    """How likely what is before it is seen, and how far the net's word is taken."""

    stranger: float = 0.02
    """Prior of a letter outside the alphabet against one in it."""
    temperature: float = 0.62
    """Divides the net's answers, below 1 for more trust: what it was taught on is harder than a board is."""
    batch: int = 64
    """Glyphs that go through the net at once: what stays in a small processor's cache."""


PARAMS = LetterParams()


def prepared(glyphs: Greys) -> Floats:
    """(n, 1, SIDE, SIDE): each glyph with its own light and contrast taken out."""
    flat = glyphs.reshape(len(glyphs), -1).astype(np.float32)
    flat = flat - flat.mean(axis=1, keepdims=True)
    spread = np.sqrt(np.square(flat).mean(axis=1, keepdims=True))
    return np.asarray((flat / (spread + 2)).reshape(-1, 1, SIDE, SIDE), np.float32)


def turned(glyphs: Greys, turn: int) -> Greys:
    """Glyphs printed `turn` quarters clockwise, brought upright."""
    return np.ascontiguousarray(np.rot90(glyphs, turn, axes=(1, 2)))


class LetterNet:
    """The nets, with the letters of one alphabet."""

    def __init__(self, alphabet: str = PLAIN, params: LetterParams = PARAMS, model: Path = MODEL, quick: Path = GLANCE) -> None:
        """Raises UnknownLetterError for a letter that the net was not taught."""
        self.alphabet, self.params = "".join(dict.fromkeys(alphabet)), params
        self.check(self.alphabet)
        self._net, self._quick = load_net(model), load_net(quick)
        self._own = np.array([LETTERS.index(letter) for letter in self.alphabet])
        self._strange = np.array([i for i, letter in enumerate(LETTERS) if letter not in self.alphabet], np.int64)

    @staticmethod
    def check(alphabet: str) -> None:
        """Raises UnknownLetterError for a letter that the net was not taught, and for no letters at all."""
        if strange := [letter for letter in alphabet if letter not in LETTERS]:
            raise UnknownLetterError(f"alphabet: {', '.join(map(repr, strange))} cannot be read; the letters known are {LETTERS}")
        if not alphabet:
            raise UnknownLetterError("alphabet: no letters; name at least one, such as ABC")

    def evidence(self, glyphs: Greys, turns: Sequence[int] = TURNS) -> Floats:
        """(n, len(turns), len(alphabet) + 1) nats over nothing: a column a letter, in the last one all letters of no alphabet together."""
        return self._told(self._net, glyphs, turns)

    def glance(self, glyphs: Greys, turns: Sequence[int] = TURNS) -> Floats:
        """The same of the quick net: enough to find letters and their turn by, not to name them."""
        return self._told(self._quick, glyphs, turns)

    def _told(self, net: cv2.dnn.Net, glyphs: Greys, turns: Sequence[int]) -> Floats:
        if not len(glyphs):
            return np.zeros((0, len(turns), len(self.alphabet) + 1), np.float32)
        views = np.concatenate([prepared(turned(glyphs, turn)) for turn in turns])
        raw = np.concatenate([_forward(net, views[i : i + self.params.batch]) for i in range(0, len(views), self.params.batch)])
        raw = raw.reshape(len(turns), len(glyphs), -1).transpose(1, 0, 2) / self.params.temperature
        strange = raw[..., self._strange]
        others = log_sum(strange, -1) + np.log(self.params.stranger) if strange.shape[-1] else np.full(raw.shape[:2], -30, np.float32)
        return np.concatenate([raw[..., self._own], others[..., None]], axis=-1).astype(np.float32)


def _forward(net: cv2.dnn.Net, views: Floats) -> Floats:
    net.setInput(views)
    return np.asarray(net.forward(), np.float32)


def log_sum(values: NDArray[Any], axis: int) -> Floats:
    """Log of the sum of exp, without overflow."""
    top = values.max(axis=axis, keepdims=True)
    return np.asarray(np.squeeze(top + np.log(np.exp(values - top).sum(axis=axis, keepdims=True)), axis), np.float32)


@lru_cache(maxsize=4)
def letter_net(alphabet: str = PLAIN) -> LetterNet:
    """The net for an alphabet, loaded once. One thread at a time may use it."""
    return LetterNet(alphabet)
