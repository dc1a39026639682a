"""Letters of one board held against others of their kind: one that has a stroke more, or is more like another kind, is asked about."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tiles.printed import COUNT, board_of
from vision.letters.cells import MARGIN, PX_PER_CELL, Flat
from vision.letters.net import PLAIN, letter_net
from vision.tiles.finekinds import Closer, FineKinds
from vision.tiles.sameprint import unlike_their_kind

ROW = "CCCCGOOOOQEEEEF"
TOLD = {"G": "C", "Q": "O", "F": "E"}
"""What another letter of the row is taken for, of which it has a stroke more, or less."""


@pytest.fixture(scope="module")
def flat() -> Flat:
    return board_of(ROW, 1.0, 3)


def doubted(flat: Flat, mistaken: dict[str, int], lead: float, asked: bool = True) -> NDArray[np.bool_]:
    """(rows, cols) cells asked about where in the first rows some letters are taken for others, by so many nats over the true one."""
    rows = [[TOLD[one] if r < mistaken.get(one, 0) else one for one in ROW] for r in range(COUNT)]
    letters = np.array([PLAIN.index(one) for row in rows for one in row])
    nats = np.full((COUNT**2, len(PLAIN)), -9.0, np.float32)
    nats[np.arange(COUNT**2), [PLAIN.index(one) for one in ROW * COUNT]] = -lead
    nats[np.arange(COUNT**2), letters] = 0
    every, turns = np.full(COUNT**2, True), np.zeros(COUNT**2, np.int64)
    return unlike_their_kind(flat, flat.grid.middles, turns, letters, nats, letter_net(), every, every & asked, ~every).reshape(
        COUNT, COUNT
    )


def asked_of_the_first_o(flat: Flat, lead: float, white: float = 0.0) -> tuple[bool, int]:
    """Whether the first O is asked about, a Q by so many nats less; and how many letters are. The net is sure of all others.

    `white` is the part of its cell that is washed out.
    """
    letters, one = np.array([PLAIN.index(sign) for sign in ROW * COUNT]), ROW.index("O")
    seen = np.full((COUNT**2, len(PLAIN)), -20.0, np.float32)
    seen[np.arange(COUNT**2), letters] = 0
    seen[one, PLAIN.index("Q")] = -lead
    every, turns = np.full(COUNT**2, True), np.zeros(COUNT**2, np.int64)
    washed = np.full(COUNT**2, white, np.float32)
    asked = unlike_their_kind(flat, flat.grid.middles, turns, letters, seen, letter_net(), every, every, ~every, washed)
    return bool(asked[one]), int(asked.sum())


@pytest.mark.parametrize(("lead", "is_asked"), [(3.0, True), (4.5, False)])
def test_what_is_hardly_more_like_its_kind_than_like_one_of_few_letters_is_asked_about(
    flat: Flat, monkeypatch: pytest.MonkeyPatch, lead: float, is_asked: bool
) -> None:
    """Two J's tell less of a font's J than a closer look would: an I whose hook is blurred may be one."""
    letters, every = np.array([PLAIN.index(sign) for sign in ROW * COUNT]), np.full(COUNT**2, True)
    nats, turns = np.full((COUNT**2, len(PLAIN)), -20.0, np.float32), np.zeros(COUNT**2, np.int64)
    nats[np.arange(COUNT**2), letters] = 0
    first, stands = ROW.index("O"), every.copy()
    nats[first, PLAIN.index("Q")] = -lead
    stands[np.flatnonzero(letters == PLAIN.index("Q"))[2:]] = False
    monkeypatch.setattr("vision.tiles.sameprint.nearer", lambda *_: -0.45)
    asked = unlike_their_kind(flat, flat.grid.middles, turns, letters, nats, letter_net(), stands, every, ~every)
    assert bool(asked[first]) == is_asked


def test_letters_that_are_like_their_kind_stand(flat: Flat) -> None:
    assert not doubted(flat, {}, 9.0).any()


def test_a_letter_with_a_stroke_more_than_its_kind_is_asked_about_however_sure_the_net_is(flat: Flat) -> None:
    asked = doubted(flat, {"G": COUNT}, 9.0)
    assert asked[:, 4].all(), "of no G on the board it is known that it is one"
    assert not np.delete(asked, 4, axis=1).any()


@pytest.mark.parametrize("lead", [6.0, 40.0])
def test_a_letter_with_a_stroke_less_than_its_kind_is_asked_about_however_sure_the_net_is(flat: Flat, lead: float) -> None:
    asked = doubted(flat, {"F": 3}, lead)
    assert asked[:3, 14].all(), "an F has a stroke less than an E"
    assert asked.sum() == 3


@pytest.mark.parametrize(("lead", "is_asked"), [(3.0, True), (4.0, False)])
def test_against_a_letter_that_the_board_does_not_show_the_net_has_to_be_sure_alone(flat: Flat, lead: float, is_asked: bool) -> None:
    letters = np.array([PLAIN.index(one) for one in ROW * COUNT])
    nats = np.full((COUNT**2, len(PLAIN)), -20.0, np.float32)
    nats[:, PLAIN.index("Z")] = -lead
    nats[np.arange(COUNT**2), letters] = 0
    every, turns = np.full(COUNT**2, True), np.zeros(COUNT**2, np.int64)
    assert unlike_their_kind(flat, flat.grid.middles, turns, letters, nats, letter_net(), every, every, ~every).all() == is_asked


@pytest.mark.parametrize(("lead", "in_doubt", "is_asked"), [(4.0, 0, False), (4.0, 2, True), (5.0, 2, False)])
def test_on_a_board_of_many_doubts_the_net_has_to_be_surer(flat: Flat, lead: float, in_doubt: int, is_asked: bool) -> None:
    letters = np.array([PLAIN.index(one) for one in ROW * COUNT])
    nats = np.full((COUNT**2, len(PLAIN)), -20.0, np.float32)
    nats[:, PLAIN.index("Z")] = -lead
    nats[np.arange(COUNT**2), letters] = 0
    stands, turns, every = np.arange(COUNT**2) >= in_doubt * COUNT, np.zeros(COUNT**2, np.int64), np.full(COUNT**2, True)
    asked = unlike_their_kind(flat, flat.grid.middles, turns, letters, nats, letter_net(), stands, stands, ~every)
    assert asked[stands].all() == asked.any() == is_asked


def test_a_letter_hardly_nearer_to_its_own_kind_than_to_another_is_asked_about_unless_the_net_is_sure(flat: Flat) -> None:
    blurred = flat.with_pixels(np.asarray(cv2.GaussianBlur(flat.pixels, (0, 0), 10.0), np.uint8))
    assert doubted(blurred, {"Q": 1}, 4.2)[0, 9]
    assert not doubted(flat, {}, 4.2).any()


@pytest.mark.parametrize(("nats", "lead", "is_asked"), [(0.0, 2.2, True), (4.5, 2.2, False), (9.0, 2.2, False), (9.0, -0.5, True)])
def test_a_letter_hardly_nearer_to_its_own_kind_stands_where_a_closer_look_tells_the_two_kinds(
    flat: Flat, nats: float, lead: float, is_asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But never against the net."""
    monkeypatch.setattr("vision.tiles.sameprint.nearer", lambda *_: 0.0)
    monkeypatch.setattr(FineKinds, "closer", lambda *_: Closer(nats, 0.5))
    assert asked_of_the_first_o(flat, lead) == (is_asked, is_asked)


