"""Markers are found in every picture of a table, however noisy: a plane that hangs on another marker has other millimetres."""

from dataclasses import replace
from itertools import islice

from fixtures.closed_loop import table_of
from fixtures.filming import Film
from fixtures.render import held
from fixtures.repainting import Painting
from fixtures.stages import STAGES
from vision.table.markers import PARAMS, find_markers

GAME, SEED = "buffet_boss", 107
"""Green felt under a warm lamp from far above: markers of 34 px."""


def test_small_markers_in_noise_are_found_in_every_frame_by_a_closer_search() -> None:
    painting = Painting(replace(held(table_of(SEED, GAME)), markers_mm=STAGES[GAME].markers_mm), {})
    frames = [*islice(Film(SEED, grain=painting.grain).show(painting.show(())), 4)]
    assert [[marker.id for marker in find_markers(frame.rgb)] for frame in frames] == [[0, 1, 2, 3]] * 4
    coarse = replace(PARAMS, enough=5, cell_px=4, cell_margin=0.13)
    assert any(len(find_markers(frame.rgb, coarse)) < 4 for frame in frames), "the closer search used to lose one of them"


def test_what_is_around_the_paper_of_a_marker_on_dark_cloth_is_none() -> None:
    """Blue felt in daylight: in a picture searched closely that read as number 32, and number 0 was lost with it."""
    painting = Painting(replace(held(table_of(106, GAME)), markers_mm=STAGES[GAME].markers_mm), {})
    (frame,) = islice(Film(106, grain=painting.grain).show(painting.show(())), 1)
    assert [marker.id for marker in find_markers(frame.rgb)] == [0, 1, 2, 3]
    assert 32 in [marker.id for marker in find_markers(frame.rgb, replace(PARAMS, least_rim=-1.0))], "it used to be taken for one"
