"""Ground between two cards is no disc, though as wide as one; and a print leads to its own place from some pixels aside."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.token_tables import Laid, table, token_catalogue
from tests.vision.tokens.test_ground import flat_of, seen_at
from tests.vision.tokens.test_tints import at_mm
from vision.frame import Rgb
from vision.observation import Detection
from vision.tokens.discs import rim
from vision.tokens.explainer import Explainer
from vision.tokens.gaps import is_gap
from vision.tokens.ground import without_ground
from vision.tokens.params import TokenParams
from vision.tokens.reader import TokenReader
from vision.tokens.repeats import Ground
from vision.tokens.sight import Tints
from vision.tokens.spots import Spots
from vision.tokens.verdict import TokenVerdict

WOOD = (150, 110, 70)


def cards(gap_mm: float, askew_px: int = 0) -> Rgb:
    """White on both sides of a strip of wood, which runs up and down the table; the cards end at different heights."""
    ground = np.full((720, 1280, 3), WOOD, np.uint8)
    half = round(gap_mm * 2.4 / 2)
    ground[200:520, 640 - half - 150 : 640 - half] = (240, 238, 230)
    ground[200 + askew_px : 520 + askew_px, 640 + half : 640 + half + 150] = (240, 238, 230)
    return ground


@pytest.mark.parametrize("gap_mm", [15.0, 16.0, 17.0])
def test_two_straight_edges_are_a_gap(gap_mm: float) -> None:
    flat = flat_of(*table([], cards(gap_mm, 12)))
    for mm in ((0.0, 0.0), (0.0, 25.0)):
        (middle,) = at_mm(flat, *mm)
        assert is_gap(flat, (float(middle[0]), float(middle[1])), 8.0 * flat.px_per_mm)


def test_one_edge_or_none_is_no_gap() -> None:
    flat = flat_of(*table([Laid("ink", 0.0, 0.0, 0.0, True), Laid("beet", 120.0, 0.0)], cards(40.0)))
    for mm in ((0.0, 0.0), (120.0, 0.0), (12.0, 20.0), (-200.0, 60.0)):
        (middle,) = at_mm(flat, *mm)
        assert not is_gap(flat, (float(middle[0]), float(middle[1])), 8.0 * flat.px_per_mm)


def test_nothing_is_asked_in_a_gap_and_a_token_there_is_named() -> None:
    reader = TokenReader(token_catalogue())
    assert reader.read(*table([], cards(16.0, 12)), ()) == ()
    found = reader.read(*table([Laid("ink", 0.0, 0.0, 0.0, True)], cards(18.0, 12)), ())
    assert [one.id for one in found] == ["ink"]


@pytest.mark.parametrize(("tint", "is_kept"), [(0.4, True), (2.0, False)])
def test_what_has_a_tokens_own_colour_is_no_gap_whatever_edges_go_past_it(tint: float, is_kept: bool) -> None:
    """A shadow across it, and its own beside it, may be as straight as two cards' edges."""
    (looks,) = TokenReader(token_catalogue())._looks.values()
    flat = flat_of(*table([], cards(16.0, 12)))
    sight = replace(
        seen_at(flat, 0.0, 0.0, rim=0.79), tints=Tints(lambda: {"rose": tint}), likeness=dict.fromkeys(range(len(looks.ids)), 0.0)
    )
    asked = Detection("token", ((0.0, 0.0),) * 4, why="too little of its rim shows")
    kept = without_ground([(sight, asked, False)], TokenVerdict(looks, TokenParams()), Ground(flat, sight.radius, [sight]))
    assert bool(kept) == is_kept


@pytest.mark.parametrize("off_px", [(2.0, -1.0), (1.0, 2.0), (-2.0, 0.0)])
@pytest.mark.parametrize("kind", ["ink", "beet"])
def test_a_print_leads_to_its_own_place(kind: str, off_px: tuple[float, float]) -> None:
    reader = TokenReader(token_catalogue())
    flat, (looks,) = flat_of(*table([Laid(kind, 0.0, 0.0, 25.0)], WOOD)), reader._looks.values()
    true, ones = at_mm(flat, 0.0, 0.0), np.ones((1, 3), np.float32)
    below = np.full(1, None, object)
    spots = Spots(flat, true, 8.0 * flat.px_per_mm, 0.8 * ones, 0 * ones, np.ones((1, 2), np.float32), below)
    start = np.rint(true + np.array([off_px], np.float32)).astype(np.float32)
    explainer = Explainer(looks, reader.params)
    number, edge = np.zeros(1, np.int64), rim(flat, start, spots.radius, reader.params.discs)
    found = explainer._led(spots, number, explainer._glance(spots, number, start[:, None], edge[:, None]))
    assert np.abs(found.place - true).max() <= 1.0 and looks.ids[int(found.worth(reader.params).argmin())] == kind
