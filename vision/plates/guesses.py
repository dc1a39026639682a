"""First guesses at what stands in a side view: patches that resemble silhouettes, and the size and light that most of them agree on."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.shapes import Likeness, Shapes, middle_of
from vision.plates.flats import Patch
from vision.plates.standing import Camera, Pose

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class GuessParams:
    """When a patch counts as resembling, and patches as agreeing."""

    least_overlap: float = 0.74
    most_per_patch: int = 5
    same_scale: float = 0.14
    """Difference of the logarithm of pixels a millimetre."""
    same_light: float = 0.55
    """Difference of the logarithm of any channel's gain."""
    most_tint: float = 1.0
    """Largest difference between the logarithms of two channels' gains: no lamp is more coloured."""
    reach_mm: float = 200.0
    """Pieces of one stack lie within this distance of any of them."""
    apart_mm: float = 6.0
    """Patches nearer to each other are one place."""
    copies: int = 2
    """Guesses of one name that have a vote."""
    pattern: int = 7
    """A name that more places of one size and light resemble is a pattern."""
    most: int = 300
    """Guesses that are asked, the likeliest first: a patterned cloth has thousands."""
    lift: float = 12.0
    """Levels added before colours are divided."""


PARAMS = GuessParams()


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """A patch that may be a piece."""

    patch: int
    likeness: Likeness
    px_per_mm: float
    gain: Floats
    """(3,) logarithm of seen colour by enrolled colour."""
    middle: Floats
    """(2,) centroid in the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Agreement:
    """What most guesses agree on."""

    px_per_mm: float
    gain: Floats
    """(3,) seen colour by enrolled colour, plain."""
    middle: Floats
    """(2,) of the guesses, in the picture."""
    votes: float
    edge: Floats | None = None
    """(3,) the same of the pieces' pale borders; None where none is known to have one."""

    @property
    def light(self) -> float:
        """On the pieces, of all colours together, in parts of that in which they were shown."""
        return float(self.gain.mean())


def guesses(
    shapes: Shapes, patches: Sequence[Patch], params: GuessParams = PARAMS, bodies: Mapping[int, Floats] | None = None
) -> list[Guess]:
    """Every silhouette that a patch resembles, but for printed ones, which no patch of one colour is.

    `bodies`: those that a patch of several colours may be, by index, and the colour (3,) of the body of each.
    """
    found = []
    may_be = {k for k, one in enumerate(shapes.silhouettes) if one.is_plain} if bodies is None else {*bodies}
    is_all = len(may_be) == len(shapes.silhouettes) and not shapes.inner
    most = params.most_per_patch if is_all else 4 * len(shapes.silhouettes)
    for k, patch in enumerate(patches):
        middle = middle_of(patch.line)
        likely = [one for one in shapes.liken(patch.line, most) if one.index in may_be]
        outer, inner = ([one for one in likely if one.is_inner is is_inner] for is_inner in (False, True))
        for likeness in [*outer[: params.most_per_patch], *inner[: params.most_per_patch]]:
            silhouette = shapes.silhouettes[likeness.index]
            colour = patch.colour if bodies is None else bodies[likeness.index]
            gain = np.log((colour + params.lift) / (silhouette.body + params.lift))
            if likeness.overlap >= params.least_overlap and float(np.ptp(gain)) <= params.most_tint:
                area_mm2 = cv2.contourArea(shapes.line_of(likeness).astype(np.float32))
                found.append(Guess(k, likeness, float(np.sqrt(patch.area_px / area_mm2)), gain, middle))
    return found


def whole(found: Sequence[Guess], many: int, params: GuessParams = PARAMS) -> list[Guess]:
    """The guesses at the parts of one patch, so many, that leave none of it unexplained: of one size in every part; else none."""
    scales = np.log([guess.px_per_mm for guess in found])
    part = np.array([guess.patch for guess in found], np.int64)
    kept = [k for k in range(len(found)) if len({*part[np.abs(scales - scales[k]) < params.same_scale].tolist()}) == many]
    return [found[k] for k in kept]


