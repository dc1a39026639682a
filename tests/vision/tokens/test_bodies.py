"""Plain sides in the light of the bodies of prints beside them; and what gloss leaves of a print, of a colour and of a hue."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.token_tables import Laid, table, token_catalogue
from tests.vision.tokens.sights import sighted, verdict_of_rose_and_beet
from tests.vision.tokens.test_gloss import judged
from tests.vision.tokens.test_reader import READER
from vision.frame import Frame
from vision.tokens.bodies import lit_as_bodies
from vision.tokens.discs import DiscParams, flatten
from vision.tokens.looks import FitParams, RoundLooks
from vision.tokens.params import TokenParams
from vision.tokens.sight import Sight, Tints
from vision.tokens.spots import Spots
from vision.tokens.verdict import TokenVerdict

PLAIN_ROSE, ROSE = 1, 0
"""Looks of a catalogue of roses and beets."""


def levelled(frame: Frame, part: float) -> Frame:
    """The picture as a phone levels it: all that is darker than paper in this part of its light, whatever its hue."""
    light = (frame.rgb / 255.0) ** 2.2
    grey = light.mean(axis=-1, keepdims=True) / np.percentile(light.mean(axis=-1), 99.9)
    less = np.interp(grey, (0.5, 0.9), (part, 1.0))
    return Frame(np.asarray(255 * (light * less) ** (1 / 2.2), np.uint8), frame.taken_at)


@pytest.mark.parametrize("part", [0.45, 0.5, 0.6])
def test_a_plain_side_in_levelled_light_is_not_told_as_a_darker_kind_in_gloss(part: float) -> None:
    """Beside it lie prints of its kind, whose bodies are as dark, and whose white shows no gloss."""
    tokens = [Laid("rose", 30.0 * i - 60, 20, 40.0 * i) for i in range(5)] + [Laid("rose", 30.0 * i - 60, -10, 0, True) for i in range(5)]
    tokens += [Laid("beet", 30.0 * i - 45, -40, 70.0 * i, i < 2) for i in range(4)]
    frame, plane = table(tokens, lamp=(0.9, 0.9, 0.9), noise=1.0)
    found = READER.read(levelled(frame, part), plane, ())
    assert judged(found, tokens) >= 7
    assert len(found) == len(tokens), "what has no name is a question"


def beside_prints(gloss: float = 0.0) -> tuple[Spots, dict[int, Sight], RoundLooks]:
    """A plain rose between two prints, all in half of the light that is expected there, and in so much gloss."""
    frame, plane = table([Laid("rose", 0, 0, 0, True), Laid("rose", 20, 0), Laid("rose", -20, 0)], lamp=(0.5,) * 3, noise=0.5)
    shown = np.asarray(255 * ((frame.rgb / 255) ** 2.2 + gloss) ** (1 / 2.2), np.uint8)
    flat = flatten(shown, plane, 16.0, DiscParams())
    assert flat is not None
    at = [(np.linalg.inv(flat.to_mm) @ (x, 0.0, 1.0))[:2] for x in (0.0, 20.0, -20.0)]
    ones = np.ones((3, 3), np.float32)
    spots = Spots(
        flat, np.array(at, np.float32), 8.0 * flat.px_per_mm, ones, 0 * ones, np.ones((3, 2), np.float32), np.full(3, None, object)
    )
    one = sighted(rim=0.9, costs={0: 1.0}, likeness={0: 0.9}, tints=Tints(dict[str, float]))
    sights = {n: replace(one, x=float(x), y=float(y), best=PLAIN_ROSE if n == 0 else ROSE) for n, (x, y) in enumerate(spots.middles)}
    return spots, sights, RoundLooks(token_catalogue(("rose", "beet")).looks, FitParams())


def test_the_light_of_bodies_is_told_by_prints_that_show_little_gloss() -> None:
    spots, sights, looks = beside_prints()
    params, judges = TokenParams(), {n: sights[n] for n in (1, 2)}
    lit = lit_as_bodies(spots, {0: sights[0]}, judges, looks, params)
    assert lit.among == (0,) and lit.white[0] == pytest.approx(np.full(3, 0.5), abs=0.03)
    assert lit.veil[0].max() < 0.03 and lit.firm[0].tolist() == [1.0, params.firmest]
    glossy = beside_prints(params.other_veil + 0.05)[0]
    assert lit_as_bodies(glossy, {0: replace(sights[0], off=0.3)}, judges, looks, params).among == (), "prints tell much gloss roughly"
    assert lit_as_bodies(spots, {0: sights[0]}, {1: replace(sights[1], burnt=1.0)}, looks, params).among == ()
    assert lit_as_bodies(spots, {0: replace(sights[0], veil=-0.1)}, judges, looks, params).among == (), "it needs less gloss than they show"


def test_in_gloss_the_print_that_shows_best_is_that_of_the_kind_that_is_named() -> None:
    """Haze makes a red print's colour that of a yellow one in gloss."""
    sight = sighted(
        rim=0.95, costs={0: 7.0, 1: 13.0}, likeness={0: 0.6, 1: 0.63}, tints=Tints(lambda: {"rose": 4.5, "beet": 12.8}), is_clear=False
    )
    verdict, hazy = verdict_of_rose_and_beet(), replace(sight, off=0.34)
    assert verdict.is_sure(sight)
    assert not verdict.is_sure(hazy)
    assert verdict.is_sure(replace(hazy, likeness={0: 0.63, 1: 0.6}))
    assert verdict.is_sure(replace(hazy, likeness={0: 0.45, 1: 0.48})), "either has faded"


