"""The light of tokens on a printed board is that of bare paper, and a print of any colour on them is theirs where no letter shows."""

import cv2
import numpy as np
import pytest

from tests.vision.tiles.test_ants import LEANING, Tokens, board, spot_px
from vision.letters.cells import PX_PER_CELL, Flat
from vision.tiles.ant_colours import COLOURS, colour_name
from vision.tiles.ant_discs import paper_of
from vision.tiles.ants import find_ants
from vision.tiles.bare import bare_paper

PAPER, WARM, WHITE = (214, 226, 216), (252, 70, 60), (208, 222, 212)
"""A picture in which red print gives back more red than paper does."""
BOX = {**{name: COLOURS[name] for name in ("red", "yellow", "blue", "black", "white")}, "teal": (31, 143, 138)}
INK = (215, 60, 55)


def linear(colour: tuple[int, int, int]) -> np.ndarray:
    return (np.array(colour) / 255) ** 2.2


def bled(flat: Flat) -> Flat:
    """As JPEG keeps it: colours in half the size."""
    tone = cv2.cvtColor(flat.pixels, cv2.COLOR_RGB2YCrCb)
    half = cv2.resize(tone[..., 1:], None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    tone[..., 1:] = cv2.resize(half, tone.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return Flat(flat.grid, np.asarray(cv2.cvtColor(tone, cv2.COLOR_YCrCb2RGB), np.uint8))


def test_print_that_gives_back_more_red_than_paper_does_is_not_taken_for_paper() -> None:
    flat = bled(board(6, {}, WARM, PAPER))
    assert paper_of(flat, flat.grid.middles)[0] > 1.1 * linear(PAPER)[0], "what is brightest in red is print"
    assert bare_paper(flat, flat.grid.middles, None) == pytest.approx(linear(PAPER), rel=0.05)


def test_a_hand_as_calm_as_paper_over_half_the_board_is_none_of_it() -> None:
    flat, clear = board(6, {}, WARM, PAPER), np.arange(36) < 18
    cv2.rectangle(flat.pixels, spot_px(3, 0, -0.5, -0.5), spot_px(6, 6, 0, 0), (250, 190, 160), -1)
    assert bare_paper(flat, flat.grid.middles, clear) == pytest.approx(linear(PAPER), rel=0.1)


@pytest.mark.parametrize("colours", [(), ("red", "blue")])
def test_a_white_token_amid_warm_print_is_named(colours: tuple[str, ...]) -> None:
    box = {name: BOX[name] for name in ("teal", "black", "white", *colours)}
    flat = board(6, {(2, 2): (WHITE, (0.0, 0.0)), (4, 3): (WHITE, (0.1, 0.0))}, WARM, PAPER)
    for at in (spot_px(2, 2, 0, 0), spot_px(4, 3, 0.1, 0)):
        cv2.circle(flat.pixels, at, round(0.45 * PX_PER_CELL), WARM, 6, cv2.LINE_AA)
    flat = bled(flat)
    ants = find_ants(flat, flat.grid.middles, 6, box).ants
    assert [(ant.row, ant.col, ant.color) for ant in ants] == [(2, 2, "white"), (4, 3, "white")]


def crossed(name: str, ink: tuple[int, int, int], others: Tokens, place: tuple[float, float]) -> Flat:
    """A board on which one token, amid print, bears a cross that reaches into its rim."""
    flat, turn = board(6, others | {(3, 2): (BOX[name], place)}, ink), 0.5
    at, radius = spot_px(3, 2, *place), 0.39 * PX_PER_CELL
    cv2.circle(flat.pixels, at, round(1.3 * radius), ink, 5, cv2.LINE_AA)
    cv2.circle(flat.pixels, at, round(radius), BOX[name], -1, cv2.LINE_AA)
    for angle in (turn, turn + np.pi / 2):
        step = 0.74 * radius * np.array([np.cos(angle), np.sin(angle)])
        ends = [(round(at[0] + sign * step[0]), round(at[1] + sign * step[1])) for sign in (-1, 1)]
        cv2.line(flat.pixels, ends[0], ends[1], ink, round(0.26 * radius), cv2.LINE_AA)
    return Flat(flat.grid, np.asarray(cv2.GaussianBlur(flat.pixels, (0, 0), 0.7), np.uint8))


@pytest.mark.parametrize("is_lettered", [False, True])
@pytest.mark.parametrize("name", ["teal", "black", "white", "blue"])
def test_a_token_with_a_cross_in_the_red_of_the_board_is_a_special_one_where_no_letter_shows(name: str, is_lettered: bool) -> None:
    flat, lettered = crossed(name, INK, LEANING, LEANING[(0, 1)][1]), np.full(36, is_lettered) & (np.arange(36) == 3 * 6 + 2)
    ants = find_ants(flat, flat.grid.middles, 6, BOX, lettered=lettered).ants
    assert ((3, 2, name, True) in [(ant.row, ant.col, ant.color, ant.special) for ant in ants]) is not is_lettered
    assert len(ants) == len(LEANING) + (not is_lettered)


def test_so_is_one_alone_on_its_board() -> None:
    flat = crossed("teal", INK, {}, (0.0, 0.0))
    ants = find_ants(flat, flat.grid.middles, 6, BOX).ants
    assert [(ant.row, ant.col, ant.color, ant.special) for ant in ants] == [(3, 2, "teal", True)]


@pytest.mark.parametrize(
    ("box", "colour", "name"),
    [
        pytest.param("pink blue yellow brown", (0.21, 0.13, 0.1), "brown", id="no other is dark, and none is grey"),
        pytest.param("pink blue yellow brown", (0.2, 0.15, 0.135), None, id="hardly any hue"),
        pytest.param("pink blue yellow brown", (0.2, 0.13, 0.145), None, id="that of another, which is not dark"),
        pytest.param("pink blue yellow brown", (0.5, 0.38, 0.33), None, id="not dark: glare may lie on it"),
        pytest.param("black blue yellow brown", (0.21, 0.13, 0.1), None, id="it may be a black one in a lamp's gloss"),
    ],
)
def test_a_dark_colour_of_little_hue_names_a_dark_token_where_none_is_without_a_hue(
    box: str, colour: tuple[float, float, float], name: str | None
) -> None:
    shades = {"pink": (229, 111, 163), "blue": (47, 111, 192), "yellow": (236, 198, 42), "brown": (107, 66, 38), "black": (35, 35, 38)}
    told = colour_name(np.array(colour, np.float32), {one: shades[one] for one in box.split()})
    assert told == name


@pytest.mark.parametrize(("is_lettered", "stands"), [(False, True), (True, False)])
def test_a_disc_far_from_where_the_others_say_that_a_token_shows_is_print_where_a_letter_shows(is_lettered: bool, stands: bool) -> None:
    """Above an I between warm print that is as even as a token for a little way."""
    right, down = LEANING[(0, 1)][1]
    there: Tokens = {(3, 2): (COLOURS["red"], (right - 0.2, down - 0.2))}
    flat, cell = board(6, LEANING | there, (205, 60, 55)), 3 * 6 + 2
    ants = find_ants(flat, flat.grid.middles, 6, COLOURS, lettered=(np.arange(36) == cell) & is_lettered).ants
    assert ((3, 2) in [(ant.row, ant.col) for ant in ants]) == stands


@pytest.mark.parametrize(("is_round", "name"), [(True, "red"), (False, None)])
def test_a_pale_square_with_little_of_a_hue_has_no_name(is_round: bool, name: str | None) -> None:
    """A tile's corner folded over, on red print, is as pale as a red token in glare, but no disc."""
    pale = (222, 188, 188)
    flat = board(3, {(1, 1): (pale if is_round else (250, 248, 242), (0.0, 0.0))}, (205, 60, 55))
    if not is_round:
        cv2.rectangle(flat.pixels, spot_px(1, 1, -0.34, -0.34), spot_px(1, 1, 0.34, 0.34), pale, -1)
    ants = find_ants(flat, flat.grid.middles, 3, {one: COLOURS[one] for one in ("black", "red", "yellow", "blue")}).ants
    assert [ant.color for ant in ants] == [name]


@pytest.mark.parametrize(("is_open", "names"), [(False, ["white"]), (True, [])])
def test_pale_paper_beside_a_clear_letter_is_no_white_token_though_it_is_not_the_brightest(is_open: bool, names: list[str]) -> None:
    """A tile's corner that many hands have greyed, between an L and the table."""
    flat = board(3, {(1, 1): ((222, 220, 216), (0.0, 0.0))}, (205, 60, 55))
    ants = find_ants(flat, flat.grid.middles, 3, COLOURS, open_cells=(np.arange(9) == 4) & is_open).ants
    assert [ant.color for ant in ants if (ant.row, ant.col) == (1, 1)] == names
