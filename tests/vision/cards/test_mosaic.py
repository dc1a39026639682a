"""A card that was never enrolled is put together of parts of others: in one of its parts another look than the one it resembles is seen."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tests.benchmarks import more_decks, other_decks
from tests.vision import deck
from vision.cards.explained import Explained
from vision.cards.mosaic import Mosaic, MosaicParams
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.verdict import VerdictParams, stands
from vision.frame import Rgb
from vision.looks import canon
from vision.looks.catalogue import Catalogue, Look, look_of
from vision.looks.differences import DifferParams
from vision.looks.grain import FINE, grain_of
from vision.looks.lookalikes import Lookalikes
from vision.looks.matching import WINDOWS, Library, see

LEAST = VerdictParams().least_part
MOST = VerdictParams().most_other
ALL = WINDOWS[0]


@cache
def numbers() -> dict[str, Rgb]:
    """Cards of two digits each."""
    return {id: np.asarray(card, np.uint8) for id, card, _ in other_decks.numbers()}


@cache
def mosaic(*left_out: str) -> tuple[Mosaic, list[str]]:
    """Of all numbers but some, and their ids."""
    looks = [look_of(rgb, id, "card", (59, 91)) for id, rgb in numbers().items() if id not in left_out]
    library = Library(Catalogue(tuple(looks)))
    return Mosaic(Lookalikes(library, DifferParams()), MosaicParams()), library.ids


def least(seen: Rgb, look: str, blocks: deck.Floats = ALL, left_out: tuple[str, ...] = ()) -> float:
    """What the part says that speaks least for a look."""
    found, ids = mosaic(*left_out)
    return found.least(see(canon.shrink(seen)), blocks, ids.index(look))


@pytest.mark.parametrize(("id", "like"), [("number-15", "number-16"), ("number-33", "number-38"), ("number-29", "number-20")])
@pytest.mark.parametrize("blur_px", [0.0, 3.0])
def test_the_digit_of_another_card_is_seen_in_one_that_was_not_enrolled(id: str, like: str, blur_px: float) -> None:
    def photographed(card: Rgb) -> Rgb:
        return np.asarray(cv2.GaussianBlur(card, (0, 0), blur_px) if blur_px else card, np.uint8)

    assert least(photographed(numbers()[id]), like, left_out=(id,)) < LEAST
    assert least(photographed(numbers()[like]), like, left_out=(id,)) > 0.5


def test_what_does_not_show_says_nothing() -> None:
    nowhere, corners = np.zeros_like(ALL), np.zeros((canon.ROWS, canon.COLUMNS), np.float32)
    corners[0] = corners[-1] = 1
    assert least(numbers()["number-15"], "number-16", nowhere) == 1.0
    assert least(numbers()["number-15"], "number-16", corners.ravel()) > LEAST


def test_a_card_without_a_look_alike_is_its_own() -> None:
    alone = Library(Catalogue((look_of(numbers()["number-16"], "number-16", "card", (59, 91)),)))
    found = Mosaic(Lookalikes(alone, DifferParams()), MosaicParams()).least(see(canon.shrink(numbers()["number-15"])), ALL, 0)
    assert found == 1.0


def other(seen: Rgb, look: str, left_out: tuple[str, ...] = (), blocks: deck.Floats = ALL) -> float:
    """How well a single block is another look's."""
    found, ids = mosaic(*left_out)
    return found.most_other(see(canon.shrink(seen)), blocks, ids.index(look))


@pytest.mark.parametrize(("id", "like"), [("number-12", "number-32"), ("number-35", "number-36"), ("number-27", "number-17")])
def test_a_single_figure_of_another_card_is_seen(id: str, like: str) -> None:
    for aside in (0, 6):  # pixels of the card, of which four are one of the raster
        seen = np.roll(numbers()[id], aside, 1)
        assert other(seen, like, (id,)) > MOST + 0.1
        assert other(np.roll(numbers()[like], aside, 1), like, (id,)) < MOST - 0.2


