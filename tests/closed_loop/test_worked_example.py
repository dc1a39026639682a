"""The hand that the rules explain, as a recording: legal, complete, and ending in the score sheets of the rulebook."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.game import Pack, Setup
from companion.games import available
from companion.pack import built_in
from companion.referee import Played, Unchanged, explain
from fixtures.closed_loop import CameraEyes
from fixtures.worked_example import ACTIONS, GAME, OPTIONS, PLAYERS, steps
from vision.image.decode import load_frame

RECORDING = Path(__file__).parents[2] / "fixtures" / "recordings" / GAME
RECORDING_BYTES = 4_000_000
TOTALS = [6, 9, 14, 20, 29, 30, 33, 37, 38, 39]
"""Of the rulebook, section 8: after every card."""


@pytest.fixture(scope="module")
def recording() -> dict[str, Any]:
    return tomllib.loads((RECORDING / "recording.toml").read_text())


def rulebook_sheets(state: Any) -> None:
    """P1 30 in Lunches and an icon, P2 9 in Breakfasts, P3 nothing, P4 20 in Dinners and two icons."""
    written = [[[entry.total for entry in column] for column in sheet.columns] for sheet in state.sheets]
    assert written == [[[], [30], []], [[9], [], []], [[], [], []], [[], [], [20]]]
    assert [sheet.icons for sheet in state.sheets] == [1, 0, 0, 2]


@pytest.mark.clause("AP-3.1", "AP-4.4", "AP-4.6", "AP-5.1", "AP-5.4")
def test_the_script_is_the_hand_of_the_rulebook() -> None:
    game = available()[GAME]
    state = game.initial(built_in(GAME), Setup(len(PLAYERS), OPTIONS))
    totals = []
    for text in ACTIONS:
        action = game.parse_action(text)
        assert str(action) == text
        state = game.apply(state, action)
        if " play " in text:
            totals.append(state.total)
    assert totals == TOTALS
    rulebook_sheets(state)


def test_the_recording_is_what_the_script_makes(recording: dict[str, Any]) -> None:
    assert (recording["game"], recording["players"], recording["options"]) == (GAME, list(PLAYERS), OPTIONS)
    made = [(round(step.at_s, 1), step.tap) for step in steps()]
    assert [(step["at"], step.get("tap", "")) for step in recording["step"]] == made
    assert [step["tap"] for step in recording["step"] if "tap" in step] == [text for text in ACTIONS if text.endswith("pass")]


def test_every_picture_is_there_whole_and_small(recording: dict[str, Any]) -> None:
    named = [step["picture"] for step in recording["step"] if "picture" in step]
    assert sorted(path.name for path in RECORDING.glob("*.jpg")) == sorted(set(named))
    assert {load_frame(RECORDING / name).size_px for name in named} == {(1600, 900)}
    assert sum(path.stat().st_size for path in RECORDING.iterdir()) < RECORDING_BYTES


@pytest.mark.clause("AP-3.1", "AP-3.2", "AP-3.3", "AP-4.4", "AP-4.5", "AP-4.6", "AP-5.1", "AP-5.2", "AP-5.3", "AP-5.4")
@pytest.mark.slow
def test_read_picture_by_picture_it_ends_in_the_rulebook_s_sheets(box: tuple[Pack, CameraEyes], recording: dict[str, Any]) -> None:
    pack, eyes = box
    game = available()[GAME]
    state = game.initial(pack, Setup(len(PLAYERS), OPTIONS))
    played: list[str] = []
    has_hand = {f"{number:03}.jpg" for number, step in enumerate((s for s in steps() if s.table is not None), start=1) if step.hand}
    for step in recording["step"]:
        if "tap" in step:
            actions = (game.parse_action(step["tap"]),)
        else:
            if step["picture"] in has_hand:  # the companion waits until it is gone, see test_recordings.py
                continue
            verdict = explain(game, state, game.see(pack, eyes.reader.read(load_frame(RECORDING / step["picture"]))))
            assert isinstance(verdict, Played | Unchanged), (step["picture"], verdict)
            actions = verdict.actions if isinstance(verdict, Played) else ()
        for action in actions:
            state = game.apply(state, action)
            played.append(str(action))
    assert tuple(played) == ACTIONS
    rulebook_sheets(state)
