"""Word Buffet from a board that the camera read: what lies there, and the score of one picture at the end."""

from dataclasses import replace

import pytest

from companion.game import CompanionError, Piece
from companion.games.word_buffet import GAME
from companion.games.word_buffet.onboard import in_cells, letters as letters_of, nest_at
from companion.games.word_buffet.photographed import final_state
from companion.referee import Played, explain
from tests.games.word_buffet_tables import PACK, laid, letters, opening, setup
from vision.observation import Ant, Board, Detection, Observation, Quad, Quality, TileTurn

CORNERS: Quad = ((100.0, 100.0), (850.0, 120.0), (830.0, 860.0), (90.0, 840.0))
FOODS = tuple((row + 0.5, col + 0.5) for row in (1, 6, 11) for col in (1, 6, 11))
OPTIONS = {"nest_layout": "N2,S2,W2,E2", "colours": "red,yellow,green,blue"}


def seen(
    *ants: Ant, rows: tuple[str, ...] | None = None, foods: tuple[tuple[float, float], ...] = FOODS, things: tuple[Detection, ...] = ()
) -> Observation:
    board = Board(CORNERS, rows or letters(), foods=foods, ants=ants)
    return Observation(0.0, (1000, 1000), Quality(1, 0.5, 0), board=board)


def beside(board: Board, right: float, down: float, name: str) -> Detection:
    """A nest whose middle lies at these spaces, in pixels of the same picture."""
    for x in range(0, 1000, 4):
        for y in range(0, 1000, 4):
            u, v = in_cells(board, (x, y))
            if abs(u - right) < 0.15 and abs(v - down) < 0.15:
                return Detection("tile", ((x - 2, y - 2), (x + 2, y - 2), (x + 2, y + 2), (x - 2, y + 2)), name, 0.99)
    raise AssertionError("outside the picture")


class TestSeeing:
    def test_tokens_foods_and_letters_come_from_the_board(self) -> None:
        spots = {(s.zone, s.slot, s.piece) for s in GAME.see(PACK, seen()).spots}
        assert ("foods", "b2+", "food") in spots
        assert len([zone for zone, _, _ in spots if zone == "letters"]) == 225
        tokens = {(s.zone, s.slot, s.piece) for s in GAME.see(PACK, seen(Ant(0, 5, "red"), Ant(14, 9, "blue", True))).spots}
        assert {("board", "f1", "ant-red"), ("board", "j15", "special-blue")} <= tokens
        assert not [zone for zone, _, _ in tokens if zone == "letters"], "letters are read from the bare board"

    def test_foods_that_glare_leaves_hold_up_no_letters(self) -> None:
        for some in (FOODS[:7], (*FOODS[:8], FOODS[7]), (*FOODS[:8], (0.5, 0.5))):
            assert not [spot for spot in GAME.see(PACK, seen(foods=some)).spots if spot.zone == "foods"], some
            read = explain(GAME, opening(), GAME.see(PACK, seen(foods=some)))
            assert isinstance(read, Played) and [str(action) for action in read.actions] == [f"table board letters={'/'.join(letters())}"]

    def test_a_token_whose_colour_the_light_hides_has_no_name(self) -> None:
        (token,) = [s for s in GAME.see(PACK, seen(Ant(3, 3, None))).spots if s.zone == "board"]
        assert (token.piece, token.slot) == (None, "d4")

    def test_letters_that_could_not_be_read_are_left_out(self) -> None:
        rows = ("?" + letters()[0][1:14] + ".", *letters()[1:])
        slots = {s.slot for s in GAME.see(PACK, seen(rows=rows)).spots if s.zone == "letters"}
        assert "a1" not in slots
        assert "o1" not in slots
        assert len(slots) == 223

    @pytest.mark.parametrize(("right", "down", "slot"), [(7.5, -1.5, "N2"), (2.0, 16.5, "S1"), (-1.5, 12.0, "W3"), (16.4, 2.0, "E1")])
    def test_nests_are_told_by_the_board_itself(self, right: float, down: float, slot: str) -> None:
        look = seen()
        assert look.board is not None
        nest = beside(look.board, right, down, "nest-red")
        found = nest_at(look.board, nest.quad_px, 5)
        assert str(found) == slot
        spots = [s for s in GAME.see(PACK, replace(look, detections=(nest,))).spots if s.zone == "nests"]
        assert [(s.slot, s.piece) for s in spots] == [(slot, "nest-red")]

    @pytest.mark.parametrize(("right", "down"), [(7.5, 7.5), (-1.0, -1.0), (16.0, 16.0)])
    def test_a_nest_on_the_board_or_off_its_corners_is_at_no_edge(self, right: float, down: float) -> None:
        look = seen()
        assert look.board is not None
        assert nest_at(look.board, beside(look.board, right, down, "nest-red").quad_px, 5) is None

    def test_a_nest_at_no_edge_says_nothing_and_a_marker_beside_the_board_is_a_call(self) -> None:
        look = seen()
        assert look.board is not None
        lost = beside(look.board, 7.5, 7.5, "nest-red")
        quad_mm = ((370.0, 40.0), (380.0, 40.0), (380.0, 30.0), (370.0, 30.0))
        marker = Detection("token", lost.quad_px, "marker-red", 0.99, quad_mm=quad_mm)
        elsewhere = replace(marker, quad_mm=((1.0, 900.0), (9.0, 900.0), (9.0, 890.0), (1.0, 890.0)))
        spots = GAME.see(PACK, replace(look, detections=(lost, marker, elsewhere))).spots
        assert [(s.zone, s.slot, s.piece) for s in spots if s.zone in ("nests", "chart")] == [("chart", "1", "marker-red")]

    def test_a_tile_of_which_nobody_knows_the_letters_adds_none(self) -> None:
        rows = ("?" * 15, *letters()[1:])
        board = replace(seen(rows=rows).board or Board(CORNERS, rows), tiles=(TileTurn(0, 0, 1, "tile-of-another-box"),))
        assert letters_of(PACK, board) == rows

    def test_corners_are_where_the_board_says(self) -> None:
        board = seen().board
        assert board is not None
        for corner, (right, down) in zip(CORNERS, ((0, 0), (15, 0), (15, 15), (0, 15)), strict=True):
            assert in_cells(board, corner) == pytest.approx((right, down), abs=1e-6)


