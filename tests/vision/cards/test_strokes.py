"""A stroke of a digit that a card has and its look has not is as strong as ink; blur, noise, a soft shine and a pixel's shift are not."""

import io
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
from vision.cards.telling import TellingPlaces
from vision.cards.verdict import VerdictParams, is_explained, stands
from vision.frame import Rgb
from vision.looks import canon
from vision.looks.canon import Pixels
from vision.looks.catalogue import Catalogue, Look, look_of
from vision.looks.differences import DifferParams
from vision.looks.lookalikes import Lookalikes
from vision.looks.matching import WINDOWS, Library
from vision.looks.upended import upended

DECKS = {"numbers": other_decks.numbers, "dominoes": more_decks.dominoes, "stones": more_decks.stones}
MOST, OWN_PART = VerdictParams().most_amiss, VerdictParams().own_part
EVERYWHERE = np.ones((canon.HEIGHT, canon.WIDTH), np.bool_)


@cache
def cards(deck: str) -> dict[str, Rgb]:
    """Pictures of the cards of a drawn deck."""
    return {id: np.asarray(card, np.uint8) for id, card, _ in DECKS[deck]()}


@cache
def strokes(deck: str, *left_out: str) -> tuple[Strokes, list[str]]:
    """Of all cards of a deck but some, and their ids."""
    library = Library(Catalogue(tuple(look_of(rgb, id, "card", (50, 80)) for id, rgb in cards(deck).items() if id not in left_out)))
    return Strokes(library, TellingPlaces(Lookalikes(library, DifferParams()))), library.ids


