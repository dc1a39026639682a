"""The table of Surrealist Dinner Party and its position: what ought to lie there, what is seen, which actions come to mind."""

from dataclasses import replace
from math import cos, radians, sin

import pytest

from companion.game import Layout, Spot
from companion.games.surrealist_dinner_party import GAME
from companion.games.surrealist_dinner_party.position import State
from companion.referee import Ambiguous, Played, Unchanged, Unexplained, explain
from tests.games.surrealist_dinner_party_tables import CAST, COLUMN, PACK, opening, play, position
from vision.observation import Candidate, Detection, Face, Observation, PlaneFix, Point, Quad, Quality

CARD = (90.0, 130.0)
"""Width and height of the guest cards of these tests, in mm."""
FAR: Quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def look(*detections: Detection, size: tuple[int, int] = (100, 100)) -> Layout:
    return GAME.see(PACK, Observation(0.0, size, Quality(1.0, 0.5, 0.0), PlaneFix("markers"), detections))


def square(at: Point, side: float = 20.0) -> Quad:
    x, y, h = *at, side / 2
    return (x - h, y + h), (x + h, y + h), (x + h, y - h), (x - h, y - h)


def piece(kind: str, quad: Quad, id: str | None, *maybe: str, face: Face = Face.UP, mm: bool = True) -> Detection:
    pixels: Quad = tuple((x, -y) for x, y in quad)  # type: ignore[assignment]  # four corners stay four
    found = tuple(Candidate(name, 0.5) for name in maybe)
    return Detection(kind, pixels, id, 0.9 if id else 0.0, face, found, quad_mm=quad if mm else None)


def around(degrees: float) -> Quad:
    """A guest card whose owner sits at this angle, clockwise from the near side; its lower edge is towards the owner."""
    turn = radians(-90 - degrees)
    out = cos(turn), sin(turn)
    right = -out[1], out[0]
    x, y = 250 * out[0], 250 * out[1]
    w, h = CARD[0] / 2, CARD[1] / 2
    corners = [(-w, -h), (w, -h), (w, h), (-w, h)]
    return tuple((x + a * right[0] + b * out[0], y + a * right[1] + b * out[1]) for a, b in corners)  # type: ignore[return-value]  # four


def on(card: Quad, right: float, down: float) -> Quad:
    (ox, oy), (rx, ry), _, (dx, dy) = card
    return square((ox + right * (rx - ox) + down * (dx - ox), oy + right * (ry - oy) + down * (dy - oy)))


def table_of(state: State, angles: dict[str, float]) -> Layout:
    """Everything of a position, laid out as the pack's zones say."""
    found = []
    for name, degrees in angles.items():
        card = around(degrees)
        found.append(piece("card", card, name))
        slots = state.seated(name).slots
        for at, slot in enumerate(slots):
            if slot.holds:
                found.append(piece("token", on(card, COLUMN, (at + 0.5) / len(slots)), slot.holds))
    lying = [kind for kind, n in zip(state.house.tokens, state.platter, strict=True) for _ in range(n)]
    found += [piece("token", square((15.0 * n, 10.0)), kind) for n, kind in enumerate(lying)]
    return look(*found)


TWO = {"g2": -15.0, "g1": 15.0, "g3": 180.0}
"""Seen from above clockwise: P1's g1 is to the left of g2, P2's g3 sits opposite."""