def test_what_lies_on_a_card_is_no_figure_of_another() -> None:
    middle = (slice(200, 400), slice(60, 300))
    noise = np.random.default_rng(1).normal(128, 40, (200, 240, 3))
    for cover in (np.full((200, 240, 3), (200, 160, 130)), np.clip(cv2.GaussianBlur(noise, (0, 0), 3), 0, 255)):
        seen = numbers()["number-32"].copy()
        seen[middle] = cover.astype(np.uint8)
        assert other(seen, "number-32") < MOST


def test_a_known_card_that_lies_there_may_be_another() -> None:
    free = np.ones((canon.ROWS, canon.COLUMNS), np.float32)
    free[3:5] = 0
    free[0, :2] = free[-1, -2:] = 0
    assert other(numbers()["number-12"], "number-32", ("number-12",), free.ravel()) == 0.0


def test_nor_is_a_figure_of_another_card_seen_where_a_card_is_blank() -> None:
    """Whether that place was taken for covered or not, and though the two share so little print that they are hardly of one design."""
    looks = {id: np.asarray(card, np.uint8) for id, card, _ in more_decks.stones()}
    known = [look_of(rgb, id, "card", (26, 36)) for id, rgb in looks.items() if id != "staves-9"]
    library = Library(Catalogue(tuple(known)))
    found, seven = Mosaic(Lookalikes(library, DifferParams()), MosaicParams()), library.ids.index("staves-7")
    seen = {id: see(canon.shrink(np.asarray(cv2.GaussianBlur(looks[id], (0, 0), 2.0), np.uint8))) for id in ("staves-7", "staves-9")}
    assert found.most_other(seen["staves-7"], ALL, seven) < MOST - 0.2
    assert found.most_other(seen["staves-9"], ALL, seven) > MOST


def unlike_cards() -> list[Rgb]:
    """White cards with a number in one corner, each with a picture of its own: (450, 300, 3) RGB."""
    cards = []
    for number in range(1, 7):
        flat = np.full((450, 300, 3), 250, np.uint8)
        cv2.putText(flat, str(number), (8, 52), cv2.FONT_HERSHEY_SIMPLEX, 1.8, (30, 30, 30), 7, cv2.LINE_AA)
        for shape in np.random.default_rng(number).uniform((40, 90), (260, 420), (5, 3, 2)):
            cv2.fillPoly(flat, [shape.astype(np.int32)], (30, 30, 30), cv2.LINE_AA)
        cards.append(np.asarray(flat, np.uint8))
    return cards


def test_the_figure_of_a_card_of_another_design_is_seen_where_a_card_lies_open_for_certain() -> None:
    """A nine's corner beside pips that a ten has, too; what lies on a card that is not known may show anything there."""
    cards = unlike_cards()
    library = Library(Catalogue(tuple(look_of(card, f"card-{n}", "card", (60, 90)) for n, card in enumerate(cards, 1))))
    likes = Lookalikes(library, DifferParams())
    assert likes.kin(2, 40) == ()
    found, third = Mosaic(likes, MosaicParams()), cards[2].copy()
    third[:64, :52] = cards[3][:64, :52]
    assert found.most_other(see(canon.shrink(third)), ALL, 2, ALL) > MOST
    assert found.most_other(see(canon.shrink(third)), ALL, 2) == 0.0
    assert found.most_other(see(canon.shrink(third)), ALL, 2, (np.arange(len(ALL)) > 6).astype(np.float32)) < MOST
    assert found.most_other(see(canon.shrink(cards[2])), ALL, 2, ALL) == 0.0


def figure(inside: str) -> Rgb:
    """A lozenge, empty, solid or with a line every 1.3 mm: (900, 600, 3) RGB."""
    flat, mask = np.full((900, 600, 3), (246, 241, 228), np.uint8), np.zeros((900, 600), np.uint8)
    shape = np.array([(300, 130), (470, 450), (300, 770), (130, 450)], np.int32)
    cv2.fillPoly(mask, [shape], 1)
    told = {"empty": np.zeros(900, bool), "lines": np.arange(900) % 13 < 5, "solid": np.ones(900, bool)}[inside]
    flat[(mask > 0) & told[:, None]] = (30, 130, 60)
    cv2.polylines(flat, [shape], True, (30, 130, 60), 12, cv2.LINE_AA)
    return flat


