"""What lies on a named card and is neither its print nor a token: a hand, a sleeve, a cup, a token not found. What it hides is not seen.

The card's colours are known cell by cell. Under another light all three colours of a cell change alike, and by no more than shade and
shine do, or gloss adds as much to them as to all dark print of the card; where neither explains it, something else is seen.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.frame import Frame
from vision.image.channels import greatest
from vision.looks import canon
from vision.looks.catalogue import Look
from vision.looks.colours import linear, of_piece
from vision.observation import Detection, Point, points_of
from vision.tokens.arms import is_skin

Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class OverlaidParams:
    """One set of values for every card and light; light as logarithms, relative to what the print gives back."""

    hue: float = 0.55
    """By how much more one colour of a cell may have changed than another ..."""
    light: tuple[float, float] = (-1.2, 0.6)
    """... and all of them: shade and shine do no more."""
    dark: float = 0.15
    """Print that gives back less of any colour shows how much gloss lies on the card, ..."""
    veil: float = 0.2
    """... so much at most of what paper gives back."""
    lift: float = 0.02
    """Light added before logarithms are taken: what is nearly black has no hue."""
    burnt: int = 245
    """Grey level from which a cell tells nothing."""
    least_mm2: float = 70.0
    """What is smaller hides nothing that counts."""
    arm_mm2: float = 350.0
    """An arm hides so much of a card, and goes on beyond its edge."""
    agrees: float = 0.65
    """Correlation with the print over what was not held to show, from which it shows after all ..."""
    telling: float = 0.15
    """... where the print's light, as a logarithm, varies by so much ..."""
    cells: int = 20
    """... over so many cells, or the less the more there are: chance shows nothing in many."""
    around: float = 1.2
    """So many radii of a token belong to it: its side and the edge of its shadow."""


PARAMS = OverlaidParams()
_OPEN = np.ones((3, 3), np.uint8)
_FINE = 4
"""The outline is drawn so many times finer than the cells."""


@dataclass(frozen=True, slots=True)
class Overlaid:
    """A named card on which more lies than tokens, or less than was held."""

    shown_px: tuple[Point, ...]
    """Around what shows of it, in pixels of the picture; the outline need not be convex. Empty when all does."""
    by_arm: bool
    """Whether an arm reaches in over its edge."""


def overlaid(frame: Frame, card: Detection, look: Look, discs: Sequence[Detection], params: OverlaidParams = PARAMS) -> Overlaid | None:
    """What lies on a named card on which `discs` were found; None where nothing is to be said beyond what is known."""
    rows, columns = canon.CELLS
    corners = np.roll(np.asarray(card.quad_px, np.float32), 1 if look.turned else 0, axis=0)
    cells = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - np.float32(0.5)
    to_px = np.asarray(cv2.getPerspectiveTransform(cells, corners), np.float64)
    lit = of_piece(frame.rgb, card.quad_px, look)
    if lit is None:
        return None
    seen = _seen(frame, corners)
    light = np.asarray(linear(seen) / np.asarray(lit.light, np.float32), np.float32)
    under = np.zeros((rows, columns), np.uint8)
    for quad in _near(discs, corners):
        round_ = cv2.perspectiveTransform(_circle(quad, params.around)[None], np.linalg.inv(to_px))[0]
        cv2.fillConvexPoly(under, np.rint(round_).astype(np.int32), 1)
    other = np.asarray(_unlike(seen, light, look, params) & (1 - under), np.uint8)
    cell_mm2 = look.size_mm[0] * look.size_mm[1] / (rows * columns)
    parts = _parts(np.asarray(cv2.morphologyEx(other, cv2.MORPH_OPEN, _OPEN), np.uint8), params.least_mm2 / cell_mm2)
    shown, was_hidden = np.ones((rows, columns), np.uint8), False
    if card.shown_px:
        hull = cv2.perspectiveTransform(np.asarray(card.shown_px, np.float32)[None], np.linalg.inv(to_px))[0]
        cv2.fillConvexPoly(held := np.zeros_like(shown), np.rint(hull).astype(np.int32), 1)
        was_hidden = not _shows(light, look, (held == 0) & (under == 0) & (other == 0), params)
        shown = held if was_hidden else shown
    if not parts and (was_hidden or not card.shown_px):
        return None
    for part in parts:
        shown[_to_the_edge(part, _print(look)) > 0] = 0
    by_arm = any(_is_at_edge(part) and part.sum() * cell_mm2 >= params.arm_mm2 and is_skin(light[part > 0]) for part in parts)
    return Overlaid(() if shown.all() else _outline(shown, to_px) or card.shown_px, by_arm)


