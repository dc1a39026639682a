"""Loose letter tiles in any turn -> each with its letter: found by their ink, framed by their ground, read at many angles at once.

Grain, colour and size of the tiles are not assumed: a glyph is a connected stroke, of a letter's proportions, on a ground of one colour.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells import Pixels
from vision.letters import SIDE, Floats, Greys, LetterNet, log_sum
from vision.observation import Candidate, Detection, Quad
from vision.outlines import overlap
from vision.tileshape import Matrix, kind_of, stretch

KIND = "tile"


@dataclass(frozen=True, slots=True)
class LooseParams:
    """How glyphs are found and when a letter stands. Sizes are parts of the picture's shorter side where they are not pixels."""

    work_px: int = 1400
    """Longer side of the picture that is worked on."""
    sizes: tuple[float, float] = (0.012, 0.4)
    """Of a glyph's larger side."""
    blocks: tuple[float, ...] = (0.06, 0.2)
    """Widths of the neighbourhoods that ink is told from."""
    least_contrast: float = 18.0
    """Grey levels between ink and ground."""
    most_elongated: float = 9.0
    """An I without serifs is a bar."""
    fill: tuple[float, float] = (0.15, 0.98)
    """Part of its smallest rectangle that a glyph fills."""
    accent: float = 0.35
    """Ink that small, beside a glyph, belongs to it: the dots of an umlaut."""
    ground: float = 9.0
    """Levels of Lab within which the ground around a glyph is of one colour."""
    tile: tuple[float, float] = (1.15, 3.6)
    """Side of a tile, in larger sides of its glyph."""
    steps: int = 6
    """Angles that are tried within a quarter turn, where the tile's own are not known."""
    part: float = 0.56
    """Height of the ink as part of the look."""
    stands: float = 0.9
    """Probability from which on a letter stands."""
    seen: float = 0.5
    """Probability of any letter from which on a tile is there."""
    most: int = 400
    """Glyphs that are looked at, largest first."""


PARAMS = LooseParams()
BETWEEN = 0.4
"""Part of the heart of its place that other tiles take; more, and a print without a tile of its own is none."""
HEART = 0.7
"""Of a place's side: its rim may be a little off."""


@dataclass(frozen=True, slots=True, eq=False)
class Glyph:
    """A connected print, and the tile around it. Lengths are pixels where tiles are square, `middle` is a place in the picture."""

    middle: Floats
    """(2,) x, y in pixels."""
    size: float
    """Its larger side."""
    ink: Floats
    """(n, 2) corners of its hull in the picture, with its dots."""
    ground: Floats | None
    """(3,) Lab around it."""
    outline: Floats | None
    """(n, 2) hull of its ground in the picture; None where that does not end."""
    angle: float
    """Degrees clockwise by which the tile's upper edge is turned, -45 to 45; 0 without a tile."""
    tile: Floats | None
    """(4, 2) the tile's corners in the picture, clockwise."""
    is_dark: bool


def read_loose(rgb: Pixels, net: LetterNet, params: LooseParams = PARAMS) -> tuple[Detection, ...]:
    """Every loose tile in a picture. What it cannot tell has no name and its candidates."""
    scale = min(1.0, params.work_px / max(rgb.shape[:2]))
    size = round(rgb.shape[1] * scale), round(rgb.shape[0] * scale)
    small = np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), np.uint8) if scale < 1 else rgb
    glyphs = find_glyphs(small, params)
    if not glyphs:
        return ()
    shape = stretch([glyph.outline for glyph in glyphs if glyph.outline is not None and glyph.is_dark == glyphs[0].is_dark])
    glyphs = [laid_flat(glyph, shape) for glyph in glyphs]
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), np.uint8)
    usual = _usual_tile(glyphs)
    chances, angles = _read(grey, glyphs, shape, net, params)
    found = [
        (glyph, one)
        for glyph, chance, angle in zip(glyphs, chances, angles, strict=True)
        if (one := _detection(glyph, chance, float(angle), shape, usual, scale, net, params)) is not None
    ]
    return tuple(_apart(_of_one_kind(found, usual)))


