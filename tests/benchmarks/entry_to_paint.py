"""The way of an entry from its own time to the paint that shows it, stage by stage, in a real Chromium. Part of `first_load`.

The table is served by a process of its own, as `companion play` does; marks are set around its own functions, from outside. Server and
browser share this machine's clock. Beside each way stands what no stage owns: how long the garbage collector held the table's process,
and how long the threads of the table and of the browser were ready and had no processor, which a crowded machine makes long.
"""

import gc
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from itertools import pairwise
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, Page

from companion import store
from companion.session import Session
from companion.shown import Shown
from companion.snapshot import Source
from companion.web.app import create_app
from companion.web.lines import KeptLine
from companion.web.render import Renderer
from companion.web.serve import Server
from companion.web.settings import WebSettings

AT_TABLE = {
    "committed": "the log on the disk",
    "anchored": "the anchor on the disk",
    "shown": "folded, snapshot made",
    "woken": "the thread of all streams wakes",
    "made": "the page's parts made",
    "sent": "written to the socket",
}
IN_PAGE = {
    "received": "browser hands it to the page",
    "changed": "the page's elements changed",
    "frame": "the next frame begins",
    "painted": "laid out and painted",
}
STAGES: Mapping[str, str] = AT_TABLE | IN_PAGE
"""What ends each stage -> what happens in it, in the order of the way."""
REST_S = 0.5
"""Between two entries, and before each: no flood."""
PICK_UP = """(() => {
    const ear = EventTarget.prototype.addEventListener, clock = () => performance.timeOrigin + performance.now();
    window.ways = {}; window.arrived = null;
    window.EventSource = class extends EventSource {
        constructor(...given) {
            super(...given);
            ear.call(this, "parts", event => { window.received = clock(); });
        }
    };
    document.addEventListener("table-changed", change => {
        const way = { received: window.received, changed: clock() };
        requestAnimationFrame(() => {
            way.frame = clock();
            const after = new MessageChannel();
            after.port1.onmessage = () => { way.painted = clock(); ways[change.detail.seq] = way; arrived?.(); };
            after.port2.postMessage(0);
        });
    });
})()"""
"""Notes when the page is given a change, has made it, begins the frame behind it and has drawn that, in ms since 1970."""
WAIT = "() => Promise.race([new Promise(done => { arrived = done; }), new Promise(done => setTimeout(done, 3000))])"


@dataclass(frozen=True, slots=True)
class Way:
    """One entry's way to its paint."""

    seq: int
    took_ms: Mapping[str, float]
    """By what ends each stage."""
    garbage_ms: float
    """Of it the garbage collector of the table's process."""
    waited_ms: Mapping[str, float]
    """How long threads were ready without a processor, in sum, by process: several may wait at once."""

    @property
    def all_ms(self) -> float:
        """From the entry's own time to the paint."""
        return sum(self.took_ms.values())

    @property
    def from_commit_ms(self) -> float:
        """From its commit to the paint."""
        return self.all_ms - self.took_ms["committed"]


class Marks:
    """When each entry came by, in the table's process. One thread after the other writes; an entry's first mark of a kind counts."""

    def __init__(self) -> None:
        self.at: dict[int, dict[str, float]] = {}
        self.pauses: list[tuple[float, float]] = []
        self._paused_at = 0.0

    def put(self, seq: int, mark: str) -> None:
        """It is there now."""
        self.at.setdefault(seq, {}).setdefault(mark, time.time())

    def collector(self, phase: str, info: Mapping[str, int]) -> None:
        """As `gc.callbacks` wants it."""
        if phase == "start":
            self._paused_at = time.time()
        else:
            self.pauses.append((self._paused_at, time.time()))

    @contextmanager
    def set(self) -> Iterator[None]:
        """Marks are set around the functions that an entry passes through."""
        places: tuple[tuple[Any, str, str, str, Callable[..., int]], ...] = (
            (store, "write_anchor", "committed", "anchored", lambda path, head: head.seq),
            (Shown, "refresh", "", "shown", lambda shown, question: len(shown.ledger.entries)),
            (Renderer, "parts", "woken", "", lambda renderer, snapshot: snapshot.seq),
            (KeptLine, "write", "made", "sent", lambda line, data: _seq_in(data)),
        )
        were = [getattr(owner, name) for owner, name, *_ in places]
        for owner, name, before, after, seq_of in places:
            setattr(owner, name, self._around(getattr(owner, name), before, after, seq_of))
        gc.callbacks.append(self.collector)
        yield
        gc.callbacks.remove(self.collector)
        for (owner, name, *_), was in zip(places, were, strict=True):
            setattr(owner, name, was)

    def _around(self, whole: Callable[..., Any], before: str, after: str, seq_of: Callable[..., int]) -> Callable[..., Any]:
        @wraps(whole)
        def marked(*given: Any) -> Any:
            seq = seq_of(*given)
            if before:
                self.put(seq, before)
            answer = whole(*given)
            if after:
                self.put(seq, after)
            return answer

        return marked


def _seq_in(data: bytes) -> int:
    """The entry that an event of a page brings; 0 for anything else that is sent."""
    return int(data.split(b"-", 2)[1]) if data.startswith(b"id: ") and b"\nevent: parts\n" in data[:200] else 0


