"""A table of the Appetite at a Total of 37, and its page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.session import Session
from companion.web.app import create_app
from companion.web.settings import WebSettings
from tests.web.evening import evening
from tests.web.pictures import shrink


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    table = evening(tmp_path)
    yield table
    table.close()


@pytest.fixture
def app(session: Session) -> Flask:
    return create_app(session, WebSettings(hosts=("table.local",), viewers=2, keepalive_s=0.2, shrink=shrink))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
