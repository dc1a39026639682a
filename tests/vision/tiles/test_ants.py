"""Tokens on printed cells: bleached by glare, on print of their own colour, and what is none."""

import cv2
import numpy as np
import pytest

from vision.letters.cells import MARGIN, PX_PER_CELL, Flat, Grid
from vision.observation import Ant
from vision.tiles.ant_colours import COLOURS, colour_name
from vision.tiles.ants import find_ants

Rgb = tuple[int, int, int]
OWN = {name: COLOURS[name] for name in ("black", "red", "yellow", "blue")}


Tokens = dict[tuple[int, int], tuple[Rgb, tuple[float, float]]]
"""By row and column: a token's colour, and by how many cells it shows right and down of its cell's middle."""


def board(count: int, tokens: Tokens, scribble: Rgb, ground: Rgb = (250, 248, 242)) -> Flat:
    """Cells of scribble and letters, `count` a side; where a token is it lies over the letter, as does what it is seen displaced over."""
    rng, side = np.random.default_rng(3), PX_PER_CELL
    wide = (count + 2) * side
    picture = np.full((wide, wide, 3), ground, np.uint8)
    for _ in range(110 * (count + 2) ** 2 // 25):
        x, y, dx, dy = (int(v) for v in rng.integers(-20, wide + 20, 4))
        part = 4 * (count + 2) // 5
        cv2.line(picture, (x, y), (x + (dx - x) // part, y + (dy - y) // part), scribble, 2, cv2.LINE_AA)
    for i in range(count * count):
        x, y = (round((v + 0.5 + MARGIN) * side) for v in (i % count, i // count))
        if (i // count, i % count) not in tokens:
            cv2.putText(picture, "ESACORTUD"[i % 9], (x - 9, y + 10), cv2.FONT_HERSHEY_DUPLEX, 0.9, (40, 95, 100), 2, cv2.LINE_AA)
    for (row, col), (colour, (right, down)) in tokens.items():
        x, y = round((col + 0.5 + MARGIN + right) * side), round((row + 0.5 + MARGIN + down) * side)
        cv2.circle(picture, (x, y), round(0.34 * side), colour, -1, cv2.LINE_AA)
    return Flat(Grid(count, count, np.eye(3)), np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.7), np.uint8))


def paper(token: Rgb | None, scribble: Rgb, ground: Rgb = (250, 248, 242)) -> Flat:
    """Three by three cells; on the one in the middle, where there is one, a token instead of a letter."""
    return board(3, {} if token is None else {(1, 1): (token, (-0.075, -0.1))}, scribble, ground)


def found(flat: Flat) -> tuple[tuple[int, int, str | None, bool], ...]:
    ants = find_ants(flat, flat.grid.middles, flat.grid.cols, OWN).ants
    return tuple((ant.row, ant.col, ant.color, ant.special) for ant in ants if isinstance(ant, Ant))


def test_a_token_is_found_and_named() -> None:
    assert found(paper((35, 85, 165), (215, 90, 80))) == ((1, 1, "blue", False),)


def test_letters_on_scribble_are_no_tokens() -> None:
    assert found(paper(None, (215, 90, 80))) == ()
    assert found(paper(None, (250, 200, 195))) == ()


def test_a_gap_of_paper_in_a_shadow_is_no_black_token_beside_print_that_is_darker() -> None:
    flat = paper(None, (215, 90, 80))
    picture, at = flat.pixels.copy(), (round((1.3 + MARGIN) * PX_PER_CELL), round((1.4 + MARGIN) * PX_PER_CELL))
    cv2.circle(picture, at, round(0.5 * PX_PER_CELL), (30, 28, 28), -1, cv2.LINE_AA)
    for start, colour in ((0, (190, 60, 60)), (120, (190, 60, 60)), (240, (245, 243, 238))):
        cv2.ellipse(picture, at, (round(0.5 * PX_PER_CELL),) * 2, 0, start, start + 60, colour, -1)
    cv2.circle(picture, at, round(0.34 * PX_PER_CELL), (245, 243, 238), -1, cv2.LINE_AA)
    shade = cv2.circle(np.zeros(picture.shape[:2], np.float32), at, round(0.75 * PX_PER_CELL), 1, -1)
    seen = cv2.GaussianBlur(picture, (0, 0), 0.7) * (1 - 0.7 * cv2.GaussianBlur(shade, (0, 0), 2)[..., None])
    assert [color for *_, color, _ in found(flat.with_pixels(seen.astype(np.uint8)))] == [None], "asked for, not named"


@pytest.mark.parametrize(("right", "name"), [(-0.3, None), (-0.05, "red")])
def test_a_disc_of_an_odd_hue_far_off_its_cells_middle_has_no_name(right: float, name: str | None) -> None:
    """The pink of a card over a board's edge: no light turns a red token so pink, though no other colour is nearer."""
    seen = found(board(3, {(1, 1): ((252, 128, 219), (right, 0.0))}, (215, 90, 80)))
    assert seen == ((1, 1, name, False),)


@pytest.mark.parametrize(("colour", "name"), [((252, 128, 219), None), ((195, 40, 40), "red")])
def test_a_disc_of_an_odd_hue_that_is_not_all_of_one_colour_has_no_name(colour: tuple[int, int, int], name: str | None) -> None:
    """The icon of a card over the board, in the middle of its cell."""
    flat = board(3, {(1, 1): (colour, (-0.05, 0.0))}, (215, 90, 80))
    at = round((1.42 + MARGIN) * PX_PER_CELL), round((1.48 + MARGIN) * PX_PER_CELL)
    cv2.circle(flat.pixels, at, round(0.06 * PX_PER_CELL), tuple(0.7 * part for part in colour), cv2.FILLED, cv2.LINE_AA)
    assert found(flat) == ((1, 1, name, False),)


def test_a_token_that_glare_has_bleached_is_there_without_a_name() -> None:
    assert found(paper((240, 205, 208), (250, 200, 190))) == ((1, 1, None, False),)


def test_a_token_on_print_of_its_own_colour_is_found() -> None:
    assert found(paper((205, 55, 50), (205, 60, 55))) == ((1, 1, "red", False),)


def test_where_only_cells_with_tokens_are_looked_at_again_no_others_are_looked_for() -> None:
    tokens: Tokens = {(row, col): ((35, 85, 165), (-0.075, -0.1)) for row in range(4) for col in range(4)}
    flat = board(4, tokens, (215, 90, 80))
    ants = find_ants(flat, flat.grid.middles, 4, OWN, among=np.arange(16)).ants
    assert [ant.color for ant in ants] == ["blue"] * 16


LEANING: Tokens = {(i // 2, 1 + 3 * (i % 2)): (COLOURS[("blue", "yellow", "red")[i % 3]], (0.2, -0.28)) for i in range(12)}
"""Tokens of a board that is seen from the side: all show above and right of their cells' middles."""


@pytest.mark.parametrize("place", [(0.25, -0.42), (0.1, -0.4)])
def test_a_token_farther_from_its_cell_is_found_where_the_others_say_that_it_shows(place: tuple[float, float]) -> None:
    """As far from its cell's middle a disc alone would not be taken for a token; between print of its own colour, it is one of many."""
    there = LEANING | {(3, 2): (COLOURS["red"], place)}
    assert (3, 2, "red", False) in found(board(6, there, (205, 60, 55)))
    assert len(found(board(6, there, (205, 60, 55)))) == len(there)


def test_a_cell_looked_at_alone_is_told_by_the_tokens_that_are_known_elsewhere() -> None:
    flat, cell = board(6, LEANING | {(3, 2): (COLOURS["red"], (0.1, -0.4))}, (205, 60, 55)), np.array([3 * 6 + 2])
    known = find_ants(flat, flat.grid.middles, 6, OWN).sure
    alone, told = (find_ants(flat, flat.grid.middles, 6, OWN, among=cell, known=others) for others in ({}, known))
    assert len(known) >= 4 and alone.ants == ()
    assert [(ant.row, ant.col, ant.color) for ant in told.ants] == [(3, 2, "red")]


def test_where_a_letter_shows_clearly_no_token_is_looked_for_twice() -> None:
    flat = board(6, LEANING | {(3, 2): (COLOURS["red"], (0.1, -0.4))}, (205, 60, 55))
    is_open = np.arange(36) == 3 * 6 + 2
    assert len(find_ants(flat, flat.grid.middles, 6, OWN, is_open).ants) == len(LEANING)


def test_a_yellow_token_in_glare_is_not_called_white() -> None:
    assert colour_name(np.array((0.97, 1.06, 0.78), np.float32)) is None
    assert colour_name(np.array((0.97, 1.06, 0.78), np.float32), OWN) == "yellow", "where none is white"
    assert colour_name(np.array((0.97, 1.0, 0.95), np.float32)) == "white"


def test_a_token_that_is_lighter_than_the_paper_between_thick_print_has_no_hue_of_its_own() -> None:
    """Under rings of red the paper seemed red, and a white token, beside that, green."""
    box = {"green": (60, 138, 74), "orange": (224, 123, 31), "violet": (109, 74, 158), "white": (236, 234, 226)}
    assert colour_name(np.array((0.83, 1.24, 1.22), np.float32), box) is None
    assert colour_name(np.array((0.95, 1.24, 1.22), np.float32), box) == "white"
    assert colour_name(np.array((0.3, 1.24, 1.22), np.float32), box) == "green", "no paper is so dark in red"


@pytest.mark.parametrize(
    ("colour", "name"),
    [
        pytest.param((0.68, 0.45, 0.45), "red", id="red in glare"),
        pytest.param((0.78, 0.65, 0.66), "red", id="red in strong glare"),
        pytest.param((0.72, 0.64, 0.65), None, id="red in stronger glare"),
        pytest.param((0.97, 0.83, 0.83), None, id="paper with some red print"),
        pytest.param((0.5, 0.65, 0.69), "black", id="black under a blue sky"),
        pytest.param((0.05, 0.05, 0.06), "black", id="black"),
        pytest.param((0.5, 0.2, 0.2), "red", id="red"),
        pytest.param((0.12, 0.21, 0.3), None, id="black ink that has faded, or blue"),
        pytest.param((0.02, 0.06, 0.19), "blue", id="blue in a shadow"),
        pytest.param((0.6, 0.55, 0.42), None, id="yellow in glare"),
    ],
)
def test_a_washed_out_colour_is_not_called_black(colour: tuple[float, float, float], name: str | None) -> None:
    assert colour_name(np.array(colour, np.float32), OWN) == name


def test_bare_paper_in_the_corner_of_a_clear_letter_is_no_token() -> None:
    flat, hidden = paper((240, 205, 208), (250, 200, 190)), np.zeros(9, np.bool_)
    assert [ant.color for ant in find_ants(flat, flat.grid.middles, 3, OWN, hidden).ants] == [None]
    assert find_ants(flat, flat.grid.middles, 3, OWN, np.arange(9) == 4).ants == ()


def spot_px(row: int, col: int, right: float, down: float) -> tuple[int, int]:
    return round((col + 0.5 + MARGIN + right) * PX_PER_CELL), round((row + 0.5 + MARGIN + down) * PX_PER_CELL)


@pytest.mark.parametrize("place", [(-0.3, -0.2), (0.2, 0.3)])
def test_bare_paper_between_print_off_a_cell_s_middle_is_no_token(place: tuple[float, float]) -> None:
    for colour, count in (((250, 248, 242), 0), ((235, 170, 178), 1)):
        flat = board(3, {(1, 1): ((215, 90, 80), place)}, (215, 90, 80))
        for radius, ink in ((0.6, (215, 90, 80)), (0.34, colour)):
            cv2.circle(flat.pixels, spot_px(1, 1, *place), round(radius * PX_PER_CELL), ink, -1, cv2.LINE_AA)
        assert len(found(flat)) == count, "a token in glare is not as pale"


def patch_beside(is_even: bool, at: tuple[float, float] = (0.3, 0.2)) -> Flat:
    """A cell beside whose middle print lies so close together that it is like a token's disc; evenly, or lighter in its middle."""
    flat, place = board(3, {(1, 1): ((212, 170, 166), at)}, (250, 200, 190)), spot_px(1, 1, *at)
    if not is_even:
        cv2.ellipse(flat.pixels, place, (6, 3), 40, 0, 360, (226, 200, 197), -1, cv2.LINE_AA)
    return flat


def test_what_is_like_a_disc_beside_a_letter_that_is_not_clear_is_no_token_where_it_leaves_that_free() -> None:
    uneven, shows = patch_beside(is_even=False), np.arange(9) == 4
    pale = board(3, {(1, 1): ((190, 215, 190), (0.3, 0.2))}, (250, 200, 190))
    assert len(found(uneven)) == len(found(pale)) == 1
    for flat in (uneven, pale):
        assert find_ants(flat, flat.grid.middles, 3, OWN, lettered=shows).ants == ()
    near = patch_beside(is_even=False, at=(0.15, 0.1))
    assert len(found(near)) == 1 and find_ants(near, near.grid.middles, 3, OWN, lettered=shows).ants == (), (
        "nor where it covers that in part"
    )
    middle = paper((240, 205, 208), (250, 200, 190))
    assert len(find_ants(middle, middle.grid.middles, 3, OWN, lettered=shows).ants) == 1, "what lies on the letter hides it"


def test_close_print_beside_a_clear_letter_is_no_token() -> None:
    uneven, even, is_open = patch_beside(is_even=False), patch_beside(is_even=True), np.arange(9) == 4
    assert found(uneven) == ((1, 1, "red", False),), "gloss may fade across a token"
    assert find_ants(uneven, uneven.grid.middles, 3, OWN, is_open).ants == (), "but it hides the letter"
    assert len(find_ants(even, even.grid.middles, 3, OWN, is_open).ants) == 1


def in_shadow(flat: Flat, row: int, col: int, place: tuple[float, float]) -> Flat:
    """The shadow of a neighbour on the right side of a cell: 40 % of the light."""
    picture, mask = flat.pixels.copy(), np.zeros(flat.pixels.shape[:2], np.uint8)
    x, y = spot_px(row, col, *place)
    cv2.circle(mask, (x + round(0.42 * PX_PER_CELL), y), round(0.34 * PX_PER_CELL), 255, -1)
    picture[mask > 0] = (255 * (picture[mask > 0] / 255) * 0.4 ** (1 / 2.2)).astype(np.uint8)
    return Flat(flat.grid, picture)


@pytest.mark.parametrize("name", ["blue", "yellow", "red"])
def test_a_token_on_whose_edge_a_neighbour_s_shadow_falls_is_found(name: str) -> None:
    place = LEANING[(0, 1)][1]
    shaded = in_shadow(board(6, LEANING | {(3, 2): (COLOURS[name], place)}, (205, 60, 55)), 3, 2, place)
    assert (3, 2, name, False) in found(shaded) and len(found(shaded)) == len(LEANING) + 1


def test_shadows_on_print_are_no_tokens() -> None:
    flat = board(6, LEANING, (205, 60, 55))
    for row, col in ((3, 2), (4, 3)):
        flat = in_shadow(flat, row, col, LEANING[(0, 1)][1])
    assert len(found(flat)) == len(LEANING)


def starred(flat: Flat, row: int, col: int, place: tuple[float, float], noise: float) -> Flat:
    """A white star on the token there, in a picture with noise."""
    picture, (x, y), size = flat.pixels.copy(), spot_px(row, col, *place), 0.23 * PX_PER_CELL
    angles = np.pi / 5 * np.arange(10)
    reach = size * np.where(np.arange(10) % 2, 0.42, 1.0)
    points = np.stack([x + reach * np.sin(angles), y - reach * np.cos(angles)], -1)
    cv2.fillPoly(picture, [np.round(points * 16).astype(np.int32)], (250, 248, 242), cv2.LINE_AA, 4)
    noisy = cv2.GaussianBlur(picture, (0, 0), 0.9) + np.random.default_rng(5).normal(0, noise, picture.shape)
    return Flat(flat.grid, np.clip(noisy, 0, 255).astype(np.uint8))


@pytest.mark.parametrize("name", ["yellow", "red"])
@pytest.mark.parametrize("noise", [3.0, 9.0, 14.0, 20.0])
def test_a_star_in_a_noisy_picture_is_found(name: str, noise: float) -> None:
    place = LEANING[(0, 1)][1]
    flat = starred(board(6, LEANING | {(3, 2): (COLOURS[name], place)}, (205, 60, 55)), 3, 2, place, noise)
    assert (3, 2, name, True) in found(flat)


def test_a_small_star_on_a_black_token_is_found_though_most_of_it_is_blur() -> None:
    place = LEANING[(0, 1)][1]
    flat = starred(board(6, LEANING | {(3, 2): (COLOURS["black"], place)}, (205, 60, 55)), 3, 2, place, 3.0)
    assert (3, 2, "black", True) in found(flat)
    assert len(found(flat)) == len(LEANING) + 1


@pytest.mark.parametrize(("name", "stands"), [("yellow", True), ("red", True), ("blue", False)])
def test_a_star_that_looks_like_a_letter_is_a_token_s_where_a_red_glass_hides_what_it_lies_on(name: str, stands: bool) -> None:
    place = LEANING[(0, 1)][1]
    flat = starred(board(6, LEANING | {(3, 2): (COLOURS[name], place)}, (205, 60, 55)), 3, 2, place, 3.0)
    ants = find_ants(flat, flat.grid.middles, 6, OWN, lettered=np.arange(36) == 3 * 6 + 2).ants
    assert ((3, 2, name) in [(ant.row, ant.col, ant.color) for ant in ants]) == stands


@pytest.mark.parametrize(("name", "stands"), [("red", True), ("blue", False)])
def test_so_is_one_that_no_other_token_tells_of(name: str, stands: bool) -> None:
    flat = starred(board(3, {(1, 1): (COLOURS[name], (0.0, 0.0))}, (205, 60, 55)), 1, 1, (0.0, 0.0), 3.0)
    assert found(flat) == ((1, 1, name, True),), "where no letter shows"
    ants = find_ants(flat, flat.grid.middles, 3, OWN, lettered=np.arange(9) == 4).ants
    assert [(ant.row, ant.col, ant.color) for ant in ants] == ([(1, 1, name)] if stands else [])


@pytest.mark.parametrize("reach", [0.0, 0.9])
def test_the_tip_of_a_finger_is_no_token(reach: float) -> None:
    """As round as one of its colour, but it goes on."""
    flat = board(3, {}, (215, 90, 80))
    tip, root = (spot_px(1, 1, 0, down) for down in (-0.2, -0.2 - reach))
    cv2.line(flat.pixels, tip, root, (209, 187, 163), round(0.76 * PX_PER_CELL), cv2.LINE_AA)
    assert [ant.color for ant in find_ants(flat, flat.grid.middles, 3, OWN).ants] == ([] if reach else ["yellow"])


@pytest.mark.parametrize(("own", "names"), [(OWN, []), (OWN | {"orange": (224, 123, 38)}, [None])])
def test_a_disc_of_a_hand_s_hue_amid_print_of_its_own_is_asked_about_in_a_box_with_such_tokens(own: dict[str, Rgb], names: object) -> None:
    """An orange token on warm stripes was taken for a finger's tip, and left out though nothing of a finger was to be seen."""
    flat, orange = board(3, {}, (215, 90, 80)), (224, 123, 38)
    for start in (0, 120, 240):
        cv2.ellipse(flat.pixels, spot_px(1, 1, 0, 0), (round(0.5 * PX_PER_CELL),) * 2, 0, start, start + 42, orange, -1, cv2.LINE_AA)
    cv2.circle(flat.pixels, spot_px(1, 1, 0, 0), round(0.34 * PX_PER_CELL), orange, -1, cv2.LINE_AA)
    assert [ant.color for ant in find_ants(flat, flat.grid.middles, 3, own).ants] == names


def test_a_black_token_whose_upper_edge_shines_is_found_where_the_others_say_that_it_shows() -> None:
    place, cell = LEANING[(0, 1)][1], 3 * 6 + 2
    flat = board(6, LEANING | {(3, 2): (COLOURS["black"], place)}, (205, 60, 55))
    known = {at: spot for at, spot in find_ants(flat, flat.grid.middles, 6, OWN).sure.items() if at != cell}
    right, down = spot_px(3, 2, *place)
    cv2.ellipse(flat.pixels, (right, down - 2), (12, 12), 0, 35, 145, (130, 130, 130), 1, cv2.LINE_AA)
    seen = Flat(flat.grid, np.asarray(cv2.GaussianBlur(flat.pixels, (0, 0), 0.7), np.uint8))
    ants = find_ants(seen, seen.grid.middles, 6, OWN, among=np.array([cell]), known=known).ants
    assert [(ant.color, ant.special) for ant in ants] == [("black", False)]


@pytest.mark.parametrize("name", ["black", "blue"])
def test_a_special_token_larger_than_the_others_is_found_where_they_say_that_it_shows(name: str) -> None:
    """Looked at in the others' size, what is around it is its own rim."""
    place = (0.25, -0.42)
    flat = board(6, LEANING | {(3, 2): (COLOURS[name], place)}, (205, 60, 55))
    cv2.circle(flat.pixels, spot_px(3, 2, *place), round(0.42 * PX_PER_CELL), COLOURS[name], -1, cv2.LINE_AA)
    cv2.circle(flat.pixels, spot_px(3, 2, *place), round(0.18 * PX_PER_CELL), (250, 248, 242), -1, cv2.LINE_AA)
    seen = Flat(flat.grid, np.asarray(cv2.GaussianBlur(flat.pixels, (0, 0), 0.7), np.uint8))
    assert (3, 2, name, True) in found(seen)


@pytest.mark.parametrize(("letter", "stands"), [(0.5, True), (0.8, False)])
def test_a_special_token_larger_than_all_letters_is_no_letter_s_ring(letter: float, stands: bool) -> None:
    flat = board(3, {(1, 1): (COLOURS["black"], (0.0, 0.0))}, (205, 60, 55))
    cv2.circle(flat.pixels, spot_px(1, 1, 0, 0), round(0.4 * PX_PER_CELL), COLOURS["black"], -1, cv2.LINE_AA)
    cv2.circle(flat.pixels, spot_px(1, 1, 0, 0), round(0.18 * PX_PER_CELL), (250, 248, 242), -1, cv2.LINE_AA)
    assert found(flat) == ((1, 1, "black", True),), "where no letter shows"
    ants = find_ants(flat, flat.grid.middles, 3, OWN, lettered=np.arange(9) == 4, letter=letter).ants
    assert [(ant.row, ant.col, ant.color) for ant in ants] == ([(1, 1, "black")] if stands else [])


@pytest.mark.parametrize(("middle", "stands"), [(0.09, True), (0.0, False)])
def test_a_special_token_with_its_own_colour_within_its_print_is_no_letter_s_ring(middle: float, stands: bool) -> None:
    """A ring is printed on it, around which a letter seems to be; but within an O there is paper."""
    flat, at = board(3, {(1, 1): (COLOURS["blue"], (0.0, 0.0))}, (205, 60, 55)), spot_px(1, 1, 0, 0)
    for radius, colour in ((0.36, COLOURS["blue"]), (0.17, (250, 248, 242)), (middle, COLOURS["blue"])):
        cv2.circle(flat.pixels, at, round(radius * PX_PER_CELL), colour, -1 if radius else 0, cv2.LINE_AA)
    ants = find_ants(flat, flat.grid.middles, 3, OWN, lettered=np.arange(9) == 4, letter=0.7).ants
    assert [(ant.row, ant.col, ant.color, ant.special) for ant in ants] == ([(1, 1, "blue", True)] if stands else [])


@pytest.mark.parametrize(("is_lettered", "colour"), [(False, "yellow"), (True, None)])
def test_paper_in_a_lamp_s_light_beside_a_clear_letter_is_no_token_however_much_it_has_a_token_s_colour(
    is_lettered: bool, colour: str | None
) -> None:
    """The corner of a tile, between an L and the table: round enough, and plain."""
    flat, lit, at = board(5, {(2, 2): ((244, 238, 208), (0.0, 0.0))}, (250, 248, 242)), (244, 238, 208), 1.0
    corners = [spot_px(2, 2, off, off) for off in (-at, at, -0.5, 0.5)]
    cv2.rectangle(flat.pixels, corners[0], corners[1], lit, -1)
    cv2.rectangle(flat.pixels, corners[2], corners[3], (40, 60, 90), round(0.2 * PX_PER_CELL))
    ants = find_ants(flat, flat.grid.middles, 5, OWN, np.arange(25) == 12 if is_lettered else None).ants
    assert [ant.color for ant in ants if (ant.row, ant.col) == (2, 2)] == ([] if colour is None else [colour])


def test_bare_paper_far_from_where_the_others_say_that_a_token_shows_is_none() -> None:
    flat = board(6, LEANING | {(3, 2): ((250, 248, 242), (-0.1, 0.02))}, (205, 60, 55))
    known = {at: spot for at, spot in find_ants(flat, flat.grid.middles, 6, OWN).sure.items() if at != 3 * 6 + 2}
    assert find_ants(flat, flat.grid.middles, 6, OWN, among=np.array([3 * 6 + 2]), known=known).ants == ()


@pytest.mark.parametrize(("strokes", "stands"), [(2, True), (4, False)])
def test_where_a_token_should_show_print_as_pale_in_red_as_paper_is_none_if_it_goes_on(strokes: int, stands: bool) -> None:
    """Strokes that cross there; a red token that glare has bleached as much ends all around."""
    place, cell, pale = LEANING[(0, 1)][1], 3 * 6 + 2, (252, 212, 210)
    flat = board(6, LEANING | {(3, 2): (pale, place)}, (205, 60, 55))
    known = {at: spot for at, spot in find_ants(flat, flat.grid.middles, 6, OWN).sure.items() if at != cell}
    x, y = spot_px(3, 2, *place)
    for turn in 2 * np.pi * np.arange(strokes) / strokes + 0.4:
        cv2.line(flat.pixels, (x, y), (round(x + 26 * np.cos(turn)), round(y + 26 * np.sin(turn))), pale, 6, cv2.LINE_AA)
    ants = find_ants(flat, flat.grid.middles, 6, OWN, among=np.array([cell]), known=known).ants
    assert [ant.color for ant in ants] == (["red"] if stands else [])
