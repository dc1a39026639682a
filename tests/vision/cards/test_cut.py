"""Cards of which the picture's edge leaves a third: named by what is printed there, or not at all."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.deck import SIZE_MM, SIZE_PX, Table
from vision.cards import corners
from vision.cards.align import AlignParams, align
from vision.cards.corners import at_edge, not_within
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.verdict import VerdictParams
from vision.frame import Frame
from vision.image.outlines import Contour
from vision.looks import canon
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import Library
from vision.reader import TableReader

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]

CARDS = 12


def artwork(seed: int) -> Pixels:
    """A card full of shapes in its own colours within a light border: (450, 300, 3) RGB."""
    rng = np.random.default_rng(seed)
    width, height = SIZE_PX
    flat = np.full((height, width, 3), (236, 232, 222), np.uint8)
    inner = flat[16:-16, 16:-16]
    inner[:] = rng.integers(60, 200, 3)
    for _ in range(26):
        middle = rng.uniform((0, 0), (width - 32, height - 32))
        shape = middle + rng.uniform(-60, 60, (int(rng.integers(3, 7)), 2))
        cv2.fillPoly(inner, [shape.astype(np.int32)], rng.integers(0, 255, 3).tolist())
    return flat


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader(Catalogue(tuple(look_of(artwork(seed), f"art-{seed}", "card", SIZE_MM) for seed in range(CARDS))))


def cut_to(table: Table, quad: Floats, part: float, side: str) -> Frame:
    """The picture, cut at the left or right so that about this part of a card's width remains."""
    rgb = table.picture().rgb
    left, right = float(quad[:, 0].min()), float(quad[:, 0].max())
    if side == "left":
        return Frame(np.ascontiguousarray(rgb[:, round(right - part * (right - left)) :]), 0.0)
    return Frame(np.ascontiguousarray(rgb[:, : round(left + part * (right - left))]), 0.0)


@pytest.mark.parametrize(("part", "side", "turn"), [(0.33, "left", 4.0), (0.33, "right", 184.0)])
def test_a_card_is_named_by_the_part_that_the_edge_leaves(reader: TableReader, part: float, side: str, turn: float) -> None:
    table = Table(1)
    table.lay(artwork(2), (180, 150), 8.0)
    table.lay(artwork(3), (290, 140), -12.0)
    cut = table.lay(artwork(7), (70, 150) if side == "left" else (410, 150), turn)
    seen = reader.read(cut_to(table, cut, part, side))
    assert sorted(d.id or "" for d in seen.pieces) == ["art-2", "art-3", "art-7"]


@pytest.mark.parametrize("seed", range(CARDS, CARDS + 3))
def test_a_stranger_at_the_edge_gets_no_name(reader: TableReader, seed: int) -> None:
    table = Table(seed)
    table.lay(artwork(2), (180, 150), 8.0)
    cut = table.lay(artwork(seed), (70, 150), 3.0)
    assert [d.id for d in reader.read(cut_to(table, cut, 0.33, "left")).pieces] == ["art-2"]


@pytest.mark.parametrize("is_own", [True, False])
def test_what_lies_at_the_pictures_edge_is_compared_since_nothing_lies_on_it_there(is_own: bool) -> None:
    """A third of a card that the edge cuts: the same frame, and another picture in it."""
    looks = Library(Catalogue(tuple(look_of(artwork(seed), f"art-{seed}", "card", SIZE_MM) for seed in range(CARDS))))
    card = np.asarray(cv2.resize(artwork(5), (192, 256), interpolation=cv2.INTER_AREA), np.uint8)
    if not is_own:
        card[:, 96:128] = cv2.resize(artwork(6), (192, 256), interpolation=cv2.INTER_AREA)[:, 96:128]
    view = np.full((300, 300, 3), 90, np.uint8)
    view[20:276, :96] = card[:, 96:]
    quad = (canon.CORNERS * 2 + np.array([-96, 20]) - 0.5).astype(np.float32)
    part = np.tile(np.array([0, 0, 0, 1, 1, 1], np.float32), canon.ROWS)
    reading = Reading(5, quad, 0.9, 0.5, 0.5, 0.9, None, part)
    found = Namer(looks, NameParams()).explainer.explain(Picture(view, 300), reading, ()).explained
    assert found.printed > 0.9 if is_own else found.printed < VerdictParams().least_printed


def test_a_strip_moves_the_rest_of_a_piece_hardly_at_all() -> None:
    flat = np.asarray(cv2.resize(artwork(5), (canon.WIDTH, canon.HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)
    ground = np.full((300, 300, 3), 90, np.uint8)
    ground[100:228, 100:196] = flat
    truth = canon.CORNERS + np.float32(99.5)
    strip = np.tile(np.array([1, 1, 0, 0, 0, 0], np.float32), canon.ROWS)
    moved = align(Picture(ground, 300), truth + np.array([1.5, -1], np.float32), canon.edges(flat), AlignParams(), strip)
    assert moved is not None
    assert np.abs(moved - truth)[[0, 3]].max() < 1.0, "the side that shows"
    assert np.abs(moved - truth).max() < 4.0, "the side that does not"


def square(x: int, y: int, side: int) -> NDArray[np.int32]:
    return np.array([[[x, y]], [[x + side, y]], [[x + side, y + side]], [[x, y + side]]], np.int32)


def test_print_on_a_known_piece_and_its_own_edge_are_no_corners() -> None:
    quad = np.array([[100, 100], [200, 110], [190, 250], [95, 240]], np.float32)
    own_edge = np.array([[[98, 98]], [[202, 109]], [[191, 252]], [[93, 241]]], np.int32)
    beside = square(190, 120, 30)
    assert [c.tolist() for c in not_within([square(120, 130, 20), own_edge, beside], [quad])] == [beside.tolist()]
    assert len(not_within([own_edge, beside], [])) == 2


def test_of_print_in_the_midst_of_a_known_piece_no_point_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its box lies within; a leaning line whose box does not may lie within all the same."""
    quad = np.array([[120, 100], [220, 110], [190, 250], [95, 240]], np.float32)
    leaning, beside = np.array([[[98, 238]], [[122, 104]], [[104, 238]]], np.int32), square(215, 120, 30)
    looked, within = list[int](), corners._are_within

    def counted(contours: Sequence[Contour], quad: Floats, margin: float) -> NDArray[np.bool_]:
        looked.append(len(contours))
        return within(contours, quad, margin)

    monkeypatch.setattr(corners, "_are_within", counted)
    assert [c.tolist() for c in not_within([square(130, 130, 20), leaning, beside], [quad])] == [beside.tolist()]
    assert looked == [1]


def test_only_what_comes_to_the_edge_is_cut_by_it() -> None:
    inside, left, low = square(50, 50, 20), square(2, 50, 20), square(50, 75, 24)
    assert [c.tolist() for c in at_edge([inside, left, low], (200, 100))] == [left.tolist(), low.tolist()]
    assert at_edge([], (200, 100)) == []
