"""Tokens of a box whose plain ones bear a print, too: told by how the box's own look, or asked about."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tiles.test_ants import OWN, Rgb, board
from vision.letters.cells import MARGIN, PX_PER_CELL, Flat, Points
from vision.tiles.ant_looks import AntLooks, Floats, Kind, Pixels
from vision.tiles.ants import find_ants

RADIUS = round(0.34 * PX_PER_CELL)
WHITE: Rgb = (250, 248, 242)
INK: Rgb = (30, 28, 30)
Draw = Callable[[Pixels, tuple[int, int], int, Rgb], None]
"""Draws a token by its middle, radius and colour."""


def dotted(picture: Pixels, at: tuple[int, int], r: int, colour: Rgb) -> None:
    """A plain token: a white dot in the middle."""
    cv2.circle(picture, at, r, colour, -1, cv2.LINE_AA)
    cv2.circle(picture, at, round(0.3 * r), WHITE, -1, cv2.LINE_AA)


def barred(picture: Pixels, at: tuple[int, int], r: int, colour: Rgb) -> None:
    """A special one: two white bars beside the middle."""
    cv2.circle(picture, at, r, colour, -1, cv2.LINE_AA)
    for off in (-0.38, 0.38):
        x = round(at[0] + off * r)
        cv2.rectangle(picture, (x - round(0.14 * r), at[1] - round(0.55 * r)), (x + round(0.14 * r), at[1] + round(0.55 * r)), WHITE, -1)


def rimmed(picture: Pixels, at: tuple[int, int], r: int, colour: Rgb) -> None:
    """Another special one: a black rim."""
    cv2.circle(picture, at, r, INK, -1, cv2.LINE_AA)
    cv2.circle(picture, at, round(0.68 * r), colour, -1, cv2.LINE_AA)


def banded(picture: Pixels, at: tuple[int, int], r: int, colour: Rgb) -> None:
    """A special one: a white band nearly from rim to rim, as a lamp's image lies on a plain one."""
    cv2.circle(picture, at, r, colour, -1, cv2.LINE_AA)
    cv2.rectangle(picture, (at[0] - round(0.66 * r), at[1] - round(0.3 * r)), (at[0] + round(0.66 * r), at[1] + round(0.3 * r)), WHITE, -1)


def bare(picture: Pixels, at: tuple[int, int], r: int, colour: Rgb) -> None:
    """A token without a print."""
    cv2.circle(picture, at, r, colour, -1, cv2.LINE_AA)


def enrolled(plain: Draw = dotted, special: Draw = barred) -> dict[Kind, Pixels]:
    """Pictures of each colour's two tokens."""
    found: dict[Kind, Pixels] = {}
    for name, colour in OWN.items():
        for is_special, drawn in ((False, plain), (True, special)):
            picture = np.full((200, 200, 3), WHITE, np.uint8)
            drawn(picture, (100, 100), 100, colour)
            found[name, is_special] = picture
    return found


