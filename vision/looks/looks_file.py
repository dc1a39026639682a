"""`looks.npz`, checked before anything of it is used: it may come from anybody."""

import io
import zipfile
import zlib
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from vision.looks import canon
from vision.looks.coats import MOST_COATS
from vision.looks.keypoints import LENGTH
from vision.looks.silhouettes import POINTS, RIM_MM
from vision.names import LONGEST, is_id

FORMAT = 1
"""Number of this layout; it grows when an older program could not read it."""
KINDS = frozenset({"card", "tile", "token", "cube", "food", "die"})
_MOST_BYTES = 600_000_000
"""Unpacked; a file that claims more is refused."""
_MOST_PER_LOOK = 2000
"""Points of print or borders of one look."""
_SIZES_MM = (1.0, 2000.0)


@dataclass(frozen=True, slots=True, eq=False)
class LooksFile:
    """The tables of the file; n looks, b borders, k points of print."""

    ids: NDArray[np.str_]
    """(n,)."""
    kinds: NDArray[np.str_]
    """(n,)."""
    sizes_mm: NDArray[np.float32]
    """(n, 2): width, height."""
    turned: NDArray[np.bool_]
    """(n,)."""
    edges: NDArray[np.int8]
    """(n, 128, 96, 2)."""
    colours: NDArray[np.uint8]
    """(n, 32, 24, 3)."""
    border_of: NDArray[np.int32]
    """(b,): index of the look."""
    borders: NDArray[np.float32]
    """(b, 4): left, top, right, bottom."""
    keypoint_of: NDArray[np.int32]
    """(k,): index of the look."""
    places: NDArray[np.float32]
    """(k, 4): x, y, size, turn."""
    descriptors: NDArray[np.uint8]
    """(k, 128)."""

    silhouette_of: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    """(s,): index of the look; packs enrolled before there were silhouettes have none."""
    outlines: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, POINTS, 2), np.float32))
    """(s, 160, 2): millimetres, see `Silhouette`."""
    rims: NDArray[np.uint8] = field(default_factory=lambda: np.zeros((0, len(RIM_MM), 3), np.uint8))
    """(s, 6, 3)."""
    coat_of: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    """(c,): row of the silhouette; packs enrolled before printed foods were told from plain ones have none."""
    coats: NDArray[np.uint8] = field(default_factory=lambda: np.zeros((0, 3), np.uint8))
    """(c, 3)."""
    bears: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))
    """(s,): see `Silhouette`; packs enrolled before stitches were told from what covers a piece have none."""
    grains: NDArray[np.int8] = field(default_factory=lambda: np.zeros((0, *canon.CELLS, 2), np.int8))
    """(n, 32, 24, 2), see `vision.looks.grain`; packs enrolled before there was grain have none."""
    keenness: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))
    """(n,): 0 for a look without grain."""

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """All tables by name, and the format."""
        return {"format": np.array([FORMAT], np.int32), **{f.name: getattr(self, f.name) for f in fields(self)}}


def check(data: bytes, most_looks: int) -> LooksFile:
    """The tables of a `looks.npz`. ValueError: what is wrong, in one line."""
    tables = _tables(data)
    if "format" not in tables or tables["format"].shape != (1,) or tables["format"].dtype.kind != "i":
        raise ValueError("no catalogue of looks")
    if int(tables["format"][0]) != FORMAT:
        raise ValueError(f"format {int(tables['format'][0])}; this program reads format {FORMAT}")
    missing = [f.name for f in fields(LooksFile) if f.name not in tables and f.default_factory is MISSING]
    if missing:
        raise ValueError(f"{missing[0]} is missing")
    file = LooksFile(**{f.name: cast(Any, tables[f.name]) for f in fields(LooksFile) if f.name in tables})
    if len(file.ids.shape) != 1 or len(file.ids) > most_looks:
        raise ValueError(f"more than {most_looks} looks, or no list of them")
    _check_shapes(file)
    _check_values(file)
    return file


