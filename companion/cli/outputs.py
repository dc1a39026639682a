"""Where a command is to write, looked at before its work begins: a slip in a name costs no minutes, and nothing of somebody's is lost."""

import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from companion.game import CompanionError
from companion.whole import nearest


def check_folder(folder: Path, option: str) -> None:
    """Nothing where files can be put into this folder, which may still have to be made. Raises CompanionError: option, where, why."""
    _try(nearest(folder), f"{option} {folder}")


def _try(there: Path, told: str) -> None:
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as fault:
        why = f"{there} is no folder" if not there.is_dir() else f"nothing can be written in {there} ({fault.strerror})"
        raise CompanionError(f"{told}: {why}; name another place") from fault


def check_file(file: Path, option: str) -> None:
    """Nothing where this file can be written. Raises CompanionError: option, where, why."""
    if not file.parent.exists():
        raise CompanionError(f"{option} {file}: there is no folder {file.parent}; make it, or name another place")
    if file.is_dir():
        raise CompanionError(f"{option} {file}: is a folder; name a file")
    if not file.exists() or file.is_file():
        _try(file.parent, f"{option} {file}")


def refuse_others(files: Iterable[Path], is_ours: Callable[[bytes], bool], option: str) -> None:
    """Nothing where no file lies yet, or one that this program wrote earlier. Raises CompanionError for the first that is somebody's."""
    for file in files:
        if os.path.lexists(file) and not (file.is_file() and is_ours(file.read_bytes())):
            raise CompanionError(f"{option} {file}: is there already and not this command's own; name another place, or move it away")
