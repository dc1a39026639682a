"""Letters that are others with a mark above, or upside down: which may be the other, of tiles in any turn."""

import unicodedata

import numpy as np
from numpy.typing import NDArray

from vision.letters.net import Floats

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]

MAY_BE_MARKED = 0.01
"""Chance of the same letter with a mark, where small ink lies beside it; more, and it is a question which of them it is."""
ABOVE = 230
"""Combining class of marks above."""
UPSIDE_DOWN = {"M": "W", "W": "M"}
"""Letters that are each other upside down, or nearly so: legs of an M may slant, and the middle of a W be as high as its ends."""
MAY_BE_UPENDED = 0.0015
"""Chance of the other one from which on it is a question which of them it is: of photographed tiles that were read rightly it was .001 and
less, of M's with slanted legs in a font that the net never saw, read as W's, .002 to .035."""
MOSTLY_UPENDED = 0.55
"""Part of the nats that speak for a letter, rather than for none, that speak for the other one upside down, from which on it is that
question however small the chance: of a font that it never saw the net may be as sure as of its own. Of such M's with slanted legs it is six
tenths and more, of photographed tiles .53 and less."""
SAME_UPSIDE_DOWN = "HINOSXZ"
EITHER = 0.25
"""Part of the nats for a letter that may speak for the same letter upside down: of clear ones it is an eighth and less."""


def has_mark(letter: str) -> bool:
    """Whether a letter has a mark of its own above it, such as the dots of an umlaut."""
    return any(unicodedata.combining(sign) == ABOVE for sign in unicodedata.normalize("NFD", letter))


def marked(best: int, chance: Floats, alphabet: str) -> float:
    """Chance of the same letter with a mark above, where the best has none; `chance` (letters, ...) in the order of the alphabet."""
    if has_mark(alphabet[best]):
        return 0.0
    alike = (i for i, other in enumerate(alphabet) if has_mark(other) and unicodedata.normalize("NFD", other)[0] == alphabet[best])
    return sum(float(chance[i]) for i in alike)


def may_be_upended(best: int, chance: Floats, alphabet: str) -> bool:
    """Whether the best letter may be the one that it is upside down; `chance` (letters + 2), of which the last is that of none."""
    other = alphabet.find(UPSIDE_DOWN.get(alphabet[best], " "))
    if other < 0:
        return False
    nats = np.log(np.maximum(chance, np.finfo(np.float32).tiny))
    return bool(chance[other] > MAY_BE_UPENDED or nats[other] - nats[-1] > MOSTLY_UPENDED * (nats[best] - nats[-1]))


def is_same_upside_down(evidence: Floats, letters: Ints, alphabet: str) -> Flags:
    """(n,) which `letters` (n,) are seen either way up, though they look otherwise upside down: what is seen is none of them, or not clear.

    `evidence` (n, 4, letters + 1) in nats, each quarter turn against none. An M whose middle ends at its foot is like a W both ways.
    """
    own = evidence[np.arange(len(letters)), :, letters]
    either = (np.minimum(own[:, :2], own[:, 2:]) > EITHER * np.maximum(0, np.maximum(own[:, :2], own[:, 2:]))).any(axis=1)
    return either & np.array([letter not in SAME_UPSIDE_DOWN for letter in alphabet] + [False] * 2, np.bool_)[letters]
