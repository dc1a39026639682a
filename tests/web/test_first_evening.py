"""The first evening, step by step, with a machine that is made up."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.cli.boxes import Boxes
from companion.devices import Devices
from companion.game import CompanionError, Pack
from companion.health import Reading, State
from companion.pack import built_in
from companion.session import Session
from companion.web.first_evening import create_setup
from companion.web.front import Front
from companion.web.helper import Begun, Choices, Deck, Looked
from companion.web.settings import WebSettings
from companion.web.steps import STEPS
from companion.zones import Placing, Zone, proposed
from tests.vision.enrolling.test_showing import numbered
from tests.web.pictures import Lying, draw, observe
from tests.web.tables import table_of
from vision.frame import Frame
from vision.observation import Observation, Point

TWO_PX_PER_MM = (2.0, 0.0, 640.0, 0.0, -2.0, 360.0, 0.0, 0.0, 1.0)
"""The table straight from above, its origin in the picture's middle."""


@dataclass
class MadeUp:
    """A machine with one camera and two games."""

    folder: Path
    camera: str = ""
    side_camera: str = ""
    film_mb: int = 0
    corners: tuple[Point, ...] = ()
    placings: dict[str, Placing | None] = field(default_factory=dict)
    frame: Frame | None = None
    unfinished: Choices | None = None
    last: Choices | None = None
    lies: tuple[Lying, ...] = ()
    advice: tuple[str, ...] = ()
    begun: list[Choices] = field(default_factory=list)
    sessions: list[Session] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.boxes = Boxes(self.folder, lambda: self.frame, numbered)

    def games(self) -> Sequence[Pack]:
        return [built_in("appetite"), built_in("buffet_boss"), built_in("word_buffet")]

    def cameras(self) -> Sequence[tuple[str, str]]:
        return [("usb:0", "A camera")]

    def use_camera(self, name: str, film_mb: int = 0) -> None:
        if name == "usb:9":
            raise CompanionError("no camera usb:9; plug it in")
        self.camera, self.film_mb = name, film_mb

    def use_side_camera(self, name: str) -> None:
        self.side_camera = name

    def picture(self, is_side: bool = False) -> bytes | None:
        return draw([]) if (self.side_camera if is_side else self.camera) else None

    def look(self) -> Looked | None:
        if not self.camera:
            return None
        glare = Reading("glare", "7.0% of the picture", State.WATCH, "Move the lamp.")
        markers = (((0, 0), (1, 0), (1, 1), (0, 1)),)
        return Looked((1280, 720), (glare,), "markers", markers, ((10, 20, 30, 40),), TWO_PX_PER_MM, (-320, -180, 320, 180))

    def use_corners(self, corners_px: Sequence[Point], size_mm: tuple[float, float]) -> None:
        self.corners = tuple(corners_px)

    def zones(self, game: str, deck: str) -> Sequence[Zone]:
        return proposed(built_in(game))

    def placing(self, game: str, deck: str) -> Placing | None:
        return self.placings.get(game)

    def place(self, game: str, placing: Placing | None) -> None:
        self.placings[game] = placing

    def decks(self, game: str) -> Sequence[Deck]:
        return [Deck("mine", "My box", 36)]

    def add_deck(self, archive: bytes, game: str) -> str:
        if archive != b"good":
            raise CompanionError("this file is no pack")
        return "added"

    def trial(self, game: str, deck: str) -> Observation:
        if not deck:
            raise CompanionError("no box was chosen, so nothing can be named")
        seen = observe([*self.lies])
        return replace(seen, quality=replace(seen.quality, advice=self.advice))

    def link(self) -> str:
        return "http://192.0.2.7:8080/"

    def go_on(self) -> Begun:
        if self.unfinished is None:
            raise CompanionError("no evening is unfinished")
        return self.begin(self.unfinished)

    def begin(self, choices: Choices) -> Begun:
        if not choices.game:
            raise CompanionError("choose a game first")
        self.begun.append(choices)
        self.sessions.append(table_of(self.folder, "buffet_boss", players=len(choices.players), steps=0))
        return Begun(self.sessions[-1], WebSettings(language=choices.language))


@pytest.fixture
def machine(tmp_path: Path) -> MadeUp:
    return MadeUp(tmp_path)


@pytest.fixture
def front(machine: MadeUp) -> Front:
    found = Front(Flask(__name__))
    found.show(create_setup(machine, Devices(), lambda: found, frozenset()))
    return found


