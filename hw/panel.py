"""Buttons to press, lamps and a buzzer to notice: the table's own panel, real or in memory."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Thread
from typing import Protocol

from hw.system_python import Served

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
    """Buttons between a pin and ground, lamps and a buzzer on pins of the Pi, by BCM number, through the system's gpiozero."""

    def __init__(self, buttons: Mapping[str, int], lamps: Mapping[str, int] | None = None, buzzer: int | None = None) -> None:
        """Takes the pins. Raises OSError with one line when gpiozero or the pins are not to be had."""
        self._lamps = frozenset(lamps or ())
        self._pressed: Pressed | None = None
        try:
            self._served = Served("gpiozero")
        except ModuleNotFoundError as error:
            raise OSError("the panel needs gpiozero; sudo apt install python3-gpiozero python3-lgpio") from error
        except ImportError as error:
            raise OSError(f"gpiozero cannot be loaded ({error}); sudo apt install --reinstall python3-gpiozero") from error
        try:
            self._served.tell({"buttons": dict(buttons), "lamps": dict(lamps or {}), "buzzer": buzzer})
            self._served.answer()
        except Exception as error:  # whatever gpiozero raises means: no panel
            self.close()
            raise OSError(f"the panel's pins cannot be used: {' '.join(str(error).split())}; check the numbers") from error
        Thread(target=self._listen, daemon=True, name="panel").start()

    def on_press(self, pressed: Pressed) -> None:
        """Who is told of a pressed button; called from a thread of the panel's."""
        self._pressed = pressed

    def lamp(self, name: str, is_on: bool) -> None:
        """Switches a lamp."""
        if name in self._lamps:
            self._say({"lamp": name, "on": is_on})

    def buzz(self, seconds: float) -> None:
        """Sounds once, in the background."""
        self._say({"buzz": seconds})

    def close(self) -> None:
        """Lets the pins go."""
        self._served.close()

    def _say(self, line: Mapping[str, object]) -> None:
        with suppress(OSError):  # an evening goes on without its panel
            self._served.tell(line)

    def _listen(self) -> None:
        for line in self._served.heard():
            if self._pressed is not None:
                self._pressed(line["pressed"])
