"""Is this table well? What `check` and the health page show: measured values, each with its state and what to do."""

import shutil
import time
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from companion.snapshot import Snapshot
from vision.observation import PlaneFix, Quality

STALE_S = 2.0
"""A picture older than this is no news of the table."""
LEAST_FREE_MB, SCARCE_FREE_MB = 50, 500
WARM_C, HOT_C = 70.0, 80.0
"""A Pi slows itself down from 80 degrees on."""
THERMAL = Path("/sys/class/thermal/thermal_zone0/temp")


EARLIEST_YEAR = 2026
"""This program was written then: a clock that shows less was never set (a Pi has no battery of its own)."""
POOR = 0.6
"""Sharpness below so much of what is asked is bad; half of the pixels per millimetre, too."""
MOST_RESIDUAL_MM = 1.0
LIGHT_ADVICE = ("more light", "less light")
"""How a picture's advice begins that is about how much light there is."""
FIRST_MARKER = 0
"""Places in millimetres are measured from it, as boxes have them."""


class Asked(Protocol):
    """What a good picture has, as whoever measures it asks; `vision.table.light.PARAMS` is one."""

    @property
    def least_sharpness(self) -> float:
        """Less, and the picture is blurred."""

    @property
    def most_glare(self) -> float:
        """Share of the picture; more, and print is lost."""

    @property
    def least_px_per_mm(self) -> float:
        """Fewer, and a numeral has too few pixels."""


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
    disk, *others = of_machine(folder)
    return (*found, disk, _log(snapshot), *others)


def of_machine(folder: Path) -> tuple[Reading, ...]:
    """Disk, clock and temperature; `folder` is where the log lies, or will."""
    warmth = _temperature()
    found = _disk(folder), _clock()
    return found if warmth is None else (*found, warmth)


def of_picture(quality: Quality, plane: PlaneFix, asked: Asked) -> tuple[Reading, ...]:
    """Whether a picture of the table can be read: focus, light, glare, how near, and the plane. The advice is the picture's own."""
    sharpest, closest = asked.least_sharpness, asked.least_px_per_mm
    sharp, glare, scale = quality.sharpness, quality.glare, quality.px_per_mm
    found = [
        Reading("sharpness", f"{sharp:.2f}", *_graded(sharp, sharpest, POOR * sharpest, "Focus the camera, clean its lens.")),
        Reading("light", f"mean {quality.exposure:.0%}", *_lit(quality.advice)),
        Reading("glare", f"{glare:.1%} of the picture", *((State.WATCH, "Move the lamp.") if glare > asked.most_glare else ())),
        _plane(plane),
    ]
    if scale is not None:
        found.append(Reading("scale", f"{scale:.1f} px per mm", *_graded(scale, closest, closest / 2, "Move the camera closer.")))
    return (*found, *(Reading("advice", text, State.WATCH, text) for text in quality.advice))


def of_markers(ids: Collection[int]) -> tuple[Reading, ...]:
    """Whether places in millimetres are measured from the first marker, as a box's zones are; `ids`: of those whose places are known."""
    if not ids or FIRST_MARKER in ids:
        return ()
    do = "Show the first marker once, or put the zones where they belong."
    return (Reading("markers", f"marker {FIRST_MARKER} is out of sight: places are measured from marker {min(ids)}", State.WATCH, do),)


def _lit(advice: Collection[str]) -> tuple[State, str]:
    """How the light is, by what the picture's own advice says of it."""
    said = next((text for text in advice if text.startswith(LIGHT_ADVICE)), "")
    return (State.WATCH, said) if said else (State.GOOD, "")


def _graded(value: float, good: float, bad: float, do: str) -> tuple[State, str]:
    if value >= good:
        return State.GOOD, ""
    return (State.WATCH if value >= bad else State.BAD), do


def _plane(plane: PlaneFix) -> Reading:
    if plane.found_by == "none":
        return Reading("plane", "no markers seen", State.WATCH, "Lay the printed markers (`companion mat`) where the camera sees them.")
    off = plane.residual_mm
    if off is None:
        return Reading("plane", "one marker", State.WATCH, "Lay more markers, one at each corner of the table.")
    loose = (State.WATCH, "Press the markers flat on the table.") if off > MOST_RESIDUAL_MM else ()
    return Reading("plane", f"by {plane.found_by}, {off:.2f} mm off", *loose)


def _clock() -> Reading:
    now = time.localtime()
    if now.tm_year < EARLIEST_YEAR:
        return Reading("clock", time.strftime("%Y-%m-%d %H:%M", now), State.WATCH, "Set the date; the log's times are wrong until then.")
    return Reading("clock", time.strftime("%Y-%m-%d %H:%M", now))


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
