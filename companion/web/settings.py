"""What the page needs to know that the table does not tell: plain values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.devices import Devices
from companion.evenings import Evening
from companion.game import Json
from companion.health import Reading

Shrink = Callable[[bytes, int, int], bytes | None]
"""JPEG bytes, widest width and height in px -> JPEG bytes no larger than that, shape kept; None while nobody can make them."""
Glass = Callable[[bytes], bytes | None]
"""JPEG bytes -> the same picture as a red glass shows it, perhaps smaller, as JPEG bytes; None while nobody can make it."""
Check = Callable[[Mapping[str, Any], Mapping[str, str]], dict[str, Json]]
"""A game's `show` and what was asked -> what can be said about it. Raises CompanionError in one line."""
Photo = Callable[[bytes, str], str]
"""A phone's picture, and from where it was taken (`top` or `side`) -> what was read, in a sentence. Raises CompanionError or ValueError."""


@dataclass(frozen=True, slots=True)
class WebSettings:
    """How the page is served."""

    hosts: tuple[str, ...] = ()
    """Names beside `localhost` and plain addresses under which the page may be asked for, e.g. `table.local`."""
    language: str = "en"
    """A file of `companion/web/languages`."""
    viewers: int = 32
    """Most live pages at once; the next one is asked to come again."""
    shrink: Shrink | None = None
    """Makes small pictures; without it, whole ones are served."""
    glass: Glass | None = None
    """Looks at a picture through a red glass; without it, pictures are served as they are."""
    check: Check | None = None
    """Answers a question about the table, such as whether a word lies on the board; None: the page offers none."""
    photo: Photo | None = None
    """Reads a phone's picture; None: the page takes none."""
    health: Callable[[], tuple[Reading, ...]] | None = None
    """What is measured of this table and its machine now; None: the page does not tell."""
    devices: Devices = field(default_factory=Devices)
    """Who may do what; an open table unless said otherwise."""
    evenings: Callable[[], tuple[Evening, ...]] = tuple
    """Evenings that were played before, newest first."""
    table: str = "1"
    """The id of this table in addresses."""
    keepalive_s: float = 5.0
    """A live page hears at least this often that it is still connected."""
    stale_s: float = 10.0
    """From this age on a picture is called STALE."""
