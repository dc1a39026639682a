"""Ink of one colour: its hue stays under a lamp, a haze of glare and in blur, and a card of another ink is no card of this deck."""

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.looks import test_grain as grain
from vision.cards.picture import Picture
from vision.frame import Frame
from vision.looks import canon
from vision.looks.canon import COLUMNS, ROWS
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.inks import Inks
from vision.looks.matching import Library, see
from vision.observation import Detection
from vision.reader import TableReader

Pixels = NDArray[np.uint8]
INKS = {"red": (205, 45, 35), "green": (30, 130, 60), "purple": (95, 40, 130)}
LAMPS = {"day": (1.0, 1.0, 1.0), "warm": (1.0, 0.82, 0.6), "cold": (0.8, 0.9, 1.0), "dim": (0.35, 0.33, 0.3)}
EVERYWHERE = np.ones(ROWS * COLUMNS, np.float32)


def card(ink: str, line_px: int = 16) -> Pixels:
    """Two outlines: (900, 600, 3) RGB."""
    flat = np.full((900, 600, 3), (246, 243, 236), np.uint8)
    for y in (270, 610):
        cv2.ellipse(flat, (300, y), (200, 120), 0, 0, 360, INKS[ink], line_px, cv2.LINE_AA)
    return flat


def lit(flat: Pixels, lamp: str, haze: float = 0.0) -> Pixels:
    """Under a lamp, with a haze of its light over the left half."""
    light = np.asarray(LAMPS[lamp], np.float32)
    if not haze:
        return np.asarray(np.clip(flat * light, 0, 255), np.uint8)
    shine = np.zeros(flat.shape[:2], np.float32)
    shine[:, : flat.shape[1] // 2] = haze * 255
    return np.clip(flat * light + cv2.GaussianBlur(shine, (0, 0), 40)[..., None] * light, 0, 255).astype(np.uint8)


@cache
def deck(*inks: str, line_px: int = 16) -> Catalogue:
    return Catalogue(tuple(look_of(card(ink, line_px), ink, "card", (60.0, 90.0)) for ink in inks))


def photo(flat: Pixels, lamp: str = "day", haze: float = 0.0, blur_px: float = 0.7) -> Frame:
    """On grey cloth, a little askew."""
    table = np.full((800, 1000, 3), (95, 100, 105), np.uint8)
    table[120:660, 300:660] = cv2.resize(flat, (360, 540), interpolation=cv2.INTER_AREA)
    view = cv2.getRotationMatrix2D((500, 400), 7, 1.0)
    turned: Pixels = np.asarray(cv2.warpAffine(table, view, (1000, 800), flags=cv2.INTER_LINEAR, borderValue=(95, 100, 105)), np.uint8)
    noise = np.random.default_rng(2).normal(0, 2, turned.shape)
    return Frame(np.clip(cv2.GaussianBlur(lit(turned, lamp, haze), (0, 0), blur_px) + noise, 0, 255).astype(np.uint8), 0.0)


def names(found: tuple[Detection, ...]) -> list[str | None]:
    return [one.id for one in found]


@pytest.mark.parametrize("lamp", sorted(LAMPS))
def test_a_card_is_named_under_any_lamp(lamp: str) -> None:
    for ink in INKS:
        assert names(TableReader(deck("red", "green", "purple")).read(photo(card(ink), lamp)).detections) == [ink]


@pytest.mark.parametrize("lamp", ["day", "warm", "cold"])
@pytest.mark.parametrize(("own", "other"), [("red", "purple"), ("purple", "red"), ("green", "purple")])
def test_a_card_of_an_ink_that_was_never_enrolled_bears_no_name(own: str, other: str, lamp: str) -> None:
    found = TableReader(deck(own)).read(photo(card(other), lamp)).detections
    assert names(found) in ([], [None])


@pytest.mark.parametrize(("lamp", "haze"), [("day", 0.45), ("warm", 0.15)])
@pytest.mark.parametrize(("own", "other"), [("green", "purple"), ("purple", "green")])
def test_nor_does_one_of_thin_lines_in_glare(own: str, other: str, lamp: str, haze: float) -> None:
    """Its own name is borne there by the card that has it."""
    reader = TableReader(deck(own, line_px=5))
    assert names(reader.read(photo(card(other, 5), lamp, haze)).detections) == [None]
    assert names(reader.read(photo(card(own, 5), lamp, haze)).detections) == [own]


@cache
def empty_and_filled() -> Catalogue:
    """Of one ink an empty figure, of another a hatched one."""
    looks = [(grain.card("green-empty"), "green-empty"), (grain.card("red-lines"), "red-lines")]
    return Catalogue(tuple(look_of(flat, id, "card", grain.SIZE_MM) for flat, id in looks))


@pytest.mark.parametrize("blur_px", [0.7, 2.0, 4.0])
def test_a_figure_with_more_ink_than_any_that_was_enrolled_bears_no_name(blur_px: float) -> None:
    """Hatched where the look is empty, or full where it is hatched; those that were enrolled bear theirs."""
    reader = TableReader(empty_and_filled())
    hatched, full = grain.card("green-empty"), grain.card("red-empty")
    inside = np.zeros(full.shape[:2], np.uint8)
    cv2.fillPoly(inside, [np.array([(300, 130), (470, 450), (300, 770), (130, 450)], np.int32)], 1)
    full[inside > 0] = grain.INKS["red"]
    hatched[(inside > 0) & (np.arange(900) % 13 < 2)[:, None]] = grain.INKS["green"]
    for stranger in (hatched, full):
        assert names(reader.read(grain.photo_of(stranger, blur_px=blur_px)).detections) in ([], [None])
    for id in ("green-empty", "red-lines"):
        assert names(reader.read(grain.photo(id, blur_px=blur_px)).detections) == [id]


class TestHue:
    """By how many degrees it is off."""

    @staticmethod
    def off(seen: Pixels, look: str) -> float:
        library = Library(deck(*INKS))
        height, width = seen.shape[:2]
        quad = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float32)
        return Inks(library).seen(see(Picture(seen, max(seen.shape)).patch(quad)), library.ids.index(look), EVERYWHERE).hue_off

    @pytest.mark.parametrize("lamp", sorted(LAMPS))
    @pytest.mark.parametrize("haze", [0.0, 0.25])
    def test_its_own_stays(self, lamp: str, haze: float) -> None:
        assert all(self.off(lit(card(ink), lamp, haze), ink) < 20 for ink in INKS)

    def test_another_is_far_off(self) -> None:
        assert min(self.off(card(one), other) for one in INKS for other in INKS if one != other) > 50

    def test_blur_leaves_it(self) -> None:
        assert all(self.off(np.asarray(cv2.GaussianBlur(card(ink), (0, 0), 12), np.uint8), ink) < 10 for ink in INKS)

    def test_no_ink_has_no_hue(self) -> None:
        assert self.off(np.full((900, 600, 3), 240, np.uint8), "red") == 0


