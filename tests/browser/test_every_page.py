"""The table's own page with a question open, and its sheets: nobody stumbles, in either theme."""

import pytest
from playwright.sync_api import expect

from companion.session import Session
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, VIEWS, Open, seen_as
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
