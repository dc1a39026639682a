"""Cards that touch each other on a checked cloth, whose dots and squares are print, too: what is named, asked about and made up.

    python -m tests.benchmarks.cards_on_cloth [--games appetite,buffet_master] [--seed 0] [--tables 10] [--ground patterned-cloth]

Each table is drawn with four cards of one of our packs in a row, turned anyhow, without markers and with them.
"""

import argparse
from collections import Counter

import cv2
import numpy as np

from fixtures.art import PACKS, Art, load_art
from fixtures.optics import View
from fixtures.render import render
from fixtures.scene import Place, Scene
from vision.enrolling.enrol import enrol
from vision.frame import Frame
from vision.image.quads import overlap
from vision.looks.catalogue import BACK
from vision.reader import TableReader

MARKERS_MM = ((-190.0, -90.0), (190.0, -90.0), (190.0, 90.0), (-190.0, 90.0))
CARDS, FIRST_MM, APART_MM = 4, -130.0, (72.0, 85.0)
LARGEST_MM = 100.0
"""Longer side of a card: what is larger is a board or a tray."""


def names_of(reader: TableReader, art: dict[str, Art]) -> list[str]:
    """The cards of a pack that are no boards, trays or backs."""
    sizes = {look.id: max(look.size_mm) for look in reader.catalogue.looks if look.kind == "card" and look.id != BACK}
    return [name for name in art if sizes.get(name, np.inf) <= LARGEST_MM]


def scene_of(names: list[str], seed: int, ground: str, is_marked: bool) -> Scene:
    """One table: four of the cards in a row, some of them over each other."""
    rng = np.random.default_rng(seed)
    lies = [
        Place(str(name), FIRST_MM + APART_MM[seed % 2] * n, float(rng.uniform(-25, 25)), float(rng.uniform(0, 360)))
        for n, name in enumerate(rng.permutation(names)[:CARDS])
    ]
    view, markers = View((1280, 720), 620.0, 12.0), MARKERS_MM if is_marked else ()
    return Scene(ground=ground, light="daylight", seed=seed, markers_mm=markers, view=view, place=tuple(lies))


def told_of(reader: TableReader, art: dict[str, Art], scene: Scene) -> Counter[str]:
    """How many cards are right and missed, names wrong, and questions where a card lies and where none does."""
    rgb, truth = render(scene, art)
    found = reader.read(Frame(rgb, 0.0))
    lies = {one["id"]: np.asarray(one["quad_px"], np.float32) for one in truth["pieces"]}
    told = Counter(cards=len(lies))
    for piece in found.pieces:
        right = piece.id in lies and overlap(np.asarray(piece.quad_px, np.float32), lies[piece.id]) > 0.5
        told["right" if right else "wrong"] += 1
    for doubt in found.unsure:
        told["asked" if any(overlap(np.asarray(doubt.quad_px, np.float32), quad) > 0.3 for quad in lies.values()) else "of nothing"] += 1
    return told


def main() -> None:
    """Prints a line for each game, without markers and with them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--games", default="appetite,buffet_master")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--ground", default="patterned-cloth")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    for game in chosen.games.split(","):
        art, reader = load_art(PACKS / game), TableReader(enrol(PACKS / game).catalogue)
        names = names_of(reader, art)
        for is_marked in (False, True):
            scenes = (scene_of(names, seed, chosen.ground, is_marked) for seed in range(chosen.seed, chosen.seed + chosen.tables))
            told = sum((told_of(reader, art, scene) for scene in scenes), Counter[str]())
            print(f"{game}, {'with' if is_marked else 'without'} markers: {dict(told)}", flush=True)


if __name__ == "__main__":
    main()
