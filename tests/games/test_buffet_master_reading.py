"""Between a table and Buffet Master: piles by their places, open cards by the cells of their block."""

from dataclasses import replace

import pytest

from companion.game import Layout, Spot
from companion.games.buffet_master import GAME
from companion.games.buffet_master.pieces import State
from companion.games.buffet_master.table import blocks
from companion.referee import Ambiguous, Played, Unchanged, Unexplained, explain
from tests.games.buffet_master_tables import PACK, act, play, table
from vision.observation import Candidate, Detection, Face, Observation, Point, Quad, Quality

WIDE, HIGH = 63.0, 88.0
PILES: list[Point] = [(60, 190), (150, 190), (240, 190), (60, 80), (150, 80), (240, 80)]


def quad(centre: Point, quarter_turns: int = 0) -> Quad:
    """A card's corners on the table, its upper edge away from the viewer unless it is turned."""
    corners = [(-WIDE / 2, HIGH / 2), (WIDE / 2, HIGH / 2), (WIDE / 2, -HIGH / 2), (-WIDE / 2, -HIGH / 2)]
    for _ in range(quarter_turns):
        corners = [(y, -x) for x, y in corners]
    a, b, c, d = ((centre[0] + x, centre[1] + y) for x, y in corners)
    return a, b, c, d


def card(id: str | None, centre: Point, alternatives: tuple[str, ...] = (), turns: int = 0, face: Face = Face.UP) -> Detection:
    at = quad(centre, turns)
    maybe = tuple(Candidate(other, 0.4) for other in alternatives)
    return Detection("card", at, id, 1.0 if id else 0.0, face, maybe, quad_mm=at)


def look(*detections: Detection) -> Layout:
    return GAME.see(PACK, Observation(0.0, (1920, 1080), Quality(1, 0.5, 0), detections=detections))


def picture(state: State, **changes: str | None) -> Layout:
    """The tops of a state, with some changed: p1="swoop", p2=None for a back."""
    tops = {f"p{n}": top for n, top in enumerate(state.tops, 1)} | changes
    return look(*(card(top, PILES[int(name[1:]) - 1]) for name, top in tops.items() if top))


class TestSeeing:
    def test_a_card_belongs_to_the_pile_whose_place_it_lies_in(self) -> None:
        seen = look(card("fork", (75, 200)), card("dump", (150, 80)), card(None, (240, 80), face=Face.DOWN))
        assert {(spot.zone, spot.piece) for spot in seen.spots} == {("pile-1", "fork"), ("pile-5", "dump")}

    def test_backs_strangers_and_what_is_no_card_are_left_out(self) -> None:
        stranger = card("ace-of-spades", (60, 190))
        token = replace(card("fork", (60, 190)), kind="token")
        assert look(stranger, token, card(None, (60, 190)), card("fork", (60, 190), face=Face.DOWN)) == Layout()

    def test_an_unnamed_card_stays_open(self) -> None:
        seen = look(card(None, (60, 190), ("fork", "dump", "ace-of-spades")))
        assert seen.spots == (Spot("pile-1", None, ("fork", "dump"), ref=0),)

    @pytest.mark.parametrize("turns", range(4))
    def test_cells_count_as_the_cards_stand(self, turns: int) -> None:
        """A dish of 2 x 1, from any side of the table: its lower card lies below its upper card as the cards stand."""
        down = [(0, -HIGH), (-HIGH, 0), (0, HIGH), (HIGH, 0)][turns]
        first, second = card("soup-0-0", (500, 300), turns=turns), card("soup-1-0", (500 + down[0], 300 + down[1]), turns=turns)
        assert {(spot.piece, spot.slot) for spot in look(second, first).spots} == {("soup-0-0", "r0c0"), ("soup-1-0", "r1c0")}

    def test_of_the_open_cards_only_the_largest_block_is_told(self) -> None:
        alone, turned = card("fork", (800, 300)), card("dump", (500 + WIDE, 300), turns=1)
        pair = (card("tacos-0-0", (500, 500)), card("tacos-0-1", (500 + WIDE, 500)))
        assert {spot.piece for spot in look(alone, turned, card("swoop", (500, 300)), *pair).spots} == {"tacos-0-0", "tacos-0-1"}
        assert look(alone) == Layout()

    def test_without_a_plane_pixels_will_do_for_blocks_and_piles_are_not_known(self) -> None:
        pair = [replace(card(name, (500 + WIDE * n, 190)), quad_mm=None) for n, name in enumerate(("tacos-0-0", "tacos-0-1"))]
        assert {spot.zone for spot in look(*pair).spots} == {"open"}

    def test_a_pack_without_places_has_no_piles(self) -> None:
        bare = replace(PACK, tables={})
        odd = replace(PACK, tables={"zones": {"piles": [[60, 190, 1], "there"], "pile_reach_mm": "far"}})
        seen = Observation(0.0, (1, 1), Quality(1, 1, 0), detections=(card("fork", (60, 190)),))
        assert GAME.see(bare, seen) == GAME.see(odd, seen) == Layout()

    def test_a_card_seen_as_a_line_has_no_neighbours(self) -> None:
        flat: Quad = ((0, 0), (10, 0), (10, 0), (0, 0))
        point: Quad = ((5, 5), (5, 5), (5, 5), (5, 5))
        cards = [Detection("card", at, "fork") for at in (flat, point, quad((20, 20)))]
        assert [len(block) for block in blocks(cards)] == [1, 1, 1]


