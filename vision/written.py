"""Files that people write by hand or with a program of theirs: read as any editor saves them, refused in words. Standard library only."""

import json
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

MOST_BYTES = 64_000_000
"""A larger file is no text that a person wrote."""


_PART = r"""(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_MANY_PARTS = re.compile(rf"(?<![\w-])(?:{_PART}[ \t]*\.[ \t]*){{100}}")
_TOO_DEEP = "one thing within another, more often than anybody writes by hand"


class WrittenError(ValueError):
    """A file cannot be used: what is the matter and what to do, without the file's name."""


def read_bytes(path: Path, wanted: str, most_bytes: int = MOST_BYTES) -> bytes:
    """The content of a plain file. Raises WrittenError, which ends with what is `wanted`, e.g. "name a folder with labels.json"."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):  # a pipe would keep us waiting, a device has no end
            raise WrittenError(f"no plain file; {wanted}")
        if found.st_size > most_bytes:
            raise WrittenError(f"larger than {most_bytes} bytes; {wanted}")
        return path.read_bytes()
    except OSError as fault:
        raise WrittenError(f"cannot be read ({fault.strerror}); {wanted}") from fault


def read_text(path: Path, wanted: str, most_bytes: int = MOST_BYTES) -> str:
    """The text of a plain file. Raises WrittenError, which for no file ends with what is `wanted`."""
    return text_of(read_bytes(path, wanted, most_bytes))


def text_of(content: bytes) -> str:
    """A text in UTF-8, without the mark that editors on Windows put in front of it. Raises WrittenError."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise WrittenError(f"not UTF-8 at byte {fault.start}; save it as UTF-8") from fault


def json_of(text: str) -> Any:
    """What a text says as JSON. Raises WrittenError with line and column."""
    try:
        return parsed(json.loads, text)
    except ValueError as fault:  # also for numbers that are too long, and nested too deeply
        raise WrittenError(f"no JSON ({fault}); mend that place") from fault


def shallow(toml: str) -> str:
    """The same text. Raises WrittenError for a key of so many parts that Python's reader of TOML would take hours over it."""
    if _MANY_PARTS.search(toml):
        raise WrittenError(_TOO_DEEP)
    return toml


def parsed(parse: Callable[[str], T], text: str) -> T:
    """What `parse` makes of a text, and whatever it raises; but WrittenError for one that is nested more deeply than it can follow."""
    try:
        return parse(text)
    except RecursionError as fault:
        raise WrittenError(_TOO_DEEP) from fault
