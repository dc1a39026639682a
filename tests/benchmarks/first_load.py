"""The page in a real Chromium: `python -m tests.benchmarks.first_load [--loads 10] [--events 16]`.

How long a game's page takes to load first, in a browser that has never seen it, to its first paint with content and to the end of
loading; and how long an entry of the log takes from its own time, before it is on the disk, to the paint that shows it, with the stage
in which the slowest one spent it (`entry_to_paint`). Server and browser share this machine and its clock; on a busy one the figures say
little, so its load is printed. `--loads 0` and `--events 0` leave one half out.
"""

import argparse
import time
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser

from companion.session import Session
from tests.benchmarks.entry_to_paint import event_to_paint, told
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


def tables() -> dict[str, Callable[[Path], Session]]:
    """A table of each game in the middle of an evening; the Appetite's has pictures."""
    others: dict[str, Callable[[Path], Session]] = {game: partial(table_of, name=game, steps=STEPS) for game in GAMES}
    return {"appetite": evening, **others}


def main() -> None:
    """The command of the docstring above."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.first_load")
    parser.add_argument("--loads", type=int, default=10, help="of each game's page")
    parser.add_argument("--events", type=int, default=16, help="entries watched on each game's page")
    given = parser.parse_args()
    marks: list[Mark] = []
    stages: list[str] = []
    with TemporaryDirectory() as folder, chromium() as browser:
        for game, make in tables().items():
            if given.loads:
                with served(make(Path(folder) / game)) as address:
                    browser.new_page().goto(address)  # the browser itself is warm
                    paint, whole = first_loads(browser, address, given.loads)
                    marks += [Mark(f"{game}: first paint", paint, 1000, " ms"), Mark(f"{game}: loaded", whole, 1000, " ms")]
            if given.events:
                found = event_to_paint(browser, make, Path(folder) / f"{game}-played", given.events)
                late = [way.all_ms for way in found]
                marks.append(Mark(f"{game}: entry to paint, median of {len(found)}", median(late), 100, " ms"))
                marks.append(Mark(f"{game}: entry to paint, worst", max(late), 100, " ms"))
                marks.append(Mark(f"{game}: commit to paint, worst", max(way.from_commit_ms for way in found), 100, " ms"))
                stages += [f"\n{game}:", *told(found)]
    print(f"{datetime.now():%Y-%m-%d %H:%M}, {load()}, {time.process_time():.0f} s of processor time beside the browser's")
    print("| mark | measured | bar | holds |\n|---|---|---|---|")
    print(*marks, *stages, sep="\n")


if __name__ == "__main__":
    main()
