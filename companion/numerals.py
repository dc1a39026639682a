"""Numbers that somebody typed, or a program sent: whatever else the text may be, it ends in a number or in a sentence."""

from math import isfinite

from companion.game import CompanionError

LONGEST = 15
"""Digits of the largest whole number: more mean nothing here, and Python refuses some thousands of them."""
LARGEST = 10**LONGEST - 1


def whole(given: object) -> int | None:
    """A whole number, or text that is one in the digits 0 to 9; None for anything else."""
    if isinstance(given, str):
        return int(given) if given.isascii() and given.isdecimal() and len(given) <= LONGEST else None
    return given if type(given) is int and 0 <= given <= LARGEST else None


def number_of(text: str) -> float:
    """A number; 0 for nothing typed. Raises CompanionError for what is none."""
    try:
        value = float(text or 0)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise CompanionError(f"{text[:20]!r} is no number; type one in digits, e.g. 63")
    return value
