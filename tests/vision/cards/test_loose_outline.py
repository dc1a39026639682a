"""A figure like a piece's on other paper: the paper does not end where the piece would, and the figure is not quite the same."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import WINDOWS, Library

QUAD = np.array([[500, 300], [620, 300], [620, 480], [500, 480]], np.float32)
PAPER = (236, 232, 222)


def figure() -> Reading:
    """All of a look, laid on `QUAD`, that agrees as little as a figure which is merely alike."""
    return Reading(0, QUAD, agreement=0.8, share=1.0, whole=0.8, margin=0.5, rival=None, shown=WINDOWS[0])


def rim_of(reading: Reading, left: int, right: int) -> float:
    """What a reading's rim counts for on paper that runs on so far past the left and the right of its place, on a brown table."""
    table = np.full((960, 1280, 3), (96, 70, 52), np.uint8)
    cv2.rectangle(table, (500 - left, 300), (619 + right, 479), PAPER, -1)
    look = look_of(np.full((180, 120, 3), PAPER, np.uint8), "blank", "card", (60.0, 90.0))
    return Namer(Library(Catalogue((look,))), NameParams())._rim(Picture(table, 1280), reading)


def test_a_piece_ends_where_its_paper_ends() -> None:
    assert rim_of(figure(), 0, 0) == 1.0


def test_paper_that_runs_on_past_two_sides_leaves_it_the_edges_that_it_has() -> None:
    assert 0.3 < rim_of(figure(), 60, 60) < 0.55


def test_one_side_that_is_not_seen_is_no_such_paper() -> None:
    assert rim_of(figure(), 0, 60) == 1.0


@pytest.mark.parametrize("sure", [replace(figure(), agreement=0.96), replace(figure(), margin=0.7)])
def test_a_piece_that_agrees_for_certain_or_is_told_from_all_others_may_lie_on_its_like(sure: Reading) -> None:
    assert rim_of(sure, 60, 60) == 1.0
