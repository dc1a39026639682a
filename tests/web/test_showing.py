"""A box shown to the camera on the page: one card after another, or photographs; it ends as a pack that is used at once."""

import io
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from numpy.typing import NDArray

from companion.cli.boxes import Boxes
from companion.cli.naming import from_here_on, meant, shown_of, sorts_of
from companion.game import CompanionError
from companion.games.appetite.reading import see
from companion.pack import built_in, load
from companion.web.helper import Alike, Enrolling, ShownSlip
from tests.vision.deck import card
from tests.vision.enrolling.test_showing import numbered, photo
from tests.web.test_first_evening import MadeUp, client, front, machine
from vision.frame import Frame
from vision.image.decode import decode, load_frame
from vision.observation import Detection, Observation, PlaneFix, Quality
from vision.reader import TableReader

__all__ = ["client", "front", "machine"]

PATIENCE_S = 20.0
BEGIN = {"game": "appetite", "sort": "own", "width_mm": "60", "height_mm": "90", "title": "Our deck"}


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.cli.box.watching", lambda: lambda frame: None)


def until(boxes: Boxes, ready: Callable[[Enrolling], bool]) -> Enrolling:
    """The showing once it stands so."""
    ends = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends:
        now = boxes.now()
        assert now is not None
        if ready(now):
            return now
        time.sleep(0.02)
    raise AssertionError(f"it never came to that: {boxes.now()}")


def is_asked(number: int) -> Callable[[Enrolling], bool]:
    return lambda now: now.wanted == "label" and now.number == number


def png(flat: NDArray[np.uint8] | None) -> bytes:
    return cv2.imencode(".png", photo(flat).rgb[..., ::-1])[1].tobytes()


def send(client: FlaskClient, *pictures: bytes) -> int:
    files = [(io.BytesIO(content), f"{n}.png") for n, content in enumerate(pictures)]
    return client.post("/setup/enrol/photos", data={"photo": files}).status_code


def test_a_box_is_shown_named_made_and_used(client: FlaskClient, machine: MadeUp) -> None:
    assert client.post("/setup/enrol", data=BEGIN).headers["Location"] == "/setup/enrol"
    assert "Lay one card under the camera" in client.get("/setup/enrol").text
    machine.frame = photo(card("red", 1))
    until(machine.boxes, is_asked(0))
    part = client.get("/setup/enrol/part").text
    assert 'value="breakfasts-1"' in part
    assert "could not be read for sure" in part, "a name that is only the next of the list says so"
    assert client.get("/setup/enrol/card.jpg").data[:2] == b"\xff\xd8"
    client.post("/setup/enrol/accept", data={"number": "0", "label": "lunches-6", "part": "1"})
    machine.frame = photo(card("blue", 7))
    until(machine.boxes, is_asked(1))
    client.post("/setup/enrol/accept", data={"number": "0", "label": "sent twice"})
    client.post("/setup/enrol/accept", data={"number": "1", "label": "our joker"})
    assert "Not in the rulebook" in client.get("/setup/enrol/part").text
    client.post("/setup/enrol/done")
    made = until(machine.boxes, lambda now: now.wanted == "done")
    page = client.get("/setup/enrol").text
    assert "2 pieces were shown; the box is not complete" in page and "35 cards were not shown." in page
    assert (
        "<span>breakfasts-1,</span> <span>breakfasts-2,</span>" in page
        and "lunches-6" not in page.partition("35 cards")[2].partition("</p>")[0]
    )
    assert '<button class="btn main">Show more pieces</button>' in page and '<button class="btn">Take it as it is</button>' in page
    pack, looks = load(machine.folder / "packs" / made.deck)
    assert [(piece.id, dict(piece.attributes)) for piece in pack.pieces] == [
        ("lunches-6", {"suit": "lunches", "value": "6"}),
        ("our-joker", {}),
    ]
    assert (pack.game, pack.name) == ("appetite", "our-deck")
    assert looks is not None
    read = TableReader(looks).read(photo(card("red", 1), 12))
    assert [spot.piece for spot in see(pack, read).spots] == ["lunches-6"], "the game knows the card that the camera was shown"
    assert client.post("/setup/enrol/use").headers["Location"] == "/setup/players"
    assert machine.boxes.now() is None


