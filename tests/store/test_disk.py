"""A full, read-only or failing disk: refused in one line, nothing half written, and on it goes when there is room again."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.anchor import write_anchor
from companion.pictures import PictureError, Pictures, name_of
from companion.store import LogError, Store

ROOT = Path(__file__).parents[2]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """512 KB that can be filled and made read-only."""
    at = tmp_path / "disk"
    at.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", at], capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(f"no small disk can be mounted here: {made.stderr.strip()}")
    yield at
    subprocess.run(["umount", "-l", at], check=True)


def test_a_full_disk_refuses_and_an_emptied_one_takes_again(small_disk: Path) -> None:
    with Store(small_disk / "log") as store:
        store.append(["1"], "page")
        ballast = small_disk / "ballast"
        with pytest.raises(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 1024)
        with pytest.raises(LogError, match="nothing was written: database or disk is full; make room") as caught:
            for _ in range(200):
                store.append(["2" * 1000], "page")
        assert "\n" not in str(caught.value)
        held = store.head
        with pytest.raises(PictureError, match="No space left on device"):
            store.pictures.keep(b"p" * 100_000)
        ballast.unlink()
        assert store.append(["3"], "page")[0].seq == held.seq + 1
        store.pictures.keep(b"p" * 100_000)
    assert [path.suffix for path in (small_disk / "log" / "pictures").iterdir()] == [".jpg"]
    with Store(small_disk / "log") as store:
        assert store.head.seq == held.seq + 1


def test_a_disk_that_turned_read_only_refuses_and_can_still_be_read(small_disk: Path) -> None:
    store = Store(small_disk / "log")
    store.append(["1"], "page")
    store.close()
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    with pytest.raises(LogError, match="Read-only file system"):
        Store(small_disk / "log")
    with Store(small_disk / "log", writable=False) as reader:
        assert len(list(reader.records())) == 1
    subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)
    with Store(small_disk / "log") as store:
        assert store.append(["2"], "page")[0].seq == 2


def test_a_file_may_not_grow_further() -> None:
    """In a process of its own, since the limit is the process's."""
    script = """
import resource, sys
from pathlib import Path
from companion.store import LogError, Store
store = Store(Path(sys.argv[1]))
store.append(["1"], "page")
soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, hard))
try:
    for number in range(2, 200):
        store.append(["x" * 2000], "page")
except LogError as error:
    print(error)
else:
    sys.exit("never refused")
held = store.head.seq
resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
assert store.append(["again"], "page")[0].seq == held + 1
store.close()
assert Store(Path(sys.argv[1])).head.seq == held + 1
"""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", script, f"{folder}/log"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
        )
    assert done.returncode == 0, done.stderr
    assert "nothing was written" in done.stdout and done.stdout.count("\n") == 1


def test_an_anchor_that_fails_does_not_refuse_the_entry_but_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(path: Path, head: object) -> None:
        raise OSError(5, "Input/output error")

    with Store(tmp_path) as store:
        monkeypatch.setattr("companion.store.write_anchor", fails)
        assert store.append(["1"], "page")[0].seq == 1
        with pytest.raises(LogError, match="anchor cannot be written: Input/output error"):
            store.append(["2"], "page")
        monkeypatch.setattr("companion.store.write_anchor", write_anchor)
        assert store.append(["2"], "page")[0].seq == 2
    with Store(tmp_path) as store:
        assert store.head.seq == 2


def test_a_picture_is_kept_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = Pictures(tmp_path / "pictures")
    sha = pictures.keep(b"one")
    assert pictures.read(sha) == b"one" and sha == name_of(b"one") and pictures.keep(b"one") == sha

    def fails(fd: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(PictureError, match="Input/output error"):
        pictures.keep(b"two")
    monkeypatch.undo()
    assert [path.name for path in (tmp_path / "pictures").iterdir()] == [f"{sha}.jpg"]


def test_a_picture_that_was_changed_or_lost_is_told(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    sha = pictures.keep(b"one")
    pictures.path(sha).write_bytes(b"two")
    with pytest.raises(PictureError, match="changed after it was kept"):
        pictures.read(sha)
    pictures.path(sha).unlink()
    with pytest.raises(PictureError, match="cannot be read"):
        pictures.read(sha)


@pytest.mark.parametrize("name", ["../log.sqlite3", "x", "", "A" * 64, "a" * 63 + "/", "a" * 65])
def test_a_picture_s_name_leads_nowhere_else(tmp_path: Path, name: str) -> None:
    with pytest.raises(PictureError, match="a SHA-256 in lower-case hex"):
        Pictures(tmp_path).read(name)


def test_what_a_power_cut_left_half_written_is_cleared(tmp_path: Path) -> None:
    (tmp_path / f"{'a' * 64}.part").write_bytes(b"half")
    Pictures(tmp_path)
    assert list(tmp_path.iterdir()) == []
