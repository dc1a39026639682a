"""What reaches in from the picture's edge up to a stack and is neither ground nor wall: an arm that may hide a piece, whatever its colour.

Ground and wall are seen at one level on both sides of the stack; an arm is not. What stands behind the stack is cut off by the outlines of
pieces, on a long way or on two sides of one; what is in front of it cuts them off, or meets them in a place only. Its shaded edge may have
the table's colour: then what shows of a piece beside it is near it even so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.insides import outward
from vision.looks.silhouettes import even
from vision.plates.ends import own_edge
from vision.plates.fitting import Standing
from vision.plates.rims import Picture
from vision.plates.standing import Camera, project

Floats = NDArray[np.float64]
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class BeforeParams:
    """When something may stand before the stack; millimetres of the plate's plane."""

    bin_levels: int = 7
    """Colours that differ by less may be one; by twice as much never."""
    band_px: int = 16
    """Height of the bands in which the two sides of the stack are compared; the ones above and below count, too."""
    bands: int = 4
    """What is seen so many bands higher or lower on both sides may be hidden on one ..."""
    most: float = 0.1
    """... where so much of the other side has its colour."""
    usual: float = 0.03
    """Part of one side's band that has a colour for it to be ground or wall there."""
    wall: float = 0.5
    """Beside what may show of a piece, what has the colour of so much of one side is left out: an arm that hides the wall on the other side
    and the wall are two things."""
    beyond: float = 6.0
    """The sides begin so far from the stack."""
    own: float = 1.5
    """So near to a piece or the plate all is its own: its edge, its shadow."""
    thick: float = 10.0
    """Of a piece, which shows above it where the camera looks down."""
    joined: float = 3.0
    """Parts of one thing lie no farther apart, as a hand and its sleeve."""
    narrowest: float = 4.0
    """What is narrower hides no piece."""
    near: float = 6.0
    """It comes so near to the stack ..."""
    beside: tuple[float, float] = (3.0, 12.0)
    """... or, so far from it, to what has a food's colour and is no piece: its shaded edge may look like the table."""
    soft: float = 1.2
    """Colours that change by fewer levels a pixel, noise smoothed away, have no edge between them ..."""
    least_soft: float = 12.0
    """... and where a thing has none on so long a way, what is like the ground beyond and has edges all around it is a part of it."""
    broadest: float = 0.15
    """Part of the picture's edge along which an arm begins at most. What begins along more of it and has no edge within is a wall in uneven
    light, or the table, of other colours on the other side of the stack ..."""
    leak: float = 5.0
    """... as far as it is so broad: an arm's outline is seen but for shorter pieces of it."""
    least_mm2: float = 120.0
    """So much of it lies near the stack."""
    large_mm2: float = 1300.0
    """It begins at the picture's edge, or is larger than any food and stands over the plate: no box beside it is asked about."""
    points: int = 320
    """Of the plate's outline."""
    touch: float = 2.5
    """So far outside of a piece's outline it is looked at whether the outline cuts it off."""
    sure_rim: float = 0.35
    """Certainty of an outline that cuts it off."""
    exact: float = 0.3
    """So near to where the piece has it, by the root of the mean square, an outline is seen there that counts for a long way: true pieces'
    are seen .11 to .18 off, those of what only resembles a piece, as the rest of one that an arm cuts, .24 to .6."""
    cut_long: float = 45.0
    """Length of the outlines by which it is surely cut off (of 120 drawn arms none that is in front is so by more than 28); ..."""
    cut_short: float = 9.0
    """... and where they do so on two sides of a piece."""
    opposite: float = -0.5
    """Cosine between their directions from which two sides are opposite ones."""
    one_colour: float = 14.0
    """What the two sides of a plate's end cut off is one thing if its colours differ by fewer levels: its shadow lies below an arm, too."""


PARAMS = BeforeParams()


