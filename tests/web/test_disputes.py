"""From any entry: question this, see what was read and what the rules say, rule, and take the evidence away."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.cli.wording import check_for
from companion.session import Session
from companion.snapshot import Source
from companion.verification import check
from companion.web.actions import LONGEST_TEXT
from companion.web.app import create_app
from companion.web.settings import WebSettings
from tests.web.tables import table_of

ACTIONS = "/api/v1/tables/1/actions"
HTML = {"Accept": "text/html"}


@pytest.fixture
def seq(session: Session) -> int:
    """Maren's 4 Breakfasts, seen by the camera."""
    return next(told.seq for told in reversed(session.snapshot().told) if told.picture)


def page(client: FlaskClient, seq: int) -> str:
    answer = client.get(f"/disputes/{seq}")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.get_data(as_text=True))


def test_before_and_after_what_was_read_and_what_was_legal(client: FlaskClient, seq: int) -> None:
    text = page(client, seq)
    assert "Maren played 4 Breakfasts. Total 37." in text.replace("<b>", "")
    assert len(re.findall(r"<figure>.*?/pictures/[0-9a-f]{64}\.jpg\?size=live", text)) == 2
    assert "Before: 3 Dinners" in text
    assert "After: 4 Breakfasts" in text
    assert "Sure 99.8 %" in text
    assert "The rules allow it" in text
    assert "played a card of 7 or less, of another suit than Dinners." in text
    assert "AP-3.2" in text


def test_question_keep_undo(client: FlaskClient, session: Session, seq: int) -> None:
    asked = client.post(
        f"{ACTIONS}/dispute", data={"about": seq, "claim": "it <b>was</b> a 5", "seat": "3", "back": f"/disputes/{seq}"}, headers=HTML
    )
    assert (asked.status_code, asked.headers["Location"]) == (303, f"/disputes/{seq}")
    text = page(client, seq)
    assert "it &lt;b&gt;was&lt;/b&gt; a 5" in text
    assert "Teo asks" in text
    assert client.post(f"{ACTIONS}/rule", json={"about": seq, "verdict": "upheld", "who": "Ines"}).status_code == 200
    assert "It stands" in page(client, seq)
    assert session.snapshot().told[-1].text == f"upheld entry {seq}"
    assert client.post(f"{ACTIONS}/undo", json={}).status_code == 200
    assert "It stands" not in page(client, seq)


def test_overruled_with_a_reason_the_play_is_taken_back_in_the_same_breath(client: FlaskClient, session: Session, seq: int) -> None:
    before = session.snapshot().show["total"]
    client.post(f"{ACTIONS}/dispute", json={"about": seq})
    done = client.post(f"{ACTIONS}/rule", json={"about": seq, "verdict": "overruled", "text": "out of turn", "take_back": True})
    assert done.status_code == 200
    after = session.snapshot()
    assert (before, after.show["total"]) == (37, 33)
    assert [told.text for told in after.told[-2:]][1] == f"overruled entry {seq}: out of turn"
    session.undo(Source.PAGE)
    session.redo(Source.PAGE)


def test_a_house_rule_is_shown_and_gone_when_it_is_undone(client: FlaskClient, session: Session, seq: int) -> None:
    client.post(f"{ACTIONS}/dispute", json={"about": seq})
    client.post(f"{ACTIONS}/rule", json={"about": seq, "verdict": "house", "text": "Touch means play."})
    assert [rule.text for rule in session.snapshot().house_rules] == ["Touch means play."]
    assert "Touch means play." in page(client, seq)
    session.undo(Source.PAGE)
    assert session.snapshot().house_rules == ()


@pytest.mark.parametrize(
    ("verb", "values", "status"),
    [
        ("dispute", {}, 400),
        ("dispute", {"about": 999}, 409),
        ("dispute", {"about": 2, "seat": 9}, 409),
        ("dispute", {"about": 2, "claim": "x" * (LONGEST_TEXT + 1)}, 400),
        ("rule", {"about": 2, "verdict": "maybe"}, 409),
        ("rule", {"about": 999, "verdict": "upheld"}, 409),
        ("rule", {"about": 2, "verdict": "upheld", "take_back": True, "text": 7}, 400),
    ],
)
def test_bad_input_is_refused_and_nothing_changes(
    client: FlaskClient, session: Session, verb: str, values: dict[str, object], status: int
) -> None:
    before = session.snapshot().seq
    refused = client.post(f"{ACTIONS}/{verb}", json=values)
    assert (refused.status_code, refused.content_type, session.snapshot().seq) == (status, "application/problem+json", before)


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example", "/x\r\nSet-Cookie: a=b", "javascript:alert(1)"])
def test_a_form_goes_back_to_our_own_pages_only(client: FlaskClient, seq: int, back: str) -> None:
    assert client.post(f"{ACTIONS}/dispute", data={"about": seq, "back": back}, headers=HTML).headers["Location"] == "/"


def test_a_question_to_an_entry_that_is_no_play_has_a_page_too(client: FlaskClient) -> None:
    assert "no rule speaks about it" in page(client, 1)
    assert client.get("/disputes/999").status_code == 404


