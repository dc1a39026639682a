"""The loop: what is seen -> session -> panel. One thread, which waits for nothing but its own clock.

Whatever sees the table is asked for its news and is never waited for. A picture that is old, unsettled or unreadable gives no event
but a reason on the page, and an error of the reader is told and outlived: people can always go on by hand.
"""

import logging
from collections import deque
from collections.abc import Callable
from datetime import datetime
from threading import Event, Thread
from time import monotonic
from types import TracebackType
from typing import Self

from companion.clocks import Clocks
from companion.game import CompanionError
from companion.health import STALE_S, Pulse
from companion.session import Session
from companion.sight import Seen, Sight, fault_of
from companion.snapshot import Source
from hw.panel import Panel
from vision.observation import NotReady

log = logging.getLogger(__name__)

POLL_S = 0.01
"""How often the table is asked for news."""
NO_S, TIME_S = 0.5, 1.5
"""How long the buzzer sounds for a button that cannot be obeyed, and when a clock of the game is over."""
GIVES_WAY = {"pass", "done", "next"}
"""Words of an action that lets play go on."""
RATE_S = 5.0
"""Pictures per second are measured over this long."""
UNREADABLE = "the picture could not be read (an error, see Health)"


class Runtime:
    """One table and what sees it. `start` and `stop`, or a `with`; `step` does one round, for tests."""

    def __init__(self, session: Session, sight: Sight, *, panel: Panel | None = None, clock: Callable[[], float] = monotonic) -> None:
        """`clock` is the clock of `Seen.taken_at`."""
        self.session = session
        self._sight, self._panel, self._clock = sight, panel, clock
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
        """Ends the loop, then what sees the table; may be called twice."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._sight.close()

    def step(self) -> None:
        """One round: what the next frame came to, if there is one, judged."""
        shown = self.session.snapshot()
        if self._seq != shown.seq:
            if not shown.is_by_camera(self._seq):
                self._sight.again()
            self._seq = shown.seq
        if (seen := self._sight.newest()) is not None:
            self._came.append(self._clock())
            self._last = seen.taken_at, datetime.now().astimezone()
            self._take(seen)
        now = self._clock()
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
                self._sight.again()
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
        return Pulse(recent / RATE_S, age, self._read_ms, self._errors, self._last_error, self._sight.restarts)

    def _run(self) -> None:
        while not self._stop.wait(POLL_S):
            try:
                self.step()
            except Exception as error:  # the loop outlives whatever a camera, a disk or a reader comes up with
                log.exception("a round of the loop failed")
                self._failed(fault_of(error), UNREADABLE)

    def _take(self, seen: Seen) -> None:
        if seen.error:
            self._failed(seen.error, UNREADABLE)
        elif isinstance(seen.what, NotReady):
            self.session.not_ready(str(seen.what))
        elif seen.what is None:
            self.session.not_ready("")
        elif self._clock() - seen.taken_at > STALE_S + seen.worked_s:
            self._sight.again()
            self.session.not_ready(str(NotReady.STALE))
        else:
            self._read_ms = seen.what.timings_ms.get("total", 1000 * seen.worked_s)
            try:
                self.session.look(seen.what, seen.jpeg, confirm=1, since_step=True, beside=seen.beside)
            except Exception as error:  # a full disk must not end the evening, nor a rule's fault
                log.exception("a picture could not be used")
                self._sight.again()
                self._failed(fault_of(error), str(error) if isinstance(error, CompanionError) else UNREADABLE)

    def _failed(self, what: str, said: str) -> None:
        self._errors += 1
        self._last_error = what
        self.session.not_ready(said)

    def _tell_camera(self, now: float) -> None:
        """One sentence when pictures stay away; empty when they come."""
        since = self._started if self._last is None else self._last[0]
        if self._sight.trouble:
            self.session.camera(self._sight.trouble)
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
