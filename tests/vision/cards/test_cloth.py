"""Patterned ground is no piece of which little shows."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision import deck
from vision.cards.cloth import LEAST_ALIKE, alike_everywhere, is_cloth
from vision.cards.picture import Picture
from vision.frame import Frame
from vision.image.decode import load_frame
from vision.looks.catalogue import Catalogue, look_of
from vision.reader import TableReader
from vision.reader_params import ReaderParams


def dotted(light: float = 1.0) -> deck.Pixels:
    """Cream squares with a blue dot between blue bars, seen a little askew in light that falls off to the right: (750, 1200, 3) RGB."""
    flat = np.full((750, 1200, 3), (240, 235, 215), np.uint8)
    for x in range(0, 1200, 75):
        flat[:, x : x + 30] = (70, 110, 150)
    for y in range(0, 750, 75):
        flat[y : y + 30] = (70, 110, 150)
    for x in range(52, 1200, 75):
        for y in range(52, 750, 75):
            cv2.circle(flat, (x, y), 8, (70, 110, 150), -1, cv2.LINE_AA)
    falls = np.linspace(1.0, light, 1200, dtype=np.float32)[None, :, None]
    seen = np.array([[20, 10], [1180, 0], [1200, 750], [0, 740]], np.float32)
    view = cv2.getPerspectiveTransform(np.array([[0, 0], [1200, 0], [1200, 750], [0, 750]], np.float32), seen)
    return np.asarray(cv2.warpPerspective((flat * falls).astype(np.uint8), view, (1200, 750), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def box(x: float, y: float, width: float, height: float) -> deck.Floats:
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)


def test_a_piece_of_cloth_repeats_itself_in_any_light() -> None:
    for light in (1.0, 0.5):
        picture = Picture(dotted(light), 1200)
        assert is_cloth(picture, box(500, 300, 110, 80), [])
        assert is_cloth(picture, box(700, 450, 70, 120), [])


def test_the_corner_of_a_card_on_it_does_not() -> None:
    cloth = dotted()
    cloth[300:370, 500:570] = cv2.resize(deck.card("red", 6), (150, 225))[:70, :70]
    assert not is_cloth(Picture(cloth, 1200), box(500, 300, 70, 70), [])


def test_neither_does_bare_wood_nor_what_lies_under_named_pieces() -> None:
    plain = np.full((750, 1200, 3), (150, 110, 70), np.uint8)
    assert not is_cloth(Picture(plain, 1200), box(500, 300, 110, 80), [])
    assert not is_cloth(Picture(dotted(), 1200), box(500, 300, 110, 80), [box(0, 0, 1200, 750)])


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_nothing_is_named_and_hardly_anything_asked_on_patterned_cloth(seed: int) -> None:
    """Looks with much paper resemble it here and there; before, a corner of it was named and three dozen places were asked about."""
    pack = Path(__file__).parents[3] / "fixtures" / "packs" / "buffet_boss"
    cards = {id: load_frame(pack / f"{id}.png").rgb for id in ("card-squid", "card-onion", "card-egg")}
    looks = Catalogue(tuple(look_of(rgb, id, "card", (63.0, 88.0)) for id, rgb in cards.items()))
    noise = np.random.default_rng(seed).normal(0, 3, (750, 1200, 3))
    frame = Frame(np.clip(dotted(0.6) + noise, 0, 255).astype(np.uint8), 0.0)
    blind = TableReader(looks, ReaderParams(most_doubted=0.0)).read(frame).detections
    seen = TableReader(looks).read(frame).detections
    assert len(blind) > 5 and len(seen) <= 2
    assert [one.id for one in seen if one.id] == []


def test_a_patch_is_compared_as_opencv_does_and_resembles_nothing_blank() -> None:
    picture = np.asarray(cv2.GaussianBlur(np.random.default_rng(5).integers(0, 255, (120, 200, 3), np.uint8), (0, 0), 1.5), np.uint8)
    picture[:60, :80] = (200, 90, 40)
    patch = picture[70:88, 100:121].copy()
    found, known = alike_everywhere(picture, patch), cv2.matchTemplate(picture, patch, cv2.TM_CCOEFF_NORMED)
    shows = np.abs(known) > 0.2
    assert found.shape == known.shape
    assert np.abs(found - known)[shows].max() < 0.01
    assert divmod(int(found.argmax()), found.shape[1]) == (70, 100) and found.max() > 0.99
    assert np.abs(np.argwhere(found >= LEAST_ALIKE) - (70, 100)).max() <= 1
    assert np.abs(found[:40, :50]).max() < 0.3
