"""Pictures of pieces -> a catalogue, and a report on which pieces look alike."""

import csv
import hashlib
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.enrolling.blobs import evenly_lit
from vision.enrolling.clarity import FOOD, Flaw, flaw_in
from vision.enrolling.crop import cut_out, find_piece, has_shape
from vision.enrolling.die_shown import face_print
from vision.enrolling.disc_shown import Disc, find_disc, on_one_ground
from vision.enrolling.scans import Scans
from vision.enrolling.separability import Separability, separability
from vision.image.decode import load_frame
from vision.looks.catalogue import MOST_LOOKS, Catalogue, Look, look_of
from vision.looks.looks_file import KINDS
from vision.looks.silhouettes import silhouette_of
from vision.names import COLUMN, is_id
from vision.written import WrittenError, read_text

Progress = Callable[[int, int, str], None]
"""Pictures done, pictures in all, the name of the one just done."""

DIE = "die"
"""A kind of piece that is read by its pips; only a face that shows something else has a look, under the id of what it stands for."""
REQUIRED = ("file", "id", "kind", "width_mm", "height_mm")
SIZES_MM = (2.0, 1000.0)
"""Width or height a piece may have."""


class EnrolError(ValueError):
    """The folder cannot be enrolled: what is wrong, where, and what to do, in one line."""


@dataclass(frozen=True, slots=True)
class EnrolledPiece:
    """A piece as pieces.csv describes it."""

    id: str
    kind: str
    size_mm: tuple[float, float]
    attributes: Mapping[str, str]
    """The columns beyond the five that every folder has; empty cells left out."""
    place: str = field(default="", compare=False)
    """File and line in which it is first written down, for messages."""


@dataclass(frozen=True, slots=True)
class Flawed:
    """A picture that does not show its piece clearly enough."""

    file: str
    id: str
    flaw: Flaw

    def __str__(self) -> str:
        return f"{self.file}: {self.id} {self.flaw.advice}"


@dataclass(frozen=True, slots=True)
class Enrolment:
    """What a folder of pictures gave."""

    catalogue: Catalogue
    pieces: tuple[EnrolledPiece, ...]
    """Each id once, in the order of pieces.csv."""
    report: Separability
    flawed: tuple[Flawed, ...] = ()
    """Pictures that had better be taken again."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of pieces.csv."""

    file: str
    """Empty for a piece without a picture."""
    piece: EnrolledPiece

    @property
    def place(self) -> str:
        """File and line, for messages."""
        return self.piece.place


def enrol(folder: Path, progress: Progress | None = None) -> Enrolment:
    """The catalogue of a folder with pieces.csv and its pictures. Raises EnrolError."""
    lines = _read_lines(folder)
    pieces = _pieces(lines)
    looks, discs, seen, flawed = dict[int, Look](), dict[int, Disc](), dict[str, str](), list[Flawed]()
    pictured = [line for line in lines if line.file]
    scans = Scans()
    for done, line in enumerate(pictured, 1):
        rgb = _picture(folder, line, seen)
        disc = find_disc(rgb) if line.piece.kind == "token" else None
        if disc is None:
            cut = _cut(rgb, line)
            if line.piece.kind not in (FOOD, DIE) and has_shape(rgb, line.piece.size_mm):
                scans.saw(done, (rgb.shape, line.piece.kind, line.piece.size_mm), is_whole=cut is rgb)
            looks[done] = _look(rgb, cut, line)
            flawed += _flawed(rgb, cut, line)
        else:
            discs[done] = disc
        if progress is not None:
            progress(done, len(pictured), line.file)
    for n in scans.cut_within():
        rgb, line = load_frame(folder / pictured[n - 1].file).rgb, pictured[n - 1]
        looks[n], flawed = _look(rgb, rgb, line), [one for one in flawed if one.file != line.file] + _flawed(rgb, rgb, line)
    for n, rgb in zip(discs, on_one_ground(list(discs.values())), strict=True):
        looks[n] = _look_alone(rgb, pictured[n - 1].piece)
    plain = (look for line in lines if not line.file for look in _plain(line))
    catalogue = Catalogue((*(looks[n] for n in sorted(looks)), *plain))
    return Enrolment(catalogue, pieces, separability(catalogue), tuple(flawed))


def _flawed(rgb: NDArray[np.uint8], cut: NDArray[np.uint8], line: _Line) -> list[Flawed]:
    """What is wrong with a picture, out of which a piece was cut."""
    flaw = flaw_in(rgb if line.piece.kind == FOOD else cut, line.piece.kind)
    return [] if flaw is None else [Flawed(line.file, line.piece.id, flaw)]


