"""Plates as other cameras take them: no piece is overlooked without a word, none has a wrong name, no gap is told that blur may hide."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.piles import Pile, Shot, labels, picture as drawn, pile, shot_of
from tests.benchmarks.other_cameras import KINDS, LENSES, moved, through_lens
from tests.vision.plates.test_reader import FOODS, found, look, silhouette, square
from vision.frame import Frame
from vision.looks.catalogue import Catalogue
from vision.observation import Quality, Stack
from vision.plates.contacts import contacts, softened
from vision.plates.flats import Patch
from vision.plates.plate import PlateParams, _own
from vision.plates.reader import SideReader
from vision.plates.shaped import Shaped
from vision.table.light import blur_px


@pytest.fixture(scope="module")
def reader() -> SideReader:
    return SideReader(Catalogue(tuple(look(name) for name in FOODS)))


def taken(reader: SideReader, kind: str, number: int) -> tuple[Stack, Pile, Shot]:
    """A drawn pile as it is read from a camera of this kind."""
    rng = np.random.default_rng([411, number])
    standing, shot = pile(rng, int(rng.integers(2, 9))), shot_of(rng)
    rgb = KINDS[kind](drawn(standing, shot, rng), np.random.default_rng([1, number]))
    return reader.read(Frame(rgb, 0.0)).stacks[0], standing, shot


@pytest.mark.parametrize("number", [11])
def test_a_piece_of_nearly_the_grounds_colour_is_not_overlooked_in_smeared_noise(reader: SideReader, number: int) -> None:
    stack, standing, _ = taken(reader, "smeared", number)
    assert len(stack.pieces) >= len(standing.pieces)


@pytest.mark.parametrize("number", [0, 2, 6, 11])
def test_pieces_in_haze_have_their_own_names_or_are_asked_about(reader: SideReader, number: int) -> None:
    """Their colours are unlike those of the others, and their outlines are a food's all the same."""
    stack, standing, shot = taken(reader, "veiled", number)
    named = found(stack, standing, shot)
    assert len(named) == len(standing.pieces) or not all(piece.is_sure for piece in stack.pieces)


def patch_of(name: str, scale: float, colour: tuple[int, int, int] | None = None) -> Patch:
    """An outline on the picture, by default in a food's colour half of which is lost in haze."""
    line = silhouette(name).outline_mm * scale + 200.0
    hazy = silhouette(name).body * 0.5 + 90.0
    return Patch(line, silhouette(name).area_mm2 * scale**2, hazy if colour is None else np.array(colour, np.float64))


def test_a_foods_outline_at_the_known_size_in_its_colour_and_haze_may_be_that_food() -> None:
    shaped = Shaped([silhouette(name) for name in FOODS], np.ones(3), 5.0)
    assert shaped.may_be(patch_of("squid", 5.0))[0] == "squid"
    assert "squid" not in shaped.may_be(patch_of("squid", 6.5)), "of another size"
    assert shaped.may_be(patch_of("cheese", 5.0))[0] == "cheese" and shaped.may_be(patch_of("cheese", 5.0, (60, 190, 200))) == (), "a box"
    assert shaped.instead("carrot", patch_of("squid", 5.0).line, [patch_of("squid", 5.0)]) == "squid"
    assert shaped.instead("squid", patch_of("squid", 5.0).line, [patch_of("squid", 5.0)]) is None
    assert shaped.instead("carrot", patch_of("squid", 5.0).line + 60.0, [patch_of("squid", 5.0)]) is None, "elsewhere"


@pytest.mark.parametrize(("around", "is_own"), [((150, 130, 120), True), ((0, 84, 84), False)])
def test_a_plates_dark_part_that_is_only_more_colourful_is_its_own(around: tuple[int, int, int], is_own: bool) -> None:
    picture: NDArray[np.float32] = np.full((160, 240, 3), around, np.float32)
    picture[60:100, 20:220] = (25, 92, 92)
    picture[90:100, 20:220] = (0, 84, 84)
    plate = np.array([(20, 60), (219, 60), (219, 99), (20, 99)], np.float64)
    dense = np.concatenate([np.linspace(a, b, 50, endpoint=False) for a, b in zip(plate, np.roll(plate, -1, 0), strict=True)])
    line = _own(picture, Patch(dense, 199 * 39, np.array((25.0, 92.0, 92.0))), PlateParams())
    assert (line[:, 1].max() >= 97) == is_own


@pytest.mark.parametrize(("blur", "is_sure"), [(1.2, True), (2.4, False)])
def test_a_gap_that_blur_may_have_closed_or_opened_is_a_question(blur: float, is_sure: bool) -> None:
    for gap in (0.15, 0.9):
        told = contacts([square(0, 0), square(10 + gap, 0)], None, None, 5.5, softened(blur))
        assert ((0, 1) in told.unsure) != is_sure


def test_blur_is_told_in_pixels_of_the_picture_that_is_worked_on() -> None:
    quality = Quality(0.5, 0.5, 0.0, None, ())
    assert blur_px(quality, 1600) == pytest.approx(1.5) == blur_px(quality, 1280)
    assert blur_px(quality, 1920) == pytest.approx(1.8)


@pytest.mark.parametrize("number", [0, 5])
def test_a_stack_is_measured_whole_through_a_lens_that_bends_it(reader: SideReader, number: int) -> None:
    stack, standing, _ = taken(reader, "very_wide", number)
    assert sorted(piece.id or "?" for piece in stack.pieces) == sorted(one.food.name for one in standing.pieces)
    assert stack.height_mm is not None and stack.height_error_mm is not None
    assert abs(stack.height_mm - standing.height_mm) < stack.height_error_mm


def test_pieces_of_a_straightened_picture_lie_where_the_picture_shows_them(reader: SideReader) -> None:
    rng = np.random.default_rng([411, 6])
    standing, shot = pile(rng, int(rng.integers(2, 9))), shot_of(rng)
    term, size = LENSES["very_wide"], shot.size_px
    truth: Any = labels(standing, shot, "")
    stack = reader.read(Frame(through_lens(drawn(standing, shot, rng), rng, term), 0.0)).stacks[0]
    middles = np.array([moved(np.array(one["quad_px"]), term, size).mean(0) for one in truth["pieces"]])
    off = [np.hypot(*(middles - np.mean(piece.quad_px, axis=0)).T).min() for piece in stack.pieces]
    assert len(off) == len(standing.pieces) and sorted(off)[-2] < 2, "grapes look alike in several turns"
