"""Dice of any colour on any table: drawn ones that the net never saw, and what is no die."""

import os
from pathlib import Path

import numpy as np
import pytest

from vision.dice.bodies import has_body
from vision.dice.cuts import cut, prepared
from vision.dice.lumps import lumps
from vision.dice.params import ANSWERS, FINDER, JUDGE, KIND, OTHER, PARAMS, Part
from vision.dice.places import apart, upper
from vision.dice.reader import DiceReader, detection
from vision.frame import Frame
from vision.image.overlap import iou
from vision.models.dice_samples import sample

SHARED = Path(os.environ.get("TC_DATA", Path(__file__).parents[3] / "../shared/data")) / "real/dice/dev"
NEVER_SHOWN = 7_000_000


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


def box(values: tuple[float, float, float, float]) -> tuple[tuple[float, float], ...]:
    x0, y0, x1, y1 = values
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def test_drawn_dice_are_named_rightly_or_asked_about(reader: DiceReader) -> None:
    right = wrong = there = 0
    for seed in range(24):
        picture, dice = sample(np.random.default_rng([NEVER_SHOWN, seed]), 96)
        large = np.asarray(np.kron(picture, np.ones((2, 2, 1))), np.uint8)
        whole = [die for die in dice if min(die.box) >= 0 and max(die.box) <= 96 and die.value != OTHER]
        there += len(whole)
        for found in reader.detect(Frame(large, 0.0)):
            if found.id is None:
                continue
            on = [die for die in dice if iou(found.quad_px, box(tuple(2 * v for v in die.box))) > 0.3]  # type: ignore[arg-type]
            right += any(found.id == f"{KIND}-{die.value}" for die in on)
            wrong += not any(found.id == f"{KIND}-{die.value}" for die in on)
    assert there > 20 and right >= there / 3
    assert wrong <= right / 20


@pytest.mark.parametrize("rgb", [np.zeros((240, 320, 3), np.uint8), np.full((240, 320, 3), 255, np.uint8), np.zeros((5, 5, 3), np.uint8)])
def test_an_empty_picture_has_no_dice(reader: DiceReader, rgb: np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]) -> None:
    assert reader.read(Frame(rgb, 0.0)).detections == ()


def test_a_lump_is_found_where_it_lies_with_its_size() -> None:
    rgb = np.full((200, 300, 3), 120, np.uint8)
    rgb[60:90, 180:210] = (200, 40, 40)
    found = lumps(rgb)
    near = found[np.hypot(found[:, 0] - 194.5, found[:, 1] - 74.5) < 6]
    assert len(near) and (np.abs(np.log(near[:, 2] / 30)) < 0.4).any()


