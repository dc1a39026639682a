"""How much is looked at of a board before its letters are named: as little as tells which way its tiles lie."""

from collections.abc import Sequence

from tests.vision.letterart import ROWS, Style, board, on_table
from vision.letters.board import read_board
from vision.letters.cell_looks import PARAMS
from vision.letters.cells import Grid
from vision.letters.net import TURNS, Floats, Greys, LetterNet


class Counted(LetterNet):
    """Both nets, and how many cells were looked at in how many turns by either."""

    def __init__(self) -> None:
        super().__init__()
        self.glances: list[tuple[int, int]] = []
        self.close: list[tuple[int, int]] = []

    def glance(self, glyphs: Greys, turns: Sequence[int] = TURNS) -> Floats:
        self.glances.append((len(glyphs), len(turns)))
        return super().glance(glyphs, turns)

    def evidence(self, glyphs: Greys, turns: Sequence[int] = TURNS) -> Floats:
        self.close.append((len(glyphs), len(turns)))
        return super().evidence(glyphs, turns)


def looked(rows: list[str], style: Style | None = None) -> Counted:
    net = Counted()
    photo, corners = on_table(*board(rows, style))
    read_board(photo, Grid.of_corners(len(rows), len(rows[0]), corners.tolist()), net)
    return net


def in_all_turns(looks: list[tuple[int, int]]) -> int:
    return sum(cells for cells, turns in looks if turns == len(TURNS))


def test_few_letters_tell_how_a_board_lies_and_no_other_is_looked_at_in_every_turn() -> None:
    net = looked(ROWS)
    assert in_all_turns(net.glances) == PARAMS.few
    assert in_all_turns(net.close) == 0


def test_where_they_lie_in_several_turns_more_are_looked_at_in_all() -> None:
    upside_down = {(row, col): 2 for row in range(len(ROWS)) for col in range(0, len(ROWS[0]), 2)}
    net = looked(ROWS, Style(turns=upside_down))
    assert in_all_turns(net.glances) == PARAMS.sample > PARAMS.few


def test_the_letters_themselves_are_looked_at_by_the_net_that_names_them() -> None:
    letters = sum(sign.isalpha() for row in ROWS for sign in row)
    assert sum(cells for cells, _ in looked(ROWS).close) >= letters
