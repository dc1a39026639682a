"""Loose letter tiles in any turn -> each with its letter: found by their ink, framed by their ground, read at many angles at once.

Grain, colour and size of the tiles are not assumed: a glyph is a connected stroke, of a letter's proportions, on a ground of one colour.
"""

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.levels import scaled_size
from vision.image.quads import overlap
from vision.letters.cells import Pixels
from vision.letters.doubles import MAY_BE_MARKED, UPSIDE_DOWN, has_mark, is_same_upside_down, marked, may_be_upended
from vision.letters.glyphs import Glyph, GlyphParams, find_glyphs, laid_flat, turn_by
from vision.letters.net import SIDE, Floats, Greys, LetterNet, log_sum
from vision.letters.shape import PARAMS as SHAPE, Matrix, kind_of, stretch
from vision.observation import Candidate, Detection, Quad, quad_of

KIND = "tile"
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class LooseParams:
    """How glyphs are looked at, and when a letter stands."""

    work_px: int = 1400
    """Longer side of the picture that is worked on."""
    steps: int = 6
    """Angles that are tried within a quarter turn, where the tile's own are not known."""
    part: float = 0.56
    """Height of the ink as part of the look."""
    stands: float = 0.9
    """Probability from which on a letter stands."""
    seen: float = 0.5
    """Probability of any letter from which on a tile is there."""
    glyphs: GlyphParams = field(default_factory=GlyphParams)


PARAMS = LooseParams()
BETWEEN = 0.4
"""Part of the heart of its place that other tiles take; more, and a print without a tile of its own is none."""
CLEAR = 0.97
"""Chance of a letter without a tile around it from which on it may have another size, or lie where others leave a gap."""
SAME_SIZE = (0.85, 1.2)
"""Of most letters' size: beyond, two prints have run into each other, or a part of one is left."""
SQUARE = (1.5, 0.9)
"""Longer side by the shorter of a lone tile at most, and the part that it fills of the smallest rectangle around it at least."""
DOTS = 1.8
"""Nats: small ink beside a letter that is no mark of it, or a mark that is not found, is as rare as one in six."""
USUAL = 1.35
"""A tile's side is at most so many times the usual one, or a part of it."""
OFF_MIDDLE = 0.25
"""Of a tile's side: a letter's middle is nearer to the tile's."""
WITHIN = 0.95
"""Of a tile's side: what lies further out may be its rounded edge."""
HEART = 0.7
"""Of a place's side: its rim may be a little off."""


def read_loose(rgb: Pixels, net: LetterNet, params: LooseParams = PARAMS) -> tuple[Detection, ...]:
    """Every loose tile in a picture. What it cannot tell has no name and its candidates."""
    scale = min(1.0, params.work_px / max(rgb.shape[:2]))
    size = scaled_size(rgb, scale)
    small = np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), np.uint8) if scale < 1 else rgb
    glyphs = find_glyphs(small, params.glyphs)
    if not glyphs:
        return ()
    shape = _stretch(glyphs)
    glyphs = [laid_flat(glyph, shape) for glyph in glyphs]
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), np.uint8)
    usual = _usual_tile(glyphs)
    glyphs = [glyph if is_usual(glyph, shape, usual) else laid_flat(replace(glyph, outline=None), shape) for glyph in glyphs]
    chances, angles, either = _read(grey, glyphs, shape, net, params)
    found = [
        (glyph, one)
        for glyph, chance, angle, is_either in zip(glyphs, chances, angles, either, strict=True)
        if (one := _detection(glyph, chance, float(angle), is_either, shape, usual, scale, net, params)) is not None
    ]
    return tuple(_apart(_of_one_kind(found, usual)))


def _stretch(glyphs: list[Glyph]) -> Matrix:
    """How all tiles are stretched, by those whose letters are darker than their ground or by the others, whichever are more."""
    outlines = [[glyph.outline for glyph in glyphs if glyph.outline is not None and glyph.is_dark == is_dark] for is_dark in (True, False)]
    return stretch(max(outlines, key=len))


