"""The loop: camera -> is the table still? -> reader -> session. One thread, which waits for nothing but its own clock.

The camera is asked for its newest frame and is never waited for. A picture that is old, unsettled or unreadable gives no event
but a reason on the page, and an error of the reader is told and outlived: people can always go on by hand.
"""

import logging
from collections import deque
from collections.abc import Callable, Iterator
from datetime import datetime
from threading import Event, Lock, Thread
from time import monotonic
from types import TracebackType
from typing import Protocol, Self

from companion.clocks import Clocks
from companion.game import CompanionError
from companion.health import STALE_S, Pulse
from companion.session import Session
from companion.snapshot import Source
from hw.eye import Camera, CameraError
from hw.panel import Panel
from vision.frame import Frame
from vision.observation import NotReady, Observation

log = logging.getLogger(__name__)

POLL_S = 0.01
"""How often the camera is asked."""
NO_S, TIME_S = 0.5, 1.5
"""How long the buzzer sounds for a button that cannot be obeyed, and when a clock of the game is over."""
GIVES_WAY = {"pass", "done", "next"}
"""Words of an action that lets play go on."""
RATE_S = 5.0
"""Pictures per second are measured over this long."""


class Look(Protocol):
    """Makes sense of frames in their order; `vision.live.LiveReader` is one."""

    def look(self, frame: Frame) -> Observation | NotReady | None:
        """What to judge; why the frame cannot be read; None when it shows nothing new."""

    def again(self) -> None:
        """The score was changed by hand: look once more, even if the table lies as before."""


class Eye(Protocol):
    """A camera that is never waited for; `hw.worker.CameraWorker` is one, `Pump` makes one of any camera."""

    @property
    def trouble(self) -> str:
        """Empty while all is well; else one sentence for people."""

    @property
    def restarts(self) -> int:
        """How often the camera had to be started again."""

    def newest(self) -> Frame | None:
        """The newest frame that was not given yet, at once; None when there is none."""

    def close(self) -> None:
        """Lets the device go; may be called twice."""


class Pump:
    """Takes a camera's frames on a thread of its own and keeps the newest: for folders and films, which never hang."""

    restarts = 0

    def __init__(self, camera: Camera) -> None:
        """Starts the thread."""
        self.trouble = ""
        self._camera = camera
        self._lock = Lock()
        self._frame: Frame | None = None
        self._thread = Thread(target=self._run, args=(camera.frames(),), daemon=True, name="pump")
        self._thread.start()

    def newest(self) -> Frame | None:
        """The newest frame that was not given yet."""
        with self._lock:
            frame, self._frame = self._frame, None
        return frame

    def close(self) -> None:
        """Ends the camera; its thread ends with the frame that it waits for."""
        self._camera.close()

    def _run(self, frames: Iterator[Frame]) -> None:
        try:
            for frame in frames:
                with self._lock:
                    self._frame = frame
            self.trouble = "The camera has nothing more to show. Scores can be typed."
        except (CameraError, OSError, ValueError) as error:
            self.trouble = f"No camera: {' '.join(str(error).split())}. Scores can be typed."


