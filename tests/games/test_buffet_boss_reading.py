"""The table of Buffet Boss as the camera above sees it, and which actions explain what it sees."""

from dataclasses import replace

import pytest

from companion.game import Layout, Pack, PackError, Piece, Spot
from companion.games.buffet_boss import GAME
from companion.games.buffet_boss.pieces import State
from companion.referee import Ambiguous, Played, Unchanged, Unexplained, explain
from tests.games.buffet_boss_tables import PACK, act, bring, counting, play, served
from vision.observation import Candidate, Detection, Face, Observation, Quality, Stack

WOOD = replace(
    PACK,
    pieces=(
        *PACK.pieces,
        Piece("wood-green-1", "food", 2, None, {"food": "green-1"}),
        Piece("wood-red-1", "food", 1, None, {"food": "red-1"}),
    ),
)
LINE, P1, P2, P3, BIN = (225.0, 165.0), (225.0, -35.0), (-125.0, 165.0), (25.0, 465.0), (525.0, 165.0)


def lies(
    id: str | None, at: tuple[float, float] | None, kind: str = "card", *, face: Face = Face.UP, maybe: tuple[str, ...] = ()
) -> Detection:
    """A card of 40 by 60 mm with its middle there."""
    quad = None
    if at is not None:
        x, y = at
        quad = ((x - 20, y + 30), (x + 20, y + 30), (x + 20, y - 30), (x - 20, y - 30))
    return Detection(kind, ((0, 0), (1, 0), (1, 1), (0, 1)), id, 0.9, face, tuple(Candidate(id, 0.5) for id in maybe), quad_mm=quad)


def seen(*detections: Detection, pack: Pack = PACK) -> list[tuple[str, str | None]]:
    layout = GAME.see(pack, Observation(0.0, (10, 10), Quality(1, 0.5, 0), detections=detections))
    return [(spot.zone, spot.piece) for spot in layout.spots]


def shows(state: State, *spots: Spot, gone: tuple[tuple[str, str], ...] = ()) -> Layout:
    """The table of a position, with some cards more and some fewer."""
    left = [spot for spot in GAME.visible(state).spots if (spot.zone, spot.piece) not in gone]
    return Layout((*left, *spots))


def test_cards_lie_in_the_line_or_in_front_of_the_nearest_player() -> None:
    assert seen(lies("card-green-1", LINE), lies("card-red-1", P1), lies("card-red-2", P2), lies("card-red-3", P3)) == [
        ("line", "card-green-1"),
        ("cards-1", "card-red-1"),
        ("cards-2", "card-red-2"),
        ("cards-3", "card-red-3"),
    ]


def test_backs_the_bin_strangers_characters_and_what_has_no_place_are_left_out() -> None:
    assert not seen(
        lies("card-green-1", LINE, face=Face.DOWN),
        lies("card-green-1", BIN),
        lies("character-B1", LINE),
        lies("card-green-1", None),
        lies(None, LINE),
        lies("card-green-1", LINE, "token"),
    )


def test_a_piece_on_its_card_is_one_food_and_stands_for_a_card_that_it_covers() -> None:
    card, wood = lies("card-green-1", LINE), lies("wood-green-1", LINE, "food")
    assert seen(card, wood, pack=WOOD) == [("line", "card-green-1")]
    assert seen(wood, pack=WOOD) == [("line", "card-green-1")]
    assert seen(card, wood, wood, pack=WOOD) == [("line", "card-green-1")] * 2


@pytest.mark.parametrize("card", [lies("card-green-1", LINE), lies(None, LINE, maybe=("card-green-1",))])
@pytest.mark.parametrize("others", [(), ("wood-green-1",)])
@pytest.mark.parametrize("is_first", [True, False])
def test_a_card_under_a_piece_of_another_food_is_a_doubt(card: Detection, others: tuple[str, ...], is_first: bool) -> None:
    """A piece misread in dim light was played as a second card of the line, or as the card that showed below it."""
    wood, own = lies("wood-red-1", LINE, "food"), [lies(id, LINE, "food") for id in others]
    pieces = [wood, *own] if is_first else [*own, wood]
    observation = Observation(0.0, (10, 10), Quality(1, 0.5, 0), detections=(card, *pieces))
    assert GAME.see(WOOD, observation).spots == (Spot("line", None, ("card-green-1", "card-red-1"), ref=0),)
    state = play(served(2), "P1 take green-1", "P1 stack green-1", "P2 take green-2", "P2 stack green-2", "table bin green-3")
    verdict = explain(GAME, state, shows(state, *GAME.see(WOOD, observation).spots))
    assert isinstance(verdict, Ambiguous | Unexplained)


def test_a_card_that_was_told_stays_what_it_is_under_a_piece_that_is_misread() -> None:
    state = play(
        served(2), "P1 take green-1", "P1 stack green-1", "P2 take green-2", "P2 stack green-2", "table bin green-3", "table reveal red-1"
    )
    doubt = Spot("line", None, ("card-red-1", "card-green-1"), ref=0)
    assert isinstance(explain(GAME, state, shows(state, doubt, gone=(("line", "card-red-1"),))), Unchanged)


def test_a_card_without_a_name_is_an_open_spot() -> None:
    observation = Observation(0.0, (10, 10), Quality(1, 0.5, 0), detections=(lies(None, LINE, maybe=("card-green-1", "?", "card-red-1")),))
    assert GAME.see(PACK, observation).spots == (Spot("line", None, ("card-green-1", "card-red-1"), ref=0),)


