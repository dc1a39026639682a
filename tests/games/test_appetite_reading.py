"""The table of the Appetite and its position: what ought to lie there, what is seen, which actions come to mind."""

from dataclasses import replace

import pytest

from companion.game import Layout, Pack, Piece, Setup, SetupError, Spot
from companion.games.appetite import GAME
from companion.games.appetite.pieces import State
from companion.referee import Played, Unexplained, explain
from tests.games.appetite_tables import PACK, play, position, setup
from vision.observation import Candidate, Detection, Face, Observation, Quad, Quality

QUAD: Quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
SWEPT = "rounds=P1:lunches-6,P2:breakfasts-4/-"


def look(*detections: Detection, pack: Pack = PACK) -> Layout:
    return GAME.see(pack, Observation(0.0, (100, 100), Quality(1.0, 0.5, 0.0), detections=detections))


def card(id: str | None, *maybe: str, face: Face = Face.UP) -> Detection:
    return Detection("card", QUAD, id, 0.99 if id else 0.0, face, tuple(Candidate(name, 0.5) for name in maybe))


def expected(state: State) -> list[tuple[str | None, bool]]:
    return [(spot.piece, spot.may_hide) for spot in GAME.visible(state).spots]


def thought_of(state: State, *cards: str) -> list[str]:
    return [str(action) for action in GAME.candidates(state, look(*map(card, cards)))]


class TestVisible:
    def test_only_the_newest_card_has_to_show(self) -> None:
        state = position("rounds=P1:lunches-6,P2:breakfasts-3/P3:lunches-5")
        assert expected(state) == [("lunches-6", True), ("breakfasts-3", True), ("lunches-5", False)]
        assert GAME.visible(state).matches(look(card("lunches-5")))
        assert GAME.visible(state).matches(look(card("lunches-5"), card("breakfasts-3")))
        assert not GAME.visible(state).matches(look(card("lunches-6"), card("breakfasts-3")))
        assert not GAME.visible(state).matches(look(card("lunches-5"), card("dinners-3")))

    def test_a_satisfied_round_lies_until_it_is_cleared_or_the_next_is_led(self) -> None:
        state = position(SWEPT)
        assert expected(state) == [("lunches-6", True), ("breakfasts-4", False)]
        assert expected(play(state, "table clear")) == []
        assert expected(play(state, "P3 play dinners-1")) == [("dinners-1", False)]

    def test_a_hand_lies_until_the_next_is_dealt(self) -> None:
        over = position("rounds=P1:lunches-6/P2:dinners-6/P3:lunches-9/P4:dinners-9 declined=4")
        assert len(expected(over)) == 4
        assert expected(play(over, "table deal P1")) == []

    def test_after_the_game_the_table_may_be_cleared(self) -> None:
        over = position("P1=lunches:9@6,dinners:9@3 rounds=P3:lunches-9 declined=1", boxes="1")
        assert expected(over) == [("lunches-9", True)]

    def test_a_hand_that_was_shown_lies_open(self) -> None:
        said = "claims=P3:breakfasts@1 rounds=P2:breakfasts-3/P4:dinners-9/P1:lunches-9/P2:dinners-5 declined=4"
        over = position(said, cant_play_proof="reveal_hand_to_judge_after_hand")
        assert expected(play(over, "P3 reveal breakfasts-1"))[-1] == ("breakfasts-1", False)


class TestSee:
    def test_backs_other_kinds_and_strange_pieces_are_left_out(self) -> None:
        seen = look(
            card("lunches-6"),
            card(None, face=Face.DOWN),
            card("lunches-7", face=Face.DOWN),
            card(None),
            Detection("token", QUAD, "lunches-6", 0.99),
            card("joker"),
        )
        assert seen == Layout((Spot("table", "lunches-6", ref=0),))

    def test_a_card_without_a_name_stays_an_open_spot_with_its_picture(self) -> None:
        seen = look(card("lunches-6"), card(None, "dinners-1", "joker", "dinners-2", face=Face.UNKNOWN))
        assert seen.spots[1] == Spot("table", None, ("dinners-1", "dinners-2"), ref=1)

    def test_what_may_only_be_a_strange_piece_is_left_out(self) -> None:
        assert look(card(None, "joker")) == Layout()


