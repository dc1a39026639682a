"""What people do during an evening, as steps on the page: every whole evening of the tests is told in these words."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import FilePayload, Locator, Page, expect

from companion.verification import check
from tests.browser.home import Evening, live


def newest(page: Page) -> Locator:
    """The newest line of "Just now"."""
    return page.locator("#part-events .event").first


def seq_of(page: Page) -> int:
    """The number of the newest entry that the page shows; 0 before the first."""
    return int(page.locator("body").get_attribute("data-seq") or 0)


def after_one_more(page: Page, before: int) -> None:
    """The page has heard of what was just done."""
    page.wait_for_function("before => Number(document.body.dataset.seq) > before", arg=before)
    expect(page.locator("dialog[open]")).to_have_count(0)


def open_pad(page: Page) -> Locator:
    """The sheet on which moves are entered."""
    page.locator("[data-open=pad]:visible").first.click()
    pad = page.locator("#sheet-pad")
    expect(pad).to_be_visible()
    return pad


def enter(page: Page, *actions: str) -> None:
    """Each of these moves, tapped where the page offers it: a button, or a line of a list."""
    for action in actions:
        before = seq_of(page)
        tap(page, action)
        after_one_more(page, before)


def tap(page: Page, action: str) -> None:
    """A move is tapped; whether it arrives is another matter."""
    pad = open_pad(page)
    button, line = pad.locator(f'button[name=action][value="{action}"]'), pad.locator(f'option[value="{action}"]')
    expect(button.or_(line).first).to_be_attached()
    unfold(button.or_(line).first)
    if button.count():
        button.first.click()
        return
    lists = pad.locator("form").filter(has=page.locator(f'option[value="{action}"]')).first
    lists.locator("select[name=action]").select_option(action)
    lists.locator("button.main").click()


def unfold(inside: Locator) -> None:
    """Opens the group that it lies in, as a tap on its title does."""
    inside.evaluate(
        "found => { const group = found.closest('details'); if (group && !group.open) group.querySelector('summary').click(); }"
    )


def put_together(page: Page, title: str, **answers: str | tuple[str, ...]) -> None:
    """A move that no list holds: the form of this title, filled in and sent."""
    before, pad = seq_of(page), open_pad(page)
    form = pad.locator("details.group:has(form.composer)", has=page.locator("summary", has_text=title)).first
    if form.get_attribute("open") is None:
        form.locator("summary").click()
    for name, answer in answers.items():
        for each in answer if isinstance(answer, tuple) else (answer,):
            _answer(form, name, each)
    form.locator("button.main").click()
    after_one_more(page, before)


def _answer(form: Locator, name: str, answer: str) -> None:
    if form.locator(f'input[type=checkbox][name="{name}"]').count():
        form.locator(f'input[type=checkbox][name="{name}"][value="{answer}"]').check()
    elif form.locator(f'select[name="{name}"]').count():
        form.locator(f'select[name="{name}"]').select_option(answer)
    else:
        form.locator(f'[name="{name}"]').fill(answer)


def undo(page: Page) -> None:
    """Takes the last move back."""
    before = seq_of(page)
    page.locator("[data-key=undo]:visible").click()
    after_one_more(page, before)
    expect(page.locator("#part-events .event.undone").first).to_be_attached()


def redo(page: Page) -> None:
    """And has it back, by the toast that the undo left."""
    before = seq_of(page)
    page.locator(".toast .btn").click()
    after_one_more(page, before)


def reload(page: Page) -> None:
    """The browser's own reload: nothing is lost."""
    before, turn = seq_of(page), page.locator("#part-turn .who, #part-turn b").first.inner_text()
    page.reload()
    live(page)
    assert seq_of(page) == before
    expect(page.locator("#part-turn .who, #part-turn b").first).to_have_text(turn)