def laid_flat(glyph: Glyph, shape: Matrix) -> Glyph:
    """The glyph measured where tiles are square: its size, and its middle along its tile's edges."""
    back = np.linalg.inv(shape).T
    ink, angle, tile = glyph.ink @ back, 0.0, None
    if glyph.outline is not None:
        ring = np.asarray(cv2.boxPoints(cv2.minAreaRect((glyph.outline @ back).astype(np.float32))), np.float64)
        edge = ring[1] - ring[0]
        angle = float((np.degrees(np.arctan2(edge[1], edge[0])) + 45) % 90 - 45)
        tile = np.asarray(ring @ shape.T, np.float32)
        turn = _turn(angle)
        low, high = (ink @ turn).min(axis=0), (ink @ turn).max(axis=0)
        middle, size = (low + high) / 2 @ turn.T, float((high - low).max())
    else:
        (x, y), sides, _ = cv2.minAreaRect(ink.astype(np.float32))
        middle, size = np.array([x, y]), float(max(sides))
    return replace(glyph, middle=np.asarray(middle @ shape.T, np.float32), size=max(size, 1.0), angle=angle, tile=tile)


def _turn(degrees: float) -> Matrix:
    """Clockwise in the picture: the columns are where right and down go."""
    cos, sin = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    return np.array([[cos, -sin], [sin, cos]])


def _of_one_kind(found: list[tuple[Glyph, Detection]], usual: float) -> list[tuple[Glyph, Detection]]:
    """Without what is no tile like most: a framed one is a question then, anything else is none."""
    like = [(g, one) for g, one in found if g.tile is not None and g.ground is not None and one.is_sure]
    kind = kind_of(np.array([g.ground for g, _ in like]), [g.size for g, _ in like])
    if kind is None:
        return found
    kept = []
    for glyph, one in found:
        if kind.has(glyph.ground, glyph.size):
            kept.append((glyph, one))
        elif glyph.tile is not None and 0.8 * usual < np.sqrt(cv2.contourArea(glyph.tile)) < 1.25 * usual and one.is_sure:
            options = (Candidate(str(one.id), one.confidence),)
            kept.append((glyph, replace(one, id=None, confidence=0.0, alternatives=options, why="a tile unlike the others")))
    return kept


def find_glyphs(rgb: Pixels, params: LooseParams = PARAMS) -> list[Glyph]:
    """Whatever may be a letter, largest first."""
    grey, lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB), np.uint8)
    grounds = cv2.GaussianBlur(lab, (3, 3), 0)
    short = min(rgb.shape[:2])
    found: list[Glyph] = []
    for part in params.blocks:
        block = max(3, round(part * short)) | 1
        for is_dark in (True, False):
            how = cv2.THRESH_BINARY_INV if is_dark else cv2.THRESH_BINARY
            offset = params.least_contrast / 2 if is_dark else -params.least_contrast / 2
            mask = cv2.adaptiveThreshold(grey, 1, cv2.ADAPTIVE_THRESH_MEAN_C, how, block, offset)
            found += _glyphs(np.asarray(mask, np.uint8), np.asarray(grey, np.uint8), np.asarray(grounds, np.uint8), is_dark, short, params)
    found.sort(key=lambda g: (g.outline is None, -g.size))
    kept: list[Glyph] = []
    for glyph in found:
        if not any(_is_same(glyph, other) for other in kept):
            kept.append(glyph)
    return _with_usual_tiles(kept[: params.most])


def _is_same(a: Glyph, b: Glyph) -> bool:
    is_near = float(np.abs(a.middle - b.middle).max()) < 0.25 * min(a.size, b.size)
    return a.is_dark == b.is_dark and is_near and max(a.size, b.size) < 1.3 * min(a.size, b.size)


def _with_usual_tiles(glyphs: list[Glyph]) -> list[Glyph]:
    """Tiles of one game are of one size: a ground that is much larger or smaller than most is none."""
    sides = {i: float(np.sqrt(cv2.contourArea(g.outline))) for i, g in enumerate(glyphs) if g.outline is not None}
    usual = float(np.median([side for i, side in sides.items() if glyphs[i].is_dark] or [0]))
    if len(sides) < 3 or not usual:
        return glyphs
    is_odd = {i for i, side in sides.items() if not 0.7 * usual < side < 1.35 * usual}
    return [replace(g, outline=None) if i in is_odd else g for i, g in enumerate(glyphs)]


def _glyphs(mask: Pixels, grey: Pixels, lab: Pixels, is_dark: bool, short: int, params: LooseParams) -> list[Glyph]:
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes = np.asarray(stats, np.int32)
    low, high = params.sizes[0] * short, params.sizes[1] * short
    height, width = mask.shape
    x, y, wide, tall = boxes[:, :4].T
    sides = np.maximum(wide, tall)
    is_whole = (x > 0) & (y > 0) & (x + wide < width) & (y + tall < height)
    large = np.flatnonzero((low <= sides) & (sides <= high) & is_whole)
    found = (_glyph(int(i), boxes, np.asarray(labels, np.int32), grey, lab, is_dark, params) for i in large if i)
    return [glyph for glyph in found if glyph is not None]


