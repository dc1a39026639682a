"""The table's surface as the camera sees it: markers, or cards of known size -> homography -> pixels to millimetres and back."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame, Rgb
from vision.image.quads import is_over, middle
from vision.observation import PlaneFix, Point, Quad, quad_of
from vision.table.markers import Marker, find_markers
from vision.table.mat import SHEETS
from vision.table.rectangles import fit_rectangles

Points: TypeAlias = NDArray[np.float64]
"""(n, 2) x, y."""
Matrix: TypeAlias = NDArray[np.float64]
"""(3, 3) homography."""


@dataclass(frozen=True, slots=True)
class MarkerMap:
    """The markers of a mat: DICT_4X4_50, printed upright. Without centres only their size is known."""

    size_mm: float = 20.0
    """Side of the black square."""
    centres_mm: Mapping[int, Point] = field(default_factory=dict, hash=False)
    """Marker id to its middle on the table, x right, y away from the viewer."""
    turns_deg: Mapping[int, float] = field(default_factory=dict, hash=False)
    """Marker id to how far it is turned against x, counterclockwise; markers of a printed mat are not."""

    def corners_mm(self, id: int) -> Points:
        """(4, 2): the marker's own top-left, top-right, bottom-right, bottom-left."""
        turn = math.radians(self.turns_deg.get(id, 0.0))
        cos, sin = math.cos(turn), math.sin(turn)
        square = _upright(self.size_mm, self.size_mm) @ np.array([[cos, sin], [-sin, cos]])
        return np.asarray(np.asarray(self.centres_mm[id], np.float64) + square, np.float64)


@dataclass(frozen=True, slots=True)
class PlaneParams:
    """When a plane is believed."""

    most_residual_mm: float = 2.0
    """Root mean square over the corners; more, and something is not where it should be."""
    most_off: float = 0.1
    """Part of a marker's side by which another may seem smaller or larger, on the plane of the mat's."""
    most_misprint: float = 0.5
    """Of a marker that is none of the mat's: where it is rather the other colour in a cell it is a picture that looks like one."""
    most_markers: int = 12
    """The largest ones are enough."""
    most_area_mm: float = 3000.0
    """No table is wider than this: what lies beyond is the room."""
    most_px: int = 64_000_000
    """Pixels of a rectified picture."""


PARAMS = PlaneParams()


