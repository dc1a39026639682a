"""A whole evening of Buffet Boss on the page, in German: the line, food stacked, a fall that is saved in time."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import home, steps

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_whole_evening(browser: Browser, tmp_path: Path) -> None:
    with home.at_home(browser, tmp_path) as evening:
        page = evening.device()
        home.first_evening(page, "buffet_boss", ("Ines", "Bruno"), language="de", mode="lunch")
        expect(page.locator("#part-turn")).to_contain_text("Deckt 3 Karten auf")
        stream = steps.overlay(evening)

        steps.enter(page, "table reveal lemon", "table reveal egg", "table reveal fish")
        steps.put_together(page, "Karte lesen", food="lemon", stars="2", group="fruit", colour="yellow")
        steps.put_together(page, "Karte lesen", food="egg", stars="3", group="meat", colour="white")
        steps.enter(page, "P1 take egg", "P1 stack egg")
        steps.on_air(stream, "Ines stapelte")
        expect(steps.newest(page)).to_contain_text("1 Teil auf dem Teller, 3 Sterne.")

        steps.undo(page)
        expect(page.locator("#part-turn")).to_contain_text("Ines")
        steps.redo(page)
        steps.reload(page)

        steps.enter(page, "P2 take lemon", "P2 stack lemon")
        steps.put_together(page, "Bruno: Teile sind gefallen", foods="lemon")
        expect(page.locator("#part-hero .timer").first).to_be_visible()
        steps.enter(page, "P2 save lemon", "P2 stack lemon")

        steps.question(page, "Bruno hob", "Das waren vier Sekunden.", "Ines")
        steps.rule(page, "upheld")
        steps.evidence(page, tmp_path)
        steps.back_to_the_table(page)

        steps.too_late(evening, page, lambda phone: steps.tap(phone, "P2 take fish"), meanwhile="P1 adjust", is_told="Inzwischen")
        steps.put_together(page, "Karte lesen", food="fish", stars="1", group="seafood", colour="red")
        steps.enter(page, "P2 take fish", "P2 stack fish")
        expect(steps.newest(page)).to_contain_text("Runde 1 ist vorbei: Bruno fängt an")
        steps.on_air(stream, "Runde 1 ist vorbei")

        found = steps.results(page, tmp_path)
        assert found["totals"] == [3, 3]
        assert found["questioned"] == 1
