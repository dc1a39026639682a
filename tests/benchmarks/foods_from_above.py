"""Drawn lines of Buffet Boss with a food on every card, read as a camera above sees them.

    python -m tests.benchmarks.foods_from_above [--tables 8] [--first 101]

Every table has its own seed, and by it another ground, light and camera. Counts places in the line: called by their food, asked about,
missed and called by another; and what the camera told of foods and cards alone.
"""

import argparse
import time
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from tempfile import gettempdir

import numpy as np

from companion.game import Pack, Spot
from companion.games import available
from fixtures.buffet_boss_table import food_of
from fixtures.closed_loop import CameraEyes, table_of
from fixtures.filming import Film
from fixtures.play import random_play, setup_of
from fixtures.render import held
from fixtures.repainting import Painting
from fixtures.stages import STAGES
from tests.closed_loop.boxes import open_eyes
from vision.observation import Observation

GAME, PLAYERS, LINE = "buffet_boss", 5, 6


def pictured(pack: Pack, eyes: CameraEyes, seed: int) -> tuple[tuple[str, ...], Observation]:
    """The foods of a full line, and what is read in a picture of it."""
    game, stage, scene = available()[GAME], STAGES[GAME], table_of(seed, GAME)
    steps = random_play(game, game.initial(pack, setup_of(pack, PLAYERS)), seed)
    state = next(step.after for step in steps if len(step.after.line) == LINE)
    painting = Painting(replace(held(scene), markers_mm=stage.markers_mm), eyes.art)
    picture = painting.show(stage.places(game, state, seed) or ())
    (frame,) = islice(Film(seed, grain=painting.grain).show(picture), 1)
    return state.line, eyes.reader.read(frame)


def judged(line: tuple[str, ...], pack: Pack, seen: Observation) -> Counter[str]:
    """Places by what became of them, and detections by kind, right or wrong."""
    spots = [spot for spot in available()[GAME].see(pack, seen).spots if spot.zone == "line"]
    left, tally = Counter(line), Counter[str]()
    for spot in sorted(spots, key=lambda spot: spot.piece is None):
        tally[_place(spot, left)] += 1
    tally["missed"] += left.total()
    there = Counter(line)
    tally.update(f"{one.kind} {'right' if there[food_of(one.id)] else 'wrong'}" for one in seen.detections if one.id)
    return tally


def _place(spot: Spot, left: Counter[str]) -> str:
    """What a place of the line was called, taken from what is left to be found."""
    if spot.piece is None:
        found = next((food for option in spot.alternatives if left[food := food_of(option)]), "")
        left -= Counter([found] if found else [])
        return "asked" if found else "asked beside"
    food = food_of(spot.piece)
    is_right = left[food] > 0
    left -= Counter([food])
    return "right" if is_right else "wrong"


def main() -> None:
    """The command of the docstring above."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.foods_from_above")
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--first", type=int, default=101)
    given = parser.parse_args()
    pack, eyes = open_eyes(GAME, Path(gettempdir()))
    total, spent, foods = Counter[str](), [], []
    for seed in range(given.first, given.first + given.tables):
        began = time.process_time()
        line, seen = pictured(pack, eyes, seed)
        spent.append(time.process_time() - began)
        foods.append(seen.timings_ms.get("foods", 0.0) / max(seen.timings_ms["total"], 1.0))
        one = judged(line, pack, seen)
        print(f"{seed}: {', '.join(line)}: {dict(one)}", flush=True)
        total += one
    print(f"{LINE * given.tables} places: {dict(total)}; foods {np.median(foods):.0%} of the time of reading")


if __name__ == "__main__":
    main()
