"""Boards of Word Buffet that are hard to see, read without and with their tiles enrolled: under hands, among clutter, in glare, aslant.

    python -m tests.benchmarks.hard_boards [--kinds plain,hands,clutter,glare,strangers] [--boards 12] [--seed 1] [--keep DIR]

`plain`: nine tiles with tokens. `hands`: one or two over them, from little to half the board. `clutter`: nests, cards, a phone, dice and
more beside the board and over its edge. `glare`: a lamp's reflection on it. `strangers`: boards of other games, no board at all here. Views
of up to 30 degrees, every table and light, our own tiles and such in other fonts. Of a letter that is covered in part, or washed out, only
the right one may stand; any other is wrong, wherever it stands. Pictures in DIR are not drawn again. Prints a line a picture and the sums;
asserts nothing. Every second board is drawn in one of the fonts that are installed: figures are alike only where the same are, those that
`tests.benchmarks.other_boards` names.
"""

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from fixtures import things
from fixtures.art import PACKS, Art, load_art
from fixtures.art_word_buffet import ANT_MM, ANTS, FOODS, TILES, ant
from fixtures.film import Exposure, developed, jpeg
from fixtures.grounds import KINDS
from fixtures.lights import PRESETS
from fixtures.optics import View, project
from fixtures.render import bare, sheet_of
from fixtures.scene import Hand, Place, Scene, Spot
from tests.benchmarks.drawn_boards import COOL, PAPERS, Kit, crossed, fine_tile, fonts, grid_board, letters
from vision.image.decode import load_frame
from vision.observation import Board
from vision.tiles.tiled import read_tiled
from vision.tiles.tiling import TilePrint, Tiling

