"""More decks that nothing was tuned on, each of a kind found in shops: drawn here, laid and read as in `tests.benchmarks.other_decks`.

python -m tests.benchmarks.more_decks [--decks flags,gems] [--scenes 6] [--seed 1] [--camera wide]
"""

import itertools
import math
from collections.abc import Callable, Iterator

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from tests.benchmarks.other_decks import BLACK, GOLD, NIGHT, PIPS, PX_PER_MM, WHITE, Drawn, Ink, cornered, measured, sheet, word, write

IVORY, JADE, CORAL = (238, 232, 214), (30, 110, 70), (190, 40, 40)
GEMS: dict[str, Ink] = {"ruby": (190, 30, 50), "emerald": (20, 140, 80), "sapphire": (30, 70, 180), "pearl": (235, 232, 225)}
BANDS: dict[str, Ink] = {
    "red": (200, 30, 40),
    "white": (245, 245, 242),
    "blue": (25, 60, 150),
    "green": (20, 130, 70),
    "yellow": (245, 200, 30),
}
ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def clouds(rng: np.random.Generator, size: tuple[int, int], roughness: float) -> NDArray[np.float32]:
    """A field (H, W), 0 to 1, of noise in octaves: the larger `roughness`, the finer what shows."""
    wide, high = size
    field = np.zeros((high, wide), np.float32)
    for octave in range(1, 7):
        cells = rng.normal(0, roughness**octave, (2**octave + 1, 2**octave + 1)).astype(np.float32)
        field += cv2.resize(cells, (wide, high), interpolation=cv2.INTER_CUBIC)
    return np.asarray((field - field.min()) / (field.max() - field.min()), np.float32)


def tinted(field: NDArray[np.float32], inks: NDArray[np.float64]) -> Image.Image:
    """A field (H, W) of 0 to 1 in the inks (n, 3) from its lowest to its highest."""
    at = np.linspace(0, 1, len(inks))
    return Image.fromarray(np.stack([np.interp(field, at, inks[:, c]) for c in range(3)], -1).astype(np.uint8))


def paintings() -> Iterator[Drawn]:
    """Soft pictures to the very edge, without a word, a frame or a sharp line: dreams in two or three hues."""
    rng = np.random.default_rng(21)
    for number in range(30):
        wide, high = 80 * PX_PER_MM, 120 * PX_PER_MM
        card = tinted(clouds(rng, (wide, high), 0.62), rng.uniform(30, 235, (4, 3)))
        pen = ImageDraw.Draw(card)
        for _ in range(int(rng.integers(2, 6))):
            x, y, across = rng.uniform(60, wide - 60), rng.uniform(60, high - 60), rng.uniform(30, 110)
            pen.ellipse((x - across, y - across * 0.8, x + across, y + across * 0.8), tuple(int(v) for v in rng.uniform(20, 240, 3)))
        yield f"painting-{number:02}", card.filter(ImageFilter.GaussianBlur(9)), (80, 120)


def photos() -> Iterator[Drawn]:
    """Rough pictures like photographs of ground and leaves, a white band with a name below."""
    rng = np.random.default_rng(22)
    for number in range(30):
        card, pen = sheet((63, 88), WHITE)
        size = card.width - 36, card.height - 150
        card.paste(tinted(clouds(rng, size, 0.85), rng.uniform(10, 245, (5, 3))), (18, 18))
        write(pen, (card.width / 2, card.height - 70), word(rng).title(), 48, BLACK)
        yield f"photo-{number:02}", card, (63, 88)


