"""For each game a box of which nothing is known: shown piece by piece on the page, what it says is asked there, and it can be played."""

import csv
from collections.abc import Iterator, Mapping
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from numpy.typing import NDArray

from companion.cli.fitting import missing_in
from companion.cli.letterboards import tiling_of
from companion.game import Pack, Setup
from companion.games import available
from companion.games.appetite.reading import see
from companion.pack import load
from fixtures.play import random_play
from tests.vision.dice.test_faces import face
from tests.web.test_first_evening import MadeUp, client, front, machine
from tests.web.test_showing import ART, art, on_ground, still, until
from vision.dice.reader import DiceReader
from vision.frame import Frame
from vision.looks.catalogue import Catalogue
from vision.reader import TableReader

__all__ = ["client", "front", "machine", "still"]

Form = Mapping[str, str | list[str]]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.cli.box.POLL_S", 0.01)


class Hand:
    """Somebody who shows a box to the camera and fills in the page's forms."""

    def __init__(self, client: FlaskClient, machine: MadeUp, game: str, width_mm: float = 63, height_mm: float = 88) -> None:
        self.client, self.machine, self.game = client, machine, game
        form = {"game": game, "sort": "own", "width_mm": str(width_mm), "height_mm": str(height_mm), "title": "Our box"}
        assert client.post("/setup/enrol", data=form).status_code == 303
        self.number = 0

    def sort(self, name: str, width_mm: float = 0, height_mm: float = 0) -> None:
        form = {"sort": name, "width_mm": str(width_mm), "height_mm": str(height_mm), "part": "1"}
        answer = self.client.post("/setup/enrol/kind", data=form, follow_redirects=True)
        assert answer.status_code == 200, answer.text

    def lay(self, picture: str, height: int = 420, is_round: bool = False, quarters: int = 0) -> str:
        """The page once the piece is asked about."""
        piece: NDArray[np.uint8] = np.ascontiguousarray(np.rot90(art(f"{self.game}/{picture}.png", height), quarters))
        self.machine.frame = on_ground(piece, is_round)
        until(self.machine.boxes, lambda now: now.wanted == "label" and now.number == self.number)
        return self.client.get("/setup/enrol/part").text

    def says(self, label: str = "", **said: str | list[str]) -> str:
        """Fills in the form; the fault on the page, empty when it is taken."""
        form: dict[str, Any] = {f"says-{name}": value for name, value in said.items()}
        answer = self.client.post("/setup/enrol/accept", data={"number": str(self.number), "label": label, "part": "1", **form})
        if answer.status_code == 303:
            self.number += 1
            return ""
        return answer.text.partition('role="alert"')[2].partition("<span>")[2].partition("</span>")[0].rstrip(".")

    def finish(self) -> tuple[Pack, Catalogue, str]:
        """The box, its looks, and the page that says how it went."""
        self.client.post("/setup/enrol/done")
        made = until(self.machine.boxes, lambda now: now.wanted == "done" or bool(now.fault))
        assert made.fault == ""
        pack, looks = load(self.machine.folder / "packs" / made.deck)
        assert looks is not None
        return pack, looks, self.client.get("/setup/enrol").text


@pytest.fixture
def hands(client: FlaskClient, machine: MadeUp) -> Iterator[Any]:
    yield lambda *args: Hand(client, machine, *args)
    machine.boxes.end()


def plays(pack: Pack, players: int, **options: str) -> bool:
    """Whether a random game can be played with a box, to its end or at least 60 actions long."""
    game = available()[pack.game]
    steps = [*random_play(game, game.initial(pack, Setup(players, options)), 5, 60)]
    return len(steps) == 60 or game.status(steps[-1].after).over