class TestKnownTiles:
    PRINT = "ABCDE/FGHIJ/KLMNO/PQRST/UVWXY"

    @pytest.mark.parametrize(("turns", "row"), [(0, "ABCDE"), (1, "UPKFA"), (2, "YXWVU"), (3, "EJOTY")])
    def test_what_a_token_covers_on_an_enrolled_tile_is_known(self, turns: int, row: str) -> None:
        pack = replace(PACK, pieces=(*PACK.pieces, Piece("tile-1", "tile", 1, (65, 65), {"letters": self.PRINT})))
        rows = ("." * 15,) * 15
        board = Board(CORNERS, rows, tiles=(TileTurn(1, 2, turns, "tile-1"),))
        assert letters_of(pack, board)[5][10:] == row
        assert letters_of(pack, board)[0] == "." * 15

    def test_a_letter_that_shows_is_not_overruled(self) -> None:
        pack = replace(PACK, pieces=(*PACK.pieces, Piece("tile-1", "tile", 1, (65, 65), {"letters": self.PRINT})))
        board = Board(CORNERS, ("Z" + "." * 14, *("." * 15,) * 14), tiles=(TileTurn(0, 0, 0, "tile-1"),))
        assert letters_of(pack, board)[0][:5] == "ZBCDE"


class TestScore:
    def test_foods_nests_and_specials_count_from_one_picture(self) -> None:
        ants = (Ant(1, 1, "red"), Ant(6, 7, "red"), Ant(14, 7, "red"), Ant(1, 2, "yellow"), Ant(0, 0, "blue", True))
        state = final_state(PACK, setup(4, **OPTIONS), [seen(*ants)])
        lines = {(line.seat, line.what.split(":")[0]): line.points for line in GAME.scores(state)}
        assert lines[0, "2 foods touched"] == 5
        assert lines[0, "1 rival nest reached"] == 3
        assert lines[1, "1 food touched"] == 2
        assert lines[3, "1 special ant on the board"] == 1
        assert lines[0, "27 ants left over"] == -9

    def test_a_special_on_the_board_ends_the_game(self) -> None:
        assert GAME.status(final_state(PACK, setup(4, **OPTIONS), [seen(Ant(0, 0, "blue", True))])).over
        assert not GAME.status(final_state(PACK, setup(4, **OPTIONS), [seen(Ant(0, 0, "blue"))])).over

    def test_the_nests_of_the_picture_come_first(self) -> None:
        look = seen(Ant(0, 1, "red"))
        assert look.board is not None
        nests = tuple(
            beside(look.board, *at, f"nest-{colour}")
            for at, colour in (((2.0, 16.5), "red"), ((2.0, -1.5), "yellow"), ((-1.5, 7.5), "green"), ((16.4, 7.5), "blue"))
        )
        state = final_state(PACK, setup(4, **OPTIONS), [replace(look, detections=nests)])
        assert [str(nest) for nest in state.nests] == ["S1", "N1", "W2", "E2"]

    @pytest.mark.parametrize(
        ("looks", "words"),
        [
            ([], "one picture"),
            ([seen(), seen()], "one picture"),
            ([Observation(0.0, (9, 9), Quality(1, 0.5, 0))], "no board"),
            ([seen(Ant(2, 3, None))], "d3 is of a colour that cannot be told"),
            ([seen(Ant(2, 3, "pink"))], "d3 is pink"),
            ([seen(foods=FOODS[1:])], "foods"),
            ([seen(rows=("ABCDEFGHIJ",) * 10)], "10 x 10"),
            ([seen(*(Ant(i // 15, i % 15, "red") for i in range(31)))], "31 x ant-red"),
            ([seen(*(Ant(0, i, "red", True) for i in range(6)))], "6 x special-red"),
            ([seen(Ant(0, 0, "red"), rows=("..?" + "X" * 12, *letters()[1:]))], "token is to be told on b1, c1: uncover"),
            ([seen(rows=(*letters()[:14], "." * 15))], "a15, b15, c15, d15, e15 and 10 more"),
        ],
    )
    def test_what_cannot_be_scored_is_told(self, looks: list[Observation], words: str) -> None:
        with pytest.raises(CompanionError, match=words):
            final_state(PACK, setup(4, **OPTIONS), looks)

    def test_a_board_whose_cells_do_not_fit_the_print_is_not_scored(self) -> None:
        look = seen(Ant(0, 5, "red"))
        assert look.board is not None
        off = replace(look, board=replace(look.board, confidence=0.0, why="letters go on beyond the board's left edge"))
        with pytest.raises(CompanionError, match="beyond the board's left edge"):
            final_state(PACK, setup(4, **OPTIONS), [off])
        assert GAME.see(PACK, off).spots == ()

    def test_a_laid_board_and_its_picture_agree(self) -> None:
        assert final_state(PACK, setup(4, **OPTIONS), [seen()]).letters == laid().letters
