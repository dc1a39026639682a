"""Cards of one design on dark grounds of several tints, hazy: the colours of their print against it tell them, and no third tint."""

import cv2
import pytest

from tests.vision.looks.tinted import NAVY, PINE, PLUM, card, hazy
from vision.cards.contrast import Contrasts
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.differences import HOPELESS, DifferParams, difference
from vision.looks.lookalikes import Lookalikes
from vision.looks.matching import WINDOWS, Library, see

LIBRARY = Library(Catalogue(tuple(look_of(card(*one), one[0], "card", (60, 104)) for one in (("cup", NAVY), ("bag", PINE)))))
ALONE = Lookalikes(LIBRARY, DifferParams())
TONED = Lookalikes(LIBRARY, DifferParams(), Contrasts(LIBRARY).alike)


@pytest.mark.parametrize(("name", "tint", "own", "other"), [("cup", NAVY, 0, 1), ("bag", PINE, 1, 0)])
def test_a_hazy_card_is_told_by_the_colours_of_its_print_against_its_ground(
    name: str, tint: tuple[int, int, int], own: int, other: int
) -> None:
    seen = see(hazy(card(name, tint)))
    assert ALONE.margins(seen, own, [other], WINDOWS[0])[other] < 0.2
    assert TONED.margins(seen, own, [other], WINDOWS[0])[other] > 0.6


def test_a_third_tint_with_the_same_print_is_neither() -> None:
    seen = see(hazy(card("cup", PLUM)))
    assert TONED.margins(seen, 0, [1], WINDOWS[0]) == ALONE.margins(seen, 0, [1], WINDOWS[0])


def test_looks_that_enrolling_cannot_tell_apart_are_told_by_nothing() -> None:
    dotted = card("cup", NAVY)
    cv2.circle(dotted, (300, 150), 5, (52, 64, 92), -1)
    library = Library(Catalogue((look_of(card("cup", NAVY), "one", "card", (60, 104)), look_of(dotted, "two", "card", (60, 104)))))
    params = DifferParams()
    total = min(difference(library, *pair, params).total(params) for pair in ((0, 1), (1, 0)))
    assert 0 < total < HOPELESS
    for look, picture in enumerate((card("cup", NAVY), dotted)):
        assert Lookalikes(library, params).margins(see(hazy(picture)), look, [1 - look], WINDOWS[0])[1 - look] <= 0
