"""A page in another language: what the game says is in it too; programs and the log keep the English."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from flask.testing import FlaskClient

import vision
from companion.cli.first_evening import NAMES
from companion.pack import built_in
from companion.session import Session
from companion.web.app import create_app
from companion.web.localised import localised, said_in, saying
from companion.web.sentences import load_sentences
from companion.web.settings import WebSettings
from companion.web.texts import load_texts
from tests.web.evening import lay_unsure
from tests.web.pictures import shrink
from tests.web.tables import table_of
from vision.cubes.reader import _HIDDEN, _PATTERN
from vision.letters.hidden import told
from vision.observation import ARM_OVER, CROWDED, FLICKERS, Board, NotReady, Observation, Quad, Quality
from vision.reader import NO_BOARD
from vision.tiles.betweenhands import HIDDEN
from vision.tiles.laid import complaint
from vision.tiles.signs import HALF, NEITHER, UNCLEAR
from vision.tiles.why import place_of

ACTIONS = "/api/v1/tables/1/actions"


@pytest.fixture(params=["de", "es"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def page(session: Session, language: str) -> FlaskClient:
    settings = WebSettings(hosts=("table.local",), viewers=2, keepalive_s=0.2, shrink=shrink, language=language)
    return create_app(session, settings).test_client()


SAID = {
    "de": ("spielte 4 Frühstück. Summe 37.", "Spiel höchstens eine 3", "Appetit ist 40"),
    "es": ("jugó 4 Desayunos. Total 37.", "Juega hasta 3", "el apetito es 40"),
}


def test_log_and_hints_are_said_in_the_pages_language(page: FlaskClient, language: str) -> None:
    text = page.get("/").get_data(as_text=True)
    told, hint, _ = SAID[language]
    assert told in text
    assert hint in text
    assert "played 4 Breakfasts" not in text


def test_a_refusal_says_its_numbers_in_the_pages_language(page: FlaskClient, session: Session, language: str) -> None:
    who = session.snapshot().status.to_act[0] + 1
    refused = page.post(f"{ACTIONS}/act", json={"action": f"P{who} play breakfasts-9"})
    assert refused.status_code == 422
    assert SAID[language][2] in refused.get_json()["detail"]


def test_a_dispute_is_in_the_pages_language(page: FlaskClient, session: Session, language: str) -> None:
    seq = next(told.seq for told in reversed(session.snapshot().told) if told.picture)
    text = page.get(f"/disputes/{seq}").get_data(as_text=True)
    assert SAID[language][0] in text
    assert "of another suit than" not in text


def test_who_was_faster_is_told_in_the_pages_language(page: FlaskClient, session: Session, language: str) -> None:
    late = page.post(f"{ACTIONS}/undo", json={"expected_seq": 1})
    assert late.status_code == 409
    assert "Meanwhile" not in late.get_json()["detail"]
    assert {"de": "Inzwischen", "es": "Mientras tanto"}[language] in late.get_json()["detail"]


def test_programs_are_told_in_english(page: FlaskClient) -> None:
    assert "played 4 Breakfasts. Total 37." in page.get("/api/v1/events").get_data(as_text=True)


def test_only_sentences_change(session: Session) -> None:
    before = session.snapshot()
    after = localised(before, str.upper)
    assert (after.legal, after.players, after.options, after.status.to_act) == (
        before.legal,
        before.players,
        before.options,
        before.status.to_act,
    )
    assert after.show["round"] == before.show["round"]
    assert [told.action for told in after.told] == [told.action for told in before.told]
    assert after.told[-1].text == before.told[-1].text.upper()
    assert said_in({"phase": "mark", "hints": [{"text": "go"}]}, str.upper) == {"phase": "mark", "hints": [{"text": "GO"}]}


def test_the_rulebook_is_in_the_pages_language(page: FlaskClient, language: str) -> None:
    text = page.get("/rules").get_data(as_text=True)
    assert {"de": "Eine Karte darf nicht die Farbe der Karte davor haben.", "es": "puede volver más tarde."}[language] in text
    assert "A card may not have the suit" not in text


def test_cameras_are_called_in_the_pages_language(language: str) -> None:
    say = load_sentences(language, "")
    named = [*NAMES.values(), "USB camera 3"]
    assert [name for name in named if say(name) == name] == []


ASKED = {"de": "Was hat Ines gespielt (Karte)?", "es": "¿Qué jugó Ines (carta)?"}


def test_a_question_that_names_somebody_is_asked_in_the_pages_language(page: FlaskClient, session: Session, language: str) -> None:
    lay_unsure(session, "dinners-1", "desserts-2")
    question = session.snapshot().question
    assert question is not None and "Ines" in question.text
    assert ASKED[language] in page.get("/").get_data(as_text=True)


SILENT = {"models", "evaluation", "enrolling"}
"""Rooms whose words are for whoever trains, measures or enrols."""
SAYING_WHY = {"_why", "_doubt", "_doubt_of_print", "_unsure", "asked_about"}


def reasons(room: str) -> Iterator[str]:
    """Every reason that a room of `vision` gives, with a piece or a number where it has a value."""
    tree = ast.parse((Path(vision.__file__).parent / f"{room}.py").read_text(encoding="utf-8"))
    named = vars(import_module(f"vision.{room.replace('/', '.')}"))
    for node in ast.walk(tree):
        match node:
            case ast.keyword(arg="why", value=value) | ast.Assign(targets=[ast.Name(id="why")], value=value):
                yield from _texts(value, named)
            case ast.FunctionDef(name=name, args=args):
                if name in SAYING_WHY:
                    returns = [each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value]
                    yield from (text for value in returns for text in _texts(value, named))
                if any(arg.arg == "why" for arg in args.args):
                    yield from (text for value in args.defaults for text in _texts(value, named))
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=values) if name in SAYING_WHY:
                yield from (text for value in values for text in _texts(value, named))


@cache
def all_reasons() -> tuple[str, ...]:
    """Those of all rooms of `vision`."""
    home = Path(vision.__file__).parent
    rooms = [path.relative_to(home).with_suffix("") for path in sorted(home.rglob("*.py"))]
    return tuple(dict.fromkeys(reason for room in rooms if room.parts[0] not in SILENT for reason in reasons(room.as_posix())))


def _texts(value: ast.expr, named: Mapping[str, object]) -> Iterator[str]:
    match value:
        case ast.Name(id=name) if isinstance(text := named.get(name), str):
            yield text
        case ast.Constant(value=str(text)) if " " in text:
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else _example(ast.unparse(part)) for part in parts)
        case ast.IfExp(body=one, orelse=other):
            yield from (*_texts(one, named), *_texts(other, named))


def _example(hole: str) -> str:
    """A number or a piece that may stand there."""
    return "3" if "count" in hole or "len(" in hole else "lunches-6"


def test_every_reason_for_a_doubt_is_said_in_the_pages_language(language: str) -> None:
    found = all_reasons()
    assert "too little of its rim shows" in found
    pack = built_in("appetite")
    say = saying(load_texts(language), pack, ("Ines", "Maren"))
    assert [reason for reason in found if say(reason) == reason] == []
    assert [reason for reason in found if "without" in say(f"2 without a name ({reason})")] == []


def test_why_a_picture_was_not_read_is_said_in_the_pages_language(language: str) -> None:
    say = saying(load_texts(language), built_in("appetite"), ("Ines", "Maren"))
    assert [why for why in NotReady if say(str(why)) == str(why)] == []


LOOKED_AT = (
    ARM_OVER,
    CROWDED,
    FLICKERS,
    _HIDDEN.format("ant-red"),
    _PATTERN,
    NO_BOARD,
    HIDDEN,
    complaint(np.ones(4, np.float32), 1.0),
    complaint(np.zeros(4, np.float32), 0.0),
    told([(2, 0), (4, 3)]),
    f"no letters show at the {place_of(0, 1)}, {place_of(1, 1)}, {place_of(2, 2)}: a tile is missing or covered; {told([(2, 0)])}",
    f"which way up the tile at the {place_of(1, 0)} lies cannot be told",
    "no letters show along a whole side of the board, and which side that is cannot be told: show the whole board",
    "most cells show no letter: show the whole board from above, in even light, and none of another game",
)


def test_what_is_wrong_with_a_picture_is_told_under_it_in_the_pages_language(language: str, tmp_path: Path) -> None:
    session = table_of(tmp_path, "word_buffet", players=2, seed=3, steps=0)
    corners: Quad = ((0, 0), (900, 0), (900, 900), (0, 900))
    client = create_app(session, WebSettings(language=language)).test_client()
    for why in LOOKED_AT:
        board = Board(corners, ("." * 15,) * 15, confidence=0.0, why=why)
        session.look(Observation(0.0, (1000, 1000), Quality(1, 0.5, 0, advice=(why,)), board=board), b"a picture")
        page = client.get("/").text
        (listed,) = re.findall(r'<ul class="xs live-remarks">(.*?)</ul>', page)
        assert listed.count("<li>") == 1 and not re.search(r"\b(the|board|lies|show)\b", listed), listed
    session.close()


def test_why_a_letter_is_asked_about_is_said_in_the_pages_language(language: str) -> None:
    say = saying(load_texts(language), built_in("word_buffet"), ("Ines", "Maren"))
    assert [why for why in (UNCLEAR, NEITHER, HALF) if say(why) == why] == []


@pytest.mark.parametrize(
    ("game", "what"),
    [
        ("word_buffet", "225 pieces in letters, food in foods, nest-red in nests"),
        ("buffet_boss", "7 pieces in line, banana in cards-2"),
        ("surrealist_dinner_party", "wine in andre-breton, food in jean-arp"),
    ],
)
def test_where_the_camera_found_what_nobody_expected_is_said_in_the_pages_language(language: str, game: str, what: str) -> None:
    said = saying(load_texts(language), built_in(game))(f"not expected: {what}")
    assert not re.search(r"pieces|\bin (foods|letters|nests|cards|jean|andre)|wine", said), said


def test_what_differs_is_said_whole_in_the_pages_language(language: str) -> None:
    say = saying(load_texts(language), built_in("appetite"))
    one, another = "missing: lunches-6 in table, lunches-7 in table", "1 without a name (too little of it shows)"
    assert (
        say(f"{one}; not expected: dinners-2 in table; {another}").split("; ")
        == {
            "de": [
                "es fehlt: lunches-6 auf dem Tisch, lunches-7 auf dem Tisch",
                "nicht erwartet: dinners-2 auf dem Tisch",
                "1 ohne Namen (zu wenig davon ist zu sehen)",
            ],
            "es": [
                "falta: lunches-6 en la mesa, lunches-7 en la mesa",
                "no esperado: dinners-2 en la mesa",
                "1 sin nombre (se ve demasiado poco)",
            ],
        }[language]
    )
