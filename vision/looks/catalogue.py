"""Which pieces may lie on the table, and how each looks: directions of edges, a mosaic of colours, points of print.

No picture is kept: edges have lost their polarity, colours and what is finer than edges are 24 x 32 cells. No artwork comes out of that.
"""

import io
from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks import canon
from vision.looks.borders import find_borders
from vision.looks.grain import FINE, Grain, grain_of
from vision.looks.keypoints import NO_KEYPOINTS, Keypoints, find_keypoints
from vision.looks.looks_file import LooksFile, check
from vision.looks.silhouettes import POINTS, RIM_MM, Silhouette
from vision.observation import PRINTED

EDGE_STEPS = 60.0
"""Edge strength 1 is stored as this number."""
MOST_LOOKS = 5000
"""A catalogue with more is refused."""
_KEYPOINT_WIDTH_PX = 224
"""Width of a look when its points of print are taken."""
_MOST_KEYPOINTS = 300


BACK = "back"
"""Id under which the back of the cards is enrolled: what shows it lies face down."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One look of a piece, on the canonical raster (long side upright)."""

    id: str
    """The piece's id; several looks may share it."""
    kind: str
    """card, tile, token, cube, food, or die: one face of it that shows no pips."""
    size_mm: tuple[float, float]
    """The piece's width and height as printed."""
    turned: bool
    """Whether the print was turned a quarter clockwise to stand upright."""
    edges: NDArray[np.int8]
    """(128, 96, 2), see `canon.edges`, in steps of 1 / 60."""
    colours: NDArray[np.uint8]
    """(32, 24, 3) RGB."""
    borders: NDArray[np.float32]
    """(n, 4), see `find_borders`."""
    keypoints: Keypoints = field(default=NO_KEYPOINTS)
    """Points of print, in canonical pixels; sizes in widths of the raster."""
    silhouette: Silhouette | None = None
    """For a food, which is seen from the side, too: its outline."""
    grain: Grain | None = None
    """What is too fine for the raster; None when the picture it was enrolled from did not show it."""


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """The looks of all pieces that were enrolled. The pack says what the pieces mean."""

    looks: tuple[Look, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """Every id once, in the order of enrolment."""
        return tuple(dict.fromkeys(look.id for look in self.looks))

    @classmethod
    def empty(cls) -> "Catalogue":
        """A catalogue that knows no piece."""
        return cls(())

    def of_kinds(self, kinds: Container[str]) -> "Catalogue":
        """Only the looks of some kinds."""
        return Catalogue(tuple(look for look in self.looks if look.kind in kinds))

    def without(self, ids: Container[str]) -> "Catalogue":
        """The rest, when some pieces are left out."""
        return Catalogue(tuple(look for look in self.looks if look.id not in ids))

    def to_bytes(self) -> bytes:
        """The catalogue as a `looks.npz`."""
        out = io.BytesIO()
        np.savez_compressed(out, allow_pickle=False, **_arrays(self.looks))
        return out.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> "Catalogue":
        """A catalogue from a `looks.npz`, which may come from anybody. ValueError: what is wrong with it, in one line."""
        return cls(tuple(_looks(check(data, MOST_LOOKS))))

    def save(self, path: Path) -> None:
        """Write `looks.npz`."""
        path.write_bytes(self.to_bytes())

    @classmethod
    def load(cls, path: Path) -> "Catalogue":
        """Read `looks.npz`. ValueError with the file's name when it is no catalogue, OSError when it cannot be read."""
        try:
            return cls.from_bytes(path.read_bytes())
        except ValueError as fault:
            raise ValueError(f"{path}: {fault}") from fault


def look_of(rgb: NDArray[np.uint8], id: str, kind: str, size_mm: tuple[float, float]) -> Look:
    """The look of a piece from a picture (H, W, 3) RGB that is cut at its edges."""
    upright, turned = canon.upright(rgb)
    flat = canon.shrink(upright)
    edges = np.clip(np.round(canon.edges(flat) * EDGE_STEPS), -127, 127).astype(np.int8)
    colours = np.round(canon.colours(flat) * 255).astype(np.uint8)
    points = _keypoints(upright) if kind in PRINTED else NO_KEYPOINTS
    return Look(id, kind, size_mm, turned, edges, colours, find_borders(flat), points, grain=_grain(upright))


def _grain(upright: NDArray[np.uint8]) -> Grain | None:
    """As it comes back from a file; None where the picture is too small for it."""
    if upright.shape[0] < FINE[0] or upright.shape[1] < FINE[1]:
        return None
    found = grain_of(np.asarray(cv2.resize(upright, FINE[::-1], interpolation=cv2.INTER_AREA), np.uint8))
    return _unpacked(_packed(found), found.keen)


def _packed(grain: Grain | None) -> NDArray[np.int8]:
    edges = np.zeros((*canon.CELLS, 2), np.float32) if grain is None else grain.edges
    return np.clip(np.round(edges * EDGE_STEPS), -127, 127).astype(np.int8)


def _unpacked(edges: NDArray[np.int8], keen: float) -> Grain:
    return Grain(np.asarray(edges / np.float32(EDGE_STEPS), np.float32), keen)


def _keypoints(upright: NDArray[np.uint8]) -> Keypoints:
    height = max(16, round(_KEYPOINT_WIDTH_PX * upright.shape[0] / upright.shape[1]))
    small = cv2.resize(upright, (_KEYPOINT_WIDTH_PX, height), interpolation=cv2.INTER_AREA)
    found = find_keypoints(np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), np.uint8), _MOST_KEYPOINTS)
    place = found.place.copy()
    place[:, :2] = (place[:, :2] + 0.5) * np.array([canon.WIDTH / _KEYPOINT_WIDTH_PX, canon.HEIGHT / height], np.float32)
    place[:, 2] *= canon.WIDTH / _KEYPOINT_WIDTH_PX
    return Keypoints(place, found.descriptors)


