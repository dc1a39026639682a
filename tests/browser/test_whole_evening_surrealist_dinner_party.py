"""A whole evening of the Surrealist Dinner Party on the page, in Spanish: guests seated, wine served, compliments."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import home, steps

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_whole_evening(browser: Browser, tmp_path: Path) -> None:
    with home.at_home(browser, tmp_path) as evening:
        page = evening.device()
        home.first_evening(page, "surrealist_dinner_party", ("Ines", "Bruno"), language="es", mode="casual", cards="stand_in")
        expect(page.locator("#part-turn")).to_contain_text("Primer turno: sienta a un invitado.")
        stream = steps.overlay(evening)

        steps.put_together(page, "Ines: Sentar a un invitado", guest="guest-13", at="0")
        steps.enter(page, "P1 done")
        steps.put_together(page, "Bruno: Sentar a un invitado", guest="guest-14", at="0")
        steps.on_air(stream, "Bruno sentó a")
        steps.undo(page)
        steps.redo(page)
        steps.enter(page, "P2 done", "P1 serve wine guest-13", "P1 place wine guest-13 1")
        expect(steps.newest(page)).to_contain_text("Ines colocó vino en el apetito 1 de Guest 13")
        steps.reload(page)

        steps.question(page, "Ines colocó vino", "Ese invitado quiere postre.", "Bruno")
        steps.rule(page, "overruled", "La ficha va al apetito 2.")
        steps.evidence(page, tmp_path)
        steps.back_to_the_table(page)
        steps.enter(page, "P1 place wine guest-13 2", "P2 compliment guest-14 guest-13")
        steps.on_air(stream, "Bruno hizo cumplidos")

        steps.too_late(
            evening,
            page,
            lambda phone: steps.tap(phone, "P2 place compliment guest-14 2"),
            meanwhile="P2 place compliment guest-14 1",
            is_told="Mientras tanto",
        )
        steps.enter(page, "P1 place compliment guest-13 3")
        found = steps.results(page, tmp_path)
        assert (found["over"], found["questioned"]) == (False, 1)
