"""The same tables seen by other cameras: from the side, from afar, through a wide lens, out of focus, in a dim evening, in piles.

    python -m tests.benchmarks.other_views [--decks appetite,numbers] [--views evening,wide] [--seed 900] [--tables 4]

Our own packs and decks drawn for `other_decks` and `more_decks`, six cards on each table, on all grounds in turn, without markers. What
shows less than three fifths is not counted. Prints a line for each deck and view, and every wrong name; asserts nothing.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

import cv2
import numpy as np

from fixtures.art import PACKS, Art, load_art
from fixtures.film import Exposure
from fixtures.grounds import KINDS
from fixtures.optics import View
from fixtures.render import render
from fixtures.scene import Place, Scene
from tests.benchmarks import more_decks, other_decks
from tests.benchmarks.cards_on_cloth import names_of
from vision.enrolling.enrol import enrol
from vision.frame import Frame
from vision.image.quads import overlap
from vision.looks.catalogue import Catalogue, look_of
from vision.reader import TableReader

CARDS, APART, LEAST_SHOWN = 6, 1.15, 0.6
DRAWN = other_decks.DECKS | more_decks.DECKS


def _seen_by(view: View) -> Callable[[Scene], Scene]:
    return lambda scene: replace(scene, view=view)


def _taken(exposure: Exposure, light: str = "daylight") -> Callable[[Scene], Scene]:
    return lambda scene: replace(scene, exposure=exposure, light=light)


def _piled(scene: Scene) -> Scene:
    return replace(scene, place=tuple(replace(one, x_mm=0.62 * one.x_mm, y_mm=0.8 * one.y_mm) for one in scene.place))


def _bent(scene: Scene) -> Scene:
    return replace(scene, place=tuple(replace(one, bend_mm=5.0, bend_along_deg=40.0 * n) for n, one in enumerate(scene.place)))


VIEWS: Mapping[str, Callable[[Scene], Scene]] = {
    "plain": lambda scene: scene,
    "tilt 45": _seen_by(View((1280, 720), 700.0, 45.0)),
    "tilt 58": _seen_by(View((1280, 720), 750.0, 58.0)),
    "far": _seen_by(View((1280, 720), 1100.0, 10.0)),
    "small": _seen_by(View((640, 480), 700.0, 10.0)),
    "wide": _seen_by(View((1280, 720), 420.0, 8.0, hfov_deg=90.0, lens_k1=-0.12)),
    "bent": _bent,
    "piles": _piled,
    "evening": _taken(Exposure(noise=4.0, blur_px=0.8, awb_error=0.1, jpeg_quality=80), "dim"),
    "cast": _taken(Exposure(noise=2.0, blur_px=0.7, awb_error=0.35, jpeg_quality=85), "warm-lamp"),
    "out of focus": _taken(Exposure(noise=2.0, blur_px=2.2, awb_error=0.1, jpeg_quality=85)),
    "bad camera": _taken(Exposure(noise=9.0, blur_px=1.2, awb_error=0.1, jpeg_quality=60), "dim"),
}


def deck_of(name: str) -> tuple[TableReader, dict[str, Art], list[str]]:
    """A reader, the pictures and the cards of one of our packs or of a drawn deck."""
    if name in DRAWN:
        art = {id: Art(np.asarray(card, np.uint8), size) for id, card, size in DRAWN[name]()}
        looks = tuple(look_of(one.rgb, id, "card", one.size_mm) for id, one in art.items())
        return TableReader(Catalogue(looks)), art, list(art)
    reader, art = TableReader(enrol(PACKS / name).catalogue), load_art(PACKS / name)
    return reader, art, names_of(reader, art)


def laid(names: list[str], art: Mapping[str, Art], seed: int) -> Scene:
    """Six cards side by side, each turned anyhow."""
    rng = np.random.default_rng(seed)
    step = APART * max(max(art[name].size_mm) for name in names)
    spots = [(x, y) for x in np.arange(-1.5, 1.6) * step for y in (-step / 2, step / 2)]
    rng.shuffle(spots)
    lies = [Place(str(n), float(x), float(y), float(rng.uniform(0, 360))) for n, (x, y) in zip(rng.permutation(names), spots, strict=False)]
    view = View((1280, 720), 620.0, 12.0)
    return Scene(f"seed {seed}", seed, ground=KINDS[seed % len(KINDS)], markers_mm=(), view=view, place=tuple(lies[:CARDS]))


def told_of(reader: TableReader, art: dict[str, Art], scene: Scene) -> Counter[str]:
    """How many cards are right, asked about and missed, names wrong, and questions where no card lies."""
    rgb, truth = render(scene, art)
    lies = [(one["id"], np.asarray(one["quad_px"], np.float32), one["visible"] >= LEAST_SHOWN) for one in truth["pieces"]]
    counted, named, asked = {at for at, (_, _, shows) in enumerate(lies) if shows}, set[int](), set[int]()
    found, told = reader.read(Frame(rgb, 0.0)), Counter(cards=len(counted))
    for piece in found.pieces:
        quad = np.asarray(piece.quad_px, np.float32)
        right = {at for at, (id, place, _) in enumerate(lies) if id == piece.id and overlap(quad, place) > 0.5}
        if not right:
            print(f"  wrong: {piece.id} in {scene.name} at {quad.mean(0).round()}", flush=True)
        named |= right
        told["wrong"] += not right
    for doubt in found.unsure:
        here = {at for at, (_, place, _) in enumerate(lies) if overlap(np.asarray(doubt.quad_px, np.float32), place) > 0.3}
        asked |= here
        told["of nothing"] += not here
    told.update(right=len(counted & named), asked=len(counted & asked - named), missed=len(counted - named - asked))
    return told


def main() -> None:
    """Prints a line for each deck and view."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--decks", default="appetite,buffet_master,playing-cards,colours,glass,numbers,gems")
    parser.add_argument("--views", default=",".join(VIEWS))
    parser.add_argument("--seed", type=int, default=900)
    parser.add_argument("--tables", type=int, default=4)
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    for deck in chosen.decks.split(","):
        reader, art, names = deck_of(deck)
        for view in chosen.views.split(","):
            scenes = (VIEWS[view](laid(names, art, chosen.seed + n)) for n in range(chosen.tables))
            told = sum((told_of(reader, art, scene) for scene in scenes), Counter[str]())
            print(f"{deck}, {view}: {dict(told)}", flush=True)


if __name__ == "__main__":
    main()
