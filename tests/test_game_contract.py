"""What every game keeps to, found by itself: a game added tomorrow is tested by these today.

A game's rulebook test may offer `hidden(state)`: words that `show` must not contain.
"""

import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from companion.game import Game, IllegalAction, Pack, Setup, SetupError, TextError
from companion.games import available
from companion.pack import built_in
from companion.referee import Ambiguous, Played, explain
from fixtures.play import Step, random_play, setup_of

TABLES = [(name, n) for name in available() for n in range(built_in(name).players[0], built_in(name).players[1] + 1)]
ENDS = [(name, n) for name, n in TABLES if n in built_in(name).players]
"""The smallest and the largest table of every game."""
QUICK, LONG = 0, (1, 2)
"""Seeds of the game that these play in the quick suite, and of those that every table plays in the slow one as well."""

every_table = pytest.mark.parametrize(
    ("name", "players", "seed"),
    [
        pytest.param(*table, seed, marks=() if table in ENDS and seed == QUICK else pytest.mark.slow)
        for seed in (QUICK, *LONG)
        for table in TABLES
    ],
    ids=str,
)


def box(name: str, players: int) -> tuple[Game[Any, Any], Pack, Setup]:
    pack = built_in(name)
    return available()[name], pack, setup_of(pack, players)


@cache
def played(name: str, players: int, seed: int) -> tuple[Step, ...]:
    """A random game, step by step."""
    game, pack, setup = box(name, players)
    return tuple(random_play(game, game.initial(pack, setup), seed))


def hidden(name: str) -> Callable[[Any], set[str]]:
    module = f"tests.games.test_{name}_rulebook"
    nothing: Callable[[Any], set[str]] = lambda state: set()  # noqa: E731
    return getattr(import_module(module), "hidden", nothing) if find_spec(module) else nothing


def test_there_are_played() -> None:
    assert available()


@pytest.mark.parametrize("name", available())
def test_a_game_bears_the_name_of_its_folder(name: str) -> None:
    assert available()[name].name == name == built_in(name).game


@every_table
def test_random_legal_play_moves_on(name: str, players: int, seed: int) -> None:
    for step in played(name, players, seed):
        assert step.legal, f"nothing is legal and the game is not over: {step.before}"
        assert step.after != step.before


@every_table
def test_states_and_actions_come_back_from_their_text(name: str, players: int, seed: int) -> None:
    game, pack, setup = box(name, players)
    for step in played(name, players, seed):
        assert "\n" not in str(step.after)
        assert game.parse_state(pack, setup, str(step.after)) == step.after
        assert game.parse_action(str(step.action)) == step.action


@every_table
def test_texts_tell_states_apart(name: str, players: int, seed: int) -> None:
    texts = {str(step.after): step.after for step in played(name, players, seed)}
    assert all(texts[str(step.after)] == step.after for step in played(name, players, seed))
    assert len(set(texts.values())) == len(texts)


@every_table
def test_equal_states_hash_alike_and_cannot_be_changed(name: str, players: int, seed: int) -> None:
    game, pack, setup = box(name, players)
    for step in played(name, players, seed)[:50]:
        twin = game.parse_state(pack, setup, str(step.after))
        assert hash(twin) == hash(step.after)
        assert hash(game.parse_action(str(step.action))) == hash(step.action)
        for value in (step.after, step.action):
            field = next(iter(value.__dataclass_fields__), "anything")
            with pytest.raises((FrozenInstanceError, TypeError)):
                setattr(value, field, None)


@every_table
def test_legal_refused_and_applied_agree(name: str, players: int, seed: int) -> None:
    """Of all actions met so far: what is legal has no violation, and what has none is legal; the rest cannot be applied."""
    game, _, _ = box(name, players)
    known: dict[Any, None] = {}
    for number, step in enumerate(played(name, players, seed)):
        known |= dict.fromkeys(step.legal)
        assert all(not game.violations(step.before, action) for action in step.legal)
        for action in list(known)[number % 7 :: 7]:
            found = game.violations(step.before, action)
            assert bool(found) == (action not in step.legal), f"{action} at {step.before}: {found}"
            if found:
                with pytest.raises(IllegalAction) as refusal:
                    game.apply(step.before, action)
                assert refusal.value.violations == found


@every_table
def test_every_refusal_cites_a_clause_of_the_pack_in_words(name: str, players: int, seed: int) -> None:
    game, pack, _ = box(name, players)
    known: dict[Any, None] = {}
    for step in played(name, players, seed)[:80]:
        known |= dict.fromkeys(step.legal)
        for action in known:
            for violation in game.violations(step.before, action):
                assert violation.clause in pack.clauses
                assert len(violation.why) > 10


