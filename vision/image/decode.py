"""Files and uploads into frames: safely, upright, RGB, 8 bit. Every refusal is one line: what, where, what to do."""

import stat
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame, Rgb
from vision.image.headers import Header, HeaderError, inspect


class PictureError(ValueError):
    """A picture cannot be used; the message is one line: which, what, what to do."""


@dataclass(frozen=True, slots=True)
class PictureLimits:
    """What is still a photograph of a table."""

    most_bytes: int = 128 * 1024 * 1024
    most_px: int = 64_000_000
    """Width times height; decoded, that is 192 MB."""
    most_side_px: int = 20_000
    least_side_px: int = 8
    most_times: int = 100
    """Longer side over shorter; a longer strip is a damaged header or a joke, and nothing is left of it at the sizes that are searched."""


LIMITS = PictureLimits()


def load_frame(path: Path, limits: PictureLimits = LIMITS) -> Frame:
    """The picture at `path`, taken now. Raises PictureError for a path or content that is no usable picture."""
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise PictureError(f"{path}: a folder, not a picture; name the pictures in it")
        if not stat.S_ISREG(found.st_mode):
            raise PictureError(f"{path}: not a plain file; name a picture")
        _check_bytes(found.st_size, str(path), limits)
        data = path.read_bytes()
    except FileNotFoundError:
        raise PictureError(f"{path}: no such file; check the name") from None
    except PermissionError:
        raise PictureError(f"{path}: may not be read; give yourself permission to read it") from None
    except (OSError, ValueError) as error:
        if isinstance(error, PictureError):
            raise
        raise PictureError(f"{path}: cannot be read ({error.strerror if isinstance(error, OSError) else error}); check the name") from None
    return decode(data, str(path), limits=limits)


def decode(data: bytes, name: str, taken_at: float | None = None, limits: PictureLimits = LIMITS) -> Frame:
    """A frame from the bytes of a JPEG, PNG, WebP, BMP or TIFF.

    The EXIF turn is applied; 16 bits a channel are scaled to 8; grey and CMYK become RGB; what is transparent becomes white.
    `name` is what errors call the picture; `taken_at` is the monotonic clock's now unless told. Raises PictureError.
    """
    _check_bytes(len(data), name, limits)
    try:
        header = inspect(data)
    except HeaderError as error:
        raise PictureError(f"{name}: {error}") from None
    _check_size(header, name, limits)
    stored = _pixels(data, header, name)
    if (stored.shape[1], stored.shape[0]) != header.size_px:
        raise PictureError(f"{name}: the file is damaged (its header names another size); copy or take it again")
    rgb = np.ascontiguousarray(turned(_to_rgb(stored, name), header.turn))
    return Frame(rgb, time.monotonic() if taken_at is None else taken_at)


def _check_bytes(count: int, name: str, limits: PictureLimits) -> None:
    if count > limits.most_bytes:
        raise PictureError(f"{name}: {count / 2**20:.0f} MB; at most {limits.most_bytes / 2**20:.0f} MB, make it smaller")


def _check_size(header: Header, name: str, limits: PictureLimits) -> None:
    width, height = header.size_px
    if width * height > limits.most_px or max(width, height) > limits.most_side_px:
        raise PictureError(f"{name}: {width} x {height} pixels; at most {limits.most_px // 10**6} million pixels, make it smaller")
    if min(width, height) < limits.least_side_px:
        raise PictureError(f"{name}: {width} x {height} pixels; at least {limits.least_side_px} each way, use a photograph")
    if max(width, height) > limits.most_times * min(width, height):
        raise PictureError(f"{name}: {width} x {height} pixels; one side at most {limits.most_times} times the other, use a photograph")


def _pixels(data: bytes, header: Header, name: str) -> NDArray[np.generic]:
    """(H, W) or (H, W, C) as stored, blue first, without the turn."""
    plain = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    how = cv2.IMREAD_UNCHANGED if header.format in ("png", "webp") else plain
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    except (cv2.error, MemoryError):
        pixels = None
    if pixels is None:
        raise PictureError(f"{name}: a damaged {header.format.upper()}; copy or take it again")
    return np.asarray(pixels)


def _to_rgb(stored: NDArray[np.generic], name: str) -> Rgb:
    """(H, W, 3) RGB of 8 bits from grey or BGR(A) of 8 or 16 bits."""
    if stored.dtype == np.uint16:
        stored = np.asarray(cv2.convertScaleAbs(stored.astype(np.uint16, copy=False), alpha=1 / 257))
    if stored.dtype != np.uint8:
        raise PictureError(f"{name}: pixels of type {stored.dtype}; save it with 8 bits a channel")
    channels = 1 if stored.ndim == 2 else stored.shape[2]
    if channels == 4:
        return _on_white(stored.astype(np.uint8, copy=False))
    code = {1: cv2.COLOR_GRAY2RGB, 3: cv2.COLOR_BGR2RGB}.get(channels)
    if code is None:
        raise PictureError(f"{name}: {channels} channels; save it as an RGB picture")
    return np.asarray(cv2.cvtColor(stored.astype(np.uint8, copy=False), code), np.uint8)


def _on_white(bgra: NDArray[np.uint8]) -> Rgb:
    """A scan cut out along its edges lies on white, whatever colour its transparent pixels hide."""
    rgb = np.asarray(cv2.cvtColor(bgra, cv2.COLOR_BGRA2RGB), np.uint8)
    alpha = bgra[..., 3:]
    if alpha.min() == 255:
        return rgb
    cover = alpha.astype(np.uint16)
    return ((rgb * cover + 255 * (255 - cover) + 127) // 255).astype(np.uint8)


def turned(stored: Rgb, turn: int) -> Rgb:
    """Upright pixels from stored ones and the EXIF orientation (1 to 8)."""
    if turn >= 5:
        stored = stored.transpose(1, 0, 2)
    if turn in (2, 3, 6, 7):
        stored = stored[:, ::-1]
    if turn in (3, 4, 7, 8):
        stored = stored[::-1]
    return stored