def test_a_dish_is_told_card_by_card_and_the_next_place_is_proposed(hands: Any) -> None:
    hand = hands("buffet_master")
    page = hand.lay("tacos-0-0")
    assert 'name="label"' not in page, "what the card is follows from its dish and place"
    tacos = {"dish": "Our tacos", "rows": "1", "cols": "2"}
    assert hand.says(**tacos, row="1", col="1") == "Points on the card: this has to be filled in"
    assert hand.says(**tacos, row="2", col="1", points="3").startswith("Row 1, col 0 is no place in a dish of 1 x 2")
    assert hand.says(**tacos, row="1", col="1", points="many") == "Points on the card: many is no number from 0 to 99"
    assert hand.says(**tacos, row="1", col="1", points="3") == ""
    page = hand.lay("tacos-0-1")
    proposed = hand.machine.boxes.now().asked
    assert {each.name: "".join(each.proposed) for each in proposed} == {
        "dish": "Our tacos", "rows": "1", "cols": "2", "row": "1", "col": "2", "points": "3", "copies": "",
    }  # fmt: skip
    assert 'value="Our tacos"' in page
    assert hand.says(**tacos, row="1", col="2", points="3") == ""
    for col in range(3):
        page = hand.lay(f"kebab-0-{col}")
        assert 'value="Our tacos"' not in page, "that dish is whole"
        assert hand.says(dish="kebab", rows="1", cols="3", row="1", col=str(col + 1), points="4") == ""
    pack, looks, page = hand.finish()
    assert "fewer than 12 cards" in page and "Show more pieces" in page
    hand.client.post("/setup/enrol/more")
    hand.sort("special", 63, 88)
    hand.lay("swoop")
    assert hand.says(special="swoop", copies="3") == ""
    hand.sort("back", 63, 88)
    hand.lay("back")
    assert hand.says() == ""
    pack, looks, page = hand.finish()
    assert missing_in(pack) == () and "Show more pieces" in page
    assert [piece.id for piece in pack.pieces] == ["Our-tacos-0-0", "Our-tacos-0-1", "kebab-0-0", "kebab-0-1", "kebab-0-2", "swoop"]
    assert dict(pack.piece("Our-tacos-0-1").attributes) == {**tacos, "row": "0", "col": "1", "points": "3"}
    assert dict(pack.piece("swoop").attributes) == {"special": "swoop", "copies": "3"}
    assert "back" in {look.id for look in looks.looks}
    assert plays(pack, 2)


def test_foods_with_stars_and_groups_and_what_characters_like(hands: Any) -> None:
    hand = hands("buffet_boss")
    hand.lay("card-cabbage")
    assert hand.says("cabbage", stars="7") == "Stars: 7 is none of 1, 2, 3, 4"
    assert hand.says("chou frisé", stars="2").startswith("A food is called by letters without accents")
    assert hand.says("cabbage", stars="2", group="veggie", colour="green", name="Savoy") == ""
    for food, stars in (("pear", "3"), ("waffle", "1")):
        hand.lay(f"card-{food}")
        assert hand.says(food, stars=stars, group="fruit", colour="green") == ""
    hand.sort("character", 63, 88)
    hand.lay("card-egg")
    assert "nothing that B1 can like" in hand.says("character-b1", likes=["green"])
    assert hand.says("character-b1", likes=["meat", "fruit", ""]) == ""
    hand.sort("food")
    hand.lay("pear", 300)
    answer = hand.client.post("/setup/enrol/accept", data={"number": "4", "label": "food-pear", "says-food": "pear", "width_mm": "26"})
    assert answer.status_code == 303
    pack, _, page = hand.finish()
    assert missing_in(pack) == ()
    assert dict(pack.piece("cabbage").attributes) == {"stars": "2", "group": "veggie", "colour": "green", "name": "Savoy"}
    assert dict(pack.piece("character-b1").attributes) == {"character": "B1", "likes": "meat+fruit"}
    assert dict(pack.piece("food-pear").attributes) == {"food": "pear"}
    assert "food cards" in page and "3 of 21 shown" in page, "what the rulebook's box has beyond that is told"
    assert plays(pack, 1)


