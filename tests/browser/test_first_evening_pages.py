"""The first evening's pages in a real browser: every step, both themes, a corner moved by keyboard."""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from threading import Thread

import cv2
import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from companion.devices import Devices
from companion.web.first_evening import create_setup
from companion.web.front import Front
from companion.web.serve import Server
from companion.web.steps import STEPS
from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, PHONE, VIEWS, seen_as
from tests.browser.test_page_promises import TARGET_PX, probe
from tests.vision.deck import card
from tests.vision.enrolling.test_showing import photo
from tests.web.evening import lying
from tests.web.test_first_evening import MadeUp
from tests.web.test_showing import DINNER, art, on_ground

pytestmark = pytest.mark.browser


@pytest.fixture
def machine(tmp_path: Path) -> MadeUp:
    return MadeUp(tmp_path, camera="usb:0")


@pytest.fixture
def address(machine: MadeUp) -> Iterator[str]:
    front = Front(Flask(__name__))
    front.show(create_setup(machine, Devices(), lambda: front, frozenset()))
    server = Server(front, "127.0.0.1", 0)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    for session in machine.sessions:
        session.close()
    server.close()
    thread.join(5)


def test_nobody_stumbles_over_a_step(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}/setup/camera")
    page.get_by_role("radio", name="A camera").check()
    page.get_by_role("button", name="Show its picture").click()
    page.request.post(f"{address}/setup/deck", form={"game": "buffet_boss", "deck": "mine"})
    for step in STEPS:
        page.goto(f"{address}/setup/{step}")
        for view in VIEWS:
            seen_as(page, view)
            assert violations(page) == [], (step, view)
            assert probe(page, "small_targets", TARGET_PX) == [], (step, view)
            assert page.evaluate("document.documentElement.scrollWidth") <= view[0][0], (step, view)
    page.close()


def test_a_long_label_of_a_choice_keeps_clear_of_its_edges(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]})
    page.request.post(f"{address}/setup/language", form={"language": "de"})
    page.goto(f"{address}/setup/enrol?game=appetite")
    tight = page.evaluate(
        """() => [...document.querySelectorAll(".pickable")].filter(label => {
            const words = document.createRange(); words.selectNodeContents(label)
            const inner = words.getBoundingClientRect(), outer = label.getBoundingClientRect()
            return inner.top - outer.top < 6 || outer.bottom - inner.bottom < 6 || outer.right - inner.right < 6
        }).map(label => label.textContent)"""
    )
    assert tight == []
    page.close()


def test_a_whole_first_evening_by_keyboard(browser: Browser, address: str, machine: MadeUp) -> None:
    page = browser.new_page()
    page.goto(address)
    go_on = page.get_by_role("button", name="Go on")
    go_on.press("Enter")
    go_on.press("Enter")
    page.get_by_role("radio", name="A camera").press("Space")
    page.get_by_role("button", name="Show its picture").press("Enter")
    expect(page.locator("[data-live-picture]")).to_be_visible()
    go_on.press("Enter")
    expect(page.get_by_text("Move the lamp.").first).to_be_visible()
    go_on.press("Enter")
    corner = page.get_by_role("button", name="Far left corner")
    expect(page.locator("[data-corners]")).not_to_have_value("")
    was = page.locator("[data-corners]").input_value()
    corner.press("ArrowRight")
    corner.press("Shift+ArrowDown")
    x, y = (float(each) for each in was.split(",")[:2])
    assert page.locator("[data-corners]").input_value().split(",")[:2] == [f"{x + 1:.1f}", f"{y + 10:.1f}"]
    page.get_by_label("Width in mm").fill("297")
    page.get_by_label("Height in mm").fill("210")
    go_on.press("Enter")
    page.locator("section.panel", has_text="Buffet Boss").get_by_role("button", name="Scores by hand").press("Enter")
    assert machine.corners[0] == (x + 1, y + 10)
    page.get_by_label("Seat 1").fill("Ines")
    page.get_by_label("Seat 2").fill("Bruno")
    go_on.press("Enter")
    go_on.press("Enter")
    page.wait_for_url("**/setup/trial")  # with its script: a form that is sent before that shows its answer alone
    page.get_by_role("button", name="Read the table now").press("Enter")
    expect(page.locator("#trial")).to_contain_text("No box was chosen")
    go_on.press("Enter")
    expect(page.get_by_text("http://192.0.2.7:8080/")).to_be_visible()
    page.get_by_role("button", name="Begin the evening").press("Enter")
    expect(page.locator("#connection")).to_have_text("Live")
    assert machine.begun[0].players == ("Ines", "Bruno")
    page.close()


