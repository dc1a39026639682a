"""Linear algebra works on one thread, whatever loads numpy first: many wait for each other where others want a processor, too."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import COMMANDS

ROOT = Path(__file__).parents[2]
LOADED = """
import os, sys

def hook(event, told):
    if event == "import" and told[0] == "numpy" and "numpy" not in sys.modules:
        print(os.environ.get("OPENBLAS_NUM_THREADS"))

sys.addaudithook(hook)
from companion.cli import _Commands
"""


def told(code: str, threads: dict[str, str]) -> set[str]:
    """What the program that loads numpy is told of threads each time that it asks for it before it is there."""
    env = {key: value for key, value in os.environ.items() if key != "OPENBLAS_NUM_THREADS"} | threads
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, env=env)
    return set(said.stdout.split())


@pytest.mark.parametrize("command", ["read", "play", "mat", "enrol"])
def test_whatever_command_loads_numpy_first(command: str) -> None:
    assert command in COMMANDS
    assert told(f"{LOADED}\n_Commands().get_command(None, {command!r})", {}) == {"1"}


def test_who_sets_another_number_gets_it() -> None:
    assert told(f"{LOADED}\n_Commands().get_command(None, 'read')", {"OPENBLAS_NUM_THREADS": "3"}) == {"3"}