def agreement(found: Sequence[Guess], params: GuessParams = PARAMS) -> Agreement | None:
    """The size and light on which guesses at different places agree best; None without a guess, or with none but those at a pattern."""
    if not found:
        return None
    found = sorted(found, key=lambda g: -g.likeness.overlap)[: params.most]
    scale = np.log([g.px_per_mm for g in found])
    gain, middle = np.stack([g.gain for g in found]), np.stack([g.middle for g in found])
    weight = (np.array([g.likeness.overlap for g in found]) - 0.65) ** 2
    best: tuple[float, list[int]] = (0.0, [])
    for k in range(len(found)):
        fits = (np.abs(scale - scale[k]) < params.same_scale) & (np.abs(gain - gain[k]).max(1) < params.same_light)
        fits &= np.hypot(*(middle - middle[k]).T) < params.reach_mm * found[k].px_per_mm
        one = heaviest(np.nonzero(fits)[0], weight, middle, params.apart_mm * found[k].px_per_mm)
        votes = _votes(one, weight, [g.likeness.index for g in found], params)
        if votes > best[0]:
            best = votes, one
    one = best[1]
    if not one:
        return None
    return Agreement(float(np.exp(np.median(scale[one]))), np.exp(np.median(gain[one], axis=0)), middle[one].mean(0), best[0])


def heaviest(fits: NDArray[np.intp], weight: Floats, middle: Floats, apart_px: float) -> list[int]:
    """The heaviest guess of every place, of those that fit, by number: weights (n,) and middles (n, 2) are of all."""
    kept: list[int] = []
    for k in sorted(fits.tolist(), key=lambda k: -weight[k]):
        if all(np.hypot(*(middle[k] - middle[other])) > apart_px for other in kept):
            kept.append(k)
    return kept


def _votes(one: Sequence[int], weight: Floats, names: Sequence[int], params: GuessParams) -> float:
    """The weights of at most a few of every name; a name that comes very often is a pattern, not a stack, and has no vote."""
    often = Counter(names[k] for k in one)
    seen: Counter[int] = Counter()
    votes = 0.0
    for k in one:
        seen[names[k]] += 1
        if seen[names[k]] <= params.copies and often[names[k]] <= params.pattern:
            votes += float(weight[k])
    return votes


def agreeing(found: Sequence[Guess], on: Agreement, params: GuessParams = PARAMS) -> list[Guess]:
    """The guesses of about that size and light, the best of equal ones only."""
    best: dict[tuple[int, bool, int, int], Guess] = {}
    for guess in found:
        if abs(np.log(guess.px_per_mm / on.px_per_mm)) > 1.5 * params.same_scale:
            continue
        if np.abs(guess.gain - np.log(on.gain)).max() > params.same_light:
            continue
        cell = np.round(guess.middle / (params.apart_mm * on.px_per_mm))
        key = guess.likeness.index, guess.likeness.mirrored, int(cell[0]), int(cell[1])
        if key not in best or best[key].likeness.overlap < guess.likeness.overlap:
            best[key] = guess
    often = Counter(index for index, *_ in {(k[0], *k[2:]) for k in best})
    return [guess for guess in best.values() if often[guess.likeness.index] <= params.pattern]


def pose_of(guess: Guess, shapes: Shapes, camera: Camera) -> Pose:
    """Where the guessed piece stands, before a camera that looks straight at the plane."""
    lines = shapes.silhouettes[guess.likeness.index].outline_mm, shapes.line_of(guess.likeness)
    outline, seen = (mirrored(line) if guess.likeness.mirrored else line for line in lines)
    at = (guess.middle - camera.origin_px) / camera.px_per_mm
    turn = guess.likeness.turn
    c, s = np.cos(turn), np.sin(turn)
    off = middle_of(seen) @ np.array([[c, s], [-s, c]])
    return Pose(outline, float(at[0] - off[0]), float(at[1] - off[1]), turn)


def mirrored(outline: Floats) -> Floats:
    """The outline of a piece's back; it still goes round the way that makes its area positive."""
    return np.asarray((outline * (-1.0, 1.0))[::-1], np.float64)
