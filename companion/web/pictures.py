"""The evidence pictures in the sizes that a page wants; small ones are made once and kept while there is room."""

from collections import OrderedDict
from threading import Lock

from companion.game import CompanionError
from companion.web.settings import Glass, Shrink
from companion.web.table import Table

SIZES = {"thumb": (168, 132), "live": (640, 640)}
"""Widest width and height in px."""
GLASS = "glass"
"""Instead of a size: as a red glass shows it."""
KEPT, GLASSES_KEPT = 200, 4
RECENT = 8
"""Whole pictures of the last looks that were shown: the session itself keeps only the newest of those that no entry names."""


class PictureShelf:
    """Pictures by name and size."""

    def __init__(self, table: Table, shrink: Shrink | None, glass: Glass | None = None) -> None:
        self._table, self._shrink, self._glass = table, shrink, glass
        self._lock, self._kept, self._recent = Lock(), OrderedDict[tuple[str, str], bytes](), OrderedDict[str, bytes]()

    def pin(self, sha: str) -> None:
        """Keep the newest look's picture for the pages that are about to ask for it. One that is gone already is left out."""
        try:
            whole = self._whole(sha)
        except CompanionError:
            return
        with self._lock:
            self._recent[sha] = whole
            self._recent.move_to_end(sha)
            if len(self._recent) > RECENT:
                self._recent.popitem(last=False)

    def get(self, sha: str, size: str) -> bytes:
        """JPEG bytes; the whole picture for no size, or while nothing can shrink it. Raises CompanionError when there is none."""
        make = self._glass if size == GLASS else self._smaller(size)
        if make is None:
            return self._whole(sha)
        with self._lock:
            if (sha, size) in self._kept:
                self._kept.move_to_end((sha, size))
                return self._kept[sha, size]
        whole = self._whole(sha)
        made = make(whole)
        if made is None:
            return whole
        with self._lock:
            self._kept[sha, size] = made
            glasses = [key for key in self._kept if key[1] == GLASS]
            for key in (*glasses[:-GLASSES_KEPT], *([*self._kept][:-KEPT])):
                self._kept.pop(key, None)
        return made

    def _smaller(self, size: str) -> Glass | None:
        """What makes a picture of this size; None for no size, and while nothing can."""
        shrink = self._shrink
        return None if not size or shrink is None else lambda whole: shrink(whole, *SIZES[size])

    def _whole(self, sha: str) -> bytes:
        with self._lock:
            recent = self._recent.get(sha)
        return self._table.picture(sha) if recent is None else recent