class TestSee:
    def test_a_table_reads_as_its_position(self) -> None:
        state = position("g1(wine=wine,food,wild=drama)+g2(wine,food=food,wild)", "g3(wine,food,wild=wine)")
        assert GAME.visible(state).matches(table_of(state, TWO))

    def test_the_circle_is_read_clockwise_whoever_is_missing(self) -> None:
        state = position("g1+g2", "g3")
        assert not GAME.visible(state).matches(table_of(state, {"g1": -15.0, "g2": 15.0, "g3": 180.0}))
        one = position("g1")
        assert GAME.visible(one).matches(table_of(one, {"g1": 40.0}))

    def test_without_a_plane_pixels_will_do(self) -> None:
        card = ((100.0, -10.0), (140.0, -10.0), (140.0, -90.0), (100.0, -90.0))
        seen = look(
            piece("card", card, "g1", mm=False),
            piece("token", square((106.0, -50.0), 4.0), "wine", mm=False),
            piece("token", square((50.0, -50.0), 4.0), "food", mm=False),
            piece("token", square((5.0, -95.0), 4.0), "drama", mm=False),
        )
        assert {(s.zone, s.piece, s.slot) for s in seen.spots} == {("seated", "g1", "g1"), ("g1", "wine", "2"), ("platter", "food", "")}

    def test_a_token_between_two_appetites_lies_on_the_guest(self) -> None:
        card = around(0)
        seen = look(piece("card", card, "g1"), piece("token", on(card, COLUMN, 0.33), "wine"), piece("token", on(card, 0.8, 0.2), "food"))
        assert [(s.zone, s.slot) for s in seen.spots] == [("seated", "g1"), ("g1", ""), ("g1", "")]

    def test_backs_strangers_and_heaps_are_left_out(self) -> None:
        seen = look(
            piece("card", around(0), "g1", face=Face.DOWN),
            piece("card", around(90), "joker"),
            piece("card", around(90), None),
            piece("token", square((0.0, 0.0)), "wine", face=Face.DOWN),
            piece("token", square((25.0, 0.0)), "drama"),
            piece("card", square((300.0, 0.0)), "faux-pas-1"),
        )
        assert [(s.zone, s.piece, s.ref) for s in seen.spots] == [
            ("platter", "wine", 3),
            ("platter", "drama", 4),
            ("faux-pas", "faux-pas-1", 5),
        ]

    def test_of_several_heaps_without_guests_or_a_rim_none_is_the_platter_for_certain(self) -> None:
        heaps = [piece("token", square((at, 0.0)), kind) for at, kind in ((0.0, "wine"), (25.0, "drama"), (400.0, "wine"))]
        seen = look(*heaps)
        maybe = [("platter", None, (kind,)) for kind in ("wine", "drama", "wine")]
        assert [(s.zone, s.piece, s.alternatives) for s in seen.spots] == maybe, "a change in any of them has to be noticed"
        beside_a_guest = look(piece("card", around(0), "g1"), *heaps)
        assert [(s.zone, s.piece) for s in beside_a_guest.spots[1:]] == [("platter", "wine"), ("platter", "drama")]

    def test_of_several_heaps_without_guests_the_one_in_the_middle_of_the_picture_is_the_platter(self) -> None:
        heaps = [(-300.0, -160.0, "wine"), (-275.0, -160.0, "drama"), (20.0, 10.0, "food"), (300.0, 170.0, "drama")]
        lying = [piece("token", square((x, y)), kind) for x, y, kind in heaps]
        in_view = [replace(one, quad_px=tuple((x + 400, y + 250) for x, y in one.quad_px)) for one in lying]  # type: ignore[arg-type]
        seen = look(*in_view, size=(800, 500))
        assert [(s.zone, s.piece) for s in seen.spots] == [("platter", "food")]

    def test_an_unnamed_guest_or_token_stays_an_open_spot(self) -> None:
        card = around(0)
        seen = look(
            piece("card", card, None, "g1", "g2", "joker"),
            piece("token", on(card, COLUMN, 0.2), "wine"),
            piece("token", square((0.0, 0.0)), None, "wine", "drama"),
        )
        assert seen.spots == (Spot("seated", None, ("g1", "g2"), ref=0), Spot("platter", None, ("wine", "drama"), ref=2))

    def test_a_card_seen_edge_on_holds_nothing(self) -> None:
        line: Quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 0.0))
        assert [s.zone for s in look(piece("card", line, "g1"), piece("token", square((0.0, 0.0)), "wine")).spots] == ["seated", "platter"]

    def test_a_pack_without_zones_has_no_platter(self) -> None:
        seen = GAME.see(
            replace(PACK, tables={}), Observation(0.0, (100, 100), Quality(1.0, 0.5, 0.0), detections=(piece("token", FAR, "wine"),))
        )
        assert seen == Layout()


