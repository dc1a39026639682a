"""A square of letter tiles on which something is not as it seems: the gaps, a tile that was never enrolled, letters unlike their kind."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.art_word_buffet import ANTS
from tests.vision.tiles.test_tiled import PRINTS, Pixels, faults, read, table
from vision.letters.cells import Grid
from vision.letters.gridlines import Found
from vision.letters.net import letter_net
from vision.tiles.signs import PARAMS as SIGNS, lone
from vision.tiles.tiled import TiledParams, find_tiled, read_tiled
from vision.tiles.tiling import TilePrint, Tiling


def test_where_the_gaps_between_letters_tell_no_board_it_is_laid_by_its_outline(monkeypatch: pytest.MonkeyPatch) -> None:
    def astray(rgb: Pixels, quad: NDArray[np.float32], tiles: int, cells: int, *_: object) -> Found:
        return Found(Grid.of_corners(tiles * cells, tiles * cells, (quad.mean(0) + 0.87 * (quad - quad.mean(0))).tolist()), 1.1)

    monkeypatch.setattr("vision.tiles.tiled.lay", astray)
    found = find_tiled(table(ants=False), Tiling(), letter_net(), TiledParams())
    assert found is not None
    assert faults(found[0]) == []
    assert sum(sign.isalpha() for row in found[0].letters for sign in row) >= 180


def test_a_tile_that_was_never_enrolled_is_not_taken_for_one_with_a_row_in_common() -> None:
    others = {name: TilePrint((one.letters[0], *(row[1:] + row[:1] for row in one.letters[1:]))) for name, one in PRINTS.items()}
    board = read_tiled(table(), Tiling(known=others, colours=ANTS), letter_net())
    assert board is not None
    assert faults(board) == []
    assert {one.id for one in board.tiles} == {None}


def test_a_letter_unlike_its_kind_is_a_question_unless_its_tile_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.tiles.signs.unlike_their_kind", lambda *given: given[-4] & given[-3])
    for enrolled in (False, True):
        board = read(table(ants=False), enrolled=enrolled)
        assert board is not None
        assert any(sign.isalpha() for row in board.letters for sign in row) == enrolled


def test_letters_nearer_to_another_kind_are_questions_and_say_nothing_of_the_rest_of_their_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    def most_of_a_tile(*given: NDArray[np.bool_]) -> NDArray[np.bool_]:
        near = np.zeros((15, 15), np.bool_)
        near[:4, :4] = True
        return near.ravel() & given[-2]

    monkeypatch.setattr("vision.tiles.signs.nearer_to_another", most_of_a_tile)
    for enrolled in (False, True):
        board = read(table(ants=False), enrolled=enrolled)
        assert board is not None
        tile = np.array([list(row[:5]) for row in board.letters[:5]])
        assert (tile[:4, :4] == "?").all() != enrolled, "what is enrolled is known as a whole"
        assert np.char.isalpha(tile[4:]).any(), "so many questions are no sign that a tile is read beside its print"


def test_a_letter_beside_what_hides_others_may_look_unlike_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    spared: list[int] = []

    def no_doubt(*given: NDArray[np.bool_]) -> NDArray[np.bool_]:
        spared.append(int((given[-4] & ~given[-3]).sum()))
        return np.zeros_like(given[-2])

    monkeypatch.setattr("vision.tiles.signs.unlike_their_kind", no_doubt)
    for x in (250, -500):
        photo = table(ants=False).copy()
        cv2.ellipse(photo, (x, 250), (170, 110), 40, 0, 360, (205, 150, 122), -1)
        read(photo, enrolled=False)
    assert spared[0] > 0, "a shadow or the hand itself is a stroke more"
    assert spared[-1] == 0


def test_a_letter_in_glare_beside_what_hides_others_has_to_look_like_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a fine T the stem was left, as like an I as any: there is no shadow in glare that might be a stroke more."""
    spared: list[int] = []

    def no_doubt(*given: NDArray[np.bool_]) -> NDArray[np.bool_]:
        spared.append(int((given[-4] & ~given[-3]).sum()))
        return np.zeros_like(given[-2])

    monkeypatch.setattr("vision.tiles.signs.unlike_their_kind", no_doubt)
    photo = table(ants=False).copy()
    cv2.ellipse(photo, (250, 250), (170, 110), 40, 0, 360, (205, 150, 122), -1)
    for share in (0.2, 0.5):
        monkeypatch.setattr("vision.tiles.signs.white_share", lambda flat, middles, share=share: np.full(len(middles), share, np.float32))
        read(photo, enrolled=False)
        assert (spared.pop() == 0) == (share > 1 / 3)


@pytest.mark.parametrize(
    ("signs", "alone"),
    [
        pytest.param("D??.OOO?", "D", id="one D of three"),
        pytest.param("DDD??OOO", "", id="three tell what one looks like"),
        pytest.param("D...OOO?", "", id="the others are no D's"),
    ],
)
def test_of_few_letters_of_a_kind_none_stands_where_as_many_are_in_doubt(signs: str, alone: str) -> None:
    net, likely = letter_net(), "DDDDOOOO"
    chances = np.full((len(signs), len(net.alphabet) + 2), 0.01, np.float32)
    chances[np.arange(len(signs)), [net.alphabet.index(letter) for letter in likely]] = 0.7
    found = lone(np.array(list(signs)), chances, np.ones(len(signs), np.bool_), net, SIGNS)
    assert "".join(np.array(list(signs))[found]) == alone
    is_cut = np.array(list(signs)) == "?"
    assert not lone(np.array(list(signs)), chances, np.ones(len(signs), np.bool_), net, SIGNS, is_cut).any(), (
        "what a hand cuts says nothing"
    )
