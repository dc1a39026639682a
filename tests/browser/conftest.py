"""A real Chromium, a real server on a free port, and a watch over everything that a page must not do."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, Response, sync_playwright

from companion.session import Session
from companion.web.app import create_app
from companion.web.serve import Server
from companion.web.settings import WebSettings
from tests.web.evening import evening
from tests.web.pictures import shrink

DESKTOP, PHONE, SMALLEST = (1280, 860), (390, 844), (320, 640)
FLAGS = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run", "--disable-sync")
VIEWERS = 8


@contextmanager
def chromium() -> Iterator[Browser]:
    """The Chromium of this machine. Raises FileNotFoundError where there is none."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        raise FileNotFoundError("no chromium on PATH; install it (apt install chromium) for the tests of the page")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=[*FLAGS])
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    try:
        with chromium() as opened:
            yield opened
    except FileNotFoundError as missing:
        pytest.skip(str(missing))


@contextmanager
def served(session: Session, port: int = 0, **more: Any) -> Iterator[str]:
    """The page of a session on a free port; its address."""
    server = Server(create_app(session, WebSettings(viewers=VIEWERS, keepalive_s=0.5, shrink=shrink, **more)), "127.0.0.1", port)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        session.close()
        server.close()
        thread.join(5)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    table = evening(tmp_path)
    yield table
    table.close()


@pytest.fixture
def address(session: Session) -> Iterator[str]:
    with served(session) as url:
        yield url


@dataclass
class Watch:
    """What pages did that is a fault, and how much they loaded."""

    address: str
    faults: list[str] = field(default_factory=list)
    loaded: list[tuple[str, int]] = field(default_factory=list)

    def over(self, page: Page) -> Page:
        page.on("console", lambda message: self.faults.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", self._request)
        page.on("response", self._response)
        return page

    def _request(self, request: Request) -> None:
        if urlsplit(request.url).scheme in ("http", "https") and not request.url.startswith(self.address):
            self.faults.append(f"external request: {request.url}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.status} {response.url}")


Open = Callable[..., Page]


@pytest.fixture
def watch(address: str) -> Watch:
    return Watch(address)


@pytest.fixture
def open_page(browser: Browser, address: str, watch: Watch) -> Iterator[Open]:
    """Opens the page in a fresh browser of a given size; at the end of the test no page may have done anything forbidden."""
    contexts = []

    def start(size: tuple[int, int] = DESKTOP, scheme: str = "light", path: str = "/") -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if scheme == "dark" else "light",
            has_touch=size[0] < 900,
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = watch.over(context.new_page())
        page.set_default_timeout(10_000)
        page.goto(address + path)
        return page

    yield start
    for context in contexts:
        context.close()
    assert watch.faults == []


View = tuple[tuple[int, int], Literal["light", "dark"]]
"""Width and height in px, and the theme."""
VIEWS: tuple[View, ...] = ((PHONE, "dark"), (DESKTOP, "light"))
OTHER_VIEWS: tuple[View, ...] = ((PHONE, "light"), (DESKTOP, "dark"))


def seen_as(page: Page, view: View) -> None:
    """The same page in another size and theme, as after a turn of the phone; much quicker than a browser of its own."""
    size, scheme = view
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=scheme)


def loaded(browser: Browser, address: str) -> list[float]:
    """Bytes over the wire of everything that a page loads at first."""
    page = browser.new_page()
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    bodies: list[float] = []
    devtools.on("Network.loadingFinished", lambda event: bodies.append(event["encodedDataLength"]))
    page.goto(address)
    page.wait_for_timeout(1_000)
    page.close()
    return bodies
