"""Letters of any game in a picture: a board of cells, or loose tiles. Needs no pack."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.frame import Frame
from vision.image.lens import bent
from vision.letters.board import doubted, read_board
from vision.letters.cells import Grid
from vision.letters.gridlines import Found
from vision.letters.loose import read_loose
from vision.letters.net import PLAIN, letter_net
from vision.letters.unbent import Unbent, find_unbent
from vision.observation import Board, Observation, PlaneFix, Quality, quad_of
from vision.stopwatch import Stopwatch
from vision.table import light, plane


@dataclass(frozen=True, slots=True)
class LetterReader:
    """Reads letters and nothing else. Raises UnknownLetterError when it is used with an alphabet that the net was not taught."""

    alphabet: str = PLAIN
    rows: int = 0
    """Of a board; 0 for loose tiles."""
    cols: int = 0
    corners_px: Sequence[Sequence[float]] | None = None
    """The board's corners: top-left, top-right, bottom-right, bottom-left; found when not given."""

    def read(self, frame: Frame) -> Observation:
        """What is spelled in the picture. Raises ValueError for corners that span no board."""
        clock, net = Stopwatch(), letter_net(self.alphabet)
        with clock("total"):
            with clock("plane"):
                table = plane.locate(frame)
            with clock("light"):
                quality = light.measure(frame, table)
            fix = PlaneFix("none") if table is None else table.fix
            if not self.rows:
                with clock("letters"):
                    tiles = read_loose(frame.rgb, net)
                return Observation(frame.taken_at, frame.size_px, quality, fix, tiles, clock.timings_ms)
            board = self._board(frame, clock)
        if board is None:
            quality = _with(quality, f"no board of {self.rows} x {self.cols} cells is to be seen: show all of it, or give its corners")
        return Observation(frame.taken_at, frame.size_px, quality, fix, (), clock.timings_ms, board)

    def _board(self, frame: Frame, clock: Stopwatch) -> Board | None:
        with clock("grid"):
            found = self._found(frame)
        if found is None:
            return None
        with clock("letters"):
            board = read_board(found.rgb, found.found.grid, letter_net(self.alphabet))
        if found.term:
            board = replace(board, corners_px=quad_of(bent(np.array(board.corners_px), found.term, frame.size_px)))
        if not (sides := found.found.goes_on):
            return board
        where = f"beyond the {' and the '.join(sides)} of {self.rows} x {self.cols}"
        return doubted(board, f"cells go on {where}: count the board's rows and columns, or give its corners")

    def _found(self, frame: Frame) -> Unbent | None:
        if self.corners_px is not None:
            return Unbent(frame.rgb, Found(Grid.of_corners(self.rows, self.cols, self.corners_px), float("inf")))
        return find_unbent(frame.rgb, self.rows, self.cols)


def _with(quality: Quality, advice: str) -> Quality:
    return replace(quality, advice=(*quality.advice, advice))
