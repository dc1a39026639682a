"""Changes reach whoever watches, and whoever comes back."""

import json
import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.session import Session
from companion.snapshot import Source
from tests.web.evening import look, pile
from tests.web.pictures import Lying


class Watching:
    """An open stream."""

    def __init__(self, app: Flask, path: str, last: str = "") -> None:
        headers = {"Last-Event-ID": last} if last else {}
        self.response: TestResponse = app.test_client().get(path, headers=headers)
        self._chunks: Iterator[Any] = iter(self.response.response)

    def events(self) -> Iterator[dict[str, str]]:
        for chunk in self._chunks:
            text = chunk if isinstance(chunk, str) else chunk.decode()
            yield dict(line.split(": ", 1) for line in text.strip().splitlines())

    def next(self, name: str) -> dict[str, Any]:
        found = next(event for event in self.events() if event.get("event") == name)
        return {"id": found.get("id", ""), **json.loads(found["data"])} if name != "tick" else dict(found)

    def close(self) -> None:
        self.response.close()


@pytest.fixture
def watch(app: Flask) -> Iterator[Any]:
    opened: list[Watching] = []

    def start(path: str, last: str = "") -> Watching:
        opened.append(Watching(app, path, last))
        return opened[-1]

    yield start
    for each in opened:
        each.close()


def test_a_page_gets_all_parts_first_and_then_what_changed(watch: Any, session: Session) -> None:
    page = watch("/live")
    first = page.next("parts")
    assert {"turn", "hero", "scores", "events", "actions"} <= first["parts"].keys()
    session.act("P1 pass", Source.PAGE)
    change = page.next("parts")
    assert change["seq"] == session.snapshot().seq
    assert "Bruno, your turn" in change["parts"]["turn"]
    assert "scores" in change["parts"]
    assert "live" not in change["parts"]


def test_a_page_that_is_up_to_date_gets_nothing_again(watch: Any) -> None:
    page = watch("/live")
    last = page.next("parts")["id"]
    assert watch("/live", last).next("parts")["parts"] == {}


def test_a_page_of_another_run_is_drawn_afresh(watch: Any) -> None:
    assert "turn" in watch("/live", "0badc0de-17-3").next("parts")["parts"]


def test_silence_is_broken_by_ticks(watch: Any) -> None:
    page = watch("/live")
    page.next("parts")
    assert float(page.next("tick")["data"]) > 0


def test_a_program_hears_new_entries_and_resumes_where_it_was(watch: Any, session: Session) -> None:
    program = watch("/api/v1/stream")
    last = program.next("table")["id"]
    program.close()
    session.act("P1 pass", Source.PAGE)
    session.act("P2 pass", Source.PAGE)
    missed = watch("/api/v1/stream", last).next("table")
    assert [event["action"] for event in missed["events"]] == ["P1 pass", "P2 pass"]


def test_too_many_viewers_are_asked_to_come_again_and_a_place_comes_free(watch: Any, app: Flask) -> None:
    first, second = watch("/live"), watch("/live")
    third = app.test_client().get("/live")
    assert (third.status_code, third.content_type) == (503, "application/problem+json")
    assert int(third.headers["Retry-After"]) > 0
    first.close()
    second.close()
    assert watch("/live").response.status_code == 200


def test_a_viewer_that_leaves_before_the_first_byte_frees_its_place(app: Flask) -> None:
    for _ in range(5):
        response = app.test_client().get("/live")
        assert response.status_code == 200
        response.close()


def test_a_closed_session_ends_the_streams(watch: Any, session: Session) -> None:
    page = watch("/live")
    page.next("parts")
    session.close()
    assert len(list(islice(page.events(), 10))) < 10


def test_a_quiet_table_sends_its_pictures_slowly_and_nothing_else(watch: Any, session: Session) -> None:
    page = watch("/live")
    page.next("parts")
    started = time.monotonic()
    for _ in range(3):
        look(session, pile(session.snapshot()))
        change = page.next("parts")
        assert change["parts"].keys() <= {"live"}
    assert time.monotonic() - started > 1.8, "the first goes out at once, the others wait their second"


def test_a_move_does_not_wait_for_the_picture_of_a_quiet_table(watch: Any, session: Session) -> None:
    page = watch("/live")
    page.next("parts")
    look(session, pile(session.snapshot()))
    session.act("P1 pass", Source.PAGE)
    started = time.monotonic()
    assert "turn" in page.next("parts")["parts"]
    assert time.monotonic() - started < 0.9


def test_a_picture_that_a_page_was_told_of_is_still_there_some_looks_later(app: Flask, session: Session) -> None:
    client = app.test_client()
    look(session, [*pile(session.snapshot()), Lying(None, "?", 990, 700, 30)])
    newest = session.snapshot().look
    assert newest is not None
    assert newest.picture in client.get("/").get_data(as_text=True)
    for _ in range(3):
        look(session, pile(session.snapshot()))
    assert client.get(f"/pictures/{newest.picture}.jpg").status_code == 200