def _glyph(
    i: int, boxes: NDArray[np.int32], labels: NDArray[np.int32], grey: Pixels, lab: Pixels, is_dark: bool, params: LooseParams
) -> Glyph | None:
    x, y, width, height, area = (int(v) for v in boxes[i])
    ink = labels[y : y + height, x : x + width] == i
    hull = cv2.convexHull(np.argwhere(ink)[:, ::-1].astype(np.float32)).reshape(-1, 2) + np.array([x, y], np.float32)
    (_, _), (a, b), _ = cv2.minAreaRect(hull)
    if max(a, b) > params.most_elongated * max(2.0, min(a, b)) or not params.fill[0] <= area / max(1.0, a * b) <= params.fill[1] + 0.2:
        return None
    ring = cv2.dilate(np.pad(ink.astype(np.uint8), 3), np.ones((5, 5), np.uint8))[3:-3, 3:-3].astype(bool) & ~ink
    inside = grey[y : y + height, x : x + width]
    if ring.sum() < 4 or abs(float(np.median(inside[ink])) - float(np.median(inside[ring]))) < params.least_contrast:
        return None
    size, middle = float(max(a, b)), np.asarray((hull.min(axis=0) + hull.max(axis=0)) / 2, np.float32)
    ground, outline = _ground(lab, ink, (x, y), middle, size, params)
    dots = _dots(i, boxes, size, params)
    if outline is not None:
        dots = [dot for dot in dots if all(cv2.pointPolygonTest(outline, (float(u), float(v)), False) > 0 for u, v in dot)]
    if dots:
        hull = cv2.convexHull(np.concatenate([hull, *dots])).reshape(-1, 2)
        size, middle = float(max(cv2.minAreaRect(hull)[1])), np.asarray((hull.min(axis=0) + hull.max(axis=0)) / 2, np.float32)
    return Glyph(middle, size, np.asarray(hull, np.float32), ground, outline, 0.0, None, is_dark)


def _dots(i: int, boxes: NDArray[np.int32], size: float, params: LooseParams) -> list[Floats]:
    """(4, 2) each: the middles of the sides of small ink beside a glyph, which belongs to it."""
    x, y, width, height, area = (float(v) for v in boxes[i])
    left, top, wide, tall, spot = boxes.T.astype(np.float32)
    is_near = (abs(left + wide / 2 - x - width / 2) < 0.75 * size) & (abs(top + tall / 2 - y - height / 2) < 0.75 * size)
    is_dot = (0.004 * size * size < spot) & (spot < params.accent * area) & (np.maximum(wide, tall) < params.accent * size) & is_near
    is_dot[[0, i]] = False
    u, v, w, h = (side[is_dot] for side in (left, top, wide, tall))
    ends = [np.stack(end, -1) for end in ((u, v + h / 2), (u + w, v + h / 2), (u + w / 2, v), (u + w / 2, v + h))]
    return list(np.stack(ends, axis=1))


