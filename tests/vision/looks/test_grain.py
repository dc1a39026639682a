"""Print too fine for the raster: stripes inside an outline are seen in the picture as it was taken, and never where it is blurred."""

import io
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.frame import Frame
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.grain import FINE, Grain, GrainParams, grain_difference, grain_of, nearer
from vision.observation import Detection
from vision.reader import TableReader

Pixels = NDArray[np.uint8]
SIZE_MM = (60.0, 90.0)
INKS = {"green": (30, 130, 60), "red": (200, 40, 40)}
EVERYWHERE = np.ones((32, 24), np.bool_)


def card(id: str) -> Pixels:
    """A lozenge, empty or with a hair line every 1.3 mm: (900, 600, 3) RGB."""
    ink, inside = id.split("-")
    flat, mask = np.full((900, 600, 3), (246, 241, 228), np.uint8), np.zeros((900, 600), np.uint8)
    shape = np.array([(300, 130), (470, 450), (300, 770), (130, 450)], np.int32)
    cv2.fillPoly(mask, [shape], 1)
    if inside == "lines":
        lines = np.arange(900) % 13 < 1
        flat[(mask > 0) & lines[:, None]] = INKS[ink]
    cv2.polylines(flat, [shape], True, INKS[ink], 12, cv2.LINE_AA)
    cv2.circle(flat, (80, 80), 30 if ink == "green" else 45, INKS[ink], -1)
    return flat


IDS = [f"{ink}-{inside}" for ink in INKS for inside in ("lines", "empty")]


@cache
def deck(shrunk: int = 1) -> Catalogue:
    return Catalogue(tuple(look_of(np.ascontiguousarray(card(id)[::shrunk, ::shrunk]), id, "card", SIZE_MM) for id in IDS))


@cache
def reader() -> TableReader:
    return TableReader(deck())


def photo(*ids: str, blur_px: float = 0.7, width: int = 2400) -> Frame:
    """Cards of the deck side by side, see `photo_of`."""
    return photo_of(*(card(id) for id in ids), blur_px=blur_px, width=width)