def test_black_on_ivory_is_no_colour() -> None:
    """It only lacks that of the paper; a lamp changes what that is."""
    ivory = np.full((900, 600, 3), (238, 232, 214), np.uint8)
    black, red = ivory.copy(), ivory.copy()
    for y in (270, 610):
        cv2.circle(black, (300, y), 110, (20, 20, 22), -1, cv2.LINE_AA)
        cv2.circle(red, (300, y), 110, (190, 40, 40), -1, cv2.LINE_AA)
    inks = Inks(Library(Catalogue(tuple(look_of(rgb, id, "card", (60.0, 90.0)) for id, rgb in (("black", black), ("red", red))))))
    assert inks.of(0) is None and inks.of(1) is not None


@pytest.mark.parametrize(("at", "is_figure"), [((0, 100), False), ((230, 400), True)])
def test_a_tint_at_the_edge_is_light_and_one_within_is_a_figure(at: tuple[int, int], is_figure: bool) -> None:
    tinted = card("green").astype(np.float32)
    x, y = at
    tinted[y : y + 110, x : x + 140] *= (0.7, 1.0, 0.75)
    found = Inks(Library(deck("green"))).seen(see(canon.shrink(tinted.astype(np.uint8))), 0, EVERYWHERE)
    assert (found.stained > 0.45) == is_figure