def told(
    frame: Frame, found: Sequence[Detection], discs: Sequence[Detection], looks: dict[str, Look]
) -> tuple[tuple[Detection, ...], bool]:
    """The detections, with each named card what shows of it beside the `discs`; whether an arm lies on any."""
    lying = [overlaid(frame, one, looks[one.id], discs) if one.id in looks else None for one in found]
    kept = tuple(one if on is None else replace(one, shown_px=on.shown_px) for one, on in zip(found, lying, strict=True))
    return kept, any(on is not None and on.by_arm for on in lying)


def _near(discs: Sequence[Detection], corners: Floats) -> Iterator[Floats]:
    """Of the discs those (4, 2) that may lie on a card with these corners."""
    quads = np.array([disc.quad_px for disc in discs], np.float32).reshape(-1, 4, 2)
    low, high = quads.min(axis=1), quads.max(axis=1)
    side = 2 * (high - low)
    yield from quads[((high > corners.min(axis=0) - side) & (low < corners.max(axis=0) + side)).all(axis=1)]


def _circle(quad: Floats, part: float) -> Floats:
    """(16, 2): the circle within a square (4, 2), so many times as large."""
    middle, right, down = quad.mean(axis=0), (quad[1] - quad[0]) / 2, (quad[3] - quad[0]) / 2
    angle = np.linspace(0, 2 * np.pi, 16, endpoint=False, dtype=np.float32)[:, None]
    return np.asarray(middle + part * (np.cos(angle) * right + np.sin(angle) * down), np.float32)


