"""What is kept of a table between evenings: where its markers lie, where people put each game's zones, what the page last asked for."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.anchor import sync_folder, write_synced
from companion.game import CompanionError, Pack
from companion.zones import Box, Placing, Zone, ZoneError, checked_mat, placed, proposed

if TYPE_CHECKING:
    from companion.web.helper import Choices
    from vision.table.plane import MarkerMap

FILE, CHOICES, SEEN = "table.json", "evening.json", "markers.json"
SCHEMA = 1


class _Kept(msgspec.Struct):
    """One game's zones: what is missing lies as the pack proposes."""

    zones: dict[str, list[float]] = {}
    mat: list[float] | None = None


Markers = dict[int, tuple[float, float, float]]
"""Marker to x and y of its middle in mm, and its turn in degrees."""


class _Seen(msgspec.Struct):
    """Markers as an evening's reader has seen them."""

    evening: str
    markers: Markers


class _Table(msgspec.Struct):
    """The file as it stands on disk."""

    schema: int = SCHEMA
    markers: Markers = {}
    games: dict[str, _Kept] = {}


def placing_of(data: Path, pack: Pack) -> Placing | None:
    """Where this game's zones were put; None where nobody did, or where the pack has other zones by now. Raises CompanionError."""
    kept = _read(data).games.get(pack.game)
    if kept is None:
        return None
    try:
        zones = tuple(zone.at(kept.zones[zone.key]) if zone.key in kept.zones else zone for zone in proposed(pack))
        return Placing(zones if kept.zones else (), None if kept.mat is None else checked_mat(kept.mat))
    except ZoneError:
        return None


def keep_placing(data: Path, game: str, placing: Placing | None, markers: "MarkerMap | None" = None) -> None:
    """Keeps where a game's zones are, and the markers that their millimetres are measured from; None forgets the zones. Raises OSError."""
    table = _read(data)
    table.games.pop(game, None)
    if placing is not None:
        zones = {zone.key: _place(zone) for zone in placing.zones}
        table.games[game] = _Kept(zones, None if placing.mat is None else list(placing.mat))
    if markers is not None:
        table.markers = _written(markers)
    data.mkdir(parents=True, exist_ok=True)
    part = data / f"{FILE}.part"
    write_synced(part, msgspec.json.format(msgspec.json.encode(table), indent=1))
    part.replace(data / FILE)
    sync_folder(data)


def markers_of(data: Path) -> "MarkerMap":
    """Where this table's markers lie; a map without any where nobody kept them. Raises CompanionError."""
    return _read_back(_read(data).markers)


def keep_seen(data: Path, evening: str, markers: "MarkerMap") -> None:
    """Leaves the markers, as they were seen, to a reader that may have to take over this evening. Raises OSError."""
    data.mkdir(parents=True, exist_ok=True)
    part = data / f"{SEEN}.part"
    part.write_bytes(msgspec.json.encode(_Seen(evening, _written(markers))))
    part.replace(data / SEEN)


def seen_of(data: Path, evening: str) -> "MarkerMap | None":
    """The markers as the reader before has seen them; None where there was none this evening."""
    try:
        seen = msgspec.json.decode((data / SEEN).read_bytes(), type=_Seen)
    except (OSError, RecursionError, msgspec.MsgspecError):
        return None
    return _read_back(seen.markers) if seen.evening == evening else None


def _written(markers: "MarkerMap") -> Markers:
    return {id: (x, y, markers.turns_deg.get(id, 0.0)) for id, (x, y) in markers.centres_mm.items()}


def _read_back(kept: Markers) -> "MarkerMap":
    from vision.table.plane import MarkerMap  # OpenCV, which the page's process does without

    return MarkerMap(centres_mm={id: (x, y) for id, (x, y, _) in kept.items()}, turns_deg={id: turn for id, (_, _, turn) in kept.items()})


def at_this_table(pack: Pack, data: Path) -> Pack:
    """The pack with its zones where people put them last. Raises CompanionError."""
    placing = placing_of(data, pack)
    return pack if placing is None else placed(pack, placing.zones)


def mat_of(data: Path, pack: Pack) -> Box | None:
    """The part of the table that is read; None: all of it."""
    placing = placing_of(data, pack)
    return None if placing is None else placing.mat


def keep_choices(data: Path, choices: "Choices") -> None:
    """Keeps what the page asked for, the PIN left out, so that the evening can go on after a power cut. Raises OSError."""
    data.mkdir(parents=True, exist_ok=True)
    part = data / f"{CHOICES}.part"
    write_synced(part, msgspec.json.encode(replace(choices, pin="")))
    part.replace(data / CHOICES)
    sync_folder(data)


def choices_of(data: Path) -> "Choices | None":
    """What the page asked for when it began an evening last; None where it never did, or where that cannot be read."""
    from companion.web.helper import Choices  # the page's rooms, which the reader's process does without

    try:
        return msgspec.json.decode((data / CHOICES).read_bytes(), type=Choices)
    except (OSError, RecursionError, msgspec.MsgspecError):
        return None


def _place(zone: Zone) -> list[float]:
    return list(zone.numbers if zone.is_box else zone.numbers[:2])


def _read(data: Path) -> _Table:
    file = data / FILE
    try:
        table = msgspec.json.decode(file.read_bytes(), type=_Table)
    except FileNotFoundError:
        return _Table()
    except (msgspec.MsgspecError, RecursionError, OSError) as fault:
        raise CompanionError(f"{file}: {fault}; remove it, the first evening writes it anew") from fault
    if table.schema != SCHEMA:
        raise CompanionError(
            f"{file}: schema {table.schema}; this program reads schema {SCHEMA}; remove it, the first evening writes it anew"
        )
    return table
