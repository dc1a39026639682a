"""How quickly changes reach many viewers: `python -m tests.benchmarks.viewers --viewers 50 --seconds 600`.

The table and its page run in a process of their own and play random moves of the Appetite at `--rate` a second, beside a loop that
reads a recorded table; this process watches, half as pages (`/live`), half as programs (`/api/v1/stream`), each leaving and coming back
with its last event's id now and then, and asks for `/health` and posts an undo every second. Latency is from the entry's own time,
before it is on the disk, to its arrival here, both by this machine's clock. `--hostile` opens 500 streams and 200 sockets that send a
request byte by byte instead. In the end one table: each mark, what was measured, and the bar.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import signal
import socket
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event, Thread
from typing import Any

from companion.game import CompanionError
from companion.snapshot import Source
from companion.web.app import create_app
from companion.web.serve import Server
from companion.web.settings import WebSettings
from tests.benchmarks.reading_beside import Pace, reading
from tests.web.evening import opening

STAY_S = (15.0, 40.0)
"""How long a viewer stays before it reconnects."""
SIEGE_STEPS = 30


def serve(viewers: int, rate: float, has_camera: bool, is_in_place: bool, say: Connection) -> None:
    """The table, its page, somebody who plays, and a camera that is read. Says its port, hears when the viewers come and go."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with tempfile.TemporaryDirectory() as folder:
        session = opening(Path(folder) / "played")
        loop, pace = reading(Path(folder) / "read", is_apart=not is_in_place) if has_camera else (None, no_pace)
        server = Server(create_app(session, WebSettings(viewers=viewers)), "127.0.0.1", 0)
        Thread(target=server.run, daemon=True).start()
        pick, stop = random.Random(1), Event()

        def play() -> None:
            while not stop.wait(1 / rate):
                snapshot = session.snapshot()
                with suppress(CompanionError):
                    if snapshot.legal and pick.random() > 0.1:
                        session.act(pick.choice(snapshot.legal), Source.PROGRAM)
                    else:
                        session.undo(Source.PROGRAM)

        player = Thread(target=play, daemon=True)
        player.start()
        if loop is not None:
            loop.start()
            while loop.session.snapshot().look is None:
                time.sleep(0.1)
        say.send(server.port)
        began, came, went = (_told(say) for _ in range(3))
        stop.set()
        player.join()
        say.send((session.snapshot().seq, time.process_time(), pace(began, came), pace(came, went)))
        if loop is not None:
            loop.stop()
            loop.session.close()
        session.close()
        server.close()


def no_pace(since: float, until: float) -> Pace:
    """Of a loop that is not there."""
    return Pace(0.0, 0.0, 0)


def _told(say: Connection) -> float:
    """When the other process said that the next stretch begins."""
    say.recv()
    return time.monotonic()


@dataclass
class Seen:
    """What all viewers saw together."""

    late_ms: list[float] = field(default_factory=list)
    missed: int = 0
    doubled: int = 0
    reconnects: int = 0
    refused: int = 0
    at: dict[int, float] = field(default_factory=dict)
    pages: list[tuple[int, float]] = field(default_factory=list)
    """Newest entry of a page's event, and when it came."""


async def watch(port: int, path: str, until: float, seen: Seen, number: int) -> None:
    """One viewer: reads, leaves, comes back."""
    pick, last, newest = random.Random(number), "", None
    while time.time() < until:
        leaves = min(until, time.time() + pick.uniform(*STAY_S))
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
        back = f"Last-Event-ID: {last}\r\n" if last else ""
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{back}\r\n".encode())
        status = await reader.readline()
        if b"200" not in status:
            seen.refused += 1
            writer.close()
            await asyncio.sleep(1)
            continue
        id_ = ""
        while (left := leaves - time.time()) > 0:
            try:
                line = await asyncio.wait_for(reader.readline(), left)
            except TimeoutError:
                break
            if line.startswith(b"id: "):
                id_ = line[4:].decode().strip()
            elif line.startswith(b"data: {"):
                last, now = id_, time.time()
                newest = note(json.loads(line[6:]), now, newest, seen)
        writer.close()
        seen.reconnects += 1


def note(said: dict[str, Any], now: float, newest: int | None, seen: Seen) -> int:
    """Counts what an event says; the newest entry that this viewer has now."""
    if "parts" in said:
        if newest is not None and said["seq"] > newest:
            seen.pages.append((said["seq"], now))
        return int(said["seq"])
    for event in said["events"]:
        seq, at = event["seq"], datetime.fromisoformat(event["at"]).timestamp()
        seen.at[seq] = at
        if newest is not None:
            seen.missed += max(0, seq - newest - 1)
            seen.doubled += seq <= newest
            seen.late_ms.append((now - at) * 1000)
        newest = max(seq, newest or 0)
    return max(int(said["seq"]), newest or 0)


def ask(port: int, request: str) -> tuple[float, int]:
    """Seconds until the whole answer, and its status."""
    began = time.perf_counter()
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(request.encode())
        status = int(line.makefile("rb").readline().split()[1])
    return time.perf_counter() - began, status


Asked = dict[str, list[float]]
"""Seconds that each answer took, by what was asked."""
UNDO = "POST /api/v1/tables/1/actions/undo"


