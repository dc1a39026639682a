"""What is told and shown of the Appetite: sentences, the ring, the sheets, hints and alarms."""

from typing import Any

import pytest

from companion.games.appetite import GAME
from companion.games.appetite.pieces import State
from tests.games.appetite_tables import act, opening, play, position


def shown(state: State) -> Any:
    return GAME.show(state)


def told(state: State, line: str) -> str:
    return GAME.tell(state, act(line))


MOCKUP = (
    "hand=3 dealer=P4 P1=breakfasts:20@3,lunches:30@1,icons:2 P2=breakfasts:10@1+9@3,dinners:30@2,icons:2 "
    "P3=lunches:19@2,dinners:40@1,icons:1 P4=lunches:28@1,dinners:10@5+20@6,icons:3 declined=1 "
    "rounds=P1:lunches-6,P2:breakfasts-3,P1:dinners-1/P3:lunches-5,P4:dinners-5/P1:desserts-9,P1:lunches-1/P2:dinners-3,P3:breakfasts-4"
)
"""The moment that the design shows: 37 of 40, Breakfasts locked, one pass."""


class TestTheRing:
    def test_total_appetite_distance_and_lock(self) -> None:
        ring = shown(position(MOCKUP, boxes="2"))
        assert (ring["hand"], ring["round"], ring["rounds"], ring["dealer"]) == (3, 4, 4, 3)
        assert (ring["total"], ring["appetite"], ring["distance"], ring["locked"]) == (37, 40, 3, "breakfasts")
        assert (ring["last"]["text"], [card["text"] for card in ring["pile"]]) == ("4 Breakfasts", ["3 Dinners", "4 Breakfasts"])

    def test_passes_and_hands(self) -> None:
        ring = shown(position(MOCKUP, boxes="2"))
        assert (ring["turn"], ring["passes"], ring["passes_to_score"]) == (0, 1, 4)
        assert ring["passed"] == [False, False, False, True]
        assert ring["hands"] == [0, 2, 2, 3]
        assert ring["turn_reason"] == "P1 is next, clockwise"

    def test_an_exact_total_shows_until_the_cards_are_cleared(self) -> None:
        swept = position("rounds=P1:lunches-6,P2:breakfasts-4/-")
        assert (shown(swept)["is_exact"], shown(swept)["to_clear"], shown(swept)["must_play"]) == (True, True, True)
        cleared = play(swept, "table clear")
        assert (shown(cleared)["is_exact"], shown(cleared)["to_clear"], shown(cleared)["last"]) == (False, False, None)

    def test_nobody_has_the_turn_when_a_hand_is_over(self) -> None:
        over = shown(position("rounds=P1:lunches-6/P2:dinners-6/P3:lunches-9/P4:dinners-9 declined=4"))
        assert (over["turn"], over["hand_over"], over["locked"], over["passes"], over["passed"]) == (None, True, None, 0, [False] * 4)

    def test_leaders_who_could_not_play_are_marked(self) -> None:
        state = play(position("rounds=P1:lunches-6,P2:breakfasts-3/-"), "P3 cant-play")
        assert (shown(state)["passed"], shown(state)["passes"]) == ([False, False, True, False], 0)


class TestSheetsAndAlarms:
    def test_columns_boxes_icons_and_sums(self) -> None:
        sheets = shown(position(MOCKUP, boxes="2"))["sheets"]
        assert [sheet["sum"] for sheet in sheets] == [50, 49, 59, 58]
        breakfasts = sheets[1]["columns"][0]
        assert breakfasts == {"suit": "breakfasts", "title": "Breakfasts", "entries": [10, 9], "boxes": 2, "left": 0, "full": True}
        assert (sheets[3]["icons"], sheets[3]["icons_for_points"], sheets[3]["columns"][3]["left"]) == (3, 4, 1)
        assert [sheet["full_columns"] for sheet in sheets] == [0, 1, 0, 1]

    def test_a_set_of_icons_is_in_the_sum(self) -> None:
        assert shown(position("P1=breakfasts:20@3,icons:4"))["sheets"][0]["sum"] == 50

    def test_alarms_for_whoever_may_end_the_game_with_one_score(self) -> None:
        alarms = shown(position(MOCKUP, boxes="2"))["alarms"]
        assert [(alarm["seat"], alarm["suit"], alarm["clauses"]) for alarm in alarms] == [
            (1, "dinners", ["AP-6.1"]),
            (1, "desserts", ["AP-5.6", "AP-6.1"]),
            (3, "lunches", ["AP-6.1"]),
            (3, "desserts", ["AP-5.6", "AP-6.1"]),
        ]
        assert alarms[3]["text"] == "Desserts would be a second full column. That ends the game."

    def test_the_winner_when_it_is_over(self) -> None:
        over = shown(position("P1=lunches:9@6,dinners:9@3 rounds=P3:lunches-9 declined=1", boxes="1"))
        assert (over["over"], over["winners"], over["alarms"]) == (True, [0], [])
        assert over["hints"] == [{"text": "The game is over.", "clauses": ["AP-6.1"]}]


