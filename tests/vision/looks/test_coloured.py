"""Coloured print: a corner of it is seen in its colour under any lamp, in haze and in blur; black print in its place is not."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.looks.test_black import BLACK, RED, above, ace
from tests.vision.looks.test_inks import LAMPS, Pixels, lit
from vision.cards.explain_params import ExplainParams
from vision.cards.explained import Explained, explained
from vision.cards.reading import Reading
from vision.cards.verdict import VerdictParams, stands
from vision.looks import canon
from vision.looks.canon import COLUMNS
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import WINDOWS, Library, see

LEAST = VerdictParams().least_colour_left


def left(flat: Pixels, enrolled: tuple[int, int, int], blocks: np.ndarray[tuple[int], np.dtype[np.float32]]) -> float:
    """Part of its colour in which an ace that was enrolled in one ink is seen."""
    library = Library(Catalogue((look_of(ace(enrolled), "ace", "card", (60.0, 90.0)),)))
    return explained(library, see(canon.shrink(flat)), 0, blocks, None, ExplainParams()).colour_left


@pytest.mark.parametrize("lamp", sorted(LAMPS))
@pytest.mark.parametrize("haze", [0.0, 0.3])
@pytest.mark.parametrize("blur_px", [0.1, 8.0])
def test_a_corner_tells_red_from_black(lamp: str, haze: float, blur_px: float) -> None:
    def found(ink: tuple[int, int, int]) -> float:
        return left(np.asarray(cv2.GaussianBlur(lit(ace(ink), lamp, haze), (0, 0), blur_px), np.uint8), RED, above())

    assert found(RED) > 5 * LEAST
    assert found(BLACK) < (LEAST / 2 if haze == 0.0 else 3 * LEAST), "where haze burns one channel of paper less can be said"


@pytest.mark.parametrize("inks", [((60, 110, 170), (200, 160, 120)), ((150, 60, 60), (150, 110, 90)), ((110, 80, 60), (60, 140, 90))])
def test_on_a_card_of_which_most_is_no_paper_all_of_its_colour_is_seen(inks: tuple[tuple[int, int, int], ...]) -> None:
    """What print takes from the paper's light is told from the paper in what is seen as in what was enrolled, from no grey field below."""
    flat = np.full((900, 600, 3), (246, 243, 236), np.uint8)
    cv2.rectangle(flat, (60, 380), (540, 900), (170, 170, 172), -1)
    for x, ink in zip((200, 400), inks, strict=True):
        cv2.circle(flat, (x, 180), 60, ink, -1, cv2.LINE_AA)
    library, upper = Library(Catalogue((look_of(flat, "guest", "card", (60.0, 90.0)),))), np.zeros_like(WINDOWS[0])
    upper[: 3 * COLUMNS] = 1
    assert explained(library, see(canon.shrink(flat)), 0, upper, None, ExplainParams()).colour_left == pytest.approx(1, abs=0.02)


def test_where_no_print_in_colour_shows_nothing_is_said() -> None:
    assert left(ace(RED), BLACK, WINDOWS[0]) == 1.0, "none was enrolled"
    assert left(ace(BLACK), RED, np.zeros_like(WINDOWS[0])) == 1.0, "nothing shows"
    assert left(np.full_like(ace(RED), 246), RED, WINDOWS[0]) == 1.0, "nothing is printed there: other checks say so"


def test_print_that_is_seen_in_black_stands_for_no_name_in_red() -> None:
    sure = Reading(0, canon.CORNERS * 2, 0.93, 1.0, 0.93, 0.9, 1, WINDOWS[0], explained=Explained(colour_left=0.25))
    assert stands(sure, VerdictParams())
    assert not stands(replace(sure, explained=Explained(colour_left=0.0)), VerdictParams())
