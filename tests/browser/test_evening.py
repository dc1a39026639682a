"""After the evening and around it: results, evenings, devices and disputes, for every eye, finger and key."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.session import Session
from companion.snapshot import Source
from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, OTHER_VIEWS, PHONE, SMALLEST, VIEWS, Open, View, seen_as, served
from tests.browser.test_page_promises import TARGET_PX, probe
from tests.web.tables import table_of

pytestmark = pytest.mark.browser
PAGES = ("/disputes/{seq}", "/disputes/2", "/verify", "/pair", "/devices", "/results", "/evenings", "/rules")


@pytest.fixture
def questioned(session: Session) -> int:
    """A play that was questioned and became a house rule."""
    seq = next(told.seq for told in reversed(session.snapshot().told) if told.picture)
    session.dispute(seq, "The card before it was a Breakfast too.", Source.PAGE, 3)
    session.rule("Touch means play.", Source.PAGE, about=seq, verdict="house")
    return seq


def test_named_tappable_and_without_sideways_scrolling(open_page: Open, questioned: int) -> None:
    page = open_page()
    for path in PAGES:
        _unfolded(page, path, questioned)
        assert probe(page, "nameless") == [], path
        assert probe(page, "double_ids") == [], path
        for size in (DESKTOP, PHONE, SMALLEST):
            seen_as(page, (size, "light"))
            assert probe(page, "small_targets", TARGET_PX) == [], (path, size)
            assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), (path, size)


@pytest.mark.parametrize("views", [VIEWS, pytest.param(OTHER_VIEWS, marks=pytest.mark.slow)], ids=["night-phone", "day-phone"])
def test_axe_finds_nothing(open_page: Open, questioned: int, views: tuple[View, ...]) -> None:
    page = open_page()
    for path in PAGES:
        _unfolded(page, path, questioned)
        for view in views:
            seen_as(page, view)
            assert violations(page) == [], (path, view)


def _unfolded(page: Page, path: str, seq: int) -> None:
    page.goto(_at(page.url, path, seq))
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")


def _at(url: str, path: str, seq: int) -> str:
    scheme, host = url.split("/")[0], url.split("/")[2]
    return f"{scheme}//{host}{path.format(seq=seq)}"


def test_results_are_reached_from_the_menu_and_taken_away(open_page: Open, tmp_path: Path) -> None:
    page = open_page(PHONE)
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("link", name="Results and evenings").tap()
    expect(page.locator(".chart")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="BG Stats").tap()
    download.value.save_as(tmp_path / "evening.bgsplay")
    assert {player["name"] for player in json.loads((tmp_path / "evening.bgsplay").read_text())["players"]} == {
        "Ines",
        "Bruno",
        "Maren",
        "Teo",
    }
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.get_by_role("link", name="All evenings").tap()
    page.get_by_label("Game, name or date").fill("maren")
    page.get_by_role("button", name="Find").tap()
    expect(page.locator(".ev-row")).to_have_count(1)


def test_in_print_there_are_results_and_no_buttons(open_page: Open) -> None:
    page = open_page(path="/results")
    page.emulate_media(media="print")
    expect(page.locator(".rk").first).to_be_visible()
    expect(page.get_by_role("link", name="BG Stats")).to_be_hidden()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.get_by_text("Show as table")).to_be_hidden()


@pytest.mark.parametrize("path", ["/", "/results"])
def test_paper_is_white_whatever_the_screen_was(open_page: Open, path: str) -> None:
    page = open_page(scheme="dark", path=path)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    lit = "() => ['body', '.panel'].map(each => getComputedStyle(document.querySelector(each)).backgroundColor)"
    assert "rgb(255, 255, 255)" not in page.evaluate(lit)
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(lit) == ["rgb(255, 255, 255)"] * 2


def test_nobody_stumbles_over_the_result_with_its_score_sheets(browser: Browser, tmp_path: Path) -> None:
    session = table_of(tmp_path, "appetite", steps=600, boxes="2")
    with served(session) as address:
        page = browser.new_page()
        page.goto(f"{address}/results")
        expect(page.get_by_role("heading", name="Score sheets")).to_be_visible()
        for view in VIEWS:
            seen_as(page, view)
            assert violations(page) == [], view
            assert page.evaluate("document.documentElement.scrollWidth") <= view[0][0], view
            assert probe(page, "small_targets", TARGET_PX) == [], view
        page.close()


def test_the_owner_sets_a_pin_and_revokes_a_device(open_page: Open) -> None:
    page = open_page(path="/devices")
    page.get_by_label("PIN for scorekeepers").fill("2468")
    page.get_by_role("button", name="Set PIN").click()
    expect(page.get_by_text("Devices without the PIN watch.")).to_be_visible()
    expect(page.locator(".qr")).to_have_count(2)
    page.goto(_at(page.url, "/pair", 0))
    page.get_by_label("PIN").fill("2468")
    page.get_by_label("A name for this device").fill("Kitchen tablet")
    page.get_by_role("button", name="Pair").click()
    page.goto(_at(page.url, "/devices", 0))
    page.get_by_role("button", name="Revoke Kitchen tablet").click()
    expect(page.get_by_text("No device is paired yet.")).to_be_visible()
