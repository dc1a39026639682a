"""Is the table still, and free of hands? Looks at small grey pictures, so that every frame of a camera can be asked."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
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


@dataclass(frozen=True, slots=True, eq=False)
class Settle:
    """What is remembered between frames; `seen` gives the next. Start with `Settle()`."""

    params: SettleParams = PARAMS
    last: Small | None = None
    """The frame before."""
    table: Small | None = None
    """The table as it last lay still and free of hands."""
    still_since: float | None = None
    """Seconds on the frames' clock; None while something moves."""
    why: NotReady | None = NotReady.MOVING
    """Why the table is not to be read now; None when it is."""
    is_free: bool = False
    """Nothing moves and no hand is in sight, if not for long enough yet: a reading may begin, to be told once the table is still."""

    def seen(self, frame: Frame) -> "Settle":
        """The next state, after one more frame. A camera that was turned or changed its size begins anew."""
        small, now = small_of(frame, self.params), frame.taken_at
        if self.last is None or self.last.shape != small.shape:
            return Settle(self.params, small, None, now)
        if changed(small, self.last, self.params).mean() >= self.params.moving_share:
            reaches = self.table is not None and _reaches_in(small, self.table, self.params)
            return replace(self, last=small, still_since=None, why=NotReady.HAND if reaches else NotReady.MOVING, is_free=False)
        since = now if self.still_since is None else self.still_since
        return self._still(small, since, now)

    def _still(self, small: Small, since: float, now: float) -> "Settle":
        """Nothing moves: is it the table, or a hand that rests?"""
        rests = self.table is not None and _reaches_in(small, self.table, self.params)
        if now - since < self.params.quiet_s:
            is_free = self.table is not None and not rests
            return replace(self, last=small, still_since=since, why=self.why or NotReady.MOVING, is_free=is_free)
        if rests and now - since < self.params.believe_s:
            return replace(self, last=small, still_since=since, why=NotReady.HAND, is_free=False)
        return Settle(self.params, small, small, since, None, is_free=True)


def watching(params: SettleParams = PARAMS) -> Callable[[Frame], NotReady | None]:
    """A function that is asked with every frame, in order, and remembers: why the table is not to be read now, or None."""
    state = Settle(params)

    def why(frame: Frame) -> NotReady | None:
        nonlocal state
        state = state.seen(frame)
        return state.why

    return why


def small_of(frame: Frame, params: SettleParams) -> Small:
    """A coarse grey picture: every k-th pixel first, since averaging millions is the cost."""
    step = max(1, max(frame.size_px) // (2 * params.small_px))
    thin = frame.rgb[::step, ::step]
    scale = min(1.0, params.small_px / max(thin.shape[:2]))
    grey = np.asarray(cv2.cvtColor(np.ascontiguousarray(thin), cv2.COLOR_RGB2GRAY), np.uint8)
    size = max(1, round(grey.shape[1] * scale)), max(1, round(grey.shape[0] * scale))
    coarse = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32)
    return np.asarray(cv2.GaussianBlur(coarse, (0, 0), params.noise_blur_px), np.float32)


def changed(now: Small, before: Small, params: SettleParams) -> NDArray[np.bool_]:
    """Pixels that differ by more than the light of the whole room did."""
    gain = float(np.median(now + 1)) / float(np.median(before + 1))
    expected = before * np.float32(np.clip(gain, 0.5, 2.0))
    told = (now < params.white) | (expected < params.white)
    return np.asarray((np.abs(now - expected) > params.change) & told)


def _reaches_in(now: Small, table: Small, params: SettleParams) -> bool:
    """Whether one connected change against the settled table touches the picture's edge and is as big as a hand."""
    differs = changed(now, table, params).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(differs, connectivity=8)
    edge = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    touching = set(np.unique(edge).tolist()) - {0}
    return any(stats[i, cv2.CC_STAT_AREA] >= params.hand_share * differs.size for i in touching if i < count)
