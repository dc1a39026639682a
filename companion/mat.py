"""Sheets to print: four markers to cut out with a ruler to check the printer, and a mat of four sheets to tape together.

Everything is exact in millimetres; the page says how to see that the printer did not shrink it.
"""

import io
import re
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from reportlab.lib.pagesizes import A4, LETTER, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.game import Pack, PackError
from vision.table.mat import INSET_MM, SHEET_MM, SHEETS

PAPERS: Mapping[str, tuple[float, float]] = {"a4": landscape(A4), "letter": landscape(LETTER)}
"""Name to width and height in points."""
MARKER_MM, QUIET_MM = 20.0, 5.0
"""Side of the black square (DICT_4X4_50), and the white that has to stay around it."""
RULER_MM = 100
_TITLE = "table mat"
_TINT, _INK, _FAINT = (0.86, 0.89, 0.80), (0.16, 0.11, 0.08), (0.45, 0.45, 0.40)


def mat(pack: Pack, paper: str = "a4") -> bytes:
    """A PDF of five pages: markers to cut out, and the mat's four sheets. Raises PackError for a paper that there is not."""
    if paper not in PAPERS:
        raise PackError(f"paper {paper!r}; there are {', '.join(PAPERS)}")
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=PAPERS[paper], invariant=1)
    canvas.setTitle(f"{pack.title}: {_TITLE}")
    _cut_outs(canvas, pack, PAPERS[paper])
    for number in range(len(SHEETS)):
        canvas.showPage()
        _sheet(canvas, number, PAPERS[paper])
    canvas.save()
    return file.getvalue()


def is_mat(content: bytes) -> bool:
    """Whether a file is such a PDF."""
    return content.startswith(b"%PDF") and re.search(rb"/Title \([^()]*: " + _TITLE.encode() + rb"\)", content) is not None


def _cut_outs(canvas: Any, pack: Pack, size: tuple[float, float]) -> None:
    """Page one: for a table that needs no mat."""
    left, top = 18.0, size[1] / mm - 20.0
    _text(canvas, left, top, f"{pack.title}: markers for the table", 18)
    lines = (
        "Print at 100 %, not fitted to the page. Measure the ruler: if it is not 100 mm long, the markers are wrong, too.",
        "Cut the four markers out along the dashed lines. Lay or tape them flat at the corners of the table, as in the drawing,",
        "all of them upright as seen from where the camera's picture has its lower edge. Cards may not cover them.",
        "Or cut out and tape together the four sheets that follow: they are a mat with the same markers.",
    )
    for k, line in enumerate(lines):
        _text(canvas, left, top - 10 - 6 * k, line, 11)
    _ruler(canvas, left, top - 46)
    for number in range(len(SHEETS)):
        x, y = left + 20 + 48 * number, top - 84
        _marker(canvas, number, x, y, dashed=True)
        _text(canvas, x - 15, y - 22, f"{number}  {_place(number)}", 9)
    _drawing(canvas, left, top - 160)


def _place(number: int) -> str:
    _, side, far = SHEETS[number]
    return f"{'far' if far > 0 else 'near'} {'left' if side < 0 else 'right'}"


def _drawing(canvas: Any, x: float, y: float) -> None:
    """A small table with the markers' places."""
    canvas.setStrokeColorRGB(*_INK)
    canvas.rect(x * mm, y * mm, 66 * mm, 42 * mm)
    for number, (_, side, far) in enumerate(SHEETS):
        _text(canvas, x + 32 + side * 28, y + 19.5 + far * 16, str(number), 12)
    _text(canvas, x + 16, y - 5, "you, and the camera's lower edge", 8)


def _ruler(canvas: Any, x: float, y: float) -> None:
    """100 mm, a tick each; the outer edges of the first and last tick's middle are 100 mm apart."""
    canvas.setStrokeColorRGB(*_INK)
    canvas.setLineWidth(0.2 * mm)
    canvas.line(x * mm, y * mm, (x + RULER_MM) * mm, y * mm)
    for tick in range(RULER_MM + 1):
        length = 6.0 if tick % 10 == 0 else 4.5 if tick % 5 == 0 else 3.0
        canvas.line((x + tick) * mm, y * mm, (x + tick) * mm, (y + length) * mm)
        if tick % 10 == 0:
            _text(canvas, x + tick - 1, y - 4, str(tick), 7)
    _text(canvas, x + RULER_MM + 4, y, "100 mm", 11)


def _sheet(canvas: Any, number: int, size: tuple[float, float]) -> None:
    """One quarter of the mat, in the middle of its page; its inner edges are cut, its outer ones may stay."""
    letter, side, far = SHEETS[number]
    width, height = SHEET_MM
    x, y = (size[0] / mm - width) / 2, (size[1] / mm - height) / 2
    canvas.setFillColorRGB(*_TINT)
    canvas.rect(x * mm, y * mm, width * mm, height * mm, stroke=0, fill=1)
    middle = (x + (INSET_MM if side < 0 else width - INSET_MM), y + (height - INSET_MM if far > 0 else INSET_MM))
    _marker(canvas, number, *middle, dashed=False)
    across, along = _neighbours(number)
    canvas.setDash(3, 2)
    canvas.setStrokeColorRGB(*_FAINT)
    cut_x, cut_y = x + (width if side < 0 else 0), y + (0 if far > 0 else height)
    canvas.line(cut_x * mm, 0, cut_x * mm, size[1])
    canvas.line(0, cut_y * mm, size[0], cut_y * mm)
    canvas.setDash()
    hint = f"Sheet {letter} ({_place(number)}). Cut along the dashed lines; tape to {across} at the side and to {along} at the long edge."
    _text(canvas, x + 4, y - 6 if far < 0 else y + height + 3, hint, 8)


def _neighbours(number: int) -> tuple[str, str]:
    """Letters of the sheets beside and before or behind this one."""
    _, side, far = SHEETS[number]
    beside = next(letter for letter, s, f in SHEETS if s != side and f == far)
    return beside, next(letter for letter, s, f in SHEETS if s == side and f != far)


def _marker(canvas: Any, number: int, x: float, y: float, *, dashed: bool) -> None:
    """A marker about (x, y), upright, on white."""
    outer = MARKER_MM / 2 + QUIET_MM
    canvas.setFillColorRGB(1, 1, 1)
    canvas.setStrokeColorRGB(*_FAINT)
    canvas.setLineWidth(0.15 * mm)
    canvas.setDash(*((3, 2) if dashed else ()))
    canvas.rect((x - outer) * mm, (y - outer) * mm, 2 * outer * mm, 2 * outer * mm, stroke=int(dashed), fill=1)
    canvas.setDash()
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    cells = cv2.aruco.generateImageMarker(dictionary, number, 6)
    step = MARKER_MM / 6
    canvas.setFillColorRGB(0, 0, 0)
    canvas.rect((x - MARKER_MM / 2) * mm, (y - MARKER_MM / 2) * mm, MARKER_MM * mm, MARKER_MM * mm, stroke=0, fill=1)
    canvas.setFillColorRGB(1, 1, 1)
    for row, column in np.argwhere(cells > 127):
        corner = (x - MARKER_MM / 2 + column * step, y + MARKER_MM / 2 - (row + 1) * step)
        canvas.rect(corner[0] * mm, corner[1] * mm, step * mm, step * mm, stroke=0, fill=1)


def _text(canvas: Any, x: float, y: float, words: str, size_pt: float) -> None:
    canvas.setFillColorRGB(*_INK)
    canvas.setFont("Helvetica", size_pt)
    canvas.drawString(x * mm, y * mm, words)
