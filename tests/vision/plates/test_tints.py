"""All pieces stand in light of one tint: what would need another is another food."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.plates.test_reader import silhouette
from vision.plates.fitting import Standing
from vision.plates.rims import Evidence
from vision.plates.standing import Places, Pose
from vision.plates.tints import in_another_light


def standing(name: str, body: tuple[int, int, int], gain: tuple[float, float, float], rim: float = 0.5) -> Standing:
    one = replace(silhouette(name), rim=np.tile(np.array(body, np.uint8), (6, 1)))
    nowhere = Places(np.arange(80), np.ones((80, 2)), np.zeros(80), np.full(80, rim))
    return Standing(one, Pose(one.outline_mm, 0.0, 0.0, 0.0), Evidence(nowhere, rim, 1.0, np.array(gain)))


OTHERS = [
    standing("cabbage", (94, 142, 82), (0.7, 0.7, 0.7)),
    standing("bread", (150, 91, 61), (0.68, 0.67, 0.7)),
    standing("grapes", (127, 97, 148), (0.72, 0.7, 0.69)),
]


def test_an_eggs_shade_told_as_a_ham_is_in_a_light_of_its_own() -> None:
    """As it was: red in its light, dark green and blue half as bright again as on the others."""
    ham = standing("ham", (150, 90, 70), (0.74, 1.05, 1.02), 0.4)
    assert in_another_light([*OTHERS, ham]) == [ham]


@pytest.mark.parametrize("gain", [(0.74, 0.72, 0.7), (0.4, 0.4, 0.38), (0.95, 0.94, 0.96), (0.74, 0.85, 0.8)])
def test_a_ham_in_shade_or_nearer_to_the_lamp_is_not(gain: tuple[float, float, float]) -> None:
    assert in_another_light([*OTHERS, standing("ham", (150, 90, 70), gain, 0.4)]) == []


def test_where_all_that_is_dark_shines_nothing_is_in_a_light_of_its_own() -> None:
    reds = [standing(name, (180, 60, 45), (0.7, 0.95, 1.05)) for name in ("ham", "crab", "cherry")]
    assert in_another_light([OTHERS[0], OTHERS[2], *reds]) == []


def test_two_pieces_and_what_is_seen_worse_tell_of_no_third() -> None:
    ham = standing("ham", (150, 90, 70), (0.74, 1.05, 1.02), 0.4)
    assert in_another_light([OTHERS[0], ham]) == []
    assert in_another_light([*(standing("egg", (150, 90, 70), (0.7, 0.7, 0.7), 0.2) for _ in range(3)), ham]) == []


def test_a_piece_in_several_shades_may_be_seen_by_any_of_them() -> None:
    """A pile of pancakes with a gloss along its edge: what was seen as its body's was half that, and far too blue for candlelight."""
    others = [standing(name, (243, 214, 115), (0.95, 0.9, 0.68)) for name in ("cheese", "waffle")]
    plain = standing("banana", (243, 214, 115), (0.91, 0.88, 0.98))
    coats = [np.array([coat], np.uint8) for coat in ((251, 241, 208), (60, 90, 200))]
    glossy, spotted = (replace(plain, silhouette=replace(plain.silhouette, coats=coat)) for coat in coats)
    assert in_another_light([*others, glossy]) == []
    for one in (plain, spotted):
        assert in_another_light([*others, one]) == [one]
