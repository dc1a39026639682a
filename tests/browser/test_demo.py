"""`companion demo` in a real browser: one recorded table after another on the page that is open, without a reload by hand."""

from pathlib import Path
from threading import Event, Thread
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, expect

from companion.cli import recorded
from companion.cli.recorded import OnThePage, Turns
from companion.games import available
from companion.pack import built_in
from companion.playback import Playback
from companion.recording import Recording, Step
from companion.session import Session
from companion.store import Store
from companion.web.app import create_app
from companion.web.serve import Server
from companion.web.settings import WebSettings
from tests.browser.axe import violations
from tests.browser.conftest import VIEWERS, Watch
from tests.web.pictures import shrink

pytestmark = pytest.mark.browser
TABLES = {
    "appetite": ({"boxes": "2"}, ("P1 play lunches-6", "P2 play breakfasts-3")),
    "buffet_boss": ({"mode": "lunch"}, ("table reveal lemon", "table reveal egg")),
}


def recording(game: str) -> Recording:
    """A recorded table at which everything was tapped."""
    options, taps = TABLES[game]
    steps = tuple(Step(number / 10, tap=tap) for number, tap in enumerate(taps))
    return Recording(Path(game), game, None, ("Ines", "Bruno"), options, steps)


def test_one_recorded_table_follows_another_on_the_open_page(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded, "REST_S", 0.1)
    is_seen = Event()

    def open_(number: int, each: Recording) -> OnThePage:
        assert number == 0 or is_seen.wait(30)
        (tmp_path / str(number)).mkdir()
        session = Session.start(Store(tmp_path / str(number)), available()[each.game], built_in(each.game), each.setup, each.players)
        playback = Playback(each, session, load=_no_picture, read=_no_picture, to_jpeg=_no_picture)
        return OnThePage(session, playback, create_app(session, WebSettings(viewers=VIEWERS, keepalive_s=0.5, shrink=shrink)))

    turns = Turns([recording(game) for game in TABLES], open_, once=True)
    server = Server(turns.front, "127.0.0.1", 0)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    watch = Watch(f"http://127.0.0.1:{server.port}")
    page, stream = (browser.new_page() for _ in range(2))
    page.set_default_timeout(20_000)
    page.goto(watch.address)
    stream.goto(f"{watch.address}/overlay/1?motion=reduced")
    expect(page.locator("#part-events .event").first).to_contain_text("Bruno played 3 Breakfasts")
    expect(stream.locator("#w-last")).to_contain_text("Bruno played 3 Breakfasts", timeout=15_000)
    is_seen.set()
    expect(page.locator("#part-events .event").first).to_contain_text("egg", timeout=20_000)
    expect(page).to_have_title("Buffet Boss · Table Companion")
    expect(page.locator("body")).to_have_attribute("data-game", "buffet_boss")
    expect(page.locator("header h1")).to_contain_text("Buffet Boss")
    expect(page.locator("#part-hero .appmeter")).to_have_count(0)
    expect(page.locator("#connection")).to_have_text("Live")
    expect(stream.locator("#w-last")).to_contain_text("egg", timeout=20_000)
    assert violations(page) == []
    for each in (page, stream):
        each.close()
    turns.stop()
    server.close()
    thread.join(5)


def _no_picture(given: object) -> NoReturn:
    raise AssertionError(f"there is no picture in these recordings: {given}")