def _picture(folder: Path, line: _Line, seen: dict[str, str]) -> NDArray[np.uint8]:
    """The picture of a line, which is written down among those `seen`. Raises EnrolError, as for one that was seen before."""
    data, path = _bytes(folder, line), folder / line.file
    digest = hashlib.sha256(data).hexdigest()
    if digest in seen:
        both = ", or both of them if several kinds share that side" if line.piece.kind == "token" else ""
        raise EnrolError(f"{line.place}: {line.file} is the same picture as {seen[digest]}; remove one of the two lines{both}")
    seen[digest] = line.file
    try:
        return load_frame(path).rgb
    except ValueError as fault:
        raise EnrolError(f"{line.place}: {fault}") from fault


def _look_alone(rgb: NDArray[np.uint8], piece: EnrolledPiece) -> Look:
    """That of a picture which shows the piece alone."""
    return look_of(rgb, piece.id, piece.kind, piece.size_mm)


def _look(rgb: NDArray[np.uint8], cut: NDArray[np.uint8], line: _Line) -> Look:
    """That of a picture, from what of it is `cut` out."""
    piece, look = line.piece, _look_alone(cut, line.piece)
    if piece.kind != "food":
        return look
    try:
        return replace(look, silhouette=silhouette_of(evenly_lit(rgb), piece.id, piece.size_mm))
    except ValueError as fault:
        raise EnrolError(f"{line.place}: {line.file}: {fault}") from fault


def _cut(rgb: NDArray[np.uint8], line: _Line) -> NDArray[np.uint8]:
    """The piece alone; of a die what its face shows. Raises EnrolError where a picture shows more than a piece, and not where that ends.

    That of a food may.
    """
    piece = line.piece
    if piece.kind == DIE:
        return _face(rgb, piece.size_mm)
    found = find_piece(rgb, piece.size_mm)
    if found is None and piece.kind != "food" and not has_shape(rgb, piece.size_mm):
        size = " x ".join(f"{side:g}" for side in piece.size_mm)
        raise EnrolError(
            f"{line.place}: {line.file} shows no {piece.kind} of {size} mm alone on a plain ground; lay it on a plain table of another "
            "colour, all of it in the picture, or cut the picture at its edges, or correct its size"
        )
    return rgb if found is None else found


def _face(rgb: NDArray[np.uint8], size_mm: tuple[float, float]) -> NDArray[np.uint8]:
    """What is printed on the face of a die that a picture shows from above; else all of the face."""
    face = face_print(rgb, size_mm)
    return cut_out(rgb, size_mm) if face is None else face


def _plain(line: _Line) -> list[Look]:
    """The look of a piece without a picture: its colour all over where that is written as #rrggbb; none for a mere word."""
    text = line.piece.attributes.get("color", "")
    if re.fullmatch("#[0-9a-fA-F]{6}", text) is None:
        return []
    colour = tuple(bytes.fromhex(text[1:]))
    return [_look_alone(np.full((96, 96, 3), colour, np.uint8), line.piece)]


def _read_lines(folder: Path) -> list[_Line]:
    if not folder.is_dir():
        raise EnrolError(f"{folder}: no such folder; name the folder that holds pieces.csv and the pictures")
    table = folder / "pieces.csv"
    if not table.exists():
        raise EnrolError(f"{table}: missing; write one line per picture: {','.join(REQUIRED)}")
    try:
        text = read_text(table, f"write one line per picture: {','.join(REQUIRED)}")
    except WrittenError as fault:
        raise EnrolError(f"{table}: {fault}") from fault
    rows = csv.DictReader(text.splitlines(), strict=True)
    try:
        _check_columns(rows.fieldnames or (), table)
        lines = [_line(row, f"{table}:{rows.line_num}") for row in rows]
    except csv.Error as fault:
        raise EnrolError(f"{table}:{rows.line_num}: {fault}; check the quotation marks") from fault
    if not lines:
        raise EnrolError(f"{table}: no piece; write one line per picture")
    if len(lines) > MOST_LOOKS:
        raise EnrolError(f"{table}: {len(lines)} lines; at most {MOST_LOOKS} looks can be enrolled")
    return lines


