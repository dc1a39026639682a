"""Plates under a side camera at the end of a Dinner: a film of them in, what the page offers out, taken or changed with a tap."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.cli.enrolling import enrolled_once
from companion.cli.opening import OpenTable
from companion.cli.table_eyes import TableEyes, opened_for
from companion.events import Acted, Corrected
from companion.game import Setup
from companion.games.buffet_boss import GAME
from companion.games.buffet_boss.pieces import State
from companion.pack import load
from companion.runtime import Runtime
from companion.session import Session
from companion.snapshot import Source
from companion.store import Store
from fixtures.art import PACKS, load_art
from fixtures.closed_loop import table_of
from fixtures.film import jpeg
from fixtures.piles import Pile, Shot, picture, pile
from fixtures.render import render
from fixtures.stages import STAGES
from tests.browser.axe import violations
from tests.browser.conftest import OTHER_VIEWS, VIEWS, Watch, seen_as, served
from tests.browser.test_page_promises import TARGET_PX, probe
from tests.vision.plates.test_reader import COLOURED, FOODS
from vision.plates.contacts import gap_mm

pytestmark = [pytest.mark.browser, pytest.mark.slow]

RATE, SCENES_S = 5, (25, 75)
"""Pictures a second, and how long each plate stands before the camera: people look at the last one at leisure."""
PATIENCE_MS = 60_000
DOUBT_MM = 0.55
"""A gap that no picture of this size decides: from .7 mm on the ground is seen in it."""


def plates() -> tuple[Pile, Pile]:
    """A tower, and three foods side by side of which two stand so near that nobody can see whether they touch."""
    tower = pile(np.random.default_rng([14, 9]), 3, [FOODS[name] for name in COLOURED], 1)
    row = pile(np.random.default_rng([17, 9]), 3, [FOODS[name] for name in ("cheese", "bread", "crab", "muffin")], 1)
    return tower, nearer(row)


def nearer(row: Pile) -> Pile:
    """The two neighbours that are nearest to each other, moved together but for `DOUBT_MM`."""
    left, right = sorted(row.pieces, key=lambda one: one.pose.x)[:2]
    moved = right
    for _ in range(400):
        if gap_mm(left.line_mm, moved.line_mm) <= DOUBT_MM:
            break
        moved = replace(moved, pose=replace(moved.pose, x=moved.pose.x - 0.1))
    return replace(row, pieces=tuple(moved if one is right else one for one in row.pieces))


def counted(pack_state: State, *piles: Pile) -> str:
    """The line of text of a Dinner that is over, with these plates; P2 has revealed who counts single contacts."""
    served = [[one.food.name for one in each.pieces] for each in piles]
    left = sorted(food for food, many in pack_state.house.copies.items() for _ in range(many - sum(food in own for own in served)))
    bin_ = left[: pack_state.house.deck - sum(map(len, served))]
    rows = [f"P{n}=cards:{','.join(own)};on:{','.join(own)}" for n, own in enumerate(served, 1)]
    return f"round=8 first=P2 line=- taken=- bin={','.join(bin_)} {rows[0]} {rows[1]};character:A3"


def filmed(folder: Path, *piles: Pile) -> Path:
    """A film of one plate after the other."""
    film, rng = cv2.VideoWriter(str(folder / "side.avi"), cv2.VideoWriter.fourcc(*"MJPG"), RATE, Shot().size_px), np.random.default_rng(3)
    for each, seconds in zip(piles, SCENES_S, strict=True):
        still = picture(each, Shot(), rng)
        for _ in range(RATE * seconds):
            noisy = np.clip(still + rng.normal(0, 1.0, still.shape), 0, 255).astype(np.uint8)
            film.write(cv2.cvtColor(noisy, cv2.COLOR_RGB2BGR))
    film.release()
    return folder / "side.avi"


def from_above(folder: Path, state: State) -> Path:
    """A picture of everybody's cards."""
    stage = STAGES["buffet_boss"]
    scene = replace(table_of(1, "buffet_boss"), markers_mm=stage.markers_mm, place=stage.places(GAME, state, 1) or ())
    (folder / "above").mkdir()
    (folder / "above" / "1.jpg").write_bytes(jpeg(render(scene, load_art(PACKS / "buffet_boss"))[0], 92))
    return folder / "above"


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """An evening at its end under both cameras, as `companion play --side-camera FILM` begins it."""
    piles, box = plates(), enrolled_once(PACKS / "buffet_boss", "buffet_boss", tmp_path / "packs")
    pack, setup = load(box)[0], Setup(2, {"mode": "dinner", "height_unit": "mm"})
    table = Session.start(Store(tmp_path / "log"), GAME, pack, setup, ("Ines", "Bruno"))
    table.rule("We have played this far.", Source.PAGE, state=counted(GAME.initial(pack, setup), *piles))
    above, beside = (opened_for(str(name))[1] for name in (from_above(tmp_path, table.state), filmed(tmp_path, *piles)))
    eyes = TableEyes(OpenTable(tmp_path / "data", above, beside, game="buffet_boss", pack=box))
    with Runtime(table, eyes.sight):
        yield table
    table.close()


