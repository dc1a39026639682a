"""The reading in a process of its own, which may hang or die: told, killed and replaced, while the evening goes on by hand.

The page's process keeps a `ReaderWorker`. The other one has opened a `Sight`, tells what every frame came to through a pipe, and answers
what it is asked through another. Frames never pass through here: a reader takes them from the camera's shared memory.
"""

import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pickle import PickleError
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

from companion.game import CompanionError
from companion.sight import Seen, Sight, fault_of
from companion.spared import give_back
from hw.apart import Apart, Patience
from hw.eye import CameraError
from hw.worker import CameraWorker

log = logging.getLogger(__name__)

POLL_S = 0.01
"""How long either side waits for the other before it looks round."""
SPARE_S = 30.0
"""A reader gives back what memory lies free this often, while nothing is new."""
BEAT_S = 0.5
"""A reader without frames says this often that it lives."""
SILENT = "The reading does not answer. Scores can be typed."
GONE = (EOFError, OSError, PickleError)
"""What a pipe says whose other end was killed, perhaps in the middle of a message."""
ENDING_S = 0.5
"""A process whose pipes are closed already is gone so soon."""
MOST_NEWS = 500
"""So much is kept for a loop that does not come round; it would be stale anyway."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What a reader's process has opened."""

    sight: Sight
    answers: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    """What it may be asked besides, by name. Raises CompanionError or ValueError in one line; runs on a thread of its own."""


Opening = Callable[[], Opened]
"""Opens everything, inside the other process; a function of a module or a dataclass, since it has to travel there."""


@dataclass(frozen=True, slots=True)
class ReaderParams:
    """When a reader counts as silent, and what is done about it."""

    told_s: float = 2.0
    """Nothing heard for this long is told."""
    hung_s: float = 20.0
    """For this long, and the process is killed: longer than any picture takes to read on a Pi."""
    first_s: float = 120.0
    """The same before it is heard for the first time: opening a large box takes longer."""
    patience: Patience = field(default_factory=Patience)


@dataclass(frozen=True, slots=True)
class _Beat:
    """It lives, with or without frames."""

    trouble: str


@dataclass(frozen=True, slots=True)
class _Unopened:
    """There is nothing to read with, for this reason."""

    why: str


@dataclass(frozen=True, slots=True)
class _Asked:
    number: int
    name: str
    args: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class _Answer:
    number: int
    value: Any
    fault: str = ""
    """In one line; empty when it was answered."""


