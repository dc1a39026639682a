"""That a camera's frames are filmed, where, and how much of them: plain values, which travel to where the camera is opened."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hw.eye import Camera


@dataclass(frozen=True, slots=True)
class FilmParams:
    """How much of the evening is kept."""

    every_s: float = 1.0
    """From picture to picture."""
    longest_px: int = 960
    """Longer side of a picture."""
    most_bytes: int = 500_000_000
    """Of all parts together."""
    parts: int = 10
    """Into which that is divided, each of more than a few megabytes; at least 2."""


@dataclass(frozen=True, slots=True)
class OpenFilmed:
    """Opens a camera, wherever that is done, with a film of what it shows."""

    opening: Callable[[], Camera]
    folder: Path
    params: FilmParams = FilmParams()

    def __call__(self) -> Camera:
        """The camera, open. Raises what `opening` raises, and OSError when the folder cannot be made."""
        from hw.film import FilmedCamera, FilmWriter  # OpenCV, which whoever only names the film can do without

        camera = self.opening()
        try:
            return FilmedCamera(camera, FilmWriter(self.folder, self.params))
        except OSError:
            camera.close()
            raise
