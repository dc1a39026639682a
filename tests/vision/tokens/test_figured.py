"""Veins of marble that curl as a token's print does: no such place is named where as many others are nearly as much like some print."""

from dataclasses import replace

import pytest

from tests.vision.token_tables import table, token_catalogue
from tests.vision.tokens.sights import sighted, verdict_of_rose_and_beet
from tests.vision.tokens.test_ground import flat_of, seen_at
from vision.observation import Detection
from vision.tokens.discs import Flat
from vision.tokens.ground import without_ground
from vision.tokens.looks import FitParams, RoundLooks
from vision.tokens.params import TokenParams
from vision.tokens.repeats import Ground
from vision.tokens.sight import Sight, Tints, quads_of
from vision.tokens.verdict import TokenVerdict

LOOKS = RoundLooks(token_catalogue().looks, FitParams())
BEET, ROSE = (
    next(n for n, (id, plain) in enumerate(zip(LOOKS.ids, LOOKS.is_plain, strict=True)) if id == name and not plain)
    for name in ("beet", "rose")
)
WHY = "print and colour do not go together"


@pytest.fixture(scope="module")
def flat() -> Flat:
    return flat_of(*table([]))


def curl(flat: Flat, place: int, alike: float, is_clear: bool = False) -> Sight:
    """A disc off all cards that is so much like a beet's print, in a colour that is hardly a beet's."""
    seen = seen_at(flat, 40.0 * (place % 8) - 150.0, 40.0 * (place // 8) - 60.0, rim=0.78)
    costs, likeness = {BEET: 9.0, ROSE: 9.5}, {BEET: alike, ROSE: 0.2}
    return replace(
        seen,
        costs=costs,
        turns={BEET: 0, ROSE: 0},
        likeness=likeness,
        best=BEET,
        is_clear=is_clear,
        tints=Tints(lambda: {"beet": 5.0, "rose": 5.5}),
    )


def asked(flat: Flat, named: Sight, others: list[Sight]) -> str:
    """What is asked about a disc that its print names, beside others that are nothing; empty where it keeps its name."""
    verdict = TokenVerdict(LOOKS, TokenParams(), [named, *others])
    assert verdict.is_told_by_print(named)
    found = [(named, Detection("token", quads_of(named, 0, flat)[0], "beet", 0.95), False)]
    ((_, one),) = without_ground(found, verdict, Ground(flat, named.radius, [named, *others]))
    return one.why


@pytest.mark.parametrize(("many", "why"), [(4, ""), (5, WHY), (9, WHY)])
def test_a_print_as_many_places_of_the_ground_are_like_is_asked_about(flat: Flat, many: int, why: str) -> None:
    assert asked(flat, curl(flat, 0, 0.72, True), [curl(flat, n, 0.66) for n in range(1, many + 1)]) == why


def test_places_that_are_less_like_a_print_say_nothing(flat: Flat) -> None:
    assert asked(flat, curl(flat, 0, 0.72, True), [curl(flat, n, 0.55) for n in range(1, 10)]) == ""


def test_several_looks_at_one_place_are_one(flat: Flat) -> None:
    assert asked(flat, curl(flat, 0, 0.72, True), [curl(flat, 1, 0.66)] * 9) == ""


@pytest.mark.parametrize("change", ["sharp", "whole", "own colour", "on a card"])
def test_nothing_on_the_ground_is_that_sharp_that_whole_or_of_that_colour(flat: Flat, change: str) -> None:
    one, others = curl(flat, 0, 0.72, True), [curl(flat, n, 0.7) for n in range(1, 10)]
    as_told = {
        "sharp": replace(one, likeness={BEET: 0.92, ROSE: 0.2}),
        "whole": replace(one, rim=0.93),
        "own colour": replace(one, costs={BEET: 2.0, ROSE: 20.0}),
        "on a card": replace(one, printed=40.0),
    }
    others = [replace(other, likeness={BEET: 0.92, ROSE: 0.2}) for other in others] if change == "sharp" else others
    assert asked(flat, as_told[change], others) == ""


def test_off_cards_what_is_only_just_like_a_print_in_a_colour_too_dear_for_a_name_is_a_question() -> None:
    """Grey balls in a newspaper's photographs, below a candle, were told as glasses of wine."""
    tints = Tints(lambda: {"rose": 5.0, "beet": 19.0})
    sight = sighted(rim=0.8, costs={0: 11.0, 1: 30.0}, likeness={0: 0.69, 1: 0.1}, tints=tints)
    verdict = verdict_of_rose_and_beet()
    assert not verdict.is_sure(sight)
    assert verdict.is_sure(replace(sight, costs={0: 8.0, 1: 30.0})) and verdict.is_sure(replace(sight, likeness={0: 0.75, 1: 0.1}))
    assert verdict.is_sure(replace(sight, rim=0.93)), "nothing on a ground is as round as that"
    assert verdict.is_sure(replace(sight, tints=Tints(lambda: {"rose": 1.5, "beet": 19.0}))), "in its very colour"
    assert verdict.is_sure(replace(sight, printed=60.0, on_print=0.1)), "a card's own print would look otherwise"
