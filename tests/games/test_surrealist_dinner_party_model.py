"""Random dinners: what holds in every position, whatever the table agreed on."""

from collections import Counter
from random import Random

from hypothesis import given, settings, strategies as st

from companion.game import Setup
from companion.games.surrealist_dinner_party import GAME
from companion.games.surrealist_dinner_party.pieces import TOKENS
from companion.games.surrealist_dinner_party.position import Stage, State
from fixtures.play import random_play
from tests.games.surrealist_dinner_party_tables import BOX, setup

OPTIONS: dict[str, list[str]] = {option.name: list(option.choices) for option in BOX.options if option.choices and option.name != "cards"}
GAMES = 75


def house_rules(seed: int) -> dict[str, str]:
    random = Random(seed)
    return {name: random.choice(choices) for name, choices in OPTIONS.items()}


def check(state: State) -> None:
    """What holds in every position."""
    names = [guest.name for player in state.players for guest in player.row] + [*state.gone]
    assert len(names) == len(set(names)), "no guest twice"
    assert sum(6 - player.hand for player in state.players) == len(names), "guests are conserved"
    assert all(0 <= player.hand <= 6 and len(player.row) <= 3 for player in state.players)
    assert all(n >= 0 for player in state.players for n in player.stash) and all(n >= 0 for n in state.platter)
    assert state.kitchen is None or all(n >= 0 for n in state.kitchen)
    assert len(state.circle) == len(state.owners)
    for name in state.circle:
        assert all(name in state.neighbours(other) for other in state.neighbours(name)), "neighbours are mutual"
    status = GAME.status(state)
    if status.over:
        assert not state.tasks and not state.circle
    elif state.is_course_over:
        assert not status.to_act
    else:
        assert status.to_act


def check_a_game(players: int, seed: int, most: int = 400) -> Counter[str]:
    kinds = Counter[str]()
    start = GAME.initial(BOX, setup(players, **house_rules(seed)))
    states = [start]
    for step in random_play(GAME, start, seed, most):
        check(step.after)
        kinds[type(step.action).__name__] += 1
        states.append(step.after)
    assert GAME.parse_state(BOX, setup(players, **house_rules(seed)), str(states[-1])) == states[-1]
    return kinds


def test_random_games_of_any_table() -> None:
    kinds = Counter[str]()
    for seed in range(GAMES):
        kinds += check_a_game(2 + seed % 3, seed, 120)
    missing = {"First", "Keep", "Drafted", "Choose", "Seat", "Home", "Mingle", "Serve", "Trash", "Plates", "Use", "Done"} - set(kinds)
    assert not missing
    assert {"Place", "Bonus", "Give", "Return", "Swap", "Stash", "Put", "Remove", "Refill"} <= set(kinds), kinds


def test_dinners_come_to_their_end() -> None:
    """Without by-hand cards in the way: a casual dinner of serving and trashing."""
    for players in (2, 3, 4):
        state, random = GAME.initial(BOX, setup(players, mode="casual", faux_pas="true")), Random(players)
        seen = set()
        while not GAME.status(state).over:
            legal = [*GAME.legal_actions(state)]
            state = GAME.apply(state, legal[random.randrange(len(legal))])
            seen.add(state.course)
            check(state)
        assert seen == set(range(6))
        assert GAME.status(state).winners


@st.composite
def tables(draw: st.DrawFn) -> tuple[Setup, State]:
    """A table with some house rules, and a position that it may reach."""
    chosen = setup(draw(st.integers(2, 4)), **{name: draw(st.sampled_from(choices)) for name, choices in OPTIONS.items()})
    state = GAME.initial(BOX, chosen)
    for step in random_play(GAME, state, draw(st.integers(0, 10_000)), draw(st.integers(0, 60))):
        state = step.after
    return chosen, state


@settings(deadline=None, max_examples=50)
@given(tables())
def test_text_round_trip(table: tuple[Setup, State]) -> None:
    chosen, state = table
    assert GAME.parse_state(BOX, chosen, str(state)) == state
    assert GAME.visible(state).matches(GAME.visible(state))


@settings(deadline=None, max_examples=50)
@given(tables(), st.integers(0, 2**32))
def test_one_action_changes_what_it_may(table: tuple[Setup, State], seed: int) -> None:
    """Tokens come from the kitchen or the platter; a Stash never shrinks but by hand; a placed token stays but by an ability."""
    _, state = table
    legal = list(GAME.legal_actions(state))
    if not legal:
        assert GAME.status(state).over
        return
    action = Random(seed).choice(legal)
    after = GAME.apply(state, action)
    kind = type(action).__name__
    if kind != "Remove":
        assert all(new.stash[t.at] >= old.stash[t.at] for old, new in zip(state.players, after.players, strict=True) for t in TOKENS)
    if (
        kind in ("Serve", "Trash", "Mingle", "Place", "Seat", "Refill", "Plates")
        and state.stage is not Stage.SETUP
        and len(state.tasks) < 2
    ):
        for name in set(state.owners) & set(after.owners):
            pairs = zip(state.seated(name).slots, after.seated(name).slots, strict=True)
            assert all(old.holds in (None, new.holds) for old, new in pairs)
    assert len(after.gone) >= len(state.gone)
    assert after.course - state.course == (kind == "Refill")
