"""Our own deck, shown to the camera once for all tests here."""

import pytest

from companion.game import Pack
from fixtures.closed_loop import CameraEyes
from tests.closed_loop.boxes import open_eyes


@pytest.fixture(scope="session")
def box() -> tuple[Pack, CameraEyes]:
    return open_eyes("appetite")
