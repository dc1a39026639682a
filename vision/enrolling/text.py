"""Words and numbers printed on a card, read by Tesseract: to propose a label when it is enrolled, never to name it at the table."""

import os
import re
import shutil
import unicodedata
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

_HEIGHT_PX = 1100
"""Height at which a whole card is read."""
_BAND = 0.16
"""Height of a title line with its surroundings, in parts of the card's height."""
_CORNER = (0.3, 0.26)
"""Width and height of the corner in which a number is looked for, in parts of the card."""
_CORNER_PX = 360
_LEAST = 0.55
"""Confidence from which a word or number is believed."""
_SECONDS = 20
"""A picture that takes longer is left without words."""
_NUMBER = re.compile(r"\d{1,3}|[AKQJB]")


@dataclass(frozen=True, slots=True)
class Word:
    """One printed word."""

    text: str
    confidence: float
    """0 to 1, as Tesseract says."""
    height: float
    """Of the letters, in parts of the card's height."""
    top: float
    """Upper edge, in parts of the card's height."""


def can_read() -> bool:
    """Whether Tesseract is there; without it every label is the owner's to type."""
    import pytesseract  # brings 35 MB along where pandas is installed: only whoever enrols pays

    return shutil.which(str(pytesseract.pytesseract.tesseract_cmd)) is not None


def words(rgb: Pixels) -> tuple[Word, ...]:
    """What is printed on a card (H, W, 3) RGB: in a title line at the top or at the bottom, else anywhere; empty without any."""
    height = rgb.shape[0]
    scale = _HEIGHT_PX / height
    band = round(_BAND * height)
    found: tuple[Word, ...] = ()
    for start, part, mode in ((0, rgb[:band], "--psm 6"), (height - band, rgb[-band:], "--psm 6"), (0, rgb, "--psm 11")):
        share = part.shape[0] / height
        found = tuple(Word(w.text, w.confidence, w.height * share, start / height + w.top * share) for w in _read(part, scale, mode))
        if _title(found):
            break
    return found


def number(rgb: Pixels) -> str | None:
    """The number or rank in the card's upper left corner; None when there is none that can be read."""
    corner = rgb[: round(rgb.shape[0] * _CORNER[1]), : round(rgb.shape[1] * _CORNER[0])]
    found = [w for mode in ("--psm 6", "--psm 10") for w in _read(corner, _CORNER_PX / corner.shape[1], mode) if _NUMBER.fullmatch(w.text)]
    best = max(found, key=lambda w: w.confidence, default=None)
    return None if best is None or best.confidence < _LEAST else best.text


def propose(rgb: Pixels, taken: Container[str] = ()) -> str:
    """A label for a card (H, W, 3) RGB: its largest words and its number, unlike those `taken`; `card-1` when nothing is read."""
    parts = [*_title(words(rgb)), *([] if (found := number(rgb)) is None else [found])]
    name = "-".join(dict.fromkeys(part for part in map(_plain, parts) if part))
    if name and name not in taken:
        return name
    stem = name or "card"
    return next(label for n in range(1 if not name else 2, 10_000) if (label := f"{stem}-{n}") not in taken)


def _title(found: Sequence[Word]) -> list[str]:
    """The words of the topmost line among the largest print; words of one letter or with strange marks left out."""
    real = [w for w in found if w.confidence >= _LEAST and sum(c.isalpha() for c in w.text) >= max(3, 0.7 * len(w.text))]
    if not real:
        return []
    large = [w for w in real if w.height >= 0.6 * max(w.height for w in real)]
    first = min(large, key=lambda w: w.top)
    return [w.text for w in large if abs(w.top - first.top) < first.height][:4]


def _plain(text: str) -> str:
    """Lower case letters and digits, without accents, joined by hyphens."""
    ascii_only = unicodedata.normalize("NFKD", text.replace("ß", "ss")).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only.lower()).strip("-")


def _read(rgb: Pixels, scale: float, mode: str) -> tuple[Word, ...]:
    if not can_read():
        return ()
    import pytesseract

    sized = cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA)
    grey = cv2.copyMakeBorder(cv2.cvtColor(sized, cv2.COLOR_RGB2GRAY), 20, 20, 20, 20, cv2.BORDER_REPLICATE)
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # its threads wait for each other on a small machine
    try:
        table: dict[str, list[Any]] = pytesseract.image_to_data(
            np.asarray(grey), config=mode, output_type=pytesseract.Output.DICT, timeout=_SECONDS
        )
    except (RuntimeError, pytesseract.TesseractError):
        return ()
    height = grey.shape[0]
    rows = zip(table["text"], table["conf"], table["height"], table["top"], strict=True)
    return tuple(Word(t.strip(), float(c) / 100, h / height, (y - 20) / height) for t, c, h, y in rows if t.strip() and float(c) >= 0)
