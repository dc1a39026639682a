"""Letter boards that nothing was tuned on, drawn here in fonts the net never saw, laid on drawn tables in every light and read.

    python -m tests.benchmarks.other_boards [--kinds fine,grid,loose] [--boards 12] [--seed 1] [--family NAME] [--keep DIR]

`fine`: nine tiles of 65 to 72 mm whose letters lie below a warm print, gaps, turns, tokens, nothing enrolled. `grid`: a board of 15 x 15
with tiles of another game, found by its lines. `loose`: tiles in any turn. Prints a line a picture, every wrong letter, and the sums;
asserts nothing. Figures are alike only where the same families of fonts are installed: those used are printed first, and `--family` draws
in one alone. On Debian 12 the twelve of RESULTS.md come with fonts-{averia-serif-gwf,bebas-neue,comfortaa,comic-neue,dejavu-core,fanwood,
liberation,noto-core,quicksand,roboto-slab,sora,urw-base35}.
"""

import argparse
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from fixtures.art import Art
from fixtures.art_word_buffet import ANT_MM, ANTS, ant
from fixtures.film import Exposure
from fixtures.grounds import KINDS
from fixtures.lights import PRESETS
from fixtures.optics import View
from fixtures.render import Truth, write_labelled_set
from fixtures.scene import Place, Scene
from tests.benchmarks.drawn_boards import (
    COOL,
    FAMILIES,
    FREQUENT,
    PAPERS,
    Ink,
    Kit,
    crossed,
    fine_tile,
    fonts,
    grid_board,
    letters,
    plain_tile,
)
from vision.image.decode import load_frame
from vision.letters.reader import LetterReader
from vision.observation import Board
from vision.tiles.tiled import read_tiled
from vision.tiles.tiling import TilePrint, Tiling

Counts = Counter[str]
CELL_SIGNS = ".?"
FONTS = list(fonts())
"""Files of the fonts that are drawn in, one after another."""
TILES: tuple[tuple[Ink, Ink], ...] = (
    ((238, 226, 190), (30, 26, 24)),
    ((250, 250, 248), (20, 60, 140)),
    ((36, 36, 40), (240, 232, 210)),
    ((196, 152, 96), (60, 30, 16)),
    ((150, 30, 40), (250, 244, 230)),
    ((190, 220, 200), (20, 80, 50)),
)
"""Paper and ink of tiles of other games."""


