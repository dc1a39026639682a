"""Tokens under gloss: what their print or their neighbours tell has a name, and no name is wrong."""

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pytest

from tests.vision.token_tables import COLOURS, SIZE_MM, Laid, checked, table, token_picture
from tests.vision.tokens.sights import sighted, verdict_of_rose_and_beet
from tests.vision.tokens.test_reader import KINDS, READER
from vision.frame import Frame
from vision.looks.catalogue import Catalogue, look_of
from vision.observation import Detection, Side
from vision.tokens.discs import ANGLES, DiscParams, flatten
from vision.tokens.ground import without_ground
from vision.tokens.looks import FitParams, RoundLooks
from vision.tokens.oneplace import one_per_place
from vision.tokens.params import TokenParams
from vision.tokens.reader import TokenReader
from vision.tokens.relight import _lights
from vision.tokens.repeats import Ground
from vision.tokens.setting import Around
from vision.tokens.sight import Sight, Tints
from vision.tokens.spots import Spots
from vision.tokens.turning import places
from vision.tokens.verdict import TokenVerdict

GAMMA = 2.2


def glossy(frame: Frame, veil: float) -> Frame:
    """The picture with white light added, most in its middle, as from a window."""
    height, width = frame.rgb.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    far = np.hypot((x - width / 2) / width, (y - height / 2) / height)
    light = (frame.rgb / 255) ** GAMMA + veil * np.exp(-((far / 0.3) ** 2))[..., None]
    return Frame(np.asarray(255 * np.clip(light, 0, 1) ** (1 / GAMMA), np.uint8), frame.taken_at)


def judged(found: tuple[Detection, ...], tokens: list[Laid]) -> int:
    """How many tokens bear their name; fails on any other name."""
    right = 0
    for one in (d for d in found if d.is_sure):
        assert one.centre_mm is not None
        x, y = one.centre_mm
        token = min(tokens, key=lambda t: math.hypot(x - t.x, y - t.y))
        assert math.hypot(x - token.x, y - token.y) < 3 and one.id == token.id, (one, token)
        assert one.side in (Side.PLAIN if token.is_plain else Side.DESIGN, Side.UNKNOWN)
        right += 1
    return right