def serve(make: Callable[[Path], Session], folder: Path, here: Connection) -> None:
    """The table's process: says its port, then plays an entry each time it is asked, and in the end tells the marks."""
    session, marks = make(folder), Marks()
    server = Server(create_app(session, WebSettings()), "127.0.0.1", 0)
    Thread(target=server.run, daemon=True).start()
    gc.freeze()  # as `companion play` does
    here.send(server.port)
    with marks.set():
        pids: list[int]
        for number, pids in enumerate(iter(here.recv, None)):
            time.sleep(REST_S)
            before = {pid: waited_ms(pid) for pid in pids}
            step(session, number)
            newest = session.snapshot().told[-1]
            marks.at.setdefault(newest.seq, {})["written"] = datetime.fromisoformat(str(newest.at)).timestamp()
            here.send((newest.seq, before))
    here.send((marks.at, marks.pauses))
    session.close()
    server.close()


def step(session: Session, number: int) -> None:
    """A move, and the next time its undo."""
    if number % 2:
        session.undo(Source.PROGRAM)
    else:
        session.act(session.snapshot().legal[0], Source.PROGRAM)


@contextmanager
def apart(make: Callable[[Path], Session], folder: Path) -> Iterator[tuple[int, int, Connection]]:
    """Such a table: its process, its port, and the line to it."""
    here, there = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(make, folder, there), daemon=True)
    process.start()
    try:
        yield process.pid or 0, here.recv(), here
    finally:
        process.join(5)
        process.kill()


def ways(page: Page, table: int, line: Connection, times: int) -> list[Way]:
    """The ways of so many entries; `page` shows the table, and `line` asks for them and is told their marks."""
    page.wait_for_selector("#connection[data-state=live]")
    waited: dict[int, dict[str, float]] = {}
    for _ in range(times):
        pids = [table, *(pid for pid in below(os.getpid()) if pid != table)]
        line.send(pids)
        page.evaluate(WAIT)
        seq, before = line.recv()
        later = {pid: waited_ms(pid) - before.get(pid, 0.0) for pid in pids}
        waited[seq] = {"table": later.pop(table), "browser": sum(later.values())}
    painted: dict[str, dict[str, float]] = page.evaluate("ways")
    line.send(None)
    at, pauses = line.recv()
    there = {int(seq): {mark: ms / 1000 for mark, ms in marks.items()} for seq, marks in painted.items()}
    return [_way(seq, at[seq] | there[seq], pauses, waited[seq]) for seq in waited if seq in there and "sent" in at[seq]]


def _way(seq: int, at: Mapping[str, float], pauses: Sequence[tuple[float, float]], waited: Mapping[str, float]) -> Way:
    """A thread may note what it did after the next has gone on with it: no mark is later than the one behind it."""
    times = [at["written"], *(at[mark] for mark in STAGES)]
    for place in reversed(range(len(times) - 1)):
        times[place] = min(times[place], times[place + 1])
    took = {mark: 1000 * (end - start) for mark, (start, end) in zip(STAGES, pairwise(times), strict=True)}
    garbage = sum(max(0.0, min(end, at["sent"]) - max(start, at["written"])) for start, end in pauses)
    return Way(seq, took, 1000 * garbage, waited)


def event_to_paint(browser: Browser, make: Callable[[Path], Session], folder: Path, times: int) -> list[Way]:
    """The ways of so many entries of a table to the paint of its page."""
    with apart(make, folder) as (process, port, line):
        page = browser.new_page()
        page.add_init_script(PICK_UP)
        page.goto(f"http://127.0.0.1:{port}/")
        found = ways(page, process, line, times)
        page.close()
    return found


def told(found: Sequence[Way]) -> Iterator[str]:
    """A table of stages: usual, longest, and in the worst entry; then where the worst one spent its time."""
    worst = max(found, key=lambda way: way.all_ms)
    yield "| stage | median ms | longest ms | of the worst entry |\n|---|---|---|---|"
    for mark, name in STAGES.items():
        each = [way.took_ms[mark] for way in found]
        yield f"| {name} | {median(each):.1f} | {max(each):.1f} | {worst.took_ms[mark]:.1f} |"
    longest = sorted(STAGES, key=lambda mark: worst.took_ms[mark] - median(way.took_ms[mark] for way in found))[-1]
    yield (
        f"worst of {len(found)}: entry {worst.seq}, {worst.all_ms:.0f} ms, most beyond the usual where {STAGES[longest]}: "
        f"{worst.took_ms[longest]:.0f} ms; garbage collector {worst.garbage_ms:.0f} ms; "
        f"without a processor: {', '.join(f'{who} {ms:.0f} ms' for who, ms in worst.waited_ms.items())}"
    )


def below(root: int) -> list[int]:
    """The processes that were started by this one, by those, and so on."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue  # it has ended meanwhile
    found, reached = [], {root}
    while more := {pid for pid, parent in parents.items() if parent in reached} - reached:
        reached |= more
        found += sorted(more)
    return found


def waited_ms(pid: int) -> float:
    """How long the threads of a process have been ready without a processor, in sum; 0 where the system does not tell."""
    total = 0
    for thread in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        try:
            total += int(thread.read_text().split()[1])
        except (OSError, IndexError):
            continue
    return total / 1e6