class TestReferee:
    def test_nothing_has_happened(self) -> None:
        state = position("g1+g2", "g3")
        assert explain(GAME, state, table_of(state, TWO)) == Unchanged()

    @pytest.mark.parametrize(
        "lines",
        [
            ("P1 trash wine",),
            ("P1 serve wine g1", "P1 place wine g1 2"),
            ("P1 compliment g1 g2", "P1 place compliment g1 1", "P1 place compliment g2 3"),
            ("P1 drama g1 g3", "P1 place drama g1 2", "P2 place drama g3 1"),
        ],
    )
    def test_one_turn_is_read_at_once(self, lines: tuple[str, ...]) -> None:
        state = position("g1+g2", "g3")
        after = play(state, *lines)
        verdict = explain(GAME, state, table_of(after, TWO))
        assert isinstance(verdict, Played), verdict
        assert {str(action) for action in verdict.actions} == set(lines)

    def test_a_guest_is_seated_where_it_lies(self) -> None:
        state = position("g1+g2", "g3")
        verdict = explain(GAME, state, table_of(play(state, "P1 seat klee 1"), {"g2": -20.0, "klee": 0.0, "g1": 20.0, "g3": 180.0}))
        assert isinstance(verdict, Played) and str(verdict.actions[0]) == "P1 seat klee 1"

    def test_a_guest_that_is_gone_was_sent_home(self) -> None:
        state = position("g1(wine=wine,food,wild)+g2", "g3")
        verdict = explain(GAME, state, table_of(play(state, "P1 home g1"), {"g2": -15.0, "g3": 180.0}))
        assert isinstance(verdict, Played) and [str(a) for a in verdict.actions] == ["P1 home g1"]

    def test_a_token_that_nobody_can_place_is_asked_about(self) -> None:
        state = position("g1+g2", "g3")
        before, card = play(state, "P1 trash wine"), around(TWO["g1"])
        seen = Layout(
            (*table_of(before, TWO).spots, *look(piece("card", card, "g1"), piece("token", on(card, 0.7, 0.3), "wine")).spots[1:])
        )
        verdict = explain(GAME, state, seen)
        assert isinstance(verdict, Played), "it lies on the guest, and its place is still open"
        assert [str(a) for a in verdict.actions] == ["P1 serve wine g1"]

    def test_an_unnamed_guest_is_a_question(self) -> None:
        state = position("g1", "g3")
        after = table_of(play(state, "P1 seat klee 0"), {"klee": 15.0, "g1": -15.0, "g3": 180.0})
        spots = tuple(Spot(s.zone, None, ("klee", "maar"), s.slot, ref=s.ref) if s.piece == "klee" else s for s in after.spots)
        verdict = explain(GAME, state, Layout(spots))
        assert isinstance(verdict, Ambiguous)

    def test_the_platter_is_refilled_and_everybody_goes_home(self) -> None:
        over = play(position("g1+g2", "g3", platter="wine:1"), "P1 trash wine")
        verdict = explain(GAME, over, table_of(play(over, "refill"), TWO))
        assert isinstance(verdict, Played) and str(verdict.actions[0]) == "refill"
        over = play(position("g1+g2", "g3", course="6", platter="dessert:1"), "P1 trash dessert")
        verdict = explain(GAME, over, Layout())
        assert isinstance(verdict, Played) and str(verdict.actions[0]) == "all-home"

    def test_an_unnamed_piece_may_be_any(self) -> None:
        state = position("g1", "g3")
        assert list(GAME.candidates(state, Layout((*GAME.visible(state).spots, Spot("seated", None)))))

    def test_plate_abilities_show_by_what_they_bring(self) -> None:
        state = position("thief+g1", "g3(wine=wine,food,wild=wine)")
        after = play(state, "P1 plates", "P1 use thief", "P1 return g3 1")
        verdict = explain(GAME, state, table_of(after, {"g1": -15.0, "thief": 15.0, "g3": 180.0}))
        assert isinstance(verdict, Played)
        assert [str(a) for a in verdict.actions] == ["P1 plates", "P1 use thief", "P1 return g3 1"]
        assert "thief" in CAST

    def test_what_is_done_by_hand_shows(self) -> None:
        state = play(position("odd+g1(wine=wine,food,wild)", "g3"), "P1 plates", "P1 use odd")
        for line in ("remove wine g1:1", "put food platter"):
            seen = GAME.visible(play(state, line))
            assert line in [str(action) for action in GAME.candidates(state, seen)]

    def test_a_token_too_many_is_no_ability_by_hand_until_somebody_has_said_so(self) -> None:
        state = position("odd+g1(wine=wine,food,wild)", "g3")
        said = play(state, "P1 plates", "P1 use odd")
        seen = GAME.visible(play(said, "put food g1:2"))
        assert isinstance(explain(GAME, state, seen), Unexplained)
        verdict = explain(GAME, said, seen)
        assert isinstance(verdict, Played) and [str(action) for action in verdict.actions] == ["put food g1:2"]

    def test_a_swap_shows(self) -> None:
        state = position("changer", "g1(wine=food,food=food,wild)", "g3(wine=wine,food,wild)")
        state = play(state, "P1 plates", "P1 use changer")
        seen = GAME.visible(play(state, "P1 swap g3 1 g1 2"))
        assert "P1 swap g1 2 g3 1" in [str(action) for action in GAME.candidates(state, seen)]

    def test_cards_beside_the_platter_and_gifts_of_an_ability_show(self) -> None:
        state = opening(2, faux_pas="true")
        seen = GAME.visible(play(state, "P2 faux-pas faux-pas-1 faux-pas-6"))
        assert "P2 faux-pas faux-pas-1 faux-pas-6" in [str(action) for action in GAME.candidates(state, seen)]
        state = play(position("bravo", "g3"), "P1 plates", "P1 use bravo")
        seen = GAME.visible(play(state, "P1 give drama bravo"))
        assert [str(action) for action in GAME.candidates(state, seen)] == ["P1 give drama bravo"]
