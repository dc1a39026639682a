"""What a camera at the side measured is offered, taken as the camera's word, changed by hand and logged so; and never asked twice."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.events import Acted, Asked, Corrected
from companion.game import Measured, Pack, Setup
from companion.questions import ANOTHER_CARD, LOOK_AGAIN
from companion.session import Session, SessionError
from companion.snapshot import Question, Source, Standing
from companion.store import LogError, Store
from tests.session.conftest import QUAD, look, unsure
from tests.session.counting_game import GAME, PACK, Play, State
from vision.observation import Observation, Stack

ABOVE, BESIDE = b"from above", b"from the side"


def measured(pack: Pack, state: State, observation: Observation) -> tuple[Measured[Play], ...]:
    """The height of a stack is a card that its seat lays; in doubt with an error of 2."""
    found = []
    for stack in observation.stacks:
        number = round(stack.height_mm or 0)
        ways = tuple((f"{n}", (Play(state.turn, n),)) for n in ((number, number + 1) if stack.height_error_mm == 2 else (number,)))
        found.append(Measured(f"It is {number}.", ways, quads_px=(QUAD,)))
    return tuple(one for one in found if state.total == 0)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    game = replace(GAME, measured=measured)
    table = Session.start(Store(tmp_path / "evening"), game, PACK, Setup(2), ("Ines", "Bruno"))
    yield table
    table.close()


def seen(mm: float, error: float = 1.0, at: float | None = None) -> Observation:
    stack = Stack((0, 0, 9, 9), mm, error, taken_at=time.monotonic() if at is None else at)
    return replace(look(), stacks=(stack,))


def asked(session: Session, mm: float = 4.0, error: float = 1.0) -> Question:
    question = session.look(seen(mm, error), ABOVE, beside=BESIDE).question
    assert question is not None
    return question


def kinds(session: Session) -> list[str]:
    return [type(entry.event).__name__ for entry in session.entries()]


def test_what_was_measured_is_offered_once_with_the_picture_from_the_side(session: Session) -> None:
    question = asked(session)
    assert question.text == "It is 4." and question.offer is not None and question.offer.action == "play 4 P1"
    assert session.picture(question.picture or "") == BESIDE and question.quads_px == (QUAD,)
    assert asked(session) == question and kinds(session) == ["Opened", "Asked"]
    assert asked(session, 5.0).text == "It is 5.", "another height is another offer"
    assert asked(session) == question and kinds(session) == ["Opened", "Asked", "Asked"]


def test_taken_it_is_the_cameras_word_with_its_picture(session: Session) -> None:
    question = asked(session)
    assert question.offer is not None
    snapshot = session.answer(question.id, question.offer.id, Source.PAGE)
    assert snapshot.show["total"] == 4 and snapshot.question is None
    assert [(entry.by, type(entry.event).__name__) for entry in session.entries()[2:]] == [
        (Source.PAGE, "Answered"),
        (Source.CAMERA, "Acted"),
    ]
    event = session.entries()[-1].event
    assert isinstance(event, Acted) and (event.picture, event.reading) == (question.picture, question.reading)
    as_expected = replace(seen(4.0), detections=look(4).detections)
    assert session.look(as_expected, ABOVE, beside=BESIDE).question is None


def test_changed_it_is_a_correction_of_the_cameras_word(session: Session) -> None:
    question = asked(session)
    assert question.offer is not None
    snapshot = session.answer(question.id, question.offer.id, Source.PAGE, "play 6 P1")
    assert snapshot.show["total"] == 6
    told = [each for each in snapshot.told if each.action]
    assert [(each.by, each.standing, each.was) for each in told] == [(Source.CAMERA, Standing.CORRECTED, "played a 4. Total 4.")]
    last = session.entries()[-1]
    assert isinstance(last.event, Corrected) and last.by is Source.PAGE


def test_only_values_of_it_can_be_changed(session: Session) -> None:
    question = asked(session)
    assert question.offer is not None
    with pytest.raises(SessionError, match="only the values"):
        session.answer(question.id, question.offer.id, Source.PAGE, "play 4 P1\nplay 5 P2")
    assert kinds(session) == ["Opened", "Asked"] and session.snapshot().question == question


def test_what_the_picture_cannot_decide_is_a_persons_word(session: Session) -> None:
    question = asked(session, error=2.0)
    assert question.offer is None and [answer.label for answer in question.answers[:2]] == ["4", "5"]
    assert session.answer(question.id, "2", Source.PAGE).show["total"] == 5
    assert session.entries()[-1].by is Source.PAGE


def test_it_waits_behind_a_question_about_the_table_and_is_not_settled_by_a_look(session: Session) -> None:
    table = session.look(replace(seen(4.0), detections=look(unsure(6, 9)).detections), ABOVE, confirm=1).question
    assert table is not None and not table.is_measured
    session.look(look(), ABOVE, confirm=1)
    question = asked(session)
    assert question.is_measured
    session.look(look(), ABOVE, confirm=1)
    assert session.snapshot().question == question, "the table lies as it ought to, which says nothing of a plate"


def test_looked_at_again_it_is_asked_anew(session: Session) -> None:
    question = asked(session)
    assert session.answer(question.id, LOOK_AGAIN, Source.PAGE).question is None
    assert asked(session).id > question.id
    assert session.answer(asked(session).id, ANOTHER_CARD, Source.PAGE, "play 7 P1").show["total"] == 7


def test_a_stack_seen_before_people_spoke_says_nothing_any_more(session: Session) -> None:
    before = time.monotonic()
    session.act("pass P1", Source.PAGE)
    assert session.look(seen(4.0, at=before), ABOVE, beside=BESIDE).question is None
    assert asked(session).offer is not None


def test_an_offer_outlives_the_program(session: Session, tmp_path: Path) -> None:
    question = asked(session)
    session.close()
    again = Session.resume(Store(tmp_path / "evening"), replace(GAME, measured=measured), PACK)
    assert again.snapshot().question == question
    assert [isinstance(entry.event, Asked) for entry in again.entries()] == [False, True]
    again.close()


def test_taken_with_another_value_it_is_one_write_signed_by_each(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    question, writes = asked(session), 0
    append = session._ledger._store.append

    def counted(*values: Any) -> object:
        nonlocal writes
        writes += 1
        return append(*values)

    monkeypatch.setattr(session._ledger._store, "append", counted)
    assert question.offer is not None
    session.answer(question.id, question.offer.id, Source.PAGE, "play 6 P1", key="tap")
    session.answer(question.id, question.offer.id, Source.PAGE, "play 6 P1", key="tap")
    assert writes == 1
    assert [entry.by for entry in session.entries()[2:]] == [Source.PAGE, Source.CAMERA, Source.PAGE]


def test_what_cannot_be_written_leaves_the_offer_open(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    question = asked(session)
    assert question.offer is not None

    def full(*_: object) -> None:
        raise LogError(Path("log"), "nothing was written")

    monkeypatch.setattr(session._ledger._store, "append", full)
    with pytest.raises(LogError):
        session.answer(question.id, question.offer.id, Source.PAGE, "play 6 P1")
    assert kinds(session) == ["Opened", "Asked"] and session.snapshot().question == question
