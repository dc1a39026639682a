"""Where known pieces may lie, told by what is printed on them: points of print vote for a look and its place."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.nearest import Nearest
from vision.looks import canon
from vision.looks.catalogue import Catalogue
from vision.looks.gains import middle
from vision.looks.keypoints import LENGTH, NO_KEYPOINTS, Keypoints, rooted

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PrintParams:
    """How points of print vote."""

    components: int = 48
    """Principal components kept of a descriptor."""
    neighbours: int = 5
    """Points of the catalogue that a point of the picture votes for."""
    least_alike: float = 0.7
    """Cosine of two descriptors, each less the mean of all, under which a point does not vote."""
    turn_bins: int = 12
    centre_bin: float = 0.35
    """Width of a bin of places, in parts of the piece's width as seen."""
    least_votes: int = 3
    most: int = 24
    """Places handed on, best first."""
    tolerance: float = 0.05
    """How far a point may lie from its place under the common move, in parts of the piece's width."""


@dataclass(frozen=True, slots=True, eq=False)
class Vote:
    """A look and where it may lie."""

    look: int
    quad: Floats
    """(4, 2) pixels of the picture searched: the look's canonical corners."""
    votes: float


@dataclass(frozen=True, slots=True, eq=False)
class _Matches:
    """Points of the picture and points of looks that resemble each other; n of them."""

    look: Ints
    """(n,): the look of the known point."""
    flat: Floats
    """(n, 2): the known point in the look's own proportions, canonical width across."""
    seen: Floats
    """(n, 2): the point in the picture."""
    strength: Floats
    """(n,): how alike the two are."""


