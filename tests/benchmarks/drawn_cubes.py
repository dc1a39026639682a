"""Cubes on drawn tables of any ground and light: how many are named, asked about, missed or named wrongly.

    python -m tests.benchmarks.drawn_cubes --first 100 --tables 20

A table has cubes of 8, 10 or 12 mm in eight colours, some of them in touching groups of two to four, discs of the same colours among them,
and four markers; the camera looks down, a little aside, or at 30 degrees.
"""

import argparse
import time
from collections import Counter

import cv2
import numpy as np

from fixtures.art import Art
from fixtures.grounds import KINDS as GROUNDS
from fixtures.lights import PRESETS
from fixtures.optics import View
from fixtures.render import Truth, render
from fixtures.scene import Place, Scene
from vision.cubes.params import KIND
from vision.cubes.reader import CubeReader
from vision.frame import Frame
from vision.looks.catalogue import Catalogue, look_of
from vision.observation import Detection
from vision.table.plane import locate

NAMES = ("red", "blue", "green", "yellow", "white", "black", "orange", "purple")
PAINTS = ("c8202a", "1f4fae", "2b8a3a", "f2c21c", "f0efe8", "1d1d20", "e8761b", "6b2f8f")
COLOURS = {name: tuple(bytes.fromhex(paint)) for name, paint in zip(NAMES, PAINTS, strict=True)}
SIDES = (8.0, 10.0, 12.0)
TILTS = (6.0, 12.0, 30.0)
MARKERS = ((-170.0, -95.0), (170.0, -95.0), (170.0, 95.0), (-170.0, 95.0))
Spot = tuple[float, float]


def table_of(seed: int) -> tuple[Scene, float]:
    """A table from its number, and the side of its cubes."""
    rng, side = np.random.default_rng(1000 + seed), SIDES[seed % 3]
    taken: list[Spot] = []
    places: list[Place] = []

    def put(name: str, at: Spot, turn: float) -> None:
        taken.append(at)
        places.append(Place(name, *at, turn))

    def spot(x: float, y: float, away: float) -> Spot | None:
        at = (float(rng.uniform(-x, x)), float(rng.uniform(-y, y)))
        return at if all(np.hypot(at[0] - other[0], at[1] - other[1]) > away for other in taken) else None

    def any_colour() -> str:
        return str(rng.choice(list(COLOURS)))

    for _ in range(12):
        if (at := spot(140, 85, 2.2 * side)) is not None:
            put(any_colour(), at, float(rng.uniform(0, 90)))
    for _ in range(4):
        if (at := spot(120, 70, 5 * side)) is not None:
            turn, colour = float(rng.uniform(0, 90)), any_colour()
            right = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))]) * (side + 0.1)
            up = np.array([-right[1], right[0]])
            for step in (0 * right, right, up, right + up)[: int(rng.choice([2, 2, 3, 4]))]:
                put(colour if rng.random() < 0.6 else any_colour(), (float(at[0] + step[0]), float(at[1] + step[1])), turn)
    for _ in range(4):
        if (at := spot(140, 85, 30)) is not None:
            put(f"disc-{any_colour()}", at, 0.0)
    view = View(distance_mm=float(rng.uniform(420, 560)), tilt_deg=TILTS[(seed // 3) % 3], roll_deg=float(rng.uniform(-6, 6)))
    laid = tuple(sorted(places, key=lambda place: -place.y_mm))  # what is nearer hides what is farther away
    ground, light = GROUNDS[seed % len(GROUNDS)], list(PRESETS)[(seed // 2) % len(PRESETS)]
    return Scene(f"cubes-{seed}", seed, ground=ground, light=light, view=view, markers_mm=MARKERS, place=laid), side


def art_of(side: float) -> dict[str, Art]:
    """Cubes and discs of every colour."""
    cubes = {name: Art(np.full((40, 40, 3), rgb, np.uint8), (side, side), KIND) for name, rgb in COLOURS.items()}
    return cubes | {f"disc-{name}": Art(np.full((60, 60, 3), rgb, np.uint8), (20.0, 20.0), "token") for name, rgb in COLOURS.items()}


def judged(truth: Truth, seen: tuple[Detection, ...]) -> Counter[str]:
    """How many cubes were right, wrong, asked about or missed; and what was named or asked about where there is none."""
    told, used = Counter[str](), set[int]()
    for piece in (piece for piece in truth["pieces"] if piece["kind"] == KIND):
        at, across = np.mean(piece["quad_px"], axis=0), np.ptp(np.array(piece["quad_px"]), axis=0).max()
        away = {k: float(np.hypot(*(np.mean(one.quad_px, axis=0) - at))) for k, one in enumerate(seen) if k not in used}
        nearest = min(away, key=lambda k: away[k], default=None)
        if nearest is None or away[nearest] > 0.4 * across:
            told["missed"] += 1
            continue
        used.add(nearest)
        name = seen[nearest].id
        told["asked" if name is None else "right" if name == piece["id"] else "wrong"] += 1
    for k, one in enumerate(seen):
        if k not in used:
            told["asked where none is" if one.id is None else "named where none is"] += 1
    return told


def main() -> None:
    """Draws, reads, counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=100)
    parser.add_argument("--tables", type=int, default=20)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    total, seconds = Counter[str](), list[float]()
    for seed in range(args.first, args.first + args.tables):
        scene, side = table_of(seed)
        rgb, truth = render(scene, art_of(side))
        frame = Frame(rgb, 0.0)
        looks = (look_of(np.full((96, 96, 3), colour, np.uint8), name, KIND, (side, side)) for name, colour in COLOURS.items())
        reader, table, start = CubeReader(Catalogue(tuple(looks))), locate(frame), time.process_time()
        seen, advice = reader.look(frame, table, ())
        seconds.append(time.process_time() - start)
        told = judged(truth, seen)
        total += told
        print(f"{scene.name} {scene.ground} {scene.light} {scene.view.tilt_deg:g} degrees: {dict(told)}", *advice, sep="; ", flush=True)
    print(f"{dict(total)}; {np.median(seconds):.2f} s a picture")


if __name__ == "__main__":
    main()