@pytest.mark.parametrize("veil", [0.2, 0.35, 0.5])
def test_prints_are_named_through_gloss_and_nothing_is_named_wrong(veil: float) -> None:
    tokens = [Laid(KINDS[i % 5], -80 + 40 * (i % 5), 40 - 40 * (i // 5), 37.0 * i, i >= 10) for i in range(15)]
    frame, plane = table(tokens, lamp=(0.5, 0.5, 0.5))
    found = READER.read(glossy(frame, veil), plane, ())
    assert judged(found, tokens) >= 9
    assert len(found) == len(tokens), "what has no name is a question"
    assert all(one.confidence > 0.9 for one in found if one.is_sure and one.side is Side.DESIGN), "a print is as sure as a colour"


@pytest.mark.parametrize("seed", [32, 41, 62, 70, 91])
def test_a_dark_red_that_gloss_makes_pink_is_told_by_the_prints_around_it(seed: int) -> None:
    """By itself it is a pink one in less gloss."""
    rng = np.random.default_rng(seed)
    tokens = [
        Laid(
            KINDS[int(rng.integers(5))],
            28 * (i % 8) - 100 + rng.uniform(-4, 4),
            40 - 28 * (i // 8) + rng.uniform(-4, 4),
            rng.uniform(0, 360),
            rng.random() < 0.6,
        )
        for i in range(24)
    ]
    lamp, veil = rng.uniform(0.3, 0.8), rng.uniform(0.1, 0.6)
    red, green, blue = lamp * rng.uniform(0.8, 1.2, 3)
    frame, plane = table(tokens, lamp=(red, green, blue), seed=seed, size_px=(960, 540), px_per_mm=1.6)
    assert judged(READER.read(glossy(frame, veil), plane, ()), tokens) >= 18


@pytest.mark.parametrize("square_px", [34, 36])
@pytest.mark.parametrize("colour", ["beet", "herb"])
def test_on_cloth_of_their_own_colour_tokens_are_named_and_patches_are_not(colour: str, square_px: int) -> None:
    """Squares a tenth smaller than a token have as much of a rim where it is sought."""
    tokens = [Laid(KINDS[i % 5], -150 + 60 * (i % 6), 30 - 60 * (i // 6), 50.0 * i, i % 2 == 0) for i in range(12)]
    found = READER.read(*table(tokens, checked(square_px, COLOURS[colour], (235, 230, 225))), ())
    assert judged(found, tokens) >= 6


@pytest.mark.parametrize("lamp", [1.5, 2.5, 4.0, 7.0, 12.0])
@pytest.mark.parametrize("is_plain", [True, False])
def test_a_dark_red_in_a_burnt_picture_is_never_named_rose(lamp: float, is_plain: bool) -> None:
    """All white paper is burnt out, so nobody knows how bright the light is."""
    tokens = [Laid("beet", 0, 0, 30, is_plain)]
    found = READER.read(*table(tokens, lamp=(lamp, lamp, lamp)), ())
    judged(found, tokens)
    assert len(found) == 1, "what has no name is a question"
    assert found[0].is_sure == (lamp < 3)


def test_tokens_of_a_pack_without_print_are_named_and_asked_about_where_they_are_burnt_out() -> None:
    plain = TokenReader(Catalogue(tuple(look_of(token_picture(id, True), id, "token", (SIZE_MM, SIZE_MM)) for id in KINDS)))
    tokens = [Laid(id, 30.0 * i - 60, 0, 0, True) for i, id in enumerate(KINDS)]
    assert sorted(str(one.id) for one in plain.read(*table(tokens), ())) == sorted(KINDS)
    found = plain.read(*table(tokens, lamp=(12.0, 12.0, 12.0)), ())
    assert found and not any(one.is_sure for one in found)


@pytest.mark.parametrize("id", KINDS)
def test_among_paper_that_glare_burns_out_no_colour_names_a_token(id: str) -> None:
    """A lamp is known elsewhere on the table, but how bright it is in the middle of its reflection nobody knows."""
    plate = cv2.circle(np.full((720, 1280, 3), (150, 140, 128), np.uint8), (640, 360), 160, (252, 252, 252), -1, cv2.LINE_AA)
    frame, plane = table([Laid(id, 0, 0, 0, True)], np.asarray(plate, np.uint8), lamp=(0.6, 0.6, 0.6))
    found = READER.read(glossy(frame, 0.75), plane, ())
    assert [one.id for one in found if one.centre_mm is not None and math.hypot(*one.centre_mm) < 5] == [None]


def test_what_glare_has_all_but_washed_away_is_a_question() -> None:
    frame, plane = table([], (246, 246, 248))
    flat = flatten(frame.rgb, plane, SIZE_MM, DiscParams())
    assert flat is not None
    sight = sighted(
        rim=0.56,
        costs={0: 8.0, 1: 8.4},
        veil=0.3,
        likeness={0: 0.2, 1: 0.1},
        tints=Tints(lambda: {"rose": 4.0, "beet": 9.0}),
        burnt=0.95,
        is_clear=False,
    )
    verdict = verdict_of_rose_and_beet()
    found = verdict.detection(sight, flat)
    assert found is not None and not found.is_sure
    assert verdict.detection(replace(sight, burnt=0.3), flat) is None, "hardly a rim, and nothing to say why"


def test_what_is_burnt_out_does_not_lie_in_the_shade() -> None:
    sight = sighted(
        rim=0.97,
        costs={0: 5.6, 1: 11.3},
        veil=0.25,
        likeness={0: 0.6, 1: 0.55},
        tints=Tints(lambda: {"rose": 4.8, "beet": 22.3}),
        burnt=0.88,
        is_clear=False,
    )
    verdict = verdict_of_rose_and_beet()
    assert verdict.is_sure(replace(sight, bright=0.9)) and verdict.is_sure(replace(sight, bright=0.57, burnt=0.1))
    assert not verdict.is_sure(replace(sight, bright=0.57))


def test_what_light_calls_one_kind_by_little_and_grey_levels_another_is_a_question() -> None:
    """Two dark red tokens under gloss, beside burnt-out ones that said that more of it lies there, were named rose."""
    tints = Tints(lambda: {"rose": 13.4, "beet": 8.4})
    sight = sighted(rim=0.97, costs={0: 2.7, 1: 5.28}, likeness={0: 0.0, 1: 0.0}, veil=-0.17, tints=tints, is_clear=False)
    looks = [look_of(token_picture(id, True), id, "token", (SIZE_MM, SIZE_MM)) for id in ("rose", "beet")]
    verdict = TokenVerdict(RoundLooks(looks, FitParams()), TokenParams())
    assert not verdict.is_sure(sight)
    assert verdict.is_sure(replace(sight, tints=Tints(lambda: {"rose": 8.4, "beet": 13.4})))
    assert verdict.is_sure(replace(sight, costs={0: 2.7, 1: 9.0})), "light tells it by far"
    assert verdict.is_sure(replace(sight, burnt=0.4)), "of what is burnt out grey levels tell less than light"


def test_a_plain_disc_that_only_gloss_makes_a_kind_is_a_question_where_its_colour_is_rather_anothers() -> None:
    """A grey ball printed in a newspaper was told as a black token with a third of the light upon it."""
    tints = Tints(lambda: {"rose": 8.2, "beet": 4.2})
    sight = sighted(rim=0.86, costs={0: 3.4, 1: 9.0}, likeness={0: 0.0, 1: 0.0}, veil=0.31, tints=tints, is_clear=False)
    looks = [look_of(token_picture(id, True), id, "token", (SIZE_MM, SIZE_MM)) for id in ("rose", "beet")]
    verdict = TokenVerdict(RoundLooks(looks, FitParams()), TokenParams())
    assert not verdict.is_sure(sight)
    assert verdict.is_sure(replace(sight, tints=Tints(lambda: {"rose": 6.0, "beet": 4.2}))), "no colour is known so well in gloss"
    assert verdict.is_sure(replace(sight, tints=Tints(lambda: {"rose": 4.2, "beet": 8.2})))


def test_a_burnt_out_token_amid_burnt_paper_is_named_where_its_other_colours_say_the_same() -> None:
    """A yellow one burns out in red and green long before blue; what is burnt out in all colours may be of any."""
    sight = sighted(rim=0.97, costs={0: 1.8, 1: 9.8}, likeness={0: 0.0, 1: 0.0}, burnt=0.99, firm=3.0, tints=TOLD, is_clear=False)
    looks = [look_of(token_picture(id, True), id, "token", (SIZE_MM, SIZE_MM)) for id in ("rose", "beet")]
    sizes = RoundLooks(looks, FitParams())
    verdict = TokenVerdict(sizes, TokenParams())
    assert verdict.is_sure(sight) and verdict.is_sure(replace(sight, costs={0: 1.8, 1: 3.2}))
    assert not verdict.is_sure(replace(sight, tints=Tints(lambda: {"rose": 0.1, "beet": 0.9}))), "white may be either"
    assert not TokenVerdict(sizes, TokenParams(), around=Around(is_dazzled=True)).is_sure(sight), "nothing tells the light"


def test_a_print_of_which_glare_leaves_little_is_named_where_no_other_comes_near_and_its_colours_say_the_same() -> None:
    """On a pink token under a lamp the cake showed by .83 to .89, and the heart, which came next, by .66 to .71."""
    sight = sighted(rim=0.8, costs={0: 4.6, 1: 6.4}, likeness={0: 0.83, 1: 0.66}, burnt=0.8, firm=3.0, tints=HINT, is_clear=False)
    verdict = verdict_of_rose_and_beet()
    assert verdict.is_sure(sight)
    assert not verdict.is_sure(replace(sight, likeness={0: 0.83, 1: 0.71})), "so far the heart led on a fork and knife"
    assert not verdict.is_sure(replace(sight, tints=Tints(lambda: {"rose": 1.5, "beet": 0.9})))


TOLD, HINT = Tints(lambda: {"rose": 0.2, "beet": 6.0}), Tints(lambda: {"rose": 0.2, "beet": 1.5})


def test_whether_the_cards_lines_show_decides_what_may_be_its_print() -> None:
    """A bare appetite, beside a token in the shade, was named as the token that has its picture: .88 of its lines were seen."""
    costs, likeness = {0: 5.0, 1: 16.0}, {0: 0.75, 1: 0.1}
    sight = sighted(rim=0.86, costs=costs, likeness=likeness, tints=Tints(lambda: {"rose": 2.0, "beet": 60.0}))
    verdict, printed = verdict_of_rose_and_beet(), replace(sight, printed=4.0, on_print=0.38)
    assert verdict.is_sure(sight) and verdict.is_sure(printed), "its print is nearer than the card's"
    assert verdict.is_sure(replace(printed, own=0.7, on_print=0.9)), "something hides the card's"
    assert not verdict.is_sure(replace(printed, own=0.88))
    assert not verdict.is_sure(replace(sight, printed=9.0, own=0.95)), "the card shows there"


def test_a_clear_print_in_the_colours_of_nothing_is_a_question() -> None:
    sight = sighted(rim=0.7, costs={0: 9.5, 1: 16.0}, likeness={0: 0.8, 1: 0.1}, tints=Tints(lambda: {"rose": 12.0, "beet": 60.0}))
    verdict = verdict_of_rose_and_beet()
    assert verdict.is_sure(sight)
    assert not verdict.is_sure(replace(sight, tints=Tints(lambda: {"rose": 28.0, "beet": 60.0})))


def test_a_clear_print_whose_colour_is_another_kinds_is_a_question() -> None:
    """A ring of all colours, printed on a card that nobody has named, was a purple token."""
    sight = sighted(rim=0.9, costs={0: 11.0, 1: 19.0}, likeness={0: 0.8, 1: 0.1}, tints=Tints(lambda: {"rose": 23.6, "beet": 22.0}))
    verdict = verdict_of_rose_and_beet()
    assert verdict.is_sure(sight)
    assert not verdict.is_sure(replace(sight, tints=Tints(lambda: {"rose": 23.6, "beet": 8.0})))


def test_on_a_card_a_colour_that_goes_on_beside_it_is_a_question() -> None:
    """A fingertip on a guest was a red token."""
    verdict, touching, finger, aside = verdict_of_rose_and_beet(), *(np.zeros(ANGLES, np.bool_) for _ in range(3))
    touching[-2:], finger[-3:], aside[::4] = True, True, True
    touching[:2], finger[:4] = True, True
    sight = sighted(rim=0.86, costs={0: 2.0, 1: 16.0}, likeness={0: 0.0, 1: 0.0}, tints=Tints(lambda: {"rose": 1.0, "beet": 60.0}))
    sight = replace(sight, is_clear=False)
    on_card = replace(sight, printed=30.0)
    assert verdict.is_sure(replace(on_card, open=touching)) and verdict.is_sure(replace(on_card, open=aside))
    assert not verdict.is_sure(replace(on_card, open=finger))
    assert verdict.is_sure(replace(sight, open=finger)), "the table may be of its colour"


def test_a_clear_print_far_from_any_other_kind_is_named_through_gloss() -> None:
    sight = sighted(
        rim=0.86,
        square=0.03,
        costs={0: 11.5, 1: 33.0},
        veil=0.3,
        likeness={0: 0.68, 1: 0.4},
        tints=Tints(lambda: {"rose": 8.5, "beet": 47.0}),
        burnt=0.27,
    )
    verdict = verdict_of_rose_and_beet()
    assert verdict.is_sure(sight)
    assert not verdict.is_sure(replace(sight, rim=0.8)), "it may be something else, of which the print shows through"
    assert not verdict.is_sure(replace(sight, costs={0: 11.5, 1: 21.0})), "gloss leaves another kind as likely"


def test_the_clearer_a_print_is_the_less_of_a_rim_it_needs() -> None:
    sight = sighted(rim=0.56, costs={0: 6.0, 1: 16.0}, likeness={0: 0.94, 1: 0.1}, tints=Tints(lambda: {"rose": 2.0, "beet": 60.0}))
    verdict = verdict_of_rose_and_beet()
    assert verdict.is_sure(sight)
    assert not verdict.is_sure(replace(sight, likeness={0: 0.7, 1: 0.1}))
    assert not verdict.is_sure(replace(sight, rim=0.45))


def test_what_is_as_cheap_in_the_neighbours_light_is_a_rival() -> None:
    sight = sighted(
        rim=0.9, costs={0: 3.0, 1: 9.0}, likeness={0: 0.1, 1: 0.1}, tints=Tints(lambda: {"rose": 1.0, "beet": 60.0}), is_clear=False
    )
    rival = replace(sight, best=1, costs={1: 3.5}, tints=Tints(lambda: {"rose": 20.0, "beet": 2.0}))
    verdict = verdict_of_rose_and_beet()
    assert verdict.is_sure(sight)
    assert not verdict.is_sure(sight.beside(rival))
    assert verdict.is_sure(sight.beside(replace(rival, costs={1: 8.0}))), "there it is no likelier"


BLOT = sighted(
    rim=0.8, costs={0: 4.0, 1: 30.0}, likeness={0: 0.2, 1: 0.1}, tints=Tints(lambda: {"rose": 1.0, "beet": 60.0}), is_clear=False
)
"""A rose by its colour; not much of its rim shows."""
CLEAR = replace(BLOT, is_clear=True, likeness={0: 0.95, 1: 0.1})


def test_a_disc_of_few_pixels_is_asked_for_more_of_a_rim_unless_its_print_shows() -> None:
    """Drawn larger than it was seen it is rounder than it is."""
    fine, coarse = (
        TokenVerdict(verdict_of_rose_and_beet().looks, TokenParams(), (), Around(finer=times)) for times in (26 / (2 * BLOT.radius), 0.5)
    )
    assert fine.is_sure(BLOT) and not coarse.is_sure(BLOT)
    assert coarse.is_sure(CLEAR)
    assert coarse.is_sure(replace(BLOT, printed=60.0)), "on a named card a disc hides its print"


def test_among_many_round_things_in_other_colours_a_colour_is_asked_for_more_of_a_rim() -> None:
    stranger = replace(BLOT, costs={0: 40.0, 1: 60.0})
    few, many = (TokenVerdict(verdict_of_rose_and_beet().looks, TokenParams(), [stranger] * times) for times in (4, 20))
    assert few.is_sure(BLOT) and not many.is_sure(BLOT)
    assert many.is_sure(replace(BLOT, rim=0.9)) and many.is_sure(CLEAR)
    with_shadows = TokenVerdict(verdict_of_rose_and_beet().looks, TokenParams(), [replace(stranger, square=0.2)] * 20)
    assert with_shadows.is_sure(BLOT), "corners of cards and squares of cloth are not round"


class TestATokenThatTouchesAnother:
    """Of two markers side by side the neighbour hides some of the rim, and its shadow makes the look dear: the print shows all the same."""

    FOUND = replace(
        sighted(
            rim=0.61,
            square=0.17,
            burnt=0.04,
            costs={0: 11.5, 1: 60.0},
            likeness={0: 0.95, 1: 0.8},
            tints=Tints(lambda: {"rose": 0.5, "beet": 50.0}),
        ),
        open=np.ones(ANGLES, np.bool_),
    )
    BURNT = replace(FOUND, burnt=0.32, is_clear=False, costs={0: 18.0, 1: 60.0})

    def told(self, *sights: Sight) -> list[Detection]:
        """What is told of the discs of a bare table, the ground left out, one answer a place."""
        frame, plane = table([], (63, 110, 80))
        flat = flatten(frame.rgb, plane, SIZE_MM, DiscParams())
        assert flat is not None
        verdict = verdict_of_rose_and_beet()
        found = [(one, detection, False) for one in sights if (detection := verdict.detection(one, flat)) is not None]
        kept = without_ground(found, verdict, Ground(flat, 12.0, sights))
        return [one for _, one in one_per_place(kept, TokenParams())]

    def test_what_has_a_name_is_told(self) -> None:
        assert verdict_of_rose_and_beet().is_sure(self.FOUND)
        assert [one.id for one in self.told(self.FOUND)] == ["rose"]

    def test_a_print_in_which_a_colour_is_burnt_out_is_a_question_not_nothing(self) -> None:
        (one,) = self.told(self.BURNT)
        assert one.id is None and one.alternatives[0].id == "rose"

    def test_it_stands_for_its_place_before_a_patch_that_resembles_no_print(self) -> None:
        either = Tints(lambda: {"rose": 0.5, "beet": 0.9})
        patch = replace(self.BURNT, rim=0.85, square=0.0, costs={0: 5.0, 1: 5.1}, likeness={0: 0.0, 1: 0.0}, open=~self.BURNT.open)
        patch = replace(patch, tints=either)
        assert len(self.told(patch)) == 1, "alone it is a question"
        (one,) = self.told(patch, self.BURNT)
        assert one.why == "too little of its rim shows"

    def test_without_its_print_there_is_nothing(self) -> None:
        assert self.told(replace(self.BURNT, likeness={0: 0.6, 1: 0.5})) == []


def test_gloss_may_lie_unevenly_on_a_disc_not_on_its_colour() -> None:
    looks = RoundLooks([look_of(token_picture(id, True), id, "token", (SIZE_MM, SIZE_MM)) for id in ("rose", "beet")], FitParams())
    rings, unit = places(1)
    white = (0.12 * rings[:, None] * unit[None, :, 0])[..., None]
    seen = np.asarray((looks.discs[1] + white + 0.15)[None], np.float32)
    coloured = np.asarray((looks.discs[1] + white * np.array([1.0, 0.0, -1.0]) + 0.15)[None], np.float32)
    even = np.full(1, looks.params.gloss_slope, np.float32)
    assert looks.fit(seen, even=even).cost[0, 1] < 0.5 * looks.fit(seen).cost[0, 1]
    assert looks.fit(coloured, even=even).cost[0, 1] == pytest.approx(looks.fit(coloured).cost[0, 1], abs=0.05)


def test_a_print_that_is_burnt_out_tells_gloss_but_no_brightness() -> None:
    looks = RoundLooks([look_of(token_picture("beet"), "beet", "token", (SIZE_MM, SIZE_MM))], FitParams())
    ones = np.ones((1, 3), np.float32)
    spots = cast(Spots, SimpleNamespace(white=ones, veil=0 * ones, ceiling=ones))
    sight = cast(Sight, SimpleNamespace(bright=0.8, veil=0.4, best=0, turns={0: 0}))
    for veil in (0.1, 0.55):
        shown = np.minimum(0.8 * looks.discs[0] + np.float32(veil), 1)
        told = _lights(spots, [sight], np.asarray(shown[None], np.float32), looks)
        assert told[0] == pytest.approx(np.array([[0.8] * 3, [veil] * 3]), abs=0.04)
