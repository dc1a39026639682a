"""Recorded tables one after the other on one page: who is shown when, and that everything ends."""

from collections.abc import Iterable
from pathlib import Path
from threading import Event
from time import monotonic, sleep
from typing import Any, cast

import pytest

from companion.cli import recorded
from companion.cli.recorded import OnThePage, Turns, _recorded
from companion.games import available
from companion.recording import Recording, Step


class Told:
    """Stands for session and playback of one recorded table, and says when each is used."""

    def __init__(self, name: str, log: list[str], waits: Event | None = None) -> None:
        self.name, self.log, self.waits = name, log, waits

    def run(self) -> None:
        self.log.append(f"{self.name} played")
        if self.waits is not None:
            self.waits.wait(5)

    def stop(self) -> None:
        if self.waits is not None:
            self.waits.set()

    def close(self) -> None:
        self.log.append(f"{self.name} closed")


def recording(name: str) -> Recording:
    return Recording(Path(name), name, None, ("A", "B"), {}, (Step(0.0, undo=True),))


def page_of(turns: Turns) -> str:
    found: Iterable[bytes] = turns.front({}, None)
    return b"".join(found).decode()


def opening(log: list[str], waits: Event | None = None) -> Any:
    def open_(number: int, each: Recording) -> OnThePage:
        told = cast(Any, Told(each.game, log, waits))
        return OnThePage(told, told, lambda environ, start: [f"{number} {each.game}".encode()])

    return open_


def test_every_table_has_its_turn_and_the_last_stays_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded, "REST_S", 0.0)
    log: list[str] = []
    turns = Turns([recording("a"), recording("b"), recording("c")], opening(log), once=True)
    turns._thread.join(5)
    assert log == ["a played", "a closed", "b played", "b closed", "c played"]
    assert page_of(turns) == "2 c"
    turns.stop()
    assert log[-1] == "c closed"


def test_a_table_alone_is_opened_anew_again_and_again_until_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Taken back and played again on the same page, its first picture would not be read a second time."""
    monkeypatch.setattr(recorded, "REST_S", 0.01)
    log: list[str] = []
    turns = Turns([recording("a")], opening(log), once=False)
    end = monotonic() + 10
    while len(log) < 5 and monotonic() < end:
        sleep(0.01)
    turns.stop()
    assert log[:5] == ["a played", "a closed", "a played", "a closed", "a played"]
    assert log[-1] == "a closed" and not turns._thread.is_alive()


def test_one_that_is_being_played_is_stopped() -> None:
    log: list[str] = []
    turns = Turns([recording("a")], opening(log, Event()), once=False)
    turns.stop()
    assert log == ["a played", "a closed"] and not turns._thread.is_alive()


def test_every_game_has_a_recorded_table() -> None:
    assert _recorded() == sorted(available())