@pytest.mark.parametrize("part", [FINDER, JUDGE])
def test_a_cut_has_its_face_in_the_middle_and_goes_on_beyond_the_picture(part: Part) -> None:
    rgb = np.zeros((100, 100, 3), np.uint8)
    rgb[40:60, 30:50] = 255
    middle = cut(rgb, np.array([39.5, 49.5, 20], np.float32), part)
    half = int(0.29 * part.side)
    inner = middle[part.side // 2 - half : part.side // 2 + half, part.side // 2 - half : part.side // 2 + half]
    assert inner.min() > 200 and middle[0].max() < 50
    assert cut(rgb, np.array([-50, -50, 20], np.float32), part).shape == (part.side, part.side, 3)
    assert np.isfinite(prepared(np.zeros((2, part.side, part.side, 3), np.uint8))).all()


def die_on(ground: tuple[int, int, int], body: tuple[int, int, int]) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    rgb = np.full((120, 120, 3), ground, np.uint8)
    rgb[40:80, 40:80] = body
    rgb[56:64, 56:64] = (10, 10, 10)
    return rgb


def test_a_face_has_a_body_and_a_speck_has_none() -> None:
    middle = (59.5, 59.5)
    assert has_body(die_on((60, 110, 60), (235, 230, 220)), middle, 40)
    assert not has_body(die_on((60, 60, 60), (60, 60, 60)), middle, 40), "a speck on cloth"
    assert not has_body(die_on((60, 110, 60), (235, 230, 220)), middle, 12), "too small to count on"
    down, right = np.indices((120, 120))
    text = np.where((down + right) // 4 % 3 == 0, 20, np.where(right % 7 < 3, 120, 235))
    assert not has_body(np.repeat(text[..., None], 3, 2).astype(np.uint8), middle, 40), "print all over"
    beside = die_on((60, 110, 60), (235, 230, 220))
    beside[40:80, 84:120] = (235, 230, 220)
    assert has_body(beside, middle, 40), "another die of the set at its side"


def test_a_die_without_pips_beside_counted_ones_is_kept_and_alone_it_is_nothing() -> None:
    places = np.array([[50, 50, 20], [100, 50, 20], [150, 50, 21], [200, 50, 60]], np.float32)
    votes = np.zeros((4, ANSWERS), np.float32)
    votes[0, 3] = votes[1, 5] = 0.99
    votes[2] = (0.02, 0.1, 0.1, 0.3, 0.1, 0.1, 0.08, 0.2)
    votes[3] = votes[2]
    assert sorted(upper(places, votes, [True, True, False, False], PARAMS)) == [0, 1, 2], "the last one is far too large"
    assert 2 not in upper(places, votes, [True, False, False, False], PARAMS), "one counted die is too few to tell"
    assert upper(places, votes, [False] * 4, PARAMS) == []


def with_doubt(
    reader: DiceReader, pip_rgb: tuple[int, int, int], pip_px: int, votes_of_third: tuple[float, ...], second: int = 2
) -> list[str | None]:
    """What a one, a one or two, and a third one are called when the net is sure of the former; the third one's pip is given."""
    rgb = np.full((120, 300, 3), (60, 110, 60), np.uint8)
    white, off = (250, 250, 240), 9 if second == 2 else 0
    for k, offs, colour, half in ((0, (0,), white, 4), (1, (-off, off), white, 4), (2, (0,), pip_rgb, pip_px)):
        rgb[40:80, 40 + 90 * k : 80 + 90 * k] = (30, 90, 190)
        for aside in offs:
            rgb[60 + aside - half : 60 + aside + half, 60 + 90 * k + aside - half : 60 + 90 * k + aside + half] = colour
    places = np.array([[59.5 + 90 * k, 59.5, 40] for k in range(3)], np.float32)
    votes = np.zeros((3, ANSWERS), np.float32)
    votes[0, 1], votes[1, second], votes[2] = 0.99, 0.99, votes_of_third
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DiceReader, "_places", lambda *_: places)
        patch.setattr(DiceReader, "_votes", lambda *_: votes)
        return [die.id for die in sorted(reader.detect(Frame(rgb, 0.0)), key=lambda die: die.quad_px[0])]


def test_clouds_in_a_body_make_no_emblem_of_pips_that_are_those_of_the_set(reader: DiceReader) -> None:
    clouded = (0.0, 0.76, 0.06, 0.0, 0.0, 0.0, 0.0, 0.18)
    sure = [f"{KIND}-1", f"{KIND}-2"]
    assert with_doubt(reader, (235, 235, 230), 4, clouded) == [*sure, f"{KIND}-1"]
    assert with_doubt(reader, (250, 220, 60), 4, clouded) == [*sure, None], "of another colour than the set's"
    assert with_doubt(reader, (235, 235, 230), 2, clouded) == [*sure, None], "a speck against the set's pips"
    assert with_doubt(reader, (235, 235, 230), 4, (0.0, 0.76, 0.18, 0.0, 0.0, 0.0, 0.0, 0.06)) == [*sure, None], "or a two"
    assert with_doubt(reader, (235, 235, 230), 4, (0.08, 0.76, 0.0, 0.0, 0.0, 0.0, 0.0, 0.16)) == sure, "or nothing"
    assert with_doubt(reader, (235, 235, 230), 4, clouded, second=1)[2] is None, "specks on cloth are all ones"


def test_a_place_around_two_dice_hides_neither() -> None:
    places = np.array([[50, 50, 20], [71, 50, 20], [60, 50, 31]], np.float32)
    votes = np.zeros((3, ANSWERS), np.float32)
    votes[0, 1] = votes[1, 2] = 0.99
    votes[2, 3] = 0.95
    assert sorted(upper(places, votes, [True, True, False], PARAMS)) == [0, 1]


def test_of_places_on_each_other_the_surest_stays() -> None:
    places = np.array([[50, 50, 20], [53, 50, 20], [90, 50, 20]], np.float32)
    shares = np.full((3, ANSWERS), 0.05, np.float32)
    shares[0, 3], shares[1, 4], shares[2, 1] = 0.5, 0.65, 0.4
    assert apart(places, shares, PARAMS).tolist() == [[53, 50, 20], [90, 50, 20]]


def test_votes_that_do_not_agree_are_a_question_with_what_it_may_be() -> None:
    votes, place = np.zeros(ANSWERS, np.float32), np.array([50, 40, 20], np.float32)
    votes[[3, 5]] = 0.6, 0.4
    asked = detection(place, votes, 0.5, False)
    assert asked.id is None and [option.id for option in asked.alternatives] == ["die-3", "die-5"]
    votes[[3, 5]] = 0.98, 0.02
    named = detection(place, votes, 0.5, True)
    assert named.id == "die-3" and named.quad_px[0] == pytest.approx((79.3, 59.3)) and named.quad_px[2] == pytest.approx((121.7, 101.7))
    votes[:] = 0
    votes[OTHER] = 1.0
    strange = detection(place, votes, 1.0, False)
    assert strange.id is None and strange.alternatives == () and "no pips" in strange.why


@pytest.mark.slow
@pytest.mark.photos
@pytest.mark.skipif(not SHARED.is_dir(), reason="the photographs of dice lie beside the checkout, or not at all")
def test_photographed_dice_are_never_named_wrong_and_mostly_right(reader: DiceReader) -> None:
    from vision.evaluation.evaluation import evaluate

    found = evaluate(SHARED, reader.read)
    assert found.total.wrong <= 3
    assert (found.total.recall or 0) >= 0.78


@pytest.mark.slow
@pytest.mark.photos
@pytest.mark.skipif(not SHARED.is_dir(), reason="the photographs of dice lie beside the checkout, or not at all")
def test_an_emblem_photographed_once_is_named_on_the_other_dice() -> None:
    from vision.evaluation.evaluation import evaluate
    from vision.evaluation.labels import load_labels
    from vision.image.decode import load_frame
    from vision.looks.catalogue import look_of

    name = "IMG_4546.jpg"
    image = next(one for one in load_labels(SHARED).images if one.file == name)
    emblem = np.array(next(one.quad_px for one in image.pieces if one.id == f"{KIND}-6"))
    (x, y), half = (int(v) for v in emblem.mean(0)), int(np.ptp(emblem, axis=0).mean())
    photograph = np.ascontiguousarray(load_frame(SHARED / name).rgb[y - half : y + half, x - half : x + half])
    face = DiceReader().face(photograph)
    assert face is not None
    found = evaluate(SHARED, DiceReader(looks=[look_of(face, f"{KIND}-6", KIND, (16.0, 16.0))]).read)
    assert found.total.wrong <= 4
    assert (found.total.recall or 0) >= 0.97
