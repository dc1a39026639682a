"""A home in which an evening begins as `companion play` begins it: the first evening, the real machine behind its pages, a log on disk."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any

from flask import Flask
from playwright.sync_api import Browser, Page, expect

from companion.cli.first_evening import FirstEvening
from companion.cli.opening import OpenTable
from companion.cli.table_eyes import TableEyes
from companion.devices import Devices
from companion.game import Setup
from companion.games import available
from companion.pack import built_in, load_box
from companion.session import Session
from companion.store import Store
from companion.web.first_evening import create_setup
from companion.web.front import Front
from companion.web.helper import Begun, Choices
from companion.web.serve import Server
from companion.web.settings import WebSettings
from companion.wordcheck import check_shown
from tests.browser.conftest import DESKTOP, PHONE, VIEWERS
from tests.web.pictures import shrink

PATIENCE_MS, USUAL_MS = 30_000, 5_000
STEPS_MOST = 20
"""Of the first evening; a wizard that takes more goes round in circles."""
Own = Callable[[], None]
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
        game, box = available()[asked.game], built_in(asked.game) if pack is None else load_box(pack)[0]
        session = Session.start(Store(folder / "log"), game, box, Setup(len(asked.players), asked.options), asked.players)
        sessions.append(session)
        return Begun(session, WebSettings(language=asked.language, viewers=VIEWERS, shrink=shrink, devices=devices, check=checked))

    eyes = TableEyes(OpenTable(folder / "packs"))
    helper = FirstEvening(folder / "packs", "http://192.0.2.7:8080/", eyes, start)
    front = Front(Flask(__name__))
    front.show(create_setup(helper, devices, lambda: front, frozenset()))
    server = Server(front, "127.0.0.1", 0)
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
        eyes.close()
        thread.join(5)
    assert evening.faults == []


def checked(show: Any, asked: Any) -> Any:
    """A shown word, on the board or not, without a list of words."""
    return check_shown(show, (), asked)


def first_evening(page: Page, game: str, players: tuple[str, ...], language: str = "en", own: Own | None = None, **options: str) -> None:
    """Through the wizard to the table: a game by hand, who sits where, how the table plays; the other steps as they come.

    `own` shows a box of one's own from the step of the deck on, and ends at the step behind it.
    """
    given: dict[str, Callable[[], None]] = {
        "language": lambda: page.locator(f"input[name=language][value={language}]").check(),
        "players": lambda: _seats(page, players),
        "rules": lambda: _options(page, options),
        "deck": own or (lambda: page.locator(f"form:has(input[value={game}]) button[name=deck][value='']").click()),
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
