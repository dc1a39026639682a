"""What every camera is: frames, an end, and errors of one line."""

from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:  # whoever only tells an error of a camera needs no pixels
    from vision.frame import Frame


class CameraError(Exception):
    """A camera cannot be opened or has gone silent: one line, which camera, what to do."""


class Camera(Protocol):
    """Something that sees the table."""

    def frames(self) -> "Iterator[Frame]":
        """Pictures, newest first served; a slow reader misses some. Ends when nothing more can come. Raises CameraError."""

    def close(self) -> None:
        """Lets the device go; may be called twice."""


class Closing:
    """A context manager whose end is `close`."""

    def close(self) -> None:
        """Lets the device go; may be called twice."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
