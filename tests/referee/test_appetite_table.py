"""The referee at a table of the Appetite: pictures as layouts, the story as actions."""

from random import Random

import pytest

from companion.game import Layout, Spot
from companion.games.appetite import GAME
from companion.games.appetite.pieces import State
from companion.games.appetite.rules import Action
from companion.referee import Ambiguous, Played, Unchanged, Unexplained, Verdict, explain
from fixtures.play import random_play
from tests.games.appetite_tables import PACK, play, position, setup

SWEPT = "rounds=P1:lunches-6,P2:breakfasts-4/-"
OVER = "rounds=P1:lunches-6/P2:dinners-6/P3:lunches-9/P4:dinners-9 declined=4"


def see(state: State, *cards: str | tuple[str, ...]) -> Verdict[Action]:
    spots = [Spot("table", c, ref=at) if isinstance(c, str) else Spot("table", None, c, ref=at) for at, c in enumerate(cards)]
    return explain(GAME, state, Layout(tuple(spots)))


def story(verdict: Verdict[Action]) -> list[str]:
    assert isinstance(verdict, Played)
    return [str(action) for action in verdict.actions]


def test_a_card_is_the_play_of_whose_turn_it_is() -> None:
    assert story(see(position("rounds=P1:lunches-6"), "lunches-6", "breakfasts-3")) == ["P2 play breakfasts-3"]
    assert story(see(position("rounds=P1:lunches-6"), "breakfasts-3")) == ["P2 play breakfasts-3"]


def test_an_illegal_card_is_refused_with_its_numbers() -> None:
    state = position("rounds=P1:lunches-9/P2:dinners-9/P3:lunches-9/P4:dinners-9,P1:lunches-2")
    verdict = see(state, "lunches-2", "dinners-3")
    assert isinstance(verdict, Unexplained)
    assert [(str(r.action), [v.why for v in r.violations]) for r in verdict.refused] == [
        ("P2 play dinners-3", ["38 + 3 is 41; the appetite is 40"])
    ]


def test_glare_over_a_new_card_is_a_question() -> None:
    state = position("rounds=P1:lunches-9/P2:dinners-9/P3:lunches-9/P4:dinners-6,P1:breakfasts-4 declined=0")
    verdict = see(state, "breakfasts-4", ("dinners-1", "dinners-2", "breakfasts-2", "dinners-5"))
    assert isinstance(verdict, Ambiguous)
    assert [str(row[0]) for row in verdict.fits] == ["P2 play dinners-1", "P2 play dinners-2"]
    assert [str(r.action) for r in verdict.refused] == ["P2 play breakfasts-2", "P2 play dinners-5"]
    assert [spot.ref for spot in verdict.unsure] == [1]


def test_a_half_covered_card_without_a_name_disturbs_nobody() -> None:
    state = position("rounds=P1:lunches-6,P2:breakfasts-1")
    assert story(see(state, ("lunches-6", "lunches-8"), "breakfasts-1", "dinners-2")) == ["P3 play dinners-2"]
    assert isinstance(see(state, ("lunches-6", "lunches-8"), "breakfasts-1"), Unchanged)


def test_a_second_copy_is_asked_when_one_of_the_two_has_no_name() -> None:
    state = position("rounds=P1:lunches-1,P2:breakfasts-1")
    assert story(see(state, "lunches-1", "breakfasts-1", "lunches-1")) == ["P3 play lunches-1"]
    assert isinstance(see(state, "lunches-1", "breakfasts-1", ("lunches-1", "lunches-2")), Ambiguous)


def test_two_plays_between_two_looks() -> None:
    state = position("rounds=P1:lunches-6")
    assert story(see(state, "lunches-6", "breakfasts-1", "lunches-2")) == ["P2 play breakfasts-1", "P3 play lunches-2"]
    assert isinstance(see(state, "lunches-6", "breakfasts-1", "dinners-2"), Ambiguous)


def test_the_table_is_cleared_or_led_straight_away() -> None:
    assert isinstance(see(position(SWEPT), "lunches-6", "breakfasts-4"), Unchanged)
    assert story(see(position(SWEPT))) == ["table clear"]
    assert story(see(position(SWEPT), "dinners-9")) == ["P3 play dinners-9"]
    assert story(see(play(position(SWEPT), "table clear"), "lunches-6")) == ["P3 play lunches-6"]


def test_cards_that_should_have_gone_are_named() -> None:
    verdict = see(position(SWEPT), "breakfasts-4", "dinners-9")
    assert isinstance(verdict, Unexplained)
    led = see(play(position(SWEPT), "P3 play dinners-9"), "breakfasts-4", "dinners-9")
    assert isinstance(led, Unexplained)
    assert [spot.piece for spot in led.difference.extra] == ["breakfasts-4"]


def test_a_swept_table_after_the_hand_is_a_deal_and_a_card_then_a_lead() -> None:
    assert story(see(position(OVER))) == ["table deal P1"]
    assert story(see(position(OVER), "desserts-1")) == ["table deal P1", "P2 play desserts-1"]


def test_a_strange_card_of_the_pack_stays_unexplained_at_the_end() -> None:
    over = position("P1=lunches:9@6,dinners:9@3 rounds=P3:lunches-9 declined=1", boxes="1")
    assert isinstance(see(over), Unchanged)
    assert isinstance(see(over, "dinners-1"), Unexplained)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_over_random_games_nothing_wrong_is_believed(players: int) -> None:
    """Old cards are covered at random, and any card may lose its name: what is then believed is what was played."""
    asked = believed = 0
    for seed in range(12):
        random = Random(seed)
        for step in random_play(GAME, GAME.initial(PACK, setup(players)), seed):
            if GAME.visible(step.before).matches(GAME.visible(step.after)):
                continue
            verdict = explain(GAME, step.before, _blurred(step.after, random))
            if isinstance(verdict, Played):
                believed += 1
                state = step.before
                for action in verdict.actions:
                    state = GAME.apply(state, action)
                assert state == step.after, f"{step.action} at {step.before}: {verdict}"
            elif isinstance(verdict, Ambiguous):
                asked += 1
                assert (step.action,) in verdict.fits
            else:
                # Only a copy of a covered card, or a card under glare that may be the last one, can go unnoticed.
                assert isinstance(verdict, Unchanged)
                assert verdict.unsure or step.action.card in [laid.card for laid in step.before.pile]
    assert believed > 4 * asked > 0


def _blurred(state: State, random: Random) -> Layout:
    """The table of a state, as a camera in bad light may see it; the newest card is never covered."""
    spots = []
    expected = GAME.visible(state).spots
    for at, spot in enumerate(expected, start=1):
        if spot.may_hide and at < len(expected) and random.random() < 0.5:
            continue
        assert spot.piece is not None
        if random.random() < 0.15:
            spots.append(Spot("table", None, (spot.piece, PACK.pieces[random.randrange(36)].id)))
        else:
            spots.append(Spot("table", spot.piece))
    return Layout(tuple(spots))
