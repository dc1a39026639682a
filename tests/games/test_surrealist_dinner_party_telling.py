"""What pages and people are told of a Surrealist Dinner Party."""

from typing import Any

import pytest

from companion.game import IllegalAction
from companion.games.surrealist_dinner_party import GAME
from companion.games.surrealist_dinner_party.position import State
from tests.games.surrealist_dinner_party_tables import act, opening, play, position

FAUX = "faux-pas-1(race:wine:3:2:P1:-),faux-pas-6(majority:wine:0:4:-:-)"


def shown(state: State) -> dict[str, Any]:
    return dict(GAME.show(state))


def hints(state: State) -> list[str]:
    return [hint["text"] for hint in shown(state)["hints"]]


def clauses(state: State) -> set[str]:
    return {str(id) for hint in shown(state)["hints"] for id in hint["clauses"]}


class TestShow:
    def test_the_course_and_what_comes_next(self) -> None:
        x = shown(position("g1", "g2", "g3", turn="P2"))
        assert (x["course"], x["course_number"], x["courses"], x["left"]) == ("Cocktails", 1, 6, 3)
        assert x["platter"] == {"wine": 3}
        assert x["next_course"] == {"name": "Hors d'œuvres", "platter": {"food": 6}}
        assert (x["turn"], x["order"], x["turn_reason"]) == (1, [1, 2, 0], "P2 is next, clockwise")
        assert shown(position("g1", course="6", platter="dessert:3"))["next_course"] is None

    def test_players_with_stash_hand_and_plate_flag(self) -> None:
        x = shown(position("g1+klee", "g2", stash1="food:2,wine:1", flags1="plates", kitchen="finite"))["players"][0]
        assert (x["hand"], x["stash"], x["stash_total"], x["total"], x["plates_used"]) == (4, {"food": 2, "wine": 1}, 3, 3, True)
        klee = x["guests"][1]
        assert (klee["piece"], klee["name"], klee["icon"], klee["content"]) == ("klee", "Klee", "plate", False)
        assert klee["ability"] == "give 2 any from platter to self"
        assert klee["neighbours"] == ["g1", "g2"]
        assert shown(position("g1", kitchen="finite"))["kitchen"]["wine"] == 17

    def test_faux_pas_cards_with_the_race(self) -> None:
        given = {"stash1": "wine:3", "stash2": "wine:1", "flags1": "chosen", "flags2": "chosen"}
        race, most = shown(position("g1", "g2", faux=FAUX, faux_pas="true", **given))["faux_pas"]
        assert (race["text"], race["progress"], race["ready"], race["claimed"]) == ("first with 3 wine", [3, 1], [0], [])
        assert (most["text"], most["leading"], most["holders"]) == ("most wine", [0], [])

    def test_alerts_name_what_is_easily_forgotten(self) -> None:
        rows = "maar(wine=wine,wine=wine)", "g2"
        state = position(*rows, platter="wine:1", stash1="wine:3", faux=FAUX, flags1="chosen", flags2="chosen", faux_pas="true")
        assert [alert["text"] for alert in shown(state)["alerts"]] == [
            "Maar is Perfectly Content: two more tokens when sent home.",
            "P1 may claim the faux pas card first with 3 wine.",
            "One token is left: who takes it ends the course.",
        ]

    def test_hints_say_what_may_be_done_with_their_clauses(self) -> None:
        assert hints(opening()) == ["First turn: seat a guest."]
        assert hints(position("klee", "g2")) == [
            "Seat a guest, send one home, or both.",
            "Give compliments or start drama with a neighbour.",
            "Serve a token of the platter, or trash it.",
            "Use plate abilities.",
        ]
        assert hints(position("g1")) == ["Seat a guest, send one home, or both.", "Serve a token of the platter, or trash it."]
        assert hints(opening(2, mode="advanced")) == ["Six guests each; then draft and choose faux pas cards, as agreed."]
        assert shown(opening(2, mode="advanced"))["players"][0]["kept"] == 0
        waiting = play(position("g1", "g2"), "P1 drama g1 g2")
        assert hints(waiting) == ["P1 places a token first.", "P2 places a token first."]
        assert [w["kinds"] for w in shown(waiting)["waiting"]] == [["drama"], ["drama"]]

    def test_hints_while_the_table_acts(self) -> None:
        over = play(position("g1", "g2", platter="wine:1"), "P1 trash wine")
        assert hints(over) == ["Refill the platter for Hors d'œuvres: 4 food."]
        assert (shown(over)["turn"], shown(over)["turn_reason"]) == (None, "")
        last = play(position("g1", "g2", course="6", platter="dessert:1"), "P1 trash dessert")
        assert hints(last) == ["Everybody sends all guests home and stashes their tokens."]
        end = play(last, "all-home")
        assert hints(end) == ["The dinner is over.", "The win is shared."]
        assert (shown(end)["over"], shown(end)["winners"]) == (True, [0, 1])
        assert {"SD-11.1", "SD-11.5"} <= clauses(end)
        won = play(position("g1", "g2", course="6", platter="dessert:1", stash2="food:1"), "P1 trash dessert", "all-home")
        assert hints(won) == ["The dinner is over."]