@pytest.fixture
def page(browser: Browser, session: Session) -> Iterator[Page]:
    with served(session) as address:
        watch = Watch(address)
        opened = watch.over(browser.new_page())
        opened.set_default_timeout(PATIENCE_MS)
        opened.goto(address)
        yield opened
        opened.context.close()
        assert watch.faults == []


def offered(page: Page, said: str) -> Locator:
    """The question card that says so."""
    card = page.locator(".q", has_text=said)
    expect(card).to_be_visible(timeout=PATIENCE_MS)
    return card


def test_heights_and_contacts_are_taken_with_a_tap_or_changed(page: Page, session: Session) -> None:
    tower, row = plates()
    card = offered(page, "The plate of Ines is ")
    expect(card.locator("svg image")).to_be_visible()
    card.locator("summary").click()
    ticked = card.locator("input[name=pairs]:checked")
    assert {each.get_attribute("value") for each in ticked.all()} == {"+".join(sorted(pair)) for pair in touching(tower)}
    assert abs(int(card.locator("input[name=height]").input_value()) - tower.height_mm) <= 2
    card.locator("input[name=height]").fill("99")
    card.locator("[data-key=send-change]").click()
    entry = page.locator("#part-events .event.corrected", has_text="measured a plate of 99 mm")
    expect(entry).to_have_attribute("data-by", "camera")
    expect(entry.locator("img")).to_be_attached()

    card = offered(page, "touch?")
    expect(card).to_contain_text("Bruno")
    assert card.locator("svg polygon.ring").count() == 2, "the two pieces that it is about"
    card.locator("summary").click()
    for view in (*VIEWS, *OTHER_VIEWS):
        seen_as(page, view)
        assert violations(page) == [], view
        assert probe(page, "small_targets", TARGET_PX) == [], view
        assert page.evaluate("document.documentElement.scrollWidth") <= view[0][0], view
    card.get_by_role("button", name="do not touch").click()
    expect(page.locator("#part-events .event", has_text="Bruno showed 3 contacts")).to_be_attached()

    plates_now = session.state.plates
    assert [plate.height for plate in plates_now] == [99, pytest.approx(row.height_mm, abs=2)]
    assert set(plates_now[0].contacts) == {tuple(sorted(pair)) for pair in touching(tower)}
    events = [(entry.by, entry.event) for entry in session.entries()]
    told = [(by, event) for by, event in events if isinstance(event, Acted)]
    assert [by for by, _ in told] == [Source.CAMERA, Source.CAMERA, Source.PAGE, Source.PAGE]
    assert all(event.picture and session.picture(event.picture) for _, event in told)
    assert [by for by, event in events if isinstance(event, Corrected)] == [Source.PAGE]


def touching(standing: Pile) -> list[tuple[str, str]]:
    """Names of what touches on a drawn plate."""
    called = [one.food.name for one in standing.pieces]
    return [("plate", called[k]) for k in standing.touching_plate] + [(called[a], called[b]) for a, b in standing.touching]
