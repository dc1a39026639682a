"""A look that does not explain what is seen stands for no name, however badly every rival fits."""

from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.benchmarks import other_decks
from tests.vision import deck
from vision.cards.explain_params import ExplainParams
from vision.cards.explained import Explained, explained
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.telling import TellingPlaces
from vision.cards.verdict import VerdictParams, confidence, is_explained, stands
from vision.looks import canon
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.differences import DifferParams
from vision.looks.lookalikes import Lookalikes
from vision.looks.matching import WINDOWS, Library, see
from vision.reader import TableReader

PARAMS = ExplainParams()
ALL = WINDOWS[0]


@cache
def library() -> Library:
    """The drawn deck's."""
    return Library(deck.catalogue())


def picture(pack: str, id: str) -> deck.Pixels:
    """A card of one of our own packs, (H, W, 3) RGB."""
    bgr = cv2.imread(str(Path(__file__).parents[3] / "fixtures" / "packs" / pack / f"{id}.png"))
    assert bgr is not None, id
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB), np.uint8)


def how_well(seen: deck.Pixels, look: str, shown: deck.Floats = ALL, open_: deck.Floats | None = None) -> Explained:
    """How well a look of the drawn deck explains a flat picture of a card."""
    return explained(library(), see(canon.shrink(seen)), library().ids.index(look), shown, open_, PARAMS)


def as_read(seen: deck.Pixels, look: str) -> Explained:
    """The same as the reader asks: once more without the edges of shine and shadow where there is doubt."""
    found, index = how_well(seen, look), library().ids.index(look)
    if not found.is_doubtful(PARAMS):
        return found
    return found.or_by(explained(library(), see(canon.shrink(seen), evened=True), index, ALL, None, PARAMS))


def test_a_card_is_explained_by_its_own_look_in_any_light() -> None:
    card = deck.card("red", 6)
    for light in ((1.0, 1.0, 1.0), (0.6, 0.5, 0.4), (0.5, 0.6, 0.7)):
        lit = np.clip(card * np.array(light), 0, 255).astype(np.uint8)
        found = how_well(cv2.GaussianBlur(lit, (0, 0), 2.0), "red-6")
        assert found.printed > 0.85 and found.opposed < 0.1 and found.laid_open == 1.0, light


def test_print_that_the_look_has_not_shows() -> None:
    assert how_well(deck.card("red", 7), "red-6").printed < how_well(deck.card("red", 6), "red-6").printed - 0.2


