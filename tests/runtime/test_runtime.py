"""The loop waits for nothing, believes nothing old, and outlives its reader."""

import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from companion.game import Setup
from companion.health import State, readings, worst
from companion.looking import InPlace, Pump
from companion.runtime import Runtime
from companion.session import Session
from companion.sight import Seen
from companion.snapshot import Source
from companion.store import Store
from hw.panel import MemoryPanel
from tests.session.conftest import card
from tests.session.counting_game import GAME, PACK
from vision.frame import Frame
from vision.observation import NotReady, Observation, Quality


class FakeEye:
    """Gives the frame that a test puts there."""

    restarts = 0

    def __init__(self) -> None:
        self.frame: Frame | None = None
        self.trouble = ""
        self.is_closed = False

    def newest(self) -> Frame | None:
        frame, self.frame = self.frame, None
        return frame

    def close(self) -> None:
        self.is_closed = True


class Clock:
    """Stands still until it is told to go on; begins at the real time, since a session compares with it."""

    def __init__(self) -> None:
        self.now = time.monotonic()

    def __call__(self) -> float:
        return self.now


def showing(*numbers: int, at: float) -> Frame:
    """A picture whose first pixels are the numbers of the cards that lie there."""
    rgb = np.zeros((4, 16, 3), np.uint8)
    rgb[0, : len(numbers), 0] = numbers
    return Frame(rgb, at)


def read(frame: Frame) -> Observation:
    cards = tuple(card(int(number)) for number in frame.rgb[0, :, 0] if number)
    if any(found.id == "card-200" for found in cards):
        raise RuntimeError("a reader's\nfault")
    return Observation(frame.taken_at, frame.size_px, Quality(0.9, 0.5, 0.0), detections=cards)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    table = Session.start(Store(tmp_path), GAME, PACK, Setup(2), ("Ines", "Bruno"))
    yield table
    table.close()


class Pair:
    """Believes what two frames in a row show."""

    def __init__(self, settled: Callable[[Frame], NotReady | None]) -> None:
        self._settled, self._before, self.agains = settled, b"", 0

    def look(self, frame: Frame) -> Observation | NotReady | None:
        if (why := self._settled(frame)) is not None:
            return why
        same, self._before = frame.rgb.tobytes() == self._before, frame.rgb.tobytes()
        return read(frame) if same else None

    def again(self) -> None:
        self.agains += 1


def runtime(session: Session, eye: FakeEye, clock: Clock, settled: Callable[[Frame], NotReady | None] = lambda frame: None) -> Runtime:
    return Runtime(session, InPlace(eye, Pair(settled), lambda frame: frame.rgb.tobytes(), clock), clock=clock)


def show(loop: Runtime, eye: FakeEye, clock: Clock, *numbers: int, times: int = 2, age: float = 0.0) -> None:
    for _ in range(times):
        clock.now += 0.1
        eye.frame = showing(*numbers, at=clock.now - age)
        loop.step()


def test_two_pictures_of_a_card_are_a_move(session: Session) -> None:
    eye, clock = FakeEye(), Clock()
    loop = runtime(session, eye, clock)
    show(loop, eye, clock, 3, times=1)
    assert session.snapshot().show["total"] == 0
    show(loop, eye, clock, 3, times=3)
    assert session.snapshot().show["total"] == 3 and len(session.entries()) == 2


def test_an_old_picture_gives_no_event_but_a_reason(session: Session) -> None:
    eye, clock = FakeEye(), Clock()
    loop = runtime(session, eye, clock)
    show(loop, eye, clock, 3, times=5, age=2.1)
    assert session.snapshot().show["total"] == 0 and session.snapshot().not_ready == NotReady.STALE
    assert "Scores can be typed" in session.snapshot().camera


def test_while_a_hand_is_over_the_table_nothing_is_read(session: Session) -> None:
    eye, clock = FakeEye(), Clock()
    why: list[NotReady | None] = [NotReady.HAND]
    loop = runtime(session, eye, clock, lambda frame: why[0])
    show(loop, eye, clock, 3, times=5)
    assert session.snapshot().not_ready == "a hand is over the table" and session.snapshot().look is None
    why[0] = None
    show(loop, eye, clock, 3)
    assert session.snapshot().not_ready == "" and session.snapshot().show["total"] == 3


