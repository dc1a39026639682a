"""Is the picture good enough to be read: sharp, bright, free of glare, near enough? And what to do about it, in plain words."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.image.quantiles import level_of
from vision.observation import NotReady, Quad, Quality
from vision.table.lamp import Glare, find_glare
from vision.table.plane import TablePlane
from vision.table.white import White, cast, evenness, whites


@dataclass(frozen=True, slots=True)
class LightParams:
    """What a good picture has. Measured in the picture made `nominal_px` long, so that every camera is judged alike."""

    nominal_px: int = 1600
    """Longer side in which is measured; smaller pictures are taken as they are."""
    reblur_px: float = 2.0
    """Known blur that is added to learn how much was there."""
    many_px: int = 500_000
    """Pixels of a picture in which every other row has edges enough to learn it from."""
    best_blur_px: float = 0.75
    """Blur of an edge as sharp as pixels allow, as this measure sees it; sharpness 1."""
    least_edge: float = 3.0
    """Grey levels per pixel; softer is no edge but shading and noise."""
    least_sharpness: float = 0.33
    least_bright: float = 0.22
    """The brightest hundredth of the picture, 0 to 1; darker, and white paper looks dark grey."""
    burnt: int = 250
    """A pixel whose three colours all reach this has lost what was printed there."""
    most_glare: float = 0.01
    """Share of the mat, or of the picture without one: in a view of half a metre that is a card."""
    most_washed: float = 0.4
    """Share of the picture; more is too much light altogether, not a lamp's reflection."""
    most_cast: float = 1.6
    """Strongest of red, green, blue over the weakest on white paper; more, and colours are taken for each other."""
    least_even: float = 0.2
    """Light at the darkest marker over that at the brightest."""
    hopeless_sharpness: float = 0.12
    """Below, nothing printed can be read."""
    hopeless_exposure: float = 0.03
    """Mean grey; below, the lamp is out or the lens is covered."""
    least_px_per_mm: float = 1.5
    """Coarser, and a numeral of 5 mm has fewer than 8 pixels."""


PARAMS = LightParams()


def measure(frame: Frame, plane: TablePlane | None = None, params: LightParams = PARAMS) -> Quality:
    """How far the picture can be trusted, with advice; `px_per_mm` (in the middle of the picture) needs the plane, `cast` its markers."""
    grey = _nominal(np.asarray(cv2.cvtColor(frame.rgb, cv2.COLOR_RGB2GRAY), np.uint8), params)
    sharp = sharpness(grey, params)
    glare = find_glare(frame.rgb, grey, params.burnt, _markers(plane, grey.shape[1] / frame.size_px[0]))
    scale = None if plane is None else _scale(frame, plane)
    bright = level_of(grey[::4, ::4], 0.99) / 255
    papers = () if plane is None else whites(frame, plane)
    advice = _advice(sharp, bright, glare, scale, params) + _paper_advice(papers, frame, params)
    colour = cast(papers)
    exposure = cv2.sumElems(grey)[0] / grey.size / 255
    return Quality(sharp, exposure, glare.share, scale, advice, None if colour is None else max(colour) / min(colour))


def _markers(plane: TablePlane | None, scale: float) -> tuple[Quad, ...]:
    """The markers that gave the plane, in pixels of the measured picture."""
    if plane is None or plane.found_by != "markers":
        return ()
    moved = ((np.asarray(quad) + 0.5) * scale - 0.5 for quad in plane.quads_px)
    return tuple(((a[0], a[1]), (b[0], b[1]), (c[0], c[1]), (d[0], d[1])) for a, b, c, d in (quad.tolist() for quad in moved))


def not_ready(quality: Quality, params: LightParams = PARAMS) -> NotReady | None:
    """Why a picture of this quality is not worth reading at all; None when it may be tried."""
    if quality.exposure < params.hopeless_exposure:
        return NotReady.DARK
    if quality.glare > params.most_washed:
        return NotReady.GLARE
    return NotReady.BLUR if quality.sharpness < params.hopeless_sharpness else None


