"""A recording played to a session: pictures through the reader, taps as people's own."""

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event
from time import monotonic

from companion.game import CompanionError
from companion.recording import Recording, Step
from companion.session import Session
from companion.snapshot import Source
from vision.frame import Frame
from vision.observation import Observation

log = logging.getLogger(__name__)

QUIET_S = 0.6
"""A picture stands this long, in recorded time, before it is read."""
FRAME_S = 0.05
"""Between the pictures of a camera."""


class Playback:
    """Plays a recording; `run` does it on this thread, `stop` ends it from another."""

    def __init__(
        self,
        recording: Recording,
        session: Session,
        *,
        load: Callable[[Path], Frame],
        read: Callable[[Frame], Observation],
        to_jpeg: Callable[[Frame], bytes],
        settled: Callable[[Frame], str | None] = lambda frame: None,
        speed: float = 1.0,
    ) -> None:
        """`settled` answers why a frame is not to be read, or None; `speed` times faster than recorded, 0: without waiting."""
        self.recording, self.session = recording, session
        self._load, self._read, self._to_jpeg, self._settled = load, read, to_jpeg, settled
        self._speed = speed
        self._stop = Event()
        self._origin = 0.0
        self.faults: tuple[str, ...] = ()
        """Steps that could not be played, each with its time and why."""
        session.remark("recording", session.snapshot().title)

    def run(self) -> None:
        """Plays to the end, or until `stop`."""
        self._origin = started = monotonic()
        steps = self.recording.steps
        for step, after in zip(steps, (*steps[1:], None), strict=True):
            if self._wait(started, step.at_s):
                return
            self._try(step, after, started)

    def stop(self) -> None:
        """Ends `run` soon."""
        self._stop.set()

    def _try(self, step: Step, after: Step | None, started: float) -> None:
        """A step that the table refuses (a picture misread before it) is told on the page, and the evening goes on."""
        try:
            self._take(step, after, started)
        except (CompanionError, ValueError) as error:
            fault = f"at {step.at_s:g} s: {' '.join(str(error).split())}"
            log.warning("%s: %s", self.recording.folder, fault)
            self.faults = (*self.faults, fault)
            self.session.remark("recording_trouble", fault)

    def _take(self, step: Step, after: Step | None, started: float) -> None:
        if step.picture is not None:
            self._show(step, step.picture, after, started)
        elif step.tap is not None:
            self.session.act(step.tap, Source.PAGE)
        elif step.answer is not None:
            question = self.session.snapshot().question
            if question is None:
                raise CompanionError(f"{self.recording.folder}: at {step.at_s:g} s nothing is asked, but an answer is recorded")
            self.session.answer(question.id, step.answer, Source.PAGE)
        else:
            self.session.undo(Source.PAGE)

    def _show(self, step: Step, picture: Path, after: Step | None, started: float) -> None:
        """The picture as a camera goes on seeing it, in recorded time, so that a hand that comes and goes is told from the table."""
        frame = replace(self._load(picture), taken_at=self._origin + step.at_s)
        for later_s in (0.0, FRAME_S):
            self._settled(replace(frame, taken_at=frame.taken_at + later_s))
        quiet_at = step.at_s + QUIET_S
        if after is not None and after.picture is not None and after.at_s < quiet_at:
            self.session.not_ready("the table is not still")
            return
        if after is not None:
            quiet_at = min(quiet_at, after.at_s)
        if self._wait(started, quiet_at):
            return
        why = self._settled(replace(frame, taken_at=self._origin + step.at_s + QUIET_S))
        if why is not None:
            self.session.not_ready(why)
            return
        self.session.look(self._read(frame), self._to_jpeg(frame), confirm=1)

    def _wait(self, started: float, at_s: float) -> bool:
        """Until a moment of the recording; True when it was stopped."""
        left = 0.0 if not self._speed else started + at_s / self._speed - monotonic()
        return self._stop.wait(max(0.0, left))
