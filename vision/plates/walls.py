"""A deep plate's wall stands before the feet of its pieces: what it hides of them is hidden, not absent.

On a flat plate a piece stands on the plate's upper edge. Where a piece's outline goes on below that, or just above it the colour of a food
shows that is no piece's, the edge is a wall's. Who touches the plate behind it, or what is hidden there, cannot be seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.silhouettes import Silhouette
from vision.observation import PLATE, Candidate, Detection
from vision.plates.before import ground
from vision.plates.contacts import Contacts, Pair, gap_mm
from vision.plates.ends import edges
from vision.plates.plate import Plate
from vision.plates.rims import Picture, sample
from vision.plates.standing import Camera, project
from vision.plates.untold import box

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class WallParams:
    """When a plate's edge is a wall's; millimetres of its plane."""

    deep: float = 1.5
    """A piece whose outline reaches so far below the plate's upper edge is behind it: of 160 on flat plates none did by .8."""
    step: float = 0.5
    """Between the columns that are looked at ..."""
    ends: float = 4.0
    """... but for the plate's ends, up to which its upper face shows, but no food ..."""
    above: tuple[float, float, float] = (0.6, 3.5, 0.4)
    """... from so far above its edge to so far, in such steps ..."""
    levels: int = 3
    """... of which so many, one above another, show a food ..."""
    narrowest: float = 5.0
    """... in columns so broad together ..."""
    spot: float = 4.0
    """... but for spots no broader than this ..."""
    own: float = 1.0
    """... and so far from all pieces at least."""
    alike: float = 30.0
    """Levels, in full light, up to which that is a food's colour; of what is seen there on flat plates it is so by chance where ..."""
    dimmest: float = 0.4
    hue: float = 0.05
    """... it is the plate's own edge: the parts that red, green and blue have of its light differ by less ..."""
    brighter: float = 1.12
    """... and it is not so many times as bright, or more, ..."""
    lift: float = 12.0
    """... so many levels added before."""
    bump: float = 4.0
    """Where a plate's edge is so much higher than on the way from end to end, a piece of its colour ran together with it."""
    hidden: float = 10.0
    """So far below the wall's edge what shows above it is taken to go on."""
    near: float = 2.5
    """What comes so near to the wall's edge may touch what is behind it ..."""
    reach: float = 60.0
    """... if that shows no farther away: foods are about as long."""
    flat: tuple[float, float] = (0.7, 12.0)
    """A piece whose lower edge runs along the wall's, but for so much on so long a way, may be cut off by it."""
    exact: float = 0.25
    """So does one whose outline is seen farther from where the piece has it: true ones are seen .11 to .18 off."""
    broad: float = 0.8
    """What has no name and stands on a plate shows there in so much of its breadth at most, unless it is cut off."""


PARAMS = WallParams()
_HIDDEN = "the plate's wall hides the feet of pieces, and may hide a whole one: take a flat plate, or look from higher up"
_CUT = "the plate's wall may hide a part of it"


@dataclass(frozen=True, slots=True)
class Found:
    """All that was found on a plate: pieces with or without a name, and where they are."""

    pieces: tuple[Detection, ...]
    lines_mm: tuple[Floats, ...]
    """Their outlines, (n, 2) each, those that were fitted first, others roughly."""
    off_mm: tuple[float, ...]
    """Of each that was fitted: how far off it, by the root of the mean square, the rim is seen."""

    @property
    def fitted(self) -> int:
        """How many were."""
        return len(self.off_mm)


def behind(
    picture: Picture, camera: Camera, plate: Plate, found: Found, foods: Sequence[Silhouette], gain: Floats, params: WallParams = PARAMS
) -> Found | None:
    """The same with what a wall hides as questions; None where the plate has no wall before its pieces.

    `picture`: float (H, W, 3) RGB; `gain`: (3,) the light on all pieces, seen colour by enrolled colour.
    """
    lines, rough = found.lines_mm[: found.fitted], found.lines_mm[found.fitted :]
    shown = [*_stubs(picture, camera, plate, lines, rough, foods, gain, params), *_bumps(plate, params)]
    told = [[one for one in rough if _covers(one, stub)] for stub in shown]
    is_deep = any(gap_mm(line, plate.line_mm) <= -params.deep for line in lines)
    for stub, whole in zip(shown, told, strict=True):
        is_deep |= all(float(np.ptp(stub[:, 0])) >= params.broad * float(np.ptp(one[:, 0])) for one in whole)
    if not is_deep:
        return None
    fits = zip(found.pieces, lines, found.off_mm, strict=False)
    pieces = [piece if piece.id is None or not _may_be_cut(line, off, plate, params) else _cut(piece) for piece, line, off in fits]
    more = [stub for stub, whole in zip(shown, told, strict=True) if not whole]
    if not more and all(piece.is_sure for piece in (*pieces, *found.pieces[found.fitted :])):
        more = [_outline(*edges(plate.line_mm, params.step)[:2], params)]
    new = [Detection("food", box(line.min(0), line.max(0), camera, None), why=_HIDDEN) for line in more]
    return Found((*pieces, *found.pieces[found.fitted :], *new), (*found.lines_mm, *more), found.off_mm)


