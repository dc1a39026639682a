"""Tokens whose colours cannot be told apart: never, or not in the light of a picture. Asked at set-up, before a game depends on it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.catalogue import Catalogue, Look
from vision.colours import GAMMA, of_papers
from vision.frame import Frame
from vision.plane import TablePlane
from vision.round_looks import RoundLooks
from vision.token_params import TokenParams
from vision.white import WhiteParams, whites

Floats = NDArray[np.float32]
White = tuple[float, float, float]
"""Linear red, green, blue of white paper, as the camera shows it."""
NEUTRAL: White = (0.7, 0.7, 0.7)
_ALSO_DARK = WhiteParams(least=1.0)
_GREY_STEP = 5.0
"""Grey levels that noise and compression leave uncertain."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two kinds of tokens that would be taken for each other."""

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


def clashes(catalogue: Catalogue, white: White | None = None, params: TokenParams | None = None) -> tuple[Clash, ...]:
    """Every two kinds of tokens of one size that this light (an ordinary one without it) does not tell apart, side by side."""
    chosen, sizes = params or TokenParams(), dict[float, list[Look]]()
    for look in catalogue.of_kinds(frozenset({"token"})).looks:
        sizes.setdefault(max(look.size_mm), []).append(look)
    return tuple(clash for looks in sizes.values() for clash in _of_size(looks, white, chosen))


def _of_size(looks: Sequence[Look], white: White | None, params: TokenParams) -> list[Clash]:
    known = RoundLooks(looks, params.fit)
    never = _pairs(known, NEUTRAL, params)
    found = [Clash(a, b, "their colours are too alike in any light", "mark one kind, or tell them by hand") for a, b in sorted(never)]
    if white is None:
        return found
    why, remedy = _trouble(white)
    return found + [Clash(a, b, why, remedy) for a, b in sorted(_pairs(known, white, params) - never)]


def _trouble(white: White) -> tuple[str, str]:
    """What is wrong with a light, and what to do about it."""
    if max(white) < 0.08:
        return "the light is too weak to tell them apart", "more light"
    strongest = ("red", "green", "blue")[int(np.argmax(white))]
    if max(white) > 2.5 * min(white):
        return f"the light is too {strongest} to tell them apart", "use a white lamp or daylight"
    return "the light does not tell them apart", "lower the exposure, or move the lamp"


def _pairs(known: RoundLooks, white: White, params: TokenParams) -> set[tuple[str, str]]:
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


def _shown(disc: Floats, light: Floats, sign: int) -> Floats:
    """A look under a light as a camera gives it, every channel a little off, in parts of white."""
    grey = 255 * np.clip(disc * light, 0, 1) ** (1 / GAMMA)
    off = sign * _GREY_STEP * np.array([1, -1, 1], np.float32)
    return np.asarray((np.clip(np.rint(grey + off), 0, 255) / 255) ** GAMMA / light, np.float32)
