"""What a game says of how pieces lie, told with the reading."""

import json
from dataclasses import replace

import numpy as np

from companion.cli.eyes import remarking
from tests.games.test_surrealist_dinner_party_looking import PLACES, seen, token, with_places
from tests.games.test_surrealist_dinner_party_reading import around, on, piece
from vision.evaluation.document import document
from vision.frame import Frame
from vision.observation import Observation, Side

PICTURE = Frame(np.zeros((100, 100, 3), np.uint8), 0.0)


class Eyes:
    """Sees one token on a guest's first appetite, its design up."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def read(self, frame: Frame) -> Observation:
        card = around(0)
        return seen(piece("card", card, "g1"), token(on(card, *PLACES[0]), self.kind, side=Side.DESIGN))


def test_a_token_wrong_side_up_is_advice_of_the_reading() -> None:
    told = json.dumps(document(remarking(with_places(), Eyes("food")).read(PICTURE), "a.jpg", 1.0))
    (line,) = json.loads(told)["quality"]["advice"]
    assert "the food shows its design and does not match; turn it over (SD-7.4)" in line


def test_a_token_that_lies_as_it_should_is_none() -> None:
    assert remarking(with_places(), Eyes("wine")).read(PICTURE).quality.advice == ()


def test_a_pack_of_no_game_has_no_remarks() -> None:
    eyes = Eyes("food")
    assert remarking(None, eyes) is eyes
    assert remarking(replace(with_places(), game=""), eyes) is eyes
