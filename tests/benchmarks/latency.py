"""From a card at rest to the page: how long, and what it is spent on.

    python -m tests.benchmarks.latency [GAME] [--games 3] [--actions 60] [--locked off]

Random legal games, filmed at 30 frames a second. A frame that comes while another is still being worked on is skipped, as in the real
loop; work is counted in processor time of one thread, so the figures hold for this machine without its other users. Writing to the disk
is counted by the clock, since it is waiting. What a camera itself takes to deliver a picture is not in it.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from companion.cli.eyes import evidence
from companion.game import Game, Layout
from companion.games import available
from companion.referee import Verdict, explain
from companion.runtime import POLL_S
from companion.session import Session
from companion.snapshot import Source
from companion.store import Record, Store
from companion.web.app import create_app
from companion.web.settings import WebSettings
from fixtures.closed_loop import CameraEyes, table_of
from fixtures.filming import Film, Filming
from fixtures.play import random_play, setup_of
from fixtures.render import held, render
from fixtures.stages import STAGES
from tests.closed_loop.boxes import open_eyes
from vision.changes.patches import Known
from vision.frame import Frame
from vision.live.reader import LiveReader
from vision.observation import Observation, Quality
from vision.table.plane import TablePlane

FILMING = Filming(frames_per_s=30.0, still_s=1.5, rest=0.0)
STAGES_OF_WORK = ("glance", "read", "picture", "referee", "session", "disk", "page")


class Spent:
    """Seconds of work by stage; what a stage spends within another is counted there only."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.looks = 0
        self._within: list[float] = []

    @contextmanager
    def __call__(self, stage: str, clock: Any = time.process_time) -> Iterator[None]:
        began, other = clock(), time.process_time()
        self._within.append(0.0)
        try:
            yield
        finally:
            took = clock() - began
            self.seconds[stage] += took - self._within.pop()
            if self._within:
                self._within[-1] += time.process_time() - other

    @property
    def total(self) -> float:
        return sum(self.seconds.values())


class TimedStore(Store):
    """Counts what writing takes."""

    spent = Spent()

    def append(self, payloads: Sequence[str], by: str | Sequence[str], event_id: str | None = None) -> tuple[Record, ...]:
        with self.spent("disk", time.perf_counter):
            return super().append(payloads, by, event_id)


@dataclass
class Event:
    """An action that the camera told."""

    lag_s: float
    """From rest to the page."""
    spent: Counter[str] = field(default_factory=Counter)
    """Seconds of work in that time, by stage; the rest is waiting for frames and for the table to be still."""
    looks: int = 0


class Loop:
    """The table's loop on a clock that runs on by the time that work takes."""

    def __init__(self, eyes: CameraEyes, game: Game[Any, Any], folder: Path, setup: Any, pack: Any) -> None:
        self._reader, self.spent = eyes.reader.following(), Spent()
        store = TimedStore(folder)
        store.spent = self.spent
        self.session = Session.start(store, game, pack, setup, [f"P{n + 1}" for n in range(setup.players)], explain=self._explain)
        self.live = LiveReader(self._read)
        self._page = iter(create_app(self.session, WebSettings()).test_client().get("/live").response)
        self._free_at, self._seq = 0.0, self.session.snapshot().seq
        for _ in range(2):
            next(self._page)

    def _read(
        self, frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None
    ) -> Observation:
        self.spent.looks += 1
        with self.spent("read"):
            return self._reader.read(frame, table, quality, known)

    def _explain(self, game: Game[Any, Any], state: Any, seen: Layout) -> Verdict[Any]:
        with self.spent("referee"):
            return explain(game, state, seen)

    def told(self, frames: Sequence[Frame], rest_s: float) -> Event | None:
        """When the first new entry reached a page, and what was done since the table lay still; None when there was none."""
        before, found = self.session.snapshot().seq, None
        began, looks = Counter(self.spent.seconds), self.spent.looks
        for frame, after in zip(frames, (*frames[1:], None), strict=True):
            at = max(frame.taken_at + POLL_S, self._free_at)
            if after is not None and after.taken_at + POLL_S <= at:
                continue  # a newer one is there already
            if frame.taken_at < rest_s:
                began, looks = Counter(self.spent.seconds), self.spent.looks
            spent = self.spent.total
            self._step(frame)
            is_new = found is None and self.session.snapshot().seq > before
            if is_new:
                with self.spent("page"):
                    next(self._page)
            self._free_at = at + self.spent.total - spent
            if is_new:
                work = Counter({stage: self.spent.seconds[stage] - began[stage] for stage in STAGES_OF_WORK})
                found = Event(self._free_at - rest_s, work, self.spent.looks - looks)
        return found

    def _step(self, frame: Frame) -> None:
        shown = self.session.snapshot()
        if self._seq != shown.seq:
            if not shown.is_by_camera(self._seq):
                self.live.again()
            self._seq = shown.seq
        with self.spent("glance"):
            seen = self.live.look(frame)
        if isinstance(seen, Observation):
            with self.spent("picture"):
                jpeg = evidence(frame)
            with self.spent("session"):
                self.session.look(seen, jpeg, confirm=1)


