"""What an evening costs in memory: the processes of one table (page, reader, camera), and how it grows.

    python -m tests.benchmarks.memory [--minutes 10] [--game appetite]

A film of a game at 1920 x 1080 is drawn first and then played again and again by the program's own camera process; its own reader's
process reads it, and its own loop and page run here, with one viewer. Nothing is imported here that `companion play` does not import.
Somebody acts every few seconds, about ten times as often as people do, so that ten minutes write as much as a hundred. At the end of
each round the steps are taken back. Memory is the resident size of all processes, and the part that they do not share; the slope is a
line through all samples behind the first fifth.
"""

import argparse
import json
import multiprocessing
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

from companion.cli.asked import chosen
from companion.cli.table import page_of
from companion.cli.table_eyes import OpenTable, TableEyes
from companion.config import Settings
from companion.devices import Devices
from companion.game import Setup
from companion.referee import explain
from companion.runtime import Runtime
from companion.session import Session
from companion.snapshot import Source, Standing
from companion.store import Store
from companion.web import create_app
from companion.web.serve import Server
from hw.eye import Camera
from hw.worker import CameraWorker

PLAYERS = 2
FILM, OPTIONS, SHELF = "table.avi", "options.json", "packs"
SAMPLE_S = 5.0
GAMES = ("appetite", "buffet_master", "buffet_boss", "surrealist_dinner_party", "word_buffet")


@dataclass(frozen=True, slots=True)
class Sample:
    """All processes at one moment, by name; resident megabytes, and with every shared page counted by its part."""

    at_s: float
    resident_mb: dict[str, float]
    own_mb: float

    @property
    def together_mb(self) -> float:
        """Resident, of all."""
        return sum(self.resident_mb.values())


@dataclass(frozen=True, slots=True)
class OpenFilm:
    """Opens the film, in the camera's process."""

    path: Path

    def __call__(self) -> Camera:
        """Begins again at its end."""
        from hw.camera import VideoCamera  # OpenCV, in the camera's process alone

        return VideoCamera(self.path, loop=True)


def drawn(game: str, folder: Path) -> None:
    """Film and pack, by a process of its own."""
    from tests.benchmarks.memory_film import draw  # all that draws, in a process that ends

    draw(game, folder)


def sampled(at_s: float, processes: dict[str, int | None]) -> Sample:
    """The processes now; one that is not there has no memory."""
    sizes = {name: memory_mb(pid) for name, pid in processes.items() if pid is not None}
    return Sample(at_s, {name: resident for name, (resident, _) in sizes.items()}, sum(own for _, own in sizes.values()))


def memory_mb(pid: int) -> tuple[float, float]:
    """Of one process: resident, and with every shared page counted by its part; nothing of one that has just ended."""
    sizes = dict.fromkeys(("Rss", "Pss"), 0.0)
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        lines = []
    for line in lines:
        name, _, rest = line.partition(":")
        if name in sizes:
            sizes[name] = int(rest.split()[0]) / 1024
    return sizes["Rss"], sizes["Pss"]


def watch(address: str, stop: Event) -> None:
    """One viewer of the page."""
    with urllib.request.urlopen(f"{address}live", timeout=60) as stream:
        while not stop.is_set() and stream.readline():
            pass


def measured(game: str, folder: Path, minutes: float) -> tuple[list[Sample], int]:
    """Samples, and how many entries were written."""
    drawing = multiprocessing.get_context("spawn").Process(target=drawn, args=(game, folder))
    drawing.start()
    drawing.join()
    (made,) = (folder / SHELF).iterdir()
    rules, box = chosen(game, made)
    session = Session.start(
        Store(folder / "log"), rules, box, Setup(PLAYERS, json.loads((folder / OPTIONS).read_text())), ["Ines", "Bruno"], explain=explain
    )
    camera, samples, stop, began = CameraWorker(OpenFilm(folder / FILM)), list[Sample](), Event(), time.monotonic()
    eyes = TableEyes(OpenTable(folder, camera.seat, game=game, pack=made), camera)
    server = Server(create_app(session, page_of(session, Settings(data=folder), Devices(), eyes)), "127.0.0.1", 0)
    Thread(target=server.run, daemon=True).start()
    Thread(target=watch, args=(f"http://127.0.0.1:{server.port}/", stop), daemon=True).start()
    page = multiprocessing.current_process().pid
    with Runtime(session, eyes.sight):
        while (at := time.monotonic() - began) < 60 * minutes:
            time.sleep(SAMPLE_S)
            begin_again(session)
            samples.append(sampled(at, {"page": page, "reader": eyes.sight.pid, "camera": camera.pid}))
    stop.set()
    entries = session.snapshot().seq
    session.close()
    server.close()
    return samples, entries


def begin_again(session: Session) -> None:
    """Takes every step back once the film has begun anew and nothing explains the empty table."""
    shown = session.snapshot()
    steps = [told.seq for told in shown.told if told.action and told.standing is Standing.STANDS]
    if shown.question is not None and steps:
        session.undo(Source.PAGE, steps[0])


def slope_mb_an_hour(samples: Sequence[Sample], name: str = "") -> float:
    """Of a line through the samples: of one process, or of all together."""
    hours = [one.at_s / 3600 for one in samples]
    sizes = [one.resident_mb.get(name, 0.0) if name else one.together_mb for one in samples]
    middle, mean = sum(hours) / len(hours), sum(sizes) / len(sizes)
    spread = sum((hour - middle) ** 2 for hour in hours)
    return sum((hour - middle) * (size - mean) for hour, size in zip(hours, sizes, strict=True)) / max(spread, 1e-12)


def report(samples: Sequence[Sample], entries: int) -> str:
    """The largest sizes, and the slopes of what comes behind the first fifth."""
    later = [one for one in samples if one.at_s >= samples[-1].at_s / 5]
    top = max(samples, key=lambda one: one.together_mb)
    parts = ", ".join(f"{name} {size:.0f} MB ({slope_mb_an_hour(later, name):+.1f} an hour)" for name, size in top.resident_mb.items())
    return (
        f"{samples[-1].at_s / 60:.1f} minutes, {entries} entries: {parts}; together {top.together_mb:.0f} MB resident "
        f"({max(one.own_mb for one in samples):.0f} MB when what they share counts once), {slope_mb_an_hour(later):+.1f} MB an hour"
    )


def main() -> None:
    """The command of the docstring above."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.memory")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--game", choices=GAMES, default="appetite")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        print(report(*measured(given.game, Path(folder), given.minutes)))


if __name__ == "__main__":
    main()