def test_without_a_camera_the_page_says_what_to_do(client: FlaskClient) -> None:
    assert "No camera was chosen: choose one, or take a photograph" in client.get("/setup/enrol?game=appetite").text
    client.post("/setup/enrol", data=BEGIN)
    assert '<a href="/setup/camera">Choose a camera</a>' in client.get("/setup/enrol").text
    client.post("/setup/camera", data={"camera": "usb:0"})
    assert "No camera was chosen" not in client.get("/setup/enrol").text
    client.post("/setup/enrol/stop")
    assert "No camera was chosen" not in client.get("/setup/enrol?game=appetite").text


def test_photographs_wait_for_their_turn(client: FlaskClient, machine: MadeUp) -> None:
    client.post("/setup/enrol", data=BEGIN)
    assert send(client, png(card("red", 1)), png(None), png(card("blue", 7))) == 303
    until(machine.boxes, is_asked(0))
    client.post("/setup/enrol/accept", data={"number": "0", "label": "lunches-1"})
    now = until(machine.boxes, is_asked(1))
    assert now.troubles == ("1.png: no piece of 60 x 90 mm was found alone on plain ground; check its size",)
    client.post("/setup/enrol/skip")
    client.post("/setup/enrol/back")
    assert until(machine.boxes, lambda now: not now.queued).shown == ()
    assert send(client, b"no picture") == 303
    assert "picture" in until(machine.boxes, lambda now: len(now.troubles) == 2).troubles[1]
    machine.boxes.end()
    assert not [*(machine.folder / "boxes").glob("*/*")], "photographs of a box that was given up are not kept"


def test_a_scan_cut_at_the_edges_is_the_card_itself(client: FlaskClient, machine: MadeUp) -> None:
    client.post("/setup/enrol", data=BEGIN)
    flat = card("red", 1)
    send(client, cv2.imencode(".png", flat[..., ::-1])[1].tobytes())
    until(machine.boxes, is_asked(0))
    assert (
        asked_about(machine.boxes).shape[:2] == (640, round(640 * flat.shape[1] / flat.shape[0]))
        or asked_about(machine.boxes).shape == flat.shape
    )
    machine.boxes.end()


def test_what_does_not_fit_is_one_line(client: FlaskClient, machine: MadeUp) -> None:
    assert "mm wide and high" in client.post("/setup/enrol", data={**BEGIN, "width_mm": "5"}).text
    assert "is not played with" in client.post("/setup/enrol", data={**BEGIN, "game": "buffet_boss", "sort": "ordinary"}).text
    assert "no box is being shown" in client.post("/setup/enrol/done").text.lower()
    client.post("/setup/enrol", data=BEGIN)
    assert "nothing was shown yet" in client.post("/setup/enrol/done").text.lower()
    assert "no picture in that" in client.post("/setup/enrol/photos", data={}).text
    assert "not finished" in client.post("/setup/enrol/use").text
    assert client.post("/setup/enrol/nothing").status_code == 404
    assert client.get("/setup/enrol/card.jpg").status_code == 404
    machine.frame = photo(card("red", 1))
    until(machine.boxes, is_asked(0))
    refused = client.post("/setup/enrol/accept", data={"number": "0", "label": " ", "part": "1"})
    assert (refused.status_code, "printable characters" in refused.text) == (422, True)
    refused = client.post("/setup/enrol/accept", data={"number": "0", "label": "red/1", "part": "1"})
    assert (refused.status_code, "without slashes" in refused.text) == (422, True)
    machine.boxes.end()


def test_faults_are_told_in_the_language_of_the_page(client: FlaskClient, machine: MadeUp) -> None:
    client.post("/setup/language", data={"language": "de"})
    assert "Karten sind 10 bis 400 mm breit und hoch" in client.post("/setup/enrol", data={**BEGIN, "width_mm": "5"}).text
    assert "Es wird keine Schachtel gezeigt" in client.post("/setup/enrol/done").text
    client.post("/setup/enrol", data=BEGIN)
    assert "Noch nichts wurde gezeigt" in client.post("/setup/enrol/done", data={"part": "1"}).text
    assert "Darin war kein Bild" in client.post("/setup/enrol/photos", data={}).text
    send(client, png(None))
    until(machine.boxes, lambda now: bool(now.troubles))
    assert (
        "0.png: kein Teil von 60 x 90 mm wurde allein auf einfarbigem Grund gefunden; prüfe seine Größe"
        in client.get("/setup/enrol/part").text
    )
    machine.boxes.end()


