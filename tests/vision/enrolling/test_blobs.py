"""Foods photographed by hand: the outline that is enrolled is the piece's, in whatever light; a scan is taken as it is."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.enrolling.blobs import evenly_lit, find_flat
from vision.enrolling.enrol import enrol
from vision.enrolling.evened import evened
from vision.frame import Rgb
from vision.looks.silhouettes import Silhouette

SIZE_MM = (48.0, 36.0)
PER_MM = 8
COLOURS = {"claw": (190, 64, 64), "pod": (92, 174, 106), "cake": (122, 79, 54)}
GROUNDS = {"white": (235, 235, 230), "wood": (120, 80, 50), "blue": (50, 60, 120)}


def shape() -> NDArray[np.uint8]:
    """(H, W) 255 where the piece is: a body with an arm, as long and as high as its picture."""
    mask = np.zeros((round(SIZE_MM[1] * PER_MM), round(SIZE_MM[0] * PER_MM)), np.uint8)
    cv2.ellipse(mask, (130, 143), (130, 144), 0, 0, 360, 255, -1, cv2.LINE_AA)
    cv2.line(mask, (150, 180), (356, 90), 255, 54, cv2.LINE_AA)
    return mask


def scan(colour: tuple[int, int, int]) -> Rgb:
    mask = shape()[..., None] / 255.0
    return np.asarray(np.rint(mask * colour + (1 - mask) * 255), np.uint8)


def photograph(colour: tuple[int, int, int], ground: tuple[int, int, int], light: tuple[float, float]) -> Rgb:
    """The piece on a table, light falling off to the right and downwards by so much, with its shadow."""
    high, wide = 600, 800
    mask = np.zeros((high, wide), np.float32)
    piece = shape()
    mask[160 : 160 + len(piece), 210 : 210 + piece.shape[1]] = piece / 255.0
    shadow = 0.3 * cv2.GaussianBlur(np.roll(mask, (7, 5), (0, 1)), (0, 0), 5)[..., None]
    y, x = np.mgrid[:high, :wide]
    lit = 1 + light[0] * (x / wide - 0.5) + light[1] * (y / high - 0.5)
    seen = (np.array(ground, np.float32) * (1 - shadow) * (1 - mask[..., None]) + np.array(colour, np.float32) * mask[..., None]) * lit[
        ..., None
    ]
    noise = np.random.default_rng(1).normal(0, 2, seen.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(seen, (0, 0), 1.0) + noise, 0, 255), np.uint8)


def enrolled(folder: Path, rgb: Rgb) -> Silhouette:
    """The outline of a food that was enrolled from a picture."""
    folder.mkdir()
    cv2.imwrite(str(folder / "a.png"), rgb[..., ::-1])
    (folder / "pieces.csv").write_text(f"file,id,kind,width_mm,height_mm\na.png,claw,food,{SIZE_MM[0]:g},{SIZE_MM[1]:g}\n")
    found = enrol(folder).catalogue.looks[0].silhouette
    assert found is not None
    return found


def farthest_mm(one: Silhouette, other: Silhouette) -> float:
    """How far one outline lies from another at most."""
    line = other.outline_mm.astype(np.float32).reshape(-1, 1, 2)
    return max(abs(cv2.pointPolygonTest(line, (float(x), float(y)), True)) for x, y in one.outline_mm)


@pytest.mark.parametrize("light", [(0.0, 0.0), (0.5, 0.3), (-0.4, 0.5)])
@pytest.mark.parametrize(("ground", "food"), [("white", "claw"), ("wood", "pod"), ("blue", "cake"), ("white", "cake")])
def test_the_outline_of_a_food_is_its_own_under_a_lamp_that_stands_aside(
    tmp_path: Path, ground: str, food: str, light: tuple[float, float]
) -> None:
    expected = enrolled(tmp_path / "scan", scan(COLOURS[food]))
    found = enrolled(tmp_path / "photograph", photograph(COLOURS[food], GROUNDS[ground], light))
    assert farthest_mm(found, expected) < 1.5
    assert np.abs(found.body - expected.body).max() < 25


def test_a_food_shown_under_a_lamp_that_stands_aside_is_cut_out_and_enrolled(tmp_path: Path) -> None:
    shown = find_flat(photograph(COLOURS["claw"], GROUNDS["white"], (0.5, 0.3)))
    assert shown is not None
    assert shown.ratio == pytest.approx(SIZE_MM[1] / SIZE_MM[0], abs=0.05)
    assert farthest_mm(enrolled(tmp_path / "shown", shown.rgb), enrolled(tmp_path / "scan", scan(COLOURS["claw"]))) < 1.5


def test_a_scan_is_taken_as_it_is() -> None:
    rgb = scan(COLOURS["cake"])
    assert evenly_lit(rgb) is rgb


@pytest.mark.parametrize("margin", [0, 2])
def test_a_pale_rim_that_reaches_the_edges_of_a_picture_is_not_taken_for_light(margin: int) -> None:
    """A sticker with a white border, cut out along its outline on a dark sheet."""
    high, wide = 360, 288
    rgb = np.full((high, wide, 3), (74, 79, 88), np.uint8)
    for inset, ink in ((margin, (255, 255, 255)), (20, (38, 34, 31)), (32, (244, 240, 230))):
        cv2.ellipse(rgb, (wide // 2, high // 2), (wide // 2 - inset, high // 2 - inset), 0, 0, 360, ink, -1)
    assert np.abs(evened(rgb).astype(int) - rgb).max() <= 25
