"""How large a JPEG is, from its header alone."""

from collections.abc import Iterator

START_OF_FRAME = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xD9)})


def jpeg_size(jpeg: bytes) -> tuple[int, int] | None:
    """Width and height in px; None for bytes that are no JPEG."""
    for marker, at in _segments(jpeg):
        if marker in START_OF_FRAME and at + 7 <= len(jpeg):
            height, width = int.from_bytes(jpeg[at + 3 : at + 5]), int.from_bytes(jpeg[at + 5 : at + 7])
            return (width, height) if width and height else None
    return None


def _segments(jpeg: bytes) -> Iterator[tuple[int, int]]:
    """Each marker of the header and the offset of its length field."""
    at = 2 if jpeg[:2] == b"\xff\xd8" else len(jpeg)
    while at + 4 <= len(jpeg) and jpeg[at] == 0xFF:
        marker = jpeg[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        yield marker, at + 2
        at += 2 if marker in WITHOUT_LENGTH else 2 + int.from_bytes(jpeg[at + 2 : at + 4])
