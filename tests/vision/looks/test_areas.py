"""The hue of an area of colour, under the light that its ground has: the same figure in other colours is another card."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.looks import test_inks as inks
from vision.cards.explained import Explained
from vision.cards.reading import Reading
from vision.cards.verdict import VerdictParams, stands
from vision.looks import canon
from vision.looks.areas import deepened, hue_off
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.gains import balanced, lit, planes
from vision.looks.matching import WINDOWS, inner, see
from vision.reader import TableReader

Pixels = NDArray[np.uint8]
Ink = tuple[int, int, int]
VERDICT = VerdictParams()
MOST = VERDICT.most_hue_off
PAIRS: dict[str, tuple[Ink, Ink]] = {
    "mint": ((182, 242, 182), (115, 35, 115)),
    "sky": ((178, 242, 242), (115, 35, 35)),
    "sand": ((242, 242, 182), (35, 35, 115)),
}
"""Ground and figure of each tile."""
INSIDE = inner(np.ones(canon.CELLS, np.bool_))


def tile(name: str) -> Pixels:
    """A pentagon with a hole in it: (900, 600, 3) RGB."""
    ground, figure = PAIRS[name]
    flat = np.full((900, 600, 3), ground, np.uint8)
    turns = np.deg2rad(np.arange(5) * 72 - 90)
    cv2.fillPoly(flat, [np.stack([300 + 210 * np.cos(turns), 450 + 210 * np.sin(turns)], 1).astype(np.int32)], figure, cv2.LINE_AA)
    cv2.circle(flat, (300, 500), 40, ground, -1, cv2.LINE_AA)
    return flat


@cache
def deck(*names: str) -> Catalogue:
    return Catalogue(tuple(look_of(tile(name), name, "card", (60.0, 90.0)) for name in names))


def off(seen: Pixels, look: str, shows: NDArray[np.bool_] = INSIDE) -> float:
    """Degrees by which what is seen is off a look."""
    own = planes(canon.colours(canon.shrink(tile(look))))
    found = see(canon.shrink(seen))
    return hue_off(own, balanced(lit(planes(found.colours)), own[None], None, 5.0)[0], shows)


@pytest.mark.parametrize("lamp", sorted(inks.LAMPS))
def test_lamps_and_haze_leave_the_hue_of_a_figure(lamp: str) -> None:
    for haze in (0.0, 0.3):
        assert max(off(inks.lit(tile(name), lamp, haze), name) for name in PAIRS) < MOST / 2


@pytest.mark.parametrize(("seen", "look"), [("sky", "mint"), ("mint", "sky"), ("sand", "mint"), ("mint", "sand")])
def test_a_figure_of_another_colour_is_off(seen: str, look: str) -> None:
    assert off(tile(seen), look) > 1.3 * MOST


def test_what_does_not_show_says_nothing_nor_does_a_look_of_one_colour() -> None:
    assert off(tile("sky"), "mint", ~INSIDE) == 0.0
    plain = np.full((3, *canon.CELLS), 0.6, np.float32)
    assert hue_off(plain, plain, INSIDE) == 0.0


def test_a_tile_that_was_not_enrolled_bears_no_name_of_one_with_its_figure() -> None:
    reader = TableReader(deck("mint", "sand"))
    assert inks.names(reader.read(inks.photo(tile("sky"))).detections) in ([None], [])
    for name in ("mint", "sand"):
        assert inks.names(reader.read(inks.photo(tile(name))).detections) == [name]


def figures(inside: str) -> Pixels:
    """Three long figures, full or with fine lines: (900, 600, 3) RGB."""
    flat, mask = np.full((900, 600, 3), (236, 230, 214), np.uint8), np.zeros((900, 600), np.uint8)
    for y in (200, 450, 700):
        cv2.rectangle(mask, (150, y - 75), (450, y + 75), 1, -1)
        for x in (150, 450):
            cv2.circle(mask, (x, y), 75, 1, -1)
    told = np.arange(900) % 13 < (13 if inside == "full" else 3)
    flat[(mask > 0) & told[:, None]] = (120, 40, 140)
    return flat


def in_glare(flat: Pixels) -> Pixels:
    """The lower half of a card in glare, which burns it out at its end."""
    shine = np.clip((np.arange(900) - 300) / 600, 0, 1)[:, None, None]
    return np.clip(flat * (1 - shine) + 300 * shine, 0, 255).astype(np.uint8)


def deep(seen: Pixels, look: Pixels) -> int:
    """Cells where more ink is seen than the look has."""
    own, lies = (planes(canon.colours(canon.shrink(flat))) for flat in (look, seen))
    return deepened(own, lies, INSIDE & (lies.max(0) < 0.985))


def test_a_full_figure_half_in_glare_is_no_hatched_one() -> None:
    hatched, full = figures("lines"), figures("full")
    assert deep(in_glare(full), hatched) > 1.5 * VERDICT.most_deepened
    assert deep(in_glare(hatched), hatched) == deep(in_glare(full), full) == 0


@pytest.mark.parametrize("lamp", sorted(inks.LAMPS))
def test_no_lamp_nor_shadow_adds_ink(lamp: str) -> None:
    shaded = np.where((np.arange(600) < 250)[None, :, None], figures("lines") // 3, figures("lines")).astype(np.uint8)
    assert deep(inks.lit(shaded, lamp), figures("lines")) < VERDICT.most_deepened / 3
    assert deep(inks.lit(tile("mint"), lamp, 0.3), tile("mint")) < VERDICT.most_deepened / 3


def test_where_more_ink_is_seen_no_name_stands() -> None:
    sure = Reading(0, canon.CORNERS * 2, 0.93, 1.0, 0.93, 0.9, 1, WINDOWS[0])
    assert stands(replace(sure, explained=Explained(deepened=17)), VERDICT)
    assert not stands(replace(sure, explained=Explained(deepened=52)), VERDICT)
