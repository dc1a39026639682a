"""What a picture file says about itself before anybody decodes it: format, size, turn, and whether it is all there.

A few bytes of header are read by hand, so that a file of 400 kB that unfolds to 2 GB is refused while it is still small, and so that
a file cut short is refused instead of being shown with a grey lower half. Standard library only.
"""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass


class HeaderError(ValueError):
    """The bytes are no picture we take; the message says what is the matter and what to do, without the file's name."""


@dataclass(frozen=True, slots=True)
class Header:
    """What the first bytes of a picture promise."""

    format: str
    """jpeg, png, webp, bmp or tiff."""
    size_px: tuple[int, int]
    """Width and height as stored, before the turn."""
    turn: int = 1
    """EXIF orientation, 1 (upright) to 8."""


FOREIGN = {
    b"GIF8": "a GIF; save it as JPEG or PNG",
    b"%PDF": "a PDF document; export the page as JPEG or PNG",
    b"\x00\x00\x01\x00": "an icon; use a photograph as JPEG or PNG",
    b"II+\x00": "a BigTIFF; save it as JPEG or PNG",
    b"MM\x00+": "a BigTIFF; save it as JPEG or PNG",
    b"8BPS": "a Photoshop document; export it as JPEG or PNG",
    b"PK\x03\x04": "a zip archive; unpack it first",
}
"""First bytes of files that people hand over in good faith, and what to tell them."""
CUT_SHORT = "the file is cut short; copy or take it again"


def inspect(data: bytes) -> Header:
    """Header of a picture. Raises HeaderError for anything that is not a whole JPEG, PNG, WebP, BMP or TIFF still."""
    if not data:
        raise HeaderError("the file is empty; copy or take it again")
    try:
        for first, reader in READERS.items():
            if data.startswith(first):
                return reader(data)
    except (struct.error, IndexError):
        raise HeaderError(CUT_SHORT) from None
    if data[4:8] == b"ftyp":
        raise HeaderError("a HEIC, AVIF or video file; set the phone's camera to JPEG (most compatible) or convert it")
    for first, what in FOREIGN.items():
        if data.startswith(first):
            raise HeaderError(what)
    what = "a text file" if all(byte in b"\t\n\r" or byte >= 32 for byte in data[:256]) else "no picture"
    raise HeaderError(f"{what}; use a JPEG, PNG, WebP, BMP or TIFF")


def _jpeg(data: bytes) -> Header:
    """Walk the segments to the end-of-image mark; a file without it was cut short, though decoders would show it."""
    at, size, turn = 2, None, 1
    while True:
        at = data.find(b"\xff", at)
        if at < 0 or at + 1 >= len(data):
            raise HeaderError(CUT_SHORT)
        marker, at = data[at + 1], at + 1
        if marker == 0xD9:
            break
        if marker in (0x00, 0x01, 0xFF) or 0xD0 <= marker <= 0xD8:
            at += marker != 0xFF
            continue
        (length,) = struct.unpack_from(">H", data, at + 1)
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, at + 4)
            size = width, height
        elif marker == 0xE1 and data[at + 3 : at + 9] == b"Exif\0\0":
            turn = _exif_turn(data[at + 9 : at + 1 + length])
        at += 1 + length
    if size is None:
        raise HeaderError("a JPEG without a picture in it; take it again")
    return Header("jpeg", size, turn)


def _png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at, kind = 8, b""
    while kind != b"IEND":
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length]
        (crc,) = struct.unpack_from(">I", data, at + 8 + length)
        if zlib.crc32(kind + body) != crc and kind[:1].isupper():
            raise HeaderError("the file is damaged (a checksum is wrong); copy or take it again")
        yield kind, body
        at += 12 + length


def _png(data: bytes) -> Header:
    size, turn = (0, 0), 1
    for kind, body in _png_chunks(data):
        if kind == b"IHDR":
            size = struct.unpack_from(">II", body)
        elif kind == b"acTL" and struct.unpack_from(">I", body)[0] > 1:
            raise HeaderError("an animation; save one picture of it")
        elif kind == b"eXIf":
            turn = _exif_turn(body)
    return Header("png", size, turn)


