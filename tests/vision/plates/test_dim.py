"""Plates with the light behind them: what hardly differs from all around it is looked for in a brighter picture, or asked about."""

from dataclasses import replace

import numpy as np

from fixtures.film import jpeg
from fixtures.piles import Shot, mm_to_px, picture, pile, shot_of
from tests.vision.plates.test_reader import COLOURED, FOODS, found, look
from vision.frame import Frame
from vision.image.decode import decode
from vision.looks.catalogue import Catalogue
from vision.observation import Stack
from vision.plates.reader import SideReader
from vision.plates.standing import project

BEHIND = replace(Shot(), noise=0.6, wall=(60, 60, 60), table=(60, 45, 32))


def in_the_dark(level: float) -> tuple[Stack | None, int]:
    """A pile in so little light, with a bright window beside it, and how many pieces it has."""
    standing, shot = pile(np.random.default_rng(5), 6, [FOODS[name] for name in COLOURED], 1), replace(BEHIND, gain=(level,) * 3)
    rgb = picture(standing, shot, np.random.default_rng(0))
    (left, top), _ = project(mm_to_px(standing, shot), np.array([[-90.0, -standing.height_mm], [0.0, 0.0]]))
    rgb[: int(top) + 200, : int(left)] = 228
    stacks = SideReader(Catalogue(tuple(look(name) for name in FOODS))).read(Frame(rgb, 0.0)).stacks
    if stacks and level > 0.1:
        assert len(found(stacks[0], standing, shot)) == len(standing.pieces)
    return (stacks[0] if stacks else None), len(standing.pieces)


def test_pieces_before_a_bright_window_are_all_found() -> None:
    stack, many = in_the_dark(0.16)
    assert stack is not None and len(stack.pieces) == many


def test_what_is_too_dark_to_tell_is_asked_about() -> None:
    stack, _ = in_the_dark(0.08)
    assert stack is not None and stack.height_mm is None and "dark" in stack.why


def test_ground_between_pieces_and_a_window_is_no_food_however_much_like_one_it_is() -> None:
    """A green table in little light: between a crab, the wall and the window there seemed to be a pear."""
    rng = np.random.default_rng([4242, 3])
    standing, shot = pile(rng, int(rng.integers(3, 8))), shot_of(rng)
    red, green, blue = (float(gain) for gain in np.array(shot.gain) / np.mean(shot.gain) * 0.12)
    rgb = picture(standing, replace(shot, gain=(red, green, blue), noise=shot.noise * 0.5), rng)
    rgb[:200, :400] = 228
    (stack,) = SideReader(Catalogue(tuple(look(name) for name in FOODS))).read(Frame(rgb, 0.0)).stacks
    assert "pear" not in {piece.id for piece in stack.pieces}
    assert {piece.id for piece in stack.pieces if piece.id} <= {one.food.name for one in standing.pieces}


def test_the_table_between_pieces_is_no_egg_though_it_has_nearly_its_outline_and_colour() -> None:
    """A waffle, a drumstick's stick and the plate around it, in half the light; its rim lies half a millimetre beside an egg's."""
    rng = np.random.default_rng([364, 14])
    standing, shot = pile(rng, int(rng.integers(2, 9))), shot_of(rng)
    frame = decode(jpeg(picture(standing, shot, rng), 90), "a plate")
    (stack,) = SideReader(Catalogue(tuple(look(name) for name in FOODS))).read(frame).stacks
    assert sorted(piece.id for piece in stack.pieces if piece.id) == ["drumstick", "waffle", "waffle"]