def _check_columns(names: Sequence[str], table: Path) -> None:
    """Raises EnrolError for a first line without a column, with one twice, or with one whose name no pack takes."""
    missing = [name for name in REQUIRED if name not in names]
    if missing:
        parted = next((sign for sign in (";", "\t") if sign in "".join(names)), None)
        remedy = f"; part the cells with commas, not with {parted!r}" if parted else ""
        raise EnrolError(f"{table}: no column {missing[0]!r}; the first line must name {', '.join(REQUIRED)}{remedy}")
    for name in names:
        if names.count(name) > 1 and name:
            raise EnrolError(f"{table}: two columns {name!r}; remove one or give it another name")
        if re.fullmatch(COLUMN, name) is None:
            raise EnrolError(f"{table}: column {name[:80]!r}; name it in small letters a-z, digits, - and _, at most 80")


def _line(row: Mapping[str | None, str | None], place: str) -> _Line:
    if None in row or any(value is None for value in row.values()):
        raise EnrolError(f"{place}: not as many cells as the first line; add or remove a comma")
    cells = {str(name): str(value).strip() for name, value in row.items()}
    if not is_id(cells["id"]):
        raise EnrolError(
            f"{place}: {cells['id'][:80]!r} is no id; give every piece an id of 1 to 80 printable characters, without spaces and slashes"
        )
    if cells["kind"] not in KINDS:
        raise EnrolError(f"{place}: kind {cells['kind']!r}; use one of {', '.join(sorted(KINDS))}")
    size = (_millimetres(cells["width_mm"], "width_mm", place), _millimetres(cells["height_mm"], "height_mm", place))
    if not cells["file"] and not (cells["kind"] == DIE or (cells["kind"] in ("token", "cube") and cells.get("color"))):
        raise EnrolError(f"{place}: no file; only a die, or a token or cube with a color, needs no picture")
    attributes = {name: value for name, value in cells.items() if name not in REQUIRED and value}
    return _Line(cells["file"], EnrolledPiece(cells["id"], cells["kind"], size, attributes, place))


def _millimetres(text: str, column: str, place: str) -> float:
    try:
        size = float(text)
    except ValueError:
        size = float("nan")
    if not SIZES_MM[0] <= size <= SIZES_MM[1]:
        raise EnrolError(f"{place}: {column} is {text!r}; write millimetres, {SIZES_MM[0]:g} to {SIZES_MM[1]:g}")
    return size


def _pieces(lines: Iterable[_Line]) -> tuple[EnrolledPiece, ...]:
    """Each piece once. Several lines with one id are several looks of it and must agree on all but their `side`."""
    first: dict[str, _Line] = {}
    for line in lines:
        known = first.setdefault(line.piece.id, line)
        for what, a, b in _differences(known.piece, line.piece):
            raise EnrolError(f"{line.place}: {line.piece.id!r} has {what} {b}, but {a} at {known.place}; give one of them another id")
    return tuple(replace(line.piece, attributes=_lasting(line.piece.attributes)) for line in first.values())


def _differences(a: EnrolledPiece, b: EnrolledPiece) -> Iterable[tuple[str, str, str]]:
    if a.kind != b.kind:
        yield "kind", a.kind, b.kind
    if a.size_mm != b.size_mm:
        yield "size", f"{a.size_mm[0]:g} x {a.size_mm[1]:g} mm", f"{b.size_mm[0]:g} x {b.size_mm[1]:g} mm"
    ours, theirs = _lasting(a.attributes), _lasting(b.attributes)
    for name in sorted({*ours, *theirs}):
        if ours.get(name) != theirs.get(name):
            yield name, repr(ours.get(name, "")), repr(theirs.get(name, ""))


def _lasting(attributes: Mapping[str, str]) -> dict[str, str]:
    """All but what tells the looks of one piece apart: which of its sides a picture shows."""
    return {name: value for name, value in attributes.items() if name != "side"}


def _bytes(folder: Path, line: _Line) -> bytes:
    path = folder / line.file
    if not line.file.isprintable():
        raise EnrolError(f"{line.place}: {line.file[:80]!r} is no file's name; correct it in column 'file'")
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
        raise EnrolError(f"{line.place}: {line.file} lies outside of {folder}; put it into the folder")
    try:
        if path.is_file():  # a pipe would keep us waiting for ever
            return path.read_bytes()
    except OSError as fault:
        raise EnrolError(f"{line.place}: {path} cannot be read ({fault.strerror}); give yourself permission to read it") from fault
    raise EnrolError(f"{line.place}: {path} cannot be read; correct the name in column 'file' or add the picture")
