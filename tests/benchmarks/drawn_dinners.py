"""Draws whole tables of a dinner party with our own guests, in all lights, as a labelled set for `dinner_tables`.

    python -m tests.benchmarks.drawn_dinners OUT [--seed 1] [--tables 24]
    python -m tests.benchmarks.dinner_tables OUT --part all --enrol fixtures/packs/surrealist_dinner_party

Guests sit in a ring, tokens lie on their appetites, on the platter and in two Stashes. Every other table has a lamp that shines from the
tokens of the platter or of a guest. Nobody's hand lies over any.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import Any

import numpy as np

from companion.cli.enrolling import as_pack
from companion.game import Pack
from companion.games.surrealist_dinner_party.box import meaning
from companion.games.surrealist_dinner_party.pieces import WILD
from companion.games.surrealist_dinner_party.slots import appetites, printed_places
from companion.pack import built_in
from fixtures.art import PACKS, load_art
from fixtures.film import Exposure, jpeg
from fixtures.grounds import KINDS as GROUNDS
from fixtures.lights import PRESETS
from fixtures.optics import View
from fixtures.render import render
from fixtures.scene import Place, Scene
from vision.enrolling.enrol import enrol

FOLDER = PACKS / "surrealist_dinner_party"
MARKERS_MM = ((-330.0, -165.0), (330.0, -165.0), (330.0, 165.0), (-330.0, 165.0))
RING_MM, CARD_MM = 168.0, (60.0, 104.0)
GUESTS, SEATS_DEG = (4, 7), (-150, -115, -80, 30, 65, 100, 135)
FULL, MATCHED = 0.6, 0.85
"""Chance that an appetite holds a token, and that it is one it wants."""
PLATTER, STASH, HEAP_MM, APART_MM = (5, 11), (6, 14), 30.0, 16.8
STASHES_MM = ((-285.0, 20.0), (285.0, -40.0))


@dataclass(frozen=True, slots=True)
class Lying:
    """A piece, and what its label says beside where it lies."""

    place: Place
    label: dict[str, Any]


def lying(pack: Pack, seed: int) -> Iterator[Lying]:
    """Everything on the table, guests first."""
    rng = np.random.default_rng([seed, 31])
    kinds = {str(meaning(piece)["token"]): piece.id for piece in pack.pieces if meaning(piece).get("token")}
    names = [piece.id for piece in pack.pieces if meaning(piece).get("role") == "guest" and printed_places(pack, piece.id)]
    seats = rng.permutation(SEATS_DEG)[: int(rng.integers(*GUESTS))]
    cards = [_card(str(name), int(seat), rng) for name, seat in zip(rng.permutation(names), seats, strict=False)]
    yield from (Lying(card, {}) for card in cards)
    for card in cards:
        for slot, (wants, at) in enumerate(zip(appetites(pack, card.id), printed_places(pack, card.id), strict=True)):
            if rng.random() < FULL:
                kind = wants if wants != WILD and rng.random() < MATCHED else str(rng.choice(list(kinds)))
                x, y = _on(card, at)
                side = "design" if wants in (WILD, kind) else "plain"
                yield _token(kinds[kind], side, x + rng.uniform(-1, 1), y + rng.uniform(-1, 1), rng, {"on": card.id, "slot": slot})
    for where, middle, (least, most) in (("platter", (0.0, 0.0), PLATTER), *(("table", at, STASH) for at in STASHES_MM)):
        for x, y in _heap(middle, int(rng.integers(least, most)), rng):
            kind, side = str(rng.choice(list(kinds))), str(rng.choice(["design", "plain"]))
            yield _token(kinds[kind], side, x, y, rng, {"on": where})


def _heap(middle: tuple[float, float], count: int, rng: np.random.Generator) -> list[tuple[float, float]]:
    """Places of tokens that lie together, none on another."""
    found = list[tuple[float, float]]()
    while len(found) < count:
        x, y = (at + float(rng.normal(0, HEAP_MM)) for at in middle)
        if hypot(x - middle[0], y - middle[1]) < 2 * HEAP_MM and all(hypot(x - a, y - b) > APART_MM for a, b in found):
            found.append((x, y))
    return found


def _card(name: str, seat_deg: int, rng: np.random.Generator) -> Place:
    angle, far = radians(seat_deg), RING_MM + float(rng.uniform(-3, 3))
    return Place(name, far * cos(angle), far * sin(angle), seat_deg + 90 + float(rng.normal(0, 2)), float(rng.uniform(0, 0.6)))


def _on(card: Place, part: tuple[float, float]) -> tuple[float, float]:
    """A place on a card, in its widths and heights from the upper left corner, on the table."""
    x, y, turn = (part[0] - 0.5) * CARD_MM[0], (part[1] - 0.5) * CARD_MM[1], radians(card.turn_deg)
    return card.x_mm + x * cos(turn) + y * sin(turn), card.y_mm + x * sin(turn) - y * cos(turn)


def _token(id: str, side: str, x: float, y: float, rng: np.random.Generator, label: dict[str, Any]) -> Lying:
    return Lying(Place(f"{id}.{side}", x, y, float(rng.uniform(0, 360))), label | {"side": side})


def scene_of(found: list[Lying], seed: int) -> Scene:
    """The table under one of all lights, on one of all grounds; on odd seeds the lamp shines from one of the tokens that count."""
    rng = np.random.default_rng([seed, 32])
    light, ground = str(rng.choice(list(PRESETS))), str(rng.choice(list(GROUNDS)))
    counts = [one.place for one in found if one.label.get("on", "table") != "table"]
    at = counts[int(rng.integers(len(counts)))] if seed % 2 else None
    view = View((1920, 1080), 700.0, float(rng.uniform(0, 22)), float(rng.uniform(-6, 6)))
    exposure = Exposure(ev=float(rng.uniform(-0.4, 0.4)), noise=float(rng.uniform(0.7, 2.5)), jpeg_quality=int(rng.integers(78, 93)))
    scene = Scene(f"{seed:04d}", seed, 0, ground, light, None, view, exposure, MARKERS_MM, tuple(one.place for one in found))
    return scene if at is None else replace(scene, glare_at_mm=(at.x_mm, at.y_mm))


def main() -> None:
    """Writes the pictures and `labels.json`."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=24)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    pack, art, images = as_pack(enrol(FOLDER), built_in("surrealist_dinner_party"), FOLDER), load_art(FOLDER), []
    for seed in range(100 * given.seed, 100 * given.seed + given.tables):
        found = list(lying(pack, seed))
        scene = scene_of(found, seed)
        rgb, truth = render(scene, art)
        (given.out / truth["file"]).write_bytes(jpeg(rgb, scene.exposure.jpeg_quality))
        pieces = [piece | one.label for piece, one in zip(truth["pieces"], found, strict=True)]
        images.append(truth | {"pieces": pieces})
    (given.out / "labels.json").write_text(json.dumps({"schema": 1, "images": images}) + "\n", encoding="utf-8")
    print(f"{len(images)} tables, {sum(len(one['pieces']) for one in images)} pieces: {given.out}")


if __name__ == "__main__":
    main()