def before(
    picture: Picture,
    lines_mm: Sequence[Floats],
    pieces: Sequence[Standing],
    camera: Camera,
    params: BeforeParams = PARAMS,
    loose_mm: Sequence[Floats] = (),
) -> list[Floats]:
    """Outlines (n, 2), in pixels, of what may stand before the stack, as far as it is near it, the largest first.

    `picture`: float (H, W, 3) RGB; `lines_mm`: all that stands there, the plate's last; `pieces`: those that were recognised;
    `loose_mm`: what has a food's colour and is no piece by itself.
    """
    small = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)
    stack = [project(camera.mm_to_px, line) / 2 for line in lines_mm]
    mm = camera.px_per_mm / 2
    sides = _sides(small, stack, mm, params)
    free = np.asarray(1 - _explained(stack, small.shape[:2], mm, camera, params), np.uint8)
    plain = _soft(small, params)
    strange = np.asarray((1 - _ground(sides, params)) & (1 - _broad(plain, mm, params)) & free, np.uint8)
    soft = np.asarray(free & (1 - strange) & plain, np.uint8)
    around_plate = _plates_edge(lines_mm[-1], small, camera, params)
    free &= np.asarray(1 - under(stack[-1], strange.shape), np.uint8)
    beside = free & _beside([project(camera.mm_to_px, line) / 2 for line in loose_mm], strange.shape, mm, params)
    around = beside | (free & _near(stack, strange.shape, mm, params))
    found = [*_things(strange, sides.code, around, soft, stack[-1], around_plate, pieces, camera, params)]
    for side in (0, 1) if beside.any() else ():
        apart = np.asarray(strange & (1 - _mostly(sides, side, params)), np.uint8)
        found += _things(apart, sides.code, beside, soft, stack[-1], around_plate, pieces, camera, params)
    return sorted(found, key=lambda line: -cv2.contourArea(line.astype(np.float32)))


