"""A straight edge across the half of a card that shows is another card's, of the same paper: what lies beyond says nothing of this one."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.art import Art
from fixtures.render import write_labelled_set
from tests.benchmarks.fans import RULES, laid
from tests.benchmarks.other_decks import DECKS
from tests.vision import deck
from vision.cards.crossed import crossed
from vision.cards.explain_params import ExplainParams
from vision.evaluation.labels import load_labels
from vision.evaluation.metrics import judge, same_or_rank
from vision.image.decode import load_frame
from vision.looks import canon
from vision.looks.canon import COLUMNS, ROWS
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import Library, see
from vision.reader import TableReader

LEFT = np.tile(np.arange(COLUMNS) < COLUMNS // 2, ROWS).astype(np.float32)
UPPER = np.repeat(np.arange(ROWS) < ROWS // 2, COLUMNS).astype(np.float32)
LINE = (150, 146, 138)


def card(frame: bool = False) -> deck.Pixels:
    """Three pips down the left, and a line across the card in two places if it has a frame: (450, 300, 3) RGB."""
    flat = np.full((450, 300, 3), (236, 232, 220), np.uint8)
    for y in (60, 120, 180):
        cv2.rectangle(flat, (40, y - 20), (80, y + 20), (30, 30, 30), -1)
    if frame:
        cv2.rectangle(flat, (124, -9), (176, 459), LINE, 3)
    return flat


def blocks(flat: deck.Pixels, shown: NDArray[np.float32], look: deck.Pixels) -> NDArray[np.bool_]:
    """Which blocks (ROWS, COLUMNS) of what is seen another card lies across."""
    library = Library(Catalogue((look_of(look, "pips", "card", deck.SIZE_MM),)))
    small = cv2.resize(flat, (canon.WIDTH, canon.HEIGHT), interpolation=cv2.INTER_AREA)
    return crossed(library, see(np.asarray(small, np.uint8)), 0, shown, ExplainParams()).reshape(ROWS, COLUMNS)


@pytest.mark.parametrize("lean", [-18, 0, 18])
def test_an_edge_from_end_to_end_takes_the_blocks_beside_the_hidden_half(lean: int) -> None:
    flat = card()
    cv2.line(flat, (124 - lean // 2, 0), (124 + lean // 2, 449), LINE, 3)
    assert np.array_equal(blocks(flat, LEFT, card()).any(0), np.arange(COLUMNS) == COLUMNS // 2 - 1)


def test_so_does_one_that_lies_across() -> None:
    flat = card()
    cv2.line(flat, (0, 208), (299, 208), LINE, 3)
    assert np.array_equal(blocks(flat, UPPER, card()).any(1), np.arange(ROWS) == ROWS // 2 - 1)


def test_a_line_that_the_card_has_is_its_own() -> None:
    assert not blocks(card(frame=True), LEFT, card(frame=True)).any()


def test_half_a_line_is_a_mark() -> None:
    flat = card()
    cv2.line(flat, (124, 0), (124, 225), LINE, 3)
    assert not blocks(flat, LEFT, card()).any()


def test_the_edge_of_a_shadow_is_none() -> None:
    flat = card()
    flat[:, 124:] = (flat[:, 124:] * 0.6).astype(np.uint8)
    assert not blocks(flat, LEFT, card()).any()


def test_of_a_card_that_shows_whole_nothing_is_another_ones() -> None:
    flat = card()
    cv2.line(flat, (124, 0), (124, 449), LINE, 3)
    assert not blocks(flat, np.ones_like(LEFT), card()).any()


def test_an_eight_in_a_row_is_not_named_six(tmp_path: Path) -> None:
    """Its two pips in the middle lie below the next card, whose paper shows none there."""
    pips = list(DECKS["pips"]())
    art = {id: Art(np.asarray(rgb, np.uint8), size) for id, rgb, size in pips}
    write_labelled_set([laid("pips", pips, 0, 41)], art, tmp_path / "row")
    reader = TableReader(Catalogue(tuple(look_of(one.rgb, id, "card", one.size_mm) for id, one in art.items())))
    (image,) = load_labels(tmp_path / "row").images
    told = judge(image.pieces, reader.read(load_frame(tmp_path / "row" / image.file)).detections, same_or_rank(list(art)), RULES)
    assert "square-8" in {label.label.id for label in told.labels}
    assert told.wrong == ()
