"""Outlines of pieces, however little light there is."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.image import outlines
from vision.image.outlines import Contours, Floats, OutlineParams, Pixels, find_contours, find_outlines, outlines_of
from vision.image.quads import overlap

DOTS = [(column, row) for row in range(15, 600, 36) for column in range(15 + row % 24, 800, 36)]
PIECE = np.array([[300, 150], [520, 170], [500, 470], [280, 450]], np.float32)


def picture(light: float) -> Pixels:
    """A pale card on a ground as pale, told by the thin shadow around it; light falls off to one side: (600, 800, 3) RGB."""
    fall = np.linspace(1.0, 0.75, 800)[None, :, None]
    seen = np.full((600, 800, 3), (233, 231, 228), np.float64)
    cv2.polylines(seen, [PIECE.astype(np.int32)], True, (162, 162, 162), 2)
    cv2.fillConvexPoly(seen, PIECE.astype(np.int32), (235, 233, 230))
    rng = np.random.default_rng(3)
    return np.asarray(np.clip(cv2.GaussianBlur(seen * fall * light, (0, 0), 0.9) + rng.normal(0, 0.8, seen.shape), 0, 255), np.uint8)


def is_found(seen: Pixels, params: OutlineParams) -> bool:
    """Whether the card's outline is among those found."""
    found: list[Floats] = find_outlines(seen, params)
    return any(overlap(PIECE, quad) > 0.9 for quad in found)


@pytest.mark.parametrize("light", [1.0, 0.6, 0.45])
def test_a_pale_card_on_pale_ground_is_found_in_dim_light_as_well(light: float) -> None:
    assert is_found(picture(light), OutlineParams())


def test_without_weaker_edges_it_is_not() -> None:
    assert not is_found(picture(0.45), replace(OutlineParams(), dim=0.0))


@pytest.mark.parametrize("turn_deg", range(0, 90, 15))
def test_a_small_piece_with_rounded_corners_is_found(turn_deg: int) -> None:
    """A domino 26 px wide: four corners on its roundings leave out a seventh of it."""
    seen = np.full((540, 960, 3), (40, 95, 60), np.uint8)
    cv2.rectangle(seen, (473, 243), (486, 296), (230, 225, 210), -1)
    cv2.rectangle(seen, (467, 249), (492, 290), (230, 225, 210), -1)
    for x, y in ((473, 249), (486, 249), (473, 290), (486, 290)):
        cv2.circle(seen, (x, y), 6, (230, 225, 210), -1, cv2.LINE_AA)
    place = np.array([[467, 243], [493, 243], [493, 297], [467, 297]], np.float32)
    view = cv2.getRotationMatrix2D((480, 270), turn_deg, 1.0)
    turned = np.asarray(cv2.warpAffine(seen, view, (960, 540), flags=cv2.INTER_LINEAR, borderValue=(40, 95, 60)), np.uint8)
    there = np.asarray(cv2.transform(place[None], view)[0], np.float32)
    assert any(overlap(there, quad) > 0.85 for quad in find_outlines(turned, OutlineParams()))


@pytest.mark.parametrize("turn_deg", [0, 10, 25, 45])
@pytest.mark.parametrize("part", [0.12, 0.16, 0.2])
def test_a_large_piece_with_rounded_corners_is_found(turn_deg: int, part: float) -> None:
    """A tile of a game, its corners rounded off by a sixth of its width."""
    seen, side = np.full((540, 960, 3), (62, 44, 36), np.uint8), 130
    r, (left, top, right, bottom) = round(part * side), (415, 205, 415 + side, 205 + side)
    cv2.rectangle(seen, (left + r, top), (right - r, bottom), (190, 176, 160), -1)
    cv2.rectangle(seen, (left, top + r), (right, bottom - r), (190, 176, 160), -1)
    for x, y in ((left + r, top + r), (right - r, top + r), (left + r, bottom - r), (right - r, bottom - r)):
        cv2.circle(seen, (x, y), r, (190, 176, 160), -1, cv2.LINE_AA)
    place = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    view = cv2.getRotationMatrix2D((480, 270), turn_deg, 1.0)
    turned = np.asarray(cv2.warpAffine(seen, view, (960, 540), flags=cv2.INTER_LINEAR, borderValue=(62, 44, 36)), np.uint8)
    there = np.asarray(cv2.transform(place[None], view)[0], np.float32)
    assert any(overlap(there, quad) > 0.9 for quad in find_outlines(turned, OutlineParams()))


def test_what_is_likely_is_kept_however_many_outlines_a_pattern_has() -> None:
    seen = np.full((540, 960, 3), (225, 220, 205), np.uint8)
    for x in range(20, 940, 50):
        for y in range(20, 520, 50):
            cv2.rectangle(seen, (x, y), (x + 30, y + 30), (60, 95, 120), -1)
    cv2.fillConvexPoly(seen, np.array([[400, 200], [480, 204], [476, 330], [392, 320]], np.int32), (150, 40, 45))
    contours, place = find_contours(seen, OutlineParams()), np.array([[400, 200], [480, 204], [476, 330], [392, 320]], np.float32)

    def is_found(*likely: Callable[[Floats], bool]) -> bool:
        return any(overlap(place, quad) > 0.8 for quad in outlines_of(contours, 540 * 960, OutlineParams(), *likely))

    assert is_found(lambda quad: cv2.contourArea(quad) > 4000) and not is_found()


