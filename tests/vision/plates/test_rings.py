"""Foods with a hole, as a doughnut: what is seen through it is no print of theirs, neither where they are shown nor on a plate."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.drawing import Colour, ring
from fixtures.piles import Shot, plate_line
from tests.vision.plates.test_reader import FOODS, look
from vision.frame import Frame
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.silhouettes import Silhouette, silhouette_of
from vision.plates.reader import SideReader
from vision.plates.standing import project

Pixels = NDArray[np.uint8]
DOUGH: Colour = (150, 90, 60)
OUTER, INNER = 17.0, 6.5
PX_PER_MM = 10


def scan(ground: Colour, inside: Colour) -> Pixels:
    """(340, 340, 3) a ring of dough on plain ground, with a colour in its middle."""
    rgb = np.full((340, 340, 3), ground, np.uint8)
    cv2.circle(rgb, (170, 170), round(OUTER * PX_PER_MM), DOUGH, -1, cv2.LINE_AA)
    cv2.circle(rgb, (170, 170), round(INNER * PX_PER_MM), inside, -1, cv2.LINE_AA)
    return rgb


def doughnut(ground: Colour, inside: Colour) -> Silhouette:
    return silhouette_of(scan(ground, inside), "doughnut", (2 * OUTER, 2 * OUTER))


@pytest.mark.parametrize("ground", [(255, 255, 255), (60, 66, 74)])
def test_what_shows_through_a_hole_is_no_print(ground: Colour) -> None:
    assert len(doughnut(ground, ground).coats) == 0
    assert len(doughnut(ground, (250, 214, 90)).coats) == 1


def test_a_food_with_a_hole_is_named_whatever_shows_through_it() -> None:
    """Nothing of one colour was taken for it, since it seemed to be printed: it was left out, or asked about."""
    ground: Colour = (255, 255, 255)
    own = replace(look_of(scan(ground, ground), "doughnut", "food", (2 * OUTER, 2 * OUTER)), silhouette=doughnut(ground, ground))
    reader = SideReader(Catalogue((own, *(look(name) for name in FOODS))))
    plate, shot = plate_line(140, 27), Shot()
    camera = shot.camera(140, 80)
    rgb = np.full((720, 1280, 3), (92, 74, 58), np.uint8)
    rgb[:250] = (150, 156, 160)
    through = rgb.copy()
    for line, colour in ((plate, (52, 132, 140)), (ring(-34, -27 - OUTER, OUTER), DOUGH), (ring(30, -27 - OUTER, OUTER), DOUGH)):
        cv2.fillPoly(rgb, [np.round(project(camera.mm_to_px, line) * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
    for x in (-34, 30):
        hole = np.zeros(rgb.shape[:2], np.uint8)
        cv2.fillPoly(hole, [np.round(project(camera.mm_to_px, ring(x, -27 - OUTER, INNER))).astype(np.int32)], 1)
        rgb[hole > 0] = through[hole > 0]
    seen = cv2.GaussianBlur(rgb, (0, 0), 0.7).astype(np.float64) + np.random.default_rng(0).normal(0, 1.5, rgb.shape)
    (stack,) = reader.read(Frame(np.asarray(np.clip(seen, 0, 255), np.uint8), 0.0)).stacks
    assert [piece.id for piece in stack.pieces] == ["doughnut", "doughnut"]
