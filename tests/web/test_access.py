"""Who may ask for what."""

import pytest
from flask.testing import FlaskClient

from companion.session import Session
from companion.web.access import Hosts

UNDO = "/api/v1/tables/1/actions/undo"


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8080", "192.168.1.20:8080", "[fe80::1]:8080", "127.0.0.1", "table.local", "TABLE.local.:80"]
)
def test_addresses_and_given_names_are_ours(host: str) -> None:
    assert Hosts(frozenset({"table.local"})).allow(host)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8080", "table.local.evil.example", "", "192.168.1.20.evil.example", "[::1", "a b"]
)
def test_a_foreign_name_is_not(host: str) -> None:
    assert not Hosts(frozenset({"table.local"})).allow(host)


def test_a_page_asked_for_under_a_foreign_name_is_refused(client: FlaskClient) -> None:
    answer = client.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert b"37" not in answer.data


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9999"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"},
    ],
)
def test_another_page_of_the_browser_changes_nothing(client: FlaskClient, session: Session, headers: dict[str, str]) -> None:
    before = session.snapshot().seq
    assert client.post(UNDO, json={}, headers=headers).status_code == 403
    assert session.snapshot().seq == before


@pytest.mark.parametrize("headers", [{"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}, {}])
def test_our_own_page_and_programs_may(client: FlaskClient, headers: dict[str, str]) -> None:
    assert client.post(UNDO, json={}, headers=headers).status_code == 200


@pytest.mark.parametrize("path", ["/", "/rules", "/health", "/api/v1/table", "/static/page.js", "/no/such/page"])
def test_every_answer_carries_the_policy(client: FlaskClient, path: str) -> None:
    with client.get(path) as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_a_body_that_is_too_long_is_refused(client: FlaskClient) -> None:
    assert client.post(UNDO, data=b"x" * 20_000, content_type="application/json").status_code == 413
