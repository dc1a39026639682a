"""Photographs of round tokens, drawn, and what enrolling cuts out of them: right, refused, or cut beside the rim.

    python -m tests.benchmarks.shown_tokens [FOLDER ...] [--seed N]

FOLDER has pieces.csv and a picture of each token from straight above; without one it is our own packs. Each is laid on four grounds.
"""

import argparse
import csv
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from tests.vision.enrolling.photographed import ACROSS, GROUNDS, photograph
from vision.enrolling.disc_shown import find_disc
from vision.frame import Rgb
from vision.image.decode import load_frame

OURS = (Path("fixtures/packs/surrealist_dinner_party"), Path("fixtures/packs/word_buffet"))
MOST_OFF = 0.05
"""Part of a token that may look otherwise: of one that is cut right only the edges of its print."""


def tokens(folder: Path) -> list[tuple[str, Rgb]]:
    """Name and picture of each token of a folder."""
    with (folder / "pieces.csv").open(encoding="utf-8") as table:
        files = [row["file"] for row in csv.DictReader(table) if row["kind"] == "token" and row["file"]]
    pictures = [(file, load_frame(folder / file).rgb) for file in files]
    return [(file, np.asarray(cv2.resize(rgb, (ACROSS, ACROSS), interpolation=cv2.INTER_AREA), np.uint8)) for file, rgb in pictures]


def told(token: Rgb, ground: str, seed: int) -> str:
    """What becomes of one photograph."""
    disc = find_disc(photograph(token, GROUNDS[ground], seed))
    if disc is None:
        return "refused"
    side = len(disc.rgb)
    expected = cv2.resize(token[4:-4, 4:-4], (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    off = np.abs(cv2.GaussianBlur(disc.rgb.astype(np.float32), (0, 0), 2) - cv2.GaussianBlur(expected, (0, 0), 2)).max(2)
    return "right" if (off > 60)[np.hypot(x, y) < 0.97 * side / 2].mean() <= MOST_OFF else "askew"


def main() -> None:
    """Prints every photograph that is not cut right, and how many are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, default=OURS)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    found = Counter[str]()
    for folder in args.folders:
        for n, (file, token) in enumerate(tokens(folder)):
            for ground in GROUNDS:
                one = told(token, ground, args.seed + 1000 * n)
                found[one] += 1
                if one != "right":
                    print(folder.name, file, "on", ground, one)
    print(dict(found))


if __name__ == "__main__":
    main()
