"""Is this table well? What `check` and the health page show: measured values, each with its state and what to do. First form."""

import shutil
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from companion.snapshot import Snapshot

STALE_S = 2.0
"""A picture older than this is no news of the table."""
LEAST_FREE_MB, SCARCE_FREE_MB = 50, 500
WARM_C, HOT_C = 70.0, 80.0
"""A Pi slows itself down from 80 degrees on."""
THERMAL = Path("/sys/class/thermal/thermal_zone0/temp")


class State(StrEnum):
    """How a value is to be taken."""

    GOOD = "good"
    WATCH = "watch"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Pulse:
    """What the camera's loop has lately done."""

    frames_per_s: float = 0.0
    picture_age_s: float | None = None
    """Since the newest frame; None before the first."""
    read_ms: float | None = None
    """The newest reading's time."""
    errors: int = 0
    """Readings that failed since the start."""
    last_error: str = ""
    restarts: int = 0
    """Of the camera's process."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One value of the health page."""

    name: str
    value: str
    state: State = State.GOOD
    do: str = ""
    """What to do about it; empty when all is well."""


def readings(snapshot: Snapshot, folder: Path, pulse: Pulse | None = None) -> tuple[Reading, ...]:
    """Everything measured now, in the order of a health page."""
    found = [] if pulse is None else [*_of_camera(snapshot, pulse)]
    found += [_disk(folder), _log(snapshot)]
    warmth = _temperature()
    return tuple(found if warmth is None else [*found, warmth])


def worst(found: tuple[Reading, ...]) -> State:
    """The table's state in one word."""
    order = list(State)
    return max((reading.state for reading in found), key=order.index, default=State.GOOD)


def _of_camera(snapshot: Snapshot, pulse: Pulse) -> list[Reading]:
    age = pulse.picture_age_s
    fresh = age is not None and age <= STALE_S
    found = [
        Reading(
            "picture",
            "none yet" if age is None else f"{age:.1f} s old",
            State.GOOD if fresh else State.BAD,
            "" if fresh else snapshot.camera or "Look at the camera's cable; scores can be typed.",
        ),
        Reading("pictures", f"{pulse.frames_per_s:.1f} per second", State.GOOD if pulse.frames_per_s >= 1 else State.WATCH),
    ]
    if pulse.read_ms is not None:
        found.append(Reading("reading", f"{pulse.read_ms:.0f} ms"))
    if pulse.errors:
        found.append(Reading("errors", f"{pulse.errors}, last: {pulse.last_error}", State.WATCH, "Save the bundle and report it."))
    if pulse.restarts:
        found.append(Reading("camera restarts", str(pulse.restarts), State.WATCH, "Check cable and power supply."))
    return found


def _disk(folder: Path) -> Reading:
    try:
        free_mb = shutil.disk_usage(folder).free / 1e6
    except OSError as error:
        return Reading("disk", f"cannot be asked: {error.strerror}", State.BAD, "Check the disk.")
    if free_mb < LEAST_FREE_MB:
        return Reading("disk", f"{free_mb:.0f} MB free", State.BAD, "Make room now; the log cannot grow.")
    return Reading("disk", f"{free_mb:.0f} MB free", *((State.WATCH, "Make room soon.") if free_mb < SCARCE_FREE_MB else ()))


def _log(snapshot: Snapshot) -> Reading:
    trouble = snapshot.extras.get("trouble")
    if trouble:
        return Reading("log", str(trouble), State.BAD, "Check the disk.")
    return Reading("log", f"entry {snapshot.seq}, {snapshot.head[:12]}")


def _temperature() -> Reading | None:
    """None where the computer does not tell."""
    try:
        degrees = int(THERMAL.read_text()) / 1000
    except (OSError, ValueError):
        return None
    if degrees >= HOT_C:
        return Reading("temperature", f"{degrees:.0f} C", State.BAD, "Give it air; it has slowed down.")
    return Reading("temperature", f"{degrees:.0f} C", *((State.WATCH, "Give it air.") if degrees >= WARM_C else ()))
