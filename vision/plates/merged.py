"""Pieces of one colour that touch on a long way make one patch that cannot be cut: sought in it by their outlines, at the known size.

What is found counts only where it explains nearly the whole patch, every piece by a rim as certain as the other pieces' own. Of a patch one
piece of which is known already, the rest may be one piece more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.silhouettes import Silhouette, even
from vision.plates.fitting import PARAMS as FIT, FitParams, Standing, apart, fit_closely, fit_together
from vision.plates.flats import Patch
from vision.plates.guesses import Agreement, mirrored
from vision.plates.rims import Picture, sample
from vision.plates.standing import Camera, Pose, placed, project

Floats = NDArray[np.float64]
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class MergedParams:
    """When a patch is several pieces; millimetres."""

    least_part: float = 1.3
    """Times the smallest piece of its colour that such a patch is large."""
    most_mm2: float = 5000.0
    alike: float = 32.0
    """Colour difference, in levels, up to which a piece may be of a patch's colour."""
    least_loose: float = 0.6
    """Part of the patch that no known piece explains; of less ..."""
    least_rest: float = 0.7
    """... what is left is one piece at most, where it has so much of the smallest piece's area."""
    beside: float = 0.6
    """So near to a known piece nothing is left."""
    step: float = 2.0
    """Places are tried so far apart, and then made exact."""
    turns: int = 48
    points: int = 40
    near: float = 1.5
    """So near to the patch's edge an outline runs along it; no more than that lies outside."""
    least_run: float = 0.4
    """Part of an outline that runs along the patch's edge: the rest may touch another piece."""
    most_outside: float = 0.12
    places: int = 6
    """Of one turn that are looked at."""
    ways: int = 8
    """Of one piece that are made exact."""
    least_rim: float = 0.8
    """Certainty of a rim in parts of the median of the pieces that are known."""
    least_covered: float = 0.9
    explained: float = 0.88
    """Part of the patch that the pieces found in it cover."""
    most: int = 3
    """Patches that are tried, the largest first."""


PARAMS = MergedParams()


