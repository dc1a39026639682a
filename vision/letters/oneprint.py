"""Letters of one board are printed alike: what is doubtful is held against the board's own clear letters.

The net knows letters of any print; how this board's I and T differ, in this light and this far from the camera, its clear ones tell.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.quantiles import median_of, quantile_of
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
    rounds: int = 3
    """In which the letters of a kind are laid on what they have in common."""
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
    """Likenesses above it say no more than it,"""
    most_usual: float = 0.99
    """and none is usual that is not clearly below: else a letter as like as can be would be no likelier than one without an example."""


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
    cells = cells[is_whole]
    glyphs = glyphs_at(grey, laid_alike(grey, middles[cells], boxes[is_whole], turns[cells], letters[cells], params), turns[cells], params)
    inner = glyphs[:, params.rim : -params.rim, params.rim : -params.rim]
    kinds = {int(letter): np.flatnonzero(letters[cells] == letter) for letter in np.unique(letters[cells])}
    own = np.full(len(middles), np.nan, np.float32)
    for mine in kinds.values():
        for i in mine if len(mine) > 1 else ():
            own[cells[i]] = _alike(glyphs[i], inner[mine[mine != i]].mean(axis=0))
    if np.isfinite(own).sum() < params.least:
        return None
    examples = {letter: np.asarray(inner[mine].mean(axis=0), np.float32) for letter, mine in kinds.items()}
    usual = min(float(np.nanquantile(own, params.usual)), params.most_usual)
    return Print(examples, usual, np.isin(np.arange(len(middles)), cells), own)


def laid_alike(grey: Flat, middles: Points, boxes: Floats, turns: Ints, letters: Ints, params: PrintParams = PARAMS) -> Points:
    """(n, 2) the places near (n, 2) cell coordinates where each of (n,) letters is most like the others of its kind.

    The `boxes` (n, 3) around their ink, as of `boxes_at`, do not tell that: of an H with a thin bar, or an M in glare, one is around a stem
    alone. But of a letter that is the only one of its kind nothing else does.
    """
    lone = np.array([np.count_nonzero(letters == letter) == 1 for letter in letters], np.bool_)
    at = middles + np.where(lone[:, None] & (np.abs(boxes[:, :2]).max(axis=1, keepdims=True) <= params.centred), boxes[:, :2], 0)
    reach = round(params.centred / params.window * params.samples)
    samples = params.samples + 2 * reach
    wide = replace(params, window=params.window * samples / params.samples, samples=samples, full=0.0)
    looks = glyphs_at(grey, at, turns, wide)
    shifts = np.zeros((len(looks), 2), np.int64)
    for letter in np.unique(letters).tolist():
        mine = np.flatnonzero(letters == letter)
        for _ in range(params.rounds if not lone[mine[0]] else 0):
            common = median_of(np.array([_inner(looks[i], shifts[i], params.rim + reach) for i in mine]), 0)
            shifts[mine] = [_shift(looks[i], common, params.rim) for i in mine]
    back = np.array([_turned_back(right, down, turn) for (right, down), turn in zip(shifts.tolist(), turns.tolist(), strict=True)])
    return at + back.reshape(-1, 2) * params.window / params.samples


def _inner(look: Floats, shift: Ints, rim: int) -> Floats:
    """What is left of a look without so wide a rim, so far right and down."""
    right, down = shift.tolist()
    return look[rim + down : len(look) - rim + down, rim + right : len(look) - rim + right]


def _shift(look: Floats, example: Floats, rim: int) -> tuple[int, int]:
    """Pixels right and down by which a look is most like an example, within a rim."""
    found = cv2.matchTemplate(_inner(look, np.zeros(2, np.int64), rim), example, cv2.TM_CCOEFF_NORMED)
    x, y = cv2.minMaxLoc(found)[3]
    return x - found.shape[1] // 2, y - found.shape[0] // 2


def _turned_back(right: int, down: int, turn: int) -> tuple[int, int]:
    """A step on a letter that was brought upright, on the board, on which it lies turned by quarters clockwise."""
    for _ in range(turn % 4):
        right, down = -down, right
    return right, down


def likeness(known: Print, grey: Flat, middles: Points, turns: Ints, letters: int, params: PrintParams = PARAMS) -> Floats:
    """(n, letters) correlation of the glyphs at (n, 2) cell coordinates, lying in (n,) turns, with each letter; NaN without an example."""
    found = np.full((len(middles), letters), np.nan, np.float32)
    for i, glyph in enumerate(glyphs_at(grey, middles, turns, params)):
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


def glyphs_at(grey: Flat, middles: Points, turns: Ints, params: PrintParams) -> Floats:
    """(n, samples, samples) upright glyphs at (n, 2) cell coordinates, lying in (n,) turns, without the light on them: ink is below 0."""
    looks = grey.cut(middles, params.window, params.samples)
    upright = [turned(look[None], int(turn))[0].astype(np.float32) for look, turn in zip(looks, turns, strict=True)]
    flat = [look - cv2.GaussianBlur(look, (0, 0), params.shade) for look in upright]
    glyphs = np.asarray(flat, np.float32).reshape(-1, params.samples, params.samples)
    return _inked(glyphs, params) if params.full and len(glyphs) else glyphs


def _inked(glyphs: Floats, params: PrintParams) -> Floats:
    """Dark glyphs with everything black that is at least a part `full` as dark as the darkest."""
    depth = -glyphs.reshape(len(glyphs), -1)
    darkest = np.maximum(quantile_of(depth, 0.98), params.least_ink)[:, None]
    return np.asarray(np.clip(depth / (params.full * darkest), 0, 1).reshape(glyphs.shape), np.float32)


def _alike(glyph: Floats, example: Floats) -> float:
    """Correlation at the place where the glyph is most like the example."""
    return float(cv2.matchTemplate(glyph, np.asarray(example, np.float32), cv2.TM_CCOEFF_NORMED).max())
