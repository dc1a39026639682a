"""A rough guess where a known look lies, made exact: block by block, then one perspective through the blocks that agree."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.picture import Picture
from vision.image.quantiles import median_of
from vision.looks import canon
from vision.looks.blocks import CORNERS, energies, peaks, responses
from vision.looks.canon import BLOCK

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class AlignParams:
    """How a guess is made exact."""

    least_energy: float = 0.06
    """Mean squared edge strength of a block of the look, under which it holds nothing to go by."""
    least_match: float = 0.5
    """Correlation under which a block is left out."""
    least_found: float = 0.32
    """Mean correlation of all blocks, each where it fits best within `canon.MARGIN`, under which the look is not there: noise has .3 to
    .5. Of 670 places where a look came to rest well each had .38 and more, of 540 others a quarter less than this."""
    tolerance_px: float = 1.6
    """How far from the common perspective an agreeing block may lie, in canonical pixels."""
    few: int = 6
    """Agreeing blocks under which an affine move can be chance, and is believed only ..."""
    few_shear: float = 0.2
    """... when it turns, stretches and shears by no more than this."""
    fewest: int = 2
    """Blocks that give a similarity where there are too few for an affine move ..."""
    few_turn: float = 0.1
    """... and which turns and scales by no more than this."""
    narrow: float = 0.55
    """Agreeing blocks that span less than this part of the piece, one way, say little about the rest of it ..."""
    trusted_px: float = 4.0
    """... which is then held where the guess has it, as if its corners had been seen there to within this much."""


def align(
    picture: Picture,
    quad: Floats,
    look: Floats,
    params: AlignParams,
    free: Floats | None = None,
    reach: int = canon.MARGIN,
    own: Floats | None = None,
) -> Floats | None:
    """The quad (4, 2) in working pixels after one round of alignment to a look's edges; None when too little of the look is there.

    `free` (blocks,) is 0 for the blocks that something known covers: they are not looked at. `reach`: how far a block may lie from where
    the quad has it, in canonical pixels, at most `canon.MARGIN`. `own` (blocks,): the look's `blocks.energies`, where they are known.
    """
    seen = picture.edges_around(quad) if reach == canon.MARGIN else canon.edges(picture.patch(quad, reach))
    moved = move_between(seen, look, params, free, reach, own)
    if moved is None:
        return None
    to_picture = cv2.getPerspectiveTransform(canon.CORNERS, quad.astype(np.float32))
    corners = cv2.perspectiveTransform(canon.CORNERS[None], to_picture @ moved)
    return np.asarray(corners[0], np.float32)


def move_between(
    seen: Floats, look: Floats, params: AlignParams, free: Floats | None = None, reach: int = canon.MARGIN, own: Floats | None = None
) -> Matrix | None:
    """Where a look's points lie in `seen`, as a perspective (3, 3) in canonical pixels; None when too little of the look is there.

    `look` is (HEIGHT, WIDTH, 2) edges; `seen` the same with `reach` pixels more on every side. `own`: see `align`.
    """
    own = energies(look) if own is None else own
    told = _printed(own, free, params)
    if len(told) < params.fewest:
        return None
    at, match = peaks(responses(seen, look, told, reach, own))
    if reach == canon.MARGIN and float(match @ own[told]) < params.least_found * float(own[told].sum()):
        return None
    keep = match >= params.least_match
    here = (CORNERS[told][keep] + BLOCK / 2).astype(np.float32)
    return _common_move(here, here + at[keep] - np.float32(reach), params)


def has_little(own: Floats, free: Floats, params: AlignParams) -> bool:
    """Whether too few of the blocks (blocks,) that are `free` hold print to say where a look lies; `own`: its `blocks.energies`."""
    return len(_printed(own, free, params)) < params.fewest


def _printed(own: Floats, free: Floats | None, params: AlignParams) -> NDArray[np.int64]:
    has_print = own >= params.least_energy * BLOCK * BLOCK
    return np.flatnonzero(has_print if free is None else has_print & (free > 0))


def _of_few(here: Floats, there: Floats, params: AlignParams) -> Matrix | None:
    """The similarity (3, 3), little more than a shift, that so few blocks agree on; None when they do not."""
    if len(here) < params.fewest:
        return None
    move, _ = cv2.estimateAffinePartial2D(here, there, method=cv2.RANSAC, ransacReprojThreshold=2 * params.tolerance_px, maxIters=100)
    if move is None or not _is_slight(move[:, :2], params.few_turn):
        return None
    off = _lengths(here @ move[:, :2].T + move[:, 2] - there)
    return np.vstack([move, [0, 0, 1]]) if int((off < 2 * params.tolerance_px).sum()) >= params.fewest else None


def _is_slight(turn: NDArray[Any], most: float) -> bool:
    """Whether the linear part (2, 2) of a move is little more than a shift."""
    return bool(np.abs(turn - np.eye(2)).max() < most)


def _common_move(here: Floats, there: Floats, params: AlignParams) -> Matrix | None:
    """The perspective (3, 3) that most blocks share; fewer blocks give an affine one, under four a similarity."""
    if len(here) < 4:
        return _of_few(here, there, params)
    affine, inliers = _affine(here, there, params, 0)
    agreeing = 0 if affine is None else int(inliers.sum())
    if 4 <= agreeing < _ENOUGH:  # else it only says which blocks agree
        affine, inliers = _affine(here, there, params, 10)
    if agreeing < 4 or (agreeing < params.few and not _is_slight(affine[:, :2], params.few_shear)):
        return _of_few(here, there, params)
    move = np.vstack([affine, [0, 0, 1]])
    keep = inliers.ravel().astype(bool)
    if _is_narrow(here[keep], params):
        return _held(here[keep], there[keep], params)
    if int(keep.sum()) < _ENOUGH:
        return np.asarray(move, np.float64)
    for tolerance in (params.tolerance_px, params.tolerance_px / 2):
        full, _ = cv2.findHomography(here[keep], there[keep], 0)
        if full is None:
            break
        move = full
        off = _lengths(cv2.perspectiveTransform(here[None], move)[0] - there)
        keep = off < max(tolerance, float(median_of(off[keep])))
        if int(keep.sum()) < _ENOUGH:
            break
    return np.asarray(move, np.float64)


def _lengths(steps: NDArray[Any]) -> NDArray[Any]:
    """Those of some vectors (n, 2): (n,); NumPy's own norm takes several times as long for so few."""
    return np.asarray(np.sqrt(steps[:, 0] * steps[:, 0] + steps[:, 1] * steps[:, 1]))


