"""A patch printed on a card in a token's colour, and another token's shadow across it: no token lies there."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.token_tables import COLOURS, Laid, table, token_catalogue
from vision.frame import Frame, Rgb
from vision.looks.catalogue import look_of
from vision.observation import Detection, quad_of
from vision.table.plane import TablePlane
from vision.tokens.reader import TokenReader

FINE = 8
"""Pixels to a millimetre in which the card is drawn."""
HAT = 9.0
"""Millimetres from the card's middle, away from the viewer, of the middle of a hat's crown, as wide and high as a token."""


def card() -> Rgb:
    """A pale card with a face under a beet-coloured hat in its middle, an appetite above and a name below."""
    picture = np.full((120 * FINE, 80 * FINE, 3), (238, 230, 216), np.uint8)
    middle, crown = (40 * FINE, 64 * FINE), round((60 - HAT) * FINE)
    cv2.circle(picture, middle, 22 * FINE, (206, 200, 214), -1, cv2.LINE_AA)
    cv2.circle(picture, middle, 22 * FINE, (110, 80, 50), FINE, cv2.LINE_AA)
    cv2.ellipse(picture, (40 * FINE, 66 * FINE), (11 * FINE, 13 * FINE), 0, 0, 360, (226, 190, 160), -1, cv2.LINE_AA)
    cv2.rectangle(picture, (round(32.6 * FINE), crown - 7 * FINE), (round(47.4 * FINE), crown + 5 * FINE), COLOURS["beet"], -1)
    cv2.ellipse(picture, (40 * FINE, crown + 5 * FINE), (13 * FINE, 3 * FINE), 0, 0, 360, COLOURS["beet"], -1, cv2.LINE_AA)
    cv2.circle(picture, (40 * FINE, 28 * FINE), 7 * FINE, COLOURS["herb"], -1, cv2.LINE_AA)
    cv2.circle(picture, (40 * FINE, 28 * FINE), 2 * FINE, (243, 234, 216), -1, cv2.LINE_AA)
    cv2.putText(picture, "Guest 7", (24 * FINE, 108 * FINE), cv2.FONT_HERSHEY_SIMPLEX, 2.0, (40, 40, 60), 6)
    return picture


LOOK = look_of(card(), "guest", "card", (80.0, 120.0))
READER = TokenReader(token_catalogue(extra=[LOOK]))


def on_table(*tokens: Laid, shadow_mm: tuple[float, float]) -> tuple[Frame, TablePlane, Detection]:
    """The card in the middle of the table, tokens on it, and the first one's shadow, so far aside."""
    ground = np.full((720, 1280, 3), (60, 110, 80), np.uint8)
    plane = table([])[1]
    quad = plane.to_px(np.array([(-40, 60), (40, 60), (40, -60), (-40, -60)], np.float64))
    (left, top), (right, low) = (np.rint(quad[i] + 0.5).astype(int) for i in (0, 2))
    ground[top:low, left:right] = cv2.resize(card(), (right - left, low - top), interpolation=cv2.INTER_AREA)
    frame, _ = table(tokens, ground)
    ((x, y), (sx, sy)) = plane.to_px(np.array([(tokens[0].x, tokens[0].y), (tokens[0].x + shadow_mm[0], tokens[0].y + shadow_mm[1])]))
    dark = cv2.circle(np.zeros(frame.rgb.shape[:2], np.float32), (round(sx), round(sy)), round(8 * 2.4), 1.0, -1)
    cv2.circle(dark, (round(x), round(y)), round(8 * 2.4), 0.0, -1)
    shade = 1 - 0.65 * cv2.GaussianBlur(dark, (0, 0), 1.2)[..., None]
    return replace(frame, rgb=np.asarray(frame.rgb * shade, np.uint8)), plane, Detection("card", quad_of(quad), "guest", 0.99)


@pytest.mark.parametrize(("shadow", "y"), [((-3.0, -4.0), 29.0), ((0.0, -4.0), 29.0), ((5.0, -6.0), 28.0)])
def test_a_hat_in_a_tokens_colour_cut_by_a_tokens_shadow_is_none(shadow: tuple[float, float], y: float) -> None:
    frame, plane, guest = on_table(Laid("corn", 0.5, y), shadow_mm=shadow)
    assert [one.id for one in READER.read(frame, plane, (guest,))] == ["corn"]


def test_a_plain_token_of_another_colour_on_that_hat_is_one() -> None:
    frame, plane, guest = on_table(Laid("corn", 0.5, 28.0), Laid("ink", 0.0, HAT, is_plain=True), shadow_mm=(3.0, -5.0))
    assert sorted(one.id or "" for one in READER.read(frame, plane, (guest,))) == ["corn", "ink"]


@pytest.mark.parametrize(("x", "y"), [(-1.0, 32.5), (0.0, 32.0)])
def test_a_plain_token_on_a_circle_of_its_colour_is_one_where_it_hides_what_is_drawn_there(x: float, y: float) -> None:
    frame, plane, guest = on_table(Laid("herb", x, y, is_plain=True), shadow_mm=(1.5, -1.5))
    assert [one.id for one in READER.read(frame, plane, (guest,))] == ["herb"]
