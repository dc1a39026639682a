"""Every page that is not a game's own: nobody stumbles, in either theme."""

import pytest
from playwright.sync_api import expect

from companion.session import Session
from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.web.evening import lay_unsure

pytestmark = pytest.mark.browser

SLOW = pytest.mark.slow
OTHERS = ("/rules", "/pair", "/devices", "/results", "/evenings", "/verify", "/disputes/5")
PAGES = ["/", *(pytest.param(path, marks=SLOW) for path in OTHERS)]


@pytest.mark.parametrize("path", PAGES)
def test_nobody_stumbles_over_any_page(open_page: Open, session: Session, path: str) -> None:
    lay_unsure(session, "dinners-1", "dinners-2")
    for size, scheme in ((PHONE, "dark"), (DESKTOP, "light")):
        assert violations(open_page(size, scheme, path)) == [], (size, scheme)


def test_nobody_stumbles_over_the_keypad_and_the_menu(open_page: Open) -> None:
    page = open_page(PHONE)
    for name in ("Card", "Correct", "Menu"):
        page.get_by_role("button", name=name, exact=True).first.click()
        expect(page.locator("dialog[open]")).to_be_visible()
        assert violations(page) == [], name
        page.keyboard.press("Escape")