class TestHints:
    @pytest.mark.parametrize(
        ("text", "hints"),
        [
            ("", ["Lead any card. AP-4.2"]),
            ("rounds=P1:lunches-1", ["Play any card, but not Lunches. AP-3.1 AP-3.2", "A 9 makes 10 exactly. AP-5.1 AP-5.7"]),
            ("rounds=P1:lunches-7", ["Play up to 3, but not Lunches. AP-3.1 AP-3.2", "A 3 makes 10 exactly. AP-5.1 AP-5.7"]),
            ("rounds=P1:lunches-7/-", ["Lead any card, but not Lunches. AP-4.2 AP-3.2"]),
            ("rounds=P1:lunches-6,P2:breakfasts-4/-", ["The cards of the last round are moved away. AP-3.3", "Lead any card. AP-4.2"]),
            ("rounds=P1:lunches-1,P1:dinners-1,P1:lunches-2,P1:dinners-2 declined=3", ['No cards left: say "pass". AP-4.4']),
            ("rounds=P1:lunches-1,P1:dinners-1,P1:lunches-2,P1:dinners-2,P4:lunches-1/-", ['No cards left: say "I can\'t play". AP-4.3']),
            ("rounds=P1:lunches-6/P2:dinners-6/P3:lunches-9/P4:dinners-9 declined=4", ["P1 collects the cards and deals. AP-4.1"]),
        ],
    )
    def test_what_may_be_done_now(self, text: str, hints: list[str]) -> None:
        assert [" ".join([hint["text"], *hint["clauses"]]) for hint in shown(position(text))["hints"]] == hints

    def test_a_shared_win(self) -> None:
        tied = position("P1=lunches:9@6,dinners:9@3 P2=breakfasts:18@2 rounds=P3:lunches-9 declined=1", boxes="1")
        assert [hint["text"] for hint in shown(tied)["hints"]] == ["The game is over.", "The win is shared."]

    def test_who_still_shows_a_hand(self) -> None:
        said = "claims=P3:breakfasts@1 rounds=P2:breakfasts-3/P4:dinners-9/P1:lunches-9/P2:dinners-5 declined=4"
        state = position(said, cant_play_proof="reveal_hand_to_judge_after_hand")
        assert shown(state)["hints"][0] == {"text": "P3 to show the cards left.", "clauses": ["AP-4.2"]}


class TestClaims:
    @pytest.mark.parametrize(
        ("later", "revealed", "honest"),
        [
            ("P4:lunches-9", "", None),
            ("P4:lunches-9,P3:breakfasts-1", "", None),
            ("P4:lunches-9,P3:dinners-1", "", False),
            ("P4:lunches-9", "revealed=P3:breakfasts-1,P3:lunches-2", False),
            ("P4:lunches-9", "revealed=P3:breakfasts-1,P3:breakfasts-2,P3:breakfasts-5,P3:breakfasts-6", True),
            ("P4:lunches-9,P3:breakfasts-1", "revealed=P3:breakfasts-2,P3:breakfasts-5,P3:breakfasts-6", True),
        ],
    )
    def test_in_hindsight_a_claim_is_true_false_or_open(self, later: str, revealed: str, honest: bool | None) -> None:
        state = position(f"claims=P3:breakfasts@1 rounds=P2:breakfasts-3/{later} {revealed}", deck_table="B_triples")
        assert shown(state)["claims"] == [{"seat": 2, "suit": "breakfasts", "cards": 4, "honest": honest, "clause": "AP-4.2"}]


class TestSentences:
    def test_plays_and_passes(self) -> None:
        state = position("rounds=P1:lunches-6,P2:breakfasts-3/-")
        assert told(opening(), "P1 play lunches-6") == "led 6 Lunches. Total 6."
        assert told(state, "P3 play lunches-5") == "led 5 Lunches. Total 14."
        assert told(play(state, "P3 play lunches-5"), "P4 play dinners-1") == "played 1 Dinners. Total 15."
        assert told(play(state, "P3 play lunches-5"), "P4 pass") == "passed."

    def test_scores_name_who_writes_what(self) -> None:
        state = position("rounds=P1:lunches-6,P2:breakfasts-3 declined=3")
        assert told(state, "P2 pass") == "passed. Everybody has passed: P2 writes 9 in Breakfasts (AP-5.2)."
        assert told(position("rounds=P1:lunches-6"), "P2 play breakfasts-4") == (
            "played 4 Breakfasts. Total 10. "
            "The Appetite of 10 is satisfied: P2 writes 10 in Breakfasts (AP-5.2) and a bonus Dessert icon (AP-5.3)."
        )

    def test_the_end(self) -> None:
        state = position("P1=dinners:9@9 rounds=P1:lunches-6 declined=3", boxes="1")
        assert told(state, "P1 pass").endswith("P1 writes 6 in Lunches (AP-5.2). That ends the game (AP-6.1).")

    def test_the_rest(self) -> None:
        locked = position("rounds=P1:lunches-6,P2:breakfasts-3/-", deck_table="B_triples")
        assert told(locked, "P3 cant-play") == 'said "I can\'t play".'
        last = play(locked, "P3 cant-play", "P4 cant-play", "P1 cant-play")
        assert told(last, "P2 cant-play") == 'said "I can\'t play". Nobody can lead: the hand ends.'
        assert told(opening(), "P2 mulligan") == "took a new hand for four of a suit."
        assert told(opening(), "P2 mulligan lunches-1 lunches-2 lunches-3 lunches-4").startswith("took a new hand for 1 Lunches, 2 Lunches")
        assert told(position("rounds=P1:lunches-6,P2:breakfasts-4/-"), "table clear") == "moved the cards away. Any suit may lead."
        assert told(opening(), "table deal P2") == "began hand 1: P2 deals, P3 leads."
        said = "claims=P3:breakfasts@1 rounds=P2:breakfasts-3/P4:dinners-9/P1:lunches-9/P2:dinners-5 declined=4"
        owing = position(said, cant_play_proof="reveal_hand_to_judge_after_hand")
        assert told(owing, "P3 reveal breakfasts-1") == "showed 1 Breakfasts."