def _of_one_kind(found: list[tuple[Glyph, Detection]], usual: float) -> list[tuple[Glyph, Detection]]:
    """Without what is no tile like most framed ones, or like most where hardly any is: a framed one is a question then, others are none."""
    sure = [(g, one) for g, one in found if g.ground is not None and one.is_sure]
    framed = [(g, one) for g, one in sure if g.tile is not None]
    like = framed if len(framed) >= SHAPE.least_kind else sure
    kind = kind_of(np.array([g.ground for g, _ in like]), [g.size for g, _ in like], [g.contrast for g, _ in like])
    if kind is None:
        return [
            (g, _asked(one, "no other tile tells whether this is one") if one.is_sure and not _is_square(g) else one) for g, one in found
        ]
    kept = []
    for glyph, one in found:
        if kind.has(glyph.ground, glyph.size, glyph.contrast):
            is_odd = one.is_sure and one.confidence < CLEAR and glyph.tile is None and not _is_as_large(glyph, kind.size)
            kept.append((glyph, _asked(one, "not as large as the others, and no tile is seen around it") if is_odd else one))
        elif glyph.tile is not None and 0.8 * usual < np.sqrt(cv2.contourArea(glyph.tile)) < 1.25 * usual and one.is_sure:
            kept.append((glyph, _asked(one, "a tile unlike the others")))
    return kept


def _is_square(glyph: Glyph) -> bool:
    """Whether the ground around a glyph is as square and as straight as a tile's, seen somewhat aslant."""
    if glyph.tile is None or glyph.outline is None:
        return False
    sides = np.linalg.norm(glyph.tile[:2] - glyph.tile[1:3], axis=1)
    return bool(sides.max() < SQUARE[0] * sides.min() and cv2.contourArea(glyph.outline) > SQUARE[1] * sides.prod())


def _is_as_large(glyph: Glyph, usual: float) -> bool:
    return SAME_SIZE[0] < glyph.size / usual < SAME_SIZE[1]


def _asked(one: Detection, why: str) -> Detection:
    """The same as a question."""
    return replace(one, id=None, confidence=0.0, alternatives=(Candidate(str(one.id), one.confidence),), why=why)


def _usual_tile(glyphs: list[Glyph]) -> float:
    """Side of this picture's tiles in pixels; 0 where too few have been framed to tell."""
    sides = [float(np.sqrt(cv2.contourArea(glyph.tile))) for glyph in glyphs if glyph.tile is not None]
    return float(np.median(sides)) if len(sides) >= 3 else 0.0


def is_usual(glyph: Glyph, shape: Matrix, usual: float) -> bool:
    """Whether a glyph has no tile, or one as large as most, square, with the letter in its middle: not two in one, not half of one."""
    if glyph.tile is None or not usual:
        return True
    flat = glyph.tile @ np.linalg.inv(shape).T
    sides = np.linalg.norm(flat[:2] - flat[1:3], axis=1)
    away = np.linalg.norm((glyph.middle - glyph.tile.mean(axis=0)) @ np.linalg.inv(shape).T)
    return bool(usual / USUAL < sides.min() and sides.max() < usual * USUAL and away < OFF_MIDDLE * usual)