def _nominal(grey: NDArray[np.uint8], params: LightParams) -> NDArray[np.uint8]:
    scale = params.nominal_px / max(grey.shape)
    if scale >= 1 or min(grey.shape) * scale < 1:  # of a strip that narrow nothing would be left
        return grey
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def blur_px(quality: Quality, longer_px: int, params: LightParams = PARAMS) -> float:
    """Blur of the edges of a picture that was measured, in pixels of the same picture made so long."""
    return params.best_blur_px / max(quality.sharpness, params.hopeless_sharpness) * max(1.0, longer_px / params.nominal_px)


def sharpness(grey: NDArray[np.uint8], params: LightParams) -> float:
    """Of greys (H, W): 1 for edges as sharp as pixels allow, falling as the blur in pixels grows; 0 without any edge.

    A step blurred by s and then by k loses its slope to s / hypot(s, k) of what it was: so the loss tells s. Across and down are
    measured apart, and the worse counts: a moving camera blurs one way only.
    """
    reblurred = np.asarray(cv2.GaussianBlur(grey, (0, 0), params.reblur_px), np.uint8)
    every = 1 if grey.size < params.many_px else 2
    blurs = [_edge_blur(_slope(grey, axis, every), _slope(reblurred, axis, every), params) for axis in (0, 1) if grey.shape[axis] > 2]
    known = [blur for blur in blurs if blur is not None]
    return min(1.0, params.best_blur_px / max(known)) if known else 0.0


def _slope(grey: NDArray[np.uint8], axis: int, every: int) -> NDArray[np.uint8]:
    """Twice the grey levels per pixel, down (0) or across (1), without the picture's rim; of each `every` rows one."""
    before, after = (grey[:-2:every], grey[2::every]) if axis == 0 else (grey[::every, :-2], grey[::every, 2:])
    return np.asarray(cv2.absdiff(before, after), np.uint8)


def _edge_blur(slope: NDArray[np.uint8], after: NDArray[np.uint8], params: LightParams) -> float | None:
    """Blur in pixels of the strongest edges one way; None when there are too few to tell."""
    counts = cv2.calcHist([slope], [0], None, [256], [0, 256]).ravel()
    strong = int(np.searchsorted(np.cumsum(counts), 0.99 * slope.size))
    edges = np.flatnonzero(slope >= max(2 * params.least_edge, strong))
    if len(edges) < 50:
        return None
    kept = np.clip(float(np.median(after.ravel()[edges] / slope.ravel()[edges])), 0.01, 0.995)
    return float(params.reblur_px * kept / math.sqrt(1 - kept**2))


def _scale(frame: Frame, plane: TablePlane) -> float | None:
    width, height = frame.size_px
    scale = plane.px_per_mm(((width - 1) / 2, (height - 1) / 2))
    return scale if math.isfinite(scale) else None


def _advice(sharpness: float, bright: float, glare: Glare, px_per_mm: float | None, params: LightParams) -> tuple[str, ...]:
    advice = []
    if bright < params.least_bright:
        advice.append("more light: white paper looks dark grey")
    elif sharpness < params.least_sharpness:
        advice.append("focus the camera, clean its lens, hold it still: the picture is blurred")
    if glare.share > params.most_washed:
        advice.append(f"less light or a shorter exposure: {glare.share:.0%} of the picture is burnt out")
    elif glare.covers > params.most_glare:
        advice.append(glare.advice)
    if px_per_mm is not None and px_per_mm < params.least_px_per_mm:
        advice.append(f"move the camera closer: {px_per_mm:.1f} pixels per mm, {params.least_px_per_mm:g} are needed")
    return tuple(advice)


def _paper_advice(papers: tuple[White, ...], frame: Frame, params: LightParams) -> tuple[str, ...]:
    advice = []
    colour, even = cast(papers), evenness(papers)
    if colour is not None and max(colour) > params.most_cast * min(colour):
        strongest = ("red", "green", "blue")[colour.index(max(colour))]
        advice.append(f"use a white lamp or daylight: the light is too {strongest} to tell colours")
    if even is not None and even < params.least_even:
        x, y = min(papers, key=lambda paper: sum(paper.rgb)).at_px
        corner = f"{'top' if y < frame.size_px[1] / 2 else 'bottom'} {'left' if x < frame.size_px[0] / 2 else 'right'}"
        advice.append(f"light the table from more than one side: the corner at the {corner} gets {even:.0%} of the light")
    return tuple(advice)