def photographed(card: Rgb, blur_px: float, shift_px: float = 0.0) -> Rgb:
    """A card on the raster, blurred, aside, at half its contrast and noisy, under a light that changes from left to right."""
    flat = np.asarray(cv2.GaussianBlur(canon.shrink(canon.upright(card)[0]), (0, 0), blur_px), np.float32)
    flat = np.asarray(
        cv2.warpAffine(flat, np.array([[1, 0, shift_px], [0, 1, -shift_px]]), flat.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    )
    light = np.linspace(0.8, 1.1, canon.WIDTH, dtype=np.float32)[:, None]
    noise = np.random.default_rng(1).normal(0, 4, flat.shape)
    return np.asarray(np.clip(50 + 0.55 * flat * light + noise, 0, 255), np.uint8)


def tones_of(look: Look) -> Pixels:
    """The tones of a look that has some."""
    assert look.tones is not None
    return look.tones


def amiss(deck: str, seen: Rgb, look: str, *left_out: str) -> float:
    """How much ink is amiss of a card on the raster, read as a look."""
    found, ids = strokes(deck, *left_out)
    return found.amiss(canon.tones(seen), ids.index(look), EVERYWHERE)


STRANGERS = [
    ("numbers", "number-29", "number-20"),
    ("numbers", "number-34", "number-31"),
    ("dominoes", "domino-2-3", "domino-3-3"),
    ("stones", "sign-5", "sign-6"),
]


@pytest.mark.parametrize("blur_px", [0.6, 1.2])
@pytest.mark.parametrize(("deck", "id", "like"), STRANGERS)
def test_a_stroke_more_or_less_is_as_strong_as_ink_and_what_a_camera_does_to_a_figure_is_not(
    deck: str, id: str, like: str, blur_px: float
) -> None:
    assert amiss(deck, photographed(cards(deck)[id], blur_px), like, id) > MOST
    for shift_px in (0.0, 0.7, -1.2):
        assert amiss(deck, photographed(cards(deck)[like], blur_px, shift_px), like, id) < 0.8 * MOST


def test_a_card_that_is_nearly_the_same_upside_down_may_lie_either_way_up() -> None:
    upside_down = np.ascontiguousarray(photographed(cards("numbers")["number-08"], 0.8)[::-1, ::-1])

    assert amiss("numbers", upside_down, "number-08") < 0.8 * MOST


def test_only_what_shows_is_asked() -> None:
    found, ids = strokes("numbers", "number-29")
    tones = canon.tones(photographed(cards("numbers")["number-29"], 0.8))

    assert found.amiss(tones, ids.index("number-20"), EVERYWHERE) > MOST
    assert found.amiss(tones, ids.index("number-20"), ~EVERYWHERE) == 0


def test_a_figure_of_which_nothing_is_seen_is_all_amiss() -> None:
    blank = np.asarray(photographed(cards("numbers")["number-20"], 0.8), np.uint8)
    blank[40:90, 20:76] = blank[30:40].mean((0, 1)).astype(np.uint8)

    assert amiss("numbers", blank, "number-20") > MOST


def test_a_pack_enrolled_before_tones_were_kept_asks_for_none() -> None:
    looks = [look_of(rgb, id, "card", (59, 91)) for id, rgb in cards("numbers").items() if id != "number-29"]
    kept = Catalogue.from_bytes(Catalogue(tuple(looks)).to_bytes())
    with np.load(io.BytesIO(kept.to_bytes())) as tables:
        before = {name: tables[name] for name in tables.files if name != "tones"}
    old = io.BytesIO()
    np.savez_compressed(old, allow_pickle=False, **before)
    without = Catalogue.from_bytes(old.getvalue())

    assert all(tones_of(one).tobytes() == tones_of(own).tobytes() for one, own in zip(kept.looks, looks, strict=True))
    assert all(one.tones is None for one in without.looks)
    library = Library(without)
    found = Strokes(library, TellingPlaces(Lookalikes(library, DifferParams())))
    tones = canon.tones(photographed(cards("numbers")["number-29"], 0.8))
    assert found.amiss(tones, library.ids.index("number-20"), EVERYWHERE) == 0


def test_tones_are_turned_with_their_look() -> None:
    look = look_of(cards("numbers")["number-29"], "a", "card", (59, 91))

    assert (tones_of(upended(look)) == tones_of(look)[::-1, ::-1]).all()


def laid_out(id: str) -> Picture:
    """A number on a plain table, three pixels to the millimetre, blurred a little."""
    seen = np.full((540, 960, 3), (120, 150, 130), np.uint8)
    seen[110:383, 400:577] = cv2.resize(cards("numbers")[id], (177, 273), interpolation=cv2.INTER_AREA)
    return Picture(np.asarray(cv2.GaussianBlur(seen, (0, 0), 1.0), np.uint8), 960)


QUAD = np.array([[400, 110], [577, 110], [577, 383], [400, 383]], np.float32)


@pytest.mark.parametrize(("id", "is_named"), [("number-29", False), ("number-20", True)])
def test_a_card_a_stroke_of_which_is_amiss_is_asked_about(id: str, is_named: bool) -> None:
    """Where a part of it is as much another look's by its edges; whatever else is said of it."""
    looks = [look_of(rgb, one, "card", (59, 91)) for one, rgb in cards("numbers").items() if one != "number-29"]
    namer, params = Namer(Library(Catalogue(tuple(looks))), NameParams()), VerdictParams()
    reading = Reading(namer.library.ids.index("number-20"), QUAD, 0.9, 1.0, 0.9, 0.6, None, WINDOWS[0], explained=Explained(parts=-0.3))
    picture = laid_out(id)
    found = Answers(namer, params, 0.9).beside(reading, picture, (), ())

    assert stands(reading, params)
    assert stands(found, params) == is_named
    token = QUAD.mean(0) + 0.35 * (QUAD - QUAD.mean(0))
    assert stands(Answers(namer, params, 0.9).beside(reading, picture, (), [token]), params), "a token lies on its figure"


def test_what_covers_a_card_reaches_into_the_blocks_beside_it() -> None:
    """Its edge is no stroke of the figure that it hides half of."""
    looks = [look_of(rgb, one, "card", (59, 91)) for one, rgb in cards("numbers").items()]
    namer, params = Namer(Library(Catalogue(tuple(looks))), NameParams()), VerdictParams()
    seen = laid_out("number-20").rgb.copy()
    seen[90:400, 490:700] = (235, 235, 230)
    shown = np.zeros((canon.ROWS, canon.COLUMNS), np.float32)
    shown[:, :4] = 1
    reading = Reading(namer.library.ids.index("number-20"), QUAD, 0.95, 0.6, 0.6, 0.8, None, shown.ravel(), explained=Explained(parts=-0.3))
    cover = np.array([[490, 90], [700, 90], [700, 400], [490, 400]], np.float32)

    assert namer.explainer.by_ink(Picture(seen, 960), reading, [cover]).explained.amiss <= params.most_amiss


def test_a_shadows_edge_makes_no_part_of_a_card_another_looks() -> None:
    params = VerdictParams()

    assert not is_explained(replace(SURE, explained=Explained(parts=OWN_PART - 0.01, amiss=MOST + 0.01)), params)
    assert is_explained(replace(SURE, explained=Explained(parts=OWN_PART - 0.01, amiss=MOST - 0.01)), params)
    assert is_explained(replace(SURE, explained=Explained(parts=OWN_PART, amiss=2.0)), params)


SURE = Reading(0, QUAD, 0.9, 1.0, 0.9, 0.5, None, WINDOWS[0])
