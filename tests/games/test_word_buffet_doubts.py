"""Spaces of the board that could not be read: asked about with a picture of the space, answered with a tap, written down."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.cli.eyes import through_glass
from companion.games.word_buffet import GAME
from companion.games.word_buffet.onboard import in_cells, in_picture
from companion.session import Session
from companion.snapshot import Source
from companion.store import Store
from companion.web.app import create_app
from companion.web.settings import WebSettings
from tests.games.test_word_buffet_photographed import seen
from tests.games.word_buffet_tables import PACK, letters, opening, play, setup
from vision.evaluation.annotate import to_jpeg
from vision.image.decode import decode
from vision.observation import Ant, Board, Candidate, CellDoubt, Observation

JPEG = b"a picture"
UNREAD = ("?" + letters()[0][1:], *letters()[1:])
DOUBT = CellDoubt(0, 0, (Candidate("O", 0.6), Candidate("Q", 0.3), Candidate("O1", 0.1)), "the letter is not clear")


def look(*doubts: CellDoubt, rows: tuple[str, ...] = UNREAD, why: str = "", ants: tuple[Ant, ...] = ()) -> Observation:
    found = seen(*ants, rows=rows)
    assert found.board is not None
    return replace(found, board=replace(found.board, unsure=doubts, why=why), taken_at=1e12)


def asked_of(observation: Observation, *lines: str) -> list[str]:
    state = play(opening(2), f"table board letters={'/'.join(UNREAD)}", *lines)
    return [found.text for found in GAME.measured(PACK, state, observation)]


def test_a_space_that_could_not_be_read_is_asked_about_with_its_picture(tmp_path: Path) -> None:
    session = Session.start(Store(tmp_path), GAME, PACK, setup(2), ("Ines", "Bruno"))
    for _ in range(2):
        session.look(look(DOUBT), JPEG)
    asked = session.snapshot().question
    assert asked is not None and (asked.text, asked.why) == ("Which letter is on a1?", "the letter is not clear")
    assert asked.picture is not None and session.picture(asked.picture) == JPEG
    ((first, _, opposite, _),) = asked.quads_px
    board = look().board
    assert board is not None
    assert in_cells(board, first) == pytest.approx((0, 0), abs=1e-9) and in_cells(board, opposite) == pytest.approx((1, 1))
    assert [answer.label for answer in asked.answers if answer.action] == ["O", "Q"]
    session.answer(asked.id, "1", Source.PAGE)
    snapshot = session.snapshot()
    assert snapshot.question is None and snapshot.told[-1].by is Source.PAGE
    assert snapshot.told[-1].text == "Letters named: a1 is O." and snapshot.told[-1].picture == asked.picture
    session.look(look(DOUBT), JPEG)
    assert session.snapshot().question is None, "a known letter is not asked about again"
    session.close()


def test_looks_that_see_other_letters_ask_once(tmp_path: Path) -> None:
    session = Session.start(Store(tmp_path), GAME, PACK, setup(2), ("Ines", "Bruno"))
    for candidates in (("O",), ("O",), ("Q", "O"), ("C",), ()):
        session.look(look(replace(DOUBT, candidates=tuple(Candidate(each, 0.5) for each in candidates))), JPEG)
    assert [type(entry.event).__name__ for entry in session.entries()] == ["Opened", "Acted", "Asked"]
    session.close()


def test_the_page_takes_any_other_letter(tmp_path: Path) -> None:
    session = Session.start(Store(tmp_path), GAME, PACK, setup(2), ("Ines", "Bruno"))
    for _ in range(2):
        session.look(look(replace(DOUBT, candidates=())), JPEG)
    client = create_app(session, WebSettings(language="de")).test_client()
    page = client.get("/").text
    assert "Welcher Buchstabe steht auf a1?" in page and "Ein anderer Buchstabe" in page and "table letters a1={letter}" in page
    asked = session.snapshot().question
    assert asked is not None
    told = {"question": asked.id, "answer": "other", "action": "table letters a1={letter}", "letter": "Z"}
    assert client.post("/api/v1/tables/1/actions/answer", json=told).status_code == 200
    assert session.state.letters[0][0] == "Z"
    session.close()


def test_page_and_overlay_look_at_the_letters_through_the_red_glass(tmp_path: Path) -> None:
    session = Session.start(Store(tmp_path), GAME, PACK, setup(2), ("Ines", "Bruno"))
    for _ in range(2):
        session.look(look(DOUBT), JPEG)
    client = create_app(session, WebSettings(glass=lambda jpeg: jpeg + b" through a glass")).test_client()
    asked = session.snapshot().question
    assert asked is not None
    seen_through = f"/pictures/{asked.picture}.jpg?size=glass"
    page = client.get("/").text
    assert f'<image href="{seen_through}"' in page and page.count(seen_through) == 2
    assert client.get(seen_through).data == client.get(seen_through).data == JPEG + b" through a glass"
    assert f'<img src="{seen_through}"' in client.get("/overlay/1/parts?widgets=glass").text.replace('\\"', '"')
    assert create_app(session, WebSettings()).test_client().get(seen_through).data == JPEG, "nothing here can look through a glass"
    session.close()


def test_through_the_glass_red_print_is_gone_and_blue_print_black() -> None:
    rgb = np.full((300, 2000, 3), 235, np.uint8)
    for left, ink in ((400, (225, 70, 60)), (800, (30, 90, 190)), (1200, (225, 70, 60))):
        for x in range(left, left + 240, 40):
            rgb[60:240, x : x + 16] = ink
    grey = decode(through_glass(to_jpeg(rgb)), "picture").rgb
    assert grey.shape == (192, 1280, 3)
    red, blue = grey[60:130, 260:400].min(), grey[60:130, 516:650].min()
    assert blue < 90 < 150 < red


def test_nothing_is_asked_that_is_known_covered_or_hidden() -> None:
    assert asked_of(look(DOUBT)) == ["Which letter is on a1?"]
    assert asked_of(look(DOUBT, why="a tile is missing")) == []
    assert asked_of(look(DOUBT, ants=(Ant(0, 0, "red"),))) == []
    assert asked_of(look(DOUBT), "table letters a1=B") == []
    assert asked_of(look(replace(DOUBT, row=1))) == [], "its letter is known"
    assert asked_of(replace(look(DOUBT), board=None)) == []
    assert list(GAME.measured(PACK, opening(2), look(DOUBT))) == [], "the board is read first"


@pytest.mark.parametrize("at", [(0.0, 0.0), (15.0, 15.0), (3.5, 11.25)])
def test_a_place_of_the_board_is_found_in_the_picture(at: tuple[float, float]) -> None:
    board: Board | None = look().board
    assert board is not None
    assert in_cells(board, in_picture(board, at)) == pytest.approx(at, abs=1e-6)