class PrintIndex:
    """All points of print of a catalogue, to be searched at once."""

    def __init__(self, catalogue: Catalogue, params: PrintParams) -> None:
        self.params = params
        looks = catalogue.looks
        owner = np.repeat(np.arange(len(looks)), [len(look.keypoints) for look in looks]).astype(np.int64)
        place = np.concatenate([NO_KEYPOINTS.place, *(look.keypoints.place for look in looks)])
        raw = np.concatenate([NO_KEYPOINTS.descriptors, *(look.keypoints.descriptors for look in looks)])
        keep = _distinct(place, raw)
        self._owner, self._place, raw = owner[keep], place[keep], raw[keep]
        self._aspect = np.array([max(look.size_mm) / min(look.size_mm) for look in looks], np.float32)
        some = rooted(raw[:: max(1, len(raw) // _SAMPLED)])
        self._mean = some.mean(0) if len(keep) else np.zeros(LENGTH, np.float32)
        self._axes = _principal(some - self._mean, params.components)
        self._known = Nearest(self._directions(raw))

    def _directions(self, raw: NDArray[np.uint8]) -> Floats:
        """Descriptors (n, 128) by their principal components, unit vectors (n, components); a few at a time, since each takes much room."""
        parts = (_units((rooted(raw[i : i + _AT_ONCE]) - self._mean) @ self._axes) for i in range(0, len(raw), _AT_ONCE))
        return np.concatenate([np.zeros((0, self._axes.shape[1]), np.float32), *parts])

    def find(self, points: Keypoints) -> list[Vote]:
        """Places with enough votes, those of the rarest points first."""
        if len(points) == 0 or len(self._known) == 0:
            return []
        asked = self._directions(points.descriptors)
        which, nearest, strength = self._known.search(asked, self.params.least_alike, self.params.neighbours)
        if len(which) < self.params.least_votes:
            return []
        return self._vote(points.place[which], nearest, strength)

    def _vote(self, seen: Floats, known: Ints, strength: Floats) -> list[Vote]:
        look, place = self._owner[known], self._place[known]
        stretch = self._aspect[look] * np.float32(canon.WIDTH / canon.HEIGHT)
        flat = np.stack([place[:, 0], place[:, 1] * stretch], 1)
        zoom, turn = seen[:, 2] / np.maximum(place[:, 2], 1e-3), np.deg2rad(seen[:, 3] - place[:, 3])
        arm = (np.stack([np.full(len(look), canon.WIDTH / 2), canon.HEIGHT / 2 * stretch], 1) - flat) * zoom[:, None]
        across = arm[:, 0] * np.cos(turn) - arm[:, 1] * np.sin(turn)
        down = arm[:, 0] * np.sin(turn) + arm[:, 1] * np.cos(turn)
        centre = seen[:, :2] + np.stack([across, down], 1)
        matches = _Matches(look, flat.astype(np.float32), seen[:, :2], strength)
        telling = np.asarray(strength**4 / np.bincount(known)[known], np.float32)
        fits = (self._fit(matches, members) for members in self._bins(look, zoom, turn, centre, telling))
        return list(islice((fit for fit in fits if fit is not None), self.params.most))

    def _bins(self, look: Ints, zoom: Floats, turn: Floats, centre: Floats, telling: Floats) -> Iterator[Ints]:
        """Members of the full bins of (look, turn, zoom, centre), most telling first; every match is in 16 bins that overlap.

        `telling` (n,): what each says; a known point that is seen all over a checked cloth says little wherever it is seen.
        """
        keys = _keys(look, zoom, turn, centre, self.params)
        member = np.tile(np.arange(len(look)), 16)
        order = np.argsort(keys, kind="stable")
        keys, member = keys[order], member[order]
        start = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
        size = np.diff(np.r_[start, len(keys)])
        weight = np.add.reduceat(telling[member], start)
        full = np.flatnonzero(size >= self.params.least_votes)
        used = np.zeros(len(look), bool)
        for b in full[np.argsort(-weight[full])][: 12 * self.params.most]:
            mine = member[start[b] : start[b] + size[b]]
            fresh = mine[~used[mine]]
            if len(fresh) >= max(self.params.least_votes, 0.5 * len(mine)):
                used[fresh] = True
                yield mine

    def _fit(self, matches: _Matches, members: Ints) -> Vote | None:
        """A similarity, or with many votes an affine move, through the matches of a bin; None when they do not agree."""
        look = int(matches.look[members[0]])
        here, there, strength = matches.flat[members], matches.seen[members], matches.strength[members]
        limit = max(3.0, self.params.tolerance * canon.WIDTH * _spread(there) / max(1e-3, _spread(here)))
        move, inliers = cv2.estimateAffinePartial2D(here, there, method=cv2.RANSAC, ransacReprojThreshold=2 * limit, maxIters=100)
        if move is None or int(inliers.sum()) < self.params.least_votes:
            return None
        if int(inliers.sum()) >= _MANY:
            affine, also = cv2.estimateAffine2D(here, there, method=cv2.RANSAC, ransacReprojThreshold=limit, maxIters=200)
            if affine is not None and int(also.sum()) >= int(inliers.sum()) and _is_sane(np.asarray(affine, np.float64)):
                move, inliers = affine, also
        corners = canon.CORNERS * np.array([1, canon.WIDTH * self._aspect[look] / canon.HEIGHT], np.float32)
        quad = corners @ np.asarray(move[:, :2].T, np.float32) + np.asarray(move[:, 2], np.float32)
        return Vote(look, quad.astype(np.float32), float((strength[inliers.ravel() > 0] ** 4).sum()))


_AT_ONCE = 8192
"""Descriptors that are unpacked at once."""
_SAMPLED = 40_000
"""Descriptors from which the principal components are learnt, at least."""
_MANY = 7
"""Votes from which an affine move is tried."""
_TWIN = 0.92
"""Dot product from which two points at the same place are one design."""


def _keys(look: Ints, zoom: Floats, turn: Floats, centre: Floats, params: PrintParams) -> Ints:
    """The bins of n matches, one number each: (16 * n,), for each way to move bins of zoom, turn, x and y by half their width, or not."""
    halves = np.array([0.0, 0.5], np.float32)
    level = np.floor(np.log2(np.maximum(zoom, 1e-3)) + halves[:, None])
    width = canon.WIDTH * np.exp2(level - halves[:, None] + 0.5) * params.centre_bin
    around = np.mod(np.floor(turn / (2 * np.pi) * params.turn_bins + halves[:, None]), params.turn_bins)
    x, y = (np.mod(np.floor(centre[:, axis] / width[:, None] + halves[:, None]), 512).astype(np.int64) for axis in (0, 1))
    key = (look * 32 + level.astype(np.int64) + 16)[:, None] * 16 + around.astype(np.int64)
    key = (key[:, :, None] * 512 + x[:, None])[:, :, :, None] * 512 + y[:, None, None]
    return np.asarray(key * 16 + np.arange(16).reshape(2, 2, 2, 2, 1), np.int64).ravel()


def _spread(points: Floats) -> float:
    off = points - points.mean(0)
    return float(middle(np.hypot(off[:, 0], off[:, 1])))


def _is_sane(affine: NDArray[np.float64]) -> bool:
    """Whether a flat piece, seen from above or askew, can be moved so."""
    singular = np.linalg.svd(affine[:, :2], compute_uv=False)
    return bool(np.linalg.det(affine[:, :2]) > 0 and singular[0] < 2.6 * singular[1])


def _distinct(place: Floats, descriptors: NDArray[np.uint8]) -> Ints:
    """Indices of points without those that look like a point at the same place of an earlier look: one design, printed on many."""
    level = np.round(2 * np.log2(np.maximum(place[:, 2], 0.1)))
    cells = np.stack([place[:, 0] // 3, place[:, 1] // 3, level, place[:, 3] // 20], 1).astype(np.int64)
    groups: dict[tuple[int, ...], list[int]] = {}
    kept = []
    for i, cell in enumerate(map(tuple, cells.tolist())):
        twins = groups.setdefault(cell, [])
        if not twins or float((rooted(descriptors[twins]) @ rooted(descriptors[i : i + 1])[0]).max()) < _TWIN:
            twins.append(i)
            kept.append(i)
    return np.array(kept, np.int64)


def _principal(rows: Floats, most: int) -> Floats:
    """The axes (128, most) along which the rows spread most (about the origin)."""
    if len(rows) == 0:
        return np.eye(LENGTH, most, dtype=np.float32)
    _, axes = np.linalg.eigh(rows.T @ rows)
    return np.asarray(axes[:, ::-1][:, :most], np.float32)


def _units(rows: Floats) -> Floats:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)
