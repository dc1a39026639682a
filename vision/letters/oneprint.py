"""Letters of one board are printed alike: what is doubtful is held against the board's own clear letters.

The net knows letters of any print; how this board's I and T differ, in this light and this far from the camera, its clear ones tell.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points
from vision.letters.inkbox import boxes_at, has_ink
from vision.letters.net import Floats, turned

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PrintParams:
    """How letters are held against each other. Widths in cells."""

    window: float = 0.95
    """Of a look."""
    samples: int = 38
    """Pixels of that."""
    rim: int = 5
    """Pixels by which a letter may be off the middle of its look."""
    shade: float = 4.0
    """Pixels: changes of light wider than this are a shadow's edge, no print."""
    clear: float = 0.99
    """Chance from which on a letter shows what others are like."""
    centred: float = 0.2
    """Cells that such a letter is off its cell's middle at most."""
    least: int = 12
    """Clear letters that tell how alike two of a kind are."""
    usual: float = 0.05
    """Part of the clear letters that may be less like their kind than what counts as usual."""
    unlike: float = 2.0
    """Times as far from a full likeness as is usual: further, and a glyph is another thing."""
    whole: float = 1.4
    """The same for a letter beside what hides the next one: further, and it may be half of another one."""
    weight: float = 6.0
    """Independent places of a glyph, halved: how much a likeness counts."""
    by_chance: float = 0.1
    """How often, against a letter, something else is as like one as is usual."""
    full: float = 0.0
    """Part of a glyph's darkest print from which on all of it counts as black; 0, and each place counts as it is."""
    least_ink: float = 8.0
    """Grey levels by which that is darker than its surroundings at least: below is noise."""
    most_alike: float = 0.995
    """Likenesses above it say no more than it."""


PARAMS = PrintParams()


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """What the letters of one board look like."""

    examples: dict[int, Floats]
    """By the letter's number: the mean of its clear glyphs, upright, (side, side)."""
    usual: float
    """How alike a clear letter is at least to others of its kind, nearly always; correlation."""
    shown: Flags
    """(n,) cells that are among the examples."""
    own: Floats
    """(n,) how alike the letter of each such cell is to the others of its kind; NaN elsewhere, and where there is no other."""

    def unlike(self, own: Floats, params: PrintParams = PARAMS) -> Flags:
        """Which likenesses to one's own kind are too small for a letter: what lies or is printed there is taken for one. None where NaN."""
        return np.asarray(own < 1 - params.unlike * (1 - self.usual), np.bool_)

    def is_whole(self, own: Floats, params: PrintParams = PARAMS) -> Flags:
        """Which likenesses to one's own kind are large enough for no half of another letter; not where NaN."""
        return np.asarray(own >= 1 - params.whole * (1 - self.usual), np.bool_)


def print_of(grey: Flat, middles: Points, turns: Ints, letters: Ints, clear: Flags, params: PrintParams = PARAMS) -> Print | None:
    """The print of the cells with a `clear` letter; None where they are too few to tell. `turns` and `letters` (n,) of all cells."""
    cells = np.flatnonzero(clear)
    if len(cells) < params.least:
        return None
    boxes = boxes_at(grey, middles[cells])
    is_whole = has_ink(boxes) & (np.abs(boxes[:, :2]).max(axis=1) <= params.centred)
    cells, boxes = cells[is_whole], boxes[is_whole]
    glyphs = _glyphs(grey, middles[cells] + boxes[:, :2], turns[cells], params)
    inner = glyphs[:, params.rim : -params.rim, params.rim : -params.rim]
    kinds = {int(letter): np.flatnonzero(letters[cells] == letter) for letter in np.unique(letters[cells])}
    own = np.full(len(middles), np.nan, np.float32)
    for mine in kinds.values():
        for i in mine if len(mine) > 1 else ():
            own[cells[i]] = _alike(glyphs[i], inner[mine[mine != i]].mean(axis=0))
    if np.isfinite(own).sum() < params.least:
        return None
    examples = {letter: np.asarray(inner[mine].mean(axis=0), np.float32) for letter, mine in kinds.items()}
    return Print(examples, float(np.nanquantile(own, params.usual)), np.isin(np.arange(len(middles)), cells), own)


def likeness(known: Print, grey: Flat, middles: Points, turns: Ints, letters: int, params: PrintParams = PARAMS) -> Floats:
    """(n, letters) correlation of the glyphs at (n, 2) cell coordinates, lying in (n,) turns, with each letter; NaN without an example."""
    found = np.full((len(middles), letters), np.nan, np.float32)
    for i, glyph in enumerate(_glyphs(grey, middles, turns, params)):
        for letter, example in known.examples.items():
            found[i, letter] = _alike(glyph, example)
    return found


def weighed(chances: Floats, alike: Floats, known: Print, params: PrintParams = PARAMS) -> Floats:
    """(n, letters + 2) chances as of `vision.letters.board.posterior`, weighed by (n, letters) likenesses.

    A letter without an example counts as if the glyph were as like it as is usual, or as like it as the most alike one that has: what is
    like none is not therefore one that nobody has seen. Where faint strokes count (`full`) it is the latter: of letters of which others
    are a part, such as an E, all may have been taken for those. That nothing shows is less likely where a glyph is as like a letter as
    is usual.
    """
    r = np.clip(np.where(np.isnan(alike), 0, alike), 0, params.most_alike)
    most = r.max(axis=1, keepdims=True)
    unseen = most if params.full else np.minimum(most, known.usual)
    r = np.concatenate([np.where(np.isnan(alike), unseen, r), unseen], axis=1)
    letters = chances[:, :-1] * (1 - np.square(r)) ** -params.weight
    letters *= chances[:, :-1].sum(axis=1, keepdims=True) / np.maximum(letters.sum(axis=1, keepdims=True), 1e-12)
    nothing = chances[:, -1:] * np.where(most >= known.usual, params.by_chance, 1)
    total = np.concatenate([letters, nothing], axis=1)
    return np.asarray(total / np.maximum(total.sum(axis=1, keepdims=True), 1e-12), np.float32)


def _glyphs(grey: Flat, middles: Points, turns: Ints, params: PrintParams) -> Floats:
    """(n, samples, samples) upright glyphs without the light on them."""
    looks = grey.cut(middles, params.window, params.samples)
    upright = [turned(look[None], int(turn))[0].astype(np.float32) for look, turn in zip(looks, turns, strict=True)]
    flat = [look - cv2.GaussianBlur(look, (0, 0), params.shade) for look in upright]
    glyphs = np.asarray(flat, np.float32).reshape(-1, params.samples, params.samples)
    return _inked(glyphs, params) if params.full and len(glyphs) else glyphs


def _inked(glyphs: Floats, params: PrintParams) -> Floats:
    """Dark glyphs with everything black that is at least a part `full` as dark as the darkest."""
    depth = -glyphs.reshape(len(glyphs), -1)
    darkest = np.maximum(np.percentile(depth, 98, axis=1), params.least_ink)[:, None]
    return np.asarray(np.clip(depth / (params.full * darkest), 0, 1).reshape(glyphs.shape), np.float32)


def _alike(glyph: Floats, example: Floats) -> float:
    """Correlation at the place where the glyph is most like the example."""
    return float(cv2.matchTemplate(glyph, np.asarray(example, np.float32), cv2.TM_CCOEFF_NORMED).max())
