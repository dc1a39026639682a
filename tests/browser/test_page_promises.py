"""What every page promises: small, keyboard-reachable, big enough to tap, readable, alone with its own server, back after a loss."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.session import Session
from companion.snapshot import Source
from tests.browser.conftest import DESKTOP, OTHER_VIEWS, PHONE, SMALLEST, VIEWS, Open, Watch, loaded, seen_as, served
from tests.web.evening import evening, lay_unsure, opening

pytestmark = pytest.mark.browser

FIRST_LOAD_BYTES = 150_000
TARGET_PX = 44


def test_the_first_load_is_small(browser: Browser, address: str) -> None:
    bodies = loaded(browser, address)
    assert len(bodies) > 8
    assert sum(bodies) < FIRST_LOAD_BYTES


PROBES = Path(__file__).parent / "probes"


def probe(page: Page, name: str, *values: object) -> Any:
    """What a script of `probes` finds on the page."""
    return page.evaluate((PROBES / f"{name}.js").read_text(), *values)


def test_every_target_is_big_enough(open_page: Open, session: Session) -> None:
    lay_unsure(session, "dinners-1", "dinners-2")
    page = open_page()
    for size in (PHONE, SMALLEST, DESKTOP):
        seen_as(page, (size, "light"))
        assert probe(page, "small_targets", TARGET_PX) == [], size
        page.get_by_role("button", name="Another card…").click()
        assert probe(page, "small_targets", TARGET_PX) == [], size
        page.keyboard.press("Escape")


def test_everything_has_a_name_and_ids_are_unique(open_page: Open, session: Session) -> None:
    lay_unsure(session, "dinners-1", "dinners-2")
    page = open_page()
    assert probe(page, "nameless") == []
    assert probe(page, "double_ids") == []


def test_focus_goes_in_reading_order(open_page: Open, session: Session) -> None:
    lay_unsure(session, "dinners-1", "dinners-2")
    page = open_page()
    parts: list[str] = []
    for _ in range(40):
        page.keyboard.press("Tab")
        part = page.evaluate("document.activeElement.closest('.part')?.id ?? document.activeElement.className")
        if not parts or parts[-1] != part:
            parts.append(part)
    wanted = [
        "skip",
        "pill warn question-pill",
        "iconbtn",
        "part-turn",
        "part-question",
        "part-actions",
        "part-scores",
        "part-live",
        "part-events",
    ]
    assert parts[: len(wanted)] == wanted


def test_text_is_readable(open_page: Open, session: Session) -> None:
    lay_unsure(session, "dinners-1", "dinners-2")
    page = open_page()
    for view in (*VIEWS, *OTHER_VIEWS):
        seen_as(page, view)
        assert probe(page, "faint_text") == [], view


def test_the_policy_lets_nothing_strange_run(open_page: Open, watch: Watch) -> None:
    page = open_page()
    ran = page.evaluate(
        """() => { const s = document.createElement('script'); s.textContent = 'window.strange = 1'; document.head.append(s);
                   document.body.setAttribute('onclick', 'window.strange = 2'); document.body.click(); return window.strange ?? 0 }"""
    )
    assert ran == 0
    assert any("Content Security Policy" in fault for fault in watch.faults)
    watch.faults.clear()


def test_text_of_people_is_never_markup(browser: Browser, tmp_path: Path) -> None:
    session = opening(tmp_path)
    session.remark("recording", "<img src=x onerror=alert(1)>")
    with served(session) as address:
        page = browser.new_page()
        page.goto(address)
        expect(page.locator("#part-notice")).to_contain_text("<img src=x")
        page.close()


def test_a_tap_without_a_connection_is_kept_and_sent_later(open_page: Open, session: Session, watch: Watch) -> None:
    page = open_page()
    expect(page.locator("#connection")).to_have_text("Live")
    page.context.set_offline(True)
    page.get_by_role("button", name="Ines passes").click()
    expect(page.locator(".toast")).to_contain_text("Your taps are kept")
    assert session.snapshot().status.to_act == (0,)
    page.context.set_offline(False)
    expect(page.locator("#part-turn")).to_contain_text("Bruno, your turn", timeout=15_000)
    expect(page.locator("#connection")).to_have_text("Live")
    watch.faults.clear()


def test_a_page_outlives_a_restart_of_the_program(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page()
    with served(evening(tmp_path / "first")) as address:
        page.goto(address)
        expect(page.locator("#part-turn")).to_contain_text("Ines, your turn")
    expect(page.locator("#connection")).not_to_have_text("Live", timeout=15_000)
    with served(opening(tmp_path / "second"), int(address.rpartition(":")[2])):
        expect(page.locator("#part-turn")).to_contain_text("Lead any card", timeout=20_000)
        expect(page.locator("#connection")).to_have_text("Live")
    page.close()


def test_the_page_is_right_without_scripts(browser: Browser, address: str, session: Session) -> None:
    context = browser.new_context(java_script_enabled=False)
    page: Page = context.new_page()
    page.goto(address)
    expect(page.locator("#part-turn")).to_contain_text("Ines, your turn")
    page.get_by_role("button", name="Ines passes").click()
    expect(page.locator("#part-turn")).to_contain_text("Bruno, your turn")
    assert session.snapshot().told[-1].by is Source.PAGE
    context.close()


def test_someone_faster_is_named_and_the_tap_can_still_be_made(open_page: Open, session: Session, watch: Watch) -> None:
    page: Any = open_page()
    page.evaluate("document.body.dataset.seq = 1; document.querySelectorAll('[name=expected_seq]').forEach(input => { input.value = 1 })")
    page.get_by_role("button", name="Ines passes").click()
    expect(page.locator(".toast")).to_contain_text("Teo passed")
    page.get_by_role("button", name="Do it all the same").click()
    expect(page.locator("#part-turn")).to_contain_text("Bruno, your turn")
    watch.faults.clear()


@pytest.mark.parametrize("boxes", ["5", "breakfasts:6,lunches:4,dinners:9"])
def test_large_score_sheets_fit_the_smallest_phone(browser: Browser, tmp_path: Path, boxes: str) -> None:
    with served(opening(tmp_path, boxes=boxes)) as address:
        page = browser.new_page(viewport={"width": SMALLEST[0], "height": SMALLEST[1]})
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALLEST[0]
        assert page.evaluate(
            "document.querySelector('table.sheet').scrollWidth <= document.querySelector('table.sheet').parentElement.clientWidth"
        )
        page.close()
