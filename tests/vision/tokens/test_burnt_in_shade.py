"""What is burnt out is bright: a token that would have to lie in the shade for its name, or in gloss that nobody knows, has none."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.token_tables import COLOURS, Laid, table, token_catalogue
from tests.vision.tokens.sights import sighted, verdict_of_rose_and_beet
from tests.vision.tokens.test_neighbours_light import looks_of
from vision.frame import Frame
from vision.tokens.params import TokenParams
from vision.tokens.reader import TokenReader
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


def test_amid_what_is_burnt_out_nothing_that_would_lie_in_the_shade_has_a_name_by_its_colour() -> None:
    """Dark wood between two cards in a lamp's light was a token, by a print that hardly showed in it."""
    tints = Tints(lambda: {"rose": 3.6, "beet": 12.4})
    seen = sighted(rim=0.9, costs={0: 3.0, 1: 3.2}, likeness={0: 0.5, 1: 0.5}, tints=tints, firm=3.0, is_clear=False)
    verdict, wood = verdict_of_rose_and_beet(), replace(seen, bright=0.27)
    assert not verdict.is_sure(wood)
    assert verdict.is_sure(seen), "it is as bright as all around"
    assert verdict.is_sure(replace(wood, firm=1.0)), "nothing is burnt out around it: that is a shadow"


def test_a_print_off_cards_that_does_not_show_is_asked_for_as_much_of_a_rim_as_a_plain_side() -> None:
    """Wood in a lamp's light, of which one colour was burnt out, was a token with its print up."""
    tints = Tints(lambda: {"rose": 0.9, "beet": 21.8})
    wood = sighted(rim=0.66, costs={0: 2.0, 1: 8.1}, likeness={0: 0.36, 1: 0.2}, tints=tints, burnt=0.2, is_clear=False)
    verdict = verdict_of_rose_and_beet()
    assert not verdict.is_sure(wood)
    assert verdict.is_sure(replace(wood, rim=0.7))
    assert verdict.is_sure(replace(wood, likeness={0: 0.55, 1: 0.2})), "its print begins to show"
    assert verdict.is_sure(replace(wood, printed=9.0)), "it hides what is printed on the card below"


def lit_by_a_lamp(frame: Frame, gain: float) -> Frame:
    """A yellowish lamp that shines upon the middle of the picture, and on no marker; there all light is so many times brighter, and 1."""
    y, x = np.mgrid[:720, :1280]
    spot = np.exp(-((x - 640) ** 2 + (y - 360) ** 2) / (2 * 120.0**2))[..., None] * np.array([1.0, 1.0, 0.3])
    lit = 255 * np.clip((frame.rgb / 255.0) ** 2.2 * (1 + gain * spot), 0, 1) ** (1 / 2.2)
    return replace(frame, rgb=lit.astype(np.uint8))


@pytest.mark.parametrize(("gain", "named"), [(0.0, "beet"), (1.3, None), (1.6, None)])
def test_where_two_colours_are_burnt_out_and_only_markers_tell_the_light_nobody_knows_how_much_of_it_there_is(
    gain: float, named: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dark red token was a pink one, as bright as in the markers' light: around it red and green were burnt out, but never blue."""
    monkeypatch.setitem(COLOURS, "rose", (200, 50, 92))
    frame, plane = table([Laid("beet", 0.0, 0.0, is_plain=True)], np.full((720, 1280, 3), (238, 232, 196), np.uint8))
    told = TokenReader(token_catalogue(("beet", "rose"))).read(lit_by_a_lamp(frame, gain), plane, ())
    assert [one.id for one in told] == [named]
    assert "beet" in {named, *(one.id for one in told[0].alternatives)}
