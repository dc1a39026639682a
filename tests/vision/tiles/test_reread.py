"""A board of letter tiles read in one picture after another: only what changed is read again, with the answer of a whole look."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.art_word_buffet import ANTS
from tests.vision.tiles.test_tiled import PRINTS, lay, table
from vision.frame import Frame
from vision.letters.cells import Grid
from vision.letters.net import letter_net
from vision.observation import Ant, Board
from vision.tiles import reread
from vision.tiles.reread import BoardFollower, changed_cells
from vision.tiles.tiled import read_tiled
from vision.tiles.tiling import Tiling

Pixels = NDArray[np.uint8]
TILING = Tiling(tiles=2, known=PRINTS, colours=ANTS)


def photo_of() -> Pixels:
    """Four tiles and no token."""
    return table(((0, 0), (0, 1), (1, 0), (1, 1)), ants=False)


class Counted(BoardFollower):
    """A follower that counts how often the whole board is looked for."""

    def __init__(self) -> None:
        super().__init__(TILING, letter_net())
        self.wholes, self.seconds = 0, 0.0

    def look(self, photo: Pixels, after_s: float = 0.1) -> Board:
        """The board in a picture taken so long after the last one."""
        self.seconds += after_s
        board = self(Frame(photo, self.seconds))
        assert board is not None
        return board

    def _anew(self, frame: Frame, changed: reread.Flags | None, grid: Grid | None = None) -> Board | None:
        self.wholes += 1
        return super()._anew(frame, changed, grid)


def again(photo: Pixels, seed: int, gain: float = 1.0) -> Pixels:
    """The same table photographed once more: other noise, perhaps more light."""
    noise = np.random.default_rng(seed).normal(0, 2.5, photo.shape)
    return np.asarray(np.clip(photo * gain + noise, 0, 255), np.uint8)


def with_token(photo: Pixels, row: int, col: int, board: Board) -> Pixels:
    """A red token laid on a cell."""
    grid, laid = Grid.of_corners(board.rows, board.cols, board.corners_px), photo.copy()
    x, y = grid.px([(col + 0.5, row + 0.5)])[0]
    lay(laid, Ant(row, col, "red"), round(x), round(y), 2 * round(0.36 * grid.px_per_cell))
    return laid


def told(board: Board) -> tuple[object, ...]:
    """What a board says, without how sure and exactly where."""
    return board.letters, {(ant.row, ant.col, ant.color, ant.special) for ant in board.ants}, board.foods, board.tiles, board.why


def test_only_what_changed_is_read_again_and_the_answer_is_that_of_the_whole_board() -> None:
    eye, photo = Counted(), photo_of()
    first = eye.look(photo)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reread, "find_tiled", lambda *_: pytest.fail("it lies where it lay"))
        assert told(eye.look(again(photo, 1))) == told(first)
    assert eye.wholes == 2, "what one look alone has told is looked at twice"
    still = eye.look(again(photo, 2))
    assert eye.look(again(photo, 3, gain=1.08)) is still, "nothing changed but the light"
    laid = with_token(again(photo, 4), 6, 7, first)
    seen = eye.look(laid)
    assert Ant(6, 7, "red", False) in [Ant(ant.row, ant.col, ant.color, ant.special) for ant in seen.ants]
    assert told(seen) == told(read_tiled(laid, TILING, letter_net()) or first)
    assert eye.wholes == 2


def test_what_comes_to_lie_beside_the_board_changes_no_letter_of_it() -> None:
    eye, photo = Counted(), photo_of()
    eye.look(photo)
    first = eye.look(again(photo, 1))
    assert eye.look(again(photo, 2)) is first, "every cell has been told alike twice"
    grid, beside = Grid.of_corners(first.rows, first.cols, first.corners_px), again(photo, 3)
    x, y = (round(at) for at in grid.px([(4.5, -0.5)])[0])
    beside[y - 8 : y + 8, x - 12 : x + 12] = 30
    seen = eye.look(beside)
    assert seen is not first and told(seen) == told(first)
    assert eye.wholes == 2


def test_a_board_that_was_moved_or_not_seen_for_long_is_looked_for_as_a_whole() -> None:
    eye, photo = Counted(), photo_of()
    first = eye.look(photo)
    moved = eye.look(np.roll(photo, 40, axis=1))
    assert eye.wholes == 2
    assert moved.letters == first.letters
    assert moved.corners_px[0][0] > first.corners_px[0][0] + 30
    eye._before = None if eye._before is None else replace(eye._before, agreed=np.ones((10, 10), np.bool_))
    assert eye.look(np.roll(photo, 40, axis=1)) is moved
    with pytest.MonkeyPatch.context() as patch:
        looked = list[Pixels]()
        patch.setattr(reread, "find_tiled", lambda rgb, *_: looked.append(rgb))
        bare = np.full_like(photo, 130)
        assert eye(Frame(bare, eye.seconds + 100.0)) is None and len(looked) == 1, "after so long all of it is looked for"


def test_a_board_that_is_not_found_any_more_is_tried_where_it_lay() -> None:
    """Tokens hide its letters, and what lies close to it makes one outline with it."""
    eye, photo = Counted(), photo_of()
    first = eye.look(photo)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reread, "find_tiled", lambda *_: None)
        assert told(eye.look(again(photo, 5), after_s=100.0)) == told(first)
        assert eye(Frame(np.full_like(photo, 130), eye.seconds + 1.0)) is None, "not where it does not show"
        assert told(eye.look(again(photo, 6))) == told(first), "and there again when it does"


def test_a_table_without_a_board_is_told_and_nothing_is_remembered_of_it() -> None:
    eye = Counted()
    assert eye(Frame(np.full((600, 600, 3), 130, np.uint8), 0.0)) is None
    assert eye._before is None


@pytest.mark.parametrize("gain", [0.9, 1.0, 1.1])
def test_a_cell_has_changed_when_more_than_noise_and_light_differ(gain: float) -> None:
    rng = np.random.default_rng(1)
    before = np.asarray(rng.integers(30, 200, (50, 60, 3)), np.uint8)
    now = np.clip(before * gain + rng.normal(0, 3, before.shape), 0, 255).astype(np.uint8)
    now[12:16, 23:27] = 255 - now[12:16, 23:27]
    assert np.argwhere(changed_cells(before, now)).tolist() == [[1, 2]]
    assert changed_cells(before, (before * 0.5).astype(np.uint8)).all(), "quite another light: nothing is known"
