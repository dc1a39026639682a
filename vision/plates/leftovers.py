"""What is left of a side view when its pieces are known: patches on the stack, coloured like a food, that no piece explains."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.silhouettes import Silhouette, even
from vision.plates.before import ground
from vision.plates.contacts import gap_mm
from vision.plates.flats import Patch
from vision.plates.rims import Picture, sample
from vision.plates.shaped import Shaped
from vision.plates.standing import Camera, project

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LeftoverParams:
    """What counts as left over."""

    area_mm2: tuple[float, float] = (70.0, 6000.0)
    near_mm: float = 1.8
    """It begins so near to a piece or the plate ..."""
    near_border_mm: float = 1.0
    """... or, inside a broad border of its own, so much farther than that is broad ..."""
    near_printed_mm: float = 6.0
    """... or, of a printed food, with a stripe between that may look like the ground."""
    alike: float = 40.0
    """Colour difference, in levels, up to which it may be a food."""
    most_tint: float = 0.35
    """Difference between the logarithms of two channels' light, that on all pieces taken off, up to which parts of several colours may be
    one printed food ..."""
    lift: float = 12.0
    """... so many levels added before colours are divided."""
    background: float = 22.0
    """Colour difference, in levels, up to which it is of one colour with what reaches the picture's rim."""
    explained: float = 0.3
    """Part of it that pieces and plate may cover."""
    least_solid: float = 0.7
    """Part of its hull that a small one fills; what shows between pieces is more ragged ..."""
    least_solid_printed: float = 0.2
    """... but for what shows two colours of a food: what of a bent one lies between two stripes is as narrow as they are far apart."""
    small_mm2: float = 400.0
    least_part: float = 0.35
    """Of the smallest food of its colour ..."""
    least_striped: float = 0.25
    """... or of a printed one, the rest of which its stripes part from it ..."""
    least_printed: float = 0.15
    """... or so much of one that is printed, where its print shows, too: nothing else has that beside the food's own colour."""
    along_mm: float = 1.6
    """So near to the stack's outline its own runs along it."""
    most_hidden: float = 0.35
    """Part of its edge that may run along the stack's."""
    through: float = 0.6
    """The same of a gap in the stack, from which on it is one ..."""
    beside_mm: float = 15.0
    """How far beyond the plate its middle may be."""
    rim_mm: float = 4.0
    """How far it may reach below the plate's highest point."""
    beyond_mm: tuple[float, float] = (4.0, 40.0)
    """How far to the left and right of the stack the picture shows what lies behind it at the same level."""
    least_behind: float = 0.4
    """Part of the picture there, on one side, that has a patch's colour when the patch is what lies behind, seen through a gap."""
    most_ground: float = 0.5
    """Part of a patch, of one colour with something that reaches the picture's rim, up to which it is not that but a food: ground and wall
    are seen on both sides of the stack at its level, a sleeve is not. The same of what is seen through a gap."""


PARAMS = LeftoverParams()


@dataclass(frozen=True, slots=True, eq=False)
class Leftover:
    """Something on the stack that was not recognised."""

    line_mm: Floats
    may_be: tuple[str, ...]
    """Ids of the foods of its colour, nearest first."""
    stands: bool = True
    """It hangs together with the stack, and enough of it shows; else it only has a food's colour, and is over the plate."""
    is_printed: bool = False
    """It shows several colours of such a food."""


