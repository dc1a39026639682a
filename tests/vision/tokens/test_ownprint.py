"""A token in the colours of the appetite on which it lies: the card's fine lines tell whether they show."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.token_tables import SIZE_MM, table, token_catalogue
from vision.frame import Frame, Rgb
from vision.image.overlap import iou
from vision.looks import canon
from vision.looks.catalogue import look_of
from vision.observation import Detection, quad_of
from vision.table.plane import TablePlane
from vision.tokens.discs import DiscParams, Flat, flatten
from vision.tokens.ownprint import own_shown
from vision.tokens.params import TokenParams
from vision.tokens.reader import TokenReader
from vision.tokens.spots import OnPiece

CREAM, BROWN, WHITE = (239, 227, 208), (122, 90, 58), (223, 228, 234)
MIDDLES = (-36.0, -12.0, 12.0, 36.0)
"""Millimetres away from the viewer, of the middles of four appetites printed on the card; they lie `LEFT` of its middle."""
LEFT, FINE = 28.0, 8
"""Pixels to a millimetre in which cards and tokens are drawn."""


def figure(picture: Rgb, x: float, y: float, size: float, turn: float = 0.0) -> None:
    """A brown cake, in pixels."""
    points = np.array([(-0.5, 0.0), (-0.2, -0.5), (0.25, -0.45), (0.5, 0.0), (0.3, 0.55), (-0.3, 0.55)])
    rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    cv2.fillPoly(picture, [np.rint((points @ rotation * size + (x, y)) * 16).astype(np.int32)], BROWN, cv2.LINE_AA, 4)


def token() -> Rgb:
    """A cream token with a brown ring and a brown cake."""
    side = round(SIZE_MM * FINE)
    picture = np.full((side, side, 3), 255, np.uint8)
    cv2.circle(picture, (side // 2, side // 2), side // 2, CREAM, -1, cv2.LINE_AA)
    cv2.circle(picture, (side // 2, side // 2), round(0.82 * side / 2), BROWN, round(0.1 * side / 2), cv2.LINE_AA)
    figure(picture, side / 2, side / 2, 0.55 * side / 2)
    return picture


def card() -> Rgb:
    """A pale card with four cream appetites, cakes on them, no rings, and a picture beside."""
    picture = np.full((120 * FINE, 80 * FINE, 3), WHITE, np.uint8)
    for y in MIDDLES:
        x, down = round(FINE * (40 - LEFT)), round(FINE * (60 - y))
        cv2.circle(picture, (x, down), round(7.3 * FINE), CREAM, -1, cv2.LINE_AA)
        cv2.circle(picture, (x, down), round(7.3 * FINE), (111, 116, 128), round(0.7 * FINE), cv2.LINE_AA)
        figure(picture, x, down, 4.4 * FINE)
    cv2.rectangle(picture, (210, 100), (600, 620), (60, 80, 70), -1)
    cv2.circle(picture, (400, 300), 120, (200, 150, 110), -1)
    cv2.putText(picture, "Guest 12", (220, 780), cv2.FONT_HERSHEY_SIMPLEX, 2.4, (40, 40, 60), 8)
    return picture


def on_table(*covered: int, lamp: float = 0.8, noise: float = 2.0) -> tuple[Frame, TablePlane, Detection]:
    """The card in the middle of the table, tokens on those of its appetites, each a little aside and turned."""
    drawn, side = card(), round(SIZE_MM * FINE)
    disc = np.hypot(*(np.mgrid[:side, :side] - side / 2 + 0.5)) <= side / 2
    for n in covered:
        turned = cv2.warpAffine(token(), cv2.getRotationMatrix2D((side / 2, side / 2), 20.0 * n, 1), (side, side), borderValue=CREAM)
        left, top = round(FINE * (40 - LEFT) - side / 2 + 4), round(FINE * (60 - MIDDLES[n]) - side / 2 + 4)
        part = drawn[top : top + side, left : left + side]
        part[disc] = turned[disc]
    ground = np.full((720, 1280, 3), (60, 110, 80), np.uint8)
    quad = table([])[1].to_px(np.array([(-40, 60), (40, 60), (40, -60), (-40, -60)], np.float64))
    (left, top), (right, low) = (np.rint(quad[i] + 0.5).astype(int) for i in (0, 2))
    ground[top:low, left:right] = cv2.resize(drawn, (right - left, low - top), interpolation=cv2.INTER_AREA)
    return *table([], ground, lamp=(lamp, lamp, lamp), noise=noise), Detection("card", quad_of(quad), "guest", 0.99)


LOOK = look_of(card(), "guest", "card", (80.0, 120.0))
READER = TokenReader(token_catalogue(extra=[LOOK, look_of(token(), "cake", "token", (SIZE_MM, SIZE_MM))]))


def shown(frame: Frame, guest: Detection) -> list[float]:
    """How well the card's lines show in the middle of each appetite."""
    found = own_shown(frame.rgb, np.asarray(guest.quad_px, np.float32), LOOK, SIZE_MM / 2)
    x = round((40 - LEFT) / 80 * canon.WIDTH)
    return [float(found[round((60 - y) / 120 * canon.HEIGHT), x]) for y in MIDDLES]


