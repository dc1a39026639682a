"""Letters with a stroke more than others of their kind have: with that as black as the rest of their print, does the net read another one?

Of a bold font with thin serifs the foot of an L is a quarter as dark as its stem: the net, which never saw such a font, is sure of an I.
The board's other I's have no such foot. What a letter has more than they is therefore shown to the net as black as the stem; noise
makes no letter of it, a foot does. And where the board shows what the other letter looks like, it is held against that, too, only where
the two differ.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.net import SIDE, Floats, LetterNet

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class StrokeParams:
    """What is a stroke more, and how much it counts. Pixels of a look as of `sameprint`, darkness as part of the darkest print."""

    soft: int = 3
    """Pixels within which print is as dark as that of its kind, wherever exactly its rim is."""
    along: int = 5
    """Length of a piece of stroke,"""
    across: int = 2
    """and its width: over both together it is as dark as it is, whatever the noise."""
    least: float = 0.08
    """Darkness of a stroke at least,"""
    full: float = 0.18
    """and from which on it is shown as black."""
    window: int = 36
    """Pixels of a look that the net is shown."""
    edge: int = 3
    """Pixels along a letter's rim in which more does not count: there is the next letter, or a shadow's edge."""
    share: float = 30.0
    """Nats for all that another letter has and its own kind has not."""
    doubted: float = 9.0
    """Nats for another letter, all together, from which on it is a question."""


PARAMS = StrokeParams()
PAPER, INK = 220, 20
"""Grey levels of what the net is shown."""


def with_more(glyphs: Floats, own: Floats, shares: Floats, letters: Ints, net: LetterNet, params: StrokeParams = PARAMS) -> Flags:
    """(n,) letters that may be other ones, by what they have more than their kind.

    For (n, side, side) `glyphs`, upright, where they fit best what their kind has in common, that is `own` (n, side, side); for the
    (n, letters) `shares` as of `share_of` and the (n,) `letters` that are read.
    """
    if not len(glyphs):
        return np.zeros(0, np.bool_)
    looks = np.asarray([_shown(glyph, one, params) for glyph, one in zip(glyphs, own, strict=True)], np.uint8)
    nats = net.evidence(looks, [0])[:, 0, :-1]
    other = nats - np.take_along_axis(nats, letters[:, None], axis=1) + params.share * shares
    np.put_along_axis(other, letters[:, None], -np.inf, axis=1)
    return np.asarray(other.max(axis=1) > params.doubted, np.bool_)


def share_of(glyph: Floats, own: Floats, other: Floats, params: StrokeParams = PARAMS) -> float:
    """How much of what another letter has more than its own kind a glyph shows, and of all by which they differ: the lesser of both.

    All (side, side), each where it fits best; 0 where it is like its own kind, 1 where it is like the other.
    """
    inner = slice(params.edge, -params.edge)
    more, apart = (glyph - own)[inner, inner], (other - own)[inner, inner]
    return min(float((more * kind).sum() / max(float(np.square(kind).sum()), 1.0)) for kind in (apart, np.clip(apart, 0, None)))


def _shown(glyph: Floats, own: Floats, params: StrokeParams) -> NDArray[np.uint8]:
    """(SIDE, SIDE) what a kind has in common, and all strokes that a glyph has more as black as it."""
    more, inner = np.zeros_like(glyph), slice(params.edge, -params.edge)
    more[inner, inner] = np.clip(glyph - cv2.dilate(own, np.ones((params.soft,) * 2, np.uint8)), 0, None)[inner, inner]
    strokes = np.maximum(cv2.blur(more, (params.along, params.across)), cv2.blur(more, (params.across, params.along)))
    look = np.maximum(own, np.clip((strokes - params.least) / (params.full - params.least), 0, 1))
    rim = (params.window - len(look)) // 2
    small = cv2.resize(np.pad(look, rim), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(PAPER - (PAPER - INK) * small, np.uint8)