@pytest.fixture
def client(front: Front) -> FlaskClient:
    app = Flask(__name__)
    app.wsgi_app = front  # type: ignore[method-assign]
    return app.test_client()


def test_every_step_is_a_page_that_names_where_one_is(client: FlaskClient) -> None:
    assert client.get("/").headers["Location"] == "/setup/language"
    for number, step in enumerate(STEPS, 1):
        page = client.get(f"/setup/{step}")
        assert page.status_code == 200
        assert f"Step {number} of 11" in page.text
    assert client.get("/setup/nothing").status_code == 404


def test_a_whole_first_evening(client: FlaskClient, machine: MadeUp) -> None:
    steps = {
        "language": {"language": "en"},
        "pin": {"pin": ""},
        "camera": {"camera": "usb:0"},
        "light": {},
        "table": {"by": "corners", "corners": "1,2,9,2,9,8,1,8", "width_mm": "210", "height_mm": "297"},
        "deck": {"game": "buffet_boss", "deck": ""},
        "players": {"name1": " Ines ", "name2": "Bruno", "name3": ""},
        "rules": {"option-mode": "lunch"},
        "trial": {},
    }
    for step, form in steps.items():
        assert client.post(f"/setup/{step}", data=form).status_code == 303, step
    assert machine.camera == "usb:0"
    assert machine.corners == ((1, 2), (9, 2), (9, 8), (1, 8))
    assert client.get("/").headers["Location"] == "/setup/join"
    assert "<svg" in client.get("/setup/join").text
    assert client.post("/setup/join").headers["Location"] == "/"
    assert machine.begun[0].players == ("Ines", "Bruno")
    assert machine.begun[0].options == {"mode": "lunch"}
    assert "Buffet Boss" in client.get("/").text
    assert client.get("/setup/language").status_code == 404, "the evening's page has taken over"
    machine.sessions[0].close()


@pytest.mark.parametrize(
    ("step", "form", "says"),
    [
        ("language", {"language": "xx"}, "there are"),
        ("pin", {"pin": "12"}, "4"),
        ("camera", {"camera": "usb:9"}, "plug it in"),
        ("camera", {"camera": "usb:0", "film_mb": "7"}, "sizes of a film"),
        ("table", {"by": "corners", "corners": "1,2,3"}, "all four corners"),
        ("table", {"by": "corners", "corners": "1,2,9,2,9,8,1,8", "width_mm": "5"}, "10 to 3000 mm"),
        ("table", {"by": "corners", "corners": "1,2,9,2,9,8,1,8", "width_mm": "wide"}, "wide"),
        ("deck", {"game": "chess"}, "Choose a game"),
        ("join", {}, "Choose a game"),
    ],
)
def test_what_does_not_fit_is_said_on_the_same_page(client: FlaskClient, step: str, form: dict[str, str], says: str) -> None:
    answer = client.post(f"/setup/{step}", data=form)
    assert answer.status_code == 422
    assert says in answer.text
    assert 'role="alert"' in answer.text


def test_a_film_of_the_evening_is_offered(client: FlaskClient, machine: MadeUp) -> None:
    page = client.get("/setup/camera").text
    assert 'name="film_mb"' in page and "at most 500 MB" in page
    assert client.post("/setup/camera", data={"camera": "usb:0", "film_mb": "500"}).status_code == 303
    assert (machine.camera, machine.film_mb) == ("usb:0", 500)
    assert '<option value="500" selected>' in client.get("/setup/camera").text
    client.post("/setup/camera", data={"camera": "usb:0", "film_mb": "0"})
    assert machine.film_mb == 0


def test_players_have_to_fit_the_game(client: FlaskClient) -> None:
    client.post("/setup/deck", data={"game": "appetite", "deck": "mine"})
    assert "2 to 4 players" in client.post("/setup/players", data={"name1": "Ines"}).text
    assert "the same name" in client.post("/setup/players", data={"name1": "Ines", "name2": "ines"}).text
    assert client.post("/setup/players", data={"name1": "Ines", "name2": "Bruno"}).status_code == 303


def test_an_option_without_a_default_blocks(client: FlaskClient) -> None:
    client.post("/setup/deck", data={"game": "appetite", "deck": "mine"})
    client.post("/setup/players", data={"name1": "Ines", "name2": "Bruno"})
    refused = client.post("/setup/rules", data={})
    assert refused.status_code == 422
    assert "Option boxes has no default" in refused.text
    assert client.post("/setup/rules", data={"option-boxes": "2"}).status_code == 303


