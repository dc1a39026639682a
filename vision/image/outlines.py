"""Four-cornered outlines in a picture: what the edge of a whole card, tile or tray looks like, whatever is printed on it."""

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.quads import NEXT, overlap, sides
from vision.image.quantiles import level_of
from vision.image.unlike import unlike_ground

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]
Contour = NDArray[np.int32]
Sizes = NDArray[np.int32]
Told = TypeVar("Told")


@dataclass(frozen=True, slots=True)
class OutlineParams:
    """What counts as the outline of a piece."""

    smallest_share: float = 0.0015
    """Of the picture's area; smaller outlines are dropped."""
    largest_share: float = 0.7
    """Of the picture's area."""
    shortest_side_px: float = 16.0
    most_elongated: float = 2.8
    """Long side to short side, as the camera sees it."""
    least_fill: float = 0.88
    """Area of the outline to the area of its four-cornered fit, the smaller to the larger."""
    rounded_fill: float = 0.7
    """The same of a piece whose corners are rounded, and taken where the rounding begins: a disc has less."""
    rounded_solid: float = 0.95
    """Area of such a contour to that of its hull."""
    same_iou: float = 0.86
    """Two outlines that overlap so much are one."""
    most: int = 60
    """Outlines kept, best first."""
    levels: tuple[float, ...] = (0.6, 0.8, 1.0, 1.25)
    """Brightness cuts, relative to Otsu's."""
    slopes: tuple[float, float] = (30.0, 90.0)
    """Slopes from which a line is an edge: one that goes on, and one that begins."""
    bright: float = 235.0
    """How bright (0 to 255) the brightest parts of a picture are, when it is well exposed."""
    dim: float = 0.7
    """In one whose brightest parts are less than this part of that, edges that are weaker by as much are looked for, too; ..."""
    dimmest: float = 0.25
    """... but no weaker than this part."""
    patterned: int = 380
    """Contours above which they are the ground's, too: what is coloured unlike the ground is looked for then."""
    dotted: int = 170
    """Places within edges, as large as a piece may be or smaller, above which the ground has a pattern ..."""
    dotted_part: float = 0.3
    """... if they are so large a part of all such places: grain has many more specks. Then edges between colours are looked for: of what is
    as bright as what it touches grey has no edge, and a dot that touches a card becomes a part of it. From slopes that are ..."""
    coloured: float = 0.5
    """... so many times as steep: paper on cloth differs in one colour and hardly in the others."""


