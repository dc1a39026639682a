"""Pieces that the picture's edge cuts: a corner that shows says where one lies, the print there, looked at closely, which it is."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.covering import uncovered
from vision.cards.picture import Picture
from vision.cards.prints import PrintIndex, Vote
from vision.cards.rim import rim_share
from vision.image.quads import inside, overlap
from vision.looks import canon
from vision.looks.keypoints import find_keypoints

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class CutParams:
    """When a cut piece is looked for."""

    least_in_view: float = 0.1
    """Part of a place that must lie in the picture ..."""
    most_in_view: float = 0.6
    """... and from which it is no matter of the edge."""
    least_rim: float = 0.8
    """Part of the rim that shows which must be an edge."""
    same_iou: float = 0.5
    """Places that overlap so much are one; the one with more rim is kept."""
    most_places: int = 6
    wide_px: int = 224
    """Width at which such a piece is looked at: that of the looks when their points of print were taken."""
    most_keypoints: int = 200
    most_votes: int = 2
    """Guesses by points of print kept at each place ..."""
    most_likenesses: int = 4
    """... and by likeness."""


def cut_places(picture: Picture, places: Iterable[Floats], known: Sequence[Floats], params: CutParams) -> list[Floats]:
    """Those of the places (4, 2), in working pixels, that the picture's edge cuts, that end as they should and are unknown; best first."""
    width, height = picture.view_px
    view = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    rimmed: list[tuple[float, Floats]] = []
    for place in places:
        if not params.least_in_view < inside(place, view) < params.most_in_view or any(overlap(place, k) > params.same_iou for k in known):
            continue
        rim = rim_share(picture, place, uncovered(place, known, canon.ROWS, canon.COLUMNS, picture.view_px))
        if rim >= params.least_rim:
            rimmed.append((rim, place))
    kept: list[Floats] = []
    for _, place in sorted(rimmed, key=lambda found: -found[0]):
        if all(overlap(place, other) <= params.same_iou for other in kept):
            kept.append(place)
    return kept[: params.most_places]


def votes_at(picture: Picture, place: Floats, aspect: float, prints: PrintIndex, params: CutParams) -> Iterator[Vote]:
    """What points of print at a place vote for, in working pixels; `aspect` is the place's height, from corner 1 to 2, to its width."""
    size = (params.wide_px, round(params.wide_px * aspect))
    flat = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32) - np.float32(0.5)
    to_picture = cv2.getPerspectiveTransform(flat, place)
    seen = cv2.warpPerspective(picture.rgb, to_picture, size, flags=cv2.INTER_AREA | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
    in_view = cv2.warpPerspective(
        np.full(picture.rgb.shape[:2], 255, np.uint8), to_picture, size, flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    )
    grey = np.asarray(cv2.cvtColor(seen, cv2.COLOR_RGB2GRAY), np.uint8)
    for vote in prints.find(find_keypoints(grey, params.most_keypoints, np.asarray(in_view, np.uint8)))[: params.most_votes]:
        quad = cv2.perspectiveTransform(vote.quad[None].astype(np.float64), to_picture)[0]
        yield Vote(vote.look, quad.astype(np.float32), vote.votes)
