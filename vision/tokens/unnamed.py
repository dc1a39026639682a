"""Tokens on a piece that has no name: is what was taken for one printed there, were the piece one of those that it may be?

What lies on a card may leave too little of it for a name, and what is printed there is then held against nothing: an appetite with a
frame around it looks like a token. But a card's own fine lines show where nothing lies on it, and below a token they do not; nor do its
colours, which tell where those lines are too faint anywhere on the card.
"""

from collections.abc import Mapping, Sequence
from math import isnan

import cv2
import numpy as np

from vision.looks.catalogue import Look
from vision.observation import Detection
from vision.tokens.above import Above
from vision.tokens.discs import Flat, Floats
from vision.tokens.looks import explained
from vision.tokens.params import TokenParams
from vision.tokens.spots import OnPiece

PRINTED = "may be printed on the card"


def beside_print(
    tokens: tuple[Detection, ...], unnamed: Sequence[Detection], looks: Mapping[str, Look], above: Above, params: TokenParams
) -> tuple[Detection, ...]:
    """The tokens, but those asked about in whose place the print of an unnamed piece shows, were it one that it may be; `looks` by id."""
    if (flat := above.flat) is None:
        return tokens
    printed = set[int]()
    for piece in unnamed:
        mine = [n for n, token in enumerate(tokens) if token.is_sure and _lies_on(token, piece)]
        for look in (looks[maybe.id] for maybe in piece.alternatives if mine and maybe.id in looks):
            on = above.on(piece, look)
            printed |= {n for n in mine if _shows(on, flat, *_disc(tokens[n], flat), params)}
    return tuple(token.asked_about(PRINTED) if n in printed else token for n, token in enumerate(tokens))


def _shows(on: OnPiece, flat: Flat, at: Floats, radius: float, params: TokenParams) -> bool:
    """Whether a piece's own print shows in a disc at (1, 2): its lines, or its colours where nobody knows how well its lines show."""
    own = float(on.own(flat, at, radius)[0])
    if not isnan(own) or on.lit is None:
        return own >= params.own_shows
    seen, known, white = on.shown(flat, at, radius, np.ones((1, 3), np.float32))
    told = explained(seen, np.asarray(1 / white, np.float32), known, np.ones((1, 2), np.float32), params.fit)
    return bool(told.cost[0] <= params.fair_cost and told.likeness[0] >= params.some_likeness)


def _lies_on(token: Detection, piece: Detection) -> bool:
    """Whether a token's middle lies within a piece."""
    x, y = np.mean(token.quad_px, axis=0).tolist()
    return cv2.pointPolygonTest(np.asarray(piece.quad_px, np.float32), (x, y), False) >= 0


def _disc(token: Detection, flat: Flat) -> tuple[Floats, float]:
    """A token's middle (1, 2) and radius, in pixels of the flat picture."""
    quad = np.asarray([token.quad_px], np.float64)
    corners = cv2.perspectiveTransform(quad, np.linalg.inv(flat.to_px))[0]
    return np.asarray(corners.mean(axis=0, keepdims=True), np.float32), float(np.hypot(*(corners[2] - corners[0])) / np.sqrt(8))
