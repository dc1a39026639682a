"""Loose tiles: any turn, seen aslant, on a ground that is full of strokes; gaps and grain are no letters."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.letterart import Style, glyph
from vision.letters.doubles import has_mark, is_same_upside_down
from vision.letters.glyphs import Glyph, GlyphParams, find_glyphs
from vision.letters.loose import PARAMS, _detection, is_usual, read_loose
from vision.letters.net import PLAIN, letter_net
from vision.letters.shape import kind_of, stretch
from vision.observation import Detection

Pixels = NDArray[np.uint8]
SIDE = 76
WORD = "ABEFGKRTJ"
STYLE = Style(tile=(236, 230, 214))


def wood(rng: np.random.Generator, height: int, width: int) -> Pixels:
    """Planks with grain and dark joints."""
    rows = np.arange(height)[:, None] / 7 + rng.normal(0, 0.4, (height, 1)) + 2 * np.sin(np.arange(width) / 90)
    grain = 12 * np.sin(rows) + rng.normal(0, 6, (height, width))
    planks = np.stack([168 + grain, 126 + grain, 84 + grain], -1)
    planks[::85, :] = (70, 48, 30)
    planks[:, ::140] = (70, 48, 30)
    return np.asarray(np.clip(planks, 0, 255), np.uint8)


def table(turns: NDArray[np.float64], *, aslant: float = 0.0, gap: int = 46, style: Style = STYLE) -> tuple[Pixels, NDArray[np.float64]]:
    """The letters of WORD on tiles with these turns in degrees, three in a row, and their middles in the picture."""
    rng = np.random.default_rng(7)
    picture, middles = wood(rng, 560, 640), []
    for i, letter in enumerate(WORD):
        x, y = 120 + (i % 3) * (SIDE + gap), 100 + (i // 3) * (SIDE + gap)
        turn = cv2.getRotationMatrix2D(((SIDE - 1) / 2,) * 2, -float(turns[i]), 1)
        turn[:, 2] += [x, y]
        cv2.warpAffine(glyph(letter, SIDE, style), turn, (640, 560), dst=picture, borderMode=cv2.BORDER_TRANSPARENT)
        middles.append((x + SIDE / 2, y + SIDE / 2))
    seen = np.array([[1, aslant, 0], [0, 1 - aslant, 0]])
    photo = cv2.warpAffine(picture, seen, (700, 560), borderValue=(168, 126, 84))
    photo = cv2.GaussianBlur(photo, (0, 0), 0.6) + rng.normal(0, 2, photo.shape)
    return np.asarray(np.clip(photo, 0, 255), np.uint8), np.asarray(middles) @ seen[:, :2].T


def named(found: tuple[Detection, ...], middles: NDArray[np.float64]) -> tuple[dict[int, str | None], list[Detection]]:
    """What was read at each middle, and what was named elsewhere."""
    there: dict[int, str | None] = {}
    strangers = []
    for one in found:
        away = np.linalg.norm(middles - np.mean(one.quad_px, axis=0), axis=1)
        if away.min() < 0.3 * SIDE:
            there[int(away.argmin())] = one.id
        elif one.is_sure:
            strangers.append(one)
    return there, strangers


TURNS = np.array([0, 25, 90, 140, 180, 205, 270, 300, 45], np.float64)


@pytest.mark.parametrize("aslant", [0.0, 0.2], ids=["from above", "aslant"])
def test_tiles_in_any_turn_on_wood(aslant: float) -> None:
    photo, middles = table(TURNS, aslant=aslant)
    there, strangers = named(read_loose(photo, letter_net()), middles)
    assert strangers == []
    wrong = {WORD[i]: sign for i, sign in there.items() if sign not in (None, WORD[i])}
    assert wrong == {}
    assert sum(sign == WORD[i] for i, sign in there.items()) >= 8


@pytest.mark.parametrize(
    "style", [Style(tile=(88, 52, 30), ink=(14, 12, 10)), Style(tile=(214, 190, 160), ink=(255, 255, 252))], ids=["dark", "bright"]
)
def test_tiles_that_stand_out_from_the_table_as_their_letters_do_from_them(style: Style) -> None:
    photo, middles = table(TURNS, style=style)
    there, strangers = named(read_loose(photo, letter_net()), middles)
    assert strangers == []
    assert {WORD[i]: sign for i, sign in there.items() if sign not in (None, WORD[i])} == {}
    assert sum(sign == WORD[i] for i, sign in there.items()) >= 8


def test_gaps_between_tiles_that_touch_are_no_letters() -> None:
    photo, middles = table(np.zeros(9), gap=4)
    there, strangers = named(read_loose(photo, letter_net()), middles)
    assert strangers == []
    assert sum(sign == WORD[i] for i, sign in there.items()) >= 8


def test_the_quad_carries_the_turn_of_the_letter() -> None:
    photo, middles = table(TURNS)
    for one in read_loose(photo, letter_net()):
        at = int(np.linalg.norm(middles - np.mean(one.quad_px, axis=0), axis=1).argmin())
        if one.id == WORD[at]:
            (ax, ay), (bx, by) = one.quad_px[:2]
            seen = np.degrees(np.arctan2(by - ay, bx - ax))
            assert abs((seen - TURNS[at] + 180) % 360 - 180) < 12, one.id


def test_a_stretch_is_told_by_tiles_in_any_turn() -> None:
    true = np.array([[1.3, 0.2], [0.2, 0.9]])
    true /= np.sqrt(np.linalg.det(true))
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * 20.0
    angles = np.deg2rad(np.arange(0, 90, 11))
    tiles = [(square @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) @ true.T).astype(np.float32) for a in angles]
    np.testing.assert_allclose(stretch(tiles), true, atol=0.01)
    np.testing.assert_allclose(stretch(tiles[:3]), np.eye(2))


def test_a_stranger_is_told_by_its_ground_its_size_and_its_ink() -> None:
    grounds = np.array([[200, 128, 140]] * 6) + np.arange(6)[:, None]
    kind = kind_of(grounds, [30.0] * 6, [150.0] * 6)
    assert kind is not None
    assert kind.has(np.array([190, 130, 142], np.float32), 28, 120.0)
    assert not kind.has(np.array([190, 130, 142], np.float32), 28, 60.0), "the shadow between two tiles"
    assert not kind.has(np.array([190, 130, 175], np.float32), 28, 120.0), "another colour"
    assert not kind.has(np.array([200, 130, 142], np.float32), 60, 120.0), "another size"
    assert not kind.has(None, 30, 120.0)
    assert kind_of(grounds[:2], [30.0] * 2, [150.0] * 2) is None


def test_tiles_in_light_and_in_shade_are_of_one_kind() -> None:
    photo, middles = table(np.zeros(9))
    shade = np.where(np.arange(photo.shape[1]) < middles[1][0] + 61, 0.55, 1.0)[None, :, None]
    there, strangers = named(read_loose(np.asarray(photo * shade, np.uint8), letter_net()), middles)
    assert strangers == []
    assert {i: there.get(i) for i in range(8)} == dict(enumerate(WORD[:8])), "the J lies alike when it is turned"


def test_print_is_as_strong_in_shade_and_a_pale_dot_or_bright_ink_is_not() -> None:
    kind = kind_of(np.array([[230, 123, 136]] * 4), [30.0] * 4, [0.75] * 4)
    assert kind is not None
    shaded = np.array([150, 124.5, 133.6], np.float32)
    assert kind.has(shaded, 28, 0.73)
    assert not kind.has(shaded, 28, 0.5), "paler than the others' print, and on darker ground"
    assert not kind.has(np.array([225, 123, 136], np.float32), 28, 0.4), "a dot of a cloth"
    assert not kind.has(np.array([225, 123, 136], np.float32), 28, -0.75), "bright ink"
    assert not kind.has(np.array([150, 140, 150], np.float32), 28, 0.75), "another colour"
    assert not kind.has(shaded, 28, 0.98), "deeper than the others' print"


def test_what_is_too_bright_for_the_camera_is_of_one_kind_with_what_lies_in_shade() -> None:
    """Orange tiles in the sun are yellow, mint ones white; a red one three times as bright would be as well, but no shade is so deep."""
    sunny = [kind_of(np.array([ground] * 4), [30.0] * 4, [0.7] * 4) for ground in ((242, 121, 166), (252, 124, 127))]
    shaded = [np.array(ground, np.float32) for ground in ((198, 143, 164), (203, 116, 129))]
    strange = [np.array(ground, np.float32) for ground in ((198, 108, 150), (150, 185, 170))]
    for kind, own, other in zip(sunny, shaded, strange, strict=True):
        assert kind is not None
        assert kind.has(own, 28, 0.75)
        assert not kind.has(own, 28, 0.5), "paler than the others' print"
        assert not kind.has(other, 28, 0.75), "another colour"
    in_shade = kind_of(np.array([shaded[0]] * 4), [30.0] * 4, [0.75] * 4)
    assert in_shade is not None and in_shade.has(np.array([242, 121, 166], np.float32), 28, 0.7), "most lie in the shade"


def test_a_letter_with_dots_is_never_named_without() -> None:
    assert [has_mark(letter) for letter in "AÄÖÑŁØÇĄ"] == [False, True, True, True, False, False, False, False]
    picture = np.full((300, 400, 3), 235, np.uint8)
    cv2.putText(picture, "O", (100, 200), cv2.FONT_HERSHEY_SIMPLEX, 3.0, (30, 30, 30), 8, cv2.LINE_AA)
    (plain,) = (one for one in find_glyphs(picture) if one.is_dark)
    for x in (118, 148):
        cv2.circle(picture, (x, 126), 6, (30, 30, 30), -1, cv2.LINE_AA)
    largest = max((one for one in find_glyphs(picture) if one.is_dark), key=lambda one: one.size)
    assert not plain.has_dots and largest.has_dots and largest.size > plain.size
    assert "O" not in [one.id for one in read_loose(picture, letter_net(PLAIN + "Ö"))]
    strict = GlyphParams(most_accented=1.1)
    assert not any(one.has_dots for one in find_glyphs(picture, strict)), "further off they lie in the gap to the next tile"


@pytest.mark.parametrize(
    ("maybe", "nothing", "is_either", "is_asked"),
    [
        (0.004, 1e-9, False, True),
        (0.0005, 1e-4, False, False),
        (2e-5, 1e-17, False, True),  # much of what speaks for the letter speaks for the other one as well
        (2e-10, 1e-17, False, False),
        (0.0005, 1e-4, True, True),
    ],
)
@pytest.mark.parametrize(("best", "other"), ["WM", "MW", "NZ"])
def test_a_letter_that_may_be_another_one_upside_down_is_a_question(
    best: str, other: str, maybe: float, nothing: float, is_either: bool, is_asked: bool
) -> None:
    """An M with slanted legs, in a font that the net never saw, is surely read as a W; which way up a loose tile lies nothing tells."""
    picture = np.full((300, 400, 3), 235, np.uint8)
    cv2.putText(picture, best, (100, 200), cv2.FONT_HERSHEY_SIMPLEX, 3.0, (30, 30, 30), 8, cv2.LINE_AA)
    (glyph,) = (one for one in find_glyphs(picture) if one.is_dark)
    chance = np.zeros(len(PLAIN) + 2, np.float32)
    chance[[PLAIN.index(best), PLAIN.index(other), -1]] = 1 - maybe, maybe, nothing
    found = _detection(glyph, chance, 0.0, is_either and best != "N", np.eye(2), 0.0, 1.0, letter_net(PLAIN), PARAMS)
    assert found is not None
    is_upended = is_asked and best != "N"
    assert found.id == (None if is_upended else best)
    assert [one.id for one in found.alternatives] == ([best, other] if is_upended else [])


def test_a_letter_seen_either_way_up_is_not_clear_unless_it_is_the_same_both_ways() -> None:
    evidence = np.full((5, 4, len(PLAIN) + 1), -9.0, np.float32)
    seen = ((0, 8.0, 2, 7.0), (0, 8.0, 1, 7.0), (1, 8.0, 3, 7.0), (0, 38.0, 2, 3.0), (3, 12.0, 1, 4.0))
    letters = np.array([PLAIN.index(one) for one in "WWNWA"])
    for i, (turn, nats, other, less) in enumerate(seen):
        evidence[i, [turn, other], letters[i]] = nats, less
    assert is_same_upside_down(evidence, letters, PLAIN).tolist() == [True, False, False, False, True]
    assert not is_same_upside_down(evidence, np.full(5, len(PLAIN)), PLAIN).any(), "letters of no alphabet"


def test_two_tiles_in_one_outline_are_no_tile() -> None:
    square, usual = np.array([[0, 0], [40, 0], [40, 40], [0, 40]], np.float32), 40.0
    glyph = Glyph(np.array([20, 20], np.float32), 24.0, square, None, square, 0.0, square, True)
    assert is_usual(glyph, np.eye(2), usual)
    assert is_usual(replace(glyph, tile=None), np.eye(2), usual)
    assert not is_usual(replace(glyph, tile=square * np.array([2, 1], np.float32)), np.eye(2), usual)
    assert not is_usual(replace(glyph, middle=np.array([5, 20], np.float32)), np.eye(2), usual)
