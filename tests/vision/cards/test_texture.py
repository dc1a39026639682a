"""Print amid texture. What fades of it is not held against a card; other print in its place is, and so is a figure more."""

import cv2
import numpy as np
import pytest

from tests.vision import deck
from vision.cards.explain_params import ExplainParams
from vision.cards.explained import Explained, explained
from vision.cards.texture import faded_texture
from vision.cards.verdict import VerdictParams
from vision.looks import canon
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import WINDOWS, Library, Seen, see

PARAMS = ExplainParams()
LEAST = VerdictParams().least_printed
SOFT_PX = 6.0
"""Blur of a card 300 pixels wide that leaves hardly a dot of 9."""


def _dotted(pattern: bool = True) -> deck.Pixels:
    """A card with a frame around its lower half, a triangle in it, and above it columns of dots."""
    card = np.full((480, 360, 3), 235, np.uint8)
    cv2.rectangle(card, (30, 250), (330, 450), (40, 60, 120), 12)
    cv2.fillPoly(card, [np.array([(90, 420), (180, 280), (270, 420)], np.int32)], (150, 30, 40))
    if pattern:
        for y in range(26, 170, 14):
            for x in (60, 74, 240, 254):
                cv2.rectangle(card, (x, y), (x + 6, y + 6), (150, 160, 170), cv2.FILLED)
    return card


def _library() -> Library:
    return Library(Catalogue((look_of(_dotted(), "dotted", "card", (60.0, 80.0)),)))


def _printed(seen: Seen) -> float:
    return explained(_library(), seen, 0, WINDOWS[0], None, PARAMS).printed


def _soft(card: deck.Pixels) -> Seen:
    return see(canon.shrink(np.asarray(cv2.GaussianBlur(card, (0, 0), SOFT_PX), np.uint8)))


def _faded(seen: Seen) -> set[int]:
    library = _library()
    return set(np.flatnonzero(faded_texture(library.edges(0), library.energies(0), seen, PARAMS)).tolist())


def test_dots_that_blur_takes_are_not_held_against_a_card() -> None:
    assert _printed(_soft(_dotted())) >= LEAST
    washed = _dotted(pattern=False)
    assert _printed(see(canon.shrink(washed))) >= LEAST, "exposure may take pale dots"


def test_other_print_in_the_place_of_dots_is() -> None:
    other = _dotted(pattern=False)
    for y in range(40, 170, 40):
        cv2.line(other, (40, y), (320, y + 14), (40, 60, 120), 6)
    assert _printed(see(canon.shrink(other))) < LEAST


def test_a_line_that_is_not_there_is() -> None:
    """The triangle and the frame leave the directions of their edges: they are no texture, and hardly fade."""
    library = _library()
    blank = see(np.full((canon.HEIGHT, canon.WIDTH, 3), 235, np.uint8))
    has_print = library.energies(0) >= PARAMS.least_print * canon.BLOCK**2
    texture = faded_texture(library.edges(0), library.energies(0), blank, PARAMS) & has_print
    rows = texture.reshape(canon.ROWS, canon.COLUMNS)
    assert rows[:3].any() and not rows[4:].any()
    assert _printed(blank) < LEAST


def test_nothing_fades_in_a_sharp_picture() -> None:
    assert not _faded(see(canon.shrink(_dotted())))
    assert _faded(_soft(_dotted()))


HALFTONE_PX, HALFTONE_DEG = 6.6, 62.0
"""From dot to dot, of a card 360 pixels wide, not two pixels of the raster; and the screen's turn."""


def _screened(by: float = 0.0, stripes_px: float = 0.0) -> deck.Pixels:
    """The same card with a halftone instead of its columns of dots, moved by so many pixels; or with stripes in their place."""
    down, across = np.mgrid[0:230, 0:360].astype(np.float32) - np.float32(by)
    turn = np.radians(HALFTONE_DEG)
    waves = (
        np.cos(one * 2 * np.pi / HALFTONE_PX)
        for one in (across * np.cos(turn) + down * np.sin(turn), down * np.cos(turn) - across * np.sin(turn))
    )
    ink = sum(waves) > 0.7 if not stripes_px else np.cos(down * 2 * np.pi / stripes_px) > 0
    card = _dotted(pattern=False)
    card[:230][ink] = (60, 60, 130)
    return card


def _as_screened(seen: deck.Pixels) -> Explained:
    """How well the card with a halftone explains what is seen."""
    library = Library(Catalogue((look_of(_screened(), "screened", "card", (60.0, 80.0)),)))
    return explained(library, see(canon.shrink(seen)), 0, WINDOWS[0], None, PARAMS)


def test_a_halftone_finer_than_the_raster_is_not_held_against_a_card() -> None:
    """A third of a dot aside it looks like another one, where a raster has no more than two places for each."""
    found = _as_screened(_screened(by=HALFTONE_PX / 3))
    assert found.printed >= LEAST and found.uneven <= VerdictParams().most_uneven


@pytest.mark.parametrize("stripes_px", [9.0, 22.0])
def test_stripes_in_its_place_are(stripes_px: float) -> None:
    assert _as_screened(_screened(stripes_px=stripes_px)).printed < LEAST


def _tiled(*stars: tuple[int, int]) -> deck.Pixels:
    """A card with waves all over, but for a white field with stars at some places."""
    card = np.full((480, 360, 3), 235, np.uint8)
    for y in range(-20, 500, 20):
        for x in range(0, 360, 40):
            cv2.line(card, (x, y), (x + 20, y + 12), (200, 60, 40), 6)
            cv2.line(card, (x + 20, y + 12), (x + 40, y), (200, 60, 40), 6)
    cv2.rectangle(card, (60, 60), (300, 420), (255, 255, 255), cv2.FILLED)
    for place in stars:
        cv2.drawMarker(card, place, (30, 40, 90), cv2.MARKER_STAR, 30, 6)
    return card


FOUR = (143, 192), (217, 192), (143, 288), (217, 288)


def _foreign(seen: deck.Pixels) -> tuple[float, float]:
    library = Library(Catalogue((look_of(_tiled(*FOUR), "four", "card", (60.0, 80.0)),)))
    found = explained(library, see(canon.shrink(seen)), 0, WINDOWS[0], None, PARAMS)
    return found.foreign, found.foreign_figure


def test_a_figure_more_shows_amid_much_print() -> None:
    """Beside a pattern all over, a star is less than a typical block of print: its edges go all ways, which those of no shadow do."""
    verdict = VerdictParams()
    more, figure = _foreign(_tiled(*FOUR, (180, 240)))
    assert more < verdict.most_foreign and figure > verdict.most_foreign_figure


def test_an_edge_across_the_paper_is_no_figure() -> None:
    aside = _tiled(*FOUR)
    cv2.line(aside, (64, 100), (296, 160), (90, 90, 90), 8)
    more, figure = _foreign(aside)
    assert more > PARAMS.least_figure and figure < VerdictParams().most_foreign_figure / 3