class TestExplaining:
    def test_nothing_happened(self) -> None:
        state = table()
        assert explain(GAME, state, picture(state)) == Unchanged()

    def test_taken_tops(self) -> None:
        state = table()
        assert explain(GAME, state, picture(state, p1=None)) == Played((act("P1 take 1"),))
        assert explain(GAME, state, picture(state, p1=None, p3=None)) == Played((act("P1 take 1 3"),))

    def test_the_pick_that_empties_a_pile_was_the_last(self) -> None:
        state = table(under=(0, 3, 3, 3, 3))
        verdict = explain(GAME, state, picture(state, p1=None, p3=None))
        assert verdict == Played((act("P1 take 3 1"),))

    def test_a_whole_turn_between_two_looks(self) -> None:
        state = table()
        assert explain(GAME, state, picture(state, p1="fork", p2="dump")) == Played((act("P1 turn 1 2 flip 1:fork 2:dump"),))

    def test_new_tops(self) -> None:
        state = play(table(), "P1 take 1 2")
        assert explain(GAME, state, picture(state, p1="fork", p2="purse")) == Played((act("flip 1:fork 2:purse"),))

    def test_a_new_top_without_a_name_is_a_question(self) -> None:
        state = play(table(), "P1 take 1")
        seen = look(card(None, PILES[0], ("fork", "purse")), *(card(top, PILES[n]) for n, top in enumerate(state.tops) if top))
        verdict = explain(GAME, state, seen)
        assert isinstance(verdict, Ambiguous)
        assert verdict.fits == ((act("flip 1:fork"),), (act("flip 1:purse"),))

    def test_a_swoop_or_a_turn_is_a_question(self) -> None:
        state = table(hands={3: "swoop"})
        verdict = explain(GAME, state, picture(state, p1="swoop"))
        assert isinstance(verdict, Ambiguous)
        assert set(verdict.fits) == {(act("P1 turn 1 flip 1:swoop"),), (act("P3 swoop 1"),)}

    def test_a_swoop_in_the_count(self) -> None:
        state = table("count", {2: "swoop"}, tops="?,sushi-0-0,curry-0-0,salad-0-0,kebab-0-0,paella-0-0", under=(0, 3, 3, 3, 3))
        assert explain(GAME, state, picture(state, p2="swoop")) == Played((act("P2 swoop 2"),))

    def test_a_tray_for_one_of_the_others(self) -> None:
        state = play(table(hands={1: "fresh-tray"}, players=3), "P1 take 1")
        verdict = explain(GAME, state, picture(state, p2="fresh-tray"))
        assert isinstance(verdict, Ambiguous)
        assert {(act("P1 tray 2 P2"),), (act("P1 tray 2 P3"),)} <= set(verdict.fits)

    def test_a_dump(self) -> None:
        state = play(table(hands={1: "dump+soup-0-0"}), "P1 take 1")
        verdict = explain(GAME, state, picture(state, p1="dump"))
        assert isinstance(verdict, Ambiguous)
        assert (act("P1 dump 1 1 soup"),) in verdict.fits

    def test_a_bathroom_is_never_taken_for_a_turn(self) -> None:
        state = table(hands={1: "bathroom"})
        verdict = explain(GAME, state, picture(state, p1="fork"))
        assert isinstance(verdict, Ambiguous)
        assert {(act("P1 turn 1 flip 1:fork"),), (act("P1 bathroom 1 fork"),)} <= set(verdict.fits)
        gone = explain(GAME, state, picture(state, p1=None))
        assert isinstance(gone, Ambiguous)
        assert set(gone.fits) == {(act("P1 take 1"),), (act("P1 bathroom 1"),)}

    def test_a_dish_shown_and_gathered_up_again(self) -> None:
        state = table(hands={1: "sushi-0-1+sushi-0-2+free-refill"}, tops="swoop,dump,curry-0-0,salad-0-0,kebab-0-0,paella-0-0")
        tops = [card(top, PILES[n]) for n, top in enumerate(state.tops)]
        dish = [card(name, (500 + WIDE * n, 400)) for n, name in enumerate(("free-refill", "sushi-0-1", "sushi-0-2"))]
        verdict = explain(GAME, state, look(*tops, *dish))
        assert verdict == Played((act("P1 lay free-refill sushi-0-1 sushi-0-2"),))
        after = play(state, "P1 lay free-refill sushi-0-1 sushi-0-2")
        assert explain(GAME, after, look(*tops, *dish)) == explain(GAME, after, look(*tops)) == Unchanged()

    def test_two_open_dishes_are_nobodys_move(self) -> None:
        state = table(hands={1: "soup-0-0+soup-1-0+trifle-0-0+trifle-1-0"})
        tops = [card(str(top), PILES[n]) for n, top in enumerate(state.tops)]
        dishes = [
            card(f"{dish}-{row}-0", (500 + WIDE * col, 400 - HIGH * row)) for col, dish in enumerate(("soup", "trifle")) for row in (0, 1)
        ]
        assert isinstance(explain(GAME, state, look(*tops, *dishes)), Unexplained)

    def test_what_nothing_explains(self) -> None:
        state = table()
        assert isinstance(explain(GAME, state, picture(state, p1="pizza-0-0", p2="pizza-0-0")), Unexplained)


