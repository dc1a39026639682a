"""Points of print vote for the pieces on which they lie: many small pieces as well as a few large ones."""

import cv2
import numpy as np
import pytest

from tests.benchmarks.growth import generated
from tests.vision.deck import SIZE_MM, SIZE_PX, Floats, Pixels
from vision.cards.picture import Picture
from vision.cards.prints import PrintParams
from vision.cards.region_params import RegionParams
from vision.cards.regions import Regions
from vision.image.quads import overlap
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import Library


def table(wide_px: int, columns: int, rows: int) -> tuple[Pixels, list[Floats]]:
    """Different cards of one width, apart on plain ground, in a picture 1280 px wide; and where each lies, (4, 2)."""
    size = wide_px, wide_px * SIZE_PX[1] // SIZE_PX[0]
    rgb, lies = np.full((720, 1280, 3), (70, 100, 80), np.uint8), []
    for n in range(columns * rows):
        left, top = 20 + n % columns * round(1.35 * size[0]), 20 + n // columns * round(1.25 * size[1])
        rgb[top : top + size[1], left : left + size[0]] = cv2.resize(generated(n), size, interpolation=cv2.INTER_AREA)
        lies.append(np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32) + np.array([left, top], np.float32))
    return rgb, lies


@pytest.mark.parametrize(("wide_px", "columns", "rows"), [(90, 8, 4), (200, 4, 1)])
def test_print_is_found_on_nearly_every_piece_however_many_small_ones_lie_there(wide_px: int, columns: int, rows: int) -> None:
    rgb, lies = table(wide_px, columns, rows)
    looks = tuple(look_of(generated(n), f"generated-{n}", "card", SIZE_MM) for n in range(len(lies)))
    regions = Regions(Library(Catalogue(looks)), RegionParams(prints=PrintParams(most=2 * len(lies))))
    picture = Picture(rgb, 1280)
    longest_px = regions.print_px(picture, wide_px)
    assert not list(regions.closer_px(picture, wide_px, longest_px)), "one look is enough"
    found = are_found(regions, picture, lies, longest_px)
    assert np.mean(found) >= 0.9, np.flatnonzero(np.logical_not(found))


def test_pieces_as_small_as_stones_are_looked_for_once_more_as_closely_as_the_picture_shows_them() -> None:
    rgb, lies = table(36, 20, 3)
    looks = tuple(look_of(generated(n), f"generated-{n}", "card", SIZE_MM) for n in range(len(lies)))
    regions = Regions(Library(Catalogue(looks)), RegionParams(prints=PrintParams(most=2 * len(lies))))
    picture = Picture(rgb, 1280)
    first = regions.print_px(picture, 36.0)
    (closer,) = regions.closer_px(picture, 36.0, first)
    assert np.mean(are_found(regions, picture, lies, first)) < 0.25
    assert np.mean(are_found(regions, picture, lies, closer)) > 0.75


def are_found(regions: Regions, picture: Picture, lies: list[Floats], longest_px: int) -> list[bool]:
    """Whether print, looked for in a picture of that size, votes for each piece where it lies."""
    places = regions.by_print(picture, [], longest_px)
    return [any(place.look == n and overlap(place.quad, quad) > 0.5 for place in places) for n, quad in enumerate(lies)]
