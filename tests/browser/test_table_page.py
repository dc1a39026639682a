"""The game page as people use it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from companion.session import Session
from companion.snapshot import Source, Standing
from tests.browser.conftest import DESKTOP, PHONE, SMALLEST, Open, seen_as
from tests.web.evening import lay, lay_unsure

pytestmark = pytest.mark.browser


def turn(page: Page) -> Any:
    return page.locator("#part-turn")


def total(page: Page) -> Any:
    return page.locator("#part-hero .appmeter")


def test_one_glance_tells_turn_total_and_scores(open_page: Open) -> None:
    page = open_page()
    expect(turn(page)).to_contain_text("Ines, your turn")
    expect(turn(page)).to_contain_text("Play up to 3, but not Breakfasts. A 3 makes 40 exactly.")
    expect(total(page)).to_have_attribute("aria-label", "Total 37 of Appetite 40, 3 to go")
    expect(page.locator("#part-hero .card.last")).to_have_attribute("aria-label", "4 Breakfasts, last")
    expect(page.locator("#part-hero .lock")).to_contain_text("Breakfasts locked")
    assert page.locator("table.sheet .sum").all_inner_texts() == ["30", "9", "0", "20"]
    expect(page.locator("#connection")).to_have_text("Live")


def test_a_tap_before_the_scripts_have_come_is_not_lost(open_page: Open) -> None:
    """On a slow network the buttons are there before what they do."""
    page, kept = open_page(), list[Route]()
    page.route("**/page.js", lambda route: kept.append(route))
    page.reload(wait_until="commit")
    button = page.locator("[data-open=pad]:visible").first
    button.click()
    page.wait_for_timeout(200)
    expect(page.locator("#sheet-pad")).not_to_be_visible()
    (late,) = kept
    late.continue_()
    expect(page.locator("#sheet-pad")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#sheet-pad")).not_to_be_visible()
    button.click()
    expect(page.locator("#sheet-pad")).to_be_visible()


SEQS = "rows => rows.map(row => [row.dataset.seq, row.mark ?? 0])"


def test_what_an_entry_does_not_change_is_not_drawn_anew(open_page: Open, session: Session) -> None:
    page = open_page()
    expect(page.locator("#connection")).to_have_text("Live")
    page.evaluate("() => document.querySelectorAll('.event, .live img').forEach(each => { each.mark = 1; })")
    before = page.eval_on_selector_all(".event", SEQS)
    page.locator("details.earlier").evaluate("details => { details.open = true; }")
    session.act("P1 pass", Source.PAGE)
    seq = str(session.snapshot().seq)
    expect(page.locator(".event").first).to_have_attribute("data-seq", seq)
    now = page.eval_on_selector_all(".event", SEQS)
    shown = page.locator(".panel > ol > .event").count()
    assert [each for each, _ in now] == [seq, *(each for each, _ in before)], "every row is there once, the newest first"
    assert [mark for _, mark in now[:shown]] == [0, *[1] * (shown - 1)], "only the new row is a new one"
    assert page.locator(".live img").evaluate("image => image.mark") == 1
    assert page.locator("details.earlier").evaluate("details => details.open")
    session.undo(Source.PAGE)
    expect(page.locator(".event.undone").first).to_have_attribute("data-seq", seq)
    expect(page.locator(".event")).to_have_count(len(now) + 1)


def test_a_card_seen_by_the_camera_appears_without_a_reload(open_page: Open, session: Session) -> None:
    page = open_page()
    page.evaluate("window.same = true")
    expect(page.locator("#connection")).to_have_text("Live")
    lay(session, "dinners-1")
    expect(total(page)).to_have_attribute("aria-label", "Total 38 of Appetite 40, 2 to go")
    expect(turn(page)).to_contain_text("Bruno, your turn")
    expect(page.locator(".event").first).to_contain_text("Ines played 1 Dinners. Total 38.")
    expect(page.locator(".event.new")).to_have_count(1)
    expect(page.locator("#log")).to_contain_text("Ines played 1 Dinners")
    expect(page.locator(".outlines .sure")).to_have_count(3)
    assert page.evaluate("window.same")


def test_two_pages_see_the_same(open_page: Open) -> None:
    desk, phone = open_page(), open_page(PHONE)
    phone.get_by_role("button", name="Ines passes").tap()
    expect(turn(desk)).to_contain_text("Bruno, your turn")
    expect(turn(phone)).to_contain_text("Bruno, your turn")


def test_the_pass_button_passes(open_page: Open, session: Session) -> None:
    page = open_page()
    page.get_by_role("button", name="Ines passes").click()
    expect(turn(page)).to_contain_text("Bruno, your turn")
    expect(page.locator("#part-hero")).to_contain_text("Ines and Teo have passed. 2 of 4 passes in a row.")
    newest = session.snapshot().told[-1]
    assert (newest.action, newest.by) == ("P1 pass", Source.PAGE)


def test_undo_and_redo(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("button", name="Ines passes").click()
    expect(turn(page)).to_contain_text("Bruno, your turn")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(turn(page)).to_contain_text("Ines, your turn")
    expect(page.locator(".event.undone").first).to_contain_text("passed")
    page.locator(".toast").get_by_role("button", name="Redo").click()
    expect(turn(page)).to_contain_text("Bruno, your turn")


def test_several_moves_are_taken_back_only_when_confirmed(open_page: Open, session: Session) -> None:
    page = open_page()
    page.locator(".event", has_text="Bruno led 3 Dinners").locator("[data-event]").click()
    page.get_by_role("button", name="Undo to here").click()
    expect(page.locator("#sheet-confirm")).to_contain_text("This undoes 3 changes.")
    assert all(told.standing is Standing.STANDS for told in session.snapshot().told)
    page.get_by_role("button", name="Undo 3").click()
    expect(total(page)).to_have_attribute("aria-label", re.compile("^Total 30"))


def test_a_card_is_entered_without_a_camera(open_page: Open) -> None:
    page = open_page(PHONE)
    page.locator("[data-key=card]").tap()
    page.locator("#sheet-pad").get_by_role("button", name="2 Lunches").tap()
    expect(total(page)).to_have_attribute("aria-label", "Total 39 of Appetite 40, 1 to go")
    expect(page.locator("#sheet-pad")).not_to_be_visible()


def test_a_card_that_does_not_fit_says_why(open_page: Open, session: Session, watch: Any) -> None:
    page = open_page()
    page.locator("[data-key=card]").click()
    page.locator("#sheet-pad").get_by_role("button", name="4 Dinners").click()
    expect(page.locator("#sheet-pad .toast")).to_contain_text("37 + 4 is 41; the appetite is 40. AP-3.1")
    assert session.snapshot().show["total"] == 37
    assert [fault for fault in watch.faults if "422" not in fault] == []
    watch.faults.clear()


def test_a_question_is_answered_by_a_tap_and_never_stops_the_game(open_page: Open, session: Session) -> None:
    page = open_page(PHONE)
    lay_unsure(session, "dinners-1", "dinners-2")
    question = page.locator(".q")
    expect(question).to_contain_text("Which card did Ines play?")
    expect(question).to_contain_text("Glare over the number")
    expect(page.locator(".outlines .unsure-piece")).to_have_count(1)
    page.get_by_role("button", name="Later").tap()
    expect(page.get_by_role("button", name="Ines passes")).to_be_in_viewport()
    page.get_by_role("button", name="1 question").tap()
    question.get_by_role("button", name="2 Dinners").tap()
    expect(question).to_have_count(0)
    expect(total(page)).to_have_attribute("aria-label", "Total 39 of Appetite 40, 1 to go")


def test_another_card_is_chosen_from_all(open_page: Open, session: Session) -> None:
    page = open_page()
    lay_unsure(session, "dinners-1", "dinners-2")
    page.get_by_role("button", name="Another card…").click()
    page.locator("#sheet-pad").get_by_role("button", name="3 Desserts").click()
    expect(page.locator(".q")).to_have_count(0)
    expect(page.locator(".event").first).to_contain_text("Ines played 3 Desserts")


def test_a_play_is_corrected_and_keeps_its_player(open_page: Open, session: Session) -> None:
    page = open_page()
    page.locator("[data-key=correct]").click()
    page.locator("#sheet-correct").get_by_role("button", name=re.compile("Maren played 4 Breakfasts")).click()
    expect(page.locator("#sheet-pad")).to_contain_text("now: Maren played 4 Breakfasts")
    page.locator("#sheet-pad").get_by_role("button", name="3 Breakfasts").click()
    expect(total(page)).to_have_attribute("aria-label", "Total 36 of Appetite 40, 4 to go")
    assert "P3 play breakfasts-3" in [told.action for told in session.snapshot().told]
    expect(page.locator(".event.corrected")).to_contain_text("It was: played 4 Breakfasts")


def test_the_keyboard_plays_too(open_page: Open, session: Session) -> None:
    page = open_page()
    page.keyboard.press("p")
    expect(turn(page)).to_contain_text("Bruno, your turn")
    page.keyboard.press("u")
    expect(turn(page)).to_contain_text("Ines, your turn")
    page.keyboard.press("Shift+U")
    expect(turn(page)).to_contain_text("Bruno, your turn")
    page.keyboard.press("?")
    expect(page.locator("#sheet-keys")).to_be_visible()
    page.keyboard.press("p")
    page.keyboard.press("Escape")
    expect(page.locator("#sheet-keys")).not_to_be_visible()
    assert session.snapshot().status.to_act == (1,)
    lay_unsure(session, "dinners-1", "dinners-2")
    expect(page.locator(".q")).to_be_visible()
    page.keyboard.press("q")
    assert page.evaluate("document.activeElement.id") == "question-title"
    page.keyboard.press("b")
    expect(total(page)).to_have_attribute("aria-label", "Total 39 of Appetite 40, 1 to go")


def test_a_sheet_that_is_opened_while_a_tap_is_on_its_way_stays_open(open_page: Open, session: Session) -> None:
    page, held = open_page(), list[Route]()
    page.keyboard.press("p")
    expect(turn(page)).to_contain_text("Bruno, your turn")
    page.keyboard.press("u")
    expect(turn(page)).to_contain_text("Ines, your turn")
    page.route("**/actions/redo", lambda route: held.append(route))
    with page.expect_request("**/actions/redo"):
        page.keyboard.press("Shift+U")
    page.keyboard.press("?")
    expect(page.locator("#sheet-keys")).to_be_visible()
    held[0].continue_()
    expect(page.locator("#sheet-keys .toast")).to_be_visible()
    assert page.locator("#sheet-keys").is_visible() and session.snapshot().status.to_act == (1,)


def test_single_keys_can_be_switched_off(open_page: Open, session: Session) -> None:
    page = open_page()
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Single keys are on").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    page.keyboard.press("k")
    expect(page.locator("#sheet-pad")).not_to_be_visible()
    assert session.snapshot().status.to_act == (0,)


def test_a_clause_opens_in_our_own_words_and_focus_returns(open_page: Open) -> None:
    page = open_page()
    tag = page.locator("#part-turn .clause").first
    tag.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sheet-rule")).to_contain_text("AP-3.1")
    expect(page.locator("#sheet-rule")).to_contain_text("Source")
    page.keyboard.press("Escape")
    expect(page.locator("#sheet-rule")).not_to_be_visible()
    assert page.evaluate("document.activeElement.dataset.clause") == "AP-3.1"


def test_an_event_opens_with_its_picture(open_page: Open) -> None:
    page = open_page()
    page.locator(".event", has_text="Maren played 4 Breakfasts").locator("[data-event]").click()
    picture = page.locator("#sheet-event img")
    expect(picture).to_be_visible()
    page.wait_for_function("document.querySelector('#sheet-event img').naturalWidth > 300")
    expect(page.locator("#sheet-event")).to_contain_text("Read by the camera")


def test_a_reload_keeps_everything(open_page: Open, session: Session) -> None:
    page = open_page()
    page.get_by_role("button", name="Ines passes").click()
    expect(turn(page)).to_contain_text("Bruno, your turn")
    before = page.locator("main").inner_text()
    page.reload()
    expect(turn(page)).to_contain_text("Bruno, your turn")
    assert re.sub(r"(Live · )?[\d.]+ s (ago|old)|STALE · \d+ s", "", page.locator("main").inner_text()) == re.sub(
        r"(Live · )?[\d.]+ s (ago|old)|STALE · \d+ s", "", before
    )


@pytest.mark.parametrize("asks", [False, True], ids=["quiet", "question"])
def test_no_sideways_scroll(open_page: Open, session: Session, asks: bool) -> None:
    if asks:
        lay_unsure(session, "dinners-1", "dinners-2")
    page = open_page()
    for size in (PHONE, SMALLEST, (600, 900), (899, 700), (900, 700), DESKTOP):
        seen_as(page, (size, "light"))
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], size
        if asks:
            box = page.locator(".q").bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size[0], size


def test_the_picture_says_when_it_is_old(open_page: Open, session: Session) -> None:
    page = open_page()
    session.camera("No picture since 21:14. Scores can be typed.")
    expect(page.locator("#part-notice")).to_contain_text("No picture since 21:14.")
    expect(page.locator(".live .age")).to_have_text(re.compile("^STALE"))


def test_a_recorded_table_says_so(open_page: Open, session: Session) -> None:
    page = open_page()
    session.remark("recording", "Appetite, four players")
    expect(page.locator("#part-notice")).to_contain_text("A recorded table is being played: Appetite, four players.")
