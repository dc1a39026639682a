"""Foods with a border printed along their edge: measured by their edge, not by where the border ends inside."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.art_buffet_boss import BORDERS, Food, bordered, foods, outline, piece_picture
from fixtures.film import jpeg
from fixtures.piles import Pile, Shot, picture, pile, shot_of
from tests.vision.plates.test_reader import found
from vision.frame import Frame, Rgb
from vision.looks.catalogue import Catalogue, Look, look_of
from vision.looks.shapes import Shapes
from vision.looks.silhouettes import Silhouette, inner_edge, silhouette_of
from vision.observation import Stack
from vision.plates.reader import SideReader
from vision.plates.rims import Evidence, _mixed, evidence
from vision.plates.standing import Camera, Pose


def silhouette(food: Food, scan: Rgb | None = None) -> Silhouette:
    line = outline(food)
    return silhouette_of(piece_picture(food) if scan is None else scan, food.name, (float(np.ptp(line[:, 0])), float(np.ptp(line[:, 1]))))


def look(food: Food) -> Look:
    scan = piece_picture(food)
    one = silhouette(food, scan)
    size = float(np.ptp(one.outline_mm[:, 0])), float(np.ptp(one.outline_mm[:, 1]))
    return replace(look_of(scan, food.name, "food", size), silhouette=one)


@cache
def catalogue_of(border: str) -> Catalogue:
    return Catalogue(tuple(look(food) for food in bordered(border)))


@pytest.mark.parametrize("border", BORDERS)
def test_bordered_foods_are_named_and_measured(border: str) -> None:
    standing, shot = pile(np.random.default_rng(5), 5, bordered(border), 1), Shot(gain=(0.9, 0.86, 0.8))
    seen = SideReader(catalogue_of(border)).read(Frame(picture(standing, shot, np.random.default_rng(5)), 0.0))
    (stack,) = seen.stacks
    assert stack.height_mm is not None and stack.height_error_mm is not None
    assert sorted(found(stack, standing, shot).values()) == list(range(len(standing.pieces)))
    assert abs(stack.height_mm - standing.height_mm) < min(1.5, stack.height_error_mm)


def shown(border: str, seed: int, number: int) -> tuple[Pile, Shot, Stack]:
    """A picture of a drawn set, and the one stack that is read in it."""
    rng = np.random.default_rng([seed, number])
    standing, shot = pile(rng, int(rng.integers(2, 9)), bordered(border)), shot_of(rng)
    rgb = cv2.imdecode(np.frombuffer(jpeg(picture(standing, shot, rng), 90), np.uint8), cv2.IMREAD_COLOR)
    assert rgb is not None
    (stack,) = SideReader(catalogue_of(border)).read(Frame(np.asarray(rgb[..., ::-1], np.uint8), 0.0)).stacks
    return standing, shot, stack


def test_a_piece_that_ends_with_its_border_before_another_begins_is_not_overlooked() -> None:
    """What shows of the bean inside its border is two millimetres from the crab that carries it: the height was told 12 mm too low."""
    standing, _, stack = shown("double", 602, 12)
    assert len(stack.pieces) >= len(standing.pieces) and stack.height_mm is not None and stack.height_error_mm is not None
    assert abs(stack.height_mm - standing.height_mm) <= stack.height_error_mm


def test_table_between_pale_edges_is_no_egg_with_one() -> None:
    standing, shot, stack = shown("pale", 602, 19)
    on = found(stack, standing, shot)
    assert len(on) == len(standing.pieces)
    assert all(piece.id is None or k in on for k, piece in enumerate(stack.pieces))


def test_a_thin_line_is_expected_as_pale_as_a_picture_shows_it() -> None:
    rim = np.array([[240.0] * 3, [240.0] * 3, [240.0] * 3, [30.0] * 3, [100.0] * 3, [200.0] * 3])[None]
    near, far = (_mixed(rim, spread_mm)[0, :, 0] for spread_mm in (0.02, 0.4))
    assert near == pytest.approx(rim[0, :, 0], abs=6)
    assert 60 < far[3] < 130 and far[0] == pytest.approx(240, abs=8) and far[5] == 200


def test_two_pieces_fitted_to_lines_inside_their_edges_tell_no_height() -> None:
    """The pear's border has the ground's colour; its height was told 11 mm too large, give or take 2."""
    rng = np.random.default_rng([603, 9])
    standing, shot = pile(rng, int(rng.integers(2, 9)), bordered("shaded")), shot_of(rng)
    rgb = cv2.imdecode(np.frombuffer(jpeg(picture(standing, shot, rng), 90), np.uint8), cv2.IMREAD_COLOR)
    assert rgb is not None
    for stack in SideReader(catalogue_of("shaded")).read(Frame(np.asarray(rgb[..., ::-1], np.uint8), 0.0)).stacks:
        assert stack.height_mm is None or abs(stack.height_mm - standing.height_mm) <= (stack.height_error_mm or 0.0)


@pytest.mark.parametrize("border", BORDERS)
def test_a_piece_ends_where_it_is_cut_whatever_lines_follow_its_edge(border: str) -> None:
    for food in bordered(border):
        own = float(cv2.contourArea(outline(food).astype(np.float32)))
        assert silhouette(food).area_mm2 == pytest.approx(own, rel=0.03), food.name


def stitches_on(food: Food) -> NDArray[np.uint8]:
    """A scan of the food with pale stitches 2.6 mm inside its edge."""
    line, rgb = outline(food), np.ascontiguousarray(piece_picture(food))
    scale, depth = rgb.shape[1] / float(np.ptp(line[:, 0])), np.zeros(rgb.shape[:2], np.uint8)
    cv2.fillPoly(depth, [np.round((line - line.min(0)) * scale).astype(np.int32)], 1)
    deep = (cv2.distanceTransform(np.pad(depth, 1), cv2.DIST_L2, 5)[1:-1, 1:-1] > 2.6 * scale).astype(np.uint8)
    for seam in cv2.findContours(deep, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        for at in range(0, len(seam), round(4 * scale)):
            cv2.polylines(rgb, [seam[at : at + round(2.4 * scale)]], False, (250, 246, 235), round(0.7 * scale))
    return rgb


def stitched(food: Food) -> Silhouette:
    line = outline(food)
    return silhouette_of(stitches_on(food), food.name, (float(np.ptp(line[:, 0])), float(np.ptp(line[:, 1]))))


def test_stitches_are_no_border_and_not_what_a_food_is_made_of() -> None:
    """They lie as deep as a silhouette tells colours, and were taken for its inside, and all before them for a border."""
    for food in foods():
        if food.name in ("egg", "onion"):  # as pale as the stitches
            continue
        one = stitched(food)
        assert np.abs(one.body - silhouette(food).body).max() < 24, food.name
        assert inner_edge(one) is None, food.name


@pytest.mark.parametrize("light", [1.0, 0.55])
def test_stitches_do_not_cover_a_food(light: float) -> None:
    """They were taken for something that lies on it, and no such food had a name; what lies on it beside them is seen even so."""
    for food in foods():
        one, rgb = stitched(food), stitches_on(food)
        px_per_mm = rgb.shape[1] / float(np.ptp(one.outline_mm[:, 0]))
        camera = Camera(
            ((rgb.shape[1] - 1) / 2, (rgb.shape[0] - 1) / 2), ((rgb.shape[1] - 1) / 2, (rgb.shape[0] - 1) / 2), px_per_mm, 2000.0
        )
        lit = rgb.astype(np.float32) * np.float32(light)
        assert seen_bare(lit, one, camera, light) >= 0.9, food.name
        lit[:, : round(0.4 * rgb.shape[1])] = (90, 90, 250)
        assert seen_bare(lit, one, camera, light) < 0.9, food.name


def seen_bare(picture: NDArray[np.float32], one: Silhouette, camera: Camera, light: float) -> float:
    """The part of a food that bears its colour, straight before the camera."""
    return evidence(picture, one, Pose(one.outline_mm, 0.0, 0.0, 0.0), camera, np.full(3, light), 1.0).covered


def straight_before(rgb: NDArray[np.uint8], one: Silhouette, px_per_mm: float = 5.0) -> Evidence:
    """What shows of a food by its scan (H, W, 3), RGB, on brown ground before a camera."""
    scale = rgb.shape[1] / float(np.ptp(one.outline_mm[:, 0])) / px_per_mm
    wide = cv2.copyMakeBorder(rgb, 100, 100, 100, 100, cv2.BORDER_CONSTANT, value=(120, 80, 50))
    small = cv2.resize(wide, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA)
    seen = np.asarray(cv2.GaussianBlur(small.astype(np.float32), (0, 0), 0.8), np.float32)
    middle = (seen.shape[1] - 1) / 2, (seen.shape[0] - 1) / 2
    return evidence(seen, one, Pose(one.outline_mm, 0.0, 0.0, 0.0), Camera(middle, middle, px_per_mm, 2000.0), np.ones(3), 1.0)


@pytest.mark.parametrize(("border", "least"), [("dark", 0.85), ("double", 0.7)])
def test_thin_parts_are_as_sure_as_others(border: str, least: float) -> None:
    """A squid's arms are thinner than its border and a body are deep: what lies beyond their middle was held against them."""
    rims = {food.name: straight_before(piece_picture(food), silhouette(food)).rim for food in bordered(border)}
    assert rims["squid"] >= least * np.median([*rims.values()])


def test_a_border_is_no_print() -> None:
    assert all(len(silhouette(food).coats) == 0 for food in bordered("dark"))


def test_a_piece_knows_where_its_border_ends() -> None:
    food = next(one for one in bordered("dark") if one.name == "onion")
    inner = inner_edge(silhouette(food))
    assert inner is not None
    edge = outline(food).astype(np.float32)
    depths = [cv2.pointPolygonTest(edge, (float(x), float(y)), True) for x, y in inner]
    assert np.mean(depths) == pytest.approx(1.5, abs=0.3)
    assert all(inner_edge(silhouette(plain)) is None for plain in foods())


def test_a_patch_inside_a_border_is_told_from_a_smaller_piece() -> None:
    shown = [silhouette(food) for food in bordered("dark")]
    inner = inner_edge(shown[0])
    assert inner is not None
    shapes = Shapes(shown, with_inner=True)
    best = shapes.liken(inner, 1)[0]
    assert (best.index, best.is_inner) == (0, True)
    assert cv2.contourArea(shapes.line_of(best).astype(np.float32)) == pytest.approx(cv2.contourArea(inner.astype(np.float32)), rel=0.02)
