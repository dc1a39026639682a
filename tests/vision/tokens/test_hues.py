"""Gloss is white: it makes a colour paler, but no other one, and what is named for its paleness alone is asked about."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.tokens.sights import sighted
from tests.vision.tokens.test_neighbours_light import looks_of
from vision.tokens.params import TokenParams
from vision.tokens.sight import Sight, Tints
from vision.tokens.tints import hues
from vision.tokens.verdict import TokenVerdict

GREEN, SILVER = (0.07, 0.27, 0.15), (0.48, 0.52, 0.57)
"""Light, in parts of white."""


@pytest.mark.parametrize("gloss", [0.0, 0.3, 0.6])
def test_under_gloss_a_colours_hue_is_its_own(gloss: float) -> None:
    seen = 0.6 * np.array(GREEN, np.float32) + np.float32(gloss)
    green, silver = hues(seen, np.array([GREEN, SILVER], np.float32)).tolist()
    assert green == pytest.approx(0, abs=1e-4) and silver > 0.05


def pale(own: float, other: float, burnt: float = 0.0, firm: float = 1.0) -> Sight:
    """A plain rose by its light, whose hue is so far off that of a rose and that of a beet."""
    tints = Tints(lambda: {"rose": 1.6, "beet": 7.3}, lambda: {"rose": own, "beet": other})
    return sighted(
        rim=0.9, costs={0: 2.3, 1: 4.9}, likeness={0: 0.0, 1: 0.0}, tints=tints, veil=0.11, burnt=burnt, firm=firm, is_clear=False
    )  # fmt: skip


VERDICT = TokenVerdict(looks_of("rose", "beet"), TokenParams())


def test_a_name_whose_hue_is_rather_another_kinds_is_a_question() -> None:
    """Green tokens under a lamp were silver ones through five cameras."""
    assert VERDICT.is_sure(pale(0.02, 0.001)), "noise has some hue, too"
    assert VERDICT.is_sure(pale(0.069, 0.08))
    assert not VERDICT.is_sure(pale(0.069, 0.001))


def test_where_little_names_it_any_nearer_hue_is_a_rival() -> None:
    assert not VERDICT.is_sure(pale(0.069, 0.05))
    assert VERDICT.is_sure(replace(pale(0.069, 0.05), costs={0: 2.3, 1: 9.0}))
    assert not VERDICT.is_sure(replace(pale(0.069, 0.03), costs={0: 2.3, 1: 9.0}))


def test_what_is_burnt_out_has_no_hue_except_among_other_things_that_are() -> None:
    assert VERDICT.is_sure(pale(0.098, 0.027, burnt=0.98))
    assert not VERDICT.is_sure(pale(0.098, 0.027, burnt=0.98, firm=1.2))


def test_gloss_that_neighbours_tell_without_agreeing_is_gloss_for_what_little_names() -> None:
    """A green design in a lamp's mirror image was a silver plain side, as much gloss as paper is white taken off it."""
    tints = Tints(lambda: {"rose": 1.6, "beet": 7.3})
    sight = sighted(rim=0.97, costs={0: 4.9, 1: 7.5}, likeness={0: 0.0, 1: 0.0}, tints=tints, veil=0.06, is_clear=False)
    assert VERDICT.is_sure(sight) and VERDICT.is_sure(replace(sight, off=1.02, firm=0.5)), "where they agree it is known"
    assert not VERDICT.is_sure(replace(sight, off=1.02))
