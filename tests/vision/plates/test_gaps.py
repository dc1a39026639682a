"""Ground seen between two pieces parts them; where they touch, or blur into each other, or only their thickness shows, nothing does."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.piles import pile, shot_of
from tests.vision.plates.test_reader import FOODS, look, read
from vision.looks.catalogue import Catalogue
from vision.plates.gaps import seen_apart
from vision.plates.reader import SideReader
from vision.plates.standing import Camera

Floats = NDArray[np.float64]
Colour = tuple[int, int, int]

PX = 5.0
CAMERA = Camera((200.0, 150.0), (200.0, 150.0), PX, 1300.0)
WALL, TABLE, PEAR, BREAD = (176, 182, 188), (150, 112, 78), (90, 150, 60), (120, 75, 45)


def disc(x: float, y: float) -> Floats:
    """A closed outline of 20 mm across, y down."""
    angle = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    return np.stack([x + 10 * np.cos(angle), y + 10 * np.sin(angle)], 1)


def drawn(lines: list[Floats], colours: list[Colour], ground: Colour = WALL, blur_px: float = 1.0, thick_mm: float = 0.0) -> Floats:
    """(300, 400, 3) a picture of pieces, in their order, each with so much of its thickness above it, darker."""
    canvas = np.full((600, 800, 3), ground, np.uint8)
    for line, colour in zip(lines, colours, strict=True):
        for up, light in ((thick_mm, 0.7), (thick_mm / 2, 0.7), (0.0, 1.0)):
            px = np.round(2 * ((line - (0, up)) * PX + (200, 150)))
            cv2.fillPoly(canvas, [px.astype(np.int32)], tuple(light * c for c in colour))
    small = cv2.resize(canvas, (400, 300), interpolation=cv2.INTER_AREA).astype(np.float32)
    noise = np.random.default_rng(1).normal(0, 2, small.shape)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), blur_px) + noise, np.float32)


def parted(picture: Floats, lines: list[Floats]) -> bool:
    """Whether the two pieces that are taken to lie there are seen apart."""
    return bool(seen_apart(np.asarray(picture, np.float32), lines, [], CAMERA))


APART, TOGETHER, TAKEN = ([disc(0, -y), disc(0, y)] for y in (11.0, 10.0, 10.6))
"""Two pieces with two millimetres between them, two that touch, and where these are taken to lie."""


def test_ground_between_two_pieces_parts_them() -> None:
    assert parted(drawn(APART, [PEAR, BREAD]), APART)


@pytest.mark.parametrize("blur_px", [0.5, 1.0, 2.0])
def test_pieces_that_touch_are_not_parted_wherever_they_are_taken_to_lie(blur_px: float) -> None:
    assert not parted(drawn(TOGETHER, [PEAR, BREAD], blur_px=blur_px), TAKEN)


@pytest.mark.parametrize("blur_px", [0.5, 1.0, 2.0])
def test_what_two_pieces_blur_into_is_no_ground(blur_px: float) -> None:
    """A white piece on a black one before a grey wall."""
    assert not parted(drawn(TOGETHER, [(250, 250, 250), (10, 10, 10)], (130, 130, 130), blur_px), TAKEN)


def test_the_thickness_of_the_lower_piece_is_no_ground() -> None:
    assert not parted(drawn(APART, [PEAR, BREAD], thick_mm=2.2), APART)


def test_ground_that_looks_like_a_piece_tells_nothing() -> None:
    assert not parted(drawn(APART, [TABLE, BREAD], TABLE), APART)


def test_a_piece_that_stands_before_a_gap_hides_it_and_one_beside_does_not() -> None:
    above, below = disc(0, -11), disc(0, 11)
    for x, seen in ((4.0, False), (14.0, True)):
        lines = [above, below, 0.5 * disc(0, 0) + (x, 0.0)]
        picture = np.asarray(drawn(lines, [PEAR, BREAD, (200, 40, 40)]), np.float32)
        assert ((0, 1) in seen_apart(picture, lines, [], CAMERA)) == seen


@pytest.mark.parametrize(("seed", "number", "many"), [(321, 12, 5), (328, 2, 8)])
def test_a_piece_that_hangs_over_one_that_is_seen_apart_from_it_is_not_asked_about(seed: int, number: int, many: int) -> None:
    """Grapes ten pixels beside an aubergine; a pear beside a bread, the table between them and the wall above."""
    rng = np.random.default_rng([seed, number])
    standing, shot = pile(rng, int(rng.integers(2, 9))), shot_of(rng)
    stack = read(SideReader(Catalogue(tuple(look(name) for name in FOODS))), standing, shot)
    assert stack is not None and len(stack.pieces) == many and stack.unsure == ()
