"""A phone's picture of the table: its zones and its mat hold where one of the table's markers shows, and nowhere else."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import photos
from companion.cli.photos import OFF, Photographs, is_in_place
from companion.cli.table_eyes import told
from companion.pack import built_in
from companion.web.localised import saying
from companion.web.texts import load_texts
from vision.evaluation.annotate import to_jpeg
from vision.frame import Frame
from vision.image.decode import load_frame
from vision.observation import Detection, Observation, PlaneFix, Quality, Stack
from vision.table.origin import Origin
from vision.table.plane import MarkerMap

TABLE = Path(__file__).parents[2] / "fixtures" / "recordings" / "buffet_boss" / "001.jpg"
DOUBTED = Detection("food", ((0, 0), (1, 0), (1, 1), (0, 1)))
PLATED = (replace(DOUBTED, id="food-egg"), replace(DOUBTED, id="food-crab"))
MAT = (0.0, 0.0, 100.0, 100.0)


@pytest.fixture
def from_above() -> Frame:
    return load_frame(TABLE)


@pytest.fixture
def markers(from_above: Frame) -> MarkerMap:
    """The table's markers, as the camera above has learned them."""
    origin = Origin()
    assert origin(from_above) is not None
    return origin.layout


@pytest.fixture
def from_a_phone(from_above: Frame) -> Frame:
    """The same table, held a little askew and turned."""
    height, width = from_above.rgb.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    askew = np.array([(0.16, 0.1), (0.93, 0.06), (0.86, 0.94), (0.08, 0.86)], np.float32) * (width, height)
    move = cv2.getPerspectiveTransform(corners, askew.astype(np.float32))
    askew_rgb = cv2.warpPerspective(from_above.rgb, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return replace(from_above, rgb=np.asarray(askew_rgb, np.uint8))


def at(x: float, y: float) -> Detection:
    corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
    return Detection("card", corners, "lunches-6", 1.0, quad_mm=corners)


def seen(found_by: str) -> Observation:
    """A card on the mat and one beside it."""
    return Observation(0.0, (9, 9), Quality(1, 0.5, 0), PlaneFix(found_by), (at(50, 50), at(300, 50)))


def test_a_marker_of_the_table_tells_its_millimetres(from_a_phone: Frame, markers: MarkerMap) -> None:
    assert is_in_place(from_a_phone, seen("markers"), markers)
    assert not is_in_place(from_a_phone, seen("cards"), markers)
    assert not is_in_place(from_a_phone, seen("markers"), MarkerMap()), "markers of which nobody knows where they lie"
    others = replace(markers, centres_mm={id + 20: place for id, place in markers.centres_mm.items()})
    assert not is_in_place(from_a_phone, seen("markers"), others), "markers of another table"


@pytest.mark.parametrize(("found_by", "pieces", "says"), [("markers", 1, ""), ("cards", 2, OFF)])
def test_the_mat_holds_for_a_phones_picture_with_a_marker(
    from_a_phone: Frame, markers: MarkerMap, monkeypatch: pytest.MonkeyPatch, found_by: str, pieces: int, says: str
) -> None:
    class Reader:
        def read(self, frame: Frame) -> Observation:
            return seen(found_by)

    def opened(pack: Path, find: Any) -> Reader:
        assert find(from_a_phone) is not None, "the reader is given the table's own millimetres"
        return Reader()

    monkeypatch.setattr(photos, "open_table", opened)
    observation, jpeg, said = Photographs(Path("box"), lambda: markers, MAT).read(to_jpeg(from_a_phone.rgb, 1600, 92), "top")
    assert (len(observation.detections), said) == (pieces, says) and jpeg.startswith(b"\xff\xd8")


@pytest.mark.parametrize(
    ("stack", "says"),
    [
        (Stack((0, 0, 9, 9), 131.4, 2.2, PLATED), "2 pieces recognised. The plate is 131 mm high, give or take 2."),
        (Stack((0, 0, 9, 9), None, None, (PLATED[0], DOUBTED)), "1 pieces recognised, 1 not sure. How high the plate is cannot be told"),
    ],
)
def test_a_plates_picture_says_what_to_enter(stack: Stack, says: str) -> None:
    seen = Observation(0.0, (9, 9), Quality(0.9, 0.5, 0.0), stacks=(stack,))
    assert told(seen).startswith(says)
    for language in ("de", "es"):
        assert saying(load_texts(language), built_in("buffet_boss"))(told(seen)) != told(seen)