def _read(grey: Pixels, glyphs: list[Glyph], shape: Matrix, net: LetterNet, params: LooseParams) -> tuple[Floats, Floats, Flags]:
    """(n, letters + 2) chances as in `vision.letters.board.posterior`, and (n,) degrees by which each letter is turned clockwise.

    And (n,) which are seen either way up, though they look otherwise upside down.
    """
    angles = np.arange(params.steps) * (90.0 / params.steps)
    starts = np.array([glyph.angle for glyph in glyphs])
    looks = np.concatenate([views(grey, glyphs, starts + angle, shape, params) for angle in angles])
    evidence = net.evidence(looks).reshape(len(angles), len(glyphs), 4, -1).transpose(1, 0, 2, 3)
    apart = np.minimum(angles, 90 - angles)
    prior = np.where([[glyph.tile is not None] for glyph in glyphs], np.exp(-0.5 * (apart / 9) ** 2)[None], 1.0)
    prior = prior / prior.sum(axis=1, keepdims=True)
    nats = (evidence + np.log(prior + 1e-12)[:, :, None, None]).reshape(len(glyphs), -1, evidence.shape[-1])
    nats = nats + _by_dots(glyphs, net.alphabet)[:, None]
    letters = log_sum(np.asarray(nats, np.float32), 1)
    all_nats = np.concatenate([letters, np.zeros((len(letters), 1), np.float32)], axis=1)
    every, named = np.arange(len(glyphs)), letters[:, :-1].argmax(axis=1)
    best = nats[every, :, named].argmax(axis=1)
    turned = starts + angles[best // 4] + 90.0 * (best % 4)
    either = is_same_upside_down(evidence[every, best // 4], named, net.alphabet)
    return np.asarray(np.exp(all_nats - log_sum(all_nats, 1)[:, None]), np.float32), np.asarray(turned, np.float32), either


def _by_dots(glyphs: list[Glyph], alphabet: str) -> Floats:
    """(n, letters + 1) nats for letters with dots where a glyph has some, and against them where it has none."""
    dotted = np.array([has_mark(letter) for letter in alphabet] + [False], np.float32)
    return np.asarray(np.array([[DOTS if glyph.has_dots else -DOTS] for glyph in glyphs]) * dotted, np.float32)


def views(grey: Pixels, glyphs: list[Glyph], angles: NDArray[np.float64], shape: Matrix, params: LooseParams = PARAMS) -> Greys:
    """(n, SIDE, SIDE) the glyphs as they look where tiles are square, each turned back by its angle; nothing beside its tile shows."""
    looks = []
    for glyph, angle in zip(glyphs, angles, strict=True):
        step = glyph.size / params.part / SIDE
        half = (SIDE - 1) / 2
        to_picture = np.zeros((2, 3))
        to_picture[:, :2] = step * shape @ turn_by(float(angle))
        to_picture[:, 2] = glyph.middle - to_picture[:, :2] @ [half, half]
        source, matrix = _reduced(grey, to_picture, step)
        look = cv2.warpAffine(source, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
        looks.append(look if glyph.tile is None else _alone(np.asarray(look, np.uint8), glyph.tile, to_picture, glyph.is_dark))
    return np.asarray(looks, np.uint8)


def _alone(look: Pixels, tile: Floats, to_picture: NDArray[np.float64], is_dark: bool) -> Pixels:
    """The look with its ground going on beyond the tile: edges, shadows and other letters there look like dots and strokes."""
    inner = tile.mean(axis=0) + WITHIN * (tile - tile.mean(axis=0))
    corners = (inner - to_picture[:, 2]) @ np.linalg.inv(to_picture[:, :2]).T
    mask = np.zeros((SIDE, SIDE), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(16 * corners).astype(np.int32), 255, cv2.LINE_AA, 4)
    seen = look[mask > 127]
    if len(seen) < SIDE:
        return look
    ground = float(np.percentile(seen, 70 if is_dark else 30))
    part = mask.astype(np.float32) / 255
    return np.asarray(look * part + ground * (1 - part), np.uint8)


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
    glyph: Glyph,
    chance: Floats,
    angle: float,
    is_either: bool,
    shape: Matrix,
    usual: float,
    scale: float,
    net: LetterNet,
    params: LooseParams,
) -> Detection | None:
    """The tile with its letter, or with what it may be; None for what is no letter."""
    seen = 1 - float(chance[-1])
    if seen < params.seen:
        return None
    order = np.argsort(-chance[: len(net.alphabet)])
    best = int(order[0])
    quad = _quad(glyph, angle, shape, usual, scale)
    may_be_marked = glyph.has_dots and marked(best, chance, net.alphabet) > MAY_BE_MARKED
    is_doubtful = is_either or may_be_upended(best, chance, net.alphabet)
    if chance[best] >= params.stands and not may_be_marked and not is_doubtful:
        return Detection(KIND, quad, net.alphabet[best], float(chance[best]))
    other = UPSIDE_DOWN.get(net.alphabet[best]) if is_doubtful else None
    options = tuple(
        Candidate(net.alphabet[i], float(chance[i]))
        for n, i in enumerate(order)
        if (n < 4 and chance[i] > 0.02) or net.alphabet[i] == other
    )
    if not options or (glyph.tile is None and float(chance[best]) < params.seen):
        return None
    why = (
        "looks alike when it is turned" if len(options) > 1 and sum(c.confidence for c in options[:2]) > 0.9 else "the letter is not clear"
    )
    return Detection(KIND, quad, alternatives=options, why=why)


def _quad(glyph: Glyph, angle: float, shape: Matrix, usual: float, scale: float) -> Quad:
    """The tile's corners in the stored picture, from the letter's own top left on."""
    right, down = (shape @ turn_by(angle)).T
    if glyph.tile is None:
        half = (usual or 1.75 * glyph.size) / 2
        corners = np.stack([glyph.middle + half * (x * right + y * down) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    else:
        ring = glyph.tile if cv2.contourArea(glyph.tile, True) > 0 else glyph.tile[::-1]
        flat = (ring - ring.mean(0)) @ np.linalg.inv(shape).T @ turn_by(angle)
        corners = np.roll(ring, -int(np.argmin(flat.sum(axis=1))), 0)
    return quad_of((corners + 0.5) / scale - 0.5)


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
        is_clear = one.confidence >= CLEAR and _is_as_large(glyph, usual) and glyph.is_dark == (dark >= 0)
        if not any(_is_within(glyph, quad, there, ring) for there, ring in others) and (is_clear or not _is_between(glyph, quad, others)):
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
