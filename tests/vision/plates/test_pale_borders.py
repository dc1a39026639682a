"""Foods printed as stickers are: a white border, a dark line within, a body in two tones. What shines lifts what is dark, not white."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.art_buffet_boss import bordered, outline
from fixtures.piles import Shot, mm_to_px, picture, pile
from tests.vision.plates.test_bordered import catalogue_of, silhouette
from tests.vision.plates.test_reader import COLOURED, FOODS, found, look, read
from vision.frame import Frame
from vision.looks.catalogue import Catalogue
from vision.looks.insides import places_inside
from vision.looks.shapes import Shapes
from vision.looks.silhouettes import Silhouette, inner_edge, silhouette_of
from vision.observation import PLATE
from vision.plates.borders import border_share, painted, shown
from vision.plates.contacts import contacts, looked_down_on
from vision.plates.edgelight import with_borders
from vision.plates.flats import find_patches
from vision.plates.guesses import Agreement, guesses
from vision.plates.printed import joined
from vision.plates.reader import SideReader
from vision.plates.standing import Camera, project

Floats = NDArray[np.float64]
STICKERS = {food.name: food for food in bordered("sticker")}
LIFT = 12.0


@pytest.fixture(scope="module")
def reader() -> SideReader:
    return SideReader(catalogue_of("sticker"))


@pytest.mark.parametrize(("seed", "haze"), [(0, 0), (0, 40), (3, 0), (3, 40)])
def test_a_stack_of_stickers_is_read_whole_whatever_shines(reader: SideReader, seed: int, haze: float) -> None:
    rng = np.random.default_rng(seed)
    standing, shot = pile(rng, 5, bordered("sticker"), 1), Shot(gain=(0.75, 0.72, 0.66), haze=haze, part=0.75, size_px=(1920, 1080))
    (stack,) = reader.read(Frame(picture(standing, shot, rng), 0.0)).stacks
    assert sorted(found(stack, standing, shot).values()) == list(range(len(standing.pieces)))
    assert stack.height_mm is not None and stack.height_error_mm is not None
    assert abs(stack.height_mm - standing.height_mm) < min(1.5, stack.height_error_mm)


def test_a_line_within_a_border_lies_on_whatever_is_printed_there() -> None:
    """The dark line was expected as a mixture of white and the coat's colour where the piece bears that."""
    one = silhouette(STICKERS["onion"])
    assert len(one.coats)
    assert all(np.abs(coat[:5] - one.rim[:5]).max() < 1 for coat in painted(one)[1:])
    assert np.abs(painted(one)[1:, -1] - one.coats).max() < 1


def test_a_coat_mixes_with_a_line_along_the_edge_where_there_is_no_second_one() -> None:
    rim = np.array([[255] * 3, [255] * 3, [255] * 3, [175] * 3, [95] * 3, [95] * 3], np.uint8)
    one = replace(silhouette(STICKERS["onion"]), rim=rim, coats=np.array([[15] * 3], np.uint8))
    assert painted(one)[1, :, 0].tolist() == pytest.approx([255, 255, 255, 135, 15, 15])
    assert border_share(one).tolist() == pytest.approx([1, 1, 1, 0.5, 0, 0])


def test_what_is_white_shows_in_its_own_light_and_what_is_dark_in_the_bodys() -> None:
    """A red body, dark in green and blue, shines: it seems to be in more light there than the white around it is."""
    one = silhouette(STICKERS["ham"])
    own, pale = np.array([0.7, 0.9, 1.0]), np.array([0.7, 0.68, 0.6])
    colours = shown(one, own, pale, LIFT)
    assert colours[0, 0] == pytest.approx((255 + LIFT) * pale - LIFT, abs=0.5)
    assert colours[0, -1] == pytest.approx((one.body + LIFT) * own - LIFT, abs=0.5)
    assert (colours[1, -1] > colours[0, -1]).all() and (colours[1, -1] < colours[0, 0]).all()
    assert shown(one, own, own, LIFT) == pytest.approx((painted(one) + LIFT) * own - LIFT)


