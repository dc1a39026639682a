"""A lamp that flickers draws bands across the pictures of a rolling shutter: they wander, and are no movement."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from tests.vision.live.test_reader import Colours, Picture, table, told
from vision.frame import Frame
from vision.live.bands import BandParams, Bands
from vision.live.params import LiveParams
from vision.live.reader import LiveReader
from vision.observation import FLICKERS, NotReady, Observation

CARD, OTHER = ("red", 500, 300), ("blue", 800, 500)
WAVES, DRIFT = 3.3, 2.1
"""Down the picture at 100 flickers a second, and radians from one frame to the next."""
NOISE = np.random.default_rng(5).normal(0, 1.5, 1280 * 960 * 3).astype(np.float32)


def banded(picture: Picture, depth: float, frame: int, drift: float = DRIFT, waves: float = WAVES) -> Picture:
    """The picture with each row in a light that is by this part of it brighter or darker."""
    height = len(picture)
    wave = np.sin(np.arange(height) / height * 2 * np.pi * waves + frame * drift)[:, None, None]
    light = (1 + depth * wave * np.array([0.85, 1.0, 1.2])) ** (1 / 2.2)
    seen = picture * light.astype(np.float32)
    seen += np.roll(NOISE, 1234 * frame).reshape(picture.shape)
    return np.asarray(np.clip(seen, 0, 255, out=seen), np.uint8)


@cache
def pale(*cards: tuple[str, int, int]) -> Picture:
    """Cards on a pale cloth, on which bands show most."""
    bare, shown = table(), table(*cards)
    cloth = np.asarray(200 + bare.astype(np.float64) / 10, np.uint8)
    picture = np.where((shown != bare).any(axis=2, keepdims=True), shown, cloth)
    picture.setflags(write=False)
    return picture


def off(one: Picture, other: Picture) -> float:
    """Levels by which rows differ, the most."""
    rows, others = (picture[:, ::8].mean(axis=1) for picture in (one, other))
    return float(np.abs(rows - others).max())


@pytest.mark.parametrize("depth", [0.08, 0.2])
@pytest.mark.parametrize("drift", [DRIFT, 0.05])
def test_bands_are_taken_out_once_they_have_shown_themselves(depth: float, drift: float) -> None:
    bands, shown = Bands(), pale(CARD)
    first, *others = [Frame(banded(shown, depth, n, drift), n / 30) for n in range(90)]
    seen = [bands.taken_out(frame) for frame in (first, *others)]
    assert bands.is_flickering
    before, after = ([off(frame.rgb, first.rgb) for frame in some[30:]] for some in ((first, *others), seen))
    assert max(after) < 0.3 * max(before)


def test_a_card_laid_over_most_of_some_rows_stays_as_it_is() -> None:
    bands, bare = Bands(), pale()
    for n in range(30):
        bands.taken_out(Frame(banded(bare, 0.1, n), n / 30))
    laid = bare.copy()
    laid[300:420, 100:1100] = 230
    seen = [bands.taken_out(Frame(banded(laid, 0.1, n), n / 30)).rgb for n in range(30, 60)]
    assert max(abs(float(one[320:400, 200:1000].mean()) - 230) for one in seen) < 12
    assert np.ptp([float(one[600:640].mean()) for one in seen]) < 2.5


def test_a_hand_after_a_while_in_one_and_the_same_light_is_no_other_table() -> None:
    bands, shown = Bands(), pale(CARD)
    first, *_ = frames = [Frame(banded(shown, 0.1, n), n / 30) for n in range(30)]
    for frame in frames:
        bands.taken_out(frame)
    for n in range(8):
        bands.taken_out(Frame(banded(shown, 0.1, 0), 1 + n / 2))
    hand = banded(shown, 0.1, 0)
    hand[200:500] //= 2
    bands.taken_out(Frame(hand, 5.1))
    after = banded(shown, 0.1, 1)
    assert off(bands.taken_out(Frame(after, 5.2)).rgb, first.rgb) < 0.3 * off(after, first.rgb)


@pytest.mark.parametrize(
    "change",
    [
        lambda picture, n: picture,
        lambda picture, n: np.asarray(np.clip(picture * (1 + 0.01 * n), 0, 255), np.uint8),
        lambda picture, n: np.asarray(picture * np.linspace(1, 1 - 0.01 * n, len(picture))[:, None, None], np.uint8),
        lambda picture, n: np.asarray(np.roll(picture, 4 * n, axis=0), np.uint8),
    ],
    ids=["nothing", "a lamp turned up", "dusk from one side", "a camera that is turned"],
)
def test_without_flicker_every_frame_goes_on_as_it_is(change: Callable[[Picture, int], Picture]) -> None:
    bands = Bands()
    for n in range(40):
        frame = Frame(banded(change(pale(CARD), n), 0.0, n), n / 30)
        assert bands.taken_out(frame) is frame
    assert not bands.is_flickering


def test_a_lamp_that_was_changed_flickers_no_more() -> None:
    bands = Bands(BandParams(gone_s=1.0))
    for n in range(30):
        bands.taken_out(Frame(banded(pale(CARD), 0.1, n), n / 30))
    assert bands.is_flickering
    for n in range(30, 90):
        bands.taken_out(Frame(banded(pale(CARD), 0.0, n), n / 30))
    assert not bands.is_flickering


def seen_live(depth: float, params: LiveParams | None = None) -> list[Observation | NotReady | None]:
    """A bare table for three seconds, then a card on it for three, at ten frames a second."""
    live = LiveReader(Colours(), params=params)
    shown = [*[pale()] * 30, *[pale(OTHER)] * 30]
    return [live.look(Frame(banded(one, depth, n), n / 10)) for n, one in enumerate(shown)]


def test_under_a_flickering_lamp_a_card_is_told_and_so_is_the_lamp() -> None:
    seen = seen_live(0.12)
    assert told(seen)[-1] == ["blue"]
    newest = [one for one in seen if isinstance(one, Observation)][-1]
    assert FLICKERS in newest.quality.advice
    never = seen_live(0.12, LiveParams(bands=BandParams(least=np.inf)))
    assert not any(isinstance(one, Observation) for one in never), "bands used to pass for movement"


def test_where_bands_are_too_strong_to_be_taken_out_the_lamp_is_named_and_no_movement() -> None:
    seen = seen_live(0.35)
    assert not any(isinstance(one, Observation) for one in seen)
    assert seen[-1] is NotReady.FLICKER


def test_of_a_steady_lamp_nothing_is_said() -> None:
    seen = seen_live(0.0)
    assert told(seen)[-1] == ["blue"]
    assert not any(FLICKERS in one.quality.advice for one in seen if isinstance(one, Observation))
