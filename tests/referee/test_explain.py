"""The referee on the smallest of games: what it believes, what it asks, what it cannot explain."""

import pytest

from companion import referee
from companion.referee import Ambiguous, Played, Unchanged, Unexplained, explain
from tests.referee.toy import TOY, Put, Tray, seen

GOLD = Tray(("gold-0",))


def puts(*coins: str) -> tuple[Put, ...]:
    return tuple(map(Put, coins))


class TestUnchanged:
    def test_what_was_expected_lies_there(self) -> None:
        assert explain(TOY, GOLD, seen("gold-0")) == Unchanged()

    def test_an_unnamed_piece_stands_for_a_known_one_and_is_marked(self) -> None:
        look = seen(("gold-0", "gold-1"))
        assert explain(TOY, GOLD, look) == Unchanged(look.spots)


class TestPlayed:
    def test_the_one_action_that_explains_the_table(self) -> None:
        assert explain(TOY, GOLD, seen("gold-0", "iron-3")) == Played(puts("iron-3"))

    def test_an_old_piece_without_a_name_is_no_reason_to_ask(self) -> None:
        assert explain(TOY, GOLD, seen(("gold-0", "gold-1"), "iron-3")) == Played(puts("iron-3"))

    def test_several_between_two_looks_when_only_one_order_is_legal(self) -> None:
        assert explain(TOY, Tray(), seen("iron-1", "red-2")) == Played(puts("red-2", "iron-1"))

    def test_orders_that_end_in_one_state_are_one_explanation(self) -> None:
        assert explain(TOY, Tray(in_order=False), seen("iron-1", "iron-2", "iron-3")) == Played(puts("iron-1", "iron-2", "iron-3"))


class TestAmbiguous:
    def test_a_new_piece_without_a_name_is_asked_even_when_one_action_fits(self) -> None:
        look = seen("gold-0", ("gold-0", "iron-3"))
        verdict = explain(TOY, GOLD, look)
        assert isinstance(verdict, Ambiguous)
        assert (verdict.fits, verdict.unsure) == ((puts("iron-3"),), (look.spots[1],))

    def test_legal_fits_come_first_best_guess_before_others_and_refused_ones_apart(self) -> None:
        verdict = explain(TOY, GOLD, seen("gold-0", ("red-1", "iron-3", "iron-2")))
        assert isinstance(verdict, Ambiguous)
        assert verdict.fits == (puts("iron-3"), puts("iron-2"))
        assert [(r.action, [v.clause for v in r.violations]) for r in verdict.refused] == [(Put("red-1"), ["T-2"])]

    def test_anything_may_be_under_a_piece_without_a_guess(self) -> None:
        verdict = explain(TOY, GOLD, seen("gold-0", ()))
        assert isinstance(verdict, Ambiguous)
        assert len(verdict.fits) == 11

    def test_two_orders_that_end_differently(self) -> None:
        verdict = explain(TOY, GOLD, seen("gold-0", "iron-1", "iron-2"))
        assert isinstance(verdict, Ambiguous)
        assert (verdict.fits, verdict.unsure) == ((puts("iron-1", "iron-2"), puts("iron-2", "iron-1")), ())


class TestUnexplained:
    def test_an_illegal_action_is_never_believed_and_says_why(self) -> None:
        verdict = explain(TOY, GOLD, seen("gold-0", "red-1"))
        assert isinstance(verdict, Unexplained)
        assert [spot.piece for spot in verdict.difference.extra] == ["red-1"]
        assert [(r.action, r.violations[0].why) for r in verdict.refused] == [(Put("red-1"), "a red coin comes first; 1 lie there")]

    def test_all_guesses_illegal(self) -> None:
        verdict = explain(TOY, GOLD, seen("gold-0", ("red-1", "red-2")))
        assert isinstance(verdict, Unexplained)
        assert [r.action for r in verdict.refused] == list(puts("red-1", "red-2"))
        assert len(verdict.difference.unsure) == 1

    def test_a_piece_that_has_gone(self) -> None:
        verdict = explain(TOY, GOLD, seen())
        assert isinstance(verdict, Unexplained)
        assert ([spot.piece for spot in verdict.difference.missing], verdict.refused) == (["gold-0"], ())

    def test_more_than_three_at_once(self) -> None:
        tray = Tray(in_order=False)
        assert isinstance(explain(TOY, tray, seen("iron-0", "iron-1", "iron-2", "iron-3")), Unexplained)

    def test_it_gives_up_rather_than_think_for_ever(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(referee, "MOST_TRIED", 3)
        assert isinstance(explain(TOY, Tray(in_order=False), seen("iron-1", "iron-2", "iron-3")), Unexplained)
