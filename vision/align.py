"""A rough guess where a known look lies, made exact: block by block, then one perspective through the blocks that agree."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import canon
from vision.blocks import CORNERS, energies, peaks, responses
from vision.canon import BLOCK
from vision.picture import Picture

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class AlignParams:
    """How a guess is made exact."""

    least_energy: float = 0.06
    """Mean squared edge strength of a block of the look, under which it holds nothing to go by."""
    least_match: float = 0.5
    """Correlation under which a block is left out."""
    tolerance_px: float = 1.6
    """How far from the common perspective an agreeing block may lie, in canonical pixels."""


def align(picture: Picture, quad: Floats, look: Floats, params: AlignParams) -> Floats | None:
    """The quad (4, 2) in working pixels after one round of alignment to a look's edges; None when too little of the look is there."""
    moved = move_between(canon.edges(picture.patch(quad, canon.MARGIN)), look, params)
    if moved is None:
        return None
    to_picture = cv2.getPerspectiveTransform(canon.CORNERS, quad.astype(np.float32))
    corners = cv2.perspectiveTransform(canon.CORNERS[None], to_picture @ moved)
    return np.asarray(corners[0], np.float32)


def move_between(seen: Floats, look: Floats, params: AlignParams) -> Matrix | None:
    """Where a look's points lie in `seen`, as a perspective (3, 3) in canonical pixels; None when too little of the look is there.

    `look` is (HEIGHT, WIDTH, 2) edges; `seen` the same with `canon.MARGIN` pixels more on every side.
    """
    told = np.flatnonzero(energies(look) >= params.least_energy * BLOCK * BLOCK)
    if len(told) < 4:
        return None
    at, match = peaks(responses(seen, look, told, canon.MARGIN))
    keep = match >= params.least_match
    here = (CORNERS[told][keep] + BLOCK / 2).astype(np.float32)
    return _common_move(here, here + at[keep] - np.float32(canon.MARGIN), params)


def _common_move(here: Floats, there: Floats, params: AlignParams) -> Matrix | None:
    """The perspective (3, 3) that most blocks share; fewer blocks give an affine one; None under four."""
    if len(here) < 4:
        return None
    affine, inliers = cv2.estimateAffine2D(here, there, method=cv2.RANSAC, ransacReprojThreshold=2 * params.tolerance_px, maxIters=200)
    if affine is None or int(inliers.sum()) < 4:
        return None
    move = np.vstack([affine, [0, 0, 1]])
    keep = inliers.ravel().astype(bool)
    if int(keep.sum()) < 10:
        return np.asarray(move, np.float64)
    for tolerance in (params.tolerance_px, params.tolerance_px / 2):
        full, _ = cv2.findHomography(here[keep], there[keep], 0)
        if full is None:
            break
        move = full
        off = np.linalg.norm(cv2.perspectiveTransform(here[None], move)[0] - there, axis=1)
        keep = off < max(tolerance, float(np.median(off[keep])))
        if int(keep.sum()) < 10:
            break
    return np.asarray(move, np.float64)
