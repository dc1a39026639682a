"""Cards of one design on checked cloth: found in the frame of one of them, whichever way up; bare cloth shows less of it."""

import cv2
import numpy as np

from tests.vision.token_tables import checked
from vision.cards.designs import DesignParams, Floats, by_design, designs
from vision.cards.picture import Picture
from vision.frame import Rgb
from vision.image.quads import overlap
from vision.looks import canon
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import Library

WIDE, HIGH = 120, 180
PARAMS = DesignParams(is_used=True)


def guest(seed: int) -> Rgb:
    """A card: a frame, a column of rings, a field with something of its own."""
    rng = np.random.default_rng(seed)
    card = np.full((2 * HIGH, 2 * WIDE, 3), (244, 238, 226), np.uint8)
    cv2.rectangle(card, (8, 8), (2 * WIDE - 9, 2 * HIGH - 9), (70, 64, 60), 3)
    cv2.rectangle(card, (80, 60), (216, 230), tuple(int(v) for v in rng.integers(90, 200, 3)), -1)
    cv2.ellipse(card, (148, 150), (int(rng.integers(20, 50)), int(rng.integers(20, 60))), 30.0, 0, 360, (60, 40, 50), -1)
    cv2.rectangle(card, (80, 260), (216, 330), (214, 204, 186), -1)
    for row in range(int(rng.integers(3, 6))):
        cv2.circle(card, (42, 50 + 60 * row), 22, tuple(int(v) for v in rng.integers(20, 160, 3)), 5, cv2.LINE_AA)
    return card


CARDS = [guest(seed) for seed in range(6)]
LOOKS = [look_of(card, f"g{n}", "card", (60.0, 90.0)) for n, card in enumerate(CARDS)]
LIBRARY = Library(Catalogue(tuple(LOOKS)))
COMMON = designs(LIBRARY.tiny, [(look.kind, look.size_mm) for look in LOOKS], PARAMS)
PLACES = {1: (300.0, 330.0, 2.0), 2: (520.0, 320.0, -3.0), 3: (760.0, 340.0, 178.0), 4: (1000.0, 300.0, 181.0)}


def quad_at(x: float, y: float, turn_deg: float) -> Floats:
    turn = np.deg2rad(turn_deg)
    right, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    return np.array([(x, y) + i * WIDE / 2 * right + j * HIGH / 2 * down for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))], np.float32)


def table(laid: dict[int, tuple[float, float, float]]) -> Rgb:
    seen = checked(34, (52, 88, 160), (222, 218, 208))
    for n, place in laid.items():
        forth = cv2.getPerspectiveTransform(np.array([[0, 0], [240, 0], [240, 360], [0, 360]], np.float32), quad_at(*place))
        card = cv2.warpPerspective(CARDS[n], forth, (1280, 720), flags=cv2.INTER_AREA)
        mask = cv2.warpPerspective(np.full(CARDS[n].shape[:2], 255, np.uint8), forth, (1280, 720))
        seen[mask > 127] = card[mask > 127]
    return seen


def test_the_others_of_a_design_are_found_whichever_way_up() -> None:
    found = by_design(Picture(table(PLACES), 1280), [quad_at(*PLACES[1])], COMMON, PARAMS)
    assert len(found) >= 3
    for n in (2, 3, 4):
        lies = quad_at(*PLACES[n])
        best = max((quad for _, quad in found), key=lambda quad: overlap(quad, lies))
        assert overlap(best, lies) > 0.85
        assert np.abs(best - lies).max() < canon.WIDTH / 4  # and the right way up


def test_bare_cloth_shows_much_less_of_it() -> None:
    bare = by_design(Picture(table({1: PLACES[1]}), 1280), [quad_at(*PLACES[1])], COMMON, PARAMS)
    full = by_design(Picture(table(PLACES), 1280), [quad_at(*PLACES[1])], COMMON, PARAMS)
    assert max((alike for alike, _ in bare), default=0.0) < full[2][0] - 0.1


def test_without_a_known_piece_nobody_knows_how_large_the_others_are() -> None:
    assert by_design(Picture(table(PLACES), 1280), [], COMMON, PARAMS) == []


def test_looks_that_have_nothing_in_common_are_no_design() -> None:
    rng = np.random.default_rng(5)
    random = rng.normal(size=(6, 32 * 24 * 2)).astype(np.float32)
    random /= np.linalg.norm(random, axis=1, keepdims=True)
    assert designs(random, [("card",)] * 6, PARAMS) == []
    assert len(designs(LIBRARY.tiny, [("card",)] * 6, PARAMS)) == 1
    assert designs(LIBRARY.tiny[:3], [("card",)] * 3, PARAMS) == []
