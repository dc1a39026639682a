"""What people do during an evening, as steps on the page: every whole evening of the tests is told in these words.

A table begins as `companion play` begins it: the first evening's pages, the real machine behind them, a log on disk.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any

from flask import Flask
from playwright.sync_api import Browser, FilePayload, Locator, Page, expect

from companion.cli.first_evening import FirstEvening
from companion.devices import Devices
from companion.game import Setup
from companion.games import available
from companion.pack import built_in
from companion.session import Session
from companion.store import Store
from companion.verification import check
from companion.web.first_evening import Front, create_setup
from companion.web.helper import Begun, Choices
from companion.web.serve import Server
from companion.web.settings import WebSettings
from companion.wordcheck import check_shown
from tests.browser.conftest import DESKTOP, PHONE, VIEWERS
from tests.web.pictures import shrink

PATIENCE_MS, USUAL_MS = 15_000, 5_000
STEPS_MOST = 20
"""Of the first evening; a wizard that takes more goes round in circles."""
SAID_NO = ("409", "422")
"""Answers of the server that people cause and read."""


@dataclass
class Evening:
    """One table and the devices around it."""

    browser: Browser
    address: str
    sessions: list[Session]
    faults: list[str] = field(default_factory=list)
    """What a page must never do: errors in its scripts, answers that are missing."""

    @property
    def session(self) -> Session:
        """The evening that was begun."""
        return self.sessions[-1]

    def device(self, size: tuple[int, int] = DESKTOP, path: str = "/", scheme: Any = "light") -> Page:
        """A browser of its own at this table."""
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 900, color_scheme=scheme, reduced_motion="reduce"
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("response", lambda answer: self._answered(answer.status, answer.url))
        page.goto(self.address + path)
        return page

    def phone(self, path: str = "/") -> Page:
        """A phone, in the dark."""
        return self.device(PHONE, path, "dark")

    def _answered(self, status: int, url: str) -> None:
        if status >= 400 and str(status) not in SAID_NO:
            self.faults.append(f"{status} {url}")


@contextmanager
def at_home(browser: Browser, folder: Path) -> Iterator[Evening]:
    """A machine on which no evening has begun. In the end no page may have done what it must not."""
    devices, sessions = Devices(), list[Session]()

    def start(asked: Choices, pack: Path | None, helper: FirstEvening) -> Begun:
        game, box = available()[asked.game], built_in(asked.game)
        session = Session.start(Store(folder / "log"), game, box, Setup(len(asked.players), asked.options), asked.players)
        sessions.append(session)
        return Begun(session, WebSettings(language=asked.language, viewers=VIEWERS, shrink=shrink, devices=devices, check=checked))

    helper = FirstEvening(folder / "packs", "http://192.0.2.7:8080/", start)
    front = Front(Flask(__name__))
    front.show(create_setup(helper, devices, lambda: front, frozenset()))
    server = Server(front, "127.0.0.1", 0, VIEWERS)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    evening = Evening(browser, f"http://127.0.0.1:{server.port}", sessions)
    expect.set_options(timeout=PATIENCE_MS)
    try:
        yield evening
    finally:
        expect.set_options(timeout=USUAL_MS)
        for context in browser.contexts:
            context.close()
        for session in sessions:
            session.close()
        server.close()
        thread.join(5)
    assert evening.faults == []


def checked(show: Any, asked: Any) -> Any:
    """A shown word, on the board or not, without a list of words."""
    return check_shown(show, (), asked)


def first_evening(page: Page, game: str, players: tuple[str, ...], language: str = "en", **options: str) -> None:
    """Through the wizard to the table: a game by hand, who sits where, how the table plays; the other steps as they come."""
    given: dict[str, Callable[[], None]] = {
        "language": lambda: page.locator(f"input[name=language][value={language}]").check(),
        "players": lambda: _seats(page, players),
        "rules": lambda: _options(page, options),
        "deck": lambda: page.locator(f"form:has(input[value={game}]) button[name=deck][value='']").click(),
    }
    for _ in range(STEPS_MOST):
        step = page.locator("body").get_attribute("data-step")
        if step is None:
            break
        given.get(step, lambda: None)()
        if step != "deck":
            page.locator(".btns .btn.main").last.click()
        page.wait_for_function("before => document.body?.dataset.step !== before", arg=step)
        page.wait_for_load_state()
    live(page)


def _seats(page: Page, players: tuple[str, ...]) -> None:
    for number, name in enumerate(players, 1):
        page.locator(f"input[name=name{number}]").fill(name)


def _options(page: Page, options: dict[str, str]) -> None:
    for name, answer in options.items():
        field_ = page.locator(f"[name='option-{name}']")
        if field_.evaluate("field => field.tagName") == "SELECT":
            field_.select_option(answer)
        else:
            field_.fill(answer)


def live(page: Page) -> None:
    """The page follows the table."""
    expect(page.locator("#connection")).to_have_class("pill good")
    expect(page.locator("#part-turn")).to_be_visible()


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
        before, pad = seq_of(page), open_pad(page)
        button, line = pad.locator(f'button[name=action][value="{action}"]'), pad.locator(f'option[value="{action}"]')
        expect(button.or_(line).first).to_be_attached()
        unfold(button.or_(line).first)
        if button.count():
            button.first.click()
        else:
            lists = pad.locator("form").filter(has=page.locator(f'option[value="{action}"]')).first
            lists.locator("select[name=action]").select_option(action)
            lists.locator("button.main").click()
        after_one_more(page, before)


def unfold(inside: Locator) -> None:
    """Opens the group that it lies in, as a tap on its title does."""
    inside.evaluate(
        "found => { const group = found.closest('details'); if (group && !group.open) group.querySelector('summary').click(); }"
    )


def put_together(page: Page, title: str, **answers: str | tuple[str, ...]) -> None:
    """A move that no list holds: the form of this title, filled in and sent."""
    before, pad = seq_of(page), open_pad(page)
    form = pad.locator("details.group", has=page.locator("summary", has_text=title)).first
    if form.get_attribute("open") is None:
        form.locator("summary").click()
    for name, answer in answers.items():
        for each in answer if isinstance(answer, tuple) else (answer,):
            _answer(form, name, each)
    form.locator("button.main").click()
    after_one_more(page, before)


def _answer(form: Locator, name: str, answer: str) -> None:
    tick = form.locator(f'input[type=checkbox][name="{name}"][value="{answer}"]')
    if tick.count():
        tick.check()
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


def too_late(evening: Evening, page: Page, tap: Callable[[Page], None], meanwhile: str, do_it: bool = False) -> None:
    """A phone without a connection is tapped on; `meanwhile` is entered on the page; the phone comes back and is told."""
    phone = evening.phone()
    live(phone)
    phone.context.set_offline(True)
    tap(phone)
    expect(phone.locator(".toast")).to_be_visible()
    enter(page, meanwhile)
    phone.context.set_offline(False)
    told = phone.locator(".toast.bad")
    expect(told).to_contain_text("Meanwhile")
    if do_it:
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


def by_keys(page: Page, name: str, key: str = "Enter", most: int = 120) -> None:
    """With the Tab key to what is called so, then this key. No mouse, no finger."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED) == name:
            page.keyboard.press(key)
            return
    raise AssertionError(f"the Tab key never came to {name!r}")


FOCUSED = """() => { const it = document.activeElement;
    return (it.getAttribute('aria-label') ?? it.labels?.[0]?.innerText ?? it.innerText ?? '').replace(/\\s+/g, ' ').trim(); }"""


def first_evening_by_keys(page: Page, title: str, players: tuple[str, ...], boxes: str) -> None:
    """The wizard with Tab, Enter and letters only."""
    for _ in range(STEPS_MOST):
        step = page.locator("body").get_attribute("data-step")
        if step is None:
            break
        if step == "deck":
            page.locator("section.panel", has_text=title).locator("button[name=deck][value='']").press("Enter")
        else:
            _typed(page, step, players, boxes)
            page.locator(".btns .btn.main").last.press("Enter")
        page.wait_for_function("before => document.body?.dataset.step !== before", arg=step)
        page.wait_for_load_state()
    live(page)


def _typed(page: Page, step: str, players: tuple[str, ...], boxes: str) -> None:
    if step == "players":
        for number, name in enumerate(players, 1):
            by_keys(page, f"Seat {number}", "Shift")
            page.keyboard.type(name)
    elif step == "rules":
        page.locator("[name=option-boxes]").focus()
        page.keyboard.type(boxes)
