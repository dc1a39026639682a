"""Tokens on a piece that has no name: is what was taken for one printed there, were the piece one of those that it may be?

What lies on a card may leave too little of it for a name, and what is printed there is then held against nothing: an appetite with a
frame around it looks like a token. But a card's own fine lines show where nothing lies on it, and below a token they do not.
"""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from vision.looks.catalogue import Look
from vision.observation import Detection
from vision.tokens.above import Above
from vision.tokens.discs import Flat, Floats

PRINTED = "may be printed on the card"


def beside_print(
    tokens: tuple[Detection, ...], unnamed: Sequence[Detection], looks: Mapping[str, Look], above: Above, least: float
) -> tuple[Detection, ...]:
    """The tokens, but those asked about in whose place so much of the lines of an unnamed piece shows, were it one that it may be.

    `looks` by id; `least` is a part of how well the lines show elsewhere on the piece.
    """
    if (flat := above.flat) is None:
        return tokens
    printed = set[int]()
    for piece in unnamed:
        mine = [n for n, token in enumerate(tokens) if token.is_sure and _lies_on(token, piece)]
        for look in (looks[maybe.id] for maybe in piece.alternatives if mine and maybe.id in looks):
            on = above.on(piece, look)
            printed |= {n for n in mine if on.own(flat, *_disc(tokens[n], flat))[0] >= least}
    return tuple(token.asked_about(PRINTED) if n in printed else token for n, token in enumerate(tokens))


def _lies_on(token: Detection, piece: Detection) -> bool:
    """Whether a token's middle lies within a piece."""
    x, y = np.mean(token.quad_px, axis=0).tolist()
    return cv2.pointPolygonTest(np.asarray(piece.quad_px, np.float32), (x, y), False) >= 0


def _disc(token: Detection, flat: Flat) -> tuple[Floats, float]:
    """A token's middle (1, 2) and radius, in pixels of the flat picture."""
    quad = np.asarray([token.quad_px], np.float64)
    corners = cv2.perspectiveTransform(quad, np.linalg.inv(flat.to_px))[0]
    return np.asarray(corners.mean(axis=0, keepdims=True), np.float32), float(np.hypot(*(corners[2] - corners[0])) / np.sqrt(8))
