"""A pack's eyes: the reader that knows its pieces, and what the loop around it needs."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import numpy as np

from companion.cli.letterboards import tiling_of
from companion.game import Pack, PackError
from companion.games import available
from companion.pack import built_in, load
from vision.dice.params import KIND as DIE
from vision.dice.reader import DiceReader
from vision.evaluation.annotate import to_jpeg
from vision.frame import Frame
from vision.image.decode import decode
from vision.live.views import AnyView
from vision.looks.catalogue import Catalogue
from vision.observation import Observation
from vision.plates.reader import SideReader
from vision.reader import Locate, TableReader
from vision.table.plane import locate
from vision.tiles.redfilter import red_glass
from vision.tiles.reread import BoardFollower
from vision.tiles.tiled import read_tiled

EVIDENCE_PX, EVIDENCE_QUALITY = 1280, 85
"""Longer side and JPEG quality of the pictures that the log keeps."""


class Reader(Protocol):
    """Makes an observation of a picture."""

    def read(self, frame: Frame) -> Observation:
        """What is seen in it."""


def dice_reader(pack: Path | None) -> DiceReader:
    """A reader of dice by their pips, and by the faces of a pack where one is given."""
    catalogue = None if pack is None else load(pack)[1]
    return DiceReader(looks=() if catalogue is None else catalogue.looks)


def open_reader(pack: Path | None, view: str = "", game: str = "") -> tuple[Pack | None, Reader]:
    """The pack and a reader for its pieces; without a pack a reader that names nothing but what a `game`'s board of letters shows.

    `view`: `top` or `side`; else whatever the pack's pieces can be seen from.
    """
    if pack is None:
        box = built_in(game) if game in available() else None
        has_board = box is not None and tiling_of(box, Catalogue.empty()) is not None
        return (box, _from_above(box, Catalogue.empty())) if box is not None and has_board else (None, TableReader(Catalogue.empty()))
    box, catalogue = load(pack)
    if catalogue is None:
        raise PackError(f"{pack}: was never shown to a camera; `companion enrol --pictures DIR --out {pack}`")
    from_side = any(look.silhouette is not None for look in catalogue.looks)
    if view == "side" and not from_side:
        raise PackError(f"{pack}: no piece of it can be seen from the side; enrol its foods (kind food) with `companion enrol`")
    if view == "side" or (not view and from_side and all(look.kind == "food" for look in catalogue.looks)):
        return box, SideReader(catalogue)
    if view == "top" or not from_side:
        return box, _from_above(box, catalogue)
    return box, AnyView(_from_above(box, catalogue).read, SideReader(catalogue).read)


@dataclass(frozen=True, slots=True)
class Remarking:
    """A reader whose advice also tells what lies there against the rules of the game, e.g. a token wrong side up."""

    pack: Pack
    reader: Reader

    def read(self, frame: Frame) -> Observation:
        """What is seen in it, with the game's remarks."""
        seen = self.reader.read(frame)
        remarks = available()[self.pack.game].remarks(self.pack, seen)
        return replace(seen, quality=replace(seen.quality, advice=(*seen.quality.advice, *remarks)))


def remarking(pack: Pack | None, reader: Reader) -> Reader:
    """The reader, its advice with the remarks of the game whose box the pack is."""
    return reader if pack is None or pack.game not in available() else Remarking(pack, reader)


def _from_above(box: Pack, catalogue: Catalogue, find: Locate = locate) -> TableReader:
    """The reader of a table; letter tiles that make a board are read as one, not each for itself."""
    tiling = tiling_of(box, catalogue)
    if tiling is None:
        has_dice = any(piece.kind == DIE for piece in box.pieces)
        return TableReader(catalogue, locate=find, also=DiceReader(looks=catalogue.looks).detect if has_dice else None)
    tiles = [piece.id for piece in box.pieces if piece.kind == "tile" and "letters" in piece.attributes]
    return TableReader(
        catalogue.without(tiles),
        locate=find,
        read_board=lambda frame: read_tiled(frame.rgb, tiling),
        follow_board=lambda: BoardFollower(tiling),
        tiles=[look for look in catalogue.looks if look.id in tiles],
    )


def open_table(pack: Path, find: Locate = locate) -> TableReader:
    """The reader of one table seen from above, picture after picture; `find` tells its plane."""
    box, catalogue = load(pack)
    if catalogue is None:
        raise PackError(f"{pack}: was never shown to a camera; `companion enrol --pictures DIR --out {pack}`")
    return _from_above(box, catalogue, find).following()


def evidence(frame: Frame) -> bytes:
    """The picture as the log keeps it: a JPEG of bounded size."""
    return to_jpeg(frame.rgb, EVIDENCE_PX, EVIDENCE_QUALITY)


GLASS_PX = 1280
"""Longer side of a picture through the glass at most."""


def through_glass(jpeg: bytes) -> bytes:
    """The same picture as a red glass shows it, no larger than is needed to read a board's letters."""
    rgb = decode(thumbnail(jpeg, GLASS_PX, GLASS_PX), "picture").rgb
    return to_jpeg(np.repeat(red_glass(rgb)[..., None], 3, axis=2), None, 80)


def thumbnail(jpeg: bytes, width_px: int, height_px: int) -> bytes:
    """A JPEG no larger than that, shape kept."""
    rgb = decode(jpeg, "picture").rgb
    scale = min(1.0, width_px / rgb.shape[1], height_px / rgb.shape[0])
    return to_jpeg(rgb, max(1, round(scale * max(rgb.shape[:2]))), 80)