def fine(rng: Generator, number: int, folder: Path) -> Counts:
    """Nine tiles laid together, with gaps, each in a turn of its own, tokens on some of the pictures."""
    inks = tuple(COOL[i] for i in rng.choice(len(COOL), 2, replace=False))
    mark = str(rng.choice(["curls", "dots", "hatching", "letters", "none"]))
    kit = Kit(FONTS[number % len(FONTS)], PAPERS[int(rng.integers(len(PAPERS)))], inks, float(rng.uniform(0.44, 0.62)), mark)
    side, gap, turn = float(rng.uniform(65, 72)), float(rng.uniform(0, 3)), float(rng.normal(0, 8))
    prints = [TilePrint(tuple(letters(rng, 5, 5))) for _ in range(9)]
    art = {f"t{i}": Art(fine_tile(list(one.letters), side, kit, rng), (side, side)) for i, one in enumerate(prints)}
    quarters, place = rng.integers(0, 4, 9), []
    for i, quarter in enumerate(quarters):
        at = _turned(((i % 3 - 1) * (side + gap), (1 - i // 3) * (side + gap)), turn) + rng.normal(0, 0.4, 2)
        place.append(Place(f"t{i}", float(at[0]), float(at[1]), float(turn + rng.normal(0, 0.5) - 90 * quarter)))
    there = _square([one.turned(int(q)).letters for one, q in zip(prints, quarters, strict=True)])
    tokens: dict[tuple[int, int], str] = {}
    for _ in range(int(rng.integers(4, 12)) if number % 2 else 0):
        cell, colour = (int(rng.integers(15)), int(rng.integers(15))), str(rng.choice(list(ANTS)))
        tokens[cell] = colour
    for (r, c), colour in tokens.items():
        x, y = (((c if k else r) // 5 - 1) * (side + gap) + ((c if k else r) % 5 - 2) * side / 5 for k in (1, 0))
        at = _turned((x, -y), turn)
        art[colour] = Art(ant(colour, special=False), (ANT_MM, ANT_MM), "token")
        place.append(Place(colour, float(at[0]), float(at[1]), float(rng.uniform(0, 360))))
    truth = _rendered(art, place, rng, f"fine-{number:02}", folder, float(rng.uniform(0, 30)), (520.0, 640.0))
    board = read_tiled(load_frame(folder / truth["file"]).rgb, Tiling(colours=ANTS))
    counts = _cells(board, there, set(tokens))
    seen = {} if board is None else {(t.row, t.col): t.quarter_turns for t in board.tiles}
    for i, quarter in enumerate(quarters):
        told = seen.get(divmod(i, 3))
        counts["turns " + ("asked" if told is None else "right" if told == quarter else "wrong")] += 1
    ants = {} if board is None else {(a.row, a.col): a.color for a in board.ants}
    for cell, colour in tokens.items():
        counts["tokens " + ("missed" if cell not in ants else "right" if ants[cell] == colour else "wrong" if ants[cell] else "asked")] += 1
    counts["tokens invented"] += len(set(ants) - set(tokens))
    about = f"{Path(kit.font).stem}, {mark}, {side:.0f} mm, {truth['table']}, {truth['light']}, {truth['camera']['tilt_deg']:.0f} deg"
    print(f"   {truth['file']}: {about}: {_told(counts)}{'' if board is None or not board.why else '; ' + board.why}", flush=True)
    return counts


def grid(rng: Generator, number: int, folder: Path) -> Counts:
    """A board of 15 x 15 with words across it."""
    paper, ink = TILES[number % len(TILES)]
    kit = Kit(FONTS[(number + 3) % len(FONTS)], paper, (ink,), float(rng.uniform(0.42, 0.62)))
    rows, cell = crossed(rng, 15), float(rng.uniform(17, 21))
    picture, frame = grid_board(rows, cell, kit, rng)
    side = 15 * cell + 2 * frame
    art = {"board": Art(picture, (side, side))}
    place = [Place("board", float(rng.normal(0, 5)), float(rng.normal(0, 5)), float(rng.normal(0, 5)))]
    truth = _rendered(art, place, rng, f"grid-{number:02}", folder, float(rng.uniform(0, 20)), (680.0, 760.0))
    board = LetterReader(rows=15, cols=15).read(load_frame(folder / truth["file"])).board
    counts = _cells(board, rows, set())
    why = "" if board is None or not board.why else "; " + board.why
    print(f"   {truth['file']}: {Path(kit.font).stem}, {truth['table']}, {truth['light']}: {_told(counts)}{why}", flush=True)
    return counts


def loose(rng: Generator, number: int, folder: Path) -> Counts:
    """Two to three dozen tiles in any turn."""
    paper, ink = TILES[number % len(TILES)]
    kit = Kit(FONTS[(number + 6) % len(FONTS)], paper, (ink,), float(rng.uniform(0.4, 0.62)))
    side, scored = float(rng.uniform(17, 24)), bool(rng.integers(2))
    spots = [(x, y) for x in np.arange(-150, 151, 1.5 * side) for y in np.arange(-75, 76, 1.5 * side)]
    rng.shuffle(spots)
    art, place = {}, []
    for x, y in spots[: int(rng.integers(18, 34))]:
        letter = FREQUENT[int(rng.integers(len(FREQUENT)))]
        art[letter] = Art(plain_tile(letter, side, kit, int(rng.integers(1, 9)) if scored else 0), (side, side))
        at = rng.normal((x, y), 0.1 * side)
        place.append(Place(letter, float(at[0]), float(at[1]), float(rng.uniform(0, 360))))
    truth = _rendered(art, place, rng, f"loose-{number:02}", folder, float(rng.uniform(0, 25)), (330.0, 420.0))
    found, counts = list(LetterReader().read(load_frame(folder / truth["file"])).detections), Counter[str]()
    for piece in truth["pieces"]:
        quad = np.asarray(piece["quad_px"], np.float32)
        near = [one for one in found if np.linalg.norm(np.mean(one.quad_px, 0) - quad.mean(0)) < 0.45 * np.sqrt(cv2.contourArea(quad))]
        if not near:
            counts["missed"] += 1
            continue
        found.remove(near[0])
        kind = "right" if near[0].id == piece["id"] else "wrong" if near[0].id else "asked"
        counts[kind] += 1
        if kind == "wrong":
            print(f"   {truth['file']}: {piece['id']} read as {near[0].id} at {quad.mean(0).round()}")
    counts["invented"] += sum(one.id is not None for one in found)
    print(f"   {truth['file']}: {Path(kit.font).stem}, {truth['table']}, {truth['light']}: {_told(counts)}", flush=True)
    return counts


def _turned(at: tuple[float, float], degrees: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """A place turned counter-clockwise about the middle of the table."""
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    return np.array([c * at[0] - s * at[1], s * at[0] + c * at[1]])


def _square(tiles: list[tuple[str, ...]]) -> list[str]:
    return ["".join(tiles[3 * r + c][line] for c in range(3)) for r in range(3) for line in range(5)]


def _rendered(
    art: dict[str, Art], place: list[Place], rng: Generator, name: str, folder: Path, tilt: float, far: tuple[float, float]
) -> Truth:
    """A picture of a table with these pieces in some light; its truth."""
    noise, blur, cast, quality = (float(v) for v in rng.uniform((0.6, 0.4, 0.0, 70), (3.0, 1.2, 0.15, 92)))
    exposure = Exposure(noise=noise, blur_px=blur, awb_error=cast, jpeg_quality=int(quality))
    view = View((1920, 1080), float(rng.uniform(*far)), tilt, float(rng.normal(0, 6)), float(rng.normal(0, 3)))
    ground, light = str(rng.choice(KINDS)), str(rng.choice(sorted(PRESETS)))
    scene = Scene(name, int(rng.integers(1 << 30)), 0, ground, light, None, view, exposure, place=tuple(place))
    return write_labelled_set([replace(scene, markers_mm=())], art, folder)[0]


def _cells(board: Board | None, there: list[str], covered: set[tuple[int, int]]) -> Counts:
    """Letters right, asked about, missed and wrong; invented: letters where none is or a token lies that is not printed there."""
    counts = Counter[str]()
    for r, row in enumerate(there):
        for c, sign in enumerate(row):
            read = "." if board is None else board.letters[r][c]
            if sign == "." or (r, c) in covered:
                counts["invented"] += read not in (*CELL_SIGNS, sign)
                continue
            kind = "right" if read == sign else "asked" if read == "?" else "missed" if read == "." else "wrong"
            counts[kind] += 1
            if kind == "wrong":
                print(f"   row {r}, column {c}: {sign} read as {read}")
    counts["perfect"] += not any(counts[kind] for kind in ("asked", "missed", "wrong", "invented"))
    return counts


def _told(counts: Counts) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in counts.items() if count or kind == "wrong")


KINDS_OF: dict[str, Callable[[Generator, int, Path], Counts]] = {one.__name__: one for one in (fine, grid, loose)}


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kinds", default=",".join(KINDS_OF))
    parser.add_argument("--boards", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--family", help="of the only font to draw in")
    parser.add_argument("--keep", type=Path, help="where the pictures stay")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    FONTS[:] = fonts(FAMILIES if given.family is None else (given.family,))
    print("fonts:", ", ".join(Path(one).stem or "Pillow's own" for one in FONTS), flush=True)
    with tempfile.TemporaryDirectory() if given.keep is None else nullcontext(given.keep) as folder:
        for number, kind in ((n, k) for n, k in enumerate(KINDS_OF) if k in given.kinds.split(",")):
            sums = Counter[str]()
            for board in range(given.boards):
                sums += KINDS_OF[kind](np.random.default_rng([given.seed, number, board]), board, Path(folder))
            print(f"{kind}, seed {given.seed}, {given.boards} pictures: {_told(sums)}", flush=True)


if __name__ == "__main__":
    main()
