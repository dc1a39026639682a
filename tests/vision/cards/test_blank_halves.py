"""Pieces with a blank half: what is not printed there is what tells them, as a blank and a six from a one and a six among dominoes."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.benchmarks import more_decks
from vision.cards.answers import Answers
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.other_end import against_other_ends
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.verdict import VerdictParams
from vision.frame import Frame
from vision.looks import canon
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import Library, see
from vision.observation import Detection
from vision.reader import TableReader

Pixels = NDArray[np.uint8]


@cache
def stones() -> dict[str, Pixels]:
    """All dominoes, (288, 144, 3) RGB each."""
    return {id: np.asarray(card, np.uint8) for id, card, _ in more_decks.dominoes()}


@cache
def reader(*left_out: str) -> TableReader:
    """Of all dominoes but some."""
    return TableReader(Catalogue(tuple(look_of(rgb, id, "card", (24, 48)) for id, rgb in stones().items() if id not in left_out)))


def table(*ids: str, light: float = 0.8) -> Frame:
    """Stones side by side on green cloth, a little askew, 72 by 144 px each."""
    seen = np.full((720, 1280, 3), (40, 95, 60), np.float64)
    for at, id in enumerate(ids):
        stone = cv2.resize(stones()[id], (72, 144), interpolation=cv2.INTER_AREA)
        seen[250:394, 250 + 190 * at : 322 + 190 * at] = stone
    view = cv2.getRotationMatrix2D((640, 360), 4.0, 1.0)
    turned = np.asarray(cv2.warpAffine(seen, view, (1280, 720), flags=cv2.INTER_LINEAR, borderValue=(40, 95, 60)))
    noise = np.random.default_rng(4).normal(0, 2.5, turned.shape)
    return Frame(np.clip(light * cv2.GaussianBlur(turned, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8), 0.0)


def names(found: tuple[Detection, ...]) -> list[str | None]:
    """Of what was found, from left to right."""
    return [one.id for one in sorted(found, key=lambda one: sum(x for x, _ in one.quad_px))]


@pytest.mark.parametrize("light", [pytest.param(0.35, marks=pytest.mark.slow), 0.8])
def test_a_blank_half_that_lies_open_is_seen_to_be_blank(light: float) -> None:
    ids = ["domino-0-6", "domino-1-6", "domino-0-3", "domino-1-3"]
    assert names(reader().read(table(*ids, light=light)).detections) == ids


def test_a_pip_where_the_only_stone_enrolled_is_blank_is_another_stone() -> None:
    left_out = ("domino-1-5", "domino-1-3")
    found = names(reader(*left_out).read(table(*left_out, "domino-0-5")).detections)
    assert found == [None, None, "domino-0-5"]


def test_nor_does_paper_that_the_exposure_has_burnt_hide_a_pip() -> None:
    """Not even between its pips, where no cell is as bright as bare paper."""
    left_out = ("domino-0-4", "domino-2-2")
    found = names(reader(*left_out).read(table(*left_out, "domino-1-4", light=1.15)).detections)
    assert found == [None, None, "domino-1-4"]


def laid(
    look: str, lying: str, aside: int = 0, ground: Pixels | tuple[int, ...] = (236, 236, 232), left_out: tuple[str, ...] = ()
) -> tuple[Namer, Picture, Reading]:
    """A place read as a look of which the upper three eighths, blank, were taken for covered; a stone lies so many pixels further down."""
    namer = Namer(Library(reader(*left_out).catalogue), NameParams())
    seen = np.full((720, 1280, 3), ground, np.uint8)
    seen[250 + aside : 394 + aside, 250:322] = cv2.resize(stones()[lying], (72, 144), interpolation=cv2.INTER_AREA)
    quad = np.array([[250, 250], [322, 250], [322, 394], [250, 394]], np.float32)
    shown = np.repeat(np.arange(canon.ROWS) >= 3, canon.COLUMNS).astype(np.float32)
    return namer, Picture(seen, 1280), Reading(namer.library.ids.index(look), quad, 0.9, 1.0, 0.9, 0.6, None, shown)


def test_nor_is_a_blank_half_taken_for_covered_where_a_pip_shows() -> None:
    """All print of the stone that was enrolled shows, and its blank half was not compared: whatever is seen there counts all the same."""

    def foreign(lying: str) -> float:
        namer, picture, reading = laid("domino-0-2", lying)
        return namer.explainer.explain(picture, reading, ()).explained.foreign

    assert foreign("domino-0-2") < 0.3 < VerdictParams().most_foreign < foreign("domino-1-2")


def test_half_a_stone_is_none_that_ends_where_nothing_ends() -> None:
    """Beside the half of it that bears a six lies bare cloth, as blank as the other half of the stone with a blank and a six is."""

    def rim(lying: str, aside: int) -> float:
        namer, picture, reading = laid("domino-0-6", lying, aside)
        return namer._rim(picture, reading)

    assert rim("domino-6-6", 72) < 0.3 < rim("domino-0-6", 0)


def test_cloth_beside_half_a_stone_is_no_paper_without_a_pip() -> None:
    """The edge of a double five's half may be the line of any stone with a five; beside it no three and no four shows, nor any paper."""

    def margin(lying: str, aside: int) -> float:
        namer, picture, reading = laid("domino-1-5", lying, aside, (150, 172, 200), ("domino-0-5", "domino-2-5"))
        whole = namer._name(see(picture.patch(reading.quad)), reading.quad, reading.shown)
        return namer._on_its_paper(whole).margin

    assert margin("domino-5-5", 72) < VerdictParams().least_margin < margin("domino-1-5", 0)


