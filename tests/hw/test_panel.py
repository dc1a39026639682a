"""Buttons, lamps, buzzer: in memory, and on the mock pins of the system's gpiozero, under the system's Python."""

import subprocess
from pathlib import Path
from queue import Queue

import pytest

from hw.panel import GpioPanel, MemoryPanel
from hw.system_python import SYSTEM


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


def test_without_gpiozero_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hw.system_python.pythons", lambda: ())
    with pytest.raises(OSError, match="apt install python3-gpiozero"):
        GpioPanel({"undo": 17})


def test_one_that_cannot_be_loaded_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gpiozero.py").write_text("raise ImportError('no such\\nsymbol')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(OSError, match=r"gpiozero cannot be loaded \(.*: no such symbol\); sudo apt"):
        GpioPanel({"undo": 17})


@pytest.fixture
def mock_pins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's own gpiozero on its mock pins; over there a lamp on pin 27 that goes on presses the button on pin 17."""
    if subprocess.run([SYSTEM, "-c", "import gpiozero"], capture_output=True, check=False).returncode:
        pytest.skip("the system has no gpiozero: sudo apt install python3-gpiozero")
    (tmp_path / "sitecustomize.py").write_text(FINGER)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")


FINGER = """
import sys, threading, time
def finger():
    while True:
        time.sleep(0.01)
        factory = getattr(getattr(sys.modules.get("gpiozero"), "Device", None), "pin_factory", None)
        if factory is not None and len(factory.pins) > 1 and factory.pin(27).state:
            factory.pin(17).drive_low()
threading.Thread(target=finger, daemon=True).start()
"""


@pytest.mark.usefixtures("mock_pins")
def test_lamps_and_buttons_on_the_pins_of_the_system_s_gpiozero() -> None:
    pressed: Queue[str] = Queue()
    panel = GpioPanel({"undo": 17}, {"question": 27}, 18)
    panel.on_press(pressed.put)
    panel.lamp("no such lamp", True)
    panel.buzz(0.1)
    panel.lamp("question", True)
    assert pressed.get(timeout=20) == "undo"
    panel.close()
    panel.close()
    panel.lamp("question", False)


@pytest.mark.usefixtures("mock_pins")
def test_pins_that_cannot_be_used_are_told_in_one_line() -> None:
    with pytest.raises(OSError, match=r"pins cannot be used: .*17.*; check the numbers") as caught:
        GpioPanel({"undo": 17}, {"question": 17})
    assert "\n" not in str(caught.value)
