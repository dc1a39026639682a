"""What an evening costs in memory: camera process, reader and page of one table, and how it grows.

    python -m tests.benchmarks.memory [--minutes 10] [--game appetite]

A film of a game at 1920 x 1080 is drawn first, by a process of its own, and then played again and again by the program's own camera
process; the program's own loop reads it, and its page is served to one viewer. Somebody acts every few seconds, about ten times as
often as people do, so that ten minutes write as much as a hundred. At the end of each round the steps are taken back. Memory is
the resident size of both processes, and the part that they do not share; the slope is a line through all samples behind the first fifth.
"""

import argparse
import multiprocessing
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any

import cv2
import numpy as np

from companion.cli.enrolling import enrolled_once
from companion.cli.eyes import evidence, open_table
from companion.cli.scores import chosen
from companion.game import Game, Pack
from companion.runtime import Runtime
from companion.session import Session
from companion.snapshot import Source, Standing
from companion.store import Store
from companion.web import create_app
from companion.web.serve import Server
from companion.web.settings import WebSettings
from fixtures.art import PACKS, load_art
from fixtures.closed_loop import table_of
from fixtures.filming import Film, Filming
from fixtures.play import setup_of
from fixtures.render import held, render
from fixtures.stages import STAGES
from hw.camera import VideoCamera
from hw.eye import Camera
from hw.worker import CameraWorker
from vision.frame import Frame
from vision.live import LiveReader
from vision.observation import Observation, Quality
from vision.plane import TablePlane

PLAYERS = 2
SIZE_PX = (1920, 1080)
FILM = "table.avi"
PICTURES, FPS, STILL_S = 8, 10, 3.0
SAMPLE_S = 5.0
Megabytes = tuple[float, float]
"""Resident, and with every shared page counted by its part."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Both processes at one moment."""

    at_s: float
    program_mb: Megabytes
    """Reader and page."""
    camera_mb: Megabytes


@dataclass(frozen=True, slots=True)
class OpenFilm:
    """Opens the film, in the camera's process."""

    path: Path

    def __call__(self) -> Camera:
        """Begins again at its end."""
        return VideoCamera(self.path, loop=True)


def draw(game: str, folder: Path) -> None:
    """`table.avi` of a game in which every action shows, and the box enrolled; by a process that ends, so that it is nobody's memory."""
    rules, pack = chosen(game, enrolled_once(PACKS / game, game, folder / "packs"))
    stage, scene, art = STAGES[game], table_of(1, game), load_art(PACKS / game)
    scene = replace(held(scene), view=replace(scene.view, size_px=SIZE_PX), markers_mm=stage.markers_mm)
    film = Film(1, Filming(frames_per_s=FPS, still_s=STILL_S))
    out = cv2.VideoWriter(str(folder / FILM), cv2.VideoWriter.fourcc(*"MJPG"), FPS, SIZE_PX)
    for take, state in enumerate(positions(rules, pack)):
        laid = stage.places(rules, state, 1)
        for frame in film.show(render(replace(scene, take=take, place=laid or ()), art)[0]):
            out.write(cv2.cvtColor(frame.rgb, cv2.COLOR_RGB2BGR))
    out.release()


def positions(rules: Game[Any, Any], pack: Pack) -> Iterator[Any]:
    """The opening, and what follows of actions that a camera sees."""
    pick, state = Random(1), rules.initial(pack, setup_of(pack, PLAYERS, **STAGES[rules.name].options))
    for _ in range(PICTURES):
        yield state
        after = [rules.apply(state, action) for action in rules.legal_actions(state)]
        shown = [one for one in after if _keys(rules, one) != _keys(rules, state)]
        if not shown:
            return
        state = pick.choice(shown)


def _keys(rules: Game[Any, Any], state: Any) -> list[object]:
    return [spot.key for spot in rules.visible(state).spots]


def memory_mb(pid: int | str) -> Megabytes:
    """Of one process, now."""
    sizes = dict.fromkeys(("Rss", "Pss"), 0.0)
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        name, _, rest = line.partition(":")
        if name in sizes:
            sizes[name] = int(rest.split()[0]) / 1024
    return sizes["Rss"], sizes["Pss"]


def watch(address: str, stop: Event) -> None:
    """One viewer of the page."""
    with urllib.request.urlopen(f"{address}live", timeout=60) as stream:
        while not stop.is_set() and stream.readline():
            pass


def measured(game: str, folder: Path, minutes: float) -> tuple[list[Sample], int, int]:
    """Samples, and how many entries were written and pictures read."""
    drawing = multiprocessing.get_context("spawn").Process(target=draw, args=(game, folder))
    drawing.start()
    drawing.join()
    (made,) = (folder / "packs").iterdir()
    rules, box = chosen(game, made)
    reader, reads, samples, stop = open_table(made), [0], list[Sample](), Event()
    session = Session.start(Store(folder / "log"), rules, box, setup_of(box, PLAYERS, **STAGES[game].options), ["Ines", "Bruno"])
    server = Server(create_app(session, WebSettings()), "127.0.0.1", 0)

    def read(frame: Frame, table: TablePlane | None = None, quality: Quality | None = None) -> Observation:
        reads[0] += 1
        return reader.read(frame, table, quality)

    Thread(target=server.run, daemon=True).start()
    Thread(target=watch, args=(f"http://127.0.0.1:{server.port}/", stop), daemon=True).start()
    camera, began = CameraWorker(OpenFilm(folder / FILM)), time.monotonic()
    with Runtime(session, camera, look=LiveReader(read), to_jpeg=evidence):
        while (at := time.monotonic() - began) < 60 * minutes:
            time.sleep(SAMPLE_S)
            begin_again(session)
            if camera.pid is not None:
                samples.append(Sample(at, memory_mb("self"), memory_mb(camera.pid)))
    stop.set()
    entries = session.snapshot().seq
    session.close()
    server.close()
    return samples, entries, reads[0]


def begin_again(session: Session) -> None:
    """Takes every step back once the film has begun anew and nothing explains the empty table."""
    shown = session.snapshot()
    steps = [told.seq for told in shown.told if told.action and told.standing is Standing.STANDS]
    if shown.question is not None and steps:
        session.undo(Source.PAGE, steps[0])


def report(samples: Sequence[Sample], entries: int, reads: int) -> str:
    """The largest sizes, and the slope of a line through what comes behind the first fifth."""
    later = [one for one in samples if one.at_s >= samples[-1].at_s / 5]
    hours = np.array([one.at_s for one in later]) / 3600
    resident = np.array([one.program_mb[0] + one.camera_mb[0] for one in later])
    slope = float(np.polyfit(hours, resident, 1)[0])
    top = max(samples, key=lambda one: one.program_mb[0] + one.camera_mb[0])
    own = max(one.program_mb[1] + one.camera_mb[1] for one in samples)
    return (
        f"{samples[-1].at_s / 60:.1f} minutes, {entries} entries, {reads} readings: program {top.program_mb[0]:.0f} MB, camera "
        f"{top.camera_mb[0]:.0f} MB, together {top.program_mb[0] + top.camera_mb[0]:.0f} MB resident ({own:.0f} MB when what they share "
        f"counts once); {slope:+.1f} MB an hour, {1000 * slope * (hours[-1] - hours[0]) / max(entries, 1):+.0f} kB an entry"
    )


def main() -> None:
    """The command of the docstring above."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.memory")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--game", choices=sorted(STAGES), default="appetite")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    with TemporaryDirectory() as folder:
        print(report(*measured(given.game, Path(folder), given.minutes)))


if __name__ == "__main__":
    main()
