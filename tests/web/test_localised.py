"""A page in another language: what the game says is in it too; programs and the log keep the English."""

import pytest
from flask.testing import FlaskClient

from companion.session import Session
from companion.web import create_app
from companion.web.localised import localised, said_in
from companion.web.settings import WebSettings
from tests.web.pictures import shrink

ACTIONS = "/api/v1/tables/1/actions"


@pytest.fixture(params=["de", "es"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def page(session: Session, language: str) -> FlaskClient:
    settings = WebSettings(hosts=("table.local",), viewers=2, keepalive_s=0.2, shrink=shrink, language=language)
    return create_app(session, settings).test_client()


SAID = {
    "de": ("spielte 4 Frühstück. Summe 37.", "Spiel höchstens eine 3", "Appetit ist 40"),
    "es": ("jugó 4 Desayunos. Total 37.", "Juega hasta 3", "el apetito es 40"),
}


def test_log_and_hints_are_said_in_the_pages_language(page: FlaskClient, language: str) -> None:
    text = page.get("/").get_data(as_text=True)
    told, hint, _ = SAID[language]
    assert told in text
    assert hint in text
    assert "played 4 Breakfasts" not in text


def test_a_refusal_says_its_numbers_in_the_pages_language(page: FlaskClient, session: Session, language: str) -> None:
    who = session.snapshot().status.to_act[0] + 1
    refused = page.post(f"{ACTIONS}/act", json={"action": f"P{who} play breakfasts-9"})
    assert refused.status_code == 422
    assert SAID[language][2] in refused.get_json()["detail"]


def test_a_dispute_is_in_the_pages_language(page: FlaskClient, session: Session, language: str) -> None:
    seq = next(told.seq for told in reversed(session.snapshot().told) if told.picture)
    text = page.get(f"/disputes/{seq}").get_data(as_text=True)
    assert SAID[language][0] in text
    assert "of another suit than" not in text


def test_who_was_faster_is_told_in_the_pages_language(page: FlaskClient, session: Session, language: str) -> None:
    late = page.post(f"{ACTIONS}/undo", json={"expected_seq": 1})
    assert late.status_code == 409
    assert "Meanwhile" not in late.get_json()["detail"]
    assert {"de": "Inzwischen", "es": "Mientras tanto"}[language] in late.get_json()["detail"]


def test_programs_are_told_in_english(page: FlaskClient) -> None:
    assert "played 4 Breakfasts. Total 37." in page.get("/api/v1/events").get_data(as_text=True)


def test_only_sentences_change(session: Session) -> None:
    before = session.snapshot()
    after = localised(before, str.upper)
    assert (after.legal, after.players, after.options, after.status.to_act) == (
        before.legal,
        before.players,
        before.options,
        before.status.to_act,
    )
    assert after.show["round"] == before.show["round"]
    assert [told.action for told in after.told] == [told.action for told in before.told]
    assert after.told[-1].text == before.told[-1].text.upper()
    assert said_in({"phase": "mark", "hints": [{"text": "go"}]}, str.upper) == {"phase": "mark", "hints": [{"text": "GO"}]}


def test_the_rulebook_is_in_the_pages_language(page: FlaskClient, language: str) -> None:
    text = page.get("/rules").get_data(as_text=True)
    assert {"de": "Eine Karte darf nicht die Farbe der Karte davor haben.", "es": "puede volver más tarde."}[language] in text
    assert "A card may not have the suit" not in text
