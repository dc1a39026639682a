"""An entry costs the same late in an evening as early: work and bytes are counted, not time."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from companion.earlier import Earlier
from companion.events import Acted, Disputed, encode
from companion.game import Setup
from companion.session import Session
from companion.snapshot import Source
from companion.store import Store
from companion.web.app import create_app
from companion.web.settings import WebSettings
from tests.session.counting_game import GAME, PACK

EARLY, LATE = 40, 2_000
MORE = 1.25
"""What a log fifty times as long may cost more: a search in it takes some steps more."""


def table_with(folder: Path, entries: int) -> Session:
    """An evening whose log has so many entries already, nearly all of them moves that stand."""
    store = Store(folder)
    Session.start(store, GAME, PACK, Setup(2), ("Ines", "Bruno"))
    moves = [Acted(f"pass P{turn % 2 + 1}", "passed.", turn % 2) for turn in range(entries - 2)]
    store.append([*map(encode, moves), encode(Disputed(3, "he sneezed"))], Source.PROGRAM.value)
    return Session.resume(store, GAME, PACK)


def steps(work: Callable[[], object]) -> int:
    """How many steps of Python's machine `work` takes in this thread."""
    count = 0

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


class Counted:
    """A table, and everything that is made of an entry for whoever watches."""

    def __init__(self, folder: Path, entries: int) -> None:
        self.session = table_with(folder, entries)
        self.client = client = create_app(self.session, WebSettings()).test_client()
        self.page, self.program = (iter(client.get(path).iter_encoded()) for path in ("/live", "/api/v1/stream"))
        for stream in (self.page, self.program):
            next(stream), next(stream)
        self.sent = 0
        self.act()

    def act(self) -> None:
        turn = self.session.snapshot().status.to_act[0]
        self._told(self.session.act(f"pass P{turn + 1}", Source.PAGE, self.session.snapshot().seq))

    def undo(self) -> None:
        self._told(self.session.undo(Source.PAGE))

    def redo(self) -> None:
        self._told(self.session.redo(Source.PAGE))

    def _told(self, _: object) -> None:
        after = self.session.snapshot().seq - 1
        asked = [self.client.get(path).data for path in ("/overlay/1/parts", f"/api/v1/events?after={after}")]
        self.sent = sum(map(len, [next(self.page), next(self.program), *asked]))


def test_an_entry_costs_the_same_late_in_the_evening(tmp_path: Path) -> None:
    early, late = (Counted(tmp_path / str(entries), entries) for entries in (EARLY, LATE))
    for what in ("act", "undo", "redo"):
        cost, cost_late = (steps(getattr(table, what)) for table in (early, late))
        assert cost_late <= cost * MORE, f"{what}: something goes through the whole log"
        assert late.sent <= early.sent * MORE, f"{what}: something sends the whole log"
    early.session.close()
    late.session.close()


def test_an_earlier_moment_costs_the_same_late_in_the_evening(tmp_path: Path) -> None:
    cost = {}
    for entries in (EARLY, LATE):
        session = table_with(tmp_path / str(entries), entries)
        earlier, now, history = Earlier(), session.snapshot(), session.history()
        earlier.snapshot(history, now, entries - 5)
        cost[entries] = steps(lambda: earlier.snapshot(history, now, entries - 4))  # noqa: B023
        session.close()
    assert cost[LATE] <= cost[EARLY] * MORE, "what a delayed overlay shows goes through the whole log"


def test_the_count_would_find_a_walk_through_the_log(tmp_path: Path) -> None:
    session = table_with(tmp_path, LATE)
    few, many = (steps(lambda: [told.seq for told in session.snapshot().told[:shown]]) for shown in (EARLY, LATE))  # noqa: B023
    assert many > few * 20
    session.close()
