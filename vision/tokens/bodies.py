"""Plain sides in the light in which the bodies of prints beside them lie, and in no more gloss than these.

Of a print, body and white figure together tell the light. A camera that levels light out over parts of a picture, as phones do, leaves
the figure white and darkens the body: a plain side, which is nothing but body, then seems to lie in half of that light, or to be a darker
kind in gloss. Prints beside it show that there is none.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from vision.image.quantiles import median_of
from vision.tokens.discs import Floats
from vision.tokens.looks import RoundLooks, middle
from vision.tokens.params import TokenParams
from vision.tokens.relight import LEAST_GAIN, MOST_GAIN, lights_of, neighbours
from vision.tokens.sight import Sight
from vision.tokens.spots import Spots


def lit_as_bodies(spots: Spots, judged: Mapping[int, Sight], judges: Mapping[int, Sight], looks: RoundLooks, params: TokenParams) -> Spots:
    """Of the plain discs `judged` those in more gloss than the prints `judges` beside them show, which is little, in these bodies' light.

    That light is as bright as is usual; of its gloss more is known. Where plain sides are in several colours no body has one to go by.
    """
    white, veil, firm, middles = spots.white.copy(), spots.veil.copy(), spots.firm.copy(), spots.middles.copy()
    known = np.array(sorted(n for n, one in judges.items() if one.burnt <= params.agreed_burnt), np.int64)
    near = neighbours(spots, known, sorted(judged), params) if len(known) and not looks.has_parts else {}
    those = sorted({m for tell, _ in near.values() for m in tell})
    lights, bodies = lights_of(spots, judges, those, looks), bodies_of(spots, judges, those, looks)
    among = []
    for n, (tell, _) in near.items():
        sight = judged[n]
        gloss = float(median_of(np.array([(lights[m][1] / spots.white[n]).mean() for m in tell], np.float32))) if tell else np.inf
        if gloss > params.other_veil or sight.veil + sight.off < gloss:
            continue
        level = float(median_of(np.array([_level(bodies[m] / spots.white[n], looks.colours[judges[m].best]) for m in tell], np.float32)))
        if LEAST_GAIN < level < MOST_GAIN:
            among.append(n)
            middles[n], white[n], veil[n] = (sight.x, sight.y), level * spots.white[n], gloss / level
            firm[n] = 1.0, params.firmest
    return replace(spots, middles=middles, white=white, veil=veil, firm=firm, among=tuple(among))


def bodies_of(spots: Spots, judges: Mapping[int, Sight], numbers: list[int], looks: RoundLooks) -> dict[int, Floats]:
    """Of the discs of these numbers the light (3,) that their bodies give back, their gloss included."""
    if not numbers:
        return {}
    those = spots.take(np.array(numbers, np.int64))
    seen = those.seen(np.array([(judges[n].x, judges[n].y) for n in numbers], np.float32), 2)
    return dict(zip(numbers, (middle(seen[:, looks.in_band(2)]) + those.veil) * those.white, strict=True))


def _level(seen: Floats, colour: Floats) -> float:
    """How bright a body (3,) of some colour (3,) shows, in parts of white."""
    return float((seen @ colour) / np.maximum(colour @ colour, np.float32(1e-6)))
