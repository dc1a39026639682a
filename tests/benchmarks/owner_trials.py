"""What an owner tries on a board of Word Buffet, in every light: upside down, a tile missing, under a hand, four tiles, other things.

    python -m tests.benchmarks.owner_trials [--seed 1] [--keep DIR]

Draws our own tiles, shuffled and turned, on a table in each light; each picture is read as `companion read --game word_buffet --json` does,
nothing enrolled. Prints a line a picture, with what is said, and a table: letters right, asked about, missed, wrong, and invented where
no tile shows; asserts nothing.
"""

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from click.testing import CliRunner
from numpy.random import Generator

from companion.cli import cli
from fixtures.art import PACKS, Art, load_art
from fixtures.art_word_buffet import FOODS, TILES
from fixtures.film import Exposure
from fixtures.grounds import KINDS
from fixtures.lights import PRESETS
from fixtures.optics import View
from fixtures.render import write_labelled_set
from fixtures.scene import Hand, Place, Scene
from tests.benchmarks.drawn_boards import FREQUENT, Kit, crossed, fonts, grid_board
from vision.tiles.tiling import TilePrint

PACK = PACKS / "word_buffet"
GAP_MM = 0.8
NOTHING, UNREAD = ".", "?"
Cells = dict[tuple[int, int], str]
"""Letter by row and column of the whole board."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What is laid on the table."""

    art: dict[str, Art]
    place: list[Place]
    there: Cells
    """What is printed on the tiles that lie there, in the picture's rows; empty where there is no board."""
    hands: tuple[Hand, ...] = ()
    turn: float = 0.0
    """Degrees of the camera about its own axis."""


def board(rng: Generator, places: list[tuple[int, int]] | None = None, turn: float = 0.0) -> Trial:
    """Tiles in the middle of the table at these rows and columns of a square, each in a turn of its own."""
    art, place, there = load_art(PACK), list[Place](), Cells()
    places = places or [(row, col) for row in range(3) for col in range(3)]
    names = rng.choice(list(TILES), len(places), replace=False)
    for name, (row, col) in zip(names, places, strict=True):
        side, quarter = art[str(name)].size_mm[0] + GAP_MM, int(rng.integers(4))
        at = rng.normal(((col - 1) * side, (1 - row) * side), 0.3)
        place.append(Place(str(name), float(at[0]), float(at[1]), float(rng.normal(0, 0.4) - 90 * quarter)))
        print_ = TilePrint(TILES[str(name)], FOODS[str(name)]).turned((quarter + round(turn / 90)) % 4)
        first = (row, col) if not turn else (2 - row, 2 - col)
        there |= {(5 * first[0] + r, 5 * first[1] + c): print_.letters[r][c] for r in range(5) for c in range(5)}
    return Trial(art, place, there, turn=turn)


def whole(rng: Generator) -> Trial:
    """All nine tiles."""
    return board(rng)


def upside_down(rng: Generator) -> Trial:
    """All nine, the camera at the other side of the table."""
    return board(rng, turn=180.0)


def a_tile_missing(rng: Generator) -> Trial:
    """Eight tiles; any but the middle one is away."""
    away = int(rng.choice([0, 1, 2, 3, 5, 6, 7, 8]))
    return board(rng, [divmod(i, 3) for i in range(9) if i != away])


def hand_over_a_quarter(rng: Generator) -> Trial:
    """All nine, a hand over the lower right ones."""
    x, y = rng.uniform(45, 75), rng.uniform(-75, -45)
    return replace(board(rng), hands=(Hand((float(x) + 120, float(y) - 260), (float(x), float(y)), int(rng.integers(3))),))


def four_in_a_row(rng: Generator) -> Trial:
    """Four tiles: no board."""
    trial = board(rng, [(1, col) for col in range(4)])
    return replace(trial, place=[replace(one, x_mm=one.x_mm - 35) for one in trial.place], there={})


def guest_cards(rng: Generator) -> Trial:
    """Cards of another game."""
    art = {name: one for name, one in load_art(PACKS / "surrealist_dinner_party").items() if one.kind == "card"}
    names = [str(name) for name in rng.choice(sorted(art), 4, replace=False)]
    places = [Place(name, -120.0 + 80 * i, float(rng.normal(0, 5)), float(rng.normal(0, 4))) for i, name in enumerate(names)]
    return Trial(art, places, {})


def page_of_text(rng: Generator) -> Trial:
    """A printed page."""
    page = np.full((1050, 1050, 3), (246, 244, 238), np.uint8)
    for y in range(60, 1000, 30):
        line = "".join(rng.choice(list("ETAOIN SHRDLU etaoin shrdlu"), 58))
        cv2.putText(page, line, (40, y), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (40, 40, 45), 1, cv2.LINE_AA)
    return Trial({"page": Art(page, (210, 210))}, [Place("page", 0.0, 0.0, float(rng.normal(0, 4)))], {})


