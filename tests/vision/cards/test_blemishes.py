"""What lies on a piece and is no print of its box is no reason to doubt its name, unless it may hide what tells it from another."""

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision import deck
from vision.cards.blemishes import Blemish, Blemishes
from vision.cards.explain_params import ExplainParams
from vision.frame import Frame
from vision.looks import canon
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.differences import DifferParams
from vision.looks.lookalikes import Lookalikes
from vision.looks.matching import WINDOWS, Library, see
from vision.reader import TableReader

PLACE = (135.0, 150.0)


@cache
def lookalikes() -> Lookalikes:
    """Of the drawn deck, ones to eights of three inks."""
    return Lookalikes(Library(deck.catalogue(range(1, 9))), DifferParams())


@cache
def reader() -> TableReader:
    """Of the same cards."""
    return TableReader(deck.catalogue(range(1, 9)))


def labelled(card: deck.Pixels, at: tuple[int, int]) -> deck.Pixels:
    """With a shop's label stuck on it, its upper left corner there."""
    x, y = at
    stuck = card.copy()
    cv2.rectangle(stuck, at, (x + 60, y + 44), (252, 252, 250), cv2.FILLED)
    for row in (14, 28):
        cv2.line(stuck, (x + 6, y + row), (x + 52, y + row), (30, 30, 30), 3)
    return stuck


def stained(card: deck.Pixels) -> deck.Pixels:
    """With a drop of coffee that has run."""
    drop = np.zeros(card.shape[:2], np.float32)
    around = [(24, 372), (60, 360), (96, 388), (122, 430), (150, 438), (112, 446), (74, 412), (40, 418)]
    cv2.fillPoly(drop, [np.array(around, np.int32)], 1.0, cv2.LINE_AA)
    return np.asarray(card * (1 - drop[..., None] * (0.3, 0.45, 0.65)), np.uint8)


def scribbled(card: deck.Pixels) -> deck.Pixels:
    """With a word by a ball-pen."""
    written, at = card.copy(), np.array([70, 395])
    for step in ((12, -40), (8, 44), (14, -30), (6, 34), (16, -48), (10, 40), (12, -22), (14, 30)):
        cv2.line(written, at.tolist(), (at + step).tolist(), (25, 30, 110), 4, cv2.LINE_AA)
        at = at + step
    return written


def with_more(card: deck.Pixels) -> deck.Pixels:
    """With its figure once more, where it has none."""
    more = card.copy()
    more[352:422, 24:94] = card[20:90, 22:92]
    return more


def named(card: deck.Pixels) -> list[str | None]:
    """What a reader says of a card on a table."""
    table = deck.Table(3)
    table.lay(card, PLACE, 8.0)
    return [one.id for one in reader().read(Frame(table.picture().rgb, 0.0)).detections]


def on(card: deck.Pixels, look: str) -> Blemish | None:
    """What lies on a card that is taken for some look."""
    found, index = see(canon.shrink(card)), lookalikes().library.ids.index(look)
    return Blemishes(lookalikes()).on(found, index, WINDOWS[0], ExplainParams())


WEARS: dict[str, Callable[[deck.Pixels], deck.Pixels]] = {
    "stain": stained,
    "pen": scribbled,
    "label": lambda card: labelled(card, (110, 30)),
    "label over one of two figures": lambda card: labelled(card, (22, 28)),
}


@pytest.mark.parametrize("wear", WEARS)
def test_a_card_with_a_blemish_is_named(wear: str) -> None:
    for ink, number in (("red", 6), ("black", 3), ("green", 8)):
        assert named(WEARS[wear](deck.card(ink, number))) == [f"{ink}-{number}"], ink


def test_a_figure_more_is_no_blemish() -> None:
    for ink, number in (("red", 6), ("black", 3), ("green", 8)):
        card = with_more(deck.card(ink, number))
        assert on(card, f"{ink}-{number}") is None and named(card) == [None], ink


