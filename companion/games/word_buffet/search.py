"""Words on a letter board: every path of one word, and every listed word of a whole board. Pure; no list is read here.

While people search nobody may be shown what this finds (the specification's "Privacy/fairness"); `review.py` holds the gate.
"""

from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.games.word_buffet.pieces import Cell, Path, around

A = ord("a")
END = 1 << 26
"""Bit of a node's mask: a word ends here. Bits 0 to 25: the letters that may follow."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """A word list as a packed tree of prefixes: two numbers per prefix, the children of a node side by side.

    A child's place is the node's `first` plus how many of its letters come before the child's. 8 bytes a prefix: some 3 MB for
    the hundred thousand words of a large list.
    """

    mask: "array[int]"
    """uint32 per node: END, and a bit per letter that may follow. Node 0 is the empty prefix."""
    first: "array[int]"
    """uint32 per node: its first child."""
    size: int
    """How many words."""

    def __contains__(self, word: str) -> bool:
        """Whether a word is in the list; capital or small letters."""
        node = 0
        for letter in word.lower():
            number = ord(letter) - A
            if not 0 <= number < 26 or not self.mask[node] >> number & 1:
                return False
            node = self.child(node, number)
        return bool(self.mask[node] & END)

    def child(self, node: int, letter: int) -> int:
        """The node one letter (0-25) further; the letter has to be in the node's mask."""
        return self.first[node] + (self.mask[node] & ((1 << letter) - 1)).bit_count()


def lexicon(words: Iterable[str]) -> Lexicon:
    """The prefix tree of words in a-z. Raises ValueError for any other character."""
    listed = sorted(set(words))
    for word in listed:
        if not (word.isascii() and word.isalpha() and word.islower()):
            raise ValueError(f"{word!r}: a listed word is one or more of a-z")
    mask, first = array("I"), array("I")
    level: list[tuple[int, int]] = [(0, len(listed))] if listed else [(0, 0)]
    """The ranges of `listed` that share each prefix of this level, in order: so the children of a node come out side by side."""
    depth, nodes = 0, 1
    while level:
        below: list[tuple[int, int]] = []
        for low, high in level:
            bits, start = _split(listed, low, high, depth, below)
            mask.append(bits)
            first.append(nodes + start)
        nodes += len(below)
        level, depth = below, depth + 1
    return Lexicon(mask, first, len(listed))


def _split(listed: list[str], low: int, high: int, depth: int, below: list[tuple[int, int]]) -> tuple[int, int]:
    """The mask of the prefix that listed[low:high] share, its children put on `below`, and where they begin there."""
    bits, start = 0, len(below)
    if low < high and len(listed[low]) == depth:
        bits, low = END, low + 1
    while low < high:
        letter, end = listed[low][depth], low + 1
        while end < high and listed[end][depth] == letter:
            end += 1
        bits |= 1 << (ord(letter) - A)
        below.append((low, end))
        low = end
    return bits, start


def paths(
    rows: Sequence[str],
    word: str,
    *,
    starts: Collection[Cell] | None = None,
    blocked: Collection[Cell] = (),
    reuse: bool = False,
) -> Iterator[Path]:
    """Every way to lay a word on the board, in the order of its cells (WB-4.2).

    Args:
        rows: the letters, one string a row, A-Z; any other character is no letter.
        word: capital or small letters; an empty one lies nowhere.
        starts: where the first letter may lie; None for anywhere.
        blocked: spaces that no letter may use.
        reuse: whether one space may serve twice (option reuse_cell; WB-4.4 forbids it).
    """
    word = word.upper()
    if not word.isascii() or not word.isalpha():
        return
    places: dict[str, set[Cell]] = {letter: set() for letter in word}
    for row, line in enumerate(rows):
        for col, letter in enumerate(line):
            if letter in places and (row, col) not in blocked:
                places[letter].add(Cell(row, col))
    wanted = _promising(word, places)
    for cell in sorted(wanted[0]):
        if starts is None or cell in starts:
            yield from _extend((cell,), wanted, reuse)


def _promising(word: str, places: dict[str, set[Cell]]) -> list[set[Cell]]:
    """Per letter of the word the spaces from which the rest can be walked at all, so that no walk goes where the end cannot be."""
    wanted = [places[word[-1]]]
    for letter in reversed(word[:-1]):
        near = {step for cell in wanted[-1] for step in around(cell)}
        wanted.append(places[letter] & near)
    return wanted[::-1]


def _extend(path: Path, wanted: list[set[Cell]], reuse: bool) -> Iterator[Path]:
    if len(path) == len(wanted):
        yield path
        return
    for step in around(path[-1]):
        if step in wanted[len(path)] and (reuse or step not in path):
            yield from _extend((*path, step), wanted, reuse)


def all_words(
    rows: Sequence[str],
    words: Lexicon,
    *,
    starts: Collection[Cell] | None = None,
    blocked: Collection[Cell] = (),
    shortest: int = 1,
    reuse: bool = False,
) -> dict[str, Path]:
    """Every listed word of the board with the first of its paths, by word; arguments as for `paths`."""
    search = _Search(rows, words, blocked, reuse, shortest)
    for place in search.open_places(starts):
        search.from_(place)
    return {word: tuple(search.cells[i] for i in found) for word, found in sorted(search.found.items())}


class _Search:
    """One walk over a board, by numbers of places; lives no longer than `all_words`."""

    def __init__(self, rows: Sequence[str], words: Lexicon, blocked: Collection[Cell], reuse: bool, shortest: int) -> None:
        self.mask, self.first = words.mask, words.first
        self.reuse, self.shortest = reuse, shortest
        self.cells = [
            Cell(row, col)
            for row, line in enumerate(rows)
            for col, letter in enumerate(line)
            if letter in _CAPITALS and (row, col) not in blocked
        ]
        number = {cell: i for i, cell in enumerate(self.cells)}
        self.letter = [rows[row][col].lower() for row, col in self.cells]
        self.below = [(1 << (ord(letter) - A)) - 1 for letter in self.letter]
        """Per place: the bits of the letters before its own, so that one `&` and one count give a child's place."""
        near = [[number[step] for step in around(cell) if step in number] for cell in self.cells]
        self.next = [[(i, self.below[i] + 1, self.below[i], self.letter[i]) for i in places] for places in near]
        self.used = [False] * len(self.cells)
        self.path: list[int] = []
        self.found: dict[str, tuple[int, ...]] = {}

    def open_places(self, starts: Collection[Cell] | None) -> Iterator[int]:
        """Where a word may begin."""
        return (i for i, cell in enumerate(self.cells) if starts is None or cell in starts)

    def from_(self, place: int) -> None:
        """Collect every word that begins here."""
        bits, below = self.mask[0], self.below[place]
        if bits & (below + 1):
            self._walk(place, self.first[0] + (bits & below).bit_count(), self.letter[place])

    def _walk(self, place: int, node: int, prefix: str) -> None:
        mask, first, used, reuse = self.mask, self.first, self.used, self.reuse
        self.path.append(place)
        bits, base = mask[node], first[node]
        if bits & END and len(prefix) >= self.shortest and prefix not in self.found:
            self.found[prefix] = tuple(self.path)
        used[place] = not reuse
        for step, bit, below, letter in self.next[place]:
            if bits & bit and not used[step]:
                self._walk(step, base + (bits & below).bit_count(), prefix + letter)
        used[place] = False
        self.path.pop()


_CAPITALS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
