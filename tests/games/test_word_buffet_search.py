"""Words on a board: equal to a search that tries everything; the prefix tree; the review after a round."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

import pytest
from hypothesis import given, settings, strategies as st

from companion.games.word_buffet.pieces import Cell, Path, path_text
from companion.games.word_buffet.review import HintRefused, missed_words, reviewed_round
from companion.games.word_buffet.search import Lexicon, all_words, lexicon, paths
from tests.games.word_buffet_tables import WORDS, calls, cells, laid, play, position, tokens

SMALL = [(3, 3), (2, 4), (4, 3)]
ALPHABET = "ABC."


@st.composite
def boards(draw: st.DrawFn) -> list[str]:
    height, width = draw(st.sampled_from(SMALL))
    return ["".join(draw(st.sampled_from(ALPHABET)) for _ in range(width)) for _ in range(height)]


words = st.text(alphabet="ABC", min_size=1, max_size=5)
some_cells = st.sets(st.builds(Cell, st.integers(0, 3), st.integers(0, 3)), max_size=5)


def naive(rows: Sequence[str], word: str, starts: set[Cell] | None, blocked: set[Cell], *, reuse: bool) -> Iterator[Path]:
    """Every row of spaces whatever, filtered by the words of the rule: letters, neighbours, no space twice."""
    places = [Cell(r, c) for r, line in enumerate(rows) for c in range(len(line))]
    fitting = [[cell for cell in places if rows[cell.row][cell.col] == letter and cell not in blocked] for letter in word]
    for path in product(*fitting):
        steps = pairwise(path)
        if not all(max(abs(a.row - b.row), abs(a.col - b.col)) == 1 for a, b in steps):
            continue
        if (reuse or len(set(path)) == len(path)) and (starts is None or path[0] in starts):
            yield path


@settings(deadline=None, max_examples=300)
@given(boards(), words, st.none() | some_cells, some_cells, st.booleans())
def test_paths_of_one_word_are_those_of_a_naive_search(
    rows: list[str], word: str, starts: set[Cell] | None, blocked: set[Cell], reuse: bool
) -> None:
    found = list(paths(rows, word, starts=starts, blocked=blocked, reuse=reuse))
    assert sorted(found) == sorted(naive(rows, word, starts, blocked, reuse=reuse))
    assert len(set(found)) == len(found)


@settings(deadline=None, max_examples=150)
@given(boards(), st.sets(words, max_size=12), st.none() | some_cells, some_cells, st.booleans(), st.integers(1, 3))
def test_all_words_of_a_board_are_those_of_a_naive_search(
    rows: list[str], listed: set[str], starts: set[Cell] | None, blocked: set[Cell], reuse: bool, shortest: int
) -> None:
    known = lexicon(word.lower() for word in listed)
    found = all_words(rows, known, starts=starts, blocked=blocked, reuse=reuse, shortest=shortest)
    every = {word: set(naive(rows, word, starts, blocked, reuse=reuse)) for word in listed if len(word) >= shortest}
    assert found.keys() == {word.lower() for word, ways in every.items() if ways}
    assert all(path in every[word.upper()] for word, path in found.items())


@given(st.sets(st.text(alphabet="abcxyz", min_size=1, max_size=6)), st.sets(st.text(alphabet="abcxyzABC-é", max_size=6)))
def test_the_prefix_tree_holds_its_words_and_no_other(listed: set[str], asked: set[str]) -> None:
    known = lexicon(listed)
    assert known.size == len(listed)
    assert all(word in known and word.upper() in known for word in listed)
    assert all((word in known) == (word.lower() in listed) for word in asked)
    prefixes = {word[:end] for word in listed for end in range(len(word) + 1)} | {""}
    assert len(known.mask) == len(known.first) == len(prefixes)


@pytest.mark.parametrize("word", ["", "A", "don't", "naïve"])
def test_a_listed_word_is_a_to_z(word: str) -> None:
    with pytest.raises(ValueError, match="a listed word is one or more of a-z"):
        lexicon([word])


@pytest.mark.parametrize("word", ["", "C4", "É", "ZZZ"])
def test_what_is_no_word_lies_nowhere(word: str) -> None:
    assert list(paths(["ABC", "DEF"], word)) == []


def test_home_lies_there_and_emoh_does_not_make_it() -> None:
    rows = ["HOX", "XXM", "XXE"]
    assert list(map(path_text, paths(rows, "home"))) == ["a1-b1-c2-c3"]
    assert list(map(path_text, paths(rows, "EMOH"))) == ["c3-c2-b1-a1"]


def test_a_word_whose_end_cannot_be_reached_costs_no_time() -> None:
    rows = ["A" * 15] * 14 + ["." * 15]
    assert next(paths(rows, "A" * 40), None) is not None
    assert list(paths([*rows, "B" * 15], "A" * 40 + "B")) == []


class TestReview:
    lists: Lexicon = lexicon(["cubic", "cub", "antlers", "golden", "at", "xx", "hint", "ufo"])

    def test_no_hint_while_somebody_may_find_a_word(self) -> None:
        begun = play(laid(2), "table go")
        judged = play(calls(laid(2), 5, 0), f"P1 word CUBIC {WORDS['CUBIC']}")
        for state in (laid(2), begun, calls(laid(2), 5), calls(laid(2), 5, 0), judged):
            with pytest.raises(HintRefused, match="after a round only"):
                missed_words(state, 0, self.lists)

    def test_after_a_round_what_a_player_could_have_marked(self) -> None:
        after = play(calls(laid(2), 3, 0), "P1 word CUB h1-h2-i2", "table agree yes", "P1 cover h1 h2 i2", "P2 single f15")
        assert reviewed_round(after) == 1
        mine = missed_words(after, 0, self.lists)
        assert list(mine)[:2] == ["ANTLERS", "CUBIC"]
        assert "CUB" not in mine, "somebody marked it"
        assert mine["ANTLERS"] == cells(WORDS["ANTLERS"])
        assert "AT" in mine
        assert "GOLDEN" in missed_words(after, 1, self.lists)
        assert not {"CUBIC", "AT"} & missed_words(after, 1, self.lists).keys(), "they begin at another nest"

    def test_what_was_covered_before_was_closed_and_later_starts_were_open(self) -> None:
        state = position("round=3 ants=P1.i2.1,P1.d5.1,P1.a1.2,P2.f15.1", 2)
        mine = missed_words(state, 0, lexicon(["cubic", "lxx", "ubx", "el"]))
        assert mine.keys() == {"EL", "LXX"}

    def test_a_food_on_a_space_is_no_letter(self) -> None:
        state = position("round=2 ants=P1.j1.1,P2.f15.1", 2, {"COB": "g1-g2-g3"}, food_model="cell")
        assert missed_words(state, 0, lexicon(["cob", "xx"])).keys() == {"XX"}

    def test_at_the_end_the_last_round(self) -> None:
        over = position(f"phase=over round=4 trigger=P1 ants={tokens(1, 41, specials=1)}", 2)
        assert reviewed_round(over) == 4
        assert "AT" in missed_words(over, 0, self.lists)
