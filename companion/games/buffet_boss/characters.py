"""What each character is worth, from the plate at the end of the game (BB-8.2)."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from companion.games.buffet_boss.pieces import PLATE, Character, Contact, Plate, Print, names

GROUP_LOVERS = ("B1", "B2", "B3", "B4", "B5")
COLOUR_LOVERS = ("B6", "B7", "B8")
LOVERS = GROUP_LOVERS + COLOUR_LOVERS
CHARACTERS = tuple([f"B{n}" for n in range(1, 16)] + ["A1", "A2", "A3"])
FIRST_GAME = CHARACTERS[:8]
"""Recommended for a first game."""
TOUCHING = ("B12", "A1", "A2", "A3")
"""They ask who touches whom."""

PLATE_BONUS, LOVED, PAIR_BONUS, SINGLE_BONUS = 3, 2, 4, 5


@dataclass(frozen=True, slots=True)
class Bonus:
    """Stars of a character, and the pieces that they were counted from, by their place on the plate."""

    points: int
    what: str
    pieces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Served:
    """A plate as a character looks at it: for each piece what is printed on its card, and which pieces touch."""

    prints: tuple[Print, ...]
    contacts: tuple[tuple[int, int], ...]
    """Pieces by their place; the plate is -1."""

    def where(self, holds: Callable[[Print], bool]) -> tuple[int, ...]:
        """The pieces for which this holds."""
        return tuple(n for n, printed in enumerate(self.prints) if holds(printed))

    def neighbours(self, piece: int) -> int:
        """How many other pieces it touches; the plate is none."""
        return sum(piece in pair and -1 not in pair for pair in self.contacts)


def needs(character: Character) -> str:
    """What has to be known of every piece for this character: group, colour, stars or contacts."""
    if character.id in TOUCHING:
        return "contacts"
    if character.id in ("B6", "B7", "B8", "B14"):
        return "colour"
    return "stars" if character.id in ("B9", "B10", "B11") else "group"


def needs_print(character: Character) -> str:
    """The printed word it asks for: group, colour or stars; empty where contacts alone count."""
    return {"A1": "group", "A2": "colour", "A3": "", "B12": ""}.get(character.id, needs(character))


def bonus(plate: Plate, character: Character, prints: Mapping[str, Print], answers: Mapping[str, str]) -> Bonus:
    """The stars of a character on a plate of which everything is known that it asks for."""
    called = {name: n for n, name in enumerate(names(plate.pieces))} | {PLATE: -1}
    contacts = tuple(sorted((called[a], called[b])) for a, b in plate.contacts or ())
    served = Served(tuple(prints[food] for food in plate.pieces), tuple((a, b) for a, b in contacts))
    if character.id in LOVERS:
        liked = served.where(lambda printed: printed.group in character.likes or printed.colour in character.likes)
        return _each(LOVED, liked, f"{' and '.join(character.likes)} food")
    if character.id == "B15":
        return _favourite(served, answers["b15_tie"])
    if character.id in ("A1", "A2"):
        return _pairs(served, character.id, answers["pair_mode"])
    return BONUSES[character.id](served)


def _each(points: int, counted: Iterable[int], what: str) -> Bonus:
    pieces = tuple(counted)
    return Bonus(points * len(pieces), f"{points} for each of {len(pieces)}: {what}", pieces)


def _two_for_three(served: Served) -> Bonus:
    """Three for every two; one left over counts nothing."""
    pieces = served.where(lambda printed: printed.stars == 3)
    return Bonus(3 * (len(pieces) // 2), f"3 for every two of {len(pieces)}: 3-star food", pieces)


def _different(served: Served, of: Callable[[Print], str | None], what: str) -> Bonus:
    first: dict[str | None, int] = {}
    for n, printed in enumerate(served.prints):
        first.setdefault(of(printed), n)
    return _each(LOVED, first.values(), what)


def _favourite(served: Served, tie: str) -> Bonus:
    """The most frequent group; of several that are equally frequent one, or all where the table agreed so (BB-8.3)."""
    counts = Counter(printed.group for printed in served.prints)
    most = sorted(group or "" for group, n in counts.items() if n == max(counts.values()))
    chosen = most[:1] if tie == "one_group" else most
    return _each(LOVED, served.where(lambda printed: printed.group in chosen), f"{' and '.join(chosen)} food, the most frequent")


def _pairs(served: Served, id: str, mode: str) -> Bonus:
    """Every contact between two alike, or as many pairs as share no piece (BB-8.3)."""
    word = [printed.group if id == "A1" else printed.colour for printed in served.prints]
    alike = [(a, b) for a, b in served.contacts if a >= 0 and word[a] == word[b]]
    pairs = (
        alike
        if mode == "every_contact_edge"
        else [
            pair for kind in sorted({word[a] or "" for a, _ in alike}) for pair in _disjoint([(a, b) for a, b in alike if word[a] == kind])
        ]
    )
    what = f"{PAIR_BONUS} for each of {len(pairs)}: touching pairs of one {'group' if id == 'A1' else 'colour'}"
    return Bonus(PAIR_BONUS * len(pairs), what, tuple(sorted({n for pair in pairs for n in pair})))


def _disjoint(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """As many pairs as can be without using a piece twice; a group has ten pieces at most, so every way is tried."""
    if not pairs:
        return []
    first = pairs[0][0]
    rest = [pair for pair in pairs if first not in pair]
    best = _disjoint(rest)
    for pair in pairs:
        if first in pair:
            found = [pair, *_disjoint([other for other in rest if not {*pair} & {*other}])]
            best = max(best, found, key=len)
    return best


BONUSES: Mapping[str, Callable[[Served], Bonus]] = {
    "B9": lambda served: _each(LOVED, served.where(lambda printed: printed.stars == 2), "2-star food"),
    "B10": _two_for_three,
    "B11": lambda served: _each(1, served.where(lambda printed: printed.stars == 4), "4-star food"),
    "B12": lambda served: _each(PLATE_BONUS, sorted(b for a, b in served.contacts if a < 0), "food touching the plate"),
    "B13": lambda served: _different(served, lambda printed: printed.group, "different groups"),
    "B14": lambda served: _different(served, lambda printed: printed.colour, "different colours"),
    "A3": lambda served: _each(
        SINGLE_BONUS, (n for n in range(len(served.prints)) if served.neighbours(n) == 1), "food touching exactly one other"
    ),
}


def touching(contacts: Iterable[Contact], start: str = PLATE) -> set[str]:
    """Everything that hangs together with the plate, the plate included (BB-5.2)."""
    found, edge = {start}, list(contacts)
    while more := {name for pair in edge if found & {*pair} for name in pair} - found:
        found |= more
    return found