def flags() -> Iterator[Drawn]:
    """Three flat bands to the edge: nothing but colours tells one flag from another."""
    for first, middle, last in itertools.permutations(BANDS, 3):
        if first < last:  # the same upside down
            card, pen = sheet((50, 75), BANDS[middle])
            pen.rectangle((0, 0, card.width, card.height // 3), BANDS[first])
            pen.rectangle((0, 2 * card.height // 3, card.width, card.height), BANDS[last])
            yield f"flag-{first}-{middle}-{last}", card, (50, 75)


def gems() -> Iterator[Drawn]:
    """One picture a colour; a small number in a corner and a column of costs in discs tell its six cards apart."""
    rng = np.random.default_rng(23)
    for name, ink in GEMS.items():
        wide, high = 63 * PX_PER_MM, 88 * PX_PER_MM
        ground = tinted(clouds(rng, (wide, high), 0.7), np.array([[60, 60, 70], [0.6 * v for v in ink], ink], np.float64))
        for number in range(6):
            card = ground.copy()
            pen = ImageDraw.Draw(card, "RGBA")
            pen.rectangle((0, 0, wide, 96), (255, 255, 255, 140))
            pen.regular_polygon((wide - 60, 48, 34), 6, fill=ink, outline=BLACK)
            write(pen, (56, 48), str(number), 72, BLACK)
            for row, (cost, other) in enumerate(
                zip(rng.permutation(np.arange(1, 8))[:3], rng.permutation(list(GEMS.values())), strict=False)
            ):
                y = high - 60 - 84 * row
                pen.ellipse((20, y - 36, 92, y + 36), tuple(int(v) for v in other), outline=WHITE, width=4)
                write(pen, (56, y), str(cost), 50, BLACK if min(other) > 150 else WHITE)
            yield f"{name}-{number}", card, (63, 88)


def dominoes() -> Iterator[Drawn]:
    """Twenty-eight stones of 24 by 48 mm: black pips on ivory, a line between."""
    for low, high in itertools.combinations_with_replacement(range(7), 2):
        card, pen = sheet((24, 48), IVORY)
        pen.line((14, card.height / 2, card.width - 14, card.height / 2), BLACK, 4)
        for count, middle in ((low, card.height / 4), (high, 3 * card.height / 4)):
            for x, y in PIPS.get(count, []):
                at = card.width / 2 + 40 * x, middle + 40 * y
                pen.ellipse((at[0] - 13, at[1] - 13, at[0] + 13, at[1] + 13), BLACK)
        yield f"domino-{low}-{high}", card, (24, 48)


def stones() -> Iterator[Drawn]:
    """Small stones of 26 by 36 mm like those of mah-jong: one to nine discs, staves, or a sign and a red stroke."""
    columns = {1: (1,), 2: (2,), 3: (3,), 4: (2, 2), 5: (2, 1, 2), 6: (3, 3), 7: (3, 1, 3), 8: (4, 4), 9: (3, 3, 3)}
    for kind in ("discs", "staves", "signs"):
        for count, rows in columns.items():
            card, pen = sheet((26, 36), IVORY)
            if kind == "signs":
                write(pen, (card.width / 2, 72), str(count), 100, (20, 40, 110))
                pen.line((50, 150, 106, 150), CORAL, 12)
                pen.line((78, 130, 78, 196), CORAL, 12)
                yield f"sign-{count}", card, (26, 36)
                continue
            for column, many in enumerate(rows):
                x = card.width * (column + 1) / (len(rows) + 1)
                for row in range(many):
                    y, ink = card.height * (row + 1) / (many + 1), CORAL if (row + column) % 3 == 1 else JADE
                    if kind == "discs":
                        pen.ellipse((x - 17, y - 17, x + 17, y + 17), ink)
                        pen.ellipse((x - 6, y - 6, x + 6, y + 6), IVORY)
                    else:
                        pen.rounded_rectangle((x - 6, y - 20, x + 6, y + 20), 5, ink)
            yield f"{kind}-{count}", card, (26, 36)


def stars() -> Iterator[Drawn]:
    """White lines on black: constellations of five to eight stars, no colour, no word."""
    rng = np.random.default_rng(24)
    for number in range(30):
        card, pen = sheet((70, 120), NIGHT)
        at = rng.uniform((50, 60), (card.width - 50, card.height - 60), (int(rng.integers(5, 9)), 2))
        pen.line([(float(x), float(y)) for x, y in at], WHITE, 3)
        for x, y in at:
            pen.regular_polygon((float(x), float(y), float(rng.uniform(9, 20))), 5, fill=WHITE)
        yield f"stars-{number:02}", card, (70, 120)


def roman() -> Iterator[Drawn]:
    """I to XXIV in a frame with a sun above: strokes, of which many read the same upside down."""
    for number in range(1, 25):
        card, pen = sheet((70, 120), (243, 233, 208))
        pen.rectangle((20, 20, card.width - 20, card.height - 20), outline=BLACK, width=5)
        for ray in range(12):
            turn = math.radians(30 * ray)
            pen.line((210, 250, 210 + 110 * math.cos(turn), 250 + 110 * math.sin(turn)), BLACK, 6)
        pen.ellipse((150, 190, 270, 310), GOLD, BLACK, 5)
        write(pen, (card.width / 2, card.height - 190), as_roman(number), 120, BLACK)
        yield f"roman-{number:02}", card, (70, 120)


def as_roman(number: int) -> str:
    """A number below forty in Roman figures."""
    told = ""
    for value, sign in ROMAN:
        told, number = told + sign * (number // value), number % value
    return told


def courts() -> Iterator[Drawn]:
    """The same half figure twice, one upside down: crowns, collars and a suit of their own in both corners."""
    rng = np.random.default_rng(25)
    for number in range(24):
        card, pen = sheet((58, 88), WHITE)
        half = Image.new("RGB", (card.width - 90, card.height // 2 - 45), WHITE)
        draw = ImageDraw.Draw(half)
        inks = [CORAL, (235, 190, 40), (30, 60, 140), BLACK]
        for stripe in range(8):
            left = int(rng.integers(0, half.width - 40))
            top = 110 + 12 * stripe
            draw.polygon(
                [(left, top), (left + int(rng.integers(30, 120)), top), (half.width // 2, half.height)], inks[int(rng.integers(4))]
            )
        draw.ellipse((half.width / 2 - 42, 40, half.width / 2 + 42, 134), (240, 215, 190), BLACK, 3)
        for point in range(int(rng.integers(2, 6))):
            draw.regular_polygon((half.width / 2 - 40 + 22 * point, 34, 20), 3, fill=inks[int(rng.integers(3))])
        card.paste(half, (45, 45))
        card.paste(half.rotate(180), (45, card.height // 2))
        pen.rectangle((45, 45, card.width - 45, card.height - 45), outline=BLACK, width=3)
        cornered(card, "JQK"[number % 3], 40, inks[int(rng.integers(4))], 10)
        yield f"court-{number:02}", card, (58, 88)


DECKS: dict[str, Callable[[], Iterator[Drawn]]] = {
    one.__name__: one for one in (paintings, photos, flags, gems, dominoes, stones, stars, roman, courts)
}

if __name__ == "__main__":
    measured(DECKS, __doc__)
