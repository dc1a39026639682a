"""What prints say of a colour goes before what the colour says: a plain side beside a print that it belies is asked about."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.token_tables import Laid, table, token_catalogue
from tests.vision.tokens.sights import sighted
from tests.vision.tokens.test_reader import READER
from vision.tokens import reader
from vision.tokens.belied import belied
from vision.tokens.discs import DiscParams, flatten
from vision.tokens.looks import FitParams, RoundLooks
from vision.tokens.params import TokenParams
from vision.tokens.sight import Sight, Tints
from vision.tokens.spots import Spots
from vision.tokens.verdict import TokenVerdict

ROSE, PLAIN_ROSE, BEET, PLAIN_BEET = range(4)
"""Looks of a catalogue of roses and beets."""


class Told(TokenVerdict):
    """Some discs have a name, and of these the prints speak for themselves."""

    def __init__(self, sure: Iterable[Sight] = ()) -> None:
        super().__init__(RoundLooks(token_catalogue(("rose", "beet")).looks, FitParams()), TokenParams())
        self.sure = list(sure)

    def is_sure(self, sight: Sight) -> bool:
        return any(sight is one for one in self.sure)

    def is_told_by_print(self, sight: Sight) -> bool:
        return not self.looks.is_plain[sight.best]


def a_table(plain: str = "beet", away: float = 20.0, third: str = "rose") -> tuple[Spots, list[Sight]]:
    """A plain side between the prints of a beet, so far away, and of a `third`; their colours name all three roses."""
    at = (0.0, away, -20.0)
    frame, plane = table([Laid(plain, at[0], 0, 0, True), Laid("beet", at[1], 0), Laid(third, at[2], 0)], noise=0.5)
    flat = flatten(frame.rgb, plane, 16.0, DiscParams())
    assert flat is not None
    places = np.array([(np.linalg.inv(flat.to_mm) @ (x, 0.0, 1.0))[:2] for x in at], np.float32)
    ones = np.ones((3, 3), np.float32)
    spots = Spots(flat, places, 8.0 * flat.px_per_mm, ones, 0 * ones, np.ones((3, 2), np.float32), np.full(3, None, object))
    one = sighted(rim=0.9, costs={ROSE: 3.0, BEET: 9.0}, likeness={ROSE: 0.3, BEET: 0.9}, tints=Tints(dict[str, float]))
    return spots, [replace(one, x=float(x), y=float(y), best=best) for (x, y), best in zip(places, (PLAIN_ROSE, BEET, ROSE), strict=True)]


def doubted(spots: Spots, sights: list[Sight], sure: tuple[int, ...] = (0, 2)) -> dict[int, str]:
    return belied(dict(enumerate(sights)), spots, Told(sights[n] for n in sure))


def test_a_plain_side_of_the_hue_of_a_print_that_its_colour_belies_may_be_of_that_kind() -> None:
    assert doubted(*a_table()) == {0: "beet"}
    spots, sights = a_table()
    assert belied(dict(enumerate(sights[:2])), spots, Told(sights[:1])) == {0: "beet"}, "no print of a rose says otherwise"
    spots, (plain, beet, other) = a_table(third="beet")
    assert doubted(spots, [plain, beet, replace(other, best=BEET)]) == {0: "beet"}, "nor does another that bears its own name"


def test_it_may_lie_in_a_shadow_or_bear_no_name_at_all() -> None:
    spots, sights = a_table()
    lit = replace(spots, white=spots.white * np.array([[0.25], [1.0], [1.0]], np.float32))
    assert doubted(lit, sights) == {0: "beet"}
    assert doubted(spots, sights, sure=(2,)) == {}


def test_one_of_the_hue_of_its_own_prints_is_what_it_is() -> None:
    assert doubted(*a_table("rose")) == {}


def test_a_print_says_nothing_whose_own_colour_says_the_same_or_that_has_a_name() -> None:
    spots, (plain, beet, rose) = a_table()
    assert doubted(spots, [plain, replace(beet, costs={ROSE: 9.0, BEET: 3.0}), rose]) == {}
    assert doubted(spots, [replace(plain, best=PLAIN_BEET), replace(beet, costs={ROSE: 9.0, BEET: 3.0}), rose]) == {}
    assert doubted(spots, [plain, beet, rose], sure=(0, 1, 2)) == {}
    assert doubted(spots, [plain, replace(beet, is_clear=False), rose]) == {}, "nor one that does not speak for itself"


def test_nor_does_one_far_away_or_of_another_colour() -> None:
    assert doubted(*a_table(away=100.0)) == {}
    spots, (plain, beet, rose) = a_table()
    assert doubted(spots, [plain, replace(beet, best=ROSE, costs={ROSE: 9.0, BEET: 3.0}), rose]) == {}, "roses that look like beets"


def test_it_is_asked_about_by_both_names(monkeypatch: pytest.MonkeyPatch) -> None:
    frame, plane = table([Laid("rose", 0, 0, 0, True), Laid("corn", 40, 0, 0, True)])
    assert sorted(one.id or "" for one in READER.read(frame, plane, ())) == ["corn", "rose"]
    monkeypatch.setattr(
        reader, "belied", lambda sights, _, verdict: {n: "beet" for n in sights if verdict.looks.ids[sights[n].best] == "rose"}
    )
    asked, named = sorted(READER.read(frame, plane, ()), key=lambda one: one.is_sure)
    assert named.id == "corn" and asked.id is None and {one.id for one in asked.alternatives} == {"rose", "beet"}
    assert asked.why == "its colour cannot be told in this light"
