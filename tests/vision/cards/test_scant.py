"""A figure within a piece may resemble another piece's: a whole piece has to end where the look does."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision import deck
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.verdict import VerdictParams, stands
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import Library

SIZE_MM = (60.0, 60.0)


def tile(turn_deg: float, *, dotted: bool = False) -> deck.Pixels:
    """A square tile with a turned square on it, and eight dots around that: (300, 300, 3) RGB."""
    flat = np.full((300, 300, 3), (238, 226, 170), np.uint8)
    corners = cv2.boxPoints(((150, 150), (110, 110), turn_deg))
    cv2.fillPoly(flat, [np.round(corners).astype(np.int32)], (40, 40, 120), cv2.LINE_AA)
    cv2.circle(flat, (150, 150), 18, (238, 226, 170), -1, cv2.LINE_AA)
    for x, y in cv2.ellipse2Poly((150, 150), (118, 118), 0, 0, 359, 45) if dotted else ():
        cv2.circle(flat, (int(x), int(y)), 20, (150, 40, 40), -1, cv2.LINE_AA)
    return flat


@pytest.mark.parametrize("dotted", [False, True])
def test_a_diamond_is_no_square_that_lies_askew_within_the_tile(dotted: bool) -> None:
    """However much print there is: what turns with the figure tells nothing of where the piece ends."""
    flat = {name: tile(turn, dotted=dotted) for name, turn in (("square", 0), ("diamond", 45))}
    library = Library(Catalogue(tuple(look_of(rgb, name, "tile", SIZE_MM) for name, rgb in flat.items())))
    namer, seen = Namer(library, NameParams()), np.full((540, 960, 3), (60, 110, 80), np.uint8)
    seen[120:420, 330:630] = flat["diamond"]
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


def test_a_piece_laid_on_a_known_one_not_under_it_has_to_end_where_its_look_does_as_well() -> None:
    library = Library(Catalogue((look_of(tile(0), "square", "tile", SIZE_MM), look_of(tile(45), "diamond", "tile", SIZE_MM))))
    namer, seen = Namer(library, NameParams()), np.full((540, 960, 3), (60, 110, 80), np.uint8)
    seen[120:420, 330:630] = tile(45)
    picture = Picture(np.asarray(cv2.GaussianBlur(seen, (0, 0), 1.2), np.uint8), 960)
    around = np.deg2rad([-90, 0, 90, 180])
    askew = (np.array([480, 270]) + 150 * np.sqrt(2) * np.stack([np.cos(around), np.sin(around)], 1)).astype(np.float32)
    beside = [np.array([[560, 200], [900, 200], [900, 450], [560, 450]], np.float32)]
    covered = namer.read(picture, askew, 0)
    assert covered is not None
    found = namer._on_top(picture, replace(covered, share=0.8, agreement=0.5), beside)
    assert found.share == 1.0 and found.agreement > 0.7
    assert found.rim < 0.5 and not stands(found, VerdictParams())
