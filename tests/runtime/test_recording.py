"""A recorded table is checked before it is played, and played as it was recorded."""

from pathlib import Path
from time import monotonic

import numpy as np
import pytest

from companion.game import Setup
from companion.playback import Playback
from companion.recording import RecordingError, load_recording
from companion.session import Session
from companion.store import Store
from tests.runtime.test_runtime import read, showing
from tests.session.counting_game import GAME, PACK
from vision.frame import Frame
from vision.table.settle import Settle

HEAD = 'schema = 1\ngame = "counting"\nplayers = ["Ines", "Bruno"]\n'
GOOD = (
    HEAD
    + """
[[step]]
at = 0.0
picture = "0"
[[step]]
at = 1.0
picture = "3"
[[step]]
at = 3.0
tap = "pass P2"
[[step]]
at = 4.0
picture = "hand"
[[step]]
at = 6.0
picture = "3-4"
[[step]]
at = 8.0
tap = "play 5 P2"
[[step]]
at = 9.0
undo = true
"""
)


def written(folder: Path, text: str) -> Path:
    for name in ("0", "3", "3-4", "hand"):
        (folder / name).write_text(name)
    (folder / "recording.toml").write_text(text)
    return folder


def load(path: Path) -> Frame:
    """The cards' numbers stand in the file; a hand is a bright picture."""
    name = path.read_text()
    if name == "hand":
        return Frame(np.full((4, 16, 3), 250, np.uint8), 0.0)
    return showing(*(int(number) for number in name.split("-") if number != "0"), at=0.0)


def playback(folder: Path, session: Session, speed: float = 0) -> Playback:
    hand = {"is": False}

    def settled(frame: Frame) -> str | None:
        hand["is"] = bool(frame.rgb.mean() > 200)
        return "a hand is over the table" if hand["is"] else None

    return Playback(load_recording(folder), session, load=load, read=read, to_jpeg=lambda frame: b"x", settled=settled, speed=speed)


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session.start(Store(tmp_path / "log"), GAME, PACK, Setup(2), ("Ines", "Bruno"))


def test_a_recording_says_what_it_needs(tmp_path: Path) -> None:
    recording = load_recording(written(tmp_path, GOOD))
    assert (recording.game, recording.players, recording.pack, recording.seconds) == ("counting", ("Ines", "Bruno"), None, 9.0)
    assert recording.setup.players == 2 and recording.steps[1].picture == tmp_path / "3"


def test_it_is_played_through_the_whole_chain(session: Session, tmp_path: Path) -> None:
    player = playback(written(tmp_path, GOOD), session)
    player.run()
    assert player.faults == ()
    told = [told.action for told in session.snapshot().told if told.action]
    assert told == ["play 3 P1", "pass P2", "play 4 P1", "play 5 P2"]
    assert session.snapshot().show["total"] == 7 and session.snapshot().extras == {"recording": "Counting"}
    session.close()


def test_speed_is_kept(session: Session, tmp_path: Path) -> None:
    began = monotonic()
    playback(written(tmp_path, GOOD), session, speed=20).run()
    assert 9 / 20 <= monotonic() - began < 5
    session.close()


def test_the_real_watch_for_hands_settles_on_recorded_time(session: Session, tmp_path: Path) -> None:
    """Large pictures, so that the watch sees them; the reader is told what lies there by the corner pixel."""
    watch = {"now": Settle()}

    def settled(frame: Frame) -> str | None:
        watch["now"] = watch["now"].seen(frame)
        return watch["now"].why

    def large(path: Path) -> Frame:
        rgb = np.full((240, 320, 3), 90, np.uint8)
        name = path.read_text()
        if name == "hand":
            rgb[100:240, 100:200] = 220
        for place, number in enumerate(int(n) for n in name.split("-") if n.isdecimal() and n != "0"):
            rgb[40:80, 40 + 60 * place : 70 + 60 * place] = 240
            rgb[0, place, 0] = number
        rgb[0, 10:] = 0
        return Frame(rgb, 0.0)

    def corner(frame: Frame) -> object:
        return read(showing(*(int(n) for n in frame.rgb[0, :10, 0] if n != 90), at=frame.taken_at))

    recording = load_recording(written(tmp_path, GOOD))
    player = Playback(recording, session, load=large, read=corner, to_jpeg=lambda frame: b"x", settled=settled, speed=0)  # type: ignore[arg-type]  # an Observation
    player.run()
    assert [told.action for told in session.snapshot().told if told.action] == ["play 3 P1", "pass P2", "play 4 P1", "play 5 P2"]
    session.close()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "missing required field"),
        ("schema = 2" + HEAD[10:] + "[[step]]\nat = 0\nundo = true", "schema 2, this companion plays 1"),
        (HEAD, "missing required field `step`"),
        (HEAD + "[[step]]\nat = 0", "step 1: exactly one of picture, tap, answer and undo"),
        (HEAD + '[[step]]\nat = 0\ntap = "x"\nundo = true', "step 1: exactly one"),
        (HEAD + "[[step]]\nat = 2\nundo = true\n[[step]]\nat = 1\nundo = true", "step 2: at 1 is before"),
        (HEAD + "[[step]]\nat = -1\nundo = true", "Expected `float` >= 0"),
        (HEAD + '[[step]]\nat = 0\npicture = "9"', "no picture '9' in the folder"),
        (HEAD + '[[step]]\nat = 0\npicture = "../x"', "no picture '../x' in the folder"),
        (HEAD + "[[step]]\nat = 0\nundo = true\nspeed = 2", "unknown field `speed`"),
        (HEAD + 'pack = "nowhere"\n[[step]]\nat = 0\nundo = true', "pack nowhere: no such folder"),
        ("schema = ", "recording.toml: "),
    ],
)
def test_a_fault_is_told_in_one_line_with_its_place(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(RecordingError, match=why) as caught:
        load_recording(written(tmp_path, text))
    assert "\n" not in str(caught.value) and str(tmp_path / "recording.toml") in str(caught.value)


def test_a_folder_without_one_is_told(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match=r"name a folder with a recording\.toml"):
        load_recording(tmp_path)


def test_a_step_that_the_table_refuses_is_told_and_the_rest_is_played(session: Session, tmp_path: Path) -> None:
    player = playback(written(tmp_path, HEAD + '[[step]]\nat = 1.5\ntap = "pass P2"\n[[step]]\nat = 2\ntap = "pass P1"'), session)
    player.run()
    assert player.faults == ("at 1.5 s: pass P2: C-1: it is the turn of P1",)
    assert session.snapshot().extras["recording_trouble"] == player.faults[0]
    assert [told.action for told in session.snapshot().told if told.action] == ["pass P1"]
    session.close()
