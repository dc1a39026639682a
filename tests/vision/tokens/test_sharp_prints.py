"""A sharp print in its own colours is a token, though a thick side of one colour with it hides its rim."""

from dataclasses import replace

import pytest

from tests.vision.tokens.sights import sighted, verdict_of_rose_and_beet
from tests.vision.tokens.test_bare_prints import bare_table
from vision.tokens.setting import Around
from vision.tokens.sight import Sight, Tints
from vision.tokens.verdict import TokenVerdict

OWN = Tints(lambda: {"rose": 0.6, "beet": 49.0})
THICK = sighted(rim=0.45, costs={0: 6.4, 1: 19.0}, likeness={0: 0.97, 1: 0.8}, tints=OWN)
"""A disc of 4 mm as it is seen from the side: only the upper half of its rim shows. Such were left out without a question."""
KNOWN = verdict_of_rose_and_beet()
ON_PLATE = TokenVerdict(KNOWN.looks, KNOWN.params, around=Around(plates=((200.0, 200.0, 90.0),)))


def test_on_a_plate_it_has_its_name_and_on_the_table_it_is_a_question() -> None:
    assert ON_PLATE.is_sure(THICK)
    found = KNOWN.detection(THICK, bare_table())
    assert not KNOWN.is_sure(THICK) and found is not None and found.why == "too little of its rim shows"


def test_on_a_card_it_has_its_name_where_it_hides_the_cards_lines() -> None:
    hiding = replace(THICK, printed=11.6, on_print=0.2, own=0.05)
    assert KNOWN.is_sure(hiding)
    assert not KNOWN.is_sure(replace(hiding, own=0.95)), "the card shows there"


@pytest.mark.parametrize("rim", [0.25, 0.45])
def test_a_sharp_print_off_the_cards_is_a_question_however_little_of_a_rim_it_has_and_whatever_its_colours(rim: float) -> None:
    """White tokens with a ring, on a pale platter in a shine: eight of ten were left out without a word."""
    odd = replace(THICK, rim=rim, is_clear=False, tints=Tints(lambda: {"rose": 24.0, "beet": 12.0}))
    for verdict in (KNOWN, ON_PLATE):
        found = verdict.detection(odd, bare_table())
        assert found is not None and found.id is None and found.why
    assert KNOWN.detection(replace(odd, likeness={0: 0.85, 1: 0.6}), bare_table()) is None, "its print is not sharp"
    assert KNOWN.detection(replace(odd, printed=2.0, on_print=0.9), bare_table()) is None, "a card's own print"


@pytest.mark.parametrize(
    "other",
    [
        replace(THICK, tints=Tints(lambda: {"rose": 6.0, "beet": 49.0})),
        replace(THICK, rim=0.25),
        replace(THICK, is_clear=False),
    ],
    ids=["other colours", "no rim at all", "a print that is not clear"],
)
def test_what_lacks_any_of_that_is_a_question(other: Sight) -> None:
    found = ON_PLATE.detection(other, bare_table())
    assert found is not None and found.id is None and found.why


def test_a_print_that_is_not_sharp_is_none() -> None:
    assert ON_PLATE.detection(replace(THICK, likeness={0: 0.8, 1: 0.6}), bare_table()) is None
