"""Light dims ink and paper alike, colour by colour: their proportion stays, and print of another colour has another one."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.cards.contrast import Contrasts
from vision.cards.explained import Explained
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.verdict import VerdictParams, is_explained
from vision.frame import Rgb
from vision.looks import canon
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import WINDOWS, Library, see

Colour = tuple[int, int, int]
LEAST = VerdictParams().least_toned
EVERYWHERE = np.ones(canon.CELLS, np.bool_)
YELLOW, NAVY, GREEN, VIOLET = (242, 240, 181), (34, 32, 115), (181, 242, 181), (115, 32, 115)


def card(paper: Colour, ink: Colour) -> Rgb:
    """A triangle, a bar and a ring of one ink."""
    flat = np.full((480, 360, 3), paper, np.uint8)
    cv2.fillPoly(flat, [np.array([(180, 90), (90, 260), (270, 260)], np.int32)], ink)
    cv2.rectangle(flat, (60, 300), (300, 330), ink, -1)
    cv2.circle(flat, (180, 390), 40, ink, 14)
    return flat


def alike(seen: Rgb, look: Rgb, told: np.ndarray[tuple[int, int], np.dtype[np.bool_]] = EVERYWHERE) -> float:
    """How much alike the proportions of a card are, seen on the raster, and those of a look."""
    contrasts = Contrasts(Library(Catalogue((look_of(look, "a", "card", (60, 80)),))))
    return contrasts.alike(see(canon.shrink(seen)), 0, told)


def lit(flat: Rgb, lamp: tuple[float, float, float], haze: float = 0.0, blur_px: float = 0.0) -> Rgb:
    """A card under a lamp of a colour (times each of red, green, blue) and in haze, as a camera that clips what is too bright sees it."""
    soft = cv2.GaussianBlur(flat, (0, 0), blur_px) if blur_px else flat
    return np.asarray(np.clip(soft * (1 - haze) * np.array(lamp) + 255 * haze, 0, 255), np.uint8)


LAMPS = [(1.0, 1.0, 1.0), (1.0, 0.75, 0.4), (0.6, 0.8, 1.0)]


@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize(("haze", "blur_px"), [(0.0, 0.0), (0.1, 0.0), (0.0, 6.0)])
def test_light_haze_and_blur_leave_the_colours_of_print_against_its_ground(
    lamp: tuple[float, float, float], haze: float, blur_px: float
) -> None:
    for paper, ink in ((YELLOW, NAVY), (GREEN, VIOLET), ((220, 210, 225), (128, 95, 135))):
        assert alike(lit(card(paper, ink), lamp, haze, blur_px), card(paper, ink)) > LEAST


@pytest.mark.parametrize("lamp", LAMPS)
def test_print_of_another_colour_has_another_proportion_in_any_light(lamp: tuple[float, float, float]) -> None:
    """A violet tile passed for a navy one: what is printed on them is the same, and light was said to make up for all the rest."""
    assert alike(lit(card(GREEN, VIOLET), lamp), card(YELLOW, NAVY)) < LEAST
    assert alike(lit(card((238, 205, 180), (170, 80, 30)), lamp), card((205, 185, 215), (110, 75, 160))) < LEAST


def test_where_paper_is_burnt_out_in_a_colour_the_others_tell() -> None:
    assert alike(lit(card(GREEN, VIOLET), (1.1, 1.3, 1.1)), card(YELLOW, NAVY)) < LEAST
    assert alike(lit(card(GREEN, VIOLET), (1.1, 1.3, 1.1)), card(GREEN, VIOLET)) > LEAST


def test_a_shine_that_hides_print_is_of_no_colour() -> None:
    seen = lit(card(YELLOW, NAVY), (0.8, 0.8, 0.8))
    seen[:240] = (250, 235, 210)
    assert alike(seen, card(YELLOW, NAVY)) > LEAST


def test_only_what_shows_is_asked_and_too_little_tells_nothing() -> None:
    seen, upper = lit(card(YELLOW, NAVY), (0.8, 0.8, 0.8)), EVERYWHERE.copy()
    seen[280:] = lit(card(GREEN, VIOLET), (0.8, 0.8, 0.8))[280:]
    upper[18:] = False
    assert alike(seen, card(YELLOW, NAVY), upper) > LEAST
    assert alike(lit(card(GREEN, VIOLET), (1, 1, 1)), card(YELLOW, NAVY), ~EVERYWHERE) == 1


def test_a_name_needs_the_colours_of_its_print() -> None:
    sure = Reading(0, np.zeros((4, 2), np.float32), 0.95, 1.0, 0.95, 0.9, None, WINDOWS[0])
    assert is_explained(replace(sure, explained=Explained(toned=LEAST)), VerdictParams())
    assert not is_explained(replace(sure, explained=Explained(toned=LEAST - 0.01)), VerdictParams())


def test_a_tile_of_another_colour_that_was_never_enrolled_is_not_explained() -> None:
    table, quad = np.full((720, 1280, 3), (120, 90, 70), np.uint8), np.array([[500, 200], [680, 200], [680, 440], [500, 440]], np.float32)
    namer = Namer(Library(Catalogue((look_of(card(YELLOW, NAVY), "a", "card", (60, 80)),))), NameParams())
    reading = Reading(0, quad - 0.5, 0.95, 1.0, 0.95, 0.9, None, WINDOWS[0])
    for paper, ink, is_own in ((YELLOW, NAVY, True), (GREEN, VIOLET, False)):
        table[200:440, 500:680] = cv2.resize(card(paper, ink), (180, 240), interpolation=cv2.INTER_AREA)
        bright = np.clip(1.4 * cv2.GaussianBlur(table, (0, 0), 0.8).astype(np.float32), 0, 255)  # paper is burnt out in a colour or two
        found = namer.explainer.explain(Picture(np.asarray(bright, np.uint8), 1280), reading, ())
        assert (found.explained.toned >= LEAST) == is_own


def test_no_picture_waits_for_what_is_known_of_the_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = tuple(look_of(card(YELLOW, ink), f"a-{i}", "card", (60, 80)) for i, ink in enumerate((NAVY, GREEN, VIOLET)))
    namer = Namer(Library(Catalogue(looks)), NameParams())
    namer.prepare()

    def sought(*what: object) -> None:
        raise AssertionError(what)

    monkeypatch.setattr(Contrasts, "_find", sought)
    for late in ("vision.cards.placing.is_one_way", "vision.looks.lookalikes.difference"):
        monkeypatch.setattr(late, sought)
    seen = cv2.copyMakeBorder(card(YELLOW, NAVY), 100, 100, 100, 100, cv2.BORDER_CONSTANT, value=(60, 70, 60))
    picture = Picture(np.asarray(seen, np.uint8), 1280)
    quad = np.array([[100, 100], [460, 100], [460, 580], [100, 580]], np.float32) * np.float32(picture.scale)
    found = namer.read(picture, quad, 0)
    assert found is not None and found.look == 0
