"""Our own boxes, shown to the camera once for all tests of a run, whichever of its processes they run in."""

import fcntl
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from vision.enrolling.enrol import Enrolment, enrol
from vision.reader import TableReader

_SHELVES: list[Path] = []


def share(shelf: Path) -> None:
    """From now on boxes are kept in this folder, which all processes of the run see."""
    _SHELVES.append(shelf)


@contextmanager
def shelf_for(box: str) -> Iterator[Path]:
    """A folder in which one process at a time looks for a box, and keeps it; outside of a run of tests an empty one."""
    if not _SHELVES:
        with TemporaryDirectory(prefix="companion-boxes-") as folder:
            yield Path(folder)
        return
    shelf = _SHELVES[-1] / "boxes"
    shelf.mkdir(exist_ok=True)
    with (shelf / f"{box}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield shelf


@cache
def enrolled(folder: Path) -> Enrolment:
    """What `enrol` finds in a folder of pictures that no test changes, such as those of `fixtures/packs`."""
    name = "-".join(folder.resolve().parts[-3:])
    with shelf_for(name) as shelf:
        kept = shelf / f"{name}.pickle"
        if not kept.exists():
            kept.write_bytes(pickle.dumps(enrol(folder)))
        found = pickle.loads(kept.read_bytes())
    assert isinstance(found, Enrolment)
    return found


@cache
def reader_of(folder: Path) -> TableReader:
    """A reader of those pieces; it keeps nothing of what it reads."""
    return TableReader(enrolled(folder).catalogue)
