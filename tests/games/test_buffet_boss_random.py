"""Random legal games of Buffet Boss: what holds in every position, there and back, again, and undone to the start."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from companion.games.buffet_boss import GAME
from companion.games.buffet_boss.actions import Action, Adjust, Fall, First, Height, Read, Save, Show, Stack, Take, Touch, in_order
from companion.games.buffet_boss.faults import faults
from companion.games.buffet_boss.pieces import PLATE, Plate, State, names
from companion.games.buffet_boss.scoring import open_points, sums
from tests.games.buffet_boss_tables import BOX, PACK, play, setup

GAMES = 30
"""Games per number of players."""
MOST_ACTIONS = 600
HOUSES: tuple[dict[str, str], ...] = (
    {},
    {"other_caused": "culprit_penalty", "three_second": "pickup_and_place", "b15_tie": "all_tied_groups", "characters": "first_game"},
    {"lands_on_other_plate": "stays", "pair_mode": "disjoint_pairs", "tallest_tie": "nobody"},
    {"tallest_tie": "higher_measurement_mm", "two_hands": "P1", "other_caused": "normal_rule", "adjust_out_of_turn": "false"},
    {"air_catch": "safe", "height_unit": "mm", "characters": "first_game", "first_game_5p": "deal_one", "level": "buffet"},
)
MODES = ("dinner", "lunch", "dinner", "all_you_can_eat")


def next_action(state: State, random: Random) -> Action:
    """Mostly what people do; now and then something falls, is adjusted or measured."""
    legal = list(GAME.legal_actions(state))
    assert legal, f"nothing is legal and the game is not over: {state}"
    if random.random() < 0.04 and (fall := some_fall(state, random)) is not None:
        return fall
    rare = (Fall, Adjust, First) if state.is_counting else (Fall, Adjust, Height, First, Read)
    usual = [action for action in legal if not isinstance(action, rare)]
    if state.is_counting and random.random() < 0.5 and (measure := some_measure(state, random)) is not None:
        return measure
    choices = usual if usual and random.random() < 0.95 else legal
    return choices[random.randrange(len(choices))]


def some_fall(state: State, random: Random) -> Fall | None:
    """Several pieces at once, for whatever reason; seldom where that ends the game."""
    seat = random.randrange(state.house.players)
    there = (*state.plates[seat].pieces, *state.plates[seat].hand)
    if not there or (state.house.is_together and random.random() < 0.8):
        return None
    foods = tuple(random.sample(there, random.randrange(1, len(there) + 1)))
    other = (seat + 1) % state.house.players
    fall = (
        Fall(seat, foods),
        Fall(seat, foods, by=other),
        Fall(seat, foods, onto=other),
        Fall(seat, foods, is_caught=True),
    )[random.randrange(4)]
    return None if GAME.violations(state, fall) else fall


def some_measure(state: State, random: Random) -> Action | None:
    """Whatever the score waits for."""
    for seat, plate in enumerate(state.plates):
        called = (PLATE, *names(plate.pieces))
        tree = [(name, called[random.randrange(n)]) for n, name in enumerate(called) if n]
        more = [tuple(random.sample(called, 2)) for _ in range(3)] if plate.pieces else []
        action: Action = Touch(seat, in_order([*tree, *((a, b) for a, b in more)]))
        if plate.character and plate.contacts is None and not GAME.violations(state, action):
            return action
        action = Height(seat, random.randrange(1, 6), random.randrange(1, 4) if state.house.wants_mm() else None)
        if plate.height is None and not GAME.violations(state, action):
            return action
    return None


def check(state: State) -> None:
    """No card twice, none lost, pieces only with their cards, counts as the setup says."""
    house = state.house
    assert list(faults(state)) == []
    assert state.out.total() + state.left == house.deck
    assert all(state.out[food] <= house.copies[food] for food in state.out)
    for plate in state.plates:
        pieces = Counter((*plate.pieces, *plate.hand, *plate.fallen))
        assert pieces + Counter(plate.surplus) == Counter(plate.cards)
        assert 2 * plate.most_saved >= len(plate.fallen)
    assert (next(open_points(state), None) is None) or not GAME.status(state).over or state.dropped is not None


def setting(players: int, seed: int) -> dict[str, str]:
    mode = "all_you_can_eat" if players == 1 else MODES[seed % len(MODES)]
    options = dict(HOUSES[seed % len(HOUSES)])
    if mode == "lunch" and seed % 3 == 0:
        options["lunch_removal"] = "chosen"
    return {"mode": mode, **options}


def play_one(players: int, seed: int, *, deep: bool) -> tuple[State, list[Action]]:
    random = Random(seed)
    pack = BOX if seed % 7 == 6 else PACK
    table = setup(players, **setting(players, seed))
    state = GAME.initial(pack, table)
    actions: list[Action] = []
    while not GAME.status(state).over and len(actions) < MOST_ACTIONS:
        action = next_action(state, random)
        before, state = state, GAME.apply(state, action)
        actions.append(action)
        assert state != before
        if isinstance(action, Take | Stack | Save):
            assert len(state.plates[action.seat].cards) >= len(before.plates[action.seat].cards)
        if deep or len(actions) % 16 == 0:
            check(state)
        if len(actions) % 64 == 0:
            assert GAME.parse_state(pack, table, str(state)) == state
    check(state)
    return state, actions


@pytest.mark.parametrize("players", [1, 2, 3, pytest.param(4, marks=pytest.mark.slow), 5])
def test_random_games_break_nothing(players: int) -> None:
    ends = Counter(GAME.status(play_one(players, seed, deep=False)[0]).over for seed in range(GAMES))
    assert ends[True] > ends[False] * 9, "hardly a game is left without an end"


@pytest.mark.parametrize("seed", range(len(HOUSES)))
def test_a_replay_ends_the_same_and_undo_leads_back_to_the_start(seed: int) -> None:
    state, actions = play_one(3, seed, deep=True)
    start = GAME.initial(PACK, setup(3, **setting(3, seed)))
    lines = [str(action) for action in actions]
    assert play(start, *lines) == state
    history = [start]
    for action in actions:
        history.append(GAME.apply(history[-1], action))
    undone = list(reversed(history))
    assert undone[-1] == start
    assert all(play(before, line) == after for before, line, after in zip(history, lines, history[1:], strict=False))


@pytest.mark.parametrize("seed", range(2 * len(HOUSES)))
def test_all_that_happens_is_told_and_shown(seed: int) -> None:
    random, table = Random(seed), setup(3, **setting(3, seed))
    state = GAME.initial(PACK, table)
    while not GAME.status(state).over:
        action = next_action(state, random)
        assert GAME.tell(state, action)
        state = GAME.apply(state, action)
        shown = GAME.show(state)
        assert shown["hints"] or state.busy
        listed = shown["players"]
        assert isinstance(listed, list)
        totals = [entry["points"] for entry in listed if isinstance(entry, dict)]
        assert totals == ([None] * 3 if state.house.is_together else sums(state))


@pytest.mark.clause("BB-6.1")
@given(st.integers(1, 40), st.booleans())
@settings(max_examples=60, deadline=None)
def test_half_rounded_up_is_never_less_than_half_nor_more_than_one_above(n: int, is_free: bool) -> None:

    saved = Plate(fallen=("egg",) * n, is_free=is_free).most_saved
    assert saved == n if is_free else 2 * saved - n in (0, 1)


@given(st.lists(st.sampled_from(["egg", "fish", "plate"]), max_size=6))
@settings(max_examples=60, deadline=None)
def test_names_of_pieces_are_all_different(foods: list[str]) -> None:
    called = names(foods)
    assert len(set(called)) == len(foods)
    assert [name.split(".")[0] for name in called] == foods


@given(st.integers(0, 10_000))
@settings(max_examples=25, deadline=None)
def test_whatever_is_shown_is_not_hidden(seed: int) -> None:
    """Characters that are revealed were never named before."""
    state, actions = play_one(2, seed, deep=False)
    shown = [action.character for action in actions if isinstance(action, Show)]
    assert shown == [
        plate.character.id for action in actions if isinstance(action, Show) and (plate := state.plates[action.seat]).character
    ]