def _tables(data: bytes) -> dict[str, NDArray[np.generic]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(entry.file_size for entry in packed.infolist()) > _MOST_BYTES or len(packed.infolist()) > 40:
                raise ValueError("too large to be a catalogue")
        with np.load(io.BytesIO(data), allow_pickle=False) as loaded:
            return {name: loaded[name] for name in loaded.files}
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, KeyError, MemoryError, NotImplementedError, SyntaxError, TypeError) as fault:
        raise ValueError("damaged or no catalogue of looks") from fault
    except ValueError as fault:
        known = str(fault).startswith("too large")
        raise ValueError(str(fault) if known else "damaged or no catalogue of looks") from fault


def _check_shapes(file: LooksFile) -> None:
    n, b, k, s, c = (len(table) for table in (file.ids, file.border_of, file.keypoint_of, file.silhouette_of, file.coat_of))
    g = n if len(file.grains) or len(file.keenness) else 0
    expected: dict[str, tuple[tuple[int, ...], str]] = {
        "ids": ((n,), "U"),
        "kinds": ((n,), "U"),
        "sizes_mm": ((n, 2), "float32"),
        "turned": ((n,), "bool"),
        "edges": ((n, canon.HEIGHT, canon.WIDTH, 2), "int8"),
        "colours": ((n, *canon.CELLS, 3), "uint8"),
        "border_of": ((b,), "int32"),
        "borders": ((b, 4), "float32"),
        "keypoint_of": ((k,), "int32"),
        "places": ((k, 4), "float32"),
        "descriptors": ((k, LENGTH), "uint8"),
        "silhouette_of": ((s,), "int32"),
        "outlines": ((s, POINTS, 2), "float32"),
        "rims": ((s, len(RIM_MM), 3), "uint8"),
        "coat_of": ((c,), "int32"),
        "coats": ((c, 3), "uint8"),
        "bears": ((s if len(file.bears) else 0,), "float32"),
        "grains": ((g, *canon.CELLS, 2), "int8"),
        "keenness": ((g,), "float32"),
    }
    for name, (shape, kind) in expected.items():
        table = getattr(file, name)
        if table.shape != shape or (table.dtype.kind != kind if kind == "U" else table.dtype != np.dtype(kind)):
            raise ValueError(f"{name} is {table.shape} {table.dtype}, not {shape} {kind}")


def _check_values(file: LooksFile) -> None:
    n = len(file.ids)
    for name in ("sizes_mm", "borders", "places", "outlines", "bears", "keenness"):
        if not np.isfinite(getattr(file, name)).all():
            raise ValueError(f"{name} holds a number that is none")
    if n and not (file.sizes_mm.min() >= _SIZES_MM[0] and file.sizes_mm.max() <= _SIZES_MM[1]):
        raise ValueError(f"a piece is smaller than {_SIZES_MM[0]:g} mm or larger than {_SIZES_MM[1]:g} mm")
    if len(file.outlines) and np.abs(file.outlines).max() > _SIZES_MM[1]:
        raise ValueError(f"a silhouette reaches further than {_SIZES_MM[1]:g} mm")
    if len(file.bears) and not (file.bears.min() > 0 and file.bears.max() <= 1):
        raise ValueError("a silhouette bears its colours on less than nothing of it, or on more than all")
    for owners, name in ((file.border_of, "border_of"), (file.keypoint_of, "keypoint_of"), (file.silhouette_of, "silhouette_of")):
        if len(owners) and (owners.min() < 0 or owners.max() >= n or np.bincount(owners).max() > _MOST_PER_LOOK):
            raise ValueError(f"{name} points to no look, or too often to one")
    if len(file.coat_of) and (file.coat_of.min() < 0 or file.coat_of.max() >= len(file.silhouette_of)):
        raise ValueError("coat_of points to no silhouette")
    if len(file.coat_of) and np.bincount(file.coat_of).max() > MOST_COATS:
        raise ValueError(f"a silhouette has more than {MOST_COATS} coats")
    for piece, kind in zip(file.ids.tolist(), file.kinds.tolist(), strict=True):
        if not is_id(piece):
            raise ValueError(f"{piece[:LONGEST]!r} is no id: 1 to {LONGEST} printable characters without spaces and slashes")
        if kind not in KINDS:
            raise ValueError(f"{kind[:LONGEST]!r} is no kind of piece ({', '.join(sorted(KINDS))})")
