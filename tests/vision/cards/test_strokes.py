"""A stroke that a card has and its look has not is as strong as ink; what blur, noise, an even light and a shift leave of ink is not."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tests.benchmarks import more_decks, other_decks
from vision.cards.answers import Answers
from vision.cards.explained import Explained
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.strokes import Strokes
from vision.cards.verdict import VerdictParams, is_explained, stands
from vision.frame import Rgb
from vision.looks import canon
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import WINDOWS, Library

DECKS = {"numbers": other_decks.numbers, "dominoes": more_decks.dominoes, "stones": more_decks.stones}
PARAMS = VerdictParams()
EVERYWHERE = np.ones(canon.CELLS, np.bool_)


@cache
def cards(deck: str) -> dict[str, Rgb]:
    """Pictures of the cards of a drawn deck."""
    return {id: np.asarray(card, np.uint8) for id, card, _ in DECKS[deck]()}


@cache
def strokes(deck: str, *left_out: str) -> tuple[Strokes, list[str]]:
    """Of all cards of a deck but some, and their ids."""
    library = Library(Catalogue(tuple(look_of(rgb, id, "card", (50, 80)) for id, rgb in cards(deck).items() if id not in left_out)))
    return Strokes(library), library.ids


def photographed(card: Rgb, blur_px: float, shift_px: float = 0.0) -> Rgb:
    """A card on the raster and its ground beside it, blurred, aside, at half its contrast and noisy, under a light that changes evenly."""
    flat, around = canon.shrink(canon.upright(card)[0]), canon.MARGIN
    wide = cv2.copyMakeBorder(flat, around, around, around, around, cv2.BORDER_CONSTANT, value=(120, 110, 90))
    aside = np.array([[1, 0, shift_px], [0, 1, -shift_px]])
    soft = cv2.warpAffine(cv2.GaussianBlur(wide, (0, 0), blur_px), aside, wide.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    light = np.linspace(0.8, 1.1, wide.shape[1], dtype=np.float32)[:, None]
    noise = np.random.default_rng(1).normal(0, 4, wide.shape)
    return np.asarray(np.clip(50 + 0.55 * soft.astype(np.float32) * light + noise, 0, 255), np.uint8)


def amiss(deck: str, seen: Rgb, look: str, *left_out: str) -> float:
    """How much ink is amiss of a card on the raster, read as a look."""
    found, ids = strokes(deck, *left_out)
    return found.amiss(seen, ids.index(look), EVERYWHERE)


STRANGERS = [
    ("numbers", "number-29", "number-20"),
    ("numbers", "number-38", "number-36"),
    ("dominoes", "domino-2-3", "domino-3-3"),
    ("stones", "sign-5", "sign-6"),
]


@pytest.mark.parametrize("blur_px", [0.6, 1.2])
@pytest.mark.parametrize(("deck", "id", "like"), STRANGERS)
def test_a_stroke_more_or_less_is_as_strong_as_ink_and_what_a_camera_does_to_a_figure_is_not(
    deck: str, id: str, like: str, blur_px: float
) -> None:
    assert amiss(deck, photographed(cards(deck)[id], blur_px), like, id) > PARAMS.most_amiss
    for shift_px in (0.0, 0.7, -1.2):
        assert amiss(deck, photographed(cards(deck)[like], blur_px, shift_px), like, id) < 0.8 * PARAMS.most_amiss


def test_only_what_shows_is_asked() -> None:
    found, ids = strokes("numbers", "number-29")
    seen = photographed(cards("numbers")["number-29"], 0.8)

    assert found.amiss(seen, ids.index("number-20"), EVERYWHERE) > PARAMS.most_amiss
    assert found.amiss(seen, ids.index("number-20"), ~EVERYWHERE) == 0


def test_a_shine_or_a_camera_moves_the_middle_one_of_three_tones_which_is_no_stroke() -> None:
    flat = np.full((480, 360, 3), (245, 170, 60), np.uint8)
    cv2.circle(flat, (180, 240), 110, (235, 240, 245), -1)
    cv2.circle(flat, (180, 240), 60, (60, 50, 140), -1)
    library = Library(Catalogue((look_of(flat, "a", "card", (60, 80)), look_of(np.full_like(flat, 99), "b", "card", (60, 80)))))
    seen = photographed(np.asarray(255 * (flat / 255) ** 2.2, np.uint8), 0.8)

    assert Strokes(library).amiss(seen, 0, EVERYWHERE) < PARAMS.most_amiss


def laid_out(id: str) -> Picture:
    """A number on a plain table, three pixels to the millimetre, blurred a little."""
    seen = np.full((540, 960, 3), (120, 150, 130), np.uint8)
    seen[110:383, 400:577] = cv2.resize(cards("numbers")[id], (177, 273), interpolation=cv2.INTER_AREA)
    return Picture(np.asarray(cv2.GaussianBlur(seen, (0, 0), 1.0), np.uint8), 960)


QUAD = np.array([[400, 110], [577, 110], [577, 383], [400, 383]], np.float32)
WEAK = Reading(0, QUAD, 0.81, 1.0, 0.81, 0.6, None, WINDOWS[0], explained=Explained(parts=-0.3))
"""One that agrees weakly, of which a part is as much another look's by its edges; all else is as well as can be."""


