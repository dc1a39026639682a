"""Pieces that fit nowhere at the size that patches agree on are tried again at that which the pieces found show."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from fixtures.piles import Pile, Shot, pile
from tests.vision.plates.test_reader import COLOURED, FOODS, found, look, read
from tests.vision.plates.test_tints import standing as seen
from vision.looks.catalogue import Catalogue
from vision.looks.shapes import Shapes
from vision.observation import Stack
from vision.plates.fitting import FitParams, Standing, fit_alone
from vision.plates.guesses import Agreement, Guess, GuessParams, agreement
from vision.plates.reader import SideReader
from vision.plates.rims import Picture
from vision.plates.sized import SizedParams, in_light_shown
from vision.plates.standing import Camera

Fits = Callable[[str, Picture, Guess, Shapes, Camera, Agreement, FitParams], Standing]
TOO_SMALL = 0.88
"""Of the size that pieces have the patches agree on so much, as those do that end before a dark outline."""


def too_small(found: list[Guess], params: GuessParams) -> Agreement | None:
    agreed = agreement(found, params)
    return None if agreed is None else replace(agreed, px_per_mm=TOO_SMALL * agreed.px_per_mm)


def hardly_fits(
    name: str, picture: Picture, guess: Guess, shapes: Shapes, camera: Camera, agreed: Agreement, params: FitParams
) -> Standing:
    """A guess as it fits; one piece's rim is hardly seen at a size that is off by so much."""
    one = fit_alone(picture, guess, shapes, camera, agreed, params)
    return replace(one, evidence=replace(one.evidence, rim=0.0)) if one.silhouette.id == name else one


def another_fits(
    name: str, picture: Picture, guess: Guess, shapes: Shapes, camera: Camera, agreed: Agreement, params: FitParams
) -> Standing:
    """A guess as it fits; in one piece's place another one seems to fit, if worse, at a size that is off by so much."""
    one = fit_alone(picture, guess, shapes, camera, agreed, params)
    if one.silhouette.id != name:
        return one
    other = next(other for other in shapes.silhouettes if other.id not in (name, "egg"))
    pose = replace(one.pose, outline=other.outline_mm)
    return Standing(other, pose, replace(one.evidence, rim=0.3, covered=1.0))


def read_too_small(monkeypatch: pytest.MonkeyPatch, params: SizedParams, fits: Fits = hardly_fits) -> tuple[Stack, Pile, Shot]:
    monkeypatch.setattr("vision.plates.reader.agreement", too_small)
    standing, shot = pile(np.random.default_rng(3), 4, [FOODS[name] for name in COLOURED], 1), Shot()
    monkeypatch.setattr("vision.plates.reader.fit_alone", partial(fits, standing.pieces[-1].food.name))
    reader = SideReader(Catalogue(tuple(look(name) for name in COLOURED)))
    stack = read(SideReader(reader.catalogue, replace(reader.params, sized=params)), standing, shot, 3)
    assert stack is not None
    return stack, standing, shot


def test_a_piece_that_patches_made_too_small_is_found_at_the_size_that_others_show(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack, standing, shot = read_too_small(monkeypatch, SizedParams())
    assert sorted(found(stack, standing, shot).values()) == list(range(len(standing.pieces)))


def test_nothing_is_tried_again_where_patches_and_pieces_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    stack, standing, shot = read_too_small(monkeypatch, SizedParams(off=1.0))
    assert len(found(stack, standing, shot)) == len(standing.pieces) - 1


def test_a_piece_in_whose_place_another_hardly_fits_is_found_at_the_size_that_others_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pile of pancakes was asked about as a lemon, which by itself fitted them a little at a size a tenth off."""
    stack, standing, shot = read_too_small(monkeypatch, SizedParams(), another_fits)
    assert sorted(found(stack, standing, shot).values()) == list(range(len(standing.pieces)))


@pytest.mark.parametrize(("rim", "coats", "is_lit"), [(0.6, 1, True), (0.4, 1, False), (0.6, 0, False)])
def test_pieces_are_seen_in_the_light_that_most_show_if_they_fit_better_in_it(
    monkeypatch: pytest.MonkeyPatch, rim: float, coats: int, is_lit: bool
) -> None:
    """By candlelight patches with a gloss on them agreed on light without a tint, in which the gloss was taken for pancakes' body."""
    plain = seen("cheese", (236, 196, 58), (0.95, 0.9, 0.65))
    one = replace(plain, silhouette=replace(plain.silhouette, coats=np.full((coats, 3), 240, np.uint8)))
    anew = replace(one, evidence=replace(one.evidence, rim=rim))
    camera = Camera((640.0, 360.0), (640.0, 360.0), 5.0, 1500.0)
    monkeypatch.setattr("vision.plates.sized.fit_together", lambda *given: (camera, (anew,) * 3))
    agreed = Agreement(5.0, np.array([0.95, 0.9, 0.95]), np.zeros(2), 0.3)
    _, shown, kept = in_light_shown(np.zeros((8, 8, 3), np.float32), (one,) * 3, camera, agreed, FitParams(), SizedParams())
    assert (shown.gain[2], kept[0] is anew) == (0.65 if is_lit else 0.95, is_lit)
