"""A letter that the net prefers to a kind by far more than any letter of that kind is none of it."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tiles.test_tiled import found_grid, table
from vision.letters.net import letter_net
from vision.tiles.laid import Flags
from vision.tiles.leads import no_others
from vision.tiles.tiled import read_at
from vision.tiles.tiling import Tiling

ROUND, TAILED, FLAT = range(3)


def seen(lead: float, others: int = 16, spread: float = 2.0) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """(n, 3) nats of so many O's, each preferred to a Q by about 8, and of one Q by so many to an O; and the letters."""
    rng = np.random.default_rng(5)
    nats = np.zeros((others + 1, 3), np.float32)
    nats[:-1, TAILED] = -8 + spread * rng.standard_normal(others)
    nats[:-1, FLAT] = -12
    nats[-1] = -lead, 0, -20
    return nats, np.array([ROUND] * others + [TAILED])


@pytest.mark.parametrize(("lead", "spread", "is_none"), [(5.0, 2.0, True), (5.0, 6.0, False), (1.0, 2.0, False)])
def test_a_letter_is_none_of_a_kind_where_it_is_far_from_all_of_it(lead: float, spread: float, is_none: bool) -> None:
    nats, letters = seen(lead, spread=spread)
    none = no_others((nats, nats), letters)
    assert bool(none[-1, ROUND]) == is_none
    assert not none[:, TAILED].any(), "one Q does not tell how the net sees them"
    assert not none[:-1, ROUND].any(), "and none is none of its own kind"


def test_few_letters_of_a_kind_do_not_tell() -> None:
    nats, letters = seen(5.0, others=3)
    assert not no_others((nats, nats), letters).any()


def test_every_look_has_to_say_so() -> None:
    (nats, letters), (close, _) = seen(5.0), seen(1.0)
    assert not no_others((nats, close), letters)[-1, ROUND]


def test_what_is_no_letter_is_not_told() -> None:
    nats, letters = seen(5.0)
    letters[-1] = 3
    assert not no_others((nats, nats), letters).any()


@pytest.mark.parametrize("is_burnt", [False, True])
def test_what_a_letter_is_none_of_is_no_rival_to_it_unless_glare_washes_it_out(monkeypatch: pytest.MonkeyPatch, is_burnt: bool) -> None:
    told: list[NDArray[np.float32]] = []

    def asked(*given: NDArray[np.float32]) -> Flags:
        told.append(given[4])
        return np.zeros(len(given[4]), np.bool_)

    monkeypatch.setattr("vision.tiles.signs.unlike_their_kind", asked)
    monkeypatch.setattr("vision.tiles.signs.burnt_out", lambda _flat, _grey, middles, _least: np.full(len(middles), is_burnt))
    read_at(table(ants=False), found_grid(), Tiling(), letter_net())
    assert bool(np.isneginf(told[0]).mean() > 0.3) != is_burnt
    assert not np.isneginf(told[0]).all(axis=1).any()
