"""Quality of a picture: blur, dark and glare put into good pictures are measured and told in plain words."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tables import MAT, photographs, scene
from vision.frame import Frame
from vision.image.decode import load_frame
from vision.observation import NotReady
from vision.table.light import PARAMS, measure, not_ready, sharpness
from vision.table.plane import MarkerMap, TablePlane, locate
from vision.table.white import White, cast, evenness, whites

GOOD = scene(size_px=(1600, 1200)).frame


def changed(rgb: NDArray[np.generic]) -> Frame:
    return Frame(np.ascontiguousarray(np.clip(rgb, 0, 255).astype(np.uint8)), 0.0)


def blurred(frame: Frame, sigma_px: float) -> Frame:
    return changed(np.asarray(cv2.GaussianBlur(np.array(frame.rgb), (0, 0), sigma_px)))


def resized(frame: Frame, scale: float) -> Frame:
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return changed(np.asarray(cv2.resize(frame.rgb, None, fx=scale, fy=scale, interpolation=how)))


def advice(frame: Frame) -> str:
    return "; ".join(measure(frame).advice)


@pytest.mark.parametrize("size", [(9, 9000), (9000, 9), (8, 20_000), (20_000, 8), (1, 1), (2, 2), (1, 3000)])
def test_a_picture_of_any_shape_is_measured(size: tuple[int, int]) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (*size, 3), np.uint8)
    assert 0 <= measure(Frame(noise, 0.0)).sharpness <= 1


class TestSharpness:
    def test_a_good_picture_needs_no_advice(self) -> None:
        quality = measure(GOOD)
        assert quality.sharpness > 0.7 and quality.advice == ()

    def test_falls_with_every_blur(self) -> None:
        values = [measure(GOOD).sharpness, *(measure(blurred(GOOD, s)).sharpness for s in (1, 1.5, 2, 3, 4, 6))]
        assert values == sorted(values, reverse=True) and values[-1] < 0.25

    @pytest.mark.parametrize("sigma_px", [0.0, 1.5, 3.0])
    def test_every_other_row_of_a_large_picture_says_as_much_as_all(self, sigma_px: float) -> None:
        grey = np.asarray(cv2.cvtColor((blurred(GOOD, sigma_px) if sigma_px else GOOD).rgb, cv2.COLOR_RGB2GRAY), np.uint8)
        assert grey.size > PARAMS.many_px
        assert sharpness(grey, PARAMS) == pytest.approx(sharpness(grey, replace(PARAMS, many_px=grey.size + 1)), rel=0.05)

    def test_a_blurred_picture_is_told(self) -> None:
        assert "blurred" in advice(blurred(GOOD, 4))

    @pytest.mark.parametrize("horizontal", [True, False])
    def test_a_moving_camera_blurs_one_way_only_and_is_told(self, horizontal: bool) -> None:
        kernel = np.zeros((15, 15), np.float32)
        kernel[(7, slice(None)) if horizontal else (slice(None), 7)] = 1 / 15
        assert "blurred" in advice(changed(np.asarray(cv2.filter2D(np.array(GOOD.rgb), -1, kernel))))

    def test_noise_is_not_sharpness(self) -> None:
        noise = np.random.default_rng(2).normal(0, 4, GOOD.rgb.shape)
        assert measure(changed(blurred(GOOD, 4).rgb + noise)).sharpness < 0.4

    @pytest.mark.parametrize("scale", [1.5, 2.5])
    def test_does_not_depend_on_the_cameras_resolution(self, scale: float) -> None:
        for sigma in (0.0, 2.0, 4.0):
            frame = blurred(GOOD, sigma) if sigma else GOOD
            assert measure(resized(frame, scale)).sharpness == pytest.approx(measure(frame).sharpness, abs=0.12)

    def test_an_empty_picture_has_nothing_sharp(self) -> None:
        assert measure(changed(np.full((300, 400, 3), 128))).sharpness == 0.0


class TestLight:
    def test_exposure_is_mean_grey(self) -> None:
        assert measure(changed(np.full((300, 400, 3), 51))).exposure == pytest.approx(0.2)

    def test_a_dark_picture_is_told_and_blur_is_not_guessed_from_it(self) -> None:
        assert advice(changed(GOOD.rgb * 0.12)).startswith("more light") and "blurred" not in advice(changed(GOOD.rgb * 0.12))

    def test_a_dim_one_is_not(self) -> None:
        assert advice(changed(GOOD.rgb * 0.5)) == ""

    def test_white_cloth_is_no_glare(self) -> None:
        assert measure(changed(GOOD.rgb.astype(float) * 0.3 + 170)).glare == 0.0

    @pytest.mark.parametrize("radius", [100, 220])
    def test_glare_is_measured_and_told(self, radius: int) -> None:
        lit = np.array(GOOD.rgb)
        cv2.circle(lit, (800, 600), radius, (255, 255, 255), cv2.FILLED)
        share = math.pi * radius**2 / (1600 * 1200)
        assert measure(changed(lit)).glare == pytest.approx(share, rel=0.05)
        assert f"glare covers {share:.0%} of the picture" in advice(changed(lit))

    @pytest.mark.parametrize(
        ("at", "words"),
        [
            ((250, 600), "move the lamp to the left"),
            ((1350, 600), "move the lamp to the right"),
            ((800, 150), "towards the picture's top"),
            ((800, 1050), "towards the picture's bottom"),
            ((800, 600), "move the lamp aside"),
        ],
    )
    def test_the_lamp_is_sent_off_the_shortest_way(self, at: tuple[int, int], words: str) -> None:
        lit = np.array(GOOD.rgb)
        cv2.circle(lit, at, 120, (255, 255, 255), cv2.FILLED)
        assert words in advice(changed(lit))

    def test_with_markers_glare_is_counted_on_the_mat(self) -> None:
        plane = locate(GOOD, MarkerMap(20.0, MAT))
        assert plane is not None
        hull = cv2.convexHull(np.asarray(plane.quads_px, np.float32).reshape(-1, 2))
        x, y = (int(v) for v in hull.reshape(-1, 2).mean(0))
        lit = np.array(GOOD.rgb)
        cv2.circle(lit, (x, y), 150, (255, 255, 255), cv2.FILLED)
        share = math.pi * 150**2 / cv2.contourArea(hull)
        assert any(f"glare covers {share:.0%} of the mat" in line for line in measure(changed(lit), plane).advice)
        beside = np.array(GOOD.rgb)
        cv2.rectangle(beside, (0, 0), (1600, int(hull.reshape(-1, 2)[:, 1].min()) - 30), (255, 255, 255), cv2.FILLED)
        assert not any("glare" in line for line in measure(changed(beside), plane).advice)

    def test_sparkles_are_no_glare(self) -> None:
        lit = np.array(GOOD.rgb)
        lit[::9, ::9] = 255
        assert measure(changed(lit)).glare == 0.0

    def test_a_picture_burnt_out_everywhere_asks_for_less_light(self) -> None:
        assert "less light or a shorter exposure" in advice(changed(GOOD.rgb.astype(float) * 4))


class TestNotReady:
    def test_a_picture_that_may_be_tried(self) -> None:
        for frame in (GOOD, blurred(GOOD, 3), changed(GOOD.rgb * 0.3)):
            assert not_ready(measure(frame)) is None

    def test_a_hopeless_one(self) -> None:
        assert not_ready(measure(changed(GOOD.rgb * 0.02))) is NotReady.DARK
        assert not_ready(measure(changed(GOOD.rgb.astype(float) * 4))) is NotReady.GLARE
        assert not_ready(measure(blurred(GOOD, 14))) is NotReady.BLUR


class TestScale:
    def test_pixels_to_a_millimetre_in_the_middle(self) -> None:
        plane = locate(GOOD, MarkerMap(20.0, MAT))
        assert plane is not None
        measured = measure(GOOD, plane).px_per_mm
        ends = plane.to_mm(np.array([(780.0, 600.0), (820.0, 600.0)]))
        assert measured == pytest.approx(40 / np.linalg.norm(ends[1] - ends[0]), rel=0.1)
        assert measure(GOOD).px_per_mm is None

    def test_a_camera_far_away_is_told(self) -> None:
        small = resized(GOOD, 0.35)
        plane = locate(small, MarkerMap(20.0, MAT))
        assert plane is not None
        assert any("move the camera closer" in line for line in measure(small, plane).advice)


class TestPaper:
    """The margins of the markers are white paper of 235."""

    def lit(self, rgb: NDArray[np.generic]) -> tuple[Frame, TablePlane]:
        frame = changed(rgb)
        plane = locate(frame, MarkerMap(20.0, MAT))
        assert plane is not None
        return frame, plane

    def test_white_is_found_at_every_marker(self) -> None:
        papers = whites(*self.lit(GOOD.rgb * (1.0, 0.9, 0.7)))
        assert len(papers) == 4
        for paper in papers:
            assert paper.rgb == pytest.approx((235, 211, 164), abs=3)
        assert cast(papers) == pytest.approx((1.155, 1.038, 0.807), abs=0.02)

    def test_cards_tell_no_white(self) -> None:
        frame, plane = self.lit(GOOD.rgb)
        assert whites(frame, replace(plane, found_by="cards")) == ()
        assert cast(()) is None and evenness(()) is None

    def test_burnt_paper_tells_no_colour(self) -> None:
        assert cast((White((0, 0), (255, 255, 200)),)) is None

    def test_coloured_light_is_told(self) -> None:
        warm = measure(*self.lit(GOOD.rgb * (1.0, 0.75, 0.5)))
        assert any("too red" in line for line in warm.advice)
        assert warm.cast == pytest.approx(2.0, abs=0.06)
        assert measure(GOOD).cast is None
        assert measure(*self.lit(GOOD.rgb * (1.0, 0.93, 0.8))).advice == ()

    def test_a_lamp_from_one_side_is_told(self) -> None:
        slope = np.linspace(1.0, 0.35, GOOD.rgb.shape[1])[None, :, None]
        frame, plane = self.lit(GOOD.rgb * slope)
        even = evenness(whites(frame, plane))
        assert even == pytest.approx(((0.35 + 0.65 * 0.2) / (1 - 0.65 * 0.2)) ** 2.2, abs=0.08)
        steep, plane = self.lit(GOOD.rgb * np.linspace(1.0, 0.2, GOOD.rgb.shape[1])[None, :, None])
        told = [line for line in measure(steep, plane).advice if "more than one side" in line]
        assert told and "right" in told[0]


@pytest.mark.photos
def test_good_photographs_get_no_advice_about_blur_and_blurred_ones_do() -> None:
    """One picture of every set: renders under four lights, and phones."""
    pictures = [next(iter(sorted(folder.glob("*.[jJ]*[gG]")))) for folder in sorted(photographs("real").glob("*/dev"))]
    pictures += sorted(photographs("renders").glob("*/scenes/00[02].jpg"))
    assert len(pictures) > 9
    for path in pictures:
        frame = load_frame(path)
        assert not any("blurred" in line for line in measure(frame).advice), path
        by = max(frame.size_px) / 1600 * 5
        assert measure(blurred(frame, max(by, 5.0))).sharpness < 0.33, path
