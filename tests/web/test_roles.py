"""Who may do what: viewers watch, players ask, scorekeepers play, the owner is never locked out."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.devices import MINUTE_S, TRIES, TRIES_OF_ALL, Devices, PairingError, Role
from companion.session import Session
from companion.web.app import create_app
from companion.web.settings import WebSettings
from tests.web.pictures import shrink

ACTIONS = "/api/v1/tables/1/actions"
HTML = {"Accept": "text/html"}
ORDER = ["viewer", "player", "scorekeeper", "owner"]
NEEDS = {
    f"{ACTIONS}/act": Role.SCOREKEEPER,
    f"{ACTIONS}/undo": Role.SCOREKEEPER,
    f"{ACTIONS}/redo": Role.SCOREKEEPER,
    f"{ACTIONS}/correct": Role.SCOREKEEPER,
    f"{ACTIONS}/rule": Role.SCOREKEEPER,
    f"{ACTIONS}/whatever": Role.SCOREKEEPER,
    "/api/v1/tables/1/photos": Role.SCOREKEEPER,
    f"{ACTIONS}/dispute": Role.PLAYER,
    f"{ACTIONS}/answer": Role.PLAYER,
    "/devices/pin": Role.OWNER,
    "/devices/abc/revoke": Role.OWNER,
}


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def devices(clock: Clock) -> Devices:
    return Devices(pin="2468", clock=clock)


@pytest.fixture
def app(session: Session, devices: Devices) -> Flask:
    return create_app(session, WebSettings(viewers=2, keepalive_s=0.2, shrink=shrink, devices=devices))


class Phone:
    """A browser somewhere in the network."""

    def __init__(self, app: Flask, address: str = "192.168.1.20") -> None:
        self.client, self.address = app.test_client(), address

    def get(self, path: str, **more: Any) -> Any:
        return self.client.get(path, environ_overrides={"REMOTE_ADDR": self.address}, **more)

    def post(self, path: str, **more: Any) -> Any:
        return self.client.post(path, environ_overrides={"REMOTE_ADDR": self.address}, **more)


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.mark.parametrize("path", NEEDS)
@pytest.mark.parametrize("role", [Role.VIEWER, Role.PLAYER, Role.SCOREKEEPER])
def test_every_post_needs_its_role(phone: Phone, devices: Devices, session: Session, path: str, role: Role) -> None:
    if role is not Role.VIEWER:
        assert phone.post("/pair", data={"key": devices.keys[role], "name": "Phone"}).status_code == 201
    before = session.snapshot().seq
    answer = phone.post(path, json={})
    if ORDER.index(role) >= ORDER.index(NEEDS[path]):
        assert answer.status_code != 403
    else:
        assert (answer.status_code, answer.content_type) == (403, "application/problem+json")
        assert answer.get_json()["needed"] == NEEDS[path]
        assert session.snapshot().seq == before


@pytest.mark.parametrize(
    "path", ["/", "/rules", "/api/v1/table", "/api/v1/events", "/health", "/verify", "/disputes/2", "/evidence.zip", "/pair"]
)
def test_watching_needs_no_pin(phone: Phone, path: str) -> None:
    assert phone.get(path).status_code == 200


def test_the_pin_makes_a_scorekeeper_until_it_is_revoked(phone: Phone, app: Flask, devices: Devices) -> None:
    assert phone.post(f"{ACTIONS}/undo", json={}).status_code == 403
    paired = phone.post("/pair", data={"pin": "2468", "name": "  Ines'   phone "}, headers=HTML)
    assert paired.status_code == 303
    cookie = paired.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
    assert phone.post(f"{ACTIONS}/undo", json={}).status_code == 200
    (device,) = devices.listed()
    assert (device.name, device.role) == ("Ines' phone", Role.SCOREKEEPER)
    owner = app.test_client()
    assert "Ines&#39; phone" in owner.get("/devices").get_data(as_text=True)
    assert owner.post(f"/devices/{device.id}/revoke").status_code == 303
    assert phone.post(f"{ACTIONS}/redo", json={}).status_code == 403
    assert owner.post(f"/devices/{device.id}/revoke").status_code == 404


def test_a_program_shows_its_token(app: Flask) -> None:
    paired = Phone(app).post("/pair", json={"pin": "2468", "name": "Stream Deck"})
    program = Phone(app, "192.168.1.77")
    token = {"Authorization": f"Bearer {paired.get_json()['token']}"}
    assert program.post(f"{ACTIONS}/undo", json={}).status_code == 403
    assert program.post(f"{ACTIONS}/undo", json={}, headers=token).status_code == 200


def test_the_owner_is_never_locked_out(app: Flask, phone: Phone, devices: Devices) -> None:
    for _ in range(TRIES_OF_ALL):
        phone.post("/pair", data={"pin": "0000"})
    machine = app.test_client()
    assert machine.post(f"{ACTIONS}/undo", json={}).status_code == 200
    assert machine.get("/devices").status_code == 200
    assert phone.get("/devices").status_code == 403
    assert phone.post("/pair", data={"key": devices.keys[Role.OWNER]}).status_code == 201
    assert phone.get("/devices").status_code == 200
    assert phone.post("/devices/pin", data={"pin": "13579"}, headers=HTML).status_code == 303
    assert devices.pin == "13579"


def test_a_page_passed_on_by_another_program_is_not_at_the_machine(app: Flask) -> None:
    assert app.test_client().get("/devices", headers={"X-Forwarded-For": "192.168.1.5"}).status_code == 403
    assert Phone(app, "::ffff:127.0.0.1").get("/devices").status_code == 200
    assert Phone(app, "not an address").get("/devices").status_code == 403


def test_pins_are_tried_a_few_times_a_minute_only(phone: Phone, app: Flask, clock: Clock) -> None:
    answers = [phone.post("/pair", data={"pin": f"{n:04}"}) for n in range(TRIES)]
    assert [answer.status_code for answer in answers] == [403] * TRIES
    assert "4 tries left" in answers[0].get_json()["detail"]
    refused = phone.post("/pair", data={"pin": "2468"})
    assert (refused.status_code, 0 < int(refused.headers["Retry-After"]) <= 60) == (429, True)
    assert Phone(app, "192.168.1.21").post("/pair", data={"pin": "2468"}).status_code == 201
    clock.now += MINUTE_S
    assert phone.post("/pair", data={"pin": "2468"}).status_code == 201


def test_many_addresses_do_not_help(app: Flask) -> None:
    statuses = [Phone(app, f"10.0.{n}.1").post("/pair", data={"pin": "0000"}).status_code for n in range(TRIES_OF_ALL + 1)]
    assert statuses[-2:] == [403, 429]


def test_without_a_pin_everybody_plays_and_only_the_owner_sets_one(session: Session) -> None:
    app = create_app(session, WebSettings())
    phone = Phone(app)
    assert phone.post(f"{ACTIONS}/undo", json={}).status_code == 200
    assert phone.post("/devices/pin", data={"pin": "1234"}).status_code == 403
    assert phone.post("/pair", data={"pin": ""}).status_code == 403
    assert app.test_client().post("/devices/pin", data={"pin": "1234"}, headers=HTML).status_code == 303
    assert phone.post(f"{ACTIONS}/redo", json={}).status_code == 403


@pytest.mark.parametrize("pin", ["1", "123456789", "12 4", "abcd", "١٢٣٤", "-123"])
def test_a_pin_is_four_to_eight_digits(app: Flask, devices: Devices, pin: str) -> None:
    assert app.test_client().post("/devices/pin", data={"pin": pin}).status_code == 400
    assert devices.pin == "2468"


def test_leaving_makes_a_viewer(phone: Phone, devices: Devices) -> None:
    phone.post("/pair", data={"pin": "2468"})
    assert phone.post("/leave").status_code == 303
    assert devices.listed() == ()


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "state" / "devices.json"


def test_devices_and_pin_outlive_a_restart_and_the_file_holds_no_token(file: Path, clock: Clock) -> None:
    before = Devices(file, clock=clock)
    before.set_pin("4711")
    token, device = before.pair("4711", "Teo", "10.0.0.1")
    after = Devices(file, clock=clock)
    assert (after.pin, after.listed(), after.keys) == ("4711", (device,), before.keys)
    assert after.role(token, False) is Role.SCOREKEEPER
    assert token not in file.read_text()
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", "[" * 99_999, '{"pin": 1, "keys": []}', '{"pin": 1}', '{"pin":"1234","keys":{"king":"x"},"devices":[]}']
)
def test_a_damaged_file_is_set_aside(file: Path, damage: str) -> None:
    file.parent.mkdir(parents=True)
    file.write_text(damage)
    devices = Devices(file, pin="1234")
    assert (devices.listed(), devices.pin) == ((), "1234")
    assert file.with_name("devices.json.damaged").read_text() == damage


def test_a_list_that_is_full_refuses(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.devices.MOST_DEVICES", 2)
    devices = Devices(pin="1234", clock=clock)
    for _ in range(2):
        devices.pair("1234", "", "a")
    with pytest.raises(PairingError, match="Revoke one"):
        devices.pair("1234", "", "a")


def test_the_page_offers_what_the_link_gives(client: FlaskClient, devices: Devices) -> None:
    assert "Join as a scorekeeper" in client.get(f"/pair?key={devices.keys[Role.SCOREKEEPER]}").get_data(as_text=True)
    assert 'name="pin"' in client.get("/pair?key=wrong").get_data(as_text=True)


def test_a_wrong_pin_on_the_page_is_told_there_in_its_language(session: Session, devices: Devices) -> None:
    phone = Phone(create_app(session, WebSettings(hosts=("table.local",), devices=devices, language="de")))
    refused = phone.post("/pair", data={"pin": "1111", "name": "Inas Handy"}, headers=HTML)
    text = refused.get_data(as_text=True)
    assert (refused.status_code, "In dieser Minute bleiben 4 Versuche." in text) == (403, True)
    assert 'name="pin"' in text and 'value="Inas Handy"' in text, "the form is there for another try"


def test_a_pin_that_is_none_is_told_beside_its_field(app: Flask) -> None:
    refused = app.test_client().post("/devices/pin", data={"pin": "12"}, headers=HTML)
    assert (refused.status_code, "A PIN is 4 to 8 digits." in refused.text, 'name="pin"' in refused.text) == (400, True, True)
