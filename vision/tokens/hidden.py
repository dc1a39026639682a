"""Where a named card's own print is not seen, over as much as a token hides: something lies there, even if its outline does not show.

A dark token on a dark card has hardly an outline, and no votes for a middle (`discs.py`). But where a ring or a picture is printed on the
card, and the picture shows neither its lines nor its light, a token may hide it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.looks.colours import Lamp
from vision.tokens.discs import Flat, Floats
from vision.tokens.looks import FitParams, explained
from vision.tokens.spots import OnPiece


@dataclass(frozen=True, slots=True)
class HiddenParams:
    """One set of values for every card, token and light; light in parts of white."""

    step: float = 0.5
    """Radii from one place that is looked at to the next."""
    shows: float = 0.85
    """Where so much of the card's own fine lines shows nothing hides it."""
    drawn: float = 0.15
    """Spread of what is printed there; less is hidden by nothing that could be seen."""
    alike: float = 0.1
    """Likeness of what is seen with the print, in whatever shade or gloss; where more is seen the print shows a little ..."""
    dear: float = 4.0
    """... and what the print costs there: where it is hardly darker than what lies around nothing tells."""
    burnt: float = 0.25
    """Part of a place that may be burnt out."""
    apart: float = 1.5
    """Places lie at least so many radii apart."""
    most: int = 6
    """Of each card so many, those where its print costs most: a hand hides much more."""


PARAMS = HiddenParams()


def with_hidden(
    middles: Floats, flat: Flat, light: Lamp, radius: float, on: Sequence[OnPiece], fit: FitParams
) -> tuple[Floats, NDArray[np.bool_]]:
    """The middles (n, 2) and places off them, on named pieces, where something without an outline hides their print; which do so."""
    is_hidden = np.zeros(len(middles), np.bool_)
    for one in on:
        white = light.white(flat.at_px(one.corners(flat).mean(axis=0)[None]))[0]
        hidden = hidden_places(one, flat, radius, white, fit)
        is_near = np.hypot(*(hidden[:, None] - middles[None]).transpose(2, 0, 1)) < radius / 2
        new = hidden[~is_near.any(axis=1)]
        is_hidden = np.concatenate([is_hidden | is_near.any(axis=0), np.ones(len(new), np.bool_)])
        middles = np.concatenate([middles, new])
    return middles, is_hidden


def hidden_places(piece: OnPiece, flat: Flat, radius: float, white: Floats, fit: FitParams, params: HiddenParams = PARAMS) -> Floats:
    """(n, 2): middles of discs of that radius, in pixels of the flat picture, in which the piece's print is not seen; `white` is (3,)."""
    at = _drawn(piece, flat, _within(piece, flat, radius, params), radius, params)
    if not len(at):
        return at
    parts = [_compared(piece, flat, part, radius, white, fit) for part in np.array_split(at, 1 + len(at) // _AT_ONCE)]
    cost, alike, burnt = (np.concatenate(values) for values in zip(*parts, strict=True))
    is_hidden = (alike < params.alike) & (cost >= params.dear) & (burnt <= params.burnt)
    order = [n for n in np.argsort(-cost) if is_hidden[n]]
    kept = list[int]()
    for n in order:
        if len(kept) < params.most and (np.hypot(*(at[kept] - at[n]).T) >= params.apart * radius).all():
            kept.append(int(n))
    return at[kept]


def _within(piece: OnPiece, flat: Flat, radius: float, params: HiddenParams) -> Floats:
    """(n, 2): a grid of places on a piece, where a disc of that radius lies on it with all but its edge."""
    corners = piece.corners(flat)
    low, high = corners.min(axis=0) + radius / 2, corners.max(axis=0) - radius / 2
    x, y = (np.arange(low[i], high[i], params.step * radius, dtype=np.float32) for i in (0, 1))
    at = np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)
    return np.asarray(at[piece.depth(flat, at) >= WITHIN * radius], np.float32)


def _drawn(piece: OnPiece, flat: Flat, at: Floats, radius: float, params: HiddenParams) -> Floats:
    """Of places (n, 2) those where something is printed whose lines do not show."""
    if len(at):
        at = at[~(piece.own(flat, at, radius) >= params.shows)]
    return at[piece.printed(flat, at, radius).reshape(len(at), -1, 3).std(axis=1).max(axis=1) >= params.drawn] if len(at) else at


WITHIN = 0.85
"""Radii of a token from its middle to the card's edge at least: of one that lies over the edge the outline has to show beside the card."""
_AT_ONCE = 100
"""Places that are looked at together."""


def _compared(piece: OnPiece, flat: Flat, at: Floats, radius: float, white: Floats, fit: FitParams) -> tuple[Floats, ...]:
    """Of discs at (n, 2), each (n,): what the print costs there, its likeness, the part that is burnt out."""
    seen, known, light = piece.shown(flat, at, radius, np.tile(white, (len(at), 1)))
    told = explained(seen, np.asarray(1 / light, np.float32), known, np.ones((len(at), 2), np.float32), fit)
    burnt = (seen >= 0.97 / light[:, None, None]).any(axis=3).mean(axis=(1, 2))
    return told.cost, told.likeness, np.asarray(burnt, np.float32)