def test_print_where_the_look_has_none_is_foreign() -> None:
    """A pip more, as on the card of the next number; not a digit in the place of another, nor a shadow."""
    more, covered, shadowed = deck.card("red", 6), np.ones_like(ALL), deck.card("red", 6)
    cv2.drawMarker(more, (240, 70), deck.INKS["red"], cv2.MARKER_STAR, 50, 9)
    covered.reshape(canon.ROWS, canon.COLUMNS)[:3, 3:] = 0
    shadowed[:, 180:] = shadowed[:, 180:] // 2
    assert how_well(more, "red-6").foreign > VerdictParams().most_foreign > 4 * how_well(deck.card("red", 7), "red-6").foreign
    assert how_well(more, "red-6", covered).foreign < 0.1, "what is covered says nothing"
    for shown in (deck.card("red", 6), cv2.GaussianBlur(shadowed, (0, 0), 12.0) // 2 + shadowed // 2):
        assert as_read(np.asarray(shown, np.uint8), "red-6").foreign < VerdictParams().most_foreign
    assert as_read(more, "red-6").foreign > VerdictParams().most_foreign, "a pip is no shadow"


def test_what_lies_beside_a_token_is_its_rim_and_its_shadow_and_no_print() -> None:
    namer, table, shadowed = Namer(library(), NameParams()), deck.Table(4), deck.card("red", 6)
    cv2.circle(shadowed, (180, 70), 26, (30, 60, 160), cv2.FILLED)
    cv2.ellipse(shadowed, (206, 74), (20, 24), 0, -90, 90, (90, 90, 88), cv2.FILLED)
    quad = table.lay(shadowed, (240, 150), 8)
    seen, to_table = Picture(table.picture().rgb, 1280), cv2.getPerspectiveTransform(flat_corners(shadowed), quad)
    token = cv2.perspectiveTransform(np.array([[[154, 44], [206, 44], [206, 96], [154, 96]]], np.float32), to_table)[0]
    reading = namer.read(seen, quad, library().ids.index("red-6"), [])
    assert reading is not None and library().ids[reading.look] == "red-6"
    known, aside = (namer.explainer.explain(seen, reading, [], [np.asarray(one, np.float32)]) for one in (token, token - (0, 60)))
    assert known.explained.foreign < VerdictParams().most_foreign < aside.explained.foreign


@pytest.mark.parametrize("id", ["casimira", "giselle", "leopold"])
def test_what_print_says_between_two_guests_is_asked_of_the_print_that_no_token_lies_on(id: str) -> None:
    guests = [
        "bettina",
        "casimira",
        "edgardo",
        "florestan",
        "giselle",
        "leopold",
        "aurelio",
        "dagny",
        "hubertus",
        "ilse",
        "jacinto",
        "klothilde",
    ]
    looks = (look_of(picture("surrealist_dinner_party", one), one, "card", (60.0, 104.0)) for one in guests)
    namer, table = Namer(Library(Catalogue(tuple(looks))), NameParams()), deck.Table(4)
    served = np.asarray(cv2.resize(picture("surrealist_dinner_party", id), deck.SIZE_PX), np.uint8)
    middles = np.array([(200, 110), (200, 200), (200, 290)], np.float32)
    for x, y in middles.astype(int).tolist():
        cv2.circle(served, (x, y), 34, (60, 110, 160), cv2.FILLED)
        cv2.circle(served, (x, y), 22, (250, 250, 250), 4)
    quad = table.lay(served, (240, 150), 8)
    seen, to_table = Picture(table.picture().rgb, 1280), cv2.getPerspectiveTransform(flat_corners(served), quad)
    square = np.array([(-36, -36), (36, -36), (36, 36), (-36, 36)], np.float32)
    tokens = [np.asarray(cv2.perspectiveTransform((at + square)[None], to_table)[0], np.float32) for at in middles]
    reading = namer.read(seen, quad, namer.library.ids.index(id), [])
    assert reading is not None and namer.library.ids[reading.look] == id
    assert reading.by_print < 0.75 < 0.82 < namer.explainer.explain(seen, reading, [], tokens).by_print
    assert namer.explainer.explain(seen, reading, []).by_print == reading.by_print


def flat_corners(card: deck.Pixels) -> deck.Floats:
    """(4, 2) of a flat picture."""
    height, width = card.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)


