"""How quickly changes reach many viewers: `python -m tests.benchmarks.viewers --viewers 50 --seconds 600`.

The table and its page run in a process of their own and play random moves of the Appetite at `--rate` a second; this
process watches, half as pages (`/live`), half as programs (`/api/v1/stream`), each leaving and coming back with its last
event's id now and then. Latency is from the entry's own time, before it is on the disk, to its arrival here, both by this
machine's clock. `--hostile` opens 500 streams and 200 sockets that send a request byte by byte, and times `/health` and an
undo by POST meanwhile.
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
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event, Thread
from typing import Any

from companion.game import CompanionError
from companion.snapshot import Source
from companion.web import create_app
from companion.web.serve import Server
from companion.web.settings import WebSettings
from tests.web.evening import opening

STAY_S = (15.0, 40.0)
"""How long a viewer stays before it reconnects."""


def serve(viewers: int, rate: float, say: Connection, ended: Any) -> None:
    """The table, its page, and somebody who plays."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with tempfile.TemporaryDirectory() as folder:
        session = opening(Path(folder))
        server = Server(create_app(session, WebSettings(viewers=viewers)), "127.0.0.1", 0, viewers)
        Thread(target=server.run, daemon=True).start()
        say.send(server.port)
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
        ended.wait()
        stop.set()
        player.join()
        say.send((session.snapshot().seq, time.process_time()))
        session.close()
        server.close()


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


async def besiege(port: int) -> None:
    """500 streams opened, 200 sockets that never finish their request."""
    streams = [await asyncio.open_connection("127.0.0.1", port) for _ in range(500)]
    for _, writer in streams:
        writer.write(f"GET /live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    slow = [await asyncio.open_connection("127.0.0.1", port) for _ in range(200)]
    asked: dict[str, list[float]] = {"health": [], "undo": []}
    statuses: Counter[int] = Counter()
    undo = f"POST /api/v1/tables/1/actions/undo HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    for step in range(30):
        for _, writer in slow:
            with suppress(ConnectionError):
                writer.write(b"GET /health HTTP/1.1\r\nX-Slow: aaaaaaaaaaaaaaaa"[step : step + 1])
        for name, request in (("health", f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"), ("undo", undo)):
            took, status = await asyncio.to_thread(ask, port, request)
            asked[name].append(took)
            statuses[status] += 1
        await asyncio.sleep(0.2)
    for name, took_s in asked.items():
        print(f"  500 streams, 200 slow sockets: {name} worst {max(took_s) * 1000:.0f} ms, median {sorted(took_s)[15] * 1000:.0f} ms")
    print(f"  answers {dict(statuses)}")
    for _, writer in [*streams, *slow]:
        writer.close()


def load() -> str:
    """How busy the machine is: latency on a busy one says little."""
    return f"load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores"


def part(values: list[float], share: float) -> float:
    """The value that so many do not exceed."""
    ordered = sorted(values) or [float("nan")]
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def measured(port: int, viewers: int, seconds: float) -> Seen:
    seen, until = Seen(), time.time() + seconds
    paths = ("/live", "/api/v1/stream")
    await asyncio.gather(*(watch(port, paths[number % 2], until, seen, number) for number in range(viewers)))
    return seen


def main() -> None:
    """Runs the measurement that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--rate", type=float, default=2, help="entries a second")
    parser.add_argument("--hostile", action="store_true")
    asked = parser.parse_args()
    here, there = multiprocessing.Pipe()
    ended = multiprocessing.Event()
    table = multiprocessing.Process(target=serve, args=(asked.viewers, asked.rate, there, ended))
    table.start()
    port = here.recv()
    if asked.hostile:
        asyncio.run(besiege(port))
    else:
        seen = asyncio.run(measured(port, asked.viewers, asked.seconds))
        pages = [(now - seen.at[seq]) * 1000 for seq, now in seen.pages if seq in seen.at]
        print(f"  {asked.viewers} viewers, {asked.seconds:.0f} s, {len(seen.at)} entries; {seen.reconnects} times left and came back")
        for name, late in (("programs", seen.late_ms), ("pages", pages)):
            middle, most, worst = (part(late, share) for share in (0.5, 0.95, 1))
            print(f"  {name}: {len(late)} arrivals, median {middle:.0f} ms, p95 {most:.0f} ms, worst {worst:.0f} ms")
        print(f"  missed {seen.missed}, doubled {seen.doubled}, refused {seen.refused}")
    ended.set()
    entries, processor_s = here.recv()
    print(f"  the log has {entries} entries; the table's process took {processor_s:.1f} s of processor time, {load()}")
    table.join()


if __name__ == "__main__":
    main()
