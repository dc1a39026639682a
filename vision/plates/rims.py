"""The rim of a flat piece in a picture: along its outline, where the piece's own colours end."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.sampling import sampled
from vision.looks.insides import outward, places_inside
from vision.looks.silhouettes import OWN_PART, RIM_MM, Silhouette
from vision.plates.borders import border_share, painted, shown
from vision.plates.standing import Camera, Places, Pose, placed, project

Floats = NDArray[np.float64]
Picture = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class RimParams:
    """How a rim is looked for."""

    every: int = 2
    """Of the outline's points, each so many-th is looked at."""
    alike: float = 30.0
    """Colour difference, in levels, at which a place inside is as good as foreign."""
    dimmest: float = 0.4
    """In dim light colours differ by less, down to this part of the light in which the piece was shown."""
    contrast: float = 12.0
    """Change of colour across the rim, in levels, that makes it half certain."""
    step_px: float = 0.5
    near: int = 3
    """Steps around the likeliest place within which the steepest change of colour is the rim."""
    lift: float = 12.0
    """Levels added before colours are divided: what is nearly black says nothing of the light."""
    least_print: float = 0.025
    """Part of a printed piece's inside that bears its print, at least."""
    beyond_mm: float = 0.3
    """So far outside the rim of a printed piece none of its colours goes on: elsewhere one print ends at another ..."""
    open_mm: float = 0.8
    """So far outside of where its rim is seen best it is looked at whether a printed piece goes on there ..."""
    open_rim: float = 0.35
    """... which it does where neither that rim nor an end of its colours is as certain."""
    own_beyond: float = 0.4
    """... or, so likely, ground has one of its colours."""
    of_border: float = 0.9
    """A depth is within a pale border from this share of its colour on; the rest is the body's."""
    same_light: float = 0.36
    """Difference of the logarithm of the light in any channel up to which such a border is in a light of its own, not in that of most."""
    blur_px: float = 1.2
    """The colour of such a border, and that of a line along it, a picture mixes within such a spread: its lens's and its softening's."""


PARAMS = RimParams()
_FINE_MM = 0.02
"""Step in which depths are mixed."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """How well a piece fits where its pose has it."""

    places: Places
    rim: float
    """Mean certainty along the outline, 0 to 1."""
    covered: float
    """Part of its inside that bears its colour, in parts of what did as it was shown."""
    gain: Floats
    """(3,) light on this piece: seen colour by enrolled colour."""
    open_mm: float = 0.0
    """Of a printed piece: the longest way along its outline on which one of its colours goes on beyond, and no rim is seen."""

    @property
    def off_px(self) -> float:
        """How far from where the pose has it the rim is seen: the root of the mean square, each place as much as it is certain."""
        weight = self.places.weight
        return float(np.sqrt((weight * self.places.offset**2).sum() / max(float(weight.sum()), 1e-9)))


def evidence(
    picture: Picture,
    silhouette: Silhouette,
    pose: Pose,
    camera: Camera,
    gain: Floats,
    reach_mm: float,
    params: RimParams = PARAMS,
    edge: Floats | None = None,
) -> Evidence:
    """The rim of a piece within `reach_mm` of where its pose has it, in a float picture (H, W, 3) RGB.

    `gain`, `edge`: (3,) seen colour by enrolled colour, of the bodies of all pieces and of their pale borders, where these are known.
    """
    index = np.arange(0, len(pose.outline), params.every)
    homography = camera.mm_to_px
    line = pose.line_mm
    points, ahead = project(homography, line[index]), project(homography, line[index] + outward(line)[index] * 0.5)
    normal = (ahead - points) / np.maximum(np.hypot(*(ahead - points).T), 1e-9)[:, None]
    local = np.hypot(*(ahead - points).T) / 0.5
    inside = _inside(picture, pose, homography, silhouette.line_mm)
    own = _own_gain(inside, silhouette, gain, params)
    if silhouette.has_pale_edge:
        pale = own if edge is None else _own_edge(picture, silhouette, points, normal, local, edge, params)
        expected = _mixed(shown(silhouette, own, pale, params.lift), params.blur_px / float(np.median(local)))
    else:
        expected = (painted(silhouette) + params.lift) * own - params.lift
    reach = float(max(1.0, reach_mm * camera.px_per_mm))
    offsets = np.arange(-reach, reach + params.step_px / 2, params.step_px)
    dimmed = params.alike * float(np.clip(own.mean(), params.dimmest, 1.0))
    own_depths = _own_depths(pose.outline.tobytes(), OWN_PART if silhouette.line_mm else 0.0)[index]
    change, certain, closer = _certainty(picture, points, normal, local, offsets, expected, own_depths, dimmed, params)
    nearness = 1 - 0.3 * (np.abs(offsets) / reach) ** 2
    best = (closer * nearness).argmax(1)
    rows = np.arange(len(index))
    near = np.abs(np.arange(len(offsets))[None] - best[:, None]) <= params.near
    crest = np.where(near, change, 0.0).argmax(1)
    offset = offsets[crest] + _between(change, crest) * params.step_px
    off = _least_off(inside, expected[:, -1])
    bears = min(1.0, float((off < 1.4 * params.alike).mean()) / silhouette.bears)
    covered = bears * (1.0 if silhouette.is_plain else _shown(inside, expected[:, -1], params))
    sure = certain[rows, best]
    open_mm = 0.0
    if len(silhouette.coats):
        spots = points + normal * (offset + params.open_mm * local)[:, None]
        ends = _ends(picture, spots[:, None], expected[:, -1], params)[:, 0]
        open_mm = _longest((sure < params.open_rim) & (ends < params.open_rim), line[index])
    return Evidence(Places(index, normal, offset, sure), float(sure.mean()), covered, own, open_mm)


def _longest(is_open: NDArray[np.bool_], line_mm: Floats) -> float:
    """The longest way along a closed line (n, 2) on which all points are open (n,)."""
    if not is_open.any():  # as of most pieces
        return 0.0
    steps = np.hypot(*(np.roll(line_mm, -1, axis=0) - line_mm).T)
    if is_open.all():
        return float(steps.sum())
    start = int(np.argmin(is_open))
    longest = way = 0.0
    for n in range(len(is_open)):
        at = (start + n) % len(is_open)
        way = way + float(steps[at]) if is_open[at] else 0.0
        longest = max(longest, way)
    return longest


def _inside(picture: Picture, pose: Pose, homography: Floats, line_mm: float) -> Floats:
    """(n, 3) colours inside the piece, along its edge."""
    points = project(homography, placed(places_inside(pose.outline, line_mm), pose))
    return sample(picture, points) if len(points) else np.zeros((1, 3))


def _own_gain(inside: Floats, silhouette: Silhouette, gain: Floats, params: RimParams) -> Floats:
    """The light on this very piece, not too far from the light on all."""
    if len(silhouette.coats):
        inside = _of_the_body(inside, silhouette, gain)
    seen = (np.median(inside, axis=0) + params.lift) / (silhouette.body + params.lift)
    return np.asarray(np.clip(seen, gain * 0.7, gain * 1.43), np.float64)


def _own_edge(
    picture: Picture, silhouette: Silhouette, points: Floats, normal: Floats, local: Floats, edge: Floats, params: RimParams
) -> Floats:
    """(3,) the light on this very piece's pale border, where that is seen; else that on all."""
    border = border_share(silhouette) >= params.of_border
    spots = points[None] - normal[None] * (np.array(RIM_MM)[border, None] * local[None])[..., None]
    seen = np.median(sample(picture, spots.reshape(-1, 2)), axis=0)
    own = (seen + params.lift) / (np.median(silhouette.rim[border], axis=0) + params.lift)
    return np.asarray(own if (np.abs(np.log(own / edge)) <= params.same_light).all() else edge, np.float64)