def test_guests_with_abilities_faux_pas_and_tokens(hands: Any) -> None:
    hand = hands("surrealist_dinner_party", 60, 104)
    page = hand.lay("aurelio")
    assert "swap self with neighbour" in page, "abilities are picked from a list"
    refused = hand.says("aurelio", ability="giv 1 wine")
    assert refused.startswith("&#39;giv 1 wine&#39; is no step of an ability"), refused
    assert hand.says("aurelio", appetites=["wine", "food"], icon="plate", ability="give 1 wine from kitchen to own", called="Aurélio") == ""
    assert {each.name: each.size_mm for each in hand.machine.boxes.now().sorts} == {
        "guest": (60, 104),
        "faux-pas": (60, 104),
        "token": (16, 16),
    }
    hand.sort("faux-pas", 60, 104)
    hand.lay("mirabel")
    assert "race shows a number of tokens" in hand.says("faux-pas-1", says="race", of="wine", points="2")
    assert hand.says("faux-pas-1", says="race", of="wine", shown="3", points="2") == ""
    hand.sort("token", 16)
    hand.lay("wine.plain", 240, is_round=True)
    assert hand.says("wine") == ""
    pack, _, page = hand.finish()
    assert "1 guests" in page and "no piece with role" in page, "what it takes to play is told"
    assert {name: value for name, value in pack.piece("aurelio").attributes.items() if name != "places"} == {
        "role": "guest", "called": "Aurélio", "appetites": "wine|food", "icon": "plate", "ability": "give 1 wine from kitchen to own",
    }  # fmt: skip
    assert dict(pack.piece("faux-pas-1").attributes) == {"role": "faux-pas", "printed": "race:wine:3:2"}


def test_a_slip_in_what_guests_crave_is_told_once_the_box_is_shown(hands: Any) -> None:
    hand = hands("surrealist_dinner_party", 60, 104)
    with (ART / "surrealist_dinner_party" / "pieces.csv").open() as file:
        craved = {row["id"]: row["appetites"].split("|") for row in csv.DictReader(file) if row["appetites"]}
    for name in [*craved][:8]:
        hand.lay(name)
        first, second, *rest = craved[name]
        assert hand.says(name, appetites=[second, first, *rest] if name == "dagny" else craved[name]) == ""
    hand.sort("token", 16)
    hand.lay("wine.plain", 240, is_round=True)
    assert hand.says("wine") == ""
    pack, _, page = hand.finish()
    slips = [(slip.name, slip.place, slip.listed, slip.looks_like) for slip in hand.machine.boxes.now().slips]
    assert slips == [("dagny", 1, "compliment", "dessert"), ("dagny", 2, "dessert", "compliment")]
    assert "<b>dagny</b> place 1 is listed as compliment and looks like dessert." in page
    assert "Where tokens are to lie was not found" not in page
    assert all(pack.piece(name).attributes["places"] for name in [*craved][:8])


@pytest.mark.slow
def test_twelve_guests_and_five_tokens_are_a_dinner(hands: Any) -> None:
    hand = hands("surrealist_dinner_party", 60, 104)
    for name in [path.stem for path in sorted((ART / "surrealist_dinner_party").glob("[a-z]*.png")) if "." not in path.stem][:12]:
        hand.lay(name)
        assert hand.says(name, appetites=["wine", "dessert"]) == ""
    hand.sort("token", 16)
    for kind in ("food", "wine", "dessert", "compliment", "drama"):
        hand.lay(f"{kind}.plain", 240, is_round=True)
        assert hand.says(kind) == ""
    pack, _, _ = hand.finish()
    assert missing_in(pack) == ()
    assert plays(pack, 2)


