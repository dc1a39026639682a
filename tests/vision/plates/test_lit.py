"""Foods painted as if light fell on them from one side: darker towards their edge, a gloss along that side, a broader line on the other."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from fixtures.art_buffet_boss import COLOURS, Food, outline, piece_picture
from fixtures.piles import Shot, pile
from tests.vision.plates.test_reader import COLOURED, FOODS, found, look, read
from vision.frame import Rgb
from vision.looks.catalogue import Catalogue
from vision.looks.silhouettes import Silhouette, silhouette_of
from vision.observation import Stack
from vision.plates.assembly import assemble
from vision.plates.fitting import Standing
from vision.plates.flats import Patch
from vision.plates.reader import SideReader
from vision.plates.rims import Picture
from vision.plates.standing import Camera

LIGHTS = (-0.6, -0.8), (-0.9, 0.4)
"""The way to each light, x right, y down."""
LINE, BROADER = 0.6, 1.0
"""Millimetres of the dark line along the edge, and by how much it is broader on the side of the shade at most."""
GLOSS = 2.4, 1.4
"""So deep a gloss begins, and so broad it is at most."""


def moved(mask: Rgb, by_px: float, light: tuple[float, float]) -> Rgb:
    """The same mask, so far towards a light."""
    shift = np.array([[1, 0, by_px * light[0]], [0, 1, by_px * light[1]]])
    return np.asarray(cv2.warpAffine(mask, shift, mask.shape[::-1], flags=cv2.INTER_NEAREST), np.uint8)


def lit(food: Food) -> Rgb:
    """A scan of the food, cut along its edge."""
    line, rgb = outline(food), piece_picture(food).copy()
    scale, inside = rgb.shape[1] / float(np.ptp(line[:, 0])), np.zeros(rgb.shape[:2], np.uint8)
    cv2.fillPoly(inside, [np.round((line - line.min(0)) * scale - 0.5).astype(np.int32)], 1)
    depth = cv2.distanceTransform(np.pad(inside, 1), cv2.DIST_L2, 5)[1:-1, 1:-1] / scale
    body = np.array(COLOURS[food.colour], np.float64)
    rgb[inside > 0] = 0.8 * body
    rgb[depth > GLOSS[0]] = body
    clear, deep = (np.asarray(depth > least, np.uint8) for least in (LINE, GLOSS[0]))
    rgb[(inside > 0) & (clear & moved(clear, BROADER * scale, LIGHTS[0]) == 0)] = 0.55 * body
    for light in LIGHTS:
        rgb[(deep > 0) & (moved(deep, -GLOSS[1] * scale, light) == 0)] = 255 - 0.25 * (255 - body)
    return np.asarray(cv2.GaussianBlur(rgb, (0, 0), 0.7), np.uint8)


def silhouette(food: Food) -> Silhouette:
    line = outline(food)
    return silhouette_of(lit(food), food.name, (float(np.ptp(line[:, 0])), float(np.ptp(line[:, 1]))))


def test_a_gloss_along_one_side_is_not_what_a_food_is_made_of() -> None:
    """It lies as deep as a silhouette tells the colour of the inside, and of narrow foods hardly anything else does."""
    for food in FOODS.values():
        if food.colour == "white":  # as pale as the gloss
            continue
        assert np.abs(silhouette(food).body - COLOURS[food.colour]).max() < 24, food.name


def test_a_line_that_is_broader_in_the_shade_was_not_cut_in_half_in_the_light() -> None:
    """A piece was taken to end within its line, seven tenths of a millimetre too small all around."""
    for food in FOODS.values():
        own = float(cv2.contourArea(outline(food).astype(np.float32)))
        assert silhouette(food).area_mm2 == pytest.approx(own, rel=0.03), food.name


def hardly_seen(picture: Picture, patches: Sequence[Patch], camera: Camera, kept: Sequence[Standing], *given: Any) -> Stack | None:
    """The stack as it is put together where of all pieces but the first hardly any rim is seen."""
    faint = [replace(one, evidence=replace(one.evidence, rim=0.25 if k else 0.7)) for k, one in enumerate(kept)]
    return assemble(picture, patches, camera, faint, *given)


def test_what_is_seen_much_less_than_the_best_has_no_name_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """A box behind a stack was an egg, a shrimp before one a cupcake: most of what was found was none, and so the usual rim was theirs."""
    standing, shot = pile(np.random.default_rng(3), 4, [FOODS[name] for name in COLOURED], 1), Shot()
    reader = SideReader(Catalogue(tuple(look(name) for name in COLOURED)))
    stack = read(reader, standing, shot, 3)
    assert stack is not None and len(found(stack, standing, shot)) == len(standing.pieces)
    monkeypatch.setattr("vision.plates.reader.assemble", hardly_seen)
    stack = read(reader, standing, shot, 3)
    assert stack is None or len(found(stack, standing, shot)) <= 1
