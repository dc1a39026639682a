"""What lies where on a table of Surrealist Dinner Party, from pieces in millimetres; wrong sides up; a finished game from pictures."""

from dataclasses import replace

import pytest

from companion.game import CompanionError, Pack, Piece, Setup
from companion.games.surrealist_dinner_party import GAME
from companion.games.surrealist_dinner_party.box import meaning
from companion.games.surrealist_dinner_party.looking import look, see
from companion.games.surrealist_dinner_party.platter import Lies, Place, lying, seen_there
from companion.games.surrealist_dinner_party.remarks import remarks
from companion.games.surrealist_dinner_party.seating import around as platter_of, inside, middle_of, upright
from companion.games.surrealist_dinner_party.slots import within
from tests.games.surrealist_dinner_party_tables import PACK, setup
from tests.games.test_surrealist_dinner_party_reading import CARD, around, on, piece, square
from vision.observation import ARM_OVER, Detection, Observation, PlaneFix, Quad, Quality, Round, Side

PLACES = ((0.15, 0.1), (0.15, 0.25), (0.15, 0.4))


def seen(*detections: Detection, size: tuple[int, int] = (100, 100)) -> Observation:
    return Observation(0.0, size, Quality(1.0, 0.5, 0.0), PlaneFix("markers"), detections)


def with_places(pack: Pack = PACK) -> Pack:
    """The box, its guest g1 with appetites at the upper left, as enrolling found them."""
    text = " ".join(f"{x:.3f},{y:.3f}" for x, y in PLACES)
    return replace(pack, pieces=tuple(replace(p, attributes={**p.attributes, "places": text}) if p.id == "g1" else p for p in pack.pieces))


def token(quad: Quad, id: str | None, *maybe: str, side: Side | None = None) -> Detection:
    return replace(piece("token", quad, id, *maybe), side=side)


class TestAppetites:
    def test_a_token_lies_on_the_place_that_enrolling_found(self) -> None:
        card, pack = around(0), with_places()
        for number, (right, down) in enumerate(PLACES):
            for off in (-0.04, 0.0, 0.04):
                table = look(pack, seen(piece("card", card, "g1"), token(on(card, right, down + off), "wine")))
                assert [served.slot for served in table.served] == [number]

    def test_far_from_every_place_it_only_lies_on_the_guest(self) -> None:
        card = around(0)
        table = look(with_places(), seen(piece("card", card, "g1"), token(on(card, 0.15, 0.8), "wine")))
        assert [served.slot for served in table.served] == [None]

    def test_where_no_places_are_known_or_they_make_no_sense_no_appetite_is_guessed(self) -> None:
        """A box whose appetites lie in a bow was read as if they lay in a column, without a question."""
        card = around(0)
        for text in ("", "0.1,0.2", "here", "0.1,0.2 0.1,x 0.1,0.3"):
            pieces = tuple(replace(p, attributes={**p.attributes, "places": text}) if p.id == "g1" else p for p in PACK.pieces)
            table = look(replace(PACK, pieces=pieces), seen(piece("card", card, "g1"), token(on(card, 0.12, 0.5), "wine")))
            assert [served.slot for served in table.served] == [None]


