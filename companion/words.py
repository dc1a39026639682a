"""Word lists from disk, and what they say: is a word in the list; where does it lie on a board; every word of a board.

A list never decides: it says "in the list" or "not in the list" and which list that is, by name, version and SHA-256. The table judges
(WB-7). Lists are the machine's own (Debian's wamerican-large, wbritish-large and their kin) or the owner's files; none comes with us.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path

from companion.game import CompanionError, Json
from companion.games.word_buffet.notation import Cursor
from companion.games.word_buffet.pieces import Cell, Path as Cells
from companion.games.word_buffet.search import Lexicon, all_words, lexicon, paths
from vision.written import WrittenError, json_of, read_bytes, read_text, text_of

SYSTEM_LISTS = Path("/usr/share/dict")
DPKG_STATUS = Path("/var/lib/dpkg/status")
MOST_LIST_BYTES = 64_000_000
MOST_BOARD_BYTES = 4_000_000
LARGEST_BOARD = 26
"""Rows or columns: a column is named by one letter."""
MOST_PATHS = 100
"""Paths of one word that are listed; a board of equal letters has billions."""
SHORTEST = 2
"""Letters of the shortest word that a whole board is searched for."""


class WordsError(CompanionError):
    """A word list or a board cannot be used: which file, what, what to do."""


@dataclass(frozen=True)
class WordList:
    """A list as it lies on disk: lower-case words without accents (WB-7.3); names, acronyms and hyphens are not in it."""

    name: str
    """The file's name, e.g. `american-english-large`."""
    version: str
    """Package and version, e.g. `wamerican-large 2020.12.07-2`; `own list` for an owner's file."""
    sha256: str
    """Of the file's bytes, hex."""
    words: frozenset[str] = field(repr=False)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and folded(word).lower() in self.words

    def __str__(self) -> str:
        return f"{self.name} ({self.version}, {len(self.words)} words, SHA-256 {self.sha256[:12]})"

    @cached_property
    def lexicon(self) -> Lexicon:
        """The list as a prefix tree, built when a whole board is first searched."""
        return lexicon(self.words)


def folded(word: str) -> str:
    """A word without accents and marks."""
    return "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))


def plain_words(lines: Iterable[str]) -> Iterator[str]:
    """The words of a list that can lie on a board: accents left out, then a-z only; a line that begins with # is a remark."""
    for line in lines:
        word = folded(line.strip())
        if re.fullmatch("[a-z]+", word):
            yield word


def load_list(path: Path, status: Path = DPKG_STATUS) -> WordList:
    """A word list, one word a line, UTF-8. Raises WordsError for a file that cannot be read or holds no word."""
    try:
        content = read_bytes(path, "name a word list, one word a line", MOST_LIST_BYTES)
        words = frozenset(plain_words(text_of(content).splitlines()))
    except WrittenError as fault:
        raise WordsError(f"{path}: {fault}") from fault
    if not words:
        raise WordsError(f"{path}: no word of a-z in it; a word list has one word a line")
    return WordList(path.name, _version(path, status), hashlib.sha256(content).hexdigest(), words)


def _version(path: Path, status: Path) -> str:
    """Debian's package and version of a list of the system, e.g. of american-english-large; `own list` for any other file."""
    found = re.fullmatch("(american|british|canadian)-english(-small|-large|-huge|-insane)?", path.name)
    if not found or path.parent != SYSTEM_LISTS:
        return "own list"
    package = f"w{found[1]}{found[2] or ''}"
    try:
        entry = re.search(rf"^Package: {package}\n(?:.+\n)*?Version: (.+)$", status.read_text("utf-8", "replace"), re.MULTILINE)
    except OSError:
        entry = None
    return f"{package} {entry[1] if entry else 'of unknown version'}"


def list_files(own: Path | None = None, system: Path = SYSTEM_LISTS) -> tuple[Path, ...]:
    """The lists there are: the system's English ones, then every .txt in the owner's folder; each by name."""
    installed = [path for path in sorted(system.glob("*-english*")) if path.is_file() and not path.is_symlink()]
    return (*installed, *(sorted(own.glob("*.txt")) if own is not None else ()))


def load_lists(own: Path | None = None, system: Path = SYSTEM_LISTS) -> tuple[WordList, ...]:
    """Every list there is; none where none is installed. Raises WordsError for one that cannot be used."""
    return tuple(map(load_list, list_files(own, system)))


def say_of(word: str, lists: Sequence[WordList]) -> str:
    """One sentence for the table, e.g. `CRUMBLE is in the list american-english-large (...).`."""
    if not lists:
        return "No word list is installed; install wamerican-large, or put a list into your own folder. The table decides."
    holding = [known for known in lists if word in known]
    named = ", ".join(map(str, holding or lists))
    return f"{folded(word).upper()} is {'in' if holding else 'not in'} the list {named}."


def read_board(path: Path) -> tuple[str, ...]:
    """The rows of a board: lines of letters, what `companion read --json` printed, or a Word Buffet position.

    A-Z, `.` and `?` for letters unknown; spaces between letters do not count. Raises WordsError.
    """
    try:
        return _rows(read_text(path, "name a file with the board's letters", MOST_BOARD_BYTES))
    except ValueError as fault:
        raise WordsError(f"{path}: {fault}") from fault


