"""The overlay: what its address asks for, what it shows, and nothing before its time."""

import time
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.devices import Devices
from companion.games import available
from companion.session import Session
from companion.snapshot import Source
from companion.web.app import create_app
from companion.web.settings import WebSettings
from tests.web.evening import evening, look, pile
from tests.web.tables import table_of


def parts(client: FlaskClient, query: str = "") -> dict[str, Any]:
    answer = client.get(f"/overlay/1/parts?{query}")
    assert answer.status_code == 200
    found = answer.get_json()
    assert isinstance(found, dict)
    return found


def test_all_widgets_in_one_page(client: FlaskClient) -> None:
    shown = parts(client)["parts"]
    assert "37" in shown["hero"] and "3 to go" in shown["hero"] and "Breakfasts locked" in shown["hero"]
    assert all(name in shown["score"] for name in ("Ines", "Bruno", "Maren", "Teo"))
    assert "Teo passed." in shown["last"]
    assert "Hand 1" in shown["title"]
    assert shown["end"] == ""


@pytest.mark.parametrize(
    ("asked", "shown"), [("score", ["score"]), ("meter", ["hero"]), ("last,title", ["last", "title"]), ("board,circle", ["hero"])]
)
def test_widgets_singly_and_by_their_other_names(client: FlaskClient, asked: str, shown: list[str]) -> None:
    assert list(parts(client, f"widgets={asked}")["parts"]) == shown
    page = client.get(f"/overlay/1?widgets={asked}").get_data(as_text=True)
    assert [name for name in ("title", "hero", "last", "score", "stale") if f'id="w-{name}"' in page] == sorted(
        shown, key=["title", "hero", "last", "score"].index
    )


@pytest.mark.parametrize(
    "query",
    [
        "widgets=hand",
        "theme=neon",
        "scale=0",
        "scale=x",
        "scale=nan",
        "delay=-1",
        "delay=3601",
        "delay=inf",
        "lang=xx",
        "motion=wild",
        "widgets=score,x",
    ],
)
def test_what_cannot_be_is_said_in_one_line(client: FlaskClient, query: str) -> None:
    answer = client.get(f"/overlay/1?{query}")
    assert (answer.status_code, answer.content_type) == (400, "application/problem+json")
    assert query.partition("=")[0] in answer.get_json()["detail"]


def test_an_unknown_table_and_a_token_that_was_revoked_are_refused(session: Session) -> None:
    devices = Devices(pin="1234")
    client = create_app(session, WebSettings(devices=devices)).test_client()
    token, device = devices.pair("1234", "OBS", "10.0.0.1")
    assert client.get("/overlay/2").status_code == 404
    assert client.get(f"/overlay/1?token={token}").status_code == 200
    devices.revoke(device.id)
    assert client.get(f"/overlay/1?token={token}").status_code == 403
    assert client.get(f"/overlay/1/parts?token={token}").status_code == 403


def test_nothing_new_costs_nothing(client: FlaskClient, session: Session) -> None:
    first = client.get("/overlay/1/parts")
    assert client.get("/overlay/1/parts", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    session.act("P1 pass", Source.PAGE)
    assert client.get("/overlay/1/parts", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_delayed_it_shows_the_table_as_it_stood_also_after_an_undo_and_in_another_run(client: FlaskClient, session: Session) -> None:
    time.sleep(0.2)
    mark = time.time()
    time.sleep(0.2)
    session.act("P1 pass", Source.PAGE)
    session.undo(Source.PAGE)
    session.act("P1 play desserts-3", Source.PAGE)
    now, then = parts(client)["parts"], parts(client, f"delay={time.time() - mark:.3f}")["parts"]
    assert "3 to go" in then["hero"] and "Teo passed." in then["last"]
    assert "3 to go" not in now["hero"] and "Ines played 3 Desserts" in now["last"]
    assert now["score"] != then["score"]
    again = create_app(session, WebSettings()).test_client()
    assert parts(again, f"delay={time.time() - mark:.3f}")["parts"]["hero"] == then["hero"]
    time.sleep(0.3)
    assert parts(client, "delay=0.1")["parts"] == now


def test_before_the_first_entry_there_is_the_opening(client: FlaskClient) -> None:
    assert "Total 0" in parts(client, "delay=3600")["parts"]["hero"]


def test_stale_when_the_picture_is_old(session: Session) -> None:
    client = create_app(session, WebSettings(stale_s=1.5)).test_client()
    parts(client)
    look(session, pile(session.snapshot()))
    assert parts(client)["stale"] is False
    time.sleep(1.6)
    assert parts(client)["stale"] is True
    assert parts(client, "delay=1.2")["stale"] is False


@pytest.mark.parametrize("game", sorted(available()))
@pytest.mark.parametrize("theme", ["plate", "night", "paper"])
def test_every_game_has_its_widgets_and_its_end(tmp_path: Path, game: str, theme: str) -> None:
    session = table_of(tmp_path, game, steps=40, boxes="2") if game == "appetite" else table_of(tmp_path, game, steps=40)
    shown = parts(create_app(session, WebSettings()).test_client(), f"theme={theme}&widgets=hero,score,title,full,last")["parts"]
    assert all(shown[name] for name in ("hero", "score", "title", "full", "last"))
    session.close()


def test_at_the_end_there_is_a_chart_of_the_evening(tmp_path: Path) -> None:
    session = table_of(tmp_path, "appetite", steps=600, boxes="2")
    assert session.snapshot().status.over
    shown = parts(create_app(session, WebSettings()).test_client())["parts"]
    totals = [point.totals for point in session.history().course()]
    assert 'class="chart"' in shown["end"]
    assert all(str(total) in shown["end"] for total in totals[-1])
    assert shown["hero"] == ""
    session.close()


def test_delay_cannot_show_what_was_taken_back_since(tmp_path: Path) -> None:
    """History is what stood then, not what stands now with later entries left out."""
    session = evening(tmp_path)
    told = session.snapshot().told
    session.undo(Source.PAGE, told[-1].seq)
    history = session.history()
    assert history.snapshot(session.snapshot(), told[-1].seq).told[-1].standing == "stands"
    assert session.snapshot().told[told[-1].seq - 1].standing == "undone"
    session.close()