@dataclass(frozen=True, slots=True, eq=False)
class TablePlane:
    """A homography of the table top, and how well it fits. Millimetres: x right, y away from the viewer."""

    mm_to_px: Matrix
    found_by: str
    """`markers` or `cards`."""
    residual_mm: float | None
    """Root mean square of the corners; None for a single marker or card, which always fits."""
    quads_px: tuple[Quad, ...] = ()
    """What it was found by."""

    @property
    def fix(self) -> PlaneFix:
        """The same in a word, for an observation."""
        return PlaneFix(self.found_by, self.residual_mm)

    def to_px(self, points_mm: Points) -> Points:
        """(n, 2) millimetres on the table -> (n, 2) pixels; nan for points behind the camera."""
        return _mapped(self.mm_to_px, points_mm)

    def to_mm(self, points_px: Points) -> Points:
        """(n, 2) pixels -> (n, 2) millimetres on the table; nan above the horizon."""
        return _mapped(np.asarray(np.linalg.inv(self.mm_to_px), np.float64), points_px, self.mm_to_px)

    def quad_mm(self, quad_px: Quad) -> Quad | None:
        """A quad's corners on the table; None when one lies above the horizon."""
        corners = self.to_mm(np.asarray(quad_px, np.float64))
        return quad_of(corners) if np.isfinite(corners).all() else None

    def px_per_mm(self, at_px: Point) -> float:
        """Pixels to a millimetre of the table there, as the root of the area ratio; nan above the horizon."""
        x, y = at_px
        mm = self.to_mm(np.asarray([(x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x - 0.5, y + 0.5)], np.float64))
        (ax, ay), (bx, by) = mm[1] - mm[0], mm[2] - mm[0]
        return float(1 / math.sqrt(abs(ax * by - ay * bx))) if np.isfinite(mm).all() else math.nan

    def rectify(self, frame: Frame, mm_per_px: float, area_mm: tuple[float, float, float, float] | None = None) -> Rgb:
        """The table from straight above, far side at the top: (H, W, 3) RGB; black where the picture has nothing.

        `area_mm` is left, near, right, far; without it, all of the table that the picture shows. The middle of pixel (0, 0) is
        (left, far). Raises ValueError when that would be no picture or a huge one.
        """
        left, near, right, far = area_mm or self.area_mm(frame.size_px)
        width, height = round((right - left) / mm_per_px), round((far - near) / mm_per_px)
        if width < 1 or height < 1 or width * height > PARAMS.most_px:
            raise ValueError(f"a table of {right - left:g} x {far - near:g} mm at {mm_per_px:g} mm per pixel is no picture")
        out_to_mm = np.array([[mm_per_px, 0, left], [0, -mm_per_px, far], [0, 0, 1]], np.float64)
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpPerspective(frame.rgb, self.mm_to_px @ out_to_mm, (width, height), flags=how), np.uint8)

    def area_mm(self, size_px: tuple[int, int]) -> tuple[float, float, float, float]:
        """Left, near, right, far edge of the table as far as the picture shows it, at most `most_area_mm` across."""
        width, height = size_px
        grid = np.stack(np.meshgrid(np.linspace(0, width - 1, 33), np.linspace(0, height - 1, 33)), -1).reshape(-1, 2)
        seen = self.to_mm(grid)
        middle = self.to_mm(np.asarray(self.quads_px, np.float64).reshape(-1, 2)).mean(axis=0) if self.quads_px else np.zeros(2)
        near_enough = np.abs(seen - middle).max(axis=1) <= PARAMS.most_area_mm / 2
        low, high = seen[near_enough].min(axis=0), seen[near_enough].max(axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def locate(frame: Frame, markers: MarkerMap | None = None, params: PlaneParams = PARAMS) -> TablePlane | None:
    """The table's plane by the markers in the picture; None without any that can be believed.

    With known centres, by these; where those are not where the map says, or are not known, by the markers' size alone: then the origin is
    the middle of the marker with the lowest id, and x runs along its edge that points most to the right.
    """
    layout = markers or MarkerMap()
    return from_markers(without_print(find_markers(frame.rgb), layout.size_mm, params), layout, params)


def without_print(found: Sequence[Marker], size_mm: float, params: PlaneParams = PARAMS) -> tuple[Marker, ...]:
    """The markers, where some of the printed mat show less all others that are not as large or bear no marker's print.

    A dark square with a hole in it is read as a marker, too.

    `size_mm`: side of a marker's black square.
    """
    own = [marker for marker in found if marker.id < len(SHEETS)]
    plane = _by_size(own, size_mm, params) if 0 < len(own) < len(found) else None
    if plane is None:
        return tuple(found)
    return tuple(one for one in found if one in own or (one.misprint <= params.most_misprint and _is_as_large(plane, one, size_mm, params)))


def _is_as_large(plane: TablePlane, marker: Marker, size_mm: float, params: PlaneParams) -> bool:
    corners = plane.to_mm(np.asarray(marker.quad_px, np.float64)).astype(np.float32)
    side = math.sqrt(cv2.contourArea(corners)) if np.isfinite(corners).all() else 0.0
    return abs(side - size_mm) <= params.most_off * size_mm


def from_markers(found: Sequence[Marker], layout: MarkerMap, params: PlaneParams = PARAMS) -> TablePlane | None:
    """Like `locate`, from markers that are found already."""
    known = [marker for marker in found if marker.id in layout.centres_mm]
    plane = _by_map(known, layout, params) if known else None
    return plane or _by_size(found, layout.size_mm, params)


def from_cards(quads_px: Sequence[Quad], sizes_mm: Sequence[tuple[float, float]], params: PlaneParams = PARAMS) -> TablePlane | None:
    """The plane by pieces of known width and height, each quad in the piece's own order; None when they do not fit together.

    The origin is the middle of the largest piece in the picture, x along its edge that points most to the right.
    """
    if len(quads_px) != len(sizes_mm):
        raise ValueError(f"{len(quads_px)} quads and {len(sizes_mm)} sizes")
    order = sorted(range(len(quads_px)), key=lambda i: -_area_px(quads_px[i]))[: params.most_markers]
    return _of_cards(tuple(quads_px[i] for i in order), tuple(sizes_mm[i] for i in order), params)


@lru_cache(maxsize=32)
def _of_cards(quads: tuple[Quad, ...], sizes: tuple[tuple[float, float], ...], params: PlaneParams) -> TablePlane | None:
    """The plane of some cards; kept, since the same are asked about several times while one picture is read."""
    return _agreeing(list(quads), list(sizes), "cards", params)


def _by_map(known: Sequence[Marker], layout: MarkerMap, params: PlaneParams) -> TablePlane | None:
    """Least squares over the corners of known markers; one that was moved is left out when the others agree."""
    plane = _fit(known, layout)
    if plane is not None and _good(plane, params):
        return plane
    if len(known) < 3:
        return None
    others = [_fit([m for m in known if m is not moved], layout) for moved in known]
    fitting = [p for p in others if p is not None and _good(p, params)]
    return min(fitting, key=lambda p: p.residual_mm or 0.0, default=None)


def _fit(known: Sequence[Marker], layout: MarkerMap) -> TablePlane | None:
    px = np.concatenate([np.asarray(marker.quad_px, np.float64) for marker in known])
    mm = np.concatenate([layout.corners_mm(marker.id) for marker in known])
    matrix, _ = cv2.findHomography(mm, px, 0)
    if matrix is None or not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-12:
        return None
    plane = TablePlane(_facing(np.asarray(matrix, np.float64), mm), "markers", None, tuple(m.quad_px for m in known))
    off = plane.to_mm(px) - mm
    return replace(plane, residual_mm=_rms(off)) if len(known) > 1 else plane


def _by_size(found: Sequence[Marker], size_mm: float, params: PlaneParams) -> TablePlane | None:
    ordered = sorted(found, key=lambda marker: marker.id)[: params.most_markers]
    return _agreeing([m.quad_px for m in ordered], [(size_mm, size_mm)] * len(ordered), "markers", params)


def _agreeing(quads: list[Quad], sizes: list[tuple[float, float]], found_by: str, params: PlaneParams) -> TablePlane | None:
    """The plane on which the rectangles have their sizes; while they have not, the one without which the others agree best is left out.

    Most must agree: of two that disagree nobody can tell which is right.
    """
    plane = _fitted(quads, sizes, found_by)
    fewest = len(quads) // 2 + 1
    while (plane is None or not _good(plane, params)) and len(quads) > fewest:
        without = [(quads[:i] + quads[i + 1 :], sizes[:i] + sizes[i + 1 :]) for i in range(len(quads))]
        fits = [_fitted(*rest, found_by) for rest in without]
        best = min(range(len(fits)), key=lambda i: _residual(fits[i]))
        plane, (quads, sizes) = fits[best], without[best]
    return plane if plane is not None and _good(plane, params) else None


def _fitted(quads: list[Quad], sizes: list[tuple[float, float]], found_by: str) -> TablePlane | None:
    fit = fit_rectangles(quads, sizes) if quads else None
    if fit is None:
        return None
    matrix = _facing(fit.mm_to_px @ _to_viewer(fit.mm_to_px), fit.first_mm)
    return TablePlane(matrix, found_by, _rms(fit.off_mm) if len(quads) > 1 else None, tuple(quads))


def _residual(plane: TablePlane | None) -> float:
    return math.inf if plane is None else plane.residual_mm or 0.0


def _good(plane: TablePlane, params: PlaneParams) -> bool:
    return plane.residual_mm is None or plane.residual_mm <= params.most_residual_mm


def _to_viewer(mm_to_px: Matrix) -> Matrix:
    """Quarter turn of the table after which x points most to the right of the picture."""
    origin, *ends = _mapped(mm_to_px, np.asarray([(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)], np.float64))
    quarters = int(np.argmax([float((end - origin)[0] / np.linalg.norm(end - origin)) for end in ends]))
    cos, sin = [(1, 0), (0, 1), (-1, 0), (0, -1)][quarters]
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]], np.float64)


