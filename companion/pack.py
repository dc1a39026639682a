"""A box as data, from a folder or a zip: checked with file and key, merged with what its game's rulebook says.

A pack from elsewhere is untrusted: sizes, names, counts and numbers are checked before anything is used.
"""

import math
import os
import shutil
import zipfile
import zlib
from contextlib import nullcontext
from functools import cache, partial
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import tomli_w
from msgspec import Meta

from companion.game import Clause, Option, Pack, PackError, Piece
from companion.whole import scratch_for
from vision.names import COLUMN, LONGEST, is_id
from vision.written import WrittenError, parsed, shallow, text_of

if TYPE_CHECKING:
    from vision.looks.catalogue import Catalogue

SCHEMA = 1
PACK_FILE, LOOKS_FILE = "pack.toml", "looks.npz"
MOST_TOML_BYTES = 2_000_000
MOST_LOOKS_BYTES = 256_000_000
MOST_RATIO = 100
"""A zip member that grows more than this when unpacked is refused."""
MOST_PIECES = 2_000

_Id = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
_Text = Annotated[str, Meta(max_length=4_000)]
_Name = Annotated[str, Meta(pattern=rf"^{COLUMN}\Z")]
_Mm = Annotated[float, Meta(gt=0, le=5_000)]


class _Piece(msgspec.Struct, forbid_unknown_fields=True):
    id: _Id
    kind: _Name
    count: Annotated[int, Meta(ge=0, le=1_000)] = 1
    size_mm: tuple[_Mm, _Mm] | None = None
    attributes: dict[_Name, _Text] = {}


class _Option(msgspec.Struct, forbid_unknown_fields=True):
    name: _Name
    text: _Text
    clause: _Id
    default: _Text | None = None
    choices: tuple[_Text, ...] = ()


class _Clause(msgspec.Struct, forbid_unknown_fields=True):
    id: _Id
    text: _Text
    source: _Text
    certainty: _Name = "rule"


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """pack.toml as it stands on disk."""

    schema: int
    name: _Name
    title: _Text
    game: _Name = ""
    players: tuple[int, int] = (0, 0)
    piece: list[_Piece] = []
    option: list[_Option] = []
    clause: list[_Clause] = []
    defaults: dict[_Name, _Text] = {}
    tables: dict[str, Any] = {}


@cache
def built_in(game: str) -> Pack:
    """The box of a game as published, as far as it is known; read once, since it is part of the program.

    Raises PackError when there is no such game.
    """
    place = resources.files("companion.games") / game / "pack.toml"
    if not game.isidentifier() or not place.is_file():
        raise PackError(f"no game {game!r}; `companion games` lists them")
    file = _decode(place.read_bytes(), f"{game}/pack.toml")
    return _pack(file, file)


def load(path: Path) -> "tuple[Pack, Catalogue | None]":
    """A pack and its looks; None where it was never shown to a camera. Raises PackError: file, key, what to do."""
    text, looks = _members(path)
    file = _decode(text, str(path / PACK_FILE))
    book = _book(file)
    pack = _pack(file, book)
    if looks is None:
        return pack, None
    from vision.looks.catalogue import Catalogue

    try:
        return pack, Catalogue.from_bytes(looks)
    except ValueError as fault:
        raise PackError(f"{path}/looks.npz: {fault}; enrol the box again") from fault


def load_box(path: Path) -> tuple[Pack, bool]:
    """A pack and whether it was shown to a camera; its looks are left where they are. Raises PackError: file, key, what to do."""
    text, looks = _members(path)
    file = _decode(text, str(path / PACK_FILE))
    return _pack(file, _book(file)), looks is not None


