"""Rows of places of any shape, found on all cards of a box together by what the box lists; and slips in such a list."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.enrolling.layout import Listing, find_layout
from vision.enrolling.mislisted import Slip, find_slips
from vision.enrolling.slots import find_slots
from vision.frame import Rgb
from vision.looks.catalogue import look_of

KINDS = {"wine": (192, 57, 43), "food": (107, 142, 35), "sweet": (155, 127, 196), "praise": (244, 211, 94), "drama": (39, 64, 107)}
TOKEN_MM, STEP_MM, SCALE = 15.0, 18.0, 4
WIDE, TALL = (114.0, 78.0), (78.0, 114.0)


def picture(listed: tuple[str, ...], places: NDArray[np.float64], size: tuple[float, float], seed: int) -> Rgb:
    """A card with a portrait, unlike any other's, and a square for each place (n, 2); all in mm."""
    rng = np.random.default_rng(seed)
    sheet = np.full((round(size[1] * SCALE), round(size[0] * SCALE), 3), (241, 236, 224), np.uint8)
    patch = rng.integers(0, 256, (6, 6, 3)).astype(np.uint8)
    sheet[16:176, 16:192] = cv2.resize(patch, (176, 160), interpolation=cv2.INTER_CUBIC)
    for kind, (x, y) in zip(listed, np.rint(places * SCALE).astype(int).tolist(), strict=True):
        cv2.rectangle(sheet, (x - 29, y - 29), (x + 29, y + 29), tuple((c + 255) // 2 for c in KINDS[kind]), -1)
        cv2.rectangle(sheet, (x - 29, y - 29), (x + 29, y + 29), KINDS[kind], 4)
        cv2.ellipse(sheet, (x, y), (14, 5 + 2 * len(kind)), 30 * len(kind), 0, 300, KINDS[kind], -1, cv2.LINE_AA)
    return sheet


def lists(count: int, seed: int) -> list[tuple[str, ...]]:
    rng = np.random.default_rng(seed)
    return [tuple(rng.choice(list(KINDS), rng.integers(3, 6)).tolist()) for _ in range(count)]


def truth(count: int, anchor: float, size: tuple[float, float]) -> NDArray[np.float64]:
    """Where the places of a card are, in mm: (count, 2)."""
    along = STEP_MM * (np.arange(count) + anchor * (5 - count))
    across, down = (12 + along, np.full(count, 66.0)) if size == WIDE else (np.full(count, 65.0), 14 + along)
    return np.stack([across, down], 1)


def box(count: int = 8, seed: int = 1, anchor: float = 0.0, size: tuple[float, float] = WIDE) -> list[Listing]:
    """Cards whose places lie in a row at the foot of a wide card, or down the right side of a tall one; rows start, centre or end alike."""
    cards = []
    for n, listed in enumerate(lists(count, seed)):
        cards.append((look_of(picture(listed, truth(len(listed), anchor, size), size, seed + n), f"g{n}", "card", size), listed))
    return cards


def in_lines(count: int, wrap: int, is_centred: bool, size: tuple[float, float]) -> NDArray[np.float64]:
    """Where places are that go on in a second row, or column of a tall card, starting with the first or centred, in mm: (count, 2)."""
    order = np.arange(count)
    left_over = wrap - np.minimum(wrap, count - order // wrap * wrap)
    along, beside = 12 + STEP_MM * (order % wrap + is_centred * left_over / 2), 52 + 17.0 * (order // wrap)
    return np.stack([along, beside] if size == WIDE else [beside, along], 1)


def beside(count: int, is_by_column: bool) -> NDArray[np.float64]:
    """Where places are on either side of a portrait, line by line, or the left side down and then the right; mm, (count, 2)."""
    order = np.arange(count)
    column, line = (order // 3, order % 3) if is_by_column else (order % 2, order // 2)
    return np.stack([12 + 54.0 * column, 14 + STEP_MM * line], 1)


def box_in_lines(wrap: int, is_centred: bool, size: tuple[float, float], seed: int = 5) -> list[Listing]:
    return [
        (look_of(picture(listed, in_lines(len(listed), wrap, is_centred, size), size, seed + n), f"g{n}", "card", size), listed)
        for n, listed in enumerate(lists(12, seed))
    ]


@pytest.mark.parametrize(("anchor", "size"), [(0.0, WIDE), (0.5, WIDE), (1.0, WIDE), (0.0, TALL)])
def test_squares_in_a_row_are_found_in_order_to_a_millimetre(anchor: float, size: tuple[float, float]) -> None:
    layout = find_layout(box(anchor=anchor, size=size), TOKEN_MM)
    assert layout is not None
    assert layout.explained > 0.9
    for count in (3, 4, 5):
        assert np.abs(np.array(layout.places(count)) * size - truth(count, anchor, size)).max() < 1.0


@pytest.mark.parametrize("size", [WIDE, TALL])
@pytest.mark.parametrize(("wrap", "is_centred"), [(3, False), (3, True), (4, False)])
def test_a_row_that_goes_on_in_another_is_found_to_a_millimetre(wrap: int, is_centred: bool, size: tuple[float, float]) -> None:
    layout = find_layout(box_in_lines(wrap, is_centred, size), TOKEN_MM)
    assert layout is not None
    assert layout.explained > 0.9
    for count in (3, 4, 5):
        assert np.abs(np.array(layout.places(count)) * size - in_lines(count, wrap, is_centred, size)).max() <= 1.0


@pytest.mark.parametrize("is_by_column", [False, True])
def test_places_on_either_side_of_a_portrait_are_found_within_a_tenth_of_a_token(is_by_column: bool) -> None:
    drawn = [(listed, beside(len(listed), is_by_column), f"g{n}") for n, listed in enumerate(lists(12, 7))]
    cards = [(look_of(picture(listed, at, TALL, n), name, "card", TALL), listed) for n, (listed, at, name) in enumerate(drawn)]
    layout = find_layout(cards, TOKEN_MM)
    assert layout is not None
    assert layout.explained > 0.9
    for count in (3, 4, 5):
        assert np.abs(np.array(layout.places(count)) * TALL - beside(count, is_by_column)).max() <= TOKEN_MM / 10


def test_where_the_lists_say_nothing_of_the_print_no_row_is_told() -> None:
    rng = np.random.default_rng(99)
    cards = [(look, tuple(rng.choice(list(KINDS), len(listed)).tolist())) for look, listed in box(12)]
    assert find_layout(box(12), TOKEN_MM) is not None
    assert find_layout(cards, TOKEN_MM) is None


def test_a_few_places_tell_no_row() -> None:
    assert find_layout(box(3), TOKEN_MM) is None
    assert find_layout([], TOKEN_MM) is None


def test_cards_of_two_sizes_have_no_common_row() -> None:
    assert find_layout([*box(), *box(size=TALL)], TOKEN_MM) is None


def test_one_slip_in_a_list_does_not_hide_the_row_and_is_told() -> None:
    cards = box(10, 3)
    look, listed = cards[4]
    other = next(kind for kind in KINDS if kind != listed[1])
    cards[4] = look, (listed[0], other, *listed[2:])
    layout = find_layout(cards, TOKEN_MM)
    assert layout is not None
    assert find_slips(cards, [layout.places(len(listed)) for _, listed in cards], TOKEN_MM) == (Slip("g4", 1, other, listed[1]),)


@pytest.mark.parametrize("seed", (1, 2))
def test_a_right_list_has_no_slips(seed: int) -> None:
    cards = box(10, seed)
    layout = find_layout(cards, TOKEN_MM)
    assert layout is not None
    assert find_slips(cards, [layout.places(len(listed)) for _, listed in cards], TOKEN_MM) == ()


@pytest.mark.parametrize("seed", range(1, 5))
def test_one_card_alone_tells_no_row_of_squares(seed: int) -> None:
    assert [find_slots(look, TOKEN_MM, len(listed)) for look, listed in box(10, seed)] == [()] * 10
