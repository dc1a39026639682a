"""When a table is read, and when its readings are believed."""

from dataclasses import dataclass

from vision.live.bands import PARAMS as BANDS, BandParams
from vision.live.steady import PARAMS as STEADY, SteadyParams
from vision.live.tracking import PARAMS as TRACKING, TrackParams
from vision.table.settle import PARAMS as SETTLE, SettleParams


@dataclass(frozen=True, slots=True)
class LiveParams:
    """When a table is read, and when its readings are believed."""

    settle: SettleParams = SETTLE
    tracking: TrackParams = TRACKING
    steady: SteadyParams = STEADY
    bands: BandParams = BANDS
    flicker_s: float = 4.0
    """A table under a flickering lamp that has moved for so long is not moving."""
    is_early: bool = True
    """A look begins as soon as nothing moves; off: once the table has been still for long enough."""
    sure: float = 0.99
    """Read this surely, a piece needs no second look before it is told."""
    still_there: float = 0.21
    """Part of the looks that have to show a piece whose place has not changed, or it is gone: all but the one that told it say so."""
    gone: float = 0.5
    """A piece that is not seen any more needs none either, when so much of its place has changed."""
    again_s: float = 8.0
    """A table that has not changed is read again after this long: what no single frame showed may have crept in."""
    anew_s: float = 30.0
    """Behind the news, pieces that two looks agreed on and that look as they did are not read again; but all of them after this long."""
    poor_s: float = 1.0
    """After a picture too poor to be read, so long until the next try."""
    changed_share: float = 0.0006
    """Part of the small picture that differs from the one that was read: something new lies there."""
    overlooked_share: float = 0.002
    """Part of the small picture that differs where no piece was found and none lay: the whole picture has overlooked something."""
    most_patch: float = 0.5
    """Changes that fill more of the picture have the whole of it read."""
    least_patch_px: int = 320
    """Of the picture, each way: a card hardly ever needs less."""
    margin: float = 0.35
    """Of a patch's own size, added on each side."""