@cache
def cloth_and_noise() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(1100, 2400, 3) each."""
    rng = np.random.default_rng(1)
    cloth = np.full((1100, 2400, 3), (70, 100, 80), np.float32) + cv2.GaussianBlur(rng.normal(0, 40, (1100, 2400, 1)), (0, 0), 3)[..., None]
    return cloth.astype(np.float64), rng.normal(0, 3, cloth.shape)


def photo_of(*cards: Pixels, blur_px: float = 0.7, width: int = 2400) -> Frame:
    """Cards side by side on green cloth, a little askew; 5 px to the millimetre when 2,400 px wide."""
    cloth, noise = cloth_and_noise()
    flat = cloth.copy()
    for i, one in enumerate(cards):
        small = cv2.resize(one, (300, 450), interpolation=cv2.INTER_AREA)
        flat[300:750, 250 + 500 * i : 550 + 500 * i] = small
    view = cv2.getPerspectiveTransform(
        np.array([[0, 0], [2400, 0], [2400, 1100], [0, 1100]], np.float32),
        np.array([[60, 30], [2300, 10], [2390, 1080], [10, 1040]], np.float32),
    )
    seen = cv2.GaussianBlur(cv2.warpPerspective(flat, view, (2400, 1100)), (0, 0), blur_px) + noise
    full = np.clip(seen, 0, 255).astype(np.uint8)
    return Frame(np.asarray(cv2.resize(full, (width, width * 11 // 24), interpolation=cv2.INTER_AREA), np.uint8), 0.0)


def names(found: tuple[Detection, ...]) -> list[str | None]:
    """From left to right."""
    return [one.id for one in sorted(found, key=lambda one: one.quad_px[0][0])]


def fine(id: str, blur_px: float = 0.0) -> Pixels:
    seen = cv2.GaussianBlur(card(id), (0, 0), blur_px) if blur_px else card(id)
    return np.asarray(cv2.resize(seen, FINE[::-1], interpolation=cv2.INTER_AREA), np.uint8)


def test_lines_inside_an_outline_are_told_from_none() -> None:
    assert names(reader().read(photo(*IDS)).detections) == IDS


@pytest.mark.parametrize("blur_px", [1.4, 2.0])
def test_what_blur_may_have_taken_away_is_not_missing(blur_px: float) -> None:
    """Lines are asked about rather than called none."""
    found = names(reader().read(photo(*IDS, blur_px=blur_px)).detections)
    assert len(found) == len(IDS) and all(name in (None, id) for name, id in zip(found, IDS, strict=True))


def test_a_picture_without_the_pixels_for_it_gives_no_wrong_name() -> None:
    found = names(reader().read(photo(*IDS, width=640)).detections)
    assert all(name in (None, id) for name, id in zip(found, IDS, strict=True))


class TestNearer:
    """Two looks by their grain alone."""

    differ = grain_difference(grain_of(fine("green-lines")), grain_of(fine("green-empty")), GrainParams())

    def told(self, id: str, blur_px: float = 0.0) -> tuple[float, float]:
        return nearer(grain_of(fine(id, blur_px)), self.differ, EVERYWHERE, GrainParams())

    def test_both_where_it_is_sharp(self) -> None:
        (first, much), (second, as_much) = self.told("green-lines"), self.told("green-empty")
        assert first > 0.95 and second < -0.95
        assert min(much, as_much) > 100

    def test_a_blurred_look_is_neither(self) -> None:
        """And that counts, however sure coarser things may seem."""
        for id in ("green-lines", "green-empty"):
            side, weight = self.told(id, 10.0)
            assert side == 0 and weight > 100

    def test_cells_that_do_not_show_count_for_nothing(self) -> None:
        assert nearer(grain_of(fine("green-lines")), self.differ, ~EVERYWHERE, GrainParams()) == (0.0, 0.0)

    def test_any_phase_of_the_lines_will_do(self) -> None:
        shifted = np.roll(fine("green-lines"), 2, axis=0)
        assert nearer(grain_of(shifted), self.differ, EVERYWHERE, GrainParams())[0] > 0.8

    def test_any_ink(self) -> None:
        assert self.told("red-lines")[0] > 0.8 and self.told("red-empty")[0] < -0.8


class TestKept:
    """In the pack's file."""

    def test_what_is_saved_is_loaded(self) -> None:
        for ours, theirs in zip(deck().looks, Catalogue.from_bytes(deck().to_bytes()).looks, strict=True):
            assert isinstance(ours.grain, Grain) and isinstance(theirs.grain, Grain)
            assert np.array_equal(ours.grain.edges, theirs.grain.edges)
            assert ours.grain.keen == pytest.approx(theirs.grain.keen, abs=1e-6)

    def test_a_small_picture_of_a_piece_shows_none(self) -> None:
        assert [look.grain for look in Catalogue.from_bytes(deck(4).to_bytes()).looks] == [None] * len(IDS)

    def test_a_file_of_before_has_none(self) -> None:
        with np.load(io.BytesIO(deck().to_bytes()), allow_pickle=False) as loaded:
            tables = {name: loaded[name] for name in loaded.files if name not in ("grains", "keenness")}
        out = io.BytesIO()
        np.savez_compressed(out, allow_pickle=False, **tables)
        assert [look.grain for look in Catalogue.from_bytes(out.getvalue()).looks] == [None] * len(IDS)

    def test_half_of_it_is_refused(self) -> None:
        with np.load(io.BytesIO(deck().to_bytes()), allow_pickle=False) as loaded:
            tables = {name: loaded[name] for name in loaded.files if name != "keenness"}
        out = io.BytesIO()
        np.savez_compressed(out, allow_pickle=False, **tables)
        with pytest.raises(ValueError, match="keenness is"):
            Catalogue.from_bytes(out.getvalue())


class TestFaint:
    """Grain that is hardly seen, though outlines are sharp."""

    differ = grain_difference(grain_of(fine("green-lines")), grain_of(fine("green-empty")), GrainParams())

    def test_a_trace_of_it_is_no_empty_figure(self) -> None:
        """Blur never makes any: paper has none, however faint."""
        faint = grain_of(np.asarray(cv2.addWeighted(fine("green-lines"), 0.1, fine("green-empty"), 0.9, 0), np.uint8))
        assert nearer(faint, self.differ, EVERYWHERE, GrainParams())[0] > -0.1

    def test_the_texture_of_all_the_paper_is_no_trace(self) -> None:
        rows = np.where(np.arange(FINE[0]) % 3 == 0, -5, 0)[:, None, None]
        rough = np.clip(fine("green-empty").astype(np.int16) + rows, 0, 255).astype(np.uint8)
        assert nearer(grain_of(rough), self.differ, EVERYWHERE, GrainParams())[0] < -0.5

    @pytest.mark.parametrize("turn", [1.08, 2.06])
    def test_a_hand_that_shakes_along_an_edge_leaves_one_direction_sharp_and_says_nothing(self, turn: float) -> None:
        long = np.zeros((31, 31), np.float32)
        reach = (int(11 * np.cos(turn)), int(11 * np.sin(turn)))
        cv2.line(long, (15 - reach[0], 15 - reach[1]), (15 + reach[0], 15 + reach[1]), 1.0)
        shaken = np.asarray(cv2.filter2D(card("green-empty"), -1, long / long.sum()), np.uint8)
        seen = grain_of(np.asarray(cv2.resize(shaken, FINE[::-1], interpolation=cv2.INTER_AREA), np.uint8))
        assert seen.keen < 0.9 * self.differ.keen
        assert nearer(seen, self.differ, EVERYWHERE, GrainParams())[0] > -0.3
