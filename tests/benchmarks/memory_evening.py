"""The evening whose memory `tests.benchmarks.memory` measures: the program's own page, loop, reader and camera."""

import json
import multiprocessing
import time
import urllib.request
from pathlib import Path
from threading import Event, Thread

from companion.cli.asked import chosen
from companion.cli.opening import OpenTable
from companion.cli.table import page_of
from companion.cli.table_eyes import TableEyes
from companion.config import Settings
from companion.devices import Devices
from companion.game import Setup
from companion.referee import explain
from companion.runtime import Runtime
from companion.session import Session
from companion.snapshot import Source, Standing
from companion.store import Store
from companion.web.app import create_app
from companion.web.serve import Server
from hw.worker import CameraWorker
from tests.benchmarks.memory import FILM, OPTIONS, PLAYERS, SHELF, OpenFilm, Sample, drawn

SAMPLE_S = 5.0


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