ART = Path(__file__).parents[2] / "fixtures" / "packs"
DINNER = {"game": "surrealist_dinner_party", "sort": "own", "width_mm": "60", "height_mm": "104", "title": "Our dinner"}


def art(name: str, height: int) -> NDArray[np.uint8]:
    """A piece of our own print-and-play art so many pixels high, RGB."""
    rgb = load_frame(ART / name).rgb
    return np.asarray(cv2.resize(rgb, (round(height * rgb.shape[1] / rgb.shape[0]), height), interpolation=cv2.INTER_AREA), np.uint8)


def on_ground(piece: NDArray[np.uint8], is_round: bool = False) -> Frame:
    """It lies on grey paper; of a scan's white ground nothing is left."""
    ground = np.full((720, 960, 3), (118, 124, 128), np.uint8)
    mask = np.zeros(piece.shape[:2], np.uint8)
    if is_round:
        cv2.circle(mask, (piece.shape[1] // 2, piece.shape[0] // 2), piece.shape[0] // 2 - 1, 255, -1)
    else:
        mask[:] = 255 if piece.shape[0] > 400 else (piece.min(axis=2) < 235) * 255
    top, left = (720 - piece.shape[0]) // 2 + 20, (960 - piece.shape[1]) // 2 - 30
    place = ground[top : top + piece.shape[0], left : left + piece.shape[1]]
    place[mask > 0] = piece[mask > 0]
    return Frame(ground, 0.0)


def test_guests_tokens_and_what_guests_crave_become_one_box(client: FlaskClient, machine: MadeUp) -> None:
    client.post("/setup/enrol", data=DINNER)
    machine.frame = on_ground(art("surrealist_dinner_party/aurelio.png", 520))
    until(machine.boxes, is_asked(0))
    assert "Appetites, from the top" in client.get("/setup/enrol/part").text
    wrong = client.post("/setup/enrol/accept", data={"number": "0", "label": "dora-maar", "says-appetites": ["wine", "soup"], "part": "1"})
    assert (wrong.status_code, "soup is none of food, wine" in wrong.text) == (422, True)
    client.post("/setup/enrol/accept", data={"number": "0", "label": "dora-maar", "says-appetites": ["wine", "food", "wild", ""]})
    assert client.post("/setup/enrol/kind", data={"sort": "token", "width_mm": "3", "part": "1"}).status_code == 422
    client.post("/setup/enrol/kind", data={"sort": "token", "width_mm": "16"})
    assert "Lay one round token under the camera" in client.get("/setup/enrol/part").text
    for number, (side, label) in enumerate((("wine.design", "wine"), ("wine.plain", "wine"), ("food.design", "food")), 1):
        machine.frame = on_ground(art(f"surrealist_dinner_party/{side}.png", 240), is_round=True)
        now = until(machine.boxes, is_asked(number))
        assert (now.kind, [each.name for each in now.asked]) == ("token", ["token"])
        height, width = asked_about(machine.boxes).shape[:2]
        assert height == width and 220 <= height <= 242, "cut at the token's edge"
        client.post("/setup/enrol/accept", data={"number": str(number), "label": label})
    client.post("/setup/enrol/done")
    made = until(machine.boxes, lambda now: now.wanted == "done" or bool(now.fault))
    assert made.fault == ""
    pack, looks = load(machine.folder / "packs" / made.deck)
    assert [(piece.id, piece.kind, piece.size_mm) for piece in pack.pieces] == [
        ("dora-maar", "card", (60.0, 104.0)),
        ("wine", "token", (16.0, 16.0)),
        ("food", "token", (16.0, 16.0)),
    ]
    assert pack.piece("dora-maar").attributes["appetites"] == "wine|food|wild"
    assert pack.piece("wine").attributes["token"] == "wine"
    assert len(pack.piece("dora-maar").attributes["places"].split()) == 3, "found by the circles printed on the card"
    assert looks is not None and [look.id for look in looks.looks] == ["dora-maar", "wine", "wine", "food"]
    machine.boxes.end()


def test_foods_are_measured_one_by_one(client: FlaskClient, machine: MadeUp) -> None:
    client.post("/setup/enrol", data={**BEGIN, "game": "buffet_boss"})
    assert "Show foods" in client.get("/setup/enrol/part").text
    client.post("/setup/enrol/kind", data={"sort": "food"})
    machine.frame = on_ground(art("buffet_boss/pear.png", 300))
    now = until(machine.boxes, is_asked(0))
    assert now.is_measured and now.proposal is not None and now.proposal.startswith("food-")
    unmeasured = client.post("/setup/enrol/accept", data={"number": "0", "label": "food-egg", "part": "1"})
    assert "measure it as it lies in the picture" in unmeasured.text
    client.post("/setup/enrol/accept", data={"number": "0", "label": "food-egg", "width_mm": "26"})
    client.post("/setup/enrol/done")
    made = until(machine.boxes, lambda now: now.wanted == "done" or bool(now.fault))
    assert made.fault == ""
    pack, looks = load(machine.folder / "packs" / made.deck)
    piece = pack.piece("food-egg")
    assert (piece.kind, piece.attributes["food"], piece.size_mm is not None and piece.size_mm[0]) == ("food", "egg", 26.0)
    assert piece.size_mm is not None and piece.size_mm[1] == pytest.approx(38, abs=1.5), "its height by its shape"
    assert looks is not None and looks.looks[0].silhouette is not None, "it can be seen from the side"
    machine.boxes.end()


def test_two_cards_that_look_alike_are_named_with_what_helps(client: FlaskClient, machine: MadeUp) -> None:
    client.post("/setup/enrol", data=BEGIN)
    for number, frame in enumerate((photo(card("red", 1)), photo(card("blue", 7)), photo(card("red", 1), 3))):
        machine.frame = frame
        until(machine.boxes, is_asked(number))
        client.post("/setup/enrol/accept", data={"number": str(number), "label": f"lunches-{number + 1}"})
    client.post("/setup/enrol/done")
    made = until(machine.boxes, lambda now: now.wanted == "done")
    assert [(pair.first, pair.second) for pair in made.alike] == [("lunches-1", "lunches-3")]
    page = client.get("/setup/enrol").text
    assert "lunches-1 and lunches-3" in page
    assert ("mark one of them" if made.alike[0].is_hopeless else "bring the camera nearer") in page
    machine.boxes.end()


@pytest.mark.parametrize(("language", "said"), [("en", "lies upside down"), ("de", "auf dem Kopf liegt"), ("es", "boca abajo")])
def test_a_pair_that_is_one_upside_down_is_named_on_the_page(
    client: FlaskClient, machine: MadeUp, monkeypatch: pytest.MonkeyPatch, language: str, said: str
) -> None:
    client.post("/setup/language", data={"language": language})
    pair = Alike("lunches-6", "lunches-9", "in the middle left when one of them lies upside down", True)
    monkeypatch.setattr(machine.boxes, "now", lambda: Enrolling("appetite", "Our deck", "done", alike=(pair,)))
    assert said in client.get("/setup/enrol/part").text


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "look the same. That is so on one of their sides"),
        ("de", "sehen gleich aus. Das gilt für eine ihrer Seiten"),
        ("es", "se ven iguales. Esto vale para uno de sus lados"),
    ],
)
def test_backs_that_are_one_are_named_on_the_page(
    client: FlaskClient, machine: MadeUp, monkeypatch: pytest.MonkeyPatch, language: str, said: str
) -> None:
    client.post("/setup/language", data={"language": language})
    pair = Alike("food", "wine", "nowhere", True, is_one_side=True)
    monkeypatch.setattr(machine.boxes, "now", lambda: Enrolling("surrealist_dinner_party", "Our box", "done", alike=(pair,)))
    assert said in " ".join(client.get("/setup/enrol/part").text.split())