def test_a_reader_s_error_is_told_and_outlived(session: Session, caplog: pytest.LogCaptureFixture) -> None:
    eye, clock = FakeEye(), Clock()
    loop = runtime(session, eye, clock)
    show(loop, eye, clock, 200, times=4)
    assert "see Health" in session.snapshot().not_ready and "a reader's" in caplog.text
    assert (loop.pulse().errors, loop.pulse().last_error) == (3, "RuntimeError: a reader's fault")
    show(loop, eye, clock, 3)
    assert session.snapshot().show["total"] == 3


def test_pictures_that_stay_away_are_told_and_the_telling_ends_with_them(session: Session) -> None:
    eye, clock = FakeEye(), Clock()
    loop = runtime(session, eye, clock)
    clock.now += 3
    loop.step()
    assert session.snapshot().camera == "No picture yet. Scores can be typed."
    show(loop, eye, clock)
    assert session.snapshot().camera == ""
    clock.now += 2.5
    loop.step()
    assert session.snapshot().camera.startswith(f"No picture since {datetime.now():%H:}")
    eye.trouble = "No camera: unplugged."
    loop.step()
    assert session.snapshot().camera == "No camera: unplugged."
    session.act("play 3 P1", Source.PAGE)
    assert session.snapshot().show["total"] == 3, "people go on by hand"


