"""Discs with a ring, or another pale print, that a letter's net takes for an O, a Q or a G: are they tokens?

The ring of a letter has print and paper around it, of every colour; around a token hardly anything has its colour. So what may be one is
asked about though a letter seems to show, even the one that is printed there; and it is one where most of it is of two colours and it is
larger than the board's letters.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.tiles.ant_discs import RIM, Discs

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RingedParams:
    """What a disc with a pale print has. Lengths in cells."""

    radius: float = 0.33
    """Its own at least: the ring of a letter is smaller."""
    printed: float = 0.4
    """Part of its middle that has another colour, at least."""
    around: float = 0.1
    """Part of what is around it that has its colour, at most."""
    aside: float = 0.25
    """Cells that its middle is off its cell's at most: farther off, a letter is seen beside it."""
    maybe: tuple[float, float, float] = (0.5, 0.75, 0.1)
    """Of one that may be a token: of its rim that has its colour, the part that is a blend of it and its print, and by how much that is
    lighter. Of 13,100 cells of 63 boards without a token, in every light, none was so; of 224 tokens with rings over letters most."""
    warm: float = 0.85
    """Red light, in parts of paper, of such print as a red glass hides: there are rings of it around letters,"""
    maybe_warm: tuple[float, float, float] = (0.6, 0.78, 0.1)
    """so that more has to be so."""
    alike: tuple[float, float] = (0.4, 0.25)
    """Of one that resembles a token, and no more: of its rim that has its colour, and of what is around it, at most. A letter there has to
    look like the board's own."""
    faintly: tuple[float, float] = (0.3, 0.3)
    """The same where nothing is likelier than any letter: by how much more of the rim has its colour than of what is around it, and part of
    its middle that has another. One in dim light amid print of its colour, or a blue one where all else is burnt out, is hardly more so."""
    sure: tuple[float, float, float] = (0.6, 0.9, 0.2)
    """The same of one that is a token,"""
    over_letters: float = 1.1
    """so many times as large as the board's largest letters."""


PARAMS = RingedParams()


def may_be_ringed(discs: Discs, params: RingedParams = PARAMS) -> Flags:
    """(n,) discs that may be tokens with a pale print, whatever letter they look like."""
    is_warm, is_near = discs.colour[:, 0] >= params.warm, np.abs(discs.place[:, :2]).max(axis=1) <= params.aside
    is_so = np.where(is_warm, _ringed(discs, params.maybe_warm, params), _ringed(discs, params.maybe, params))
    return np.asarray(is_so & is_near, np.bool_)


def like_ringed(discs: Discs, lettered: Flags, params: RingedParams = PARAMS) -> Flags:
    """(n,) discs that resemble tokens with a print, as some letters do; hardly so where no letter shows (`lettered`, (n,))."""
    rim, around = params.alike
    is_like = (discs.share >= rim) & (discs.around <= around) & (discs.middle >= params.printed)
    lead, printed = params.faintly
    return np.asarray(is_like | ~lettered & (discs.share - discs.around >= lead) & (discs.middle >= printed), np.bool_)


def are_ringed(discs: Discs, letter: float, params: RingedParams = PARAMS) -> Flags:
    """(n,) discs that are such tokens, on a board whose largest letters are of `letter` cells."""
    is_larger = 2 * RIM[1] * discs.place[:, 2] > params.over_letters * letter
    return np.asarray(_ringed(discs, params.sure, params) & is_larger, np.bool_)


def _ringed(discs: Discs, least: tuple[float, float, float], params: RingedParams) -> Flags:
    rim, blend, lighter = least
    is_disc = (discs.place[:, 2] >= params.radius) & (discs.share >= rim) & (discs.around <= params.around)
    is_print = (discs.middle >= params.printed) & (discs.print[:, 1] >= lighter) & (discs.blend[:, 0] >= blend)
    return np.asarray(is_disc & is_print, np.bool_)
