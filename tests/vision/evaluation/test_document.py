"""The document of `read --json` is the contract's, whatever the observation."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from vision.evaluation.document import document, turn_deg
from vision.evaluation.reading import reading_of
from vision.observation import Candidate, Detection, Face, Observation, PlaneFix, Quad, Quality

UPRIGHT: Quad = ((100.0, 50.0), (200.0, 50.0), (200.0, 190.0), (100.0, 190.0))
ON_TABLE: Quad = ((10.0, 98.0), (72.0, 98.0), (72.0, 10.0), (10.0, 10.0))

SURE = Detection("card", UPRIGHT, "lunches-6", 0.99812, Face.UP, quad_mm=ON_TABLE)
UNSURE = Detection("card", UPRIGHT, alternatives=(Candidate("dinners-6", 0.55), Candidate("dinners-9", 0.41)), why="glare over the number")
STRANGER = Detection("card", UPRIGHT, face=Face.DOWN, why="no piece of this pack")
SEEN = Observation(
    3.0,
    (1920, 1080),
    Quality(0.9123, 0.52, 0.0312, 2.44, ("move the lamp",)),
    PlaneFix("markers", 0.4123),
    (SURE, UNSURE, STRANGER),
    {"plane": 4.04, "name": 8.8, "total": 21.2},
)


def written(observation: Observation, decode_ms: float = 0.0) -> Any:
    return json.loads(json.dumps(document(observation, "a.jpg", decode_ms), allow_nan=False))


def test_every_field_of_the_contract() -> None:
    seen = written(SEEN, 9.1)
    assert list(seen) == ["schema", "image", "size_px", "quality", "plane", "pieces", "unsure", "board", "stacks", "timings_ms"]
    assert (seen["schema"], seen["image"], seen["size_px"]) == (1, "a.jpg", [1920, 1080])
    assert seen["quality"] == {"sharpness": 0.912, "exposure": 0.52, "glare": 0.031, "px_per_mm": 2.44, "advice": ["move the lamp"]}
    assert seen["plane"] == {"found_by": "markers", "residual_mm": 0.41}
    assert (seen["board"], seen["stacks"]) == (None, [])
    assert seen["timings_ms"] == {"decode": 9.1, "plane": 4.0, "name": 8.8, "total": 30.3}


def test_a_piece() -> None:
    (piece,) = written(SEEN)["pieces"]
    assert piece == {
        "id": "lunches-6",
        "kind": "card",
        "face": "up",
        "quad_px": [[100, 50], [200, 50], [200, 190], [100, 190]],
        "center_mm": [41.0, 54.0],
        "turn_deg": 0.0,
        "confidence": 0.9981,
    }


def test_what_may_be_several_has_no_id_and_a_stranger_has_null() -> None:
    unsure, stranger = written(SEEN)["unsure"]
    assert "id" not in unsure
    assert unsure["candidates"] == [{"id": "dinners-6", "confidence": 0.55}, {"id": "dinners-9", "confidence": 0.41}]
    assert unsure["why"] == "glare over the number"
    assert stranger["id"] is None and stranger["candidates"] == [] and stranger["face"] == "down"


def test_without_a_plane_millimetres_are_null() -> None:
    seen = written(Observation(0.0, (640, 480), Quality(1, 0.5, 0), detections=(Detection("card", UPRIGHT, "a", 0.9),)))
    assert seen["plane"] == {"found_by": "none", "residual_mm": None}
    assert seen["pieces"][0]["center_mm"] is None and seen["quality"]["px_per_mm"] is None


@pytest.mark.parametrize(("quarters", "degrees"), [(0, 0), (1, 90), (2, 180), (3, -90)])
def test_the_turn_is_clockwise_in_the_picture_and_on_the_table(quarters: int, degrees: int) -> None:
    """Corners that start one further on: the piece's own top-left is at the right, so it was turned a quarter clockwise."""
    for quad_mm in (None, ON_TABLE):
        a, b, c, d = (UPRIGHT * 2)[quarters : quarters + 4]
        on_table = None
        if quad_mm is not None:
            w, x, y, z = (quad_mm * 2)[quarters : quarters + 4]
            on_table = w, x, y, z
        turned = turn_deg(Detection("card", (a, b, c, d), quad_mm=on_table))
        assert (turned - degrees) % 360 == pytest.approx(0)


@given(st.floats(), st.floats())
def test_no_number_breaks_the_json(a: float, b: float) -> None:
    quad: Quad = ((a, b), (1, 0), (1, 1), (0, 1))
    written(
        Observation(0, (9, 9), Quality(a, b, a, b), PlaneFix("cards", a), (Detection("card", quad, "x", a, quad_mm=quad),), {"name": b})
    )


def test_a_document_reads_back_as_what_was_seen() -> None:
    back = reading_of(written(SEEN))
    assert [d.id for d in back.detections] == ["lunches-6", None, None]
    assert back.detections[0].quad_px == UPRIGHT
    assert back.detections[1].alternatives == UNSURE.alternatives
    assert back.timings_ms["name"] == 8.8
    assert reading_of(SEEN).detections == SEEN.detections