def first_look(border: str, names: tuple[str, ...], gain: tuple[float, float, float]) -> tuple[Agreement, Agreement]:
    """What guesses at a drawn stack agree on, and the same with their borders' light."""
    box = {food.name: food for food in bordered(border)}
    shapes, rng = Shapes([silhouette(food) for food in box.values()], with_inner=True), np.random.default_rng(3)
    rgb = picture(pile(rng, 5, [box[name] for name in names], 1), Shot(gain=gain, haze=30, part=0.75, size_px=(1920, 1080)), rng)
    tried = [one for join in joined(rgb, shapes.silhouettes) for one in guesses(shapes, [join.patch], bodies=join.bodies)]
    tried += guesses(shapes, find_patches(rgb))
    likely = [one for one in tried if one.likeness.is_inner and one.likeness.overlap > 0.85]
    assert likely
    agreed = Agreement(8.0, np.ones(3), np.zeros(2), 1.0)
    return agreed, with_borders(agreed, likely, rgb.astype(np.float32), shapes)


BROAD = ("bread", "ham", "bean", "cabbage", "mussel")


def test_the_light_on_borders_is_seen_on_them() -> None:
    agreed, told = first_look("sticker", BROAD, (0.6, 0.5, 0.4))
    assert agreed.edge is None and told.edge is not None
    assert told.edge == pytest.approx((np.array([0.6, 0.5, 0.4]) * 255 + 30 + LIFT) / (255 + LIFT), abs=0.03)


def test_a_dark_line_along_the_edge_tells_no_light_on_borders() -> None:
    agreed, told = first_look("dark", BROAD, (0.6, 0.5, 0.4))
    assert told is agreed


def test_inside_a_pale_border_patches_end_a_little_earlier() -> None:
    for border, is_earlier in (("sticker", True), ("dark", False)):
        one = silhouette({food.name: food for food in bordered(border)}["ham"])
        inner, seen = inner_edge(one), Shapes([one], with_inner=True).inner[0]
        assert one.has_pale_edge == is_earlier and inner is not None
        areas = [cv2.contourArea(line.astype(np.float32)) for line in (seen, inner)]
        assert (areas[0] < 0.98 * areas[1]) if is_earlier else areas[0] == areas[1]


def depths(one: Silhouette, line_mm: float) -> Floats:
    edge = one.outline_mm.astype(np.float32)
    return np.array([cv2.pointPolygonTest(edge, (float(x), float(y)), True) for x, y in places_inside(one.outline_mm, line_mm)])


def test_a_piece_is_looked_at_behind_its_border_not_on_the_line_along_that() -> None:
    one = silhouette(STICKERS["cherry"])
    assert one.line_mm == pytest.approx(2.4)
    assert depths(one, 0.0).min() < one.line_mm < depths(one, one.line_mm).min()
    assert np.array_equal(depths(one, 1.0), depths(one, 0.0))


def test_of_a_piece_too_thin_for_that_what_lies_nearer_to_its_border_is_looked_at() -> None:
    thin = replace(silhouette(STICKERS["cherry"]), outline_mm=outline(STICKERS["sausage"]) * (1.0, 0.6))
    assert len(places_inside(thin.outline_mm, 6.0)) == len(places_inside(thin.outline_mm)) > 0


