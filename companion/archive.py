"""A ZIP with exactly one form: the same files always give the same bytes, so that any other byte is a change. Standard library only.

Entries are stored uncompressed, without dates, comments or extra fields. Any program can open it; `unpack` reads only what
`pack` writes, which leaves no place in which a byte could hide.
"""

import struct
import zlib
from collections.abc import Mapping

from companion.game import CompanionError

LARGEST_BYTES = 400_000_000
_DATE = 0x0021
"""1 January 1980, the first day that a ZIP knows."""
_LOCAL = struct.Struct("<4s5H3I2H")
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")


class ArchiveError(CompanionError):
    """No archive, or not in the form that this program writes; the message says where."""


def pack(files: Mapping[str, bytes]) -> bytes:
    """The files as one ZIP, in their order. Raises ArchiveError when they are too large together."""
    if sum(map(len, files.values())) > LARGEST_BYTES:
        raise ArchiveError(f"more than {LARGEST_BYTES // 1_000_000} MB of files: leave pictures out")
    parts, central, at = [], [], 0
    for name, content in files.items():
        raw, crc, size = name.encode("ascii"), zlib.crc32(content), len(content)
        head = _LOCAL.pack(b"PK\x03\x04", 20, 0, 0, 0, _DATE, crc, size, size, len(raw), 0) + raw
        parts += [head, content]
        central.append(_CENTRAL.pack(b"PK\x01\x02", 20, 20, 0, 0, 0, _DATE, crc, size, size, len(raw), 0, 0, 0, 0, 0, at) + raw)
        at += len(head) + size
    table = b"".join(central)
    return b"".join([*parts, table, _END.pack(b"PK\x05\x06", 0, 0, len(files), len(files), len(table), at, 0)])


def unpack(archive: bytes) -> dict[str, bytes]:
    """The files of a ZIP by name, in its order; names and sizes are checked, contents are not. Raises ArchiveError."""
    files: dict[str, bytes] = {}
    at = 0
    while archive[at : at + 4] == b"PK\x03\x04":
        if at + _LOCAL.size > len(archive):
            raise ArchiveError(f"cut short at byte {at}")
        *_, size, _same, name_bytes, extra_bytes = _LOCAL.unpack_from(archive, at)
        start = at + _LOCAL.size + name_bytes
        end = start + extra_bytes + size
        if end > len(archive):
            raise ArchiveError(f"cut short in the file that begins at byte {at}")
        name = archive[start - name_bytes : start].decode("ascii", "backslashreplace")
        if name in files:
            raise ArchiveError(f"{name} is in it twice")
        files[name] = archive[start + extra_bytes : end]
        at = end
    if not files:
        raise ArchiveError("this is no evidence bundle: it does not begin like a ZIP with files in it")
    return files


def first_difference(archive: bytes, files: Mapping[str, bytes]) -> int | None:
    """The first byte at which an archive is not what `pack` makes of these files; None when there is none."""
    try:
        again = pack(files)
    except (ArchiveError, UnicodeEncodeError):
        return 0
    if again == archive:
        return None
    return next((at for at, (a, b) in enumerate(zip(archive, again, strict=False)) if a != b), min(len(archive), len(again)))