def _of_the_body(inside: Floats, silhouette: Silhouette, gain: Floats, least: float = 0.2) -> Floats:
    """(n, 3) those colours inside a printed piece that are its body's rather than its print's; all, where these are few."""
    off = np.stack([_farthest(inside - colour * gain) for colour in (silhouette.body, *silhouette.coats.astype(np.float64))])
    mine = off.argmin(0) == 0
    return inside[mine] if mine.mean() >= least else inside


def _shown(inside: Floats, colours: Floats, params: RimParams) -> float:
    """How much of its print a piece shows, 0 to 1, by the colours (n, 3) of its inside and its own (1 + k, 3)."""
    if len(colours) == 1:
        return 1.0
    off = np.stack([_farthest(inside - colour) for colour in colours])
    print_ = (off.argmin(0) > 0) & (off.min(0) < 1.4 * params.alike)
    return float(min(1.0, print_.mean() / params.least_print))


def _mixed(painted: Floats, spread_mm: float) -> Floats:
    """The same colours (1 + k, 6, 3) as a picture shows them that mixes what lies within such a spread; the deepest stay as they are."""
    return np.asarray(np.einsum("dk,ckj->cdj", _mixing(max(1, round(spread_mm / _FINE_MM))), painted), np.float64)


@lru_cache(maxsize=256)
def _mixing(spread: int) -> Floats:
    """(6, 6) how much the colour at each depth of RIM_MM has of the one at each other, mixed within such a spread, in steps of _FINE_MM."""
    depths, fine = np.array(RIM_MM), np.arange(0.0, RIM_MM[-1] + 3 * spread * _FINE_MM, _FINE_MM)
    between = np.stack([np.interp(fine, depths, one) for one in np.eye(len(depths))], 1)
    near = np.exp(-0.5 * ((fine[None] - depths[:, None]) / (spread * _FINE_MM)) ** 2)
    mixing = near @ between / near.sum(1, keepdims=True)
    mixing[-1] = np.eye(len(depths))[-1]
    return np.asarray(mixing, np.float64)


