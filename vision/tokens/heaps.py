"""What shows of a disc beside the named tokens that overlap it: the rest of a token below them, or the ground between them."""

from collections.abc import Mapping
from dataclasses import replace
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from vision.tokens.discs import Floats
from vision.tokens.looks import RoundLooks, polar_places
from vision.tokens.sight import Sight
from vision.tokens.spots import OnPiece, Spots

OVERLAPS = 1.9
"""Radii between two middles under which one disc lies partly on the other."""
BETWEEN, MOST_BETWEEN = 1.3, 0.5
"""The same of two on either side of a disc of which less than this part shows."""
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
SHADED = 1.5
"""Radii within which what a token stands on may lie in its shadow, or behind it."""
SHADOW = 1.8
"""Radii within which a token, its side and its whole shadow lie under a lamp that is not low."""
LEAST_BESIDE = 0.5
"""Of a disc that has to show beside all that for the card's print to tell whether anything lies there."""
MOST_BESIDE = 1.0
"""Of a card's print that is seen there."""
MOST_PRINTED = 3.0
"""Of a card's print that explains a disc beside those tokens well, or of a token."""


def gap_or_below(number: int, sight: Sight, named: Floats, spots: Spots, looks: RoundLooks) -> tuple[bool, bool]:
    """Of a disc that tokens named at (n, 2) overlap: whether it is only the ground between them or their shadow; whether a token."""
    if sight.hides and _shows_print(number, sight, named, spots, looks):
        return True, False
    on = _overlapping(sight, named, spots.radius)
    if not len(on):
        return False, False
    places, shown = _shown(sight, on, spots.radius)
    if not LEAST_SHOWN <= shown.mean() <= MOST_SHOWN:
        return bool(shown.mean() < LEAST_SHOWN) or _is_print(number, sight, on, spots, looks), False
    is_token = _is_token(number, places, shown, spots, looks)
    return not is_token, is_token


def lies_between(sight: Sight, others: Floats, radius: float) -> bool:
    """Whether two others at (n, 2) overlap a disc from either side, so that little of it shows: the gap between them is like that."""
    away = others - (sight.x, sight.y)
    on = (np.hypot(*away.T) < BETWEEN * radius) & away.any(axis=1)
    is_between = bool(on.any()) and float((away[on] @ away[on].T).min()) < 0
    return is_between and float(_shown(sight, others[on], radius)[1].mean()) < MOST_BETWEEN


def _is_print(number: int, sight: Sight, on: Floats, spots: Spots, looks: RoundLooks) -> bool:
    """Whether the print of the card below explains well what a disc shows beside tokens at (n, 2), and no token does."""
    card, here = spots.below[number], np.array([[sight.x, sight.y]], np.float32)
    if card is None or _cost_beside(number, sight, on, spots, looks) <= MOST_PRINTED:
        return False
    seen, known, _ = card.shown(spots.flat, here, spots.radius, spots.white[[number]])
    return looks.cost_of_part(seen[0], known[0], _shown(sight, on, spots.radius)[1][1::2, ::2]) <= MOST_PRINTED


def _shows_print(number: int, sight: Sight, named: Floats, spots: Spots, looks: RoundLooks) -> bool:
    """Whether the print of the card below is seen after all, where neither tokens at (n, 2) nor their sides and shadows hide it."""
    card, on = spots.below[number], _overlapping(sight, named, spots.radius, 1 + SHADED)
    if card is None or not len(on) or _cost_beside(number, sight, on, spots, looks) <= MOST_PRINTED:
        return False
    return _print_beside(number, sight, card, on, spots, looks) <= MOST_BESIDE


def _print_beside(number: int, sight: Sight, card: OnPiece, on: Floats, spots: Spots, looks: RoundLooks) -> float:
    """What the print of the card below a disc costs beside tokens at (n, 2) and their shadows; where little shows, infinitely much."""
    shown = _shown(sight, on, spots.radius, SHADED)[1][1::2, ::2]
    if shown.mean() < LEAST_BESIDE:
        return float(np.inf)
    seen, known, _ = card.shown(spots.flat, np.array([[sight.x, sight.y]], np.float32), spots.radius, spots.white[[number]])
    return looks.cost_of_part(seen[0], known[0], shown)


def own_prints(sights: Mapping[int, Sight], named: Mapping[int, Sight], spots: Spots, looks: RoundLooks, most: float) -> dict[int, Sight]:
    """The discs; no print speaks for one that better explained tokens overlap where what shows beside these costs more than `most`.

    No two lie in one place: the prints of two that touch, the card's between them and their shadows may look like that of a third. Of a
    third more than `MOST_SHOWN` is not seen.
    """
    found = dict(sights)
    for number, sight in ((n, one) for n, one in sights.items() if one.likeness[one.best] > 0):
        better = [(one.x, one.y) for n, one in named.items() if n != number and one.costs[one.best] < sight.costs[sight.best]]
        on = _overlapping(sight, np.array(better, np.float32).reshape(-1, 2), spots.radius)
        if len(on) and _shown(sight, on, spots.radius)[1].mean() <= MOST_SHOWN and _cost_beside(number, sight, on, spots, looks) > most:
            found[number] = replace(sight, likeness=sight.likeness | {sight.best: 0.0}, is_clear=False)
    return found


