"""Is the table still, and free of hands? Looks at small pictures, so that every frame of a camera can be asked.

In colour, for one sleeve in six is as bright as the table: in grey it neither moves nor rests there.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.image.levels import scaled_size
from vision.observation import NotReady


@dataclass(frozen=True, slots=True)
class SettleParams:
    """When the table counts as still."""

    small_px: int = 192
    """Longer side of the picture that is looked at."""
    quiet_s: float = 0.25
    """No change for this long."""
    change: int = 14
    """Grey levels by which a pixel differs once the whole picture's change of light is taken out; noise stays below."""
    moving_share: float = 0.002
    """Changed part of the picture between two frames that is movement."""
    hand_share: float = 0.01
    """A change against the settled table that reaches the picture's edge and is at least this big is a hand or an arm."""
    believe_s: float = 3.0
    """What reaches in and lies perfectly still for this long is no hand: a mat, a box, a card at the edge."""
    noise_blur_px: float = 1.0
    white: int = 215
    """Both this bright, two pixels say nothing: white does not follow the light of the room."""


PARAMS = SettleParams()

Small = NDArray[np.float32]
"""(h, w) grey, 0 to 255, at most `small_px` long."""
Tint = NDArray[np.float32]
"""(h, w, 3) the same in RGB."""
_GREY, _ANY = np.array([0.299, 0.587, 0.114], np.float32), np.ones(3, np.uint8)
_THIN = 3
"""Every so many pixels tell the light of the room."""


@dataclass(frozen=True, slots=True, eq=False)
class Settle:
    """What is remembered between frames; `seen` gives the next. Start with `Settle()`."""

    params: SettleParams = PARAMS
    last: Small | None = None
    """The frame before,"""
    tint: Tint | None = None
    """and in colour."""
    table: Tint | None = None
    """The table as it last lay still and free of hands."""
    still_since: float | None = None
    """Seconds on the frames' clock; None while something moves."""
    why: NotReady | None = NotReady.MOVING
    """Why the table is not to be read now; None when it is."""
    is_free: bool = False
    """Nothing moves and no hand is in sight, if not for long enough yet: a reading may begin, to be told once the table is still."""
    reach: tuple[float, Tint] | None = None
    """Since when something reaches in and lies still, on the frames' clock, and how it looked then."""

    def seen(self, frame: Frame) -> "Settle":
        """The next state, after one more frame. A camera that was turned or changed its size begins anew."""
        tint, now = tint_of(frame, self.params), frame.taken_at
        small = grey_of(tint)
        if self.tint is None or self.tint.shape != tint.shape:
            return Settle(self.params, small, tint, None, now)
        is_moving = _differing(tint, self.tint, self.params).mean() >= self.params.moving_share
        state = replace(self, last=small, tint=tint)
        if is_moving:
            reaches = self.table is not None and _reaches_in(tint, self.table, self.params)
            return replace(state, still_since=None, why=NotReady.HAND if reaches else NotReady.MOVING, is_free=False, reach=None)
        return state._still(tint, now if self.still_since is None else self.still_since, now)

    def _still(self, tint: Tint, since: float, now: float) -> "Settle":
        """Nothing moves: is it the table, or a hand that rests?"""
        if self.table is not None and _reaches_in(tint, self.table, self.params):
            return self._reached(tint, since, now)
        since = since if self.reach is None or self.is_free else now
        if now - since < self.params.quiet_s:
            is_free, why = self.table is not None, self.why or NotReady.MOVING
            return replace(self, still_since=since, why=why, is_free=is_free)  # what lies just at the edge may reach in again
        return self._settled(tint, since)

    def _reached(self, tint: Tint, since: float, now: float) -> "Settle":
        """Something reaches in: a hand, until it has lain perfectly still for long enough."""
        began, then = self.reach or (now, tint)
        if _differing(tint, then, self.params).mean() >= self.params.moving_share:
            began, then = now, tint
        if now - began < self.params.believe_s:
            return replace(self, still_since=since, why=NotReady.HAND, is_free=False, reach=(began, then))
        return self._settled(tint, since)

    def _settled(self, table: Tint, since: float) -> "Settle":
        return replace(self, table=table, still_since=since, why=None, is_free=True, reach=None)


def watching(params: SettleParams = PARAMS) -> Callable[[Frame], NotReady | None]:
    """A function that is asked with every frame, in order, and remembers: why the table is not to be read now, or None."""
    state = Settle(params)

    def why(frame: Frame) -> NotReady | None:
        nonlocal state
        state = state.seen(frame)
        return state.why

    return why


def tint_of(frame: Frame, params: SettleParams) -> Tint:
    """A coarse picture: every k-th pixel first, since averaging millions is the cost."""
    step = max(1, max(frame.size_px) // (2 * params.small_px))
    thin = np.ascontiguousarray(frame.rgb[::step, ::step])
    scale = min(1.0, params.small_px / max(thin.shape[:2]))
    size = scaled_size(thin, scale)
    coarse = np.asarray(cv2.resize(thin, size, interpolation=cv2.INTER_AREA), np.float32)
    return np.asarray(cv2.GaussianBlur(coarse, (0, 0), params.noise_blur_px), np.float32)


def grey_of(tint: Tint) -> Small:
    """The same picture in grey."""
    return np.asarray(tint @ _GREY, np.float32)


def changed(now: Small, before: Small, params: SettleParams) -> NDArray[np.bool_]:
    """Pixels that differ by more than the light of the whole room did."""
    gain = float(np.median(now + 1)) / float(np.median(before + 1))
    expected = before * np.float32(np.clip(gain, 0.5, 2.0))
    told = (now < params.white) | (expected < params.white)
    return np.asarray((np.abs(now - expected) > params.change) & told)


def _differing(now: Tint, before: Tint, params: SettleParams) -> NDArray[np.bool_]:
    """Pixels of which any colour differs by more than the light of the whole room did."""
    after, then = (np.median(one[::_THIN, ::_THIN].reshape(-1, 3) + 1, axis=0) for one in (now, before))
    expected = before * np.clip(after / then, 0.5, 2.0).astype(np.float32)
    far = (np.asarray(cv2.absdiff(now, expected)) > params.change) @ _ANY > 0
    if far.any():
        far &= (_darkest(now) < params.white) | (_darkest(expected) < params.white)
    return np.asarray(far)


def _darkest(tint: Tint) -> Small:
    """(h, w) the least of each place's colours; NumPy's own takes ten times as long for three."""
    return np.asarray(np.minimum(np.minimum(tint[..., 0], tint[..., 1]), tint[..., 2]), np.float32)


def _reaches_in(now: Tint, table: Tint, params: SettleParams) -> bool:
    """Whether one connected change against the settled table touches the picture's edge and is as big as a hand."""
    differs = _differing(now, table, params).astype(np.uint8)
    if np.count_nonzero(differs) < params.hand_share * differs.size:
        return False
    count, labels, stats, _ = cv2.connectedComponentsWithStats(differs, connectivity=8)
    edge = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    touching = set(np.unique(edge).tolist()) - {0}
    return any(stats[i, cv2.CC_STAT_AREA] >= params.hand_share * differs.size for i in touching if i < count)
