"""A plate whose lower edge is straight: it is measured where the table is seen below it, and asked about where it may go on there."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from fixtures.drawing import Colour
from fixtures.piles import Pile, Shot, mm_to_px, picture, pile
from tests.vision.plates.test_reader import COLOURED, FOODS, look
from vision.frame import Frame, Rgb
from vision.looks.catalogue import Catalogue
from vision.observation import Stack
from vision.plates.reader import SideReader
from vision.plates.standing import project

Box = tuple[float, float, float, float]
SHOT = Shot()
WOOD: Colour = (214, 178, 96)
"""No plate, table or wall has it."""


@pytest.fixture(scope="module")
def reader() -> SideReader:
    return SideReader(Catalogue(tuple(look(name) for name in FOODS)))


def standing() -> Pile:
    return pile(np.random.default_rng(3), 4, [FOODS[name] for name in COLOURED], 1)


def read(reader: SideReader, stands: Pile, rgb: Rgb) -> Stack:
    (stack,) = reader.read(Frame(rgb, 0.0)).stacks
    assert sorted(piece.id or "" for piece in stack.pieces) == sorted(one.food.name for one in stands.pieces)
    return stack


def painted(rgb: Rgb, stands: Pile, box_mm: Box, colour: Colour = WOOD) -> Rgb:
    """The picture with something upright before all that is in it."""
    x0, y0, x1, y1 = box_mm
    corners = project(mm_to_px(stands, SHOT), np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]))
    rgb = np.ascontiguousarray(rgb)
    cv2.fillPoly(rgb, [np.round(corners * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(rgb, (0, 0), 0.7), np.uint8)


def footed(stands: Pile, wide: float) -> Pile:
    """The same on a plate with a flat foot."""
    line = stands.plate.copy()
    line[np.abs(line[:, 0]) < wide / 2, 1] = np.where(line[np.abs(line[:, 0]) < wide / 2, 1] < -20, line[:, 1].min(), 0.0)
    return replace(stands, plate=line)


@pytest.mark.parametrize("hidden", [2.5, 8.0])
def test_a_bar_before_the_foot_is_no_table(reader: SideReader, hidden: float) -> None:
    """A tray's edge, a ruler: the height was told too small by all that it hides."""
    stands = standing()
    stack = read(reader, stands, painted(picture(stands, SHOT, np.random.default_rng(0)), stands, (-190, -hidden, 190, 8)))
    assert stack.height_mm is None and "foot" in stack.why


def test_a_rim_of_another_colour_is_not_the_whole_plate(reader: SideReader) -> None:
    """The plate goes on below its rim, which alone was measured."""
    stands, plain = standing(), replace(SHOT, plate=(236, 232, 226))
    rgb, (low, high) = picture(stands, plain, np.random.default_rng(0)), (stands.plate.min(0), stands.plate.max(0))
    stack = read(reader, stands, painted(rgb, stands, (low[0] + 8, low[1], high[0] - 8, low[1] + 6), (40, 60, 120)))
    assert stack.height_mm is None or abs(stack.height_mm - stands.height_mm) <= (stack.height_error_mm or 0.0)


@pytest.mark.parametrize("wide", [0.0, 60.0])
def test_a_foot_that_stands_on_the_table_is_measured(reader: SideReader, wide: float) -> None:
    stands = footed(standing(), wide)
    stack = read(reader, stands, picture(stands, SHOT, np.random.default_rng(0)))
    assert stack.height_mm == pytest.approx(stands.height_mm, abs=1.5) and not stack.why
