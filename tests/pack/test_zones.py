"""Zones: what a pack proposes, where people put them, and what the reading makes of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli.zoning import at_this_table, keep_placing, markers_of, mat_of, placing_of
from companion.evening import hash_of
from companion.game import CompanionError, Json, PackError
from companion.games.buffet_boss import GAME as BUFFET_BOSS
from companion.games.surrealist_dinner_party.looking import look
from companion.games.word_buffet.reading import places
from companion.pack import built_in, load, save
from companion.zones import Placing, Zone, ZoneError, as_in, fitted, placed, proposed, within
from vision.observation import Detection, Observation, PlaneFix, Quad, Quality
from vision.table.plane import MarkerMap

GAMES = ("appetite", "buffet_boss", "buffet_master", "surrealist_dinner_party", "word_buffet")


def card(id: str, x: float, y: float) -> Detection:
    quad: Quad = ((x - 31, y + 44), (x + 31, y + 44), (x + 31, y - 44), (x - 31, y - 44))
    return Detection("card", quad, id, 1.0, quad_mm=quad)


def seen(*cards: Detection) -> Observation:
    return Observation(0.0, (1280, 720), Quality(1, 0.5, 0), PlaneFix("markers", 0.3), cards)


@pytest.mark.parametrize("game", GAMES)
def test_the_proposal_put_where_it_is_changes_nothing(game: str) -> None:
    pack = built_in(game)
    assert hash_of(placed(pack, proposed(pack))) == hash_of(pack)


def test_a_line_that_was_dragged_is_where_its_cards_are_read() -> None:
    pack = built_in("buffet_boss")
    line = next(zone for zone in proposed(pack) if zone.key == "line").at((-230, 300, 230, 420))
    there = seen(card("lettuce", 0, 360))
    assert [spot.zone for spot in BUFFET_BOSS.see(pack, there).spots] != ["line"]
    assert [spot.zone for spot in BUFFET_BOSS.see(placed(pack, [line]), there).spots] == ["line"]


def test_a_board_that_was_dragged_keeps_its_cells() -> None:
    pack = built_in("word_buffet")
    board = next(zone for zone in proposed(pack) if zone.key == "board").at((0, 0, 150, 400))
    where = places(placed(pack, [board]))
    assert (where.board_x, where.board_y, where.cell) == (0, 400, 10)


def test_a_platter_lies_where_it_was_put_and_else_where_the_guests_look() -> None:
    pack = built_in("surrealist_dinner_party")
    platter = proposed(pack)[0]
    assert platter.is_free
    token = replace(card("food", 300, 0), kind="token")
    assert look(placed(pack, [platter.at((300, 0))]), seen(token)).platter
    assert not look(placed(pack, [platter.at((-300, 0))]), seen(token)).platter


def test_zones_out_of_sight_are_proposed_in_sight() -> None:
    zones = proposed(built_in("buffet_master"))
    assert fitted(zones, (0, 0, 400, 300)) == zones
    moved = fitted(zones, (-900, -900, -300, -400))
    assert all(-900 <= zone.numbers[0] <= -300 and -900 <= zone.numbers[1] <= -400 for zone in moved)
    assert moved[1].numbers[0] - moved[0].numbers[0] == zones[1].numbers[0] - zones[0].numbers[0]


def test_a_zone_that_does_not_fit_can_still_be_reached() -> None:
    seats = [zone for zone in fitted(proposed(built_in("buffet_boss")), (-150, -100, 150, 100)) if not zone.is_box]
    assert all(abs(x) < 150 and abs(y) < 100 for x, y, _ in (zone.numbers for zone in seats))


def test_what_lies_off_the_mat_is_not_read() -> None:
    both = seen(card("lettuce", 0, 0), card("broccoli", 500, 0))
    assert [piece.id for piece in within(both, (-100, -100, 100, 100)).detections] == ["lettuce"]
    assert within(both, None) is both


def test_zones_are_kept_with_the_table_and_with_the_evening(tmp_path: Path) -> None:
    pack = built_in("buffet_boss")
    zones = tuple(zone.at((1, 2, 301, 102)) if zone.key == "line" else zone for zone in proposed(pack))
    markers = MarkerMap(centres_mm={0: (0.0, 0.0), 3: (0.0, 330.0)}, turns_deg={3: 1.5})
    keep_placing(tmp_path, "buffet_boss", Placing(zones, (-5, -5, 500, 400)), markers)
    assert placing_of(tmp_path, pack) == Placing(zones, (-5, -5, 500, 400))
    assert (markers_of(tmp_path).centres_mm, markers_of(tmp_path).turns_deg[3]) == (markers.centres_mm, 1.5)
    assert mat_of(tmp_path, pack) == (-5, -5, 500, 400)
    evening = at_this_table(pack, tmp_path)
    save(tmp_path / "pack", evening, None)
    keep_placing(tmp_path, "buffet_boss", None)
    assert at_this_table(pack, tmp_path) == pack
    assert hash_of(as_in(pack, load(tmp_path / "pack")[0])) == hash_of(evening), "an evening goes on with the zones that it began with"
    assert markers_of(tmp_path).centres_mm == markers.centres_mm


DEEP = 100_000
"""Deeper than any Python reads JSON; 3.13 reads ten thousand."""


@pytest.mark.parametrize("content", ["{", '{"games":' + "{" * 9000, '{"new":' + "[" * DEEP + "]" * DEEP + "}"])
def test_a_kept_table_that_cannot_be_read_is_one_line(tmp_path: Path, content: str) -> None:
    (tmp_path / "table.json").write_text(content)
    with pytest.raises(CompanionError, match=r"table\.json: .*remove it"):
        placing_of(tmp_path, built_in("appetite"))


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ({"name": "line", "in": "table_mm", "shape": "heap", "keys": ["line"]}, "a shape of box"),
        ({"name": "line", "in": "nowhere", "shape": "box", "keys": ["line"]}, "nowhere. is missing"),
        ({"name": "line", "in": "table_mm", "shape": "box", "keys": ["seats"]}, "zone line .* is no box"),
        ({"name": "line", "in": "table_mm", "shape": "point", "keys": ["line"]}, "needs name"),
    ],
)
def test_a_pack_with_zones_that_are_none_is_refused(spec: dict[str, Json], says: str) -> None:
    pack = built_in("buffet_boss")
    with pytest.raises(PackError, match=says):
        proposed(replace(pack, tables={**pack.tables, "zones_to_drag": [spec]}))


def test_a_ring_keeps_its_reach() -> None:
    ring = Zone("piles", (0.0, 0.0, 40.0), 1)
    assert ring.at((5, 6)).numbers == (5, 6, 40)
    with pytest.raises(ZoneError, match="piles-1 needs 2 numbers"):
        ring.at((5,))
