"""Draws what was read on the picture it was read from. Solid outline: stands for the name; dashed with `?`: unsure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Rgb
from vision.observation import Board, Detection, Quad

Colour: TypeAlias = tuple[int, int, int]
"""Red, green, blue, 0 to 255."""


NOTE = b"Table Companion: what was read"


@dataclass(frozen=True, slots=True)
class Ink:
    """Colours that keep their meaning for colour-blind eyes (the dash and the `?` say it again) and stand out on light and dark."""

    sure: Colour = (0, 158, 115)
    unsure: Colour = (213, 94, 0)
    wrong: Colour = (204, 40, 120)
    truth: Colour = (0, 114, 178)
    halo: Colour = (255, 255, 255)
    text: Colour = (255, 255, 255)


INK = Ink()


@dataclass(frozen=True, slots=True)
class Mark:
    """One outline to draw."""

    quad_px: Quad
    text: str
    colour: Colour
    dashed: bool = False


def annotate(rgb: Rgb, detections: Iterable[Detection]) -> Rgb:
    """A copy of the picture with every detection outlined and named; the thick edge is the piece's own top."""
    return draw(rgb, [_mark(d) for d in detections])


def signed(jpeg: bytes) -> bytes:
    """The same picture with a comment that says who drew on it."""
    end = 4 + int.from_bytes(jpeg[4:6])  # of the JFIF header, which has to come first
    return jpeg[:end] + b"\xff\xfe" + (len(NOTE) + 2).to_bytes(2) + NOTE + jpeg[end:]


def is_signed(content: bytes) -> bool:
    """Whether a file is a picture that was drawn on by this program, and so no photograph of anybody's."""
    return content.startswith(b"\xff\xd8") and NOTE in content[:100]


def annotate_board(rgb: Rgb, board: Board) -> Rgb:
    """A copy of the picture with a letter board outlined, every letter in its space, and `?` with a dashed outline where none stands."""
    unit = np.array([[0, 0], [board.cols, 0], [board.cols, board.rows], [0, board.rows]], np.float32)
    to_px = np.asarray(cv2.getPerspectiveTransform(unit, np.asarray(board.corners_px, np.float32)), np.float64)
    doubts = {(doubt.row, doubt.col) for doubt in board.unsure}
    cells = [(row, col, sign) for row, line in enumerate(board.letters) for col, sign in enumerate(line)]
    marks = [_cell(to_px, row, col, sign, (row, col) in doubts) for row, col, sign in cells if sign != "." or (row, col) in doubts]
    return draw(rgb, [Mark(board.corners_px, "", INK.sure), *marks])


def _cell(to_px: NDArray[np.float64], row: int, col: int, sign: str, is_unsure: bool) -> Mark:
    """A plate with the letter in the space's corner, which leaves the print in sight; an outline only where the letter is unsure."""
    low, high = (0.1, 0.9) if is_unsure else (0.2, 0.2)
    around = np.array([[[col + low, row + low], [col + high, row + low], [col + high, row + high], [col + low, row + high]]])
    (a, b, c, d) = ((float(x), float(y)) for x, y in cv2.perspectiveTransform(around, to_px)[0])
    return Mark((a, b, c, d), "?" if is_unsure else sign, INK.unsure if is_unsure else INK.sure, dashed=is_unsure)


def _mark(detection: Detection) -> Mark:
    if detection.id is not None:
        return Mark(detection.quad_px, f"{detection.id} {int(100 * detection.confidence)}%", INK.sure)
    guesses = " / ".join(candidate.id for candidate in detection.alternatives[:2])
    return Mark(detection.quad_px, f"? {guesses or detection.why or detection.kind}", INK.unsure, dashed=True)


def draw(rgb: Rgb, marks: Iterable[Mark]) -> Rgb:
    """A copy of the picture with outlines and plates of text, sized to the picture; outlines first, so that no text is crossed."""
    drawn = np.array(rgb)
    marks = list(marks)
    width = max(2, round(max(rgb.shape[:2]) / 640))
    for mark in marks:
        corners = np.asarray(mark.quad_px, np.float64)
        if np.isfinite(corners).all() and np.abs(corners).max() < 1e6:
            _outline(drawn, corners, mark, width)
    for mark in marks:
        corners = np.asarray(mark.quad_px, np.float64)
        if np.isfinite(corners).all() and np.abs(corners).max() < 1e6:
            _plate(drawn, corners, mark, width)
    return drawn


def _outline(drawn: Rgb, corners: NDArray[np.float64], mark: Mark, width: int) -> None:
    for i in range(4):
        start, end = corners[i], corners[(i + 1) % 4]
        top = 2 if i == 0 else 1
        for a, b in _strokes(start, end, width) if mark.dashed else [(start, end)]:
            ends = tuple(int(v) for v in np.rint(a)), tuple(int(v) for v in np.rint(b))
            cv2.line(drawn, *ends, INK.halo, width * top + 2, cv2.LINE_AA)
            cv2.line(drawn, *ends, mark.colour, width * top, cv2.LINE_AA)


def _strokes(start: NDArray[np.float64], end: NDArray[np.float64], width: int) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Dashes about six widths long; at most 60 of them."""
    count = int(np.clip(np.linalg.norm(end - start) / (8 * width), 1, 60))
    step = (end - start) / count
    return [(start + i * step, start + (i + 0.6) * step) for i in range(count)]


def _plate(drawn: Rgb, corners: NDArray[np.float64], mark: Mark, width: int) -> None:
    """The text on a plate of the mark's colour, in the middle of the piece, kept within the picture."""
    if not mark.text:
        return
    text, font, scale = _plain(mark.text), cv2.FONT_HERSHEY_SIMPLEX, 0.28 * width
    thick = max(1, width // 2)
    (wide, high), below = cv2.getTextSize(text, font, scale, thick)
    height, across = drawn.shape[:2]
    centre = corners.mean(axis=0)
    x = int(np.clip(centre[0] - wide / 2, width, max(width, across - wide - width)))
    y = int(np.clip(centre[1] + high / 2, high + width, max(high + width, height - below - width)))
    cv2.rectangle(drawn, (x - width, y - high - width), (x + wide + width, y + below), mark.colour, cv2.FILLED)
    cv2.putText(drawn, text, (x, y), font, scale, INK.text, thick, cv2.LINE_AA)


NEAREST = {ord(sign): plain for sign, plain in zip("ÄÖÜäöüßÑñ", ("Ae", "Oe", "Ue", "ae", "oe", "ue", "ss", "N~", "n~"), strict=True)}


def _plain(text: str) -> str:
    """The drawn letters know ASCII only; another sign is shown by its nearest letters or a dot."""
    nearest = text.translate(NEAREST)
    return "".join(sign if " " <= sign <= "~" else "." for sign in nearest)[:48]


def to_jpeg(rgb: Rgb, long_side: int | None = None, quality: int = 85) -> bytes:
    """JPEG bytes, made smaller so that the longer side is at most `long_side` pixels; never made larger."""
    height, width = rgb.shape[:2]
    if long_side is not None and max(height, width) > long_side:
        scale = long_side / max(height, width)
        size = max(1, round(width * scale)), max(1, round(height * scale))
        rgb = np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), np.uint8)
    done, buffer = cv2.imencode(".jpg", cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise RuntimeError(f"OpenCV could not write a JPEG of {width} x {height} pixels")
    return bytes(buffer)
