"""The page of each game, as people use it: phone and desk, light and dark, by keyboard alone, over a reload."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.session import Session
from companion.snapshot import Source
from companion.wordcheck import check_shown
from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, OTHER_VIEWS, PHONE, SMALLEST, VIEWS, View, Watch, loaded, seen_as, served
from tests.browser.test_page_promises import FIRST_LOAD_BYTES, TARGET_PX, probe
from tests.web.tables import GAMES, table_of, table_of_plates

pytestmark = pytest.mark.browser

MOMENTS = {"buffet_boss": 150, "buffet_master": 64, "surrealist_dinner_party": 90, "word_buffet": 30}
"""So many steps into a random game, where there is much to draw."""


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def session(tmp_path: Path, game: str) -> Iterator[Session]:
    table = table_of(tmp_path, game, steps=MOMENTS[game])
    yield table
    table.close()


@pytest.fixture
def address(session: Session) -> Iterator[str]:
    with served(session) as url:
        yield url


WITHOUT_CLOCKS = """() => { const hero = document.getElementById('part-hero').cloneNode(true);
    hero.querySelectorAll('.timer').forEach(timer => timer.remove()); return hero.innerHTML }"""


def opened(browser: Browser, address: str, size: tuple[int, int] = DESKTOP, scheme: Any = "light") -> Page:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion="reduce", has_touch=size[0] < 900
    )
    page = Watch(address).over(context.new_page())
    page.set_default_timeout(10_000)
    page.goto(address)
    expect(page.locator("#connection")).to_have_text("Live")
    return page


@pytest.mark.parametrize("views", [VIEWS, pytest.param(OTHER_VIEWS, marks=pytest.mark.slow)], ids=["night-phone", "day-phone"])
def test_nobody_stumbles(browser: Browser, address: str, views: tuple[View, ...]) -> None:
    page = opened(browser, address)
    for view in views:
        seen_as(page, view)
        assert violations(page) == [], view
        assert page.evaluate("document.documentElement.scrollWidth") <= view[0][0], view
        page.locator(".actions [data-open=pad]").click()
        page.evaluate("document.querySelectorAll('#sheet-pad details').forEach(details => { details.open = true; })")
        assert violations(page) == [], view
        assert probe(page, "small_targets", TARGET_PX) == [], view
        page.keyboard.press("Escape")
    seen_as(page, (SMALLEST, "light"))
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALLEST[0]
    assert probe(page, "small_targets", TARGET_PX) == []
    assert probe(page, "double_ids") == []
    assert probe(page, "nameless") == []
    page.context.close()


def test_the_first_load_is_small(browser: Browser, address: str) -> None:
    assert 10_000 < sum(loaded(browser, address)) < FIRST_LOAD_BYTES


def test_a_move_is_entered_by_keyboard_alone(browser: Browser, address: str, session: Session) -> None:
    page = opened(browser, address)
    before = session.snapshot().seq
    page.keyboard.press("k")
    expect(page.locator("#sheet-pad")).to_be_visible()
    for _ in range(40):
        page.keyboard.press("Tab")
        kind, name = page.evaluate("[document.activeElement.tagName, document.activeElement.getAttribute('name')]")
        if kind == "BUTTON" and name == "action":
            page.keyboard.press("Enter")
            break
        if kind == "SELECT" and name == "action":
            page.keyboard.press("ArrowDown")
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")
            break
        if kind == "SUMMARY" and page.evaluate("!document.activeElement.parentElement.open"):
            page.keyboard.press("Enter")
    else:
        pytest.fail("no move was reached by the Tab key")
    expect(page.locator("#sheet-pad")).not_to_be_visible()
    assert session.snapshot().seq == before + 1
    expect(page.locator(".event").first).to_have_attribute("data-seq", str(before + 1))
    page.keyboard.press("u")
    expect(page.locator(".event.undone").first).to_be_visible()
    page.context.close()


def test_a_reload_in_the_middle_loses_nothing(browser: Browser, address: str, session: Session) -> None:
    page = opened(browser, address, PHONE)
    action = session.snapshot().legal[0]
    drawn = page.evaluate(WITHOUT_CLOCKS)
    page.reload()
    assert page.evaluate(WITHOUT_CLOCKS) == drawn
    session.act(action, Source.PROGRAM)
    expect(page.locator(".event").first).to_have_attribute("data-seq", str(session.snapshot().seq))
    page.reload()
    expect(page.locator(".event").first).to_have_attribute("data-seq", str(session.snapshot().seq))
    page.context.close()


def test_scores_are_itemised_with_their_clauses(browser: Browser, address: str, session: Session) -> None:
    lines = session.snapshot().scores
    page = opened(browser, address)
    for summary in page.locator("#part-scores .score > summary").all():
        summary.click()
    shown = page.locator("#part-scores .score .scoreline:not(.total) .clause").all_inner_texts()
    assert sorted(shown) == sorted(str(line.clause) for line in lines) or not page.locator("#part-scores .score").count()
    if shown:
        page.locator("#part-scores .score .clause").first.click()
        expect(page.locator("#sheet-rule")).to_contain_text(shown[0])
    page.context.close()


def test_a_phones_picture_is_taken_on_the_page(browser: Browser, tmp_path: Path) -> None:
    picture = tmp_path / "table.jpg"
    picture.write_bytes(b"\xff\xd8 a picture")
    came: list[tuple[bytes, str]] = []

    def read(jpeg: bytes, view: str) -> str:
        came.append((jpeg, view))
        return "7 pieces recognised."

    with served(table_of_plates(tmp_path / "log"), photo=read) as address:
        page = opened(browser, address, DESKTOP)
        page.keyboard.press("?")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="A phone's picture").click()
        assert violations(page) == []
        side = page.get_by_text("Hold the phone at the height of the plate")
        expect(side).to_be_hidden()
        page.get_by_label("the side").check()
        expect(side).to_be_visible()
        expect(page.get_by_text("Hold the phone over the table")).to_be_hidden()
        page.locator("#photo-form input[type=file]").first.set_input_files(picture)
        expect(page.locator(".toast")).to_have_text("7 pieces recognised.")
        assert came == [(picture.read_bytes(), "side")]
        page.context.close()


@pytest.mark.parametrize("game", ["word_buffet"], indirect=True)
def test_a_word_is_typed_or_tapped_and_shown(browser: Browser, session: Session) -> None:
    while session.snapshot().show["phase"] != "mark":
        session.act(next(a for a in session.snapshot().legal if not a.endswith(("early", "late"))), Source.PAGE)
    with served(session, check=lambda show, asked: check_shown(show, (), asked)) as address:
        page = opened(browser, address)
        show: Any = session.snapshot().show
        cell = show["players"][show["current"]]["starts"][0]
        page.locator(f".wb [data-cell={cell}]").click()
        assert page.locator("[data-word]").input_value() == page.locator(f".wb [data-cell={cell}]").text_content()
        page.get_by_role("button", name="Check", exact=True).click()
        expect(page.locator("[data-answer]")).to_contain_text("Lies on the board")
        expect(page.locator("[data-answer]")).to_contain_text("The tapped way is allowed")
        page.locator("[data-word]").fill("zzzz")
        page.keyboard.press("Enter")
        expect(page.locator("[data-answer]")).to_contain_text("Does not lie on the board")
        assert violations(page) == []
        page.context.close()