def question(page: Page, said: str, claim: str, who: str) -> None:
    """Somebody questions an entry of the log."""
    page.locator("#part-events .event", has_text=said).first.locator("[data-event]").click()
    page.locator("#sheet-event a[href^='/disputes/']").click()
    page.locator("textarea[name=claim]").fill(claim)
    page.locator("select[name=seat]").select_option(label=who)
    page.locator("form[action$='/dispute'] button.main").click()
    expect(page.locator("blockquote")).to_contain_text(claim)


def rule(page: Page, verdict: str, reason: str = "") -> None:
    """The table rules: `upheld`, `overruled` or `house`."""
    form = page.locator(f"form:has(input[name=verdict][value={verdict}])")
    unfold(form)
    if reason:
        form.locator("textarea[name=text]").fill(reason)
    form.locator("button").last.click()
    page.wait_for_load_state()
    expect(page.locator("header .pill")).to_have_class({"upheld": "pill good", "overruled": "pill bad", "house": "pill accent"}[verdict])


def back_to_the_table(page: Page) -> None:
    """By the cross of the page."""
    page.locator("header a[href='/']").click()
    live(page)


def evidence(page: Page, folder: Path, about: bool = True) -> bytes:
    """The bundle, taken away and checked twice: by the command's own check, and by the page that checks without a connection."""
    with page.expect_download() as download:
        page.locator("a[href*='/evidence.zip']").first.click()
    download.value.save_as(folder / "evidence.zip")
    bundle = (folder / "evidence.zip").read_bytes()
    assert check(bundle).faults == ()
    verifier = page.context.new_page()
    verifier.goto("/".join(page.url.split("/")[:3]) + "/verify")
    page.context.set_offline(True)
    for content, is_whole in ((bundle, True), (bundle[:-9] + b"\0" + bundle[-8:], False)):
        verifier.locator("#verdict").evaluate("box => { delete box.dataset.state; box.replaceChildren(); }")
        verifier.set_input_files("#bundle", files=FilePayload(name="evidence.zip", mimeType="application/zip", buffer=content))
        verifier.wait_for_selector("#verdict[data-state]")
        assert (verifier.get_attribute("#verdict", "data-state") == "good") is is_whole, verifier.inner_text("#verdict")
    page.context.set_offline(False)
    verifier.close()
    return bundle


def overlay(evening: Evening) -> Page:
    """A stream's overlay of the table."""
    page = evening.device((1920, 1080), "/overlay/1?motion=reduced")
    page.wait_for_selector("body:not([hidden])")
    return page


def on_air(stream: Page, said: str) -> None:
    """The overlay tells of it."""
    expect(stream.locator("#w-last")).to_contain_text(said)


def too_late(evening: Evening, page: Page, taps: Callable[[Page], None], meanwhile: str, is_told: str, insists: bool = False) -> None:
    """A phone without a connection is tapped on; `meanwhile` is entered on the page; the phone comes back, is told, and may insist."""
    phone = evening.phone()
    live(phone)
    phone.context.set_offline(True)
    taps(phone)
    expect(phone.locator(".toast")).to_be_visible()
    enter(page, meanwhile)
    phone.context.set_offline(False)
    told = phone.locator(".toast.bad")
    expect(told).to_contain_text(is_told)
    if insists:
        before = seq_of(page)
        told.get_by_role("button").click()
        after_one_more(page, before)
    phone.context.close()


def results(page: Page, folder: Path) -> dict[str, Any]:
    """By the menu to the results and their chart; the evening as JSON, taken away."""
    page.locator("[data-open=menu]").click()
    page.locator("#sheet-menu a[href='/results']").click()
    expect(page.locator(".winner")).to_be_visible()
    with page.expect_download() as download:
        page.locator("a[href*='/export/json']").click()
    download.value.save_as(folder / "evening.json")
    found: Any = json.loads((folder / "evening.json").read_text(encoding="utf-8"))
    evening: dict[str, Any] = found["evenings"][0]
    shown = {row.locator("b").inner_text().strip(): row.locator(".tot").inner_text().replace("−", "-") for row in page.locator(".rk").all()}
    assert {name: int(total) for name, total in shown.items()} == dict(zip(evening["players"], evening["totals"], strict=True))
    return evening
