"""Pieces on which several colours are printed, as stripes, show as several patches: put together where they are the colours of one piece.

Two patches belong together where their colours are to each other as two colours of a piece are, whatever the light, and between them
there is nothing but a step from one to the other: where pieces touch there are edges, shade and drawn outlines between them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.silhouettes import Silhouette
from vision.plates.flats import FlatParams, Patch, slope, small

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PrintParams:
    """When patches are parts of one piece."""

    slopes: tuple[float, ...] = (3.5, 6.0, 10.0, 15.0)
    """Change of colour, in levels a pixel, below which a place belongs to a part."""
    least_px: int = 12
    """Pixels, of the picture as it is searched, of the smallest part."""
    reach_px: float = 3.0
    """Half the breadth of the step between two parts, at most."""
    same_palette: float = 12.0
    """Levels within which the colours of two pieces are the same."""
    same_light: float = 0.16
    """Difference of the logarithm of the light in any channel that two parts of one piece are in."""
    plain_light: float = 0.07
    """The same of two that have one colour: where they lie beside each other, the ground may be one of them."""
    same_level: float = 20.0
    """Levels, in the light in which the piece was shown, that always may be off: cameras change what is dark in one channel most."""
    most_tint: float = 1.0
    """As for guesses: no lamp is more coloured."""
    lightest: float = 0.6
    """Logarithm of the most light."""
    on_step: float = 24.0
    """Levels by which a colour between two parts is off what lies between two of the piece's colours ..."""
    dimmest: float = 0.4
    """In dim light colours differ by less, down to this part of the light in which the piece was shown."""
    least_step: float = 0.6
    """... in this part of the places between them, at least."""
    lift: float = 12.0
    """Levels added before colours are divided."""
    most_lights: int = 3
    """Different lights in which a colour is looked at, where parts beside each other show it in several."""
    most: int = 40
    """Of one colouring and slope, the largest that are put together."""
    flats: FlatParams = field(default_factory=FlatParams)


PARAMS = PrintParams()


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """Parts put together."""

    patch: Patch
    bodies: Mapping[int, Floats]
    """(3,) RGB: the colour of the body there, for each piece that has these colours, by its place among all."""

    @property
    def patches(self) -> list[Patch]:
        """The same place in every colour that a body has there."""
        colours = {tuple(colour.tolist()): colour for colour in self.bodies.values()}
        return [replace(self.patch, colour=colour) for colour in colours.values()]


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    """A picture cut into parts."""

    labels: NDArray[np.int32]
    """(H, W) from 1; 0 where colours change."""
    colours: Floats
    """(n + 1, 3) mean of each part."""
    boxes: NDArray[np.int32]
    """(n + 1, 5) as OpenCV counts them."""
    pairs: Ints
    """(p, 2) parts beside each other."""
    pair_of: Ints
    """(q,) of each place of a step, its pair ..."""
    between: Floats
    """(q, 3) ... and its colour."""


def joined(rgb: Pixels, silhouettes: Sequence[Silhouette], params: PrintParams = PARAMS) -> list[Joined]:
    """What may be printed pieces, in (H, W, 3) RGB, at every slope; nothing where no piece is printed."""
    kinds = _palettes(silhouettes, params)
    if not kinds:
        return []
    picture, factor = small(rgb, params.flats)
    steep, found = slope(picture), list[Joined]()
    for limit in params.slopes:
        parts = _parts(picture, steep < limit, params)
        groups: dict[tuple[int, ...], dict[int, Floats]] = {}
        for palette, pieces in kinds:
            for members, colour in _groups(parts, palette, picture.shape[0] * picture.shape[1], params):
                groups.setdefault(members, {}).update(dict.fromkeys(pieces, colour))
        for members, bodies in groups.items():
            if not _reaches_rim(parts, members) and (patch := _patch(parts, members, factor)) is not None:
                found.append(Joined(patch, bodies))
    return found


def _palettes(silhouettes: Sequence[Silhouette], params: PrintParams) -> list[tuple[Floats, tuple[int, ...]]]:
    """Every colouring (1 + k, 3), the body's first, and which pieces have it."""
    found: list[tuple[Floats, tuple[int, ...]]] = []
    for k, one in enumerate(silhouettes):
        palette = np.vstack([one.body[None], one.coats.astype(np.float64)])
        if len(palette) == 1:
            continue
        alike = [
            n for n, (other, _) in enumerate(found) if other.shape == palette.shape and np.abs(other - palette).max() < params.same_palette
        ]
        if alike:
            found[alike[0]] = found[alike[0]][0], (*found[alike[0]][1], k)
        else:
            found.append((palette, (k,)))
    return found