def test_the_bundle_is_untouched_and_ends_with_the_head_that_the_page_shows(client: FlaskClient, session: Session, seq: int) -> None:
    head = session.snapshot().head
    assert head in page(client, seq)
    for path in ("/evidence.zip", f"/evidence.zip?about={seq}"):
        answer = client.get(path)
        assert answer.content_type == "application/zip"
        assert check(answer.data, head=head).faults == ()


@pytest.mark.parametrize(("about", "status"), [("x", 400), ("-1", 400), ("999", 404), ("٣", 400)])
def test_a_bundle_of_nothing_is_refused(client: FlaskClient, about: str, status: int) -> None:
    assert client.get("/evidence.zip", query_string={"about": about}).status_code == status


def test_the_table_shows_what_is_questioned_and_the_rules_show_what_this_table_agreed_on(client: FlaskClient, seq: int) -> None:
    assert "flagged" not in client.get("/").get_data(as_text=True)
    client.post(f"{ACTIONS}/dispute", json={"about": seq})
    assert f'flagged" href="/disputes/{seq}"' in client.get("/").get_data(as_text=True)
    client.post(f"{ACTIONS}/rule", json={"about": seq, "verdict": "house", "text": "Touch means play."})
    assert "flagged" not in client.get("/").get_data(as_text=True)
    assert "Touch means play." in client.get("/rules").get_data(as_text=True)


def test_another_action_is_asked_about_and_nothing_changes(client: FlaskClient, session: Session, seq: int) -> None:
    before, action = session.snapshot().seq, next(told.action for told in session.snapshot().told if told.seq == seq)
    assert action == "P3 play breakfasts-4"
    allowed = re.sub(r"\s+", " ", client.get(f"/disputes/{seq}?ask=1&part0=P3&part1=lunches-2").text)
    assert "The rules would allow it" in allowed
    assert '<option value="lunches-2" selected>' in allowed
    refused = client.get(f"/disputes/{seq}?ask=1&part0=P3&part1=dinners-9").text
    assert "The rules would refuse it" in refused
    assert "the appetite is 40" in refused
    assert "AP-3.1" in refused.partition('id="what-if"')[2]
    assert "The rules would refuse it" in client.get(f"/disputes/{seq}?action=P1+pass").text, "it was not P1's turn"
    assert session.snapshot().seq == before


@pytest.mark.parametrize(("asked", "says"), [("P3 sings", "column"), ("<script>", "column"), ("P9 pass", "column")])
def test_what_is_no_action_is_one_line(client: FlaskClient, seq: int, asked: str, says: str) -> None:
    answer = client.get(f"/disputes/{seq}", query_string={"action": asked})
    assert (answer.status_code, says in answer.text.lower()) == (200, True)
    assert "<script>" not in answer.text.partition("</head>")[2]


@pytest.mark.parametrize(
    ("game", "asked"),
    [
        ("surrealist_dinner_party", "P1 seat toyen 0"),
        ("buffet_boss", "P1 show B1"),
        ("buffet_master", "P1 lay soup-0-0 soup-1-0"),
    ],
)
def test_nobody_learns_of_a_hand_by_asking(tmp_path: Path, game: str, asked: str) -> None:
    session = table_of(tmp_path, game, players=2, steps=12)
    asked_about = next(told.seq for told in reversed(session.snapshot().told) if told.action)
    page = create_app(session, WebSettings()).test_client().get(f"/disputes/{asked_about}", query_string={"action": asked}).text
    assert "could tell is not answered" in page
    assert "The rules would" not in page
    session.close()


def word_table(folder: Path, *more: str) -> tuple[Session, FlaskClient, int]:
    """Two players; P1 has shown ICE from the own nest. The session, its page and the entry of the word."""
    session = table_of(folder, "word_buffet", players=2, seed=3, steps=1)
    for action in ("table go", "P1 call 3", "table sand-out", "P1 word ICE g1-h1-i1"):
        session.act(action, Source.PAGE)
    seq = session.snapshot().seq
    for action in more:
        session.act(action, Source.PAGE)
    return session, create_app(session, WebSettings(check=check_for("word_buffet", None))).test_client(), seq


def test_a_shown_word_is_checked_on_the_page_of_its_dispute(tmp_path: Path) -> None:
    session, client, seq = word_table(tmp_path, "P1 vote yes", "P2 vote no")
    text = page(client, seq)
    assert [said for said in ("The word that was shown", "ICE", "Lies on the board", "The tapped way is allowed") if said not in text] == []
    assert "Begins at the own nest" in text
    assert "1 yes, 1 no, of 2" in text, "the votes that came after the word"
    assert "The word that was shown" not in page(client, seq - 2)
    session.close()


def test_while_people_search_no_word_is_looked_up(tmp_path: Path) -> None:
    session, client, seq = word_table(tmp_path)
    session.act("table agree yes", Source.PAGE)
    while session.snapshot().show["phase"] != "search":
        session.act(next(each for each in session.snapshot().legal if "call" not in each), Source.PAGE)
    assert "The word that was shown" not in page(client, seq)
    session.close()