def _arrays(looks: Iterable[Look]) -> dict[str, NDArray[np.generic]]:
    looks = tuple(looks)
    outlined = [(k, look.silhouette) for k, look in enumerate(looks) if look.silhouette is not None]
    return LooksFile(
        ids=np.array([look.id for look in looks], np.str_),
        kinds=np.array([look.kind for look in looks], np.str_),
        sizes_mm=np.array([look.size_mm for look in looks], np.float32).reshape(-1, 2),
        turned=np.array([look.turned for look in looks], np.bool_),
        edges=np.array([look.edges for look in looks], np.int8).reshape(-1, canon.HEIGHT, canon.WIDTH, 2),
        colours=np.array([look.colours for look in looks], np.uint8).reshape(-1, *canon.CELLS, 3),
        border_of=_owners(len(look.borders) for look in looks),
        borders=np.concatenate([look.borders for look in looks] or [np.zeros((0, 4), np.float32)]).astype(np.float32),
        keypoint_of=_owners(len(look.keypoints) for look in looks),
        places=np.concatenate([look.keypoints.place for look in looks] or [NO_KEYPOINTS.place]).astype(np.float32),
        descriptors=np.concatenate([look.keypoints.descriptors for look in looks] or [NO_KEYPOINTS.descriptors]),
        silhouette_of=np.array([k for k, _ in outlined], np.int32),
        outlines=np.array([one.outline_mm for _, one in outlined], np.float32).reshape(-1, POINTS, 2),
        rims=np.array([one.rim for _, one in outlined], np.uint8).reshape(-1, len(RIM_MM), 3),
        coat_of=_owners(len(one.coats) for _, one in outlined),
        coats=np.concatenate([one.coats for _, one in outlined] or [np.zeros((0, 3), np.uint8)]).astype(np.uint8),
        bears=np.array([one.bears for _, one in outlined], np.float32),
        grains=np.array([_packed(look.grain) for look in looks], np.int8).reshape(-1, *canon.CELLS, 2),
        keenness=np.array([0.0 if look.grain is None else look.grain.keen for look in looks], np.float32),
    ).arrays()


def _owners(counts: Iterable[int]) -> NDArray[np.int32]:
    """The index of the look for each entry of a table of all looks."""
    many = list(counts)
    return np.repeat(np.arange(len(many), dtype=np.int32), many)


def _looks(file: LooksFile) -> Iterable[Look]:
    outlined = {int(look): row for row, look in enumerate(file.silhouette_of)}
    for i in range(len(file.ids)):
        mine = file.keypoint_of == i
        size = (float(file.sizes_mm[i, 0]), float(file.sizes_mm[i, 1]))
        points = Keypoints(file.places[mine], file.descriptors[mine])
        borders = file.borders[file.border_of == i]
        row = outlined.get(i)
        outline = None if row is None else _silhouette(file, str(file.ids[i]), row)
        grain = _unpacked(file.grains[i], float(file.keenness[i])) if len(file.keenness) and file.keenness[i] > 0 else None
        edges, colours = file.edges[i], file.colours[i]
        yield Look(str(file.ids[i]), str(file.kinds[i]), size, bool(file.turned[i]), edges, colours, borders, points, outline, grain)


def _silhouette(file: LooksFile, id: str, row: int) -> Silhouette:
    bears = float(file.bears[row]) if len(file.bears) else 1.0
    return Silhouette(id, file.outlines[row].astype(np.float64), file.rims[row], file.coats[file.coat_of == row], bears)
