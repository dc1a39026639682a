"""What stands alone on paper that lies open is printed there, though that part of the piece was taken for covered."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.explain_params import ExplainParams
from vision.cards.explained import explained
from vision.cards.islands import absent, on_paper, open_beside
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.verdict import VerdictParams
from vision.looks import canon
from vision.looks.canon import COLUMNS, ROWS
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import WINDOWS, Library, see

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]
RED, SKIN = (200, 35, 40), (205, 160, 130)
COLUMN = [(130, y) for y in (130, 340, 560, 770)]
NINE, TEN = [(300, 450)], [(300, 240), (300, 660)]


def card(middle: list[tuple[int, int]]) -> Pixels:
    """Four pips on either side and some in the middle: (900, 600, 3) RGB."""
    flat = np.full((900, 600, 3), (246, 243, 236), np.uint8)
    for x, y in (*COLUMN, *((600 - x, y) for x, y in COLUMN), *middle):
        cv2.fillPoly(flat, [np.array([(x, y - 75), (x + 55, y), (x, y + 75), (x - 55, y)], np.int32)], RED, cv2.LINE_AA)
    return flat


def foreign(flat: Pixels, shown: Floats) -> float:
    """Print that the nine has not, where only some blocks (blocks,) of it were taken to show."""
    library, seen = Library(Catalogue((look_of(card(NINE), "nine", "card", (60.0, 90.0)),))), see(canon.shrink(flat))
    beside = open_beside(seen, library.edges(0), shown, WINDOWS[0])
    return explained(library, seen, 0, shown, None, ExplainParams(), beside=beside).foreign


def left() -> Floats:
    """The two columns of blocks on the left."""
    blocks = np.zeros((ROWS, COLUMNS), np.float32)
    blocks[:, :2] = 1
    return blocks.ravel()


def test_pips_on_open_paper_are_not_covered() -> None:
    assert foreign(card(TEN), left()) > 1.5 * VerdictParams().most_foreign
    assert foreign(card(NINE), left()) < 0.1


def test_an_arm_that_comes_in_over_the_rim_is_no_print() -> None:
    arm = card(NINE)
    cv2.line(arm, (640, 300), (290, 460), SKIN, 190, cv2.LINE_AA)
    cv2.line(arm, (640, 330), (330, 470), (150, 110, 90), 14, cv2.LINE_AA)
    assert foreign(arm, left()) < VerdictParams().most_foreign / 3


def test_what_a_known_piece_hides_is_not_looked_at() -> None:
    library, seen = Library(Catalogue((look_of(card(NINE), "nine", "card", (60.0, 90.0)),))), see(canon.shrink(card(TEN)))
    assert not open_beside(seen, library.edges(0), left(), left()).any()


def lacking(flat: Pixels) -> float:
    """Print of the nine of which nothing is seen on open paper, of which only the left was taken to show."""
    library, seen = Library(Catalogue((look_of(card(NINE), "nine", "card", (60.0, 90.0)),))), see(canon.shrink(flat))
    return absent(library, seen, 0, left(), WINDOWS[0], ExplainParams())


def test_a_pip_that_is_not_on_open_paper_is_absent_and_not_hidden() -> None:
    assert lacking(card([])) > 2 * VerdictParams().most_absent
    assert lacking(np.asarray(cv2.GaussianBlur(card([]) // 2, (0, 0), 5.0), np.uint8)) > 2 * VerdictParams().most_absent
    assert lacking(card(NINE)) == 0.0


def test_paper_of_another_card_on_it_is_not_its_own() -> None:
    for ink in ((246, 243, 236), (225, 220, 215)):
        over = card(NINE)
        cv2.fillPoly(over, [np.array([(250, 0), (600, 0), (600, 900), (225, 900)], np.int32)], ink)
        for down in range(0, 900, 180):
            cv2.line(over, (250 - down // 36, down), (247 - down // 36, down + 110), (205, 200, 195), 8, cv2.LINE_AA)
        assert lacking(over) < VerdictParams().most_absent / 2, ink


ACE, OTHER = [(300, 450)], [(300, 405), (245, 495), (355, 495)]


def printed(flat: Pixels, on: bool = True) -> float:
    """How well the print agrees of which the upper quarter was taken to show, and what stands on its open paper."""
    library, seen = Library(Catalogue((look_of(card(ACE), "one", "card", (60.0, 90.0)),))), see(canon.shrink(flat))
    shown = np.zeros((ROWS, COLUMNS), np.float32)
    shown[:2] = 1
    there = on_paper(library, seen, 0, shown.ravel(), WINDOWS[0], ExplainParams()) if on else None
    return explained(library, seen, 0, shown.ravel(), None, ExplainParams(), on_paper=there).printed


def test_another_figure_on_open_paper_is_its_own_print() -> None:
    """An ace of one suit has the corners of no other, but blurred they agree; the figure in its middle does not."""
    assert printed(card(ACE)) > 0.9
    assert printed(card(OTHER)) < VerdictParams().least_printed < printed(card(OTHER), on=False)


def test_a_hand_that_comes_in_over_the_rim_is_no_paper() -> None:
    hand = card(ACE)
    cv2.line(hand, (640, 420), (290, 480), SKIN, 260, cv2.LINE_AA)
    assert printed(hand) > 0.9


def test_a_reading_is_held_against_what_stands_on_its_paper() -> None:
    """But not one that was looked for under others, which lie on it."""
    namer = Namer(Library(Catalogue((look_of(card(ACE), "one", "card", (60.0, 90.0)),))), NameParams())
    flat = cv2.copyMakeBorder(cv2.resize(card(OTHER), (200, 300), interpolation=cv2.INTER_AREA), 50, 50, 50, 50, cv2.BORDER_CONSTANT)
    quad, shown = np.array([(50, 50), (250, 50), (250, 350), (50, 350)], np.float32) - 0.5, np.zeros((ROWS, COLUMNS), np.float32)
    shown[:2] = 1
    reading = Reading(0, quad, 0.97, 0.5, 0.6, 0.9, None, shown.ravel())
    picture, least = Picture(np.asarray(flat, np.uint8), 400), VerdictParams().least_printed
    assert namer.explainer.explain(picture, reading, ()).explained.printed < least
    assert namer.explainer.explain(picture, replace(reading, beneath=True), ()).explained.printed > least
