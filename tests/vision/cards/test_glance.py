"""Many places at a glance: what is sampled from edges of the whole picture is what is seen where each place is cut out."""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.deck import SIZE_PX, card, catalogue
from vision.cards.glance import AFAR_CELLS, TINY, Glance, moves_to, turned
from vision.cards.likeness import Likeness
from vision.cards.picture import Picture
from vision.image.levels import Levels
from vision.looks import canon
from vision.looks.matching import Library

Floats = NDArray[np.float32]

PLACES: dict[tuple[str, int], list[tuple[float, float]]] = {
    ("red", 3): [(100, 80), (220, 92), (208, 262), (92, 246)],
    ("blue", 7): [(430, 110), (452, 236), (276, 262), (258, 140)],
    ("black", 5): [(640, 300), (510, 290), (520, 104), (648, 112)],
}
"""A little askew: upright, lying on its side, upside down."""
QUADS = np.array(list(PLACES.values()), np.float32)


@cache
def library() -> Library:
    return Library(catalogue())


def table() -> NDArray[np.uint8]:
    """Three cards on plain wood, (720, 1280, 3) RGB."""
    seen = np.full((720, 1280, 3), (96, 70, 52), np.uint8)
    corners = np.array([[0, 0], [SIZE_PX[0], 0], SIZE_PX, [0, SIZE_PX[1]]], np.float32) - np.float32(0.5)
    for (ink, number), place in PLACES.items():
        forth = cv2.getPerspectiveTransform(corners, np.array(place, np.float32))
        flat = cv2.warpPerspective(card(ink, number), forth, (1280, 720), flags=cv2.INTER_AREA)
        mask = cv2.warpPerspective(np.full(SIZE_PX[::-1], 255, np.uint8), forth, (1280, 720))
        seen[mask > 127] = flat[mask > 127]
    return seen


def alike(one: Floats, other: Floats) -> float:
    return float(np.vdot(one, other)) / float(np.linalg.norm(one) * np.linalg.norm(other))


@pytest.mark.parametrize("place", range(3))
def test_sampled_or_cut_out_the_same_is_seen(place: int) -> None:
    """Of one place alone it is cut out, of very many the edges of the whole picture are found."""
    few, many = Glance(Levels(table())), Glance(Levels(table()))
    cut_out, sampled = few.at(QUADS[place : place + 1])[0], many.at(np.repeat(QUADS, 200, 0))[200 * place]
    assert cut_out.shape == sampled.shape == (*TINY, 2)
    assert alike(cut_out, sampled) > 0.85


def test_what_lies_beside_a_place_is_seen_around_it() -> None:
    glance = Glance(Levels(table()))
    wide, own = glance.around(QUADS, 2), glance.at(QUADS)
    assert wide.shape == (3, TINY[0] + 4, TINY[1] + 4, 2)
    assert alike(wide[:, 3:-3, 3:-3], own[:, 1:-1, 1:-1]) > 0.99


def test_a_quad_is_where_the_raster_is_taken() -> None:
    corners = np.matmul(moves_to(QUADS), np.array([[0, 1, 1, 0], [0, 0, 1, 1], [1, 1, 1, 1]], np.float64))
    np.testing.assert_allclose((corners[:, :2] / corners[:, 2:]).transpose(0, 2, 1), QUADS, atol=1e-3)


@pytest.mark.parametrize("turn_deg", [0.0, 30.0, 90.0, 200.0])
def test_edges_turn_with_the_raster(turn_deg: float) -> None:
    """An upright line in the picture, seen from a raster that is turned: its doubled angle goes back by twice the turn."""
    turn = np.deg2rad(turn_deg)
    slopes = np.array([[[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]])
    found = turned(np.array([[[[0.8, 0.0]]]], np.float32), slopes)[0, 0, 0]
    np.testing.assert_allclose(found, [0.8 * np.cos(2 * turn), -0.8 * np.sin(2 * turn)], atol=1e-4)


class TestLikeness:
    """Places against all looks."""

    likeness = Likeness(library(), 0.2, square=False)

    def test_whole_places_resemble_their_cards_whichever_way_up(self) -> None:
        found = self.likeness.whole(Picture(table(), 1280), list(QUADS))
        assert [library().ids[like.look].split("-")[0] for like in found] == ["red", "blue", "black"]
        assert all(like.alike > 0.7 for like in found)

    def test_a_covered_part_is_left_out(self) -> None:
        cover = np.array([[90, 160], [230, 160], [230, 270], [90, 270]], np.float32)
        seen = table()
        seen[160:270, 90:230] = (20, 120, 200)
        likest = max(self.likeness.parts(Picture(seen, 1280), [QUADS[0]], [cover], 0.2)[0], key=lambda like: like.alike)
        assert library().ids[likest.look].startswith("red")

    @pytest.mark.parametrize(("aside", "least", "most"), [(0.0, 0.6, 1.0), (8.0, 0.5, 1.0), (300.0, -2.0, 0.3)])
    def test_a_look_is_there_or_a_little_aside_or_not(self, aside: float, least: float, most: float) -> None:
        look = library().ids.index("red-3")
        much = self.near(QUADS[0] + np.array([0, aside], np.float32), look, [])
        assert least < much <= most

    def test_a_place_under_others_shows_nothing(self) -> None:
        assert self.near(QUADS[0], 0, [QUADS[0] * 1.5 - QUADS[0].mean(0) / 2]) < 0

    @pytest.mark.parametrize("aside", [-2, 0, 2])
    def test_a_place_is_moved_by_whole_blocks_of_what_lies_around_it(self, aside: int) -> None:
        picture, look = Picture(table(), 1280), library().ids.index("red-3")
        around = picture.glance.around(QUADS[:1], AFAR_CELLS)[0]
        moved = np.roll(around, aside, (0, 1))  # where it is moved back it is the same print
        assert self.likeness.near(picture, QUADS[0], moved, look, []) > 0.6
        assert self.likeness.near(picture, QUADS[0], np.roll(around, 8, (0, 1)), look, []) < 0.3

    def near(self, quad: Floats, look: int, known: Sequence[Floats]) -> float:
        picture = Picture(table(), 1280)
        return self.likeness.near(picture, quad, picture.glance.around(quad[None], AFAR_CELLS)[0], look, known)


def test_the_raster_of_a_glance_is_a_quarter() -> None:
    assert (TINY[0] * 4, TINY[1] * 4) == (canon.HEIGHT, canon.WIDTH)
