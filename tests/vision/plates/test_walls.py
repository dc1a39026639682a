"""A deep plate's wall stands before the feet of pieces: what it hides is asked about, and a flat plate is read as ever."""

import numpy as np
import pytest

from fixtures.art_buffet_boss import outline
from fixtures.piles import Laid, Pile, Shot, deep, picture, plate_line, shot_of
from tests.vision.plates.test_reader import FOODS, found, look, read
from vision.frame import Frame
from vision.looks.catalogue import Catalogue
from vision.observation import PLATE, Stack
from vision.plates.reader import SideReader
from vision.plates.standing import Pose

WALL = 21.0


@pytest.fixture(scope="module")
def reader() -> SideReader:
    return SideReader(Catalogue(tuple(look(name) for name in FOODS)))


def laid(name: str, x: float, low: float) -> Laid:
    """A food upright, its lowest point so many millimetres above the plate's."""
    line = FOODS[name], outline(FOODS[name])
    return Laid(line[0], Pose(line[1], x, -27.0 - low - float(line[1][:, 1].max()), 0.0))


def bowl(*pieces: Laid, wall: float = WALL) -> Pile:
    return Pile(plate_line(140, 27), pieces, wall)


def index(stack: Stack, name: str) -> int:
    (k,) = (k for k, piece in enumerate(stack.pieces) if piece.id == name)
    return k


def heap(low: float) -> tuple[Laid, ...]:
    """An egg that carries a crab and an aubergine, so high above what carries all."""
    return laid("egg", -12, low), laid("crab", -12, low + 31), laid("aubergine", -12, low + 60)


def test_what_stands_on_a_hidden_piece_does_not_surely_touch_the_plate(reader: SideReader) -> None:
    """Cheese behind the wall carries bread just above its edge; a cabbage's top shows beside it."""
    stack = read(reader, bowl(laid("cheese", -12, 0), laid("cabbage", 38, -9), *heap(21.8)), Shot())
    assert stack is not None
    assert {piece.id for piece in stack.pieces} == {"egg", "crab", "aubergine", None}
    assert (PLATE, index(stack, "egg")) in stack.unsure
    assert any("wall" in piece.why for piece in stack.pieces)


@pytest.mark.parametrize("tilt", [-0.05, -0.15])
def test_pieces_on_a_flat_plate_are_told(reader: SideReader, tilt: float) -> None:
    stack = read(reader, bowl(*heap(0.0), wall=0.0), Shot(tilt=tilt))
    assert stack is not None and all(piece.is_sure for piece in stack.pieces) and not stack.unsure


@pytest.mark.parametrize(("seed", "k"), [(901, 15), (904, 5), (902, 0), (904, 1), (905, 4), (906, 3)])
def test_what_a_wall_cuts_off_is_no_smaller_food_and_carries_nothing_unseen(reader: SideReader, seed: int, k: int) -> None:
    """Half a waffle was a cheese; what lay on a pear, of which the top shows, lay on the plate."""
    rng = np.random.default_rng([seed, k])
    stands, shot = deep(rng, int(rng.integers(2, 9))), shot_of(rng)
    stacks = reader.read(Frame(picture(stands, shot, rng), 0.0)).stacks
    for stack in stacks:
        found(stack, stands, shot)
        assert not [k for a, k in stack.touching if a == PLATE]