def together(
    picture: Picture,
    patches: Sequence[Patch],
    kept: Sequence[Standing],
    known: Sequence[Silhouette],
    camera: Camera,
    agreed: Agreement,
    fit: FitParams = FIT,
    params: MergedParams = PARAMS,
) -> tuple[Camera, tuple[Standing, ...], tuple[Standing, ...]]:
    """The camera and all pieces fitted together, those found in patches of several among them, and what was tried in these patches.

    The search starts from what fits firmly: one piece that was guessed into a patch of two leans the camera wrongly for all others.
    """
    camera, kept = fit_together(picture, kept, camera, agreed, fit)
    best = max(one.evidence.rim for one in kept)
    firm = tuple(one for one in kept if one.evidence.rim >= params.least_rim * best)
    leaning = camera if len(firm) == len(kept) else fit_together(picture, firm, camera, agreed, fit)[0]
    alike = merged(picture, patches, firm, known, leaning, agreed, params)
    if alike.likely:  # with a few more pieces the plane may lean otherwise, and with it all others may fit
        leaning, _ = fit_together(picture, apart([*firm, *alike.pieces, *alike.likely], fit), leaning, agreed, fit)
        alike = merged(picture, patches, firm, known, leaning, agreed, params)
    if alike.pieces:
        camera, kept = fit_together(picture, apart([*kept, *alike.pieces], fit), camera, agreed, fit)
    return camera, kept, alike.tried


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What was found in patches of several pieces."""

    pieces: tuple[Standing, ...]
    likely: tuple[Standing, ...]
    """In patches that they do not explain as a whole: they have no name, but may tell how the camera leans."""
    tried: tuple[Standing, ...]
    """Everything that was tried: rivals of the pieces."""


def merged(
    picture: Picture,
    patches: Sequence[Patch],
    kept: Sequence[Standing],
    known: Sequence[Silhouette],
    camera: Camera,
    agreed: Agreement,
    params: MergedParams = PARAMS,
) -> Found:
    """The pieces found in patches that `kept` does not explain."""
    usual = float(np.median([one.evidence.rim for one in kept]))
    found, likely, tried = list[Standing](), list[Standing](), list[Standing]()
    for line_mm, colour, foods, least in _loose(patches, kept, known, camera, agreed, picture.shape, params):
        poses = [(food, pose) for food in foods for pose in _ways(line_mm, food, params)]
        ways = [fit_closely(picture, food, pose, camera, agreed, FIT.rivals_mm) for food, pose in poses]
        clear = [one for one in ways if one.evidence.rim >= params.least_rim * usual and one.evidence.covered >= params.least_covered]
        own = [one for one in apart(clear) if _part(one.pose.line_mm, line_mm) > 0.8]
        tried += ways
        is_whole = len(own) >= least and _covered(picture, line_mm, colour, own, camera, params) >= params.explained
        found += own if is_whole else []
        likely += [] if is_whole else own
    return Found(tuple(found), tuple(likely), tuple(tried))


def _loose(
    patches: Sequence[Patch],
    kept: Sequence[Standing],
    known: Sequence[Silhouette],
    camera: Camera,
    agreed: Agreement,
    shape: tuple[int, ...],
    params: MergedParams,
) -> Iterator[tuple[Floats, Floats, list[Silhouette], int]]:
    """Outlines (n, 2) of patches that may be several pieces, their colours (3,), the pieces of that colour, how many there are at least.

    Each place comes once.
    """
    from_px = np.asarray(np.linalg.inv(camera.mm_to_px), np.float64)
    best = max(one.evidence.rim for one in kept)
    taken = [one.pose.line_mm for one in kept if one.evidence.rim >= params.least_rim * best]
    many = 0
    for patch in sorted(patches, key=lambda patch: -patch.area_px):
        low, high = patch.line.min(0), patch.line.max(0)
        area = patch.area_px / camera.px_per_mm**2
        if area > params.most_mm2 or low.min() < 4 or high[0] > shape[1] - 5 or high[1] > shape[0] - 5:
            continue
        foods = [one for one in known if np.abs(np.clip(one.body * agreed.gain, 0, 255) - patch.colour).max() < params.alike]
        if not foods or area < params.least_part * min(one.area_mm2 for one in foods) or many == params.most:
            continue
        line, least = project(from_px, patch.line[::2]), 2
        if _explained(line, taken) > 1 - params.least_loose:
            line, least = _rest(line, taken, params), 1
        smallest = min(one.area_mm2 for one in foods)
        if len(line) and (least == 2 or cv2.contourArea(line.astype(np.float32)) >= params.least_rest * smallest):
            taken.append(line)
            many += 1
            yield line, patch.colour, foods, least


def _rest(line: Floats, taken: Sequence[Floats], params: MergedParams, zoom: float = 4.0) -> Floats:
    """(n, 2) the outline of the largest part of a closed line's area that others leave; empty where there is none."""
    low = line.min(0) - 1.0
    size = tuple(int(v) for v in (np.ceil((line.max(0) + 1.0 - low) * zoom) + 1)[::-1])
    own, known = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    cv2.fillPoly(own, [np.round((line - low) * zoom).astype(np.int32)], 1)
    for other in taken:
        cv2.fillPoly(known, [np.round((other - low) * zoom).astype(np.int32)], 1)
    across = 2 * round(params.beside * zoom) + 1
    left = own & (1 - np.asarray(cv2.dilate(known, np.ones((across, across), np.uint8)), np.uint8))
    left = np.asarray(cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((across, across), np.uint8)), np.uint8)
    lines, _ = cv2.findContours(left, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    rest = max(lines, key=cv2.contourArea, default=np.zeros((0, 1, 2), np.int32))
    return np.asarray(rest[:, 0] / zoom + low, np.float64)


def _ways(line_mm: Floats, food: Silhouette, params: MergedParams) -> Iterator[Pose]:
    """Where a piece's outline lies within the patch and runs along its edge on the longest way."""
    inside, origin = _depth(line_mm, params)
    low, high = line_mm.min(0) - params.near, line_mm.max(0) + params.near
    found: list[tuple[float, Pose]] = []
    for outline in (food.outline_mm, mirrored(food.outline_mm)):
        points = even(outline, params.points)
        for turn in np.arange(params.turns) * 2 * np.pi / params.turns:
            at = placed(points, Pose(outline, 0.0, 0.0, float(turn)))
            room = high - low - np.ptp(at, axis=0)
            if (room < 0).any():
                continue
            shifts = np.stack(np.meshgrid(*(np.arange(0.0, side + 1e-9, params.step) for side in room)), -1).reshape(-1, 2)
            shifts += low - at.min(0)
            xy = np.rint(at[None] + shifts[:, None] - origin).astype(np.int64)
            deep = inside[xy[..., 1], xy[..., 0]]
            run = (np.abs(deep) <= params.near).mean(1) * ((deep < -params.near).mean(1) <= params.most_outside)
            for best in np.argsort(-run)[: params.places]:
                if run[best] >= params.least_run:
                    found.append((float(run[best]), Pose(outline, float(shifts[best, 0]), float(shifts[best, 1]), float(turn))))
    chosen: list[Pose] = []
    for _, pose in sorted(found, key=lambda one: -one[0]):
        if len(chosen) < params.ways and all(np.hypot(pose.x - o.x, pose.y - o.y) > 3 * params.step or _apart(pose, o) for o in chosen):
            chosen.append(pose)
    yield from chosen


def _apart(a: Pose, b: Pose, least: float = 0.5) -> bool:
    """Whether two poses at one place are turned otherwise, or show the other side."""
    return a.outline is not b.outline or abs((a.turn - b.turn + np.pi) % (2 * np.pi) - np.pi) > least


def _depth(line_mm: Floats, params: MergedParams) -> tuple[NDArray[np.float32], Floats]:
    """(H, W) millimetres that each place lies within the patch, below 0 outside, a pixel a millimetre; and the place of its first."""
    room = params.near + params.step + 2.0
    origin = np.floor(line_mm.min(0) - room)
    width, height = np.ceil(line_mm.max(0) + room - origin).astype(int) + 1
    mask = np.zeros((int(height), int(width)), np.uint8)
    cv2.fillPoly(mask, [np.round(line_mm - origin).astype(np.int32)], 1)
    within, without = (cv2.distanceTransform(one, cv2.DIST_L2, 5) for one in (mask, np.asarray(1 - mask, np.uint8)))
    return np.asarray(within - without, np.float32), origin


def _covered(picture: Picture, line_mm: Floats, colour: Floats, own: Sequence[Standing], camera: Camera, params: MergedParams) -> float:
    """The part of what has its colour within a patch that pieces cover: the patch's line goes around its holes, too."""
    low = np.floor(line_mm.min(0))
    size = tuple(int(v) for v in (np.ceil(line_mm.max(0) - low) + 1)[::-1])
    masks = [np.zeros(size, np.uint8) for _ in range(2)]
    for mask, lines in zip(masks, ([line_mm], [one.pose.line_mm for one in own]), strict=True):
        for line in lines:
            cv2.fillPoly(mask, [np.round(line - low).astype(np.int32)], 1)
    y, x = np.nonzero(masks[0])
    seen = sample(picture, project(camera.mm_to_px, np.stack([x, y], 1) + low))
    alike = np.abs(seen - colour).max(1) < params.alike
    return float(masks[1][y, x][alike].sum()) / max(int(alike.sum()), 1)


def _explained(line: Floats, others: Sequence[Floats]) -> float:
    """The part of a closed line's area that others cover."""
    low = line.min(0)
    size = tuple(int(v) for v in (np.ceil((line.max(0) - low) * 2) + 1)[::-1])
    own, covered = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    cv2.fillPoly(own, [np.round((line - low) * 2).astype(np.int32)], 1)
    for other in others:
        cv2.fillPoly(covered, [np.round((other - low) * 2).astype(np.int32)], 1)
    return float(np.count_nonzero(own & covered)) / max(float(np.count_nonzero(own)), 1.0)


def _part(line: Floats, patch: Floats) -> float:
    """The part of a piece that lies in a patch."""
    return _explained(line, [patch])