def word_board(rng: Generator) -> Trial:
    """A board of 15 x 15 of another game."""
    kit = Kit(fonts()[0], (238, 226, 190), ((30, 26, 24),), 0.5)
    picture, frame = grid_board(crossed(rng, 15), 14.0, kit, rng)
    side = 15 * 14.0 + 2 * frame
    return Trial({"board": Art(picture, (side, side))}, [Place("board", 0.0, 0.0, float(rng.normal(0, 4)))], {})


def food(rng: Generator) -> Trial:
    """Food cut out of cardboard."""
    art = {name: one for name, one in load_art(PACKS / "buffet_boss").items() if one.kind == "food"}
    names = [str(name) for name in rng.choice(sorted(art), min(5, len(art)), replace=False)]
    places = [Place(name, -120.0 + 60 * i, float(rng.normal(0, 30)), float(rng.uniform(0, 360))) for i, name in enumerate(names)]
    return Trial(art, places, {})


def loose_letters(rng: Generator) -> Trial:
    """Single tiles with a letter each, in rows: none of ours."""
    kit = Kit(fonts()[0], (238, 226, 190), ((30, 26, 24),), 0.5)
    rows = ["".join(rng.choice(list(FREQUENT), 6)) for _ in range(6)]
    picture, frame = grid_board(rows, 20.0, kit, rng)
    side = 120.0 + 2 * frame
    return Trial({"letters": Art(picture, (side, side))}, [Place("letters", 0.0, 0.0, float(rng.normal(0, 4)))], {})


TRIALS: tuple[Callable[[Generator], Trial], ...] = (
    *(whole, upside_down, a_tile_missing, hand_over_a_quarter),
    *(four_in_a_row, guest_cards, page_of_text, word_board, food, loose_letters),
)


def answered(trial: Trial, light: str, name: str, rng: Generator, folder: Path) -> dict[str, Any]:
    """A picture of it in this light, as the command line reads it."""
    exposure = Exposure(noise=float(rng.uniform(0.6, 2)), blur_px=float(rng.uniform(0.4, 0.9)), awb_error=0.05, jpeg_quality=88)
    view = View((1920, 1080), float(rng.uniform(500, 560)), float(rng.uniform(0, 20)), trial.turn, float(rng.normal(0, 3)))
    ground = str(rng.choice(KINDS))
    scene = Scene(name, int(rng.integers(1 << 30)), 0, ground, light, None, view, exposure, place=tuple(trial.place), hands=trial.hands)
    truth = write_labelled_set([replace(scene, markers_mm=())], trial.art, folder)[0]
    result = CliRunner().invoke(cli, ["read", str(folder / truth["file"]), "--game", "word_buffet", "--json"])
    document: dict[str, Any] = json.loads(result.stdout) if result.exit_code == 0 else {"error": result.output or repr(result.exception)}
    return document


def counted(found: dict[str, Any] | None, there: Cells) -> Counter[str]:
    """Letters right, asked about, missed and wrong; invented: any where no tile lies."""
    counts = Counter[str]()
    for r, row in enumerate([] if found is None else found["letters"]):
        counts["invented"] += sum(sign.isalpha() for c, sign in enumerate(row) if (r, c) not in there)
    for (r, c), letter in there.items():
        sign = NOTHING if found is None else found["letters"][r][c]
        counts["right" if sign == letter else "asked" if sign == UNREAD else "missed" if sign == NOTHING else "wrong"] += 1
    return counts


def main() -> None:
    """Draws, reads and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trials", default=",".join(one.__name__ for one in TRIALS))
    parser.add_argument("--keep", type=Path, help="where the pictures stay")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    table = []
    with tempfile.TemporaryDirectory() if given.keep is None else nullcontext(given.keep) as folder:
        for number, kind in ((n, k) for n, k in enumerate(TRIALS) if k.__name__ in given.trials.split(",")):
            sums = Counter[str]()
            for index, light in enumerate(sorted(PRESETS)):
                rng = np.random.default_rng([given.seed, number, index])
                trial = kind(rng)
                seen = answered(trial, light, f"{kind.__name__}-{index}", rng, Path(folder))
                found = seen.get("board")
                counts = counted(found, trial.there)
                why, advice = (found or {}).get("why", ""), seen.get("quality", {}).get("advice", ())
                said = "; ".join(filter(None, [why, *advice, seen.get("error", "")]))
                about = "no board" if found is None else dict(counts)
                print(f"   {kind.__name__}, {light}: {about}; said: {said or 'nothing'}", flush=True)
                sums += counts
                sums["boards"] += found is not None
                sums["explained"] += bool(said)
            table.append((kind.__name__, sums))
    for name, sums in table:
        cells = ", ".join(f"{sums[key]} {key}" for key in ("boards", "explained", "right", "asked", "missed", "wrong", "invented"))
        print(f"{name}, {len(PRESETS)} lights: {cells}")


if __name__ == "__main__":
    main()