def _affine(here: Floats, there: Floats, params: AlignParams, refined: int) -> tuple[Any, Any]:
    """The affine move (2, 3) that most blocks agree on, or None, and which do; these are the same however often it is `refined`."""
    away = 2 * params.tolerance_px
    return cv2.estimateAffine2D(here, there, method=cv2.RANSAC, ransacReprojThreshold=away, maxIters=200, refineIters=refined)


_ENOUGH = 10
"""Agreeing blocks from which a perspective is found."""


def _is_narrow(here: Floats, params: AlignParams) -> bool:
    """Whether blocks with these middles (n, 2) lie in a strip of the piece only."""
    across, down = (here.max(0) - here.min(0) + BLOCK).tolist()
    return bool(across < params.narrow * canon.WIDTH or down < params.narrow * canon.HEIGHT)


def _held(here: Floats, there: Floats, params: AlignParams) -> Matrix:
    """The perspective (3, 3) through blocks in a strip that moves the rest of the piece as little as they allow: weighted least squares."""
    weight = np.concatenate([np.ones(len(here)), np.full(4, params.tolerance_px / 2 / params.trusted_px)])
    points = np.concatenate([here, canon.CORNERS]).astype(np.float64)
    moved = np.concatenate([there, canon.CORNERS]).astype(np.float64)
    rows = np.zeros((len(points), 2, 8))
    rows[:, 0, :2] = rows[:, 1, 3:5] = points
    rows[:, 0, 2] = rows[:, 1, 5] = 1
    rows[:, :, 6:] = -moved[:, :, None] * points[:, None]
    found = np.linalg.lstsq((rows * weight[:, None, None]).reshape(-1, 8), (moved * weight[:, None]).reshape(-1), rcond=None)[0]
    return np.asarray(np.append(found, 1.0).reshape(3, 3), np.float64)
