"""A pack's eyes: the reader that knows its pieces, and what the loop around it needs."""

from pathlib import Path

from companion.game import Pack, PackError
from companion.pack import load
from vision.annotate import to_jpeg
from vision.catalogue import Catalogue
from vision.decode import decode
from vision.frame import Frame
from vision.reader import TableReader
from vision.settle import Settle

EVIDENCE_PX, EVIDENCE_QUALITY = 1280, 85
"""Longer side and JPEG quality of the pictures that the log keeps."""


def open_reader(pack: Path | None) -> tuple[Pack | None, TableReader]:
    """The pack and a reader for its pieces; without a pack a reader that finds and names nothing."""
    if pack is None:
        return None, TableReader(Catalogue.empty())
    box, catalogue = load(pack)
    if catalogue is None:
        raise PackError(f"{pack}: was never shown to a camera; `companion enrol --pictures DIR --out {pack}`")
    return box, TableReader(catalogue)


class Watcher:
    """Remembers the table from frame to frame, to tell whether it is still."""

    def __init__(self) -> None:
        self._settle = Settle()

    def settled(self, frame: Frame) -> str | None:
        """Why the frame is not to be read; None for a table that is still and free of hands."""
        self._settle = self._settle.seen(frame)
        return None if self._settle.why is None else str(self._settle.why)


def evidence(frame: Frame) -> bytes:
    """The picture as the log keeps it: a JPEG of bounded size."""
    return to_jpeg(frame.rgb, EVIDENCE_PX, EVIDENCE_QUALITY)


def thumbnail(jpeg: bytes, width_px: int, height_px: int) -> bytes:
    """A JPEG no larger than that, shape kept."""
    rgb = decode(jpeg, "picture").rgb
    scale = min(1.0, width_px / rgb.shape[1], height_px / rgb.shape[0])
    return to_jpeg(rgb, max(1, round(scale * max(rgb.shape[:2]))), 80)
