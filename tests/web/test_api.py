"""The interface for programs."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.session import Session
from companion.snapshot import Source
from tests.web.evening import lay_unsure

PASS = "P1 pass"


def read(client: FlaskClient, path: str) -> Any:
    return client.get(path).json


def post(client: FlaskClient, verb: str, headers: dict[str, str] | None = None, **values: object) -> Any:
    return client.post(f"/api/v1/tables/1/actions/{verb}", json=values, headers=headers)


def test_the_table_is_what_the_session_shows(client: FlaskClient, session: Session) -> None:
    table = read(client, "/api/v1/table")
    assert table["schema"] == 1
    assert table["show"]["total"] == 37
    assert table["players"] == ["Ines", "Bruno", "Maren", "Teo"]
    assert table["status"]["to_act"] == [0]
    assert table["seq"] == session.snapshot().seq == table["told"][-1]["seq"]


def test_events_after_an_entry(client: FlaskClient, session: Session) -> None:
    seq = session.snapshot().seq
    session.act(PASS, Source.PAGE)
    answer = read(client, f"/api/v1/events?after={seq}")
    assert [event["action"] for event in answer["events"]] == [PASS]
    assert answer["head"] == session.snapshot().head


@pytest.mark.parametrize("after", ["-1", "x", "1.5", "²"])
def test_events_after_nonsense_is_the_askers_fault(client: FlaskClient, after: str) -> None:
    answer = client.get("/api/v1/events", query_string={"after": after})
    assert (answer.status_code, answer.content_type) == (400, "application/problem+json")


def test_an_action_is_played(client: FlaskClient, session: Session) -> None:
    answer = post(client, "act", action="P1 play dinners-1")
    assert answer.status_code == 200
    assert answer.json["newest"]["text"].startswith("played 1 Dinners")
    assert session.snapshot().show["total"] == 38


def test_a_refusal_names_the_clause_and_the_numbers(client: FlaskClient, session: Session) -> None:
    answer = post(client, "act", action="P1 play dinners-4")
    assert (answer.status_code, answer.content_type) == (422, "application/problem+json")
    assert [each["clause"] for each in answer.json["violations"]] == ["AP-3.1"]
    assert "41" in answer.json["detail"]
    assert session.snapshot().show["total"] == 37


def test_a_refusal_calls_people_by_their_names(client: FlaskClient) -> None:
    detail = post(client, "act", action="P2 play dinners-1").json["detail"]
    assert "Bruno" in detail
    assert "P2" not in detail


@pytest.mark.parametrize(
    ("verb", "values", "status"),
    [
        ("act", {"action": "P1 juggle"}, 400),
        ("act", {}, 400),
        ("act", {"action": 7}, 400),
        ("act", {"action": "x" * 401}, 400),
        ("undo", {"to_seq": "x"}, 400),
        ("undo", {"to_seq": True}, 400),
        ("correct", {"action": PASS}, 400),
        ("redo", {}, 409),
        ("answer", {"question": 1, "answer": "1"}, 409),
        ("juggle", {}, 404),
    ],
)
def test_what_cannot_be_done_is_a_problem_and_changes_nothing(
    client: FlaskClient, session: Session, verb: str, values: dict[str, Any], status: int
) -> None:
    before = session.snapshot().seq
    answer = post(client, verb, None, **values)
    assert (answer.status_code, answer.content_type) == (status, "application/problem+json")
    assert answer.json["detail"]
    assert session.snapshot().seq == before


@pytest.mark.parametrize("body", [b"{", b"[]", b"7", b"\xff", b'{"a":' * 3000, b"[" * 9000])
def test_a_body_that_is_no_object_is_the_askers_fault(client: FlaskClient, body: bytes) -> None:
    assert client.post("/api/v1/tables/1/actions/undo", data=body, content_type="application/json").status_code == 400


def test_another_table_is_not_here(client: FlaskClient) -> None:
    assert client.post("/api/v1/tables/2/actions/undo", json={}).status_code == 404


@pytest.mark.parametrize("verb", ["act", "undo", "redo", "correct", "answer"])
def test_nothing_changes_by_get(client: FlaskClient, session: Session, verb: str) -> None:
    before = session.snapshot().seq
    answer = client.get(f"/api/v1/tables/1/actions/{verb}?action=P1+pass")
    assert (answer.status_code, set(answer.headers["Allow"].split(", "))) == (405, {"OPTIONS", "POST"})
    assert session.snapshot().seq == before


def test_sent_twice_under_one_key_is_played_once(client: FlaskClient, session: Session) -> None:
    first = post(client, "act", {"Idempotency-Key": "tap-1"}, action=PASS)
    second = post(client, "act", {"Idempotency-Key": "tap-1"}, action=PASS)
    assert (first.status_code, second.status_code) == (200, 200)
    assert [told.action for told in session.snapshot().told].count(PASS) == 2  # the one of round 1, and this one
    assert session.snapshot().status.to_act == (1,)


def test_who_comes_late_hears_what_happened(client: FlaskClient, session: Session) -> None:
    seq = session.snapshot().seq
    session.act("P1 play dinners-1", Source.CAMERA)
    late = post(client, "act", {"If-Match": f'"{seq}"'}, action="P2 pass")
    assert late.status_code == 409
    assert "Ines played 1 Dinners" in late.json["detail"]
    assert [event["action"] for event in late.json["events"]] == ["P1 play dinners-1"]
    assert post(client, "act", {"If-Match": f'"{late.json["seq"]}"'}, action="P2 pass").status_code == 200


def test_a_question_is_answered_once(client: FlaskClient, session: Session) -> None:
    question = lay_unsure(session, "dinners-1", "dinners-2").question
    assert question is not None
    second = next(answer.id for answer in question.answers if answer.action == "P1 play dinners-2")
    assert post(client, "answer", question=question.id, answer=second).status_code == 200
    assert session.snapshot().show["total"] == 39
    again = post(client, "answer", question=question.id, answer=second)
    assert again.status_code == 409
    assert session.snapshot().show["total"] == 39


def test_another_card_than_those_offered(client: FlaskClient, session: Session) -> None:
    question = lay_unsure(session, "dinners-1", "dinners-2").question
    assert question is not None
    assert post(client, "answer", question=question.id, answer="other", action="P1 play lunches-2").status_code == 200
    assert session.snapshot().show["total"] == 39


def test_undo_redo_and_correct(client: FlaskClient, session: Session) -> None:
    played = post(client, "act", action="P1 play dinners-1").json["newest"]["seq"]
    assert post(client, "undo").status_code == 200
    assert session.snapshot().show["total"] == 37
    assert post(client, "redo").status_code == 200
    assert session.snapshot().show["total"] == 38
    assert post(client, "correct", seq=played, action="P1 play dinners-2").status_code == 200
    assert session.snapshot().show["total"] == 39


def test_a_correction_that_later_moves_do_not_survive_says_how_many(client: FlaskClient, session: Session) -> None:
    played = post(client, "act", action="P1 play dinners-1").json["newest"]["seq"]
    post(client, "act", action="P2 play lunches-2")
    refused = post(client, "correct", seq=played, action="P1 play dinners-3")
    assert refused.status_code == 409
    assert len(refused.json["dropped"]) == 1
    assert post(client, "correct", seq=played, action="P1 play dinners-3", force=True).status_code == 200
    assert session.snapshot().show["sheets"][0]["sum"] == 70  # type: ignore[index,call-overload]  # the game's own JSON


def test_a_form_works_without_scripts(client: FlaskClient, session: Session) -> None:
    data = {"action": PASS, "expected_seq": str(session.snapshot().seq)}
    answer = client.post("/api/v1/tables/1/actions/act", data=data, headers={"Accept": "text/html", "Origin": "http://localhost"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    newest = session.snapshot().told[-1]
    assert (newest.action, newest.by) == (PASS, Source.PAGE)


def test_a_program_is_told_apart_from_the_page(client: FlaskClient, session: Session) -> None:
    post(client, "act", action=PASS)
    assert session.snapshot().told[-1].by is Source.PROGRAM


def test_health(client: FlaskClient, session: Session) -> None:
    health = read(client, "/health")
    assert health["ok"] is True
    assert 0 <= health["picture_age_s"] < 60
    session.camera("No picture since 21:14. Scores can be typed.")
    assert read(client, "/health")["ok"] is False


LONG = "9" * 5000
"""More digits than Python makes a number of."""


@pytest.mark.parametrize("path", [f"/api/v1/events?after={LONG}", f"/evidence.zip?about={LONG}"])
def test_a_number_too_long_to_be_one_is_said_not_to_be_one(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 400


@pytest.mark.parametrize(("verb", "values"), [("undo", {"to_seq": LONG}), ("dispute", {"about": LONG}), ("correct", {"seq": 10**200})])
def test_so_is_one_that_is_posted(client: FlaskClient, session: Session, verb: str, values: dict[str, object]) -> None:
    before = session.snapshot()
    answer: Any = client.post(f"/api/v1/tables/1/actions/{verb}", json={"action": PASS, **values})
    assert answer.status_code == 400 and len(answer.json["detail"]) < 100 and session.snapshot() == before


def test_so_is_the_entry_that_a_program_says_it_saw(client: FlaskClient, session: Session) -> None:
    before = session.snapshot()
    assert post(client, "act", {"If-Match": f'"{LONG}"'}, action=PASS).status_code == 400 and session.snapshot() == before