def _seen(frame: Frame, corners: Floats) -> NDArray[np.uint8]:
    """(rows, columns, 3): a card's cells as they are seen."""
    rows, columns = canon.CELLS
    flat = canon.CORNERS - np.float32(0.5)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = canon.WIDTH, canon.HEIGHT
    fine = cv2.warpPerspective(frame.rgb, cv2.getPerspectiveTransform(flat, corners), size, flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(cv2.GaussianBlur(fine, (0, 0), 1.0), (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)


def _unlike(seen: NDArray[np.uint8], light: Floats, look: Look, params: OverlaidParams) -> Mask:
    """(rows, columns): where the print does not show, whatever the light, with the gloss of the card on it or without."""
    veil = _veil(light, look, params)
    explained = _is_print(light, look, params)
    if veil > 0:
        explained = explained | _is_print(np.asarray((light - veil) / (1 - veil), np.float32), look, params)
    return np.asarray(~(explained | (greatest(seen) >= params.burnt)), np.uint8)


def _veil(light: Floats, look: Look, params: OverlaidParams) -> float:
    """What gloss adds to most dark print of a card, in parts of what paper gives back; 0 where it has little of that."""
    print_ = linear(look.colours)
    dark = greatest(print_) < params.dark
    if np.count_nonzero(dark) < params.cells:
        return 0.0
    added = (light[dark] - print_[dark]) / (1 - print_[dark])
    return float(np.clip(np.median(added.mean(axis=1)), 0.0, params.veil))


def _is_print(light: Floats, look: Look, params: OverlaidParams) -> NDArray[np.bool_]:
    """(rows, columns): where the print shows in more or less light."""
    rows, columns = canon.CELLS
    here = np.moveaxis(np.log(np.maximum(light, 0) + np.float32(params.lift)), -1, 0)
    print_ = np.pad(np.log(linear(look.colours) + np.float32(params.lift)), ((1, 1), (1, 1), (0, 0)), mode="edge")
    near = sliding_window_view(np.moveaxis(print_, -1, 0), (rows, columns), (1, 2))  # the print there, or that of a cell beside it
    red, green, blue = here[:, None, None] - near
    level = (red + green + blue) / 3
    range_ = np.maximum(np.maximum(red, green), blue) - np.minimum(np.minimum(red, green), blue)
    explained = (range_ < params.hue) & (level > params.light[0]) & (level < params.light[1])
    return np.asarray(explained.any(axis=(0, 1)))


def _shows(light: Floats, look: Look, where: NDArray[np.bool_], params: OverlaidParams) -> bool:
    """Whether the print is seen in those cells (rows, columns), light and dark and in its colours."""
    here, there = (np.log(one + np.float32(params.lift))[where] for one in (light, linear(look.colours)))
    if len(here) < params.cells or there.mean(axis=1).std() < params.telling * (params.cells / len(here)) ** 0.5:
        return False
    return float(np.corrcoef((here - here.mean(axis=0)).ravel(), (there - there.mean(axis=0)).ravel())[0, 1]) >= params.agrees


def _parts(mask: Mask, least: float) -> list[Mask]:
    """What hangs together in at least so many cells."""
    many, label, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    return [np.asarray(label == n, np.uint8) for n in range(1, many) if stats[n, cv2.CC_STAT_AREA] >= least]


def _is_at_edge(part: Mask) -> bool:
    return bool(part[0].any() or part[-1].any() or part[:, 0].any() or part[:, -1].any())


def _to_the_edge(part: Mask, print_: Floats) -> Mask:
    """The part, with a straight way to the edge of the card, so that it can be left out of an outline: that with least print on it.

    `print_` (rows, columns): how much is printed there. Else the way would lie over what shows.
    """
    if _is_at_edge(part):
        return part
    row, column = np.nonzero(part)
    down, across = np.cumsum(print_, axis=0), np.cumsum(print_, axis=1)
    ways = (
        (across[row, column], row, np.zeros_like(column)),
        (across[row, -1] - across[row, column], row, np.full_like(column, part.shape[1] - 1)),
        (down[row, column], np.zeros_like(row), column),
        (down[-1, column] - down[row, column], np.full_like(row, part.shape[0] - 1), column),
    )
    told, to_row, to_column = min(ways, key=lambda way: float(way[0].min()))
    n = int(told.argmin())
    start, end = (int(column[n]), int(row[n])), (int(to_column[n]), int(to_row[n]))
    return np.asarray(cv2.line(part.copy(), start, end, 1), np.uint8)


def _print(look: Look) -> Floats:
    """(rows, columns): how much is printed in a cell and beside it, in parts of the most; a little where nothing is."""
    steps = greatest(np.asarray(cv2.morphologyEx(look.colours, cv2.MORPH_GRADIENT, _OPEN), np.uint8))
    return np.asarray(steps / np.float32(255) + _BLANK, np.float32)


_BLANK = np.float32(0.01)
"""Of two ways without print the shorter one is taken."""


def _outline(shown: Mask, to_px: NDArray[np.float64]) -> tuple[Point, ...]:
    """Around the largest part that shows, in pixels of the picture; empty when nothing does."""
    fine = np.kron(shown, np.ones((_FINE, _FINE), np.uint8))
    outlines = cv2.findContours(fine, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    if not outlines:
        return ()
    largest = max(outlines, key=cv2.contourArea).reshape(-1, 2).astype(np.float64)
    px = cv2.perspectiveTransform(((largest + 0.5) / _FINE - 0.5)[None], to_px)[0]
    return points_of(px)
