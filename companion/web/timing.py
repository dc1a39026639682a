"""Clocks that a page shows: when they began, and how long they run."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Countdown:
    """A clock that runs down."""

    since: float | None
    """Seconds since 1970; None when nobody knows."""
    seconds: int
