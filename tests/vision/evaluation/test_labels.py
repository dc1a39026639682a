"""A labelled set is read whole or refused in one line that names file and place."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.vision.tables import photographs
from vision.evaluation.labels import LabelsError, load_labels

QUAD = [[0, 0], [10, 0], [10, 10], [0, 10]]
GOOD: dict[str, Any] = {
    "schema": 1,
    "images": [
        {
            "file": "a.jpg",
            "light": "dim",
            "pieces": [{"id": "x", "kind": "card", "quad_px": QUAD, "visible": 0.5}, {"id": None, "kind": "card", "quad_px": QUAD}],
            "board": {"letters": ["AB", ".C"]},
            "stacks": [{"plate_px": [0, 0, 9, 9], "height_mm": 96.2, "touching": [[0, 1]]}],
        }
    ],
}


def saved(folder: Path, content: object) -> Path:
    (folder / "labels.json").write_text(json.dumps(content))
    return folder


def test_everything_is_read(tmp_path: Path) -> None:
    (image,) = load_labels(saved(tmp_path, GOOD)).images
    assert image.file == "a.jpg" and image.about == {"light": "dim"}
    assert [(p.id, p.visible) for p in image.pieces] == [("x", 0.5), (None, 1.0)]
    assert image.pieces[0].quad_px == ((0, 0), (10, 0), (10, 10), (0, 10))
    assert image.board is not None and image.board.letters == ("AB", ".C")
    assert image.stacks[0].height_mm == 96.2 and image.stacks[0].touching == {frozenset({0, 1})}
    assert load_labels(tmp_path / "labels.json").folder == tmp_path


def changed(path: tuple[str | int, ...], value: object) -> dict[str, Any]:
    """The good document with one place changed; `...` takes it out."""
    whole: dict[str, Any] = json.loads(json.dumps(GOOD))
    place: Any = whole
    for step in path[:-1]:
        place = place[step]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return whole


PIECE = ("images", 0, "pieces", 0)


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("schema",), 2, "schema is 2; this program reads schema 1"),
        (("schema",), ..., "schema is None"),
        (("images",), {}, "images is {}; a list"),
        (("images",), [], "images is empty"),
        (("images", 0), 7, "images[0] is 7; an object"),
        (("images", 0, "file"), ..., "images[0].file is missing"),
        (("images", 0, "file"), "../b.jpg", "a picture inside the folder"),
        (("images", 0, "file"), "/etc/passwd", "a picture inside the folder"),
        ((*PIECE, "id"), ..., "images[0].pieces[0].id is missing"),
        ((*PIECE, "id"), 3, "images[0].pieces[0].id is 3"),
        ((*PIECE, "visible"), 1.5, "visible is 1.5; a part from 0 to 1"),
        ((*PIECE, "visible"), True, "visible is true; a number"),
        ((*PIECE, "quad_px"), ..., "quad_px is missing"),
        ((*PIECE, "quad_px"), QUAD[:3], "has 3 corners"),
        ((*PIECE, "quad_px", 2), [1, 2, 3], "quad_px[2] has 3 numbers"),
        ((*PIECE, "quad_px", 2), [1, "2"], 'quad_px[2] is "2"; a number'),
        (("images", 0, "board", "letters"), ["AB", "C"], "letters[1] has 1 letters, the first row 2"),
        (("images", 0, "stacks", 0, "plate_px"), [1, 2], "plate_px has 2 numbers"),
        (("images", 0, "stacks", 0, "height_mm"), ..., "height_mm is missing"),
    ],
)
def test_a_fault_is_named_with_its_place(tmp_path: Path, path: tuple[str | int, ...], value: object, says: str) -> None:
    with pytest.raises(LabelsError) as caught:
        load_labels(saved(tmp_path, changed(path, value)))
    line = str(caught.value)
    assert line.startswith(f"{tmp_path}/labels.json: ") and says in line and "\n" not in line


NO_DOCUMENT = [
    (b"", "no JSON"),
    (b"{", "no JSON"),
    (b"\xff\xfe", "not UTF-8"),
    (b"[" * 100_000, "no JSON"),
    (b"[]", "the document is []"),
]


@pytest.mark.parametrize(("content", "says"), NO_DOCUMENT)
def test_what_is_no_document(tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "labels.json").write_bytes(content)
    with pytest.raises(LabelsError, match=says.replace("[", r"\[")):
        load_labels(tmp_path)


def test_a_folder_without_labels(tmp_path: Path) -> None:
    with pytest.raises(LabelsError, match="cannot be read"):
        load_labels(tmp_path)


@pytest.mark.photos
def test_every_labelled_set_can_be_read() -> None:
    sets = sorted(photographs("real").rglob("labels.json"))
    assert sets
    for path in sets:
        labelled = load_labels(path)
        assert all((labelled.folder / image.file).is_file() for image in labelled.images)
