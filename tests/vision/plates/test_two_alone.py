"""Two pieces alone, dim or on ground of their colour, confirm each other's size where their rims are seen exactly where they have them."""

import numpy as np
import pytest

from fixtures.piles import pile, shot_of
from tests.vision.plates.test_reader import FOODS, found, look, read, silhouette
from vision.looks.catalogue import Catalogue
from vision.plates.fitting import Standing
from vision.plates.guesses import Agreement
from vision.plates.reader import SideReader
from vision.plates.rims import Evidence
from vision.plates.standing import Places, Pose


@pytest.mark.parametrize(("seed", "number"), [(326, 14), (335, 9)])
def test_few_brown_pieces_are_named_and_measured(seed: int, number: int) -> None:
    """Two drumsticks and a sausage that run together; a drumstick and a sausage on a brown table."""
    rng = np.random.default_rng([seed, number])
    standing, shot = pile(rng, int(rng.integers(2, 9))), shot_of(rng)
    stack = read(SideReader(Catalogue(tuple(look(name) for name in FOODS))), standing, shot)
    assert stack is not None and stack.height_mm is not None and stack.height_error_mm is not None
    assert len(found(stack, standing, shot)) == len(standing.pieces)
    assert stack.height_mm == pytest.approx(standing.height_mm, abs=stack.height_error_mm)


@pytest.mark.parametrize(("rim", "off_px", "sure"), [(0.6, 0.4, True), (0.6, 1.5, False), (0.4, 0.4, False)])
def test_rims_that_are_uncertain_or_seen_elsewhere_confirm_nothing(rim: float, off_px: float, sure: bool) -> None:
    """By chance a rim is seen a third of a millimetre off."""
    offset = np.where(np.arange(80) % 2, off_px, -off_px)
    seen = Evidence(Places(np.arange(80), np.ones((80, 2)), offset, np.full(80, rim)), rim, 1.0, np.ones(3))
    kept = [Standing(silhouette(name), Pose(silhouette(name).outline_mm, 0, 0, 0), seen) for name in ("egg", "crab")]
    agreed = Agreement(4.0, np.ones(3), np.zeros(2), 0.1)
    assert SideReader(Catalogue(()))._is_confirmed(agreed, kept) == sure