@pytest.mark.parametrize(
    ("language", "slip", "unplaced"),
    [
        ("en", ("place 2 is listed as food", "looks like drama."), "was not found on these cards"),
        ("de", ("Platz 2 steht ", "Speise in der Liste und sieht aus wie drama."), "war nicht zu finden"),
        ("es", ("el lugar 2 figura como comida", "y parece drama."), "no se encontró"),
    ],
)
def test_slips_and_cards_without_places_are_named_on_the_page(
    client: FlaskClient, machine: MadeUp, monkeypatch: pytest.MonkeyPatch, language: str, slip: tuple[str, str], unplaced: str
) -> None:
    client.post("/setup/language", data={"language": language})
    made = Enrolling("surrealist_dinner_party", "Our box", "done", slips=(ShownSlip("guest-a", 2, "food", "drama"),), unplaced=("guest-b",))
    monkeypatch.setattr(machine.boxes, "now", lambda: made)
    page = client.get("/setup/enrol/part").text
    assert f"<b>guest-a</b> {slip[0]}" in page and slip[1] in page
    assert unplaced in page and "<span>guest-b</span>" in page
    assert 'class="advice good"' not in page


def test_an_ordinary_deck_has_its_own_names(tmp_path: Path) -> None:
    appetite = built_in("appetite")
    assert sorts_of(appetite) == ("own", "ordinary")
    first, die, face = shown_of(appetite, "ordinary")
    names = first.pieces
    assert (len(names), die.spec.kind, face.spec.kind) == (36, "die", "die")
    assert dict(names["hearts-A"].attributes) == {"rank": "A", "pips": "hearts"}
    boxes = Boxes(tmp_path, lambda: photo(card("red", 1)), numbered)
    boxes.begin("appetite", "ordinary", (60.0, 90.0), "")
    until(boxes, is_asked(0))
    boxes.box().accept(0, "hearts-A", 0.0, {})
    boxes.box().finish()
    pack = load(tmp_path / "packs" / until(boxes, lambda now: now.wanted == "done").deck)[0]
    seen = Observation(
        0.0, (9, 9), Quality(1, 0.5, 0), PlaneFix("none"), (Detection("card", ((0, 0), (1, 0), (1, 1), (0, 1)), "hearts-A", 1.0),)
    )
    assert [spot.piece for spot in see(pack, seen).spots] == ["hearts-A"]
    boxes.end()
    with pytest.raises(CompanionError, match="no box is being shown"):
        boxes.box()