class TestStomachs:
    SOUP, TACOS = "soup-0-0+soup-1-0", "tacos-0-0+tacos-0-1"

    def scoring(self, laid: dict[int, str]) -> State:
        return table("scoring", {2: "purse"}, tops="?,swoop,dump,fork,bathroom,swoop", laid=laid, under=(0, 3, 3, 3, 3))

    def stomach(self, *cells: tuple[str, int, int]) -> Layout:
        return look(*(card(name, (600 + WIDE * col, 400 - HIGH * row)) for name, row, col in cells))

    def test_a_filled_stomach_is_whose_dishes_these_are(self) -> None:
        state = self.scoring({1: self.TACOS, 2: f"{self.SOUP} {self.TACOS}"})
        seen = self.stomach(("soup-0-0", 0, 0), ("soup-1-0", 1, 0), ("tacos-0-0", 1, 1), ("tacos-0-1", 1, 2))
        assert explain(GAME, state, seen) == Played((act("P2 eat 1@0,0 2@1,1"),))

    def test_dishes_added_later_keep_to_what_lies_there(self) -> None:
        state = play(self.scoring({2: f"{self.SOUP} {self.TACOS}"}), "P2 eat 1@0,0")
        seen = self.stomach(("tacos-0-0", 0, 0), ("tacos-0-1", 0, 1), ("soup-0-0", 0, 2), ("soup-1-0", 1, 2))
        verdict = explain(GAME, state, seen)
        assert verdict == Played((act("P2 eat 2@0,-2"),))

    def test_a_card_without_a_name_is_asked_about(self) -> None:
        state = self.scoring({2: self.SOUP})
        seen = look(card("soup-0-0", (600, 400)), card(None, (600, 400 - HIGH), ("dump", "soup-1-0")))
        verdict = explain(GAME, state, seen)
        assert isinstance(verdict, Ambiguous)
        assert verdict.fits == ((act("P2 eat 1@0,0"),),)
        assert [spot.slot for spot in verdict.unsure] == ["r1c0"]

    def test_an_unfinished_dish_is_no_dish(self) -> None:
        state = self.scoring({2: f"{self.SOUP} {self.TACOS}"})
        seen = self.stomach(("soup-0-0", 0, 0), ("soup-1-0", 1, 0), ("tacos-0-0", 1, 1))
        assert isinstance(explain(GAME, state, seen), Unexplained)

    def test_a_strange_top_after_the_end_is_not_explained_by_a_stomach(self) -> None:
        state = play(self.scoring({2: self.SOUP}), "P2 eat 1@0,0")
        strange = look(card("pizza-0-0", PILES[1]), card("soup-0-0", (600, 400)), card("soup-1-0", (600, 400 - HIGH)))
        assert isinstance(explain(GAME, state, strange), Unexplained)

    def test_dishes_alike_are_one_story(self) -> None:
        state = self.scoring({2: f"{self.SOUP} {self.SOUP}"})
        assert explain(GAME, state, self.stomach(("soup-0-0", 0, 0), ("soup-1-0", 1, 0))) == Played((act("P2 eat 1@0,0"),))
        both = self.stomach(("soup-0-0", 0, 0), ("soup-1-0", 1, 0), ("soup-0-0", 0, 1), ("soup-1-0", 1, 1))
        assert explain(GAME, state, both) == Played((act("P2 eat 1@0,0 2@0,1"),))

    def test_dishes_that_nobody_laid_are_not_believed(self) -> None:
        state = self.scoring({2: self.SOUP})
        seen = self.stomach(("tacos-0-0", 0, 0), ("tacos-0-1", 0, 1))
        assert isinstance(explain(GAME, state, seen), Unexplained)
        served = play(self.scoring({2: self.SOUP}), "P2 served")
        assert isinstance(explain(GAME, served, self.stomach(("soup-0-0", 0, 0), ("soup-1-0", 1, 0))), Unexplained)
