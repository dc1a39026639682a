"""What a print leaves unexplained tells it from those of other kinds where all have much in common, and from what is printed on a card."""

from dataclasses import replace

import pytest

from tests.vision.token_tables import SIZE_MM, token_picture
from tests.vision.tokens.sights import sighted
from vision.looks.catalogue import look_of
from vision.tokens.looks import FitParams, RoundLooks
from vision.tokens.params import TokenParams
from vision.tokens.sight import Sight, Tints, clear_print
from vision.tokens.verdict import TokenVerdict

IDS = ("rose", "beet")


def verdict(is_plain: bool = False) -> TokenVerdict:
    """Of two kinds: their prints, or the plain side of the first and the print of the second."""
    looks = [look_of(token_picture(id, is_plain and id == "rose"), id, "token", (SIZE_MM, SIZE_MM)) for id in IDS]
    return TokenVerdict(RoundLooks(looks, FitParams()), TokenParams())


@pytest.mark.parametrize(("alike", "other", "burnt", "speaks"), [
    (0.96, 0.88, 0.0, True),
    (0.96, 0.88, 0.5, True),
    (0.96, 0.88, 0.9, False),
    (0.93, 0.87, 0.0, False),
    (0.80, 0.72, 0.0, False),
])  # fmt: skip
def test_a_print_speaks_for_itself_where_it_leaves_far_less_unexplained_than_any_other(
    alike: float, other: float, burnt: float, speaks: bool
) -> None:
    """Pale faces in rings are all alike; of what is mostly burnt out the ring is all that is left."""
    assert (clear_print({0: alike, 1: other}, burnt, IDS, TokenParams()) == 0) == speaks


def agreed() -> Sight:
    """A rose in gloss by its print, its light and its grey levels, none of which is enough."""
    return sighted(
        rim=0.9,
        costs={0: 5.7, 1: 7.4},
        likeness={0: 0.92, 1: 0.845},
        tints=Tints(lambda: {"rose": 11.7, "beet": 15.3}),
        veil=0.15,
        burnt=0.12,
        is_clear=False,
    )


def test_less_is_asked_of_a_print_whose_colours_say_the_same() -> None:
    assert verdict().is_sure(agreed())
    assert not verdict().is_sure(replace(agreed(), tints=Tints(lambda: {"rose": 15.3, "beet": 11.7})))
    assert not verdict().is_sure(replace(agreed(), likeness={0: 0.92, 1: 0.9}))
    assert not verdict().is_sure(replace(agreed(), burnt=0.8))


def test_a_token_on_its_own_appetite_is_not_the_print_that_it_hides() -> None:
    """In its turn it is far more like what is seen than the card is, in its own."""
    sight = sighted(rim=0.94, costs={0: 2.6, 1: 6.1}, likeness={0: 0.97, 1: 0.8}, tints=Tints(lambda: {"rose": 4.2, "beet": 9.0}))
    sight = replace(sight, printed=1.9, own=0.86, on_print=0.43)
    assert verdict().is_sure(sight)
    assert not verdict().is_sure(replace(sight, on_print=0.93))
    assert not verdict().is_sure(replace(sight, own=0.95)), "the card's lines show"
    assert not verdict().is_sure(replace(sight, likeness={0: 0.85, 1: 0.6}))


def test_a_plain_tokens_faint_ring_is_no_print_of_another_kind() -> None:
    """One is like it in its lines; with as much contrast as that has it would cost far more."""
    tints = Tints(lambda: {"rose": 0.4, "beet": 40.0})
    sight = sighted(rim=0.92, costs={0: 0.9, 1: 13.0}, likeness={0: 0.0, 1: 0.69}, tints=tints, is_clear=False)
    assert verdict(is_plain=True).is_sure(sight)
    assert not verdict(is_plain=True).is_sure(replace(sight, costs={0: 0.9, 1: 6.0}))
    assert not verdict(is_plain=True).is_sure(replace(sight, costs={0: 6.9, 1: 19.0}, likeness={0: 0.0, 1: 0.8}, rim=0.7))


def test_in_glare_half_of_another_kinds_print_is_none_of_a_plain_side() -> None:
    """A green token's mask, nearly washed away in a tube's mirror image, was the plain side of a silver one through most cameras."""
    tints = Tints(lambda: {"rose": 0.8, "beet": 8.4})
    sight = sighted(rim=0.86, costs={0: 2.6, 1: 6.6}, likeness={0: 0.0, 1: 0.63}, tints=tints, is_clear=False)
    assert verdict(is_plain=True).is_sure(sight)
    assert not verdict(is_plain=True).is_sure(replace(sight, burnt=0.7))
    assert not verdict(is_plain=True).is_sure(replace(sight, veil=0.1, off=0.12))
    assert not verdict(is_plain=True).is_sure(replace(sight, firm=1.5)), "what lies around it is burnt out"
    assert verdict(is_plain=True).is_sure(replace(sight, burnt=0.7, likeness={0: 0.0, 1: 0.4}))