def test_a_full_disk_is_told_on_the_page_and_tried_again(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.store import LogError

    eye, clock = FakeEye(), Clock()
    loop = runtime(session, eye, clock)
    append = session._ledger._store.append

    def full(*args: object) -> object:
        raise LogError(Path("log"), "nothing was written: database or disk is full")

    monkeypatch.setattr(session._ledger._store, "append", full)
    show(loop, eye, clock, 3, times=3)
    assert "disk is full" in session.snapshot().not_ready and len(session.entries()) == 1
    monkeypatch.setattr(session._ledger._store, "append", append)
    show(loop, eye, clock, 3, times=1)
    assert session.snapshot().show["total"] == 3


def test_buttons_undo_redo_and_act(session: Session) -> None:
    panel, eye, clock = MemoryPanel(), FakeEye(), Clock()
    Runtime(session, InPlace(eye, Pair(lambda frame: None), lambda frame: b"", clock), panel=panel, clock=clock)
    panel.press("pass")
    assert session.snapshot().told[-1].by is Source.BUTTON and session.snapshot().status.to_act == (1,)
    panel.press("undo")
    assert session.snapshot().status.to_act == (0,)
    panel.press("redo")
    assert session.snapshot().status.to_act == (1,) and panel.buzzes == []
    panel.press("redo")
    panel.press("sing")
    assert panel.buzzes == [0.5, 0.5], "what cannot be done is heard"


def test_next_plays_what_is_left_and_question_doubts_the_newest(session: Session) -> None:
    panel, eye, clock, pair = MemoryPanel(), FakeEye(), Clock(), Pair(lambda frame: None)
    Runtime(session, InPlace(eye, pair, lambda frame: b"", clock), panel=panel, clock=clock)
    panel.press("question")
    assert panel.buzzes == [0.5], "nothing was played yet"
    panel.press("next")
    assert session.snapshot().told[-1].by is Source.BUTTON and session.snapshot().status.to_act == (1,)
    panel.press("question")
    assert session.snapshot().disputes and panel.buzzes == [0.5]
    panel.press("photo")
    assert pair.agains == 1


def test_lamps_say_what_the_page_says(session: Session) -> None:
    panel, eye, clock = MemoryPanel(), FakeEye(), Clock()
    why: list[NotReady | None] = [NotReady.HAND]
    loop = Runtime(session, InPlace(eye, Pair(lambda frame: why[0]), lambda frame: b"", clock), panel=panel, clock=clock)
    show(loop, eye, clock, 3)
    assert panel.lamps == {"question": False, "ready": False, "thinking": True}
    why[0] = None
    show(loop, eye, clock, 3)
    assert panel.lamps == {"question": False, "ready": True, "thinking": False}
    clock.now += 5
    loop.step()
    assert panel.lamps == {"question": False, "ready": False, "thinking": False}, "no picture: neither"


def test_it_runs_on_its_own_thread_and_stops(session: Session) -> None:
    eye = FakeEye()
    with Runtime(session, InPlace(eye, Pair(lambda frame: None), lambda frame: b"x")) as loop:
        end = time.monotonic() + 10
        while session.snapshot().show["total"] != 3 and time.monotonic() < end:
            eye.frame = showing(3, at=time.monotonic())
            time.sleep(0.01)
    assert session.snapshot().show["total"] == 3 and eye.is_closed and loop.pulse().frames_per_s > 0
    loop.stop()


def test_health_says_what_is_wrong_first_in_one_word(session: Session, tmp_path: Path) -> None:
    eye, clock = FakeEye(), Clock()
    loop = runtime(session, eye, clock)
    for _ in range(10):
        show(loop, eye, clock)
    found = {reading.name: reading for reading in readings(session.snapshot(), tmp_path, loop.pulse())}
    assert found["picture"].state is State.GOOD and found["log"].value.startswith("entry 1, ")
    clock.now += 5
    found = {reading.name: reading for reading in readings(session.snapshot(), tmp_path, loop.pulse())}
    assert found["picture"].state is State.BAD and found["picture"].do and worst(tuple(found.values())) is State.BAD
    assert readings(session.snapshot(), tmp_path / "none")[0].state is State.BAD


class Told:
    """A sight that tells what a test puts there."""

    trouble, restarts = "", 0

    def __init__(self) -> None:
        self.news: list[Seen] = []
        self.agains = 0

    def newest(self) -> Seen | None:
        return self.news.pop(0) if self.news else None

    def again(self) -> None:
        self.agains += 1

    def close(self) -> None:
        pass


def test_late_news_is_no_news_unless_it_took_so_much_work(session: Session) -> None:
    sight, clock = Told(), Clock()
    loop = Runtime(session, sight, clock=clock)
    clock.now += 10
    seen = read(showing(3, at=clock.now - 2.5))
    sight.news = [Seen(seen.taken_at, seen, b"jpeg", worked_s=0.1)]
    loop.step()
    assert (session.snapshot().not_ready, session.snapshot().show["total"], sight.agains) == (NotReady.STALE, 0, 1)
    sight.news = [Seen(seen.taken_at, seen, b"jpeg", worked_s=0.6)]
    loop.step()
    assert (session.snapshot().not_ready, session.snapshot().show["total"]) == ("", 3), "a slow computer, not an old picture"


class Three:
    """A camera with three pictures."""

    def __init__(self) -> None:
        self.fails = False

    def frames(self) -> Iterator[Frame]:
        for number in (1, 2, 3):
            yield showing(number, at=time.monotonic())
        if self.fails:
            raise OSError("gone")

    def close(self) -> None:
        pass


def test_a_pump_keeps_the_newest_and_tells_the_end() -> None:
    pump = Pump(Three())
    pump._thread.join(5)
    frame = pump.newest()
    assert frame is not None and frame.rgb[0, 0, 0] == 3 and pump.newest() is None
    assert "nothing more to show" in pump.trouble
    broken = Three()
    broken.fails = True
    pump = Pump(broken)
    pump._thread.join(5)
    assert pump.trouble == "No camera: gone. Scores can be typed."


def test_the_table_is_looked_at_again_when_people_change_the_score_or_are_asked_not_for_what_the_camera_told(session: Session) -> None:
    sight, clock = Told(), Clock()
    loop = Runtime(session, sight, clock=clock)

    def shown(*numbers: int) -> int:
        clock.now += 1
        seen = read(showing(*numbers, at=clock.now))
        sight.news = [Seen(seen.taken_at, seen, b"jpeg")]
        loop.step()
        loop.step()
        return sight.agains

    assert shown(3) == 0 and session.snapshot().show["total"] == 3
    session.undo(Source.PAGE)
    assert shown(3) == 1
    assert shown(1, 2, 3, 4) == 2 and session.snapshot().question is not None
