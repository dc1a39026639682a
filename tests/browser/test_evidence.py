"""Question a play, rule, take the evidence away and check it without a connection."""

import hashlib
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, expect

from companion.archive import unpack
from companion.evidence import sealed
from companion.game import Json
from companion.session import Session
from companion.verification import check
from tests.browser.conftest import DESKTOP, PHONE, Open

pytestmark = pytest.mark.browser
FLIPPED = """async places => {
    const { check } = await import("/static/bundle.js"), file = document.getElementById("bundle").files[0];
    const whole = new Uint8Array(await file.arrayBuffer()), unnoticed = [];
    for (const at of places) {
        whole[at] ^= 4;
        if (!(await check(whole)).faults.length) unnoticed.push(at);
        whole[at] ^= 4;
    }
    return unnoticed; }"""
"""Places at which a flipped bit of the bundle that was opened last escapes the page's own check."""


def verdict_on(page: Page, archive: bytes) -> str:
    page.locator("#verdict").evaluate("box => { delete box.dataset.state; box.replaceChildren(); }")
    page.set_input_files("#bundle", files=FilePayload(name="evidence.zip", mimeType="application/zip", buffer=archive))
    page.wait_for_selector("#verdict[data-state]")
    return page.inner_text("#verdict")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_dispute_from_the_log_to_the_ruling(open_page: Open, session: Session, size: tuple[int, int], tmp_path: Path) -> None:
    page = open_page(size)
    page.locator(".event", has_text="Maren played 4 Breakfasts").locator("[data-event]").click()
    page.get_by_role("link", name="Question this").click()
    expect(page.get_by_text("Not questioned")).to_be_visible()
    page.get_by_label("What do you question?").fill("The card before it was a Breakfast too.")
    page.get_by_label("Who asks?").select_option("Teo")
    page.get_by_role("button", name="Question this").click()
    expect(page.locator("blockquote")).to_contain_text("The card before it was a Breakfast too.")
    page.locator("summary", has_text="Overrule").click()
    page.get_by_label("Reason").fill("Maren picks it up again")
    page.get_by_role("button", name="Overrule").click()
    expect(page.get_by_role("banner").get_by_role("status")).to_have_text("Overruled")
    assert session.snapshot().show["total"] == 33
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    download.value.save_as(tmp_path / "evidence.zip")
    assert check((tmp_path / "evidence.zip").read_bytes(), head=session.snapshot().head).faults == ()


def test_the_page_checks_bundles_without_a_connection_and_agrees_with_the_command(open_page: Open, session: Session, address: str) -> None:
    page = open_page(path="/verify")
    whole = page.request.get(f"{address}/evidence.zip").body()
    files = unpack(whole)
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    assert "Untouched" in verdict_on(page, whole)
    log = files["log.txt"].splitlines(keepends=True)
    facts: dict[str, Json] = {"kind": "table-companion evidence", "schema": 1, "players": [], "left_out": [], "head": {}, "anchor": None}
    bare = {name: content for name, content in files.items() if name not in ("manifest.json", "seal.txt")}
    places = range(40, len(whole), len(whole) // 37)
    flips = [whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :] for at in places]
    assert page.evaluate(FLIPPED, [*places]) == []
    forged = [
        flips[3],
        *(whole[:-1], whole + b"\0"),
        *(sealed(facts, {**bare, "log.txt": b"".join(rows)}) for rows in ([*log[:3], log[4], log[3], *log[5:]], log[:-1], log * 2)),
        sealed(facts, {**bare, "pictures/" + "0" * 64 + ".jpg": b""}),
    ]
    assert [at for at, each in zip(places, flips, strict=True) if not check(each).faults] == []
    for each in forged:
        assert check(each).faults
        assert "This bundle was changed" in verdict_on(page, each)
    page.get_by_label("Head or seal").fill(session.snapshot().head)
    assert "Untouched" in verdict_on(page, whole)
    page.get_by_label("Head or seal").fill("0" * 64)
    assert "Neither its head nor its seal" in verdict_on(page, whole)


def test_the_digest_of_our_own_is_the_standard_one(open_page: Open) -> None:
    page = open_page(path="/verify")
    for length in (0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 70_001):
        content = bytes(number * 7 % 256 for number in range(length))
        script = "async bytes => (await import('/static/sha256.js')).ownSha256(Uint8Array.from(bytes))"
        assert page.evaluate(script, list(content)) == hashlib.sha256(content).hexdigest(), length
