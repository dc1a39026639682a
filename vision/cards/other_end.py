"""A part of a piece may be the other end of another one, lying upside down: a six and nothing else is half of any stone with a six.

Of a piece that shows whole it is known which way up it lies. Of a part it is not: what the look has at one end another may have at the
other, and what tells the two is not seen.
"""

from dataclasses import replace

import numpy as np

from vision.cards.name_params import NameParams
from vision.cards.picture import Picture
from vision.cards.reading import Reading, seen_of
from vision.looks.catalogue import BACK
from vision.looks.matching import Library


def against_other_ends(library: Library, picture: Picture, reading: Reading, params: NameParams) -> Reading:
    """The reading, less sure where another piece agrees about as well with the part that shows, upside down, and upright is no rival.

    What is one upright was held against it more closely.
    """
    if reading.share >= params.whole_share or library.ids[reading.look] == BACK:
        return reading
    seen = seen_of(picture, reading)
    upright, upended = library.alike(seen, reading.shown), library.alike_upended(seen, reading.shown)
    is_other = np.array([id not in (library.ids[reading.look], BACK) for id in library.ids])
    is_other &= upright < upright[reading.look] - params.rival_gap
    if not is_other.any():
        return reading
    rival = int(np.argmax(np.where(is_other, upended, -1.0)))
    margin = params.clear_margin * float(upright[reading.look] - upended[rival]) / params.doubt
    return reading if margin >= reading.margin else replace(reading, margin=max(-1.0, margin), rival=rival, turned=max(-1.0, margin))
