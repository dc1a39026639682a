"""A whole set, read by readers whose mistakes are known."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.vision.tables import photographs
from vision.evaluation.annotate import to_jpeg
from vision.evaluation.document import document
from vision.evaluation.evaluation import Evaluation, evaluate
from vision.evaluation.labels import LabelsError, load_labels
from vision.evaluation.metrics import same_or_rank
from vision.evaluation.report import summary_lines, to_json, write_page
from vision.frame import Frame
from vision.image.decode import PictureError, decode, load_frame
from vision.looks.catalogue import Catalogue, look_of
from vision.observation import Candidate, Detection, Observation, Quad, Quality


def box(x: float, y: float = 40.0) -> Quad:
    return (x, y), (x + 60, y), (x + 60, y + 90), (x, y + 90)


def entry(id: str | None, x: float, **more: object) -> dict[str, object]:
    return {"id": id, "kind": "card", "quad_px": [list(corner) for corner in box(x)], **more}


LABELS = {
    "schema": 1,
    "images": [
        {"file": "a.jpg", "light": "dim", "pieces": [entry("a", 10), entry("b", 90), entry("c", 170), entry(None, 250)]},
        {"file": "b.jpg", "light": "glare", "pieces": [entry("a", 10, visible=0.7), entry("b", 90, visible=0.2), entry("c", 170)]},
    ],
}


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    folder = tmp_path / "set"
    folder.mkdir()
    (folder / "labels.json").write_text(json.dumps(LABELS))
    for file, grey in (("a.jpg", 60), ("b.jpg", 180)):
        (folder / file).write_bytes(to_jpeg(np.full((200, 400, 3), grey, np.uint8)))
    return folder


def seen(frame: Frame, *detections: Detection) -> Observation:
    return Observation(frame.taken_at, frame.size_px, Quality(1, 0.5, 0), detections=detections, timings_ms={"name": 4.0, "total": 4.0})


def fallible(frame: Frame) -> Observation:
    """In the dark picture: one right, one wrong, one unsure, the stranger named. In the bright one: one right, one ghost, one missed."""
    if frame.rgb.mean() < 100:
        return seen(
            frame,
            Detection("card", box(12), "a", 0.99),
            Detection("card", box(92), "c", 0.8),
            Detection("card", box(172), alternatives=(Candidate("c", 0.5), Candidate("d", 0.4)), why="glare"),
            Detection("card", box(252), "d", 0.7),
        )
    return seen(frame, Detection("card", box(35), "a", 0.95), Detection("card", box(330), "a", 0.6), Detection("card", box(95), "b", 0.9))


def as_document(frame: Frame) -> Mapping[str, Any]:
    return document(fallible(frame), "x.jpg", 1.0)


READERS: list[Callable[[Frame], Any]] = [fallible, as_document]


@pytest.mark.parametrize("reader", READERS)
def test_every_figure(dataset: Path, reader: Callable[[Frame], Any]) -> None:
    found = evaluate(dataset, reader)
    t = found.total
    assert (found.pictures, t.labels, t.right, t.unsure, t.missed, t.misnamed) == (2, 5, 2, 1, 1, 1)
    assert (t.wrong, t.ghosts, t.strangers, t.strangers_named, t.truth_offered) == (3, 1, 1, 1, 1)
    assert t.recall == 0.4 and t.precision == 0.4
    assert found.confusions == {("b", "c"): 1, (None, "d"): 1, (None, "a"): 1}
    assert {by: set(members) for by, members in found.groups.items()}["light"] == {"dim", "glare"}
    assert found.groups["light"]["dim"].wrong == 2 and found.groups["light"]["glare"].wrong == 1
    assert found.groups["visible"]["covered, 0.6 to 0.9"].right == 1
    assert [(m.what, m.truth, m.said) for m in found.mishaps if m.file == "b.jpg"] == [("ghost", None, "a"), ("missed", "c", None)]
    assert set(found.times_ms) == {"decode", "name", "total"} and found.times_ms["name"].mean == 4.0
    assert found.times_ms["total"].p50 > 0 and found.cells is None


def test_progress_is_told_picture_by_picture(dataset: Path) -> None:
    told: list[tuple[int, int, str]] = []
    evaluate(dataset, fallible, lambda done, total, file: told.append((done, total, file)))
    assert told == [(1, 2, "a.jpg"), (2, 2, "b.jpg")]


def test_a_missing_picture_is_told_before_anything_is_read(dataset: Path) -> None:
    (dataset / "b.jpg").unlink()
    with pytest.raises(LabelsError, match=r"no picture b\.jpg"):
        evaluate(dataset, lambda frame: pytest.fail("read"))


def test_a_damaged_picture_is_refused(dataset: Path) -> None:
    (dataset / "b.jpg").write_bytes(b"")
    with pytest.raises(PictureError, match="empty"):
        evaluate(dataset, fallible)


def test_labels_that_the_pack_has_not_are_told_and_counted_as_before(dataset: Path) -> None:
    found, told = evaluate(dataset, fallible), evaluate(dataset, fallible, ids=["a", "c"])
    assert told.unknown == {"b": 2} and to_json(told)["unknown"] == {"b": 2}
    assert told.total == found.total and found.unknown == {}
    assert summary_lines(told)[1] == "  2 labels bear 1 ids that the pack has not: b (2)"
    ranks = evaluate(dataset, fallible, same=same_or_rank(["a-1", "b-1"]), ids=["a-1", "b-1"])
    assert ranks.unknown == {"c": 2}


def page_of(found: Evaluation, dataset: Path, out: Path) -> str:
    return write_page(found, dataset, out).read_text()


def test_the_page_shows_every_mishap_and_the_json_every_figure(dataset: Path, tmp_path: Path) -> None:
    found = evaluate(dataset, fallible)
    page = page_of(found, dataset, tmp_path / "out")
    crops = sorted((tmp_path / "out" / "crops").iterdir())
    assert len(crops) == len(found.mishaps) == 5
    for crop in crops:
        assert f'src="crops/{crop.name}"' in page
        assert max(decode(crop.read_bytes(), crop.name).size_px) == 360
    written = json.loads((tmp_path / "out" / "evaluation.json").read_text())
    assert written == json.loads(json.dumps(to_json(found)))
    assert written["total"]["recall"] == 0.4 and written["schema"] == 1
    assert {m["what"] for m in written["mishaps"]} == {"wrong", "ghost", "missed", "unsure"}
    assert [(m["truth"], m["look"], m["named"], m["doubted"]) for m in written["mistaken"]] == [
        *((None, "a", 1, 0), (None, "d", 1, 0), ("b", "c", 1, 0)),
    ]
    first = summary_lines(found)[0]
    assert "40.00% of 5 labels right, 1 unsure, 1 missed; 3 wrong names (1 on nothing); 40.00% of the names are right." in first


def test_a_piece_is_shown_beside_the_look_it_was_taken_for(dataset: Path, tmp_path: Path) -> None:
    blue, green = (np.full((90, 60, 3), colour, np.uint8) for colour in ((30, 60, 200), (40, 160, 60)))
    catalogue = Catalogue((look_of(blue, "c", "card", (60, 90)), look_of(green, "b", "card", (60, 90))))
    out = tmp_path / "out"
    page = write_page(evaluate(dataset, fallible), dataset, out, catalogue).read_text()
    assert "<b>b</b> taken for <b>c</b>: 1 times named" in page
    pictures = {name: decode((out / name).read_bytes(), name).rgb.mean((0, 1)) for name in re.findall(r'src="(pairs/002[^"]+)"', page)}
    seen_, taken_for, own = pictures.values()
    assert np.ptp(seen_) < 8  # the grey of the photograph
    assert taken_for[2] > taken_for[0] + 80 and own[1] > own[0] + 80


def test_names_from_elsewhere_do_no_harm_on_the_page(dataset: Path, tmp_path: Path) -> None:
    def sly(frame: Frame) -> Observation:
        return seen(frame, Detection("card", box(10), "<script>alert(1)</script>", 0.9))

    page = page_of(evaluate(dataset, sly), dataset, tmp_path / "out")
    assert "<script" not in page and "&lt;script&gt;" in page


def test_a_perfect_reading_has_no_mishaps(dataset: Path, tmp_path: Path) -> None:
    images = iter(load_labels(dataset).images)

    def perfect(frame: Frame) -> Observation:
        return seen(frame, *(Detection(p.kind, p.quad_px, p.id, 1.0) for p in next(images).pieces if p.id is not None))

    found = evaluate(dataset, perfect)
    assert found.mishaps == () and found.total.recall == found.total.precision == 1.0
    assert "<p>None.</p>" in page_of(found, dataset, tmp_path / "out")


def test_boards_and_stacks(tmp_path: Path) -> None:
    image = {"file": "a.png", "board": {"letters": ["AB", ".C"]}, "stacks": [{"plate_px": [10, 10, 90, 20], "height_mm": 96.0}]}
    (tmp_path / "labels.json").write_text(json.dumps({"schema": 1, "images": [image, {**image, "file": "b.png"}]}))
    for file in ("a.png", "b.png"):
        (tmp_path / file).write_bytes(to_jpeg(np.full((60, 120, 3), 128, np.uint8)))
    stack = {"plate_px": [12, 9, 92, 21], "height_mm": 97.5, "height_error_mm": 2}
    nothing: dict[str, Any] = {"pieces": [], "unsure": [], "timings_ms": {}, "board": None, "stacks": []}
    answers = iter([{**nothing, "board": {"letters": ["A?", ".X"], "unsure_cells": []}, "stacks": [stack]}, nothing])
    found = evaluate(tmp_path, lambda frame: next(answers))
    assert found.cells is not None
    assert (found.cells.cells, found.cells.right, found.cells.unsure, found.cells.wrong, found.cells.missed) == (6, 1, 1, 1, 3)
    written: Any = to_json(found)
    assert written["stacks"] == {"stacks": 2, "measured": 1, "mean_off_mm": 1.5, "most_off_mm": 1.5, "within_own_error": 1}
    assert any("board cells: 1 of 6 right" in line for line in summary_lines(found))


@pytest.mark.photos
def test_labels_that_are_ranks_are_met_by_their_cards() -> None:
    folder = photographs("real") / "edje" / "dev"
    images = iter(load_labels(folder).images)

    def suited(frame: Frame) -> Observation:
        return seen(frame, *(Detection(p.kind, p.quad_px, f"{p.id}-spades", 0.9) for p in next(images).pieces))

    found = evaluate(folder, suited, same=same_or_rank(["ace-spades"]))
    assert found.total.recall == 1.0 and load_frame(folder / "IMG_2383.JPG").size_px[0] > 0
