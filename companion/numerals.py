"""Numbers that somebody typed, or a program sent: whatever else the text may be, it ends in a number or in a sentence."""

from math import isfinite

from companion.game import CompanionError

LONGEST = 15
"""Digits of the largest whole number: more mean nothing here, and Python refuses some thousands of them."""
LARGEST = 10**LONGEST - 1


def whole(text: str) -> int | None:
    """A whole number written in the digits 0 to 9; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST else None


def number_of(text: str) -> float:
    """A number; 0 for nothing typed. Raises CompanionError for what is none."""
    try:
        value = float(text or 0)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise CompanionError(f"{text[:20]!r} is no number; type one in digits, e.g. 63")
    return value
