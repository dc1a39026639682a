"""Buttons, lamps, buzzer: in memory, and on gpiozero's own mock pins where gpiozero is installed."""

from importlib.util import find_spec

import pytest

from hw.panel import GpioPanel, MemoryPanel


def test_a_panel_in_memory() -> None:
    panel = MemoryPanel()
    pressed: list[str] = []
    panel.press("undo")
    panel.on_press(pressed.append)
    panel.press("undo")
    panel.lamp("question", True)
    panel.buzz(0.5)
    panel.close()
    panel.press("undo")
    assert (pressed, panel.lamps, panel.buzzes) == (["undo"], {"question": True}, [0.5])


def test_without_gpiozero_it_says_what_to_install() -> None:
    if find_spec("gpiozero") is not None:
        pytest.skip("gpiozero is installed here")
    with pytest.raises(OSError, match="apt install python3-gpiozero"):
        GpioPanel({"undo": 17})


def test_pins_on_the_mock_of_gpiozero(monkeypatch: pytest.MonkeyPatch) -> None:
    gpiozero = pytest.importorskip("gpiozero", reason="gpiozero is not installed here")
    from gpiozero.pins.mock import MockFactory  # type: ignore[import-not-found]  # only where gpiozero is installed

    monkeypatch.setattr(gpiozero.Device, "pin_factory", MockFactory())
    pressed: list[str] = []
    panel = GpioPanel({"undo": 17}, {"question": 27})
    panel.on_press(pressed.append)
    gpiozero.Device.pin_factory.pin(17).drive_low()
    panel.lamp("question", True)
    panel.lamp("no such lamp", True)
    panel.buzz(0.1)
    assert pressed == ["undo"] and gpiozero.Device.pin_factory.pin(27).state
    panel.close()
    panel.close()