def test_light_on_borders_with_which_nothing_fits_better_does_not_count(reader: SideReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """A narrow border mixes with the ground and the line beside it: it seems to be in far less light than it is."""
    monkeypatch.setattr("vision.plates.reader.with_borders", lambda agreed, *_: replace(agreed, edge=np.array([0.4, 0.3, 0.1])))
    rng = np.random.default_rng(0)
    standing, shot = pile(rng, 5, bordered("sticker"), 1), Shot(gain=(0.75, 0.72, 0.66), part=0.75, size_px=(1920, 1080))
    (stack,) = reader.read(Frame(picture(standing, shot, rng), 0.0)).stacks
    assert len(found(stack, standing, shot)) == len(standing.pieces)


def test_what_is_printed_right_behind_a_broad_border_is_a_coat() -> None:
    """A gleam along a thin piece: twice as deep as its border nothing is left of that."""
    scan = np.full((130, 420, 3), (90, 120, 160), np.uint8)  # ten pixels a millimetre, a millimetre of ground around
    deep = cv2.distanceTransform(cv2.copyMakeBorder(np.full((110, 400), 1, np.uint8), 10, 10, 10, 10, cv2.BORDER_CONSTANT), cv2.DIST_L2, 5)
    for depth, colour in ((0, (255, 255, 255)), (16, (30, 25, 20)), (26, (150, 40, 35)), (32, (215, 60, 50))):
        scan[deep > depth] = colour
    scan[44:57, 60:360] = (240, 160, 150)
    one = silhouette_of(scan, "sausage", (40.0, 11.0))
    assert one.line_mm == pytest.approx(2.4)
    assert sorted(coat.tolist()[1] for coat in one.coats) == pytest.approx([60, 160], abs=3)


def test_pieces_are_tried_again_at_the_size_that_those_show_which_were_found(reader: SideReader) -> None:
    """Patches end before edges do: at first all pieces seem to be several parts in a hundred too small."""
    rng = np.random.default_rng(0)
    standing, shot = pile(rng, 5, bordered("sticker"), 1), Shot(gain=(0.75, 0.72, 0.66), haze=40, part=0.75, size_px=(1920, 1080))
    rgb = picture(standing, shot, rng)
    shapes = Shapes([one.silhouette for one in reader.catalogue.looks if one.silhouette is not None], with_inner=True)
    first = reader._first(rgb, shapes)
    assert first.agreed is not None
    camera = Camera((959.5, 539.5), (float(first.agreed.middle[0]), float(first.agreed.middle[1])), first.agreed.px_per_mm, 2200.0)
    again, agreed, tried, kept = reader._tried(rgb.astype(np.float32), first.found, first.agreed, shapes, camera)
    to_px = mm_to_px(standing, shot)
    square = project(np.asarray(np.linalg.inv(to_px), np.float64), first.agreed.middle[None]) + np.array(
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    )
    real = float(np.sqrt(cv2.contourArea(project(to_px, square).astype(np.float32))))
    assert abs(first.agreed.px_per_mm / real - 1) > 0.02
    assert again.px_per_mm == agreed.px_per_mm == pytest.approx(real, rel=0.012)
    assert len(kept) == len(standing.pieces) < len(tried)


@pytest.mark.parametrize(("tilt", "stands"), [(0.0, False), (0.15, True), (-0.15, False)])
def test_a_camera_that_looks_down_sees_the_plates_edge_below_what_stands_on_it(tilt: float, stands: bool) -> None:
    """The plate reaches nearer to the camera than its pieces, by a good centimetre: its edge seemed to be too far below them."""
    plate = np.array([(-60.0, 0.0), (60.0, 0.0), (55.0, 30.0), (-55.0, 30.0)])
    pieces = [np.array([(x, -20.0), (x + 20, -20.0), (x + 20, -3.2), (x, -3.2)]) for x in (-40.0, 10.0)]
    on = [k for a, k in contacts(pieces, plate, None, 6.0, looked_down_on(tilt)).touching if a == PLATE]
    assert on == ([0, 1] if stands else [])


@pytest.mark.parametrize(("tilt", "stands"), [(0.0, False), (0.17, True)])
def test_from_above_a_stack_stands_on_a_plate_whose_edge_is_seen_below_it(tilt: float, stands: bool) -> None:
    whole = pile(np.random.default_rng(1), 4, [FOODS[name] for name in COLOURED], 1)
    standing = replace(whole, pieces=tuple(replace(one, pose=replace(one.pose, y=one.pose.y - 3.0)) for one in whole.pieces))
    stack = read(SideReader(Catalogue(tuple(look(name) for name in FOODS))), standing, Shot(tilt=tilt))
    assert stack is not None and (stack.height_mm is not None) == stands
    assert len(found(stack, standing, Shot(tilt=tilt))) == (4 if stands else 0)