class TestCovered:
    """Something lies over a guest: what shows of the card is outlined."""

    def of(self, *shown: tuple[float, float], tokens: tuple[int, ...] = ()) -> list[int]:
        card, pack = around(0), with_places()
        outline = [middle_of(on(card, *at)) for at in shown]
        guest = replace(piece("card", card, "g1"), shown_px=tuple((x, -y) for x, y in outline))
        table = look(pack, seen(guest, *(token(on(card, *PLACES[n]), "wine") for n in tokens)))
        spots = [s for s in see(pack, seen(guest)).spots if s.zone == "g1"]
        assert tokens or [s.slot for s in spots if s.piece is None] == [str(slot + 1) for _, slot in table.covered]
        return [slot for _, slot in table.covered]

    def test_appetites_under_a_hand_are_questions(self) -> None:
        assert self.of((0.0, 0.0), (1.0, 0.0), (1.0, 0.34), (0.0, 0.34)) == [2]
        assert self.of((0.0, 0.3), (1.0, 0.3), (1.0, 1.0), (0.0, 1.0)) == [0, 1]
        assert self.of((0.3, 0.0), (1.0, 0.0), (1.0, 1.0), (0.3, 1.0)) == [0, 1, 2]

    def test_half_an_appetite_is_not_enough(self) -> None:
        assert self.of((0.15, 0.0), (1.0, 0.0), (1.0, 1.0), (0.15, 1.0)) == [0, 1, 2]

    def test_one_with_a_token_that_was_seen_is_none(self) -> None:
        assert self.of((0.3, 0.0), (1.0, 0.0), (1.0, 1.0), (0.3, 1.0), tokens=(1,)) == [0, 2]

    def test_nothing_is_asked_where_all_of_them_show(self) -> None:
        assert self.of((0.0, 0.0), (1.0, 0.0), (1.0, 0.8), (0.0, 0.8)) == []
        assert self.of((0.0, 0.8), (1.0, 0.8), (1.0, 0.0), (0.0, 0.0)) == []


class TestUnseen:
    """Tokens lie as on appetites, but no guest was found below them."""

    def rows(self, *tokens: Quad, card: str = "g2", angles: tuple[int, ...] = (180,)) -> list[list[str | None]]:
        sized = tuple(replace(p, size_mm=CARD) if p.id == "g1" else p for p in with_places().pieces)
        pack, guests = replace(PACK, pieces=sized), [piece("card", around(angle), card) for angle in angles]
        looked = seen(*guests, *(token(quad, "wine") for quad in tokens))
        assert len([s for s in see(pack, looked).spots if s.zone == "seated" and s.piece is None]) == len(look(pack, looked).unseen)
        return [[s.id for s in row] for row in look(pack, looked).unseen]

    def test_three_in_their_places_are_a_question(self) -> None:
        assert self.rows(*(on(around(0), *place) for place in PLACES)) == [["wine"] * 3]

    def test_two_may_lie_so_in_any_stash(self) -> None:
        assert self.rows(*(on(around(0), *place) for place in (*PLACES[:2], (-0.3, 0.25)))) == []

    def test_two_that_lie_alone_are_a_question(self) -> None:
        assert self.rows(*(on(around(0), *place) for place in PLACES[:2])) == [["wine"] * 2]

    def test_one_that_lies_alone_among_the_guests_is_a_question(self) -> None:
        angles = (90, 180, 270)
        assert self.rows(on(around(0), *PLACES[1]), angles=angles) == [["wine"]]
        assert self.rows(on(around(0), *PLACES[1]), on(around(0), -0.3, 0.3), angles=angles) == [], "a Stash lies together"
        assert self.rows(on(around(0), 0.2, 3.0), angles=angles) == [], "no guest sits so far away"

    def test_a_row_that_touches_is_no_row_of_appetites(self) -> None:
        assert self.rows(*(on(around(0), 0.15, 0.1 + 0.1 * n) for n in range(3))) == []

    def test_what_lies_on_no_appetite_shows_that_there_is_no_card(self) -> None:
        assert self.rows(*(on(around(0), *place) for place in (*PLACES, (0.6, 0.5), (-0.3, 0.25)))) == []

    def test_a_row_that_runs_past_the_platter_is_no_guests(self) -> None:
        assert self.rows(*(on(around(0), 0.15 + n * 0.15 * CARD[1] / CARD[0], 0.5) for n in range(3))) == []

    def test_tokens_that_were_seen_to_come_alone_have_no_card_below(self) -> None:
        sized = tuple(replace(p, size_mm=CARD) if p.id == "g1" else p for p in with_places().pieces)
        pack, guest = replace(PACK, pieces=sized), piece("card", around(180), "g2")
        tokens = [token(on(around(0), *place), "wine") for place in PLACES]
        alone = [replace(one, came_alone=True) for one in tokens]
        assert len(look(pack, seen(guest, *alone[:2], tokens[2])).unseen) == 1, "one of them may have come with the card"
        assert look(pack, seen(guest, *alone)).unseen == ()