class ReaderWorker:
    """A Sight whose reading is done elsewhere, with the cameras it looks through. A thread of its own looks after all of them."""

    def __init__(
        self,
        opening: Opening,
        camera: CameraWorker | None = None,
        beside: Sequence[CameraWorker] = (),
        params: ReaderParams | None = None,
    ) -> None:
        """Starts the process. All cameras are looked after, and closed in the end; what ails `camera` is told."""
        self.params = params or ReaderParams()
        self._opening, self._camera, self._beside = opening, camera, tuple(beside)
        self._apart = Apart(_serve, "reader", self.params.patience)
        self._news: deque[Seen] = deque(maxlen=MOST_NEWS)
        self._trouble, self._beat = "", _Beat("")
        self._heard_at, self._is_first = monotonic(), True
        self._again, self._closed = Event(), Event()
        self._asking, self._tending, self._numbers = Lock(), Lock(), count(1)
        self._questions: Connection | None = None
        self._start()
        self._thread = Thread(target=self._tend, daemon=True, name="reader")
        self._thread.start()

    @property
    def pid(self) -> int | None:
        """The reader's process; None while there is none."""
        return self._apart.pid

    @property
    def trouble(self) -> str:
        """A camera's, or the reading's own."""
        camera = self._camera
        return (camera.trouble if camera is not None else "") or self._trouble or self._beat.trouble

    @property
    def restarts(self) -> int:
        """Of the reader and its camera together."""
        return self._apart.restarts + (0 if self._camera is None else self._camera.restarts)

    def newest(self) -> Seen | None:
        """What the next frame came to, at once."""
        with suppress(IndexError):
            return self._news.popleft()
        return None

    def again(self) -> None:
        """Look once more."""
        self._again.set()

    def look_through(self, opening: Opening, camera: CameraWorker | None, beside: Sequence[CameraWorker] = ()) -> None:
        """What the next process has to open, and the cameras to be looked after; those that are dropped are closed."""
        with self._tending:
            before, self._opening, self._camera, self._beside = self._cameras, opening, camera, tuple(beside)
            for dropped in before:
                if dropped not in self._cameras:
                    dropped.close()

    def ask(self, name: str, *args: Any, within_s: float = 30.0) -> Any:
        """What the reader answers. Raises CompanionError in one line: its own, or that it does not answer in time, or at all now."""
        if self._trouble:
            raise CompanionError(self._trouble)
        if not self._asking.acquire(timeout=within_s):
            raise CompanionError(SILENT)
        try:
            return self._answered(_Asked(next(self._numbers), name, args), monotonic() + within_s)
        except GONE as error:
            raise CompanionError(SILENT) from error
        finally:
            self._asking.release()

    def close(self) -> None:
        """Ends the process, then the cameras; may be called twice."""
        if self._closed.is_set():
            return
        self._closed.set()
        self._thread.join()
        self._apart.close()
        self._hang_up()
        for camera in self._cameras:
            camera.close()

    @property
    def _cameras(self) -> tuple[CameraWorker, ...]:
        return (*(() if self._camera is None else (self._camera,)), *self._beside)

    def _answered(self, asked: _Asked, until: float) -> Any:
        pipe = self._questions
        if pipe is None:
            raise EOFError
        pipe.send(asked)
        while pipe.poll(max(0.0, until - monotonic())):
            answer = pipe.recv()
            if answer.number != asked.number:
                continue  # of a question that nobody waited for any longer
            if answer.fault:
                raise CompanionError(answer.fault)
            return answer.value
        raise CompanionError(SILENT)

    def _start(self) -> None:
        self._questions, there = Pipe()
        self._apart.start(there, self._opening)
        there.close()
        self._heard_at, self._is_first = monotonic(), True

    def _tend(self) -> None:
        """Hears what there is to hear, then looks after everybody."""
        while not self._closed.is_set():
            with self._tending:
                for camera in self._cameras:
                    camera.tend()
            try:
                why = self._listen() or self._failed(monotonic())
            except GONE:
                why = f"its process {self._apart.ended(within_s=ENDING_S) or 'ended'}"
            if why:
                self._replace(why)
            elif self._apart.is_due(monotonic()):
                self._start()

    def _listen(self) -> str:
        """Takes everything that was said meanwhile; why there is nothing to read with, else empty. Raises one of GONE with the process."""
        pipe = self._apart.pipe
        if pipe is None:
            self._closed.wait(POLL_S)
            return ""
        if self._again.is_set():
            self._again.clear()
            pipe.send(None)
        wait_s = POLL_S
        while pipe.poll(wait_s):
            said, wait_s = pipe.recv(), 0.0
            if isinstance(said, _Unopened):
                return said.why
            if isinstance(said, Seen):
                self._news.append(said)
            else:
                self._beat = said
            self._heard_at, self._is_first, self._trouble = monotonic(), False, ""
            self._apart.well()
        return ""

    def _failed(self, now: float) -> str:
        """Why the process has to be replaced; empty while it does not."""
        if self._apart.process is None:
            return ""
        if (how := self._apart.ended()) is not None:
            return f"its process {how}"
        silent_s = now - self._heard_at
        if silent_s > self.params.told_s and not self._is_first:
            self._trouble = SILENT
        limit = self.params.first_s if self._is_first else self.params.hung_s
        return f"it said nothing for {silent_s:.0f} s" if silent_s > limit else ""

    def _replace(self, why: str) -> None:
        self._beat = _Beat("")
        if self._apart.replace(monotonic()):
            self._trouble = f"Nothing is read: {why}. Trying again; scores can be typed."
        else:
            self._trouble = f"Nothing is read: {why}, and it cannot be ended. Restart the computer; scores can be typed."
        self._hang_up()
        log.warning("%s", self._trouble)

    def _hang_up(self) -> None:
        """After the process has gone: whoever waited for its answer knows by now."""
        questions, self._questions = self._questions, None
        if questions is not None and self._asking.acquire(timeout=1.0):
            questions.close()
            self._asking.release()


def _serve(tell: Connection, questions: Connection, opening: Opening) -> None:
    """The other process: reads frame by frame, and answers on a thread of its own."""
    try:
        opened = opening()
    except (CompanionError, CameraError, OSError, ValueError) as error:
        tell.send(_Unopened(" ".join(str(error).split())))
        return
    Thread(target=_answer, args=(questions, opened.answers), daemon=True, name="answers").start()
    beat, beat_at, spared_at, sight = _Beat(""), float("-inf"), monotonic(), opened.sight
    while True:
        while tell.poll():
            tell.recv()
            sight.again()
        seen, now = sight.newest(), monotonic()
        if seen is not None:
            tell.send(seen)
        if beat.trouble != sight.trouble or now - beat_at > BEAT_S:
            beat, beat_at = _Beat(sight.trouble), now
            tell.send(beat)
        if seen is None and now - spared_at > SPARE_S:
            give_back()
            spared_at = monotonic()
        if seen is None:
            tell.poll(POLL_S)


def _answer(questions: Connection, answers: Mapping[str, Callable[..., Any]]) -> None:
    """Answers one question after the other until nobody is left to ask."""
    with suppress(*GONE):
        while True:
            asked = questions.recv()
            try:
                answer = _Answer(asked.number, answers[asked.name](*asked.args))
            except (CompanionError, CameraError, OSError, ValueError) as error:
                answer = _Answer(asked.number, None, " ".join(str(error).split()))
            except Exception as error:  # what one picture does to its reader must not end the reading of the table
                log.exception("%s could not be answered", asked.name)
                answer = _Answer(asked.number, None, fault_of(error))
            questions.send(answer)
