"""Tokens after years of game nights: with a sticker, a glint, half of a print; what cannot be told is asked about."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.token_tables import SIZE_MM, Laid, table, token_picture
from tests.vision.tokens.sights import sighted, verdict_of_rose_and_beet
from tests.vision.tokens.test_gloss import judged
from tests.vision.tokens.test_neighbours_light import looks_of
from tests.vision.tokens.test_reader import KINDS, READER
from vision.frame import Frame
from vision.looks.catalogue import look_of
from vision.observation import Side
from vision.tokens.discs import ANGLES, DiscParams, flatten
from vision.tokens.ground import without_ground
from vision.tokens.looks import FitParams, RoundLooks
from vision.tokens.params import TokenParams
from vision.tokens.repeats import Ground
from vision.tokens.sight import Sight, Tints
from vision.tokens.spots import without_glints
from vision.tokens.verdict import TokenVerdict


def test_what_is_far_brighter_than_print_may_be_counts_as_white_print() -> None:
    light = np.full((1, 8, 32, 3), 0.1, np.float32)
    light[0, 4, 3:6] = 4.0
    assert without_glints(light.copy()).max() == 1.0
    print_in_gloss = np.where(light > 1, np.float32(1.4), np.float32(0.6))
    assert np.array_equal(without_glints(print_in_gloss.copy()), print_in_gloss), "under gloss white print is brighter than paper"


def test_in_a_dim_room_a_white_sticker_hides_no_token() -> None:
    """It was many times as bright as anything that is printed, so that nothing seemed to lie there."""
    tokens = [Laid(KINDS[i % 5], -80 + 40 * (i % 5), 40 - 40 * (i // 5), 37.0 * i, i >= 10) for i in range(15)]
    frame, plane = table(tokens, lamp=(0.15, 0.15, 0.15))
    marked, (height, width) = frame.rgb.copy(), frame.rgb.shape[:2]
    for token in tokens:
        x, y = round(width / 2 + 2 * token.x + 8), round(height / 2 + 2 * token.y - 7)
        marked[y - 1 : y + 2, x - 2 : x + 3] = 205
    assert judged(READER.read(Frame(marked, frame.taken_at), plane, ()), tokens) == len(tokens)


def two_sides() -> TokenVerdict:
    """Of a kind with a design and a plain side, and of another."""
    looks = [look_of(token_picture(id, is_plain), id, "token", (SIZE_MM, SIZE_MM)) for id in ("rose", "beet") for is_plain in (False, True)]
    return TokenVerdict(RoundLooks(looks, FitParams()), TokenParams())


def by_colour(best: int, likeness: float, burnt: float = 0.0) -> Sight:
    """A rose by its colour, the design or the plain side by its cost; how well the design shows."""
    costs = {0: 5.7, 1: 7.2, 2: 19.0} if best == 0 else {0: 7.5, 1: 5.9, 2: 19.0}
    tints = Tints(lambda: {"rose": 0.2, "beet": 25.0})
    sight = sighted(rim=0.93, costs=costs, likeness={0: likeness, 1: 0.0, 2: 0.39, 3: 0.0}, tints=tints, burnt=burnt, is_clear=False)
    return replace(sight, best=best, turns=dict.fromkeys(range(4), 0))


def test_which_side_is_up_is_not_told_where_half_of_the_design_shows() -> None:
    """A lamp's reflection across a plain token made its design a little likelier; in the shade a faded design was a plain side."""
    margins = two_sides().margins
    assert margins.side(by_colour(0, 0.7)) is Side.DESIGN and margins.side(by_colour(1, 0.2)) is Side.PLAIN
    assert margins.side(by_colour(0, 0.48)) is Side.UNKNOWN and margins.side(by_colour(1, 0.63)) is Side.UNKNOWN
    assert margins.side(by_colour(0, 0.48, burnt=0.4)) is Side.DESIGN, "a print that is burnt out in part shows by half"
    assert margins.side(by_colour(0, 0.0)) is Side.DESIGN, "other tokens' prints lie in its place"


def test_a_print_that_just_shows_in_colours_that_are_off_needs_a_rim() -> None:
    """An appetite on a card that a sheen had made nameless was a token."""
    sight = sighted(rim=0.66, costs={0: 11.2, 1: 16.9}, likeness={0: 0.69, 1: 0.45}, tints=Tints(lambda: {"rose": 1.9, "beet": 14.0}))
    verdict = verdict_of_rose_and_beet()
    assert not verdict.is_sure(sight)
    assert verdict.is_sure(replace(sight, rim=0.8))
    assert verdict.is_sure(replace(sight, likeness={0: 0.75, 1: 0.45}))
    assert verdict.is_sure(replace(sight, costs={0: 8.2, 1: 16.9}))


