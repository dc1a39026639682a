"""What is found out for many discs at once, or only where it may matter, is what is found for each alone, and everywhere."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.scene import Place
from tests.enrolled import reader_of
from tests.vision.test_cards_under_tokens import view
from tests.vision.test_tokens_on_cards import DINNER, drawn
from tests.vision.token_tables import SIZE_MM, Laid, table, token_catalogue
from vision.cards.cloth import alike_everywhere
from vision.reader import TableReader
from vision.tokens import repeats, rounds
from vision.tokens.colouring import Colouring
from vision.tokens.disc_outlines import softness
from vision.tokens.discs import DiscParams, Flat, Floats, flatten
from vision.tokens.explainer import Explainer
from vision.tokens.looks import RoundLooks
from vision.tokens.params import TokenParams
from vision.tokens.repeats import Ground
from vision.tokens.rounds import RoundParams
from vision.tokens.sight import Bare, Sight
from vision.tokens.spots import Spots

TOKENS = [Laid("beet", 10, 0, 0, True), Laid("corn", -60, 12, 0.7), Laid("herb", 0, -60, 2.0)]


@pytest.fixture(scope="module")
def flat() -> Flat:
    frame, plane = table(TOKENS)
    found = flatten(frame.rgb, plane, SIZE_MM, DiscParams())
    assert found is not None
    return found


@pytest.fixture(scope="module")
def spots(flat: Flat) -> Spots:
    """Those of the three tokens, in different light."""
    to_flat = np.linalg.inv(flat.to_mm)
    middles = np.array([(to_flat @ (one.x, one.y, 1.0))[:2] for one in TOKENS], np.float32)
    white = np.array([[0.7, 0.8, 0.75], [0.6, 0.6, 0.6], [0.9, 0.8, 0.7]], np.float32)
    veil, firm = np.array([[0.0] * 3, [0.1, 0.1, 0.12], [0.0] * 3], np.float32), np.array([[1, 1], [0.5, 0.5], [3, 3]], np.float32)
    return Spots(flat, middles, SIZE_MM / 2 * flat.px_per_mm, white, veil, firm, np.full(3, None, object))


def alone(number: int) -> NDArray[np.int64]:
    return np.array([number], np.int64)


def test_light_is_the_same_seen_of_several_places_of_every_disc(spots: Spots) -> None:
    around = spots.middles[:, None] + np.array([[0, 0], [1.5, 0], [-2, 1]], np.float32)
    for part in (spots, replace(spots, veil=np.zeros_like(spots.veil))):
        each = [part.take(alone(n)).seen(place[None]) for n in range(3) for place in around[n]]
        assert np.array_equal(part.seen(around.reshape(-1, 2)), np.concatenate(each))


def test_colours_are_the_same_of_all_and_of_each(spots: Spots) -> None:
    looks, best, turn = RoundLooks(token_catalogue().looks, TokenParams().fit), np.array([0, 1, 2]), np.array([0, 6, 3])
    together = Colouring(looks, spots, spots.middles, best, turn)
    for n in range(3):
        one = Colouring(looks, spots.take(alone(n)), spots.middles[n : n + 1], best[n : n + 1], turn[n : n + 1]).of(0)
        assert together.of(n).costs == pytest.approx(one.costs, rel=1e-4)
        assert together.of(n).hues == pytest.approx(one.hues, abs=1e-5)
        assert together.of(n).darkest == one.darkest


def test_an_outline_is_as_soft_among_others_as_alone(spots: Spots) -> None:
    many = softness(spots.flat, spots.middles, spots.radius)
    assert many.tolist() == [float(softness(spots.flat, spots.middles[n : n + 1], spots.radius)[0]) for n in range(3)]


def test_a_patch_is_as_like_each_place_as_it_is_found_everywhere(flat: Flat) -> None:
    ground = Ground(flat, 12.0, [])
    patch = ground._small[20:39, 30:49]
    everywhere = alike_everywhere(ground._small, patch)
    places = np.argwhere(everywhere > 0.1)[::7]
    assert ground._alike(places, patch) == pytest.approx(everywhere[tuple(places.T)], abs=repeats._ROUNDED / 2)


@pytest.mark.parametrize("many", [3, 9])
def test_a_pattern_of_outlines_is_told_by_few_places_as_by_all(many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    votes = np.random.default_rng(many).integers(0, 40, (120, 200)).astype(np.uint16)
    at = [(10 + 30 * (n // 4), 20 + 45 * (n % 4)) for n in range(many)]
    for y, x in at:
        votes[y : y + 2, x] = 100
    told = [rounds._is_pattern(votes, 20.0, RoundParams())]
    monkeypatch.setattr(rounds, "_FEW", 0)
    assert told == [rounds._is_pattern(votes, 20.0, RoundParams())] == [many > RoundParams().most_alike]


@pytest.fixture(scope="module")
def dinner() -> TableReader:
    return reader_of(DINNER)


GUESTS = Place("edgardo", -145.7, -84.1, 297.4), Place("florestan", 100.0, 60.0, 20.0)


def test_beside_a_circle_whose_own_lines_show_no_thick_token_is_looked_for(dinner: TableReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else most of the time went to places beside bare appetites."""
    best_of, wide = Explainer._best_of, list[int]()

    def counted(self: Explainer, spots: Spots, numbers: NDArray[np.int64], around: Floats, every: int = 1) -> tuple[Floats, ...]:
        wide.extend(n for n in numbers.tolist() if around.shape[1] > 30 and spots.below[n] is not None)
        return best_of(self, spots, numbers, around, every)

    monkeypatch.setattr(Explainer, "_best_of", counted)
    seen = dinner.read(drawn(GUESTS, view(17.0), "white-cloth", "dim"))
    assert {one.id for one in seen.pieces} == {"edgardo", "florestan"} and not wide


@pytest.mark.parametrize("laid", [(), (Place("wine.design", -120.3, -49.4, 296.7),)])
def test_a_bare_appetite_is_known_for_print_and_a_token_is_not(
    laid: tuple[Place, ...], dinner: TableReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    explain, told, prints = Explainer.explain, dict[int, Sight](), dict[int, Bare]()

    def counted(self: Explainer, spots: Spots, reach_px: float) -> dict[int, Sight]:
        found = explain(self, spots, reach_px)
        told.update(found)
        prints.update(self.bare)
        return found

    monkeypatch.setattr(Explainer, "explain", counted)
    seen = dinner.read(drawn((*GUESTS, *laid), view(17.0), "white-cloth", "dim"))
    params = TokenParams()
    assert len(prints) >= 6 and not any(
        one.own >= params.own_shows and max(one.likeness.values()) < params.some_likeness for one in told.values() if not one.hides
    )
    assert [one.id for one in seen.pieces if one.kind == "token"] == [one.id.partition(".")[0] for one in laid]


def test_where_print_is_known_no_pattern_of_the_ground_is_found_again(flat: Flat) -> None:
    place = np.array([[40, 30]])
    x, y = ((place[0] + 0.5) / Ground(flat, 12.0, [])._scale - 0.5).tolist()
    assert Ground(flat, 12.0, [], [Bare(x, y, 0.7)])._is_ground(place).all()
    assert not Ground(flat, 12.0, [], [Bare(x, y, 0.9)])._is_ground(place).any()
