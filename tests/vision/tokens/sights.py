"""Discs as they were seen, for what is told of them."""

import math

import numpy as np

from tests.vision.token_tables import SIZE_MM, token_picture
from vision.looks.catalogue import look_of
from vision.tokens.discs import ANGLES
from vision.tokens.looks import FitParams, RoundLooks
from vision.tokens.params import TokenParams
from vision.tokens.sight import Sight, Tints
from vision.tokens.verdict import TokenVerdict


def verdict_of_rose_and_beet() -> TokenVerdict:
    return TokenVerdict(
        RoundLooks([look_of(token_picture(id), id, "token", (SIZE_MM, SIZE_MM)) for id in ("rose", "beet")], FitParams()), TokenParams()
    )


def sighted(
    *,
    rim: float,
    costs: dict[int, float],
    likeness: dict[int, float],
    tints: Tints,
    square: float = 0.02,
    veil: float = 0.0,
    burnt: float = 0.0,
    firm: float = 1.0,
    is_clear: bool = True,
) -> Sight:
    """A disc that is a rose, the first of two kinds, as far as it can be told."""
    return Sight(
        x=200.0, y=200.0, radius=12.0, rim=rim, square=square, open=np.zeros(ANGLES, np.bool_), costs=costs, turns={0: 0, 1: 0}, bright=1.0,
        veil=veil, printed=math.inf, on_print=0.0, likeness=likeness, tints=tints, burnt=burnt, firm=firm, best=0, is_clear=is_clear,
    )  # fmt: skip
