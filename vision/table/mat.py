"""The mat that the program prints: how large its sheets are, and where its four markers lie. Data only."""

from vision.observation import Point

SHEET_MM = (250.0, 190.0)
"""What one of the mat's four sheets shows: the same on either paper."""
INSET_MM = 25.0
"""From the mat's edges to the middle of a marker."""
SHEETS = (("A", -1, -1), ("B", 1, -1), ("C", 1, 1), ("D", -1, 1))
"""Marker 0 to 3: letter, side (left, right), near or far. Marker 0 is near left: measured from it, the table's millimetres grow to the
right and away from the viewer."""


def centres_mm() -> dict[int, Point]:
    """Where the middles of the mat's markers lie; the origin is the mat's middle, x right, y away from the viewer."""
    x, y = SHEET_MM[0] - INSET_MM, SHEET_MM[1] - INSET_MM
    return {number: (side * x, far * y) for number, (_, side, far) in enumerate(SHEETS)}