def game_lags(name: str, seed: int, folder: Path, most: int = 60, *, locked: bool = True) -> list[Event]:
    """Every action that the camera told rightly in one random game."""
    pack, eyes = open_eyes(name)
    game: Any = available()[name]
    stage, scene = STAGES[name], table_of(seed, name)
    scene = replace(held(scene) if locked else scene, markers_mm=stage.markers_mm)
    setup = setup_of(pack, 2, **stage.options)
    loop, film, events = Loop(eyes, game, folder / "log", setup, pack), Film(seed, FILMING), list[Event]()
    session, state = loop.session, game.initial(pack, setup)
    loop.told(list(film.show(render(replace(scene, place=stage.places(game, state, seed) or ()), eyes.art)[0])), 0.0)
    for number, step in enumerate(random_play(game, state, seed, most, stage.likely), 1):
        laid = stage.places(game, step.after, seed)
        if laid is None:
            break
        if [s.key for s in game.visible(step.after).spots] != [s.key for s in game.visible(step.before).spots]:
            frames = list(film.show(render(replace(scene, name=f"{scene.name}-{number}", take=number, place=laid), eyes.art)[0]))
            told = loop.told(frames, frames[-round(FILMING.still_s * FILMING.frames_per_s)].taken_at)
            if told is not None and session.state == step.after:
                events.append(told)
        if session.state != step.after:
            if session.state != step.before:
                session.undo(Source.PAGE)
            session.act(str(step.action), Source.PAGE)
    session.close()
    return events


def report(name: str, events: Sequence[Event]) -> str:
    """Percentiles, then the mean of each stage and its part of the whole."""
    ms = 1000 * np.array([event.lag_s for event in events])
    half, most = np.percentile(ms, [50, 95])
    looks = np.mean([event.looks for event in events])
    lines = [f"{name}: {len(ms)} events, p50 {half:.0f} ms, p95 {most:.0f} ms, worst {ms.max():.0f} ms; {looks:.1f} readings each"]
    means = {stage: float(np.mean([1000 * event.spent[stage] for event in events])) for stage in STAGES_OF_WORK}
    means = {"waiting (settle, next frame)": ms.mean() - sum(means.values()), **means}
    return "\n".join([*lines, *(f"  {stage:30}{mean:7.1f} ms {mean / ms.mean():5.0%}" for stage, mean in means.items())])


def main() -> None:
    """The command of the docstring above."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.latency")
    parser.add_argument("game", nargs="?", choices=sorted(STAGES), default="appetite")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--actions", type=int, default=60, help="of each game, at most")
    parser.add_argument("--locked", choices=("on", "off"), default="on", help="whether exposure and white balance are held still")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    events: list[Event] = []
    for seed in range(1, given.games + 1):
        with TemporaryDirectory() as folder:
            events += game_lags(given.game, seed, Path(folder), given.actions, locked=given.locked == "on")
    print(report(given.game, events))


if __name__ == "__main__":
    main()