def _cut(piece: Detection) -> Detection:
    """A piece that may be a part of another."""
    return replace(piece, id=None, confidence=0.0, alternatives=(Candidate(piece.id or "", 0.5), *piece.alternatives), why=_CUT)


def _covers(line_mm: Floats, stub: Floats) -> bool:
    """Whether an outline (n, 2) has a part of what shows above the wall."""
    return gap_mm(line_mm, stub) <= 0


def _stubs(
    picture: Picture,
    camera: Camera,
    plate: Plate,
    pieces_mm: Sequence[Floats],
    others_mm: Sequence[Floats],
    foods: Sequence[Silhouette],
    gain: Floats,
    params: WallParams,
) -> list[Floats]:
    """Rough outlines (4, 2) of what shows just above a plate's edge in a food's colour, and is none of the pieces.

    `picture`: float (H, W, 3) RGB; `pieces_mm`: outlines (n, 2) of those that were found; `others_mm`: of what else stands there;
    `gain`: (3,) the light on all pieces, seen colour by enrolled colour.
    """
    columns, top = _upper_edge(plate, params)
    if len(columns) == 0:
        return []
    bodies = np.clip(np.stack([one.body for one in foods]) * gain, 0, 255)
    alike = params.alike * float(np.clip(gain.mean(), params.dimmest, 1.0))
    own = np.median(sample(picture, project(camera.mm_to_px, np.stack([columns, top + 2.0], 1))), axis=0)
    behind = _ground(picture, camera, [*pieces_mm, *others_mm, plate.line_mm])
    shows = []
    for up in np.arange(*params.above):
        points = np.stack([columns, top - up], 1)
        px = np.clip(project(camera.mm_to_px, points), 0, np.array(picture.shape[1::-1]) - 1)
        seen, at = sample(picture, px), np.clip(np.round(px / 2).astype(np.int64), 0, np.array(behind.shape[::-1]) - 1)
        is_food = np.abs(seen[:, None] - bodies).max(-1).min(1) < alike
        free = ~np.any([_near(points, line, params.own) for line in pieces_mm], axis=0)
        shows.append(is_food & ~_is_own(seen, own, params) & (behind[at[:, 1], at[:, 0]] == 0) & free)
    rows = np.lib.stride_tricks.sliding_window_view(np.stack(shows), params.levels, axis=0)
    both = np.asarray(rows.all(-1).any(0), np.bool_)
    return [
        _outline(columns[run], top[run], params)
        for run in _runs(both, round(params.spot / params.step))
        if len(run) * params.step >= params.narrowest and run[0] > 0 and run[-1] < len(columns) - 1
    ]


def _bumps(plate: Plate, params: WallParams) -> list[Floats]:
    """Rough outlines (4, 2) of what ran together with a plate and shows above its edge."""
    columns, top = _upper_edge(plate, params)
    if len(columns) < 2:
        return []
    chord = np.interp(columns, columns[[0, -1]], top[[0, -1]])
    bumps = _runs(np.asarray(chord - top > params.bump, np.bool_))
    return [_outline(columns[run], chord[run], params) for run in bumps if len(run) * params.step >= params.narrowest]


def _upper_edge(plate: Plate, params: WallParams) -> tuple[Floats, Floats]:
    """(n,) columns of a plate, but for its ends, and where its upper edge is in each."""
    columns, top, _ = edges(plate.line_mm, params.step)
    inner = (columns > columns[0] + params.ends) & (columns < columns[-1] - params.ends)
    return columns[inner], top[inner]


