"""A cloth's pattern that goes on all around a token: no card lies below it."""

from functools import cache

import cv2
import numpy as np
import pytest

from fixtures.grounds import ground
from tests.vision.token_tables import Laid, checked, table, token_catalogue
from vision.frame import Frame, Rgb
from vision.looks.catalogue import look_of
from vision.table.plane import TablePlane
from vision.tokens.reader import TokenReader

CARD_MM = 60.0, 104.0
TOKENS = [Laid("corn", -18.0, 34.0), Laid("ink", -18.0, 14.0, 40.0, True), Laid("herb", -18.0, -6.0), Laid("rose", 26.0, 60.0, 10.0, True)]
"""Three in a column as on a card in the middle, and one beside it."""
CLOTHS = "grey checks", "dotted checks"


@cache
def cloth_of(name: str) -> Rgb:
    return checked(36, (88, 90, 96), (232, 230, 226)) if name == "grey checks" else ground("patterned-cloth", 1).rgb[300:1020, 500:1780]


def a_card() -> Rgb:
    """A face on white paper."""
    picture = np.full((1040, 600, 3), 246, np.uint8)
    cv2.ellipse(picture, (380, 420), (150, 230), 0, 0, 360, (214, 178, 150), -1, cv2.LINE_AA)
    cv2.rectangle(picture, (240, 760), (560, 980), (70, 50, 110), -1)
    return picture


@cache
def reader() -> TokenReader:
    return TokenReader(token_catalogue(extra=[look_of(a_card(), "guest", "card", CARD_MM)]))


def with_card(cloth: Rgb, plane: TablePlane) -> Rgb:
    """The cloth with the card in the middle, of which nobody told the reader."""
    wide, high = (side / 2 for side in CARD_MM)
    corners = plane.to_px(np.array([(-wide, high), (wide, -high)], np.float64))
    (left, top), (right, low) = np.rint(corners).astype(int)
    found = cloth.copy()
    found[top:low, left:right] = cv2.resize(a_card(), (right - left, low - top), interpolation=cv2.INTER_AREA)
    return found


def on_table(frame: Frame, plane: TablePlane) -> list[bool]:
    found = [one for one in reader().read(frame, plane, ()) if one.is_sure]
    assert len(found) == len(TOKENS)
    return [one.on_table for one in found]


@pytest.mark.parametrize("cloth", CLOTHS)
@pytest.mark.parametrize("dimmer", [1.0, 0.55])
def test_checks_that_go_on_around_tokens_show_that_no_card_lies_there(cloth: str, dimmer: float) -> None:
    frame, plane = table(TOKENS, cloth_of(cloth), lamp=(dimmer, dimmer, dimmer))
    assert all(on_table(frame, plane))


@pytest.mark.parametrize("cloth", CLOTHS)
def test_around_tokens_on_a_card_that_was_not_found_the_checks_do_not_go_on(cloth: str) -> None:
    _, plane = table([], cloth_of(cloth))
    frame, plane = table(TOKENS, with_card(cloth_of(cloth), plane))
    assert sum(on_table(frame, plane)) <= 1  # that beside it
