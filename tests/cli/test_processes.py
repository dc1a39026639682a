"""`companion play` as it is started: the page in one process, the reading in another, and what becomes of one without the other."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion.cli.enrolling import enrolled_from
from companion.pack import built_in, load, save

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
    """The published box, of which the camera knows one card."""
    folder = tmp_path_factory.mktemp("box")
    (folder / "card-pear.png").write_bytes((ART / "card-pear.png").read_bytes())
    (folder / "pieces.csv").write_text("file,id,kind,width_mm,height_mm\ncard-pear.png,card-pear,card,63,88")
    enrolled_from(folder, built_in("buffet_boss"), folder / "pack", "pears", lambda done, total, piece: None)
    save(folder / "box", built_in("buffet_boss"), load(folder / "pack")[1])
    return folder / "box"


@pytest.fixture
def program(pack: Path, tmp_path: Path) -> Iterator[Program]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    given = f"--game buffet_boss --pack {pack} --camera {TABLE} --players 2 --port {port} --data {tmp_path}".split()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [sys.executable, "-m", "companion", "play", *given], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as started:
        assert started.stdout is not None
        assert any(line.startswith("owner: ") for line in started.stdout)
        yield Program(started.pid, f"http://127.0.0.1:{port}/")
        started.send_signal(signal.SIGTERM)
        assert started.wait(PATIENCE_S) == 0


def test_the_page_needs_no_opencv_and_outlives_its_reader(program: Program) -> None:
    until(lambda: len(program.readers) == 1)
    (reader,) = program.readers
    until(lambda: "No picture yet" not in program.page())
    assert not has_opencv(program.pid), "a page is served without a picture library"
    os.kill(reader, signal.SIGKILL)
    until(lambda: "Nothing is read" in program.page())
    until(lambda: bool(program.readers) and program.readers != [reader])
    until(lambda: "Nothing is read" not in program.page())
