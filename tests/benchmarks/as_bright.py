"""Cards as bright as their table in grey and in their least channel, told from it by hue alone: right, asked about, missed, wrong?

    python -m tests.benchmarks.as_bright [--scenes 4] [--seed 1]

A line a ground, as in `tests.benchmarks.other_decks`, whose tables these are. A 6 and a 9 are one card here: which is not enrolled
may be named as the other. Asserts nothing.
"""

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from fixtures.grounds import KINDS, ground
from tests.benchmarks.other_decks import Drawn, Ink, cornered, read, sheet, write

GREY = (0.299, 0.587, 0.114)
PAPER = (245, 240, 230)


def as_bright(ink: Ink) -> Ink:
    """The colour of the same grey and the same least channel that differs most from `ink`: one channel stands out, the others are equal."""
    grey, least = sum(w * c for w, c in zip(GREY, ink, strict=True)), min(ink)
    found = []
    for high in range(3):
        value = least + (grey - least) / GREY[high]
        found.append(tuple(round(value) if channel == high else least for channel in range(3)))
    red, green, blue = max(
        (one for one in found if max(one) <= 255), key=lambda one: sum(abs(a - b) for a, b in zip(one, ink, strict=True))
    )
    return red, green, blue


def figures(ink: Ink) -> Iterator[Drawn]:
    """Numbers in white on one colour, to the edge."""
    for figure in range(24):
        card, pen = sheet((60, 90), ink)
        write(pen, (card.width / 2, card.height / 2), str(figure), 170, PAPER)
        cornered(card, str(figure), 44, PAPER, 22)
        yield f"n-{figure}", card, (60, 90)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    for kind in KINDS:
        red, green, blue = (int(v) for v in np.median(ground(kind, 1).rgb.reshape(-1, 3), 0))
        with tempfile.TemporaryDirectory() as folder:
            told = read(kind, list(figures(as_bright((red, green, blue)))), given.scenes, given.seed, Path(folder), on=kind)
            print(told, flush=True)


if __name__ == "__main__":
    main()
