"""Paper that is burnt out to white has lost its colour, yet says what white is: the colours beside it are told by it."""

from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision import deck
from vision.cards.burnt import burnt_blocks
from vision.cards.explain_params import ExplainParams
from vision.frame import Frame
from vision.looks.canon import COLUMNS, ROWS, shrink
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import see
from vision.reader import TableReader

FIELDS = {"red": (200, 45, 35), "yellow": (225, 180, 40), "green": (60, 150, 65), "blue": (25, 95, 170)}


def coloured(name: str) -> deck.Pixels:
    """A white-edged card that is one colour, with a white oval and a figure in it: (450, 300, 3) RGB. The colour alone tells it."""
    ink, figure = name.split("-")
    flat = np.full((*deck.SIZE_PX[::-1], 3), (250, 250, 250), np.uint8)
    cv2.rectangle(flat, (18, 18), (281, 431), FIELDS[ink], -1)
    cv2.ellipse(flat, (150, 225), (95, 140), -20, 0, 360, (250, 250, 250), -1, cv2.LINE_AA)
    cv2.putText(flat, figure, (105, 270), cv2.FONT_HERSHEY_SIMPLEX, 4.0, FIELDS[ink], 18, cv2.LINE_AA)
    return flat


@cache
def reader() -> TableReader:
    """Knows three figures of each colour."""
    names = [f"{ink}-{figure}" for ink in FIELDS for figure in (2, 4, 7)]
    return TableReader(Catalogue(tuple(look_of(coloured(name), name, "card", deck.SIZE_MM) for name in names)))


def laid(names: list[str], exposure: float) -> Frame:
    """A table of cards, exposed too much."""
    table = deck.Table(5, (120, 90, 60))
    for i, name in enumerate(names):
        table.lay(coloured(name), (60 + 110 * i, 150), 12.0 * i)
    return table.picture((exposure, exposure * 0.98, exposure * 0.95))


@pytest.mark.parametrize("exposure", [1.0, 1.15, 1.3])
def test_colours_are_told_beside_burnt_paper(exposure: float) -> None:
    names = ["red-4", "yellow-7", "green-2", "blue-7"]
    picture = laid(names, exposure)
    assert exposure == 1.0 or (picture.rgb.min(2) > 251).mean() > 0.05, "the paper is burnt out"
    assert sorted(str(one.id) for one in reader().read(picture).detections) == sorted(names)


def test_only_pale_print_is_lost_where_all_paper_is_burnt() -> None:
    """An exposure that burns all of it leaves what is dark, and where that lacks it is another card."""
    look, white = np.full((3, 32, 24), 0.9, np.float32), np.full((deck.SIZE_PX[1], deck.SIZE_PX[0], 3), 255, np.uint8)
    look[:, 4:8, 4:8], look[:, 20:24, 12:16] = 0.75, 0.2
    lost = burnt_blocks(see(shrink(white)), look, ExplainParams()).reshape(ROWS, COLUMNS)
    assert lost[1, 1] and not lost[5, 3]


def test_a_ground_that_is_burnt_in_part_lies_in_glare_which_hides_dark_print_too() -> None:
    """A white strip is burnt all along, as by exposure; but that would burn all of the grey ground beside it, or nothing of it."""
    look, width = np.full((3, 32, 24), 0.7, np.float32), deck.SIZE_PX[0]
    look[:, :, :6], look[:, 4:8, 12:16], look[:, 20:24, 12:16] = 0.9, 0.2, 0.2
    seen = np.full((deck.SIZE_PX[1], width, 3), 200, np.uint8)
    seen[:, : width // 4] = 255
    for burnt_to, is_lost in ((0.5, True), (1.0, False)):
        seen[: round(len(seen) * burnt_to)] = 255
        lost = burnt_blocks(see(shrink(seen)), look, ExplainParams()).reshape(ROWS, COLUMNS)
        assert lost[1, 3] == is_lost and lost[1, 0] and not lost[5, 3], burnt_to


def test_an_exposure_that_just_burns_paper_hides_no_dark_print() -> None:
    """Half of an ivory stone is a little brighter than the rest, and over the edge; glare is far brighter than what it ends in."""
    look, half = np.full((3, 32, 24), 0.9, np.float32), deck.SIZE_PX[1] // 2
    look[:, 6:9, 10:13] = 0.1
    seen = np.full((deck.SIZE_PX[1], deck.SIZE_PX[0], 3), 245, np.uint8)
    for beside, is_lost in ((236, False), (205, True)):
        seen[half:] = beside
        assert burnt_blocks(see(shrink(seen)), look, ExplainParams()).reshape(ROWS, COLUMNS)[1, 2] == is_lost, beside
