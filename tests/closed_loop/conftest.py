"""Our own deck, shown to the camera once for all tests here."""

import pytest

from companion.game import Pack
from fixtures.closed_loop import CameraEyes, open_box


@pytest.fixture(scope="session")
def box() -> tuple[Pack, CameraEyes]:
    return open_box("appetite")
