"""Things of a table that are full of frames, squares and lines as cards are, and no cards. Each is drawn by code, from a generator."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
SIZE_PX = (960, 720)
"""Width and height."""
PEN = (30, 30, 34)
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX)


def sheet(rng: np.random.Generator, width: int, height: int) -> Pixels:
    """Paper of a light colour."""
    return np.full((height, width, 3), rng.integers(215, 256, 3), np.uint8)


def ink(rng: np.random.Generator, most: int = 256) -> tuple[int, int, int]:
    """Any colour up to a brightness."""
    red, green, blue = rng.integers(0, most, 3).tolist()
    return red, green, blue


def write(paper: Pixels, text: str, at: tuple[int, int], size: float, rng: np.random.Generator) -> None:
    """Text that begins at the left end of its line."""
    cv2.putText(paper, text, at, int(rng.choice(FONTS)), size, PEN, 1 + int(size > 0.8), cv2.LINE_AA)


def seen(rng: np.random.Generator, flat: Pixels, share: tuple[float, float] = (0.7, 1.1)) -> Pixels:
    """A flat thing on an even table, in some light, with a camera's noise. `share`: how much of the picture's height it takes."""
    return lit(rng, laid(rng, table(rng), flat, share, 40.0))


def table(rng: np.random.Generator) -> Pixels:
    """A table of one colour."""
    return np.full((SIZE_PX[1], SIZE_PX[0], 3), rng.integers(30, 200, 3), np.uint8)


def laid(rng: np.random.Generator, under: Pixels, flat: Pixels, share: tuple[float, float], aside_px: float) -> Pixels:
    """A flat thing turned and seen a little aslant on what lies there, about so far from the picture's middle."""
    height, width = flat.shape[:2]
    scale = float(rng.uniform(*share)) * SIZE_PX[1] / max(height, width)
    middle = np.array(SIZE_PX) / 2 + rng.normal(0, aside_px, 2)
    turn = float(rng.uniform(-np.pi, np.pi))
    ways = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    leaning = 1 + rng.uniform(0, 0.12) * corners[:, 1:] / height
    there = (corners * scale * leaning) @ ways + middle
    from_px = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    to_px = cv2.getPerspectiveTransform(from_px, there.astype(np.float32))
    smooth = cv2.GaussianBlur(flat, (0, 0), 0.45 / scale) if scale < 1 else flat
    over = cv2.warpPerspective(smooth, to_px, SIZE_PX, under.copy(), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
    return np.asarray(over, np.uint8)


def lit(rng: np.random.Generator, picture: Pixels) -> Pixels:
    """The same in a light that falls off to one side, with noise."""
    y, x = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
    way, falls = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.4)
    light = rng.uniform(0.6, 1.05) * (1 - falls * (0.5 + 0.5 * (x * np.cos(way) + y * np.sin(way)) / max(picture.shape)))
    return np.asarray(np.clip(picture * light[..., None] + rng.normal(0, rng.uniform(0.5, 4), picture.shape), 0, 255), np.uint8)


def chess_board(rng: np.random.Generator) -> Pixels:
    """Eight by eight squares in a frame, with a few round men."""
    board, (dark, light) = sheet(rng, 640, 640), (ink(rng, 130), ink(rng))
    for row, column in np.ndindex(8, 8):
        x, y = 32 + 72 * column, 32 + 72 * row
        cv2.rectangle(board, (x, y), (x + 71, y + 71), dark if (row + column) % 2 else light, -1)
        if rng.random() < 0.2:
            cv2.circle(board, (x + 36, y + 36), 25, ink(rng), -1, cv2.LINE_AA)
    return seen(rng, board)