async def asked_while(port: int, is_over: Callable[[], bool], pause_s: float) -> Asked:
    """`/health` and a scorekeeper's undo, again and again until it is over."""
    took: Asked = {"health": [], "undo": []}
    requests = {
        "health": f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n",
        "undo": f"{UNDO} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    }
    while not is_over():
        for name, request in requests.items():
            seconds, status = await asyncio.to_thread(ask, port, request)
            took[name].append(seconds if status in (200, 409, 422) else float("inf"))
        await asyncio.sleep(pause_s)
    return took


async def besieged(port: int) -> Asked:
    """500 streams opened, 200 sockets that never finish their request."""
    streams = [await asyncio.open_connection("127.0.0.1", port) for _ in range(500)]
    for _, writer in streams:
        writer.write(f"GET /live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    slow = [await asyncio.open_connection("127.0.0.1", port) for _ in range(200)]
    steps = iter(range(SIEGE_STEPS))

    def is_over() -> bool:
        step = next(steps, None)
        if step is None:
            return True
        for _, writer in slow:
            with suppress(ConnectionError):
                writer.write(b"GET /health HTTP/1.1\r\nX-Slow: aaaaaaaaaaaaaaaa"[step : step + 1])
        return False

    took = await asked_while(port, is_over, 0.2)
    for _, writer in [*streams, *slow]:
        writer.close()
    return took


def load() -> str:
    """How busy the machine is: latency on a busy one says little."""
    return f"load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores"


def part(values: list[float], share: float) -> float:
    """The value that so many do not exceed."""
    ordered = sorted(values) or [float("nan")]
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def measured(port: int, viewers: int, seconds: float) -> tuple[Seen, Asked]:
    seen, until = Seen(), time.time() + seconds
    paths = ("/live", "/api/v1/stream")
    watching = asyncio.gather(*(watch(port, paths[number % 2], until, seen, number) for number in range(viewers)))
    took = await asked_while(port, lambda: time.time() >= until, 1.0)
    await watching
    return seen, took


@dataclass(frozen=True, slots=True)
class Mark:
    """One line of the table in the end."""

    name: str
    value: float
    bar: float
    unit: str = ""

    def __str__(self) -> str:
        """The line: mark, measured, bar, and whether it holds."""
        return f"| {self.name} | {self.value:.0f}{self.unit} | {self.bar:.0f}{self.unit} | {'yes' if self.value <= self.bar else 'NO'} |"


def of_viewers(seen: Seen, viewers: int) -> list[Mark]:
    """Missed, doubled, and how late."""
    pages = [(now - seen.at[seq]) * 1000 for seq, now in seen.pages if seq in seen.at]
    late = 100 if viewers <= 50 else 300
    return [
        Mark("entries missed", seen.missed, 0),
        Mark("entries doubled", seen.doubled, 0),
        Mark("viewers refused", seen.refused, 0),
        *(Mark(f"{name}: p95 of {len(arrived)} arrivals", part(arrived, 0.95), late, " ms") for name, arrived in _arrivals(seen, pages)),
    ]


def _arrivals(seen: Seen, pages: list[float]) -> tuple[tuple[str, list[float]], ...]:
    return ("programs", seen.late_ms), ("pages", pages)


def of_answers(took: Asked) -> list[Mark]:
    """The slowest answers."""
    names = {"health": "/health, worst", "undo": "scorekeeper's POST, worst"}
    return [Mark(f"{names[name]} of {len(seconds)}", 1000 * max(seconds), 1000, " ms") for name, seconds in took.items()]


def of_reading(alone: Pace, beside: Pace) -> list[Mark]:
    """How much slower the reading loop is beside the viewers than without them."""
    return [
        Mark("reading loop: fewer frames a second", 100 * (1 - beside.frames_per_s / alone.frames_per_s), 10, " %"),
        Mark("reading loop: a picture takes longer", 100 * (beside.reading_ms / alone.reading_ms - 1), 10, " %"),
    ]


def main() -> None:
    """Runs the measurement that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--rate", type=float, default=2, help="entries a second")
    parser.add_argument("--alone", type=float, default=60, help="seconds in which the loop reads without viewers, first")
    parser.add_argument("--no-camera", action="store_true", help="no loop that reads beside the page")
    parser.add_argument("--in-place", action="store_true", help="the loop reads in the page's process, for comparison")
    parser.add_argument("--hostile", action="store_true")
    asked = parser.parse_args()
    here, there = multiprocessing.Pipe()
    table = multiprocessing.Process(target=serve, args=(asked.viewers, asked.rate, not asked.no_camera, asked.in_place, there))
    table.start()
    port = here.recv()
    here.send("alone")
    time.sleep(min(asked.alone, asked.seconds))
    here.send("viewers")
    marks: list[Mark] = []
    if asked.hostile:
        took = asyncio.run(besieged(port))
    else:
        seen, took = asyncio.run(measured(port, asked.viewers, asked.seconds))
        marks = of_viewers(seen, asked.viewers)
        print(f"{asked.viewers} viewers, {asked.seconds:.0f} s, {len(seen.at)} entries; {seen.reconnects} times left and came back")
    here.send("over")
    entries, processor_s, alone, beside = here.recv()
    table.join()
    print(f"the log has {entries} entries; the table's process took {processor_s:.1f} s of processor time, {load()}")
    for name, pace in () if asked.no_camera else (("alone", alone), ("with viewers", beside)):
        print(f"reading {name}: {pace.frames_per_s:.1f} frames a second, {pace.readings} pictures, median {pace.reading_ms:.0f} ms")
    print("\n| mark | measured | bar | holds |\n|---|---|---|---|")
    print(*marks, *of_answers(took), *(() if asked.no_camera else of_reading(alone, beside)), sep="\n")


if __name__ == "__main__":
    main()