class TestPlatter:
    def test_where_nobody_sits_it_lies_where_those_looked_who_went_home(self) -> None:
        tokens = token(square((5.0, 8.0)), "wine"), *(token(square((310.0 + 25 * n, -240.0)), "food") for n in range(4))
        nobody = seen(*tokens, size=(1000, 1000))
        away = tuple(piece("card", around(angle), id) for angle, id in ((0, "g1"), (180, "g2")))
        assert [s.id for s in look(PACK, nobody).platter] == ["food"] * 4, "the largest heap near the middle of the picture"
        table = look(PACK, replace(nobody, taken_away=away))
        assert [s.id for s in table.platter] == ["wine"] and table.near == () and len(table.beside) == 4

    @pytest.mark.parametrize("angles", [(0, 180), (0, 25, 180), (0, 90, 180, 270), (335, 0, 25, 155, 180, 205), (0, 120, 240), (0, 90)])
    @pytest.mark.parametrize("turned", [0.0, 17.0, 90.0, 211.0])
    def test_it_lies_where_the_guests_look(self, turned: float, angles: tuple[int, ...]) -> None:
        middle = platter_of([upright(around(turned + angle)) for angle in angles], [], 110.0)
        assert abs(middle[0]) < 80 and abs(middle[1]) < 80

    @pytest.mark.parametrize("angles", [(0, 25, 120), (300, 0, 90), (0, 40, 80, 120, 160)])
    def test_guests_who_do_not_sit_evenly_round_it_tell_how_far_it_is_themselves(self, angles: tuple[int, ...]) -> None:
        """They sit farther away than is usual."""
        x, y = platter_of([upright(around(angle)) for angle in angles], [], 110.0)
        assert x**2 + y**2 < 10.0**2

    def test_a_guest_without_a_name_does_not_tell_where_it_is(self) -> None:
        """It may be no guest, as tokens of a Stash that lie like the circles of one."""
        pieces = [piece("card", around(a), f"g{n}") for n, a in enumerate((0, 90, 180, 270), 1)]
        doubt = piece("card", square((400.0, 300.0), 100.0), None, "g5")
        pieces += [token(square((0.0, 0.0)), "wine"), token(square((-55.0, 0.0)), "food"), token(square((0.0, -55.0)), "food")]
        assert [len(look(PACK, seen(*pieces, *more)).platter) for more in ((), (doubt,))] == [3, 3]

    def test_of_one_row_the_nearest_tokens_ahead_are_its_platter(self) -> None:
        card = around(0)
        table = look(PACK, seen(piece("card", card, "g1"), token(square((0.0, 0.0)), "wine"), token(square((300.0, -200.0)), "food")))
        assert [s.id for s in table.platter] == ["wine"]
        assert [s.id for s in table.beside] == ["food"]

    def test_a_measured_place_counts_more(self) -> None:
        measured = replace(PACK, tables={**PACK.tables, "zones": {"platter_mm": [500.0, 0.0], "platter_reach_mm": 50.0}})
        table = look(measured, seen(piece("card", around(0), "g1"), token(square((510.0, 5.0)), "wine"), token(square((0.0, 0.0)), "food")))
        assert [s.id for s in table.platter] == ["wine"]

    @pytest.mark.parametrize(
        ("away", "rim", "where"),
        [
            (50.0, None, Lies.ON),
            (100.0, None, Lies.NEAR),  # a Stash may lie so near, and a platter may be so large
            (130.0, None, Lies.BESIDE),
            (50.0, 66.0, Lies.ON),
            (64.0, 66.0, Lies.NEAR),
            (100.0, 66.0, Lies.BESIDE),
            (60.0, 40.0, Lies.NEAR),  # that round thing may be a cup
        ],
    )
    def test_what_may_lie_on_it_or_beside_it_is_asked(self, away: float, rim: float | None, where: Lies) -> None:
        rounds = () if rim is None else (Round((0.0, 0.0), rim),)
        place = seen_there(Place((5.0, 5.0), 110.0), rounds, [(10.0, 0.0)])
        assert lying([(10.0, 0.0), (away, 0.0)], place, 10.0) == [Lies.ON, where]

    def test_what_lies_together_with_the_platters_tokens_may_be_on_it(self) -> None:
        row = [(10.0 + 22.0 * n, 0.0) for n in range(8)]
        assert lying(row, Place((0.0, 0.0), 110.0), 10.0)[-1] is Lies.NEAR

    @pytest.mark.parametrize(("others", "where"), [([(-30.0, 0.0)], Lies.ON), ([(-64.0, 0.0)], Lies.NEAR), ([(-30.0, 90.0)], Lies.NEAR)])
    def test_a_heap_that_the_smallest_platter_holds_lies_on_it(self, others: list[tuple[float, float]], where: Lies) -> None:
        """Guests look at its middle only about; a platter that would have to hold more is none of the smallest."""
        assert lying([(70.0, 0.0), *others], Place((0.0, 0.0), 110.0), 10.0)[0] is where

    def test_its_rim_decides_on_the_table(self) -> None:
        pieces = [piece("card", around(a), f"g{n}") for n, a in enumerate((0, 90, 180, 270), 1)]
        pieces += [token(square((0.0, 0.0)), "wine"), token(square((100.0, 0.0)), "food")]
        unseen, rim = look(PACK, seen(*pieces)), Round((0.0, 0.0), 66.0)
        assert ([s.id for s in unseen.platter], [s.id for s in unseen.near]) == (["wine"], ["food"])
        told = look(PACK, replace(seen(*pieces), rounds=(rim,)))
        assert ([s.id for s in told.platter], [s.id for s in told.near], [s.id for s in told.beside]) == (["wine"], [], ["food"])

    def test_a_token_that_may_lie_on_it_and_a_hand_over_it_are_questions(self) -> None:
        pieces = [piece("card", around(a), f"g{n}") for n, a in enumerate((0, 90, 180, 270), 1)]
        pieces += [token(square((0.0, 0.0)), "wine"), token(square((66.0, 0.0)), "food")]
        spots = see(PACK, replace(seen(*pieces), rounds=(Round((0.0, 0.0), 66.0, is_covered=True),))).spots
        assert [(s.piece, s.alternatives) for s in spots if s.zone == "platter"] == [("wine", ()), (None, ("food",)), (None, ())]

    def test_a_point_on_a_line_is_in_no_card(self) -> None:
        assert not inside(((0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 0.0)), (0.5, 0.0))


