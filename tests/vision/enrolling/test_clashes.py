"""Colours that cannot be told apart are said at set-up, with the reason and the remedy."""

import numpy as np
import pytest

from tests.vision.token_tables import COLOURS, Laid, table, token_catalogue
from vision.enrolling.clashes import clashes, light_of
from vision.looks.catalogue import Catalogue, Look, look_of
from vision.observation import Detection
from vision.tokens.reader import TokenReader


def plain(colour: tuple[int, int, int], id: str) -> Look:
    return look_of(np.full((64, 64, 3), colour, np.uint8), id, "token", (16.0, 16.0))


def cubes(**colours: str) -> Catalogue:
    drawn = ((id, np.full((64, 64, 3), list(bytes.fromhex(colour)), np.uint8)) for id, colour in colours.items())
    return Catalogue(tuple(look_of(picture, id, "cube", (10.0, 10.0)) for id, picture in drawn))


def test_five_well_chosen_colours_are_told_apart_in_ordinary_light() -> None:
    assert clashes(token_catalogue()) == ()
    assert clashes(token_catalogue(), (0.6, 0.5, 0.4)) == ()


def test_two_reds_are_alike_in_any_light() -> None:
    found = clashes(token_catalogue(extra=[plain((146, 36, 66), "ruby")]))
    assert [(clash.first, clash.second) for clash in found] == [("beet", "ruby")]
    assert "any light" in found[0].why and "mark" in found[0].remedy


def test_a_coloured_lamp_is_named_with_what_to_do() -> None:
    found = clashes(token_catalogue(), (0.9, 0.08, 0.004))
    assert found
    assert all("too red" in str(clash) and "white lamp" in str(clash) for clash in found)


def test_hardly_any_light() -> None:
    found = clashes(token_catalogue(), (0.004, 0.004, 0.004))
    assert found and all(clash.remedy == "more light" for clash in found)


def test_the_light_is_what_the_papers_show() -> None:
    frame, plane = table([], lamp=(0.8, 0.5, 0.3))
    white = light_of(frame, plane)
    assert white is not None
    assert np.allclose(white, (0.8, 0.5, 0.3), atol=0.05)
    assert light_of(frame, None) is None


def test_papers_next_to_black_tell_that_the_light_is_too_weak() -> None:
    white = light_of(*table([], lamp=(0.008, 0.008, 0.008), noise=0.5))
    assert white is not None and max(white) < 0.03
    assert {clash.remedy for clash in clashes(token_catalogue(), white)} == {"more light"}


def test_what_clashes_is_a_question_at_the_table() -> None:
    twin = plain((146, 36, 66), "ruby")
    reader = TokenReader(token_catalogue(extra=[twin]))
    found: tuple[Detection, ...] = reader.read(*table([Laid("beet", 0, 0, 0, True), Laid("corn", 40, 0)]), ())
    assert sorted(one.id or "?" for one in found) == ["?", "corn"]
    assert set(COLOURS) > {"beet", "corn"}


SIX = cubes(red="c8202a", blue="1f4fae", green="2b8a3a", yellow="f2c21c", black="1d1d20", purple="6b2f8f")


def test_six_colours_of_cubes_are_told_apart_by_day_and_under_a_warm_lamp() -> None:
    assert clashes(SIX) == clashes(SIX, (0.75, 0.5, 0.28)) == clashes(SIX, (0.2, 0.2, 0.2)) == ()


@pytest.mark.parametrize(("first", "second"), [("c8202a", "e06020"), ("1d1d20", "3a2a22")])  # red and orange, black and brown
def test_cubes_whose_faces_the_reader_asks_about_are_said(first: str, second: str) -> None:
    (clash,) = clashes(cubes(a=first, b=second, corn="f2c21c"))
    assert (clash.first, clash.second) == ("a", "b") and "any light" in clash.why


def test_a_light_in_which_cubes_have_no_colour() -> None:
    red, weak = clashes(SIX, (0.9, 0.08, 0.004)), clashes(SIX, (0.02, 0.02, 0.02))
    assert ("blue", "purple") in {(one.first, one.second) for one in red} and all(one.remedy.startswith("use a white lamp") for one in red)
    assert weak and {one.remedy for one in weak} == {"more light"}


def test_cubes_and_tokens_of_one_colour_are_told_by_their_shape() -> None:
    box = token_catalogue(extra=list(cubes(beet="8a1f3d", corn="f2b632").looks))
    assert clashes(box) == ()