class Runtime:
    """One camera over one table. `start` and `stop`, or a `with`; `step` does one round, for tests."""

    def __init__(
        self,
        session: Session,
        eye: Eye,
        *,
        look: Look,
        to_jpeg: Callable[[Frame], bytes],
        panel: Panel | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`look` is asked with every frame; `clock` is the clock of `Frame.taken_at`."""
        self.session = session
        self._eye, self._look, self._to_jpeg = eye, look, to_jpeg
        self._panel, self._clock = panel, clock
        self._seq = session.snapshot().seq
        self._stop = Event()
        self._thread: Thread | None = None
        self._came: deque[float] = deque(maxlen=1_000)
        self._started = clock()
        self._last: tuple[float, datetime] | None = None
        self._read_ms: float | None = None
        self._errors, self._last_error = 0, ""
        self._lamps: dict[str, bool] = {}
        self._clocks = Clocks()
        if panel is not None:
            panel.on_press(self.press)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    def start(self) -> None:
        """Begins, on a thread of its own."""
        if self._thread is None:
            self._thread = Thread(target=self._run, daemon=True, name="table")
            self._thread.start()

    def stop(self) -> None:
        """Ends the loop, then the camera; may be called twice."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._eye.close()

    def step(self) -> None:
        """One round: the newest frame, if there is one, judged."""
        frame = self._eye.newest()
        now = self._clock()
        if frame is not None:
            self._came.append(now)
            self._last = frame.taken_at, datetime.now().astimezone()
            self._take(frame, now)
        self._tell_camera(now)
        self._signal(now)

    def press(self, button: str) -> None:
        """A button of the panel: `undo`, `redo`, `photo`, `question`, `next`, or a word that one legal action has, such as `pass`."""
        try:
            self._pressed(button)
        except CompanionError as error:
            log.warning("button %s: %s", button, error)
            if self._panel is not None:
                self._panel.buzz(NO_S)

    def _pressed(self, button: str) -> None:
        """`next` is the one legal action there is, or the one that gives way. Raises CompanionError for what cannot be done now."""
        shown = self.session.snapshot()
        match button:
            case "undo":
                self.session.undo(Source.BUTTON)
            case "redo":
                self.session.redo(Source.BUTTON)
            case "photo":
                self._look.again()
            case "question":
                newest = next((told.seq for told in reversed(shown.told) if told.action), None)
                if newest is None:
                    raise CompanionError("nothing was played yet that could be questioned")
                self.session.dispute(newest, "", Source.BUTTON)
            case _:
                words = GIVES_WAY if button == "next" and len(shown.legal) > 1 else {button}
                fits = [text for text in shown.legal if words & set(text.split())] if words != {"next"} else list(shown.legal)
                if len(fits) != 1:
                    raise CompanionError(f"the button {button} means {len(fits)} actions now")
                self.session.act(fits[0], Source.BUTTON)

    def pulse(self) -> Pulse:
        """What the loop has lately done, for the health page."""
        now = self._clock()
        recent = sum(1 for came in tuple(self._came) if now - came <= RATE_S)
        age = None if self._last is None else now - self._last[0]
        return Pulse(recent / RATE_S, age, self._read_ms, self._errors, self._last_error, self._eye.restarts)

    def _run(self) -> None:
        while not self._stop.wait(POLL_S):
            try:
                self.step()
            except Exception as error:  # the loop outlives whatever a camera, a disk or a reader comes up with
                self._failed(error)

    def _take(self, frame: Frame, now: float) -> None:
        if now - frame.taken_at > STALE_S:
            self.session.not_ready(NotReady.STALE)
            return
        try:
            if self._seq != (seq := self.session.snapshot().seq):
                self._seq = seq
                self._look.again()
            seen = self._look.look(frame)
            if isinstance(seen, NotReady):
                self.session.not_ready(str(seen))
            elif seen is None:
                self.session.not_ready("")
            else:
                self._read_ms = seen.timings_ms.get("total", 1000 * (self._clock() - now))
                self.session.look(seen, self._to_jpeg(frame), confirm=1, since_step=True)
        except Exception as error:  # a picture that breaks the reader must not end the evening
            self._look.again()
            self._failed(error)

    def _failed(self, error: Exception) -> None:
        self._errors += 1
        self._last_error = f"{type(error).__name__}: {' '.join(str(error).split())}"
        log.exception("a picture could not be used")
        said = str(error) if isinstance(error, CompanionError) else "the picture could not be read (an error, see Health)"
        self.session.not_ready(said)

    def _tell_camera(self, now: float) -> None:
        """One sentence when pictures stay away; empty when they come."""
        since = self._started if self._last is None else self._last[0]
        if self._eye.trouble:
            self.session.camera(self._eye.trouble)
        elif now - since <= STALE_S:
            self.session.camera("")
        elif self._last is None:
            self.session.camera("No picture yet. Scores can be typed.")
        else:
            self.session.camera(f"No picture since {self._last[1]:%H:%M:%S}. Scores can be typed.")

    def _signal(self, now: float) -> None:
        """Lamps and buzzer say what the page says."""
        if self._panel is None:
            return
        shown = self.session.snapshot()
        lamps = {
            "question": shown.question is not None,
            "ready": not shown.camera and not shown.not_ready,
            "thinking": not shown.camera and bool(shown.not_ready),
        }
        for name, is_on in lamps.items():
            if self._lamps.get(name) is not is_on:
                self._panel.lamp(name, is_on)
        self._lamps = lamps
        self._clocks, over = self._clocks.seen(shown.show, now)
        if over:
            self._panel.buzz(TIME_S)
