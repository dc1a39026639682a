"""The table's own page with a question open, and its sheets: nobody stumbles, in either theme."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.health import Pulse, readings
from companion.session import Session
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, VIEWS, Open, seen_as, served
from tests.web.evening import lay_unsure

pytestmark = pytest.mark.browser


def test_nobody_stumbles_over_the_table(open_page: Open, session: Session) -> None:
    lay_unsure(session, "dinners-1", "dinners-2")
    page = open_page()
    for view in VIEWS:
        seen_as(page, view)
        assert violations(page) == [], view


def test_nobody_stumbles_over_the_keypad_and_the_menu(open_page: Open) -> None:
    page = open_page(PHONE)
    for name in ("Card", "Correct", "Menu"):
        page.get_by_role("button", name=name, exact=True).first.click()
        expect(page.locator("dialog[open]")).to_be_visible()
        assert violations(page) == [], name
        page.keyboard.press("Escape")


def test_nobody_stumbles_over_the_tables_state(browser: Browser, session: Session, tmp_path: Path) -> None:
    beat = Pulse(0.2, 30.0, 95.0, 3, "cut short", 2)
    with served(session, health=lambda: readings(session.snapshot(), tmp_path, beat)) as address:
        page = browser.new_page()
        page.goto(f"{address}/state")
        expect(page.get_by_text("Something is wrong.")).to_be_visible()
        for view in VIEWS[:2]:
            seen_as(page, view)
            assert violations(page) == [], view
            assert page.evaluate("document.documentElement.scrollWidth") <= view[0][0], view
        page.close()
