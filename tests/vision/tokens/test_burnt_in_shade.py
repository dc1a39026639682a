"""What is burnt out is bright: a token that would have to lie in the shade for its name, or in gloss that nobody knows, has none."""

from dataclasses import replace

import pytest

from tests.vision.tokens.sights import sighted, verdict_of_rose_and_beet
from tests.vision.tokens.test_neighbours_light import looks_of
from vision.tokens.params import TokenParams
from vision.tokens.sight import Sight, Tints
from vision.tokens.verdict import TokenVerdict


def disc(burnt: float, own: float) -> Sight:
    """A rose's print that shows, in half of the light there; the cost of its colour, and the part that is burnt out."""
    tints = Tints(lambda: {"rose": own, "beet": 16.0})
    sight = sighted(rim=0.97, costs={0: 5.7, 1: 11.2}, likeness={0: 0.81, 1: 0.55}, tints=tints, burnt=burnt, is_clear=False)
    return replace(sight, bright=0.53)


@pytest.mark.parametrize(("burnt", "own"), [(0.41, 7.9), (0.79, 6.5), (0.79, 3.2)])
def test_a_print_that_shows_names_nothing_that_is_burnt_out_in_the_shade(burnt: float, own: float) -> None:
    """Green tokens in a warm lamp's glare were yellow ones, through every camera but the best."""
    sight, verdict = disc(burnt, own), verdict_of_rose_and_beet()
    assert not verdict.is_sure(sight)
    assert verdict.is_sure(replace(sight, bright=0.9)), "it lies in the light"
    assert verdict.is_sure(replace(sight, burnt=0.1)), "and nothing is burnt out there"
    assert verdict.is_sure(replace(sight, likeness={0: 0.93, 1: 0.55})), "a sharp print needs no colour"
    assert verdict.is_sure(replace(sight, firm=3.0, burnt=0.8)), "nobody knows how bright it is there"


def test_in_part_burnt_out_its_own_colour_names_it() -> None:
    assert verdict_of_rose_and_beet().is_sure(disc(0.41, 2.5))


@pytest.mark.parametrize(("burnt", "own"), [(0.27, 4.4), (0.55, 4.8), (0.66, 3.0)])
def test_the_more_of_it_is_burnt_out_the_better_has_the_rest_to_fit(burnt: float, own: float) -> None:
    """Green tokens whose prints were creased or dirty were yellow ones in a lamp's glare."""
    assert not verdict_of_rose_and_beet().is_sure(disc(burnt, own))
    assert verdict_of_rose_and_beet().is_sure(disc(burnt, 1.5))


def test_gloss_that_neighbours_tell_without_agreeing_leaves_what_is_mostly_burnt_out_no_narrow_name() -> None:
    """A pale token among others in glare was a dark one: nine tenths of the light of paper was held to be gloss."""
    sight = sighted(
        rim=0.9, costs={0: 4.0, 1: 5.8}, likeness={0: 0.0, 1: 0.0}, tints=Tints(lambda: {"rose": 1.6, "beet": 7.3}),
        veil=0.03, burnt=0.9, is_clear=False,
    )  # fmt: skip
    lent, verdict = replace(sight, off=0.89), TokenVerdict(looks_of("rose", "beet"), TokenParams())
    assert not verdict.is_sure(lent)
    assert verdict.is_sure(replace(lent, firm=0.5)), "where they agree it is known"
    assert verdict.is_sure(replace(lent, costs={0: 4.0, 1: 9.0})), "and a wide margin stands as it is"
    assert verdict.is_sure(sight)
