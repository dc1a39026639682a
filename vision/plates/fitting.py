"""Guessed pieces made exact: each alone where it was guessed, then all together with the camera that sees them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.shapes import Shapes
from vision.looks.silhouettes import Silhouette
from vision.plates.guesses import Agreement, Guess, pose_of
from vision.plates.rims import Evidence, Picture, RimParams, evidence
from vision.plates.standing import Camera, Pose, Scene, adjust

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class FitParams:
    """How far a rim is looked for, in millimetres, step by step."""

    alone_mm: tuple[float, ...] = (4.0, 3.0, 2.0)
    together_mm: tuple[float, ...] = (3.0, 2.0, 1.5, 1.0, 0.7, 0.7, 0.7)
    rough: RimParams = field(default_factory=lambda: RimParams(every=4, step_px=1.0))
    fine: RimParams = field(default_factory=RimParams)
    least_fit: float = 0.2
    """Below this nothing is there."""
    rivals_mm: tuple[float, ...] = (3.0, 2.0, 1.0)
    same_place: float = 0.5
    """Part of the smaller outline that rivals for one place share."""
    most_overlap: float = 0.25
    """Part of the smaller piece that two pieces may share."""


PARAMS = FitParams()


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A piece that was found."""

    silhouette: Silhouette
    pose: Pose
    evidence: Evidence

    @property
    def fit(self) -> float:
        """How well it fits where it stands, 0 to 1."""
        return self.evidence.rim * self.evidence.covered


def fit_alone(picture: Picture, guess: Guess, shapes: Shapes, camera: Camera, agreed: Agreement, params: FitParams = PARAMS) -> Standing:
    """A guess, moved and turned to where its rim shows, and how well it fits there, looked at roughly."""
    silhouette, pose = laid_alone(picture, guess, shapes, camera, agreed, params)
    return Standing(
        silhouette, pose, evidence(picture, silhouette, pose, camera, agreed.gain, params.alone_mm[-1], params.rough, agreed.edge)
    )


def laid_alone(
    picture: Picture, guess: Guess, shapes: Shapes, camera: Camera, agreed: Agreement, params: FitParams = PARAMS
) -> tuple[Silhouette, Pose]:
    """A guess, moved and turned to where its rim shows, for whoever looks there by other values."""
    silhouette = shapes.silhouettes[guess.likeness.index]
    pose = pose_of(guess, shapes, camera)
    for reach in params.alone_mm:
        found = evidence(picture, silhouette, pose, camera, agreed.gain, reach, params.rough, agreed.edge)
        pose = adjust(Scene(camera, (pose,)), [found.places], fixed=True).poses[0]
    return silhouette, pose


def fit_together(
    picture: Picture, kept: Sequence[Standing], camera: Camera, agreed: Agreement, params: FitParams = PARAMS
) -> tuple[Camera, tuple[Standing, ...]]:
    """All pieces, and the camera: their outlines, of known size in one plane, say how it leans and how large it sees."""
    scene = Scene(camera, tuple(one.pose for one in kept))

    def look(reach: float) -> list[Evidence]:
        both = zip(kept, scene.poses, strict=True)
        return [evidence(picture, one.silhouette, pose, scene.camera, agreed.gain, reach, params.fine, agreed.edge) for one, pose in both]

    for reach in params.together_mm:
        scene = adjust(scene, [found.places for found in look(reach)])
    last = look(params.together_mm[-1])
    return scene.camera, tuple(Standing(k.silhouette, p, e) for k, p, e in zip(kept, scene.poses, last, strict=True))


def rivals(
    picture: Picture, kept: Sequence[Standing], tried: Sequence[Standing], camera: Camera, agreed: Agreement, params: FitParams = PARAMS
) -> tuple[Standing, ...]:
    """Whatever else was tried in the place of a kept piece, fitted as closely as the piece itself."""
    found = []
    for one in tried:
        if any(one.silhouette.id != other.silhouette.id and shared(one.pose, other.pose) > params.same_place for other in kept):
            found.append(fit_closely(picture, one.silhouette, one.pose, camera, agreed, params.rivals_mm, params))
    return tuple(found)


def fit_closely(
    picture: Picture,
    silhouette: Silhouette,
    pose: Pose,
    camera: Camera,
    agreed: Agreement,
    reaches_mm: Sequence[float],
    params: FitParams = PARAMS,
) -> Standing:
    """A piece moved and turned to where its rim shows, looked for so far away, step by step; the camera stays as it is."""
    for reach in reaches_mm:
        seen = evidence(picture, silhouette, pose, camera, agreed.gain, reach, params.fine, agreed.edge)
        pose = adjust(Scene(camera, (pose,)), [seen.places], fixed=True).poses[0]
    return Standing(
        silhouette, pose, evidence(picture, silhouette, pose, camera, agreed.gain, params.together_mm[-1], params.fine, agreed.edge)
    )


def apart(found: Sequence[Standing], params: FitParams = PARAMS) -> tuple[Standing, ...]:
    """The best of those that stand in the same place."""
    kept: list[Standing] = []
    for one in sorted(found, key=lambda one: -one.fit):
        if one.fit >= params.least_fit and all(shared(one.pose, other.pose) < params.most_overlap for other in kept):
            kept.append(one)
    return tuple(kept)


def shared(a: Pose, b: Pose) -> float:
    """The part of the smaller outline that lies inside the other, 0 to 1."""
    zoom = 4.0
    lines = [np.round(pose.line_mm * zoom).astype(np.int32) for pose in (a, b)]
    low = np.maximum(lines[0].min(0), lines[1].min(0))
    high = np.minimum(lines[0].max(0), lines[1].max(0))
    if (high <= low).any():
        return 0.0
    masks = [np.zeros((high - low + 1)[::-1], np.uint8) for _ in lines]
    for mask, line in zip(masks, lines, strict=True):
        cv2.fillPoly(mask, [line - low], 1)
    smaller = min(float(cv2.contourArea(line)) for line in lines)
    return float((masks[0] & masks[1]).sum()) / max(smaller, 1.0)
