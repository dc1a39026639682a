"""Boxes that nobody knows, photographed, told on the page and played with: no step needs a terminal. See `tests.web.test_whole_boxes`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.snapshot import Source
from tests.browser import home
from tests.web.test_showing import art, on_ground
from tests.web.test_whole_boxes import a_die
from vision.frame import Frame

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@dataclass(frozen=True)
class Shown:
    """A piece, and what is said of it on the page."""

    picture: str
    label: str = ""
    said: Mapping[str, str | list[str]] = field(default_factory=dict)
    sort: str = ""
    """Chosen before it is shown, with the width of its pieces."""
    across_mm: int = 0
    high: int = 420
    reads: str = ""
    """The letters that the page is to read off it."""


def dish(name: str, cols: int, points: str) -> Iterator[Shown]:
    for col in range(cols):
        said = {"dish": name, "rows": "1", "cols": str(cols), "row": "1", "col": str(col + 1), "points": points}
        yield Shown(f"{name}-0-{col}", said=said)


GUESTS = (
    "aurelio",
    "bettina",
    "casimira",
    "dagny",
    "edgardo",
    "florestan",
    "giselle",
    "hubertus",
    "ilse",
    "jacinto",
    "klothilde",
    "leopold",
)
COLOURS = ("red", "yellow", "green", "blue")
BOXES: Mapping[str, tuple[Shown, ...]] = {
    "appetite": (
        Shown("lunches-6", "lunches-6"),
        Shown("dinners-7", "joker", {"suit": "dinners", "value": "7"}),
        Shown("die:anchor", said={"round": "1"}, sort="face", across_mm=16),
        Shown("die:2", said={"round": "2"}, sort="face", across_mm=16),
    ),
    "buffet_boss": tuple(
        Shown(f"card-{food}", food, {"stars": "2", "group": "veggie", "colour": "green"}) for food in ("cabbage", "pear", "bean")
    ),
    "buffet_master": (
        *dish("tacos", 2, "3"),
        *dish("kebab", 3, "4"),
        Shown("swoop", said={"special": "swoop", "copies": "4"}, sort="special"),
    ),
    "surrealist_dinner_party": (
        *(Shown(name, name, {"appetites": ["wine", "dessert"], "icon": "plate"}, high=520) for name in GUESTS),
        *(
            Shown(f"{kind}.plain", kind, {"token": kind}, sort="token", across_mm=16, high=240)
            for kind in ("food", "wine", "dessert", "compliment", "drama")
        ),
    ),
    "word_buffet": (
        Shown("tile-01", "letter-tile-1", high=300, reads="RELFE\nAOSGT\nOBLNI\nCOHPN\nDVHBE"),
        Shown("tile-02", "letter-tile-2", high=300, reads="AICEJ\nITUBI\nUSCIE\nNKJES\nILSAA"),
        *(Shown(f"ant-{colour}", f"ant-{colour}", sort="ant", across_mm=9, high=240) for colour in COLOURS),
    ),
}
SIZES_MM = {"surrealist_dinner_party": (60, 104)}
"""Of the cards that are shown first, where the page proposes others."""
OPTIONS = {"appetite": {"boxes": "2"}}
PLAYERS = {"buffet_boss": ("Ines",)}


@pytest.mark.parametrize("game", BOXES)
def test_a_box_of_ones_own_is_shown_and_played_with(game: str, browser: Browser, tmp_path: Path) -> None:
    with home.at_home(browser, tmp_path) as evening:
        page = evening.device()

        def own() -> None:
            page.locator(f"a[href*='/setup/enrol?game={game}']").click()
            for side, mm in zip(("Width", "Height"), SIZES_MM.get(game, ()), strict=False):
                page.get_by_label(side).fill(str(mm))
            page.get_by_role("button", name="Begin").click()
            sort = ""
            for number, piece in enumerate(BOXES[game]):
                if piece.sort and piece.sort != sort:
                    sort = piece.sort
                    choose(page, piece)
                photographed = tmp_path / f"{game}-{number}.png"
                frame = taken(game, piece)
                cv2.imwrite(str(photographed), frame.rgb[..., ::-1])
                tell(page, piece, photographed)
            page.get_by_role("button", name="That was all").click()
            use = page.get_by_role("button", name="Take it as it is" if game == "appetite" else "Use this box", exact=True)
            expect(use).to_be_visible()
            expect(page.get_by_text("What nobody can play without")).to_have_count(0)
            use.click()

        home.first_evening(page, game, PLAYERS.get(game, ("Ines", "Bruno")), own=own, **OPTIONS.get(game, {}))
        names = {piece.id for piece in evening.session.pack.pieces}
        assert {piece.label for piece in BOXES[game] if piece.label} <= names
        assert {f"die-{piece.said['round']}" for piece in BOXES[game] if piece.sort == "face"} <= names
        legal = evening.session.snapshot().legal
        assert legal, "the game goes on with this box"
        evening.session.act(legal[0], Source.PAGE)
        expect(page.locator(".event").first).to_be_visible()


def taken(game: str, piece: Shown) -> Frame:
    """The photograph of a piece."""
    if piece.picture.startswith("die:"):
        return a_die(piece.picture[4:], 10.0, 160)
    return on_ground(art(f"{game}/{piece.picture}.png", piece.high), is_round=bool(piece.across_mm))


def choose(page: Page, piece: Shown) -> None:
    """Pieces of another sort are shown from now on."""
    page.get_by_text("Shown now:").click()
    form = page.locator(f"form.sort:has(input[value={piece.sort}])")
    if piece.across_mm:
        form.get_by_label("Across, in mm").fill(str(piece.across_mm))
    form.locator("button").click()


def tell(page: Page, piece: Shown, photographed: Path) -> None:
    """A photograph is sent, and what its piece says is written beside it."""
    page.locator("[name=photo]").set_input_files(str(photographed))
    page.get_by_role("button", name="Send").click()
    right = page.get_by_role("button", name="That is")
    expect(right).to_be_visible()
    if piece.label:
        page.locator("[name=label]").fill(piece.label)
    if piece.reads:
        letters = page.locator("[name=says-letters]")
        read = zip(letters.input_value(), piece.reads, strict=True)
        assert all(seen in (letter, "?") for seen, letter in read), "read off the tile, what is not sure as ?"
        letters.fill(piece.reads)
    for name, value in piece.said.items():
        fields = page.locator(f"[name=says-{name}]")
        for field_, each in zip(fields.all(), [value] if isinstance(value, str) else value, strict=False):
            if field_.evaluate("field => field.tagName") == "SELECT":
                field_.select_option(each)
            else:
                field_.fill(each)
    right.click()
    expect(right).to_be_hidden()
