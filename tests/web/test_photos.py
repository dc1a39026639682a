"""A phone's picture on the page, and a word checked on the board."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.game import CompanionError
from companion.snapshot import Source
from companion.web.app import create_app
from companion.web.settings import WebSettings
from companion.wordcheck import CheckRefused, check_shown
from companion.words import WordList
from tests.web.tables import moments, table_of, table_of_plates

URL = "/api/v1/tables/1/photos"
ClientOf = Callable[..., FlaskClient]
JPEG = b"\xff\xd8 not much of a picture"


@pytest.fixture
def client_of(tmp_path: Path) -> Iterator[ClientOf]:
    session = table_of(tmp_path, "buffet_master", steps=4)
    yield lambda **settings: create_app(session, WebSettings(**settings)).test_client()
    session.close()


def test_a_picture_is_read_at_once_from_where_it_was_taken(client_of: ClientOf) -> None:
    came: list[tuple[bytes, str]] = []

    def read(picture: bytes, view: str) -> str:
        came.append((picture, view))
        return "3 pieces recognised."

    client = client_of(photo=read)
    answer = client.post(URL, data={"photo": (io.BytesIO(JPEG), "a.jpg"), "view": "side"}, headers={"Accept": "application/json"})
    assert answer.json == {"schema": 1, "view": "side", "says": "3 pieces recognised."}
    assert client.post(f"{URL}?view=top", data=JPEG, content_type="image/jpeg").status_code == 200
    assert came == [(JPEG, "side"), (JPEG, "top")]
    large = b"x" * 5_000_000
    assert client.post(URL, data=large, content_type="image/jpeg").status_code == 200, "a phone's pictures are larger than a form"


@pytest.mark.parametrize(
    ("data", "status", "says"),
    [
        ({"view": "top"}, 400, "no picture"),
        ({"photo": (io.BytesIO(JPEG), "a.jpg"), "view": "below"}, 400, "top, side"),
        ({"photo": (io.BytesIO(b""), "a.jpg")}, 400, "no picture"),
        ({"photo": (io.BytesIO(JPEG), "a.jpg")}, 422, "Take it again."),
    ],
)
def test_what_is_no_picture_is_refused_in_a_sentence(client_of: ClientOf, data: dict[str, object], status: int, says: str) -> None:
    def read(picture: bytes, view: str) -> str:
        raise CompanionError("take it again")

    answer = client_of(photo=read).post(URL, data=data, headers={"Accept": "application/json"})
    assert answer.status_code == status
    assert answer.json is not None
    assert says in answer.json["detail"]


def test_a_table_without_eyes_says_so_and_shows_no_button(client_of: ClientOf) -> None:
    client = client_of()
    assert client.post(URL, data=JPEG, content_type="image/jpeg").status_code == 409
    assert "photo-form" not in client.get("/").text
    assert "photo-form" in client_of(photo=lambda picture, view: "").get("/").text


@pytest.mark.parametrize(("game", "is_asked"), [("buffet_boss", True), ("buffet_boss", False), ("appetite", False)])
def test_where_a_picture_was_taken_is_asked_where_plates_are_seen_from_the_side(tmp_path: Path, game: str, is_asked: bool) -> None:
    session = table_of_plates(tmp_path) if is_asked else table_of(tmp_path, game, players=2, steps=4)
    page = create_app(session, WebSettings(photo=lambda picture, view: "")).test_client().get("/").text
    assert "photo-form" in page
    assert ('value="side"' in page, 'class="muted sm from-side"' in page) == (is_asked, is_asked)
    session.close()


WORDS = (WordList("own", "1", "0" * 64, frozenset({"reel", "eel"})),)


def test_a_shown_word_is_checked() -> None:
    show = next(each.snapshot.show for each in moments("word_buffet", 2, 1, 60) if each.snapshot.show["phase"] == "mark")
    seat = str(show["current"])
    answer = check_shown(show, WORDS, {"word": "zzzzz", "seat": seat})
    assert [check["ok"] for check in answer["checks"]] == [False, False, False]  # type: ignore[index,union-attr,call-overload]
    assert answer["paths"] == []
    assert check_shown(show, (), {"word": "é"})["word"] == "E"
    begins = show["players"][int(seat)]["starts"][0]  # type: ignore[index,call-overload]
    letter = letter_at(show, str(begins))
    one = check_shown(show, (), {"word": letter.lower(), "seat": seat})
    assert one["word"] == letter
    assert [check["ok"] for check in one["checks"]] == [True, True, None]  # type: ignore[index,union-attr,call-overload]
    paths = one["paths"]
    assert isinstance(paths, list)
    assert {str(path) for path in paths} <= set(show["players"][int(seat)]["starts"])  # type: ignore[index,call-overload,arg-type]
    first = str(paths[0])
    tapped = check_shown(show, WORDS, {"word": letter, "seat": seat, "path": first})["checks"]
    assert [check["ok"] for check in tapped if check["what"] == "this_path"] == [True]  # type: ignore[index,union-attr,call-overload]


def test_a_checked_word_has_a_way_and_who_covers_it_is_told() -> None:
    marking = [each.snapshot.show for each in moments("word_buffet", 2, 1, 200) if each.snapshot.show["phase"] == "mark"]
    show: Any = next(show for show in marking if show["board"]["ants"])  # type: ignore[index,call-overload]
    ant = show["board"]["ants"][0]
    letter = letter_at(show, ant["name"])
    answer = check_shown(show, (), {"word": letter, "path": ant["name"]})
    assert (answer["way"], answer["covered"]) == ([ant["name"]], [{"cell": ant["name"], "letter": letter, "seat": ant["seat"]}])
    assert check_shown(show, (), {"word": "ZZZZZ"})["way"] == []
    lies = "".join(show["board"]["letters"][0][:3])
    assert len(check_shown(show, (), {"word": lies, "seat": "0"})["way"]) == 3, "a way is shown that may not be taken, too"  # type: ignore[arg-type]


def letter_at(show: dict[str, Any], cell: str) -> str:
    return str(show["board"]["letters"][int(cell[1:]) - 1][ord(cell[0]) - ord("a")])


@pytest.mark.parametrize("asked", [{"word": ""}, {"word": "12"}, {"word": "a b"}, {"word": "a", "path": "z99"}, {}])
def test_what_is_no_word_is_refused(asked: dict[str, str]) -> None:
    show = next(each.snapshot.show for each in moments("word_buffet", 2, 1, 60) if each.snapshot.show["phase"] == "mark")
    with pytest.raises(CompanionError):
        check_shown(show, WORDS, asked)


def test_nothing_is_said_while_people_search() -> None:
    for each in moments("word_buffet", 2, 1, 60):
        if each.snapshot.show["phase"] in ("search", "countdown", "setup"):
            with pytest.raises(CheckRefused, match="never while people search"):
                check_shown(each.snapshot.show, WORDS, {"word": "a"})


def test_the_page_of_a_check(tmp_path: Path) -> None:
    session = table_of(tmp_path, "word_buffet", players=2, steps=0)
    client = create_app(session, WebSettings(check=lambda show, asked: check_shown(show, WORDS, asked))).test_client()
    assert "never while people search" in client.get("/check?word=reel").text
    session.act(session.snapshot().legal[0], Source.PAGE)
    for action in ("table go", "P1 call 4", "P2 call 3", "table sand-out"):
        if action in session.snapshot().legal:
            session.act(action, Source.PAGE)
    assert client.get(f"/check?word=reel&seat={'9' * 5000}").status_code == 200, "no seat is so far away"
    page = client.get("/check?word=reel&seat=0")
    assert page.status_code == 200
    assert "REEL" in page.text
    assert create_app(session, WebSettings()).test_client().get("/check?word=a").status_code == 404
    session.close()
