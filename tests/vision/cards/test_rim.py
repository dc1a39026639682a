"""The rim of a blank card, looked at closely and at half the size."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cards import regions
from vision.cards.glance import AFAR_CELLS
from vision.cards.picture import Picture
from vision.cards.region_params import RegionParams
from vision.cards.regions import Guess, Regions
from vision.cards.rim import faint_rim, faint_sides, faint_thirds, rim_afar, rim_glance, rim_share
from vision.looks.canon import COLUMNS, ROWS
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import Library

Floats = NDArray[np.float32]

CARD = np.array([[500, 300], [620, 312], [606, 486], [486, 474]], np.float32)
ALL = np.ones(ROWS * COLUMNS, np.float32)


def table() -> Picture:
    seen = np.full((960, 1280, 3), (96, 70, 52), np.uint8)
    cv2.fillConvexPoly(seen, np.rint(CARD).astype(np.int32), (236, 232, 222), cv2.LINE_AA)
    return Picture(seen, 1280)


@pytest.mark.parametrize("aside", [0.0, 30.0])
def test_a_rim_is_seen_at_half_the_size_as_it_is_closely(aside: float) -> None:
    quad = CARD + np.float32(aside)
    close, glance = rim_share(table(), quad, ALL), rim_glance(table(), quad, ALL)
    assert (close > 0.9) == (glance > 0.9) == (aside == 0)
    assert abs(close - glance) < 0.1


def test_the_rim_of_paper_on_the_same_paper_is_faint() -> None:
    paper = np.full((960, 1280, 3), (236, 232, 222), np.uint8)
    cv2.polylines(paper, [np.rint(CARD).astype(np.int32)], True, (229, 225, 215), 1, cv2.LINE_AA)
    noisy = np.clip(paper + np.random.default_rng(1).normal(0, 1.5, paper.shape), 0, 255).astype(np.uint8)
    picture = Picture(noisy, 1280)
    assert rim_share(picture, CARD, ALL) < 0.7 and faint_rim(picture, CARD, ALL) > 0.9
    assert faint_rim(picture, CARD + np.float32(30), ALL) < 0.5


@pytest.mark.parametrize(("hidden", "is_there"), [((485, 612), False), ((485, 540), True)])
def test_a_third_of_two_sides_may_lack_an_edge_at_one_of_the_two(hidden: tuple[int, int], is_there: bool) -> None:
    """A card of which the lower third has the table's colour, from the left as far as its right side or as its middle."""
    seen = table().rgb.copy()
    seen[420:, hidden[0] - 5 : hidden[1]] = (96, 70, 52)
    cv2.line(seen, (486, 474), (606, 486), (236, 232, 222), 2, cv2.LINE_AA)
    assert (faint_thirds(Picture(seen, 1280), CARD) > 0.5) == is_there


def test_only_the_rim_beside_what_shows_is_looked_at() -> None:
    half = np.zeros((ROWS, COLUMNS), np.float32)
    half[:, : COLUMNS // 2] = 1
    away = CARD + np.array([[0, 0], [40, 4], [40, 4], [0, 0]], np.float32)  # its right edge lies on the table
    assert rim_glance(table(), away, half.ravel()) > rim_glance(table(), away, ALL) + 0.15


def test_a_corner_without_a_rim_is_not_looked_at_closely(monkeypatch: pytest.MonkeyPatch) -> None:
    blank = look_of(np.full((180, 120, 3), (236, 232, 222), np.uint8), "blank", "card", (60.0, 90.0))
    places, glanced, looked = Regions(Library(Catalogue((blank,))), RegionParams()), list[Floats](), list[Floats]()

    def at_a_glance(picture: Picture, quad: Floats, shown: Floats) -> float:
        glanced.append(quad)
        return rim_glance(picture, quad, shown)

    def counted(picture: Picture, quad: Floats, shown: Floats) -> float:
        looked.append(quad)
        return rim_share(picture, quad, shown)

    def has_rim(aside: float) -> bool:
        guess = Guess(0, CARD + np.float32(aside), 0.0, "corner")
        return places._has_rim(table(), guess, [], places.around(table(), [guess])[0])

    monkeypatch.setattr(regions, "rim_glance", at_a_glance)
    monkeypatch.setattr(regions, "rim_share", counted)
    assert has_rim(0)
    assert len(looked) == len(glanced) == 1
    assert not has_rim(30)
    assert len(looked) == len(glanced) == 1


def test_a_rim_is_seen_from_afar() -> None:
    afar = [rim_afar(table().glance.around((CARD + np.float32(aside))[None], AFAR_CELLS)[0], ALL) for aside in (0, 30)]
    assert afar[0] > 0.9 > 0.5 > afar[1]


def test_a_faint_rim_is_found_once_whatever_part_of_it_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, upper = table(), np.repeat(np.array([1, 0], np.float32), len(ALL) // 2)
    faint_rim(picture, CARD, ALL)
    monkeypatch.setattr("vision.cards.rim._faint", None)
    assert faint_rim(picture, CARD, upper) > 0.9 and faint_sides(picture, CARD, ALL) > 0.5


def test_a_rim_that_only_its_colour_shows_is_there() -> None:
    """Under a warm lamp green paper is as bright as a brown table."""
    bare = np.full((960, 1280, 3), (57, 31, 12), np.float64)
    paper = cv2.fillConvexPoly(bare.copy(), np.rint(CARD).astype(np.int32), (12, 52, 19), cv2.LINE_AA)
    noise = np.random.default_rng(1).normal(0, 2, bare.shape)
    with_paper, without = (Picture(np.clip(one + noise, 0, 255).astype(np.uint8), 1280) for one in (paper, bare))
    assert faint_sides(with_paper, CARD, ALL) > 0.9 and faint_sides(without, CARD, ALL) < 0.2