def with_lines_beside(number: int, sight: Sight, named: Floats, spots: Spots) -> Sight:
    """A disc, with how well the lines of the card below show beside tokens named at (n, 2) near it, if better than with these.

    A token's side and shadow have edges of their own, which are none of the card's.
    """
    card, on = spots.below[number], _overlapping(sight, named, spots.radius, 1 + SHADOW)
    if card is None or not len(on):
        return sight
    own = float(card.own_beside(spots.flat, np.array([[sight.x, sight.y]], np.float32), spots.radius, on, SHADOW)[0])
    return replace(sight, own=max(sight.own, own)) if isfinite(own) else sight


def with_print_beside(number: int, sight: Sight, named: Floats, spots: Spots, looks: RoundLooks) -> Sight:
    """A disc, with what the print of the card below costs beside other tokens named at (n, 2), which may be it, if less than with these.

    A patch that is printed in a token's colour, and cut by another's shadow, is as round as a token, and the card's lines are hidden.
    """
    card, on = spots.below[number], _overlapping(sight, named, spots.radius, 1 + SHADED)
    on = on[np.hypot(*(on - (sight.x, sight.y)).T) > 0]
    if card is None or not len(on):
        return sight
    return replace(sight, printed=min(sight.printed, _print_beside(number, sight, card, on, spots, looks)))


def _overlapping(sight: Sight, named: Floats, radius: float, within: float = OVERLAPS) -> Floats:
    """Of tokens at (n, 2) those that lie partly on a disc, or it on them: their middles are within so many radii of each other."""
    return np.asarray(named[np.hypot(*(named - (sight.x, sight.y)).T) < within * radius], np.float32)


def _cost_beside(number: int, sight: Sight, on: Floats, spots: Spots, looks: RoundLooks) -> float:
    """What a disc's look costs where it shows beside tokens at (n, 2); where hardly any of it does, infinitely much."""
    shown = _shown(sight, on, spots.radius)[1]
    spot, best = spots.take(np.array([number])), np.array([sight.best])
    seen = np.minimum(spot.seen(np.array([[sight.x, sight.y]], np.float32)), spot.ceiling[:, None, None])[0]
    look = looks.turned(best, np.array([sight.turns[sight.best]]))[0]
    return looks.cost_of_part(seen, look, shown) if shown.mean() >= LEAST_SHOWN else float(np.inf)


def _shown(sight: Sight, on: Floats, radius: float, covered: float = COVERED) -> tuple[Floats, NDArray[np.bool_]]:
    """Places (rings, angles, 2) of a disc, and which of them show beside tokens at (n, 2)."""
    places = np.moveaxis(polar_places(np.array([[sight.x, sight.y]], np.float32), radius)[:, 0], 0, -1)
    return places, np.hypot(*(places[:, :, None] - on).transpose(3, 0, 1, 2)).min(axis=-1) > covered * radius


def _is_token(number: int, places: Floats, shown: NDArray[np.bool_], spots: Spots, looks: RoundLooks) -> bool:
    """Whether what is shown of a disc, of its places (rings, angles, 2), has a token's colour, which on a card is not that of its print."""
    spot, card = spots.take(np.array([number])), spots.below[number]
    seen: Floats = spot.seen(places.mean(axis=(0, 1))[None])[0][shown]
    most: Floats = np.median(seen, axis=0, keepdims=True)
    if float(looks.cost_of_colour(most).min()) > MOST_COST or _tint(most, spot, looks) > MOST_TINT:
        return False
    return card is None or not _is_shaded(most[0], np.median(card.colours(spots.flat, places[shown]), axis=0), looks.params.noise)


def _tint(seen: Floats, spot: Spots, looks: RoundLooks) -> float:
    """What the colour (1, 3) of what shows costs of the kind that it resembles most."""
    return min(looks.tints_of(seen, spot.ceiling, spot.veil, spot.firm)[0].values())


def _is_shaded(seen: Floats, known: Floats, noise: float) -> bool:
    """Whether a colour (3,) is a known one in shade, as a token's shadow or side leaves it, or in full light."""
    shade = float(np.clip((seen * known).sum() / max(1e-6, (known**2).sum()), *SHADES))
    return float(((seen - shade * known) ** 2).mean()) <= (MOST_COST * noise) ** 2
