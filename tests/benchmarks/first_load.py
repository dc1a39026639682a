"""The page in a real Chromium: `python -m tests.benchmarks.first_load [--loads 10] [--events 20]`.

How long a game's page takes to load first, in a browser that has never seen it, to its first paint with content and to the end of
loading; and how long an entry of the log takes from its own time, before it is on the disk, to the paint that shows it. Server and
browser share this machine and its clock; on a busy one the figures say little, so its load is printed.
"""

import argparse
import time
from datetime import datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page

from companion.session import Session
from companion.snapshot import Source
from tests.benchmarks.viewers import Mark, load
from tests.browser.conftest import chromium, served
from tests.web.evening import evening
from tests.web.tables import GAMES, table_of

STEPS = 40
"""Of a random game before its page is loaded."""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
LOADED = """() => { const [loading] = performance.getEntriesByType("navigation");
    const paint = performance.getEntriesByName("first-contentful-paint")[0];
    return [paint?.startTime ?? NaN, loading.loadEventEnd]; }"""
WATCH = """() => { window.painted = [];
    document.addEventListener("table-changed", change => requestAnimationFrame(() => {
        const after = new MessageChannel();
        after.port1.onmessage = () => painted.push([change.detail.seq, Date.now()]);
        after.port2.postMessage(0);
    })); }"""
"""Notes when the frame that shows a change has been drawn."""


def first_loads(browser: Browser, address: str, times: int) -> tuple[float, float]:
    """Median ms to the first paint with content, and to the end of loading, each time in a browser without any memory."""
    found: list[tuple[float, float]] = []
    for _ in range(times):
        page = browser.new_page()
        page.goto(address, wait_until="load")
        while not page.evaluate(PAINTED):  # waiting for an expression would need eval, which the page forbids
            page.wait_for_timeout(20)
        paint, whole = page.evaluate(LOADED)
        found.append((paint, whole))
        page.close()
    return median(paint for paint, _ in found), median(whole for _, whole in found)


def event_to_paint(page: Page, session: Session, times: int) -> list[float]:
    """Ms from an entry's own time to the paint that shows it."""
    page.wait_for_selector("#connection[data-state=live]")
    page.evaluate(WATCH)
    at: dict[int, float] = {}
    for number in range(times):
        if number % 2:
            session.undo(Source.PROGRAM)
        else:
            session.act(session.snapshot().legal[0], Source.PROGRAM)
        newest = session.snapshot().told[-1]
        at[newest.seq] = datetime.fromisoformat(str(newest.at)).timestamp()
        page.wait_for_timeout(600)
    painted: list[tuple[int, float]] = page.evaluate("painted")
    return sorted(when - 1000 * at[seq] for seq, when in painted if seq in at)


def tables(folder: Path) -> list[tuple[str, Session]]:
    """A table of each game in the middle of an evening; the Appetite's has pictures."""
    return [("appetite", evening(folder / "appetite")), *((game, table_of(folder / game, game, steps=STEPS)) for game in GAMES)]


def main() -> None:
    """The command of the docstring above."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.first_load")
    parser.add_argument("--loads", type=int, default=10, help="of each game's page")
    parser.add_argument("--events", type=int, default=20, help="entries watched on the Appetite's page")
    given = parser.parse_args()
    marks: list[Mark] = []
    with TemporaryDirectory() as folder, chromium() as browser:
        for game, session in tables(Path(folder)):
            with served(session) as address:
                browser.new_page().goto(address)  # the browser itself is warm
                paint, whole = first_loads(browser, address, given.loads)
                marks += [Mark(f"{game}: first paint", paint, 1000, " ms"), Mark(f"{game}: loaded", whole, 1000, " ms")]
                if game == "appetite":
                    page = browser.new_page()
                    page.goto(address)
                    late = event_to_paint(page, session, given.events)
                    marks.append(Mark(f"event to paint, median of {len(late)}", median(late), 100, " ms"))
                    marks.append(Mark("event to paint, worst", late[-1], 100, " ms"))
    print(f"{datetime.now():%Y-%m-%d %H:%M}, {load()}, {time.process_time():.0f} s of processor time beside the browser's")
    print("| mark | measured | bar | holds |\n|---|---|---|---|")
    print(*marks, sep="\n")


if __name__ == "__main__":
    main()
