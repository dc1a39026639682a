"""Drawn plates with an arm in front: is everything that it hides asked about, and what does it cost where it hides nothing?

python -m tests.benchmarks.plates_under_arms [--seed 501] [--count 60]

Every picture is a pile with an arm from one side, at a piece or beside the stack. `silent`: names, the height or contacts differ
from the truth and no question is put. `free` pictures have the arm clear of all pieces and the plate.
"""

import argparse
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from fixtures.piles import Pile, Shot, mm_to_px, picture, pile, shot_of
from fixtures.plate_arms import FROM, SKINS, SLEEVES, Arm, under_arm
from tests.vision.plates.test_reader import FOODS, look
from vision.frame import Frame, Rgb
from vision.looks.catalogue import Catalogue
from vision.observation import PLATE, TABLE, Stack
from vision.plates.reader import SideReader
from vision.plates.standing import project


def scene(seed: int, number: int) -> tuple[Pile, Shot, Rgb, NDArray[np.bool_]]:
    """A pile, how it is taken, the picture with an arm before it, and where that is."""
    rng = np.random.default_rng([seed, number])
    standing, shot = pile(rng, int(rng.integers(3, 8))), shot_of(rng)
    target = standing.pieces[int(rng.integers(len(standing.pieces)))].line_mm
    side = list(FROM)[int(rng.integers(len(FROM)))]
    low, high = target.min(0), target.max(0)
    reach = float(rng.choice([0.0, 0.5, 1.0, 1.3, -0.4]))  # parts of the piece's breadth beyond its near edge; below 0 it stays clear
    way = np.array(FROM[side]) + rng.normal(0, 0.15, 2)
    way /= np.hypot(*way)
    middle, half = (low + high) / 2, float(np.abs((high - low) / 2 @ np.abs(way)))
    tip = middle + way * half * (1 - 2 * reach) + np.array([-way[1], way[0]]) * rng.normal(0, 6)
    skin = [*SKINS, shot.table, shot.wall][int(rng.integers(len(SKINS) + 2))]
    sleeve = [None, None, *SLEEVES, shot.table, skin][int(rng.integers(len(SLEEVES) + 4))]
    sleeve = skin if skin in (shot.table, shot.wall) else sleeve
    arm = Arm(
        (float(tip[0]), float(tip[1])), (float(way[0]), float(way[1])), float(rng.uniform(25, 80)), skin, sleeve, bool(rng.random() < 0.5)
    )
    rgb, where = under_arm(picture(standing, shot, rng), standing, shot, arm, rng)
    return standing, shot, rgb, where


def hidden(standing: Pile, shot: Shot, where: NDArray[np.bool_]) -> tuple[list[float], float]:
    """The part of every piece, and of the plate, that the arm covers."""
    to_px = mm_to_px(standing, shot)
    parts = []
    for line in [*(one.line_mm for one in standing.pieces), standing.plate]:
        mask = np.zeros(where.shape, np.uint8)
        cv2.fillPoly(mask, [np.round(project(to_px, line)).astype(np.int32)], 1)
        parts.append(float((mask > 0)[where].sum() / max(mask.sum(), 1)))
    return parts[:-1], parts[-1]


def judged(stack: Stack | None, standing: Pile, shot: Shot) -> str:
    """`asked`, `right`, or what is silently wrong."""
    if stack is None or stack.height_mm is None or stack.height_error_mm is None or any(piece.id is None for piece in stack.pieces):
        return "asked"
    named = Counter(piece.id or "" for piece in stack.pieces)
    truth = Counter(one.food.name for one in standing.pieces)
    if any(pair[0] == TABLE for pair in stack.touching) and all((PLATE, k) not in stack.touching for _, k in stack.touching):
        return "asked"
    if named != truth:
        return f"silent: {dict(truth - named)} left out, {dict(named - truth)} added"
    if abs(stack.height_mm - standing.height_mm) > max(stack.height_error_mm, 3.0):
        return f"silent: {stack.height_mm:.0f} of {standing.height_mm:.0f} mm"
    lines = [project(mm_to_px(standing, shot), one.line_mm) for one in standing.pieces]
    middles = [(line.min(0) + line.max(0)) / 2 for line in lines]
    on = {
        k: min(range(len(lines)), key=lambda j: float(np.hypot(*(middles[j] - np.mean(piece.quad_px, axis=0)))))
        for k, piece in enumerate(stack.pieces)
    }
    told = {tuple(sorted(on.get(k, k) for k in pair)) for pair in stack.touching if pair[0] != TABLE}
    unsure = {tuple(sorted(on.get(k, k) for k in pair)) for pair in stack.unsure}
    real = {tuple(pair) for pair in standing.touching} | {(PLATE, k) for k in standing.touching_plate}
    if not told <= real or not real <= told | unsure:
        return f"silent: contacts {sorted(told - real)} too many, {sorted(real - told - unsure)} left out"
    return "asked" if stack.unsure else "right"


def main() -> None:
    parser = argparse.ArgumentParser(description="Drawn plates under arms.")
    parser.add_argument("--seed", type=int, default=501)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--out", type=Path, help="a folder for the pictures that are silently wrong")
    given = parser.parse_args()
    reader, counts = SideReader(Catalogue(tuple(look(name) for name in FOODS))), Counter[str]()
    for number in range(given.count):
        standing, shot, rgb, where = scene(given.seed, number)
        parts, plate = hidden(standing, shot, where)
        stacks = reader.read(Frame(rgb, 0.0)).stacks
        told = judged(stacks[0] if stacks else None, standing, shot)
        clear = "free" if max([*parts, plate]) == 0 else "in front"
        counts[f"{clear}, {told.split(':')[0]}"] += 1
        if told.startswith("silent"):
            print(f"  {number}: {told}; covered {[round(part, 2) for part in parts]}, plate {plate:.2f}")
            if given.out:
                given.out.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(str(given.out / f"{given.seed}-{number:03}.png"), rgb[..., ::-1])
    print(dict(sorted(counts.items())))


if __name__ == "__main__":
    main()
