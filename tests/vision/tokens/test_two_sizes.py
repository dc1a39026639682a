"""Tokens of two sizes that differ by a print alone, as special ones do from others: only the print tells which lies there."""

from dataclasses import replace

import pytest

from tests.vision.token_tables import SIZE_MM, token_picture
from tests.vision.tokens.sights import sighted, verdict_of_rose_and_beet
from tests.vision.tokens.test_gloss import TOLD
from vision.looks.catalogue import Catalogue, look_of
from vision.observation import Candidate, Detection
from vision.tokens.looks import FitParams, RoundLooks
from vision.tokens.oneplace import one_per_place
from vision.tokens.params import TokenParams
from vision.tokens.reader import TokenReader
from vision.tokens.setting import Around
from vision.tokens.sight import Sight
from vision.tokens.verdict import TokenVerdict

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
PARAMS = TokenParams()


def plain() -> Sight:
    return sighted(rim=0.9, costs={0: 1.5, 1: 9.0}, likeness={0: 0.0, 1: 0.0}, tints=TOLD, is_clear=False)


def special(likeness: float) -> Sight:
    """The same place looked at for a larger token with a print."""
    seen = sighted(rim=0.95, costs={0: 6.9, 1: 40.0}, likeness={0: likeness, 1: 0.05}, tints=TOLD, is_clear=likeness > 0.66)
    return replace(seen, radius=13.0)


def token(id: str | None, *options: str, why: str = "") -> Detection:
    return Detection("token", QUAD, id, 0.99 if id else 0.0, alternatives=tuple(Candidate(one, 0.5) for one in options), why=why)


@pytest.mark.parametrize(("likeness", "is_named"), [(0.1, False), (0.45, False), (0.55, True)])
def test_a_printed_token_that_its_colour_alone_names_is_a_question_where_a_plain_one_is_nearly_as_large(
    likeness: float, is_named: bool
) -> None:
    """Red and black ones without a star, in dim and in warm light, were named special by the colour of a larger disc, at .998 and more."""
    looks = verdict_of_rose_and_beet().looks
    alone, beside = TokenVerdict(looks, PARAMS), TokenVerdict(looks, PARAMS, around=Around(by_print=True))
    sight = special(likeness)
    assert not sight.is_clear
    assert alone.is_sure(sight), "of all that large there is none without a print"
    assert beside.is_sure(sight) is is_named


def test_a_plain_token_is_never_asked_for_a_print() -> None:
    looks = RoundLooks([look_of(token_picture(id, True), id, "token", (SIZE_MM, SIZE_MM)) for id in ("rose", "beet")], FitParams())
    assert TokenVerdict(looks, PARAMS, around=Around(by_print=True)).is_sure(plain())


def test_which_sizes_are_told_by_print() -> None:
    def reader(large_mm: float, is_bare: bool) -> TokenReader:
        small, large = (
            look_of(token_picture("rose", bare), id, "token", (mm, mm)) for bare, id, mm in ((is_bare, "a", 10.0), (False, "b", large_mm))
        )
        return TokenReader(Catalogue((small, large)))

    assert reader(11.5, True)._by_print == {11.5}
    assert not reader(20.0, True)._by_print, "nobody takes it for one twice as large"
    assert not reader(11.5, False)._by_print, "both show a print"


@pytest.mark.parametrize(("likeness", "is_named"), [(0.8, False), (0.3, True)])
def test_a_plain_token_on_which_the_print_of_another_size_shows_is_a_question(likeness: float, is_named: bool) -> None:
    """A yellow one whose ring glare had bleached was named the plain one."""
    both = [(plain(), token("ant")), (special(likeness), token(None, "star", why="too little of its rim shows"))]
    ((_, told),) = one_per_place(both, PARAMS)
    assert told.is_sure is is_named
    assert is_named or [one.id for one in told.alternatives] == ["ant", "star"]


def test_the_print_of_a_token_elsewhere_says_nothing() -> None:
    both = [(plain(), token("ant")), (replace(special(0.8), x=300.0), token("star"))]
    assert [told.id for _, told in one_per_place(both, PARAMS)] == ["ant", "star"]
