"""Falls as a side camera sees them: drawn films through the real loop of two cameras, with and without a hand; and stacks that only sway.

python -m tests.benchmarks.falls_from_the_side [--first 10] [--films 20] [--minutes 10]

Every film is a pile by chance, of which the newest one to three pieces fall; in every second one under an arm that reaches in and leaves.
A fall is found when it is told once, with just the pieces that fell; what
the picture cuts may be told as out of sight. `--minutes`: of a stack that stands still, sways and stands again.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from fixtures.piles import Pile, Shot, fallen, mm_to_px, picture, pile, shot_of
from tests.vision.live.test_watching import Top, falls, film
from tests.vision.plates.test_reader import COLOURED, FOODS, look
from vision.frame import Frame, Rgb
from vision.live.views import LiveViews
from vision.live.watching import PlateWatch
from vision.looks.catalogue import Catalogue
from vision.observation import NotReady, Observation
from vision.plates.reader import SideReader

RATE = 5.0
"""Pictures a second."""
SIZE_PX = (800, 450)


def told(reader: SideReader, pictures: Iterable[Rgb]) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What the two cameras tell of falls, the one above seeing an empty table."""
    shown: list[Frame] = []
    live = LiveViews(Top(), PlateWatch(reader.read), lambda: shown[-1])
    answers: list[Observation | NotReady | None] = []
    for k, rgb in enumerate(pictures):
        shown[:] = [Frame(rgb, k / RATE)]
        answers.append(live.look(Frame(np.zeros((9, 9, 3), np.uint8), k / RATE)))
    return falls(answers)


def of_seed(seed: int) -> tuple[Pile, Pile, Shot, np.random.Generator]:
    """A pile, the same after a fall, and how it is filmed."""
    rng = np.random.default_rng([seed, 66])
    standing = pile(rng, int(rng.integers(3, 6)), [FOODS[name] for name in COLOURED], 1)
    many = int(rng.integers(1, min(3, len(standing.pieces)) + 1))
    return standing, fallen(standing, many, rng), replace(shot_of(rng), part=0.45, size_px=SIZE_PX, blur_px=0.5), rng


def swaying(standing: Pile, shot: Shot, rng: np.random.Generator, minutes: float) -> Iterator[Rgb]:
    """Five seconds of every ten it sways by up to 6 mm at its top."""
    to_px, high = mm_to_px(standing, shot), standing.height_mm
    for k in range(int(60 * minutes * RATE)):
        sways = k / RATE % 10 >= 5
        lean = 6.0 * np.sin(2 * np.pi * 0.8 * k / RATE) * sways
        moved = tuple(replace(one, pose=replace(one.pose, x=one.pose.x - lean * one.pose.y / high)) for one in standing.pieces)
        yield picture(replace(standing, pieces=moved), shot, rng, to_px)


def run(films: Sequence[int], minutes: float) -> Counter[str]:
    """How many falls were found, missed, told wrongly or invented."""
    reader, counts = SideReader(Catalogue(tuple(look(name) for name in FOODS))), Counter[str]()
    for seed in films:
        standing, after, shot, rng = of_seed(seed)
        found = told(reader, film(standing, after, shot, rng, hand=bool(seed % 2)))
        fell = tuple(sorted(one.food.name for one in after.pieces if one.is_on_table))
        whole = [tuple(sorted((*lying, *gone))) for lying, gone in found]
        how = (
            "found" if found == [(fell, ())] else "found, some out of sight" if whole == [fell] else "missed" if not found else "otherwise"
        )
        counts[f"{how}{', under a hand' if seed % 2 else ''}"] += 1
        if how != "found":
            print(f"  film {seed}: {fell} fell; told {found}")
    if minutes:
        standing, _, shot, rng = of_seed(films[0] if films else 1)
        counts["invented while swaying"] += len(told(reader, swaying(standing, shot, rng, minutes)))
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description="Falls in drawn films, seen by a camera at the side.")
    parser.add_argument("--first", type=int, default=10)
    parser.add_argument("--films", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=0.0)
    given = parser.parse_args()
    start = time.process_time()
    print(dict(run(range(given.first, given.first + given.films), given.minutes)))
    print(f"{time.process_time() - start:.0f} s of one core")


if __name__ == "__main__":
    main()