def test_what_hides_all_that_tells_a_card_from_its_like_leaves_a_question() -> None:
    card = labelled(labelled(deck.card("red", 6), (22, 28)), (218, 378))
    assert on(card, "red-6") is None and named(card) == [None]


def test_print_that_another_of_its_box_has_there_is_no_blemish() -> None:
    """What a piece that was never enrolled has more than another may be known from a third."""
    plain, crossed = [], []
    for ink in ("red", "blue", "green", "black"):
        for number in (1, 4, 7):
            plain.append(look_of(deck.card(ink, number), f"{ink}-{number}", "card", deck.SIZE_MM))
            crossed.append(look_of(scribbled(deck.card(ink, number)), f"{ink}-{number}", "card", deck.SIZE_MM))
    for looks, is_known in ((plain, False), ([plain[0], *crossed[3:]], True)):
        blemishes = Blemishes(Lookalikes(Library(Catalogue(tuple(looks))), DifferParams()))
        found = blemishes.on(see(canon.shrink(scribbled(deck.card("red", 1)))), 0, WINDOWS[0], ExplainParams())
        assert (found is None) is is_known


def test_what_is_there_twice_was_printed() -> None:
    """The figure in both corners of a card that was never enrolled is like nothing on any that was."""
    for ink, number in (("red", 6), ("black", 3), ("green", 8)):
        once = scribbled(deck.card(ink, number))
        again = scribbled(np.ascontiguousarray(once[::-1, ::-1]))[::-1, ::-1]
        assert on(once, f"{ink}-{number}") is not None and on(np.ascontiguousarray(again), f"{ink}-{number}") is None, ink


def test_of_a_few_looks_it_is_not_known_what_their_box_may_bear() -> None:
    few = Lookalikes(Library(deck.catalogue(range(1, 2))), DifferParams())
    assert Blemishes(few).on(see(canon.shrink(scribbled(deck.card("red", 1)))), 0, WINDOWS[0], ExplainParams()) is None


def test_what_a_known_piece_covers_is_no_blemish() -> None:
    left = np.ones((canon.ROWS, canon.COLUMNS), np.float32)
    left[:, :3] = 0
    seen = see(canon.shrink(scribbled(deck.card("red", 6))))
    index = lookalikes().library.ids.index("red-6")
    assert Blemishes(lookalikes()).on(seen, index, WINDOWS[0], ExplainParams()) is not None
    assert Blemishes(lookalikes()).on(seen, index, left.ravel(), ExplainParams()) is None


def numbered(number: int) -> deck.Pixels:
    """A card that is another upside down if its number is: a nine is a six turned round, nothing else tells them apart."""
    flat = np.full((deck.SIZE_PX[1], deck.SIZE_PX[0], 3), (150, 40, 45), np.uint8)
    figure = np.full((160, 120), 0, np.uint8)
    cv2.putText(figure, str(6 if number == 9 else number), (8, 136), cv2.FONT_HERSHEY_SIMPLEX, 5.0, 255, 22, cv2.LINE_AA)
    flat[145:305, 90:210][(figure if number != 9 else figure[::-1, ::-1]) > 127] = (245, 240, 230)
    return flat


@pytest.mark.parametrize("number", [6, 9])
def test_a_blemish_does_not_hide_that_a_piece_is_another_upside_down(number: int) -> None:
    """What it leaves was compared with looks the same way up only: a labelled six was a nine without a doubt."""
    told = TableReader(Catalogue(tuple(look_of(numbered(n), f"n-{n}", "card", deck.SIZE_MM) for n in range(10))))
    for card, turn in (
        (numbered(number), 8.0),
        (labelled(numbered(number), (20, 380)), 8.0),
        (labelled(numbered(number), (220, 20)), 190.0),
    ):
        table = deck.Table(3)
        table.lay(card, PLACE, turn)
        assert [one.id for one in told.read(Frame(table.picture().rgb, 0.0)).detections] == [None]
