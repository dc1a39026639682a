"""The figure by which look-alikes differ: a small digit, or a part of one, that is another's is asked about."""

from collections.abc import Iterable
from functools import partial

import cv2
import numpy as np
import pytest

from tests.vision import deck
from vision.cards.explain_params import ExplainParams
from vision.cards.explained import explained
from vision.cards.telling import TellingPlaces
from vision.cards.verdict import VerdictParams
from vision.looks import canon
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.differences import DifferParams
from vision.looks.lookalikes import Lookalikes
from vision.looks.matching import WINDOWS, Library, see
from vision.reader import TableReader

PARAMS = ExplainParams()
ALL = WINDOWS[0]


def small(number: int) -> deck.Pixels:
    """A card of which nearly all print is the same on all: small digits in two corners under a title, an icon and a frame."""
    flat = np.full((450, 300, 3), (250, 248, 240), np.uint8)
    ink = (150, 40, 60)
    cv2.rectangle(flat, (12, 12), (287, 437), ink, 3)
    cv2.putText(flat, "Dinners", (95, 62), cv2.FONT_HERSHEY_SIMPLEX, 1.0, ink, 3, cv2.LINE_AA)
    cv2.rectangle(flat, (60, 110), (240, 340), (240, 205, 210), -1)
    cv2.ellipse(flat, (150, 240), (70, 70), 0, 180, 360, ink, -1, cv2.LINE_AA)
    cv2.rectangle(flat, (70, 250), (230, 262), ink, -1)
    corner = flat[24:80, 24:74]
    cv2.putText(corner, str(number), (6, 42), cv2.FONT_HERSHEY_SIMPLEX, 1.5, ink, 5, cv2.LINE_AA)
    flat[450 - 80 : 450 - 24, 300 - 74 : 300 - 24] = corner[::-1, ::-1]
    return flat


def smalls(numbers: Iterable[int]) -> Catalogue:
    return Catalogue(tuple(look_of(small(n), str(n), "card", deck.SIZE_MM) for n in numbers))


@pytest.mark.parametrize(("missing", "neighbour"), [(3, 8), (1, 7), (9, 8), (6, 5)])
def test_a_small_digit_that_was_never_enrolled_is_not_that_of_its_neighbour(missing: int, neighbour: int) -> None:
    """Nearly all print agrees, and the nearest digit beats all others: only its own place tells that it is none of them."""
    looks = Library(smalls(n for n in range(1, 10) if n != missing))
    look = looks.ids.index(str(neighbour))
    telling = TellingPlaces(Lookalikes(looks, DifferParams())).of(look)
    least, held = VerdictParams().least_told, partial(explained, looks, look=look, shown=ALL, open_=None, params=PARAMS, telling=telling)
    for blur_px in (0.5, 1.0):
        soft_px = blur_px * deck.SIZE_PX[0] / canon.WIDTH
        own, other = (held(see(canon.shrink(cv2.GaussianBlur(small(n), (0, 0), soft_px).astype(np.uint8)))) for n in (neighbour, missing))
        assert own.told > least + 0.03, blur_px
        assert other.told < least - 0.03, blur_px


def test_a_card_with_a_small_digit_that_was_never_enrolled_is_asked_about() -> None:
    table = deck.Table()
    for n, at in ((3, (80, 90)), (8, (180, 100)), (5, (280, 90))):
        table.lay(small(n), at, 10.0)
    readers = {missing: TableReader(smalls(n for n in range(1, 10) if n != missing)) for missing in (0, 3)}
    found = {missing: sorted(piece.id or "" for piece in reader.read(table.picture()).pieces) for missing, reader in readers.items()}
    assert found == {0: ["3", "5", "8"], 3: ["5", "8"]}


SEGMENTS = {2: "abged", 3: "abgcd", 5: "afgcd", 8: "abcdefg"}
"""Strokes of a figure of seven strokes: a top, b and c right, d bottom, e and f left, g middle."""


