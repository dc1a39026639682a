"""Cards whose stripes run to their edges, on stripes of the same colours: found by the medallion within, whichever way up they lie."""

import cv2
import numpy as np
import pytest

from vision.cards.designs import DesignParams, Floats, designs
from vision.cards.picture import Picture
from vision.cards.regions import Regions
from vision.cards.within import Matrix, WithinParams, places_around, shown_within
from vision.frame import Frame, Rgb
from vision.image.outlines import OutlineParams, find_contours
from vision.image.quads import overlap
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import Library
from vision.reader import TableReader
from vision.table.plane import TablePlane

WIDE, HIGH, SIZE_MM = 120, 180, (60.0, 90.0)
CREAM, CORAL, NAVY = (246, 234, 208), (240, 100, 74), (30, 46, 94)


def striped(wide: int, high: int, slope: float) -> Rgb:
    """Stripes of two colours, so many rows down for each pixel across."""
    rows, columns = np.mgrid[0:high, 0:wide]
    return np.where(((rows + slope * columns) // 9 % 2 == 0)[..., None], CREAM, CORAL).astype(np.uint8)


def card(number: int) -> Rgb:
    """Twice as large as it is seen: stripes to its edges, a medallion, on it so many of nine pips, one in a corner."""
    seen = striped(2 * WIDE, 2 * HIGH, (0.0, 1.0, -1.0)[number % 3])
    medallion = [(80, 40), (160, 40), (206, 120), (206, 240), (160, 320), (80, 320), (34, 240), (34, 120)]
    cv2.fillPoly(seen, [np.array(medallion, np.int32)], (255, 253, 244), cv2.LINE_AA)
    cv2.polylines(seen, [np.array(medallion, np.int32)], True, NAVY, 5, cv2.LINE_AA)
    for pip in range(number + 1):
        cv2.circle(seen, (84 + 36 * (pip % 3), 120 + 56 * (pip // 3)), 13, NAVY, -1, cv2.LINE_AA)
    cv2.rectangle(seen, (0, 0), (52, 36), NAVY, -1)
    cv2.circle(seen, (12 + 4 * number, 18), 8, CREAM, -1, cv2.LINE_AA)
    return seen


CARDS = [card(number) for number in range(6)]
LOOKS = tuple(look_of(one, f"c{n}", "card", SIZE_MM) for n, one in enumerate(CARDS))
LIBRARY = Library(Catalogue(LOOKS))
(DESIGN,) = designs(LIBRARY.tiny, [(look.kind, look.size_mm) for look in LOOKS], DesignParams())
PLACES = {1: (300.0, 300.0, 20.0), 4: (640.0, 360.0, 200.0), 5: (960.0, 330.0, 290.0)}
TO_MM = {"y towards the viewer": np.diag([0.5, 0.5, 1.0]), "y away from the viewer": np.diag([0.5, -0.5, 1.0])}
"""Pixels of the picture -> millimetres."""


def quad_at(x: float, y: float, turn_deg: float) -> Floats:
    turn = np.deg2rad(turn_deg)
    right, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    return np.array([(x, y) + i * WIDE / 2 * right + j * HIGH / 2 * down for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))], np.float32)


def table(laid: dict[int, tuple[float, float, float]]) -> Rgb:
    seen = striped(1280, 720, 0.4)
    for n, place in laid.items():
        forth = cv2.getPerspectiveTransform(np.array([[0, 0], [240, 0], [240, 360], [0, 360]], np.float32), quad_at(*place))
        one = cv2.warpPerspective(CARDS[n], forth, (1280, 720), flags=cv2.INTER_AREA)
        lies = cv2.warpPerspective(np.full((360, 240), 255, np.uint8), forth, (1280, 720))
        seen = np.where(lies[..., None] > 127, one, seen).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.8), np.uint8)


def places(to_mm: Matrix, known: list[Floats]) -> list[Floats]:
    seen = table(PLACES)
    shown = shown_within(find_contours(seen, OutlineParams()), to_mm, SIZE_MM, WithinParams())
    return places_around(Picture(seen, 1280), shown, to_mm, SIZE_MM, DESIGN, known, DesignParams(), WithinParams())


@pytest.mark.parametrize("to_mm", TO_MM.values(), ids=TO_MM.keys())
def test_what_is_printed_within_tells_where_a_card_lies_and_which_way_up(to_mm: Matrix) -> None:
    found = places(to_mm, [])
    for place in PLACES.values():
        best = max(found, key=lambda quad: overlap(quad, quad_at(*place)))
        assert overlap(best, quad_at(*place)) > 0.85
        assert np.abs(best - quad_at(*place)).max() < WIDE / 8


def test_no_place_lies_on_a_known_card() -> None:
    found = places(TO_MM["y away from the viewer"], [quad_at(*PLACES[1])])
    assert len(found) == 2 and all(overlap(quad, quad_at(*PLACES[1])) < 0.2 for quad in found)


@pytest.mark.parametrize(("part", "least_solid"), [((0.7, 0.95), 0.8), ((0.2, 0.95), 1.0)])
def test_what_is_too_small_or_goes_around_nothing_is_no_such_print(part: tuple[float, float], least_solid: float) -> None:
    contours = find_contours(table(PLACES), OutlineParams())
    assert shown_within(contours, TO_MM["y away from the viewer"], SIZE_MM, WithinParams(part=part, least_solid=least_solid)) == []


def test_such_cards_are_read_where_nothing_else_tells_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stripes tear their outlines, and points of print are taken to be drowned in what lies around."""
    monkeypatch.setattr(Regions, "by_print", lambda *_: [])
    plane = TablePlane(np.linalg.inv(TO_MM["y away from the viewer"]), "markers", 0.1)
    seen = TableReader(Catalogue(LOOKS)).read(Frame(table(PLACES), 0.0), plane)
    assert sorted(str(one.id) for one in seen.detections) == ["c1", "c4", "c5"]