def _ground(
    lab: Pixels, ink: NDArray[np.bool_], at: tuple[int, int], middle: Floats, size: float, params: LooseParams
) -> tuple[Floats | None, Floats | None]:
    """Colour (3,) of the ground around a glyph, and the hull of the part of that one colour; None where it goes on and on."""
    reach = int(size * params.tile[1] * 0.75) + 2
    x0, y0 = max(0, int(middle[0]) - reach), max(0, int(middle[1]) - reach)
    part = np.ascontiguousarray(lab[y0 : int(middle[1]) + reach, x0 : int(middle[0]) + reach])
    printed = np.zeros(part.shape[:2], np.uint8)
    oy, ox = at[1] - y0, at[0] - x0
    printed[oy : oy + ink.shape[0], ox : ox + ink.shape[1]] = ink[: part.shape[0] - oy, : part.shape[1] - ox]
    wide = max(1, round(size * 0.06))
    outer, inner = (cv2.dilate(printed, np.ones((width,) * 2, np.uint8)) for width in (4 * wide + 3, 2 * wide + 1))
    near = (outer > 0) & (inner == 0)
    if near.sum() < 8:
        return None, None
    ground = np.median(part[near], axis=0)
    alike = (cv2.inRange(part, ground - params.ground, ground + params.ground) > 0).astype(np.uint8) | printed
    opened = cv2.morphologyEx(alike, cv2.MORPH_OPEN, np.ones((2 * wide + 1,) * 2, np.uint8))
    count, labels = cv2.connectedComponents(np.maximum(opened, printed))
    mine = (labels == labels[tuple(np.argwhere(printed)[0])]).astype(np.uint8)
    outline = max(cv2.findContours(mine, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[-2], key=cv2.contourArea)
    hull = cv2.convexHull(outline).reshape(-1, 2).astype(np.float32)
    is_tile = count >= 2 and _is_tile(hull, middle - np.array([x0, y0]), size, params)
    return np.asarray(ground, np.float32), np.asarray(hull + np.array([x0, y0]), np.float32) if is_tile else None


def _is_tile(hull: Floats, middle: Floats, size: float, params: LooseParams) -> bool:
    """Whether a ground may be a tile around a glyph: its size, its fill, its middle."""
    (x, y), sides, _ = cv2.minAreaRect(hull)
    if min(sides) < params.tile[0] * size * 0.6 or max(sides) > params.tile[1] * size or max(sides) > 1.9 * min(sides):
        return False
    is_full = cv2.contourArea(hull) >= 0.7 * sides[0] * sides[1]
    return bool(is_full and max(abs(x - middle[0]), abs(y - middle[1])) <= 0.6 * size)


def _usual_tile(glyphs: list[Glyph]) -> float:
    """Side of this picture's tiles in pixels; 0 where too few have been framed to tell."""
    sides = [float(np.sqrt(cv2.contourArea(glyph.tile))) for glyph in glyphs if glyph.tile is not None]
    return float(np.median(sides)) if len(sides) >= 3 else 0.0


def _read(grey: Pixels, glyphs: list[Glyph], shape: Matrix, net: LetterNet, params: LooseParams) -> tuple[Floats, Floats]:
    """(n, letters + 2) chances as in `vision.board.posterior`, and (n,) degrees by which each letter is turned clockwise."""
    angles = np.arange(params.steps) * (90.0 / params.steps)
    starts = np.array([glyph.angle for glyph in glyphs])
    views = np.concatenate([_views(grey, glyphs, starts + angle, shape, params) for angle in angles])
    evidence = net.evidence(views).reshape(len(angles), len(glyphs), 4, -1).transpose(1, 0, 2, 3)
    apart = np.minimum(angles, 90 - angles)
    prior = np.where([[glyph.tile is not None] for glyph in glyphs], np.exp(-0.5 * (apart / 9) ** 2)[None], 1.0)
    prior = prior / prior.sum(axis=1, keepdims=True)
    nats = (evidence + np.log(prior + 1e-12)[:, :, None, None]).reshape(len(glyphs), -1, evidence.shape[-1])
    letters = log_sum(np.asarray(nats, np.float32), 1)
    all_nats = np.concatenate([letters, np.zeros((len(letters), 1), np.float32)], axis=1)
    best = nats[np.arange(len(glyphs)), :, letters[:, :-1].argmax(axis=1)].argmax(axis=1)
    turned = starts + angles[best // 4] + 90.0 * (best % 4)
    return np.asarray(np.exp(all_nats - log_sum(all_nats, 1)[:, None]), np.float32), np.asarray(turned, np.float32)


def _views(grey: Pixels, glyphs: list[Glyph], angles: NDArray[np.float64], shape: Matrix, params: LooseParams) -> Greys:
    """(n, SIDE, SIDE) the glyphs as they look where tiles are square, each turned back by its angle."""
    looks = []
    for glyph, angle in zip(glyphs, angles, strict=True):
        step = glyph.size / params.part / SIDE
        half = (SIDE - 1) / 2
        to_picture = np.zeros((2, 3))
        to_picture[:, :2] = step * shape @ _turn(float(angle))
        to_picture[:, 2] = glyph.middle - to_picture[:, :2] @ [half, half]
        source, matrix = _reduced(grey, to_picture, step)
        looks.append(
            cv2.warpAffine(source, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
        )
    return np.asarray(looks, np.uint8)


def _reduced(grey: Pixels, to_picture: NDArray[np.float64], step: float) -> tuple[Pixels, NDArray[np.float64]]:
    """The part of the picture that a look needs, reduced so that nothing is aliased."""
    if step <= 1.5:
        return grey, to_picture
    corners = to_picture[:, :2] @ np.array([[0, SIDE, SIDE, 0], [0, 0, SIDE, SIDE]]) + to_picture[:, 2:]
    height, width = grey.shape
    x0, y0 = np.clip(np.floor(corners.min(axis=1)), 0, [width - 2, height - 2]).astype(int)
    x1, y1 = np.clip(np.ceil(corners.max(axis=1)) + 1, [x0 + 2, y0 + 2], [width, height]).astype(int)
    part = grey[y0:y1, x0:x1]
    size = max(1, round(part.shape[1] / step)), max(1, round(part.shape[0] / step))
    scale = np.array([size[0] / part.shape[1], size[1] / part.shape[0]])[:, None]
    matrix = to_picture.copy()
    matrix[:, 2] -= [x0, y0]
    matrix[:, 2] += 0.5
    matrix *= scale
    matrix[:, 2] -= 0.5
    return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8), matrix


def _detection(
    glyph: Glyph, chance: Floats, angle: float, shape: Matrix, usual: float, scale: float, net: LetterNet, params: LooseParams
) -> Detection | None:
    """The tile with its letter, or with what it may be; None for what is no letter."""
    seen = 1 - float(chance[-1])
    if seen < params.seen:
        return None
    order = np.argsort(-chance[: len(net.alphabet)])
    best = int(order[0])
    quad = _quad(glyph, angle, shape, usual, scale)
    if chance[best] >= params.stands:
        return Detection(KIND, quad, net.alphabet[best], float(chance[best]))
    options = tuple(Candidate(net.alphabet[i], float(chance[i])) for i in order[:4] if chance[i] > 0.02)
    if not options or (glyph.tile is None and float(chance[best]) < params.seen):
        return None
    why = (
        "looks alike when it is turned" if len(options) > 1 and sum(c.confidence for c in options[:2]) > 0.9 else "the letter is not clear"
    )
    return Detection(KIND, quad, alternatives=options, why=why)


def _quad(glyph: Glyph, angle: float, shape: Matrix, usual: float, scale: float) -> Quad:
    """The tile's corners in the stored picture, from the letter's own top left on."""
    right, down = (shape @ _turn(angle)).T
    if glyph.tile is None:
        half = (usual or 1.75 * glyph.size) / 2
        corners = np.stack([glyph.middle + half * (x * right + y * down) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    else:
        ring = glyph.tile if cv2.contourArea(glyph.tile, True) > 0 else glyph.tile[::-1]
        flat = (ring - ring.mean(0)) @ np.linalg.inv(shape).T @ _turn(angle)
        corners = np.roll(ring, -int(np.argmin(flat.sum(axis=1))), 0)
    a, b, c, d = ((float(x), float(y)) for x, y in (corners + 0.5) / scale - 0.5)
    return a, b, c, d


def _apart(found: list[tuple[Glyph, Detection]]) -> list[Detection]:
    """Without those that lie in a likelier one: an O within a Q, a score within a tile, the ground between two letters."""
    dark = sum((1 if glyph.is_dark else -1) * one.is_sure for glyph, one in found)
    sizes = [glyph.size for glyph, one in found if glyph.tile is not None and one.is_sure]
    usual = float(np.median(sizes)) if sizes else max((glyph.size for glyph, _ in found), default=1.0)

    def rank(entry: tuple[Glyph, Detection]) -> tuple[bool, bool, bool, float]:
        glyph, one = entry
        return glyph.is_dark == (dark >= 0), glyph.tile is not None, one.is_sure, -abs(float(np.log(glyph.size / usual)))

    kept: list[tuple[Glyph, Detection]] = []
    for glyph, one in sorted(found, key=rank, reverse=True):
        quad = np.asarray(one.quad_px, np.float32)
        others = [(there, np.asarray(seen.quad_px, np.float32)) for there, seen in kept]
        if not any(_is_within(glyph, quad, there, ring) for there, ring in others) and not _is_between(glyph, quad, others):
            kept.append((glyph, one))
    return [one for _, one in kept]


def _is_between(glyph: Glyph, quad: Floats, others: list[tuple[Glyph, Floats]]) -> bool:
    """Whether a print without a tile of its own lies on and between tiles: a gap, a shadow."""
    if glyph.tile is not None:
        return False
    heart = np.asarray(quad.mean(axis=0) + HEART * (quad - quad.mean(axis=0)), np.float32)
    taken = sum(float(cv2.intersectConvexConvex(heart, ring)[0]) for there, ring in others if there.tile is not None)
    return taken > BETWEEN * max(1.0, float(cv2.contourArea(heart)))


def _is_within(a: Glyph, a_quad: Floats, b: Glyph, b_quad: Floats) -> bool:
    near = float(np.abs(a.middle - b.middle).max())
    return near < 0.5 * max(a.size, b.size) or (overlap(a_quad, b_quad) > 0.3 and near < 0.7 * max(a.size, b.size))
