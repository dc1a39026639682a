"""How fast Word Buffet is; printed, never asserted: `pytest -s tests/benchmarks/test_word_buffet_speed.py`."""

import time
from random import Random

import pytest

from companion.games.word_buffet import GAME
from companion.games.word_buffet.search import all_words, lexicon, paths
from companion.words import WordList, list_files, load_list
from tests.games.test_word_buffet_random import next_action
from tests.games.word_buffet_tables import PACK, setup

LETTERS = "EEEEEEEEEEEEAAAAAAAAARRRRRRRRIIIIIIIIOOOOOOOTTTTTTTNNNNNNNSSSSSSLLLLLCCCCUUUUDDDDPPPMMMHHHGGBBFFYYWKVXZJQ"
"""About as frequent as in English."""


def test_violations_and_apply_per_second() -> None:
    random, steps = Random(1), []
    for players in (2, 3, 4):
        state = GAME.initial(PACK, setup(players))
        while not GAME.status(state).over:
            action = next_action(state, random)
            steps.append((state, action))
            state = GAME.apply(state, action)
    begin = time.perf_counter()
    for state, action in steps:
        GAME.violations(state, action)
        GAME.apply(state, action)
    seconds = time.perf_counter() - begin
    print(f"\n{len(steps)} actions, {len(steps) / seconds:,.0f} a second (violations, then apply)")
    assert steps


def test_words_of_full_boards() -> None:
    files = list_files()
    if not files:
        pytest.skip("no word list on this machine: install wamerican-large")
    begin = time.perf_counter()
    listed = load_list(files[0])
    read = time.perf_counter()
    known = lexicon(listed.words)
    built = time.perf_counter()
    print(f"\n{listed}: read in {read - begin:.2f} s, tree of {len(known.mask):,} prefixes in {built - read:.2f} s")
    random = Random(2)
    boards = [["".join(random.choice(LETTERS) for _ in range(15)) for _ in range(15)] for _ in range(10)]
    begin = time.perf_counter()
    counts = [len(all_words(rows, known, shortest=2)) for rows in boards]
    print(f"225 letters: {1000 * (time.perf_counter() - begin) / len(boards):.0f} ms a board, {min(counts)} to {max(counts)} words")
    asked = random.sample(sorted(listed.words), 500)
    times = [min(_look_up(word, listed, boards[0]) for _ in range(3)) for word in asked]  # other programs disturb; best of three
    print(f"one word, in the list and every path: {sorted(times)[250]:.2f} ms in the middle, {max(times):.2f} ms at worst of {len(times)}")


def _look_up(word: str, listed: WordList, rows: list[str]) -> float:
    """Milliseconds for one word: is it in the list, and every path of it."""
    begin = time.perf_counter()
    assert word in listed
    list(paths(rows, word))
    return 1000 * (time.perf_counter() - begin)