class TestCandidates:
    def test_a_new_card_is_the_play_of_whose_turn_it_is(self) -> None:
        state = position("rounds=P1:lunches-6,P2:breakfasts-3/P3:lunches-5")
        assert thought_of(state, "lunches-5", "dinners-6", "lunches-6") == ["P4 play dinners-6"]

    def test_every_card_comes_to_mind_when_the_newest_is_covered(self) -> None:
        state = position("rounds=P1:lunches-6,P2:breakfasts-3")
        assert thought_of(state, "lunches-6") == ["P3 play lunches-6"]

    def test_alternatives_of_an_unnamed_card_best_first(self) -> None:
        state = position("rounds=P1:lunches-6")
        seen = look(card("lunches-6"), card(None, "dinners-2", "dinners-1"))
        assert [str(action) for action in GAME.candidates(state, seen)] == ["P2 play dinners-2", "P2 play dinners-1"]

    def test_clearing_comes_first_after_a_satisfied_round(self) -> None:
        assert thought_of(position(SWEPT)) == ["table clear"]
        assert thought_of(position(SWEPT), "lunches-6") == ["table clear", "P3 play lunches-6"]
        assert thought_of(position(f"{SWEPT} moved"), "lunches-6") == ["P3 play lunches-6"]

    def test_a_hand_that_is_over_is_dealt_anew(self) -> None:
        over = position("rounds=P1:lunches-6/P2:dinners-6/P3:lunches-9/P4:dinners-9 declined=4")
        assert thought_of(over) == ["table deal P1"]

    def test_nothing_comes_after_the_end(self) -> None:
        over = position("P1=lunches:9@6,dinners:9@3 rounds=P3:lunches-9 declined=1", boxes="1")
        assert thought_of(over, "lunches-1") == []

    def test_hands_are_shown_by_those_who_owe_it(self) -> None:
        said = "claims=P3:breakfasts@1 rounds=P2:breakfasts-3/P4:dinners-9/P1:lunches-9/P2:dinners-5 declined=4"
        over = position(said, cant_play_proof="reveal_hand_to_judge_after_hand")
        assert thought_of(over, "dinners-5", "breakfasts-1") == ["P3 reveal breakfasts-1", "table deal P1"]


COURSES = {"hearts": "breakfasts", "spades": "lunches", "clubs": "dinners", "diamonds": "desserts"}


def playing_cards() -> Pack:
    """Two packs of playing cards: which colour stands for which course is the owner's choice; the kings stay in the box."""
    pieces = [
        Piece(f"{back}-{colour}-{value}", "card", attributes={"suit": suit, "value": str(value)})
        for back in ("red", "blue")
        for colour, suit in COURSES.items()
        for value in range(1, 10)
    ]
    return Pack(
        "appetite", "cards", "Appetite", (2, 4), (*pieces, Piece("red-hearts-king", "card")), PACK.options, PACK.clauses, PACK.tables
    )


class TestAnOwnersPack:
    def test_ids_are_the_owners_and_text_is_the_games(self) -> None:
        pack = playing_cards()
        state = GAME.initial(pack, setup())
        state = play(state, "P1 play lunches-6")
        assert expected(state) == [("red-spades-6", False)]
        assert "rounds=P1:lunches-6" in str(state)
        assert GAME.show(state)["last"] == {"piece": "red-spades-6", "suit": "lunches", "value": 6, "text": "6 Lunches", "seat": 0}

    def test_both_copies_are_one_card_and_others_are_none(self) -> None:
        pack = playing_cards()
        state = play(GAME.initial(pack, setup()), "P1 play lunches-6")
        seen = look(card("blue-spades-6"), card("blue-hearts-3"), card("red-hearts-king"), pack=pack)
        assert [spot.piece for spot in seen.spots] == ["red-spades-6", "red-hearts-3"]
        assert [str(action) for action in GAME.candidates(state, seen)] == ["P2 play breakfasts-3"]

    def test_a_custom_deck_is_counted_from_the_pack(self) -> None:
        state = GAME.initial(playing_cards(), setup(deck_table="custom"))
        state = play(state, "P1 play desserts-1", "P2 play lunches-1", "P3 play desserts-1")
        assert state.house.deck.holds(state.laid[0].card.suit) == 18
        whys = [v.why for v in GAME.violations(play(state, "P4 play lunches-1"), GAME.parse_action("P1 play desserts-1"))]
        assert whys == ["3 cards 1 Desserts and the deck has 2 at most"]

    @pytest.mark.parametrize("attributes", [{"suit": "brunches", "value": "1"}, {"suit": "lunches", "value": "10"}, {"suit": "lunches"}])
    def test_a_piece_that_cannot_be_is_named_with_every_other_fault(self, attributes: dict[str, str]) -> None:
        pack = Pack("appetite", "odd", "Odd", (2, 4), (Piece("odd", "card", attributes=attributes),), PACK.options)
        with pytest.raises(SetupError) as refusal:
            GAME.initial(pack, Setup(7, {"boxes": "none", "colour": "red"}))
        faults = "\n".join(refusal.value.faults)
        assert len(refusal.value.faults) == 5
        for word in ("for 2 to 4 players, not 7", "no option 'colour'", "boxes is N or", "piece odd: suit", "tables.deck.A_two"):
            assert word in faults

    def test_a_card_that_the_pack_lacks_keeps_its_own_name(self) -> None:
        pack = Pack("appetite", "few", "Few", (2, 4), PACK.pieces[1:], PACK.options, PACK.clauses, PACK.tables)
        state = play(GAME.initial(pack, setup()), "P1 play breakfasts-1")
        assert expected(state) == [("breakfasts-1", False)]