class TestSides:
    @pytest.mark.parametrize(
        ("slot", "kind", "side", "lines"),
        [
            (0, "wine", Side.DESIGN, 0),
            (0, "wine", Side.PLAIN, 1),
            (0, "food", Side.DESIGN, 1),
            (0, "food", Side.PLAIN, 0),
            (2, "drama", Side.DESIGN, 0),
            (2, "drama", Side.PLAIN, 1),
            (0, "food", Side.UNKNOWN, 0),
            (0, "food", None, 0),
        ],
    )
    def test_the_design_is_up_where_it_matches(self, slot: int, kind: str, side: Side | None, lines: int) -> None:
        card = around(0)
        found = remarks(with_places(), seen(piece("card", card, "g1"), token(on(card, *PLACES[slot]), kind, side=side)))
        assert len(found) == lines
        assert all("SD-7.4" in line and kind in line for line in found)

    def test_of_what_is_not_sure_nothing_is_said(self) -> None:
        card = around(0)
        pieces = (
            piece("card", card, "g1"),
            token(on(card, *PLACES[0]), None, "food", side=Side.DESIGN),
            token(on(card, 0.8, 0.8), "food", side=Side.DESIGN),
        )
        assert remarks(with_places(), seen(*pieces)) == ()


class TestPiecesAsTheirOwnerWroteThem:
    def test_roles_follow_from_what_is_written(self) -> None:
        assert meaning(Piece("wine", "token", attributes={"color": "#8a1f3d"})) == {"color": "#8a1f3d", "role": "token", "token": "wine"}
        guest = meaning(Piece("x", "card", attributes={"appetites": "wine|wild", "ability": "plate"}))
        assert guest == {"role": "guest", "appetites": "wine,wild", "icon": "plate"}
        assert meaning(Piece("y", "card", attributes={"printed": "race:wine:3:2"}))["role"] == "faux-pas"
        assert meaning(Piece("z", "card")) == {} == meaning(Piece("stone", "token"))
        assert meaning(Piece("w", "token", attributes={"role": "coin"})) == {"role": "coin"}


