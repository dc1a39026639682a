"""A piece that looks as it did is not read again; one that was exchanged, touched or covered is."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from tests.vision.deck import Floats, Table, card
from vision.changes.unmoved import Looked, changed_places, fine_of, is_unmoved, looked_at
from vision.frame import Frame
from vision.observation import Detection

PLACE = ((240, 150), 7.0)


def table(ink: str = "red", number: int = 6, aside_mm: float = 0.0) -> tuple[Table, Floats]:
    """A card on a table, always in the same place but for `aside_mm`."""
    laid = Table()
    (x, y), turn = PLACE
    return laid, laid.lay(card(ink, number), (x + aside_mm, y), turn)


def read() -> Looked:
    """The six, as it looked when it was read."""
    laid, quad = table()
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return looked_at(Detection("card", (a, b, c, d), "red-6", 0.99), fine_of(laid.picture()))


@pytest.mark.parametrize("light", [1.0, 0.94, 1.06])
def test_another_picture_of_the_same_card_under_nearly_the_same_light(light: float) -> None:
    laid, _ = table()
    laid.rng = np.random.default_rng(5)
    assert is_unmoved(read(), fine_of(laid.picture((light, light, light))))


@pytest.mark.parametrize(("ink", "number"), [("red", 9), ("red", 5), ("red", 8), ("black", 6)])
def test_a_card_exchanged_for_a_look_alike(ink: str, number: int) -> None:
    assert not is_unmoved(read(), fine_of(table(ink, number)[0].picture()))


def test_a_card_exchanged_for_one_that_differs_in_hue_alone() -> None:
    """As bright, in the same place to the pixel."""
    laid, paper, blue = Table(), np.array((246, 241, 228)), np.array((30, 100, 170))
    red = card("red", 6)
    ink = (241 - red[..., 1:2].astype(np.float64)) / 201
    twin = np.clip(paper * (1 - ink) + blue * ink, 0, 255).astype(np.uint8)
    greys = [cv2.cvtColor(flat, cv2.COLOR_RGB2GRAY).astype(np.int64) for flat in (red, twin)]
    assert np.abs(greys[0] - greys[1]).max() <= 3
    laid.lay(twin, *PLACE)
    assert not is_unmoved(read(), fine_of(laid.picture()))


def test_a_card_pushed_by_a_millimetre() -> None:
    assert not is_unmoved(read(), fine_of(table(aside_mm=1.0)[0].picture()))


def test_a_card_under_half_the_light() -> None:
    assert not is_unmoved(read(), fine_of(table()[0].picture((0.5, 0.5, 0.5))))


def shadow(rgb: Floats) -> None:
    rgb[:, 600:] *= 0.8


def crumb(rgb: Floats) -> None:
    cv2.circle(rgb, (600, 380), 5, (40, 30, 20), cv2.FILLED)


@pytest.mark.parametrize("falls", [shadow, crumb])
def test_what_falls_on_a_part_of_it(falls: Callable[[Floats], None]) -> None:
    rgb = table()[0].picture().rgb.astype(np.float32)
    falls(rgb)
    assert not is_unmoved(read(), fine_of(Frame(rgb.astype(np.uint8), 0.0)))


def test_nobody_can_tell_of_a_card_outside_the_picture() -> None:
    fine = fine_of(table()[0].picture())
    gone = looked_at(Detection("card", ((2000.0, 0.0), (2100.0, 0.0), (2100.0, 150.0), (2000.0, 150.0))), fine)
    assert not is_unmoved(gone, fine)


def test_nor_when_the_camera_changes_its_size() -> None:
    rgb = table()[0].picture().rgb
    assert not is_unmoved(read(), fine_of(Frame(np.ascontiguousarray(rgb[:400, :700]), 0.0)))


def test_what_has_changed_is_seen_be_it_as_small_as_a_token_and_a_nudge_of_the_camera_is_no_change() -> None:
    before, after, nudged = table()[0], table()[0], table(aside_mm=0.5)[0]
    cv2.circle(after.flat, (900, 500), 20, (30, 60, 50), cv2.FILLED)
    told = fine_of(before.picture())
    where = np.argwhere(changed_places(fine_of(after.picture((0.97, 0.97, 0.97))), told, (192, 120)))
    at = cv2.perspectiveTransform(np.array([[[900.0, 500.0]]]), before.view)[0, 0] * 192 / 1200
    assert len(where) >= 4 and np.abs(where.mean(0)[::-1] - at).max() < 2
    assert not changed_places(fine_of(nudged.picture()), told, (192, 120)).any()


def test_a_token_on_print_of_its_own_colours_has_changed_something() -> None:
    """A pink disc with a white flower on a printed pink ring with a pink flower: as bright as before, and full of gaps."""
    ring, token = (np.full((1080, 1920, 3), 250, np.uint8) for _ in range(2))
    cv2.circle(ring, (846, 300), 18, (255, 170, 210), 3, cv2.LINE_AA)
    cv2.ellipse(ring, (846, 300), (9, 5), 20, 0, 360, (255, 170, 210), -1, cv2.LINE_AA)
    cv2.circle(token, (846, 300), 18, (255, 150, 200), -1, cv2.LINE_AA)
    cv2.ellipse(token, (846, 300), (11, 7), 20, 0, 360, (250, 250, 250), -1, cv2.LINE_AA)
    before, after = (fine_of(Frame(one, 0.0)) for one in (ring, token))
    found = np.argwhere(changed_places(after, before, (192, 108)))
    assert len(found) > 2
    assert np.abs(found.mean(axis=0) - (30, 84.6)).max() < 2


def test_so_has_one_in_dim_light_that_is_hardly_darker_than_the_middle_of_the_ring_it_hides() -> None:
    """A plain pink disc on a pale pink ring with a small cup, a little aside: its rim and the cup differ, what is between them hardly."""
    ring, token = (np.full((1080, 1920, 3), (124, 132, 120), np.uint8) for _ in range(2))
    for picture in (ring, token):
        cv2.circle(picture, (1011, 262), 17, (128, 105, 98), -1, cv2.LINE_AA)
        cv2.circle(picture, (1011, 262), 17, (92, 25, 45), 3, cv2.LINE_AA)
        cv2.ellipse(picture, (1011, 264), (5, 6), 0, 0, 360, (95, 45, 58), -1, cv2.LINE_AA)
    cv2.circle(token, (1009, 253), 18, (137, 84, 91), -1, cv2.LINE_AA)
    before, after = (fine_of(Frame(one, 0.0)) for one in (ring, token))
    found = np.argwhere(changed_places(after, before, (192, 108)))
    assert len(found) > 2
    assert np.abs(found.mean(axis=0) - (25.5, 101)).max() < 2


@pytest.mark.parametrize(("kind", "is_seen"), [("token", True), ("card", False)])
def test_a_token_that_is_as_dark_as_the_cloth_it_lay_on_is_seen_to_have_gone(kind: str, is_seen: bool) -> None:
    """A navy disc with a green cross on green cloth in dim light: it differs by little, but all of it does."""
    lying, gone = (np.full((1080, 1920, 3), (10, 46, 34), np.uint8) for _ in range(2))
    cv2.circle(lying, (1366, 840), 26, (17, 27, 45), -1, cv2.LINE_AA)
    token = Detection(kind, ((1340.0, 814.0), (1392.0, 814.0), (1392.0, 866.0), (1340.0, 866.0)), "marker-green", 0.99)
    before, after = (fine_of(Frame(one, 0.0)) for one in (lying, gone))
    assert not changed_places(after, before, (192, 108)).any()
    found = np.argwhere(changed_places(after, before, (192, 108), lying=[token]))
    assert (len(found) > 4) is is_seen and not changed_places(before, before, (192, 108), lying=[token]).any()
    assert not is_seen or np.abs(found.mean(axis=0) - (84, 136.6)).max() < 1