@pytest.mark.parametrize("lamp", [0.25, 0.8])
def test_the_cards_lines_show_but_where_a_token_lies_though_it_has_their_colours(lamp: float) -> None:
    frame, _, guest = on_table(1, 3, lamp=lamp)
    bare_a, token_a, bare_b, token_b = shown(frame, guest)
    assert min(bare_a, bare_b) > TokenParams().own_shows and max(token_a, token_b) < TokenParams().own_hidden


def to_flat(flat: Flat, x: float, y: float) -> tuple[float, float]:
    """A place on the table, in millimetres, in pixels of the table from above."""
    a, b, c = np.linalg.inv(flat.to_mm) @ (x, y, 1.0)
    return a / c, b / c


def shaded(frame: Frame, guest: Detection, n: int) -> Frame:
    """The same with a dark round shadow over a part of that appetite, cast by something that lies beside it."""
    left, low = guest.quad_px[3]
    mm = (guest.quad_px[2][0] - left) / 80
    x, y = left + (40 - LEFT - 10) * mm, low - (MIDDLES[n] + 60 + 5) * mm
    dark = cv2.circle(np.zeros(frame.rgb.shape[:2], np.float32), (round(x), round(y)), round(9 * mm), 1.0, -1)
    soft = 1 - 0.6 * cv2.GaussianBlur(dark, (0, 0), 0.8)[..., None]
    return replace(frame, rgb=np.asarray(frame.rgb * soft, np.uint8))


def test_beside_what_a_neighbour_shades_the_cards_lines_show_and_below_a_token_they_do_not() -> None:
    frame, plane, guest = on_table(1)
    flat = flatten(frame.rgb, plane, SIZE_MM, DiscParams())
    assert flat is not None
    places = [(-LEFT, MIDDLES[0]), (-LEFT, MIDDLES[1])]
    at, beside = (np.array([to_flat(flat, x, y) for x, y in some], np.float32) for some in (places, [(-LEFT - 10, MIDDLES[0] + 5)]))
    card, radius = OnPiece(shaded(frame, guest, 0), guest, LOOK), SIZE_MM / 2 * flat.px_per_mm
    assert card.own(flat, at, radius)[0] < TokenParams().own_shows
    bare, token = card.own_beside(flat, at, radius, beside, 1.25)
    assert bare > TokenParams().own_shows and token < TokenParams().own_hidden
    assert np.isnan(card.own_beside(flat, at[:1], radius, at[:1], 1.0)), "nothing of it shows"


def test_where_nothing_is_printed_and_on_a_blurred_card_nothing_is_told() -> None:
    frame, _, guest = on_table()
    corners = np.asarray(guest.quad_px, np.float32)
    assert np.isnan(own_shown(frame.rgb, corners, LOOK, SIZE_MM / 2)[120, 70])
    soft = np.asarray(cv2.GaussianBlur(frame.rgb, (0, 0), 9), np.uint8)
    assert np.isnan(own_shown(soft, corners, LOOK, SIZE_MM / 2)).all()


@pytest.mark.parametrize("covered", [(), (0,), (1, 2), (0, 1, 2, 3)])
def test_tokens_on_appetites_of_their_own_kind_are_all_named_and_bare_ones_are_none(covered: tuple[int, ...]) -> None:
    frame, plane, guest = on_table(*covered)
    found = READER.read(frame, plane, (guest,))
    assert [one.id for one in found] == ["cake"] * len(covered)
    for n in covered:
        at = plane.to_px(np.array([(x - LEFT, MIDDLES[n] + y) for x, y in ((-8, 8), (8, 8), (8, -8), (-8, -8))], np.float64))
        assert max(iou(one.quad_px, quad_of(at)) for one in found) > 0.6


def test_a_card_tells_its_print_at_however_many_places() -> None:
    """Small tokens on a large tile were looked for at so many places that OpenCV refused."""
    frame, plane, guest = on_table()
    flat = flatten(frame.rgb, plane, SIZE_MM, DiscParams())
    assert flat is not None
    card, middle = OnPiece(frame, guest, LOOK), np.array([to_flat(flat, -LEFT, MIDDLES[0])], np.float32)
    many = card.colours(flat, np.repeat(middle, 40_000, axis=0))
    assert many.shape == (40_000, 3) and (many == card.colours(flat, middle)).all()
