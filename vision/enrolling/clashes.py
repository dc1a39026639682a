"""Tokens and cubes whose colours cannot be told apart: never, or not in a picture's light. Asked at set-up, before a game depends on it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.cubes.paints import PaintParams, Paints
from vision.frame import Frame
from vision.looks.catalogue import Catalogue, Look
from vision.looks.colours import GAMMA, of_papers
from vision.table.plane import TablePlane
from vision.table.white import WhiteParams, whites
from vision.tokens.looks import RoundLooks
from vision.tokens.params import TokenParams

Floats = NDArray[np.float32]
White = tuple[float, float, float]
"""Linear red, green, blue of white paper, as the camera shows it."""
NEUTRAL: White = (0.7, 0.7, 0.7)
_ALSO_DARK = WhiteParams(least=1.0)
_GREY_STEP = 5.0
"""Grey levels that noise and compression leave uncertain."""
_FACES = (0.65, 1.0)
"""Shades of the faces of cubes, darker and brighter, that have to be told apart."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two kinds of tokens, or of cubes, that would be taken for each other."""

    first: str
    second: str
    why: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.first} and {self.second}: {self.why}; {self.remedy}"


def light_of(frame: Frame, table: TablePlane | None) -> White | None:
    """White as the papers of the markers show it, also where they are burnt out or next to black; None without a marker."""
    told = [] if table is None else of_papers(whites(frame, table) or whites(frame, table, _ALSO_DARK), burnt=256)
    if not told:
        return None
    red, green, blue = (float(v) for v in np.median([lit.light for lit in told], axis=0))
    return red, green, blue


def clashes(
    catalogue: Catalogue, white: White | None = None, params: TokenParams | None = None, paint: PaintParams | None = None
) -> tuple[Clash, ...]:
    """Every two kinds of tokens or cubes of one size that this light (an ordinary one without it) does not tell apart, side by side."""
    tokens, cubes = params or TokenParams(), paint or PaintParams()
    found = [
        clash for looks in _by_size(catalogue, "token") for clash in _of_size(partial(_pairs, RoundLooks(looks, tokens.fit), tokens), white)
    ]
    found += [clash for looks in _by_size(catalogue, "cube") for clash in _of_size(partial(_faces, Paints(looks, cubes)), white)]
    return tuple(found)


def _by_size(catalogue: Catalogue, kind: str) -> list[list[Look]]:
    """The looks of a kind, those of one size together."""
    sizes = dict[float, list[Look]]()
    for look in catalogue.of_kinds(frozenset({kind})).looks:
        sizes.setdefault(max(look.size_mm), []).append(look)
    return list(sizes.values())


def _of_size(pairs: Callable[[White], set[tuple[str, str]]], white: White | None) -> list[Clash]:
    """Clashes of what has one size, of which `pairs` tells what a light does not tell apart."""
    never = pairs(NEUTRAL)
    found = [Clash(a, b, "their colours are too alike in any light", "mark one kind, or tell them by hand") for a, b in sorted(never)]
    if white is None:
        return found
    why, remedy = _trouble(white)
    return found + [Clash(a, b, why, remedy) for a, b in sorted(pairs(white) - never)]


def _trouble(white: White) -> tuple[str, str]:
    """What is wrong with a light, and what to do about it."""
    if max(white) < 0.08:
        return "the light is too weak to tell them apart", "more light"
    strongest = ("red", "green", "blue")[int(np.argmax(white))]
    if max(white) > 2.5 * min(white):
        return f"the light is too {strongest} to tell them apart", "use a white lamp or daylight"
    return "the light does not tell them apart", "lower the exposure, or move the lamp"


def _pairs(known: RoundLooks, params: TokenParams, white: White) -> set[tuple[str, str]]:
    """Ids of which one look, as this light shows it, is explained about as well by a look of the other."""
    light: Floats = np.asarray(white, np.float32)
    found = set[tuple[str, str]]()
    for i, id in enumerate(known.ids):
        others = np.array([j for j, other in enumerate(known.ids) if other != id], np.int64)
        if not len(others):
            continue
        for sign in (-1, 1):
            seen = np.repeat(_shown(known.discs[i], light, sign)[None], len(others), axis=0)
            ceiling: Floats = np.repeat(np.asarray(1 / light[None], np.float32), len(others), axis=0)
            firm = np.ones((len(others), 2), np.float32)
            still = np.zeros(len(others), np.int64)
            mine = float(known.exact(seen[:1], ceiling[:1], np.array([i]), still[:1], firm[:1]).cost[0])
            cost = known.exact(seen, ceiling, others, still, firm).cost
            asked = max(params.least_margin, params.cost_margin * mine)
            found |= {(min(id, known.ids[j]), max(id, known.ids[j])) for j, c in zip(others, cost, strict=True) if c - mine < asked}
    return found


def _faces(paints: Paints, white: White) -> set[tuple[str, str]]:
    """Ids of cubes of which a face, as this light shows it, is explained about as well by another kind's paint."""
    light: Floats = np.asarray(white, np.float32)
    found = set[tuple[str, str]]()
    for i, id in enumerate(paints.ids):
        for shade, sign in product(_FACES, (-1, 1)):
            seen = _shown(np.asarray(shade * paints.colours[i], np.float32), light, sign)
            cost, ahead = paints.of_face(seen, np.asarray(1 / light, np.float32))
            found |= {(min(id, paints.ids[j]), max(id, paints.ids[j])) for j in np.flatnonzero(cost - cost[i] < ahead) if j != i}
    return found


def _shown(disc: Floats, light: Floats, sign: int) -> Floats:
    """A look under a light as a camera gives it, every channel a little off, in parts of white."""
    grey = 255 * np.clip(disc * light, 0, 1) ** (1 / GAMMA)
    off = sign * _GREY_STEP * np.array([1, -1, 1], np.float32)
    return np.asarray((np.clip(np.rint(grey + off), 0, 255) / 255) ** GAMMA / light, np.float32)
