"""Appetite at a session: what a card on the table does to the evening."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game import Setup
from companion.games.appetite import GAME
from companion.pack import built_in
from companion.referee import explain
from companion.session import Session
from companion.snapshot import Source
from companion.store import Store
from vision.observation import Detection, Observation, Quality

BOX = built_in("appetite")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    session = Session.start(Store(tmp_path), GAME, BOX, Setup(2, {"boxes": "5"}), ["Ines", "Bruno"], explain=explain)
    yield session
    session.close()


class Table:
    """Pictures taken one after another."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def shows(self, *cards: str) -> Session:
        """One look, believed at once."""
        quads = [((x, 0.0), (x + 60, 0.0), (x + 60, 90.0), (x, 90.0)) for x in range(0, 80 * len(cards), 80)]
        seen = tuple(Detection("card", quad, card, 0.99) for quad, card in zip(quads, cards, strict=True))
        self.session.look(Observation(time.monotonic(), (1920, 1080), Quality(0.9, 0.5, 0.0), detections=seen), b"jpeg", confirm=1)
        return self.session


def test_a_card_that_the_rules_refuse_is_asked_about_with_the_clause(session: Session) -> None:
    table = Table(session)
    table.shows("lunches-6")
    asked = table.shows("lunches-6", "dinners-9").snapshot().question
    assert asked is not None
    refused = [answer for answer in asked.answers if answer.violations]
    assert [answer.label for answer in refused] == ["played 9 Dinners."]
    assert any("AP-3.1" in why and "15" in why for answer in refused for why in answer.violations)


def test_the_same_table_later_in_the_evening_is_a_new_play(session: Session) -> None:
    """The deck has second copies: after a satisfied round the same card may lie there alone again."""
    table = Table(session)
    table.shows("lunches-6")
    table.shows("lunches-6", "dinners-4")  # 10 exactly: the cards are moved away
    shown = table.shows("lunches-6").snapshot()
    assert shown.show["total"] == 16 and shown.told[-1].by is Source.CAMERA
    assert [told.action for told in shown.told if told.action] == ["P1 play lunches-6", "P2 play dinners-4", "P1 play lunches-6"]


def test_an_undone_play_is_not_played_again_because_its_card_still_lies_there(session: Session) -> None:
    table = Table(session)
    table.shows("lunches-6")
    session.undo(Source.PAGE)
    assert table.shows("lunches-6").snapshot().show["total"] == 0
    table.shows()
    assert table.shows("lunches-6").snapshot().show["total"] == 6
