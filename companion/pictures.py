"""Pictures, and what was read in them, by their SHA-256 in a folder: written whole or not at all, then named by an entry of the log."""

import hashlib
import re
from pathlib import Path

from companion.anchor import sync_folder, write_synced
from companion.game import CompanionError

SHA256 = re.compile(r"[0-9a-f]{64}")


class PictureError(CompanionError):
    """A picture cannot be kept or given back; the message says which and why."""


def name_of(jpeg: bytes) -> str:
    """The SHA-256 of a picture's bytes, in hex."""
    return hashlib.sha256(jpeg).hexdigest()


class Pictures:
    """A folder of files of one kind, JPEG unless said otherwise, named by their SHA-256."""

    def __init__(self, folder: Path, suffix: str = ".jpg", what: str = "picture") -> None:
        """Opens the folder and clears what a power cut left half written. Nothing is created before the first picture."""
        self.folder, self._suffix, self._what = folder, suffix, what
        for part in folder.glob("*.part"):
            part.unlink(missing_ok=True)

    def path(self, sha: str) -> Path:
        """Where the picture lies. Raises PictureError for anything that is no SHA-256, so no name leaves the folder."""
        if not SHA256.fullmatch(sha):
            raise PictureError(f"no {self._what} {sha[:80]!r}: a {self._what}'s name is a SHA-256 in lower-case hex")
        return self.folder / f"{sha}{self._suffix}"

    def keep(self, jpeg: bytes) -> str:
        """The picture's name, once its bytes are safely on the disk. Raises PictureError, leaving nothing behind."""
        sha = name_of(jpeg)
        path = self.path(sha)
        part = path.with_suffix(".part")
        try:
            if path.exists() and path.stat().st_size == len(jpeg):
                return sha
            if not self.folder.exists():
                self.folder.mkdir(parents=True, exist_ok=True)
                sync_folder(self.folder.parent)
            write_synced(part, jpeg)
            part.replace(path)
            sync_folder(self.folder)
        except OSError as error:
            raise PictureError(f"{self.folder}: the {self._what} cannot be kept: {error.strerror}; make room or check the disk") from error
        return sha

    def read(self, sha: str) -> bytes:
        """The picture's bytes, unchanged. Raises PictureError when it is missing or no longer what its name says."""
        path = self.path(sha)
        try:
            jpeg = path.read_bytes()
        except OSError as error:
            raise PictureError(f"{path}: the {self._what} cannot be read: {error.strerror}") from error
        if name_of(jpeg) != sha:
            raise PictureError(f"{path}: the {self._what} was changed after it was kept")
        return jpeg
