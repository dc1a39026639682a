"""What is written is written whole or not at all: made in a folder beside its place first, and moved there once it is ready."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def scratch_for(place: Path, there: Path | None = None) -> Iterator[Path]:
    """A folder beside `place`, or in `there`, that is gone after the block. An OSError in it names `place`, which is what people know."""
    try:
        with tempfile.TemporaryDirectory(dir=there or nearest(place.parent), prefix=f".{place.name}-") as scratch:
            yield Path(scratch)
    except OSError as fault:
        raise OSError(fault.errno, fault.strerror or str(fault), str(place)) from fault


@contextmanager
def filled(folder: Path) -> Iterator[Path]:
    """A new folder, all files of which lie in `folder` (made when missing) after the block, and none of them when it fails."""
    with scratch_for(folder, nearest(folder)) as new:
        yield new
        for file in sorted(each for each in new.rglob("*") if each.is_file()):
            place = folder / file.relative_to(new)
            place.parent.mkdir(parents=True, exist_ok=True)
            file.replace(place)


def write_whole(path: Path, content: bytes) -> None:
    """A file in the place of an older one; into a link, a pipe or a device as it stands. Raises OSError naming `path`."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        path.write_bytes(content)
        return
    with scratch_for(path) as scratch:
        (scratch / "new").write_bytes(content)
        (scratch / "new").replace(path)


def nearest(folder: Path) -> Path:
    """The folder, or the first above it that is there (a link to nothing is): where the missing ones would be made."""
    return next(each for each in (folder, *folder.absolute().parents) if os.path.lexists(each))
