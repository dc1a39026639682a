"""Buttons to press, lamps and a buzzer to notice: the table's own panel, real or in memory."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Protocol

Pressed = Callable[[str], None]
"""Called with the button's name: `undo`, `pass`, `look` or what the settings name."""


class Panel(Protocol):
    """A panel. Names of buttons and lamps are the owner's."""

    def on_press(self, pressed: Pressed) -> None:
        """Who is told of a pressed button; called from another thread."""

    def lamp(self, name: str, is_on: bool) -> None:
        """Switches a lamp; one that the panel does not have is no error."""

    def buzz(self, seconds: float) -> None:
        """Sounds the buzzer, if there is one, without waiting for its end."""

    def close(self) -> None:
        """Lets the pins go; may be called twice."""


class MemoryPanel:
    """A panel for tables without one, and for tests: `press` a button, read `lamps` and `buzzes`."""

    def __init__(self) -> None:
        self.lamps: dict[str, bool] = {}
        self.buzzes: list[float] = []
        self.is_closed = False
        self._pressed: Pressed | None = None

    def on_press(self, pressed: Pressed) -> None:
        """Who is told of a pressed button."""
        self._pressed = pressed

    def press(self, name: str) -> None:
        """As if somebody had pressed the button."""
        if self._pressed is not None and not self.is_closed:
            self._pressed(name)

    def lamp(self, name: str, is_on: bool) -> None:
        """Notes the lamp."""
        self.lamps[name] = is_on

    def buzz(self, seconds: float) -> None:
        """Notes the sound."""
        self.buzzes.append(seconds)

    def close(self) -> None:
        """Ends it."""
        self.is_closed = True


class GpioPanel:
    """Buttons between a pin and ground, lamps and a buzzer on pins of the Pi, by BCM number; gpiozero is imported here."""

    def __init__(self, buttons: Mapping[str, int], lamps: Mapping[str, int] | None = None, buzzer: int | None = None) -> None:
        """Takes the pins. Raises OSError with one line when gpiozero or the pins are not to be had."""
        self._devices: dict[str, Any] = {}
        self._lamps: dict[str, Any] = {}
        self._buzzer: Any = None
        self._pressed: Pressed | None = None
        try:
            gpiozero = import_module("gpiozero")
        except ImportError as error:
            raise OSError("the panel needs gpiozero; sudo apt install python3-gpiozero python3-lgpio") from error
        try:
            for name, pin in buttons.items():
                self._devices[name] = button = gpiozero.Button(pin, bounce_time=0.05)
                button.when_pressed = lambda name=name: self._press(name)
            self._lamps = {name: gpiozero.LED(pin) for name, pin in (lamps or {}).items()}
            self._buzzer = None if buzzer is None else gpiozero.Buzzer(buzzer)
        except Exception as error:  # gpiozero's errors share no base with a pin factory's; every one means: no panel
            self.close()
            raise OSError(f"the panel's pins cannot be used: {' '.join(str(error).split())}; check the numbers") from error

    def on_press(self, pressed: Pressed) -> None:
        """Who is told of a pressed button; called from gpiozero's thread."""
        self._pressed = pressed

    def lamp(self, name: str, is_on: bool) -> None:
        """Switches a lamp."""
        if name in self._lamps:
            self._lamps[name].value = is_on

    def buzz(self, seconds: float) -> None:
        """Sounds once, in the background."""
        if self._buzzer is not None:
            self._buzzer.beep(on_time=seconds, off_time=0, n=1, background=True)

    def close(self) -> None:
        """Lets the pins go."""
        for device in (*self._devices.values(), *self._lamps.values(), self._buzzer):
            if device is not None:
                device.close()
        self._devices, self._lamps, self._buzzer = {}, {}, None

    def _press(self, name: str) -> None:
        if self._pressed is not None:
            self._pressed(name)