Counts = Counter[str]
Truth = dict[str, Any]
Mask = NDArray[np.int16]
PACK = PACKS / "word_buffet"
OTHER_ANTS = {"black": (35, 35, 38), "red": (195, 40, 40), "yellow": (230, 185, 30), "blue": (35, 85, 165)}
"""Of a box with black tokens instead of green ones."""
SHOWN = 0.98
"""Part of a cell from which on its letter counts as one that shows."""
WASHED = 0.6
"""Reflection, in the brightest that a picture holds, that hides print."""
SAMPLES = np.stack([one.ravel() for one in np.meshgrid(*(np.linspace(-0.36, 0.36, 9),) * 2)], -1)
"""Places of a cell that are looked at, in cells from its middle."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A board as it lies, and what lies beside and over it."""

    art: dict[str, Art]
    prints: list[TilePrint]
    """Of the nine, row by row, as they stand upright."""
    quarters: list[int]
    """In which they lie, clockwise."""
    tiles: list[Place]
    side_mm: float
    turn: float
    tokens: dict[tuple[int, int], tuple[str, bool]]
    """Colour, and whether it is a special one."""
    over: list[Place] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    glare_mm: Spot | None = None

    def spot_mm(self, row: float, col: float) -> Spot:
        """The middle of a cell, or a place beside it."""
        tile = self.tiles[3 * min(2, max(0, int(row // 5))) + min(2, max(0, int(col // 5)))]
        down, right = row - 5 * min(2, max(0, int(row // 5))) - 2, col - 5 * min(2, max(0, int(col // 5))) - 2
        x, y = turned((right * self.side_mm / 5, -down * self.side_mm / 5), self.turn)
        return tile.x_mm + x, tile.y_mm + y


def turned(at: Spot, degrees: float) -> Spot:
    """A place turned counter-clockwise about the middle of the table."""
    c, s = float(np.cos(np.deg2rad(degrees))), float(np.sin(np.deg2rad(degrees)))
    return c * at[0] - s * at[1], s * at[0] + c * at[1]


def board(rng: Generator, number: int) -> Laid:
    """Nine tiles, each in a turn of its own, our own or such in another font; tokens on two of three."""
    side, gap, turn = 68.0, float(rng.uniform(0, 1.5)), float(rng.normal(0, 5))
    colours = OTHER_ANTS if number % 3 == 0 else ANTS
    if number % 2:
        kit = Kit(str(rng.choice(fonts())), PAPERS[int(rng.integers(len(PAPERS)))], COOL[:2], float(rng.uniform(0.46, 0.6)), "curls")
        prints = [TilePrint(tuple(letters(rng, 5, 5))) for _ in range(9)]
        art = {f"t{i}": Art(fine_tile(list(one.letters), side, kit, rng), (side, side)) for i, one in enumerate(prints)}
        names = list(art)
    else:
        names = [str(name) for name in rng.choice(list(TILES), 9, replace=False)]
        art, prints = {name: load_art(PACK)[name] for name in names}, [TilePrint(TILES[name], FOODS[name]) for name in names]
    quarters, tiles = [int(q) for q in rng.integers(0, 4, 9)], []
    for i, (name, quarter) in enumerate(zip(names, quarters, strict=True)):
        x, y = turned(((i % 3 - 1) * (side + gap), (1 - i // 3) * (side + gap)), turn)
        dx, dy = rng.normal(0, 0.3, 2)
        tiles.append(Place(name, x + float(dx), y + float(dy), turn + float(rng.normal(0, 0.4)) - 90 * quarter))
    tokens = {}
    for _ in range(int(rng.integers(4, 22)) if rng.random() < 0.7 else 0):
        cell = int(rng.integers(15)), int(rng.integers(15))
        tokens[cell] = str(rng.choice(list(colours))), bool(rng.random() < 0.2)
    plain_ones = {one: Art(token_art(one[4:], colours), (ANT_MM, ANT_MM), "token") for one in (f"ant-{name}" for name in colours)}
    stars = {one: Art(token_art(one[8:], colours, True), (ANT_MM, ANT_MM), "token") for one in (f"special-{name}" for name in colours)}
    return Laid(art | plain_ones | stars | load_things(), prints, quarters, tiles, side, turn, tokens)


def token_art(colour: str, colours: Mapping[str, tuple[int, int, int]], special: bool = False) -> Any:
    """A token's face in a colour of the box."""
    face = ant(colour if colour in ANTS else "blue", special=special)
    if colours is ANTS:
        return face
    pale = face.min(axis=2, keepdims=True).astype(np.float32)
    low = float(min(ANTS[colour if colour in ANTS else "blue"]))
    part = np.clip((pale - low) / (250 - low), 0, 1)
    return np.asarray(np.array(colours[colour]) * (1 - part) + 250 * part, np.uint8)


def load_things() -> dict[str, Art]:
    """Nests, markers and guest cards, that lie about."""
    own = {name: one for name, one in load_art(PACK).items() if name.startswith(("nest", "marker"))}
    guests = {f"guest-{i}": one for i, one in enumerate(load_art(PACKS / "surrealist_dinner_party").values()) if one.kind == "card"}
    return own | dict(list(guests.items())[:12])


def plain(rng: Generator, number: int) -> Laid:
    """Nothing over it."""
    return board(rng, number)


def hands(rng: Generator, number: int) -> Laid:
    """One or two hands over it, from the tip of a finger to half of the board."""
    there = board(rng, number)
    for _ in range(1 if rng.random() < 0.75 else 2):
        way, far, off = rng.uniform(0, 2 * np.pi), rng.uniform(15, 150), rng.uniform(-70, 70)
        ahead, beside = np.array([np.cos(way), np.sin(way)]), np.array([-np.sin(way), np.cos(way)])
        palm = far * ahead + off * beside
        wrist = palm + 280 * ahead + rng.uniform(-90, 90) * beside
        there.hands.append(Hand((float(wrist[0]), float(wrist[1])), (float(palm[0]), float(palm[1])), int(rng.integers(3))))
    return there


def clutter(rng: Generator, number: int) -> Laid:
    """Nests at its edges, other things close by and over its edge; on some tables a hand as well."""
    there = hands(rng, number) if rng.random() < 0.4 else board(rng, number)
    names = [name for name in there.art if name.startswith(("nest", "marker", "guest"))]
    others = ["phone", "coaster", "magnifier", "hourglass", "die:3", "foreign:a", "foreign:b"]
    for side in rng.choice(4, int(rng.integers(1, 4)), replace=False):
        along = float(rng.integers(-1, 2) * there.side_mm)
        out = 1.5 * there.side_mm + 17 + float(rng.uniform(0, 4))
        x, y = turned(((along, out), (out, along), (along, -out), (-out, along))[side], there.turn)
        name = str(rng.choice([one for one in names if one.startswith("nest")]))
        there.over.append(Place(name, x, y, there.turn + (180, 90, 0, -90)[side] + float(rng.normal(0, 2))))
    for _ in range(int(rng.integers(2, 7))):
        name, way = str(rng.choice(names + 3 * others)), float(rng.uniform(0, 2 * np.pi))
        out = 1.5 * there.side_mm / max(abs(np.cos(way)), abs(np.sin(way))) + float(rng.uniform(0, 60))
        there.over.append(Place(name, out * float(np.cos(way)), out * float(np.sin(way)), float(rng.uniform(0, 360))))
    return there


def glare(rng: Generator, number: int) -> Laid:
    """A lamp's reflection on it."""
    x, y = rng.uniform(-95, 95, 2)
    return replace(board(rng, number), glare_mm=(float(x), float(y)))


def stranger(rng: Generator, number: int) -> Laid:
    """A board of another game with few or many words, its cells as large as letters here or larger."""
    papers = ((238, 226, 190), (250, 250, 248), (222, 238, 240), (190, 220, 200), (228, 200, 150))
    kit = Kit(str(rng.choice(fonts())), papers[number % len(papers)], ((30, 26, 24),), float(rng.uniform(0.42, 0.62)))
    rows = [list(row) for row in crossed(rng, 15)]
    for _ in range(int(rng.integers(0, 5))):
        more = crossed(rng, 15)
        down, right = rng.integers(-5, 6, 2)
        for r, c in np.ndindex(15, 15):
            sign = more[(r + down) % 15][(c + right) % 15]
            rows[r][c] = sign if rows[r][c] == "." else rows[r][c]
    cell = float(rng.uniform(12.5, 18))
    picture, frame = grid_board(["".join(row) for row in rows], cell, kit, rng)
    side = 15 * cell + 2 * frame
    place = Place("board", float(rng.normal(0, 5)), float(rng.normal(0, 5)), float(rng.normal(0, 5)))
    return Laid({"board": Art(picture, (side, side))}, [], [], [place], side, 0.0, {})


KINDS_OF: dict[str, Callable[[Generator, int], Laid]] = {
    "plain": plain, "hands": hands, "clutter": clutter, "glare": glare, "strangers": stranger,
}  # fmt: skip


def drawn(laid: Laid, name: str, rng: Generator, folder: Path) -> Truth:
    """The picture of it, written to a folder with what shows."""
    exposure = Exposure(noise=float(rng.uniform(0.6, 2.5)), blur_px=float(rng.uniform(0.4, 1.0)), awb_error=0.07, jpeg_quality=86)
    view = View((1920, 1080), float(rng.uniform(500, 620)), float(rng.uniform(0, 30)), 0.0, float(rng.normal(0, 3)))
    ground, light = str(rng.choice(KINDS)), "glare" if laid.glare_mm else str(rng.choice(sorted(PRESETS)))
    scene = Scene(name, int(rng.integers(1 << 30)), 0, ground, light, laid.glare_mm, view, exposure)
    table = bare(scene)
    numbers = [table.lay(sheet_of(place, laid.art, scene)) for place in laid.tiles]
    tokens = {}
    for cell, (colour, special) in laid.tokens.items():
        dx, dy = rng.uniform(-0.12, 0.12, 2)
        x, y = laid.spot_mm(cell[0] + float(dy), cell[1] + float(dx))
        place = Place(f"{'special' if special else 'ant'}-{colour}", x, y, float(rng.uniform(0, 360)))
        tokens[cell] = table.lay(sheet_of(place, laid.art, scene))
    whole = {cell: int((table.owner == number).sum()) for cell, number in tokens.items()}
    for place in laid.over:
        table.lay(sheet_of(place, laid.art, scene))
    for hand in laid.hands:
        things.reach(table, hand.wrist_mm, hand.palm_mm, hand.skin)
    rgb, shine = developed(table, exposure, np.random.default_rng([scene.seed, 1]))
    (folder / f"{name}.jpg").write_bytes(jpeg(rgb, exposure.jpeg_quality))
    about = f"{ground}, {light}, {view.tilt_deg:.0f} deg"
    truth: Truth = {"about": about, "rows": [], "shown": [], "tokens": [], "foods": [], "tiles": [place.id for place in laid.tiles]}
    if laid.prints:
        there = [one.turned(quarter) for one, quarter in zip(laid.prints, laid.quarters, strict=True)]
        truth["rows"] = ["".join(there[3 * (r // 5) + c].letters[r % 5] for c in range(3)) for r in range(15)]
        truth["shown"] = [
            [_shown(laid, (r, c), view, table.owner, numbers[3 * (r // 5) + c // 5], shine) for c in range(15)] for r in range(15)
        ]
        for cell, number in tokens.items():
            seen = float((table.owner == number).sum()) / max(1, whole[cell])
            truth["tokens"].append([*cell, *laid.tokens[cell], round(seen, 2)])
        for i, one in enumerate(there):
            truth["foods"].append(None if one.food is None else [5 * (i // 3) + one.food[0], 5 * (i % 3) + one.food[1]])
        truth["prints"] = [[list(one.letters), one.food] for one in laid.prints]
        truth["quarters"] = laid.quarters
        truth["colours"] = "black" if any(name == "ant-black" for name in laid.art) else "green"
    (folder / f"{name}.json").write_text(json.dumps(truth))
    return truth


def _shown(laid: Laid, cell: tuple[int, int], view: View, owner: Mask, number: int, shine: NDArray[np.float32]) -> tuple[float, float]:
    """The part of a cell that shows, and the reflection on it."""
    spots = [(*laid.spot_mm(cell[0] + float(y), cell[1] + float(x)), 0.3) for x, y in SAMPLES]
    px = np.rint(project(view, np.array(spots))).astype(int)
    inside = (px >= 0).all(axis=1) & (px < np.array(view.size_px)).all(axis=1)
    px = px[inside]
    mine = owner[px[:, 1], px[:, 0]] == number
    return round(float(mine.sum()) / len(SAMPLES), 2), round(float(shine[px[:, 1], px[:, 0]].mean()) if len(px) else 0.0, 2)


def counted(found: Board | None, truth: Truth, name: str) -> Counts:
    """What was read rightly, asked about, missed and wrong."""
    counts = Counter[str](boards=int(found is not None and found.confidence > 0))
    if not truth["rows"]:
        counts["wrong"] += 0 if found is None else sum(sign.isalpha() for row in found.letters for sign in row)
        counts["tokens invented"] += 0 if found is None else len(found.ants)
        return counts
    covered = {(row, col) for row, col, *_ in truth["tokens"]}
    for r, c in np.ndindex(15, 15):
        sign, read = truth["rows"][r][c], "." if found is None else found.letters[r][c]
        share, light = truth["shown"][r][c]
        kind = "right" if read == sign else "asked" if read == "?" else "missed" if read == "." else "wrong"
        if kind == "wrong":
            print(f"      {name}: row {r}, column {c}: {sign} read as {read}, {share:.0%} shown, light {light}", flush=True)
        if (r, c) in covered or (share < SHOWN and kind != "wrong"):
            counts["wrong" if kind == "wrong" else "under " + kind] += kind == "wrong" or (r, c) not in covered
        else:
            counts[kind if light < WASHED or kind == "wrong" else "washed " + kind] += 1
    _count_pieces(counts, found, truth, name)
    return counts


def _count_pieces(counts: Counts, found: Board | None, truth: Truth, name: str) -> None:
    """Tokens, turns, tiles and foods."""
    ants = {} if found is None else {(one.row, one.col): one for one in found.ants}
    for row, col, colour, special, seen in truth["tokens"]:
        one = ants.pop((row, col), None)
        is_named = one is not None and one.color is not None
        is_right = one is not None and (one.color, one.special) == (colour, special)
        kind = "right" if is_right else "wrong" if is_named else "asked" if one is not None else "missed"
        if kind == "wrong" and one is not None:
            told = f"{one.color}{' special' * one.special}, {seen:.0%} shown"
            print(f"      {name}: token {(row, col)} {colour}{' special' * special} is {told}", flush=True)
        if seen >= 0.95 or kind == "wrong":
            counts["tokens " + kind] += 1
    for cell, one in ants.items():
        print(f"      {name}: token {cell} invented: {one.color}{' special' * one.special}, {truth['shown'][cell[0]][cell[1]]}", flush=True)
    counts["tokens invented"] += len(ants)
    seen_foods = [] if found is None else [list(food) for food in found.foods]
    counts["foods right"] += sum(food in truth["foods"] for food in seen_foods)
    counts["foods wrong"] += sum(food not in truth["foods"] for food in seen_foods)
    counts["foods missed"] += sum(food is not None and food not in seen_foods for food in truth["foods"])
    for tile in () if found is None else found.tiles:
        counts["turns " + ("right" if tile.quarter_turns == truth["quarters"][3 * tile.row + tile.col] else "wrong")] += 1
        if tile.id is not None:
            is_right = tile.id == truth["tiles"][3 * tile.row + tile.col]
            counts["tiles " + ("right" if is_right else "wrong")] += 1


def read(path: Path, truth: Truth, *, is_known: bool) -> Board | None:
    """The board in a picture, its tiles enrolled or not."""
    prints = zip(truth["tiles"], truth.get("prints", ()), strict=False)
    known = {name: TilePrint(tuple(rows), None if food is None else tuple(food)) for name, (rows, food) in prints}
    colours = OTHER_ANTS if truth.get("colours") == "black" else ANTS
    return read_tiled(load_frame(path).rgb, Tiling(known=known if is_known else {}, colours=colours))


def main() -> None:
    """Draws, reads and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kinds", default=",".join(KINDS_OF))
    parser.add_argument("--boards", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="where the pictures stay")
    parser.add_argument("--only", type=int, help="number of the one picture to read")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() if given.keep is None else nullcontext(given.keep) as folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for number, kind in ((n, k) for n, k in enumerate(KINDS_OF) if k in given.kinds.split(",")):
            sums: dict[bool, Counts] = {False: Counter(), True: Counter()}
            for index in range(given.boards) if given.only is None else [given.only]:
                name, rng = f"{kind}-{given.seed}-{index:02}", np.random.default_rng([given.seed, number, index])
                kept = Path(folder) / f"{name}.json"
                truth = json.loads(kept.read_text()) if kept.exists() else drawn(KINDS_OF[kind](rng, index), name, rng, Path(folder))
                for is_known in (False, True) if truth["rows"] else (False,):
                    found = read(Path(folder) / f"{name}.jpg", truth, is_known=is_known)
                    counts = counted(found, truth, name + " enrolled" * is_known)
                    sums[is_known] += counts
                    why = "" if found is None or not found.why else "; " + found.why
                    print(f"   {name}{' enrolled' * is_known}: {truth['about']}: {_told(counts)}{why}", flush=True)
            for is_known, total in sums.items():
                if total:
                    print(f"{kind}{', enrolled' * is_known}, seed {given.seed}: {_told(total)}", flush=True)


def _told(counts: Counts) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()) if count or kind == "wrong")


if __name__ == "__main__":
    main()