def test_whoever_sets_the_pin_is_not_locked_out(machine: MadeUp) -> None:
    found = Front(Flask(__name__))
    app = create_setup(machine, Devices(), lambda: found, frozenset())
    phone = {"REMOTE_ADDR": "192.0.2.9"}
    mine, other = app.test_client(), app.test_client()
    assert mine.post("/setup/pin", data={"pin": "1234"}, environ_base=phone).status_code == 303
    assert mine.post("/setup/language", data={"language": "en"}, environ_base=phone).status_code == 303
    assert other.post("/setup/language", data={"language": "en"}, environ_base=phone).status_code == 403


def test_another_game_asks_for_players_and_rules_again(client: FlaskClient) -> None:
    client.post("/setup/deck", data={"game": "appetite", "deck": "mine"})
    client.post("/setup/players", data={"name1": "Ines", "name2": "Bruno"})
    client.post("/setup/deck", data={"game": "buffet_boss"})
    for step in ("language", "pin", "camera", "light", "table"):
        client.post(f"/setup/{step}", data={"language": "en"} if step == "language" else {})
    assert client.get("/").headers["Location"] == "/setup/players"


def test_a_second_camera_sees_the_plates_from_the_side(client: FlaskClient, machine: MadeUp) -> None:
    assert client.get("/setup/picture.jpg?view=side").status_code == 404
    same = client.post("/setup/camera", data={"camera": "usb:0", "side_camera": "usb:0"})
    assert (same.status_code, machine.camera) == (422, "")
    assert "are the same" in same.text
    client.post("/setup/camera", data={"camera": "usb:0", "side_address": "http://192.0.2.9/plates", "look": "1"})
    assert (machine.camera, machine.side_camera) == ("usb:0", "http://192.0.2.9/plates")
    page = client.get("/setup/camera").text
    assert 'src="/setup/picture.jpg?view=side"' in page
    assert 'value="http://192.0.2.9/plates"' in page
    assert client.get("/setup/picture.jpg?view=side").content_type == "image/jpeg"
    assert "http://192.0.2.9/plates" in client.get("/setup/join").text


def test_the_light_is_measured_and_painted(client: FlaskClient) -> None:
    assert client.get("/setup/picture.jpg").status_code == 404
    client.post("/setup/camera", data={"camera": "usb:0", "look": "1"})
    assert client.get("/setup/picture.jpg").content_type == "image/jpeg"
    page = client.get("/setup/light").text
    assert '<rect class="glare" x="10"' in page
    assert "Move the lamp." in client.get("/setup/light/part").text


def test_a_trial_reading(client: FlaskClient) -> None:
    assert "no box was chosen" in client.post("/setup/trial/read").text.lower()
    client.post("/setup/deck", data={"game": "appetite", "deck": "mine"})
    assert "0 pieces recognised" in client.post("/setup/trial/read").text


def test_a_trial_tells_tokens_that_this_light_does_not_tell_apart(client: FlaskClient, machine: MadeUp) -> None:
    client.post("/setup/deck", data={"game": "appetite", "deck": "mine"})
    machine.advice = ("beet and ruby: the light is too red to tell them apart; use a white lamp or daylight",)
    assert "beet and ruby: the light is too red" in client.post("/setup/trial/read").text
    client.post("/setup/language", data={"language": "de"})
    assert "nimm eine weiße Lampe" in client.post("/setup/trial/read").text


def test_a_trial_reading_is_a_part_for_the_pages_script_and_a_whole_page_without_it(client: FlaskClient) -> None:
    """A form may be sent before its script is there."""
    assert "<h1" not in (part := client.post("/setup/trial/read", data={"part": "1"}).text)
    assert f'<div id="trial" aria-live="polite">{part}</div>' in (page := client.post("/setup/trial/read").text)
    assert "<h1" in page and 'action="/setup/trial/read"' in page


def test_a_pack_from_a_file(client: FlaskClient) -> None:
    def sent(content: bytes) -> object:
        data = {"game": "appetite", "pack": (io.BytesIO(content), "a.zip")}
        return client.post("/setup/deck/file", data=data)

    assert sent(b"bad").status_code == 422  # type: ignore[attr-defined]
    assert sent(b"good").headers["Location"] == "/setup/players"  # type: ignore[attr-defined]


def ready(client: FlaskClient, game: str) -> None:
    client.post("/setup/camera", data={"camera": "usb:0"})
    client.post("/setup/deck", data={"game": game, "deck": "mine"})
    client.post("/setup/players", data={"name1": "Ines", "name2": "Bruno"})


