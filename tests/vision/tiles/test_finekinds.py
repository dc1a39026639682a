"""Two kinds of a board's letters told apart finer than pixels, by what each of them shows where they are."""

import cv2
import numpy as np
import pytest

from vision.letters.net import Floats
from vision.tiles.finekinds import FineKinds

SIDE, RIM, EACH = 50, 8, 8
ROUND, BOWED, BAR, FOOTED = range(4)


def drawn(kind: int, rng: np.random.Generator, foot: float = 0.9) -> Floats:
    """(SIDE, SIDE) how dark a small letter is, off the middle by parts of a pixel, amid what is left of other print."""
    big, x, y = np.zeros((SIDE * 8, SIDE * 8), np.float32), *(int(v) for v in rng.integers(-8, 9, 2) + SIDE * 4)
    if kind == ROUND:
        cv2.ellipse(big, (x, y), (48, 52), 0, 0, 360, 1.0, 18)
    if kind == BOWED:
        cv2.ellipse(big, (x - 40, y), (80, 52), 0, -90, 90, 1.0, 18)
        cv2.rectangle(big, (x - 49, y - 61), (x - 31, y + 61), 1.0, cv2.FILLED)
    if kind in (BAR, FOOTED):
        cv2.rectangle(big, (x - 49, y - 61), (x - 31, y + 61), 1.0, cv2.FILLED)
    if kind == FOOTED:
        cv2.rectangle(big, (x - 49, y + 50), (x + 20, y + 61), foot, cv2.FILLED)
    for _ in range(6):
        at = [tuple(int(v) for v in one) for one in rng.integers(0, SIDE * 8, (2, 2))]
        cv2.line(big, at[0], at[1], float(rng.uniform(0.05, 0.15)), 8)
    small = cv2.resize(cv2.GaussianBlur(big, (0, 0), 9), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(np.clip(small + rng.normal(0, 0.02, small.shape), 0, 1), np.float32)


def told(read: int, shown: int, other: int, each: int = EACH, foot: float = 0.9) -> Floats:
    """Nats for letters `read` as one kind and `shown` as another, rather than of an `other`, on boards of so many of both kinds."""
    return np.array([board.nats(len(board.letters) - 1, read, other) for board in boards(read, shown, other, each, foot)], np.float32)


def boards(read: int, shown: int, other: int, each: int = EACH, foot: float = 0.9) -> list[FineKinds]:
    """Boards the last letter of which is `read` as one kind and `shown` as another."""
    found = []
    for seed in range(5):
        rng = np.random.default_rng(seed)
        letters = np.array([read] * each + [other] * each + [read])
        looks = np.array([drawn(int(one), rng) for one in letters[:-1]] + [drawn(shown, rng, foot)], np.float32)
        kinds = {kind: np.median(looks[:-1][letters[:-1] == kind][:, RIM:-RIM, RIM:-RIM], axis=0) for kind in (read, other)}
        found.append(FineKinds(looks, letters, kinds))
    return found


@pytest.mark.parametrize(("kind", "other"), [(BOWED, ROUND), (ROUND, BOWED)])
def test_a_small_letter_is_of_its_own_kind_and_not_of_another_that_differs_by_a_few_pixels(kind: int, other: int) -> None:
    assert (told(kind, kind, other) > 6).all()


@pytest.mark.parametrize(("kind", "other"), [(BOWED, ROUND), (ROUND, BOWED)])
def test_one_that_is_taken_for_another_is_not_of_that_kind(kind: int, other: int) -> None:
    assert (told(kind, other, other) < -6).all()


def test_a_letter_of_which_another_is_a_part_may_have_lost_the_rest() -> None:
    """A red glass takes strokes away: an L without its foot is like any I, and no I is told from it. An L with its foot is no I."""
    assert (told(BAR, FOOTED, FOOTED, foot=0.0) == 0).all()
    assert (told(BAR, BAR, FOOTED) == 0).all()
    assert (told(FOOTED, FOOTED, BAR) > 3).all()


@pytest.mark.parametrize(("shown", "foot", "least", "most"), [(BAR, 0.0, 4.0, 10.0), (FOOTED, 0.5, -4.0, 1.0)])
def test_whatever_is_left_of_the_strokes_that_another_kind_has_more_speaks_for_that(
    shown: int, foot: float, least: float, most: float
) -> None:
    """Half of an L's foot: most of what tells the two kinds is not a bar's own, so that the rest may be lost."""
    looks = [one for board in boards(BAR, shown, FOOTED, foot=foot) if (one := board.closer(len(board.letters) - 1, BAR, FOOTED))]
    assert len(looks) == 5 and all(one.own_ink < 0.5 for one in looks)
    assert all(least < one.nats < most for one in looks)


def test_too_few_others_of_a_kind_tell_nothing() -> None:
    assert (told(BOWED, BOWED, ROUND, each=2) == 0).all()
    assert (told(BOWED, BOWED, ROUND, each=3) > 0).all()