def _least_off(seen: Floats, colours: Floats) -> Floats:
    """(...) by how much a colour (..., 3) is off the nearest of some, (1 + k, 3) or (1 + k, ..., 3)."""
    off = _farthest(seen - colours[0])
    for colour in colours[1:]:
        np.minimum(off, _farthest(seen - colour), out=off)
    return off


def _certainty(
    picture: Picture,
    points: Floats,
    normal: Floats,
    local: Floats,
    offsets: Floats,
    expected: Floats,
    own_depths: NDArray[np.bool_],
    dimmed: float,
    params: RimParams,
) -> tuple[Floats, Floats, Floats]:
    """(m, k) change of colour at each offset; how certainly the rim lies there, its own colours inside; the same for dim light.

    `own_depths` (m, 6): which depths count at each place of the outline. In dim light a piece's edge, seen from above, differs from its
    face by few levels, and would pass for it.
    """
    across = 0.75
    depths = np.array([*RIM_MM])
    where = np.concatenate([[across, -across], np.zeros(len(depths))])
    pull = np.concatenate([[0.0, 0.0], depths])
    at = offsets[None, :, None] + where[None, None, :] - pull[None, None, :] * local[:, None, None]
    spots = points[:, None, None, :] + normal[:, None, None, :] * at[..., None]
    seen = sample(picture, spots.reshape(-1, 2)).reshape(*at.shape, 3)
    change = np.sqrt(((seen[:, :, 0] - seen[:, :, 1]) ** 2).sum(-1))
    off = _least_off(seen[:, :, 2:], expected)
    weight = (np.array([0.5, 0.8, 1.0, 1.0, 1.0, 1.0]) * own_depths)[:, None]
    both = dict.fromkeys((params.alike, dimmed))  # mostly one and the same
    likely = [np.exp(-(np.minimum(off / alike, 2.0) ** 2 * weight).sum(-1) / weight.sum(-1)) for alike in both]
    crisp = change / (change + params.contrast)
    if len(expected) > 1 and not _has_line(expected[0]):
        beyond = offsets[None, :] + across + params.beyond_mm * local[:, None]
        ends = _ends(picture, points[:, None] + normal[:, None] * beyond[..., None], expected[:, -1], params)
        crisp *= params.own_beyond + (1 - params.own_beyond) * ends
    return change, np.asarray(crisp * likely[0], np.float64), np.asarray(crisp * likely[-1], np.float64)


@lru_cache(maxsize=256)
def _own_depths(outline: bytes, least: float) -> NDArray[np.bool_]:
    """(n, 6) whether what lies at each depth of RIM_MM is a place's own: `least` times as far from all edges as from its own.

    `outline`: the bytes of its (n, 2) points. In thin parts it may lie nearer to another edge, within the line along that, or outside.
    """
    line = np.frombuffer(outline, np.float64).reshape(-1, 2)
    inward, edge = -outward(line), line.astype(np.float32)
    own = []
    for depth in RIM_MM:
        off = np.array([cv2.pointPolygonTest(edge, (float(x), float(y)), True) for x, y in line + inward * depth])
        own.append(off >= least * depth)
    own[0][:] = True
    return np.stack(own, 1)


def _has_line(rim: Floats, least: float = 40.0) -> bool:
    """Whether a line is drawn along the edge, of whose colours (6, 3) these are: no print ends like that."""
    return float(np.abs(rim[0] - rim[-1]).max()) >= least


def _ends(picture: Picture, spots: Floats, colours: Floats, params: RimParams) -> Floats:
    """(m, k) how surely places (m, k, 2) have none of a piece's colours (1 + k, 3)."""
    seen = sample(picture, spots.reshape(-1, 2)).reshape(*spots.shape[:-1], 3)
    return np.asarray(1 - np.exp(-((_least_off(seen, colours) / params.alike) ** 2)), np.float64)


def _farthest(off: Floats) -> Floats:
    """(...) by how much a colour (..., 3) is off, in the channel where it is so most; channel by channel, which is quicker."""
    off = np.abs(off)
    return np.asarray(np.maximum(np.maximum(off[..., 0], off[..., 1]), off[..., 2]), np.float64)


def _between(certain: Floats, best: NDArray[np.intp]) -> Floats:
    """(m,) the maximum between two steps, by a parabola."""
    rows = np.arange(len(best))
    inner = np.clip(best, 1, certain.shape[1] - 2)
    left, middle, right = certain[rows, inner - 1], certain[rows, inner], certain[rows, inner + 1]
    bend = left - 2 * middle + right
    shift = np.where(np.abs(bend) > 1e-6, 0.5 * (left - right) / np.where(np.abs(bend) > 1e-6, bend, 1.0), 0.0)
    return np.asarray(np.where(inner == best, np.clip(shift, -0.5, 0.5), 0.0), np.float64)


def sample(picture: Picture, points: Floats) -> Floats:
    """(n, 3) colours at (n, 2) places."""
    x, y = (np.ascontiguousarray(points[None, :, axis], np.float32) for axis in (0, 1))
    return np.asarray(sampled(picture, x, y)[0], np.float64)
