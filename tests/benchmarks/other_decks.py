"""Decks that nothing was tuned on, drawn here, laid on drawn tables in every light and read: right, asked about, missed, wrong?

    python -m tests.benchmarks.other_decks [--decks colours,pips] [--scenes 6] [--seed 1] [--camera smeared]

A seventh of every deck is not enrolled, and no such card may bear a name. Prints a line a deck and every wrong name; asserts nothing.
`--camera`: every table as that camera of `tests.benchmarks.other_cameras` would have taken it.
"""

import argparse
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from fixtures.art import Art
from fixtures.film import Exposure
from fixtures.grounds import KINDS
from fixtures.lights import PRESETS
from fixtures.optics import View
from fixtures.render import write_labelled_set
from fixtures.scene import Hand, Place, Scene
from tests.benchmarks.other_cameras import KINDS as KINDS_OF_CAMERA, retaken
from vision.evaluation.labels import load_labels
from vision.evaluation.metrics import ScoringRules, judge, same_or_rank, tally
from vision.frame import Rgb
from vision.image.decode import load_frame
from vision.looks.catalogue import Catalogue, look_of
from vision.reader import TableReader

PX_PER_MM = 6
Ink = tuple[int, int, int]
Drawn = tuple[str, Image.Image, tuple[float, float]]
"""A card's id, its picture cut at its edges, width and height in millimetres."""
WHITE, BLACK, GOLD, NIGHT = (250, 250, 248), (20, 20, 22), (225, 205, 150), (24, 24, 30)
FIELDS: dict[str, Ink] = {"red": (200, 40, 30), "yellow": (235, 180, 20), "green": (60, 150, 60), "blue": (20, 90, 170)}
SUITS: dict[str, Ink] = {"triangle": (20, 20, 20), "disc": (190, 20, 30), "diamond": (190, 20, 30), "square": (20, 20, 20)}
SYLLABLES = ("ba", "cen", "do", "fir", "gul", "ha", "lo", "mar", "ni", "pol", "ran", "sto", "tum", "vel", "wis")
PIPS: dict[int, list[tuple[float, float]]] = {
    1: [(0, 0)],
    2: [(0, -1), (0, 1)],
    3: [(0, -1), (0, 0), (0, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    7: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (0, -0.5)],
    8: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (0, -0.5), (0, 0.5)],
}


def sheet(size_mm: tuple[float, float], ink: Ink) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """A blank card and a pen for it."""
    picture = Image.new("RGB", (round(size_mm[0] * PX_PER_MM), round(size_mm[1] * PX_PER_MM)), ink)
    return picture, ImageDraw.Draw(picture)


