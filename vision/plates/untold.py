"""What may be a piece of a stack, or hide one, and has no name: parts of foods, what a hand or an arm covers, what reaches in before it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.looks.silhouettes import Silhouette
from vision.observation import Candidate, Detection, Quad, quad_of
from vision.plates.before import BeforeParams, before
from vision.plates.covering import CoveringParams, covering
from vision.plates.fitting import Standing
from vision.plates.flats import Patch
from vision.plates.glimpses import GlimpseParams, can_be_food, is_no_food
from vision.plates.leftovers import Leftover, LeftoverParams, is_ground_in_a_gap, leftovers
from vision.plates.reaching import ReachParams, covered_by_a_hand
from vision.plates.rims import Picture
from vision.plates.standing import Camera, Pose, placed, project

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class UntoldParams:
    """What counts as such."""

    leftover: LeftoverParams = field(default_factory=LeftoverParams)
    glimpse: GlimpseParams = field(default_factory=GlimpseParams)
    reach: ReachParams = field(default_factory=ReachParams)
    covering: CoveringParams = field(default_factory=CoveringParams)
    before: BeforeParams = field(default_factory=BeforeParams)


PARAMS = UntoldParams()
_REACHING = "something reaches in from the picture's edge and covers a piece: a hand, an arm?"


def untold(
    picture: Picture,
    patches: Sequence[Patch],
    printed: Sequence[Patch],
    camera: Camera,
    named: Sequence[Standing],
    stands: Sequence[Floats],
    known: Sequence[Silhouette],
    gain: Floats,
    params: UntoldParams = PARAMS,
) -> list[tuple[Detection, Floats]]:
    """What may be a piece or hide one, each with its rough outline in the plane; `stands`: all that was found, the plate's outline last."""
    size, bodies = (picture.shape[1], picture.shape[0]), [np.clip(one.body * gain, 0, 255) for one in known]
    from_px = np.asarray(np.linalg.inv(camera.mm_to_px), np.float64)
    left = leftovers(picture, patches, stands, camera, gain, known, size, params.leftover, printed)
    rest = [one for one in left if one.stands]
    food = [one for one in rest if can_be_food(*_glimpse(picture, camera, one, rest, stands, known), params.glimpse)]
    found = [(_unnamed(one, camera), one.line_mm) for one in food]
    there = [*(line for _, line in found), *stands]
    shown = covered_by_a_hand(patches, there, camera, bodies, size, params.reach)
    covered = [(patch, project(from_px, patch.line[::3])) for patch in shown]
    for patch, line in [one for one in covered if not is_ground_in_a_gap(picture, one[1], there, camera, params.leftover)][:1]:
        options = [one.id for one, body in zip(known, bodies, strict=True) if np.abs(body - patch.colour).max() < params.reach.like_food]
        found.append((_covered(patch, options, camera, from_px), line))
    for thing, part in [] if found else covering(picture, patches, there, camera, bodies, params.covering)[:1]:
        options = [one.id for one, body in zip(known, bodies, strict=True) if np.abs(body - part.colour).max() < params.covering.like_food]
        why = "parts of a piece show on two sides of something: a hand before it?"
        found.append((_covered(thing, options, camera, from_px, why), project(from_px, thing.line[::3])))
    there = [*(line for _, line in found), *stands]
    unknown = [one for one in left if one not in food]
    loose = [one.line_mm for one in unknown if not is_no_food(*_glimpse(picture, camera, one, rest, stands, known), params.glimpse)]
    hiding = [project(from_px, line[::3]) for line in before(picture, there, named, camera, params.before, loose)[:1]]
    found += [(_hiding(line, camera), line) for line in hiding]
    return found


def _glimpse(
    picture: Picture, camera: Camera, left: Leftover, rest: Sequence[Leftover], stands: Sequence[Floats], known: Sequence[Silhouette]
) -> tuple[Picture, Camera, Floats, list[Floats], list[Silhouette]]:
    """What is left over, beside all else that stands there, and the foods that it may be."""
    foods = {one.id: one for one in known}
    others = [*stands, *(other.line_mm for other in rest if other is not left)]
    return picture, camera, left.line_mm, others, [foods[id] for id in left.may_be]


def _covered(patch: Patch, may_be: Sequence[str], camera: Camera, from_px: Floats, why: str = _REACHING) -> Detection:
    """What shows of a piece that a hand covers."""
    line = project(from_px, patch.line)
    options = tuple(Candidate(id, 1 / (len(may_be) + 1)) for id in may_be[:4])
    return Detection("food", box(line.min(0), line.max(0), camera, None), alternatives=options, why=why)


def _hiding(line_mm: Floats, camera: Camera) -> Detection:
    """What stands before the stack and may hide a piece."""
    why = "something reaches in from the picture's edge up to the stack, and may hide a piece: a hand, an arm?"
    return Detection("food", box(line_mm.min(0), line_mm.max(0), camera, None), why=why)


def _unnamed(left: Leftover, camera: Camera) -> Detection:
    low, high = left.line_mm.min(0), left.line_mm.max(0)
    why = "something of a food's colour shows here: covered by a hand, or lying sideways?"
    options = tuple(Candidate(id, 1 / (len(left.may_be) + 1)) for id in left.may_be[:4])
    return Detection("food", box(low, high, camera, None), alternatives=options, why=why)


def box(low: Floats, high: Floats, camera: Camera, pose: Pose | None) -> Quad:
    """The corners of a box in the picture: around the piece as it was enrolled, or in the plane without a pose."""
    corners = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
    return quad_of(project(camera.mm_to_px, corners if pose is None else placed(corners, pose)))