def laid(kind: str, is_special: bool, turn_deg: float, light: float, special: Draw = barred) -> Flat:
    """Three by three cells in so much light, a token of a kind on the one in the middle, turned."""
    flat = board(3, {(1, 1): (WHITE, (0.0, 0.0))}, (215, 90, 80))
    wide, at = 2 * RADIUS + 20, round((1.5 + MARGIN) * PX_PER_CELL)
    token = np.full((wide, wide, 3), WHITE, np.uint8)
    (special if is_special else dotted)(token, (wide // 2, wide // 2), RADIUS, OWN[kind])
    way = cv2.getRotationMatrix2D((wide // 2, wide // 2), turn_deg, 1.0)
    turned = cv2.warpAffine(token, way, (wide, wide), flags=cv2.INTER_LINEAR, borderValue=WHITE)
    picture, on = flat.pixels.copy(), cv2.circle(np.zeros((wide, wide), np.uint8), (wide // 2, wide // 2), RADIUS, 1, -1)
    start = at - wide // 2
    there = picture[start : start + wide, start : start + wide]
    there[on > 0] = np.asarray(turned)[on > 0]
    return flat.with_pixels(np.asarray(np.clip(cv2.GaussianBlur(picture, (0, 0), 0.7) * light, 0, 255), np.uint8))


def told(flat: Flat, looks: AntLooks | None) -> list[tuple[str | None, bool]]:
    ants = find_ants(flat, flat.grid.middles, flat.grid.cols, OWN, looks=looks).ants
    return [(ant.color, ant.special) for ant in ants if (ant.row, ant.col) == (1, 1)]


@pytest.mark.parametrize("kind", ["red", "yellow", "blue"])
@pytest.mark.parametrize("is_special", [False, True])
@pytest.mark.parametrize(("turn", "light"), [(0.0, 1.0), (35.0, 0.7), (130.0, 0.9)])
def test_tokens_that_all_bear_a_print_are_told_by_their_looks(kind: str, is_special: bool, turn: float, light: float) -> None:
    assert told(laid(kind, is_special, turn, light), AntLooks(enrolled())) == [(kind, is_special)]


def test_by_its_print_alone_a_plain_one_would_be_special() -> None:
    assert told(laid("blue", False, 0.0, 1.0), None) == [("blue", True)]


def test_one_that_is_like_neither_has_no_name() -> None:
    alike = enrolled()
    for name in OWN:
        alike[name, True] = alike[name, False]
    assert told(laid("blue", False, 0.0, 1.0), AntLooks(alike)) == [(None, True)], "its two kinds look alike"
    assert told(laid("blue", False, 0.0, 1.0), AntLooks({kind: one for kind, one in enrolled().items() if kind[0] != "blue"})) == [
        (None, True)
    ]


@pytest.mark.parametrize("kind", ["red", "blue"])
@pytest.mark.parametrize("turn", [0.0, 70.0])
def test_a_print_like_a_lamps_image_is_one_where_it_looks_as_it_was_enrolled(kind: str, turn: float) -> None:
    flat = laid(kind, True, turn, 0.9, banded)
    assert told(flat, AntLooks(enrolled(bare, banded))) == [(kind, True)]
    assert told(flat, None) == [] and told(flat, AntLooks(enrolled(bare, barred))) == [], "it may be a lamp's image"


def test_nor_is_it_one_of_another_kinds_look_or_where_a_letter_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    flat, looks = laid("blue", True, 0.0, 0.9, banded), AntLooks(enrolled(bare, banded))
    yes, no = np.ones(9, np.bool_), np.zeros(9, np.bool_)

    def found(open_cells: NDArray[np.bool_], lettered: NDArray[np.bool_]) -> int:
        return len(find_ants(flat, flat.grid.middles, 3, OWN, open_cells, lettered=lettered, looks=looks).ants)

    assert (found(no, no), found(yes, no), found(no, yes)) == (1, 0, 0)
    for name in ("is_striped", "is_pied"):
        with monkeypatch.context() as patched:
            patched.setattr(f"vision.tiles.ants.{name}", lambda *_: False)
            assert told(flat, looks) == [], "only what may be either"
    for kind in (("red", True), ("blue", False), None):
        monkeypatch.setattr(AntLooks, "kinds_of", lambda self, flat, middles, *_, kind=kind, **__: [kind] * len(middles))
        assert told(flat, looks) == []


@pytest.mark.parametrize("kind", ["red", "yellow", "blue"])
def test_a_card_of_a_tokens_colour_over_the_board_is_none(kind: str) -> None:
    """All of what shows on its cells is nearly a token's look; but that goes on around it."""
    flat = board(5, {(row, col): (WHITE, (0.0, 0.0)) for row in range(1, 4) for col in range(1, 4)}, (215, 90, 80))
    picture, side = flat.pixels.copy(), PX_PER_CELL
    low, high = (round((v + MARGIN) * side) for v in (0.8, 4.2))
    picture[low:high, low:high] = OWN[kind]
    for x, y in np.random.default_rng(1).integers(low, high, (60, 2)):
        cv2.circle(picture, (int(x), int(y)), 2, WHITE, -1)
    over = flat.with_pixels(np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.7), np.uint8))
    for special in (barred, rimmed):
        found = find_ants(over, over.grid.middles, over.grid.cols, OWN, looks=AntLooks(enrolled(dotted, special))).ants
        assert [ant for ant in found if ant.color is not None] == []


def test_looks_are_needed_only_where_a_print_does_not_tell() -> None:
    assert AntLooks(enrolled()).are_needed
    assert AntLooks(enrolled(dotted, bare)).are_needed, "the other way around"
    assert not AntLooks(enrolled(bare, barred)).are_needed


@pytest.mark.parametrize(
    ("off", "lettered", "is_told"),
    [
        (0.12, False, True),
        (0.21, None, True),
        (0.21, False, False),
        (0.3, None, False),
        (0.12, True, True),
        (0.17, False, True),
        (0.17, True, False),
    ],
)
def test_where_no_disc_is_seen_a_look_has_to_be_closer(
    off: float, lettered: bool | None, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An outlined H was told as a token: its bars lay where that one is dark; so was an O, as one with a dark rim."""
    looks, flat = AntLooks(enrolled()), laid("blue", False, 0.0, 1.0)
    unseen_on = None if lettered is None else np.array([lettered])
    monkeypatch.setattr(AntLooks, "_off", lambda self, seen: np.array([off, *[0.6] * (len(self.kinds) - 1)], np.float32))
    (kind,) = looks.kinds_of(flat, flat.grid.middles[4:5], np.array([0.34], np.float32), np.ones(3, np.float32), unseen_on)
    assert kind == (looks.kinds[0] if is_told else None)


def test_what_only_looks_like_a_token_is_held_to_that(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[NDArray[np.bool_] | None]()

    def kinds_of(
        self: AntLooks, flat: Flat, middles: Points, radii: Floats, paper: Floats, unseen_on: NDArray[np.bool_] | None = None
    ) -> list[Kind | None]:
        asked.extend([unseen_on] if len(middles) else [])
        return [None] * len(middles)

    monkeypatch.setattr(AntLooks, "kinds_of", kinds_of)
    flat = board(3, {}, (215, 90, 80))
    for is_lettered in (False, True):
        find_ants(flat, flat.grid.middles, 3, OWN, lettered=np.full(9, is_lettered), looks=AntLooks(enrolled()))
    bare, lettered = asked
    assert bare is not None and not bare.any() and lettered is not None and lettered.all()
