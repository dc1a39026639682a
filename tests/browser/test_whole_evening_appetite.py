"""A whole evening of Appetite on the page, from the first step to the exported result; and one by keyboard alone."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import home, steps
from tests.web.evening import lay_unsure

pytestmark = pytest.mark.browser
PLAYERS = ("Ines", "Bruno", "Maren")


def passes(page: Page, name: str) -> None:
    before = steps.seq_of(page)
    page.get_by_role("button", name=f"{name} passes").click()
    steps.after_one_more(page, before)


def test_a_whole_evening(browser: Browser, tmp_path: Path) -> None:
    with home.at_home(browser, tmp_path) as evening:
        page = evening.device()
        home.first_evening(page, "appetite", PLAYERS, boxes="2")
        expect(page.locator("#part-turn")).to_contain_text("Ines, your turn")
        stream = steps.overlay(evening)

        steps.enter(page, "P1 play lunches-6", "P2 play breakfasts-3")
        steps.on_air(stream, "Bruno played 3 Breakfasts. Total 9.")
        steps.undo(page)
        expect(page.locator("#part-turn")).to_contain_text("Bruno, your turn")
        steps.redo(page)

        steps.open_pad(page).get_by_role("button", name="7 Dinners").click()
        expect(page.locator("#sheet-pad .toast")).to_contain_text("9 + 7 is 16; the appetite is 10. AP-3.1")
        page.keyboard.press("Escape")

        lay_unsure(evening.session, "dinners-1", "desserts-1")
        expect(page.locator(".q")).to_contain_text("Which card did Maren play?")
        page.locator(".q").get_by_role("button", name="1 Dinners").click()
        expect(steps.newest(page)).to_contain_text("Maren played 1 Dinners. Total 10. The Appetite of 10 is satisfied")

        steps.reload(page)
        steps.enter(page, "P1 play lunches-9")
        passes(page, "Bruno")
        steps.question(page, "Ines led 9 Lunches", "That was an eight.", "Bruno")
        steps.rule(page, "overruled", "We looked again.")
        bundle = steps.evidence(page, tmp_path)
        assert len(bundle) > 2_000
        steps.back_to_the_table(page)
        expect(page.locator("#part-turn")).to_contain_text("Ines, your turn")

        steps.enter(page, "P1 play lunches-8")
        steps.too_late(
            evening,
            page,
            lambda phone: phone.get_by_role("button", name="Bruno passes").tap(),
            meanwhile="P2 play dinners-2",
            is_told="Meanwhile Bruno played 2 Dinners",
        )
        assert evening.session.snapshot().show["total"] == 20
        expect(page.locator("table.sheet .sum").nth(1)).to_have_text("20")

        found = steps.results(page, tmp_path)
        assert (found["players"], found["over"]) == (list(PLAYERS), False)
        assert found["questioned"] == 1


@pytest.mark.slow
def test_a_whole_game_by_keyboard_alone(browser: Browser, tmp_path: Path) -> None:
    """Wizard, cards, a pass, undo, the end and the results: no mouse, no finger."""
    with home.at_home(browser, tmp_path) as evening:
        page = evening.device()
        home.first_evening_by_keys(page, "Appetite", ("Ines", "Bruno"), "1")

        def plays(card: str) -> None:
            before = steps.seq_of(page)
            page.keyboard.press("k")
            home.by_keys(page, card)
            steps.after_one_more(page, before)

        def passes() -> None:
            before = steps.seq_of(page)
            page.keyboard.press("p")
            steps.after_one_more(page, before)

        plays("6 Lunches")
        plays("4 Dinners")
        expect(steps.newest(page)).to_contain_text("The Appetite of 10 is satisfied: Bruno writes 10 in Dinners")
        plays("9 Lunches")
        passes()
        before = steps.seq_of(page)
        page.keyboard.press("u")
        steps.after_one_more(page, before)
        plays("1 Breakfasts")
        expect(page.locator("#part-turn")).to_contain_text("Bruno wins")
        expect(page.locator("#part-turn")).to_contain_text("The game is over.")
        home.by_keys(page, "Menu")
        home.by_keys(page, "Results and evenings")
        expect(page.locator(".winner")).to_contain_text("Bruno wins")
        assert evening.session.snapshot().status.over
