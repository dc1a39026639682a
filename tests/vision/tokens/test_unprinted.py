"""Tokens that all bear a print, as specks, beside berries of a cloth in their colour that bear none: these are questions."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest

from tests.vision.token_tables import SIZE_MM, token_picture
from tests.vision.tokens.sights import sighted
from vision.looks.catalogue import look_of
from vision.observation import Detection
from vision.tokens.looks import FitParams, RoundLooks
from vision.tokens.params import TokenParams
from vision.tokens.setting import Around
from vision.tokens.sight import Sight, Tints
from vision.tokens.unprinted import without_unprinted
from vision.tokens.verdict import TokenVerdict

LOOKS = RoundLooks([look_of(token_picture(id), id, "token", (SIZE_MM, SIZE_MM)) for id in ("rose", "beet")], FitParams())


def disc(n: int, shown: float) -> Sight:
    """A disc in a rose's colour that shows so much of a rose's print, at the n-th place of a row."""
    one = sighted(
        rim=0.9, costs={0: 1.0, 1: 20.0}, likeness={0: shown, 1: 0.0}, tints=Tints(lambda: {"rose": 0.3, "beet": 30.0}), is_clear=False
    )
    return replace(one, x=60.0 * n)


def named(sights: list[Sight], doubted: int = 0, around: Around | None = None) -> list[bool]:
    """Which of them have a name still, all having had one but so many at the end."""
    verdict, quad = TokenVerdict(LOOKS, TokenParams(), sights, around), ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    known = len(sights) - doubted
    told = [
        (one, Detection("token", quad, "rose", 0.9) if n < known else Detection("token", quad, why="?")) for n, one in enumerate(sights)
    ]
    return [found.is_sure for _, found in without_unprinted(told, sights, verdict)]


def test_what_shows_far_less_of_a_print_than_others_of_its_look_is_asked_about() -> None:
    assert named([disc(0, 0.6), disc(1, 0.15), disc(2, 0.4)]) == [True, False, True]


@pytest.mark.parametrize(("many", "is_named"), [(4, True), (5, False)])
def test_where_none_shows_any_more_than_a_few_are_the_grounds(many: int, is_named: bool) -> None:
    assert named([disc(n, 0.1) for n in range(many)], doubted=many - 1)[0] is is_named


@pytest.mark.parametrize(
    "fading",
    [
        replace(disc(1, 0.15), veil=0.3),
        replace(disc(1, 0.15), burnt=0.1),
        replace(disc(1, 0.15), firm=3.0),
        replace(disc(1, 0.15), off=0.3),
    ],
)
def test_a_print_that_glare_may_have_taken_is_not_missed(fading: Sight) -> None:
    assert named([disc(0, 0.6), fading]) == [True, True]


def test_on_a_card_and_on_a_board_it_is_told_otherwise() -> None:
    board = np.array([[0, 0], [400, 0], [400, 400], [0, 400]], np.float32)
    assert named([disc(0, 0.6), replace(disc(1, 0.15), printed=9.0)]) == [True, True]
    assert named([disc(0, 0.6), disc(1, 0.15)], around=Around(board=board)) == [True, True]


def test_a_plain_side_has_no_print_to_show() -> None:
    plain = RoundLooks(
        [look_of(np.full((96, 96, 3), (190, 60, 80), np.uint8), id, "token", (SIZE_MM, SIZE_MM)) for id in ("rose", "beet")], FitParams()
    )
    assert plain.is_plain.all() and not LOOKS.is_plain.any()
    sights = [disc(n, 0.0) for n in range(9)]
    verdict = TokenVerdict(plain, TokenParams(), sights)
    told = [(one, Detection("token", ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)), "rose", 0.9)) for one in sights]
    assert all(found.is_sure for _, found in without_unprinted(told, sights, verdict)) and sights[0].printed == inf


def test_one_whose_other_side_is_plain_may_lie_with_that_up() -> None:
    pictures = token_picture("rose"), np.full((96, 96, 3), (190, 60, 80), np.uint8)
    looks = RoundLooks([look_of(picture, "rose", "token", (SIZE_MM, SIZE_MM)) for picture in pictures], FitParams())
    sights = [disc(0, 0.6), disc(1, 0.15)]
    verdict = TokenVerdict(looks, TokenParams(), sights)
    assert looks.is_plain.tolist() == [False, True]
    told = [(one, Detection("token", ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)), "rose", 0.9)) for one in sights]
    assert all(found.is_sure for _, found in without_unprinted(told, sights, verdict))
