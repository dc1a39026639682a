"""What only its colour names where only the lamp tells the light, amid what is burnt out: is it another kind in another light?

A lamp's glare is white, but of a yellowish one's, or on yellowish paper, blue never gets as bright as the camera shows. Nobody knows how
bright it is there: of two kinds that differ in little else either may be seen.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from vision.tokens.explainer import Explainer
from vision.tokens.params import TokenParams
from vision.tokens.sight import Sight
from vision.tokens.spots import Spots, burnt_around, glared

_COLOURS = 2
"""White is burnt out in so many colours at least."""


def in_glare(first: Spots, spots: Spots, named: Mapping[int, Sight], explainer: Explainer, params: TokenParams) -> dict[int, Sight]:
    """Of discs that their colour names those amid glare, each beside how it would be explained if its light were less known.

    `first` are the spots in the light that paper and cards tell: discs in another one have it from their neighbours.
    """
    lamps = [n for n in named if not _is_told(first, spots, n)]
    if not lamps:
        return {}
    at = np.array([(named[n].x, named[n].y) for n in lamps], np.float32)
    much = glared(burnt_around(spots.flat, at, spots.radius, _COLOURS), params, params.dazzled)
    middles, firm = spots.middles.copy(), spots.firm.copy()
    middles[lamps], firm[lamps] = at, np.maximum(firm[lamps], much[:, None])
    dim = tuple(n for n in lamps if (firm[n] > spots.firm[n]).any())
    told = explainer.explain(replace(spots, middles=middles, firm=firm, among=dim), 0.0)
    return {n: named[n].beside(one) for n, one in told.items()}


def _is_told(first: Spots, spots: Spots, n: int) -> bool:
    """Whether the light of a disc is told by the named card below, or by its neighbours."""
    below = spots.below[n]
    return bool((spots.white[n] != first.white[n]).any()) or (below is not None and below.lit is not None)