def _things(
    strange: Mask,
    code: NDArray[np.int32],
    around: Mask,
    soft: Mask,
    plate: Floats,
    around_plate: "_Edge",
    pieces: Sequence[Standing],
    camera: Camera,
    params: BeforeParams,
) -> Iterator[Floats]:
    """Outlines (n, 2), in pixels, of arms, and of what is large, in a mask (H / 2, W / 2): as far as they are near the stack.

    `code`: (H / 2, W / 2) the colour of each place, by its number.
    """
    mm = camera.px_per_mm / 2
    strange = np.asarray(cv2.morphologyEx(strange, cv2.MORPH_OPEN, _disc(params.narrowest * mm)), np.uint8)
    joined = cv2.dilate(strange, _disc(params.joined * mm))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(np.asarray(joined, np.uint8))
    over = _over(plate, around)
    for index in range(1, len(stats)):
        is_arm, is_large = _is_at_edge(stats[index], strange.shape), stats[index][4] > params.large_mm2 * mm**2
        if not (is_arm or is_large):
            continue
        own = np.asarray((labels == index) & (strange > 0), np.uint8)
        close = (own & (around if is_arm else over)) | (_unseen(own, soft, mm, params) & over)
        if np.count_nonzero(close) < params.least_mm2 * mm**2:
            continue
        both = np.asarray(own | _goes_on(own, strange, code, params), np.uint8)
        wide, plain = (np.asarray(cv2.dilate(one, _disc(params.touch * mm)), np.uint8) for one in (both, own))
        if not (_is_behind(wide, pieces, camera, params) or _is_behind_the_plate(plain, around_plate, params)):
            line = max(cv2.findContours(close, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=cv2.contourArea)
            yield np.asarray(line[:, 0] * 2.0, np.float64)


def _goes_on(own: Mask, strange: Mask, code: NDArray[np.int32], params: BeforeParams) -> Mask:
    """(H, W) 1 where the colours of a thing are seen again, as of one behind the stack beyond a piece before it."""
    colours, many = np.unique(code[own > 0], return_counts=True)
    return np.asarray(strange & np.isin(code, colours[many > params.usual * many.sum()]), np.uint8)


def _soft(small: Picture, params: BeforeParams) -> Mask:
    """(H, W) 1 where no colour ends."""
    smooth, steepest = cv2.GaussianBlur(small, (0, 0), 1.5), np.zeros(small.shape[:2], np.float32)
    for plane in cv2.split(smooth):
        across, down = cv2.Scharr(plane, cv2.CV_32F, 1, 0), cv2.Scharr(plane, cv2.CV_32F, 0, 1)
        np.maximum(steepest, cv2.magnitude(across, down) / np.float32(32), out=steepest)
    return np.asarray(cv2.dilate(steepest, np.ones((5, 5), np.uint8)) < params.soft, np.uint8)


def _broad(plain: Mask, mm: float, params: BeforeParams) -> Mask:
    """(H, W) 1 on what no colour ends within, `plain`, and begins along more of the picture's edge than an arm does."""
    disc = _disc(2 * params.leak * mm)
    _, labels = cv2.connectedComponents(cv2.erode(plain, disc), connectivity=4)
    begins = np.concatenate([labels[0], labels[-1], labels[1:-1, 0], labels[1:-1, -1]])
    broad = np.bincount(begins, minlength=int(labels.max()) + 1) > params.broadest * len(begins)
    broad[0] = False
    return np.asarray(plain & np.asarray(cv2.dilate(broad[labels].astype(np.uint8), disc), np.uint8), np.uint8)


def _unseen(own: Mask, soft: Mask, mm: float, params: BeforeParams) -> Mask:
    """(H, W) 1 where a thing goes on in the colour of the ground, enclosed by edges; `soft`: ground without edges."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(soft, connectivity=4)
    end = (cv2.dilate(own, np.ones((3, 3), np.uint8)) > 0) & (own == 0) & (soft > 0)
    beyond = np.bincount(labels[end], minlength=len(stats)) >= params.least_soft * mm
    enclosed = np.array([k > 0 and not _is_at_edge(box, own.shape) for k, box in enumerate(stats)], np.bool_)
    return np.asarray((beyond & enclosed)[labels], np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class _Sides:
    """What is seen to the left and to the right of the stack, band by band."""

    code: NDArray[np.int32]
    """(H, W) the colour of each place, by its number."""
    shares: NDArray[np.float32]
    """(bands, 2, colours) the part of each side, left and right, that has a colour or nearly."""


def ground(small: Picture, stack: Sequence[Floats], mm: float, params: BeforeParams = PARAMS) -> Mask:
    """(H, W) 1 where the colour is seen to the left and to the right of the stack, too, at about that level."""
    return _ground(_sides(small, stack, mm, params), params)


def _ground(sides: _Sides, params: BeforeParams) -> Mask:
    both = np.asarray((sides.shares > params.usual).all(1), np.bool_)
    mostly = np.asarray((sides.shares > params.most).any(1), np.bool_)
    seen = []
    for k in range(len(both)):
        close = both[max(0, k - params.bands) : k + params.bands + 1].any(0)  # where an arm hides the whole of one side
        seen.append(both[k] | (mostly[k] & close))
    return _painted(seen, sides.code, params)


def _mostly(sides: _Sides, side: int, params: BeforeParams) -> Mask:
    """(H, W) 1 where the colour is that of most of one side: the wall, of which an arm hides all of the other side."""
    return _painted(list(sides.shares[:, side] > params.wall), sides.code, params)


def _painted(seen: Sequence[NDArray[np.bool_]], code: NDArray[np.int32], params: BeforeParams) -> Mask:
    """(H, W) 1 where the colour of a place is one of those seen in its band."""
    mask = np.zeros(code.shape, np.uint8)
    for k, colours in enumerate(seen):
        here = slice(k * params.band_px, (k + 1) * params.band_px)
        mask[here] = colours[code[here]]
    return mask


def _sides(small: Picture, stack: Sequence[Floats], mm: float, params: BeforeParams) -> _Sides:
    height, width = small.shape[:2]
    points = np.concatenate(list(stack))
    left = int(np.clip(points[:, 0].min() - params.beyond * mm, 1, width - 1))
    right = int(np.clip(points[:, 0].max() + params.beyond * mm, 1, width - 1))
    many = 255 // params.bin_levels + 1
    bins = np.clip(small / params.bin_levels, 0, many - 1).astype(np.int32)
    code = (bins[..., 0] * many + bins[..., 1]) * many + bins[..., 2]
    rows = [slice(max(0, top - params.band_px), top + 2 * params.band_px) for top in range(0, height, params.band_px)]
    return _Sides(code, np.array([[_shares(code[one, :left], many), _shares(code[one, right:], many)] for one in rows], np.float32))


def _shares(code: NDArray[np.int32], many: int) -> Floats:
    """(many ** 3,) the part of a side that has a colour, by its code, or nearly."""
    counts = np.bincount(code.ravel(), minlength=many**3).reshape(many, many, many).astype(np.float32)
    for axis in range(3):
        counts = counts + sum(_shifted(counts, way, axis) for way in (-1, 1))
    return np.asarray(counts.ravel() / max(code.size, 1), np.float64)


def _shifted(counts: NDArray[np.float32], way: int, axis: int) -> NDArray[np.float32]:
    moved = np.roll(counts, way, axis)
    edge: list[slice | int] = [slice(None)] * 3
    edge[axis] = 0 if way > 0 else -1
    moved[tuple(edge)] = 0
    return moved


def _explained(stack: Sequence[Floats], shape: tuple[int, ...], mm: float, camera: Camera, params: BeforeParams) -> Mask:
    """(H, W) 1 where pieces and plate are, with their edges and what shows of their thickness above them."""
    mask = np.zeros(shape, np.uint8)
    for line in stack:
        for up in np.linspace(0, params.thick * abs(np.sin(camera.tilt)) * mm, 4):
            cv2.fillPoly(mask, [np.round(line - (0.0, up)).astype(np.int32)], 1)
    return np.asarray(cv2.dilate(mask, _disc(2 * params.own * mm)), np.uint8)


def _near(stack: Sequence[Floats], shape: tuple[int, ...], mm: float, params: BeforeParams) -> Mask:
    """(H, W) 1 so near to the stack that a piece there would touch it."""
    return np.asarray(cv2.dilate(_filled(stack, shape), _disc(2 * (params.near + params.own) * mm)), np.uint8)


def _beside(loose: Sequence[Floats], shape: tuple[int, ...], mm: float, params: BeforeParams) -> Mask:
    """(H, W) 1 beside what may show of a piece, so near that what stands there may hide the rest of it."""
    own, wide = (cv2.dilate(_filled(loose, shape), _disc(2 * away * mm)) for away in params.beside)
    return np.asarray(wide - own, np.uint8)


def _filled(lines: Sequence[Floats], shape: tuple[int, ...]) -> Mask:
    """(H, W) 1 within closed lines (n, 2)."""
    mask = np.zeros(shape, np.uint8)
    for line in lines:
        cv2.fillPoly(mask, [np.round(line).astype(np.int32)], 1)
    return mask


def under(plate: Floats, shape: tuple[int, ...]) -> Mask:
    """(H, W) 1 on and under the plate (n, 2): a shadow there, or a reflection, hides no piece."""
    return np.asarray(np.maximum.accumulate(_filled([plate], shape), axis=0), np.uint8)


def _over(plate: Floats, around: Mask) -> Mask:
    """What of a mask is neither left nor right of the plate (n, 2)."""
    columns = np.arange(around.shape[1])
    return np.asarray(around * ((columns > plate[:, 0].min()) & (columns < plate[:, 0].max())), np.uint8)


def _is_at_edge(box: NDArray[np.int32], shape: tuple[int, ...]) -> bool:
    x, y, w, h = (int(v) for v in box[:4])
    return x <= 2 or y <= 2 or x + w >= shape[1] - 2 or y + h >= shape[0] - 2


def _is_behind(thing: Mask, pieces: Sequence[Standing], camera: Camera, params: BeforeParams) -> bool:
    """Whether the outlines of pieces cut a thing (H / 2, W / 2) off: it is seen right up to them, on a long way or on two sides of one."""
    long = 0.0
    for one in pieces:
        places, line = one.evidence.places, one.pose.line_mm
        normal = outward(line)[places.index]
        at = np.round(project(camera.mm_to_px, line[places.index] + normal * params.touch) / 2).astype(np.int64)
        inside = (at >= 0).all(1) & (at[:, 0] < thing.shape[1]) & (at[:, 1] < thing.shape[0])
        at = np.clip(at, 0, np.array(thing.shape)[::-1] - 1)
        cut = inside & (thing[at[:, 1], at[:, 0]] > 0) & (places.weight >= params.sure_rim)
        off = places.offset[cut] / camera.px_per_mm
        step = float(np.hypot(*np.diff(line, axis=0).T).sum()) / len(places.index)
        long += step * len(off) * ((off**2).sum() <= params.exact**2 * len(off))
        if step * np.count_nonzero(cut) >= params.cut_short and _are_opposite(line[places.index][cut], normal[cut], params):
            return True
    return long >= params.cut_long


@dataclass(frozen=True, slots=True, eq=False)
class _Edge:
    """A plate's own edge, and what is seen beside it."""

    normal: Floats
    """(n, 2) outward, in its plane."""
    at: NDArray[np.int64]
    """(n, 2) the places just outside, in the picture of half the size."""
    colour: Floats
    """(n, 3) what is seen there."""
    step: float
    """Millimetres from one to the next."""


def _plates_edge(line: Floats, small: Picture, camera: Camera, params: BeforeParams) -> _Edge:
    line = even(line, params.points)
    line = line if cv2.contourArea(line.astype(np.float32), oriented=True) > 0 else line[::-1]
    own, normal, step = own_edge(line), outward(line), float(np.hypot(*np.diff(line, axis=0).T).mean())
    at = np.round(project(camera.mm_to_px, line + normal * 2 * params.touch) / 2).astype(np.int64)  # beyond its own thickness
    own &= ((at >= 0) & (at < np.array(small.shape[1::-1]))).all(1)
    return _Edge(normal[own], at[own], np.asarray(small[at[own][:, 1], at[own][:, 0]], np.float64), step)


def _is_behind_the_plate(thing: Mask, edge: _Edge, params: BeforeParams) -> bool:
    """Whether the plate's end cuts a thing (H / 2, W / 2) off: it is seen right up to it, from above and from below, in one colour."""
    cut = thing[edge.at[:, 1], edge.at[:, 0]] > 0
    if edge.step * np.count_nonzero(cut) < params.cut_short:
        return False
    alike = np.abs(edge.colour[cut][:, None] - edge.colour[cut][None]).max(-1) < params.one_colour
    above, below = edge.normal[cut][:, 1] < params.opposite, edge.normal[cut][:, 1] > 0
    joined = alike[above][:, below]
    many = min(np.count_nonzero(joined.any(1)), np.count_nonzero(joined.any(0)))
    return bool(2 * edge.step * many >= params.cut_short)


def _are_opposite(points: Floats, normal: Floats, params: BeforeParams) -> bool:
    """Whether some places (n, 2) of an outline look away from each other, the piece between them."""
    away = ((points[:, None] - points[None]) * normal[:, None]).sum(-1) > 0
    return bool((away & (normal @ normal.T < params.opposite)).any())


def _disc(across_px: float) -> Mask:
    side = 2 * round(across_px / 2) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)
