"""More things that are no cards: patterns without a plan, and sheets full of frames with little in them. Each is drawn by code."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.lookalike_things import FONTS, PEN, SIZE_PX, ink, laid, lit, seen, sheet, table, write

Pixels = NDArray[np.uint8]


def blotches(rng: np.random.Generator) -> Pixels:
    """Camouflage: soft noise cut to a few flat colours."""
    soft = cv2.GaussianBlur(rng.normal(0, 1, (SIZE_PX[1], SIZE_PX[0])).astype(np.float32), (0, 0), float(rng.uniform(4, 40)))
    inks = np.array([ink(rng) for _ in range(int(rng.integers(2, 6)))], np.uint8)
    ranks = np.searchsorted(np.quantile(soft, np.linspace(0, 1, len(inks) + 1)[1:-1]), soft)
    return lit(rng, np.asarray(inks[ranks], np.uint8))


def salt_and_pepper(rng: np.random.Generator) -> Pixels:
    """White and black specks of one to six pixels on one colour."""
    speck, part = int(rng.integers(1, 7)), float(rng.uniform(0.01, 0.45))
    small = rng.random((SIZE_PX[1] // speck + 1, SIZE_PX[0] // speck + 1)).astype(np.float32)
    spots = cv2.resize(small, SIZE_PX, interpolation=cv2.INTER_NEAREST)
    flat = table(rng)
    flat[spots < part / 2], flat[spots > 1 - part / 2] = 255, 0
    return flat


def coloured_noise(rng: np.random.Generator) -> Pixels:
    """Noise of which coarse parts are as strong as fine ones, or much stronger; each channel its own or all alike."""
    away = np.hypot(np.fft.fftfreq(SIZE_PX[1])[:, None], np.fft.rfftfreq(SIZE_PX[0])[None])
    away[0, 0] = 1
    fall, channels = float(rng.uniform(0.5, 2)), int(rng.choice([1, 3]))
    white = rng.normal(0, 1, (channels, SIZE_PX[1], SIZE_PX[0]))
    fields = np.fft.irfft2(np.fft.rfft2(white) / away**fall, s=white.shape[1:])
    fields = (fields - fields.mean((1, 2), keepdims=True)) / fields.std((1, 2), keepdims=True)
    tinted = np.moveaxis(np.broadcast_to(fields, (3, *fields.shape[1:])), 0, -1) * rng.uniform(20, 70) + rng.uniform(60, 190, 3)
    return np.asarray(np.clip(tinted, 0, 255), np.uint8)


def wood_grain(rng: np.random.Generator) -> Pixels:
    """Planks of a table with rings and knots."""
    floor, wood = np.zeros((900, 900, 3), np.float32), np.array([165, 120, 75], np.float32) * rng.uniform(0.5, 1.4)
    y, x = np.mgrid[0:900, 0:900].astype(np.float32)
    across = int(rng.integers(90, 300))
    for left in range(0, 900, across):
        part = slice(left, min(900, left + across))
        bent = cv2.GaussianBlur(rng.normal(0, 60, (900, 900)).astype(np.float32), (0, 0), 25)[:, part] * 12
        knot_x, knot_y = rng.uniform(0, 900, 2)
        knots = 90 * np.exp(-(np.hypot(x[:, part] - knot_x, (y[:, part] - knot_y) / 2) ** 2) / 900)
        rings = np.sin((x[:, part] + bent + knots) / float(rng.uniform(2, 9)))
        floor[:, part] = wood * rng.uniform(0.8, 1.2) * (1 + 0.12 * rings[..., None])
        floor[:, left : left + int(rng.integers(1, 5))] *= 0.4
    return seen(rng, np.asarray(np.clip(floor, 0, 255), np.uint8), (1.4, 1.8))


def street_map(rng: np.random.Generator) -> Pixels:
    """A map: blocks of houses between streets, a river, names and numbers of roads in small frames."""
    paper = sheet(rng, 900, 900)
    for _ in range(int(rng.integers(8, 20))):
        corner, size = rng.integers(0, 900, 2), rng.integers(40, 260, 2)
        cv2.rectangle(paper, corner.tolist(), (corner + size).tolist(), ink(rng), -1)
    for _ in range(int(rng.integers(10, 26))):
        start, end = rng.integers(0, 900, (2, 2)).tolist()
        wide, road = int(rng.integers(3, 16)), (255, 255, 255) if rng.random() < 0.5 else ink(rng)
        cv2.line(paper, start, end, PEN, wide + 3, cv2.LINE_AA)
        cv2.line(paper, start, end, road, wide, cv2.LINE_AA)
    bends = np.stack([np.linspace(0, 900, 9), rng.uniform(200, 700, 9)], 1).astype(np.int32)
    cv2.polylines(paper, [bends], False, (120, 170, 220), int(rng.integers(20, 60)), cv2.LINE_AA)
    for x, y in rng.integers(20, 840, (14, 2)).tolist():
        cv2.rectangle(paper, (x, y), (x + 60, y + 34), (250, 250, 250), -1)
        cv2.rectangle(paper, (x, y), (x + 60, y + 34), PEN, 2)
        write(paper, str(int(rng.integers(1, 999))), (x + 6, y + 25), 0.7, rng)
    return seen(rng, paper, (1.0, 1.6))


def spreadsheet(rng: np.random.Generator) -> Pixels:
    """Cells with figures, a coloured head, some cells filled, one of them with a strong frame."""
    wide, high = int(rng.integers(60, 150)), int(rng.integers(30, 60))
    columns, rows = 900 // wide, 800 // high
    paper, head, chosen = sheet(rng, wide * columns + 2, high * rows + 2), ink(rng), rng.integers((1, 1), (rows, columns)).tolist()
    for row, column in np.ndindex(rows, columns):
        x, y = wide * column, high * row
        if row == 0 or column == 0 or rng.random() < 0.08:
            cv2.rectangle(paper, (x, y), (x + wide, y + high), head if row * column == 0 else ink(rng), -1)
        cv2.rectangle(paper, (x, y), (x + wide, y + high), (150, 150, 150), 1)
        write(paper, f"{rng.uniform(0, 900):.1f}", (x + 6, y + high - 10), high / 75, rng)
    x, y = wide * chosen[1], high * chosen[0]
    cv2.rectangle(paper, (x, y), (x + wide, y + high), PEN, 4)
    return seen(rng, paper, (0.9, 1.4))


def stamps(rng: np.random.Generator) -> Pixels:
    """A sheet of stamps: small pictures of one shape in frames, with a value in a corner."""
    wide, high = int(rng.integers(90, 150)), int(rng.integers(100, 190))
    columns, rows = 880 // wide, 880 // high
    paper, frame = sheet(rng, wide * columns, high * rows), ink(rng, 150)
    inks, line = [ink(rng) for _ in range(4)], int(rng.integers(2, 6))
    for row, column in np.ndindex(rows, columns):
        x, y, one = wide * column, high * row, inks[int(rng.integers(4))]
        cv2.rectangle(paper, (x + 8, y + 8), (x + wide - 8, y + high - 8), one, -1)
        cv2.rectangle(paper, (x + 8, y + 8), (x + wide - 8, y + high - 8), frame, line)
        if rng.random() < 0.8:
            middle, axes = (x + wide // 2, y + high // 2), rng.integers(10, wide // 3, 2).tolist()
            cv2.ellipse(paper, middle, axes, float(rng.uniform(0, 180)), 0, 360, inks[int(rng.integers(4))], -1, cv2.LINE_AA)
        write(paper, str(int(rng.choice([5, 10, 20, 50, 80]))), (x + 14, y + high - 16), 0.7, rng)
    return seen(rng, paper)


def comic_page(rng: np.random.Generator) -> Pixels:
    """Panels in frames with shapes and bubbles."""
    paper, top = sheet(rng, 660, 900), 20
    while top < 820:
        high, left = min(int(rng.integers(120, 280)), 880 - top), 20
        while left < 560:
            wide = min(int(rng.integers(120, 380)), 640 - left)
            panel = paper[top : top + high, left : left + wide]
            panel[:] = ink(rng)
            for _ in range(int(rng.integers(1, 7))):
                shape = rng.uniform(0, 1, (int(rng.integers(3, 8)), 2)) * (wide, high)
                cv2.fillPoly(panel, [shape.astype(np.int32)], ink(rng), cv2.LINE_AA)
            cv2.ellipse(panel, (wide // 2, 40), (wide // 3, 26), 0, 0, 360, (252, 252, 250), -1, cv2.LINE_AA)
            cv2.putText(panel, "HA!", (wide // 2 - 22, 48), FONTS[0], 0.8, PEN, 2, cv2.LINE_AA)
            cv2.rectangle(panel, (0, 0), (wide - 1, high - 1), PEN, 6)
            left += wide + 12
        top += high + 12
    return seen(rng, paper)


def sticky_notes(rng: np.random.Generator) -> Pixels:
    """Bare coloured squares of paper with a stroke or a sign, beside and over each other."""
    lying = table(rng)
    for _ in range(int(rng.integers(4, 10))):
        note = np.full((300, int(rng.choice([200, 300])), 3), ink(rng), np.uint8)
        if rng.random() < 0.5:
            cv2.rectangle(note, (12, 12), (note.shape[1] - 13, 287), ink(rng), int(rng.integers(2, 9)))
        if rng.random() < 0.6:
            cv2.putText(note, chr(int(rng.integers(33, 91))), (90, 200), FONTS[0], float(rng.uniform(1, 5)), ink(rng, 120), 9, cv2.LINE_AA)
        lying = laid(rng, lying, note, (0.15, 0.4), 170.0)
    return lit(rng, lying)


def track_board(rng: np.random.Generator) -> Pixels:
    """A game's board: a track of framed fields around its rim, numbered, some of them coloured, and a bare middle."""
    count, board = int(rng.integers(7, 12)), sheet(rng, 840, 840)
    board[:] = ink(rng)
    side = 840 // count
    for n, (row, column) in enumerate(np.ndindex(count, count)):
        if 0 < row < count - 1 and 0 < column < count - 1:
            continue
        x, y = side * column, side * row
        cv2.rectangle(board, (x, y), (x + side, y + side), ink(rng) if rng.random() < 0.6 else (245, 240, 225), -1)
        cv2.rectangle(board, (x, y), (x + side, y + side), PEN, 3)
        write(board, str(n), (x + 10, y + 34), 0.8, rng)
    return seen(rng, board)


PATTERNS: dict[str, Callable[[np.random.Generator], Pixels]] = {
    "blotches": blotches,
    "salt and pepper": salt_and_pepper,
    "coloured noise": coloured_noise,
    "wood grain": wood_grain,
    "street map": street_map,
    "spreadsheet": spreadsheet,
    "stamps": stamps,
    "comic page": comic_page,
    "sticky notes": sticky_notes,
    "track board": track_board,
}