def test_a_zone_is_dragged_by_mouse_and_by_keyboard(browser: Browser, address: str, machine: MadeUp) -> None:
    page = browser.new_page(viewport={"width": DESKTOP[0], "height": DESKTOP[1]})
    page.request.post(f"{address}/setup/camera", form={"camera": "usb:0"})
    page.request.post(f"{address}/setup/deck", form={"game": "buffet_boss", "deck": "mine"})
    page.request.post(f"{address}/setup/players", form={"name1": "Ines", "name2": "Bruno"})
    page.goto(f"{address}/setup/zones")
    left = page.locator("[name='line.left']")
    line = page.get_by_role("button", name="Buffet line", exact=True)
    was = int(left.input_value())
    line.press("ArrowLeft")
    line.press("Shift+ArrowRight")
    assert int(left.input_value()) == was - 9
    box = page.locator("[data-camera]").bounding_box()
    assert box is not None
    scale = box["width"] / 1280
    held = line.bounding_box()
    assert held is not None
    at, y = held["x"] + 0.3 * held["width"], held["y"] + held["height"] / 2
    page.mouse.move(at, y)
    page.mouse.down()
    page.mouse.move(at + 60 * scale, y, steps=5)
    page.mouse.up()
    assert abs(int(left.input_value()) - (was - 9 + 30)) <= 1, "two pixels of the picture are a millimetre"
    corner = page.get_by_role("button", name="Buffet line: near right corner")
    corner.press("ArrowRight")
    page.get_by_label("Read only what lies within the mat").check()
    page.get_by_role("button", name="Go on").press("Enter")
    page.wait_for_url("**/setup/rules")
    placing = machine.placings["buffet_boss"]
    assert placing is not None
    zone = next(each for each in placing.zones if each.key == "line")
    assert zone.numbers[2] - zone.numbers[0] == 470, "ten wider"
    assert placing.mat == (-320, -180, 320, 180)
    page.close()


def test_a_box_is_shown_on_the_page(
    browser: Browser, address: str, machine: MadeUp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("companion.cli.box.watching", lambda: lambda frame: None)
    picture = tmp_path / "photo.png"
    cv2.imwrite(str(picture), photo(card("blue", 7)).rgb[..., ::-1])
    page = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]})
    page.goto(f"{address}/setup/deck")
    page.get_by_role("link", name="Show your own box to the camera").first.click()
    page.get_by_label("Width in mm").fill("60")
    page.get_by_label("Height in mm").fill("90")
    page.get_by_role("button", name="Begin").press("Enter")
    machine.frame = photo(card("red", 1))
    name = page.get_by_label("What is this card called?")
    expect(name).to_have_value("breakfasts-1")
    assert violations(page) == []
    name.fill("lunches-6")
    page.wait_for_timeout(1_000)
    expect(name).to_have_value("lunches-6")
    machine.frame = None
    name.press("Enter")
    expect(page.get_by_text("1 shown, the rulebook's box has 36 different")).to_be_visible()
    page.get_by_label("photographs of single pieces").set_input_files(str(picture))
    page.get_by_role("button", name="Send").press("Enter")
    expect(name).to_have_value("lunches-7")
    page.get_by_role("button", name="That is right").press("Enter")
    expect(page.get_by_text("2 shown, the rulebook's box has 36 different")).to_be_visible()
    page.get_by_role("button", name="That was all").press("Enter")
    expect(page.get_by_text("2 pieces were shown; the box is not complete.")).to_be_visible(timeout=20_000)
    assert violations(page) == []
    page.get_by_role("button", name="Take it as it is").press("Enter")
    expect(page.get_by_text("Who sits where?")).to_be_visible()
    page.close()


