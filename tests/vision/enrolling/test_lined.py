"""Foods with a dark line around their print: whether their pale paper goes on beyond it shows on no pale sheet, and that is said."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from fixtures.printing import PACKS
from tests.enrolled import enrolled
from tests.vision.enrolling.test_blobs import SIZE_MM, photograph, shape
from tests.vision.enrolling.test_showing import numbered
from vision.enrolling.blobs import find_flat
from vision.enrolling.clarity import Flaw
from vision.enrolling.enrol import Flawed, enrol
from vision.enrolling.lined import may_go_on
from vision.enrolling.showing import Showing
from vision.frame import Frame, Rgb

WHITE, DARK = (238, 238, 234), (60, 66, 74)
INK, PAPER = (40, 38, 36), (246, 244, 238)
PRINT = {"green": (110, 165, 95), "red": (200, 90, 84), "egg": (226, 223, 214)}
EDGE_PX, LINE_PX = 10, 6


def photo(ground: tuple[int, int, int], colour: str, edge_px: int = EDGE_PX, line_px: int = LINE_PX, seed: int = 1) -> Rgb:
    """A food with so broad a pale edge beyond its dark line, on a table, in light that falls off."""
    cut = np.pad(shape(), 20)
    away = cv2.distanceTransform((cut > 127).astype(np.uint8), cv2.DIST_L2, 5)
    paint = np.full((*cut.shape, 3), ground, np.float32)
    for depth, ink in ((0, PAPER), (edge_px, INK), (edge_px + line_px, PRINT[colour])):
        paint[away > depth] = ink
    base = photograph((0, 0, 0), ground, (0.0, 0.0)).astype(np.float32)  # the table and the shadow on it
    y, x = 140, 190
    around = base[y : y + len(cut), x : x + cut.shape[1]]
    around[away > 0] = paint[away > 0]
    lit = 1 + 0.3 * (np.linspace(0, 1, base.shape[1])[None, :, None] - 0.5)
    noise = np.random.default_rng(seed).normal(0, 2, base.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(base * lit, (0, 0), 0.8) + noise, 0, 255), np.uint8)


@pytest.mark.parametrize("colour", PRINT)
def test_on_a_white_sheet_nobody_sees_where_its_pale_edge_ends(colour: str) -> None:
    assert may_go_on(photo(WHITE, colour))
    assert not may_go_on(photo(DARK, colour)), "there its edge shows"


@pytest.mark.parametrize("colour", PRINT)
def test_what_has_no_line_ends_where_its_print_does(colour: str) -> None:
    for ground in (WHITE, DARK, (120, 80, 50)):
        assert not may_go_on(photograph(PRINT[colour], ground, (0.3, 0.2)))


def test_a_line_on_a_table_that_is_no_paper_is_its_edge() -> None:
    for ground in ((150, 105, 70), (70, 90, 150), (90, 150, 90)):
        assert not may_go_on(photo(ground, "red", 0))


def test_a_scan_that_was_cut_along_its_edge_shows_where_it_ends() -> None:
    scan = photo(WHITE, "red", 0)
    blob = find_flat(scan)
    assert blob is not None and may_go_on(blob.rgb)
    seen = np.nonzero(np.abs(scan.astype(np.int16) - WHITE).max(2) > 90)
    rows, columns = (slice(int(one.min()), int(one.max()) + 1) for one in seen)
    assert not may_go_on(scan[rows, columns])


def test_it_is_told_when_a_box_is_enrolled(tmp_path: Path) -> None:
    for name, ground in (("white", WHITE), ("dark", DARK)):
        cv2.imwrite(str(tmp_path / f"{name}.png"), photo(ground, "green")[..., ::-1])
    size = f"{SIZE_MM[0]:g},{SIZE_MM[1]:g}"
    lines = [f"{name}.png,{id},food,{size}" for name, id in (("white", "claw"), ("dark", "pod"))]
    (tmp_path / "pieces.csv").write_text("\n".join(["file,id,kind,width_mm,height_mm", *lines]))
    flawed = enrol(tmp_path).flawed
    assert flawed == (Flawed("white.png", "claw", Flaw.EDGE),)
    assert str(flawed[0]).startswith("white.png: claw shows no edge beyond the dark line around it")
    assert "darker sheet" in str(flawed[0])


def test_it_is_told_of_a_food_that_is_shown_to_the_camera() -> None:
    for ground, flaw in ((WHITE, Flaw.EDGE), (DARK, None)):
        asked = Showing((0.0, 0.0), "food").seen(Frame(photo(ground, "green"), 0.0), None, numbered)
        assert asked.proposal is not None and asked.proposal.flaw is flaw


def test_our_own_foods_end_where_they_are_seen_to() -> None:
    assert enrolled(PACKS / "buffet_boss").flawed == ()


@pytest.mark.photos
def test_scans_of_rendered_foods_that_end_at_their_line_are_taken_as_they_are(photos: Path) -> None:
    assert enrolled(photos / "renders" / "buffet-boss-piles" / "enrol").flawed == ()