def dotted_cloth() -> Pixels:
    """A green card on a cloth with dots of four colours, some as bright as the card and touching it: (600, 800, 3) RGB."""
    seen, colours = np.full((600, 800, 3), (226, 196, 140), np.uint8), [(200, 40, 30), (130, 160, 130), (40, 70, 150), (226, 185, 176)]
    for n, (x, y) in enumerate(DOTS):
        cv2.circle(seen, (x, y), 11, colours[(3 * n + n // 7) % 4], -1, cv2.LINE_AA)
    card = PIECE.astype(np.int32)
    for corner in (*PIECE, *((PIECE + np.roll(PIECE, 1, 0)) / 2)):
        cv2.circle(seen, tuple(int(v) for v in corner), 50, (226, 185, 176), -1, cv2.LINE_AA)
    cv2.fillConvexPoly(seen, card, (172, 210, 172), cv2.LINE_AA)
    noise = np.random.default_rng(3).normal(0, 1.5, seen.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(seen, (0, 0), 0.9) + noise, 0, 255), np.uint8)


def test_a_card_is_found_on_a_cloth_whose_dots_are_as_bright_and_touch_it() -> None:
    """Grey has no edge between them; colours have."""
    assert is_found(dotted_cloth(), OutlineParams())
    assert not is_found(dotted_cloth(), replace(OutlineParams(), dotted=10**6))


def test_edges_between_colours_are_looked_for_on_patterned_ground_only() -> None:
    assert len(find_contours(picture(1.0), OutlineParams())) == len(find_contours(picture(1.0), replace(OutlineParams(), dotted=10**6)))


def test_straight_sides_are_fitted_to_the_contours_of_a_picture_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, params, fitted, fit = picture(1.0), OutlineParams(), list[int](), outlines._quad
    contours = find_contours(seen, params)

    def counted(contour: outlines.Contour, area_px: int, params: OutlineParams) -> tuple[float, Floats] | None:
        fitted.append(len(contour))
        return fit(contour, area_px, params)

    monkeypatch.setattr(outlines, "_quad", counted)
    first = outlines_of(contours, 480_000, params)
    again = outlines_of(contours, 480_000, params, lambda quad: False)
    assert len(fitted) == len(contours) > 0
    assert [quad.tolist() for quad in first] == [quad.tolist() for quad in again]
    assert len(outlines_of(contours, 480_000, replace(params, largest_share=0.01))) < len(first), "by other values they are fitted anew"


def test_boxes_of_contours() -> None:
    contours = Contours(np.array([[[x, y]], [[x + 9, y - 2]], [[x + 4, y + 7]]], np.int32) for x, y in ((3, 5), (40, 20)))
    low, high = contours.boxes
    assert low.tolist() == [[3, 3], [40, 18]] and high.tolist() == [[12, 12], [49, 27]]


def test_boxes_of_what_lies_within_edges_are_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which are large, and whether they are a pattern's."""
    asked, find = list[int](), outlines.boxes_of

    def counted(contours: Sequence[outlines.Contour]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        asked.append(len(contours))
        return find(contours)

    monkeypatch.setattr(outlines, "boxes_of", counted)
    seen, params = picture(1.0), OutlineParams()
    every = [cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[-2] for mask in outlines._masks(seen, params)]
    assert len(find_contours(seen, params)) > 0
    assert asked == [n for n in (sum(len(contour) >= 4 for contour in some) for some in every) if n]


def test_some_contours_know_what_was_found_out_about_all() -> None:
    every = Contours(np.array([[[x, y]], [[x + 9, y - 2]], [[x + 4, y + 7]]], np.int32) for x, y in ((3, 5), (40, 20), (70, 8)))
    some, asked = every.some(np.array([1, 2])), list[int]()

    def find(contours: Contours) -> list[int]:
        asked.append(len(contours))
        return [int(contour[0, 0, 0]) for contour in contours]

    last = some.some(np.array([1]))
    assert [len(each) for each in (some, last)] == [2, 1] and last.numbers.tolist() == [2]
    assert last.once("x", find)[last.numbers[0]] == 70 and every.once("x", find) == some.once("x", find) == [3, 40, 70]
    assert asked == [3], "all at once, and once"


def test_the_specks_of_a_carpet_are_taken_out_before_anything_is_gone_around(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found is the same."""
    rng, asked, find = np.random.default_rng(4), list[int](), cv2.findContours
    seen = np.clip(cv2.GaussianBlur(rng.normal(120, 120, (400, 600)), (0, 0), 1.1), 0, 255).astype(np.uint8)
    rgb = np.repeat(seen[..., None], 3, 2)
    cv2.rectangle(rgb, (220, 120), (330, 270), (240, 238, 230), -1)

    def counted(*given: Any) -> Any:
        found = find(*given)
        asked.append(len(found[-2]))
        return found

    monkeypatch.setattr(cv2, "findContours", counted)
    some, few = find_contours(rgb, OutlineParams()), list(asked)
    asked.clear()
    monkeypatch.setattr(outlines, "_is_speckled", lambda mask: False)
    every = find_contours(rgb, OutlineParams())
    assert len(some) == len(every) and all(np.array_equal(*pair) for pair in zip(some, every, strict=True))
    assert len(few) == len(asked) and sum(few) < 0.7 * sum(asked)


def test_what_is_wide_and_high_enough_is_no_speck() -> None:
    mask = np.zeros((60, 90), np.uint8)
    mask[5:25, 5:25], mask[5:25, 40:55], mask[40:44, 10:80] = 255, 255, 255
    left, specks = outlines.without_specks(mask, 16)
    assert specks == 2 and (left[5:25, 5:25] == 255).all() and left.sum() == 255 * 400