WITH_DIE = replace(PACK, pieces=(*PACK.pieces, Piece("appetite-counter", "die", 1, None, {})))


def with_die(text: str, players: int = 2) -> State:
    return GAME.parse_state(WITH_DIE, setup(players), str(position(text, players)))


def die(id: str | None) -> Detection:
    return Detection("die", QUAD, id, 0.99 if id else 0.0)


@pytest.mark.clause("AP-1.1")
class TestTheDie:
    """The Appetite Counter tells the round, where it is a piece of the box."""

    def test_it_is_seen_when_one_die_is_read_and_the_box_has_it(self) -> None:
        assert look(die("die-2"), pack=WITH_DIE).spots == (Spot("counter", "die-2", ref=0),)
        assert not look(die("die-2"), die("die-3"), pack=WITH_DIE).spots
        assert not look(die(None), pack=WITH_DIE).spots
        assert not look(die("die-2")).spots

    def test_it_may_lag_behind_and_need_not_be_in_view(self) -> None:
        state = with_die("rounds=P1:lunches-6/P2:dinners-6")
        for shown in ((), (die("die-1"),), (die("die-2"),)):
            assert GAME.visible(state).matches(look(card("dinners-6"), *shown, pack=WITH_DIE))
        assert not GAME.visible(state).matches(look(card("dinners-6"), die("die-3"), pack=WITH_DIE))

    def test_at_the_beginning_of_a_hand_it_may_show_where_the_last_one_ended(self) -> None:
        assert GAME.visible(with_die("rounds=-")).matches(look(die("die-4"), pack=WITH_DIE))
        assert not GAME.visible(with_die("rounds=-")).matches(look(die("die-5"), pack=WITH_DIE))

    def test_when_it_is_ahead_everybody_has_passed(self) -> None:
        state = with_die("rounds=P1:lunches-6/P2:dinners-6")
        ahead = look(card("dinners-6"), die("die-3"), pack=WITH_DIE)
        assert explain(GAME, state, ahead) == Played((GAME.parse_action("P1 pass"), GAME.parse_action("P2 pass")))
        far = look(card("dinners-6"), die("die-4"), pack=WITH_DIE)
        assert isinstance(explain(GAME, state, far), Unexplained)

    def test_four_players_who_all_pass_are_four_passes(self) -> None:
        state = with_die("rounds=P1:lunches-6/P2:dinners-6", 4)
        ahead = look(card("dinners-6"), die("die-3"), pack=WITH_DIE)
        told = explain(GAME, state, ahead)
        assert isinstance(told, Played) and [str(action) for action in told.actions] == ["P3 pass", "P4 pass", "P1 pass", "P2 pass"]

    def test_a_round_that_nobody_has_begun_is_not_passed_over(self) -> None:
        state = with_die("rounds=P1:lunches-6/-")
        assert isinstance(explain(GAME, state, look(card("lunches-6"), die("die-3"), pack=WITH_DIE)), Unexplained)

    def test_a_box_without_a_die_looks_for_none(self) -> None:
        assert all(spot.zone == "table" for spot in GAME.visible(position("rounds=P1:lunches-6")).spots)
