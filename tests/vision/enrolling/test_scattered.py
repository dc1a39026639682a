"""Places in no row: circles wherever they are printed on the cards of a box, in the order that its lists tell."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.enrolling.layout import Listing, find_layout
from vision.enrolling.mislisted import Slip, find_slips
from vision.enrolling.scattered import find_scattered
from vision.frame import Rgb
from vision.looks.catalogue import look_of

KINDS = {"wine": (192, 57, 43), "food": (107, 142, 35), "sweet": (155, 127, 196), "praise": (244, 211, 94), "drama": (39, 64, 107)}
TOKEN_MM, SCALE, SIZE = 15.0, 4, (88.0, 104.0)
Where = Callable[[int], NDArray[np.float64]]


def arc(count: int) -> NDArray[np.float64]:
    """In a bow above the portrait, from left to right, evenly shared out; mm, (count, 2)."""
    angle = np.pi * (1 - (np.arange(count) + 0.5) / count)
    return np.stack([44 + 34 * np.cos(angle), 46 - 34 * np.sin(angle)], 1)


def clock(count: int) -> NDArray[np.float64]:
    """All around the portrait, clockwise from the top."""
    angle = 2 * np.pi * np.arange(count) / count - np.pi / 2
    return np.stack([44 + 34 * np.cos(angle), 52 + 40 * np.sin(angle)], 1)


def scattered(count: int) -> NDArray[np.float64]:
    """In no shape, from the upper end down."""
    return np.array([(22.0, 12.0), (70.0, 24.0), (14.0, 40.0), (74.0, 66.0), (30.0, 88.0)])[:count]


def lists(count: int, seed: int) -> list[tuple[str, ...]]:
    rng = np.random.default_rng(seed)
    return [tuple(rng.choice(list(KINDS), rng.integers(3, 6)).tolist()) for _ in range(count)]


def picture(listed: tuple[str, ...], places: NDArray[np.float64], seed: int, drawn: int | None = None) -> Rgb:
    """A card with a portrait and a small round badge, unlike any other's, and circles for its first `drawn` places (n, 2), in mm."""
    rng = np.random.default_rng(seed)
    sheet = np.full((round(SIZE[1] * SCALE), round(SIZE[0] * SCALE), 3), (59, 74, 79), np.uint8)
    patch = rng.integers(0, 256, (5, 5, 3)).astype(np.uint8)
    sheet[160:270, 130:222] = cv2.resize(patch, (92, 110), interpolation=cv2.INTER_CUBIC)
    cv2.circle(sheet, (176, 206), 12, (241, 236, 224), -1, cv2.LINE_AA)
    for kind, (x, y) in list(zip(listed, np.rint(places * SCALE).astype(int).tolist(), strict=True))[:drawn]:
        cv2.circle(sheet, (x, y), 29, KINDS[kind], -1, cv2.LINE_AA)
        cv2.circle(sheet, (x, y), 29, (241, 236, 224), 4, cv2.LINE_AA)
        cv2.ellipse(sheet, (x, y), (14, 5 + 2 * len(kind)), 30 * len(kind), 0, 300, (241, 236, 224), -1, cv2.LINE_AA)
    return sheet


def box(where: Where, count: int = 10, seed: int = 3, lacking: int = 0) -> list[Listing]:
    """Cards with these places; the first `lacking` of them have one circle less than they list."""
    cards = []
    for n, listed in enumerate(lists(count, seed)):
        sheet = picture(listed, where(len(listed)), seed + n, -1 if n < lacking else None)
        cards.append((look_of(sheet, f"g{n}", "card", SIZE), listed))
    return cards


@pytest.mark.parametrize("where", [arc, clock, scattered])
def test_circles_in_no_row_are_found_in_the_order_of_the_list_to_a_millimetre(where: Where) -> None:
    cards = box(where)
    assert find_layout(cards, TOKEN_MM) is None
    found = find_scattered(cards, TOKEN_MM)
    assert set(found) == {look.id for look, _ in cards}
    for look, listed in cards:
        assert np.abs(np.array(found[look.id]) * SIZE - where(len(listed))).max() < 1.0


def test_circles_are_found_in_the_order_of_the_list_from_either_end() -> None:
    cards = box(lambda count: arc(count)[::-1])
    found = find_scattered(cards, TOKEN_MM)
    assert len(found) == len(cards)
    for look, listed in cards:
        assert np.abs(np.array(found[look.id]) * SIZE - arc(len(listed))[::-1]).max() < 1.0


def test_where_the_lists_say_nothing_of_the_print_no_order_is_told() -> None:
    rng = np.random.default_rng(99)
    assert not find_scattered([(look, tuple(rng.choice(list(KINDS), len(listed)).tolist())) for look, listed in box(arc)], TOKEN_MM)


def test_lists_that_read_alike_from_either_end_tell_no_order() -> None:
    cards = []
    for n, (_, listed) in enumerate(box(arc)):
        there_and_back = (listed[0], listed[1], listed[0])
        cards.append((look_of(picture(there_and_back, arc(3), n), f"g{n}", "card", SIZE), there_and_back))
    assert not find_scattered(cards, TOKEN_MM)


def test_few_cards_tell_no_order_and_two_sizes_have_none_in_common() -> None:
    assert not find_scattered(box(arc, 2), TOKEN_MM)
    assert not find_scattered([], TOKEN_MM)


def test_a_card_that_lacks_a_circle_is_left_out_and_many_of_them_leave_all_out() -> None:
    assert set(find_scattered(box(arc, lacking=1), TOKEN_MM)) == {f"g{n}" for n in range(1, 10)}
    assert not find_scattered(box(arc, lacking=4), TOKEN_MM)


def test_a_slip_in_the_list_of_scattered_places_is_told() -> None:
    cards = box(arc)
    look, listed = cards[4]
    other = next(kind for kind in KINDS if kind not in listed)
    cards[4] = look, (listed[0], other, *listed[2:])
    found = find_scattered(cards, TOKEN_MM)
    assert find_slips(cards, [found[look.id] for look, _ in cards], TOKEN_MM) == (Slip("g4", 1, other, listed[1]),)
