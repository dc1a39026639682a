"""Cards pushed aside on drawn tables: are they found again, and is ever a look-alike that came in their stead taken for them?

    python -m tests.benchmarks.pushed_aside [GAME ...] [--first 1] [--tables 3] [--pairs 40]

Every table has its own ground, light and camera. On each, cards are laid and then lie 20 to 60 mm aside, turned a little; once they
themselves, once one of the four that look most like them by the game's own catalogue.
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from fixtures.closed_loop import CameraEyes, table_of
from fixtures.filming import Film, Filming
from fixtures.render import held
from fixtures.repainting import Painting
from fixtures.scene import Place
from fixtures.stages import STAGES
from tests.closed_loop.boxes import open_eyes
from vision.cards.namer import Namer
from vision.changes.pushed import lay_of, pushed
from vision.changes.unmoved import fine_of
from vision.frame import Frame
from vision.looks.catalogue import BACK
from vision.looks.matching import Library
from vision.observation import PRINTED
from vision.reader_params import ReaderParams
from vision.table.origin import Origin

GAMES = ("buffet_boss", "appetite", "buffet_master")
ALIKE = 4
"""Of each card, so many that look most like it."""
FILMING = Filming(still_s=0.2, rest=0.0)


def pairs_of(eyes: CameraEyes) -> list[tuple[str, str]]:
    """Each printed piece with those that look most like it."""
    library = Library(eyes.reader.catalogue.of_kinds(PRINTED))
    lookalikes = Namer(library, ReaderParams().naming).lookalikes
    looks = [(k, look.id) for k, look in enumerate(library.catalogue.looks) if look.id != BACK and look.id in eyes.art]
    found = []
    for k, own in looks:
        nearest = sorted((lookalikes.part_between(k, j), id) for j, id in looks if id != own)
        found += [(own, id) for _, id in nearest[:ALIKE]]
    return found


def table(eyes: CameraEyes, game: str, seed: int, pairs: Sequence[tuple[str, str]], most: int) -> Counter[str]:
    """What came of one table."""
    scene = replace(held(table_of(seed, game)), markers_mm=STAGES[game].markers_mm)
    painting, rng, found = Painting(scene, eyes.art), np.random.default_rng(seed), Counter[str]()

    def seen(number: int, *lying: Place) -> Frame:
        return next(iter(Film(seed + 1000 * number, FILMING, grain=painting.grain).show(painting.show(lying))))

    plane = Origin()(seen(0))
    if plane is None:
        return Counter({"tables without a plane": 1})
    for number, at in enumerate(rng.permutation(len(pairs))[:most].tolist(), 1):
        card, other = pairs[at]
        x, y, turn = float(rng.uniform(-120, 120)), float(rng.uniform(-60, 60)), float(rng.uniform(-5, 5))
        aside = float(rng.uniform(20, 60) * rng.choice([-1, 1])), float(rng.uniform(-10, 10)), float(rng.uniform(-3, 3))
        before = seen(number, Place(card, x, y, turn))
        lying = [piece for piece in eyes.reader.read(before, plane).detections if piece.id == card]
        if not lying:
            found["not read"] += 1
            continue
        lay = lay_of(lying[0], before, fine_of(before))
        for came in (card, other):
            now = seen(number + most, Place(came, x + aside[0], y + aside[1], turn + aside[2]))
            began = time.process_time()
            is_found = bool(pushed([lay], now, fine_of(now), plane))
            found["us"] += round(1e6 * (time.process_time() - began))
            found["pushed" if came == card else "look-alikes"] += 1
            found["found again" if came == card else "taken for it"] += is_found
    return found


def main() -> None:
    """The command of the docstring above."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.pushed_aside")
    parser.add_argument("game", nargs="*", help="Buffet Boss, Appetite and Buffet Master unless some are named")
    parser.add_argument("--first", type=int, default=1, help="the first table's seed")
    parser.add_argument("--tables", type=int, default=3)
    parser.add_argument("--pairs", type=int, default=40, help="of each table, at most")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    for game in asked.game or GAMES:
        eyes = open_eyes(game)[1]
        pairs, total = pairs_of(eyes), Counter[str]()
        for seed in range(asked.first, asked.first + asked.tables):
            total += table(eyes, game, seed, pairs, asked.pairs)
        tries = max(1, total["pushed"] + total["look-alikes"])
        print(
            f"{game}: {total['found again']} of {total['pushed']} found again, {total['taken for it']} of {total['look-alikes']} "
            f"look-alikes taken for them, {total['not read']} not read, {total['us'] / tries / 1000:.1f} ms each",
            flush=True,
        )


if __name__ == "__main__":
    main()