def test_zones_are_asked_for_where_a_camera_reads_a_box(client: FlaskClient) -> None:
    client.post("/setup/deck", data={"game": "buffet_boss", "deck": "mine"})
    assert client.post("/setup/players", data={"name1": "Ines", "name2": "Bruno"}).headers["Location"] == "/setup/rules"
    assert "no places to set" in client.get("/setup/zones").text
    ready(client, "buffet_boss")
    assert client.post("/setup/players", data={"name1": "Ines", "name2": "Bruno"}).headers["Location"] == "/setup/zones"


def test_every_zone_of_the_game_stands_on_its_page(client: FlaskClient) -> None:
    ready(client, "buffet_boss")
    page = client.get("/setup/zones").text
    assert [name for name in ("Buffet line", "Waste Bin", "Cards of Ines", "Cards of Bruno") if name not in page] == []
    assert "Seat 3" not in page, "nobody sits there"
    assert 'name="line.left" data-part="left" step="1" min="-3000" max="3000" value="-275"' in page, "moved into sight with the others"


def test_dragged_zones_are_kept_with_the_table(client: FlaskClient, machine: MadeUp) -> None:
    ready(client, "buffet_boss")
    line = {"line.left": "-150", "line.near": "-50", "line.right": "150", "line.far": "60"}
    assert client.post("/setup/zones", data={"by": "dragged", **line}).headers["Location"] == "/setup/rules"
    placing = machine.placings["buffet_boss"]
    assert placing is not None
    assert {zone.key: zone.numbers for zone in placing.zones}["line"] == (-150, -50, 150, 60)
    assert placing.mat is None
    assert 'value="-150"' in client.get("/setup/zones").text
    mat = {"mat": "1", "mat.left": "-200", "mat.near": "-100", "mat.right": "200", "mat.far": "100"}
    client.post("/setup/zones", data={"by": "proposed", **mat})
    assert machine.placings["buffet_boss"] == Placing((), (-200, -100, 200, 100))
    client.post("/setup/zones", data={"by": "proposed"})
    assert machine.placings["buffet_boss"] is None


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"line.left": "100", "line.near": "0", "line.right": "100", "line.far": "50"}, "at least 10 mm"),
        ({"line.left": "wide", "line.near": "0", "line.right": "100", "line.far": "50"}, "needs its numbers"),
        ({"line.left": "-9000", "line.near": "0", "line.right": "100", "line.far": "50"}, "beyond 3000"),
        ({"line.left": "nan", "line.near": "0", "line.right": "100", "line.far": "50"}, "beyond 3000"),
    ],
)
def test_a_zone_that_is_none_is_said_on_the_same_page(client: FlaskClient, machine: MadeUp, form: dict[str, str], says: str) -> None:
    ready(client, "buffet_boss")
    answer = client.post("/setup/zones", data={"by": "dragged", **form})
    assert answer.status_code == 422
    assert says in answer.text
    assert machine.placings == {}


def test_an_unfinished_evening_goes_on(client: FlaskClient, machine: MadeUp) -> None:
    assert "not finished" not in client.get("/setup/language").text
    assert client.post("/setup/again").status_code == 422
    machine.unfinished = Choices(game="buffet_boss", players=("Ines", "Bruno"))
    page = client.get("/setup/language").text
    assert "An evening is not finished" in page
    assert "Ines and Bruno" in page
    assert client.post("/setup/again").headers["Location"] == "/"
    assert "Buffet Boss" in client.get("/").text
    machine.sessions[0].close()


def test_another_evening_begins_from_what_was_chosen_before(machine: MadeUp) -> None:
    players, options = ("Ines", "Bruno"), {"mode": "lunch"}
    machine.last = Choices(
        "de", "", "usb:0", ((1, 2), (9, 2), (9, 8), (1, 8)), (210, 297), "buffet_boss", "", players, options, frozenset({"pin"})
    )
    found = Front(Flask(__name__))
    client = create_setup(machine, Devices(), lambda: found, frozenset()).test_client()
    assert client.get("/").headers["Location"] == "/setup/language", "every step is asked again"
    assert 'value="de" checked' in client.get("/setup/language").text
    assert 'value="1,2,9,2,9,8,1,8"' in client.get("/setup/table").text
    assert 'value="Ines"' in client.get("/setup/players").text
    assert '<option value="lunch" selected>' in client.get("/setup/rules").text
