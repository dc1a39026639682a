"""Whole games of Buffet Master: the engine never refuses what really happens, and never knows more than an attentive player."""

import json
from collections import Counter
from functools import reduce

import pytest
from hypothesis import given, settings, strategies as st

from companion.games.buffet_master import GAME
from companion.games.buffet_master.actions import Action
from companion.games.buffet_master.hidden import certain_at, is_certain_at, pool, possible_at, settled, without
from companion.games.buffet_master.pieces import State
from tests.games.buffet_master_tables import PACK, setup
from tests.games.buffet_master_truth import TrueTable

TABLES: tuple[dict[str, str], ...] = (
    {},
    {"declare_when": "anytime", "finish_picks": "true", "uneven_piles": "remove_remainder_unseen", "tie": "play_off"},
    {"verify_on_declare": "trust", "fresh_tray_self": "true", "fill_rule": "player_choice"},
    {"declare_when": "own_turn_end_only", "stomach_shape": "transposed", "tie": "full_stomach_then_fewer_hand_points"},
)
"""Answers that change how the game is played."""
TURNS = 3


def keeps_the_cards(state: State, deck: Counter[str]) -> None:
    """Every card of the box is in exactly one place."""
    cards = Counter(top for top in state.tops if top)
    cards.update(card for stack in state.laid for dish in stack for card in dish.cards)
    for one in state.hidden:
        assert sum(n for _, n in one.places) == len(one.cards)
        cards.update(one.cards)
    assert cards == deck


def agrees_with_the_truth(table: TrueTable) -> None:
    state = table.state
    for number, cards in enumerate(table.piles, 1):
        assert state.left(number) == len(cards)
        assert state.tops[number - 1] == (cards[-1] if table.up[number - 1] else None)
    for place, cards in table.places().items():
        assert state.lying.get(place, 0) == len(cards)
        assert not Counter(certain_at(state.hidden, place)) - Counter(cards), f"{place} is not what is known of it"
        assert without(state.hidden, place, cards) is not None, f"{place} cannot hold {cards}"


class Watched(TrueTable):
    """Compares with the truth before every `TURNS`th turn, and counts the cards after every action."""

    turns = 0

    def act(self, action: Action) -> None:
        super().act(action)
        keeps_the_cards(self.state, self.deck)

    def turn(self) -> None:
        if self.turns % TURNS == 0:
            agrees_with_the_truth(self)
        self.turns += 1
        super().turn()


def whole_game(players: int, seed: int) -> Watched:
    options = TABLES[seed % len(TABLES)]
    table = Watched(players, seed, **options)
    table.play()
    agrees_with_the_truth(table)
    assert table.state.phase in ("over", "play-off")
    assert reduce(GAME.apply, table.log, table.start) == table.state
    for state in (table.state, reduce(GAME.apply, table.log[: len(table.log) // 2], table.start)):
        assert GAME.parse_state(PACK, setup(players, **options), str(state)) == state
    return table


def check_games(players: int, seeds: range) -> None:
    for seed in seeds:
        whole_game(players, seed)


@pytest.mark.parametrize("players", [2, *(pytest.param(n, marks=pytest.mark.slow) for n in (3, 4, 5)), 6])
def test_the_engine_follows_true_games_without_peeking(players: int) -> None:
    check_games(players, range(20))


@pytest.mark.parametrize("players", range(2, 7))
def test_undo_leads_back_to_the_start(players: int) -> None:
    table = whole_game(players, 7)
    states = [table.start]
    for action in table.log:
        states.append(GAME.apply(states[-1], action))
    for length in range(len(table.log), -1, -7):
        assert reduce(GAME.apply, table.log[:length], table.start) == states[length]
    assert states[-1] == table.state


@settings(deadline=None, max_examples=25)
@given(st.integers(2, 6), st.integers(0, 10_000), st.integers(0, 400))
def test_nothing_hidden_is_shown(players: int, seed: int, at: int) -> None:
    """Whatever lies unseen might as well be other cards: pages and layouts are the same."""
    table = TrueTable(players, seed)
    table.play()
    state = reduce(GAME.apply, table.log[: at % len(table.log)], table.start)
    if any(state.served):
        return
    unknown = [pool(["?"] * len(one.cards), dict(one.places)) for one in state.hidden]
    blank = State(state.box, state.house, state.phase, state.active, state.tops, settled(unknown), state.laid, state.taken, state.played)
    blank = State(**{**vars(blank), "late": state.late, "shown": state.shown, "served": state.served})
    assert json.dumps(GAME.show(blank)) == json.dumps(GAME.show(state))
    assert GAME.visible(blank) == GAME.visible(state)
    assert GAME.status(blank) == GAME.status(state)


class TestHidden:
    def test_alike_cards_are_known_wherever_they_are(self) -> None:
        hidden = settled([pool(["a", "a", "a"], {"h1": 1, "h2": 2})])
        assert (certain_at(hidden, "h1"), certain_at(hidden, "h2")) == (("a",), ("a", "a"))

    def test_a_card_that_may_come_out_of_two_pools_joins_them(self) -> None:
        hidden = settled([pool(["a", "b"], {"h1": 1, "h2": 1}), pool(["a", "c"], {"h1": 1, "h3": 1})])
        left = without(hidden, "h1", ["a"])
        assert left == settled([pool(["a", "b", "c"], {"h1": 1, "h2": 1, "h3": 1})])
        assert without(hidden, "h1", ["a", "a"]) is not None
        assert without(hidden, "h2", ["a", "a"]) is None

    def test_a_card_that_is_surely_there_is_the_one_that_leaves(self) -> None:
        hidden = settled([pool(["a"], {"h1": 1}), pool(["a", "b"], {"h1": 1, "h2": 1})])
        assert without(hidden, "h1", ["a"]) == settled([pool(["a", "b"], {"h1": 1, "h2": 1})])

    def test_what_is_possible_and_what_is_certain(self) -> None:
        hidden = settled([pool(["a", "a", "b"], {"h1": 1, "h2": 2})])
        assert possible_at(hidden, "h1") == Counter({"a": 1, "b": 1})
        assert possible_at(hidden, "h2") == Counter({"a": 2, "b": 1})
        assert not is_certain_at(hidden, "h1")
        assert is_certain_at(hidden, "h9")
