"""Every recorded table, played through the whole chain: settle, reader, referee, session. Nobody is asked anything."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.recorded import in_place
from companion.games import available
from companion.playback import Playback
from companion.recording import Recording, load_recording
from companion.session import Session
from companion.store import Store
from fixtures.recorder import RECORDINGS
from tests.closed_loop.boxes import open_eyes
from vision.evaluation.annotate import to_jpeg
from vision.frame import Frame
from vision.image.decode import load_frame
from vision.observation import Face, NotReady
from vision.table.settle import Settle

FOLDERS = sorted(path.parent for path in RECORDINGS.glob("*/recording.toml"))
RECORDING_BYTES = 4_000_000


@pytest.fixture(params=FOLDERS, ids=lambda folder: str(folder.name))
def recording(request: pytest.FixtureRequest) -> Recording:
    found = load_recording(request.param)
    if found.game not in available():
        pytest.skip(f"the game {found.game} is not in this checkout")
    return found


@pytest.fixture
def session(recording: Recording, tmp_path: Path) -> Iterator[Session]:
    pack, _ = open_eyes(recording.game)
    evening = Session.start(Store(tmp_path), available()[recording.game], pack, recording.setup, recording.players)
    yield evening
    evening.close()


def test_pictures_are_there_and_small(recording: Recording) -> None:
    shown = {step.picture for step in recording.steps if step.picture}
    assert shown == set(recording.folder.glob("*.jpg"))
    assert sum(path.stat().st_size for path in recording.folder.iterdir()) < RECORDING_BYTES


def test_played_through_the_whole_chain_nothing_is_asked(recording: Recording, session: Session) -> None:
    assert _plays(recording, session) == (recording.game == "appetite"), "hands come over the table there, and are told from it"


def test_a_line_of_wood_below_a_card_is_no_card_under_it() -> None:
    _, eyes = open_eyes("buffet_master")
    picture = RECORDINGS / "buffet_master" / "011.jpg"
    asked = [one for one in eyes.reader.read(load_frame(picture)).detections if one.id is None and one.face is not Face.DOWN]
    assert asked == []


def _plays(recording: Recording, session: Session) -> bool:
    """Plays it and looks that nothing is asked; whether a hand was seen."""
    _, eyes = open_eyes(recording.game)
    settle, asked, hands = [Settle()], list[str](), set[float]()

    def settled(frame: Frame) -> str | None:
        settle[0] = settle[0].seen(frame)
        hands.update([frame.taken_at] if settle[0].why is NotReady.HAND else [])
        question = session.snapshot().question
        asked.extend([question.text] if question else [])
        return str(settle[0].why) if settle[0].why else None

    Playback(
        recording, session, load=load_frame, read=in_place(eyes.reader), to_jpeg=lambda frame: to_jpeg(frame.rgb), settled=settled, speed=0
    ).run()
    snapshot = session.snapshot()
    assert asked == [] and snapshot.question is None
    taps = [step.tap for step in recording.steps if step.tap]
    told = [entry.action for entry in snapshot.told if entry.action]
    assert [action for action in told if action in taps] == taps
    assert len(told) > len(taps), "and the camera told the rest"
    return bool(hands)