def _webp(data: bytes) -> Header:
    (length,) = struct.unpack_from("<I", data, 4)
    if data[8:12] != b"WEBP":
        raise HeaderError("no picture (a RIFF file); use a JPEG, PNG, WebP, BMP or TIFF")
    if length + 8 > len(data):
        raise HeaderError(CUT_SHORT)
    at, size, turn = 12, None, 1
    while at + 8 <= min(len(data), length + 8):
        kind, count = struct.unpack_from("<4sI", data, at)
        body = data[at + 8 : at + 8 + count]
        if kind == b"VP8X" and body[0] & 2:
            raise HeaderError("an animation; save one picture of it")
        if kind == b"EXIF":
            turn = _exif_turn(body.removeprefix(b"Exif\0\0"))
        size = size or _webp_size(kind, body)
        at += 8 + count + count % 2
    if size is None:
        raise HeaderError(CUT_SHORT)
    return Header("webp", size, turn)


def _webp_size(kind: bytes, body: bytes) -> tuple[int, int] | None:
    if kind == b"VP8X":
        return int.from_bytes(body[4:7], "little") + 1, int.from_bytes(body[7:10], "little") + 1
    if kind == b"VP8L":
        bits = int.from_bytes(body[1:5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", body, 6)
        return width & 0x3FFF, height & 0x3FFF
    return None


def _bmp(data: bytes) -> Header:
    start, header = struct.unpack_from("<II", data, 10)
    if header == 12:
        width, height, _, bits = struct.unpack_from("<HHHH", data, 18)
        packed = 0
    else:
        width, height, _, bits, packed = struct.unpack_from("<iiHHI", data, 18)
    row = (abs(width) * bits + 31) // 32 * 4
    if packed in (0, 3) and start + row * abs(height) > len(data):
        raise HeaderError(CUT_SHORT)
    return Header("bmp", (abs(width), abs(height)))


def _tiff(data: bytes) -> Header:
    tags, more = _directory(data)
    if more:
        raise HeaderError("several pages in one TIFF; save one of them as JPEG or PNG")
    if max(tags.get(277, (1,))) > 4 or max(tags.get(258, (1,))) > 16 or max(tags.get(339, (1,))) > 2:
        raise HeaderError("a TIFF of measured values, not of colours; save it as JPEG or PNG")
    if max(tags.get(262, (2,))) > 3:
        raise HeaderError("a TIFF for printing (CMYK or the like); save it as JPEG or PNG")
    if tags.get(274, (1,)) != (1,):
        raise HeaderError("a TIFF that is stored turned; save it upright as JPEG or PNG")
    for starts, counts in ((273, 279), (324, 325)):
        ends = [start + count for start, count in zip(tags.get(starts, ()), tags.get(counts, ()), strict=False)]
        if ends and max(ends) > len(data):
            raise HeaderError(CUT_SHORT)
    size = max(tags.get(256, (0,))), max(tags.get(257, (0,)))
    return Header("tiff", size)


TIFF_TYPES = {1: "B", 3: "H", 4: "I"}
"""The whole-number types of a TIFF directory; we need no other."""


def _directory(data: bytes) -> tuple[dict[int, tuple[int, ...]], bool]:
    """Whole-number tags of the first directory, and whether a second directory follows."""
    order = "<" if data[:2] == b"II" else ">"
    (at,) = struct.unpack_from(order + "I", data, 4)
    (count,) = struct.unpack_from(order + "H", data, at)
    tags: dict[int, tuple[int, ...]] = {}
    for entry in range(at + 2, at + 2 + 12 * count, 12):
        tag, kind, values = struct.unpack_from(order + "HHI", data, entry)
        if kind not in TIFF_TYPES or values > len(data):
            continue
        form = f"{order}{values}{TIFF_TYPES[kind]}"
        where = entry + 8 if struct.calcsize(form) <= 4 else struct.unpack_from(order + "I", data, entry + 8)[0]
        tags[tag] = struct.unpack_from(form, data, where)
    (following,) = struct.unpack_from(order + "I", data, at + 2 + 12 * count)
    return tags, following != 0


def _exif_turn(exif: bytes) -> int:
    """Orientation of an EXIF block; 1 when it has none or is damaged, since that never hides the picture."""
    if exif[:2] not in (b"II", b"MM"):
        return 1
    try:
        return _valid_turn(_directory(exif)[0].get(274, (1,)))
    except (struct.error, IndexError):
        return 1


def _valid_turn(values: tuple[int, ...]) -> int:
    return values[0] if values and 1 <= values[0] <= 8 else 1


READERS = {
    b"\xff\xd8\xff": _jpeg,
    b"\x89PNG\r\n\x1a\n": _png,
    b"RIFF": _webp,
    b"BM": _bmp,
    b"II*\x00": _tiff,
    b"MM\x00*": _tiff,
}
"""First bytes of the formats we take."""
