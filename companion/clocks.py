"""The clocks of a game as a panel hears them: the hourglass, three seconds, the count of five. Pure; who owns a clock calls `seen`.

A game names the clocks that run in its own view: `show["clocks"]`, a list of `{"name", "seconds"}`. A clock starts when it is first
named and is over when its seconds are; one that is no longer named was stopped by the game.
"""

from dataclasses import dataclass, replace

from companion.game import Json


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that runs, or has run out."""

    name: str
    ends_at: float
    """Seconds on the caller's clock."""
    rang: bool = False


@dataclass(frozen=True, slots=True)
class Clocks:
    """Every clock that a game names now. Start with `Clocks()`."""

    running: tuple[Clock, ...] = ()

    def seen(self, show: dict[str, Json], now: float) -> tuple["Clocks", tuple[str, ...]]:
        """The clocks after one more view of the game, and the names of those that are over since the last."""
        before = {clock.name: clock for clock in self.running}
        named = [before.get(name) or Clock(name, now + seconds) for name, seconds in _named(show)]
        over = tuple(clock.name for clock in named if now >= clock.ends_at and not clock.rang)
        return Clocks(tuple(replace(clock, rang=clock.rang or clock.name in over) for clock in named)), over


def _named(show: dict[str, Json]) -> list[tuple[str, float]]:
    """Name and seconds of each clock in a game's view."""
    found = show.get("clocks")
    clocks = found if isinstance(found, list) else []
    named = []
    for clock in clocks:
        if isinstance(clock, dict) and isinstance(seconds := clock.get("seconds"), int | float) and not isinstance(seconds, bool):
            named.append((str(clock.get("name")), float(seconds)))
    return named
