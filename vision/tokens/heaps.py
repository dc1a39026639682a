"""What shows of a disc beside the named tokens that overlap it: the rest of a token below them, or the ground between them."""

import numpy as np
from numpy.typing import NDArray

from vision.tokens.discs import Floats
from vision.tokens.looks import RoundLooks, polar_places
from vision.tokens.sight import Sight
from vision.tokens.spots import Spots

OVERLAPS = 1.9
"""Radii between two middles under which one disc lies partly on the other."""
COVERED = 1.08
"""Radii around a token's middle within which it, its side and its shadow hide what is below."""
LEAST_SHOWN = 0.12
"""Of a disc: what shows less can hide a token, but not be told from a gap."""
MOST_SHOWN = 0.8
"""What shows more is judged as a whole."""
MOST_COST = 2.0
"""Of the colour of what shows, against that of a token; ground costs more, and a card's own print differs by more than so much noise."""
MOST_TINT = 3.0
"""The same in grey levels, where a dark ground differs from dark tokens, too."""
SHADES = (0.3, 1.2)
"""Of a card's print under a token's shadow, in parts of its light."""


def gap_or_below(number: int, sight: Sight, named: Floats, spots: Spots, looks: RoundLooks) -> tuple[bool, bool]:
    """Of a disc that tokens named at (n, 2) overlap: whether it is only the ground between them or their shadow; whether a token."""
    here = np.array([[sight.x, sight.y]], np.float32)
    on = named[np.hypot(*(named - here).T) < OVERLAPS * spots.radius]
    if not len(on):
        return False, False
    places = np.moveaxis(polar_places(here, spots.radius)[:, 0], 0, -1)
    shown = np.hypot(*(places[:, :, None] - on).transpose(3, 0, 1, 2)).min(axis=-1) > COVERED * spots.radius
    if not LEAST_SHOWN <= shown.mean() <= MOST_SHOWN:
        return bool(shown.mean() < LEAST_SHOWN), False
    is_token = _is_token(number, here, places, shown, spots, looks)
    return not is_token, is_token


def _is_token(number: int, here: Floats, places: Floats, shown: NDArray[np.bool_], spots: Spots, looks: RoundLooks) -> bool:
    """Whether what is shown of a disc, of its places (rings, angles, 2), has a token's colour, which on a card is not that of its print."""
    spot, card = spots.take(np.array([number])), spots.below[number]
    seen: Floats = spot.seen(here)[0][shown]
    most: Floats = np.median(seen, axis=0, keepdims=True)
    if float(looks.cost_of_colour(most).min()) > MOST_COST or _tint(most, spot, looks) > MOST_TINT:
        return False
    return card is None or not _is_shaded(most[0], np.median(card.colours(spots.flat, places[shown]), axis=0), looks.params.noise)


def _tint(seen: Floats, spot: Spots, looks: RoundLooks) -> float:
    """What the colour (1, 3) of what shows costs of the kind that it resembles most."""
    return min(looks.tints(seen[None, None], spot.ceiling, spot.veil, spot.firm)[0].values())


def _is_shaded(seen: Floats, known: Floats, noise: float) -> bool:
    """Whether a colour (3,) is a known one in shade, as a token's shadow or side leaves it, or in full light."""
    shade = float(np.clip((seen * known).sum() / max(1e-6, (known**2).sum()), *SHADES))
    return float(((seen - shade * known) ** 2).mean()) <= (MOST_COST * noise) ** 2
