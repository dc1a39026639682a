"""How much of the evening is filmed: plain values, for whoever names a film and whoever writes it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FilmParams:
    """How much of the evening is kept."""

    every_s: float = 1.0
    """From picture to picture."""
    longest_px: int = 960
    """Longer side of a picture."""
    most_bytes: int = 500_000_000
    """Of all parts together."""
    parts: int = 10
    """Into which that is divided, each of more than a few megabytes; at least 2."""
