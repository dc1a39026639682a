"""Plain tokens on a card that were never enrolled: light may make them like some kind, but their colour is hardly that."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.token_tables import Laid
from tests.vision.tokens.test_print_beside import READER, on_table

PX = 2.4
"""Pixels to a millimetre of the drawn table."""


@pytest.mark.parametrize("colour", [(217, 117, 47), (60, 140, 150), (100, 150, 60)], ids=["orange", "petrol", "lime"])
def test_a_plain_token_of_a_colour_that_no_kind_has_is_asked_about_on_a_card_too(colour: tuple[int, int, int]) -> None:
    frame, plane, guest = on_table(Laid("herb", -25.0, 45.0), Laid("ink", 25.0, 45.0), Laid("rose", -25.0, 25.0), shadow_mm=(1.5, -1.5))
    rgb, (place,) = frame.rgb.copy(), plane.to_px(np.array([(0.0, -40.0)]))
    x, y = np.rint(place * 16).astype(int)
    cv2.circle(rgb, (int(x), int(y)), round(8 * PX * 16), colour, -1, cv2.LINE_AA, 4)
    found = READER.read(replace(frame, rgb=rgb), plane, (guest,))
    assert sorted(one.id or "" for one in found) == ["", "herb", "ink", "rose"]
    assert [one.why for one in found if not one.is_sure] == ["its colour cannot be told in this light"]
