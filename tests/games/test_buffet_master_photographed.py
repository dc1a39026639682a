"""A finished game of Buffet Master from one picture a player."""

import pytest

from companion.game import CompanionError, IllegalAction
from companion.games.buffet_master import GAME
from companion.games.buffet_master.photographed import final_state
from companion.games.buffet_master.pieces import State
from tests.games.buffet_master_tables import PACK, lines, points, setup
from tests.games.test_buffet_master_reading import HIGH, WIDE, card
from vision.observation import Detection, Face, Observation, Quality

SOUP = [("soup-0-0", 0, 0), ("soup-1-0", 1, 0)]
TACOS = [("tacos-0-0", 0, 1), ("free-refill", 0, 2)]


def at(*cells: tuple[str, int, int], x: float = 500) -> list[Detection]:
    return [card(name, (x + WIDE * col, 500 - HIGH * row)) for name, row, col in cells]


def score(*pictures: list[Detection], **options: str) -> State:
    looks = [Observation(0.0, (1, 1), Quality(1, 1, 0), detections=tuple(cards)) for cards in pictures]
    return final_state(PACK, setup(2, **options), looks)


def test_the_stomach_what_did_not_fit_and_what_was_left_in_hand() -> None:
    aside, loose = at(("salad-0-0", 0, 0), ("salad-0-1", 0, 1), x=1200), at(("pizza-0-0", 0, 0), x=1600)
    state = score(at(*SOUP, *TACOS) + aside + loose, [])
    assert lines(state, 1) == {"BM-7.3": 8 + 3, "BM-7.4": 0, "BM-7.5": -3, "BM-7.6": -5}
    assert points(state) == [3, 0]
    assert GAME.status(state).winners == (0,)
    assert GAME.parse_state(PACK, setup(2), str(state)) == state


def test_the_purse_keeps_what_did_not_fit() -> None:
    aside, purse = at(("salad-0-0", 0, 0), ("salad-0-1", 0, 1), x=1200), at(("purse", 0, 0), x=1600)
    assert points(score(at(*SOUP, *TACOS) + aside + purse, [])) == [11, 0]


def test_an_unfinished_dish_beside_the_stomach_is_a_hand() -> None:
    state = score(at(*SOUP, ("pizza-0-0", 0, 1)), at(*SOUP))
    assert points(state) == [8 - 5, 8]


def test_strangers_and_backs_are_left_out() -> None:
    stranger = card("ace-of-spades", (900, 900))
    back = card("pizza-0-0", (990, 990), face=Face.DOWN)
    assert points(score([*at(*SOUP), stranger, back], [])) == [8, 0]


def test_a_picture_for_each_player() -> None:
    with pytest.raises(CompanionError, match="2 players need 2 pictures"):
        score([])


def test_a_card_without_a_name_is_said() -> None:
    with pytest.raises(CompanionError, match="picture of P2: a card has no sure name, perhaps fork or dump"):
        score([], [card(None, (0, 0), ("fork", "dump"))])


def test_more_copies_than_the_box_has() -> None:
    with pytest.raises(CompanionError, match=r"more copies lie there than the box has: pizza 1 of 4"):
        score(at(("pizza-0-0", 0, 0)), at(("pizza-0-0", 0, 0)))


def test_a_refill_between_two_dishes_belongs_to_one() -> None:
    with pytest.raises(CompanionError, match="a Free Refill lies between two dishes"):
        score(at(("tacos-0-0", 0, 0), ("free-refill", 0, 1), ("salad-0-1", 0, 2)), at(*SOUP))


def test_a_stomach_that_sticks_out_is_refused() -> None:
    row = [(f"{dish}-0-{col}", 0, 2 * number + col) for number, dish in enumerate(("tacos", "salad", "curry")) for col in (0, 1)]
    with pytest.raises(IllegalAction, match=r"BM-7\.2: this sticks out"):
        score(at(*row, ("soup-0-0", 0, 6), ("soup-1-0", 1, 6)), [])