def test_a_shadow_on_its_own_paper_hides_nothing_of_it() -> None:
    namer, picture, reading = laid("domino-1-5", "domino-1-5", left_out=("domino-0-5", "domino-2-5"))
    picture.rgb[:316] = picture.rgb[:316] * 0.55  # as far as its line
    whole = namer._name(see(picture.patch(reading.quad)), reading.quad, reading.shown)
    assert whole.margin > VerdictParams().least_margin and namer._on_its_paper(whole) is whole


def gingham() -> Pixels:
    """Cloth of white, pale and blue squares of 43 px, turned by 20 degrees: (720, 1280, 3) RGB."""
    shades = np.array([(236, 236, 232), (150, 172, 200), (75, 120, 165)], np.uint8)
    squares = np.indices((720, 1280)) // 43 % 2
    turned = cv2.warpAffine(shades[squares.sum(0)], cv2.getRotationMatrix2D((286, 286), 20, 1), (1280, 720), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(cv2.GaussianBlur(turned, (0, 0), 0.8), np.uint8)


def test_cloth_beside_half_a_stone_is_no_blemish_on_it() -> None:
    namer, picture, reading = laid("domino-1-5", "domino-5-5", 72, gingham(), ("domino-0-5", "domino-2-5"))
    assert namer.explainer.less_blemish(picture, reading, ()) is None


def test_a_place_that_another_stone_fits_as_well_has_no_name_by_what_a_blemish_leaves_of_it() -> None:
    namer, picture, reading = laid("domino-1-5", "domino-1-5", 0)
    cv2.line(picture.rgb, (262, 262), (276, 268), (120, 60, 20), 4)
    answers = Answers(namer, VerdictParams(), 0.5)
    stained = replace(reading, margin=0.0, rival=namer.library.ids.index("domino-5-5"), shown=np.ones_like(reading.shown))
    assert answers.beside(stained, picture, (), ()).margin > 0
    assert answers.beside(replace(stained, contested=True), picture, (), ()).margin == 0


def test_half_a_stone_may_be_the_other_end_of_another_one() -> None:
    """Of a two and a six the six alone shows, where a double six has one: any stone with a six has that at one of its ends."""

    def margin(lying: str, left_out: tuple[str, ...] = ()) -> float:
        namer, picture, reading = laid("domino-6-6", lying, -72, (60, 110, 80), left_out)
        part = np.repeat(np.arange(canon.ROWS) < canon.ROWS // 2, canon.COLUMNS).astype(np.float32)
        found = namer._name(see(picture.patch(reading.quad)), reading.quad, part)
        assert namer.library.ids[found.look] == "domino-6-6" and found.margin > VerdictParams().least_margin
        return against_other_ends(namer.library, picture, found, namer.params).margin

    assert margin("domino-2-6") < VerdictParams().least_margin
    others = tuple(f"domino-{low}-6" for low in range(6))
    assert margin("domino-6-6", others) > VerdictParams().least_margin, "no other stone has a six"
