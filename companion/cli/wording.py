"""Word Buffet: is this word on the board, where, and is it in a list."""

import json
from functools import cache
from pathlib import Path

import click

from companion.config import state_folder
from companion.game import CompanionError
from companion.web.settings import Check
from companion.wordcheck import check_shown
from companion.words import load_lists, words_answer, words_lines

GAME = "word_buffet"
"""The one game of words."""


@click.command()
@click.option("--board", type=click.Path(path_type=Path), required=True, help="The board: rows of letters, or what `read --json` printed.")
@click.option("--from", "start", metavar="CELLS", help="Spaces that a path may begin on, e.g. f14,g14 (a1 is the first); without it any.")
@click.option("--word", help="One word; without it every listed word of the board (for the round's review).")
@click.option("--lists", type=click.Path(path_type=Path), help="A folder with your own lists, *.txt, a word on each line.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
def words(board: Path, start: str | None, word: str | None, lists: Path | None, as_json: bool) -> None:
    """Which words are on a letter board, where they run, and which list knows them."""
    if lists is not None and not lists.is_dir():
        raise CompanionError(f"--lists {lists}: no such folder; name one with your lists, *.txt")
    own = lists or state_folder() / "words"
    answer = words_answer(board, load_lists(own if own.is_dir() else None), start, word)
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False))
        return
    for line in words_lines(answer):
        click.echo(line)


def check_for(game: str, own: Path | None) -> Check | None:
    """What the page's word check asks; None for a game without words. The lists are read at the first question."""
    if game != GAME:
        return None
    lists = cache(lambda: load_lists(own))
    return lambda show, asked: check_shown(show, lists(), asked)