def write(pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, px: int, ink: Ink) -> None:
    """A word in bold about its middle."""
    pen.text(at, text, ink, ImageFont.load_default(px), anchor="mm", stroke_width=max(1, px // 40))


def cornered(card: Image.Image, text: str, px: int, ink: Ink, inset: int) -> None:
    """The same small words in the top left corner and, upside down, in the other."""
    stamp = Image.new("L", (3 * px, 2 * px), 0)
    ImageDraw.Draw(stamp).text((0, 0), text, 255, ImageFont.load_default(px), stroke_width=max(1, px // 30))
    box = stamp.getbbox() or (0, 0, 1, 1)
    stamp = stamp.crop(box)
    card.paste(ink, (inset, inset), stamp)
    turned = stamp.rotate(180)
    card.paste(ink, (card.width - inset - turned.width, card.height - inset - turned.height), turned)


def word(rng: np.random.Generator) -> str:
    """Two or three syllables."""
    return "".join(SYLLABLES[i] for i in rng.integers(0, len(SYLLABLES), int(rng.integers(2, 4))))


def colours() -> Iterator[Drawn]:
    """Four colours, ten figures in a white oval: the same print in each colour."""
    for name, ink in FIELDS.items():
        for figure in range(10):
            card, pen = sheet((56, 87), WHITE)
            pen.rounded_rectangle((18, 18, card.width - 18, card.height - 18), 30, ink)
            oval = Image.new("L", card.size, 0)
            ImageDraw.Draw(oval).ellipse((38, 98, card.width - 38, card.height - 98), fill=255)
            card.paste(WHITE, (0, 0), oval.rotate(-25))
            write(pen, (card.width / 2, card.height / 2), str(figure), 190, ink)
            if figure in (6, 9):
                pen.line((card.width / 2 - 50, card.height / 2 + 95, card.width / 2 + 50, card.height / 2 + 95), ink, 12)
            cornered(card, str(figure), 56, WHITE, 34)
            yield f"{name}-{figure}", card, (56, 87)


def pips() -> Iterator[Drawn]:
    """Four plain suits in two inks, one to eight pips."""
    for suit, ink in SUITS.items():
        sides = {"triangle": 3, "disc": 24}.get(suit, 4)
        for count, places in PIPS.items():
            card, pen = sheet((63, 88), WHITE)
            for x, y in places:
                at, sides = (
                    (card.width / 2 + 75 * x, card.height / 2 + 165 * y, 34),
                    {"triangle": 3, "disc": 24, "diamond": 4, "square": 4}[suit],
                )
                pen.regular_polygon(at, sides, rotation=45 if suit == "diamond" else 0, fill=ink)
            cornered(card, str(count), 44, ink, 14)
            yield f"{suit}-{count}", card, (63, 88)


def glass() -> Iterator[Drawn]:
    """Pictures: panes of coloured glass, each card with hues of its own and a word."""
    rng = np.random.default_rng(5)
    for number in range(36):
        card, pen = sheet((63, 88), (30, 28, 26))
        high, wide, panes, hue = card.height - 126, card.width - 44, int(rng.integers(25, 60)), rng.uniform(0, 180)
        middles = rng.uniform(0, 1, (panes, 2)) * (wide, high)
        far = np.stack([np.hypot(np.arange(wide)[None] - x, np.arange(high)[:, None] - y) for x, y in middles], -1)
        nearest = np.sort(far, -1)
        saturation, value = rng.uniform(80, 230, panes), rng.uniform(80, 240, panes)
        hsv = np.stack([(hue + rng.normal(0, 20, panes)) % 180, saturation, value], -1).astype(np.uint8)
        inks = cv2.cvtColor(hsv[None], cv2.COLOR_HSV2RGB)[0]
        pane = np.asarray(inks)[far.argmin(-1)]
        pane[nearest[..., 1] - nearest[..., 0] < 5] = 20
        card.paste(Image.fromarray(pane), (22, 22))
        write(pen, (card.width / 2, card.height - 52), word(rng).title(), 42, (235, 225, 200))
        yield f"glass-{number:02}", card, (63, 88)


def words() -> Iterator[Drawn]:
    """Nothing but a few words on white."""
    rng = np.random.default_rng(9)
    for number in range(32):
        card, pen = sheet((63, 88), WHITE)
        told = [word(rng) for _ in range(int(rng.integers(3, 10)))]
        for line in range(0, len(told), 2):
            at = (30, 30 + 27 * line)
            pen.text(at, " ".join(told[line : line + 2]), BLACK, ImageFont.load_default(40), stroke_width=1)
        pen.text((30, card.height - 45), "A Party Game", BLACK, ImageFont.load_default(20))
        yield f"words-{number:02}", card, (63, 88)


def numbers() -> Iterator[Drawn]:
    """One to forty in gold on black, upright in one corner and upside down in the other."""
    for number in range(1, 41):
        card, pen = sheet((59, 91), NIGHT)
        pen.rounded_rectangle((12, 12, card.width - 12, card.height - 12), 18, outline=(190, 160, 80), width=4)
        write(pen, (card.width / 2, card.height / 2), str(number), 150, GOLD)
        cornered(card, str(number), 42, GOLD, 26)
        yield f"number-{number:02}", card, (59, 91)


def tiles() -> Iterator[Drawn]:
    """Square pastel tiles, each with one flat figure with a hole in it."""
    for number in range(24):
        light, dark = _ink(number % 6 * 30, 64, 242), _ink((number % 6 * 30 + 90) % 180, 178, 115)
        sides, turn = ((3, 0), (4, 0), (4, 45), (5, 0))[number // 6]
        card, pen = sheet((45, 45), light)
        x, y = card.width / 2, 118 + 8 * (number % 6)
        pen.regular_polygon((x, card.height / 2, 70), sides, rotation=turn, fill=dark)
        pen.ellipse((x - 14, y, x + 14, y + 28), light)
        yield f"tile-{number:02}", card, (45, 45)


def _ink(hue: int, saturation: int, value: int) -> Ink:
    """A colour by OpenCV's hue (0 to 179), saturation and value."""
    red, green, blue = cv2.cvtColor(np.array([[[hue, saturation, value]]], np.uint8), cv2.COLOR_HSV2RGB)[0, 0].tolist()
    return red, green, blue


DECKS: dict[str, Callable[[], Iterator[Drawn]]] = {one.__name__: one for one in (colours, pips, glass, words, numbers, tiles)}


def laid(name: str, cards: list[Drawn], number: int, seed: int, on: str | None = None) -> Scene:
    """A table of six to eleven cards, each its own way, from a seed: ground, unless they lie `on` one, light, camera, at times a hand."""
    rng = np.random.default_rng([seed, number, len(cards)])
    step = 1.12 * max(cards[0][2])
    spots = [(x, y) for x in np.arange(-230, 231, step) for y in np.arange(-110, 111, step)]
    rng.shuffle(spots)
    place = []
    for x, y in spots[: int(rng.integers(6, 12))]:
        id, at = cards[int(rng.integers(len(cards)))][0], rng.normal((x, y), 5)
        turn = float(rng.uniform(-180, 180)) if number % 3 else float(rng.choice([0, 90, 180]) + rng.normal(0, 4))
        place.append(Place(id, float(at[0]), float(at[1]), turn, float(max(0, rng.normal(0, 1.2))), float(rng.uniform(0, 180))))
    far, tilt, pan, roll = (float(v) for v in (rng.uniform(560, 700), rng.uniform(0, 28), rng.normal(0, 6), rng.normal(0, 3)))
    noise, blur, cast = (float(v) for v in rng.uniform((0.6, 0.4, 0.0), (3.0, 1.3, 0.15)))
    exposure = Exposure(noise=noise, blur_px=blur, awb_error=cast, jpeg_quality=85)
    hands = (Hand((float(rng.uniform(-150, 150)), -260.0), (float(rng.uniform(-150, 150)), -60.0), number % 5),) if number % 4 == 3 else ()
    ground, light = str(rng.choice(KINDS)), str(rng.choice(sorted(PRESETS)))
    view = View((1920, 1080), far, tilt, pan, roll)
    return Scene(f"{name}-{number:02}", 100 * seed + number, 0, on or ground, light, None, view, exposure, place=tuple(place), hands=hands)


def read(name: str, cards: list[Drawn], scenes: int, seed: int, folder: Path, camera: str | None = None, on: str | None = None) -> str:
    """What came of one deck, in a line; and a line for each wrong name."""
    art = {id: Art(_pixels(card), size) for id, card, size in cards}
    folder, taken = folder / "drawn", folder / "taken"
    write_labelled_set((laid(name, cards, number, seed, on) for number in range(scenes)), art, folder)
    if camera:
        retaken(folder, taken, camera, seed, None)
        folder = taken
    left = set(np.random.default_rng(seed).choice(list(art), max(3, len(art) // 7), replace=False).tolist())
    reader = TableReader(Catalogue(tuple(look_of(one.rgb, id, "card", one.size_mm) for id, one in art.items() if id not in left)))
    same, rules, sums, wrong = same_or_rank(list(art)), ScoringRules(), np.zeros(6, np.int64), []
    for image in load_labels(folder).images:
        labels = [replace(label, id=None) if label.id in left else label for label in image.pieces]
        found = judge(labels, reader.read(load_frame(folder / image.file)).detections, same, rules)
        counts = tally(found, rules)
        sums += counts.labels, counts.right, counts.unsure, counts.missed, counts.wrong, counts.strangers
        wrong += [f"   {image.file}: {one.label.id if one.label else 'nothing'} named {one.piece.id}" for one in found.wrong]
    labelled, right, unsure, missed, called, strangers = (int(n) for n in sums)
    told = f"{right} of {labelled} right, {unsure} asked about, {missed} missed, {called} wrong"
    head = f"{name}: {told} ({strangers} not enrolled), seed {seed}"
    return "\n".join([head, *wrong])


def _pixels(card: Image.Image) -> Rgb:
    return np.asarray(card, np.uint8)


def measured(decks: dict[str, Callable[[], Iterator[Drawn]]], about: str | None) -> None:
    """Measures and prints, as the command line says."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", default=",".join(decks))
    parser.add_argument("--scenes", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--camera", choices=sorted(KINDS_OF_CAMERA))
    given = parser.parse_args()
    cv2.setNumThreads(1)
    for name in given.decks.split(","):
        with tempfile.TemporaryDirectory() as folder:
            print(read(name, list(decks[name]()), given.scenes, given.seed, Path(folder), given.camera), flush=True)


if __name__ == "__main__":
    measured(DECKS, __doc__)
