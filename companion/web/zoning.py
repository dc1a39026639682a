"""The step of the first evening where zones are dragged into place: what its page shows, and what its form says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.game import Pack
from companion.web.helper import Choices, Helper, Looked
from companion.web.texts import Texts
from companion.zones import Placing, Zone, ZoneError, checked_mat, fitted

EDGES, MIDDLE = ("left", "near", "right", "far"), ("x", "y")
MAT = "mat"


@dataclass(frozen=True, slots=True)
class Handle:
    """One zone as the page draws it and its form asks for it."""

    zone: Zone
    label: str

    @property
    def fields(self) -> tuple[tuple[str, int], ...]:
        """Name of each number, and the number in whole mm."""
        names = EDGES if self.zone.is_box else MIDDLE
        return tuple((name, round(value)) for name, value in zip(names, self.zone.numbers, strict=False))

    @property
    def reach_mm(self) -> int:
        """How far a ring reaches; 0 for a box."""
        return 0 if self.zone.is_box else round(self.zone.numbers[2])


@dataclass(frozen=True, slots=True)
class Zoning:
    """What the step shows."""

    handles: tuple[Handle, ...]
    mat: Handle
    has_mat: bool
    is_dragged: bool
    """Whether people put them, now or another evening, or have to: the proposal lies out of sight. Else they lie as the box proposes."""
    plane: str
    """Homography from mm to px, row by row."""


def applies(choices: Choices) -> bool:
    """Whether there is anything to drag for: a camera that reads a box."""
    return bool(choices.camera and choices.deck)


def zoning(helper: Helper, choices: Choices, pack: Pack | None, look: Looked | None, t: Texts) -> Zoning | None:
    """The step's page; None where no millimetres are known, or nothing is read."""
    if pack is None or look is None or not look.mm_to_px or not applies(choices):
        return None
    placing = helper.placing(choices.game, choices.deck)
    put = () if placing is None else placing.zones
    there = _shown(put or helper.zones(choices.game, choices.deck), choices)
    zones = there if put else fitted(there, look.area_mm)
    is_elsewhere = any(a != b for a, b in zip(zones, there, strict=True) if not b.is_free)
    mat = placing.mat if placing is not None and placing.mat is not None else look.area_mm
    handles = tuple(Handle(zone, _label(zone, choices, t)) for zone in zones)
    return Zoning(
        handles,
        Handle(Zone(MAT, mat), t("setup.zones.mat")),
        placing is not None and placing.mat is not None,
        bool(put) or is_elsewhere,
        " ".join(f"{each:.9g}" for each in look.mm_to_px),
    )


def placing_from(form: Mapping[str, str], zones: Sequence[Zone], t: Texts) -> Placing | None:
    """Where the form puts the zones; None: as the box proposes. Raises ZoneError, or ValueError for what is no number."""
    moved = tuple(_moved(zone, form, t) for zone in zones) if form.get("by") == "dragged" else ()
    mat = checked_mat(_numbers(form, MAT, EDGES, t)) if MAT in form else None
    return Placing(moved, mat) if moved or mat else None


def _moved(zone: Zone, form: Mapping[str, str], t: Texts) -> Zone:
    names = EDGES if zone.is_box else MIDDLE
    if not any(f"{zone.key}.{name}" in form for name in names):
        return zone
    return zone.at(_numbers(form, zone.key, names, t))


def _numbers(form: Mapping[str, str], key: str, names: Sequence[str], t: Texts) -> list[float]:
    try:
        return [float(form.get(f"{key}.{name}", "")) for name in names]
    except ValueError:
        raise ZoneError(t("setup.zones.numbers")) from None


def _shown(zones: Sequence[Zone], choices: Choices) -> tuple[Zone, ...]:
    """Without those of players who are not there."""
    players = len(choices.players)
    return tuple(zone for zone in zones if not zone.is_of_player or not players or zone.number <= players)


def _label(zone: Zone, choices: Choices, t: Texts) -> str:
    named = 0 < zone.number <= len(choices.players)
    name = choices.players[zone.number - 1] if named else t("setup.players.seat", n=zone.number)
    return t(f"game.{choices.game}.zone.{zone.name}", n=zone.number, name=name)