def test_a_label_that_was_read_stands_for_the_nearest_name() -> None:
    missing = ("jean-arp", "dora-maar")
    assert (meant("dora-maar", missing).id, meant("jean-arq", missing).id) == ("dora-maar", "jean-arp")
    assert not meant("card-1", missing).is_read
    assert meant("card-1", ()).id == "card-1"
    assert not meant("6", ("lunches-6", "dinners-6")).is_read, "a number that several cards bear tells none of them"
    assert meant("6", ("lunches-6", "dinners-7")).is_read
    assert from_here_on(("a", "b", "c"), "nobody") == ("a", "b", "c")


def test_a_card_that_lies_upside_down_is_turned_when_its_name_is_read_that_way(tmp_path: Path) -> None:
    upright = card("red", 1)

    def read(rgb: NDArray[np.uint8], taken: frozenset[str]) -> str:
        """The name is read off a card whose dark number stands in its upper left corner."""
        return "lunches-6" if is_same_way(rgb, upright) else "card-1"

    frame = photo(np.ascontiguousarray(upright[::-1, ::-1]))
    boxes = Boxes(tmp_path, lambda: frame, read)
    boxes.begin("appetite", "own", (60.0, 90.0), "")
    now = until(boxes, is_asked(0))
    assert (now.proposal, now.is_read) == ("lunches-6", True)
    assert is_same_way(asked_about(boxes), upright)
    boxes.box().turn(0)
    assert not is_same_way(asked_about(boxes), upright)
    boxes.box().turn(7)
    assert until(boxes, is_asked(0)).turns == 1, "sent for a card that is not asked about any more"
    boxes.end()


def asked_about(boxes: Boxes) -> NDArray[np.uint8]:
    """The card on the page."""
    return decode(boxes.box().card(None) or b"", "card").rgb


def is_same_way(rgb: NDArray[np.uint8], upright: NDArray[np.uint8]) -> bool:
    """Whether a picture of a card resembles it more as it stands than upside down."""
    small = cv2.resize(rgb, (60, 90)).astype(float)
    like, unlike = (np.abs(small - cv2.resize(way, (60, 90)).astype(float)).mean() for way in (upright, upright[::-1, ::-1].copy()))
    return bool(like < unlike)


def test_the_form_proposes_the_size_of_the_pieces_that_are_shown_first(client: FlaskClient) -> None:
    tiles, cards = (client.get(f"/setup/enrol?game={game}").text for game in ("word_buffet", "buffet_boss"))
    assert 'name="width_mm" min="10" max="400" step="0.5" value="68.0"' in tiles and "Measure one tile" in tiles
    assert 'name="height_mm" min="10" max="400" step="0.5" value="88.0"' in cards and "Measure one card" in cards
