"""A figure within a piece may resemble another piece's: where a look holds hardly any print, the piece has to end where the look does."""

import cv2
import numpy as np

from tests.vision import deck
from vision.cards import Namer
from vision.catalogue import Catalogue, look_of
from vision.matching import Library
from vision.name_params import NameParams
from vision.picture import Picture
from vision.verdict import VerdictParams, stands

SIZE_MM = (60.0, 60.0)


def tile(turn_deg: float) -> deck.Pixels:
    """A square tile with a turned square on it: (300, 300, 3) RGB."""
    flat = np.full((300, 300, 3), (238, 226, 170), np.uint8)
    corners = cv2.boxPoints(((150, 150), (110, 110), turn_deg))
    cv2.fillPoly(flat, [np.round(corners).astype(np.int32)], (40, 40, 120), cv2.LINE_AA)
    cv2.circle(flat, (150, 150), 18, (238, 226, 170), -1, cv2.LINE_AA)
    return flat


def test_a_diamond_is_no_square_that_lies_askew_within_the_tile() -> None:
    library = Library(Catalogue((look_of(tile(0), "square", "tile", SIZE_MM), look_of(tile(45), "diamond", "tile", SIZE_MM))))
    namer, seen = Namer(library, NameParams()), np.full((540, 960, 3), (60, 110, 80), np.uint8)
    seen[120:420, 330:630] = tile(45)
    rng = np.random.default_rng(1)
    picture = Picture(np.clip(cv2.GaussianBlur(seen, (0, 0), 1.2) + rng.normal(0, 3, seen.shape), 0, 255).astype(np.uint8), 960)
    upright = np.array([[330, 120], [630, 120], [630, 420], [330, 420]], np.float32)
    middle = upright.mean(0)
    around = np.deg2rad([-90, 0, 90, 180])
    askew = (middle + 150 * np.sqrt(2) * np.stack([np.cos(around), np.sin(around)], 1)).astype(np.float32)
    right, wrong = namer.read(picture, upright, 1), namer.read(picture, askew, 0)
    assert right is not None and library.ids[right.look] == "diamond" and right.rim == 1.0 and stands(right, VerdictParams())
    assert wrong is not None and library.ids[wrong.look] == "square" and wrong.agreement > 0.7, "its figure is that of a square"
    assert wrong.rim < 0.5 and not stands(wrong, VerdictParams())
