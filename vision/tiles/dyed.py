"""Tokens as pale as paper that are not of the tint of the others of their name: a corner folded over, a sticker, no token.

What is white may be anything; but the tokens of one kind are dyed alike, and lie in the light of the paper beside them. Where several of
them agree, a disc that does not is a question.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.tiles.ant_colours import Rgb

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class DyeParams:
    """When a token is of another tint."""

    least: int = 4
    """Tokens of a name that tell its tint."""
    pale: int = 170
    """Weakest colour, 0 to 255, from which on a token is as pale as paper: others have a hue of their own, or none that can be told."""
    apart: float = 0.06
    """E-folds by which red or blue may differ, beside green, from what most have: of 87 white ones on eight boards, in lamps of one colour
    and two, by .044 at most."""
    least_light: float = 0.05
    """Of the paper's; below is noise."""


PARAMS = DyeParams()


def may_be_dyed_otherwise(names: Sequence[str | None], colours: Mapping[str, Rgb], params: DyeParams = PARAMS) -> Flags:
    """(n,) tokens of which `of_another_tint` is to be asked: pale ones of a name that several have."""
    pale = {name for name, rgb in colours.items() if min(rgb) >= params.pale and list(names).count(name) >= params.least}
    return np.array([name in pale for name in names], np.bool_)


def of_another_tint(names: Sequence[str | None], light: Floats, params: DyeParams = PARAMS) -> Flags:
    """(n,) tokens of these names whose `light` (n, 3), linear, as parts of the paper's, is of another tint than that of most of them."""
    folds = np.log(np.maximum(light, params.least_light))
    tints, odd = folds[:, [0, 2]] - folds[:, 1:2], np.zeros(len(names), np.bool_)
    for name in set(names):
        mine = np.array([one == name for one in names], np.bool_)
        if mine.sum() >= params.least:
            odd[mine] = np.abs(tints[mine] - np.median(tints[mine], axis=0)).max(axis=1) > params.apart
    return odd
