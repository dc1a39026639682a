"""Settings: plain values from companion.toml, the environment and the command line."""

import os
from dataclasses import dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from vision.written import parsed, read_text, shallow


class SettingsError(ValueError):
    """A setting that cannot be used: file, key, what to do."""


def state_folder() -> Path:
    """Where the log and its pictures live: systemd's STATE_DIRECTORY, else XDG_STATE_HOME, else ~/.local/state."""
    if directory := os.environ.get("STATE_DIRECTORY"):
        return Path(directory)
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "table-companion"


@dataclass(frozen=True, slots=True)
class Settings:
    """How this companion runs. Each field is a key of companion.toml."""

    host: str = "0.0.0.0"
    """Address the page listens on; 127.0.0.1 keeps it on this machine."""
    port: int = 8080
    data: Path = field(default_factory=state_folder)
    """Folder of the event log, its pictures and packs made at set-up."""
    language: str = "en"
    viewers: int = 50
    """Live pages at the same time; the next one is told to come back."""
    pin: str = ""
    """Of scorekeepers, 4 to 8 digits; empty leaves it as it was set on the page, at first an open table."""
    panel_buttons: dict[str, int] = field(default_factory=dict)
    """Button to BCM pin: next, undo, redo, question, photo, pass; between the pin and ground."""
    panel_lamps: dict[str, int] = field(default_factory=dict)
    """Lamp to BCM pin: ready, thinking, question."""
    panel_buzzer: int = 0
    """BCM pin of the buzzer; 0: none."""
    names: tuple[str, ...] = ()
    """Host names besides its addresses and `localhost` under which the page may be asked for, e.g. `games.local`."""


def _pins(settings: Settings) -> None:
    """Raises SettingsError for a pin that is none, or that two things share."""
    pins = [*settings.panel_buttons.values(), *settings.panel_lamps.values(), *([settings.panel_buzzer] if settings.panel_buzzer else [])]
    wrong = [pin for pin in pins if not 2 <= pin <= 27]
    twice = sorted({pin for pin in pins if pins.count(pin) > 1})
    if wrong or twice:
        raise SettingsError(f"panel: pin {(wrong or twice)[0]}: every pin is a BCM number from 2 to 27, each used once")


def load(path: Path | None, **given: Any) -> Settings:
    """Settings from a file (None: the defaults), overridden by what was given. Raises SettingsError with file and key."""
    settings = Settings()
    if path is not None:
        settings = replace(settings, **_read(path))
    settings = replace(settings, **{key: value for key, value in given.items() if value is not None})
    if not 1 <= settings.port <= 65_535:
        raise SettingsError(f"port {settings.port}: choose 1 to 65535")
    if not 1 <= settings.viewers <= 1_000:
        raise SettingsError(f"viewers {settings.viewers}: choose 1 to 1000")
    if settings.pin and not (settings.pin.isascii() and settings.pin.isdecimal() and 4 <= len(settings.pin) <= 8):
        raise SettingsError("pin: choose 4 to 8 digits")
    _pins(settings)
    return settings


def _read(path: Path) -> dict[str, Any]:
    if not path.exists():
        raise SettingsError(f"{path}: no such settings file")
    try:
        text = read_text(path, "name a file of settings such as companion.toml")
        table = parsed(partial(msgspec.toml.decode, type=dict[str, Any]), shallow(text))
    except (msgspec.MsgspecError, ValueError) as fault:
        raise SettingsError(f"{path}: {fault}") from fault
    known = {each.name: each.type for each in fields(Settings)}
    if unknown := sorted(set(table) - set(known)):
        raise SettingsError(f"{path}: no setting {', '.join(unknown)}; there are {', '.join(known)}")
    return {key: _value(known[key], value, f"{path}: {key}") for key, value in table.items()}


def _value(kind: Any, value: object, place: str) -> Any:
    try:
        return msgspec.convert(value, kind, strict=True, dec_hook=_path)
    except msgspec.MsgspecError as fault:
        raise SettingsError(f"{place}: {fault}") from fault


def _path(kind: type, value: object) -> object:
    if kind is Path and isinstance(value, str) and value.strip() and "\0" not in value:
        return Path(value)
    raise TypeError(f"{value!r} is no {kind.__name__}")