@pytest.mark.parametrize(
    ("folds", "nats", "lead", "is_asked"),
    [
        (-0.1, -3.7, 5.2, True),  # an R of a narrow font as a B, of which the net is as sure as of its own
        (-0.1, 1.6, 7.5, True),  # an H, the same
        (-0.1, 5.9, 7.2, False),
        (-0.1, 6.0, 5.2, False),  # the closer look alone tells them
        (-0.1, 0.0, 5.2, False),  # the two kinds are not told
        (-0.3, 1.6, 7.5, False),
    ],
)
def test_what_is_hardly_more_like_its_kind_needs_the_closer_look_and_the_net_together(
    flat: Flat, folds: float, nats: float, lead: float, is_asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.tiles.sameprint.nearer", lambda *_: folds)
    monkeypatch.setattr(FineKinds, "nats", lambda *_: nats)
    assert asked_of_the_first_o(flat, lead) == (is_asked, is_asked)


@pytest.mark.parametrize(
    ("folds", "closer", "lead", "white", "is_asked"),
    [
        (-0.4, Closer(2.9, 0.44), 4.5, 0.1, True),  # an E of hairlines as I, below print: of its strokes hardly any shows
        (0.0, Closer(2.5, 0.32), 5.7, 0.0, True),  # a narrow O as G, one side of it lightened by what the red glass takes out
        (-0.4, Closer(4.6, 0.44), 4.5, 0.1, False),  # the net and the closer look are sure enough together
        (-0.4, Closer(2.9, 0.55), 4.5, 0.1, False),  # it has strokes that the other lacks
        (-0.7, Closer(2.9, 0.44), 4.5, 0.1, False),  # it is not like the other at all
        (-0.4, None, 4.5, 0.1, False),
        (-0.4, Closer(9.5, 0.04), 2.0, 0.8, True),  # a T in glare as I: as like one as any, its bar is white on white
        (-0.4, Closer(9.5, 0.04), 2.0, 0.3, False),
        (-0.4, Closer(9.5, 0.04), 4.1, 0.8, False),
        (-0.4, Closer(9.5, 0.55), 2.0, 0.8, False),
    ],
)
def test_a_letter_of_another_ones_strokes_stands_where_the_others_would_show(
    flat: Flat, folds: float, closer: Closer | None, lead: float, white: float, is_asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.tiles.sameprint.nearer", lambda *_: folds)
    monkeypatch.setattr("vision.tiles.sameprint._least", lambda *_: 0.0)
    monkeypatch.setattr(FineKinds, "closer", lambda *_: closer)
    assert asked_of_the_first_o(flat, lead, white) == (is_asked, is_asked)


@pytest.mark.parametrize(("shown", "is_asked"), [("E", True), ("B", False)])
def test_a_lone_letter_that_is_just_like_the_others_of_another_kind_is_asked_about(flat: Flat, shown: str, is_asked: bool) -> None:
    """The board's only B, of which the net is sure; but it is an E, as all others there are."""
    pixels, cell = flat.pixels.copy(), [slice(round((at + MARGIN) * PX_PER_CELL), round((at + MARGIN + 1) * PX_PER_CELL)) for at in (0, 10)]
    pixels[cell[0], cell[1]] = board_of(shown * COUNT, 1.0, 4).pixels[cell[0], cell[1]]
    letters = np.array([PLAIN.index(one) for one in ROW * COUNT])
    letters[10] = PLAIN.index("B")
    nats = np.full((COUNT**2, len(PLAIN)), -20.0, np.float32)
    nats[np.arange(COUNT**2), letters] = 0
    nats[10, PLAIN.index("E")] = -8.0
    every, turns = np.full(COUNT**2, True), np.zeros(COUNT**2, np.int64)
    asked = unlike_their_kind(flat.with_pixels(pixels), flat.grid.middles, turns, letters, nats, letter_net(), every, every, ~every)
    assert (asked[10], asked.sum()) == (is_asked, is_asked)


def test_a_letter_that_the_net_hardly_prefers_is_asked_about(flat: Flat) -> None:
    nats = np.zeros((COUNT**2, len(PLAIN)), np.float32)
    letters = np.array([PLAIN.index(one) for one in ROW * COUNT])
    nats[np.arange(COUNT**2), letters] = 1.0
    stands, turns, every = letters == PLAIN.index("Q"), np.zeros(COUNT**2, np.int64), np.full(COUNT**2, True)
    assert unlike_their_kind(flat, flat.grid.middles, turns, letters, nats, letter_net(), stands, stands, ~every).sum() == COUNT


def test_what_is_left_of_a_letter_that_something_cuts_is_rather_a_part_of_that_letter(flat: Flat) -> None:
    """The sides of two O's are hidden, in a row in which something may cut all letters: they are like a C, but an O's all the same.

    They go on where the arcs of this print's C end; cut further, both are alike.
    """
    pixels, letters = flat.pixels.copy(), np.array([PLAIN.index(one) for one in ROW * COUNT])
    for col, part in ((6, 0.7), (7, 0.8)):
        x, y = ((at + MARGIN) * PX_PER_CELL for at in (col, 0))
        pixels[round(y) : round(y + PX_PER_CELL), round(x + part * PX_PER_CELL) : round(x + PX_PER_CELL)] = pixels.max()
        letters[col] = PLAIN.index("C")
    nats = np.full((COUNT**2, len(PLAIN)), -9.0, np.float32)
    nats[np.arange(COUNT**2), letters] = 0
    every, turns, cut = np.full(COUNT**2, True), np.zeros(COUNT**2, np.int64), np.arange(COUNT**2) < COUNT
    told = unlike_their_kind(flat.with_pixels(pixels), flat.grid.middles, turns, letters, nats, letter_net(), every, ~every, cut)
    assert np.flatnonzero(told).tolist() == [6, 7]


def test_what_is_not_asked_about_only_shows_what_its_kind_looks_like(flat: Flat) -> None:
    assert not doubted(flat, {"G": COUNT}, 9.0, asked=False).any()


def test_the_edge_of_a_shadow_is_no_stroke_more(flat: Flat) -> None:
    x, y = np.meshgrid(np.arange(flat.pixels.shape[1]), np.arange(flat.pixels.shape[0]))
    lit = np.where((x + y // 3) % 150 < 60, 0.45, 1.0).astype(np.float32)
    shaded = flat.pixels * cv2.GaussianBlur(lit, (0, 0), 2.0)
    assert doubted(flat.with_pixels(np.asarray(shaded, np.uint8)), {}, 12.0).mean() < 0.05
