"""Tokens after years of game nights: with a sticker, a glint, half of a print; what cannot be told is asked about."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.token_tables import SIZE_MM, Laid, table, token_picture
from tests.vision.tokens.sights import sighted, verdict_of_rose_and_beet
from tests.vision.tokens.test_bare_prints import bare_table
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
from vision.tokens.pied import darkest, is_pied
from vision.tokens.repeats import Ground
from vision.tokens.setting import Around
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


def test_off_cards_a_print_without_a_rim_has_to_be_in_the_colours_of_its_token() -> None:
    """Through other cameras veins of marble were a token's print, whose plain side explained them better."""
    sight = sighted(rim=0.66, costs={0: 8.1, 1: 7.2}, likeness={0: 0.76, 1: 0.45}, tints=Tints(lambda: {"rose": 0.9, "beet": 5.2}))
    verdict = verdict_of_rose_and_beet()
    assert not verdict.is_sure(sight)
    assert verdict.is_sure(replace(sight, costs={0: 6.8, 1: 7.2}))
    assert verdict.is_sure(replace(sight, rim=0.8))
    assert verdict.is_sure(replace(sight, likeness={0: 0.92, 1: 0.45})), "a sharp one in its own colours"


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
    assert not verdict.is_sure(replace(patch, costs={0: 1.2, 1: 6.0}, square=0.02)), "in the shade a card's back was a blue token"


def test_on_a_card_hardly_a_rim_and_a_colour_that_goes_on_beside_it_name_nothing() -> None:
    """A fingertip at a guest's corner was a token: its sides end like one's, between them it goes on."""
    tints, some = Tints(lambda: {"rose": 1.9, "beet": 60.0}), np.zeros(ANGLES, np.bool_)
    some[[3, 4, 17]] = True
    sight = sighted(rim=0.7, costs={0: 3.1, 1: 26.0}, likeness={0: 0.0, 1: 0.0}, tints=tints, is_clear=False)
    verdict, on_card = TokenVerdict(looks_of("rose", "beet"), TokenParams()), replace(sight, printed=30.0)
    assert verdict.is_sure(on_card), "another token may lie on it"
    assert not verdict.is_sure(replace(on_card, open=some))
    assert verdict.is_sure(replace(on_card, open=some, rim=0.8)), "and one of its kind beside it"


def test_what_has_a_tokens_very_colour_on_a_plate_is_asked_about_however_little_of_its_rim_shows() -> None:
    """A silver token in a sheen on a glaring plate was overlooked: on the plate no card's corner or patch of cloth lies."""
    tints, many = Tints(lambda: {"rose": 0.5, "beet": 3.1}), np.arange(ANGLES) % 3 == 0
    sight = sighted(rim=0.7, costs={0: 3.9, 1: 5.7}, likeness={0: 0.4, 1: 0.3}, tints=tints, is_clear=False)
    sight, looks = replace(sight, open=many), looks_of("rose", "beet")
    table, plate = (TokenVerdict(looks, TokenParams(), (), Around(plates=plates)) for plates in ((), ((sight.x, sight.y, 90.0),)))
    found = plate.detection(sight, bare_table())
    assert table.detection(sight, bare_table()) is None and found is not None and not found.is_sure
    assert plate.detection(replace(sight, tints=Tints(lambda: {"rose": 2.9, "beet": 3.1})), bare_table()) is None


def rainbow(light: NDArray[np.float32], strength: float) -> NDArray[np.float32]:
    """What a disc (rings, angles, 3) shows under a foil: over every place a hue of its own."""
    rings, angles, _ = light.shape
    across = np.cos(2 * np.pi * np.arange(angles) / angles) * np.arange(1, rings + 1)[:, None] * 3 / rings
    bands = np.stack([np.cos(across + shift) for shift in (0, 2.1, 4.2)], -1)
    return np.asarray(light * (1 + strength * bands) + 0.1 * strength * (1 + bands), np.float32)


def test_a_disc_in_more_hues_than_its_look_has_is_pied_however_gloss_and_shade_lie_on_it() -> None:
    for is_plain in (True, False):
        look = looks_of("rose", is_plain=is_plain).turned(np.array([0]), np.array([0]), 2)[0]
        slope = np.linspace(0, 1, look.shape[1], dtype=np.float32)[None, :, None]
        noise = np.random.default_rng(1).normal(0, 0.02, look.shape).astype(np.float32)
        assert not is_pied(0.8 * look + noise, look)
        assert not is_pied(look * (0.4 + 0.6 * slope) + 0.5 * (1 - slope), look), "a white sheen over a part of it"
        assert is_pied(rainbow(look, 0.4), look)


def test_the_darkest_light_of_a_pied_disc_is_its_own() -> None:
    """A foil's gloss only adds light."""
    own = np.broadcast_to(np.array([0.1, 0.3, 0.2], np.float32), (8, 16, 3))
    glossy = own + rainbow(np.zeros_like(own), 2.0)
    assert darkest(glossy) == pytest.approx(own[0, 0], abs=0.08)
    assert np.abs(np.median(glossy.reshape(-1, 3), axis=0) - own[0, 0]).max() > 0.16


def test_a_pied_disc_has_a_name_only_where_its_darkest_light_says_the_same_by_far() -> None:
    """Under a foil a green token was a blue one, and a silver one blue."""

    def foiled(**darkest: float) -> Sight:
        tints = Tints(lambda: {"rose": 1.9, "beet": 19.0}, lambda: {"rose": 0.02, "beet": 0.1}, lambda: darkest)
        return sighted(rim=0.9, costs={0: 1.8, 1: 8.0}, likeness={0: 0.0, 1: 0.0}, tints=tints, is_clear=False)

    verdict = TokenVerdict(looks_of("rose", "beet"), TokenParams())
    assert verdict.is_sure(foiled()) and verdict.is_sure(foiled(rose=2.0, beet=14.0))
    assert not verdict.is_sure(foiled(rose=4.8, beet=7.7))
    rival = foiled(rose=4.8, beet=7.7)
    assert not verdict.is_sure(rival.beside(rival))


def test_on_a_named_card_whose_lines_are_hidden_a_print_that_shows_is_a_question_however_little_explains_it() -> None:
    """White tokens on white appetites, bent by a wide lens, were overlooked without a word."""
    tints = Tints(lambda: {"rose": 1.5, "beet": 12.4})
    sight = sighted(rim=0.6, square=0.04, costs={0: 29.8, 1: 57.6}, likeness={0: 0.71, 1: 0.2}, tints=tints)
    sight = replace(sight, printed=14.8, on_print=-0.07, own=0.66)
    assert asked(sight)
    assert not asked(replace(sight, own=0.93)) and not asked(replace(sight, on_print=0.6)), "it is the card's own print"
    assert not asked(replace(sight, is_clear=False))