def _rows(text: str) -> tuple[str, ...]:
    """Raises ValueError saying what is wrong."""
    stripped = text.strip()
    if stripped[:1] in ("{", "["):
        found: list[str] = _letters_of(json_of(stripped))
    elif position := re.search(r"letters=([A-Z.?/]+)", stripped):
        found = position[1].split("/")
    else:
        found = stripped.splitlines()
    rows = tuple(re.sub(r"\s", "", row).upper() for row in found)
    if not rows or not 1 <= len(rows[0]) <= LARGEST_BOARD or len(rows) > LARGEST_BOARD:
        raise ValueError(f"a board has 1 to {LARGEST_BOARD} rows of 1 to {LARGEST_BOARD} letters")
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise ValueError(f"row {number} has {len(row)} letters and row 1 has {len(rows[0])}; every row needs as many")
        if wrong := re.search(r"[^A-Z.?]", row):
            raise ValueError(f"row {number} holds {wrong[0]!r}; letters are A-Z, unknown ones . or ?")
    return rows


def _letters_of(document: object) -> list[str]:
    """`letters` of a document, of its `board`, or of the one document in a list."""
    if isinstance(document, list) and len(document) == 1:
        document = document[0]
    if isinstance(document, dict) and isinstance(document.get("board"), dict):
        document = document["board"]
    letters = document.get("letters") if isinstance(document, dict) else None
    if not isinstance(letters, list) or not all(isinstance(row, str) for row in letters):
        raise ValueError('no board in it; it needs {"board": {"letters": ["ABC...", ...]}} as `companion read --json` prints')
    return [row for row in letters if isinstance(row, str)]


def read_cells(text: str, rows: Sequence[str]) -> tuple[Cell, ...]:
    """Spaces as in `f14,g14`. Raises WordsError for a space that is not on the board."""
    cursor = Cursor(text.replace(" ", "").lower())
    try:
        cells = cursor.some(cursor.cell)
        cursor.end()
    except CompanionError as fault:
        raise WordsError(f"spaces are named as in f14,g14: {fault}") from fault
    for cell in cells:
        if cell.row >= len(rows) or cell.col >= len(rows[0]):
            raise WordsError(f"{cell} is not on the board of {len(rows)} rows and {len(rows[0])} columns; a1 is its first space")
    return cells


def words_answer(board: Path, lists: Sequence[WordList], start: str | None = None, word: str | None = None) -> dict[str, Json]:
    """What `companion words` prints with --json: one word's paths and whether it is listed, or every listed word of the board.

    Raises WordsError for a board, a space or a word that cannot be understood, and for all words without any list.
    """
    rows = read_board(board)
    starts = None if start is None else read_cells(start, rows)
    answer: dict[str, Json] = {
        "schema": 1,
        "board": {"rows": len(rows), "cols": len(rows[0])},
        "from": None if starts is None else _pairs(starts),
        "lists": [{"name": x.name, "version": x.version, "sha256": x.sha256, "words": len(x.words)} for x in lists],
    }
    if word is not None:
        return answer | _one_word(rows, lists, starts, word)
    if not lists:
        raise WordsError("no word list is installed; install wamerican-large, or name one of your own")
    return answer | {"words": _every_word(rows, lists, starts)}


def _pairs(cells: Iterable[Cell]) -> list[Json]:
    return [[cell.row, cell.col] for cell in cells]


def _one_word(rows: Sequence[str], lists: Sequence[WordList], starts: tuple[Cell, ...] | None, word: str) -> dict[str, Json]:
    plain = folded(word).upper()
    if not re.fullmatch("[A-Z]+", plain) or len(plain) > len(rows) * len(rows[0]):
        raise WordsError(f"--word {word!r}: a word has letters A-Z only, no more than the board")
    found = list(islice(paths(rows, plain, starts=starts), MOST_PATHS + 1))
    return {
        "word": plain,
        "on_board": bool(found),
        "paths": [_pairs(path) for path in found[:MOST_PATHS]],
        "more_paths": len(found) > MOST_PATHS,
        "in_list": any(plain in known for known in lists) if lists else None,
        "in_lists": [known.name for known in lists if plain in known],
        "says": say_of(plain, lists),
    }


def _every_word(rows: Sequence[str], lists: Sequence[WordList], starts: tuple[Cell, ...] | None) -> list[Json]:
    """Longest first, then by letter."""
    found: dict[str, Cells] = {}
    for known in lists:
        found |= all_words(rows, known.lexicon, starts=starts, shortest=SHORTEST)
    order = sorted(found, key=lambda word: (-len(word), word))
    return [
        {"word": word.upper(), "path": _pairs(found[word]), "in_lists": [known.name for known in lists if word in known.words]}
        for word in order
    ]


def words_lines(answer: dict[str, Json]) -> Iterator[str]:
    """The same answer as lines for people."""
    if "word" in answer:
        yield from _word_lines(answer)
        return
    words = answer["words"]
    found = [entry for entry in words if isinstance(entry, dict)] if isinstance(words, list) else []
    yield f"{len(found)} words on the board."
    yield from (f"{entry['word']}  {_named(entry['path'])}" for entry in found)


def _word_lines(answer: dict[str, Json]) -> Iterator[str]:
    found = answer["paths"] if isinstance(answer["paths"], list) else []
    yield f"{answer['word']} is {'on' if found else 'not on'} the board{'.' if not found else ':'}"
    yield from (f"  {_named(path)}" for path in found)
    if answer["more_paths"]:
        yield f"  and more; the first {MOST_PATHS} are shown."
    yield str(answer["says"])


def _named(path: Json) -> str:
    pairs = path if isinstance(path, list) else []
    return "-".join(str(Cell(int(str(pair[0])), int(str(pair[1])))) for pair in pairs if isinstance(pair, list))