def test_noise_of_a_dim_evening_is_no_print_on_black_paper_but_a_figure_in_it_is() -> None:
    """Strength is relative to the neighbourhood's contrast, and on black paper there is none but the camera's noise."""
    cards = {id: np.asarray(card, np.uint8) for id, card, _ in other_decks.numbers()}
    known = Library(Catalogue(tuple(look_of(cards[id], id, "card", (59.0, 91.0)) for id in ("number-10", "number-30", "number-39"))))
    more = cards["number-30"].copy()
    cv2.circle(more, (more.shape[1] // 2, 90), 26, other_decks.GOLD, 8, cv2.LINE_AA)
    for card, is_foreign in ((cards["number-30"], False), (more, True)):
        dim = 0.55 * canon.shrink(card) + np.random.default_rng(2).normal(0, 11, canon.shrink(card).shape)
        found = explained(known, see(np.clip(dim, 0, 255).astype(np.uint8)), 1, ALL, None, PARAMS)
        assert (found.foreign > VerdictParams().most_foreign) is is_foreign


def test_a_pip_more_on_burnt_paper_is_foreign_and_the_end_of_the_glare_is_not() -> None:
    more = deck.card("red", 6)
    cv2.circle(more, (246, 60), 20, deck.INKS["red"], -1)
    for card, is_foreign in ((deck.card("red", 6), False), (more, True)):
        glare = card.copy()
        glare[:300][glare[:300].min(2) > 200] = 255
        assert (glare.min(2) == 255).mean() > 0.3
        assert (as_read(glare, "red-6").foreign > VerdictParams().most_foreign) is is_foreign


def test_another_ink_opposes() -> None:
    assert how_well(deck.card("red", 6), "red-6").opposed < 0.1
    recoloured = deck.card("red", 6)[..., ::-1].copy()  # the same print in blue
    assert how_well(recoloured, "red-6").opposed > VerdictParams().most_opposed


def test_a_card_with_a_pip_more_than_any_that_is_enrolled_is_asked_about() -> None:
    def pips(n: int) -> deck.Pixels:
        flat = np.full((*deck.SIZE_PX[::-1], 3), (250, 248, 240), np.uint8)
        for y in {1: [225], 2: [90, 360], 3: [90, 225, 360]}[n]:
            cv2.drawMarker(flat, (150, y), deck.INKS["red"], cv2.MARKER_DIAMOND, 60, 16)
        cv2.drawMarker(flat, (30, 40), deck.INKS["red"], cv2.MARKER_DIAMOND, 24, 6)
        return flat

    reader = TableReader(Catalogue(tuple(look_of(pips(n), f"pips-{n}", "card", deck.SIZE_MM) for n in (1, 2))))
    for n, told in ((2, "pips-2"), (3, None)):
        table = deck.Table(1)
        table.lay(pips(n), (240, 150), 20)
        found = max(reader.read(table.picture()).detections, key=lambda one: one.confidence)
        assert found.id == told
    assert found.why == "not all of its print is that of pips-2; was it enrolled?"


def test_what_is_burnt_out_is_no_missing_print() -> None:
    burnt = deck.card("red", 6)
    burnt[:225] = 255
    assert how_well(burnt, "red-6").printed > 0.8
    erased = deck.card("red", 6)
    erased[:225] = (120, 118, 110)
    assert how_well(erased, "red-6").printed < 0.3


def test_a_covered_part_is_not_held_against_the_look_unless_the_piece_lies_open() -> None:
    half = np.zeros_like(ALL)
    half[: len(half) // 2] = 1
    other = deck.card("red", 6)
    other[225:] = deck.card("blue", 3)[225:]
    assert how_well(other, "red-6", half).printed > 0.85
    assert how_well(other, "red-6", half, ALL).laid_open < VerdictParams().least_laid_open


@pytest.mark.parametrize("way", [(1.0, 0.0), (0.7, 0.7)])
def test_the_edge_of_a_shine_is_no_print(way: tuple[float, float]) -> None:
    """On a dark card in a picture that is a little soft, under a veil that ends within a tenth of the card."""
    card, other = (picture("buffet_master", id) for id in ("free-refill", "fresh-tray"))
    alone = Library(Catalogue((look_of(card, "free-refill", "card", deck.SIZE_MM),)))
    down, across = (np.linspace(-1, 1, size, dtype=np.float32) for size in card.shape[:2])
    veil = (0.7 / (1 + np.exp(-20 * (way[0] * across[None] + way[1] * down[:, None]))))[..., None]
    soft_px = 2.0 * card.shape[1] / canon.WIDTH
    seen, missing = (
        canon.shrink(cv2.GaussianBlur(one * (1 - veil) + 255 * veil, (0, 0), soft_px).astype(np.uint8)) for one in (card, other)
    )
    held = partial(explained, alone, look=0, shown=ALL, open_=None, params=PARAMS)
    least = VerdictParams().least_printed
    assert held(see(seen)).printed < least - 0.05 < least + 0.05 < held(see(seen, evened=True)).printed
    assert held(see(missing, evened=True)).printed < least - 0.2


@pytest.mark.parametrize(
    ("found", "margin"),
    [
        (Explained(printed=0.5), 0.9),
        (Explained(opposed=0.6), 0.9),
        (Explained(laid_open=0.1), 0.9),
        (Explained(told=-0.2), 0.55),
        (Explained(figure=-0.3), 0.9),
        (Explained(figure=-0.16), 0.4),
        (Explained(lagging=3.0), 0.9),
    ],
)
def test_an_unexplained_reading_does_not_stand(found: Explained, margin: float) -> None:
    quad = canon.CORNERS.astype(np.float32)
    sure = Reading(0, quad, 0.95, 1.0, 0.95, margin, 1, ALL)
    doubted = Reading(0, quad, 0.95, 1.0, 0.95, margin, 1, ALL, explained=found)
    params = VerdictParams()
    assert stands(sure, params) and is_explained(sure, params) and confidence(sure, params) > 0.99
    assert not stands(doubted, params) and confidence(doubted, params) <= params.calibration.unexplained


def test_a_figure_that_hardly_shows_where_the_rest_is_clear_is_no_doubt_where_the_margin_is() -> None:
    quad = canon.CORNERS.astype(np.float32)
    assert stands(Reading(0, quad, 0.95, 1.0, 0.95, 0.8, 1, ALL, explained=Explained(figure=-0.16)), VerdictParams())


def test_a_look_without_look_alikes_has_no_telling_places() -> None:
    looks = Library(
        Catalogue(tuple(look_of(picture("buffet_master", id), id, "card", deck.SIZE_MM) for id in ("free-refill", "pasta-0-0")))
    )
    assert TellingPlaces(Lookalikes(looks, DifferParams())).of(0) is None


@pytest.mark.slow
def test_a_number_that_was_never_enrolled_is_no_neighbour() -> None:
    whole = deck.catalogue()
    reader = TableReader(Catalogue(tuple(look for look in whole.looks if not look.id.endswith("-6"))))
    table = deck.Table()
    for ink, at in zip(deck.INKS, [(80, 80), (200, 90), (320, 80), (400, 200)], strict=True):
        table.lay(deck.card(ink, 6), at, 10.0)
    table.lay(deck.card("red", 4), (90, 210), 5.0)
    seen = reader.read(table.picture())
    assert [piece.id for piece in seen.pieces] == ["red-4"]
    assert len(list(seen.unsure)) == len(deck.INKS)


@cache
def numbers() -> dict[str, deck.Pixels]:
    """One to forty in gold on black, large in the middle and small in two corners."""
    return {id: np.asarray(card.resize(deck.SIZE_PX), np.uint8) for id, card, _ in other_decks.numbers()}


def test_a_number_seen_clearly_whose_print_lies_between_two_others_is_neither() -> None:
    """A 13 has the one of 18 and some of its eight: 18 beats all others that are known."""
    missing = ("number-08", "number-13", "number-26", "number-39")
    reader = TableReader(Catalogue(tuple(look_of(card, id, "card", deck.SIZE_MM) for id, card in numbers().items() if id not in missing)))
    table = deck.Table(5)
    for id, at in (("number-13", (80, 80)), ("number-39", (200, 90)), ("number-18", (320, 80)), ("number-30", (400, 210))):
        table.lay(numbers()[id], at)
    assert sorted(piece.id or "" for piece in reader.read(table.picture()).pieces) == ["number-18", "number-30"]


def test_green_print_whose_red_is_burnt_out_by_a_lamp_is_no_other_ink() -> None:
    lamp = np.minimum(deck.card("green", 6).astype(np.float32) * (2.4, 1.1, 0.7) + (90, 40, 0), 255).astype(np.uint8)
    assert (lamp[..., 0] == 255).mean() > 0.5
    assert how_well(lamp, "green-6").opposed < VerdictParams().most_opposed


def test_print_that_shows_weakly_says_as_much_of_what_it_is() -> None:
    """Half as strong an edge is half as much of the difference to its rival, and of all other print."""
    namer, full = Namer(library(), NameParams()), see(canon.shrink(deck.card("red", 6)))
    pale = replace(full, edges=full.edges * np.float32(0.5))
    index = library().ids.index("red-6")
    assert namer.library.gain(full, index, ALL) == pytest.approx(1.0, abs=0.1)
    assert namer.library.gain(pale, index, ALL) == pytest.approx(namer.library.gain(full, index, ALL) / 2, abs=0.01)


@pytest.mark.parametrize(("ink", "is_another"), [((170, 60, 75), False), ((60, 150, 70), True)])
def test_red_that_glare_makes_paler_than_a_cream_field_is_no_other_ink_and_green_is(ink: tuple[int, int, int], is_another: bool) -> None:
    """The paper burnt, the cream is the middle of what is left."""
    blank = np.full((*deck.SIZE_PX[::-1], 3), (246, 244, 240), np.uint8)
    cv2.rectangle(blank, (20, 20), (280, 150), (225, 205, 150), -1)
    cv2.putText(blank, "IF IN RED", (40, 100), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (90, 80, 60), 4, cv2.LINE_AA)
    red, lying = (cv2.rectangle(blank.copy(), (60, 310), (240, 410), colour, -1) for colour in ((170, 60, 75), ink))
    veil = np.zeros(deck.SIZE_PX[::-1], np.float32)
    veil[160:] = np.linspace(0.5, 0.8, len(veil) - 160)[:, None]
    glare = np.minimum(lying * (1 - veil[..., None]) * 1.02 + 255 * veil[..., None], 255).astype(np.uint8)
    assert (glare.max(2) >= 252).mean() > 0.4, "the paper is burnt"
    known = Library(Catalogue((look_of(np.asarray(red), "red", "card", deck.SIZE_MM),)))
    found = explained(known, see(canon.shrink(np.asarray(glare))), 0, ALL, None, PARAMS)
    assert (found.opposed > VerdictParams().most_opposed) is is_another
