"""From a card at rest to the event: how long, and what it is spent on.

    python -m tests.benchmarks.latency [GAME] [--games 3] [--actions 60]

Random legal games, filmed at 30 frames a second. A frame that comes while another is still being worked on is skipped, as in the real
loop; work is counted in processor time of one thread, so the figures hold for this machine without its other users.
"""

import argparse
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from companion.games import available
from companion.session import Session
from companion.snapshot import Source
from companion.store import Store
from fixtures.closed_loop import CameraEyes, table_of
from fixtures.filming import Film, Filming
from fixtures.play import random_play, setup_of
from fixtures.render import render
from fixtures.stages import STAGES
from tests.closed_loop.boxes import open_eyes
from vision.annotate import to_jpeg
from vision.frame import Frame
from vision.live import LiveReader
from vision.observation import Observation, Quality
from vision.plane import TablePlane

FILMING = Filming(frames_per_s=30.0, still_s=1.5, rest=0.0)


class Loop:
    """The table's loop on a clock that runs on by the processor's time."""

    def __init__(self, eyes: CameraEyes, session: Session) -> None:
        self.session, self._eyes = session, eyes
        self.live = LiveReader(self._read)
        self.busy_until = 0.0
        self._seq = session.snapshot().seq

    def _read(self, frame: Frame, table: TablePlane | None = None, quality: Quality | None = None) -> Observation:
        return self._eyes.reader.read(frame, table, quality)

    def told_at(self, frames: Iterable[Frame]) -> float | None:
        """When the first new entry was written, seconds on the film's clock; None when none was."""
        before, found = self.session.snapshot().seq, None
        for frame in frames:
            if frame.taken_at < self.busy_until:
                continue
            if self._seq != (seq := self.session.snapshot().seq):
                self._seq = seq
                self.live.again()
            began = time.process_time()
            seen = self.live.look(frame)
            if isinstance(seen, Observation):
                self.session.look(seen, to_jpeg(frame.rgb, 640), confirm=1)
            self.busy_until = frame.taken_at + time.process_time() - began
            if found is None and self.session.snapshot().seq > before:
                found = self.busy_until
        return found


def game_lags(name: str, seed: int, folder: Path, most: int = 60) -> list[float]:
    """Seconds from rest to event for every action that the camera told in one random game."""
    pack, eyes = open_eyes(name)
    game: Any = available()[name]
    stage, scene = STAGES[name], table_of(seed, name)
    setup = setup_of(pack, 2, **stage.options)
    session = Session.start(Store(folder), game, pack, setup, ["P1", "P2"])
    loop, film, lags = Loop(eyes, session), Film(seed, FILMING), []
    state = game.initial(pack, setup)
    picture = render(replace(scene, markers_mm=stage.markers_mm, place=stage.places(game, state, seed) or ()), eyes.art)[0]
    loop.told_at(film.show(picture))
    for number, step in enumerate(random_play(game, state, seed, most), 1):
        laid = stage.places(game, step.after, seed)
        if laid is None:
            break
        if [s.key for s in game.visible(step.after).spots] != [s.key for s in game.visible(step.before).spots]:
            at = replace(scene, name=f"{scene.name}-{number}", take=number, markers_mm=stage.markers_mm, place=laid)
            frames = list(film.show(render(at, eyes.art)[0]))
            rest = frames[-round(FILMING.still_s * FILMING.frames_per_s)].taken_at
            told = loop.told_at(frames)
            if told is not None and session.state == step.after:
                lags.append(told - rest)
        if session.state != step.after:
            if session.state != step.before:
                session.undo(Source.PAGE)
            session.act(str(step.action), Source.PAGE)
    session.close()
    return lags


def main() -> None:
    """The command of the docstring above."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.latency")
    parser.add_argument("game", nargs="?", choices=sorted(STAGES), default="appetite")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--actions", type=int, default=60, help="of each game, at most")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    lags: list[float] = []
    for seed in range(1, given.games + 1):
        with TemporaryDirectory() as folder:
            lags += game_lags(given.game, seed, Path(folder), given.actions)
    ms = 1000 * np.array(lags)
    half, most = np.percentile(ms, [50, 95])
    print(f"{given.game}: {len(ms)} events, p50 {half:.0f} ms, p95 {most:.0f} ms, worst {ms.max():.0f} ms; 250 ms of it settling")


if __name__ == "__main__":
    main()
