"""More moves fit a table than a question offers at once: whoever answers finds each of them, and none twice before all were shown."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.game import Game, Layout, Setup
from companion.referee import Ambiguous, Verdict
from companion.session import Session
from companion.snapshot import Source
from companion.store import Store
from tests.session.conftest import look
from tests.session.counting_game import GAME, PACK, Play

JPEG = b"a picture"


def kinds(session: Session) -> list[str]:
    return [type(entry.event).__name__ for entry in session.entries()]


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    def many(game: Game[Any, Any], state: Any, seen: Layout) -> Verdict[Any]:
        rows = [(Play(0, n), Play(1, m)) for n in range(1, 8) for m in range(1, 8) if n != m]
        return Ambiguous((*rows[:30], (), *rows[30:]))

    table = Session.start(Store(tmp_path / "evening"), GAME, PACK, Setup(2), ["Ines", "Bruno"], explain=many)
    yield table
    table.close()


def offered(session: Session) -> list[str]:
    question = session.snapshot().question
    assert question is not None
    assert [answer.id for answer in question.answers if answer.action is None] == ["more", "right", "other", "again"]
    return [answer.action for answer in question.answers if answer.action is not None]


def turn(session: Session, key: str | None = None) -> list[str]:
    question = session.snapshot().question
    assert question is not None
    session.answer(question.id, "more", Source.PAGE, key=key)
    return offered(session)


def test_each_is_offered_and_can_be_played(session: Session) -> None:
    session.look(look(3), JPEG, confirm=1)
    pages = [offered(session), turn(session), turn(session)]
    assert len(pages[0]) == len(pages[1]) == 20
    assert len(set(pages[0]) | set(pages[1]) | set(pages[2])) == 42 and not set(pages[0]) & set(pages[1])
    assert pages[2][:2] == ["play 7 P1\nplay 5 P2", "play 7 P1\nplay 6 P2"] and pages[2][2:] == pages[0][:18]
    question = session.snapshot().question
    assert question is not None
    last = next(answer for answer in question.answers if answer.action == pages[2][1])
    assert session.answer(question.id, last.id, Source.PAGE).show["total"] == 13


def test_the_first_ones_are_the_best_guesses(session: Session) -> None:
    session.look(look(3), JPEG, confirm=1)
    assert offered(session)[0] == "play 1 P1\nplay 2 P2"


def test_a_tap_that_is_sent_twice_turns_once_and_nothing_is_played(session: Session) -> None:
    session.look(look(3), JPEG, confirm=1)
    question = session.snapshot().question
    second = turn(session, "tap")
    assert question is not None
    session.answer(question.id, "more", Source.PAGE, key="tap")
    assert offered(session) == second and session.snapshot().show["total"] == 0
    assert kinds(session) == ["Opened", "Asked", "Answered", "Asked"]


def test_the_same_table_seen_again_shows_what_was_turned_to_and_asks_no_more(session: Session) -> None:
    session.look(look(3), JPEG, confirm=1)
    second = turn(session)
    session.look(look(3, 4), JPEG, confirm=1)
    session.look(look(3), JPEG, confirm=1)
    assert offered(session) == second and kinds(session) == ["Opened", "Asked", "Answered", "Asked"]


def test_it_outlives_the_program(session: Session, tmp_path: Path) -> None:
    session.look(look(3), JPEG, confirm=1)
    second = turn(session)
    session.close()
    again = Session.resume(Store(tmp_path / "evening"), GAME, PACK)
    assert offered(again) == second and turn(again)[0] == "play 7 P1\nplay 5 P2"
    again.close()
