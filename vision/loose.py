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


@dataclass(frozen=True, slots=True, eq=False)
class Glyph:
    """A connected print, and the tile around it."""

    middle: Floats
    """(2,) x, y in pixels."""
    size: float
    """Its larger side."""
    box: tuple[int, int, int, int]
    """Left, top, right, bottom."""
    tile: Floats | None
    """(4, 2) the tile's corners, clockwise; None where its ground does not end."""
    is_dark: bool


def read_loose(rgb: Pixels, net: LetterNet, params: LooseParams = PARAMS) -> tuple[Detection, ...]:
    """Every loose tile in a picture. What it cannot tell has no name and its candidates."""
    scale = min(1.0, params.work_px / max(rgb.shape[:2]))
    size = round(rgb.shape[1] * scale), round(rgb.shape[0] * scale)
    small = np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), np.uint8) if scale < 1 else rgb
    glyphs = find_glyphs(small, params)
    if not glyphs:
        return ()
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), np.uint8)
    usual = _usual_tile(glyphs, params)
    chances, angles = _read(grey, glyphs, net, params)
    found = [
        (glyph, one)
        for glyph, chance, angle in zip(glyphs, chances, angles, strict=True)
        if (one := _detection(glyph, chance, float(angle), usual, scale, net, params)) is not None
    ]
    return tuple(_apart(found))


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
    found.sort(key=lambda g: (g.tile is None, -g.size))
    kept: list[Glyph] = []
    for glyph in found:
        if not any(_is_same(glyph, other) for other in kept):
            kept.append(glyph)
    return _with_usual_tiles(kept[: params.most])


def _is_same(a: Glyph, b: Glyph) -> bool:
    is_near = float(np.abs(a.middle - b.middle).max()) < 0.25 * min(a.size, b.size)
    return a.is_dark == b.is_dark and is_near and max(a.size, b.size) < 1.3 * min(a.size, b.size)


def _grown(mask: Pixels, px: int) -> NDArray[np.bool_]:
    return np.asarray(cv2.dilate(mask, np.ones((px, px), np.uint8)), np.uint8).astype(bool)


def _with_usual_tiles(glyphs: list[Glyph]) -> list[Glyph]:
    """Tiles of one game are of one size: a ground that is much larger or smaller than most is none."""
    sides = {i: float(np.sqrt(cv2.contourArea(g.tile))) for i, g in enumerate(glyphs) if g.tile is not None}
    usual = float(np.median([side for i, side in sides.items() if glyphs[i].is_dark] or [0]))
    if len(sides) < 3 or not usual:
        return glyphs
    return [replace(g, tile=None) if i in sides and not 0.7 * usual < sides[i] < 1.35 * usual else g for i, g in enumerate(glyphs)]


def _glyphs(mask: Pixels, grey: Pixels, lab: Pixels, is_dark: bool, short: int, params: LooseParams) -> list[Glyph]:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    low, high = params.sizes[0] * short, params.sizes[1] * short
    height, width = mask.shape
    boxes = [tuple(int(v) for v in stats[i]) for i in range(count)]
    large = [
        i
        for i in range(1, count)
        if low <= max(boxes[i][2], boxes[i][3]) <= high
        and boxes[i][0] > 0
        and boxes[i][1] > 0
        and boxes[i][0] + boxes[i][2] < width
        and boxes[i][1] + boxes[i][3] < height
    ]
    found = []
    for i in large:
        glyph = _glyph(i, boxes, np.asarray(labels, np.int32), grey, lab, is_dark, params)
        if glyph is not None:
            found.append(glyph)
    return found


