"""An evening of the counting game with pictures, a dispute and its ruling, and its bundle."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.evidence import bundle
from companion.game import Setup
from companion.session import Session
from companion.snapshot import Source, Verdict
from companion.store import Store
from tests.session.conftest import look, unsure
from tests.session.counting_game import GAME, PACK

JPEGS = [b"\xff\xd8 picture %d \xff\xd9" % number for number in range(4)]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Session]:
    session = Session.start(Store(tmp_path / "evening"), GAME, PACK, Setup(2), ("Ines", "Bruno"))
    session.look(look(3), JPEGS[0], confirm=1)
    session.look(look(3, unsure(4, 5)), JPEGS[1], confirm=1)
    session.answer(3, "1", Source.PAGE)
    session.look(look(3, 4, 7), JPEGS[2], confirm=1)
    session.dispute(6, "that was a one", Source.PAGE, 1)
    session.rule("it stays", Source.PAGE, about=6, verdict=Verdict.UPHELD, clause="C-3", who="Bruno")
    yield session
    session.close()


@pytest.fixture
def whole(table: Session) -> bytes:
    return bundle(table)
