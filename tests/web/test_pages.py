"""The pages as HTML: what stands in them, for every game."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game import Setup
from companion.questions import MOST_ANSWERS
from companion.referee import Ambiguous
from companion.session import Session
from companion.snapshot import Question, Source
from companion.store import Store
from companion.web.app import create_app
from companion.web.render import PARTS
from companion.web.settings import WebSettings
from companion.web.texts import load_texts
from companion.web.views import view_of
from tests.web.evening import lay, lay_unsure, opening, play
from tests.web.nim import NIM, PACK
from tests.web.pictures import draw, observe, shrink
from tests.web.tables import table_of


def text(client: FlaskClient, path: str = "/") -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def test_nothing_is_inline(client: FlaskClient, session: Session) -> None:
    lay_unsure(session, "dinners-1", "dinners-2")
    html = text(client)
    assert " style=" not in html
    assert "<style" not in html
    assert "javascript:" not in html
    assert " onclick" not in html
    assert all(part.startswith((" src=", ' type="module" src=')) for part in html.split("<script")[1:])


def test_a_card_that_would_score_marks_its_box(client: FlaskClient) -> None:
    assert text(client).count('class="box empty would"') == 1


def test_an_exact_total_and_what_was_written(client: FlaskClient, session: Session) -> None:
    lay(session, "dinners-3")
    html = text(client)
    assert "the Appetite is met exactly" in html
    assert "Ines writes 40 in Dinners" in html
    assert "P1 writes" not in html


def test_a_hand_that_is_over_offers_the_next_deal(client: FlaskClient, session: Session) -> None:
    lay(session, "dinners-3")
    assert "New hand, Ines deals" in text(client)
    session.act("table deal P1", Source.PAGE)
    html = text(client)
    assert "Hand 2 · round 1 of 4" in html
    assert "Bruno, your turn" in html


def test_the_leader_says_i_cant_play_and_never_passes(client: FlaskClient, session: Session) -> None:
    play(session, "pass pass pass")
    session.act("table deal P1", Source.PAGE)
    play(session, "lunches-6 pass pass pass pass")
    html = text(client)
    assert "can&#39;t play" in html
    assert " passes <kbd" not in html


def test_a_full_column_and_the_alarm_before_the_end(tmp_path: Path) -> None:
    session = opening(tmp_path)
    line = "hand=2 dealer=P1 P1=breakfasts:10@3+9@2,lunches:20@5 P2=- P3=- P4=- total=0 rounds=- declined=0"
    session.rule("From the sheets", Source.PAGE, state=line)
    html = text(create_app(session, WebSettings()).test_client())
    session.close()
    assert 'class="boxes full"' in html
    assert "Ines: Lunches would be a second full column. That ends the game." in html


def test_the_end_names_the_winner(tmp_path: Path) -> None:
    session = opening(tmp_path)
    line = "hand=2 dealer=P1 P1=breakfasts:10@3+9@2,lunches:20@5+30@1 P2=- P3=- P4=- total=0 rounds=- declined=0"
    session.rule("From the sheets", Source.PAGE, state=line)
    html = text(create_app(session, WebSettings()).test_client())
    session.close()
    assert "Ines wins" in html
    assert " passes <kbd" not in html


def test_a_question_calls_pieces_and_people_by_their_names(session: Session) -> None:
    question = Question(9, "What did P1 do?", "not expected: lunches-8 in table; dinners-10 is no card", ())
    view = view_of(replace(session.snapshot(), question=question), session.pack, load_texts("en"), "1", 10.0, None)
    assert view.asked is not None
    assert (view.asked.text, view.asked.why) == ("What did Ines do?", "not expected: 8 Lunches in table; dinners-10 is no card")


@pytest.mark.parametrize(("language", "said"), [("en", "Other moves that fit…"), ("de", "Andere Züge, die passen…")])
def test_a_question_with_more_moves_than_it_offers_turns_to_the_next(session: Session, language: str, said: str) -> None:
    game, state = session._rulebook.game, session.state
    rows = tuple((one, two) for one in game.legal_actions(state) for two in game.legal_actions(game.apply(state, one)))
    session._misread.explain = lambda *_: Ambiguous(rows)
    client = create_app(session, WebSettings(language=language)).test_client()
    question = lay_unsure(session, "dinners-1", "dinners-2").question
    assert question is not None and len(rows) > MOST_ANSWERS
    assert said in text(client) and f'data-key="answer-{MOST_ANSWERS + 1}"' not in text(client)
    assert client.post("/api/v1/tables/1/actions/answer", data={"question": question.id, "answer": "more"}).status_code < 400
    assert f'data-key="answer-{MOST_ANSWERS + 1}"' in text(client) and session.snapshot().show["total"] == 37


def test_rules_stand_in_our_own_words_with_their_source(client: FlaskClient, session: Session) -> None:
    html = text(client, "/rules")
    assert all(f'id="{id}"' in html for id in session.pack.clauses)
    assert "Source" in html


def test_pictures_are_kept_for_ever_and_small_ones_are_small(client: FlaskClient, session: Session) -> None:
    look = session.snapshot().look
    assert look is not None
    whole, live, thumb = (client.get(f"/pictures/{look.picture}.jpg{size}") for size in ("", "?size=live", "?size=thumb"))
    assert whole.data == session.picture(look.picture)
    assert len(thumb.data) < 4_000 < len(live.data) < 60_000 < len(whole.data)
    assert "immutable" in whole.headers["Cache-Control"]
    assert whole.mimetype == "image/jpeg"


@pytest.mark.parametrize("path", [f"/pictures/{'0' * 64}.jpg", "/pictures/x.jpg", "/pictures/..%2f..%2fanchor.jpg", "/nothing"])
def test_what_is_not_there_is_said_in_one_sentence(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert 'role="alert"' in answer.get_data(as_text=True)
    assert client.get(path).content_type == "application/problem+json"


def test_pages_are_packed_for_whoever_can_unpack(client: FlaskClient) -> None:
    packed = client.get("/", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.data) < 15_000
    assert "Content-Encoding" not in client.get("/").headers


@pytest.fixture
def nim(tmp_path: Path) -> Session:
    return Session.start(Store(tmp_path / "nim"), NIM, PACK, Setup(2), ("Ann & Co", "P2"))


def test_a_game_without_a_page_of_its_own_has_one(nim: Session) -> None:
    app: Flask = create_app(nim, WebSettings(shrink=shrink))
    nim.act("take 3", Source.PAGE)
    html = text(app.test_client())
    nim.close()
    assert all(f'id="part-{part}"' in html for part in PARTS)
    assert "Ann &amp; Co</b> took 3, says" in html
    assert 'data-clause="NI-1.1"' in html
    assert 'data-clause="NI-9.9"' not in html
    assert "−3" in html
    assert 'value="take 2"' in html
    assert "&lt;b&gt;markup&lt;/b&gt;" in html
    assert "<b>markup" not in html
    assert "Nim &lt;i&gt;" in html


def test_its_moves_are_buttons(nim: Session) -> None:
    client = create_app(nim, WebSettings()).test_client()
    assert client.post("/api/v1/tables/1/actions/act", data={"action": "take 2"}).status_code == 200
    assert nim.snapshot().show["sticks_left"] == 8
    assert client.post("/api/v1/tables/1/actions/act", data={"action": "take 4"}).status_code == 422
    nim.close()


def test_what_the_game_remarks_stands_below_the_picture(tmp_path: Path) -> None:
    game = replace(NIM, remarks=lambda pack, seen: ("Mira, appetite 1 <wine>: turn it over",))
    session = Session.start(Store(tmp_path), game, PACK, Setup(2), ("A", "B"))
    client = create_app(session, WebSettings(shrink=shrink)).test_client()
    assert "live-remarks" not in text(client)
    session.look(observe([]), draw([]))
    assert "<li>Mira, appetite 1 &lt;wine&gt;: turn it over</li>" in text(client)
    session.close()


def test_an_answer_that_the_rules_refuse_says_why_and_its_clause_is_no_link_inside_a_button(client: FlaskClient, session: Session) -> None:
    session.act("P1 pass", Source.PAGE)
    session.undo(Source.PAGE, to_seq=next(told.seq for told in session.snapshot().told if "4 Breakfasts" in told.text))
    lay_unsure(session, "dinners-1", "dinners-2")
    html = text(client)
    buttons = re.findall(r'<button class="[^"]*refused-answer.*?</button>', html, re.S)
    assert len(buttons) == 2 and all("AP-3.2" in button and "<a " not in button for button in buttons)
    assert len(re.findall(r"<p>\d Dinners: <a class=\"clause\"[^>]*>AP-3.2</a>", html)) == 2, "each on a line of its own"


def test_several_moves_taken_back_at_once_are_one_sentence(client: FlaskClient, session: Session) -> None:
    session.undo(Source.PAGE, to_seq=next(told.seq for told in session.snapshot().told if "4 Breakfasts" in told.text))
    assert "Took back: played 4 Breakfasts. Total 37; passed." in text(client)


def test_of_a_board_that_is_read_only_what_is_missing_is_typed(tmp_path: Path) -> None:
    session = table_of(tmp_path, "word_buffet", players=2, seed=3, steps=0)
    client = create_app(session, WebSettings()).test_client()
    assert re.search(r'<textarea name="letters"[^>]* required>', client.get("/").text)
    session.act(f"table board letters={'/'.join(['ABCDEFGHIJKLMNO'] * 15)}", Source.PAGE)
    page = client.get("/").text
    assert not re.search(r'<(textarea name="letters"|input name="(foods|nests)")[^>]* required', page)
    assert [found[1] for found in re.finditer(r'<text class="ax"[^>]*>(\w+)</text>', page)] == [*"abcdefghijklmno", *map(str, range(1, 16))]
    pattern = {"action": "table board letters={letters/} foods={foods,} nests={nests,}", "letters": "", "foods": "", "nests": "N2 S2"}
    assert client.post("/api/v1/tables/1/actions/act", json=pattern).status_code == 200
    assert [str(nest) for nest in session.state.nests] == ["N2", "S2"]


@pytest.mark.parametrize(
    ("given", "told"),
    [("", "Foods and nests are missing yet"), (" foods={foods}", "say where the nests lie"), (" nests=N2,S2", "the foods are not")],
)
def test_what_of_a_board_is_missing_yet_is_told_once_its_letters_are_known(tmp_path: Path, given: str, told: str) -> None:
    session = table_of(tmp_path, "word_buffet", players=2, seed=3, steps=0)
    foods = ",".join(f"{column}{row}+" for column in "bgl" for row in (2, 7, 12))
    session.act(f"table board letters={'/'.join(['ABCDEFGHIJKLMNO'] * 15)}{given.format(foods=foods)}", Source.PAGE)
    assert told in create_app(session, WebSettings()).test_client().get("/").text