@pytest.mark.parametrize(("id", "is_named"), [("number-29", False), ("number-20", True)])
def test_a_card_a_stroke_of_which_is_amiss_is_asked_about(id: str, is_named: bool) -> None:
    looks = [look_of(rgb, one, "card", (59, 91)) for one, rgb in cards("numbers").items() if one != "number-29"]
    namer = Namer(Library(Catalogue(tuple(looks))), NameParams())
    reading, picture = replace(WEAK, look=namer.library.ids.index("number-20")), laid_out(id)
    answers = Answers(namer, PARAMS, 0.9)

    assert stands(reading, PARAMS)
    assert stands(answers.beside(reading, picture, (), ()), PARAMS) == is_named
    token = QUAD.mean(0) + 0.35 * (QUAD - QUAD.mean(0))
    assert stands(answers.beside(reading, picture, (), [token]), PARAMS), "a token lies on its figure"
    assert stands(answers.beside(replace(reading, agreement=0.9), picture, (), ()), PARAMS), "its edges tell it"


def test_what_covers_a_card_reaches_into_the_blocks_beside_it() -> None:
    """Its edge is no stroke of the figure that it hides half of."""
    looks = [look_of(rgb, one, "card", (59, 91)) for one, rgb in cards("numbers").items()]
    namer = Namer(Library(Catalogue(tuple(looks))), NameParams())
    seen = laid_out("number-20").rgb.copy()
    seen[90:400, 490:700] = (235, 235, 230)
    shown = np.zeros((canon.ROWS, canon.COLUMNS), np.float32)
    shown[:, :4] = 1
    reading = replace(WEAK, look=namer.library.ids.index("number-20"), share=0.6, whole=0.6, shown=shown.ravel())
    cover = np.array([[490, 90], [700, 90], [700, 400], [490, 400]], np.float32)

    assert namer.explainer.by_ink(Picture(seen, 960), reading, [cover]).explained.amiss <= PARAMS.most_amiss


def test_ink_amiss_takes_the_name() -> None:
    assert is_explained(replace(WEAK, explained=Explained(amiss=PARAMS.most_amiss)), PARAMS)
    assert not is_explained(replace(WEAK, explained=Explained(amiss=PARAMS.most_amiss + 0.01)), PARAMS)


