"""Letters below a warm print: which others may stand there, strokes of theirs hidden by what a red glass takes out.

A camera's colours are coarser than its light, so that fine strokes below warm print are taken out with it: an L that has lost its foot is
as clear as any I. The board's own letters tell what else it may be: one whose strokes all show, or lie where there is warm print.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.quantiles import quantile_of
from vision.letters.cells import Flat, Points
from vision.letters.inkbox import boxes_at
from vision.letters.net import Floats, turned
from vision.letters.oneprint import laid_alike
from vision.tiles.redfilter import warm_print

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class UnderParams:
    """When another letter may stand below the print. Widths in cells."""

    window: float = 0.95
    """Of a look."""
    samples: int = 38
    """Pixels of that."""
    blurred: int = 3
    """Pixels by which colours are blurred: so much beside a warm print a stroke may be hidden, too."""
    least: float = 0.05
    """Of the look that is hidden; less, and nothing of another letter is."""
    shifts: int = 2
    """Pixels that a letter is off its example's place at most."""
    pixel_nats: float = 4.0
    """For each black pixel by which another letter fits worse."""
    stroke: float = 0.35
    """Darkness of a stroke, where it shows, at least: of such it is measured how dark they are below the print."""
    nearly_all: float = 10.0
    """Percentile of that: a tenth of the strokes is less dark, and lies off its place as often as below more print."""
    least_told: int = 200
    """Pixels that tell it at least."""
    nats: float = 7.3
    """By which the net and the fit together prefer the letter that is read at most; more, and no other stands there."""
    least_ink: float = 8.0
    """Grey levels between paper and ink at least: below is noise."""


PARAMS = UnderParams()
HALF = 0.5


def may_differ(
    flat: Flat, grey: Flat, middles: Points, turns: Ints, letters: Ints, nats: Floats, clear: Flags, params: UnderParams = PARAMS
) -> Flags:
    """(n,) cells whose letter may be another one, the rest of it hidden below warm print.

    For (n, 2) `middles` of all cells, their `turns` and `letters`, (n, letters) `nats` in that turn, and (n,) the `clear` ones: examples
    of what each letter looks like. `flat` is the board in colours, `grey` what the red glass shows of it.
    """
    differs = np.zeros(len(middles), np.bool_)
    told = (turns >= 0) & (letters < nats.shape[1])
    lead = nats[np.arange(len(nats)), np.minimum(letters, nats.shape[1] - 1)][:, None] - nats
    rivals = (lead < params.nats) & (np.arange(nats.shape[1]) != letters[:, None]) & told[:, None]
    asked = np.flatnonzero(rivals.any(axis=1))
    known = np.flatnonzero(clear & told)
    if not len(asked) or not len(known):
        return differs
    at, cells = middles.copy(), np.flatnonzero(told)
    at[cells] = laid_alike(grey, middles[cells], boxes_at(grey, middles[cells]), turns[cells], letters[cells])
    mask = flat.with_pixels(warm_print(flat.pixels).astype(np.uint8) * 255)
    ink, hidden = _looks(grey, mask, at[known], turns[known], params)
    examples = _examples(ink, hidden, letters[known], params)
    lost = 1 - _showing(ink, hidden, letters[known], examples, params)
    ink, hidden = _looks(grey, mask, at[asked], turns[asked], params)
    hidden = np.asarray([cv2.dilate(one, np.ones((params.blurred,) * 2, np.uint8)) for one in hidden], np.float32)
    for i, cell in enumerate(asked.tolist()):
        own = examples.get(int(letters[cell]))
        if own is None or hidden[i].mean() < params.least:
            continue
        covered = lost * hidden[i]
        fit = _misfit(ink[i], covered, own)
        for one in (int(one) for one in np.flatnonzero(rivals[cell]) if int(one) in examples):
            worse = params.pixel_nats * (_misfit(ink[i], covered, examples[one]) - fit)
            differs[cell] |= lead[cell, one] + max(worse, 0.0) < params.nats
    return differs


def _looks(grey: Flat, mask: Flat, at: Points, turns: Ints, params: UnderParams) -> tuple[Floats, Floats]:
    """(n, samples, samples) each: how dark each upright glyph is, in its darkest print, and how much of each place is hidden."""
    cut = [one.cut(at, params.window, params.samples) for one in (grey, mask)]
    looks, hidden = (
        np.asarray([turned(look[None], int(turn))[0] for look, turn in zip(looks, turns, strict=True)], np.float32) for looks in cut
    )
    levels = looks.reshape(len(looks), -1)
    depth = np.clip(quantile_of(levels, 0.75)[:, None] - levels, 0, None)
    darkest = np.maximum(quantile_of(depth, 0.97), params.least_ink)[:, None]
    return np.asarray(np.clip(depth / darkest, 0, 1).reshape(looks.shape), np.float32), np.asarray(hidden / 255, np.float32)


def _examples(ink: Floats, hidden: Floats, letters: Ints, params: UnderParams) -> dict[int, Floats]:
    """By letter: the mean of its glyphs where nothing hides them, at every shift that is tried, (shifts, samples, samples)."""
    steps = range(-params.shifts, params.shifts + 1)
    found = {}
    for letter in np.unique(letters).tolist():
        mine = letters == letter
        weight = 1 - 0.95 * hidden[mine]
        mean = (ink[mine] * weight).sum(axis=0) / weight.sum(axis=0)
        found[letter] = np.asarray([np.roll(mean, (down, right), (0, 1)) for down in steps for right in steps], np.float32)
    return found


def _showing(ink: Floats, hidden: Floats, letters: Ints, examples: dict[int, Floats], params: UnderParams) -> float:
    """How dark strokes of known letters are below warm print, nearly all of them, as part of what they are beside it; 0 of too few."""
    parts = [np.zeros(0, np.float32)]
    for one, cover, letter in zip(ink, hidden, letters.tolist(), strict=True):
        shifted = examples[letter]
        own = shifted[int(np.square(one - shifted).sum(axis=(1, 2)).argmin())]
        at = (cover > HALF) & (own > params.stroke)
        parts.append(one[at] / own[at])
    told = np.concatenate(parts)
    return float(np.clip(np.percentile(told, params.nearly_all), 0, 1)) if len(told) >= params.least_told else 0.0


def _misfit(ink: Floats, hidden: Floats, example: Floats) -> float:
    """Squared difference from an example at its best shift; what it has more does not count where something hides it."""
    apart = ink - example
    return float(np.square(np.where(apart > 0, apart, apart * (1 - hidden))).sum(axis=(1, 2)).min())
