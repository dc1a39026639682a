"""Round prints of a cloth in nearly a kind's colour: none is named where several are in doubt, and a cloth full of them asks nothing."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.token_tables import COLOURS, Laid, table, token_catalogue
from tests.vision.tokens.test_ground import flat_of, seen_at
from vision.frame import Rgb
from vision.observation import Detection
from vision.tokens.discs import Flat
from vision.tokens.looks import FitParams, RoundLooks
from vision.tokens.params import TokenParams
from vision.tokens.reader import TokenReader
from vision.tokens.repeats import Ground
from vision.tokens.scattered import without_prints
from vision.tokens.setting import Around
from vision.tokens.sight import Sight, Tints, quads_of
from vision.tokens.verdict import TokenVerdict

CREAM = (232, 226, 214)
PLACES = [(45.0 * (n % 10) - 202.0, 36.0 * (n // 10) - 54.0) for n in range(40)]
"""Millimetres from the middle of the table."""


def berries(colours: list[tuple[int, int, int]], size_mm: float = 16.0) -> Rgb:
    """A cream cloth on which round berries are printed at so many places."""
    cloth = np.full((720, 1280, 3), CREAM, np.uint8)
    for (x, y), colour in zip(PLACES, colours, strict=False):
        cv2.circle(cloth, (round(640 + 2.4 * x), round(360 - 2.4 * y)), round(1.2 * size_mm), colour, cv2.FILLED, cv2.LINE_AA)
    return cloth


def berry(flat: Flat, n: int) -> Sight:
    """A whole disc at a place, plain, whose colour is not quite a beet's."""
    return replace(seen_at(flat, *PLACES[n], rim=0.93), costs={1: 5.0}, turns={1: 0}, likeness={1: 0.0}, best=1)


def told(flat: Flat, named: list[Sight], doubted: list[Sight]) -> list[tuple[bool, str]]:
    """Whether each that is left has a name, and what is asked about it."""
    looks, every = RoundLooks(token_catalogue().looks, FitParams()), [*named, *doubted]
    verdict, ground = TokenVerdict(looks, TokenParams(), every), Ground(flat, every[0].radius, every)
    found = [(one, Detection("token", quads_of(one, 1, flat)[0], "beet", 0.9)) for one in named]
    found += [(one, Detection("token", quads_of(one, 1, flat)[0], why="its colour")) for one in doubted]
    return [(one.is_sure, one.why) for _, one in without_prints(found, verdict, ground)]


@pytest.mark.parametrize(("many", "is_named"), [(4, True), (5, False)])
def test_a_named_one_beside_more_than_a_few_doubtful_ones_of_its_colour_is_asked_about(many: int, is_named: bool) -> None:
    flat = flat_of(*table([], berries([(150, 40, 60)] * 12)))
    found = told(flat, [berry(flat, 0)], [berry(flat, n) for n in range(1, many + 1)])
    assert [named for named, _ in found] == [is_named] + [False] * many
    assert is_named or found[0][1] == "its colour cannot be told in this light"


def test_doubtful_ones_in_another_colour_say_nothing() -> None:
    flat = flat_of(*table([], berries([(150, 40, 60)] + [(60, 40, 150)] * 11)))
    assert told(flat, [berry(flat, 0)], [berry(flat, n) for n in range(1, 12)])[0][0]


def test_a_kinds_very_colour_is_its_own_whatever_lies_around() -> None:
    flat = flat_of(*table([], berries([(150, 40, 60)] * 12)))
    own = replace(berry(flat, 0), tints=Tints(lambda: {"beet": 0.5}))
    assert told(flat, [own], [berry(flat, n) for n in range(1, 12)])[0][0]


@pytest.mark.parametrize(("many", "left"), [(24, 24), (25, 0)])
def test_more_than_there_are_tokens_of_a_kind_are_no_questions(many: int, left: int) -> None:
    flat = flat_of(*table([], berries([(150, 40, 60)] * many)))
    assert len(told(flat, [berry(flat, 0)], [berry(flat, n) for n in range(1, many)])) == left


@pytest.mark.parametrize("off", [(30, -15, -10), (40, 10, 10), (38, -22, -16)])
def test_tokens_on_a_cloth_full_of_berries_are_read_and_no_berry_is(off: tuple[int, int, int]) -> None:
    """Of a colour that a beet may have in a brighter light, or nearly."""
    red, green, blue = (min(255, max(0, level + more)) for level, more in zip(COLOURS["beet"], off, strict=True))
    laid = [Laid("beet", -20.0, -92.0), Laid("beet", 40.0, -92.0, 0.0, True), Laid("corn", 100.0, -92.0)]
    found = TokenReader(token_catalogue()).read(*table(laid, berries([(red, green, blue)] * 40)), ())
    assert sorted(str(one.id) for one in found) == ["beet", "beet", "corn"]
    assert all(one.centre_mm is not None and one.centre_mm[1] < -80 for one in found)


def patch(flat: Flat, n: int, rim: float, look: int = 1) -> Sight:
    """A disc in a beet's very colour, as a ground may have it; by default plain, or a print of which hardly anything shows."""
    return replace(
        berry(flat, n), rim=rim, costs={look: 1.0}, turns={look: 0}, likeness={look: 0.3}, best=look, tints=Tints(lambda: {"beet": 0.3})
    )


@pytest.mark.parametrize(("rim", "many", "is_named"), [(0.9, 24, True), (0.9, 25, False), (0.95, 25, True)])
def test_where_the_ground_has_a_kinds_very_colour_only_what_is_closed_all_round_has_a_name(rim: float, many: int, is_named: bool) -> None:
    """Of black marble five patches between its veins were told as black tokens, and fifty more asked about."""
    flat = flat_of(*table([], berries([(150, 40, 60)] * 40)))
    found = told(flat, [patch(flat, 0, rim)], [patch(flat, n, 0.8) for n in range(1, many + 1)])
    assert [named for named, _ in found] == [is_named] + [False] * (many if many <= 24 else 0)
    assert is_named or found[0][1] == "too little of its rim shows"


def test_of_patches_as_round_as_tokens_each_is_a_question() -> None:
    flat = flat_of(*table([], berries([(150, 40, 60)] * 40)))
    assert len(told(flat, [patch(flat, 0, 0.9)], [patch(flat, n, 0.8 if n % 2 else 0.9) for n in range(1, 31)])) == 16


def test_what_lies_on_a_letter_board_is_no_ground() -> None:
    flat = flat_of(*table([], berries([(150, 40, 60)] * 40)))
    every = [patch(flat, n, 0.9 if n == 0 else 0.8) for n in range(31)]
    height, width = flat.rgb.shape[:2]
    board = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    for around, left in ((Around(), 1), (Around(board=board), 31)):
        verdict = TokenVerdict(RoundLooks(token_catalogue().looks, FitParams()), TokenParams(), every, around)
        found = [(one, Detection("token", quads_of(one, 1, flat)[0], why="its colour")) for one in every]
        assert len(without_prints(found, verdict, Ground(flat, every[0].radius, every))) == left


def test_of_a_print_in_relief_that_hardly_shows_only_the_colour_tells() -> None:
    """The red middles of a rug's rosettes: sixteen were named, fourteen asked about."""
    flat = flat_of(*table([], berries([(150, 40, 60)] * 30)))
    relief = [replace(patch(flat, n, 0.82, 0), tints=Tints(lambda: {"beet": 2.6})) for n in range(30)]
    assert told(flat, relief[:16], relief[16:]) == []