def figured(number: int) -> deck.Pixels:
    """A card with a large figure of seven strokes, as a clock's, that four blocks share, above print that all have."""
    flat, ink = small(0), (150, 40, 60)
    flat[20:110, 20:230] = flat[430, 150]
    ends = {
        "a": (0, 0, 1, 0),
        "b": (1, 0, 1, 1),
        "c": (1, 1, 1, 2),
        "d": (0, 2, 1, 2),
        "e": (0, 1, 0, 2),
        "f": (0, 0, 0, 1),
        "g": (0, 1, 1, 1),
    }
    for one in SEGMENTS[number]:
        x, y, to_x, to_y = ends[one]
        cv2.line(flat, (80 + 40 * x, 28 + 32 * y), (80 + 40 * to_x, 28 + 32 * to_y), ink, 10, cv2.LINE_AA)
    return flat


@pytest.mark.parametrize("blur_px", [0.5, 1.0])
def test_a_figure_of_which_one_half_is_anothers_is_not_its_own(blur_px: float) -> None:
    """An eight has all of a three: only the blocks on its left tell that it is none, and all of it together agrees."""
    looks = Library(Catalogue(tuple(look_of(figured(n), str(n), "card", deck.SIZE_MM) for n in (2, 3, 5))))
    telling, soft_px = TellingPlaces(Lookalikes(looks, DifferParams())).of(1), blur_px * deck.SIZE_PX[0] / canon.WIDTH
    held = partial(explained, looks, look=1, shown=ALL, open_=None, params=PARAMS, telling=telling)
    own, other = (held(see(canon.shrink(cv2.GaussianBlur(figured(n), (0, 0), soft_px).astype(np.uint8)))) for n in (3, 8))
    assert own.figure > VerdictParams().least_figure + 0.1
    assert other.figure < VerdictParams().least_figure - 0.1


def spotted(odd: bool) -> deck.Pixels:
    """A card with five discs, or a square in the place of one."""
    flat = np.full((450, 300, 3), (250, 248, 240), np.uint8)
    for x, y in ((75, 84), (225, 84), (75, 365), (225, 365)):
        cv2.circle(flat, (x, y), 18, (20, 20, 20), -1, cv2.LINE_AA)
    if odd:
        cv2.rectangle(flat, (107, 179), (143, 215), (20, 20, 20), 4)
    else:
        cv2.circle(flat, (125, 197), 18, (20, 20, 20), -1, cv2.LINE_AA)
    return flat


@pytest.mark.parametrize("blur_px", [0.5, 1.5])
def test_what_blurs_a_figure_blurs_the_others_as_well(blur_px: float) -> None:
    """A block that holds much of the print may lack no more than a few times as much as the others."""
    looks = Library(Catalogue((look_of(spotted(False), "spots", "card", deck.SIZE_MM),)))
    soft_px = blur_px * deck.SIZE_PX[0] / canon.WIDTH
    own, other = (
        explained(looks, see(canon.shrink(cv2.GaussianBlur(spotted(odd), (0, 0), soft_px).astype(np.uint8))), 0, ALL, None, PARAMS)
        for odd in (False, True)
    )
    assert own.lagging < VerdictParams().most_lagging / 2 and other.lagging > VerdictParams().most_lagging


@pytest.mark.parametrize("blur_px", [0.5, 1.5])
def test_what_blurs_the_print_that_agrees_blurs_what_lies_open_as_well(blur_px: float) -> None:
    """A cake for a bell, in the part of a sharp card that was taken for covered and lies open, is no blur."""
    looks = Library(Catalogue((look_of(spotted(False), "spots", "card", deck.SIZE_MM),)))
    upper, soft_px = np.repeat(np.arange(8) < 3, 6).astype(np.float32), blur_px * deck.SIZE_PX[0] / canon.WIDTH
    own, other = (
        explained(looks, see(canon.shrink(cv2.GaussianBlur(seen, (0, 0), soft_px).astype(np.uint8))), 0, upper, ALL, PARAMS)
        for seen in (spotted(False), bottomed(spotted(False)))
    )
    assert own.open_lagging < VerdictParams().most_open_lagging / 2 and other.open_lagging > VerdictParams().most_open_lagging
    assert other.laid_open > VerdictParams().least_laid_open, "which would have let it pass"


def bottomed(flat: deck.Pixels) -> deck.Pixels:
    """The same with half-moons in the place of the lower discs."""
    for x in (75, 225):
        flat[340:365, x - 25 : x + 25] = (250, 248, 240)
    return flat
