"""What the reader's process has to open: plain values, which travel there, and nothing that a page needs."""

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from companion.reader import Opened
from hw.worker import Source
from vision.observation import Point


@dataclass(frozen=True, slots=True)
class OpenTable:
    """What the reader's process has to open, now and when it is replaced."""

    data: Path
    above: Source | None = None
    beside: Source | None = None
    corners: tuple[Point, ...] = ()
    size_mm: tuple[float, float] = (0.0, 0.0)
    game: str = ""
    pack: Path | None = None
    """Set once the evening is read."""
    evening: str = field(default_factory=lambda: secrets.token_hex(6))
    """A name that a process which takes over from another shares with it: what that learned of the table still holds."""

    def __call__(self) -> Opened:
        """The table's eyes. Raises CompanionError, OSError or CameraError in one line."""
        from companion.cli.seeing import opened  # OpenCV, in the other process alone

        return opened(self.data, self.above, self.beside, self.corners, self.size_mm, self.game, self.pack, self.evening)
