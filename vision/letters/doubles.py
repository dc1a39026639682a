"""Letters that are others with a mark above, or upside down: which may be the other, of tiles in any turn."""

import unicodedata

from vision.letters.net import Floats

MAY_BE_MARKED = 0.01
"""Chance of the same letter with a mark, where small ink lies beside it; more, and it is a question which of them it is."""
ABOVE = 230
"""Combining class of marks above."""
UPSIDE_DOWN = {"M": "W", "W": "M"}
"""Letters that are each other upside down, or nearly so: legs of an M may slant, and the middle of a W be as high as its ends."""
MAY_BE_UPENDED = 0.0015
"""Chance of the other one from which on it is a question which of them it is: of photographed tiles that were read rightly it was .001 and
less, of M's with slanted legs in a font that the net never saw, read as W's, .002 to .035."""


def has_mark(letter: str) -> bool:
    """Whether a letter has a mark of its own above it, such as the dots of an umlaut."""
    return any(unicodedata.combining(sign) == ABOVE for sign in unicodedata.normalize("NFD", letter))


def marked(best: int, chance: Floats, alphabet: str) -> float:
    """Chance of the same letter with a mark above, where the best has none; `chance` (letters, ...) in the order of the alphabet."""
    if has_mark(alphabet[best]):
        return 0.0
    alike = (i for i, other in enumerate(alphabet) if has_mark(other) and unicodedata.normalize("NFD", other)[0] == alphabet[best])
    return sum(float(chance[i]) for i in alike)


def upended(best: int, chance: Floats, alphabet: str) -> float:
    """Chance of the letter that the best one is upside down; 0 where the alphabet has none."""
    other = alphabet.find(UPSIDE_DOWN.get(alphabet[best], " "))
    return float(chance[other]) if other >= 0 else 0.0