def plain_in_gloss(costs: dict[int, float], tints: dict[str, float]) -> tuple[Sight, TokenVerdict]:
    """A disc that is a plain rose or a plain beet."""
    verdict = TokenVerdict(RoundLooks(token_catalogue(("rose", "beet")).looks, FitParams()), TokenParams())
    none = dict.fromkeys(range(4), 0.0)
    sight = sighted(rim=0.9, costs=costs, likeness=none, tints=Tints(lambda: tints), is_clear=False)
    return replace(sight, best=PLAIN_ROSE, turns=dict.fromkeys(range(4), 0)), verdict


def test_what_is_mostly_burnt_out_in_gloss_that_was_taken_off_has_to_have_a_fair_colour() -> None:
    """Light does not tell it: of a pink one, burnt out but for a little of one colour, the rest was a dark red's."""
    sight, verdict = plain_in_gloss({1: 3.0, 3: 3.5}, {"rose": 2.7, "beet": 13.7})
    sight = replace(sight, firm=0.5, off=0.83, burnt=0.86)
    assert not verdict.is_sure(sight)
    assert verdict.is_sure(replace(sight, burnt=0.7))
    assert verdict.is_sure(replace(sight, tints=Tints(lambda: {"rose": 0.3, "beet": 13.7})))


def test_what_shines_far_more_than_the_gloss_that_neighbours_lent_it_is_not_told_by_little() -> None:
    """A dark red amid glare, far from those that tell its light, was a pink one."""
    sight, verdict = plain_in_gloss({1: 3.1, 3: 5.8}, {"rose": 1.7, "beet": 5.6})
    sight = replace(sight, veil=0.17, off=0.18)
    assert not verdict.is_sure(sight)
    assert verdict.is_sure(replace(sight, firm=0.5)), "neighbours that lie near agree"
    assert verdict.is_sure(replace(sight, veil=0.05)) and verdict.is_sure(replace(sight, off=0.0))
    assert verdict.is_sure(replace(sight, costs={1: 3.1, 3: 9.0}))


def test_a_print_that_is_not_sharp_is_asked_about_in_a_hue_that_is_not_its_kinds() -> None:
    sight = sighted(rim=0.95, costs={0: 8.8, 1: 14.3}, likeness={0: 0.75, 1: 0.63}, tints=hued(0.159))
    verdict = verdict_of_rose_and_beet()
    assert not verdict.is_sure(sight)
    assert verdict.is_sure(replace(sight, tints=hued(0.08)))
    assert verdict.is_sure(replace(sight, costs={0: 3.0, 1: 14.3})), "its light names it"
    assert verdict.is_sure(replace(sight, likeness={0: 0.92, 1: 0.63})), "the print is sharp"
    assert verdict.is_sure(replace(sight, burnt=0.4)), "what is clipped has no hue to go by"


def hued(off: float) -> Tints:
    return Tints(lambda: {"rose": 6.7, "beet": 29.1}, lambda: {"rose": off, "beet": 0.25})