class TestAFinishedGame:
    def of(self, *kinds: str) -> list[Detection]:
        return [token(square((20.0 * n, 0.0)), kind) for n, kind in enumerate(kinds)]

    def final(self, *pictures: list[Detection], pack: Pack = PACK, **options: str) -> dict[int, int]:
        hook = GAME.photographed
        assert hook is not None
        state = hook(pack, setup(len(pictures), **options), [seen(*pieces) for pieces in pictures])
        points: dict[int, int] = {}
        for line in GAME.scores(state):
            points[line.seat] = points.get(line.seat, 0) + line.points
        assert GAME.status(state).over
        return points

    def test_every_token_of_a_picture_is_in_that_players_stash(self) -> None:
        assert self.final(self.of("wine", "wine", "food"), self.of("drama")) == {0: 3, 1: 1}

    def test_claimed_races_and_majorities_count(self) -> None:
        stand_ins = PACK.tables["stand_in_faux_pas"]
        assert isinstance(stand_ins, dict)
        cards = {id: str(row["printed"]) for id, row in stand_ins.items() if isinstance(row, dict)}
        race = next(id for id, printed in cards.items() if printed.startswith("race"))
        _, kind, number, points = cards[race].split(":")
        card = piece("card", square((0.0, 100.0)), race)
        assert self.final([*self.of(*[kind] * int(number)), card], self.of("wine"), faux_pas="true")[0] == int(number) + int(points)

    def test_a_faux_pas_card_of_which_nobody_knows_what_it_asks_for_is_asked(self) -> None:
        card = piece("card", square((0.0, 100.0)), "faux-pas-1")
        with pytest.raises(CompanionError, match=r"faux-pas-1: the pack does not say what this card asks for; .*SD-2\.3"):
            self.final([*self.of("wine"), card], self.of("wine"), faux_pas="true", cards="as_printed")

    def test_what_cannot_be_told_is_asked(self) -> None:
        unnamed = token(square((90.0, 0.0)), None, "wine", "dessert")
        with pytest.raises(CompanionError, match="picture of P2: no sure name for 1"):
            self.final(self.of("wine"), [unnamed])
        heap = replace(self.of("wine")[0], count=3)
        with pytest.raises(CompanionError, match="P1: tokens lie in a heap"):
            self.final([heap], self.of("wine"))
        with pytest.raises(CompanionError, match="g1 is still seated"):
            self.final([piece("card", around(0), "g1")], self.of("wine"))
        assert GAME.photographed is not None
        nowhere = replace(seen(*self.of("wine")), plane=PlaneFix("none"))
        with pytest.raises(CompanionError, match="picture of P1: how large a token is"):
            GAME.photographed(PACK, Setup(2, {"cards": "stand_in"}), [nowhere, seen(*self.of("wine"))])
        reached_over = replace(seen(*self.of("wine")), quality=Quality(1.0, 0.5, 0.0, advice=(ARM_OVER,)))
        with pytest.raises(CompanionError, match="picture of P2: an arm lies over the table"):
            GAME.photographed(PACK, Setup(2, {"cards": "stand_in"}), [seen(*self.of("wine")), reached_over])
        with pytest.raises(CompanionError, match="2 players need 2 pictures"):
            GAME.photographed(PACK, Setup(2, {"cards": "stand_in"}), [seen()])

    def test_a_tie_that_no_picture_breaks_is_asked(self) -> None:
        with pytest.raises(CompanionError, match="tied"):
            self.final(self.of("wine"), self.of("food"), tie="more_perfectly_content")


def test_a_card_without_a_surface_holds_nothing() -> None:
    line = ((0.0, 0.0), (10.0, 0.0), (10.0, 0.0), (0.0, 0.0))
    assert within(line, (5.0, 0.0)) == (-1.0, -1.0)
    assert within(square((5.0, 5.0)), (5.0, 5.0)) == (0.5, 0.5)