def test_letter_tiles_are_read_and_checked_and_tokens_have_colours(hands: Any) -> None:
    hand = hands("word_buffet", 68, 68)
    page = hand.lay("tile-01", 300)
    proposed = {each.name: each.proposed for each in hand.machine.boxes.now().asked}
    assert proposed["letters"][0] == "RELFE" and proposed["letters"][4] == "DVHBE"
    assert ("Where a ? stands" in page) == ("?" in "".join(proposed["letters"]))
    assert (proposed["food_row"], proposed["food_col"]) == (("4.5",), ("3.5",)), "counted from 1, as people do"
    assert hand.says("letter-tile-1", letters="RELFE AOSGT") == "Letters: write 5 rows of 5 letters each"
    assert hand.says("letter-tile-1", letters="relfe\nAOSGT\nOBLNI\nCOHPN\nDVHBE", food_row="4.5", food_col="3.5") == ""
    hand.lay("tile-02", 300, quarters=1)
    assert {each.name: each.proposed for each in hand.machine.boxes.now().asked}["letters"][0] == "AICEJ", "set upright"
    assert hand.says("letter-tile-2", letters="AICEJ/ITUBI/USCIE/NKJES/ILSAA", food_row="3.5", food_col="2.5") == ""
    hand.sort("ant", 9)
    for colour in ("red", "yellow", "green", "blue"):
        hand.lay(f"ant-{colour}", 240, is_round=True)
        assert hand.says(f"ant-{colour}") == ""
    pack, looks, page = hand.finish()
    assert missing_in(pack) == () and "2 of 12 shown" in page
    tiling = tiling_of(pack, looks)
    assert tiling is not None and set(tiling.known) == {"letter-tile-1", "letter-tile-2"}
    assert tiling.known["letter-tile-1"].letters[0] == "RELFE"
    assert tiling.known["letter-tile-1"].food == (3.5, 2.5)
    assert set(tiling.colours) == {"red", "yellow", "green", "blue"}
    assert pack.piece("ant-red").size_mm == (9.0, 9.0)
    assert plays(pack, 2)


def test_faces_of_a_die_without_pips_are_shown_and_tell_the_round(hands: Any) -> None:
    hand = hands("appetite")
    hand.lay("lunches-6")
    assert hand.says("lunches-6") == ""
    hand.sort("face", 16)
    assert "Lay one die under the camera" in hand.client.get("/setup/enrol/part").text
    for round, shows in ((1, "anchor"), (2, "2")):
        hand.machine.frame = a_die(shows, 12.0 * round, 160)
        until(hand.machine.boxes, lambda now: now.wanted == "label" and now.number == hand.number)
        if round == 1:
            assert hand.says() == "Which round does this face stand for?: this has to be filled in"
        assert hand.says(round=str(round)) == ""
    hand.machine.frame = a_die("", 5.0, 160)
    until(hand.machine.boxes, lambda now: now.wanted == "card")
    pack, looks, page = hand.finish()
    assert "faces of a die without pips" in page
    assert [(piece.id, piece.kind) for piece in pack.pieces if piece.kind == "die"] == [("die-1", "die"), ("die-2", "die")]
    assert plays(pack, 3, boxes="2", deck_table="custom")
    reader = TableReader(looks, also=DiceReader(looks=looks.looks).detect)
    for round, shows in ((1, "anchor"), (2, "2")):
        seen = see(pack, reader.read(a_die(shows, 77.0 + 100 * round, 48)))
        assert [(spot.zone, spot.piece) for spot in seen.spots] == [("counter", f"die-{round}")]


def a_die(shows: str, degrees: float, side: int) -> Frame:
    """A blue die on grey paper; nothing on its face where it shows nothing."""
    flat = face(shows, side) if shows else np.full((side, side, 3), (30, 90, 180), np.uint8)
    frame = np.full((480, 640, 3), (118, 124, 128), np.uint8)
    frame[240 - side // 2 : 240 - side // 2 + side, 320 - side // 2 : 320 - side // 2 + side] = flat
    matrix = cv2.getRotationMatrix2D((319.5, 239.5), degrees, 1.0)
    return Frame(np.asarray(cv2.warpAffine(frame, matrix, (640, 480), borderMode=cv2.BORDER_REPLICATE), np.uint8), 0.0)


def test_the_die_needs_no_camera_and_an_unknown_card_says_suit_and_number(hands: Any) -> None:
    hand = hands("appetite")
    hand.lay("lunches-6")
    assert hand.says("our-joker", suit="lunches", value="6", count="2") == ""
    hand.sort("die")
    hand.sort("die")
    hand.number = 2
    pack, _, _ = hand.finish()
    assert (pack.piece("counter").kind, pack.piece("our-joker").count) == ("die", 2)
    assert dict(pack.piece("our-joker").attributes) == {"suit": "lunches", "value": "6"}
    assert len(pack.pieces) == 2, "the die is there once"
    assert plays(pack, 3, boxes="2", deck_table="custom")