def test_an_empty_figure_is_no_striped_one_where_a_solid_one_was_enrolled() -> None:
    looks: list[Look] = [look_of(figure(inside), inside, "card", (60, 90)) for inside in ("lines", "solid")]
    library = Library(Catalogue(tuple(looks)))
    found = Mosaic(Lookalikes(library, DifferParams()), MosaicParams())

    def said(inside: str) -> float:
        fine = np.asarray(cv2.resize(figure(inside), FINE[::-1], interpolation=cv2.INTER_AREA), np.uint8)
        return found.least_grain(0, ALL, lambda: see(canon.shrink(figure(inside))).with_grain(grain_of(fine)))

    assert said("empty") < LEAST < 0.5 < said("lines")


def test_grain_is_looked_at_only_where_it_tells_looks_apart() -> None:
    found, ids = mosaic()

    def never() -> None:
        raise AssertionError

    assert found.least_grain(ids.index("number-16"), ALL, never) == 1.0  # type: ignore[arg-type]


def test_a_part_taken_for_covered_in_which_another_card_is_seen_is_not_covered() -> None:
    looks = [look_of(rgb, id, "card", (59, 91)) for id, rgb in numbers().items() if id != "number-12"]
    namer, params = Namer(Library(Catalogue(tuple(looks))), NameParams()), VerdictParams()
    right = np.ones((canon.ROWS, canon.COLUMNS), np.float32)
    right[:, :3] = 0
    for id, stood in (("number-12", False), ("number-32", True)):
        seen = np.full((540, 960, 3), (190, 200, 190), np.uint8)
        seen[110:383, 400:577] = cv2.resize(numbers()[id], (177, 273), interpolation=cv2.INTER_AREA)
        picture = Picture(np.asarray(cv2.GaussianBlur(seen, (0, 0), 1.0), np.uint8), 960)
        quad = np.array([[400, 110], [577, 110], [577, 383], [400, 383]], np.float32)
        half = Reading(namer.library.ids.index("number-32"), quad, 0.85, 0.5, 0.5, 0.74, None, right.ravel())
        found = namer.explainer.explain(picture, half, ())
        assert (found.explained.other <= MOST) == stood, id
        assert stands(replace(found, explained=Explained(other=found.explained.other)), params) == stood, "whatever else is said of it"
        assert namer.explainer.explain(picture, half, [quad - 90]).explained.other <= MOST, "a known card lies there"


def test_a_card_that_lies_alone_bears_no_name_of_one_of_which_a_digit_differs() -> None:
    """Nothing else of the table is needed to tell it."""
    cards = {id: np.asarray(card, np.uint8) for id, card, _ in other_decks.colours()}
    looks = [look_of(rgb, id, "card", (56, 87)) for id, rgb in cards.items() if id != "blue-3"]
    namer, params = Namer(Library(Catalogue(tuple(looks))), NameParams()), VerdictParams()
    for id, stood in (("blue-3", False), ("blue-8", True)):
        seen = np.full((540, 960, 3), (120, 150, 130), np.uint8)
        seen[110:371, 400:568] = cv2.resize(cards[id], (168, 261), interpolation=cv2.INTER_AREA)
        quad = np.array([[400, 110], [568, 110], [568, 371], [400, 371]], np.float32)
        found = namer.read(Picture(np.asarray(cv2.GaussianBlur(seen, (0, 0), 1.0), np.uint8), 960), quad, namer.library.ids.index("blue-8"))
        assert found is not None and namer.library.ids[found.look] == "blue-8" and found.agreement > 0.9, id
        assert (found.explained.parts >= LEAST) == stood, id
        otherwise = replace(found, margin=1.0, by_print=1.0, explained=Explained(parts=found.explained.parts))
        assert stands(otherwise, params) == stood, "whatever else is said of it"
