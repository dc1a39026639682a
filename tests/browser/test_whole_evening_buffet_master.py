"""A whole evening of Buffet Master on the page: six piles, cards taken, a dish laid, a Swoop, a house rule."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import home, steps

pytestmark = [pytest.mark.browser, pytest.mark.slow]
TOPS = ("bathroom", "curry-0-0", "curry-0-1", "soup-0-0", "soup-1-0", "swoop")


def test_a_whole_evening(browser: Browser, tmp_path: Path) -> None:
    with home.at_home(browser, tmp_path) as evening:
        page = evening.device()
        home.first_evening(page, "buffet_master", ("Ines", "Bruno"))
        stream = steps.overlay(evening)
        for pile, card in enumerate(TOPS, 1):
            steps.put_together(page, "New top", pile=str(pile), card=card)
        expect(page.locator("#part-turn")).to_contain_text("Ines takes one or more cards that lie face up")

        steps.enter(page, "P1 take 2", "P1 take 3")
        steps.on_air(stream, "Ines took curry 2 of 2.")
        steps.put_together(page, "Lay a dish", who="P1", cards="curry-0-0 curry-0-1")
        expect(steps.newest(page)).to_contain_text("Ines laid curry.")
        steps.undo(page)
        steps.redo(page)
        steps.enter(page, "P1 done")
        steps.put_together(page, "New top", pile="2", card="fork")
        steps.put_together(page, "New top", pile="3", card="dump")
        expect(page.locator("#part-turn")).to_contain_text("Bruno")
        steps.reload(page)

        steps.question(page, "Ines laid curry", "Nobody saw both cards.", "Bruno")
        steps.rule(page, "house", "A dish is shown for three seconds.")
        steps.evidence(page, tmp_path)
        steps.back_to_the_table(page)

        steps.too_late(
            evening,
            page,
            lambda phone: steps.tap(phone, "P2 take 5"),
            meanwhile="P2 take 4",
            is_told="Meanwhile Bruno took soup 1 of 2",
            insists=True,
        )
        expect(steps.newest(page)).to_contain_text("Bruno took soup 2 of 2.")
        steps.on_air(stream, "Bruno took soup 2 of 2.")
        assert evening.session.snapshot().show["hands"] == [0, 2]

        found = steps.results(page, tmp_path)
        assert (found["over"], found["questioned"]) == (False, 1)
        expect(page.locator(".house")).to_contain_text("A dish is shown for three seconds.")
