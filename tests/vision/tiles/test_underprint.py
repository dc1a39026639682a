"""Letters below a warm print: what may be hidden by it, and what cannot."""

import cv2
import numpy as np

from tests.vision.letterart import Style, glyph
from vision.letters.cells import MARGIN, PX_PER_CELL, Flat, Grid
from vision.letters.net import PLAIN
from vision.tiles.redfilter import warm_print
from vision.tiles.underprint import may_differ

LETTERS = "TITITITITITI"
READ = np.array([PLAIN.index(letter) for letter in LETTERS])
TURNS = np.zeros(len(LETTERS), np.int64)
LAST = len(LETTERS) - 1
STYLE = Style(face=cv2.FONT_HERSHEY_TRIPLEX)
RED, PAPER = (236, 60, 70), (250, 248, 242)


def board(rows: slice, first: int = LAST) -> tuple[Flat, Flat]:
    """A row of letters as a red glass shows them, and in colours: from the `first` on a red stripe lies over these rows of a cell."""
    side, margin = PX_PER_CELL, round(MARGIN * PX_PER_CELL)
    grey = np.full((side + 2 * margin, len(LETTERS) * side + 2 * margin), 225, np.uint8)
    for i, letter in enumerate(LETTERS):
        cell = cv2.cvtColor(glyph(letter, side, STYLE, 0), cv2.COLOR_RGB2GRAY)
        grey[margin : margin + side, margin + i * side : margin + (i + 1) * side] = cell
    colours = np.full((*grey.shape, 3), PAPER, np.uint8)
    colours[margin + rows.start : margin + rows.stop, margin + first * side : margin + len(LETTERS) * side] = RED
    grid = Grid(1, len(LETTERS), np.eye(3))
    return Flat(grid, colours), Flat(grid, np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), np.uint8))


def doubtful(flat: Flat, grey: Flat, lead: float = 2.0) -> list[int]:
    """The cells that may show another letter, when the net prefers what is read by this much."""
    nats = np.full((len(LETTERS), len(PLAIN)), -20, np.float32)
    nats[:, [PLAIN.index("T"), PLAIN.index("I")]] = 5 - lead
    nats[np.arange(len(LETTERS)), READ] = 5
    clear = np.arange(len(LETTERS)) != LAST
    return np.flatnonzero(may_differ(flat, grey, grey.grid.middles, TURNS, READ, nats, clear)).tolist()


def test_an_i_whose_top_lies_below_warm_print_may_be_a_t() -> None:
    assert doubtful(*board(slice(0, PX_PER_CELL // 2))) == [LAST]


def test_an_i_whose_top_shows_is_none() -> None:
    assert doubtful(*board(slice(PX_PER_CELL * 4 // 5, PX_PER_CELL))) == []


def test_an_i_on_a_board_whose_tops_show_below_warm_print_is_none() -> None:
    assert doubtful(*board(slice(0, PX_PER_CELL // 2), first=1)) == []


def test_what_the_net_is_sure_of_stands() -> None:
    assert doubtful(*board(slice(0, PX_PER_CELL // 2)), lead=12.0) == []


def test_warm_print_is_told_from_paper_and_dark_letters() -> None:
    picture = np.full((400, 400, 3), PAPER, np.uint8)
    for row, ink in enumerate((RED, (20, 24, 30), (60, 160, 175))):
        cv2.line(picture, (40, 100 + 100 * row), (360, 100 + 100 * row), ink, 9)
    told = warm_print(picture)
    assert told[98:103, 50:350].all()
    assert not told[140:].any()
    assert not told[:80].any()