@every_table
def test_a_replay_gives_the_same_state(name: str, players: int, seed: int) -> None:
    game, pack, setup = box(name, players)
    start = game.initial(pack, setup)
    steps = list(random_play(game, start, 5 + seed))
    state = start
    for step in steps:
        state = game.apply(state, game.parse_action(str(step.action)))
    assert state == steps[-1].after


@every_table
def test_what_ought_to_lie_there_matches_itself(name: str, players: int, seed: int) -> None:
    game, _, _ = box(name, players)
    for step in played(name, players, seed):
        layout = game.visible(step.after)
        assert layout.matches(layout)
        assert all(spot.piece is not None and spot.ref == -1 for spot in layout.spots)


@every_table
def test_the_referee_finds_an_action_that_shows(name: str, players: int, seed: int) -> None:
    game, _, _ = box(name, players)
    for step in played(name, players, seed):
        seen = game.visible(step.after)
        if game.visible(step.before).matches(seen):
            continue
        assert step.action in list(game.candidates(step.before, seen)), f"{step.action} at {step.before}"
        verdict = explain(game, step.before, seen)
        assert isinstance(verdict, Played | Ambiguous)
        rows = [verdict.actions] if isinstance(verdict, Played) else list(verdict.fits)
        ends = [game.apply(step.before, row[0]) for row in rows if len(row) == 1]
        assert step.after in ends, f"{step.action} at {step.before}"


@every_table
def test_what_is_shown_is_plain_and_leaks_nothing(name: str, players: int, seed: int) -> None:
    game, _, _ = box(name, players)
    secrets = hidden(name)
    for step in played(name, players, seed):
        shown = game.show(step.after)
        text = json.dumps(shown, allow_nan=False)
        assert json.loads(text) == shown
        assert not {secret for secret in secrets(step.after) if f'"{secret}"' in text}


@every_table
def test_scores_cite_the_pack_and_belong_to_a_seat(name: str, players: int, seed: int) -> None:
    game, pack, _ = box(name, players)
    ids = {piece.id for piece in pack.pieces}
    for step in played(name, players, seed):
        for line in game.scores(step.after):
            assert 0 <= line.seat < players
            assert line.clause in pack.clauses
            assert set(line.pieces) <= ids


@every_table
def test_the_status_is_sound(name: str, players: int, seed: int) -> None:
    game, _, _ = box(name, players)
    for step in played(name, players, seed):
        status = game.status(step.after)
        assert status.phase
        assert all(0 <= seat < players for seat in (*status.to_act, *status.winners))
        if status.over:
            assert not status.to_act
            assert not list(game.legal_actions(step.after))
        else:
            assert not status.winners


@every_table
def test_everything_can_be_told(name: str, players: int, seed: int) -> None:
    game, _, _ = box(name, players)
    for step in played(name, players, seed):
        assert game.tell(step.before, step.action).strip()
        assert game.tell(step.after, step.action).strip()  # mostly refused by now; a question tells of it all the same


@pytest.mark.parametrize("name", available())
def test_a_table_of_the_wrong_size_is_refused(name: str) -> None:
    pack = built_in(name)
    for players in (pack.players[0] - 1, pack.players[1] + 1, 0, -1, 99):
        with pytest.raises(SetupError):
            available()[name].initial(pack, setup_of(pack, players))


@pytest.mark.parametrize("name", available())
def test_unknown_options_and_answers_are_named_all_at_once(name: str) -> None:
    pack = built_in(name)
    wrong = {option.name: "no such answer" for option in pack.options if option.choices}
    with pytest.raises(SetupError) as refusal:
        available()[name].initial(pack, setup_of(pack, pack.players[0], nonsense="1", **wrong))
    text = str(refusal.value)
    assert all(option in text for option in ["nonsense", *wrong])


@every_table
def test_damaged_lines_are_refused_with_a_column(name: str, players: int, seed: int) -> None:
    """A line cut short, or with a letter too many, is another position that is written so, or refused with a column."""
    game, pack, setup = box(name, players)
    for step in played(name, players, seed)[:: max(1, len(played(name, players, seed)) // 4)]:
        for at in range(0, len(str(step.after)), 3):
            for damaged in (str(step.after)[:at], f"{str(step.after)[:at]}\u00df{str(step.after)[at:]}"):
                try:
                    other = game.parse_state(pack, setup, damaged)
                except TextError as refusal:
                    assert 0 <= refusal.column <= len(damaged)
                else:
                    assert str(other) == damaged
        with pytest.raises(TextError):
            game.parse_action(f"{step.action}\u00df")