def _glyph(
    i: int, boxes: list[tuple[int, ...]], labels: NDArray[np.int32], grey: Pixels, lab: Pixels, is_dark: bool, params: LooseParams
) -> Glyph | None:
    x, y, width, height, area = boxes[i]
    ink = labels[y : y + height, x : x + width] == i
    points = np.argwhere(ink)[:, ::-1].astype(np.float32)
    (_, _), (a, b), _ = cv2.minAreaRect(points)
    if max(a, b) > params.most_elongated * max(2.0, min(a, b)) or not params.fill[0] <= area / max(1.0, a * b) <= params.fill[1] + 0.2:
        return None
    ring = cv2.dilate(np.pad(ink.astype(np.uint8), 3), np.ones((5, 5), np.uint8))[3:-3, 3:-3].astype(bool) & ~ink
    inside = grey[y : y + height, x : x + width]
    if ring.sum() < 4 or abs(float(np.median(inside[ink])) - float(np.median(inside[ring]))) < params.least_contrast:
        return None
    size = float(max(a, b))
    box = (x, y, x + width, y + height)
    for j, (u, v, w, h, spot) in enumerate(boxes):
        is_near = abs(u + w / 2 - x - width / 2) < 0.75 * size and abs(v + h / 2 - y - height / 2) < 0.75 * size
        if j not in (0, i) and is_near and 0.004 * size * size < spot < params.accent * area and max(w, h) < params.accent * size:
            box = (min(box[0], u), min(box[1], v), max(box[2], u + w), max(box[3], v + h))
    middle = np.array([(box[0] + box[2]) / 2 - 0.5, (box[1] + box[3]) / 2 - 0.5], np.float32)
    tile = _tile(lab, ink, (x, y), middle, size, params)
    return Glyph(middle, float(max(size, box[2] - box[0], box[3] - box[1])), box, tile, is_dark)


def _tile(lab: Pixels, ink: NDArray[np.bool_], at: tuple[int, int], middle: Floats, size: float, params: LooseParams) -> Floats | None:
    """The corners of the ground of one colour around a glyph; None where it goes on and on."""
    reach = int(size * params.tile[1] * 0.75) + 2
    x0, y0 = max(0, int(middle[0]) - reach), max(0, int(middle[1]) - reach)
    part = lab[y0 : int(middle[1]) + reach, x0 : int(middle[0]) + reach].astype(np.int16)
    printed = np.zeros(part.shape[:2], np.uint8)
    oy, ox = at[1] - y0, at[0] - x0
    printed[oy : oy + ink.shape[0], ox : ox + ink.shape[1]] = ink
    wide = max(1, round(size * 0.06))
    near = cv2.dilate(printed, np.ones((4 * wide + 3,) * 2, np.uint8)).astype(bool) & ~cv2.dilate(
        printed, np.ones((2 * wide + 1,) * 2, np.uint8)
    ).astype(bool)
    if near.sum() < 8:
        return None
    ground = np.median(part[near], axis=0)
    alike = (np.abs(part - ground).max(axis=2) <= params.ground) | printed.astype(bool)
    opened = cv2.morphologyEx(alike.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2 * wide + 1,) * 2, np.uint8))
    core = np.maximum(opened, printed)
    count, labels = cv2.connectedComponents(core)
    mine = labels == labels[tuple(np.argwhere(printed)[0])]
    contours = cv2.findContours(mine.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[-2]
    outline = max(contours, key=cv2.contourArea)
    (cx, cy), sides, angle = cv2.minAreaRect(outline)
    if min(sides) < params.tile[0] * size * 0.6 or max(sides) > params.tile[1] * size or max(sides) > 1.9 * min(sides) or count < 2:
        return None
    if (
        cv2.contourArea(cv2.convexHull(outline)) < 0.7 * sides[0] * sides[1]
        or max(abs(cx + x0 - middle[0]), abs(cy + y0 - middle[1])) > 0.6 * size
    ):
        return None
    return np.asarray(cv2.boxPoints(((cx + x0, cy + y0), sides, angle)), np.float32)


def _usual_tile(glyphs: list[Glyph], params: LooseParams) -> float:
    """Side of this picture's tiles in pixels; 0 where too few have been framed to tell."""
    sides = [float(np.sqrt(cv2.contourArea(glyph.tile))) for glyph in glyphs if glyph.tile is not None]
    return float(np.median(sides)) if len(sides) >= 3 else 0.0


def _read(grey: Pixels, glyphs: list[Glyph], net: LetterNet, params: LooseParams) -> tuple[Floats, Floats]:
    """(n, letters + 2) chances as in `vision.board.posterior`, and (n,) degrees by which each letter is turned clockwise."""
    angles = np.arange(params.steps) * (90.0 / params.steps)
    starts = np.array([_edge_angle(glyph) for glyph in glyphs])
    views = np.concatenate([_views(grey, glyphs, starts + angle, params) for angle in angles])
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


def _edge_angle(glyph: Glyph) -> float:
    """Degrees clockwise by which the tile's upper edge is turned, -45 to 45; 0 without a tile."""
    if glyph.tile is None:
        return 0.0
    edge = glyph.tile[1] - glyph.tile[0]
    return float((np.degrees(np.arctan2(edge[1], edge[0])) + 45) % 90 - 45)


def _views(grey: Pixels, glyphs: list[Glyph], angles: NDArray[np.float64], params: LooseParams) -> Greys:
    """(n, SIDE, SIDE) the glyphs, each turned back by its angle."""
    looks = []
    for glyph, angle in zip(glyphs, angles, strict=True):
        step = glyph.size / params.part / SIDE
        cos, sin = step * np.cos(np.deg2rad(angle)), step * np.sin(np.deg2rad(angle))
        half = (SIDE - 1) / 2
        to_picture = np.array([[cos, -sin, 0], [sin, cos, 0]])
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
    glyph: Glyph, chance: Floats, angle: float, usual: float, scale: float, net: LetterNet, params: LooseParams
) -> Detection | None:
    """The tile with its letter, or with what it may be; None for what is no letter."""
    seen = 1 - float(chance[-1])
    if seen < params.seen:
        return None
    order = np.argsort(-chance[: len(net.alphabet)])
    best = int(order[0])
    quad = _quad(glyph, angle, usual, scale)
    if chance[best] >= params.stands:
        return Detection(KIND, quad, net.alphabet[best], float(chance[best]))
    options = tuple(Candidate(net.alphabet[i], float(chance[i])) for i in order[:4] if chance[i] > 0.02)
    if not options or (glyph.tile is None and float(chance[best]) < params.seen):
        return None
    why = (
        "looks alike when it is turned" if len(options) > 1 and sum(c.confidence for c in options[:2]) > 0.9 else "the letter is not clear"
    )
    return Detection(KIND, quad, alternatives=options, why=why)


