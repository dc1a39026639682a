"""Fanned hands and overlapping rows, of which all but the last card show a corner and a strip: named, asked about, not seen, wrong?

    python -m tests.benchmarks.fans [--decks colours,pips,numbers] [--scenes 4] [--seed 1] [--left-out]

Cards of the decks drawn by `tests.benchmarks.other_decks`, laid in fans and rows on drawn tables. Counted are all cards of which a
twentieth shows and more; `told`: those that enrolling says the corner that shows tells alone. `--left-out`: a third of the deck is not
enrolled, and no such card may bear a name. Prints a line a deck and every wrong name; asserts nothing.
"""

import argparse
import math
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from fixtures.art import Art
from fixtures.film import Exposure
from fixtures.grounds import KINDS
from fixtures.lights import PRESETS
from fixtures.optics import View
from fixtures.render import write_labelled_set
from fixtures.scene import Place, Scene
from tests.benchmarks.other_decks import DECKS, Drawn
from vision.enrolling.separability import separability
from vision.evaluation.labels import Label, load_labels
from vision.evaluation.metrics import ScoringRules, Verdict, judge, same_or_rank
from vision.image.decode import load_frame
from vision.looks.catalogue import Catalogue, look_of
from vision.reader import TableReader

RULES = ScoringRules(hidden=0.05)
PARTS = (0.05, 0.3, 0.6, 1.01)
"""Shares of a card that shows, between which is counted apart."""


def fan(cards: list[Drawn], at_mm: tuple[float, float], turn_deg: float, step_deg: float) -> Iterator[Place]:
    """A hand held by its lower edge, each card on the one to its left: of all but the last the top left corner shows."""
    reach = 0.95 * cards[0][2][1]
    for number, (id, _, _) in enumerate(cards):
        lean = math.radians(turn_deg - step_deg * (number - (len(cards) - 1) / 2))
        x, y = at_mm[0] - reach * math.sin(lean), at_mm[1] + reach * math.cos(lean)
        yield Place(id, x, y, math.degrees(lean))


def row(cards: list[Drawn], at_mm: tuple[float, float], turn_deg: float, shift: float) -> Iterator[Place]:
    """Cards side by side, each over the one to its left by all but `shift` of its width."""
    across, lean = shift * cards[0][2][0], math.radians(turn_deg)
    for number, (id, _, _) in enumerate(cards):
        off = across * (number - (len(cards) - 1) / 2)
        yield Place(id, at_mm[0] + off * math.cos(lean), at_mm[1] + off * math.sin(lean), turn_deg)


def laid(name: str, deck: list[Drawn], number: int, seed: int) -> Scene:
    """A table with two hands of four to six cards, from a seed."""
    rng = np.random.default_rng([seed, number, len(deck), 7])
    picks = [deck[int(i)] for i in rng.permutation(len(deck))[:12]]
    first, second = int(rng.integers(4, 7)), int(rng.integers(4, 7))
    turn, other = (float(v) for v in rng.uniform(-35, 35, 2))
    places = [*fan(picks[:first], (-120.0, -75.0), turn, float(rng.uniform(9, 16)))]
    places += row(picks[first : first + second], (120.0, 10.0), other, float(rng.uniform(0.25, 0.45)))
    view = View((1920, 1080), float(rng.uniform(470, 600)), float(rng.uniform(0, 22)), float(rng.normal(0, 5)), float(rng.normal(0, 3)))
    noise, blur, cast = (float(v) for v in rng.uniform((0.6, 0.4, 0.0), (2.5, 1.0, 0.12)))
    exposure = Exposure(noise=noise, blur_px=blur, awb_error=cast, jpeg_quality=88)
    ground, light = str(rng.choice(KINDS)), str(rng.choice(sorted(PRESETS)))
    return Scene(f"{name}-{number:02}", 100 * seed + number, 0, ground, light, None, view, exposure, place=tuple(places))


def read(name: str, scenes: int, seed: int, leave_out: bool, folder: Path) -> str:
    """What came of one deck: a line for each part that shows, and one for each wrong name."""
    deck = list(DECKS[name]())
    art = {id: Art(np.asarray(card, np.uint8), size) for id, card, size in deck}
    write_labelled_set((laid(name, deck, number, seed) for number in range(scenes)), art, folder)
    left = set(np.random.default_rng(seed).choice(list(art), len(art) // 3, replace=False).tolist()) if leave_out else set[str]()
    catalogue = Catalogue(tuple(look_of(one.rgb, id, "card", one.size_mm) for id, one in art.items() if id not in left))
    reader, corners, same = TableReader(catalogue), separability(catalogue).corners, same_or_rank(list(art))
    counts, wrong = {low: Counter[str]() for low in PARTS[:-1]}, []
    for image in load_labels(folder).images:
        labels = [replace(label, id=None) if label.id in left else label for label in image.pieces]
        found = judge(labels, reader.read(load_frame(folder / image.file)).detections, same, RULES)
        for one in found.labels:
            low = max((low for low in PARTS[:-1] if low <= one.label.visible), default=None)
            if low is not None:
                counts[low][_told(one.label, one.verdict)] += 1
                counts[low]["told"] += "top left" in corners.get(one.label.id or "", ())
        wrong += [f"   {image.file}: {one.label.id if one.label else 'nothing'} named {one.piece.id}" for one in found.wrong]
    lines = [f"{name}, seed {seed}, {low:.0%} and more shows: {dict(sorted(many.items()))}" for low, many in counts.items()]
    return "\n".join([*lines, *wrong])


def _told(label: Label, verdict: Verdict) -> str:
    return verdict.value if label.id is not None else f"not enrolled, {verdict.value}"


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", default=",".join(DECKS))
    parser.add_argument("--scenes", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--left-out", action="store_true")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    for name in given.decks.split(","):
        with tempfile.TemporaryDirectory() as folder:
            print(read(name, given.scenes, given.seed, given.left_out, Path(folder)), flush=True)


if __name__ == "__main__":
    main()