class Contours(list[Contour]):
    """Contours of one picture, (n, 1, 2) int32 each, that do not change any more, with what was found out about them."""

    def __init__(self, contours: Iterable[Contour] = ()) -> None:
        super().__init__(contours)
        self._fits: dict[tuple[int, OutlineParams], list[tuple[float, Floats]]] = {}
        self._told: dict[Hashable, object] = {}
        self._whole: Contours | None = None
        self.numbers: NDArray[np.int64] = np.arange(len(self))
        """(n,): which of all contours of the picture these are, where they are some of them."""

    def some(self, which: NDArray[np.int64]) -> "Contours":
        """Those of some numbers (k,) among these."""
        part = Contours(self[i] for i in which.tolist())
        part._whole, part.numbers = self if self._whole is None else self._whole, self.numbers[which]
        return part

    def once(self, key: Hashable, find: Callable[["Contours"], Told]) -> Told:
        """What is found out about all contours of the picture, once, however often some of them are asked about. Not to be changed."""
        every = self if self._whole is None else self._whole
        if key not in every._told:
            every._told[key] = find(every)
        return cast(Told, every._told[key])

    @cached_property
    def boxes(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The least and the greatest x and y of each: (n, 2) both."""
        return boxes_of(self)

    def fits(self, area_px: int, params: OutlineParams) -> list[tuple[float, Floats]]:
        """Of those with four straight sides how well these fit, and the corners (4, 2), in a picture of `area_px` pixels."""
        if (area_px, params) not in self._fits:
            self._fits[area_px, params] = [fit for fit in (_quad(contour, area_px, params) for contour in self) if fit is not None]
        return self._fits[area_px, params]


def boxes_of(contours: Sequence[Contour]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The least and the greatest x and y of each of some contours, all at once: (n, 2) both."""
    points = np.concatenate(contours)[:, 0]
    starts = np.cumsum([0, *map(len, contours[:-1])])
    return np.minimum.reduceat(points, starts), np.maximum.reduceat(points, starts)


_STANDS_OUT = np.full(4, 8.0)
"""Grey levels by which a pixel stands out from its neighbourhood (a value for each of four channels, as OpenCV wants it)."""


def find_contours(rgb: Pixels, params: OutlineParams) -> Contours:
    """Borders of everything that stands out, (n, 1, 2) int32 each, in several black-and-white readings of the picture."""
    least = params.smallest_share * rgb.shape[0] * rgb.shape[1]
    found: list[Contour] = []

    def add(mask: Pixels) -> tuple[int, Sizes]:
        specks = 0
        if _is_speckled(mask):  # each contour takes its time, too small or not
            mask, specks = without_specks(mask, params.shortest_side_px)
        every = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[-2]
        some, size = _with_sizes(every)
        found.extend(some[i] for i in np.flatnonzero(_are_large(size, least, params.shortest_side_px)).tolist())
        return len(every) + specks, size

    for mask in _masks(rgb, params):
        many, size = add(mask)
    is_patterned = len(found) > params.patterned
    if _is_dotted(many, size, params):  # the last ones lie within edges, which part what touches
        add(_between_colours(rgb, params))
    if is_patterned:
        unlike = unlike_ground(rgb)
        add(unlike)
        add(np.asarray(cv2.bitwise_and(unlike, mask), np.uint8))
    return Contours(found)


def _is_speckled(mask: Pixels) -> bool:
    """Whether black and white, 0 or 255, change so often along a picture's rows as within the edges of a carpet."""
    some = mask[:: _EVERY * 2]
    return int(np.count_nonzero(some[:, 1:] != some[:, :-1])) > _SPECKLED * some.size


_SPECKLED = 0.12
"""Changes for each pixel from which it is sooner to take specks out than to go around each."""


def without_specks(mask: Pixels, least_px: float) -> tuple[Pixels, int]:
    """(H, W), 0 or 255, without the white parts that are not so wide or high, whose contours are no piece's; and how many these are."""
    _, label, found, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    is_kept = found[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].min(1) >= least_px
    is_kept[0] = False  # what is black
    return np.asarray((255 * is_kept.astype(np.uint8))[label], np.uint8), int(np.count_nonzero(~is_kept)) - 1


def large_contours(contours: Sequence[Any], least_px: float, shortest_px: float) -> list[Contour]:
    """Those of four points and more in a box of an area above `least_px` and no side below `shortest_px`; all at once: most are specks."""
    some, size = _with_sizes(contours)
    return [some[i] for i in np.flatnonzero(_are_large(size, least_px, shortest_px)).tolist()]


def _with_sizes(contours: Sequence[Any]) -> tuple[list[Contour], Sizes]:
    """Those of four points and more, and the width and height of the box of each: (n, 2)."""
    some = [contour for contour in contours if len(contour) >= 4]
    if not some:
        return [], np.zeros((0, 2), np.int32)
    low, high = boxes_of(some)
    return some, high - low + 1


def _are_large(size: Sizes, least_px: float, shortest_px: float) -> NDArray[np.bool_]:
    """Which boxes (n, 2) have an area above `least_px` and no side below `shortest_px`: (n,)."""
    return np.asarray((size.min(1) >= shortest_px) & (size[:, 0] * size[:, 1] > least_px), np.bool_)


def find_outlines(rgb: Pixels, params: OutlineParams) -> list[Floats]:
    """Quads (4, 2) float32 in pixels of `rgb`, clockwise as seen, best fit first."""
    return outlines_of(find_contours(rgb, params), rgb.shape[0] * rgb.shape[1], params)


def outlines_of(
    contours: Iterable[Contour], area_px: int, params: OutlineParams, is_likely: Callable[[Floats], bool] = lambda quad: True
) -> list[Floats]:
    """The four-cornered ones among contours of a picture of `area_px` pixels: (4, 2) float32 each, clockwise, best fit first.

    First of all those that are likely: a pattern has more outlines than are kept, and fits them better than what lies on it.
    """
    found = (contours if isinstance(contours, Contours) else Contours(contours)).fits(area_px, params)
    order = sorted(((is_likely(quad), fit, quad) for fit, quad in found), key=lambda f: (not f[0], -f[1]))
    kept: list[Floats] = []
    places: list[tuple[float, float]] = []
    for _, _, quad in order:
        x, y = (float(v) for v in quad.mean(0))
        reach = 0.4 * float(np.sqrt(cv2.contourArea(quad)))
        near = (i for i, (a, b) in enumerate(places) if abs(a - x) + abs(b - y) < reach)
        if all(overlap(quad, kept[i]) < params.same_iou for i in near):
            kept.append(quad)
            places.append((x, y))
        if len(kept) == params.most:
            break
    return kept


def _masks(rgb: Pixels, params: OutlineParams) -> Iterator[Pixels]:
    """Black-and-white readings of the picture, in some of which a piece stands alone."""
    soft = cv2.GaussianBlur(rgb, (3, 3), 0)
    red, green, blue = cv2.split(soft)
    white, grey = cv2.min(cv2.min(red, green), blue), cv2.cvtColor(soft, cv2.COLOR_RGB2GRAY)
    otsu = cv2.threshold(white, 0, 255, cv2.THRESH_OTSU)[0]
    for level in params.levels:
        yield np.asarray(cv2.threshold(white, min(250.0, otsu * level), 255, cv2.THRESH_BINARY)[1], np.uint8)
    block = (min(rgb.shape[:2]) // 8) | 1
    for source in (white, grey):
        mean = cv2.boxFilter(source, -1, (block, block))
        yield np.asarray(cv2.compare(source, cv2.add(mean, _STANDS_OUT), cv2.CMP_GT), np.uint8)
    yield np.asarray(cv2.compare(grey, cv2.subtract(mean, _STANDS_OUT), cv2.CMP_LT), np.uint8)
    exposure = _exposure(grey, params)
    for part in (exposure, 1.0) if exposure < params.dim else (1.0,):
        strong = cv2.Canny(grey, part * params.slopes[0], part * params.slopes[1])
        yield np.asarray(255 - cv2.dilate(strong, np.ones((3, 3), np.uint8)), np.uint8)


def _is_dotted(within_edges: int, size: Sizes, params: OutlineParams) -> bool:
    """Whether the ground has a pattern, by how many contours lie within the edges of a picture, and the boxes (n, 2) of all but dots."""
    many = int(np.count_nonzero(_are_large(size, 0.0, params.shortest_side_px)))
    return many > params.dotted and many > params.dotted_part * within_edges


def _between_colours(rgb: Pixels, params: OutlineParams) -> Pixels:
    """All but edges in any colour, wherever they are strong in that: (H, W) uint8, 0 or 255."""
    low, high = (params.coloured * slope for slope in params.slopes)
    edges = [cv2.Canny(np.asarray(one, np.uint8), low, high) for one in cv2.split(cv2.GaussianBlur(rgb, (3, 3), 0))]
    return np.asarray(255 - cv2.dilate(cv2.max(cv2.max(edges[0], edges[1]), edges[2]), np.ones((3, 3), np.uint8)), np.uint8)


def _exposure(grey: Any, params: OutlineParams) -> float:
    """How bright the brightest parts of a grey picture are, in parts of those of one that is well exposed: `dimmest` to 1."""
    bright = level_of(grey[::_EVERY, ::_EVERY], _BRIGHTEST)
    return min(1.0, max(params.dimmest, bright / params.bright))


_EVERY = 4
_BRIGHTEST = 0.98
"""More than this part of the pixels, of every fourth each way, are darker than the brightest."""


def _quad(contour: Contour, area_px: int, params: OutlineParams) -> tuple[float, Floats] | None:
    """How well four straight sides fit a contour, and the four corners; None for other shapes."""
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    if not params.smallest_share * area_px < area < params.largest_share * area_px:
        return None
    quad = _four_corners(np.asarray(hull, np.int32))
    if quad is None:
        return None
    fill, solid = _fill(quad, area), cv2.contourArea(contour) / area
    if params.rounded_fill <= fill < params.least_fill and solid >= params.rounded_solid:
        quad = _along_sides(quad, np.asarray(hull[:, 0], np.float32))
        fill = _fill(quad, area)
    if fill < params.least_fill:
        return None
    short, *_, long = sorted(_sides(quad))
    if short < params.shortest_side_px or long > params.most_elongated * short:
        return None
    return fill * math.sqrt(min(1.0, solid + 0.3)), quad


def _sides(quad: Floats) -> list[float]:
    """Lengths of the four sides, see `sides`: NumPy takes several times as long for so few."""
    corners = quad.tolist()
    return [math.dist(one, other) for one, other in zip(corners, corners[1:] + corners[:1], strict=True)]


def _fill(quad: Floats, area: float) -> float:
    """The areas of a quad (4, 2) and of what it was fitted to, the smaller to the larger."""
    whole = cv2.contourArea(quad)
    return min(whole, area) / max(whole, area, 1.0)


def _along_sides(quad: Floats, hull: Floats) -> Floats:
    """The quad (4, 2) whose sides run along the middle parts of a convex hull's (n, 2) sides, as `quad` tells them apart."""
    points = _evenly(hull)
    start, along = quad, quad[NEXT] - quad
    length = np.maximum(sides(quad), 1e-6)
    steps = points[:, None] - start
    part = (steps * along).sum(2) / length**2
    off = np.abs(steps[..., 0] * along[:, 1] - steps[..., 1] * along[:, 0]) / length
    low, high = _MIDDLE
    lies_there = (part > low) & (part < high) & (off == off.min(1, keepdims=True))
    if lies_there.sum(0).min() < 2:
        return quad
    lines = [cv2.fitLine(points[on], cv2.DIST_L2, 0, 0.01, 0.01).ravel() for on in lies_there.T]
    ways, through = np.array([line[:2] for line in lines]), np.array([line[2:] for line in lines])
    before, past = np.roll(ways, 1, 0), np.roll(through, 1, 0)
    cross = before[:, 0] * ways[:, 1] - before[:, 1] * ways[:, 0]
    if np.abs(cross).min() < _HARDLY_CROSS:
        return quad
    apart = through - past
    reach = (apart[:, 0] * ways[:, 1] - apart[:, 1] * ways[:, 0]) / cross
    return np.asarray(past + reach[:, None] * before, np.float32)


def _evenly(hull: Floats) -> Floats:
    """Points (_SAMPLES, 2) at even distances around a closed polygon (n, 2)."""
    closed = np.concatenate([hull, hull[:1]])
    far = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(closed, axis=0).T))])
    at = np.linspace(0, far[-1], _SAMPLES, endpoint=False)
    return np.stack([np.interp(at, far, closed[:, 0]), np.interp(at, far, closed[:, 1])], 1).astype(np.float32)


_SAMPLES = 120
_MIDDLE = (0.25, 0.75)
"""Part of a side that no rounding of the corners reaches."""
_HARDLY_CROSS = 0.2
"""Sine of the angle of two sides that hardly meet in a corner."""


def _four_corners(hull: NDArray[np.int32]) -> Floats | None:
    """The hull as four straight sides, clockwise as seen; None when it has another shape."""
    around = cv2.arcLength(hull, True)
    for slack in (0.02, 0.03, 0.045, 0.06):
        corners = cv2.approxPolyDP(hull, slack * around, True)
        if len(corners) <= 4:
            break
    if len(corners) != 4:
        return None
    quad = corners.reshape(4, 2).astype(np.float32)
    return quad if cv2.contourArea(quad, True) > 0 else quad[::-1].copy()
