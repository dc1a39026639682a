"""Plates from the side against their labels: names, heights, contacts, and Buffet Boss scored from the pictures alone.

python -m tests.benchmarks.plates_from_the_side DATASET PACK [--part dev|val|all]

`dev` are the even pictures, `val` the odd ones. A scene of the score is any two pictures as the plates of two players, with
characters by chance (seed 1): right, asked (the reader or the game put a question), or wrong.
"""

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from companion.game import CompanionError, Pack, Piece, Setup
from companion.games.buffet_boss import GAME
from companion.games.buffet_boss.characters import CHARACTERS, LOVERS
from companion.games.buffet_boss.photographed import final_state
from companion.pack import load
from vision.image.decode import load_frame
from vision.image.overlap import iou
from vision.observation import PLATE, TABLE, Detection, Observation, Quad, Stack
from vision.plates.reader import SideReader

Label = Mapping[str, Any]
Pair = tuple[int, int]


def quad(corners: Sequence[Sequence[float]]) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


def truth_of(image: Label) -> Stack:
    """The labelled stack, as a reader that errs in nothing would have it: a piece that touches nothing has rolled onto the table."""
    stack = image["stacks"][0]
    pieces = tuple(Detection("food", quad(p["quad_px"]), p["id"], 1.0) for p in image["pieces"])
    touching = (*((a, b) for a, b in stack["touching"]), *((PLATE, k) for k in stack["touching_plate"]))
    held = {k for pair in touching for k in pair}
    lying = tuple((TABLE, k) for k in range(len(pieces)) if k not in held)
    return Stack(tuple(stack["plate_px"]), stack["height_mm"], 0.0, pieces, (*touching, *lying))


def matched(read: Stack, truth: Stack) -> dict[int, int]:
    """Index of every read piece -> index of the labelled one that it lies on."""
    found = {}
    for k, piece in enumerate(read.pieces):
        shared = [iou(piece.quad_px, label.quad_px) for label in truth.pieces]
        best = max(range(len(shared)), key=lambda j: shared[j])
        if shared[best] >= 0.5:
            found[k] = best
    return found


def compare(read: Stack, truth: Stack, counts: Counter[str]) -> None:
    """Adds up names and contacts of one picture."""
    on = matched(read, truth)
    for k, piece in enumerate(read.pieces):
        if piece.id is None:
            counts["pieces asked"] += 1
        else:
            counts["names right" if k in on and truth.pieces[on[k]].id == piece.id else "names wrong"] += 1
    counts["pieces"] += len(truth.pieces)
    contacts = [pair for pair in truth.touching if pair[0] != TABLE]
    counts["contacts"] += len(contacts)
    told = {_renamed(pair, on) for pair in read.touching if pair[0] != TABLE}
    asked = {_renamed(pair, on) for pair in read.unsure}
    real = {_renamed(pair, {k: k for k in range(len(truth.pieces))}) for pair in contacts}
    counts["contacts right"] += len(told & real)
    counts["contacts wrong"] += len(told - real)
    counts["contacts asked"] += len(asked)
    counts["contacts missed"] += len(real - told - asked)


def _renamed(pair: Pair, on: Mapping[int, int]) -> Pair:
    a, b = (k if k < 0 else on.get(k, 99) for k in pair)
    return min(a, b), max(a, b)


def scored(pack: Pack, setup: Setup, looks: Sequence[Observation]) -> tuple[object, ...] | str:
    """Sums and winners; a question where the game asks one."""
    try:
        state = final_state(pack, setup, looks)
    except CompanionError as question:
        return str(question)
    sums = [sum(line.points for line in GAME.scores(state) if line.seat == seat) for seat in range(setup.players)]
    return (*sums, *GAME.status(state).winners)


def scenes(pack: Pack, looks: Sequence[Observation], truths: Sequence[Observation], with_cards: bool) -> Counter[str]:
    """Every two pictures as one game; with the players' food cards seen beside the plates, or without."""
    people = tuple(Piece(f"character-{id}", "card", 1, None, {"character": id}) for id in CHARACTERS)
    pack = replace(pack, pieces=(*pack.pieces, *people))
    rng, counts = random.Random(1), Counter[str]()
    for k in range(len(looks) ** 2):
        pair = (k // len(looks), k % len(looks))
        if pair[0] >= pair[1]:
            continue
        cards = [_card(id) for id in rng.sample([id for id in CHARACTERS if id not in LOVERS], 2)]
        setup = Setup(2, {"mode": "dinner"})
        said = scored(
            pack,
            setup,
            [replace(looks[i], detections=(card, *_food_cards(pack, truths[i], with_cards))) for i, card in zip(pair, cards, strict=True)],
        )
        truth = scored(pack, setup, [replace(truths[i], detections=(card,)) for i, card in zip(pair, cards, strict=True)])
        if isinstance(truth, str):
            continue  # no game has these plates, or they are equally tall
        counts["asked" if isinstance(said, str) else "right" if said == truth else "wrong"] += 1
        if isinstance(said, str):
            print(f"  asked: {said}")
    return counts


def _food_cards(pack: Pack, truth: Observation, with_cards: bool) -> list[Detection]:
    """The cards in front of the player: one for every piece that is on the plate."""
    return [replace(piece, kind="card") for piece in truth.stacks[0].pieces] if with_cards else []


def _card(id: str) -> Detection:
    return Detection("card", quad([(0, 0), (1, 0), (1, 1), (0, 1)]), f"character-{id}", 1.0)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("dataset", type=Path)
    parser.add_argument("pack", type=Path)
    parser.add_argument("--part", choices=("dev", "val", "all"), default="dev")
    given = parser.parse_args()
    images = json.loads((given.dataset / "labels.json").read_text())["images"]
    images = {"dev": images[::2], "val": images[1::2], "all": images}[given.part]
    pack, catalogue = load(given.pack)
    assert catalogue is not None
    reader, counts = SideReader(catalogue), Counter[str]()
    off, looks, truths, spent = [], [], [], []
    for image in images:
        frame = load_frame(given.dataset / image["file"])
        start = time.process_time()
        seen, truth = reader.read(frame), truth_of(image)
        spent.append(time.process_time() - start)
        looks.append(seen)
        truths.append(replace(seen, stacks=(truth,)))
        if not seen.stacks or seen.stacks[0].height_mm is None:
            counts["stacks not found"] += 1
            continue
        compare(seen.stacks[0], truth, counts)
        off.append(abs(seen.stacks[0].height_mm - (truth.height_mm or 0.0)))
        counts["heights within own error"] += off[-1] <= (seen.stacks[0].height_error_mm or 0.0)
    print(f"{len(images)} pictures: {dict(counts)}")
    print(f"height off by {median(off):.2f} mm (median), {max(off):.2f} mm (worst) of {len(off)}" if off else "no height told")
    for with_cards in (False, True):
        told = "plates and cards" if with_cards else "plates alone"
        print(f"end of Dinner from two pictures, {told}: {dict(scenes(pack, looks, truths, with_cards))}")
    print(f"{median(spent):.2f} s of one core a picture")


if __name__ == "__main__":
    main()