@pytest.mark.parametrize(
    "table", [{}, {"table_mm": {"line": [1, 2, 3, 4], "bin": [1, 2, 3, "x"], "seats": [[0, 0]]}}, {"table_mm": {"line": 3}}]
)
def test_a_pack_that_does_not_say_where_things_lie(table: dict[str, object]) -> None:
    pack = replace(PACK, tables=table)  # type: ignore[arg-type]  # deliberately odd tables
    with pytest.raises(PackError, match="table_mm"):
        GAME.see(pack, Observation(0.0, (10, 10), Quality(1, 0.5, 0)))


def test_a_card_that_comes_to_the_line_was_revealed() -> None:
    state = play(served(2), "P1 take green-1", "P1 stack green-1", "P2 take green-2", "P2 stack green-2", "table bin green-3")
    verdict = explain(GAME, state, shows(state, Spot("line", "card-red-1")))
    assert verdict == Played((act("table reveal red-1"),))


def test_a_card_that_goes_from_the_line_to_a_player_was_taken() -> None:
    state = served()
    moved = shows(state, Spot("cards-1", "card-green-2"), gone=(("line", "card-green-2"),))
    assert explain(GAME, state, moved) == Played((act("P1 take green-2"),))
    wrong = shows(state, Spot("cards-3", "card-green-2"), gone=(("line", "card-green-2"),))
    verdict = explain(GAME, state, wrong)
    assert isinstance(verdict, Unexplained)
    assert verdict.refused[0].violations[0].clause == "BB-4.2"


def test_the_last_card_that_vanishes_was_left() -> None:
    state = bring(bring(bring(served(), 1, "green-1"), 2, "green-2"), 3, "green-3")
    assert explain(GAME, state, shows(state, gone=(("line", "card-red-1"),))) == Played((act("table bin red-1"),))


def test_a_lost_card_that_vanishes_was_thrown_away() -> None:
    state = play(bring(served(), 1, "green-1"), "P1 fall green-1", "P1 save -")
    assert explain(GAME, state, shows(state, gone=(("cards-1", "card-green-1"),))) == Played((act("P1 bin green-1"),))


def test_a_card_that_goes_to_another_player_fell_with_its_piece_where_the_table_allows_it() -> None:
    state = bring(served(lands_on_other_plate="stays"), 1, "green-1")
    moved = shows(state, Spot("cards-2", "card-green-1"), gone=(("cards-1", "card-green-1"),))
    assert explain(GAME, state, moved) == Played((act("P1 fall green-1 onto P2"),))


def test_a_card_without_a_name_is_a_question() -> None:
    state = play(served(2), "P1 take green-1", "P1 stack green-1", "P2 take green-2", "P2 stack green-2", "table bin green-3")
    verdict = explain(GAME, state, shows(state, Spot("line", None, ("card-red-1", "card-red-2"), ref=3)))
    assert isinstance(verdict, Ambiguous)
    assert verdict.fits == ((act("table reveal red-1"),), (act("table reveal red-2"),))


def test_after_the_game_the_table_may_be_cleared_and_nothing_is_tried() -> None:
    state = counting("on:green-1;height:9", "-", mode="lunch")
    assert GAME.visible(state).matches(Layout())
    assert list(GAME.candidates(state, Layout())) == []


class TestFalls:
    """What a camera at the side tells of a plate."""

    def towers(self) -> State:
        return play(bring(bring(served(), 1, "green-1"), 2, "green-2"), "P3 take green-3")

    def test_what_has_fallen_is_seen_by_the_card_that_stands_for_it(self) -> None:
        stack = Stack((0, 0, 1, 1), 90.0, 1.0, fallen=("wood-green-1", "strange"), vanished=("wood-green-1", "strange"))
        layout = GAME.see(WOOD, Observation(0.0, (10, 10), Quality(1, 0.5, 0), stacks=(stack,)))
        assert layout.spots == (Spot("fallen", "card-green-1"), Spot("fallen", None, ("card-green-1",)))

    def test_a_fall_is_of_the_plate_on_which_the_pieces_stood_and_the_three_seconds_run(self) -> None:
        state = self.towers()
        verdict = explain(GAME, state, shows(state, Spot("fallen", "card-green-2")))
        assert verdict == Played((act("P2 fall green-2"),))
        after = play(state, "P2 fall green-2")
        assert GAME.show(after)["clocks"] == [{"name": "save P2", "seconds": 3}]
        assert GAME.visible(after).matches(shows(after)), "told once: later looks need not show it"
        assert GAME.visible(after).matches(GAME.visible(self.towers())), "what lies there still need not be told again"

    def test_a_piece_that_falls_from_the_hand_that_stacks_it(self) -> None:
        state = self.towers()
        assert explain(GAME, state, shows(state, Spot("fallen", "card-green-3"))) == Played((act("P3 fall green-3"),))

    def test_of_two_plates_that_hold_it_people_say_which(self) -> None:
        state = counting("on:green-1,red-1", "on:green-1", mode="lunch")
        verdict = explain(GAME, state, shows(state, Spot("fallen", "card-green-1")))
        assert isinstance(verdict, Ambiguous)
        assert verdict.fits == ((act("P1 fall green-1"),), (act("P2 fall green-1"),))
        both = explain(GAME, state, shows(state, Spot("fallen", "card-green-1"), Spot("fallen", "card-red-1")))
        assert both == Played((act("P1 fall green-1,red-1"),))

    def test_a_piece_that_is_nowhere_to_be_seen_is_a_question(self) -> None:
        state = self.towers()
        verdict = explain(GAME, state, shows(state, Spot("fallen", None, ("card-green-1",))))
        assert isinstance(verdict, Ambiguous) and verdict.fits == ((act("P1 fall green-1"),),)

    def test_what_stood_nowhere_is_a_question_too(self) -> None:
        state = self.towers()
        assert isinstance(explain(GAME, state, shows(state, Spot("fallen", "card-brown-3"))), Unexplained)