def save(path: Path, pack: Pack, catalogue: "Catalogue | None") -> None:
    """Write a pack as a folder, or as a zip when `path` ends so. All of it or nothing; an older pack there is replaced.

    Raises PackError when something else lies there or nobody could read it again, OSError when the disk refuses.
    """
    refuse_to_lose(path)
    content = _readable(pack, path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with scratch_for(path) as scratch:
        new = scratch / "new"
        new.mkdir()
        (new / PACK_FILE).write_bytes(content)
        if catalogue is not None:
            (new / LOOKS_FILE).write_bytes(catalogue.to_bytes())
        if is_zip(path):
            shutil.make_archive(str(new), "zip", new)
            new.with_suffix(".zip").replace(path)
            return
        _take_place(new, path, scratch / "old")


def _take_place(new: Path, path: Path, old: Path) -> None:
    """A folder comes to lie at `path`, the one there before at `old`; or all stays as it was. Raises OSError."""
    if path.exists():
        path.rename(old)
    try:
        new.rename(path)
    except OSError:
        if old.exists():
            old.rename(path)
        raise


def is_zip(path: Path) -> bool:
    """Whether a pack of this name is one file."""
    return path.suffix.lower() == ".zip"


def refuse_to_lose(path: Path) -> None:
    """Nothing where no pack lies yet, or an older one that may be replaced. Raises PackError for anything else: it is somebody's."""
    if not os.path.lexists(path):
        return
    names = _names(path)
    if PACK_FILE not in names:
        raise PackError(f"{path}: exists and is no pack; choose another --out, or move it away")
    if others := sorted(names - {PACK_FILE, LOOKS_FILE}):
        raise PackError(f"{path}: holds {others[0]!r} beside the pack, which would be lost; choose another --out, or move that away")


def _names(path: Path) -> set[str]:
    """What lies in the folder or the zip that a pack of this name would replace; nothing where it is neither."""
    if not is_zip(path):
        return {each.name for each in path.iterdir()} if path.is_dir() else set()
    try:
        with zipfile.ZipFile(path) if path.is_file() else nullcontext() as archive:
            return set(archive.namelist() if archive else ())
    except zipfile.BadZipFile:
        return set()


def _book(file: _File) -> _File:
    """What the game's rulebook adds; the file itself for a pack without a game."""
    if not file.game:
        return file
    place = resources.files("companion.games") / file.game / "pack.toml"
    if not place.is_file():
        raise PackError(f"pack {file.name}: no game {file.game!r}; `companion games` lists them")
    return _decode(place.read_bytes(), f"{file.game}/pack.toml")


def _pack(file: _File, book: _File) -> Pack:
    unknown = sorted(set(file.defaults) - {option.name for option in book.option})
    if unknown:
        raise PackError(f"pack {file.name}: [defaults] names no option of the rulebook: {', '.join(unknown)}")
    options = tuple(Option(o.name, o.text, o.clause, file.defaults.get(o.name, o.default), o.choices) for o in book.option)
    return Pack(
        game=file.game,
        name=file.name,
        title=file.title,
        players=book.players,
        pieces=tuple(Piece(p.id, p.kind, p.count, p.size_mm, p.attributes) for p in file.piece),
        options=options,
        clauses={c.id: Clause(c.id, c.text, c.source, c.certainty) for c in book.clause},
        tables=book.tables | file.tables,
    )


def _decode(text: bytes, place: str) -> _File:
    if len(text) > MOST_TOML_BYTES:
        raise PackError(f"{place}: larger than {MOST_TOML_BYTES} bytes; this is no pack of ours")
    try:
        file: _File = parsed(partial(msgspec.toml.decode, type=_File), shallow(text_of(text)))
    except (msgspec.MsgspecError, WrittenError) as fault:
        raise PackError(f"{place}: not understood: {fault}") from fault
    except ValueError as fault:
        raise PackError(f"{place}: not TOML: {fault}") from fault
    _check(file, place)
    return file


def _check(file: _File, place: str) -> None:
    if file.schema != SCHEMA:
        raise PackError(f"{place}: schema {file.schema}; this program reads schema {SCHEMA}; update it or enrol again")
    if len(file.piece) > MOST_PIECES:
        raise PackError(f"{place}: {len(file.piece)} pieces; at most {MOST_PIECES}")
    ids = [piece.id for piece in file.piece]
    if wrong := [id for id in ids if not is_id(id)]:
        raise PackError(f"{place}: {wrong[0]!r} is no id: 1 to {LONGEST} printable characters without spaces and slashes")
    twice = sorted({id for id in ids if ids.count(id) > 1})
    if twice:
        raise PackError(f"{place}: piece ids twice: {', '.join(twice[:5])}")
    for piece in file.piece:
        if piece.size_mm is not None and not all(map(math.isfinite, piece.size_mm)):
            raise PackError(f"{place}: piece {piece.id}: size_mm has to be finite")


def _encode(pack: Pack) -> bytes:
    """pack.toml of an owner's pack: clauses stay with the game, and so do options and tables but for what differs there."""
    book = built_in(pack.game) if pack.game else None
    usual = {option.name: option.default for option in book.options} if book else {}
    table: dict[str, object] = {"schema": SCHEMA, "game": pack.game, "name": pack.name, "title": pack.title}
    table["piece"] = [_piece_table(piece) for piece in pack.pieces]
    table["defaults"] = {o.name: o.default for o in pack.options if o.default is not None and o.default != usual.get(o.name)}
    table["tables"] = {key: value for key, value in pack.tables.items() if book is None or book.tables.get(key) != value}
    return tomli_w.dumps({key: value for key, value in table.items() if value != {}}).encode()


def _readable(pack: Pack, path: Path) -> bytes:
    """pack.toml as it will be written, once it has been read back. Raises PackError: an older pack is not lost to one that is refused."""
    content = _encode(pack)
    _decode(content, f"{path}: not written")
    return content


def _piece_table(piece: Piece) -> dict[str, object]:
    table: dict[str, object] = {"id": piece.id, "kind": piece.kind, "count": piece.count}
    if piece.size_mm is not None:
        table["size_mm"] = list(piece.size_mm)
    if piece.attributes:
        table["attributes"] = dict(piece.attributes)
    return table


def _members(path: Path) -> tuple[bytes, bytes | None]:
    """Bytes of pack.toml and looks.npz, from a folder or a zip. Raises PackError."""
    try:
        return _opened(path)
    except OSError as fault:
        raise PackError(f"{path}: cannot be read ({fault.strerror or fault}); check its rights, or copy it anew") from fault


def _opened(path: Path) -> tuple[bytes, bytes | None]:
    """The same. Raises PackError, OSError."""
    if path.is_dir():
        return _read(path / PACK_FILE, MOST_TOML_BYTES), _read(path / LOOKS_FILE, MOST_LOOKS_BYTES) if (
            path / LOOKS_FILE
        ).exists() else None
    if not path.exists():
        raise PackError(f"{path}: no such pack; make one with `companion enrol --pictures DIR --out {path}`")
    try:
        if not path.is_file():
            raise zipfile.BadZipFile("no plain file")  # a pipe would keep us waiting for ever
        with zipfile.ZipFile(path) as archive:
            looks = LOOKS_FILE in archive.namelist()
            return _unzip(archive, PACK_FILE, MOST_TOML_BYTES), _unzip(archive, LOOKS_FILE, MOST_LOOKS_BYTES) if looks else None
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as fault:
        raise PackError(f"{path}: neither a folder nor a readable zip: {fault}") from fault


def _read(file: Path, most: int) -> bytes:
    if not file.is_file():
        raise PackError(f"{file}: missing; a pack is a folder with pack.toml and looks.npz")
    if file.stat().st_size > most:
        raise PackError(f"{file}: larger than {most} bytes; this is no pack of ours")
    return file.read_bytes()


def _unzip(archive: zipfile.ZipFile, member: str, most: int) -> bytes:
    if archive.namelist().count(member) != 1:
        raise PackError(f"{archive.filename}: needs exactly one {member} at its top")
    info = archive.getinfo(member)
    if info.file_size > most or info.file_size > MOST_RATIO * max(1, info.compress_size):
        raise PackError(f"{archive.filename}: {member} is too large unpacked ({info.file_size} bytes); this is no pack of ours")
    with archive.open(info) as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise PackError(f"{archive.filename}: {member} is larger than it says")
    return content