def leftovers(
    picture: Picture,
    patches: Sequence[Patch],
    stack_mm: Sequence[Floats],
    camera: Camera,
    gain: Floats,
    silhouettes: Sequence[Silhouette],
    size: tuple[int, int],
    params: LeftoverParams = PARAMS,
    printed: Sequence[Patch] = (),
) -> tuple[Leftover, ...]:
    """Every such patch over the plate once.

    `stack_mm`: outlines of pieces, the plate's last; `size`: width and height of the picture;
    `printed`: what several patches make up that have the colours of printed foods.
    """
    covered = _covered(stack_mm, camera, size)
    loose, alike = _sorted(picture, patches, printed, stack_mm, camera, gain, silhouettes, covered, params)
    striped = {one.id for one in silhouettes if len(one.coats)}
    borders = {one.id: one.line_mm for one in silhouettes}
    joined = _joined([left for _, left in loose], stack_mm, striped, borders, params)
    elsewhere = [patch.colour for k, (patch, _) in enumerate(loose) if k not in joined]
    areas = {one.id: one.area_mm2 for one in silhouettes}
    stands = [
        k in joined
        and not (_is_gap(left, stack_mm) and _is_behind(picture, patch, left, stack_mm, camera, params))
        and not _is_like(patch, elsewhere, params)
        and _shows_enough(left, areas, striped, params)
        and _hidden(left, stack_mm, params) <= params.most_hidden
        for k, (patch, left) in enumerate(loose)
    ]
    found = [replace(left, stands=one) for (_, left), one in zip(loose, stands, strict=True)]
    found += [left for _, left in alike if not left.stands]
    return tuple(left for left in found if _is_over(left, stack_mm[-1], params))


def _sorted(
    picture: Picture,
    patches: Sequence[Patch],
    printed: Sequence[Patch],
    stack_mm: Sequence[Floats],
    camera: Camera,
    gain: Floats,
    silhouettes: Sequence[Silhouette],
    covered: NDArray[np.uint8],
    params: LeftoverParams,
) -> tuple[list[tuple[Patch, Leftover]], list[tuple[Patch, Leftover]]]:
    """What may be food, and what is of one colour with something at the picture's rim, but neither ground nor of a food's outline.

    `covered` (H / 2, W / 2): 1 where pieces and plate are, and, from here on, what may be food.
    """
    size, from_px = (picture.shape[1], picture.shape[0]), np.asarray(np.linalg.inv(camera.mm_to_px), np.float64)
    rim = [patch.colour for patch in patches if _reaches_rim(patch, size)]
    shaped = Shaped(silhouettes, gain, camera.px_per_mm)
    loose: list[tuple[Patch, Leftover]] = []
    alike: list[tuple[Patch, Leftover]] = []  # of one colour with what reaches the picture's rim
    both = [*((patch, False) for patch in patches), *((patch, True) for patch in printed)]
    for whole, is_printed in sorted(both, key=lambda one: -one[0].area_px):
        patch = _remainder(whole, covered, params)
        if patch is None or _reaches_rim(patch, size) or not _is_food_sized(patch, is_printed, camera, params):
            continue
        may_be = _of_colour(patch, gain, silhouettes, params, params.most_tint if is_printed else np.inf)
        is_alike = _is_like(patch, rim, params)
        by_shape = shaped.may_be(patch) if patch is whole and (is_alike or not may_be) else ()
        left = Leftover(project(from_px, patch.line[::3]), may_be or by_shape, bool(by_shape), is_printed)
        if left.may_be and is_alike:
            alike.append((patch, left))
        elif left.may_be:
            loose.append((patch, left))
            cv2.fillPoly(covered, [np.round(patch.line / 2).astype(np.int32)], 1)
    alike = _no_ground(picture, alike, stack_mm, camera, params)
    for patch, left in alike:
        if left.stands and _part(patch.line, covered) <= params.explained:  # with a food's outline
            loose.append((patch, left))
            cv2.fillPoly(covered, [np.round(patch.line / 2).astype(np.int32)], 1)
    return loose, alike


def _no_ground(
    picture: Picture, alike: Sequence[tuple[Patch, Leftover]], stack_mm: Sequence[Floats], camera: Camera, params: LeftoverParams
) -> list[tuple[Patch, Leftover]]:
    """Those whose colour is not seen on both sides of the stack: of one colour with an arm's sleeve, not with the ground or the wall."""
    if not alike:
        return []
    small = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)
    seen = ground(small, [project(camera.mm_to_px, line) / 2 for line in stack_mm], camera.px_per_mm / 2)
    return [(patch, left) for patch, left in alike if _part(patch.line, seen) <= params.most_ground]


