"""Random legal games with words in them: what holds in every position, there and back, again, and undone to the start."""

from collections import Counter
from random import Random

import pytest

from companion.games.word_buffet import GAME
from companion.games.word_buffet.actions import Action, Cover
from companion.games.word_buffet.marking import open_spaces
from companion.games.word_buffet.pieces import State
from companion.games.word_buffet.position import faults
from fixtures.word_players import likely
from tests.games.word_buffet_tables import PACK, play, setup

GAMES = 30
"""Games per number of players."""
MOST_ACTIONS = 1_000
HOUSES: tuple[dict[str, str], ...] = (
    {},
    {"covered_letters": "others_allowed_skip", "zero_token_word": "nothing", "word_judge": "majority_only", "min_word": "3"},
    {"covered_letters": "any", "reuse_cell": "true", "adjacent_to": "any_player", "short_reserve": "choose", "min_word": "1"},
    {"order_of_gestures": "strict", "row1_order": "as_placed", "word_judge": "dictionary_only", "food_model": "cell"},
    {
        "length_mismatch": "accept_shorter_to_new_row",
        "row1_special_triggers": "false",
        "open_search_limit_s": "60",
        "nest_layout": "calibrated",
    },
)


def next_action(state: State, random: Random) -> Action:
    """Mostly what people do, so that words are marked and games end; else anything legal."""
    if (action := likely(state, random)) is not None:
        return action
    legal = list(GAME.legal_actions(state))
    assert legal, f"nothing is legal and the game is not over: {state}"
    return legal[random.randrange(len(legal))]


def check(state: State) -> None:
    """What holds in every position."""
    assert list(faults(state)) == []
    assert max(Counter(ant.cell for ant in state.ants).values(), default=1) == 1
    for seat in state.seats:
        own = [ant for ant in state.ants if ant.seat == seat]
        assert len(own) + state.ants_left(seat) + state.specials_left(seat) == state.house.ants + state.house.specials


def check_round(before: State, after: State) -> None:
    """A round that has ended gave everybody a token at least, unless there was no space or none left (WB-6.6, WB-6.7)."""
    for seat in after.seats:
        is_open = before.ants_left(seat) + before.specials_left(seat) > 0 and open_spaces(before, seat)
        placed = [ant for ant in after.ants if ant.seat == seat and ant.round == before.round]
        assert placed or not is_open or before.house.zero_token_word == "nothing", f"P{seat + 1} in round {before.round}"


def play_one(players: int, seed: int, *, deep: bool) -> tuple[State, list[Action]]:
    random = Random(seed)
    options = HOUSES[seed % len(HOUSES)]
    state = GAME.initial(PACK, setup(players, **options))
    actions: list[Action] = []
    while not GAME.status(state).over and len(actions) < MOST_ACTIONS:
        action = next_action(state, random)
        before, state = state, GAME.apply(state, action)
        actions.append(action)
        assert state != before
        if state.round > before.round:
            check_round(before, state)
        if isinstance(action, Cover):
            assert all(ant.cell in action.cells for ant in state.ants[len(before.ants) :])
        if deep or len(actions) % 16 == 0:
            check(state)
        if len(actions) % 64 == 0:
            assert GAME.parse_state(PACK, setup(players, **options), str(state)) == state
    check(state)
    return state, actions


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_break_nothing(players: int) -> None:
    ends = Counter(GAME.status(play_one(players, seed, deep=False)[0]).over for seed in range(GAMES))
    assert ends[True] > GAMES * 0.9, "hardly a game gets stuck without an end"


@pytest.mark.parametrize("seed", range(len(HOUSES)))
def test_a_replay_ends_the_same_and_undo_leads_back_to_the_start(seed: int) -> None:
    state, actions = play_one(3, seed, deep=True)
    start = GAME.initial(PACK, setup(3, **HOUSES[seed % len(HOUSES)]))
    lines = [str(action) for action in actions]
    assert play(start, *lines) == state
    history = [start]
    for action in actions:
        history.append(GAME.apply(history[-1], action))
    undone = list(reversed(history))
    assert undone[-1] == start
    assert all(play(before, line) == after for before, line, after in zip(history, lines, history[1:], strict=False))


@pytest.mark.parametrize("players", [2, 4])
def test_all_that_happens_is_told_and_shown(players: int) -> None:
    random, state = Random(7), GAME.initial(PACK, setup(players))
    while not GAME.status(state).over:
        action = next_action(state, random)
        assert GAME.tell(state, action)
        state = GAME.apply(state, action)
        shown = GAME.show(state)
        listed = shown["players"]
        assert isinstance(listed, list)
        sums = [entry["total"] for entry in listed if isinstance(entry, dict)]
        assert sums == [sum(line.points for line in GAME.scores(state) if line.seat == seat) for seat in state.seats]
