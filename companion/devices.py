"""Which devices may do what: roles, pairing by PIN or key, revoking. One object with one lock; kept in a small file.

While no PIN is set the table is open: every device may keep the score. With a PIN an unknown device watches. Whoever sits at the
machine itself, or has the owner's link that the terminal prints, is never locked out.
"""

import hashlib
import hmac
import json
import re
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from itertools import chain, count
from pathlib import Path
from threading import Lock
from typing import Any

from companion.anchor import write_synced
from companion.game import CompanionError

PIN = re.compile(r"[0-9]{4,8}")
MINUTE_S = 60.0
TRIES = 5
"""Wrong PINs of one address in a minute."""
TRIES_OF_ALL = 30
"""Wrong PINs of all addresses in a minute."""
MOST_DEVICES = 200
LONGEST_NAME = 40


class Role(StrEnum):
    """What a device may do; each may do what those before it may."""

    VIEWER = "viewer"
    PLAYER = "player"
    SCOREKEEPER = "scorekeeper"
    OWNER = "owner"

    def may(self, needed: "Role") -> bool:
        """Whether this role is enough."""
        ranks = list(Role)
        return ranks.index(self) >= ranks.index(needed)


class PairingError(CompanionError):
    """A device is not let in; the message says why."""

    def __init__(self, why: str, wait_s: int = 0) -> None:
        super().__init__(why)
        self.wait_s = wait_s
        """Seconds until another try is heard; 0 for at once."""


@dataclass(frozen=True, slots=True)
class Device:
    """One that was let in."""

    id: str
    """Public: the start of its token's SHA-256."""
    digest: str
    """SHA-256 of its token; the token itself is with the device only."""
    name: str
    role: Role
    paired: float
    """Seconds since 1970."""
    seen: float


def _keys() -> dict[Role, str]:
    return {role: secrets.token_urlsafe(16) for role in (Role.PLAYER, Role.SCOREKEEPER, Role.OWNER)}


@dataclass
class Devices:
    """Who may do what at this table."""

    path: Path | None = None
    """Where it is kept; None keeps it in memory only."""
    pin: str = ""
    """Empty: the table is open."""
    clock: Callable[[], float] = time.time
    keys: dict[Role, str] = field(default_factory=_keys)
    """What a link or QR code carries, by the role that it gives."""
    _devices: dict[str, Device] = field(default_factory=dict)
    _wrong: dict[str, deque[float]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        """Reads the file where there is one; a damaged one is set aside, and every device has to be paired again."""
        if self.path is None or not self.path.exists():
            return
        try:
            self._read(json.loads(self.path.read_text(encoding="utf-8")))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OSError):
            self.path.replace(_free(self.path.with_name(f"{self.path.name}.damaged")))

    def listed(self) -> tuple[Device, ...]:
        """Every paired device, newest first."""
        with self._lock:
            return tuple(sorted(self._devices.values(), key=lambda device: -device.paired))

    def find(self, token: str) -> Device | None:
        """The device with this token, noted as seen now."""
        digest = _digest(token)
        with self._lock:
            device = self._devices.get(digest)
            if device is not None:
                self._devices[digest] = device = replace(device, seen=self.clock())
            return device

    def role(self, token: str, is_at_the_machine: bool) -> Role:
        """What whoever shows this token may do."""
        if is_at_the_machine:
            return Role.OWNER
        device = self.find(token) if token else None
        stranger = Role.VIEWER if self.pin else Role.SCOREKEEPER
        return stranger if device is None or stranger.may(device.role) else device.role

    def pair(self, secret: str, name: str, address: str) -> tuple[str, Device]:
        """Lets a device in by PIN or key: its token and what it is now. Raises PairingError."""
        with self._lock:
            role = self._role_for(secret, address)
            if len(self._devices) >= MOST_DEVICES:
                raise PairingError("Too many devices are paired. Revoke one first.")
            token, now = secrets.token_urlsafe(24), self.clock()
            digest = _digest(token)
            clean = " ".join(name.split())[:LONGEST_NAME] or "A device"
            device = self._devices[digest] = Device(digest[:12], digest, clean, role, now, now)
            self._write()
            return token, device

    def revoke(self, id: str) -> bool:
        """Whether there was such a device; it watches from now on."""
        with self._lock:
            gone = [digest for digest, device in self._devices.items() if device.id == id]
            for digest in gone:
                del self._devices[digest]
            self._write()
            return bool(gone)

    def set_pin(self, pin: str) -> None:
        """From now on strangers watch; an empty PIN opens the table. Raises PairingError for anything but 4 to 8 digits."""
        if pin and not PIN.fullmatch(pin):
            raise PairingError("A PIN is 4 to 8 digits.")
        with self._lock:
            self.pin = pin
            self._write()

    def _role_for(self, secret: str, address: str) -> Role:
        for role, key in self.keys.items():
            if hmac.compare_digest(secret.encode(), key.encode()):
                return role
        now = self.clock()
        self._wrong = {who: recent for who, tries in self._wrong.items() if (recent := deque(at for at in tries if now - at < MINUTE_S))}
        mine = self._wrong.setdefault(address, deque())
        if len(mine) >= TRIES or sum(map(len, self._wrong.values())) >= TRIES_OF_ALL:
            oldest = min(at for tries in self._wrong.values() for at in tries) if not mine else mine[0]
            raise PairingError("Too many wrong PINs. Wait a minute.", max(1, round(MINUTE_S - (now - oldest))))
        if self.pin and hmac.compare_digest(secret.encode(), self.pin.encode()):
            return Role.SCOREKEEPER
        mine.append(now)
        left = TRIES - len(mine)
        raise PairingError(f"That PIN does not fit. {left} tries left this minute.")

    def _read(self, kept: dict[str, Any]) -> None:
        self.pin = self.pin or str(kept["pin"])
        self.keys = {Role(role): str(key) for role, key in kept["keys"].items()}
        self._devices = {each["digest"]: Device(**{**each, "role": Role(each["role"])}) for each in kept["devices"]}

    def _write(self) -> None:
        if self.path is None:
            return
        kept = {"schema": 1, "pin": self.pin, "keys": self.keys, "devices": [asdict(device) for device in self._devices.values()]}
        part = self.path.with_suffix(".part")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_synced(part, json.dumps(kept).encode())
            part.replace(self.path)
        except OSError as error:
            raise PairingError(f"The devices cannot be kept: {error.strerror}. Check the disk.") from error


def _free(path: Path) -> Path:
    """The path, or one beside it where no file lies yet: what was set aside earlier stays."""
    return next(each for each in chain([path], (path.with_name(f"{path.name}-{n}") for n in count(2))) if not each.exists())


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
