"""Tokens that were never enrolled: light may make them like some kind, but their colour is hardly that."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.token_tables import Laid, table
from tests.vision.tokens.sights import sighted, verdict_of_rose_and_beet
from tests.vision.tokens.test_print_beside import READER, on_table
from vision.frame import Rgb
from vision.table.plane import TablePlane
from vision.tokens.sight import Tints
from vision.tokens.verdict import TokenVerdict

PX = 2.4
"""Pixels to a millimetre of the drawn table."""


Colour = tuple[int, int, int]


def with_disc(rgb: Rgb, plane: TablePlane, colour: Colour) -> Rgb:
    """The table with a plain token of any colour, 40 mm from its middle towards the viewer."""
    painted, (place,) = rgb.copy(), plane.to_px(np.array([(0.0, -40.0)]))
    x, y = np.rint(place * 16).astype(int)
    return np.asarray(cv2.circle(painted, (int(x), int(y)), round(8 * PX * 16), colour, -1, cv2.LINE_AA, 4), np.uint8)


@pytest.mark.parametrize("colour", [(217, 117, 47), (60, 140, 150), (100, 150, 60)], ids=["orange", "petrol", "lime"])
def test_a_plain_token_of_a_colour_that_no_kind_has_is_asked_about_on_a_card_too(colour: Colour) -> None:
    frame, plane, guest = on_table(Laid("herb", -25.0, 45.0), Laid("ink", 25.0, 45.0), Laid("rose", -25.0, 25.0), shadow_mm=(1.5, -1.5))
    found = READER.read(replace(frame, rgb=with_disc(frame.rgb, plane, colour)), plane, (guest,))
    assert sorted(one.id or "" for one in found) == ["", "herb", "ink", "rose"]
    assert [one.why for one in found if not one.is_sure] == ["its colour cannot be told in this light"]


@pytest.mark.parametrize("colour", [(200, 120, 40), (240, 160, 60), (90, 90, 160)], ids=["ochre", "apricot", "violet"])
def test_so_is_one_of_a_hue_beside_that_of_its_nearest_kind_where_other_tokens_have_theirs(colour: Colour) -> None:
    kinds = ("herb", "ink", "rose", "beet", "corn")
    frame, plane = table([Laid(kind, -80.0 + 40 * n, 30.0) for n, kind in enumerate(kinds)])
    found = READER.read(replace(frame, rgb=with_disc(frame.rgb, plane, colour)), plane, ())
    assert sorted(one.id or "" for one in found) == sorted(("", *kinds))


def is_named(off_hue: float, likeness: float = 0.8, tint: float = 6.0, veil: float = 0.1) -> bool:
    """Whether a disc with the print of a rose has its name beside one whose print shows sharply, in very nearly a rose's colour."""
    base = verdict_of_rose_and_beet()
    sharp = sighted(rim=0.95, costs={0: 1.0, 1: 20.0}, likeness={0: 0.95, 1: 0.2}, tints=Tints(lambda: {"rose": 0.5, "beet": 30.0}))
    tints = Tints(lambda: {"rose": tint, "beet": 50.0}, lambda: {"rose": off_hue, "beet": 0.25})
    one = sighted(rim=0.9, costs={0: 4.0, 1: 20.0}, likeness={0: likeness, 1: 0.3}, tints=tints, veil=veil)
    return TokenVerdict(base.looks, base.params, [sharp, one]).is_sure(one)


def test_a_print_that_is_not_sharp_is_asked_about_in_a_hue_and_colour_that_others_have_not() -> None:
    """Hearts of a kind that was not enrolled were named as the apples of another one."""
    assert not is_named(0.11)
    assert is_named(0.05) and is_named(0.11, tint=1.4)
    assert is_named(0.11, likeness=0.93), "a sharp print speaks for itself"
    assert is_named(0.11, veil=0.4), "gloss leaves no hue"


def test_a_print_that_just_shows_names_nothing_at_a_cost_at_which_no_token_is_one() -> None:
    """Grapes by candle light, of a kind that was not enrolled, were lollies: theirs was the likest print, and the nearest colour."""
    verdict, tints = verdict_of_rose_and_beet(), Tints(lambda: {"rose": 11.0, "beet": 26.0})
    one = sighted(rim=0.9, costs={0: 28.6, 1: 58.6}, likeness={0: 0.68, 1: 0.35}, tints=tints)
    assert not verdict.is_sure(one)
    assert verdict.is_sure(replace(one, costs={0: 12.0, 1: 58.6}))


@pytest.mark.parametrize(
    ("shown", "tint", "beet", "is_told"), [(0.3, 3.0, 4.5, False), (0.3, 1.0, 4.5, True), (0.6, 3.0, 4.5, True), (0.3, 3.0, 30.0, True)]
)
def test_a_printed_side_without_its_print_in_a_colour_that_others_have_not_is_asked_about(
    shown: float, tint: float, beet: float, is_told: bool
) -> None:
    """Bottle caps of a metal that was not enrolled were those of another one, the print of which did not show."""
    base = verdict_of_rose_and_beet()
    sharp = sighted(rim=0.95, costs={0: 1.0, 1: 20.0}, likeness={0: 0.95, 1: 0.2}, tints=Tints(lambda: {"rose": 0.4, "beet": 30.0}))
    one = sighted(
        rim=0.92, costs={0: 1.5, 1: beet}, likeness={0: shown, 1: 0.2}, tints=Tints(lambda: {"rose": tint, "beet": 9.0}), is_clear=False
    )
    assert TokenVerdict(base.looks, base.params, [sharp, one]).is_sure(one) is is_told