def _may_be_cut(line_mm: Floats, off_mm: float, plate: Plate, params: WallParams) -> bool:
    """Whether a piece's lower edge is at a plate's upper one, which may be what ends it: it runs along it, or the rest fits badly."""
    if off_mm > params.exact and gap_mm(line_mm, plate.line_mm, params.near) <= params.near:
        return True
    even, long = params.flat
    columns, top, _ = edges(plate.line_mm, params.step)
    mine, _, low = edges(line_mm, params.step)
    over = (mine >= columns[0]) & (mine <= columns[-1])
    above, many = np.interp(mine[over], columns, top) - low[over], round(long / params.step)
    if len(above) < many:
        return False
    parts = np.lib.stride_tricks.sliding_window_view(above, many)
    return bool(((np.ptp(parts, axis=1) <= even) & (parts.max(1) <= params.near)).any())


def unseen(
    found: Contacts, at_wall: Sequence[int], lines_mm: Sequence[Floats], known: Sequence[bool], params: WallParams = PARAMS
) -> Contacts:
    """The contacts, where all that may lie behind the wall are in doubt: of those at it, with the plate and with each other.

    `known`: whose of the outlines (n, 2) has a name, so that what of it is hidden is known, too.
    """
    hidden: list[Pair] = [(PLATE, k) for k in at_wall]
    for a, b in combinations(at_wall, 2):
        reach = params.near if known[a] and known[b] else params.reach
        if _aside(lines_mm[a], lines_mm[b]) <= reach:
            hidden.append((a, b))
    sure = tuple(pair for pair in found.touching if pair not in hidden)
    return replace(found, touching=sure, unsure=(*found.unsure, *(pair for pair in hidden if pair not in found.unsure)))


def at_the_wall(lines_mm: Sequence[Floats], plate: Plate, params: WallParams = PARAMS) -> list[int]:
    """Which of some outlines (n, 2), by index, come so near to a plate's wall that they may touch something behind it."""
    return [k for k, line in enumerate(lines_mm) if gap_mm(line, plate.line_mm, params.near) <= params.near]


def _ground(picture: Picture, camera: Camera, stack_mm: Sequence[Floats]) -> NDArray[np.uint8]:
    """(H / 2, W / 2) 1 where ground and wall of the room show."""
    small = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)
    return ground(small, [project(camera.mm_to_px, line) / 2 for line in stack_mm], camera.px_per_mm / 2)


def _is_own(seen: Floats, own: Floats, params: WallParams) -> Flags:
    """(n,) whether colours (n, 3) have the hue of a plate's own, (3,), and are not much brighter."""
    lit, usual = seen + params.lift, own + params.lift
    hue = np.abs(lit / lit.sum(1, keepdims=True) - usual / usual.sum()).max(1)
    return np.asarray((hue < params.hue) & (lit.sum(1) < params.brighter * usual.sum()), np.bool_)


def _near(points: Floats, line: Floats, mm: float) -> Flags:
    """(n,) whether points (n, 2) lie within a closed line, or so near to it."""
    edge = line.astype(np.float32)[:, None]
    close = ((points >= line.min(0) - mm) & (points <= line.max(0) + mm)).all(1)
    for k in np.flatnonzero(close):
        close[k] = cv2.pointPolygonTest(edge, (float(points[k, 0]), float(points[k, 1])), True) > -mm
    return np.asarray(close, np.bool_)


def _runs(flags: Flags, gap: int = 0) -> list[NDArray[np.intp]]:
    """The stretches, by index, on which all are set but for so many in a row."""
    ends = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(np.int8))).reshape(-1, 2)
    parts = np.split(ends, np.flatnonzero(ends[1:, 0] - ends[:-1, 1] > gap) + 1) if len(ends) else []
    return [np.arange(part[0, 0], part[-1, 1]) for part in parts]


def _outline(columns: Floats, top: Floats, params: WallParams) -> Floats:
    (left, right), high, low = columns[[0, -1]], float(top.min()) - params.above[1], float(top.max()) + params.hidden
    return np.array([(left, high), (right, high), (right, low), (left, low)])


def _aside(a: Floats, b: Floats) -> float:
    """How far two outlines are apart from left to right; 0 or less where one is over the other."""
    return float(max(a[:, 0].min() - b[:, 0].max(), b[:, 0].min() - a[:, 0].max()))
