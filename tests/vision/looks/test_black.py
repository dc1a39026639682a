"""Black print: a corner of it is seen to be black or red under any lamp, in haze and in blur, though the figure is of no colour's area."""

import cv2
import numpy as np
import pytest

from tests.vision.looks.test_inks import LAMPS, Pixels, lit
from vision.cards.explained import Explained
from vision.cards.reading import Reading
from vision.cards.verdict import VerdictParams, stands
from vision.looks import canon
from vision.looks.black import Blacks
from vision.looks.canon import COLUMNS, ROWS
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import WINDOWS, Library, see

MOST = VerdictParams().most_tinted
BLACK, RED = (25, 25, 28), (200, 35, 40)


def ace(ink: tuple[int, int, int]) -> Pixels:
    """A figure in the middle and a small one with a letter in each corner above: (900, 600, 3) RGB."""
    flat = np.full((900, 600, 3), (246, 243, 236), np.uint8)
    cv2.circle(flat, (300, 450), 70, ink, -1, cv2.LINE_AA)
    for x in (60, 540):
        cv2.putText(flat, "A", (x - 30, 90), cv2.FONT_HERSHEY_SIMPLEX, 2.6, ink, 10, cv2.LINE_AA)
        cv2.circle(flat, (x, 150), 28, ink, -1, cv2.LINE_AA)
    return flat


def blacks() -> Blacks:
    return Blacks(Library(Catalogue(tuple(look_of(ace(ink), id, "card", (60.0, 90.0)) for id, ink in (("black", BLACK), ("red", RED))))))


def above() -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """The upper two rows of blocks: the corners."""
    blocks = np.zeros((ROWS, COLUMNS), np.float32)
    blocks[:2] = 1
    return blocks.ravel()


@pytest.mark.parametrize("lamp", sorted(LAMPS))
@pytest.mark.parametrize("haze", [0.0, 0.3])
@pytest.mark.parametrize("blur_px", [0.1, 8.0])
def test_a_corner_tells_black_from_red(lamp: str, haze: float, blur_px: float) -> None:
    for ink, is_red in ((BLACK, False), (RED, True)):
        seen = see(canon.shrink(np.asarray(cv2.GaussianBlur(lit(ace(ink), lamp, haze), (0, 0), blur_px), np.uint8)))
        tint = blacks().tint(seen, 0, above())
        assert tint > 1.2 * MOST if is_red else tint < MOST / 2


def test_a_look_with_print_in_colour_has_no_black_print() -> None:
    assert blacks().of(0) is not None and blacks().of(1) is None
    assert blacks().tint(see(canon.shrink(ace(BLACK))), 1, WINDOWS[0]) == 0.0
    assert blacks().tint(see(canon.shrink(ace(RED))), 0, np.zeros_like(WINDOWS[0])) == 0.0, "nothing shows"


def test_black_print_that_is_seen_in_red_stands_for_no_name() -> None:
    sure = Reading(0, canon.CORNERS * 2, 0.93, 1.0, 0.93, 0.9, 1, WINDOWS[0], explained=Explained(tinted=0.4))
    assert stands(sure, VerdictParams())
    red = Reading(0, canon.CORNERS * 2, 0.93, 1.0, 0.93, 0.9, 1, WINDOWS[0], explained=Explained(tinted=1.6))
    assert not stands(red, VerdictParams())