@pytest.mark.parametrize("own", [float("nan"), 0.86])
def test_where_the_cards_print_shows_there_is_no_token_by_its_colour(own: float) -> None:
    """Through a foil's rainbow an appetite had the colours of a red token, and yet its own print."""
    sight = sighted(rim=0.75, costs={0: 2.1, 1: 11.8}, likeness={0: 0.33, 1: 0.26}, tints=Tints(lambda: {"rose": 6.2, "beet": 16.0}))
    sight = replace(sight, is_clear=False, printed=7.7, own=own)
    verdict = verdict_of_rose_and_beet()
    assert verdict.is_sure(replace(sight, on_print=0.3))
    assert not verdict.is_sure(replace(sight, on_print=0.82))
    assert verdict.is_sure(replace(sight, on_print=0.82, own=0.6)), "something hides its lines"


def spoilt() -> Sight:
    """A rose by what colour it has most of; its light is nothing's, as something is stuck on it."""
    tints = Tints(lambda: {"rose": 0.2, "beet": 25.0})
    return sighted(rim=0.67, square=0.07, costs={0: 28.7, 1: 29.8}, likeness={0: 0.2, 1: 0.32}, tints=tints, is_clear=False)


def asked(sight: Sight) -> bool:
    """Whether a disc of a bare table is asked about in the end."""
    frame, plane = table([], (63, 110, 80))
    flat, verdict = flatten(frame.rgb, plane, SIZE_MM, DiscParams()), verdict_of_rose_and_beet()
    assert flat is not None
    found = verdict.detection(sight, flat)
    assert found is None or not found.is_sure
    return found is not None and bool(without_ground([(sight, found, False)], verdict, Ground(flat, 12.0, [sight])))


def test_a_closed_disc_of_one_kinds_very_colour_is_a_question_whatever_is_stuck_on_it() -> None:
    assert asked(spoilt())
    assert not asked(replace(spoilt(), rim=0.6)) and not asked(replace(spoilt(), square=0.13))
    assert not asked(replace(spoilt(), open=np.arange(ANGLES) < 6)), "the ground goes on across its outline"
    assert not asked(replace(spoilt(), tints=Tints(lambda: {"rose": 0.2, "beet": 3.0}))), "it may be of any kind"
    assert not asked(replace(spoilt(), tints=Tints(lambda: {"rose": 4.0, "beet": 25.0})))


def test_on_a_named_card_it_is_one_where_the_cards_lines_are_hidden() -> None:
    """A blue token through a camera's halo was overlooked, as if nothing lay on that appetite."""
    sight = replace(spoilt(), rim=0.77, square=0.1, costs={0: 10.9, 1: 14.9}, likeness={0: 0.47, 1: 0.31}, printed=6.4, on_print=-0.6)
    assert asked(replace(sight, own=0.27))
    assert not asked(replace(sight, own=0.95)) and not asked(replace(sight, own=0.7))


def test_a_rim_that_hardly_shows_makes_nothing_the_cards_print_whose_lines_are_hidden() -> None:
    """Of a pale token on a pale appetite, both burnt out, the rim that was missing cost more than all that the print left unexplained."""
    either = Tints(lambda: {"rose": 0.8, "beet": 3.3})
    sight = sighted(rim=0.7, costs={0: 2.7, 1: 4.0}, likeness={0: 0.0, 1: 0.0}, tints=either, burnt=1.0, is_clear=False)
    hidden = replace(sight, printed=1.02, on_print=-0.43, own=0.05)
    assert asked(hidden)
    assert not asked(replace(hidden, own=0.88))


def test_off_cards_a_patch_that_goes_on_across_its_outline_is_no_token_by_a_little() -> None:
    """The corner of a dirty card was a green token."""
    tints = Tints(lambda: {"rose": 3.2, "beet": 8.2})
    sight = sighted(rim=0.82, square=0.09, costs={0: 3.2, 1: 4.0}, likeness={0: 0.0, 1: 0.0}, tints=tints, is_clear=False)
    patch, verdict = replace(sight, open=np.arange(ANGLES) % 4 == 0), TokenVerdict(looks_of("rose", "beet"), TokenParams())
    assert verdict.is_sure(sight) and not verdict.is_sure(patch)
    assert verdict.is_sure(replace(patch, costs={0: 1.2, 1: 9.0}, square=0.02))
    assert verdict.is_sure(replace(patch, tints=Tints(lambda: {"rose": 0.4, "beet": 8.2}), square=0.02)), "the table is of its colour"
