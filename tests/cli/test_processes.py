"""`companion play` as it is started: the page in one process, the reading in another, and what becomes of one without the other."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion.cli.enrolling import enrolled_from
from companion.pack import built_in

ROOT = Path(__file__).parents[2]
ART = ROOT / "fixtures" / "packs" / "buffet_boss"
TABLE = ROOT / "fixtures" / "recordings" / "buffet_boss" / "001.jpg"
PATIENCE_S = 30.0
OPENCV = "cv2"


@dataclass
class Program:
    """One that was started, and its page."""

    pid: int
    address: str

    @property
    def readers(self) -> list[int]:
        """Its processes that have OpenCV."""
        children = Path(f"/proc/{self.pid}/task").glob("*/children")
        return [pid for each in children for pid in map(int, each.read_text().split()) if has_opencv(pid)]

    def page(self) -> str:
        """The table as everybody sees it."""
        with urlopen(self.address, timeout=5) as answer:
            return str(answer.read().decode())


def has_opencv(pid: int) -> bool:
    try:
        return OPENCV in Path(f"/proc/{pid}/maps").read_text()
    except OSError:
        return False


def until(wanted: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not wanted():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A box of one card."""
    folder = tmp_path_factory.mktemp("box")
    (folder / "card-pear.png").write_bytes((ART / "card-pear.png").read_bytes())
    (folder / "pieces.csv").write_text("file,id,kind,width_mm,height_mm\ncard-pear.png,card-pear,card,63,88")
    enrolled_from(folder, built_in("buffet_boss"), folder / "pack", "pears", lambda done, total, piece: None)
    return folder / "pack"


@pytest.fixture
def program(pack: Path, tmp_path: Path) -> Iterator[Program]:
    given = ("--game", "buffet_boss", "--pack", str(pack), "--camera", str(TABLE), "--players", "2", "--port", "0", "--data", str(tmp_path))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [sys.executable, "-m", "companion", "play", *given], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as started:
        assert started.stdout is not None
        told = next(found for line in started.stdout if (found := re.search(r"owner: (http://)[^:]+(:\d+/)", line)))
        yield Program(started.pid, f"{told[1]}127.0.0.1{told[2]}")
        started.send_signal(signal.SIGTERM)
        assert started.wait(PATIENCE_S) == 0


def test_the_page_needs_no_opencv_and_outlives_its_reader(program: Program) -> None:
    until(lambda: len(program.readers) == 1)
    (reader,) = program.readers
    until(lambda: "/picture/" in program.page() or "picture?" in program.page())
    assert not has_opencv(program.pid), "a page is served without a picture library"
    os.kill(reader, signal.SIGKILL)
    until(lambda: "Nothing is read" in program.page())
    until(lambda: bool(program.readers) and program.readers != [reader])
    until(lambda: "Nothing is read" not in program.page())