def test_tokens_are_shown_in_the_same_box(browser: Browser, address: str, machine: MadeUp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.cli.box.watching", lambda: lambda frame: None)
    page = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]})
    page.request.post(f"{address}/setup/enrol", form=dict[str, str | float | bool](DINNER))
    page.goto(f"{address}/setup/enrol")
    page.get_by_text("Shown now: guests").click()
    assert violations(page) == []
    page.get_by_label("Across, in mm").fill("18")
    page.get_by_role("button", name="Show round tokens").press("Enter")
    expect(page.get_by_text("Lay one round token under the camera")).to_be_visible()
    machine.frame = on_ground(art("surrealist_dinner_party/wine.design.png", 240), is_round=True)
    name = page.get_by_label("What is this piece called?")
    expect(name).to_have_value("food")
    name.fill("wine")
    name.press("Enter")
    expect(page.get_by_text("Take it away, or turn it over, and show the next")).to_be_visible()
    shown = machine.boxes.now()
    assert shown is not None
    assert [(piece.name, piece.is_known) for piece in shown.shown] == [("wine", True)]
    page.close()
    machine.boxes.end()


FORMS = {
    "appetite": ("lunches-6", 420, {}),
    "buffet_boss": ("card-pear", 420, {}),
    "buffet_master": ("tacos-0-0", 420, {}),
    "surrealist_dinner_party": ("aurelio", 420, {"width_mm": "60", "height_mm": "104"}),
    "word_buffet": ("tile-01", 300, {"width_mm": "68", "height_mm": "68"}),
}
"""A piece of each game's box, how high it is shown, and what is said of its size."""


def test_what_stands_on_a_piece_is_asked_beside_its_picture(
    browser: Browser, address: str, machine: MadeUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.cli.box.watching", lambda: lambda frame: None)
    page = browser.new_page()
    for (game, (picture, high, size)), view in zip(FORMS.items(), cycle(VIEWS)):
        page.request.post(f"{address}/setup/enrol", form={"game": game, "sort": "own", "width_mm": "63", "height_mm": "88", **size})
        machine.frame = on_ground(art(f"{game}/{picture}.png", high))
        page.goto(f"{address}/setup/enrol")
        expect(page.get_by_role("button", name="That is right")).to_be_visible()
        seen_as(page, view)
        assert violations(page) == [], (game, view)
        assert probe(page, "small_targets", TARGET_PX) == [], (game, view)
        assert page.evaluate("document.documentElement.scrollWidth") <= view[0][0], (game, view)
    machine.boxes.end()
    page.close()


def test_a_dish_is_told_by_keyboard_and_a_mistake_costs_nothing(
    browser: Browser, address: str, machine: MadeUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.cli.box.watching", lambda: lambda frame: None)
    page = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]})
    page.request.post(f"{address}/setup/enrol", form={"game": "buffet_master", "sort": "own", "width_mm": "63", "height_mm": "88"})
    page.goto(f"{address}/setup/enrol")
    machine.frame = on_ground(art("buffet_master/tacos-0-0.png", 420))
    dish, points = page.get_by_label("Dish"), page.get_by_label("Points on the card")
    expect(dish).to_be_visible()
    dish.fill("tacos")
    page.get_by_label("Its cards from top to bottom").fill("1")
    page.get_by_label("Its cards from left to right").fill("2")
    points.fill("3")
    row = page.get_by_label("This card is in row")
    row.fill("2")
    points.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("is no place in a dish of 1 x 2")
    expect(dish).to_have_value("tacos")
    row.fill("1")
    machine.frame = on_ground(art("buffet_master/tacos-0-1.png", 420))
    points.press("Enter")
    expect(page.get_by_label("This card is in column")).to_have_value("2")
    expect(points).to_have_value("3")
    page.get_by_role("button", name="That is right").press("Enter")
    expect(page.get_by_text("2 shown").first).to_be_visible()
    shown = machine.boxes.now()
    assert shown is not None
    assert [piece.name for piece in shown.shown] == ["tacos-0-0", "tacos-0-1"]
    machine.boxes.end()
    page.close()


def test_a_trial_reading_is_drawn_on_the_picture(browser: Browser, address: str, machine: MadeUp) -> None:
    page = browser.new_page()
    page.request.post(f"{address}/setup/camera", form={"camera": "usb:0"})
    page.request.post(f"{address}/setup/deck", form={"game": "appetite", "deck": "mine"})
    machine.lies = (lying(0, "lunches-6"),)
    page.goto(f"{address}/setup/trial")
    for _ in range(2):
        page.wait_for_url("**/setup/trial")  # with its script: a form that is sent before that shows its answer alone
        page.get_by_role("button", name="Read the table now").press("Enter")
        expect(page.get_by_text("1 piece recognised")).to_be_visible()
        expect(page.locator("[data-camera] .seen polygon.sure")).to_have_count(1)
    page.close()
