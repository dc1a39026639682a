"""Does a picture show its piece clearly enough to be enrolled? What is amiss, and what to do about it.

What a poor picture does not show cannot be asked for on the table either: fine lines that blur has taken make a striped card a plain one.
"""

from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.enrolling.lined import may_go_on
from vision.image.channels import smallest
from vision.table.light import PARAMS, sharpness

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]

FLAT = ("card", "tile")
"""Kinds of pieces that are asked: they fill their picture, and are told by fine print."""
FOOD = "food"
LEAST_LINES = 160
"""Pixels along the longer side, each as sharp as a pixel can be, that it takes: with 210 and more as many cards are named as with 400, with
150 some are asked about or wrong, with 110 one in five is wrong where stripes are as fine (tests/benchmarks/RESULTS.md)."""
_WORK_PX = 400
"""Longer side at which a picture is judged; a smaller one is as it is."""
_BURNT = 250
"""Level that all three colours reach where nothing that was printed is left."""
_LEAST_GLARE, _MOST_GLARE = 0.01, 0.5
"""Share of the picture that glare burns out; of more nobody can tell whether it is not simply white."""
_LEAST_PATCH = 0.002
"""Share of the picture from which what is burnt out in one place is looked at."""
_NEAR_PX, _FAR_PX = 5, 20
"""Away from a lamp's image it is darker at the second of these than at the first, where print is as dark at either:"""
_LEAST_FALL, _MOST_OF_IT = 4.0, 0.5
"""grey levels that it falls until the second at least, and the part of them until the first at most;"""
_SLOPE, _SOFT = 4.0, 0.25
"""and no steeper than so many grey levels per pixel in such a part of its rim, where of white print that is .13 at most."""
_FEWEST = 30
"""Pixels of each such rim."""
_RIM_PX = 4


class Flaw(StrEnum):
    """What is amiss with a picture."""

    SMALL = "small"
    BLUR = "blur"
    GLARE = "glare"
    EDGE = "edge"

    @property
    def advice(self) -> str:
        """What it is, and what to do about it, in plain words that follow the piece's name."""
        return _ADVICE[self]


_ADVICE = {
    Flaw.SMALL: "is too small in it for fine print; take it from nearer",
    Flaw.BLUR: "is blurred; hold the camera still and let it focus, or take it from nearer",
    Flaw.GLARE: "mirrors a lamp; move the lamp, or take the piece out of its sleeve, and take it again",
    Flaw.EDGE: "shows no edge beyond the dark line around it; if its paper goes on there, take it again on a darker sheet",
}


def flaw_of(rgb: Pixels) -> Flaw | None:
    """The worst that is amiss with a picture (H, W, 3) RGB of one piece, cut at its edges; None for a good one."""
    longest = max(rgb.shape[:2])
    if longest < LEAST_LINES:
        return Flaw.SMALL
    scale = min(1.0, _WORK_PX / longest)
    small = np.asarray(cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    sharp = sharpness(np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), np.uint8), PARAMS)
    if 0 < sharp * max(small.shape[:2]) < LEAST_LINES:  # 0: it has no edge at all
        return Flaw.BLUR
    return Flaw.GLARE if has_glare(small) else None


def flaw_in(rgb: Pixels, kind: str) -> Flaw | None:
    """The same for a piece of any kind, asked of few; of a food, with some of its ground around, whether it shows where it ends."""
    if kind == FOOD:
        return Flaw.EDGE if may_go_on(rgb) else None
    return flaw_of(rgb) if kind in FLAT else None


def has_glare(rgb: Pixels) -> bool:
    """Whether a lamp is mirrored in a picture (H, W, 3) RGB: burnt out, and beside that ever darker as no print is."""
    darkest = smallest(rgb)
    burnt = cv2.morphologyEx((darkest >= _BURNT).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    if not _LEAST_GLARE <= burnt.mean() <= _MOST_GLARE:
        return False
    count, patches, found, _ = cv2.connectedComponentsWithStats(burnt)
    large = [n for n in range(1, count) if found[n, cv2.CC_STAT_AREA] >= _LEAST_PATCH * burnt.size]
    away, steep = _away(burnt), _steepness(rgb)
    lamps = (n for n in large if _fades(darkest, steep, _away(patches == n), away))
    return sum(int(found[n, cv2.CC_STAT_AREA]) for n in lamps) >= _LEAST_GLARE * burnt.size


def _fades(darkest: Pixels, steep: Floats, away: Floats, from_any: Floats) -> bool:
    """Whether it is ever darker `away` (H, W) from a patch, in pixels, where no other is nearer."""
    rim, near, far = ((away > px - wide) & (away <= px) & (away <= from_any + 0.5) for px, wide in ((3, 3), (_NEAR_PX, 1), (_FAR_PX, 1)))
    if min(np.count_nonzero(ring) for ring in (rim, near, far)) < _FEWEST:
        return False
    fell, in_all = (_BURNT - float(np.median(darkest[ring])) for ring in (near, far))
    return in_all >= _LEAST_FALL and fell <= _MOST_OF_IT * in_all and float((steep[rim] < _SLOPE).mean()) >= _SOFT


def _away(patch: NDArray[np.generic]) -> Floats:
    """(H, W): how far each pixel is from a patch (H, W), in pixels; less than 0 at the picture's rim, where a piece ends."""
    found = cv2.distanceTransform((patch == 0).astype(np.uint8), cv2.DIST_L2, 3)
    found[:_RIM_PX] = found[-_RIM_PX:] = found[:, :_RIM_PX] = found[:, -_RIM_PX:] = -1
    return np.asarray(found, np.float32)


def _steepness(rgb: Pixels) -> Floats:
    """(H, W): how steeply the darkest colour of each pixel changes, in grey levels per pixel."""
    soft = smallest(np.asarray(cv2.GaussianBlur(rgb, (0, 0), 1.0), np.uint8))
    across, down = (cv2.Sobel(soft, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    return np.asarray(cv2.magnitude(across, down), np.float32)