def _facing(matrix: Matrix, points_mm: Points) -> Matrix:
    """The same homography, scaled so that the third coordinate is positive for what lies before the camera."""
    ahead = float(matrix[2] @ (*points_mm.mean(axis=0), 1.0))
    return matrix / ahead


def _mapped(matrix: Matrix, points: Points, forth: Matrix | None = None) -> Points:
    """(n, 2) points through a homography; nan where `forth` (the way to the camera) says that they lie behind it."""
    homogeneous = np.asarray(points, np.float64).reshape(-1, 2) @ matrix[:, :2].T + matrix[:, 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        mapped: Points = homogeneous[:, :2] / homogeneous[:, 2:]
        depth = homogeneous[:, 2] if forth is None else mapped @ forth[2, :2] + forth[2, 2]
    mapped[~(depth > 0)] = math.nan
    return mapped


def _upright(width: float, height: float) -> Points:
    return np.asarray([(-width, height), (width, height), (width, -height), (-width, -height)], np.float64) / 2


def _rms(off_mm: NDArray[np.float64]) -> float:
    return float(np.sqrt(np.square(off_mm).sum(axis=-1).mean()))


def _area_px(quad: Quad) -> float:
    return float(abs(cv2.contourArea(np.asarray(quad, np.float32))))


def is_on_marker(quad: Quad, table: TablePlane | None) -> bool:
    """Whether the middle of a quad lies on one of the markers that gave the plane: whatever was read there is the marker itself."""
    if table is None or table.found_by != "markers":
        return False
    x, _ = middle(quad)
    near = (marker for marker in table.quads_px if min(a for a, _ in marker) <= x <= max(a for a, _ in marker))
    return any(is_over(quad, np.asarray(marker, np.float32)) for marker in near)