def is_ground_in_a_gap(
    picture: Picture, line_mm: Floats, stack_mm: Sequence[Floats], camera: Camera, params: LeftoverParams = PARAMS
) -> bool:
    """Whether something with this outline (n, 2) is ground seen through the stack, which bounds it on most of its way."""
    if _hidden(Leftover(line_mm, ()), stack_mm, params) < params.through:
        return False
    small = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)
    seen = ground(small, [project(camera.mm_to_px, line) / 2 for line in stack_mm], camera.px_per_mm / 2)
    return _part(project(camera.mm_to_px, line_mm), seen) > params.most_ground


def _is_over(left: Leftover, plate_mm: Floats, params: LeftoverParams) -> bool:
    """Whether it is over the plate; what reaches below the plate's rim stands on the table behind it."""
    middle, low = left.line_mm.mean(0), float(left.line_mm[:, 1].max())
    over = plate_mm[:, 0].min() - params.beside_mm < middle[0] < plate_mm[:, 0].max() + params.beside_mm
    return bool(over and low < plate_mm[:, 1].min() + params.rim_mm)


def _shows_enough(left: Leftover, areas: Mapping[str, float], striped: Container[str], params: LeftoverParams) -> bool:
    """Whether enough of one of its foods shows. `areas`: square millimetres of each; `striped`: those that are printed."""
    one_colour = params.least_striped if any(id in striped for id in left.may_be) else params.least_part
    part = params.least_printed if left.is_printed else one_colour
    area = float(cv2.contourArea(left.line_mm.astype(np.float32)))
    return area >= part * min(areas[id] for id in left.may_be)


def _hidden(left: Leftover, stack_mm: Sequence[Floats], params: LeftoverParams) -> float:
    """The part of its edge that runs along the stack's: what stands touches in places, what the stack hides ends where that begins."""
    line = even(left.line_mm, 90)
    near = np.zeros(len(line), np.bool_)
    for other in stack_mm:
        off = np.hypot(line[:, None, 0] - other[None, :, 0], line[:, None, 1] - other[None, :, 1]).min(1)
        near |= off < params.along_mm
    return float(near.mean())


def _is_gap(left: Leftover, stack_mm: Sequence[Floats], level_mm: float = 2.0) -> bool:
    """Whether the stack stands to its left and to its right, from near its foot to near its top."""
    edge = np.concatenate(list(stack_mm))
    low, high = left.line_mm.min(0), left.line_mm.max(0)
    for y in low[1] + (high[1] - low[1]) * np.array([0.15, 0.5, 0.85]):
        beside = edge[np.abs(edge[:, 1] - y) < level_mm, 0]
        middle = (low[0] + high[0]) / 2
        if not ((beside < middle).any() and (beside > middle).any()):
            return False
    return True


def _is_behind(picture: Picture, patch: Patch, left: Leftover, stack_mm: Sequence[Floats], camera: Camera, params: LeftoverParams) -> bool:
    """Whether the picture beyond the stack has its colour at the same level, to the left or to the right."""
    edge, (near, far) = np.concatenate(list(stack_mm)), params.beyond_mm
    away = np.linspace(near, far, 19)
    levels = np.quantile(left.line_mm[:, 1], np.linspace(0.2, 0.8, 5))
    for columns in (edge[:, 0].min() - away, edge[:, 0].max() + away):
        seen = sample(picture, project(camera.mm_to_px, np.stack(np.meshgrid(columns, levels), -1).reshape(-1, 2)))
        if (np.abs(seen - patch.colour).max(1) < params.background).mean() >= params.least_behind:
            return True
    return False


