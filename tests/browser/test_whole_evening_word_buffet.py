"""A whole evening of Word Buffet on the page: the board typed in, two words called, shown, checked, voted on and covered."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import home, steps

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ROWS = (
    *("RELFEAICEJHAHTI", "AOSGTITUBIRTZOR", "OBLNIUSCIESCZTN", "COHPNNKJESERALR", "DVHBEILSAAATEES"),
    *("GOONLIRCLTEIOOR", "DLDSONVEYXISAAM", "STENIFEIEENETNS", "CSSELESECSIKYIH", "HBIMEDEEOYETNTE"),
    *("DGOUNOCEZLTEMTD", "TLEAIISLBOIHUOS", "OEDTHROEMPLBABU", "NOAOAORUFDCDSUA", "TVUEAVCGPSAPRUC"),
)
GROUND = "mark => getComputedStyle(mark).backgroundColor"
FOODS = "m2+ g3+ c4+ c8+ l8+ i9+ d12+ m13+ g14+"


def test_a_whole_evening(browser: Browser, tmp_path: Path) -> None:
    with home.at_home(browser, tmp_path) as evening:
        page = evening.device()
        home.first_evening(page, "word_buffet", ("Ines", "Bruno"))
        stream = steps.overlay(evening)
        steps.put_together(page, "board", letters="\n".join(ROWS), foods=FOODS, nests="N2 S2")
        expect(page.locator("#part-hero [data-cell]")).to_have_count(225)

        steps.enter(page, "table go")
        steps.put_together(page, "Ines: ", letters="3")
        expect(page.locator(".timer").first).to_be_visible()
        steps.undo(page)
        steps.redo(page)
        steps.put_together(page, "Bruno: ", letters="4")
        steps.put_together(page, "Bruno: ", word="CURE", path="g15 h14 g14 h13")
        steps.on_air(stream, "Bruno showed CURE.")
        page.locator("[data-word]:visible").first.fill("CURE")
        page.get_by_role("button", name="Check", exact=True).first.click()
        expect(page.locator("[data-answer]").first).to_contain_text("Lies on the board")
        expect(page.locator(".wb circle.at")).to_have_count(4)
        expect(page.locator(".wb polyline.at")).to_have_count(1)
        page.locator("[data-word]:visible").first.fill("QQQ")
        expect(page.locator("[data-answer]").first).to_be_empty()
        page.get_by_role("button", name="Check", exact=True).first.click()
        expect(page.locator("[data-answer] .okd.no").first).to_be_visible()
        expect(page.locator(".wb .at")).to_have_count(0)
        assert page.locator("[data-answer] .okd.no").first.evaluate(GROUND) != page.locator(".okd:not(.no):not(.maybe)").first.evaluate(
            GROUND
        )
        steps.reload(page)

        steps.enter(page, "table agree yes")
        steps.enter(page, "P2 cover g15 h14 g14 h13")
        steps.question(page, "Bruno covered 4 letters", "Is that a word?", "Ines")
        steps.rule(page, "upheld")
        steps.evidence(page, tmp_path)
        steps.back_to_the_table(page)

        steps.put_together(page, "Ines: ", word="ICE", path="g1 h1 i1")
        steps.too_late(
            evening,
            page,
            lambda phone: steps.tap(phone, "P1 vote no"),
            meanwhile="P1 vote yes",
            is_told="Meanwhile Ines knows the word",
        )
        steps.enter(page, "P2 vote yes", "P1 cover g1 h1 i1")
        steps.on_air(stream, "Ines covered 3 letters.")
        found = steps.results(page, tmp_path)
        assert (found["over"], found["questioned"]) == (False, 1)
