"""Colours that cannot be told apart are said at set-up, with the reason and the remedy."""

import numpy as np

from tests.vision.token_tables import COLOURS, Laid, table, token_catalogue
from vision.catalogue import look_of
from vision.clashes import clashes, light_of
from vision.observation import Detection
from vision.tokens import TokenReader


def plain(colour: tuple[int, int, int], id: str):  # type: ignore[no-untyped-def]  # a Look
    return look_of(np.full((64, 64, 3), colour, np.uint8), id, "token", (16.0, 16.0))


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
