"""Letters of the fonts on this machine, for training: a mask for each, all with capitals of one height. No font is copied.

Needs Pillow and fontTools (`pip install .[train]`), and fonts: README of training in `train_letters.py`.
"""

import hashlib
import subprocess
from collections import defaultdict
from pathlib import Path
from zlib import crc32

import numpy as np
from fontTools.ttLib import TTFont, TTLibError
from PIL import Image, ImageDraw, ImageFont

from vision.models.masks import BOX_PX, CAP_PX, DIGITS, OTHERS, Face, Mask

FACES_PER_FAMILY = 5


def is_held_out(family: str, share: float = 0.12) -> bool:
    """Whether a family is kept for validation: the same ones on every machine."""
    return crc32(family.encode()) % 1000 < 1000 * share


def faces(letters: str) -> list[Face]:
    """Every font of the system that has A to Z, a few weights of each family; fonts with the same print once."""
    found, seen = [], set()
    for family, paths in sorted(_families().items()):
        kept = 0
        for path in paths:
            face = _face(family, path, letters)
            if face is None or kept >= FACES_PER_FAMILY:
                continue
            print_of = hashlib.sha1(b"".join(face.masks[c].tobytes() for c in "RGQ")).hexdigest()
            if print_of not in seen:
                seen.add(print_of)
                found.append(face)
                kept += 1
    return found


UNFIT = (
    *("symbol", "dingbat", "emoji", "icon", "math", "music", "braille", "barcode", "ornament", "initials", "script", "chancery"),
    *("outline", "fraktur", "gothic", "blackletter", "swash", "oblique", "italic", "hershey", "dcfonts", "dust", "kanji", "lcmath"),
)
"""In the name of fonts that no tile is printed in, or that slant (slanted letters are made by shearing)."""


def _families() -> dict[str, list[Path]]:
    listed = subprocess.run(["fc-list", "-f", "%{family[0]}\t%{file}\n"], capture_output=True, text=True, check=True).stdout
    families: defaultdict[str, set[Path]] = defaultdict(set)
    for line in listed.splitlines():
        family, _, file = line.partition("\t")
        path = Path(file)
        if path.suffix.lower() in (".ttf", ".otf") and not any(word in f"{family} {path.name}".lower() for word in UNFIT):
            families[family].add(path)
    return {family: sorted(paths, key=lambda p: crc32(p.name.encode())) for family, paths in families.items()}


def _face(family: str, path: Path, letters: str) -> Face | None:
    try:
        font_file = TTFont(path, lazy=True)
        known = set(font_file.getBestCmap() or ())
        font_file.close()
    except (TTLibError, OSError, KeyError, AssertionError, ValueError):
        return None
    if any(ord(letter) not in known for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"):
        return None
    try:
        font = _sized(path)
        masks = {sign: mask for sign in letters + OTHERS + DIGITS if ord(sign) in known and (mask := _draw(font, sign)) is not None}
    except (OSError, ValueError):
        return None
    heights = [int(np.ptp(np.nonzero(masks[c].max(axis=1))[0])) + 1 for c in "HEZ" if c in masks]
    fits = len(heights) == 3 and max(heights) - min(heights) <= CAP_PX // 8 and all(c in masks for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return Face(family, masks) if fits else None


def _sized(path: Path) -> ImageFont.FreeTypeFont:
    """The font at the size that makes an H as high as CAP_PX."""
    probe = ImageFont.truetype(str(path), 200)
    _, top, _, bottom = probe.getbbox("H", anchor="ls")
    return ImageFont.truetype(str(path), max(8, round(200 * CAP_PX / max(1, bottom - top))))


def _draw(font: ImageFont.FreeTypeFont, sign: str) -> Mask | None:
    """A sign with the middle of its capitals' height, and of its own width, in the middle; None when it does not fit or is empty."""
    left, top, right, bottom = font.getbbox(sign, anchor="ls")
    if not 2 <= right - left <= BOX_PX - 8 or not 2 <= bottom - top <= BOX_PX - 8:
        return None
    image = Image.new("L", (BOX_PX, BOX_PX))
    ImageDraw.Draw(image).text((BOX_PX / 2 - (left + right) / 2, BOX_PX / 2 + CAP_PX / 2), sign, fill=255, font=font, anchor="ls")
    return np.asarray(image)
