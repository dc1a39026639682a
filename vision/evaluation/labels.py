"""A labelled set: a folder with `labels.json`, checked before anything is measured against it. Standard library only."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vision.observation import Quad
from vision.written import WrittenError, json_of, read_text

SCHEMA = 1


class LabelsError(ValueError):
    """A labelled set cannot be used; the message is one line: file, where in it, what to do."""


@dataclass(frozen=True, slots=True)
class Label:
    """What lies in a picture, as a person or a renderer wrote it down."""

    id: str | None
    """None: a piece of no pack, it must not be named."""
    kind: str
    quad_px: Quad
    visible: float = 1.0
    """Part of the piece that shows."""


@dataclass(frozen=True, slots=True)
class LabelledBoard:
    """A letter board, row by row; `.` holds no letter."""

    letters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabelledStack:
    """A plate and what is piled on it, seen from the side."""

    plate_px: tuple[float, float, float, float]
    """x0, y0, x1, y1."""
    height_mm: float
    touching: frozenset[frozenset[int]] = frozenset()
    """Pairs of indices into the picture's pieces."""


@dataclass(frozen=True, slots=True)
class LabelledImage:
    """One picture and what is known about it."""

    file: str
    pieces: tuple[Label, ...] = ()
    board: LabelledBoard | None = None
    stacks: tuple[LabelledStack, ...] = ()
    about: Mapping[str, str] = field(default_factory=dict)
    """Further words about the picture, e.g. `light` and `table`, to group the figures by."""


@dataclass(frozen=True, slots=True)
class LabelledSet:
    """A folder of pictures with their labels."""

    folder: Path
    images: tuple[LabelledImage, ...]
    view: str = ""
    """`top` or `side`, where the set says from where its pictures were taken."""


def load_labels(dataset: Path) -> LabelledSet:
    """The set in a folder, or the one whose `labels.json` is named. Raises LabelsError."""
    path = dataset if dataset.suffix == ".json" else dataset / "labels.json"
    try:
        content = json_of(read_text(path, "name a folder with labels.json"))
        return LabelledSet(path.parent, _images(content), _view(content))
    except (WrittenError, _Fault) as fault:
        raise LabelsError(f"{path}: {fault}") from None


class _Fault(ValueError):
    """Where in the document, and what to do."""


def _images(content: Any) -> tuple[LabelledImage, ...]:
    root = _dict(content, "the document")
    if root.get("schema") != SCHEMA:
        raise _Fault(f"schema is {root.get('schema')!r}; this program reads schema {SCHEMA}")
    entries = _list(root.get("images"), "images")
    if not entries:
        raise _Fault("images is empty; label at least one picture")
    return tuple(_image(entry, f"images[{i}]") for i, entry in enumerate(entries))


def _view(content: Any) -> str:
    view = content.get("view", "")
    if view not in ("", "top", "side"):
        raise _Fault(f"view is {_said(view)}; top or side")
    return str(view)


def _image(entry: Any, at: str) -> LabelledImage:
    image = _dict(entry, at)
    file = _text(image.get("file"), f"{at}.file")
    if Path(file).is_absolute() or ".." in Path(file).parts:
        raise _Fault(f"{at}.file is {file!r}; name a picture inside the folder")
    pieces = _list(image.get("pieces", []), f"{at}.pieces")
    board = image.get("board")
    stacks = _list(image.get("stacks", []), f"{at}.stacks")
    return LabelledImage(
        file,
        tuple(_label(piece, f"{at}.pieces[{i}]") for i, piece in enumerate(pieces)),
        None if board is None else _board(board, f"{at}.board"),
        tuple(_stack(stack, f"{at}.stacks[{i}]") for i, stack in enumerate(stacks)),
        {key: image[key] for key in ("light", "table", "set") if isinstance(image.get(key), str)},
    )


def _label(entry: Any, at: str) -> Label:
    piece = _dict(entry, at)
    if "id" not in piece:
        raise _Fault(f"{at}.id is missing; name the piece, or null for one of no pack")
    id = None if piece["id"] is None else _text(piece["id"], f"{at}.id")
    visible = _number(piece.get("visible", 1.0), f"{at}.visible")
    if not 0 <= visible <= 1:
        raise _Fault(f"{at}.visible is {visible:g}; a part from 0 to 1")
    return Label(id, _text(piece.get("kind", "card"), f"{at}.kind"), _quad(piece.get("quad_px"), f"{at}.quad_px"), visible)


def _board(entry: Any, at: str) -> LabelledBoard:
    rows = [_text(row, f"{at}.letters[{i}]") for i, row in enumerate(_list(_dict(entry, at).get("letters"), f"{at}.letters"))]
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise _Fault(f"{at}.letters[{i}] has {len(row)} letters, the first row {len(rows[0])}; make them equal")
    return LabelledBoard(tuple(rows))


def _stack(entry: Any, at: str) -> LabelledStack:
    stack = _dict(entry, at)
    plate = [_number(v, f"{at}.plate_px") for v in _list(stack.get("plate_px"), f"{at}.plate_px")]
    if len(plate) != 4:
        raise _Fault(f"{at}.plate_px has {len(plate)} numbers; x0, y0, x1, y1 are four")
    pairs = [_list(pair, f"{at}.touching") for pair in _list(stack.get("touching", []), f"{at}.touching")]
    height = _number(stack.get("height_mm"), f"{at}.height_mm")
    touching = frozenset(frozenset(int(_number(i, f"{at}.touching")) for i in pair) for pair in pairs)
    return LabelledStack((plate[0], plate[1], plate[2], plate[3]), height, touching)


def _quad(value: Any, at: str) -> Quad:
    corners = _list(value, at)
    if len(corners) != 4:
        raise _Fault(f"{at} has {len(corners)} corners; a quad has four")
    points = []
    for i, corner in enumerate(corners):
        xy = [_number(v, f"{at}[{i}]") for v in _list(corner, f"{at}[{i}]")]
        if len(xy) != 2:
            raise _Fault(f"{at}[{i}] has {len(xy)} numbers; x and y are two")
        points.append((xy[0], xy[1]))
    return points[0], points[1], points[2], points[3]


def _dict(value: Any, at: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Fault(f"{at} is {_said(value)}; an object {{...}} belongs there")
    return value


def _list(value: Any, at: str) -> list[Any]:
    if not isinstance(value, list):
        raise _Fault(f"{at} is {_said(value)}; a list [...] belongs there")
    return value


def _text(value: Any, at: str) -> str:
    if not isinstance(value, str) or not value:
        raise _Fault(f"{at} is {_said(value)}; a text belongs there")
    return value


def _number(value: Any, at: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise _Fault(f"{at} is {_said(value)}; a number belongs there")
    return float(value)


def _said(value: Any) -> str:
    return "missing" if value is None else json.dumps(value)[:40]
