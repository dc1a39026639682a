"""Pieces that fit nowhere at the size that patches agree on are tried again at that which the pieces found show."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from fixtures.piles import Pile, Shot, pile
from tests.vision.plates.test_reader import COLOURED, FOODS, found, look, read
from vision.looks.catalogue import Catalogue
from vision.looks.shapes import Shapes
from vision.observation import Stack
from vision.plates.fitting import FitParams, Standing, fit_alone
from vision.plates.guesses import Agreement, Guess, GuessParams, agreement
from vision.plates.reader import SideReader
from vision.plates.rims import Picture
from vision.plates.sized import SizedParams
from vision.plates.standing import Camera

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


def read_too_small(monkeypatch: pytest.MonkeyPatch, params: SizedParams) -> tuple[Stack, Pile, Shot]:
    monkeypatch.setattr("vision.plates.reader.agreement", too_small)
    standing, shot = pile(np.random.default_rng(3), 4, [FOODS[name] for name in COLOURED], 1), Shot()
    monkeypatch.setattr("vision.plates.reader.fit_alone", partial(hardly_fits, standing.pieces[-1].food.name))
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
