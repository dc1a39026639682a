"""Exposure, white balance and focus held still while a table is played on, so that a hand does not change the colours of every card.

The camera chooses by itself first. Once its choice has been steady it is held; when the light of the room changes for good it chooses
again. Only controls that the camera names are ever set; one without a lens that moves is left alone.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

Controls = dict[str, Any]


@dataclass(frozen=True, slots=True)
class LockParams:
    """When a choice is held, and when it is given up."""

    steady_s: float = 2.0
    """The camera's choice has to stand for so long."""
    same: float = 0.05
    """Part by which exposure and gain may differ and still be the same choice."""
    other_light: float = 1.5
    """The picture so many times brighter or darker than when it was held: somebody switched a lamp."""
    other_light_s: float = 3.0
    """For so long; a hand close to the lens goes away again."""


@dataclass(frozen=True, slots=True)
class Lock:
    """What is remembered between frames; `seen` gives the next. Start with `Lock(camera_controls)`."""

    offered: Collection[str]
    """Names of the controls that the camera has."""
    params: LockParams = field(default_factory=LockParams)
    held_grey: float | None = None
    """Mean grey when the choice was held; None while the camera chooses."""
    since: float | None = None
    """Since when the present choice, or another light, stands."""
    choice: float = 0.0
    """Exposure time times gain, as last seen."""

    def seen(self, metadata: Mapping[str, Any], grey: float, now: float) -> tuple["Lock", Controls]:
        """The next state, and controls to set; none most of the time. `grey` is the frame's mean, 0 to 255."""
        if "AeEnable" not in self.offered:
            return self, {}
        return self._choosing(metadata, grey, now) if self.held_grey is None else self._holding(grey, now)

    def _choosing(self, metadata: Mapping[str, Any], grey: float, now: float) -> tuple["Lock", Controls]:
        choice = float(metadata.get("ExposureTime", 0)) * float(metadata.get("AnalogueGain", 0))
        if choice <= 0:
            return self, {}
        if self.since is None or abs(choice - self.choice) > self.params.same * self.choice:
            return replace(self, since=now, choice=choice), {}
        if now - self.since < self.params.steady_s:
            return self, {}
        return replace(self, held_grey=grey, since=None), self._held(metadata)

    def _holding(self, grey: float, now: float) -> tuple["Lock", Controls]:
        assert self.held_grey is not None
        ratio = (grey + 1) / (self.held_grey + 1)
        if 1 / self.params.other_light <= ratio <= self.params.other_light:
            return replace(self, since=None), {}
        if self.since is None:
            return replace(self, since=now), {}
        if now - self.since < self.params.other_light_s:
            return self, {}
        return replace(self, held_grey=None, since=None, choice=0.0), self._free()

    def _held(self, metadata: Mapping[str, Any]) -> Controls:
        """The camera's own choice, as fixed values."""
        wanted: Controls = {"AeEnable": False, "ExposureTime": metadata.get("ExposureTime"), "AnalogueGain": metadata.get("AnalogueGain")}
        if metadata.get("ColourGains"):
            wanted |= {"AwbEnable": False, "ColourGains": metadata["ColourGains"]}
        if metadata.get("LensPosition") is not None:
            wanted |= {"AfMode": 0, "LensPosition": metadata["LensPosition"]}
        return {name: value for name, value in wanted.items() if name in self.offered and value is not None}

    def _free(self) -> Controls:
        """The camera chooses again."""
        wanted: Controls = {"AeEnable": True, "AwbEnable": True, "AfMode": 2}
        return {name: value for name, value in wanted.items() if name in self.offered}