def _parts(picture: Pixels, calm: NDArray[np.bool_], params: PrintParams) -> _Parts:
    _, labels, stats, _ = cv2.connectedComponentsWithStats(calm.astype(np.uint8), connectivity=4)
    large = stats[:, 4] >= params.least_px
    large[0] = False
    number = np.where(large, np.cumsum(large), 0).astype(np.int32)
    labels, stats = number[labels], np.concatenate([stats[:1], stats[large]])
    flat = labels.ravel()
    counts = np.maximum(np.bincount(flat, minlength=len(stats)), 1)
    colours = np.stack([np.bincount(flat, picture[..., k].ravel(), len(stats)) for k in range(3)], 1) / counts[:, None]
    away, nearest = cv2.distanceTransformWithLabels(np.asarray(labels == 0, np.uint8), cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL)
    owner = np.zeros(int(nearest.max()) + 1, np.int32)
    owner[nearest[labels > 0]] = labels[labels > 0]
    cells = np.where(away <= params.reach_px, owner[nearest], 0)
    found, between = list[Ints](), list[Floats]()
    for a, b, one, other in (
        (cells[:, :-1], cells[:, 1:], picture[:, :-1], picture[:, 1:]),
        (cells[:-1], cells[1:], picture[:-1], picture[1:]),
    ):
        edge = (a != b) & (a > 0) & (b > 0)
        found.append(np.minimum(a[edge], b[edge]).astype(np.int64) * len(stats) + np.maximum(a[edge], b[edge]))
        between.append((one[edge].astype(np.float64) + other[edge]) / 2)
    keys, pair_of = np.unique(np.concatenate(found), return_inverse=True)
    pairs = np.stack([keys // len(stats), keys % len(stats)], 1)
    return _Parts(labels, colours, np.asarray(stats, np.int32), pairs, np.asarray(pair_of, np.int64), np.concatenate(between))


def _groups(parts: _Parts, palette: Floats, size_px: int, params: PrintParams) -> Iterator[tuple[tuple[int, ...], Floats]]:
    """Parts that have the colours of one piece, the largest groups first, and the colour of the body there."""
    roles, area = len(palette), parts.boxes[:, 4].astype(np.float64)
    light = np.log((parts.colours[:, None] + params.lift) / (palette[None] + params.lift))
    edges = _edges(parts, light, palette, params)
    found: dict[tuple[int, ...], Ints] = {}
    for nodes in _connected(edges):
        if area[nodes // roles].sum() < params.flats.smallest_share * size_px:
            continue
        for chosen in _in_one_light(nodes, light.reshape(-1, 3), area, roles, params):
            within = [nodes] if len(chosen) == len(nodes) else _connected(edges[np.isin(edges, chosen).all(1)])
            found.update({tuple(sorted({*(one // roles).tolist()})): one for one in within})
    for members in sorted(found, key=lambda one: -area[list(one)].sum())[: params.most]:
        body = found[members][found[members] % roles == 0] // roles
        if len(body) and params.flats.smallest_share <= area[list(members)].sum() / size_px <= params.flats.largest_share:
            yield members, (parts.colours[body] * area[body, None]).sum(0) / area[body].sum()


def _edges(parts: _Parts, light: Floats, palette: Floats, params: PrintParams) -> Ints:
    """(e, 2) parts of one piece beside each other, each with its role: part times colours plus which of the colours (1 + k, 3) it has.

    `light`: (n, 1 + k, 3) logarithm of what each part shows, by each colour.
    """
    fits, found = (np.ptp(light, axis=2) <= params.most_tint) & (light.max(2) <= params.lightest), list[Ints]()
    one, other = parts.pairs[:, 0], parts.pairs[:, 1]
    for a in range(len(palette)):
        for b in range(len(palette)):
            darker = params.same_level / (np.minimum(palette[a], palette[b]) + params.lift)
            most = np.maximum(params.same_light, darker) if a != b else params.plain_light
            alike = fits[one, a] & fits[other, b] & (np.abs(light[one, a] - light[other, b]) < most).all(1)
            worth = np.flatnonzero(alike)
            stepping = worth[_steps(parts, worth, (light[one, a] + light[other, b]) / 2, palette, params)]
            found.append(np.stack([one[stepping] * len(palette) + a, other[stepping] * len(palette) + b], 1))
    return np.concatenate(found)


def _connected(edges: Ints) -> list[Ints]:
    """The nodes, by number, of every part of a graph that hangs together."""
    names, index = np.unique(edges, return_inverse=True)
    owner = np.arange(len(names))
    for a, b in np.reshape(index, (-1, 2)).tolist():
        owner[_root(owner, a)] = _root(owner, b)
    roots = np.array([_root(owner, k) for k in range(len(names))], np.int64)
    order = np.argsort(roots, kind="stable")
    ends = np.flatnonzero(np.diff(roots[order])) + 1
    return [names[one] for one in np.split(order, ends)] if len(names) else []


def _root(owner: Ints, k: int) -> int:
    while owner[k] != k:
        owner[k] = owner[owner[k]]
        k = int(owner[k])
    return k


def _in_one_light(nodes: Ints, light: Floats, area: Floats, roles: int, params: PrintParams) -> Iterator[Ints]:
    """Those of some nodes in which each colour is in one light: the ground may have a piece's colour, if not in the same light.

    `light`: (nodes, 3) by number; `area`: (n,) of each part.
    """
    for most in (params.same_light, params.plain_light):
        lights = []
        for role in range(roles):
            rest, found = nodes[nodes % roles == role], list[Ints]()
            while len(rest) and len(found) < params.most_lights:
                largest = rest[area[rest // roles].argmax()]
                near = np.abs(light[rest] - light[largest]).max(1) < most
                found.append(rest[near])
                rest = rest[~near]
            lights.append(found or [nodes[:0]])
        for one in product(*lights):
            yield np.concatenate(one)


def _steps(parts: _Parts, worth: Ints, light: Floats, palette: Floats, params: PrintParams) -> NDArray[np.bool_]:
    """(w,) whether between two parts, of some pairs, nothing but the colours of the piece in this light (p, 3) is seen."""
    place = np.full(len(parts.pairs), -1)
    place[worth] = np.arange(len(worth))
    mine = place[parts.pair_of]
    seen, pair = parts.between[mine >= 0], parts.pair_of[mine >= 0]
    off = np.full(len(seen), np.inf)
    for k in range(len(palette)):
        for m in range(k, len(palette)):
            a, b = ((palette[n] + params.lift) * np.exp(light[pair]) - params.lift for n in (k, m))
            way = b - a
            along = np.clip(((seen - a) * way).sum(1) / np.maximum((way**2).sum(1), 1e-9), 0.0, 1.0)
            off = np.minimum(off, np.abs(seen - a - along[:, None] * way).max(1))
    off /= np.clip(np.exp(light[pair]).mean(1), params.dimmest, 1.0)
    good = np.bincount(mine[mine >= 0], off <= params.on_step, len(worth)) if len(seen) else np.zeros(len(worth))
    whole = np.bincount(mine[mine >= 0], minlength=len(worth)) if len(seen) else np.ones(len(worth))
    return np.asarray(good >= params.least_step * np.maximum(whole, 1), np.bool_)


def _reaches_rim(parts: _Parts, members: Sequence[int], near: int = 2) -> bool:
    """Whether one of these parts reaches the picture's rim: what does is ground, or cut off."""
    x, y, w, h = parts.boxes[list(members), :4].T
    height, width = parts.labels.shape
    return bool((x < near).any() or (y < near).any() or (x + w > width - near).any() or (y + h > height - near).any())


def _patch(parts: _Parts, members: Sequence[int], factor: float) -> Patch | None:
    """The outer line of parts and of the steps between them."""
    boxes = parts.boxes[list(members)]
    room = 8
    x0, y0 = (int(v) for v in np.maximum(boxes[:, :2].min(0) - room, 0))
    x1, y1 = (int(v) for v in (boxes[:, :2] + boxes[:, 2:4]).max(0) + room)
    is_member = np.zeros(len(parts.boxes), np.uint8)
    is_member[list(members)] = 1
    mask = cv2.copyMakeBorder(is_member[parts.labels[y0:y1, x0:x1]], room, room, room, room, cv2.BORDER_CONSTANT, value=0)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7)))
    lines, _ = cv2.findContours(np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8)), np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    line = max(lines, key=cv2.contourArea)[:, 0].astype(np.float64) + np.array([x0 - room, y0 - room])
    area = float(cv2.contourArea(line.astype(np.float32)))
    return Patch((line + 0.5) / factor - 0.5, area / factor**2, parts.colours[members[0]]) if area > 0 else None
