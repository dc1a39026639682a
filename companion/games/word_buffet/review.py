"""The words of a board, for after a round: what a player could have found. Never while people search.

The companion knows every letter and could solve the board; it gives no hint (the specification's "Privacy/fairness").
"""

from companion.game import CompanionError
from companion.games.word_buffet.pieces import Ant, Path, Phase, State
from companion.games.word_buffet.search import Lexicon, all_words
from companion.games.word_buffet.spelling import closed_cells, starts


class HintRefused(CompanionError):
    """Asked for words while somebody may still find them."""


def reviewed_round(state: State) -> int:
    """The newest finished round. Raises HintRefused during a round and before the first."""
    if state.phase is Phase.OVER:
        return state.round
    if state.phase is not Phase.COUNTDOWN or state.round == 1:
        raise HintRefused("words that nobody found are shown after a round only; finish this one first")
    return state.round - 1


def missed_words(state: State, seat: int, words: Lexicon) -> dict[str, Path]:
    """Every listed word that a player could have marked in the newest finished round, in capitals, longest first, then by letter.

    The board is taken as that round found it: what was covered before is closed, what was covered in it is open (WB-4.5). Words
    that somebody marked in that round are left out. Raises HintRefused during a round and before the first.
    """
    number = reviewed_round(state)
    then = _as_it_was(state, number)
    found = all_words(
        _rows(then),
        words,
        starts=starts(then, seat),
        blocked=closed_cells(then, seat),
        shortest=state.house.min_word,
        reuse=state.house.reuse_cell,
    )
    marked = {word.word for word in state.found if word.round == number}
    missed = {word.upper(): path for word, path in found.items() if word.upper() not in marked}
    return dict(sorted(missed.items(), key=lambda item: (-len(item[0]), item[0])))


def _as_it_was(state: State, number: int) -> State:
    """The board when the search of a round began."""
    ants: tuple[Ant, ...] = tuple(ant for ant in state.ants if ant.round < number)
    return State(state.house, Phase.SEARCH, number, state.letters, state.foods, state.nests, ants)


def _rows(state: State) -> list[str]:
    """The letters, with `.` where a food fills the space."""
    filled = {food.cell for food in state.foods if not food.on_corner}
    return ["".join("." if (row, col) in filled else letter for col, letter in enumerate(line)) for row, line in enumerate(state.letters)]
