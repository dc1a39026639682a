"""Whether all is well: what is measured of the table and its machine, on the page and for programs."""

from pathlib import Path

import pytest

from companion.cli.table import page_of
from companion.config import Settings
from companion.devices import Devices
from companion.health import Pulse, Reading, State, readings
from companion.session import Session
from companion.web.app import create_app
from companion.web.settings import WebSettings


def test_the_evenings_page_tells_of_the_camera_and_the_disk(session: Session, tmp_path: Path) -> None:
    beat = Pulse(frames_per_s=7.5, picture_age_s=0.4, read_ms=180.0, errors=2, last_error="cut short", restarts=1)
    client = create_app(session, page_of(session, Settings(data=tmp_path), Devices(), None, lambda: beat)).test_client()
    told = {each["name"]: each for each in client.get("/health").get_json()["readings"]}
    assert (told["pictures"]["value"], told["camera restarts"]["value"], told["errors"]["state"]) == ("7.5 per second", "1", "watch")
    page = client.get("/state").text
    assert "Something wants looking at." in page and "2, last: cut short" in page
    assert 'href="/state"' in client.get("/").text, "the menu leads there"
    assert "MB free" in page


def test_without_a_camera_only_the_machine_is_told_of(session: Session, tmp_path: Path) -> None:
    client = create_app(session, page_of(session, Settings(data=tmp_path), Devices())).test_client()
    assert "picture" not in {each["name"] for each in client.get("/health").get_json()["readings"]}


def test_where_nothing_is_measured_there_is_no_such_page(session: Session) -> None:
    client = create_app(session, WebSettings()).test_client()
    assert client.get("/state").status_code == 404
    assert client.get("/health").get_json()["readings"] == []
    assert 'href="/state"' not in client.get("/").text


@pytest.mark.parametrize(("language", "says"), [("de", "Sorgt f\u00fcr Luft."), ("es", "Dadle aire.")])
def test_it_speaks_the_pages_language(session: Session, language: str, says: str, tmp_path: Path) -> None:
    beat = Pulse(0.2, 30.0, 95.0, 3, "no markers", 2)
    hot = (Reading("temperature", "74 C", State.WATCH, "Give it air."),)
    found = (*readings(session.snapshot(), tmp_path, beat), *hot)
    page = create_app(session, WebSettings(language=language, health=lambda: found)).test_client().get("/state").text
    assert says in page
    assert not [each.do for each in found if each.do and each.do in page], "no English left"
