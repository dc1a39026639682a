"""In dim light a camera's noise hides what one picture alone would show: the mean of several of a table at rest shows it."""

from itertools import count

import numpy as np
import pytest

from tests.vision.live.test_reader import Colours, Picture, table, told
from vision.frame import Frame
from vision.live.params import LiveParams
from vision.live.reader import LiveReader
from vision.live.steady import Steady, SteadyParams, noise_between
from vision.observation import NotReady, Observation

CARD, OTHER = ("red", 500, 300), ("blue", 800, 500)
SEED = 7
GREY = np.full((240, 320, 3), 120, np.uint8)


def in_noise(picture: Picture, deviation: float, rng: np.random.Generator) -> Picture:
    return np.asarray(np.clip(np.rint(picture + rng.normal(0, deviation, picture.shape)), 0, 255), np.uint8)


def frames(picture: Picture, deviation: float, number: int) -> list[Frame]:
    rng = np.random.default_rng(SEED)
    return [Frame(in_noise(picture, deviation, rng), n / 10) for n in range(number)]


class Film:
    """Frames at ten a second, each with noise of its own, of a reader that takes no pixel for a card's whose colour is far off."""

    def __init__(self, params: LiveParams | None = None) -> None:
        self.read = Colours()
        self.read.within = 14
        self.live, self._at, self._rng = LiveReader(self.read, params=params), count(1), np.random.default_rng(SEED)

    def show(self, picture: Picture, deviation: float, frames: int = 16) -> list[Observation | NotReady | None]:
        return [self.live.look(Frame(in_noise(picture, deviation, self._rng), next(self._at) / 10)) for _ in range(frames)]


def test_a_card_that_noise_hides_in_every_single_picture_is_told() -> None:
    film = Film()
    assert told(film.show(table(CARD), 18.0))[-1] == ["red"]
    without = Film(LiveParams(steady=SteadyParams(noisy=np.inf)))
    assert told(without.show(table(CARD), 18.0)) == [[]], "in no single picture is it seen"


def test_a_card_laid_down_later_is_told_beside_the_first() -> None:
    film = Film()
    film.show(table(CARD), 18.0)
    assert told(film.show(table(CARD, OTHER), 18.0, 24))[-1] == ["blue", "red"]


def test_by_day_no_picture_is_waited_for() -> None:
    noiseless, usual = Film(LiveParams(steady=SteadyParams(noisy=np.inf))), Film()
    assert [type(one) for one in usual.show(table(CARD), 1.5)] == [type(one) for one in noiseless.show(table(CARD), 1.5)]
    assert usual.read.sizes == noiseless.read.sizes


@pytest.mark.parametrize("deviation", [1.0, 3.0, 8.0])
def test_noise_is_told_in_grey_levels(deviation: float) -> None:
    one, other = frames(GREY, deviation, 2)
    assert noise_between(one, other) == pytest.approx(deviation, abs=0.3)


def test_a_light_that_is_turned_up_is_no_noise() -> None:
    assert noise_between(Frame(GREY, 0.0), Frame(GREY + np.uint8(30), 0.1)) == 0


def test_the_mean_has_the_noise_of_one_picture_over_the_root_of_their_number() -> None:
    steady, shown = Steady(), frames(GREY, 8.0, 9)
    for frame in shown:
        steady.seen(frame, 0.0)
    mean = steady.clearest(shown[-1])
    assert mean.taken_at == shown[-1].taken_at
    assert np.std(mean.rgb.astype(float) - GREY) == pytest.approx(8.0 / 3, abs=0.3)


def test_it_is_enough_once_there_are_some_and_the_last_do_not_count_without_end() -> None:
    steady, shown = Steady(SteadyParams(fewest=3, most=4)), frames(GREY, 8.0, 6)
    enough = []
    for frame in shown[:5]:
        steady.seen(frame, 0.0)
        enough.append(steady.is_enough)
    assert enough == [True, False, True, True, True], "the first look waits for none"
    four = steady.clearest(shown[4]).rgb
    steady.seen(shown[5], 0.0)
    assert np.array_equal(steady.clearest(shown[5]).rgb, four)


def test_of_another_rest_and_after_a_movement_nothing_is_kept() -> None:
    steady, shown = Steady(), frames(GREY, 8.0, 5)
    for frame in shown[:4]:
        steady.seen(frame, 0.0)
    steady.seen(shown[4], 0.4)
    assert steady.clearest(shown[4]) is shown[4]
    for frame in shown[:4]:
        steady.seen(frame, 0.5)
    steady.clear()
    assert steady.clearest(shown[4]) is shown[4]


def test_the_same_picture_shown_twice_counts_once() -> None:
    steady, shown = Steady(SteadyParams(fewest=3)), frames(GREY, 8.0, 2)
    for frame in (shown[0], shown[1], shown[1]):
        steady.seen(frame, 0.0)
    assert not steady.is_enough
