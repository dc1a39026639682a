"""What an evening costs in memory: the processes of one table (page, reader, camera), and how it grows.

    python -m tests.benchmarks.memory [--minutes 10] [--game appetite]

A film of a game at 1920 x 1080 is drawn first and then played again and again by the program's own camera process; its own reader's
process reads it, and its own loop and page run here, with one viewer. No process
imports here what it does not import in `companion play`.
Somebody acts every few seconds, about ten times as often as people do, so that ten minutes write as much as a hundred. At the end of
each round the steps are taken back. Memory is the resident size of all processes, and the part that they do not share; the slope is a
line through all samples behind the first fifth.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from hw.eye import Camera

PLAYERS = 2
FILM, OPTIONS, SHELF = "table.avi", "options.json", "packs"
GAMES = ("appetite", "buffet_master", "buffet_boss", "surrealist_dinner_party", "word_buffet")


@dataclass(frozen=True, slots=True)
class Sample:
    """All processes at one moment, by name; resident megabytes, and with every shared page counted by its part."""

    at_s: float
    resident_mb: dict[str, float]
    own_mb: float

    @property
    def together_mb(self) -> float:
        """Resident, of all."""
        return sum(self.resident_mb.values())


@dataclass(frozen=True, slots=True)
class OpenFilm:
    """Opens the film, in the camera's process."""

    path: Path

    def __call__(self) -> Camera:
        """Begins again at its end."""
        from hw.camera import VideoCamera  # OpenCV, in the camera's process alone

        return VideoCamera(self.path, loop=True)


def drawn(game: str, folder: Path) -> None:
    """Film and pack, by a process of its own."""
    from tests.benchmarks.memory_film import draw  # all that draws, in a process that ends

    draw(game, folder)


def slope_mb_an_hour(samples: Sequence[Sample], name: str = "") -> float:
    """Of a line through the samples: of one process, or of all together."""
    hours = [one.at_s / 3600 for one in samples]
    sizes = [one.resident_mb.get(name, 0.0) if name else one.together_mb for one in samples]
    middle, mean = sum(hours) / len(hours), sum(sizes) / len(sizes)
    spread = sum((hour - middle) ** 2 for hour in hours)
    return sum((hour - middle) * (size - mean) for hour, size in zip(hours, sizes, strict=True)) / max(spread, 1e-12)


def report(samples: Sequence[Sample], entries: int) -> str:
    """The largest sizes, and the slopes of what comes behind the first fifth."""
    later = [one for one in samples if one.at_s >= samples[-1].at_s / 5]
    top = max(samples, key=lambda one: one.together_mb)
    parts = ", ".join(f"{name} {size:.0f} MB ({slope_mb_an_hour(later, name):+.1f} an hour)" for name, size in top.resident_mb.items())
    return (
        f"{samples[-1].at_s / 60:.1f} minutes, {entries} entries: {parts}; together {top.together_mb:.0f} MB resident "
        f"({max(one.own_mb for one in samples):.0f} MB when what they share counts once), {slope_mb_an_hour(later):+.1f} MB an hour"
    )


def main() -> None:
    """The command of the docstring above."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.memory")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--game", choices=GAMES, default="appetite")
    given = parser.parse_args()
    from tests.benchmarks.memory_evening import measured  # here only: other processes begin by importing this file

    with TemporaryDirectory() as folder:
        print(report(*measured(given.game, Path(folder), given.minutes)))


if __name__ == "__main__":
    main()
