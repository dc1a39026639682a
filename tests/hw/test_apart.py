"""A process of our own goes when it is told to, when it is killed, and when nobody is left to tell it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hw.apart import Apart, Patience
from tests.hw.lingering import linger

PROGRAM = """
import time
from hw.apart import Apart, Patience
from tests.hw.lingering import linger
apart = Apart(linger, "lingering", Patience())
apart.start()
assert apart.pipe.recv() == "here"
print(apart.pid, flush=True)
time.sleep(600)
"""


def is_there(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not asked about yet does not."""
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and ") Z " not in stat.read_text()


def until(wanted: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not wanted():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.01)


@pytest.fixture
def apart() -> Iterator[Apart]:
    made = Apart(linger, "lingering", Patience(again_s=0.1, most_again_s=0.2))
    made.start()
    assert made.pipe is not None and made.pipe.recv() == "here"
    yield made
    made.close()


def test_it_ends_when_it_is_told_to(apart: Apart) -> None:
    pid = apart.pid
    assert pid is not None and is_there(pid) and apart.ended() is None
    apart.close()
    apart.close()
    assert not is_there(pid) and apart.pid is None and apart.pipe is None


def test_ctrl_c_is_left_to_the_parent(apart: Apart) -> None:
    assert apart.pid is not None
    os.kill(apart.pid, signal.SIGINT)
    time.sleep(0.1)
    assert apart.ended() is None


def test_one_that_ended_says_how_and_the_next_comes_after_a_pause(apart: Apart) -> None:
    assert apart.pid is not None
    os.kill(apart.pid, signal.SIGKILL)
    assert apart.ended(within_s=5.0) == "ended (code -9)"
    now = time.monotonic()
    assert apart.replace(now) and apart.restarts == 1
    assert not apart.is_due(now) and apart.is_due(now + 0.1)
    assert (apart.pause_s, apart.replace(now), apart.pause_s) == (0.2, True, 0.2), "ever more slowly, up to a limit"
    apart.well()
    assert apart.pause_s == 0.1


def test_no_process_outlives_the_program() -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True, env=environment) as program:
        assert program.stdout is not None
        pid = int(program.stdout.readline())
        assert is_there(pid)
        program.kill()
    until(lambda: not is_there(pid))