CONTENT = "Perfectly Content: two more tokens for P1 (SD-5.2)."
FULL = "Maar is full: the token goes to the kitchen"
CONTENT_MAAR = "maar(wine=wine,wine=wine)"
SERVED = "g1(wine=wine,food,wild)"


@pytest.mark.parametrize(
    ("rows", "before", "line", "told"),
    [
        ((SERVED, "g2"), (), "P1 seat g3 0", "seated G3."),
        ((SERVED, "g2"), (), "P1 home g1", "sent G1 home. P1 stashes 1 (SD-5.1)."),
        ((CONTENT_MAAR, "g2"), (), "P1 home maar", f"sent Maar home. P1 stashes 2 (SD-5.1). {CONTENT}"),
        (
            ("maar(wine=wine,wine=wine)", "g2"),
            ("P1 home maar",),
            "P1 bonus food food",
            "took 2 food for a Perfectly Content guest (SD-5.2).",
        ),
        ((SERVED, "g2"), (), "P1 compliment g1 g2", "gave compliments: G1 and G2."),
        ((SERVED, "maar(wine=food,wine=food)"), (), "P1 drama g1 maar", f"started drama: G1 and Maar. {FULL} (SD-6.4)."),
        ((SERVED, "g2"), (), "P1 serve wine g1", "served wine to G1."),
        (("maar(wine=food,wine=food)", "g2"), (), "P1 serve wine maar", f"served wine to Maar. {FULL} (SD-7.3)."),
        ((SERVED, "g2"), (), "P1 trash wine", "trashed wine from the platter."),
        ((SERVED, "g2"), ("P1 serve wine g1",), "P1 place wine g1 2", "placed wine on appetite 2 of G1: no match, design down (SD-1.3)."),
        ((SERVED, "g2"), ("P1 serve wine g1",), "P1 place wine g1 3", "placed wine on appetite 3 of G1: a match, design up (SD-1.3)."),
        (("klee", "g2"), (), "P1 plates", "began to use plate abilities."),
        (("klee", "g2"), ("P1 plates",), "P1 use klee", "used the ability of Klee."),
        (("klee", "g2"), ("P1 plates",), "P1 done", "is done (plate abilities)."),
        (("bravo", "g2"), ("P1 plates", "P1 use bravo"), "P1 give drama bravo", "gave drama to Bravo."),
        (
            ("thief", "g2(wine=wine,food=wine,wild)"),
            ("P1 plates", "P1 use thief"),
            "P1 return g2 1",
            "returned the token on appetite 1 of G2 to the kitchen.",
        ),
        (
            ("changer", "g1(wine=food,food=food,wild)", "g2(wine=wine,food,wild)"),
            ("P1 plates", "P1 use changer"),
            "P1 swap g1 1 g2 1",
            "swapped tokens between G1 and G2.",
        ),
        (("odd", "g2"), ("P1 plates", "P1 use odd"), "put wine P2", "put a wine on P2, as a card says."),
        (("odd", "g2"), ("P1 plates", "P1 use odd"), "remove wine platter", "removed a wine from platter, as a card says."),
    ],
)
def test_actions_are_told(rows: tuple[str, ...], before: tuple[str, ...], line: str, told: str) -> None:
    assert GAME.tell(play(position(*rows), *before), act(line)) == told


def test_what_the_table_does_is_told() -> None:
    state = opening(2, mode="advanced")
    assert GAME.tell(state, act("first P2")) == "ate most recently and starts: P2."
    assert GAME.tell(state, act("P1 keep")) == "kept a guest and passed the others to the left."
    assert GAME.tell(state, act("drafted")) == "drafted: everybody has six guests."
    assert GAME.tell(state, act("P1 faux-pas faux-pas-1 faux-pas-2")) == "put faux-pas-1 and faux-pas-2 beside the platter."
    last = position("g1", "g2", platter="wine:1", stash1="wine:3", faux=FAUX, flags1="chosen", flags2="chosen", faux_pas="true")
    assert GAME.tell(last, act("P1 claim faux-pas-1")) == "claimed faux-pas-1 (SD-11.3)."
    assert GAME.tell(last, act("P1 trash wine")) == "trashed wine from the platter. Cocktails is over (SD-8.2)."
    assert GAME.tell(play(last, "P1 trash wine"), act("refill")) == "refilled the platter for Hors d'œuvres: food 4."
    end = play(position("g1(wine=wine,food,wild)", "g2", course="6", platter="dessert:1"), "P1 trash dessert")
    assert GAME.tell(end, act("all-home")) == "sent all guests home: the dinner is over (SD-11.1). P1 stashes 1 (SD-5.1)."
    greedy = play(position("greedy(food=food,wine)+g1", "g2", platter="food:1,wine:1"), "P1 home greedy", "P1 use greedy")
    assert GAME.tell(greedy, act("P1 stash wine")) == "added wine to the Stash."


def test_a_refused_action_is_told_all_the_same_and_cannot_be_applied() -> None:
    state = position("g1")
    assert GAME.tell(state, act("P1 trash food")) == "trashed food from the platter."
    assert GAME.tell(state, act("P1 place food g1 9")) == "placed food on appetite 9 of G1."
    assert GAME.tell(state, act("P1 done")) == "is done."
    with pytest.raises(IllegalAction, match=r"SD-8\.1: no food on the platter"):
        GAME.apply(state, act("P1 trash food"))
