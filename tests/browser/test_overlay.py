"""The overlay in a real browser: transparent, inside the safe area, readable, restored by a reload, followed live."""

import struct
import zlib

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.session import Session
from companion.snapshot import Source
from tests.browser.conftest import Watch

pytestmark = pytest.mark.browser
STAGE = (1920, 1080)
SMALLEST_PX = 24
SIZES = """slots => slots.flatMap(slot => [...slot.querySelectorAll("*")])
  .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()))
  .filter(e => !e.closest(".vh") && e.getClientRects().length)
  .map(e => [e, e.ownerSVGElement ? e.ownerSVGElement.getScreenCTM().a : 1])
  .map(([e, scale]) => [e.textContent.trim(), parseFloat(getComputedStyle(e).fontSize) * scale])"""


def on_air(browser: Browser, watch: Watch, query: str = "") -> Page:
    context = browser.new_context(viewport={"width": STAGE[0], "height": STAGE[1]})
    page = watch.over(context.new_page())
    page.goto(f"{watch.address}/overlay/1?motion=reduced&{query}")
    page.wait_for_selector("body:not([hidden])", timeout=15_000)
    return page


def alpha_at(png: bytes, x: int, y: int) -> int:
    """The alpha of one pixel of an RGBA screenshot."""
    width = struct.unpack(">I", png[16:20])[0]
    data, at = b"", 8
    while at < len(png):
        size = struct.unpack(">I", png[at : at + 4])[0]
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + size]
        at += size + 12
    raw, stride = zlib.decompress(data), width * 4 + 1
    above = bytearray(width * 4)
    for row in range(y + 1):
        kind, line = raw[row * stride], bytearray(raw[row * stride + 1 : (row + 1) * stride])
        for i in range(len(line)):
            left, up, corner = (line[i - 4] if i > 3 else 0), above[i], (above[i - 4] if i > 3 else 0)
            line[i] = (line[i] + (0, left, up, (left + up) // 2, _paeth(left, up, corner))[kind]) & 255
        above = line
    return above[x * 4 + 3]


def _paeth(a: int, b: int, c: int) -> int:
    nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))
    return nearest[2]


@pytest.mark.parametrize("theme", ["plate", "night", "paper"])
def test_transparent_safe_and_large_enough(browser: Browser, watch: Watch, theme: str) -> None:
    page = on_air(browser, watch, f"theme={theme}")
    boxes = page.locator(".slot > *:visible").evaluate_all(
        "all => all.map(e => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })"
    )
    assert len(boxes) >= 4
    assert all(left >= 95 and top >= 53 and right <= 1825 and bottom <= 1027 for left, top, right, bottom in boxes)
    sizes = page.locator(".slot").evaluate_all(SIZES)
    assert [each for each in sizes if each[1] < SMALLEST_PX] == []
    png = page.screenshot(omit_background=True)
    assert alpha_at(png, 900, 40) == 0
    assert page.evaluate("getComputedStyle(document.body).backgroundImage") == "none"
    page.context.close()


def test_it_follows_the_table_and_a_reload_restores_it(browser: Browser, watch: Watch, session: Session) -> None:
    page = on_air(browser, watch)
    expect(page.locator("#w-hero")).to_contain_text("3 to go")
    session.act("P1 play desserts-3", Source.PAGE)
    expect(page.locator("#w-last")).to_contain_text("Ines played 3 Desserts")
    before = page.locator("#w-score").inner_text()
    page.reload()
    page.wait_for_selector("body:not([hidden])", timeout=15_000)
    assert page.locator("#w-score").inner_text() == before
    page.context.close()


def test_scale_and_one_widget_alone(browser: Browser, watch: Watch) -> None:
    page = on_air(browser, watch, "widgets=score&scale=0.5")
    box = page.locator(".lower").bounding_box()
    assert box is not None and box["x"] < 30 and box["y"] < 30 and box["height"] < 80
    page.context.close()