def crossword(rng: np.random.Generator) -> Pixels:
    """A grid of squares, black ones and numbered ones, half filled in."""
    side = int(rng.integers(9, 16))
    cell = 680 // side
    paper = sheet(rng, side * cell + 40, side * cell + 40)
    for n, (row, column) in enumerate(np.ndindex(side, side)):
        x, y = 20 + cell * column, 20 + cell * row
        cv2.rectangle(paper, (x, y), (x + cell, y + cell), PEN, -1 if rng.random() < 0.18 else 2)
        write(paper, str(n % 40 + 1), (x + 3, y + cell // 3), cell / 110, rng)
        if rng.random() < 0.5:
            write(paper, chr(65 + int(rng.integers(26))), (x + cell // 3, y + cell - cell // 5), cell / 45, rng)
    return seen(rng, paper)


def bar_codes(rng: np.random.Generator) -> Pixels:
    """Labels with bars and figures, several on a sheet."""
    paper = sheet(rng, 900, 700)
    for row, column in np.ndindex(3, 3):
        x, y, end = 30 + 290 * column, 30 + 220 * row, 280 + 290 * column
        cv2.rectangle(paper, (x - 10, y - 10), (end + 10, y + 190), PEN, int(rng.integers(1, 4)))
        write(paper, "".join(map(str, rng.integers(0, 10, 13))), (x + 10, y + 175), 0.8, rng)
        while x < end:
            wide = int(rng.integers(2, 9))
            cv2.rectangle(paper, (x, y), (min(end, x + wide), y + 140), PEN, -1)
            x += wide + int(rng.integers(2, 9))
    return seen(rng, paper)


def qr_codes(rng: np.random.Generator) -> Pixels:
    """Square codes with the three eyes, one or four of them."""
    count, side = int(rng.choice([1, 2])), int(rng.choice([21, 25, 33]))
    codes = [np.concatenate([_code(rng, side) for _ in range(count)], 1) for _ in range(count)]
    code = np.concatenate(codes, 0)
    large = cv2.resize(code, None, fx=640 // len(code), fy=640 // len(code), interpolation=cv2.INTER_NEAREST)
    paper = sheet(rng, large.shape[1], large.shape[0])
    paper[large == 0] = ink(rng, 90)
    return seen(rng, paper)


def _code(rng: np.random.Generator, side: int) -> Pixels:
    """(side + 8, side + 8): 0 for a dark module."""
    eye = np.zeros((7, 7), np.uint8)
    eye[1:6, 1:6], eye[2:5, 2:5] = 1, 0
    code = rng.integers(0, 2, (side, side)).astype(np.uint8)
    for y, x in ((0, 0), (0, side - 8), (side - 8, 0)):
        code[y : y + 8, x : x + 8] = 1
    for y, x in ((0, 0), (0, side - 7), (side - 7, 0)):
        code[y : y + 7, x : x + 7] = eye
    return np.pad(code, 4, constant_values=1)


def calendar(rng: np.random.Generator) -> Pixels:
    """A month: seven by five boxes with a figure in the corner, some of them coloured."""
    paper = sheet(rng, 760, 640)
    write(paper, ["JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE", "JULY"][int(rng.integers(7))], (250, 60), 1.6, rng)
    for day, (row, column) in enumerate(np.ndindex(5, 7), 1):
        x, y = 30 + 100 * column, 100 + 104 * row
        if rng.random() < 0.25:
            cv2.rectangle(paper, (x, y), (x + 100, y + 104), ink(rng), -1)
        cv2.rectangle(paper, (x, y), (x + 100, y + 104), PEN, 2)
        write(paper, str(day), (x + 8, y + 32), 0.9, rng)
    return seen(rng, paper)


def keyboard(rng: np.random.Generator) -> Pixels:
    """Rows of keys with rounded corners, each with its sign."""
    body, cap, sign = ink(rng, 120), ink(rng), ink(rng)
    paper = np.full((400, 900, 3), body, np.uint8)
    for row, column in np.ndindex(5, 13):
        x, y = 20 + 65 * column + 12 * (row % 3), 20 + 74 * row
        cv2.rectangle(paper, (x + 6, y), (x + 50, y + 66), cap, -1)
        cv2.rectangle(paper, (x, y + 6), (x + 56, y + 60), cap, -1)
        cv2.putText(paper, chr(int(rng.integers(48, 91))), (x + 10, y + 32), FONTS[0], 0.8, sign, 2, cv2.LINE_AA)
    return seen(rng, paper, (0.9, 1.3))


def striped_shirt(rng: np.random.Generator) -> Pixels:
    """Cloth with stripes one way or both, in soft folds."""
    cloth = np.full((900, 900, 3), ink(rng), np.float32)
    colours = [np.array(ink(rng), np.float32) for _ in range(3)]
    for turned in range(int(rng.integers(1, 3))):
        at, step = 0, int(rng.integers(20, 90))
        while at < 900:
            wide, colour = int(rng.integers(4, 30)), colours[int(rng.integers(3))]
            band = cloth[:, at : at + wide] if turned == 0 else cloth[at : at + wide]
            band[:] = 0.5 * band + 0.5 * colour if turned else colour
            at += step
    folds = cv2.GaussianBlur(rng.normal(0, 1, (900, 900)).astype(np.float32), (0, 0), 40)
    shaded = cloth * (1 + 0.15 * folds[..., None] / np.abs(folds).max())
    return seen(rng, np.asarray(np.clip(shaded, 0, 255), np.uint8), (1.4, 1.8))


def carpet(rng: np.random.Generator) -> Pixels:
    """Ornaments in rows, each in a frame, all alike but for their colours."""
    side = int(rng.integers(60, 140))
    inks, paper = [ink(rng) for _ in range(4)], sheet(rng, 900, 900)
    sides = int(rng.integers(3, 7))
    for row, column in np.ndindex(900 // side, 900 // side):
        x, y, one = side * column, side * row, inks[(row + column) % 4]
        cv2.rectangle(paper, (x, y), (x + side, y + side), inks[(row * column) % 4], -1)
        cv2.rectangle(paper, (x + 5, y + 5), (x + side - 5, y + side - 5), one, 3)
        around = 2 * np.pi * np.arange(sides) / sides
        star = np.stack([x + side / 2 + side / 3 * np.cos(around), y + side / 2 + side / 3 * np.sin(around)], 1)
        cv2.fillPoly(paper, [np.rint(star).astype(np.int32)], inks[(row + 2) % 4], cv2.LINE_AA)
        cv2.circle(paper, (x + side // 2, y + side // 2), side // 8, one, -1, cv2.LINE_AA)
    return seen(rng, paper, (1.2, 1.7))


def parquet(rng: np.random.Generator) -> Pixels:
    """Blocks of wood side by side, of card's shape or of boards', with grain and dark seams."""
    across, down = int(rng.integers(60, 120)), int(rng.integers(60, 200))
    floor, wood = np.zeros((900, 900, 3), np.float32), np.array([150, 105, 65], np.float32) * rng.uniform(0.5, 1.5)
    for column in range(0, 900, across):
        for row in range(-int(rng.integers(0, down)), 900, down):
            grain = cv2.resize(rng.normal(0, 1, (1, across)).astype(np.float32), (across, down))
            piece = wood * rng.uniform(0.75, 1.25) + 9 * grain[..., None]
            piece[:2], piece[:, :2] = wood * 0.4, wood * 0.4
            top, bottom = max(0, row), min(900, row + down)
            right = min(900, column + across)
            floor[top:bottom, column:right] = piece[top - row : bottom - row, : right - column]
    return seen(rng, np.asarray(np.clip(floor, 0, 255), np.uint8), (1.4, 1.8))


def receipts(rng: np.random.Generator) -> Pixels:
    """Printed slips as large as cards, some of them over each other."""
    lying = table(rng)
    for _ in range(int(rng.integers(3, 8))):
        paper = sheet(rng, 252, 352)
        cv2.rectangle(paper, (6, 6), (245, 345), PEN, int(rng.integers(1, 4)))
        write(paper, "CAFE " + chr(65 + int(rng.integers(26))), (50, 50), 1.1, rng)
        for line in range(int(rng.integers(4, 12))):
            write(paper, f"{int(rng.integers(1, 9))} x item   {rng.uniform(1, 60):.2f}", (16, 90 + 22 * line), 0.5, rng)
        lying = laid(rng, lying, paper, (0.25, 0.5), 160.0)
    return lit(rng, lying)


def lamps(rng: np.random.Generator) -> Pixels:
    """A dark, shining table in which lamps and a window are mirrored."""
    shine = np.full((SIZE_PX[1], SIZE_PX[0], 3), ink(rng, 70), np.uint8)
    for _ in range(int(rng.integers(2, 7))):
        x, y, wide = (int(v) for v in rng.integers((60, 60, 30), (900, 660, 160)))
        if rng.random() < 0.5:
            cv2.ellipse(shine, (x, y), (wide, int(wide * rng.uniform(0.4, 1))), float(rng.uniform(0, 180)), 0, 360, (255, 250, 235), -1)
        else:
            for pane in range(4):
                left, top = x + pane % 2 * wide, y + pane // 2 * int(1.3 * wide)
                cv2.rectangle(shine, (left, top), (left + wide - 8, top + int(1.3 * wide) - 8), (235, 245, 255), -1)
    return lit(rng, np.asarray(cv2.GaussianBlur(shine, (0, 0), float(rng.uniform(0.6, 6))), np.uint8))


def dark_sensor(rng: np.random.Generator) -> Pixels:
    """Hardly any light, and pixels that are burnt in or dead, single or in clumps as a camera's reduction leaves them."""
    dark = rng.normal(float(rng.uniform(4, 25)), float(rng.uniform(2, 12)), (SIZE_PX[1], SIZE_PX[0], 3))
    clump, part = int(rng.integers(1, 5)), float(rng.uniform(0.002, 0.06))
    small = rng.random((SIZE_PX[1] // clump + 1, SIZE_PX[0] // clump + 1)).astype(np.float32)
    spots = cv2.resize(small, SIZE_PX, interpolation=cv2.INTER_NEAREST)
    dark[spots < part], dark[spots > 1 - part] = 255, 0
    return np.asarray(np.clip(dark, 0, 255), np.uint8)


def coarse_jpeg(rng: np.random.Generator) -> Pixels:
    """Soft spots of colour, stored so badly that only blocks of eight pixels are left, and enlarged."""
    coarse = rng.uniform(0, 255, (12, 16, 3)).astype(np.float32)
    soft = cv2.resize(coarse, (SIZE_PX[0] // 2, SIZE_PX[1] // 2), interpolation=cv2.INTER_CUBIC)
    noisy = np.clip(soft + rng.normal(0, 12, soft.shape), 0, 255).astype(np.uint8)
    _, stored = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 5])
    back = np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR), np.uint8)
    part = int(rng.integers(1, 5))
    some = back[: back.shape[0] // part, : back.shape[1] // part]
    return np.asarray(cv2.resize(some, SIZE_PX, interpolation=cv2.INTER_NEAREST), np.uint8)


THINGS: dict[str, Callable[[np.random.Generator], Pixels]] = {
    "chess board": chess_board,
    "crossword": crossword,
    "bar codes": bar_codes,
    "QR codes": qr_codes,
    "calendar": calendar,
    "keyboard": keyboard,
    "striped shirt": striped_shirt,
    "carpet": carpet,
    "parquet": parquet,
    "receipts": receipts,
    "lamps": lamps,
    "dark sensor": dark_sensor,
    "coarse JPEG": coarse_jpeg,
}