def _remainder(patch: Patch, covered: NDArray[np.uint8], params: LeftoverParams) -> Patch | None:
    """What of a patch no piece covers: all of it, or its largest part; None when that is hardly anything."""
    part = _part(patch.line, covered)
    if part <= params.explained / 10:
        return patch
    own = np.zeros(covered.shape, np.uint8)
    cv2.fillPoly(own, [np.round(patch.line / 2).astype(np.int32)], 1)
    left = cv2.morphologyEx(own & (1 - covered), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    lines, _ = cv2.findContours(np.asarray(left, np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not lines:
        return None
    line = max(lines, key=cv2.contourArea)[:, 0].astype(np.float64) * 2
    area = float(cv2.contourArea(line.astype(np.float32)))
    return Patch(line, area, patch.colour) if area > 16 else None


def _is_food_sized(patch: Patch, is_printed: bool, camera: Camera, params: LeftoverParams) -> bool:
    """Whether a patch has a food's size, and is no ragged remainder of what lies behind; pieces of one colour may have run together.

    What shows two colours of a food is no such remainder.
    """
    area = patch.area_px / camera.px_per_mm**2
    ragged = 0.4 if area >= params.small_mm2 else params.least_solid
    solid = patch.area_px / max(float(cv2.contourArea(cv2.convexHull(patch.line.astype(np.float32)))), 1.0)
    return params.area_mm2[0] <= area <= params.area_mm2[1] and solid >= (params.least_solid_printed if is_printed else ragged)


def _is_like(patch: Patch, colours: Sequence[Floats], params: LeftoverParams) -> bool:
    return any(float(np.abs(patch.colour - colour).max()) < params.background for colour in colours)


def _joined(
    loose: Sequence[Leftover], stack_mm: Sequence[Floats], striped: Container[str], borders: Mapping[str, float], params: LeftoverParams
) -> set[int]:
    """Which of them hang together with the stack, directly or by others of them. `striped`: ids of the foods that are printed.

    `borders`: how far inside each food's edge its own colour begins, where a patch of it ends.
    """
    found: set[int] = set()
    edge, lines = list(stack_mm), [one.line_mm for one in loose]
    is_printed = [one.is_printed or any(id in striped for id in one.may_be) for one in loose]
    near_mm = [max(params.near_mm, *(borders[id] + params.near_border_mm for id in one.may_be)) for one in loose]
    reach = [max(params.near_printed_mm, mm) if one else mm for one, mm in zip(is_printed, near_mm, strict=True)]
    while edge:
        near = [k for k in range(len(lines)) if k not in found and any(gap_mm(lines[k], other[::2], reach[k]) < reach[k] for other in edge)]
        found |= set(near)
        edge = [lines[k] for k in near]
    return found


def _reaches_rim(patch: Patch, size: tuple[int, int]) -> bool:
    low, high = patch.line.min(0), patch.line.max(0)
    return bool(low.min() < 4 or high[0] > size[0] - 5 or high[1] > size[1] - 5)


def _covered(lines_mm: Sequence[Floats], camera: Camera, size: tuple[int, int]) -> NDArray[np.uint8]:
    """(H / 2, W / 2) 1 where pieces and plate are."""
    mask = np.zeros((size[1] // 2 + 1, size[0] // 2 + 1), np.uint8)
    for line in lines_mm:
        cv2.fillPoly(mask, [np.round(project(camera.mm_to_px, line) / 2).astype(np.int32)], 1)
    return mask


def _part(line: Floats, covered: NDArray[np.uint8]) -> float:
    own = np.zeros(covered.shape, np.uint8)
    cv2.fillPoly(own, [np.round(line / 2).astype(np.int32)], 1)
    return float((own & covered).sum()) / max(float(own.sum()), 1.0)


def _of_colour(patch: Patch, gain: Floats, silhouettes: Sequence[Silhouette], params: LeftoverParams, most_tint: float) -> tuple[str, ...]:
    usual = {s.id: np.clip(s.body * gain, 0, 255) for s in silhouettes}
    tint = {id: float(np.ptp(np.log((patch.colour + params.lift) / (body + params.lift)))) for id, body in usual.items()}
    off = {id: float(np.abs(body - patch.colour).max()) for id, body in usual.items() if tint[id] <= most_tint}
    return tuple(sorted((id for id in off if off[id] < params.alike), key=lambda id: off[id]))