def _poster(top: int, below: int) -> Rgb:
    """A poster in a frame of stems and buds, a pot in its middle, and a small domino in two of its corners."""
    card = np.full((480, 300, 3), (30, 75, 78), np.uint8)
    cv2.rectangle(card, (36, 84), (264, 396), (238, 230, 205), cv2.FILLED)
    for at in range(0, 312, 24):
        for x in (36, 264):
            cv2.circle(card, (x, 84 + at), 7, (185, 97, 90) if at % 48 else (112, 138, 90), cv2.FILLED, cv2.LINE_AA)
    cv2.circle(card, (150, 240), 74, (200, 162, 78), 4, cv2.LINE_AA)
    cv2.ellipse(card, (150, 250), (44, 36), 0, 0, 360, (185, 97, 90), cv2.FILLED, cv2.LINE_AA)
    cv2.line(card, (186, 240), (216, 200), (40, 50, 54), 8, cv2.LINE_AA)
    for _ in range(2):
        cv2.rectangle(card, (14, 16), (58, 104), (238, 230, 205), cv2.FILLED)
        cv2.line(card, (18, 60), (54, 60), (14, 40, 40), 2)
        for pips, y in ((top, 38), (below, 82)):
            for dx, dy in PIPS[pips]:
                cv2.circle(card, (36 + 13 * dx, y + 13 * dy), 5, (14, 40, 40), cv2.FILLED, cv2.LINE_AA)
        card = np.asarray(cv2.rotate(card, cv2.ROTATE_180), np.uint8)
    return card


PIPS = {1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(-1, -1), (1, -1), (-1, 1), (1, 1)]}
POSTERS = Library(Catalogue(tuple(look_of(_poster(4, n), f"poster-{n}", "card", (50, 80)) for n in (1, 3, 4))))


def _lump(seen: Rgb, look: int) -> float:
    return Strokes(POSTERS).lump(seen, look, EVERYWHERE)


@pytest.mark.parametrize("blur_px", [0.6, 1.0])
def test_a_pip_more_or_less_amid_much_print_is_far_more_than_is_amiss_elsewhere_on_the_card(blur_px: float) -> None:
    """It is weak against the frame's contrast, and no part of it is another look's: only what is usual on the card shows it up."""
    two = photographed(_poster(4, 2), blur_px)
    assert _lump(two, 1) > PARAMS.most_lump
    for look, below in enumerate((1, 3, 4)):
        for shift_px in (0.0, 0.7, -1.2):
            assert _lump(photographed(_poster(4, below), blur_px, shift_px), look) < 0.9 * PARAMS.most_weak_lump


def test_where_too_few_windows_show_nothing_is_said_to_be_usual() -> None:
    few = ~EVERYWHERE
    few[:12, :12] = True
    assert Strokes(POSTERS).lump(photographed(_poster(4, 2), 0.6), 1, few) == 0


@pytest.mark.parametrize(("parts", "lump", "is_told"), [(0.8, 2.7, True), (0.8, 2.9, False), (0.2, 2.1, True), (0.2, 2.4, False)])
def test_less_may_be_amiss_where_a_part_is_hardly_its_own(parts: float, lump: float, is_told: bool) -> None:
    found = Reading(0, np.zeros((4, 2), np.float32), 0.98, 1.0, 0.98, 0.9, None, WINDOWS[0], explained=Explained(parts=parts, lump=lump))
    assert is_explained(found, PARAMS) is is_told


def test_a_poster_that_lacks_a_pip_is_asked_about() -> None:
    """Its domino was not enrolled: what is seen of the nearest one agrees at .97, and no less than any print must where it agrees least."""
    namer, quad = Namer(POSTERS, NameParams()), np.array([[400, 110], [577, 110], [577, 383], [400, 383]], np.float32)
    answers = Answers(namer, PARAMS, 0.9)
    for below, is_named in ((2, False), (3, True)):
        seen = np.full((540, 960, 3), (120, 150, 130), np.uint8)
        seen[110:383, 400:577] = cv2.resize(_poster(4, below), (177, 273), interpolation=cv2.INTER_AREA)
        picture = Picture(np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.7), np.uint8), 960)
        found = replace(WEAK, look=1, quad=quad, agreement=0.97, explained=Explained(parts=0.8, printed=0.87))
        assert stands(found, PARAMS)
        assert stands(answers.beside(found, picture, (), ()), PARAMS) is is_named
        assert stands(answers.beside(replace(found, agreement=0.9), picture, (), ()), PARAMS), "in a soft picture anything may be amiss"
        weak = replace(found, agreement=0.9, explained=Explained(parts=0.2, printed=0.75))
        assert stands(answers.beside(weak, picture, (), ()), PARAMS) is is_named, "but not where a part is hardly its own"
