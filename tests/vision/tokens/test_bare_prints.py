"""What is printed on a card, in shade or gloss, is no token that lies there."""

from dataclasses import replace
from functools import cache

import numpy as np

from tests.vision.token_tables import SIZE_MM, table, token_picture
from tests.vision.tokens.sights import sighted, verdict_of_rose_and_beet
from vision.looks.catalogue import look_of
from vision.tokens.discs import DiscParams, Flat, flatten
from vision.tokens.looks import FitParams, RoundLooks
from vision.tokens.params import TokenParams
from vision.tokens.sight import Sight, Tints
from vision.tokens.verdict import TokenVerdict


@cache
def bare_table() -> Flat:
    """A table without anything on it, from above."""
    frame, plane = table([], (246, 246, 248))
    found = flatten(frame.rgb, plane, SIZE_MM, DiscParams())
    assert found is not None
    return found


def shaded() -> Sight:
    """An appetite of a goblet on blue: another token's shadow hides a part of its lines, and leaves a figure like a bolt."""
    tints = Tints(lambda: {"rose": 24.5, "beet": 0.1})
    sight = sighted(rim=0.9, costs={0: 8.0, 1: 9.9}, likeness={0: 0.67, 1: 0.43}, tints=tints)
    return replace(sight, printed=2.9, on_print=0.29, own=0.8)


def test_a_print_in_a_shadow_with_the_colour_of_another_kind_is_no_token() -> None:
    verdict = verdict_of_rose_and_beet()
    assert not verdict.is_sure(shaded())
    assert verdict.detection(shaded(), bare_table()) is None


def test_a_print_in_its_own_colour_or_a_sharp_one_is_a_token_whatever_the_cards_lines_are() -> None:
    verdict, own = verdict_of_rose_and_beet(), Tints(lambda: {"rose": 0.1, "beet": 24.5})
    assert verdict.is_sure(replace(shaded(), tints=own))
    assert verdict.is_sure(replace(shaded(), likeness={0: 0.95, 1: 0.43}))


def half_shaded() -> Sight:
    """An appetite of a rose: a neighbour's shadow ends amid it, and its edge is a line that the card lacks."""
    own = Tints(lambda: {"rose": 1.1, "beet": 11.2})
    sight = sighted(rim=0.81, costs={0: 6.9, 1: 14.5}, likeness={0: 0.88, 1: 0.64}, tints=own)
    return replace(sight, printed=0.95 * 5.4, on_print=0.82, own=0.7)


def test_a_print_in_its_own_colour_amid_which_a_shadow_ends_is_no_token() -> None:
    verdict = verdict_of_rose_and_beet()
    found = verdict.detection(half_shaded(), bare_table())
    assert not verdict.is_sure(half_shaded()) and found is not None and found.why == "may be printed on the card"


def test_it_is_one_where_the_cards_lines_are_gone_or_its_print_is_far_less_alike_or_explains_less() -> None:
    verdict, shaded = verdict_of_rose_and_beet(), half_shaded()
    as_dear = verdict.margins.fit(shaded, shaded.costs[0]) + 0.1
    for token in (replace(shaded, own=0.45), replace(shaded, on_print=0.7), replace(shaded, printed=as_dear)):
        assert verdict.is_sure(token)


def test_a_print_in_the_colour_of_another_kind_is_a_question_where_no_card_lies() -> None:
    sight = replace(shaded(), printed=np.inf, own=np.nan)
    found = verdict_of_rose_and_beet().detection(sight, bare_table())
    assert found is not None and found.why == "print and colour do not go together"


def pale() -> Sight:
    """A face in gloss, as pale as a plain token; its eyes and mouth show."""
    tints = Tints(lambda: {"rose": 1.7, "beet": 6.9})
    sight = sighted(rim=0.75, costs={0: 4.5, 1: 9.7}, likeness={0: 0.2, 1: 0.1}, tints=tints, is_clear=False)
    return replace(sight, printed=5.3, on_print=0.62, own=0.86)


def verdict_of_plain_ones() -> TokenVerdict:
    looks = [look_of(token_picture(id, True), id, "token", (SIZE_MM, SIZE_MM)) for id in ("rose", "beet")]
    return TokenVerdict(RoundLooks(looks, FitParams()), TokenParams())


def test_a_pale_part_of_a_card_whose_print_shows_is_no_plain_token() -> None:
    verdict = verdict_of_plain_ones()
    assert not verdict.is_sure(pale())
    assert verdict.detection(pale(), bare_table()) is None


def test_a_plain_token_hides_what_is_printed_there() -> None:
    verdict = verdict_of_plain_ones()
    assert verdict.is_sure(replace(pale(), on_print=0.4))
    asked = verdict.detection(replace(pale(), own=0.7), bare_table())
    assert asked is not None and asked.why == "may be printed on the card", "its lines are hidden, and yet its print shows"
