"""The cubes of one size in a flat picture whose pixels are told by kind: patches of a colour, covered with cubes' shapes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes.ground import edges_of
from vision.cubes.paints import NOTHING, SHADE, STRANGE, Paints
from vision.cubes.params import KIND, CubeParams
from vision.cubes.shapes import around_each, cube_shape, fill, is_round, largest, square, summed
from vision.looks.colours import linear
from vision.observation import Candidate, Detection, Quad, quad_of
from vision.table.pose import Pose
from vision.tokens.discs import Flat

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Shape = tuple[Floats, Floats, Floats, Floats]
"""See `cube_shape`."""


@dataclass(frozen=True, slots=True, eq=False)
class _Placed:
    """A cube's shape on a patch."""

    x: int
    y: int
    turn: int
    filled: float
    top: float
    """Part of its top that no other cube of the patch has for its own."""
    beside: float
    worth: float


class CubeSearch:
    """One flat picture whose pixels are told by kind, covered with cubes."""

    def __init__(
        self, flat: Flat, pose: Pose, size: float, kinds: Pixels, paints: Paints, plain: Pixels, white: Floats, params: CubeParams
    ) -> None:
        """For cubes of `size` mm in a flat picture at the height of their tops: `kinds` (H, W) tells its pixels, see `Paints.kinds`.

        `plain` and `white` (H, W, 3): see `against_white`.
        """
        self.flat, self.pose, self.size, self.kinds, self.paints, self.params = flat, pose, size, kinds, paints, params
        self.plain, self.white = plain, white
        self.edges = edges_of(plain, params.faint)
        self.is_patterned = False
        self.cost: dict[Quad, float] = {}
        """How badly its kind explains the colour of each cube that was found."""
        self.side = size * flat.px_per_mm

    def all(self) -> list[Detection]:
        """Every cube, and every patch that may be some."""
        kinds = [*range(len(self.paints.ids)), STRANGE]
        covered = [(kind, self._cover(kind, patch, box)) for kind in kinds for patch, box in self._patches(kind)]
        lone = [kind for kind, some in covered if _is_lone(some)]
        self.is_patterned = len(lone) > self.params.lone
        if not self.is_patterned:
            return [one for _, some in covered for one in some]
        most, own = self.params.paint.fits[1], {kind for kind in lone if lone.count(kind) > self.params.lone // 2}
        kept = [one for kind, some in covered if kind not in own and not _is_lone(some) for one in some]
        return _beside_pattern([one if self.cost[one.quad_px] <= most else _asked(one) for one in kept], self.params.lone)

    def _patches(self, kind: int) -> list[tuple[Mask, tuple[int, int]]]:
        """Connected patches of a kind's colour that are large enough: what is in them, and the left and top of their part."""
        mask = (np.isin(self.kinds, (STRANGE, SHADE)) if kind == STRANGE else self.kinds == kind).astype(np.uint8)
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
        margin, kept = int(1.6 * self.side), []
        for k in range(1, count):
            x, y, wide, high, area = (int(v) for v in stats[k])
            if area < self.params.least * self.side**2 or area > 0.25 * mask.size:
                continue
            part = labels[max(0, y - margin) : y + high + margin, max(0, x - margin) : x + wide + margin] == k
            kept.append((part, (max(0, x - margin), max(0, y - margin))))
        return kept

    def _cover(self, kind: int, patch: Mask, box: tuple[int, int]) -> list[Detection]:
        """The cubes of one patch, best first; what they leave of it is a question."""
        if patch.sum() > 1.5 * self.side**2 and is_round(patch, self.params.round):
            return []
        middle = np.argwhere(patch).mean(0)[::-1] + box
        shapes = [self._shape(turn, (float(middle[0]), float(middle[1]))) for turn in range(self._turns)]
        usual = float(np.median([shape[0].sum() for shape in shapes]))
        rows, columns = slice(box[1], box[1] + patch.shape[0]), slice(box[0], box[0] + patch.shape[1])
        hides = ~np.isin(self.kinds[rows, columns], (NOTHING, STRANGE, SHADE, kind) if kind == STRANGE else (NOTHING, STRANGE, kind))
        tops, rest, found = patch.copy(), patch.copy(), list[Detection]()
        while len(found) < self.params.most and rest.sum() > self.params.small * usual:
            best = self._best(patch, tops, rest, hides, self.edges[rows, columns], shapes)
            if best is None or best.filled < self.params.filled or best.top < self.params.own or best.beside > self.params.beside:
                break
            inside, _, above, _ = (self._laid(shape, best, rest.shape) for shape in shapes[best.turn])
            edge, is_shade = self._edge(inside, patch, box)
            if edge < self.params.edge or (kind == STRANGE and (is_shade or found)):
                return []
            found.append(self._detection(kind, best, box, is_shade))
            tops &= ~above
            rest &= ~cv2.dilate(inside.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(np.bool_)
        found, rest = _apart(found, self.params.through), largest(rest)
        if rest.sum() > self.params.left * usual:
            found = [] if kind == STRANGE else self._doubted(kind, patch, rest, found, box, usual)
        return found

    def _edge(self, inside: Mask, patch: Mask, box: tuple[int, int]) -> tuple[float, bool]:
        """Grey levels by which a shape differs from what lies just beyond it and its patch, and whether it may be a shadow there."""
        rows, columns = slice(box[1], box[1] + patch.shape[0]), slice(box[0], box[0] + patch.shape[1])
        plain, shape = self.plain[rows, columns], inside.astype(np.uint8)
        grown = [cv2.dilate(shape, np.ones((n, n), np.uint8)) for n in (5, 9)]
        rim, beyond = (shape > 0) & (cv2.erode(shape, np.ones((5, 5), np.uint8)) == 0), (grown[1] > grown[0]) & ~patch
        if not rim.any() or not beyond.any():
            return float("inf"), False
        seen = plain.astype(np.float32)
        edge = float(np.abs(around_each(seen, rim) - around_each(seen, beyond)).max(-1)[beyond].mean())
        here, there = (np.median(linear(plain[where]), axis=0) for where in (inside, beyond))
        share = float(here @ there) / max(1e-6, float(there @ there))
        return edge, bool(0.1 < share < 0.95 and np.linalg.norm(here - share * there) < self.params.shade * np.linalg.norm(here))

    @property
    def _turns(self) -> int:
        return round(90 / self.params.turn_deg)

    def _shape(self, turn: int, middle: tuple[float, float]) -> Shape:
        """How a cube shows near a place: its shape, a line around it, its top, the edges of that; each a picture around its top."""
        x, y = (float(v) for v in self.flat.to_mm[:2, :2] @ middle + self.flat.to_mm[:2, 2])
        lean = np.linalg.inv(self.flat.to_mm[:2, :2]) @ self.pose.leaning(x, y, self.size)
        return cube_shape(round(self.side * 4), turn * self.params.turn_deg, round(float(lean[0]) * 2), round(float(lean[1]) * 2))

    def _best(self, patch: Mask, tops: Mask, rest: Mask, hides: Mask, edges: Floats, shapes: Sequence[Shape]) -> _Placed | None:
        """Where and in which turn a cube fits best on a patch: its top on `tops`, which are no other's, the rest of it anywhere on it.

        What has another kind's colour may hide it. `rest` is what no cube has covered yet.
        """
        seen, free, own, left = (mask.astype(np.float32) for mask in (patch, ~hides | patch, tops, rest))
        best: _Placed | None = None
        for turn, (inside, around, above, edge) in enumerate(shapes):
            filled = summed(seen, inside) / np.maximum(summed(free, inside), 0.55 * float(inside.sum()))
            top = summed(own, above) / float(above.sum())
            beside = summed(left, around) / float(around.sum())
            worth = 0.5 * (filled + top) - 0.5 * beside + self.params.seam * summed(edges, edge) / float(edge.sum())
            y, x = (int(v) for v in np.unravel_index(int(worth.argmax()), worth.shape))
            if best is None or worth[y, x] > best.worth:
                best = _Placed(x, y, turn, *(float(told[y, x]) for told in (filled, top, beside, worth)))
        return best

    def _laid(self, inside: Floats, at: _Placed, shape: tuple[int, ...]) -> Mask:
        """Where that cube is, in the patch's part."""
        half, laid = inside.shape[0] // 2, np.zeros((shape[0] + 2 * inside.shape[0], shape[1] + 2 * inside.shape[1]), np.bool_)
        top, left = at.y - half + inside.shape[0], at.x - half + inside.shape[1]
        laid[top : top + inside.shape[0], left : left + inside.shape[1]] = inside > 0.5
        return laid[inside.shape[0] : inside.shape[0] + shape[0], inside.shape[1] : inside.shape[1] + shape[1]]

    def _detection(self, kind: int, at: _Placed, box: tuple[int, int], is_shade: bool) -> Detection:
        """A cube as everybody reads it: named, or with what it may be."""
        x, y = at.x + box[0], at.y + box[1]
        half = max(2, round(0.3 * self.side))
        top = slice(max(0, y - half), y + half + 1), slice(max(0, x - half), x + half + 1)
        white = np.median(self.white[top].reshape(-1, 3), axis=0)
        light = np.median(linear(np.ascontiguousarray(self.flat.rgb[top])).reshape(-1, 3), axis=0) / white
        costs, least = self.paints.of_face(np.asarray(light, np.float32), np.asarray(1 / white, np.float32))
        order, paint = [int(k) for k in np.argsort(costs)], self.params.paint
        if kind == STRANGE and least > paint.ahead and costs[order[0]] <= paint.fits[1]:  # only too bright: its other colours tell
            kind = order[0]
        corners = self._corners(x, y, at.turn)
        quad_mm = quad_of(corners @ self.flat.to_mm[:2, :2].T + self.flat.to_mm[:2, 2])
        quad_px = quad_of(self.flat.at_px(np.asarray(corners, np.float32)))
        ahead = float(costs[order[1]] - costs[order[0]]) if len(order) > 1 else np.inf
        self.cost[quad_px] = float(costs[order[0]])
        if order[0] == kind and ahead >= least and costs[kind] <= paint.fits[0] and not is_shade:
            return Detection(KIND, quad_px, self.paints.ids[kind], round(min(0.999, at.filled), 3), quad_mm=quad_mm)
        return Detection(KIND, quad_px, alternatives=_options(costs, self.paints), why=_SHADE if is_shade else _COLOUR, quad_mm=quad_mm)

    def _corners(self, x: float, y: float, turn: int) -> NDArray[np.float64]:
        """(4, 2) of a cube's top, in the flat picture."""
        return np.asarray((x, y) + self.side * square(np.radians(turn * self.params.turn_deg)), np.float64)

    def _doubted(self, kind: int, patch: Mask, rest: Mask, found: list[Detection], box: tuple[int, int], usual: float) -> list[Detection]:
        """What is said of a patch of which no whole number of cubes was made."""
        many = float(patch.sum()) / usual
        edge, is_shade = self._edge(rest if found else patch, patch, box)
        if is_shade or (not found and (not 0.5 < many < _MANY or edge < 2 * self.params.edge or fill(patch) < _COMPACT)):
            return found
        y, x = np.argwhere(rest if found else patch).mean(0)
        corners = self._corners(float(x) + box[0], float(y) + box[1], 0)
        quad_mm = quad_of(corners @ self.flat.to_mm[:2, :2].T + self.flat.to_mm[:2, 2])
        quad_px = quad_of(self.flat.at_px(np.asarray(corners, np.float32)))
        name = self.paints.ids[kind]
        self.cost[quad_px] = np.inf
        asked = Detection(KIND, quad_px, alternatives=(Candidate(name, 0.5),), why=_HEAP if many > 1.3 else _PART, quad_mm=quad_mm)
        return [*found, asked]


_SHADE = "it may be a shadow, or a cube of nearly the table's colour"
_COLOUR = "its colour may be that of another kind in this light"
_HEAP = "cubes lie on each other, or something of their colour lies there: spread these"
_MANY, _COMPACT = 12.0, 0.75
"""So many cubes' shapes at most, and so much of what is around it, fills a patch that is asked about when no cube fits on it."""
_PART = "it shows less than a cube, or something else of its colour lies there"


def _apart(found: list[Detection], most: float) -> list[Detection]:
    """The same; those that would stand in each other lie on each other, and how many there are nobody can tell."""
    tops = [np.asarray(one.quad_mm, np.float32) for one in found]
    shared = [[cv2.intersectConvexConvex(a, b)[0] > most * cv2.contourArea(a) for b in tops] for a in tops]
    return [
        one if sum(through) == 1 else replace(_asked(one), why=_HEAP) for one, through in zip(found, shared, strict=True)
    ]  # each lies through itself


def _is_lone(found: Sequence[Detection]) -> bool:
    """Whether nothing but a question was found on a patch, on which no cube fits."""
    return len(found) == 1 and found[0].why in (_HEAP, _PART)


def _beside_pattern(found: Sequence[Detection], most: int) -> list[Detection]:
    """The same on a table with a pattern: of a kind that is in doubt in more places than `most` these are the pattern, and none is sure."""
    doubts = Counter(one.alternatives[0].id for one in found if one.id is None and one.alternatives)
    often = {id for id, many in doubts.items() if many > most}
    named = [_asked(one) if one.id in often else one for one in found if one.id is not None]
    return [*named, *(one for one in found if one.id is None and not (one.alternatives and one.alternatives[0].id in often))]


def _asked(one: Detection) -> Detection:
    """The same without its name."""
    if one.id is None:
        return one
    return replace(one, id=None, confidence=0.0, alternatives=(Candidate(one.id, one.confidence),), why=_COLOUR)


def _options(costs: Floats, paints: Paints) -> tuple[Candidate, ...]:
    share = np.exp(-0.5 * (costs - costs.min()))
    share /= share.sum()
    return tuple(Candidate(paints.ids[k], float(share[k])) for k in np.argsort(-share) if share[k] >= 0.05)
