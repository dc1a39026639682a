"""A word that somebody has shown, checked on the board as everybody sees it: does it lie there, may it begin there, is it in a list.

It answers for one word that a person names, once people show their words. It never searches for others, and says nothing while they
search (the specification's "Privacy/fairness").
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from companion.game import CompanionError, Json
from companion.games.word_buffet.pieces import Cell, path_text
from companion.games.word_buffet.search import paths
from companion.numerals import whole
from companion.words import WordList, WordsError, folded, read_cells, say_of

PHASES = ("mark", "vote", "cover")
"""Somebody has shown a word."""
PATHS_SHOWN = 6
LONGEST = 40


class CheckRefused(CompanionError):
    """Not now, or no word."""


def check_shown(show: Mapping[str, Any], lists: Sequence[WordList], asked: Mapping[str, str]) -> dict[str, Json]:
    """What can be said of `word`, shown by `seat`, perhaps along `path` (`f14,g13`), on the board of a Word Buffet's `show`.

    `ok` of a check is null where the companion cannot tell. Raises CheckRefused and WordsError, each in one line.
    """
    if show.get("phase") not in PHASES:
        raise CheckRefused("words are checked once somebody has shown one, never while people search")
    word = folded(asked.get("word", "")[:LONGEST]).upper()
    if not re.fullmatch("[A-Z]+", word):
        raise CheckRefused("type the word in letters A to Z")
    seat = whole(asked.get("seat", ""))
    players = show["players"]
    player = players[seat] if seat is not None and seat < len(players) else None
    rows = tuple(show["board"]["letters"])
    anywhere = next(paths(rows, word), None) is not None
    allowed = list(islice(_allowed(rows, word, player), PATHS_SHOWN + 1))
    tapped = _tapped(asked.get("path", ""), rows, word)
    holding = [known.name for known in lists if word in known] if lists else None
    way = tapped or next(iter(allowed), None) or next(paths(rows, word), ())
    checks = [
        _check("WB-4.2", anywhere, "on_board"),
        _check("WB-4.3", bool(allowed) if player else None, "from_own"),
        _check("WB-7.1", None if holding is None else bool(holding), "in_list"),
    ]
    if tapped is not None:
        checks.insert(1, _check("WB-4.4", tapped in allowed, "this_path"))
    return {
        "word": word,
        "seat": None if player is None else seat,
        "checks": list[Json](checks),
        "paths": [path_text(path) for path in allowed[:PATHS_SHOWN]],
        "more_paths": len(allowed) > PATHS_SHOWN,
        "way": list[Json](map(str, way)),
        "covered": list[Json](_covered(show["board"], way)),
        "says": say_of(word, lists) if lists else "",
    }


def _covered(board: Mapping[str, Any], way: Sequence[Cell]) -> Iterator[dict[str, Json]]:
    """Who covers which spaces of the word's way."""
    on = {ant["name"]: ant["seat"] for ant in board["ants"]}
    return ({"cell": str(cell), "letter": board["letters"][cell.row][cell.col], "seat": on[str(cell)]} for cell in way if str(cell) in on)


def _check(clause: str, ok: bool | None, what: str) -> dict[str, Json]:
    return {"clause": clause, "ok": ok, "what": what}


def _allowed(rows: Sequence[str], word: str, player: Mapping[str, Any] | None) -> Any:
    """Paths that begin where this player may begin and use no letter that is closed to them."""
    if player is None:
        return paths(rows, word)
    return paths(rows, word, starts=_cells(player["starts"], rows), blocked=_cells(player["closed"], rows))


def _cells(names: Sequence[str], rows: Sequence[str]) -> frozenset[Cell]:
    return frozenset(read_cells(",".join(names), rows)) if names else frozenset()


def _tapped(text: str, rows: Sequence[str], word: str) -> tuple[Cell, ...] | None:
    """The spaces that were tapped, if they spell the word."""
    if not text:
        return None
    try:
        cells = read_cells(text, rows)
    except WordsError as fault:
        raise CheckRefused(str(fault)) from fault
    return cells if "".join(rows[cell.row][cell.col] for cell in cells) == word else None