def _quad(glyph: Glyph, angle: float, usual: float, scale: float) -> Quad:
    """The tile's corners in the stored picture, from the letter's own top left on."""
    turn = np.deg2rad(angle)
    right, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    if glyph.tile is None:
        half = (usual or 1.75 * glyph.size) / 2
        corners = np.stack([glyph.middle + half * (x * right + y * down) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    else:
        ring = glyph.tile if cv2.contourArea(glyph.tile, True) > 0 else glyph.tile[::-1]
        first = int(np.argmin((ring - ring.mean(0)) @ (right + down)))
        corners = np.roll(ring, -first, 0)
    a, b, c, d = ((float(x), float(y)) for x, y in (corners + 0.5) / scale - 0.5)
    return a, b, c, d


def _apart(found: list[tuple[Glyph, Detection]]) -> list[Detection]:
    """Without those that lie in a likelier one: an O within a Q, a score within a tile, the ground between two letters."""
    dark = sum((1 if glyph.is_dark else -1) * one.is_sure for glyph, one in found)

    def rank(entry: tuple[Glyph, Detection]) -> tuple[bool, bool, float]:
        glyph, one = entry
        return glyph.is_dark == (dark >= 0), one.is_sure, glyph.size

    kept: list[tuple[Glyph, Detection]] = []
    for glyph, one in sorted(found, key=rank, reverse=True):
        quad = np.asarray(one.quad_px, np.float32)
        if not any(_is_within(glyph, quad, other, np.asarray(there.quad_px, np.float32)) for other, there in kept):
            kept.append((glyph, one))
    return [one for _, one in kept]


def _is_within(a: Glyph, a_quad: Floats, b: Glyph, b_quad: Floats) -> bool:
    near = float(np.abs(a.middle - b.middle).max())
    return near < 0.5 * max(a.size, b.size) or (overlap(a_quad, b_quad) > 0.3 and near < 0.7 * max(a.size, b.size))
